package compiler

// types.go reads type names, registers properties and tables, and coerces values to the type a place expects.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
)

// signature is the parameter list of procedures stored in a property.
type signature struct {
	params []engine.Param
	text   string
}

// typeOf reads a type name or {type: name}. sig receives the signature index of a procedure type.
func (c *compiler) typeOf(n *source.Node, sig *int32) engine.Type {
	if n == nil || n.Kind == source.Null {
		return tUnknown
	}
	if n.Kind == source.Map {
		f := c.fields(n, "a type")
		f.get("default")
		t := f.must("type")
		f.done()
		return c.typeOf(t, sig)
	}
	s := strings.TrimSpace(n.Value)
	if strings.HasPrefix(s, "procedure(") && strings.HasSuffix(s, ")") {
		i := c.signature(s[len("procedure("):len(s)-1], n)
		if sig != nil {
			*sig = i
		}
		return engine.Type{Kind: engine.KProc, Of: i + 1}
	}
	if t, ok := c.typeNamed(s); ok {
		return t
	}
	if rest, ok := strings.CutPrefix(s, "set of "); ok {
		if t, ok := c.typeNamed(strings.TrimSpace(rest)); ok && t.Kind != engine.KSet {
			return setOf(t)
		}
	}
	names := append(c.enumNames(), typeNames...)
	c.errorf(n.Pos, "unknown-type", "there is no type %q%s", s, c.near(s, names))
	return tUnknown
}

// tUnknown is the type of what was declared with a type that was reported; nothing more is said about its values.
var tUnknown = engine.Type{Of: -1}

func unknown(t engine.Type) bool { return t.Kind == engine.KNone && t.Of == -1 }

var typeNames = []string{"int", "bool", "seat", "zone", "space", "box", "pile", "card", "piece", "filter", "procedure", "track",
	"lasting", "order", "zones", "seats", "cards", "procedures", "ints"}

func (c *compiler) typeNamed(s string) (engine.Type, bool) {
	switch s {
	case "int":
		return tInt, true
	case "bool":
		return tBool, true
	case "seat":
		return tSeat, true
	case "zone", "space", "box":
		return tZone, true
	case "pile":
		return tPile, true
	case "card":
		return tCard, true
	case "piece":
		return tPiece, true
	case "filter":
		return tFilter, true
	case "procedure":
		return tProc, true
	case "track":
		return tTrack, true
	case "lasting":
		return tLast, true
	case "order":
		return tOrder, true
	case "zones", "spaces":
		return tZones, true
	case "seats":
		return tSeats, true
	case "cards":
		return tCards, true
	case "procedures":
		return tProcs, true
	case "ints":
		return tInts, true
	}
	if e, ok := c.enums[s]; ok {
		return engine.Type{Kind: engine.KEnum, Of: e}, true
	}
	if t, ok := c.tables[s]; ok {
		return engine.Type{Kind: engine.KRow, Of: t.index}, true
	}
	return tAny, false
}

// signature interns "executor: seat, n: int".
func (c *compiler) signature(text string, n *source.Node) int32 {
	text = strings.Join(strings.Fields(text), " ")
	for i, s := range c.sigs {
		if s.text == text {
			return int32(i)
		}
	}
	s := signature{text: text}
	if text != "" {
		for _, p := range strings.Split(text, ",") {
			name, typ, ok := strings.Cut(p, ":")
			t, known := c.typeNamed(strings.TrimSpace(typ))
			if !ok || !known {
				c.errorf(n.Pos, "unknown-type", "a procedure type is written procedure(name: type, …), not %q", text)
				continue
			}
			s.params = append(s.params, engine.Param{Name: strings.TrimSpace(name), Type: t})
		}
	}
	c.sigs = append(c.sigs, s)
	return int32(len(c.sigs) - 1)
}

var propertyKinds = map[string]engine.Kind{"seat": engine.KSeat, "zone": engine.KZone, "space": engine.KZone, "card": engine.KCard,
	"piece": engine.KClass, "procedure": engine.KProc}

// declareProperties reads properties: and the columns of tables.
func (c *compiler) declareProperties() {
	for _, p := range c.pairs("properties") {
		k, ok := propertyKinds[p.Key.Value]
		if !ok {
			c.errorf(p.Key.Pos, "unknown-key", "properties are of seat, zone, card, piece or procedure, not %s", p.Key.Value)
			c.unreadable()
			continue
		}
		if c.props[k] == nil {
			c.props[k] = map[string]*property{}
		}
		for _, q := range p.Value.Pairs {
			c.props[k][q.Key.Value] = c.newProperty(p.Key.Value+"."+q.Key.Value, q.Value)
		}
	}
	for _, n := range append(append([]*source.Node{}, c.items("tables")...), c.items("setupTables")...) {
		id := n.Get("id").Value
		t := c.tables[id]
		if t == nil {
			continue
		}
		for _, q := range pairsOf(n.Get("columns")) {
			t.cols[q.Key.Value] = c.newProperty(n.Get("id").Value+"."+q.Key.Value, q.Value)
			t.columns = append(t.columns, q.Key.Value)
		}
	}
}

func pairsOf(n *source.Node) []source.Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}

func (c *compiler) newProperty(id string, n *source.Node) *property {
	p := &property{sig: -1}
	p.typ = c.typeOf(n, &p.sig)
	if n.Kind == source.Map {
		p.def = n.Get("default")
		p.has = p.def != nil || len(n.Pairs) > 1 // another key was reported; it was probably meant for default
	}
	p.lookup = int32(len(c.def.Lookups))
	c.def.Lookups = append(c.def.Lookups, engine.Lookup{ID: id, Type: p.typ})
	return p
}

// describe names a type for messages.
func (c *compiler) describe(t engine.Type) string {
	switch t.Kind {
	case engine.KInt:
		return "a number"
	case engine.KBool:
		return "a condition"
	case engine.KEnum:
		return c.def.Enums[t.Of].ID
	case engine.KSeat:
		return "a seat"
	case engine.KZone:
		return "a zone"
	case engine.KPile:
		return "a pile"
	case engine.KCard:
		return "a card"
	case engine.KPiece:
		return "a piece"
	case engine.KClass:
		return "a piece class"
	case engine.KProc:
		return "a procedure"
	case engine.KTrack:
		return "a track"
	case engine.KRow:
		return "a row of " + c.def.Tables[t.Of].ID
	case engine.KOrder:
		return "an order of seats"
	case engine.KLasting:
		return "a lasting effect"
	case engine.KSet:
		if t.Elem == engine.KClass {
			return "a piece filter"
		}
		if t.Elem == engine.KNone {
			return "a set"
		}
		return "a set of " + strings.TrimPrefix(strings.TrimPrefix(c.describe(engine.Type{Kind: t.Elem, Of: t.Of}), "a "), "an ")
	}
	return "nothing"
}

// same tells whether two types are one; procedure types differ only if both state a signature.
func same(a, b engine.Type) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case engine.KEnum, engine.KRow:
		return a.Of == b.Of
	case engine.KProc:
		return a.Of == 0 || b.Of == 0 || a.Of == b.Of
	case engine.KSet:
		return a.Elem == b.Elem && (a.Of == b.Of || a.Elem == engine.KProc)
	}
	return true
}

// noneExpr is the literal none before its type is known.
var noneExpr = &engine.Expr{Op: engine.OpConst, Type: engine.Type{Kind: engine.KNone, Of: 1}, I: engine.None}

// bad stands for an expression that was already reported.
var bad = &engine.Expr{Op: engine.OpConst, Type: engine.Type{Kind: engine.KNone, Of: -1}}

func konst(t engine.Type, v int64) *engine.Expr {
	return &engine.Expr{Op: engine.OpConst, Type: t, I: v}
}

func op(o engine.Op, t engine.Type, args ...*engine.Expr) *engine.Expr {
	return &engine.Expr{Op: o, Type: t, Args: args}
}

// coerce makes x a value of type want, or reports that it cannot be one.
func (c *compiler) coerce(x *engine.Expr, want engine.Type, pos diag.Pos) *engine.Expr {
	if x == bad || want.Kind == engine.KNone || same(x.Type, want) {
		return x
	}
	if unknown(x.Type) {
		return bad
	}
	if x == noneExpr {
		switch want.Kind {
		case engine.KSeat, engine.KZone, engine.KPile, engine.KCard, engine.KProc, engine.KRow, engine.KLasting, engine.KPiece, engine.KTrack:
			return konst(want, engine.None)
		case engine.KSet:
			return konst(want, 0)
		}
	}
	if want.Kind == engine.KSet {
		if y := c.toSet(x, want); y != nil {
			return y
		}
	}
	if want.Kind == engine.KInt && x.Type.Kind == engine.KTrack {
		return op(engine.OpCellOf, tInt, x) // a track stands for its value
	}
	if want.Kind == engine.KSeat && x.Op == engine.OpConst && x.Type.Kind == engine.KInt && x.I >= 0 && x.I < int64(len(c.def.Seats)) {
		return konst(want, x.I) // the seeds number seats
	}
	if want.Kind == engine.KBool && x.Type.Kind == engine.KSet {
		c.errorf(pos, "wrong-type", "a condition is expected, this is %s; write size(…) > 0", c.describe(x.Type))
		return bad
	}
	c.errorf(pos, "wrong-type", "%s is expected, this is %s", c.describe(want), c.describe(x.Type))
	return bad
}

// toSet turns members and seats into the set wanted, nil if that cannot be.
func (c *compiler) toSet(x *engine.Expr, want engine.Type) *engine.Expr {
	if want.Elem == engine.KClass {
		switch {
		case x.Type.Kind == engine.KSeat:
			return c.seatFilter(x)
		case x.Type.Kind == engine.KPiece:
			return op(engine.OpPieceClass, tFilter, x)
		case x.Type.Kind == engine.KClass:
			return op(engine.OpSetOf, tFilter, x)
		case x.Type.Kind == engine.KSet && x.Type.Elem == engine.KSeat:
			slot := c.scratch()
			b := &engine.Expr{Op: engine.OpBound, Type: tSeat, I: int64(slot)}
			sum := op(engine.OpSum, tFilter, x, konst(tBool, 1), c.seatFilter(b))
			sum.I = int64(slot)
			if v, ok := c.eval(sum); ok {
				return konst(tFilter, v)
			}
			return sum
		}
		return nil
	}
	if want.Elem == engine.KZone && x.Type.Kind == engine.KSet && x.Type.Elem == engine.KNone {
		return x
	}
	if same(setOf(x.Type), want) {
		if x.Op == engine.OpConst && x.I >= 0 && x.I < 64 {
			return konst(want, 1<<uint(x.I))
		}
		return op(engine.OpSetOf, want, x)
	}
	return nil
}

// seatFilter is the filter of all pieces of seat x.
func (c *compiler) seatFilter(x *engine.Expr) *engine.Expr {
	t := op(engine.OpTable, tFilter, x)
	t.I = int64(c.seatF)
	if v, ok := c.eval(t); ok {
		return konst(tFilter, v)
	}
	return t
}

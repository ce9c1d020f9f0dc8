package compiler

// types.go reads type names, registers properties and tables, and coerces values to the type a place expects.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// signature is the parameter list of procedures stored in a property.
type signature struct {
	params []def.Param
	text   string
}

// typeOf reads a type name or {type: name}. sig receives the signature index of a procedure type.
func (c *compiler) typeOf(n *source.Node, sig *int32) def.Type {
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
		return def.Type{Kind: def.KProc, Of: i + 1}
	}
	if t, ok := c.typeNamed(s); ok {
		return t
	}
	if rest, ok := strings.CutPrefix(s, "set of "); ok {
		if t, ok := c.typeNamed(strings.TrimSpace(rest)); ok && t.Kind != def.KSet {
			return setOf(t)
		}
	}
	names := append(c.enumNames(), typeNames...)
	c.errorf(n.Pos, "unknown-type", "there is no type %q%s", s, c.near(s, names))
	return tUnknown
}

// tUnknown is the type of what was declared with a type that was reported; nothing more is said about its values.
var tUnknown = def.Type{Of: -1}

func unknown(t def.Type) bool { return t.Kind == def.KNone && t.Of == -1 }

var typeNames = []string{"int", "bool", "seat", "zone", "space", "box", "pile", "card", "piece", "filter", "procedure", "track",
	"lasting", "order", "zones", "seats", "cards", "procedures", "ints"}

func (c *compiler) typeNamed(s string) (def.Type, bool) {
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
		return def.Type{Kind: def.KEnum, Of: e}, true
	}
	if t, ok := c.tables[s]; ok {
		return def.Type{Kind: def.KRow, Of: t.index}, true
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
			s.params = append(s.params, def.Param{Name: strings.TrimSpace(name), Type: t})
		}
	}
	c.sigs = append(c.sigs, s)
	return int32(len(c.sigs) - 1)
}

var propertyKinds = map[string]def.Kind{"seat": def.KSeat, "zone": def.KZone, "space": def.KZone, "card": def.KCard,
	"piece": def.KClass, "procedure": def.KProc}

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
	c.def.Lookups = append(c.def.Lookups, def.Lookup{ID: id, Type: p.typ})
	return p
}

// describe names a type for messages.
func (c *compiler) describe(t def.Type) string {
	switch t.Kind {
	case def.KInt:
		return "a number"
	case def.KBool:
		return "a condition"
	case def.KEnum:
		return c.def.Enums[t.Of].ID
	case def.KSeat:
		return "a seat"
	case def.KZone:
		return "a zone"
	case def.KPile:
		return "a pile"
	case def.KCard:
		return "a card"
	case def.KPiece:
		return "a piece"
	case def.KClass:
		return "a piece class"
	case def.KProc:
		return "a procedure"
	case def.KTrack:
		return "a track"
	case def.KRow:
		return "a row of " + c.def.Tables[t.Of].ID
	case def.KOrder:
		return "an order of seats"
	case def.KLasting:
		return "a lasting effect"
	case def.KSet:
		if t.Elem == def.KClass {
			return "a piece filter"
		}
		if t.Elem == def.KNone {
			return "a set"
		}
		return "a set of " + strings.TrimPrefix(strings.TrimPrefix(c.describe(def.Type{Kind: t.Elem, Of: t.Of}), "a "), "an ")
	}
	return "nothing"
}

// same tells whether two types are one; procedure types differ only if both state a signature.
func same(a, b def.Type) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case def.KEnum, def.KRow:
		return a.Of == b.Of
	case def.KProc:
		return a.Of == 0 || b.Of == 0 || a.Of == b.Of
	case def.KSet:
		return a.Elem == b.Elem && (a.Of == b.Of || a.Elem == def.KProc)
	}
	return true
}

// noneExpr is the literal none before its type is known.
var noneExpr = &def.Expr{Op: def.OpConst, Type: def.Type{Kind: def.KNone, Of: 1}, I: def.None}

// bad stands for an expression that was already reported.
var bad = &def.Expr{Op: def.OpConst, Type: def.Type{Kind: def.KNone, Of: -1}}

func konst(t def.Type, v int64) *def.Expr {
	return &def.Expr{Op: def.OpConst, Type: t, I: v}
}

func op(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}

// coerce makes x a value of type want, or reports that it cannot be one.
func (c *compiler) coerce(x *def.Expr, want def.Type, pos diag.Pos) *def.Expr {
	if x == bad || want.Kind == def.KNone || same(x.Type, want) {
		return x
	}
	if unknown(x.Type) {
		return bad
	}
	if x == noneExpr {
		switch want.Kind {
		case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KRow, def.KLasting, def.KPiece, def.KTrack:
			return konst(want, def.None)
		case def.KSet:
			return konst(want, 0)
		}
	}
	if want.Kind == def.KSet {
		if y := c.toSet(x, want); y != nil {
			return y
		}
	}
	if want.Kind == def.KInt && x.Type.Kind == def.KTrack {
		return op(def.OpCellOf, tInt, x) // a track stands for its value
	}
	if want.Kind == def.KSeat && x.Op == def.OpConst && x.Type.Kind == def.KInt && x.I >= 0 && x.I < int64(len(c.def.Seats)) {
		return konst(want, x.I) // the seeds number seats
	}
	if want.Kind == def.KBool && x.Type.Kind == def.KSet {
		c.errorf(pos, "wrong-type", "a condition is expected, this is %s; write size(…) > 0", c.describe(x.Type))
		return bad
	}
	c.errorf(pos, "wrong-type", "%s is expected, this is %s", c.describe(want), c.describe(x.Type))
	return bad
}

// toSet turns members and seats into the set wanted, nil if that cannot be.
func (c *compiler) toSet(x *def.Expr, want def.Type) *def.Expr {
	if want.Elem == def.KClass {
		switch {
		case x.Type.Kind == def.KSeat:
			return c.seatFilter(x)
		case x.Type.Kind == def.KPiece:
			return op(def.OpPieceClass, tFilter, x)
		case x.Type.Kind == def.KClass:
			return op(def.OpSetOf, tFilter, x)
		case x.Type.Kind == def.KSet && x.Type.Elem == def.KSeat:
			slot := c.scratch()
			b := &def.Expr{Op: def.OpBound, Type: tSeat, I: int64(slot)}
			sum := op(def.OpSum, tFilter, x, konst(tBool, 1), c.seatFilter(b))
			sum.I = int64(slot)
			if v, ok := c.eval(sum); ok {
				return konst(tFilter, v)
			}
			return sum
		}
		return nil
	}
	if want.Elem == def.KZone && x.Type.Kind == def.KSet && x.Type.Elem == def.KNone {
		return x
	}
	if same(setOf(x.Type), want) {
		if x.Op == def.OpConst && x.I >= 0 && x.I < 64 {
			return konst(want, 1<<uint(x.I))
		}
		return op(def.OpSetOf, want, x)
	}
	return nil
}

// seatFilter is the filter of all pieces of seat x.
func (c *compiler) seatFilter(x *def.Expr) *def.Expr {
	t := op(def.OpTable, tFilter, x)
	t.I = int64(c.seatF)
	if v, ok := c.eval(t); ok {
		return konst(tFilter, v)
	}
	return t
}

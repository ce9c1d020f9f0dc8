package compiler

// declare.go gives every id its place before anything is resolved: symbols, types, and the layout of cells.

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

type symKind uint8

const (
	symConst   symKind = iota // a constant value of typ (seat, zone, pile, card, set, table, value)
	symTypeOf                 // a piece type: its classes
	symVar                    // a variable, track or marker: Vars[index]
	symDerived                // Derived[index]
	symFunc                   // functions[index]
	symProc                   // procs[index]
	symOption                 // Options[index]
	symPool                   // Pools[index]
)

// symbol is what a bare name can mean.
type symbol struct {
	name  string
	kind  symKind
	index int32
	typ   def.Type
	value int64
	pos   diag.Pos
	lazy  func()       // data stage: computes value on first use
	given bool         // a value or table that the game's data fills
	from  *source.Node // a set: what it is made of
	busy  bool
}

type classKey struct {
	typ    int32
	status int32
	marks  uint32
}

type property struct {
	typ    def.Type
	lookup int32
	def    *source.Node
	has    bool
	sig    int32
}

type table struct {
	index   int32
	cols    map[string]*property
	at      string
	decl    *source.Node
	rows    []*source.Node
	columns []string
}

var (
	tInt    = def.Type{Kind: def.KInt}
	tBool   = def.Type{Kind: def.KBool}
	tSeat   = def.Type{Kind: def.KSeat}
	tZone   = def.Type{Kind: def.KZone}
	tPile   = def.Type{Kind: def.KPile}
	tCard   = def.Type{Kind: def.KCard}
	tPiece  = def.Type{Kind: def.KPiece}
	tTrack  = def.Type{Kind: def.KTrack}
	tProc   = def.Type{Kind: def.KProc}
	tOrder  = def.Type{Kind: def.KOrder}
	tLast   = def.Type{Kind: def.KLasting}
	tFilter = def.Type{Kind: def.KSet, Elem: def.KClass}
	tZones  = def.Type{Kind: def.KSet, Elem: def.KZone}
	tSeats  = def.Type{Kind: def.KSet, Elem: def.KSeat}
	tCards  = def.Type{Kind: def.KSet, Elem: def.KCard}
	tProcs  = def.Type{Kind: def.KSet, Elem: def.KProc}
	tInts   = def.Type{Kind: def.KSet, Elem: def.KInt}
	tAny    = def.Type{}
)

func setOf(t def.Type) def.Type {
	return def.Type{Kind: def.KSet, Elem: t.Kind, Of: t.Of}
}

func elemOf(t def.Type) def.Type {
	switch t.Kind {
	case def.KSet:
		return def.Type{Kind: t.Elem, Of: t.Of}
	case def.KOrder:
		return tSeat
	case def.KPile:
		return tCard
	}
	return tAny
}

// items returns the entries of a top-level list.
func (c *compiler) items(key string) []*source.Node {
	n := c.root.Get(key)
	if n == nil || n.Kind == source.Null {
		return nil
	}
	if n.Kind != source.List {
		c.errorf(n.Pos, "wrong-type", "%s must be a list of entries", key)
		return nil
	}
	return n.Items
}

// sortCards brings the cards into the order of their ids, numbers by their value, so that it does not matter to chance on
// which page a card stands.
func (c *compiler) sortCards() {
	slices.SortStableFunc(c.items("cards"), func(a, b *source.Node) int {
		return natural(a.Get("id").Value, b.Get("id").Value)
	})
}

// natural compares ids; a run of digits counts as a number.
func natural(a, b string) int {
	for a != "" && b != "" {
		m, n := digits(a), digits(b)
		if m > 0 && n > 0 {
			x, y := strings.TrimLeft(a[:m], "0"), strings.TrimLeft(b[:n], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[m:], b[n:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits is the length of the run of digits that s begins with.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

func (c *compiler) pairs(key string) []source.Pair {
	n := c.root.Get(key)
	if n == nil || n.Kind == source.Null {
		return nil
	}
	if n.Kind != source.Map {
		c.errorf(n.Pos, "wrong-type", "%s must be a mapping", key)
		return nil
	}
	return n.Pairs
}

func title(n *source.Node) string {
	if t := n.Get("title"); t != nil {
		return t.Value
	}
	return ""
}

func (c *compiler) declare() {
	d := c.def
	for _, p := range c.pairs("enums") {
		c.addEnum(p.Key.Value, p.Key.Pos, scalars(p.Value))
	}
	for _, n := range c.items("options") {
		c.declareOption(n)
	}
	for i, n := range c.items("seats") {
		id, pos := n.Get("id").Value, idPos(n)
		d.Seats = append(d.Seats, def.Named{ID: id, Title: title(n)})
		c.add(&symbol{name: id, typ: tSeat, value: int64(i), pos: pos})
	}
	if len(d.Seats) > 8 {
		c.errorf(c.items("seats")[8].Pos, "too-many", "a game has at most 8 seats, this one has %d", len(d.Seats))
	}
	for _, key := range []string{"spaces", "boxes"} {
		for _, n := range c.items(key) {
			id, pos := n.Get("id").Value, idPos(n)
			i := int64(len(d.Zones))
			if i < 64 {
				if key == "spaces" {
					c.spaces |= 1 << uint(i)
				} else {
					c.boxes |= 1 << uint(i)
				}
			}
			d.Zones = append(d.Zones, def.ZoneDef{Named: def.Named{ID: id, Title: title(n)}, Plain: key == "boxes"})
			c.add(&symbol{name: id, typ: tZone, value: i, pos: pos})
		}
	}
	if len(d.Zones) > 64 {
		zones := append(append([]*source.Node{}, c.items("spaces")...), c.items("boxes")...)
		c.errorf(zones[64].Pos, "too-many", "a game has at most 64 spaces and boxes together, this one has %d", len(d.Zones))
	}
	c.declareBuiltinSets()
	for i, n := range c.items("piles") {
		id, pos := n.Get("id").Value, idPos(n)
		d.Piles = append(d.Piles, def.PileDef{Named: def.Named{ID: id, Title: title(n)}, Owner: -1})
		c.add(&symbol{name: id, typ: tPile, value: int64(i), pos: pos})
	}
	c.sortCards()
	for i, n := range c.items("cards") {
		id, pos := n.Get("id").Value, idPos(n)
		d.Cards = append(d.Cards, def.Named{ID: id, Title: title(n)})
		c.add(&symbol{name: id, typ: tCard, value: int64(i), pos: pos})
	}
	c.declarePieces()
	for i, n := range c.items("durations") {
		c.durs[n.Value] = int32(i)
		d.Durations = append(d.Durations, n.Value)
	}
	c.declareTables()
	c.declareProcedures()
	c.declareLasting()
	for i, n := range c.items("points") {
		id := n.Get("id").Value
		c.points[id] = int32(i)
		d.Points = append(d.Points, def.PointDef{Named: def.Named{ID: id, Title: title(n)}})
	}
	c.declareVariables()
	for i, n := range c.items("functions") {
		id, pos := n.Get("id").Value, idPos(n)
		c.funcs = append(c.funcs, &function{c: c, n: n, id: id, index: int32(i)})
		d.Functions = append(d.Functions, def.FuncDef{ID: id})
		c.add(&symbol{name: id, kind: symFunc, index: int32(i), pos: pos})
	}
	for _, p := range c.pairs("sets") {
		c.declareSet(p)
	}
	c.declareProperties()
}

func (c *compiler) declareBuiltinSets() {
	d := c.def
	seats := int64(1)<<uint(len(d.Seats)) - 1
	for _, s := range []symbol{{name: "spaces", typ: tZones, value: c.spaces}, {name: "boxes", typ: tZones, value: c.boxes},
		{name: "zones", typ: tZones, value: c.spaces | c.boxes}, {name: "seats", typ: tSeats, value: seats}} {
		s := s
		c.add(&s)
	}
}

func (c *compiler) declareOption(n *source.Node) {
	f := c.fields(n, "option")
	id := f.word("id")
	o := def.OptionDef{Named: def.Named{ID: id, Title: f.text("title")}}
	values := f.list("values")
	for _, v := range values {
		o.Values = append(o.Values, v.Value)
	}
	gd := f.get("default")
	f.get("rule")
	f.done()
	if len(o.Values) == 2 && boolValues(o.Values) {
		o.Values = []string{"false", "true"}
		o.Type = tBool
	} else {
		o.Type = def.Type{Kind: def.KEnum, Of: c.addEnum(id, idPos(n), values)}
	}
	if gd != nil {
		at := -1
		for i, v := range o.Values {
			if v == gd.Value {
				at = i
			}
		}
		if at < 0 {
			c.errorf(gd.Pos, "unknown-name", "option %s has no value %s%s", id, gd.Value, c.near(gd.Value, o.Values))
			at = 0
		}
		o.Default = int32(at)
	}
	if len(o.Values) == 0 {
		c.errorf(n.Pos, "missing-key", "option %s needs values", id)
	}
	c.add(&symbol{name: id, kind: symOption, index: int32(len(c.def.Options)), typ: o.Type, pos: idPos(n)})
	c.def.Options = append(c.def.Options, o)
}

func boolValues(v []string) bool {
	return v[0] == "true" && v[1] == "false" || v[0] == "false" && v[1] == "true"
}

// declarePieces builds the classes: type x status x marks.
func (c *compiler) declarePieces() {
	d := c.def
	var tooMany diag.Pos
	for i, n := range c.items("pieces") {
		id, pos := n.Get("id").Value, idPos(n)
		t := def.PieceType{Named: def.Named{ID: id, Title: title(n)}, Seat: -1}
		for _, s := range scalars(n.Get("statuses")) {
			t.Statuses = append(t.Statuses, s.Value)
		}
		for _, m := range scalars(n.Get("marks")) {
			at, ok := c.markI[m.Value]
			if !ok {
				at = int32(len(d.Marks))
				c.markI[m.Value] = at
				d.Marks = append(d.Marks, m.Value)
			}
			t.Marks = append(t.Marks, at)
		}
		t.First = int32(len(d.Classes))
		statuses := t.Statuses
		if len(statuses) == 0 {
			statuses = []string{""}
		}
		for combo := 0; combo < 1<<len(t.Marks); combo++ {
			var marks uint32
			name := ""
			for b, m := range t.Marks {
				if combo>>b&1 == 1 {
					marks |= 1 << uint(m)
					name += "." + d.Marks[m]
				}
			}
			for si, s := range statuses {
				full := id
				if s != "" {
					full += "." + s
				}
				at := int32(len(d.Classes))
				d.Classes = append(d.Classes, def.ClassDef{ID: full + name, Type: int32(i), Status: int32(si), Marks: marks})
				c.classOf[classKey{int32(i), int32(si), marks}] = at
				if at < 64 {
					t.Classes |= 1 << uint(at)
					if s != "" {
						c.statusM[s] |= 1 << uint(at)
						if old, ok := c.status[s]; ok && old != int32(si) {
							c.errorf(n.Pos, "status-order", "status %s must stand at the same place in the statuses of all piece types that have it", s)
						}
						c.status[s] = int32(si)
					}
					for m := range d.Marks {
						if marks>>uint(m)&1 == 1 {
							c.markM[d.Marks[m]] |= 1 << uint(at)
						}
					}
				}
			}
		}
		d.Types = append(d.Types, t)
		c.add(&symbol{name: id, kind: symTypeOf, index: int32(i), typ: tFilter, value: t.Classes, pos: pos})
		if len(d.Classes) > 64 && tooMany.IsZero() {
			tooMany = n.Pos
		}
	}
	if len(d.Classes) > 64 {
		c.errorf(tooMany, "too-many", "type x status x marks give %d piece classes; at most 64 are possible", len(d.Classes))
	}
}

func (c *compiler) declareLasting() {
	add := func(n *source.Node) {
		id, ok := c.entryID(n, "lasting")
		if !ok {
			return
		}
		i := int32(len(c.def.Lasting))
		c.def.Lasting = append(c.def.Lasting, def.LastingDef{Named: def.Named{ID: id, Title: title(n)}, Node: c.node(n, "lasting")})
		c.add(&symbol{name: id, typ: tLast, value: int64(i), pos: idPos(n)})
		c.attach = append(c.attach, pendingHook{n: n, lasting: i})
	}
	for _, n := range c.items("lasting") {
		add(n)
	}
	for _, n := range c.items("cards") {
		if l := n.Get("lasting"); l != nil {
			for _, e := range scalars(l) {
				add(e)
			}
		}
	}
}

// declareSet registers a named set; its members are computed when the data stage or a formula first needs them.
func (c *compiler) declareSet(p source.Pair) {
	s := &symbol{name: p.Key.Value, typ: tAny, pos: p.Key.Pos}
	n := p.Value
	s.from = n
	s.lazy = func() {
		x := c.formula(n, nil, tAny)
		if x == bad {
			s.typ = def.Type{Kind: def.KNone, Of: -1}
			return
		}
		if x.Type.Kind != def.KSet {
			x = c.coerce(x, setOf(x.Type), n.Pos)
		}
		v, ok := c.eval(x)
		if !ok {
			c.errorf(n.Pos, "not-constant", "set %s must be computable from properties alone", s.name)
		}
		s.typ, s.value = x.Type, v
	}
	c.add(s)
}

// resolve computes a lazy symbol; a set that needs itself is an error.
func (c *compiler) resolve(s *symbol) {
	if s.lazy == nil {
		return
	}
	if s.busy {
		c.errorf(s.pos, "recursion", "set %s is defined through itself", s.name)
		s.lazy = nil
		return
	}
	s.busy = true
	f := s.lazy
	f()
	s.lazy, s.busy = nil, false
}

// names lists every symbol, for near names.
func (c *compiler) names() []string {
	out := make([]string, 0, len(c.syms))
	for n := range c.syms {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// Package data computes the data of the game from its blocks: properties, tables, sets, initial values, set-ups, looks, checks
// and the words of moves.
package data

// This file computes properties, tables, initial values, and owners, homes and stacking limits of pieces.

import (
	"maps"
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

type filler struct {
	*formulas.Resolver
	procs []*tree.Entry // computed on first use
}

// Fill computes the data that formulas read.
func Fill(from *formulas.Resolver) {
	r := &filler{Resolver: from}
	r.ownership()
	r.adjacency()
	spaces := r.Entries("spaces")
	r.fill(def.KSeat, "seat", 0, len(r.Game.Seats), r.Entries("seats"))
	r.fill(def.KZone, "space", 0, len(r.Game.Zones), spaces)
	r.fill(def.KZone, "box", len(spaces), len(r.Game.Zones), r.Entries("boxes"))
	r.pieceTypes(r.Entries("pieces"))
	procs := r.declaredProcs()
	r.fill(def.KProc, "procedure", 0, len(procs), procs)
	r.entries()
	for _, key := range []string{"tables", "setupTables"} {
		for _, e := range r.Entries(key) {
			if t := r.Syms.Data.Tables[e.ID()]; t != nil && t.Entry == e {
				r.rows(t)
			}
		}
	}
	r.fill(def.KCard, "card", 0, len(r.Game.Cards), r.Entries("cards"))
	for _, lookup := range slices.Sorted(maps.Keys(r.Pending)) {
		r.Compute(lookup)
	}
	r.piles()
	r.looks()
	r.seating()
	r.initialValues()
	r.stacking()
	r.ComputeSets()
	for i := range r.Game.Lookups {
		if l := &r.Game.Lookups[i]; l.Values == nil {
			l.Values = []int64{}
		}
	}
}

// Finish resolves the data that needs functions and procedures: set-ups, checks, invariants, the words of moves, gaps.
func Finish(from *formulas.Resolver) {
	r := &filler{Resolver: from}
	r.setups()
	r.checks()
	r.invariants()
	r.moves()
	r.gaps()
}

// declaredProcs returns the entries of procedures in the order of their indices.
func (r *filler) declaredProcs() []*tree.Entry {
	if r.procs == nil {
		for _, p := range r.Syms.Rules.Procs {
			if p.Declared {
				r.procs = append(r.procs, p.Entry)
			}
		}
	}
	return r.procs
}

// ownership reads the seats and homes of pieces. It comes first because filters named by a seat need them.
func (r *filler) ownership() {
	for i, e := range r.Entries("pieces") {
		t := &r.Game.Types[i]
		if s := e.Get("seat"); s != nil {
			t.Seat = int32(r.Constant(s, def.TSeat))
			if of := r.Game.Lookups[r.Syms.Pieces.OfSeat].Values; int(t.Seat) < len(of) && t.Seat >= 0 {
				of[t.Seat] = r.Game.Join(def.FilterSet, of[t.Seat], t.Classes)
			}
		}
		h := e.Get("home")
		home, ok := r.TryConstant(h, def.TZone)
		t.Home = int32(home)
		if ok && (home < 0 || !r.Game.Zones[home].Plain) {
			r.Errorf(h.Pos, "wrong-type", "the home of %s must be a box", t.ID)
		}
	}
}

// pieceTypes computes the counts and properties of piece types. A property is stored by class, because formulas read it of a
// class.
func (r *filler) pieceTypes(entries []*tree.Entry) {
	for i, e := range entries {
		r.pieceCount(&r.Game.Types[i], e)
	}
	props := r.Syms.Data.Properties[def.KClass]
	if r.tooMuch(len(r.Game.Classes), len(props), "class of pieces", entries) {
		return
	}
	r.fill(def.KClass, "piece type", 0, len(entries), entries)
	for _, name := range declare.SortedProperties(props) {
		p := props[name]
		r.later(p.Lookup, func() {
			of := r.Game.Lookups[p.Lookup].Values
			if of == nil {
				return
			}
			values := make([]int64, len(r.Game.Classes))
			for c := range r.Game.Classes {
				values[c] = of[r.Game.Classes[c].Type]
			}
			r.Game.Lookups[p.Lookup].Values = values
		})
	}
}

// later adds to the pending computation of a lookup. Formulas of other data may need its values first, whatever the order of
// the keys.
func (r *filler) later(lookup int32, do func()) {
	before := r.Pending[lookup]
	r.Pending[lookup] = func() {
		if before != nil {
			before()
		}
		do()
	}
}

func (r *filler) pieceCount(t *def.PieceType, e *tree.Entry) {
	t.Count = int32(e.Int("count", 0))
	if n := e.Int("count", 1); n < 1 || n > def.MaxPieces {
		r.Errorf(e.Get("count").Pos, "bad-bounds", "piece type %s needs a count from 1 to %d", t.ID, def.MaxPieces)
	}
}

// zone returns the zone with a name, def.None if there is none.
func (r *filler) zone(name string) int64 {
	if s := r.Syms.Names[name]; s != nil && s.Kind == declare.Const && s.Type == def.TZone {
		return s.Value
	}
	return def.None
}

// neighbour returns the zone that an item of `adjacent` names. If there is none, it reports an error and returns def.None.
func (r *filler) neighbour(n *source.Node) int64 {
	if z := r.zone(n.Value); z != def.None {
		r.Uses(n.Pos, names.Thing{Name: n.Value})
		return z
	}
	if !r.Syms.Clashed[n.Value] {
		var zones []string
		for _, z := range r.Game.Zones {
			zones = append(zones, z.ID)
		}
		r.Errorf(n.Pos, "unknown-name", "there is no space %s%s", n.Value, r.Near(n.Value, zones))
	}
	return def.None
}

// fill has the properties of entries computed, whose indices begin with first; total is the number of entries of their kind.
func (r *filler) fill(k def.Kind, label string, first, total int, entries []*tree.Entry) {
	props := r.Syms.Data.Properties[k]
	sorted := declare.SortedProperties(props)
	if r.tooMuch(len(entries), len(sorted), label, entries) {
		return
	}
	for _, name := range sorted {
		r.later(props[name].Lookup, func() {
			for i, e := range entries {
				r.Book.Budget.Spend(e.Node.Pos, 1)
				r.property(props[name], names.PropertyOf(k, name), carrier{node: e.Node, label: label, index: first + i, total: total})
			}
		})
	}
}

// maxGiven is the greatest number of values of the properties of one kind of thing, or of the columns of one table.
const maxGiven = 1 << 18

// tooMuch reports an error if there are more than maxGiven values.
func (r *filler) tooMuch(things, each int, label string, at []*tree.Entry) bool {
	if things*each <= maxGiven {
		return false
	}
	r.Errorf(at[0].Node.Pos, "too-many", "%d properties of each %s, of which there are %d, are more than %d values", each, label, things, maxGiven)
	return true
}

func (r *filler) rows(t *declare.Table) {
	label := "row of " + t.Entry.ID()
	if r.tooMuch(len(t.Rows), len(t.Columns), label, []*tree.Entry{t.Entry}) {
		return
	}
	for _, name := range t.Columns {
		r.later(t.Column[name].Lookup, func() {
			for i, row := range t.Rows {
				r.Book.Budget.Spend(row.Pos, 1)
				c := carrier{node: row, label: label, index: i, total: len(t.Rows)}
				if row.Kind != source.Map { // a scalar is the value of the only column
					if len(t.Columns) != 1 {
						continue
					}
					c.node = &source.Node{Kind: source.Map, Pos: row.Pos, Rules: row.Rules, Pairs: []source.Pair{
						{Key: &source.Node{Kind: source.Scalar, Value: t.Columns[0], Pos: row.Pos}, Value: row}}}
				}
				r.property(t.Column[name], names.Thing{Sort: names.Property, Of: t.Entry.ID(), Name: name}, c)
			}
		})
	}
}

// carrier is a thing that has properties.
type carrier struct {
	node         *source.Node
	label        string // its noun in messages
	index, total int
}

func (r *filler) property(p *declare.Property, of names.Thing, c carrier) {
	l := &r.Game.Lookups[p.Lookup]
	if l.Values == nil {
		l.Values = make([]int64, c.total)
		absent := r.absent(p)
		for j := range l.Values {
			l.Values[j] = absent
		}
	}
	var n *source.Node
	if written := c.node.Pair(of.Name); written != nil {
		n = written.Value.Given()
		if written.Key.Pos != written.Value.Pos { // not a scalar row
			r.Uses(written.Key.Pos, of)
		}
	}
	switch {
	case formulas.Unknown(p.Type):
	case n == nil && !p.Optional:
		r.Errorf(c.node.Pos, "missing-key", "%s needs %s: (a property without a default)", c.label, of.Name)
	case n == nil:
	case p.Signature >= 0 && n.Kind != source.Scalar:
		l.Values[c.index] = r.Text(n)
		r.Stored(p.Signature, l.Values[c.index])
	case p.Signature >= 0:
		l.Values[c.index] = r.Constant(n, def.TProc)
		r.Stored(p.Signature, l.Values[c.index])
	default:
		l.Values[c.index], _ = r.dataSet(n, p.Type, r.LostColumns, p.Lookup)
	}
}

// dataSet is like TryConstant, but records under k that the value is a set that lost an order.
func (r *filler) dataSet(n *source.Node, want def.Type, lost map[int32]formulas.LossAt, k int32) (int64, bool) {
	x, v, ok := r.ComputedAs(n, want)
	if how := r.Lost(x); how > lost[k].Loss {
		lost[k] = formulas.LossAt{Loss: how, At: n.Pos}
	}
	return v, ok
}

// absent returns the value of a property that is not given.
func (r *filler) absent(p *declare.Property) int64 {
	if p.Default != nil && !formulas.Unknown(p.Type) {
		v, _ := r.dataSet(p.Default, p.Type, r.LostColumns, p.Lookup)
		r.Stored(p.Signature, v)
		return v
	}
	switch p.Type.Kind {
	case def.KInt, def.KBool, def.KEnum, def.KSet:
		return 0
	}
	return def.None
}

func (r *filler) piles() {
	for i, e := range r.Entries("piles") {
		p := &r.Game.Piles[i]
		p.Visible = declare.Visibility(e)
		stated := !e.Unsure
		if n := e.Get("owner"); n != nil {
			owner, ok := r.TryConstant(n, def.TSeat)
			p.Owner, stated = int32(owner), ok
		}
		if p.Visible == def.Owner && p.Owner < 0 && stated {
			r.Errorf(e.Get("visible").Pos, "no-owner", "pile %s has no owner to see it; write owner: and the seat, or visible: hidden", p.ID)
		}
	}
	if cards := r.Entries("cards"); len(cards) > 0 && len(r.Game.Piles) == 0 {
		r.Errorf(cards[0].Node.Pos, "missing-key", "cards need a pile to lie in: declare one under piles:")
	}
}

// initialValues computes the initial values of markers, variables and set-up values.
func (r *filler) initialValues() {
	for _, e := range r.Entries("markers") {
		if v := r.variableOf(e); v != nil {
			r.marker(v, e)
		}
	}
	for _, e := range r.Entries("variables") {
		v := r.variableOf(e)
		if v == nil {
			continue
		}
		r.stance(v, e)
		if n := e.Get("initial"); n != nil {
			x, ok := r.dataSet(n, v.Type, r.LostInitial, v.Base)
			if ok && v.Bounded && v.Min <= v.Max && (x < v.Min || x > v.Max) {
				r.Errorf(n.Pos, "bad-bounds", "%s runs from %d to %d", v.ID, v.Min, v.Max)
			}
			r.initially(v, x)
		}
	}
	for _, w := range r.Syms.Data.SetupWords {
		if w.Default != nil {
			v := &r.Game.Vars[w.Var]
			x, _ := r.dataSet(w.Default, w.Type, r.LostInitial, v.Base)
			r.initially(v, x)
		}
	}
}

// stance computes the seats that may set a variable at any time.
func (r *filler) stance(v *def.VarDef, e *tree.Entry) {
	n := e.Get("stance")
	if n == nil || e.Unsure || formulas.Unknown(v.Type) || r.Syms.Clashed[v.ID] {
		return
	}
	if !slices.Equal(v.Per, []def.Type{def.TSeat}) || v.Scope != def.GameScope {
		r.Errorf(n.Pos, "stance", "a seat can set only a lasting value of its own: a stance needs per: seat, and no scope: action")
	} else if v.Type.Kind != def.KBool && v.Type.Kind != def.KEnum && (v.Type.Kind != def.KInt || !v.Bounded) {
		r.Errorf(n.Pos, "stance", "the type of a stance must be bool, an enumeration, or int with min: and max:")
	}
	v.Stance = r.Constant(n, def.SeatSet)
}

// variableOf returns the variable that an entry declares, nil if its id clashes.
func (r *filler) variableOf(e *tree.Entry) *def.VarDef {
	s := r.Syms.Names[e.ID()]
	if s == nil || s.Pos != e.IDPos() {
		return nil
	}
	return &r.Game.Vars[s.Index]
}

// initially sets the initial value of every cell of v to x.
func (r *filler) initially(v *def.VarDef, x int64) {
	n := int32(r.Game.Words(v.Type))
	if n == 1 {
		for i := range v.Len {
			r.Game.Initial[v.Base+i] = x
		}
		return
	}
	words := r.Game.Bits(x, v.Type)
	for at := v.Base; at < v.Base+v.Len; at += n {
		clear(r.Game.Initial[at : at+n])
		copy(r.Game.Initial[at:at+n], words)
	}
}

// marker computes the zones, the pool and the initial value of a marker.
func (r *filler) marker(v *def.VarDef, e *tree.Entry) {
	v.On = r.Syms.Data.Spaces
	if n := e.Get("on"); n != nil {
		v.On = r.Constant(n, def.ZoneSet)
	}
	if n := e.Get("pool"); n != nil && !r.Syms.Clashed[n.Value] {
		if s, ok := r.Syms.Names[n.Value]; ok && s.Kind == declare.Pool {
			v.Pool = s.Index
			r.Uses(n.Pos, names.Thing{Name: n.Value})
		} else {
			r.Errorf(n.Pos, "unknown-name", "there is no pool %s%s", n.Value, r.Near(n.Value, r.poolNames()))
		}
	}
	if n := e.Get("initial"); n != nil {
		x := r.Constant(n, v.Type)
		if v.Scale >= 0 {
			r.initially(v, x)
			return
		}
		for _, z := range r.Game.Each(v.On, def.ZoneSet) { // other zones have no marker
			r.Game.Initial[v.Base+int32(z)] = x
		}
	}
}

// poolNames returns the ids of the pools of markers, for spelling suggestions.
func (r *filler) poolNames() []string {
	var out []string
	for _, p := range r.Game.Pools {
		out = append(out, p.ID)
	}
	return out
}

const maxCount = 1 << 30

func (r *filler) stacking() {
	for _, e := range r.Entries("stacking") {
		most := e.Int("max", maxCount) // a value that is not a number is already reported
		if most < 0 || most > maxCount {
			r.Errorf(e.Get("max").Pos, "bad-bounds", "at most %d pieces can be counted in a zone; a limit is a number from 0 to that", maxCount)
			continue
		}
		l := def.StackLimit{Max: int32(most), Zones: r.Constant(e.Get("in"), def.ZoneSet), Filter: r.Constant(e.Get("of"), def.FilterSet)}
		at := r.Place(e.Node, "stacking")
		if e.Get("rule") != nil {
			l.Rule = at.Rule()
		}
		l.Node = at.Node(r.Game)
		r.Game.Stacking = append(r.Game.Stacking, l)
	}
}

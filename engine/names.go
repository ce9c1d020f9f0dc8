package engine

// This file maps names to values: it spells and parses values, and resolves names.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// nameKind is the kind of thing that a name refers to.
type nameKind uint8

const (
	nameCell    nameKind = iota // i: cell
	nameDerived                 // i: derived value, index: its index or None
	namePieces                  // i: zone, index: filter
	nameTop                     // i: pile
	namePool                    // i: pool
	nameStamp                   // i: lasting effect
	nameSize                    // i: pile
)

type nameRef struct {
	kind  nameKind
	i     int64
	index int64
	typ   def.Type
}

// named returns the index of names for Value and Setup. It is built on first use.
func (g *Game) named() map[string]nameRef {
	g.naming.Do(g.indexNames)
	return g.names
}

// indexNames builds the index of names. If two things share a name, the first one has priority: cells, derived values, pieces, piles, pools,
// lasting effects.
func (g *Game) indexNames() {
	g.names = map[string]nameRef{}
	add := func(name string, r nameRef) {
		if _, ok := g.names[name]; !ok {
			g.names[name] = r
		}
	}
	for i := range g.def.Vars {
		v := &g.def.Vars[i]
		for j := int32(0); j < v.Len; j += int32(g.def.Words(v.Type)) {
			add(g.cellName(v.Base+j), nameRef{kind: nameCell, i: int64(v.Base + j), typ: v.Type})
		}
	}
	for i := range g.def.Derived {
		d := &g.def.Derived[i]
		if d.Per == def.KNone {
			add(d.ID, nameRef{kind: nameDerived, i: int64(i), index: def.None, typ: d.Type})
			continue
		}
		for j := int64(0); j < g.derived[i].n; j++ {
			add(g.def.Of(d.Per, j, d.ID), nameRef{kind: nameDerived, i: int64(i), index: j, typ: d.Type})
		}
	}
	integer := def.TInt
	for z := range g.def.Zones {
		zone := g.def.Zones[z].ID + "."
		for c := range g.def.Classes {
			if g.def.Types[g.def.Classes[c].Type].Absent { // of a seat that does not play
				continue
			}
			add(zone+g.def.Classes[c].ID, nameRef{kind: namePieces, i: int64(z), index: g.filterOf(c), typ: integer})
		}
		for t := range g.def.Types {
			p := &g.def.Types[t]
			if p.Absent {
				continue
			}
			for c := range g.def.Classes {
				if g.def.Classes[c].Type == int32(t) && int(g.def.Classes[c].Status) < len(p.Statuses) {
					add(zone+p.ID+"."+p.Statuses[g.def.Classes[c].Status], nameRef{kind: namePieces, i: int64(z), index: g.filterOf(c), typ: integer})
				}
			}
		}
	}
	for z := range g.def.Zones { // a type's name refers to all of its classes, even if one class has the same name
		for _, t := range g.def.Types {
			if t.Absent {
				continue
			}
			g.names[g.def.Zones[z].ID+"."+t.ID] = nameRef{kind: namePieces, i: int64(z), index: t.Classes, typ: integer}
		}
		for i, seat := range g.def.Seats {
			add(g.def.Zones[z].ID+"."+seat.ID, nameRef{kind: namePieces, i: int64(z), index: g.owners[i], typ: integer})
		}
	}
	for p := range g.def.Piles {
		add(g.def.Piles[p].ID, nameRef{kind: nameTop, i: int64(p), typ: def.TCard})
		add("size."+g.def.Piles[p].ID, nameRef{kind: nameSize, i: int64(p), typ: integer})
	}
	for p := range g.def.Pools {
		add("left."+g.def.Pools[p].ID, nameRef{kind: namePool, i: int64(p), typ: integer})
	}
	for l := range g.def.Lasting {
		add(g.def.Lasting[l].ID, nameRef{kind: nameStamp, i: int64(l), typ: integer})
	}
}

// Names lists all names that Value accepts, in lexical order. The list must not be modified.
func (g *Game) Names() []string {
	g.sorting.Do(func() { g.sorted = sortedKeys(g.named()) })
	return g.sorted
}

// Cell returns the cell and type of a variable, track or marker, which a Setup may set; ok is false if the name is unknown. A wide set occupies
// several cells, starting with this one.
func (g *Game) Cell(name string) (cell int64, t def.Type, ok bool) {
	r, ok := g.named()[name]
	if !ok || r.kind != nameCell {
		return 0, def.Type{}, false
	}
	return r.i, r.typ, true
}

// filterOf returns the filter of one class.
func (g *tables) filterOf(class int) int64 {
	if g.classWords == 1 {
		return value.Singleton(int64(class))
	}
	return g.classSets[class]
}

// owned returns the filter of the pieces of each seat.
func (g *tables) owned() []int64 {
	var out []int64
	for i := range g.def.Seats {
		all := make([]int64, g.classWords)
		for c := range g.def.Classes {
			if g.def.Types[g.def.Classes[c].Type].Seat == int32(i) {
				value.SetBit(all, int64(c))
			}
		}
		if g.classWords > 1 {
			g.sets = append(g.sets, all)
			out = append(out, int64(len(g.sets)-1))
			continue
		}
		out = append(out, all[0])
	}
	return out
}

// Named reports whether a name refers to a value of the game.
func (g *Game) Named(name string) bool {
	_, ok := g.names[name]
	return ok
}

// Value returns the value of a name and its type: a variable ("gold", "hill.mood"), a derived value ("hill.control"), a number of pieces by
// seat, type, type and status, or class ("hill.scout.active"), the top card of a pile ("played"), its size ("size.deck"), the markers left in
// a pool ("left.smoke"), or the stamp of a lasting effect.
//
// A wide set (of a kind with more than 64 members) must be read with Each, Spell and similar methods.
func (s *State) Value(name string) (v int64, t def.Type, err error) {
	if s.status != running {
		s.temp = s.temp[:0]
	}
	r, ok := s.g.named()[name]
	if !ok {
		return 0, def.Type{}, fmt.Errorf("there is no value %q", name)
	}
	switch r.kind {
	case nameCell:
		v = s.valueAt(r.i, r.typ)
	case nameDerived:
		v, err = s.Derived(int32(r.i), r.index)
	case namePieces:
		v = s.pieces(r.i, r.index)
	case nameTop:
		v, _ = listPile(s, r.i, 0)
	case nameSize:
		v = int64(s.pileSizes[r.i])
	case namePool:
		v = s.poolLeft(int32(r.i))
	case nameStamp:
		v = s.cells[s.g.def.Lasting[r.i].Stamp]
	}
	return v, r.typ, err
}

// Derived returns Derived[i] at an index (ignored if it has none), like Value. A fault of its formula is an error.
func (s *State) Derived(i int32, index int64) (v int64, err error) {
	if uint64(i) >= uint64(len(s.g.derived)) {
		return 0, fmt.Errorf("there is no derived value %d", i)
	}
	d := &s.g.derived[i]
	if d.slot < 0 {
		index = 0
	}
	err = s.isolated(func() { v = d.read(s, index) })
	return v, err
}

// Call evaluates a function of the rulebook for arguments of its declared types, including sets of one word. It is an error if the function is
// unknown or unused, if it takes or returns a wide set, or if it is a fault.
func (s *State) Call(function string, args ...int64) (v int64, err error) {
	i := slices.IndexFunc(s.g.def.Functions, func(f def.FuncDef) bool { return f.ID == function })
	switch {
	case i < 0:
		return 0, fmt.Errorf("there is no function %s", function)
	case s.g.funcs[i].body == nil:
		return 0, fmt.Errorf("no rule uses the function %s", function)
	case len(args) != len(s.g.funcs[i].params):
		return 0, fmt.Errorf("function %s has %d parameters, not %d", function, len(s.g.funcs[i].params), len(args))
	case s.g.def.Words(s.g.def.Functions[i].Body.Type) > 1:
		return 0, fmt.Errorf("function %s yields a set of more than %d members", function, def.WordBits)
	}
	f := &s.g.funcs[i]
	err = s.isolated(func() {
		for k, slot := range f.params {
			s.bound[slot] = args[k]
		}
		s.spend(f.price)
		v = f.body(s)
	})
	return v, err
}

// isolated evaluates f, possibly while the machine is running, and restores the scratch state.
func (s *State) isolated(f func()) (err error) {
	bound, given, ahead, shared := s.bound, int64(maxFuel), int64(maxForesight), s.shared
	if shared != nil {
		given, ahead = shared.fuel, shared.search
	}
	if s.bound, s.spare = s.spare, nil; s.bound == nil {
		s.bound = make([]int64, len(bound))
	}
	if s.budget != nil {
		given = min(given, s.budget.Left())
	}
	fuel, search, depth, strict, node := s.fuel, s.searchFuel, s.depth, s.strict, s.node
	defer func() {
		if r := recover(); r != nil {
			err = s.fault(r)
		}
		s.bound, s.spare = bound, s.bound
		if s.busy {
			clear(s.hoists) // f may have run a loop that the machine is within
		}
		if s.budget != nil {
			s.budget.left.Add(s.fuel - given + s.searchFuel - ahead)
		}
		if shared != nil {
			shared.fuel, shared.search = max(s.fuel, 0), max(s.searchFuel, 0)
		}
		s.fuel, s.searchFuel, s.depth, s.strict, s.node = fuel, search, depth, strict, node
	}()
	s.fuel, s.searchFuel, s.strict = given, ahead, false
	f()
	return nil
}

// cellName names a cell: its variable, after the seat, zone or card if there is one.
func (g *tables) cellName(cell int32) string {
	c := g.cell[cell]
	if c.v < 0 {
		return fmt.Sprintf("cell %d", cell)
	}
	v := &g.def.Vars[c.v]
	return g.def.VarName(v, int64(c.index))
}

// CellName returns the name of a cell for Value, and the type of its value. Cells without a variable have no name.
func (g *Game) CellName(cell int64) (name string, t def.Type, ok bool) {
	if uint64(cell) >= uint64(len(g.cell)) || g.cell[cell].v < 0 {
		return "", def.Type{}, false
	}
	return g.cellName(int32(cell)), g.def.Vars[g.cell[cell].v].Type, true
}

// Var returns the index in GameDef.Vars of the variable of a cell, and the index of the cell's value within it.
func (g *Game) Var(cell int64) (v, index int32, ok bool) {
	if uint64(cell) >= uint64(len(g.cell)) || g.cell[cell].v < 0 {
		return 0, 0, false
	}
	return g.cell[cell].v, g.cell[cell].index, true
}

// Format spells a value in the notation of the rulebook: GameDef.Spell.
func (g *Game) Format(v int64, t def.Type) string { return g.def.Spell(v, t) }

// Parse parses a value in the notation of Format. Numbers are accepted for every type.
func (g *Game) Parse(text string, t def.Type) (int64, error) { return g.def.Parse(text, t) }

// Each returns the members of a set or an order returned by the state. A wide set must be read before the state is used again: within an event,
// or directly after Value or Derived.
func (s *State) Each(v int64, t def.Type) []int64 {
	if s.g.def.Wide(t) {
		return def.MembersOf(s.bitsOf(v, s.g.def.Words(t)))
	}
	return s.g.def.Each(v, t)
}

// SpellEach is GameDef.SpellEach for a value returned by the state; see Each.
func (s *State) SpellEach(v int64, t def.Type) []string {
	if !s.g.def.Wide(t) {
		return s.g.def.SpellEach(v, t)
	}
	var out []string
	for _, m := range s.Each(v, t) {
		out = append(out, s.g.def.Spell(m, t.Members()))
	}
	return out
}

// Spell is GameDef.Spell for a value returned by the state; see Each.
func (s *State) Spell(v int64, t def.Type) string {
	if !s.g.def.Wide(t) {
		return s.g.def.Spell(v, t)
	}
	return "{" + strings.Join(s.SpellEach(v, t), ", ") + "}"
}

// SpellList is GameDef.SpellList for a value returned by the state; see Each.
func (s *State) SpellList(v int64, t def.Type) string {
	if !s.g.def.Wide(t) {
		return s.g.def.SpellList(v, t)
	}
	return "[" + strings.Join(s.SpellEach(v, t), ", ") + "]"
}

// find looks up a thing by id.
func (g *tables) find(kind def.Kind, id string) (int64, bool) {
	v, ok := g.def.Value(id, def.Type{Kind: kind})
	return v, ok && v != def.None
}

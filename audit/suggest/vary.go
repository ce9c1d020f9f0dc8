// This file changes positions at random, preferably what a place depends on.

package suggest

import (
	"slices"

	"rulebound/conformance/board"
	"rulebound/engine/def"
)

// setupEditor changes the positions of a game.
type setupEditor struct {
	def    *def.GameDef
	gen    *dice
	table  *table
	wishes []board.Wish
	seeds  []*play             // plays whose piles are borrowed
	types  map[string]def.Type // of values, by name
	apart  map[string]bool     // cards that no set-up deals, which are not moved
}

// vary returns a position like p with a few changes.
func (v *setupEditor) vary(p *position, f *focus) *position {
	p = p.copy()
	for n := v.gen.below(4); n > 0; n-- {
		if v.gen.below(10) < 6 {
			v.near(p, f)
		} else {
			v.anywhere(p)
		}
	}
	if len(f.cards) > 0 && v.gen.below(10) < 3 {
		v.top(p, f.cards[v.gen.below(len(f.cards))])
	}
	return p
}

// near changes something that the target depends on.
func (v *setupEditor) near(p *position, f *focus) {
	if len(f.oddPieces)+len(f.oddZones) > 0 && v.gen.below(2) == 0 {
		v.odd(p, f)
		return
	}
	switch k := v.gen.below(16); {
	case k == 0 && len(f.filters) > 0:
		v.flood(p, f.filters[v.gen.below(len(f.filters))], f.areas)
	case k == 1 && len(f.vars) > 0:
		v.level(p, f.vars[v.gen.below(len(f.vars))], f.numbers)
	case k < 6 && len(f.vars) > 0:
		v.value(p, f.vars[v.gen.below(len(f.vars))], f.numbers)
	case k < 12 && len(f.filters) > 0:
		classes := f.filters[v.gen.below(len(f.filters))]
		v.piece(p, classes, f.zones)
	case k < 14 && len(f.lasting) > 0:
		v.effect(p, f.lasting[v.gen.below(len(f.lasting))])
	case len(f.vars) > 0:
		v.value(p, f.vars[v.gen.below(len(f.vars))], f.numbers)
	default:
		v.anywhere(p)
	}
}

// odd changes something on which the rule and the changed one differ: a piece that only one of them counts, or a
// piece or a value in a space that only one of them names.
func (v *setupEditor) odd(p *position, f *focus) {
	classes := f.oddPieces
	if len(classes) == 0 && len(f.filters) > 0 {
		classes = f.filters[v.gen.below(len(f.filters))]
	}
	if len(f.oddZones) == 0 {
		v.piece(p, classes, f.zones)
		return
	}
	zone := f.oddZones[v.gen.below(len(f.oddZones))]
	if len(f.vars) > 0 && v.gen.below(3) == 0 {
		d := &v.def.Vars[f.vars[v.gen.below(len(f.vars))]]
		if n, ok := v.number(d, f.numbers); ok && d.Owner() == def.KZone && len(d.Per) == 1 && d.Scope == def.GameScope && !d.Quiet && (d.On == 0 || v.def.Has(d.On, def.ZoneSet, zone)) {
			p.put(part{kind: valueOf, name: v.def.VarName(d, zone), n: n})
			return
		}
	}
	if len(v.def.Classes) > 0 {
		v.pieceAt(p, v.class(classes), zone)
	}
}

// anywhere changes anything.
func (v *setupEditor) anywhere(p *position) {
	switch k := v.gen.below(20); {
	case k < 6:
		v.value(p, int32(v.gen.below(len(v.def.Vars))), nil)
	case k < 11:
		v.piece(p, nil, nil)
	case k < 13 && len(v.def.Lasting) > 0:
		v.effect(p, int32(v.gen.below(len(v.def.Lasting))))
	case k < 15 && len(v.def.Cards) > 0:
		v.top(p, int32(v.gen.below(len(v.def.Cards))))
	case k < 17 && len(p.parts) > 0:
		i := v.gen.below(len(p.parts))
		p.parts = slices.Delete(p.parts, i, i+1)
	case k == 17:
		v.setup(p)
	case k == 18 && len(v.def.Options) > 0 && v.gen.below(4) == 0:
		v.option(p)
	default:
		v.borrow(p)
	}
}

// value sets a variable, or one of its cells.
func (v *setupEditor) value(p *position, at int32, numbers []int64) {
	d := &v.def.Vars[at]
	if d.Scope != def.GameScope || d.Quiet || v.def.Words(d.Type) > 1 {
		return
	}
	j := int64(v.gen.below(int(d.Len)))
	if d.Owner() == def.KZone && d.On != 0 {
		zones := v.def.Each(d.On, def.ZoneSet)
		j = zones[v.gen.below(len(zones))]
	}
	n, ok := v.number(d, numbers)
	if ok {
		p.put(part{kind: valueOf, name: v.def.VarName(d, j), n: n})
	}
}

// number draws a value for a variable: an end of its range, a number that a condition compares with, or any.
func (v *setupEditor) number(d *def.VarDef, numbers []int64) (n int64, ok bool) {
	low, high := int64(0), int64(12)
	switch t := d.Type; {
	case d.Bounded:
		low, high = d.Min, d.Max
	case t.Kind == def.KBool:
		high = 1
	case t.Kind == def.KEnum:
		high = v.def.Many(t) - 1
	case t.Kind == def.KSeat || t.Kind == def.KZone || t.Kind == def.KCard:
		low, high = def.None, v.def.Many(t)-1
	case t.Kind != def.KInt:
		return 0, false
	}
	switch k := v.gen.below(5); {
	case k == 0:
		n = low
	case k == 1:
		n = high
	case k < 4 && len(numbers) > 0:
		n = numbers[v.gen.below(len(numbers))] + int64(v.gen.below(3)) - 1
		if d.Type.Kind == def.KInt && !d.Bounded {
			return n, true
		}
	default:
		n = low + int64(v.gen.below(int(high-low)+1))
	}
	return n, n >= low && n <= high
}

// piece sets the number of pieces of one of the classes (nil: any) in a zone.
func (v *setupEditor) piece(p *position, classes, zones []int64) {
	if len(v.def.Classes) == 0 || len(v.def.Zones) == 0 {
		return
	}
	c := v.class(classes)
	zone := int64(v.gen.below(len(v.def.Zones)))
	here := slices.DeleteFunc(slices.Clone(p.parts), func(x part) bool { return x.kind != piecesIn })
	switch k := v.gen.below(4); {
	case k == 0 && len(zones) > 0:
		zone = zones[v.gen.below(len(zones))]
	case k < 3 && len(here) > 0:
		zone, _ = v.def.Value(here[v.gen.below(len(here))].name, def.TZone)
	}
	v.pieceAt(p, c, zone)
}

// class draws one of the classes; nil: of all.
func (v *setupEditor) class(classes []int64) int64 {
	if len(classes) > 0 {
		return classes[v.gen.below(len(classes))]
	}
	return int64(v.gen.below(len(v.def.Classes)))
}

// pieceAt sets the number of pieces of a class in a zone.
func (v *setupEditor) pieceAt(p *position, c, zone int64) {
	t := &v.def.Types[v.def.Classes[c].Type]
	if int64(t.Home) == zone {
		return
	}
	n := int64(v.gen.below(4))
	if v.gen.below(4) == 0 {
		n = int64(v.gen.below(int(t.Count) + 1))
	}
	p.put(part{kind: piecesIn, name: v.def.Zones[zone].ID, class: v.def.Classes[c].ID, n: n})
}

// flood puts a piece of one of the classes into every space of the map, or of a named area, as far as there are
// pieces: random changes rarely satisfy a condition on every space, or on no space.
func (v *setupEditor) flood(p *position, classes []int64, areas [][]int64) {
	c := v.def.Classes[classes[v.gen.below(len(classes))]]
	t := &v.def.Types[c.Type]
	var area []int64
	if len(areas) > 0 && v.gen.below(4) > 0 {
		area = areas[v.gen.below(len(areas))]
	}
	n := int64((v.gen.below(4) + 2) / 3) // usually one, rarely none
	left := int64(t.Count)
	for z := range v.def.Zones {
		if !v.def.Zones[z].Plain && int(t.Home) != z && (area == nil || slices.Contains(area, int64(z))) && left >= n {
			p.put(part{kind: piecesIn, name: v.def.Zones[z].ID, class: c.ID, n: n})
			left -= n
		}
	}
}

// level sets all cells of a variable to one value.
func (v *setupEditor) level(p *position, at int32, numbers []int64) {
	d := &v.def.Vars[at]
	n, ok := v.number(d, numbers)
	if d.Scope != def.GameScope || d.Quiet || !ok {
		return
	}
	for j := range int64(d.Len) {
		if d.Owner() != def.KZone || d.On == 0 || v.def.Has(d.On, def.ZoneSet, j) {
			p.put(part{kind: valueOf, name: v.def.VarName(d, j), n: n})
		}
	}
}

// effect puts a lasting effect in force, or ends it.
func (v *setupEditor) effect(p *position, l int32) {
	x := part{kind: inForce, name: v.def.Lasting[l].ID}
	if i := slices.IndexFunc(p.parts, func(o part) bool { return o.same(&x) }); i >= 0 && v.gen.below(2) == 0 {
		p.parts = slices.Delete(p.parts, i, i+1)
		return
	}
	p.put(x)
}

// top puts a card on a pile that the position lists, or among its first cards.
func (v *setupEditor) top(p *position, card int32) {
	id := v.def.Cards[card].ID
	if v.apart[id] {
		return
	}
	var piles []int
	for i := range p.parts {
		if p.parts[i].cards = without(p.parts[i].cards, id); len(p.parts[i].cards) > 0 {
			piles = append(piles, i)
		}
	}
	if len(piles) == 0 {
		v.borrow(p)
		return
	}
	x := &p.parts[piles[v.gen.below(len(piles))]]
	at := min(v.gen.below(3)/2, len(x.cards)-1)
	if v.gen.below(2) == 0 {
		x.cards = slices.Clone(x.cards)
		x.cards[at] = id
		return
	}
	x.cards = slices.Insert(slices.Clone(x.cards), at, id)
}

func without(list []string, x string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == x })
}

// setup selects another set-up, or none.
func (v *setupEditor) setup(p *position) {
	if i := v.gen.below(len(v.def.Setups) + 1); i < len(v.def.Setups) {
		p.setup = v.def.Setups[i].ID
	} else {
		p.setup = ""
	}
}

// option sets a game option.
func (v *setupEditor) option(p *position) {
	o := &v.def.Options[v.gen.below(len(v.def.Options))]
	options := map[string]string{}
	for _, x := range v.def.Options {
		if value, ok := p.options[x.ID]; ok {
			options[x.ID] = value
		}
	}
	options[o.ID] = o.Values[v.gen.below(len(o.Values))]
	p.options = options
}

// borrow takes over the piles of another position.
func (v *setupEditor) borrow(p *position) {
	if len(v.seeds) == 0 {
		return
	}
	for _, x := range v.seeds[v.gen.below(len(v.seeds))].pos.parts {
		if x.kind == pileOf {
			p.put(x)
		}
	}
}

// board draws a mid-game position.
func (v *setupEditor) board() *position {
	g, err := v.table.load(nil)
	if err != nil {
		return &position{}
	}
	s := board.Any(g, uint64(v.gen.gen.Next()), v.wishes)
	p := ofSetup(g, &s, nil)
	if len(s.Piles) == 0 {
		v.borrow(p)
	}
	return p
}

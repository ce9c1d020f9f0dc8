// Package board makes random positions of any game: pieces within their number and stacking limits, markers in their
// spaces and within their pools, tracks between their bounds. Properties of a rulebook are tested on them, because
// plays from a set-up rarely reach such corner cases.
package board

import (
	"errors"
	"maps"
	"math"
	"slices"

	"rulebound/conformance/listing"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Wish restricts the random positions with what a game definition does not state, such as which boxes hold which
// pieces. The zero value leaves cards and variables at their initial values.
type Wish struct {
	Setup   string              `yaml:"setup"`   // set-up that supplies what is not drawn: cards, variables, effects in force
	Piles   map[string][]string `yaml:"piles"`   // cards of piles, top first
	Boxes   map[string][]string `yaml:"boxes"`   // piece types that boxes other than their home may hold
	Out     map[string]int      `yaml:"out"`     // the highest number of each piece type away from home
	Within  []string            `yaml:"within"`  // spaces that pieces on the map may be in; empty: all
	Most    map[string]int      `yaml:"most"`    // the highest number of pieces on the map with a status
	Values  map[string][]string `yaml:"values"`  // values to choose from, by name: of variables, and of tracks and markers that are not drawn freely
	Effects bool                `yaml:"effects"` // lasting effects may be in force, at most one of those with the same title
	Never   []string            `yaml:"never"`   // lasting effects that are never in force
}

// Read parses a list of wishes.
func Read(text []byte) ([]Wish, error) {
	var list []Wish
	if err := listing.Read(text, &list); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.New("the list of boards is empty")
	}
	return list, nil
}

// Any calls Random with one of the wishes, chosen by the seed.
func Any(g *engine.Game, seed uint64, wishes []Wish) engine.Setup {
	if len(wishes) == 0 {
		return Random(g, seed, &Wish{})
	}
	return Random(g, seed, &wishes[seed%uint64(len(wishes))])
}

// Random returns the same position for the same game, seed and wish. The seed is also that of the play.
// engine.Game.New accepts the position unless values of the wish make it illegal.
func Random(g *engine.Game, seed uint64, w *Wish) engine.Setup {
	d := &draft{def: g.Def(), gen: engine.NewGenerator(seed), wish: w}
	d.count = make([][]int, len(d.def.Zones))
	for z := range d.count {
		d.count[z] = make([]int, len(d.def.Classes))
	}
	d.pieces()
	setup := engine.Setup{ID: w.Setup, Seed: seed, Piles: w.Piles, Pieces: d.placed(), Cells: map[string]int64{}, Values: map[string]string{}}
	for cell, v := range d.cells() {
		if v == nothing {
			continue
		}
		if name := d.def.CellName(int64(cell)); len(w.Values[name]) == 0 {
			setup.Cells[name] = v
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.Values)) {
		if from := w.Values[name]; len(from) > 0 {
			setup.Values[name] = from[d.below(len(from))]
		}
	}
	for _, group := range d.effects() {
		if i := d.below(2 * len(group)); i < len(group) {
			setup.Lasting = append(setup.Lasting, group[i])
		}
	}
	return setup
}

// effects groups the lasting effects that may be in force by title: effects of one title are sides of one thing.
func (d *draft) effects() [][]string {
	var groups [][]string
	at := map[string]int{}
	for _, l := range d.def.Lasting {
		if !d.wish.Effects || slices.Contains(d.wish.Never, l.ID) {
			continue
		}
		title := l.Title
		if title == "" {
			title = l.ID
		}
		i, ok := at[title]
		if !ok {
			i, groups = len(groups), append(groups, nil)
			at[title] = i
		}
		groups[i] = append(groups[i], l.ID)
	}
	return groups
}

// nothing marks a cell that is not drawn.
const nothing = int64(-1) << 62

// draft is a position under construction.
type draft struct {
	def   *def.GameDef
	gen   engine.Generator
	wish  *Wish
	count [][]int // by zone and class; homes are not counted
	drawn map[string]int
}

func (d *draft) below(n int) int {
	if n < 2 {
		return 0
	}
	return int(d.gen.Below(uint32(min(n, math.MaxInt32))))
}

// span returns most - least, limited to what every platform can draw from.
func span(least, most int64) int {
	return int(min(uint64(most)-uint64(least), math.MaxInt32-1))
}

// pieces draws how many pieces of each type are away from home and places them in clumps, since real boards have crowded and empty places.
func (d *draft) pieces() {
	d.drawn = map[string]int{}
	var board []int
	for z, zone := range d.def.Zones {
		if !zone.Plain && (len(d.wish.Within) == 0 || slices.Contains(d.wish.Within, zone.ID)) {
			board = append(board, z)
		}
	}
	first := d.below(len(d.def.Types)) // the first type finds the most room
	for i := range d.def.Types {
		t := (first + i) % len(d.def.Types)
		left := int(d.def.Types[t].Count)
		switch d.below(5) {
		case 0: // all
		case 1:
			left = d.below(left/4 + 1)
		default:
			left = d.below(left + 1)
		}
		if most, ok := d.wish.Out[d.def.Types[t].ID]; ok {
			left = min(left, most)
		}
		if boxes := d.boxes(t); len(boxes) > 0 && d.below(2) == 0 {
			off := d.below(left/2 + 1)
			d.count[boxes[d.below(len(boxes))]][d.def.Types[t].First] += off
			left -= off
		}
		largest := 1 + d.below(6)
		for tries := 0; left > 0 && tries < 8*len(board); tries++ {
			zone := board[d.below(len(board))]
			for n := min(left, 1+d.below(largest)); n > 0; n-- {
				if class := d.class(t); d.room(zone, class) {
					d.count[zone][class]++
					d.drawn[d.status(class)]++
					left--
				}
			}
		}
	}
}

// boxes lists the boxes other than its home that may hold a type.
func (d *draft) boxes(t int) []int {
	var list []int
	for z, zone := range d.def.Zones {
		if slices.Contains(d.wish.Boxes[zone.ID], d.def.Types[t].ID) {
			list = append(list, z)
		}
	}
	return list
}

// class draws a class of a type: an available status, no marks.
func (d *draft) class(t int) int {
	var list []int
	for c, class := range d.def.Classes {
		if int(class.Type) != t || class.Marks != 0 {
			continue
		}
		if most, ok := d.wish.Most[d.status(c)]; !ok || d.drawn[d.status(c)] < most {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return int(d.def.Types[t].First)
	}
	return list[d.below(len(list))]
}

// status returns the name of a class's status, "" if its type has none.
func (d *draft) status(class int) string {
	c := d.def.Classes[class]
	if names := d.def.Types[c.Type].Statuses; int(c.Status) < len(names) {
		return names[c.Status]
	}
	return ""
}

// room reports whether stacking limits let a zone take one more piece of a class.
func (d *draft) room(zone, class int) bool {
	for _, limit := range d.def.Stacking {
		if !d.def.Has(limit.Zones, def.ZoneSet, int64(zone)) || !d.def.Has(limit.Filter, def.FilterSet, int64(class)) {
			continue
		}
		n := 0
		for c, have := range d.count[zone] {
			if d.def.Has(limit.Filter, def.FilterSet, int64(c)) {
				n += have
			}
		}
		if n >= int(limit.Max) {
			return false
		}
	}
	return true
}

// placed returns the pieces as a set-up names them. If it extends another set-up, it also lists types with no
// pieces, to override that set-up.
func (d *draft) placed() map[string]map[string]int {
	all := map[string]map[string]int{}
	for z, zone := range d.def.Zones {
		here := map[string]int{}
		for c, n := range d.count[z] {
			class := &d.def.Classes[c]
			typ := &d.def.Types[class.Type]
			if typ.Home != int32(z) && (n > 0 || d.wish.Setup != "" && typ.First == int32(c)) {
				here[class.ID] = n
			}
		}
		if len(here) > 0 {
			all[zone.ID] = here
		}
	}
	return all
}

// cells draws tracks and markers; cells that are not drawn are nothing.
func (d *draft) cells() []int64 {
	cells := make([]int64, d.def.Cells)
	for i := range cells {
		cells[i] = nothing
	}
	for _, v := range d.def.Vars {
		switch {
		case !v.Bounded || v.Scope != def.GameScope:
		case v.Single():
			cells[v.Base] = v.Min + d.between(span(v.Min, v.Max))
		case v.Pool < 0:
			for i := range v.Len {
				if d.def.Has(v.On, def.ZoneSet, int64(i)) {
					cells[v.Base+i] = v.Min + int64(d.below(span(v.Min, v.Max)+1))
				}
			}
		}
	}
	for p, pool := range d.def.Pools {
		d.markers(cells, int32(p), int(pool.Max))
	}
	return cells
}

// between draws from 0 to n, preferring the ends and small numbers.
func (d *draft) between(n int) int64 {
	switch d.below(8) {
	case 0:
		return 0
	case 1:
		return int64(n)
	case 2, 3:
		return int64(d.below(n/4 + 1))
	}
	return int64(d.below(n + 1))
}

// markers distributes part of a pool over the places that allow its markers.
func (d *draft) markers(cells []int64, pool int32, most int) {
	var places []int32
	bound := map[int32]int64{}
	for _, v := range d.def.Vars {
		if v.Pool != pool {
			continue
		}
		for i := range v.Len {
			if d.def.Has(v.On, def.ZoneSet, int64(i)) {
				places = append(places, v.Base+i)
				bound[v.Base+i] = v.Max
				cells[v.Base+i] = 0
			}
		}
	}
	for n := d.below(most + 1); n > 0 && len(places) > 0; n-- {
		if at := places[d.below(len(places))]; cells[at] < bound[at] {
			cells[at]++
		}
	}
}

package referee

// This file decodes and checks the positions of a log.

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"rulebound/conformance/listing"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Types of sets.
var (
	zoneSet  = def.SetOf(def.TZone)
	classSet = def.SetOf(def.Type{Kind: def.KClass})
)

// Position is a position of a log in terms of the game.
type Position struct {
	counts []int16 // zone*classes + class, marks ignored
	known  []bool  // by cell: whether the log gives it
	cells  []int64
	lists  map[string]entries // by key of the layout
	over   bool
}

// entry is an id, or a seat with fields.
type entry struct {
	id     string
	fields map[string]string
}

// entries is a list of a position.
type entries []entry

// spell returns seat and decision of a key that gives the pending decision.
func (l entries) spell() []string {
	out := []string{}
	for _, e := range l {
		out = append(out, e.id, e.fields["decision"])
	}
	return out
}

// reader reads positions of a game.
type reader struct {
	def    *def.GameDef
	layout *Layout
	cellOf map[string]int32
	plain  []int32 // class -> class of the same type and status without marks
	asks   []bool  // by decision: whether it begins a step
	hops   []int8  // by zones*zones: the steps between two zones beyond the first
}

func newReader(g *engine.Game, l *Layout) *reader {
	gd := g.Def()
	r := &reader{def: gd, layout: l, cellOf: map[string]int32{}, hops: distances(gd)}
	for _, d := range gd.Decisions {
		r.asks = append(r.asks, slices.Contains(l.Asks, d.Name))
	}
	for c := range gd.Cells {
		if name, _, ok := g.CellName(int64(c)); ok {
			r.cellOf[name] = c
		}
	}
	for c, class := range gd.Classes {
		at := int32(c)
		for p := range gd.Classes {
			if q := &gd.Classes[p]; q.Type == class.Type && q.Status == class.Status && q.Marks == 0 {
				at = int32(p)
			}
		}
		r.plain = append(r.plain, at)
	}
	return r
}

// position decodes a position. Missing markers have their initial value; missing tracks are unknown.
func (r *reader) position(keys map[string]json.RawMessage) (*Position, error) {
	p := &Position{counts: make([]int16, len(r.def.Zones)*len(r.def.Classes)), known: make([]bool, r.def.Cells),
		cells: make([]int64, r.def.Cells), lists: map[string]entries{}}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		var err error
		switch item, listed := r.layout.Position[key]; {
		case key == "pieces":
			err = r.pieces(p, keys[key])
		case key == "values":
			err = r.values(p, keys[key])
		case key == "over":
			if err = json.Unmarshal(keys[key], &p.over); err != nil {
				err = listing.PlainJSON(err)
			}
		case !listed:
			err = fmt.Errorf("a position has no such key; it has pieces, values, over and %v", slices.Sorted(maps.Keys(r.layout.Position)))
		default:
			p.lists[key], err = r.list(item, keys[key])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	for _, key := range []string{"pieces", "values"} {
		if keys[key] == nil {
			return nil, fmt.Errorf("the position lacks %s", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r.layout.Position)) {
		if keys[key] == nil {
			return nil, fmt.Errorf("the position lacks %s; write an empty list if there is nothing", key)
		}
	}
	return p, nil
}

// held returns the size of a position in bytes.
func (r *reader) held() int { return 2*len(r.def.Zones)*len(r.def.Classes) + 9*int(r.def.Cells) }

func (r *reader) pieces(p *Position, text json.RawMessage) error {
	var zones map[string]map[string]int
	if err := json.Unmarshal(text, &zones); err != nil {
		return fmt.Errorf("%w; it maps spaces to pieces and their numbers", listing.PlainJSON(err))
	}
	for _, id := range slices.Sorted(maps.Keys(zones)) {
		z, ok := r.def.Value(id, def.TZone)
		if !ok || z == def.None {
			return fmt.Errorf("there is no space %q", id)
		}
		for _, name := range slices.Sorted(maps.Keys(zones[id])) {
			c, ok := r.def.Class(name)
			n := zones[id][name]
			if !ok || r.def.Classes[c].Marks != 0 {
				return fmt.Errorf("%s: there is no piece %q; a piece is named by its type, with its status behind a dot if it has one", id, name)
			}
			if n < 0 || n > 255 {
				return fmt.Errorf("%s: %d of %s cannot be there", id, n, name)
			}
			p.counts[int(z)*len(r.def.Classes)+int(c)] += int16(n)
		}
	}
	return nil
}

func (r *reader) values(p *Position, text json.RawMessage) error {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil {
		return fmt.Errorf("%w; it maps names to numbers", listing.PlainJSON(err))
	}
	for _, v := range r.def.Vars {
		if !v.Bounded || v.Single() || v.Scope != def.GameScope {
			continue
		}
		for i := range v.Len {
			if v.On == 0 || r.def.Has(v.On, zoneSet, int64(i)) {
				p.known[v.Base+i], p.cells[v.Base+i] = true, r.def.Initial[v.Base+i]
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		cell, ok := r.cellOf[name]
		if !ok {
			return fmt.Errorf("there is no value %q", name)
		}
		var n int64
		if err := json.Unmarshal(values[name], &n); err != nil {
			return fmt.Errorf("%s: %w; values are whole numbers", name, listing.PlainJSON(err))
		}
		if n < -maxNumber || n > maxNumber {
			return fmt.Errorf("%s: %d is out of range; a value is at most %d", name, n, maxNumber)
		}
		p.known[cell], p.cells[cell] = true, n
	}
	return nil
}

// list decodes a list of ids, one id, or a list of entries with fields.
func (r *reader) list(item Item, text json.RawMessage) ([]entry, error) {
	var one string
	if json.Unmarshal(text, &one) == nil {
		if one == "" {
			return nil, nil
		}
		return []entry{{id: one}}, r.names(item, []entry{{id: one}})
	}
	var many []json.RawMessage
	if err := json.Unmarshal(text, &many); err != nil {
		return nil, errors.New("this is a name or a list")
	}
	var out []entry
	for _, x := range many {
		e := entry{}
		if json.Unmarshal(x, &e.id) != nil {
			if err := json.Unmarshal(x, &e.fields); err != nil {
				return nil, fmt.Errorf("an entry is a name, or an object with the key %s: %w", item.named(), listing.PlainJSON(err))
			}
			e.id = e.fields[item.named()]
		}
		out = append(out, e)
	}
	return out, r.names(item, out)
}

// named returns the key of an entry with fields that holds its id.
func (item *Item) named() string {
	if item.Effects {
		return "effect"
	}
	return "seat"
}

// names checks the ids of a list.
func (r *reader) names(item Item, list []entry) error {
	kind, what := def.KSeat, "seat"
	switch {
	case item.Pile != "":
		kind, what = def.KCard, "card"
	case item.Effects:
		kind, what = def.KLasting, "lasting effect"
	}
	for _, e := range list {
		if v, ok := r.def.Value(e.id, def.Type{Kind: kind}); !ok || v == def.None {
			return fmt.Errorf("there is no %s %q", what, e.id)
		}
		if until := e.fields[item.Field]; item.Effects && until != "" && !slices.Contains(r.def.Durations, until) {
			return fmt.Errorf("%s: there is no duration %q; there are %v", e.id, until, r.def.Durations)
		}
	}
	return nil
}

// Breach is a property of a position that no legal position has.
type Breach struct {
	Clause string `json:"clause"`
	What   string `json:"what"`
}

// breaches lists the breaches of a position.
func (r *reader) breaches(p *Position) []Breach {
	var out []Breach
	n := len(r.def.Classes)
	for t := range r.def.Types {
		typ, sum := &r.def.Types[t], 0
		for i, k := range p.counts {
			if int(r.def.Classes[i%n].Type) == t {
				sum += int(k)
			}
		}
		if sum != int(typ.Count) {
			out = append(out, Breach{"", fmt.Sprintf("there are %d %s, the game has %d", sum, typ.ID, typ.Count)})
		}
	}
	for z, zone := range r.def.Zones {
		for _, l := range r.def.Stacking {
			if !r.def.Has(l.Zones, zoneSet, int64(z)) {
				continue
			}
			sum, what := 0, ""
			for c := range n {
				if k := p.counts[z*n+c]; k > 0 && r.def.Has(l.Filter, classSet, int64(c)) {
					sum += int(k)
					what = r.def.Classes[c].ID
				}
			}
			if sum > int(l.Max) {
				out = append(out, Breach{l.Rule, fmt.Sprintf("%d such as %s in %s, at most %d are allowed", sum, what, zone.ID, l.Max)})
			}
		}
	}
	for i := range r.def.Vars {
		v := &r.def.Vars[i]
		for k := range v.Len {
			if c := v.Base + k; v.Bounded && p.known[c] && (p.cells[c] < v.Min || p.cells[c] > v.Max) {
				out = append(out, Breach{"", fmt.Sprintf("%s is %d, it runs from %d to %d", r.def.VarName(v, int64(k)), p.cells[c], v.Min, v.Max)})
			}
		}
	}
	for k, pool := range r.def.Pools {
		sum := int64(0)
		for _, v := range r.def.Vars {
			for c := v.Base; v.Pool == int32(k) && c < v.Base+v.Len; c++ {
				sum += p.cells[c]
			}
		}
		if sum > int64(pool.Max) {
			out = append(out, Breach{"", fmt.Sprintf("there are %d markers %s, the game has %d", sum, pool.ID, pool.Max)})
		}
	}
	return out
}

package engine

// This file holds bounds against the machine: random formulas on states of which only bounds are known, and plays of whole games
// that have to stay within what the outlook of a state foresaw.

import (
	"testing"

	"rulebound/engine/def"
)

// holds reports whether a value is within each of the bounds.
func (x vague) holds(v int64) bool {
	if v < x.lo || v > x.hi || uint64(v)&x.must != x.must || uint64(v)&^x.may != 0 {
		return false
	}
	switch {
	case v == def.None:
		return x.none
	case v < 0 || v > 63:
		if !x.beyond {
			return false
		}
	case x.ids>>uint(v)&1 == 0:
		return false
	}
	return v < 0 || v>>8 >= 64 || v&0xff >= 64 || x.zones>>uint(v>>8)&1 == 1 && x.classes>>uint(v&0xff)&1 == 1
}

// over lets an outlook begin with what some states are, of which none is known to be the one.
func (o *outlook) over(states []*State) {
	o.begin(states[0], 0)
	for _, s := range states[1:] {
		for i, v := range s.cells {
			o.cells[i] = o.cells[i].or(exactly(v))
		}
		for i, n := range s.counts {
			o.counts[i] = fewMany{min(o.counts[i].lo, n), max(o.counts[i].hi, n)}
		}
	}
}

// strewn gives the states of a bench with other pieces on the board.
func strewn(t *testing.T, x *bench) []*State {
	t.Helper()
	states := x.states
	for i, pieces := range []map[string]map[string]int{
		{"x": {"sheep": 0, "wolf.hidden": 0}, "y": {"wolf.active": 5}, "z": {"sheep.moved": 2}},
		{"x": {"sheep": 6, "wolf.hidden": 1, "wolf.active": 1}, "y": {"wolf.active": 0, "wolf.hidden": 1}},
		{"x": {"sheep": 1, "sheep.moved": 1, "wolf.hidden": 0}, "y": {"wolf.active": 0}, "z": {"sheep": 1, "wolf.hidden": 5}},
	} {
		s, err := x.b.g.New(Setup{ID: "start", Pieces: pieces})
		if err != nil {
			t.Fatal(err)
		}
		s.cells[cellOut], s.cells[cellGold], s.cells[cellMood], s.cells[cellSmoke+i] = int64(i), int64(3*i), int64(i), 2
		s.index()
		states = append(states, s)
	}
	return states
}

// Whatever a formula comes to on one of the states is within its bounds; and of one state, or of formulas that do not look where
// the states differ, the bounds leave no choice as often as they did.
func TestBoundsHoldAllThatAFormulaComesTo(t *testing.T) {
	x := newBench(t)
	d, outer := x.drawer, x.drawer.slot
	states := strewn(t, x)
	o := newOutlook(x.b.g)
	tight := [4]int{}
	for drawn := range 40_000 {
		if drawn == tightAfter {
			for n, least := range leastTight {
				if tight[n+1] < least {
					t.Errorf("of %d states the bounds of %d formulas leave no choice, of %d they did", n+1, tight[n+1], least)
				}
			}
			if testing.Short() {
				return
			}
		}
		d.slot, d.state = outer+2, !d.seldom(4)
		d.scope = []def.Expr{{Op: def.OpBound, Type: tI, I: outer}, {Op: def.OpBound, Type: tZ, I: outer + 1}}
		e := d.expr(pick(d, append(values, tZs, tIs, tF, tOrd)...), 4)
		f := x.b.num(e)
		n := 1 + d.IntN(3)
		some, given := make([]*State, n), make([][2]int64, n)
		for i := range some {
			some[i], given[i] = pick(d, states...), [2]int64{pick[int64](d, 0, 1, 2, 5, -3, 70), d.constant(tZ)}
		}
		o.over(some)
		o.bound[outer], o.bound[outer+1] = exactly(given[0][0]), exactly(given[0][1])
		for _, v := range given[1:] {
			o.bound[outer], o.bound[outer+1] = o.bound[outer].or(exactly(v[0])), o.bound[outer+1].or(exactly(v[1]))
		}
		bounds := o.value(e)
		hull, met := vague{}, false
		for i, s := range some {
			s.bound[outer], s.bound[outer+1] = given[i][0], given[i][1]
			v, fine := x.machine(s, f)
			switch {
			case !fine:
				continue
			case !bounds.holds(v):
				t.Fatalf("%s: %d in play, beyond %+v", text(e), v, bounds)
			case met:
				hull = hull.or(exactly(v))
			default:
				hull, met = exactly(v), true
			}
		}
		if met && bounds == hull {
			tight[n]++
		}
	}
}

// leastTight is how many of the first formulas drawn above have no wider bounds than they need, on one state, two and three.
var leastTight = [3]int{4651, 4332, 4292}

const tightAfter = 20_000

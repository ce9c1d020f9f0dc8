package referee

// This file finds takings of a way that correct its end if they are changed together: pieces in excess in a zone are
// sent on, possibly through other takings, to a zone that lacks them; and a piece with the wrong status is replaced
// by another one.

import (
	"cmp"
	"slices"

	"rulebound/engine"
)

// patch is how many more pieces of a class an answer of a way takes from a zone.
type patch struct {
	at          int
	zone, class int32
	more        int32
}

// arc is the pieces of a class that an answer of a way takes, or can take, from a zone to another.
type arc struct {
	at       int
	class    int32
	from, to int32
	less     int32 // how many fewer can be taken
	more     int32 // how many more can be taken
}

// Limits of detours.
const (
	maxDetours = 160 // per type
	maxArcs    = 6   // arcs per detour
)

// arcs lists the pieces that the takings of a way move, by type. states are those before its answers.
func (b *repairer) arcs(w *way, states []*engine.State, foci []focus) [][]arc {
	out := make([][]arc, len(b.t.def.Types))
	for i, s := range states {
		a := &w.moves[i].answer
		if a.Counts == nil {
			continue
		}
		d := s.Decision()
		for j, e := range d.Entries {
			typ := b.t.def.Classes[e.Class].Type
			to := foci[i].but(e.Zone)
			if gained := b.gained(states, i, typ, e.Zone); gained >= 0 {
				to = gained
			}
			if to < 0 {
				to = b.t.def.Types[typ].Home
			}
			out[typ] = append(out[typ], arc{at: i, class: e.Class, from: e.Zone, to: to, less: a.Counts[j], more: e.Available - a.Counts[j]})
		}
	}
	return out
}

// gained returns the only zone, other than but, that gained pieces of a type by an answer; -1 if there is none or several.
func (b *repairer) gained(states []*engine.State, at int, typ, but int32) int32 {
	if at+1 >= len(states) {
		return -1
	}
	out := int32(-1)
	first, n := b.t.def.Types[typ].First, int32(0)
	for c := first; int(c) < len(b.t.def.Classes) && b.t.def.Classes[c].Type == typ; c++ {
		n++
	}
	for z := range b.t.def.Zones {
		before, after := int64(0), int64(0)
		for c := first; c < first+n; c++ {
			before += states[at].Count(int32(z), c)
			after += states[at+1].Count(int32(z), c)
		}
		if after > before && int32(z) != but {
			if out >= 0 {
				return -1
			}
			out = int32(z)
		}
	}
	return out
}

// detours adds the combined changes of takings that correct the end of a way.
func (b *repairer) detours(out []change, w *way, states []*engine.State, foci []focus) []change {
	types, classes := len(b.t.def.Types), len(b.t.def.Classes)
	for k, arcs := range b.arcs(w, states, foci) {
		if len(arcs) == 0 {
			continue
		}
		first := len(out)
		walk := &walk{arcs: arcs, typed: w.typed[k:], stride: types}
		for z := range b.t.def.Zones {
			if w.typed[z*types+k] < 0 {
				walk.from(int32(z))
			}
		}
		slices.SortStableFunc(walk.found, func(x, y []arcStep) int { return cmp.Compare(len(x), len(y)) })
		for _, path := range walk.found[:min(len(walk.found), maxDetours)] {
			out = append(out, detour(arcs, path, walk.amount(path), len(path)-1))
			if n := walk.amount(path); n > 1 {
				out = append(out, detour(arcs, path, 1, len(path)))
			}
		}
		for z := range b.t.def.Zones {
			row := w.need[z*classes:][:classes]
			if w.typed[z*types+k] == 0 && slices.ContainsFunc(arcs, func(a arc) bool { return row[b.t.plain[a.class]] != 0 }) {
				out = swaps(out, arcs, int32(z))
			}
		}
		if len(out) > first+2*maxDetours {
			out = out[:first+2*maxDetours]
		}
	}
	return out
}

// arcStep is an index of an arc; back means that fewer pieces are taken.
type arcStep struct {
	arc  int
	back bool
}

// walk searches for paths for pieces in excess.
type walk struct {
	arcs   []arc
	typed  []int16 // lacking, by zone
	stride int
	found  [][]arcStep
	path   []arcStep
	been   []int32
}

// from adds the paths from a zone to one that lacks pieces.
func (x *walk) from(zone int32) {
	if len(x.path) == maxArcs || len(x.found) >= 4*maxDetours {
		return
	}
	x.been = append(x.been, zone)
	for i := range x.arcs {
		for _, h := range []arcStep{{i, false}, {i, true}} {
			at, to, room := x.along(h)
			if at != zone || to < 0 || room <= 0 || slices.Contains(x.been, to) {
				continue
			}
			x.path = append(x.path, h)
			if x.typed[int(to)*x.stride] > 0 {
				x.found = append(x.found, slices.Clone(x.path))
			} else {
				x.from(to)
			}
			x.path = x.path[:len(x.path)-1]
		}
	}
	x.been = x.been[:len(x.been)-1]
}

// amount returns how many pieces can be sent along a path.
func (x *walk) amount(path []arcStep) int32 {
	from, to, most := x.along(path[0])
	for _, h := range path[1:] {
		_, next, room := x.along(h)
		to, most = next, min(most, room)
	}
	return min(most, int32(-x.typed[int(from)*x.stride]), int32(x.typed[int(to)*x.stride]))
}

// along returns the ends of a hop, and how many pieces it can move.
func (x *walk) along(h arcStep) (from, to, room int32) {
	a := &x.arcs[h.arc]
	if h.back {
		return a.to, a.from, a.less
	}
	return a.from, a.to, a.more
}

// detour returns the change that sends pieces along a path.
func detour(arcs []arc, path []arcStep, n int32, price int) change {
	c := change{at: 1 << 30, price: price}
	for _, h := range path {
		a := &arcs[h.arc]
		more := n
		if h.back {
			more = -n
		}
		c.at = min(c.at, a.at)
		c.patches = append(c.patches, patch{a.at, a.from, a.class, more})
	}
	return c
}

// swaps adds the changes that exchange one of the pieces that enter or leave a zone for another.
func swaps(out []change, arcs []arc, zone int32) []change {
	for i := range arcs {
		for j := range arcs {
			x, y := &arcs[i], &arcs[j]
			if i == j || x.more <= 0 || y.less <= 0 {
				continue
			}
			if in := x.to == zone && y.to == zone; in && (x.from != y.from || x.class != y.class) || x.from == zone && y.from == zone && (x.to != y.to || x.class != y.class) {
				out = append(out, detour(arcs, []arcStep{{i, false}, {j, true}}, 1, 2))
			}
		}
	}
	return out
}

// patched returns answers with changed takings.
func patched(rest []wayAnswer, from int, patches []patch) []wayAnswer {
	rest = slices.Clone(rest)
	for _, p := range patches {
		x := &rest[p.at-from]
		x.taken = slices.Clone(x.taken)
		i := slices.IndexFunc(x.taken, func(e engine.Entry) bool { return e.Zone == p.zone && e.Class == p.class })
		if i < 0 {
			x.taken = append(x.taken, engine.Entry{Zone: p.zone, Class: p.class})
			i = len(x.taken) - 1
		}
		x.taken[i].Available += p.more
	}
	return rest
}

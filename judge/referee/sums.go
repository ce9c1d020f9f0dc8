package referee

// This file combines changes of a way whose effects add up to what differs at its end, such as a choice left out and
// another one inserted, even if neither is an improvement by itself.

import (
	"cmp"
	"slices"

	"rulebound/engine"
)

// effect is a change, with its effect on the way's end if the rest is unchanged.
type effect struct {
	change *change
	sum    uint64 // difference of target.sum after and before
}

// Limits of combinations.
const (
	mostEffects  = 400 // per way
	mostLike     = 4   // with the same sum
	mostFourfold = 120 // effects that are combined by fours
	mostTogether = 10  // ways followed in a turn
)

// sum hashes what differs, as of the last call of measure. It is additive: the effect of two changes is the sum of their effects.
func (t *target) sum() uint64 {
	out := uint64(0)
	for i, n := range t.need {
		if n != 0 {
			out += uint64(int64(n)) * scatter(uint64(i))
		}
	}
	for k, n := range t.apart {
		if n != 0 {
			out += uint64(n) * scatter(uint64(len(t.need)+k))
		}
	}
	return out
}

// scatter hashes a number (the finalizer of SplitMix64).
func scatter(n uint64) uint64 {
	n = (n + 1) * 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// has records the effect of a change of a way.
func (w *way) has(c *change, sum uint64) {
	if sum == 0 || len(w.effects) == mostEffects {
		return
	}
	if w.bySum == nil {
		w.bySum, w.pairs = map[uint64][]int{}, map[uint64][][2]int{}
	}
	same := func(k int) bool { return w.sameElsewhere(w.effects[k].change, c) }
	if like := w.bySum[sum]; len(like) < mostLike && !slices.ContainsFunc(like, same) {
		w.bySum[sum] = append(like, len(w.effects))
		w.effects = append(w.effects, effect{c, sum})
	}
}

// sameElsewhere reports whether two changes insert the same answer to the same decision at different places.
func (w *way) sameElsewhere(a, b *change) bool {
	return a.before && b.before && w.moves[a.at].decision == w.moves[b.at].decision && sameAnswer(&a.answer, &b.answer)
}

// together follows some ways with several changes whose effects add up to what differs at the end, the cheapest first.
func (b *repairer) together(w *way, states []*engine.State, foci []focus) {
	w.combine()
	for followed := 0; len(w.sets) > 0 && followed < mostTogether && b.left > 0 && b.best.dist > 0; w.sets = w.sets[1:] {
		if at, moves, ok := w.joins(w.sets[0], func(at int) []engine.Entry { return states[at].Decision().Entries }); ok {
			followed++
			b.base = nil
			if next := b.follow(b.begin(states[at]), foci[at], moves[:at], moves[at:], nil); next != nil {
				b.offer(next)
			}
		}
	}
}

// set is up to four effects by their numbers, ascending, padded with a number beyond the last.
type set [4]int16

func setOf(list ...int) set {
	out := set{none, none, none, none}
	slices.Sort(list)
	for i, n := range list {
		out[i] = int16(n)
	}
	return out
}

// of returns the changes of a set, the last first; an insertion before an answer comes after other changes of it.
func (w *way) of(x set) []*change {
	var out []*change
	for _, n := range x {
		if n != none {
			out = append(out, w.effects[n].change)
		}
	}
	slices.SortStableFunc(out, func(a, b *change) int {
		switch {
		case a.at != b.at || a.before == b.before:
			return cmp.Compare(b.at, a.at)
		case a.before:
			return 1
		}
		return -1
	})
	return out
}

func (w *way) price(x set) int {
	price := 0
	for _, n := range x {
		if n != none {
			price += w.effects[n].change.price + odd
		}
	}
	return price
}

// combine adds the sets of two, three and four effects that add up to what differs and include one that is new since the last call.
func (w *way) combine() {
	before := len(w.sets)
	for ; w.combined < len(w.effects); w.combined++ {
		w.setsWith(w.combined)
	}
	if len(w.sets) > before {
		slices.SortStableFunc(w.sets, func(x, y set) int { return cmp.Compare(w.price(x), w.price(y)) })
	}
}

// setsWith adds the sets of an effect and earlier ones.
func (w *way) setsWith(k int) {
	left := -w.sum - w.effects[k].sum
	for _, i := range w.bySum[left] {
		if i < k {
			w.sets = append(w.sets, setOf(i, k))
		}
	}
	for j := range k {
		rest := left - w.effects[j].sum
		for _, i := range w.bySum[rest] {
			if i < j {
				w.sets = append(w.sets, setOf(i, j, k))
			}
		}
		for _, p := range w.pairs[rest] {
			if p[1] < j && k < mostFourfold {
				w.sets = append(w.sets, setOf(p[0], p[1], j, k))
			}
		}
	}
	for i := 0; i < k && k < mostFourfold; i++ {
		if sum := w.effects[i].sum + w.effects[k].sum; len(w.pairs[sum]) < mostLike {
			w.pairs[sum] = append(w.pairs[sum], [2]int{i, k})
		}
	}
}

// joins returns a way with the changes of a set, and the first changed place; false if two changes are about the same
// answer. entries returns those of the decision at a place.
func (w *way) joins(x set, entries func(at int) []engine.Entry) (at int, moves []wayAnswer, ok bool) {
	list := w.of(x)
	for i, c := range list[1:] {
		if after := list[i]; c.last() >= after.at && !(c.before && c.at == after.at) {
			return 0, nil, false
		}
	}
	moves = w.moves
	for _, c := range list {
		rest := c.rest(moves)
		if first := c.first(); first != nil {
			here := wayAnswer{decision: w.moves[c.at].decision, focus: w.moves[c.at].focus}
			rest = slices.Concat([]wayAnswer{here.with(*first, entries(c.at))}, c.then, rest)
		}
		moves = append(moves[:c.at:c.at], rest...)
	}
	return list[len(list)-1].at, moves, true
}

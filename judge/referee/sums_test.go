package referee

import (
	"fmt"
	"slices"
	"testing"

	"rulebound/engine"
)

// The joint effect of two changes is the sum of their effects, whatever they concern.
func TestDifferenceSumsAreAdditive(t *testing.T) {
	sum := func(need []int16, apart []int64) uint64 { return (&target{need: need, apart: apart}).sum() }
	if sum([]int16{0, 0}, []int64{0, 0, 0}) != 0 {
		t.Error("nothing differs, but the sum is not 0")
	}
	a, b := sum([]int16{1, 0}, []int64{0, -2, 0}), sum([]int16{-3, 2}, []int64{0, 5, 0})
	if got, want := sum([]int16{-2, 2}, []int64{0, 3, 0}), a+b; got != want {
		t.Errorf("together %x, each by itself %x", got, want)
	}
	seen := map[uint64]bool{}
	for i := range 5 {
		need, apart := make([]int16, 2), make([]int64, 3)
		if i < 2 {
			need[i] = 1
		} else {
			apart[i-2] = 1
		}
		seen[sum(need, apart)] = true
	}
	if len(seen) != 5 {
		t.Error("different things have the same sum")
	}
}

// effects returns a path with changes in sequence that have these sums.
func effects(differs int, sums ...int) *way {
	w := &way{sum: uint64(differs)}
	for i, n := range sums {
		w.has(&change{at: i, price: i}, uint64(n))
	}
	return w
}

func TestCombinationsOfEffectsThatSumToTheDifferenceAreFound(t *testing.T) {
	for _, c := range []struct {
		name    string
		differs int
		sums    []int
		want    [][]int // indices of effects
	}{
		{"two", -7, []int{3, 5, 4}, [][]int{{0, 2}}},
		{"of opposite signs", -7, []int{10, 5, -3}, [][]int{{0, 2}}},
		{"three", -7, []int{100, 1, 30, 2, 4}, [][]int{{1, 3, 4}}},
		{"four", -1111, []int{1, 10, 20, 100, 1000}, [][]int{{0, 1, 3, 4}}},
		{"one alone was tried", -7, []int{7, 30}, nil},
		{"none twice", -8, []int{4, 1}, nil},
		{"two with one effect", -8, []int{4, 4}, [][]int{{0, 1}}},
		{"what has no effect is left out", -7, []int{0, 3, 4}, [][]int{{0, 1}}},
		{"either of two ways", -7, []int{3, 4, 6, 1}, [][]int{{0, 1}, {2, 3}}},
		{"nothing comes to it", -9, []int{1, 2, 4, 16}, nil},
	} {
		var want []set
		for _, l := range c.want {
			want = append(want, setOf(l...))
		}
		w := effects(c.differs, c.sums...)
		if w.combine(); !slices.Equal(w.sets, want) {
			t.Errorf("%s: %v, want %v", c.name, w.sets, want)
		}
		w.sets = nil
		if w.combine(); w.sets != nil {
			t.Errorf("%s: %v are found twice", c.name, w.sets)
		}
	}
}

func TestNumberOfKeptEffectsIsBounded(t *testing.T) {
	w := effects(-2, slices.Repeat([]int{1}, 9)...)
	if len(w.effects) != mostLike {
		t.Errorf("%d effects are kept, want %d", len(w.effects), mostLike)
	}
	var many []int
	for i := range mostEffects + 9 {
		many = append(many, i+1)
	}
	if w = effects(0, many...); len(w.effects) != mostEffects {
		t.Errorf("%d effects are kept, want %d", len(w.effects), mostEffects)
	}
}

// An answer that can be inserted at several places is one solution; other answers are others.
func TestInsertionPossibleAtSeveralPlacesIsKeptOnce(t *testing.T) {
	w := &way{moves: make([]wayAnswer, 9), sum: 3}
	for at := range 6 {
		w.has(&change{at: at, before: true, answer: engine.Answer{Member: 7}}, ^uint64(0))
	}
	for n := range int64(2) {
		w.has(&change{at: 8, before: true, answer: engine.Answer{Member: n}}, ^uint64(0))
	}
	if w.combine(); len(w.effects) != 3 || !slices.Equal(w.sets, []set{setOf(0, 1, 2)}) {
		t.Errorf("%d effects, sets %v", len(w.effects), w.sets)
	}
}

// spelt spells the members that a path picks.
func spelt(moves []wayAnswer) string {
	var out []int64
	for _, x := range moves {
		out = append(out, x.answer.Member)
	}
	return fmt.Sprint(out)
}

func TestIndependentChangesAreCombined(t *testing.T) {
	member := func(n int64) engine.Answer { return engine.Answer{Member: n} }
	leaves := func(at int) *change { return &change{at: at, drop: true} }
	puts := func(at int, n int64) *change { return &change{at: at, before: true, answer: member(n)} }
	takes := func(at int, n int64) *change { return &change{at: at, answer: member(n)} }
	brings := &change{at: 4, before: true, answer: member(9), then: []wayAnswer{{answer: member(7)}}}
	puts3to5 := &change{at: 3, to: 5, answer: member(3)}
	for _, c := range []struct {
		name string
		list []*change
		at   int
		want string
	}{
		{"one left out, another put in", []*change{leaves(1), puts(4, 9)}, 1, "[0 2 3 9 4 5]"},
		{"with what the one put in brings up", []*change{leaves(1), brings}, 1, "[0 2 3 9 7 4 5]"},
		{"in whatever order they were found", []*change{puts(4, 9), leaves(1)}, 1, "[0 2 3 9 4 5]"},
		{"two put in before one", []*change{puts(2, 8), puts(2, 9)}, 2, "[0 1 9 8 2 3 4 5]"},
		{"one put in before another answer", []*change{takes(2, 9), puts(2, 8)}, 2, "[0 1 8 9 3 4 5]"},
		{"in the other order", []*change{puts(2, 8), takes(2, 9)}, 2, "[0 1 8 9 3 4 5]"},
		{"another answer, after one put in before", []*change{puts(2, 8), takes(3, 9)}, 2, "[0 1 8 2 9 4 5]"},
		{"two other answers", []*change{takes(0, 8), takes(5, 9)}, 0, "[8 1 2 3 4 9]"},
		{"two about one answer", []*change{takes(2, 8), leaves(2)}, 2, ""},
		{"one given later, and what is before it", []*change{puts3to5, leaves(0)}, 0, "[1 2 4 3 5]"},
		{"one given later, and what it passes", []*change{puts3to5, leaves(4)}, 3, ""},
	} {
		w := &way{}
		for n := range int64(6) {
			w.moves = append(w.moves, wayAnswer{answer: member(n)})
		}
		for i, x := range c.list {
			w.has(x, uint64(i+1))
		}
		at, moves, ok := w.joins(setOf(0, 1), func(int) []engine.Entry { return nil })
		if got := spelt(moves); ok != (c.want != "") || ok && (got != c.want || at != c.at) {
			t.Errorf("%s: %s from %d, %t; want %s from %d", c.name, got, at, ok, c.want, c.at)
		}
		if got := spelt(w.moves); got != "[0 1 2 3 4 5]" {
			t.Errorf("%s: the way itself was changed: %s", c.name, got)
		}
	}
}

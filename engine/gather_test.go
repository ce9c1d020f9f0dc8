package engine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
)

func TestAPowerIsExactOrAFault(t *testing.T) {
	for _, c := range []struct {
		p, q, want int64
		ok         bool
	}{
		{2, 0, 1, true}, {0, 0, 1, true}, {0, 5, 0, true}, {1, math.MaxInt64, 1, true}, {-1, math.MaxInt64, -1, true}, {2, 62, 1 << 62, true},
		{-2, 63, math.MinInt64, true}, {3, 39, 4052555153018976267, true}, {10, 18, 1e18, true}, {0, math.MaxInt64, 0, true},
		{2, 63, 0, false}, {3, 40, 0, false}, {2, -1, 0, false}, {1, -1, 0, false}, {10, 19, 0, false}, {math.MinInt64, 2, 0, false},
		{2, math.MaxInt64, 0, false},
	} {
		if r, ok := power(c.p, c.q); ok != c.ok || ok && r != c.want {
			t.Errorf("%d ** %d: %d %t", c.p, c.q, r, ok)
		}
	}
}

// listed gives the members of a set of any width, in order.
func listed(words []int64) (out []int64) {
	for v := nextBit(words, 0); v != def.None; v = nextBit(words, v+1) {
		out = append(out, v)
	}
	return out
}

// Sets of one word and of several, all ways of looking at them against a sorted list.
func TestEndsAndNextOfASet(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		words := make([]int64, 1+r.IntN(3))
		for i := range words {
			words[i] = int64(r.Uint64() & r.Uint64())
			if r.IntN(4) == 0 {
				words[i] = 0
			}
		}
		list, n, v := listed(words), r.Int64N(70)-2, r.Int64N(int64(64*len(words))+4)-2
		low, high := slices.Clone(words), slices.Clone(words)
		keepEnd(low, n, false)
		keepEnd(high, n, true)
		k := int(min(max(n, 0), int64(len(list))))
		if got := listed(low); !slices.Equal(got, list[:k]) {
			t.Fatalf("the first %d of %v are %v", n, list, got)
		}
		if got := listed(high); !slices.Equal(got, list[len(list)-k:]) {
			t.Fatalf("the last %d of %v are %v", n, list, got)
		}
		want := int64(def.None)
		if len(list) > 0 {
			want = list[0]
		}
		if i := slices.IndexFunc(list, func(m int64) bool { return m > v }); i >= 0 {
			want = list[i]
		}
		if got := followingOf(words, v); got != want {
			t.Fatalf("after %d in %v comes %d", v, list, got)
		}
		if len(words) == 1 {
			if got := following(words[0], v); got != want {
				t.Fatalf("after %d in %v comes %d", v, list, got)
			}
			if lowEnd(words[0], n) != low[0] || highEnd(words[0], n) != high[0] {
				t.Fatalf("the ends of %v differ between one word and several", list)
			}
		}
	}
}

// What comes a number of times, against counting.
func TestATallyFindsWhatComesOftenEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5_000 {
		often, draws := 1+r.IntN(4), 20
		if r.IntN(50) == 0 { // more often than a word has bits
			often, draws = 60+r.IntN(10), 900
		}
		tl := tally{often: int64(often)}
		counted, set := newCensus(2, int64(often)), make([]int64, 2)
		count := map[int64]int{}
		for range r.IntN(draws) {
			v := r.Int64N(10) - 1
			wide := v
			if v > 4 {
				wide = v + 90
			}
			tl.add(v)
			if counted.completes(wide) {
				setBit(set, wide)
			}
			count[wide]++
		}
		var narrow, wide []int64
		for v := int64(0); v < 128; v++ {
			if count[v] >= often {
				wide = append(wide, v)
				if v > 90 {
					narrow = append(narrow, v-90)
				} else {
					narrow = append(narrow, v)
				}
			}
		}
		if got := listed([]int64{tl.set}); !slices.Equal(got, narrow) {
			t.Fatalf("%v, want %v", got, narrow)
		}
		if got := listed(set); !slices.Equal(got, wide) {
			t.Fatalf("%v, want %v", got, wide)
		}
	}
	tl := tally{often: 1}
	tl.add(64)
	tl.add(def.None)
	if tl.set != 0 {
		t.Error("what no set can hold is counted")
	}
}

// What ends a number of members in a row, against looking at each.
func TestARowEndsWhereItsMembersLieBesideEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 5_000 {
		words := make([]int64, 1+r.IntN(3))
		for i := range words {
			words[i] = int64(r.Uint64() | r.Uint64())
		}
		n := r.Int64N(9) - 1
		has := func(v int64) bool { return v >= 0 && hasBit(words, v) }
		var want []int64
		for v := range int64(64 * len(words)) {
			all := has(v)
			for k := int64(1); k < n; k++ {
				all = all && has(v-k)
			}
			if all {
				want = append(want, v)
			}
		}
		got := slices.Clone(words)
		endRows(got, n)
		if !slices.Equal(listed(got), want) {
			t.Fatalf("%d in a row of %v end at %v, not at %v", n, listed(words), want, listed(got))
		}
		if len(words) == 1 && endRow(words[0], n) != got[0] {
			t.Fatalf("%d in a row of %v differ between one word and several", n, listed(words))
		}
	}
}

package value

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// listed gives the members of a set of any width, in order.
func listed(words []int64) (out []int64) {
	for v := NextBit(words, 0); v != def.None; v = NextBit(words, v+1) {
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
		KeepN(low, n, false)
		KeepN(high, n, true)
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
		if got := NextCyclic(words, v); got != want {
			t.Fatalf("after %d in %v comes %d", v, list, got)
		}
		if len(words) == 1 {
			if got := Next(words[0], v); got != want {
				t.Fatalf("after %d in %v comes %d", v, list, got)
			}
			if FirstN(words[0], n) != low[0] || LastN(words[0], n) != high[0] {
				t.Fatalf("the ends of %v differ between one word and several", list)
			}
		}
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
		has := func(v int64) bool { return v >= 0 && HasBit(words, v) }
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
		KeepRunEnds(got, n)
		if !slices.Equal(listed(got), want) {
			t.Fatalf("%d in a row of %v end at %v, not at %v", n, listed(words), want, listed(got))
		}
		if len(words) == 1 && RunEnds(words[0], n) != got[0] {
			t.Fatalf("%d in a row of %v differ between one word and several", n, listed(words))
		}
	}
}

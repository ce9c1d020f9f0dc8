package value

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// listed returns the members of a set of any width, in order.
func listed(words []int64) (out []int64) {
	for v := NextBit(words, 0); v != def.None; v = NextBit(words, v+1) {
		out = append(out, v)
	}
	return out
}

// Operations on sets of one word and of several are compared with a sorted list.
func TestFirstLastAndNextMembersOfASet(t *testing.T) {
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

// RunEnds is compared with a check of each member.
func TestRunEndsEqualBruteForce(t *testing.T) {
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

func TestSetsOfOneWord(t *testing.T) {
	const some = 1 | 1<<5 | -1<<63
	if got := AppendMembers([]int64{9}, some); !slices.Equal(got, []int64{9, 0, 5, 63}) {
		t.Errorf("members %v", got)
	}
	if FirstN(some, 1<<62) != some || LastN(some, 1<<62) != some {
		t.Error("more members than there are are not all")
	}
	for n, want := range map[int]uint64{0: 0, 1: 1, 63: 1<<63 - 1, 64: 1<<64 - 1, 90: 1<<64 - 1} {
		if got := Mask(n); got != want {
			t.Errorf("the first %d: %x", n, got)
		}
	}
	for op, want := range map[def.Op]int64{def.OpUnion: 7, def.OpInter: 2, def.OpDiff: 1} {
		set := []int64{3, 3}
		if Join(op, set, []int64{6}); set[0] != want || set[1] != map[def.Op]int64{def.OpUnion: 3, def.OpDiff: 3}[op] {
			t.Errorf("%s: %v", op.Row().Name, set)
		}
	}
}

// The fault of a range names the number that exceeds the set.
func TestRangeBeyondTheSetIsRefused(t *testing.T) {
	for _, c := range []struct {
		lo, hi int64
		fault  string // "": the range is valid
	}{
		{0, 63, ""}, {5, 4, ""}, {90, 80, ""}, {63, 63, ""},
		{-1, 63, "a set of numbers holds 0 to 63, not -1"}, {0, 64, "a set of numbers holds 0 to 63, not 64; the key numbers of the game says how far"},
		{64, 64, "a set of numbers holds 0 to 63, not 64; the key numbers of the game says how far"}, {-2, 64, "a set of numbers holds 0 to 63, not -2"},
	} {
		if ok := IsRange(c.lo, c.hi, 63); ok != (c.fault == "") || !ok && RangeFault(c.lo, c.hi, 63) != c.fault {
			t.Errorf("%d to %d: %t, %s", c.lo, c.hi, ok, RangeFault(c.lo, c.hi, 63))
		}
	}
	if IsElement(64, 63) || !IsElement(63, 63) || IsElement(-1, 63) || !IsElement(0, 63) {
		t.Error("elements of a set of numbers up to 63")
	}
}

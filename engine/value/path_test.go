package value_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/value"
)

// On random nets of roads and corners (zones below n are corners, the others are roads between two corners), the search agrees
// with an enumeration of all sequences of roads.
func TestLongestPathEqualsBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		corners, roads := 2+r.IntN(4), 1+r.IntN(6)
		ends := make([][2]int, roads)
		around := make([]int64, corners+roads)
		for i := range ends {
			a := r.IntN(corners)
			b := (a + 1 + r.IntN(corners-1)) % corners
			ends[i] = [2]int{a, b}
			for _, c := range ends[i] {
				around[corners+i] |= 1 << c
				around[c] |= 1 << (corners + i)
			}
		}
		open := r.Int64N(1 << corners)
		all := int64(1)<<(corners+roads) - int64(1)<<corners
		got, steps, ok := value.LongestPath([]int64{all}, []int64{open}, func(z int64) []int64 { return []int64{around[z]} }, 1<<20)
		if want := longest(ends, open, nil, -1); got != int64(want) || !ok || steps == 0 {
			t.Fatalf("roads %v, open corners %b: %d, %v after %d steps; want %d", ends, open, got, ok, steps, want)
		}
		if steps > 1 {
			if _, _, ok := value.LongestPath([]int64{all}, []int64{open}, func(z int64) []int64 { return []int64{around[z]} }, steps-1); ok {
				t.Fatalf("a search of %d steps needs no more than %d", steps, steps-1)
			}
		}
	}
}

// longest returns the length of the longest sequence of distinct roads that begins with taken and continues from a corner; at -1,
// any road can be the first, in both directions.
func longest(ends [][2]int, open int64, taken []int, at int) int {
	best := len(taken)
	for i, e := range ends {
		if slices.Contains(taken, i) {
			continue
		}
		for side, c := range e {
			if at < 0 || c == at && open>>c&1 == 1 {
				best = max(best, longest(ends, open, append(slices.Clone(taken), i), e[1-side]))
			}
		}
	}
	return best
}

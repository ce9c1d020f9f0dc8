package value

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// Tallies are compared with counts.
func TestTallyHoldsValuesThatOccurOftenEnough(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5_000 {
		often, draws := 1+r.IntN(4), 20
		if r.IntN(50) == 0 { // more often than a word has bits
			often, draws = 60+r.IntN(10), 900
		}
		tl := Tally{Often: int64(often)}
		counted, set := NewWideTally(2, int64(often)), make([]int64, 2)
		count := map[int64]int{}
		for range r.IntN(draws) {
			v := r.Int64N(10) - 1
			wide := v
			if v > 4 {
				wide = v + 90
			}
			tl.Add(v)
			if counted.Completes(wide) {
				SetBit(set, wide)
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
		if got := listed([]int64{tl.Set}); !slices.Equal(got, narrow) {
			t.Fatalf("%v, want %v", got, narrow)
		}
		if got := listed(set); !slices.Equal(got, wide) {
			t.Fatalf("%v, want %v", got, wide)
		}
	}
	tl := Tally{Often: 1}
	tl.Add(64)
	tl.Add(def.None)
	if tl.Set != 0 {
		t.Error("what no set can hold is counted")
	}
}

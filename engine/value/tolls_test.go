package value_test

import (
	"math/rand/v2"
	"testing"

	"rulebound/engine/value"
)

// cheapest returns the least cost of a path from zone at to zone goal in a matrix of costs of steps, -1 for none. It tries all paths
// that visit no zone twice.
func cheapest(costs [][]int64, at, goal int, seen int64) int64 {
	if at == goal {
		return 0
	}
	best := int64(-1)
	for to, cost := range costs[at] {
		if cost < 0 || seen>>to&1 != 0 {
			continue
		}
		if rest := cheapest(costs, to, goal, seen|1<<to); rest >= 0 && (best < 0 || cost+rest < best) {
			best = cost + rest
		}
	}
	return best
}

func TestTollsFindTheCheapestOfAllPaths(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		zones := 1 + r.IntN(6)
		around, costs, byZone := make([]int64, zones), make([][]int64, zones), r.IntN(2) == 0
		tolls := value.NewTolls(zones)
		enter := make([]int64, zones)
		for z := range enter {
			enter[z] = r.Int64N(5) - 1
			if byZone && enter[z] >= 0 {
				tolls.Enter(int64(z), enter[z])
			}
		}
		for y := range zones {
			costs[y] = make([]int64, zones)
			for z := range zones {
				costs[y][z] = -1
				if r.IntN(3) > 0 {
					continue
				}
				around[y] |= 1 << z
				if costs[y][z] = enter[z]; !byZone {
					costs[y][z] = r.Int64N(5)
					tolls.EnterFrom(int64(y), int64(z), costs[y][z])
				}
			}
		}
		start, goal, limit := r.IntN(zones), r.IntN(zones), r.Int64N(12)-1
		want := cheapest(costs, start, goal, 1<<start)
		if want > limit {
			want = -1
		}
		near := func(z int64) []int64 { return []int64{around[z]} }
		if limit < 0 {
			want = -1
		}
		if got := tolls.Search([]int64{1 << start}, []int64{1 << goal}, near, limit); got != want {
			t.Fatalf("costs %v, from %d to %d for %d: %d, want %d", costs, start, goal, limit, got, want)
		}
	}
}

func TestZonesOutsideTheMapHaveNoTolls(t *testing.T) {
	tolls := value.NewTolls(2)
	tolls.Enter(2, 1)
	tolls.EnterFrom(0, 5, 1)
	tolls.EnterFrom(7, 1, 1)
	set := []int64{0}
	tolls.Search([]int64{5}, nil, func(int64) []int64 { return []int64{6} }, 9)
	if tolls.Within(set); set[0] != 1 {
		t.Errorf("%b", set[0])
	}
}

package value

// These tests check walks along a direction at edges, at zones that stop them, and in cycles.

import (
	"slices"
	"testing"

	"rulebound/engine/def"
)

// row is a grid of 70 zones: direction 0 follows the row, direction 1 goes back, direction 2 is a cycle of the first three.
func row() Grid {
	t := Grid{ways: 3}
	for z := range int64(70) {
		next, before, ring := z+1, z-1, def.None
		if next == 70 {
			next = def.None
		}
		if z < 3 {
			ring = (z + 1) % 3
		}
		t.steps = append(t.steps, next, before, ring)
	}
	return t
}

func setOf(members ...int64) []int64 {
	set := make([]int64, 2)
	for _, m := range members {
		SetBit(set, m)
	}
	return set
}

func TestStepFromTheEdgeIsNone(t *testing.T) {
	r := row()
	for _, c := range []struct{ zone, way, want int64 }{{0, 0, 1}, {69, 0, def.None}, {69, 1, 68}, {0, 1, def.None}, {2, 2, 0}, {3, 2, def.None},
		{def.None, 0, def.None}, {def.None, 2, def.None}, {70, 0, def.None}, {5, 3, def.None}, {5, -1, def.None}} {
		if got := r.Step(c.zone, c.way); got != c.want {
			t.Errorf("direction %d leads from %d to %d, want %d", c.way, c.zone, got, c.want)
		}
	}
}

func TestStepsEqualRepeatedSingleSteps(t *testing.T) {
	r := row()
	r.steps[3*3+2] = 0 // direction 2 leads from zone 3 into the cycle
	for _, c := range []struct{ zone, way, n, want int64 }{{4, 0, 0, 4}, {4, 0, -1, 4}, {4, 0, 1, 5}, {4, 0, 65, 69}, {4, 0, 66, def.None}, {4, 1, 5, def.None},
		{0, 2, 3, 0}, {1, 2, 1 << 60, 2}, {3, 2, 1<<60 + 1, 1}, {3, 2, 211, 0}, {5, 2, 1 << 60, def.None}, {def.None, 0, 2, def.None}, {def.None, 0, 0, def.None},
		{70, 0, 2, def.None}, {5, 3, 2, def.None}} {
		if got := r.Steps(c.zone, c.way, c.n); got != c.want {
			t.Errorf("%d steps in direction %d lead from %d to %d, want %d", c.n, c.way, c.zone, got, c.want)
		}
	}
	for n := range int64(700) {
		want := int64(3)
		for range n {
			want = r.Step(want, 2)
		}
		if got := r.Steps(3, 2, n); got != want {
			t.Errorf("%d steps into a ring lead to %d, want %d", n, got, want)
		}
	}
}

func TestRayEndsAtEdgeBlockedZoneOrStart(t *testing.T) {
	r := row()
	for _, c := range []struct {
		zone, way     int64
		through, want []int64
		beyond        int64
	}{
		{62, 0, setOf(63, 64, 65), setOf(63, 64, 65), 66},
		{62, 0, setOf(64, 65), setOf(), 63},
		{67, 0, setOf(66, 67, 68, 69), setOf(68, 69), def.None},
		{2, 1, setOf(0, 1, 2, 3), setOf(0, 1), def.None},
		{0, 2, setOf(0, 1, 2), setOf(0, 1, 2), def.None},
		{0, 2, setOf(1), setOf(1), 2},
		{def.None, 0, setOf(0, 1), setOf(), def.None},
	} {
		got := setOf()
		r.Ray(got, c.zone, c.way, c.through)
		if !slices.Equal(got, c.want) {
			t.Errorf("the ray from %d in direction %d is %v, want %v", c.zone, c.way, got, c.want)
		}
		if got := r.Beyond(c.zone, c.way, c.through); got != c.beyond {
			t.Errorf("beyond the ray from %d in direction %d lies %d, want %d", c.zone, c.way, got, c.beyond)
		}
	}
}

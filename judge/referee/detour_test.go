package referee

// These tests check how takes are proposed and changed: paths over takes, and combinations of numbers.

import (
	"fmt"
	"slices"
	"testing"

	"rulebound/engine"
)

// Zone 0 has a surplus piece that zone 2 lacks: it is moved via zone 1, by two additional takes, or by one that moves
// fewer back.
func TestSurplusPiecesAreRoutedOverOtherTakes(t *testing.T) {
	for name, c := range map[string]struct {
		arcs []arc
		want [][]patch
	}{
		"two more":        {[]arc{{at: 4, from: 0, to: 1, more: 2}, {at: 7, from: 1, to: 2, more: 1}}, [][]patch{{{at: 4, zone: 0, more: 1}, {at: 7, zone: 1, more: 1}}}},
		"one less":        {[]arc{{at: 3, from: 2, to: 0, less: 2, more: 5}}, [][]patch{{{at: 3, zone: 2, more: -1}}}},
		"nothing is left": {[]arc{{at: 4, from: 0, to: 1, more: 2}, {at: 7, from: 1, to: 2}}, nil},
		"the other way":   {[]arc{{at: 3, from: 2, to: 0, more: 5}}, nil},
	} {
		x := &walk{arcs: c.arcs, typed: []int16{-1, 0, 1}, stride: 1}
		x.from(0)
		var got [][]patch
		for _, path := range x.found {
			change := detour(c.arcs, path, x.amount(path), 0)
			got = append(got, change.patches)
			if change.at != c.want[0][0].at {
				t.Errorf("%s: the change begins at %d", name, change.at)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestPatchChangesOnlyTheTakenPieces(t *testing.T) {
	way := []wayAnswer{{decision: 1}, {decision: 2, taken: []engine.Entry{{Zone: 3, Class: 1, Available: 2}}}}
	got := patched(way, 5, []patch{{at: 6, zone: 3, class: 1, more: -1}, {at: 6, zone: 4, class: 1, more: 1}})
	if want := []engine.Entry{{Zone: 3, Class: 1, Available: 1}, {Zone: 4, Class: 1, Available: 1}}; !slices.Equal(got[1].taken, want) {
		t.Errorf("%v is taken, want %v", got[1].taken, want)
	}
	if len(way[1].taken) != 1 || way[1].taken[0].Available != 2 {
		t.Errorf("the way that was there takes %v", way[1].taken)
	}
}

// One of twenty things may be taken: 21 combinations are enumerated, and greater sums are pruned.
func TestCombinationsBeyondTheMaximumArePruned(t *testing.T) {
	c := &combination{min: 0, max: 1}
	for range 20 {
		c.add(choice{0, 0}, choice{1, 2})
	}
	given := 0
	c.each(1000, func(counts []int, _ int) {
		sum := 0
		for _, n := range counts {
			sum += n
		}
		if given++; sum > 1 {
			t.Errorf("the sum of %v is %d", counts, sum)
		}
	})
	if given != 21 || c.cut {
		t.Errorf("%d combinations, cut short: %t", given, c.cut)
	}
}

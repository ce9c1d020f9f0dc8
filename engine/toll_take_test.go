package engine_test

// These tests count the steps of takes.

import (
	"fmt"
	"strings"
	"testing"
)

// A take spends steps on the zones that it visits, the pieces there with their conditions, the caps and tiers of these, and the
// search for the greatest total.
func TestTakeStepsCountZonesPiecesCapsAndSearch(t *testing.T) {
	var moves strings.Builder
	for i := range 20 {
		fmt.Fprintf(&moves, "  - {move: {count: 2, of: p%d, from: pen, to: s%d}}\n", i%4, i/4)
	}
	declared := "spaces: [{each: {n: 0..39}, id: 's{n}'}]\nboxes: [{id: pen}]\npieces: [{each: {n: 0..3}, id: 'p{n}', count: 100, home: pen}]\n"
	const all = "{take: $k, by: red, of: p0 | p1 | p2 | p3, each: $p, from: spaces, min: 1, max: 30"
	none := spent(t, declared, moves.String())
	for _, c := range []struct {
		name, take string
		steps      int64
	}{
		{"one kind in one space", "{take: $k, by: red, of: p0, from: s0, min: 0, max: 2}", 68},
		{"one kind in all spaces", "{take: $k, by: red, of: p0, from: spaces, min: 0, max: 3}", 154},
		{"twenty kinds", all + "}", 185},
		{"a long condition", all + ", where: '" + strings.Repeat("piece-zone($p) != s7 and ", 20) + "true'}", 611},
		{"caps", all + ", caps: [" + strings.Repeat("{of: p0 | p1, max: 9}, {of: p2 | p3, max: 9}, ", 5) + "]}", 208},
		{"caps of each space", all + ", caps: [{of: p0 | p1, max: 3, each: true}]}", 228},
		{"one of two totals by tiers", strings.Replace(all, "min: 1, max: 30", "min: 39, max: 39", 1) + ", tiers: [p0, p1, p2]}", 195},
		{"all, and then one kind in one space", strings.Replace(all, "min: 1, max: 30", "min: 40, max: 40", 1) + ", to: pen}\n  - {take: $l, by: red, of: p0, from: pen, min: 0, max: 2}", 375},
	} {
		if n := spent(t, declared, moves.String()+"  - "+c.take+"\n") - none; n != c.steps {
			t.Errorf("%s: %d steps, want %d", c.name, n, c.steps)
		}
	}
}

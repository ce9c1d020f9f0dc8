package referee

// These tests check the estimate of the remaining transport, and the repair of paths.

import (
	"strings"
	"testing"
)

func TestTransportCostIsTheMinimumOverAllPieces(t *testing.T) {
	const zones = 5 // in a row, each adjacent to the next
	hops := make([]int8, zones*zones)
	for a := range zones {
		for b := range zones {
			hops[a*zones+b] = int8(max(0, max(a-b, b-a)-1))
		}
	}
	for _, c := range []struct {
		lacking []int16
		want    int
	}{
		{[]int16{0, 0, 0, 0, 0}, 0},
		{[]int16{-1, 1, 0, 0, 0}, 0},
		{[]int16{-1, 0, 0, 0, 1}, 3},
		{[]int16{-1, 1, -1, 0, 1}, 1}, // the nearer of two for the more distant one
		{[]int16{-2, 0, 1, -1, 2}, 4}, // 0 to 2, 0 to 4, 3 to 4
		{[]int16{-3, 0, 0, 0, 0}, 0},  // no zone lacks them
		{[]int16{-1, -1, 0, 1, 1}, 4}, // in either assignment
		{[]int16{-1, 0, 2, 0, -1}, 2}, // from both ends
		{[]int16{-4, 1, 1, 1, 1}, 6},  // 0, 1, 2 and 3
		{[]int16{0, -1, 1, 1, -1}, 0}, // each to its neighbour
		{[]int16{-1, 1, 0, -1, 1}, 0}, // no path crosses another
	} {
		if have := (&transportation{}).steps(c.lacking, 1, zones, hops); have != c.want {
			t.Errorf("%v: %d steps, not %d", c.lacking, have, c.want)
		}
	}
}

func TestRepairedAnswersReachThePosition(t *testing.T) {
	r := load(t, "tidelands")
	log, err := ReadLog("own.jsonl", strings.NewReader(record(t, r, "regatta", 3, 12)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := newMatch(r.game, r.reader, log)
	if err != nil {
		t.Fatal(err)
	}
	repaired := 0
	for n := 1; n < len(log.Steps); n++ {
		if log.Steps[n].Kind != "turn" {
			continue
		}
		root, err := m.restore(n-1, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := (&searcher{}).newRepairer(root, m.target(n), &log.Steps[n]).repair(nil, 2000)
		if !out.found {
			continue
		}
		repaired++
		observer := m.target(n).listen()
		observer.armed = true
		root.Listen(observer)
		for i, a := range out.answers {
			if err := root.Apply(a); err != nil {
				t.Fatalf("step %d, answer %d: %v", n, i, err)
			}
		}
		if !observer.ended || observer.dist != 0 {
			t.Errorf("step %d: the way does not end at the position", n)
		}
	}
	if repaired < 3 {
		t.Errorf("only %d ways were found", repaired)
	}
}

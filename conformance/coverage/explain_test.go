package coverage_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/coverage"
	"rulebound/engine/def"
)

func TestInvalidListOfExplanationsIsRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no reason", "places: [{rule: 1.2-a, in: x, never: executed}]", "place 1 needs rule, in, never and why"},
		{"no text of the place", "places: [{rule: 1.2-a, never: executed, why: w}]", "place 1 needs rule, in, never and why"},
		{"no clause", "places: [{in: x, never: executed, why: w}]", "place 1 needs rule, in, never and why"},
		{"nothing that is never seen", "places: [{rule: 1.2-a, in: x, why: w}]", `place 1 is never ""; never is one of executed, true, false, let in, kept out`},
		{"what is not an outcome", "places: [{rule: 1.2-a, in: x, never: maybe, why: w}]", `never "maybe"`},
		{"unknown key", "places: [{rule: 1.2-a, in: x, line: 7, never: executed, why: w}]", "line"},
		{"unknown list", "nodes: []", "nodes"},
		{"clauses without a reason", "clauses: [{rules: [1.2-a]}]", "entry 1 of clauses needs rules and why"},
		{"no clauses", "clauses: [{why: w}]", "entry 1 of clauses needs rules and why"},
		{"no scenario and no reason", "unplayed: [{rules: [1.2-a]}]", "entry 1 of unplayed needs rules and why"},
	} {
		if _, err := coverage.ReadExplained([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
		}
	}
	x, err := coverage.ReadExplained([]byte("places:\n- {rule: 1.2-a, in: x, never: 'true', why: w}\nclauses:\n- {rules: [1.2-a], why: w}\n"))
	if err != nil || len(x.Places) != 1 || len(x.Inert) != 1 {
		t.Errorf("%+v %v", x, err)
	}
	if x, err := coverage.ReadExplained(nil); err != nil || len(x.Places) != 0 {
		t.Errorf("an empty list: %+v %v", x, err)
	}
}

// page is the game with the text of its page: node i is in line i.
func page() (*def.GameDef, *compiler.Book) {
	gd, book := game()
	for i := range gd.Nodes {
		gd.Nodes[i].File, gd.Nodes[i].Line, gd.Nodes[i].Col, gd.Nodes[i].What = "g/1.md", int32(i), 3, "if"
	}
	book.Files = []source.File{{Name: "g/1.md", Data: []byte("- first: step\n- when: gold > 1\n- third: step\n- fourth: step\n- {id: gold}\n")}}
	return gd, book
}

func beside(text string, t *testing.T) *coverage.Beside {
	x, err := coverage.ReadExplained([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return &coverage.Beside{Explained: *x}
}

// The first node runs, the condition was true; the third and fourth are never reached.
func TestExplainedPlacesAreCountedSeparately(t *testing.T) {
	gd, book := page()
	runs := []coverage.Run{ran("1.2/a", 1, 2)}
	r := coverage.Measure(gd, book, runs, &coverage.Beside{})
	if len(r.Open) != 3 || r.Open[0] != "g/1.md:2:3 if, never false (1.2-a)" || r.Total.NodesWhy+r.Total.OneWayWhy != 0 {
		t.Errorf("%q %+v", r.Open, r.Total)
	}
	r = coverage.Measure(gd, book, runs, beside(`
places:
- {rule: 1.2-a, in: 'when: gold', never: 'false', why: There is always some.}
- {rule: 1.10-a, in: third, never: executed, why: Nobody goes there.}
- {rule: '1.2', in: 'fourth: step', never: executed, why: Nobody goes there.}
`, t))
	if len(r.Open) != 0 || len(r.Stale) != 0 || r.Total.NodesWhy != 2 || r.Total.OneWayWhy != 1 || r.Total.Executed != 2 || r.Total.BothWays != 0 {
		t.Errorf("%q %+v %+v", r.Open, r.Stale, r.Total)
	}
	x := coverage.Inspect(gd, book, runs, beside("places: [{rule: 1.2-a, in: 'when: gold', never: 'false', why: There is always some.}]", t), "1.2")
	var out bytes.Buffer
	if err := x.Write(&out); err != nil || !strings.Contains(out.String(), "seen one way only: 0\nexplained: 1\n  g/1.md:2:3  if  1.2-a  never false  There is always some.\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestExplanationsOfSeenOrMissingPlacesAreStale(t *testing.T) {
	gd, book := page()
	for _, place := range []string{
		"{rule: 1.2-a, in: 'first', never: executed, why: w}",      // it is executed
		"{rule: 1.2-a, in: 'when: gold', never: 'true', why: w}",   // it was true
		"{rule: 1.2-a, in: 'when: gold', never: kept out, why: w}", // it is not a domain
		"{rule: 1.2-b, in: 'third', never: executed, why: w}",      // belongs to another clause
		"{rule: 1.10-a, in: 'fifth', never: executed, why: w}",     // no such text
	} {
		r := coverage.Measure(gd, book, []coverage.Run{ran("1.2/a", 1, 2)}, beside("places: ["+place+"]", t))
		if len(r.Stale) != 1 || len(r.Open) != 3 {
			t.Errorf("%s: stale %v, open %v", place, r.Stale, r.Open)
		}
		var out bytes.Buffer
		if err := r.Write(&out); err != nil || !strings.Contains(out.String(), "explanations of what is seen, or is not there: 1\n") || !strings.Contains(out.String(), "neither seen nor explained: 3\n") {
			t.Errorf("%v\n%s", err, out.String())
		}
	}
}

// Copies of a place, and games that share it, are merged: one of them suffices.
func TestPlacesSeenInACopyOrAnotherGameCountAsExplained(t *testing.T) {
	gd, book := page()
	gd.Nodes[3].Line = 1 // the third is a copy of the first
	if r := coverage.Measure(gd, book, []coverage.Run{ran("1.2/a", 1, 2)}, &coverage.Beside{}); r.Total.NodesWhy != 1 || len(r.Open) != 2 {
		t.Errorf("%+v %q", r.Total, r.Open)
	}
	other, _ := page()
	run := ran("9/x", 4, 4)
	run.Yes, run.No = make([]bool, 6), []bool{false, false, true, false, false, false}
	seen := coverage.See(other, []coverage.Run{run})
	r := coverage.Measure(gd, book, []coverage.Run{ran("1.2/a", 1, 2)}, &coverage.Beside{Others: []coverage.Seen{seen}})
	if r.Total.NodesWhy != 2 || r.Total.OneWayWhy != 1 || len(r.Open) != 0 {
		t.Errorf("%+v %q", r.Total, r.Open)
	}
	stale := beside("places: [{rule: 1.2-a, in: 'when: gold', never: 'false', why: w}]", t)
	stale.Others = []coverage.Seen{seen}
	if r := coverage.Measure(gd, book, []coverage.Run{ran("1.2/a", 1, 2)}, stale); len(r.Stale) != 1 {
		t.Errorf("%+v: what another game shows needs no explanation", r.Stale)
	}
}

// A clause without mutations has an explanation, or is listed.
func TestClausesWithoutMutationsNeedAnExplanation(t *testing.T) {
	gd, book := page()
	shown := map[string]bool{"1.2-a": true}
	r := coverage.Measure(gd, book, nil, &coverage.Beside{})
	r.Show(shown)
	if !slices.Equal(r.Inert, []string{"1.10-a"}) || len(r.StaleClauses) != 0 {
		t.Errorf("%v %v", r.Inert, r.StaleClauses)
	}
	r = coverage.Measure(gd, book, nil, beside("clauses: [{rules: [1.10-a, 1.2-a, 1.2-b, 7-x], why: It follows from others.}]", t))
	r.Show(shown)
	if len(r.Inert) != 0 || !slices.Equal(r.StaleClauses, []string{"1.2-a", "1.2-b", "7-x"}) {
		t.Errorf("%v; broken by a change, not modelled, unknown: %v", r.Inert, r.StaleClauses)
	}
	var out bytes.Buffer
	if err := r.WriteClauses(&out, "1.10"); err != nil || !strings.Contains(out.String(), "(nothing to break: It follows from others.)") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

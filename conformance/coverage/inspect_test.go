package coverage_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/coverage"
	"rulebound/engine"
	"rulebound/engine/def"
)

// ran returns a run of a scenario that executed one node of the game and saw another true.
func ran(scenario string, node, yes int) coverage.Run {
	before, after := make([]engine.NodeCoverage, 6), make([]engine.NodeCoverage, 6)
	after[node].Ran, after[yes].True = 1, 1
	r := coverage.Run{Scenario: scenario}
	r.See(before, after)
	return r
}

// Each node is listed with its place and its scenarios: not executed, seen one way only, or executed. Declarations and
// other sections are omitted.
func TestInspectListsTheNodesOfASection(t *testing.T) {
	gd, book := game()
	for i := range gd.Nodes {
		gd.Nodes[i].File, gd.Nodes[i].Line, gd.Nodes[i].Col, gd.Nodes[i].What = "g/1.md", int32(20-i), 3, "if"
	}
	x := coverage.Inspect(gd, book, []coverage.Run{ran("1.2/a", 1, 2), ran("1.2/b", 1, 2)}, &coverage.Beside{}, "1.2")
	var lines []int32
	for _, n := range x.Nodes {
		lines = append(lines, n.Line)
	}
	if !slices.Equal(lines, []int32{16, 18, 19}) {
		t.Fatalf("nodes of lines %v", lines)
	}
	missed, oneWay, executed := x.Nodes[0], x.Nodes[1], x.Nodes[2]
	if missed.Executed || len(missed.Scenarios) > 0 || missed.OneWay() {
		t.Errorf("%+v", missed)
	}
	if !oneWay.OneWay() || !oneWay.Yes || oneWay.No || !slices.Equal(oneWay.Scenarios, []string{"1.2/a", "1.2/b"}) {
		t.Errorf("%+v", oneWay)
	}
	if !executed.Executed || executed.OneWay() {
		t.Errorf("%+v", executed)
	}
	var out bytes.Buffer
	if err := x.Write(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"g 1.2 Two: 3 nodes, 2 scenarios\n", "not executed: 1\n  g/1.md:16:3", "seen one way only: 1\n  g/1.md:18:3", "never false", "1.2/a 1.2/b"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, out.String())
		}
	}
}

func TestInspectOfAClauseListsOnlyItsNodes(t *testing.T) {
	gd, book := game()
	if x := coverage.Inspect(gd, book, nil, &coverage.Beside{}, "1.10-a"); len(x.Nodes) != 1 || x.Nodes[0].Rules[0] != "1.10-a" {
		t.Errorf("%+v", x.Nodes)
	}
	if x := coverage.Inspect(gd, book, nil, &coverage.Beside{}, "1.1"); len(x.Nodes) != 0 {
		t.Errorf("1.10 is not part of 1.1: %+v", x.Nodes)
	}
	if known := coverage.Known(book); !slices.Contains(known, "1.2") || !slices.Contains(known, "1.10-a") {
		t.Error(known)
	}
}

// The two outcomes of a domain are members let in and members kept out.
func TestInspectReportsOutcomesMissingOfADomain(t *testing.T) {
	gd, book := game()
	gd.Decisions = []def.DecisionDef{{Node: 4, Where: []def.Cond{{}}}}
	for _, c := range []struct {
		saw  engine.NodeCoverage
		want string
	}{
		{engine.NodeCoverage{Full: 1}, "never kept out"},
		{engine.NodeCoverage{Empty: 1}, "never let in"},
		{engine.NodeCoverage{Ran: 1}, "never let in, never kept out"},
	} {
		r, after := coverage.Run{Scenario: "1.2/a"}, make([]engine.NodeCoverage, 6)
		after[4] = c.saw
		r.See(make([]engine.NodeCoverage, 6), after)
		var out bytes.Buffer
		if err := coverage.Inspect(gd, book, []coverage.Run{r}, &coverage.Beside{}, "1.2").Write(&out); err != nil || !strings.Contains(out.String(), c.want+"  1.2/a") {
			t.Errorf("%v, want %q:\n%s", err, c.want, out.String())
		}
	}
}

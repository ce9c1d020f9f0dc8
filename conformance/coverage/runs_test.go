package coverage_test

// This file tests what counts as seen.

import (
	"slices"
	"testing"

	"rulebound/compiler/source"
	"rulebound/conformance/coverage"
	"rulebound/engine"
	"rulebound/engine/def"
)

// saw returns a run of a scenario with this coverage of one node.
func saw(node int, c engine.NodeCoverage) coverage.Run {
	after := make([]engine.NodeCoverage, 6)
	after[node] = c
	r := coverage.Run{Scenario: "1.2/x", Rules: []string{"1.2-a"}}
	r.See(make([]engine.NodeCoverage, 6), after)
	return r
}

func TestADomainWithMembersInAndOutIsSeenBothWays(t *testing.T) {
	for _, c := range []struct {
		saw     engine.NodeCoverage
		yes, no bool
	}{
		{engine.NodeCoverage{Between: 1}, true, true}, {engine.NodeCoverage{Full: 1}, true, false}, {engine.NodeCoverage{Empty: 1}, false, true},
		{engine.NodeCoverage{True: 1}, true, false}, {engine.NodeCoverage{False: 1}, false, true}, {engine.NodeCoverage{Ran: 1}, false, false},
	} {
		if r := saw(2, c.saw); r.Yes[2] != c.yes || r.No[2] != c.no || !r.Came(2) {
			t.Errorf("%+v is seen as %+v", c.saw, r)
		}
	}
}

func TestRunRecordsOnlyTheIncrease(t *testing.T) {
	before := []engine.NodeCoverage{{}, {Ran: 3, True: 2, False: 1, Full: 4, Empty: 5, Between: 6}}
	r := coverage.Run{}
	r.See(before, slices.Clone(before))
	if r.Came(1) {
		t.Errorf("nothing was added: %+v", r)
	}
	if r.Came(2) {
		t.Error("a node that does not exist was executed")
	}
}

// Runs may contribute the outcomes in any order; a run without coverage removes none.
func TestCoverageOfRunsIsMerged(t *testing.T) {
	gd, book := game()
	yes, no, nothing := saw(2, engine.NodeCoverage{True: 1}), saw(2, engine.NodeCoverage{False: 1}), coverage.Run{Scenario: "1.2/y", Rules: []string{"1.2-a"}}
	for _, runs := range [][]coverage.Run{{yes, no, nothing}, {no, yes, nothing}, {nothing, no, yes}} {
		if r := coverage.Measure(gd, book, runs, &coverage.Beside{}); r.Total.BothWays != 1 || r.Total.Executed != 1 {
			t.Errorf("%+v", r.Total)
		}
	}
	for _, one := range []coverage.Run{yes, no} {
		if r := coverage.Measure(gd, book, []coverage.Run{one, one}, &coverage.Beside{}); r.Total.BothWays != 0 || r.Total.Executed != 1 {
			t.Errorf("one outcome, twice: %+v", r.Total)
		}
	}
	ran := saw(1, engine.NodeCoverage{Ran: 1})
	for _, runs := range [][]coverage.Run{{ran, nothing, no}, {no, nothing, ran}} {
		if r := coverage.Measure(gd, book, runs, &coverage.Beside{}); r.Total.Executed != 2 {
			t.Errorf("two nodes were executed: %+v", r.Total)
		}
	}
}

// A scenario may name both a clause and its section.
func TestAScenarioCoversAClauseOnce(t *testing.T) {
	gd, book := game()
	twice := saw(1, engine.NodeCoverage{Ran: 1})
	twice.Rules = []string{"1.2-a", "1.2-a"}
	other := saw(1, engine.NodeCoverage{Ran: 1})
	other.Scenario = "1.2/z"
	idle := saw(3, engine.NodeCoverage{Ran: 1})
	r := coverage.Measure(gd, book, []coverage.Run{twice, other, idle}, &coverage.Beside{})
	if got := r.Sections[0].Clauses[0].Scenarios; !slices.Equal(got, []string{"1.2/x", "1.2/z"}) {
		t.Errorf("covered by %v", got)
	}
}

// Only a decision that keeps members out has a condition.
func TestDecisionWithoutConditionsIsNotCountedAsCondition(t *testing.T) {
	gd, book := game()
	gd.Decisions = []def.DecisionDef{{Node: 3}, {Node: 4, Where: []def.Cond{{}}}}
	r := coverage.Measure(gd, book, []coverage.Run{saw(3, engine.NodeCoverage{Ran: 1}), saw(4, engine.NodeCoverage{Ran: 1})}, &coverage.Beside{})
	if r.Total.Conditions != 2 {
		t.Errorf("%d conditions; there are an if and a domain", r.Total.Conditions)
	}
	if want := []string{":0:0 , never executed (1.2-a)", ":0:0 , never let in, never kept out (1.2)"}; !slices.Equal(r.Open, want) {
		t.Errorf("open: %q", r.Open)
	}
}

func TestClauseBelongsToItsSectionWhateverItsID(t *testing.T) {
	gd, book := game()
	book.Clauses = append(book.Clauses, source.Clause{ID: "harbour-a", Section: "1.2"})
	gd.Nodes[3].Rules = []string{"harbour-a"}
	for section, want := range map[string]int{"1.2": 4, "1": 4, "1.2-a": 2, "harbour": 1, "1.10": 0, "2": 0} {
		if x := coverage.Inspect(gd, book, nil, &coverage.Beside{}, section); len(x.Nodes) != want {
			t.Errorf("%d nodes in %s, want %d", len(x.Nodes), section, want)
		}
	}
}

// Open are nodes that were not reached and conditions seen one way only, except declarations and explained nodes.
func TestOpenNodesExcludeDeclarationsAndExplainedNodes(t *testing.T) {
	gd, book := page()
	open := func(runs []coverage.Run, with *coverage.Beside) (nodes []int32) {
		for _, x := range coverage.OpenNodes(gd, book, runs, with) {
			nodes = append(nodes, x.Node)
		}
		return nodes
	}
	if got := open(nil, &coverage.Beside{}); !slices.Equal(got, []int32{1, 2, 3, 4}) {
		t.Errorf("without runs: %v", got)
	}
	both := []coverage.Run{saw(2, engine.NodeCoverage{True: 1, False: 1}), saw(1, engine.NodeCoverage{Ran: 1})}
	if got := open(both, &coverage.Beside{}); !slices.Equal(got, []int32{3, 4}) {
		t.Errorf("a condition seen both ways and a node that ran: %v", got)
	}
	why := beside("places: [{rule: 1.10-a, in: third, never: executed, why: w}]", t)
	if got := open(both, why); !slices.Equal(got, []int32{4}) {
		t.Errorf("an explained place is not open: %v", got)
	}
}

// Each side of a domain has its explanation; a common explanation is counted once.
func TestEachSideOfADomainIsExplainedSeparately(t *testing.T) {
	gd, book := page()
	gd.Decisions = []def.DecisionDef{{Node: 4, Where: []def.Cond{{}}}}
	reason := func(list string) string {
		x := coverage.Inspect(gd, book, []coverage.Run{saw(4, engine.NodeCoverage{Ran: 1})}, beside(list, t), "1.2")
		return x.Nodes[len(x.Nodes)-1].Why
	}
	for _, c := range []struct{ list, want string }{
		{"places: [{rule: '1.2', in: fourth, never: let in, why: Nothing fits.}, {rule: '1.2', in: fourth, never: kept out, why: All fits.}]", "Nothing fits. All fits."},
		{"places: [{rule: '1.2', in: fourth, never: let in, why: It is closed.}, {rule: '1.2', in: fourth, never: kept out, why: It is closed.}]", "It is closed."},
		{"places: [{rule: '1.2', in: fourth, never: let in, why: Nothing fits.}]", ""},
		{"places: [{rule: '1.2', in: fourth, never: kept out, why: All fits.}]", ""},
		{"places: [{rule: '1.2', in: fourth, never: 'true', why: w}, {rule: '1.2', in: fourth, never: 'false', why: w}]", ""},
	} {
		if got := reason(c.list); got != c.want {
			t.Errorf("%s\nexplains %q, want %q", c.list, got, c.want)
		}
	}
}

// A place in an unavailable page, or after its end, has no text that an explanation could name.
func TestPlaceOutsideItsPageHasNoExplanation(t *testing.T) {
	for _, line := range []int32{0, -1, 7, 99} {
		gd, book := page()
		gd.Nodes[4].Line = line
		r := coverage.Measure(gd, book, nil, beside("places: [{rule: '1.2', in: o, never: executed, why: w}]", t))
		if len(r.Stale) != 1 {
			t.Errorf("line %d is explained", line)
		}
	}
	gd, book := page()
	gd.Nodes[4].Line = 5 // the last
	if r := coverage.Measure(gd, book, nil, beside("places: [{rule: '1.2', in: gold, never: executed, why: w}]", t)); len(r.Stale) != 0 {
		t.Error("the last line is part of the page")
	}
}

// The order of the games does not matter.
func TestCoverageOfCopiesIsMerged(t *testing.T) {
	for _, way := range []struct {
		first, second engine.NodeCoverage
	}{{engine.NodeCoverage{True: 1}, engine.NodeCoverage{False: 1}}, {engine.NodeCoverage{False: 1}, engine.NodeCoverage{True: 1}}} {
		gd, book := page()
		gd.Nodes[4].Line = 2 // the same place as the condition
		gd.Code[3].X = []*def.Expr{{Node: 4, Type: def.TBool}}
		r := coverage.Measure(gd, book, []coverage.Run{saw(2, way.first), saw(4, way.second)}, &coverage.Beside{})
		if r.Total.OneWayWhy != 2 {
			t.Errorf("%+v: what one copy shows explains the other: %+v", way, r.Total)
		}
	}
}

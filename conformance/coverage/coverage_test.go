package coverage_test

import (
	"bytes"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/coverage"
	"rulebound/engine"
	"rulebound/engine/def"
)

// game is a rulebook of three clauses, four statements, of which the second has a condition, and a track.
func game() (*def.GameDef, *compiler.Book) {
	gd := &def.GameDef{ID: "g", Text: def.Text{Nodes: []def.NodeDef{{}, {Rules: []string{"1.2-a"}}, {Rules: []string{"1.2-a"}}, {Rules: []string{"1.10-a"}}, {Rules: []string{"1.2"}}, {Rules: []string{"1.2"}}}}}
	gd.Code = []def.Instr{{Node: 1}, {X: []*def.Expr{{Node: 2, Type: def.TBool}}}, {Node: 3}, {Node: 4}}
	gd.Vars = []def.VarDef{{Node: 5}}
	book := &compiler.Book{Book: &source.Book{
		Clauses: []source.Clause{
			{ID: "1.10-a", Section: "1.10", Kind: source.KindRule},
			{ID: "1.2-a", Section: "1.2", Kind: source.KindRule},
			{ID: "1.2-b", Section: "1.2", Kind: source.KindNotModelled, Reason: "later"},
		},
		Headings: []source.Heading{{Number: "1.2", Title: "Two"}},
	}}
	return gd, book
}

func TestMeasure(t *testing.T) {
	def, book := game()
	seen := func(ran, yes, no int) coverage.Run {
		before, after := make([]engine.NodeCoverage, 6), make([]engine.NodeCoverage, 6)
		after[ran].Ran, after[yes].True, after[no].False = 1, 1, 1
		r := coverage.Run{Scenario: "1.2/x", Rules: []string{"1.2-a", "1.10-a"}}
		r.See(before, after)
		return r
	}
	r := coverage.Measure(def, book, []coverage.Run{seen(1, 2, 0), seen(1, 0, 2)}, &coverage.Beside{})
	if len(r.Sections) != 2 || r.Sections[0].Number != "1.2" || r.Sections[0].Title != "Two" || r.Sections[1].Number != "1.10" {
		t.Fatalf("sections %+v", r.Sections)
	}
	if got, want := r.Sections[0].Count, (coverage.Count{Rules: 1, Covered: 1, Nodes: 3, Executed: 2, Conditions: 1, BothWays: 1}); got != want {
		t.Errorf("count %+v, want %+v", got, want)
	}
	if missing := r.Missing(); len(missing) != 1 || missing[0] != "1.10-a" {
		t.Errorf("missing %v: a clause that is named but neither executed nor proved is not covered", missing)
	}
	if got, want := r.Total, (coverage.Count{Rules: 2, Covered: 1, Nodes: 4, Executed: 2, Conditions: 1, BothWays: 1}); got != want {
		t.Errorf("total %+v, want %+v", got, want)
	}
	var out bytes.Buffer
	if err := r.Write(&out); err != nil || !strings.Contains(out.String(), "1.2 Two") || !strings.Contains(out.String(), "rules without a scenario: 1\n  1.10-a\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
	out.Reset()
	if err := r.WriteClauses(&out, "1.2"); err != nil || !strings.Contains(out.String(), "(not-modelled)") || strings.Contains(out.String(), "1.10-a") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestProvedClausesAreCovered(t *testing.T) {
	def, book := game()
	r := coverage.Measure(def, book, []coverage.Run{{Scenario: "1.10/x", Rules: []string{"1.10-a"}, Proved: []string{"1.10-a"}}}, &coverage.Beside{})
	if missing := r.Missing(); len(missing) != 1 || missing[0] != "1.2-a" {
		t.Error(missing)
	}
}

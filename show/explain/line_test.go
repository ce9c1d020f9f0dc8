package explain_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/show/explain"
)

// line explains the line of the mill's trace that begins with a text.
func line(t *testing.T, begins string) *explain.Answer {
	t.Helper()
	g, _ := game(t)
	a, err := explain.Moment{Case: g.Cases[0], Line: lineOf(t, begins)}.Explain()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// formulas lists formulas with their values and parts.
func formulas(a *explain.Answer) string {
	var out []string
	for _, f := range a.Formulas {
		out = append(out, f.Name+": "+spelled([]*explain.Value{f.Value}))
	}
	return strings.Join(out, "; ")
}

// The formulas of a line have their values before its statement was executed, even if the statement changes what they
// read.
func TestExplanationOfALineHasTheValuesBeforeIt(t *testing.T) {
	for begins, want := range map[string]string{
		"flour: 0":   "amount: $gain=9",
		"grain: 5":   "amount: min(grain, $n)=2 (grain=5, $n=2)",
		"yard: cart": "",
		"price: 0":   "value: modified(grind-price, 1, $n)=4 ($n=2)",
	} {
		if got := formulas(line(t, begins)); got != want {
			t.Errorf("%s: %s, want %s", begins, got, want)
		}
	}
}

func TestExplanationOfALineHasStatementClausesAndCallers(t *testing.T) {
	a := line(t, "grain: 5")
	if got := strings.Join(a.Statements[0].Source, "|"); got != "{lose: {grain: '=min(grain, $n)'}}" || a.Statements[0].What != "lose" {
		t.Errorf("%s %s", a.Statements[0].What, got)
	}
	if len(a.Clauses) != 1 || a.Clauses[0].ID != "1-a" || a.Clauses[0].Title != "Grinding" || a.Clauses[0].Text != "Grain becomes flour." {
		t.Errorf("%+v", a.Clauses)
	}
	var run []string
	for _, u := range a.Running {
		run = append(run, u.What)
	}
	if got := strings.Join(run, ", "); got != "procedure grind, procedure play" {
		t.Error(got)
	}
}

// Only the attached effects that changed the value are named, with their result.
func TestExplanationOfALineNamesEffectsThatChangedIt(t *testing.T) {
	a := line(t, "price: 0")
	if len(a.Hooks) != 1 || a.Hooks[0].Effect != "dull-stones" || a.Hooks[0].Changed != "1 → 4" || !slices.Equal(a.Hooks[0].Clauses, []string{"1-b"}) {
		t.Errorf("%+v", a.Hooks)
	}
	if a := line(t, "grain: 5"); len(a.Hooks) > 0 {
		t.Errorf("%+v", a.Hooks)
	}
}

func TestLineWithoutRuleIsReportedAsSuch(t *testing.T) {
	if a := line(t, "scenario"); len(a.Statements) > 0 || !strings.Contains(a.Text(func(text, _ string) []string { return []string{text} }), "no rule") {
		t.Errorf("%+v", a)
	}
	g, _ := game(t)
	if _, err := (explain.Moment{Case: g.Cases[0], Line: 1000}).Explain(); err == nil || !strings.Contains(err.Error(), "there is no line 1000") {
		t.Error(err)
	}
}

func TestExplanationOfNamesOfEachKind(t *testing.T) {
	g, _ := game(t)
	for name, want := range map[string]string{
		"1-a":         "clause 1-a Grinding; kind: rule; scenarios: 1/grinds",
		"1":           "section 1 The mill",
		"grind":       "procedure grind ; procedure play calls 1-a; dull-stones joins in at grind-price",
		"rest":        "procedure rest ; procedure play calls 1-a",
		"work":        "decision play.work ; procedure play asks it 1-a",
		"bid":         "decision play.bid ; procedure play asks it 1-a; max is grain + 9",
		"play.bid":    "decision play.bid ; procedure play asks it 1-a; max is grain + 9",
		"yield":       "function yield ; procedure grind calls 1-a; value is $n * 2 + grain",
		"barn.full":   "derived value barn.full ; value is pieces($it) > 1",
		"full":        "derived value full ; value is pieces($it) > 1",
		"grain":       "variable grain ; function yield reads 1; decision play.bid reads 1-a; decision play.work (search hint) reads 1-a; procedure grind reads 1-a; procedure grind writes 1-a; at the beginning: 5",
		"dull-stones": "effect dull-stones Dull Stones; procedure play begins it 1-a; dull-stones joins in at grind-price",
		"grind-price": "point grind-price price of grinding; procedure sell consults 1-b; procedure grind consults 1-a; dull-stones joins in at grind-price",
		"may-grind":   "point may-grind ",
		"card-70":     "card card-70 ",
		"barn":        "name barn barn",
		"yard":        "name yard Old Yard",
		"nobody.full": "",
		"grind.bid":   "",
		"":            "",
	} {
		got := ""
		for _, a := range explain.Find(g, name) {
			got = a.Kind + " " + a.Name + " " + a.Title
			for _, u := range a.Uses {
				got += "; " + u.What + " " + u.How + " " + strings.Join(u.Clauses, " ")
			}
			for _, h := range a.Hooks {
				got += "; " + h.Effect + " joins in at " + h.Point
			}
			for _, f := range a.Formulas {
				got += "; " + f.Name + " is " + f.Formula
			}
			for _, f := range a.Facts {
				got += "; " + f.Name + ": " + f.Value
			}
			if len(a.Statements) == 0 && a.Kind != "section" {
				t.Errorf("%s has no statement", name)
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	for _, name := range explain.Names(g) {
		if len(explain.Find(g, name)) == 0 {
			t.Errorf("%s is completed and not found", name)
		}
	}
}

// The implementation of a clause is shown for each of its clauses.
func TestEveryLineOfATraceCanBeExplained(t *testing.T) {
	for _, id := range []string{"tidelands", "texas-holdem"} {
		g, err := corpus.OpenGame(os.DirFS("../.."), id)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range g.Cases {
			if i%40 != 0 {
				continue
			}
			for n, l := range c.Play().Lines {
				if n%5 != 0 {
					continue
				}
				a, err := explain.Moment{Case: c, Line: n + 1}.Explain()
				if err != nil || l.At != nil && (len(a.Statements) != 1 || len(a.Statements[0].Source) == 0) {
					t.Errorf("%s:%d %s: %v", c.Name(), n+1, l.Text, err)
				}
			}
		}
	}
}

package explain_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/conformance/trace"
	"rulebound/show/explain"
)

// busy is the game of errands with an effect that is activated by name, and a scenario of it.
func busy(t *testing.T) (*corpus.Game, fstest.MapFS) {
	t.Helper()
	text := strings.NewReplacer(
		"do: [{activate: storm}, {go: {}}, {over: {}}]}", "do: [{activate: storm}, {stir: {what: storm}}, {go: {}}, {over: {}}]}\n- {id: stir, rule: 1-a, params: {what: lasting}, do: [{activate: $what}]}",
		"points: [", "points: [{id: stay-out, kind: run}, ", "durations: [ever]", "variables: [{id: mud, type: int, per: space}]\nderived: [{id: a, type: int, value: b + 1}, {id: b, type: int, value: c + 1}, {id: c, type: int, value: d + 1}, {id: d, type: int, value: e + 1}, {id: e, type: int, value: gold + 1}]\nfunctions: [{id: f, params: {n: int}, value: g($n) + 1}, {id: g, params: {n: int}, value: h($n) + 1}, {id: h, params: {n: int}, value: k($n) + 1}, {id: k, params: {n: int}, value: $n + gold}]\ndurations: [ever]",
		"  do:\n  - pick: $way", "  do:\n  - {subset: $tour, each: $y, by: red, from: spaces, where: $y.mud < a, min: 1, max: 2}\n  - {one: $goal, by: red, from: spaces, where: $goal.mud == 0}\n  - pick: $way",
	).Replace(errands)
	script := "version: 1\ntitle: They go\ngame: errands\nrules: [1-a]\nsetup: {}\nmoves:\n- red:\n  tour: [hill, dale]\n- red: dale\n- red: hill\nexpect: {asked: {seat: red, decision: load}}\n"
	root := fstest.MapFS{"data/games/errands/10.md": {Data: []byte(text)}, "scenarios/errands/1/go.yaml": {Data: []byte(script)}}
	g, err := corpus.OpenGame(root, "errands")
	if err != nil {
		t.Fatal(err)
	}
	return g, root
}

// A decision is found with and without its procedure.
func TestNamesThatCanBeExplained(t *testing.T) {
	g, _ := busy(t)
	known := explain.Names(g)
	for _, name := range []string{"1", "1-a", "go", "go.way", "way", "hill", "gold", "storm", "storm@home-come", "home-come", "sack"} {
		if !slices.Contains(known, name) {
			t.Errorf("%s is not among %q", name, known)
		}
	}
	if !slices.IsSorted(known) || len(slices.Compact(slices.Clone(known))) != len(known) || slices.Contains(known, "") {
		t.Errorf("the names are %q", known)
	}
}

// uses returns the uses of the first thing with a name.
func uses(t *testing.T, g *corpus.Game, name string) string {
	t.Helper()
	found := explain.Find(g, name)
	if len(found) == 0 {
		t.Fatalf("%s is not known", name)
	}
	var out []string
	for _, u := range found[0].Uses {
		out = append(out, u.What+" "+u.How)
	}
	return strings.Join(out, "; ")
}

func TestUsesOfNames(t *testing.T) {
	g, _ := busy(t)
	for name, want := range map[string]string{
		"storm":           "procedure play begins it", // a procedure with an effect as its argument may activate any
		"home-come":       "procedure go runs",
		"stay-out":        "",
		"stir":            "procedure play calls",
		"storm@home-come": "effect storm attaches; procedure go runs, at the point home-come,",
		"play":            "the game begins with",
		"d":               "derived value c reads",
	} {
		if got := uses(t, g, name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if found := explain.Find(g, "hill.mud"); len(found) != 1 || found[0].Kind != "variable" {
		t.Errorf("hill.mud is %+v", found)
	}
	for _, name := range []string{"red.mud", "nobody.mud", "hill.gold", "hill.d"} {
		if found := explain.Find(g, name); len(found) > 0 {
			t.Errorf("%s is %s %s", name, found[0].Kind, found[0].Name)
		}
	}
}

func TestClauseShowsItsOutermostStatements(t *testing.T) {
	g, _ := game(t)
	var lines []string
	for _, s := range explain.Find(g, "1-b")[0].Statements {
		lines = append(lines, strings.TrimSpace(s.Source[0]))
	}
	if len(lines) != 3 || !strings.HasPrefix(lines[1], "{id: rest") || !strings.HasPrefix(lines[2], "{id: sell") {
		t.Errorf("they are %q", lines)
	}
}

// The line of an answer has the formulas of its decision. For a single member they have its values; for a list they
// have none.
func TestFormulasOfAnAnswerLine(t *testing.T) {
	g, _ := busy(t)
	p := g.Cases[0].Play()
	for begins, want := range map[string]string{
		"red tour":       "where: $y.mud < a= (a=5 (b + 1=5 (b=4 (c + 1=4 (c=3 (d + 1=3))))))",
		"red goal: dale": "where: $goal.mud == 0=true ($goal.mud=0 ($goal=dale))",
	} {
		i := slices.IndexFunc(p.Lines, func(l trace.Line) bool { return strings.HasPrefix(l.Text, begins) })
		a, err := explain.Moment{Case: g.Cases[0], Line: i + 1}.Explain()
		if err != nil {
			t.Fatal(begins, err)
		}
		if got := formulas(a); got != want {
			t.Errorf("%s: %s, want %s", begins, got, want)
		}
	}
}

// The text begins with the subject and prints each statement with its place.
func TestAnAnswerAsText(t *testing.T) {
	g, _ := game(t)
	plain := func(text, _ string) []string { return []string{text} }
	for name, want := range map[string][]string{
		"grind": {"procedure grind\n", "10.md:39  1-a  procedure\n", "\n1-a Grinding\n  Grain becomes flour.\n", "\neffects that join in\n  Dull Stones (dull-stones) at grind-price  ", "\nused by\n  procedure play calls  "},
		"1-a":   {"clause 1-a: Grinding\n  kind: rule\n  scenarios: 1/grinds\n\n1-a Grinding\n"},
		"yield": {"\nformulas\n  value: $n * 2 + grain\n"},
	} {
		text := explain.Find(g, name)[0].Text(plain)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q:\n%s", name, w, text)
			}
		}
	}
	a := line(t, "price: 0")
	if text := a.Text(plain); !strings.Contains(text, "\nformulas\n  value: modified(grind-price, 1, $n) = 4\n    $n = 2\n") || !strings.Contains(text, "\neffects in force\n  Dull Stones (dull-stones) at grind-price: 1 → 4") || !strings.Contains(text, "\nrun by\n  procedure grind runs") {
		t.Errorf("%s", text)
	}
	var many explain.Answer
	for i := range 22 {
		many.Uses, many.Asks = append(many.Uses, explain.Use{What: fmt.Sprint(i)}), append(many.Asks, explain.Asked{Name: fmt.Sprint(i)})
	}
	if text := many.Text(plain); strings.Count(text, "… 2 more; --json lists all") != 2 {
		t.Errorf("of 22 uses and decisions it says\n%s", text)
	}
}

// Functions and derived values are expanded up to depth three.
func TestPartsOfFormulasAreNestedThreeDeep(t *testing.T) {
	g, root := busy(t)
	x, err := explain.NewScope(root, explain.Moment{Case: g.Cases[0]})
	if err != nil {
		t.Fatal(err)
	}
	v, err := x.Evaluate("f(gold)")
	if got := spelled(v.Parts); err != nil || got != "gold=0, g($n) + 1=3 (g($n)=2 ($n=0, h($n) + 1=2 (h($n)=1 ($n=0, k($n) + 1=1))))" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestOrdersAreSpelledWithTitles(t *testing.T) {
	if v, err := scope(t, 0).Evaluate("in-turn(seats)"); err != nil || v.Value != "[red (Red Mill)]" {
		t.Error(v, err)
	}
}

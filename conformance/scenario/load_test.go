// These tests check that the loader reports errors with places.

package scenario_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
	"rulebound/conformance/scenario"
)

func TestBadScenarios(t *testing.T) {
	const good = "version: 1\ntitle: T\ngame: g\nrules: [1.1-a]\n"
	const claim = "expect: {asked: us}\n"
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "1:1: error: the scenario is empty"},
		{"not yaml", "version: [1\n", "1:10: error: this bracket is not closed"},
		{"a list", "- 1\n", "a scenario is a mapping, not a list"},
		{"no version", "title: T\ngame: g\nrules: [1]\n" + claim, "must say version: 1"},
		{"other version", "version: 2\ntitle: T\ngame: g\nrules: [1]\n" + claim, "1:10: error: the scenario must say version: 1"},
		{"no title", "version: 1\ngame: g\nrules: [1]\n" + claim, "lacks title"},
		{"no rules", "version: 1\ntitle: T\ngame: g\n" + claim, "names no rule"},
		{"no expectation", good + "moves: []\n", "the scenario expects nothing"},
		{"empty expectation", good + "expect: {}\n", "claims nothing"},
		{"unknown key", good + "mooves: []\n" + claim, "5:1: error: a scenario has no key mooves"},
		{"unknown key of set-up", good + "setup: {scenaro: full}\n" + claim, "setup has no key scenaro"},
		{"unknown key of expect", good + "expect: {sate: {aid: 1}}\n", "expect has no key sate"},
		{"twice", good + "title: U\n" + claim, "5:1: error: title is given twice"},
		{"anchor", good + "setup: &a {scenario: full}\n" + claim, "5:8: error: anchors are not part of the language"},
		{"two documents", good + claim + "---\na: 1\n", "7:1: error: a scenario holds one document"},
		{"alias", good + "setup: *a\n" + claim, "5:8: error: aliases are not part of the language"},
		{"tag", good + "setup: !a {scenario: full}\n" + claim, "5:8: error: YAML tags are not part of the language"},
		{"tab", good + "setup:\n\tscenario: full\n" + claim, "6:1: error: a tab in the indentation"},
		{"number with a zero", good + "setup: {values: {aid: 010}}\n" + claim, "5:23: error: 010 is not a plain decimal number"},
		{"comma in a value", good + "setup: {values: {aid: min(1, 2)}}\n" + claim, "a value with a comma is not in quotes"},
		{"bytes", good + "setup: \xff\n" + claim, "5:1: error: the file is not UTF-8"},
		{"many values", good + claim + "moves: [" + strings.Repeat("a,", 20001) + "]\n", "more than 20000 values"},
		{"deep", good + "setup: " + strings.Repeat("[", 200) + "\n", "nested more than 16 levels deep"},
		{"deep list", good + "setup:\n" + strings.Repeat("- ", 20000) + "a\n", "nested more than 16 levels deep"},
		{"long title", strings.Replace(good, "title: ", "title: "+strings.Repeat("x", scenario.MaxText), 1), "2:8: error: a value of 2001 characters"},
		{"deep without brackets", good + "setup: {values: {a: " + strings.Repeat("{b: ", 20) + "1" + strings.Repeat("}", 20) + "}}\n" + claim, "nested more than 16 levels deep"},
		{"long", good + claim + strings.Repeat("# x\n", 100000), "too long"},
		{"move without seat", good + "moves: [pass]\n" + claim, "a move is a mapping that begins with the seat"},
		{"negative count", good + "setup: {pieces: {hue: {us-troops: -1}}}\n" + claim, "5:35: error: the count of us-troops is a whole number, 0 to 255"},
		{"more pieces than a type can have", good + "setup: {pieces: {hue: {us-troops: 256}}}\n" + claim, "5:35: error: the count of us-troops is a whole number, 0 to 255"},
		{"status below its type", good + "setup: {pieces: {hue: {vc-guerrilla: {active: 2}}}}\n" + claim, "a status is part of the name: write vc-guerrilla.active: n"},
		{"part of a piece", good + "setup: {pieces: {hue: {us-troops: 1.5}}}\n" + claim, "the count of us-troops is a whole number, 0 to 255"},
		{"refusal without clause", good + "expect: {refused: [{us: event}]}\n", "because of which clause"},
		{"legal without options", good + "expect: {legal: {seat: us}}\n", "legal needs the options"},
		{"activity without name", good + "moves: [{us: operation train, activity: {at: after}}]\n" + claim, "the activity has no name"},
		{"activity at another time", good + "moves: [{us: operation train, activity: {name: advise, at: during}}]\n" + claim, "at is before, after, or after MEMBER"},
		{"deck twice", good + "setup: {deck: [a], piles: {deck: [b]}}\n" + claim, "the deck is given twice"},
		{"show", good + "show: everything\n" + claim, "show knows only options"},
		{"asking that is not a number", good + "expect: {notAsked: [spaces third]}\n", "behind it the number of the asking, 1 or more, not spaces third"},
		{"asking before the first", good + "expect: {notAsked: spaces 0}\n", "1 or more, not spaces 0"},
		{"two numbers of an asking", good + "expect: {notAsked: [spaces 1 2]}\n", "1 or more, not spaces 1 2"},
		{"not asked by a mapping", good + "expect: {notAsked: {spaces: 3}}\n", "an entry of notAsked is a single value"},
		{"nothing that is not asked", good + "expect: {notAsked: []}\n", "claims nothing"},
		{"no stance", good + "moves: [{stance: {}}]\n" + claim, "this sets no stance"},
		{"stance that is not a mapping", good + "moves: [{stance: us.gives}]\n" + claim, "stance is a mapping"},
		{"stance of several values", good + "moves: [{stance: {us.gives: [yes]}}]\n" + claim, "the stance us.gives is a single value"},
		{"stance with answers", good + "moves: [{stance: {us.gives: yes}, spaces: [hue]}]\n" + claim, "a line of stances has no other key"},
		{"stance within a move", good + "moves: [{us: pass, stance: {us.gives: yes}}]\n" + claim, "a stance is not a part of a move"},
		{"seed", good + "seed: -1\n" + claim, "seed is a whole number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, list := scenario.Parse("dir/x.yaml", []byte(c.text))
			if s != nil || !strings.Contains(list.Error(), c.want) {
				t.Errorf("got %v\nwant %s", list, c.want)
			}
		})
	}
}

func TestAllErrorsAreReportedAtOnce(t *testing.T) {
	_, list := scenario.Parse("x.yaml", []byte("version: 1\ntitle: T\ngame: g\nrules: [1]\nmooves: []\nexpect: {sate: 1}\n"))
	if len(list) < 2 {
		t.Errorf("only %v", list)
	}
}

func TestScenarioIsNamedByItsPath(t *testing.T) {
	fsys := fstest.MapFS{
		"scenarios/g/2.3.4-options/first.yaml": &fstest.MapFile{Data: []byte("version: 1\ntitle: T\ngame: g\nrules: [2.10]\nexpect: {asked: us}\n")},
	}
	files, err := scenario.Files(fsys, "scenarios/g")
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	s, list := scenario.Load(fsys, files[0])
	if s == nil {
		t.Fatal(list)
	}
	if s.ID() != "2.3.4-options/first" || s.Rules[0] != "2.10" {
		t.Errorf("%s %v", s.ID(), s.Rules)
	}
	if _, list := scenario.Load(fsys, "scenarios/g/none.yaml"); !list.HasErrors() {
		t.Error("a missing file is an error")
	}
}

func TestFilesRefusesMisplacedScenarios(t *testing.T) {
	for _, name := range []string{"s/g/x.yaml", "s/g/a/b/x.yaml", "s/g/a/x.yml"} {
		if _, err := scenario.Files(fstest.MapFS{name: &fstest.MapFile{}}, "s/g"); err == nil {
			t.Errorf("%s was let through", name)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("version: 1\ntitle: T\ngame: g\nrules: [1]\nmoves:\n- us: operation train\n  spaces: {hue: {placement: cubes}}\nexpect: {state: {aid: 1}}\n"))
	f.Add([]byte("expect: {refused: [{us: event, because: 1}], legal: {seat: us, after: event, options: []}}\n"))
	f.Fuzz(func(t *testing.T, src []byte) { bounded.Run(t, func() { isParsed(t, src, scenario.Parse) }) })
}

// isParsed checks Parse, or a wrong one, as FuzzParse does.
func isParsed(t testing.TB, src []byte, parse func(string, []byte) (*scenario.Script, diag.List)) {
	if s, list := parse("x.yaml", src); (s == nil) != list.HasErrors() {
		t.Errorf("script %v, errors %v", s, list)
	}
}

func TestFuzzTargetFindsWrongParsers(t *testing.T) {
	var errors diag.List
	errors.Errorf(diag.Pos{}, "scenario", "wrong")
	script := &scenario.Script{}
	for _, c := range []struct {
		script *scenario.Script
		list   diag.List
		want   int
	}{{script, nil, 0}, {nil, errors, 0}, {script, errors, 1}, {nil, nil, 1}} {
		found := bounded.Findings(t, func(t testing.TB) {
			isParsed(t, nil, func(string, []byte) (*scenario.Script, diag.List) { return c.script, c.list })
		})
		if len(found) != c.want {
			t.Errorf("%v with %v: found %q", c.script, c.list, found)
		}
	}
}

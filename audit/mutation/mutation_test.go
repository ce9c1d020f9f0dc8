// These tests change a small rulebook: every kind of change occurs, is killed by a scenario that shows the rule, and
// survives a scenario that reaches the same place without showing it.

package mutation_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
)

const rulebook = "# 9 Toy\n\n## 9.1 Digging\n\n- **9.1-a** Gold.\n- **9.1-b** Poor seats dig more.\n\n## 9.2 Settling\n\n- **9.2-a** Only rich places.\n" +
	"- **9.2-b** It costs.\n- **9.2-c** Two a place.\n\n## 9.3 Blessings\n\n- **9.3-a** They add.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
options: [{id: mild, values: [true, false], default: false}]
seats: [{id: red}, {id: blue}]
properties: {space: {worth: int}}
spaces:
- {id: hill, title: Hill, adjacent: [dale], worth: 2}
- {id: dale, title: Dale, adjacent: [hill], worth: 1}
- {id: moor, title: Moor, adjacent: [], worth: 0}
boxes: [{id: store, title: Store, worth: 0}]
pieces:
- {id: pawn, title: Pawn, seat: red, count: 9, home: store}
stacking: [{rule: 9.2-c, in: spaces, of: pawn, max: 2}]
tracks: [{id: gold, title: Gold, min: 0, max: 5, initial: 2, rule: 9.1-a}]
variables: [{id: tired, type: bool, initial: false}, {id: steps, type: int, initial: 0}]
tables: [{id: wages, at: pay.wages, columns: {amount: int}}]
pay: {wages: [{id: low, amount: 1, rule: 9.1-b}, {id: alms, amount: 0, rule: 9.1-b}]}
durations: [round]
points: [{id: yield, kind: number, combine: sum, of: int}]
lasting: [{id: blessing, title: Blessing, duration: round, rule: 9.3-a, hooks: [{to: yield, value: 2}]}]
derived: [{id: rich, title: Rich, per: space, on: spaces, type: bool, watch: true, value: $it.worth > 1, rule: 9.2-a}]
procedures:
- id: play
  do:
  - repeat: 4
    do: [{turn: red}]
  - over: {result: {red: =gold, blue: 0}}
- id: turn
  params: {seat: seat}
  do:
  - menu: act
    by: $seat
    options:
      dig: {where: [{rule: 9.1-a, when: not tired}], do: [{dig: $seat}]}
      settle: {do: [{settle: $seat}]}
      bless: {do: [{activate: blessing, rule: 9.3-a}]}
      walk: {do: [walk]}
      rest: {do: [{earn: alms}]}
- id: earn
  params: {wage: wages}
  do: [{gain: {gold: =$wage.amount}}]
- id: dig
  rule: 9.1-b
  params: {seat: seat}
  do:
  - if: gold < 3
    then: [{gain: {gold: "=modified(yield, 2)"}}]
    else: [{gain: {gold: "=sum($row.amount for $row in wages)"}}]
  - set: {tired: true}
    if: gold > 4 and $seat == red
- id: settle
  params: {seat: seat}
  rule: 9.2-b
  do:
  - pick: $places
    by: $seat
    each: $place
    from: spaces
    where: [{rule: 9.2-a, when: $place.worth > 0}]
    min: 0
    max: 2
    cost: $place.worth
    budget: gold
    do:
    - pay: {gold: =$place.worth}
    - move: {of: pawn, from: store, count: 1, to: $place}
      if: room($place, pawn) > 0
- id: walk
  do:
  - repeat: 1000000000
    while: steps < 3
    do: [{set: {steps: =steps + 1}}]
  - note: {walked: {far: =steps * 2}}
  - if: mild
    then: [{gain: {gold: 1}}]
` + "```\n"

const head = "version: 1\ntitle: T\ngame: toy\nrules: [9.1-a]\n"

// toy returns the toy game with the given scenarios. Scenarios without a head get a common one.
func toy(t *testing.T, scenarios ...string) *corpus.Game {
	t.Helper()
	return gameOf(t, rulebook, scenarios...)
}

// gameOf returns the game of a rulebook with the id toy.
func gameOf(t *testing.T, text string, scenarios ...string) *corpus.Game {
	t.Helper()
	fsys := fstest.MapFS{"data/games/toy/10.md": &fstest.MapFile{Data: []byte(text)}}
	for i, s := range scenarios {
		if !strings.HasPrefix(s, "version") {
			s = head + s
		}
		fsys["scenarios/toy/9.1/s"+string(rune('a'+i))+".yaml"] = &fstest.MapFile{Data: []byte(s)}
	}
	game, err := corpus.OpenGame(fsys, "toy")
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// run runs all changes of the toy game with the given scenarios.
func run(t *testing.T, config mutation.Config, scenarios ...string) *mutation.Report {
	t.Helper()
	r, err := mutation.Run(toy(t, scenarios...), config)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Excluded {
		t.Fatalf("%s: %s", x.Scenario, x.Why)
	}
	return r
}

// outcome returns the outcomes of the changes whose words contain the part of text before " @ ", in lines of the rulebook that
// contain the part after it.
func outcome(t *testing.T, r *mutation.Report, kind, text string) string {
	t.Helper()
	text, line, _ := strings.Cut(text, " @ ")
	is := func(m *mutation.Mutant) bool {
		return m.Kind == kind && strings.Contains(m.Change, text) && strings.Contains(m.Excerpt, line)
	}
	if slices.ContainsFunc(r.Survivors, func(s mutation.Survivor) bool { return is(&s.Mutant) }) {
		return "survives"
	}
	if slices.ContainsFunc(r.Unreached, func(m mutation.Mutant) bool { return is(&m) }) {
		return "not reached"
	}
	return "killed, or not made"
}

func TestEveryKindOfChange(t *testing.T) {
	const (
		dig      = "moves: [{red: dig}]\nexpect: {state: {gold: 4}}\n"
		asked    = "expect: {asked: red}\n"
		rest     = "moves: [{red: rest}]\n" + asked
		tire     = "moves: [{red: dig}, {red: dig}]\nexpect: {state: {gold: 5}, refused: [{red: dig, because: 9.1-a}]}\n"
		full5    = "setup: {values: {gold: 4}}\nmoves: [{red: dig}]\nexpect: {state: {tired: yes}}\n"
		atTop    = "setup: {values: {gold: 5}}\nmoves: [{red: dig}]\nexpect: {state: {gold: 5}}\n"
		settle   = "moves: [{red: settle, places: [hill]}]\nexpect: {state: {hill.pawn: 1, gold: 0}}\n"
		settle2  = "setup: {values: {gold: 3}}\nmoves: [{red: settle, places: [hill, dale]}]\n" + asked
		noMoor   = "setup: {values: {gold: 3}}\nmoves:\n- red: settle\n  places: []\n  expect: {notOffered: {places: [{moor: 9.2-a}]}}\n" + asked
		noPlaces = "setup: {values: {gold: 5}}\nmoves: [{red: settle, places: []}]\n" + asked
		tooDear  = "setup: {values: {gold: 1}}\nmoves:\n- red: settle\n  places: [dale]\n  expect: {notOffered: {places: [hill]}}\n" + asked
		full     = "setup: {values: {gold: 3}, pieces: {hill: {pawn: 2}}}\nmoves: [{red: settle, places: [hill]}]\n" + asked
		bless    = "moves: [{red: bless}, {red: dig}]\nexpect: {state: {gold: 5}}\n"
		walk     = "moves: [{red: walk}]\nexpect: {state: {steps: 3}}\n"
		wealth   = "expect: {state: {hill.rich: yes, dale.rich: no}}\n"
		noWealth = "expect: {state: {hill.rich: yes}}\n"
	)
	for _, c := range []struct {
		kind, change string
		good, weak   string // weak reaches the place without showing the rule; "": every scenario that reaches it shows it
	}{
		{mutation.Constant, "`2` becomes `3` @ gain", dig, ""},
		{mutation.Constant, "`3` becomes `4` @ if: gold", "setup: {values: {gold: 3}}\n" + dig, "setup: {values: {gold: 2}}\n" + dig},
		{mutation.Constant, "`1` becomes `2` @ rich", wealth, ""},
		{mutation.Constant, "max: `2` becomes `1`", settle2, noPlaces},
		{mutation.Branch, "`if gold < 3` swapped", dig, ""},
		{mutation.Operand, "`$seat == red` left out", "", tire},
		{mutation.Operand, "`gold > 4` left out", dig, full5},
		{mutation.Operand, "`not tired` becomes `tired`", dig, ""},
		{mutation.Comparison, "`$seat == red` becomes `$seat != red`", tire, dig},
		{mutation.Arithmetic, "`steps + 1` becomes `steps - 1`", walk, ""},
		{mutation.Condition, "the condition `not tired` dropped", tire, rest},
		{mutation.Condition, "the condition `$place.worth > 0` dropped", noMoor, settle2},
		{mutation.Effect, "`set: {tired: true}` left out", tire, ""},
		{mutation.Effect, "`pay: {gold: =$place.worth}` left out", settle, ""},
		{mutation.Effect, "`set: {steps: steps + 1}` left out", walk, ""},
		{mutation.Bound, "the maximum of `gold`, 5, becomes 6", atTop, tire},
		{mutation.Cost, "the cost `$place.worth` within the budget `gold` dropped", tooDear, noPlaces},
		{mutation.Limit, "the limit of 2 on `{pawn}` dropped", full, settle},
		{mutation.Row, "the row left out of `wages`", tire, ""},
		{mutation.Row, "amount: `1` becomes `2`", tire, ""},
		{mutation.Hook, "the hook on `yield` of `blessing` left out", bless, ""},
	} {
		t.Run(c.kind+" "+c.change, func(t *testing.T) {
			if got := outcome(t, run(t, mutation.Config{}), c.kind, c.change); got != "not reached" {
				t.Errorf("without scenarios: %s, should exist and not be reached", got)
			}
			if c.weak != "" {
				if got := outcome(t, run(t, mutation.Config{}, c.weak), c.kind, c.change); got != "survives" {
					t.Errorf("with a scenario that does not show it: %s, should survive", got)
				}
			}
			if c.good != "" {
				if got := outcome(t, run(t, mutation.Config{}, c.good), c.kind, c.change); got != "killed, or not made" {
					t.Errorf("with a scenario that shows it: %s, should be killed", got)
				}
			}
		})
	}
	if got := outcome(t, run(t, mutation.Config{}, noWealth), mutation.Constant, "`1` becomes `2` @ rich"); got != "killed, or not made" {
		t.Error("an expectation does not reach the derived value that it reads")
	}
}

// A change is reached by the scenarios in which it may matter: the bound of a variable where it is assigned, the condition of
// an attachment where its hook point is reached.
func TestMutationIsReachedOnlyWhereItMayMatter(t *testing.T) {
	const dig = "moves: [{red: bless}, {red: dig}]\nexpect: {state: {gold: 4}}\n"
	text := strings.NewReplacer("{to: yield, value: 2}", "{to: yield, when: tired, value: 2}", "variables: [", "variables: [{id: debt, type: int, per: seat, min: 0, max: 3}, ",
		"  - set: {tired: true}", "  - set: {$seat.debt: 2}\n  - set: {tired: true}").Replace(rulebook)
	r, err := mutation.Run(gameOf(t, text, dig), mutation.Config{})
	if err != nil || len(r.Excluded) > 0 {
		t.Fatal(err, r.Excluded)
	}
	for _, c := range []struct{ kind, change, want string }{
		{mutation.Bound, "the maximum of `debt`, 3, becomes 4", "survives"},
		{mutation.Condition, "the condition `tired` of the hook on `yield` of `blessing` dropped", "killed, or not made"},
	} {
		if got := outcome(t, r, c.kind, c.change); got != c.want {
			t.Errorf("%s: %s, should be: %s", c.change, got, c.want)
		}
	}
}

func TestOptionsLoopBoundsAndNotesAreNotMutated(t *testing.T) {
	r := run(t, mutation.Config{})
	for _, m := range r.Unreached {
		for _, never := range []string{"mild", "1000000000", "steps * 2", "walked"} {
			if strings.Contains(m.Change, never) {
				t.Errorf("%s: options, notes, and bounds of loops that end without them are not changed", m.Change)
			}
		}
	}
}

func TestReport(t *testing.T) {
	scenarios := []string{"moves: [{red: dig}]\nexpect: {state: {gold: 4}}\n", "moves: [{red: walk}]\nexpect: {state: {steps: 3}}\n"}
	done, survived := 0, 0
	one, two := run(t, mutation.Config{Workers: 1, Progress: func(n, _, s int) { done, survived = n, s }}, scenarios...), run(t, mutation.Config{Workers: 3}, scenarios...)
	if done != one.Total.Reached+one.Total.Unreached || survived != one.Total.Survived {
		t.Errorf("progress reports %d done and %d survivors of %+v", done, survived, one.Total)
	}
	var a, b bytes.Buffer
	if err := one.Write(&a, true); err != nil {
		t.Fatal(err)
	}
	if err := two.Write(&b, true); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Errorf("one worker:\n%s\nthree:\n%s", a.String(), b.String())
	}
	x, _ := json.Marshal(one)
	y, _ := json.Marshal(two)
	if !bytes.Equal(x, y) {
		t.Error("the JSON forms differ")
	}
	if sum := one.Total.Killed + one.Total.Traced + one.Total.Survived; sum != one.Total.Reached || one.Total.Killed == 0 || one.Total.Survived == 0 || one.Total.Unreached == 0 {
		t.Errorf("%+v", one.Total)
	}
	for _, want := range []string{"9.1 Digging", "  9.1-b", "\n9.1-b\n  data/games/toy/10.md:64  `3` becomes `4`\n      - if: gold < 3\n      played: 9.1/sa\n", "survivors\n", "data/games/toy/10.md:", "played: 9.1/sa"} {
		if !strings.Contains(a.String(), want) {
			t.Errorf("no %q in\n%s", want, a.String())
		}
	}
}

// Joining the parts of a run, with or without a section, gives the report of the whole run.
func TestPartsAreJoined(t *testing.T) {
	scenarios := []string{"moves: [{red: dig}]\nexpect: {state: {gold: 4}}\n", "moves: [{red: settle, places: [hill]}]\nexpect: {asked: red}\n"}
	for _, section := range []string{"", "9.2"} {
		whole := run(t, mutation.Config{Section: section}, scenarios...)
		var parts []*mutation.Part
		for k := range 3 {
			parts = append(parts, run(t, mutation.Config{Section: section, Owns: func(i int) bool { return i%3 == k }}, scenarios...).Part())
		}
		joined, err := mutation.Join(toy(t, scenarios...), mutation.Config{Section: section}, parts)
		if err != nil {
			t.Fatal(err)
		}
		x, _ := json.Marshal(whole)
		y, _ := json.Marshal(joined)
		if !bytes.Equal(x, y) || whole.Total.Reached == 0 {
			t.Errorf("section %q: %+v, joined %+v", section, whole.Total, joined.Total)
		}
		for what, spoil := range map[string]func(p *mutation.Part){
			"which is not its share of": func(p *mutation.Part) { p.Fates = p.Fates[1:] },
			"that is \"lost\"":          func(p *mutation.Part) { p.Fates[0] = "lost" },
		} {
			spoil(parts[1])
			if _, err := mutation.Join(toy(t, scenarios...), mutation.Config{Section: section}, parts); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), "part 2 of 3") {
				t.Errorf("section %q: %v, want %s", section, err, what)
			}
			parts[1] = run(t, mutation.Config{Section: section, Owns: func(i int) bool { return i%3 == 1 }}, scenarios...).Part()
		}
	}
}

// A score excludes changes that are not reached or explained; the expected score counts expectations alone.
func TestScores(t *testing.T) {
	for want, c := range map[string]mutation.Count{
		"75 50":   {Reached: 10, Explained: 2, Killed: 4, Traced: 2, Survived: 2, Unreached: 7},
		"100 100": {Reached: 2, Explained: 2}, "33 0": {Reached: 3, Traced: 1, Survived: 2}, "100 66": {Reached: 3, Killed: 2, Traced: 1},
	} {
		if got := fmt.Sprint(c.Score(), " ", c.Expected()); got != want {
			t.Errorf("%+v: %s, want %s", c, got, want)
		}
	}
}

func TestSectionFilter(t *testing.T) {
	r := run(t, mutation.Config{Section: "9.2"})
	if len(r.Unreached) == 0 {
		t.Fatal("no change in section 9.2")
	}
	for _, m := range r.Unreached {
		if !slices.ContainsFunc(m.Rules, func(rule string) bool { return strings.HasPrefix(rule, "9.2") }) {
			t.Errorf("%s of %v", m.Change, m.Rules)
		}
	}
}

func explanations(t *testing.T, text string) []mutation.Explanation {
	t.Helper()
	list, err := mutation.ReadExplanations([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestExplainedSurvivors(t *testing.T) {
	list := explanations(t, "- {rule: 9.1-b, change: '`$seat == red` left out of `gold > 4 and $seat == red`', in: 'if:', why: Only red plays.}\n"+
		"- {rule: 9.1-b, change: '`gold > 4` left out of `gold > 4 and $seat == red`', why: It is noticed.}\n")
	const tire = "moves: [{red: dig}, {red: dig}]\nexpect: {state: {gold: 5}}\n"
	before, after := run(t, mutation.Config{}, tire), run(t, mutation.Config{Explained: list}, tire)
	if after.Total.Explained != 1 || after.Total.Survived != before.Total.Survived-1 || after.Total.Reached != before.Total.Reached {
		t.Errorf("before %+v\nafter %+v", before.Total, after.Total)
	}
	if len(after.Stale) != 1 || after.Stale[0].Why != "It is noticed." {
		t.Errorf("stale %v", after.Stale)
	}
	if r := run(t, mutation.Config{Explained: list, Section: "9.2"}, tire); len(r.Stale) > 0 {
		t.Errorf("stale elsewhere: %v", r.Stale)
	}
	for _, bad := range []string{"- {rule: 9.1-b, change: x}\n", "- {rule: 9.1-b, change: x, why: y, line: 3}\n", "- {rule: 9.1-b, change: x, why: y, nth: -1}\n", "rule: 9.1-b\n"} {
		if _, err := mutation.ReadExplanations([]byte(bad)); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// An explanation names exactly one change: one that matches several would explain changes that were not reviewed.
func TestExplanationMustNameExactlyOneMutation(t *testing.T) {
	const both = "change: '`1` becomes `2`'"
	for _, c := range []struct{ entries, want string }{
		{"- {rule: '9.3', change: '`7` becomes `8`', why: W}\n", "the rulebook has no such change"},
		{"- {rule: 9.1-a, " + both + ", in: 'gain:', why: W}\n", "the rulebook has no such change"},
		{"- {rule: '9.3', " + both + ", why: W}\n", "2 changes are named so; say more in `in`, or say with `nth` which one it is: data/games/toy/10.md:"},
		{"- {rule: '9.3', " + both + ", nth: 3, why: W}\n", "there are only 2 such changes"},
		{"- {rule: '9.3', " + both + ", in: gain, nth: 1, why: W}\n", "there is one such change; leave out nth"},
		{"- {rule: '9.3', " + both + ", in: gain, why: W}\n- {rule: '9.3', " + both + ", nth: 2, why: W}\n", "the change is explained already"},
		{"- {rule: '9.3', " + both + ", nth: 1, why: W}\n- {rule: '9.3', " + both + ", nth: 2, why: W}\n", ""},
	} {
		list := explanations(t, c.entries)
		_, run := mutation.Run(toy(t), mutation.Config{Explained: list})
		_, listed := mutation.Claimed(toy(t), list)
		for _, err := range []error{run, listed} {
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.entries, err)
			}
		}
	}
}

func TestNamedTableRowsAreNotDropped(t *testing.T) {
	rows := 0
	for _, m := range run(t, mutation.Config{}).Unreached {
		if strings.Contains(m.Change, "the row left out") {
			rows++
		}
	}
	if rows != 1 {
		t.Errorf("%d rows are dropped, should be the one that is not named", rows)
	}
}

// Numbers, truth values and members of an enumeration that a value has for its indices are changed one at a time; a default is not.
func TestValuesOfIndicesAreChanged(t *testing.T) {
	text := strings.NewReplacer("tables: [", "enums: {way: [near, far]}\nvalues:\n- {id: alms-at, at: pay.alms, type: int, per: [way, 1..2], default: 0}\n"+
		"- {id: way-on, at: pay.ways, type: way, per: way}\ntables: [", "pay: {wages", "pay: {alms: {near: {1: 3}, far: {2: 5}}, ways: [far, near], wages",
		"{gold: =$wage.amount}", "{gold: \"=sum(alms-at[way-on[$way]][1] for $way in members(way))\"}").Replace(rulebook)
	for scenario, want := range map[string]string{"": "not reached", "setup: {values: {gold: 0}}\nmoves: [{red: rest}]\nexpect: {state: {gold: 3}}\n": "killed, or not made"} {
		var scenarios []string
		if scenario != "" {
			scenarios = append(scenarios, scenario)
		}
		r, err := mutation.Run(gameOf(t, text, scenarios...), mutation.Config{})
		if err != nil || len(r.Excluded) > 0 {
			t.Fatal(err, r.Excluded)
		}
		for _, change := range []string{"alms-at[near][1]: `3` becomes `4`", "alms-at[near][1]: `3` becomes `2`", "way-on[near]: `far` becomes `near`"} {
			if got := outcome(t, r, mutation.Row, change); got != want {
				t.Errorf("%s: %s, want %s", change, got, want)
			}
		}
		if got := outcome(t, r, mutation.Row, "alms-at[far][1]"); got != "killed, or not made" {
			t.Errorf("a default is changed: %s", got)
		}
	}
}

func TestMutationsKilledByAnotherGameAreExplained(t *testing.T) {
	const change = "`$seat == red` becomes `$seat != red`"
	weak := run(t, mutation.Config{}, "moves: [{red: dig}]\nexpect: {state: {gold: 4}}\n")
	good := run(t, mutation.Config{}, "moves: [{red: dig}, {red: dig}]\nexpect: {state: {gold: 5}, refused: [{red: dig, because: 9.1-a}]}\n")
	before, other := weak.Total, good.Total
	mutation.Together([]*mutation.Report{weak, good})
	if n := weak.Total.Explained; n == 0 || weak.Total.Survived+weak.Total.Traced != before.Survived+before.Traced-n || weak.Total.Killed != before.Killed || weak.Total.Reached != before.Reached {
		t.Errorf("before %+v\nafter %+v", before, weak.Total)
	}
	var sections int
	for _, s := range weak.Sections {
		sections += s.Count.Explained
	}
	if sections == 0 {
		t.Error("the sections are not counted again")
	}
	for _, s := range weak.Survivors {
		if s.Change == change && s.Why != "The scenarios of toy notice it." {
			t.Errorf("%s: %q", s.Change, s.Why)
		}
	}
	if good.Total.Killed != other.Killed {
		t.Errorf("before %+v\nafter %+v", other, good.Total)
	}
}

func TestFailingScenarioIsExcluded(t *testing.T) {
	r, err := mutation.Run(toy(t, "moves: [{red: dig}]\nexpect: {state: {gold: 1}}\n"), mutation.Config{})
	if err != nil || len(r.Excluded) != 1 || r.Total.Reached != 0 {
		t.Errorf("error %v, excluded %v, %+v", err, r.Excluded, r.Total)
	}
}

// Changes before the first heading, which belong to no clause, are listed too.
func TestMutationsOutsideClausesAreListed(t *testing.T) {
	const plain = "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nvariables: [{id: luck, type: int}]\nprocedures: [{id: play, do: [{menu: act, by: red, options: {dig: {do: [{set: {luck: 7}, rule: 9.1-a}]}, rest: {do: []}}}, {over: {}}]}]\n```\n\n# 9 Toy\n\n- **9.1-a** Gold.\n"
	r, err := mutation.Run(gameOf(t, plain, "moves: [{red: rest}]\nexpect: {state: {luck: 0}}\n"), mutation.Config{})
	if err != nil || len(r.Excluded) > 0 {
		t.Fatal(err, r.Excluded)
	}
	var b strings.Builder
	if err := r.Write(&b, true); err != nil || !strings.Contains(b.String(), "(no clause)\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// Changes loaded as one game have outcomes of their own, also in a play with absent seats.
func TestMutationsAreTriedWithAbsentSeats(t *testing.T) {
	page := "# 9 Toy\n\n- **9.1-a** Digging.\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\noptions: [{id: players, values: 2..3, default: 3, seats: true}]\n" +
		"seats: [{id: red}, {id: blue}, {id: green}]\ntracks: [{id: fame, min: 0, max: 9, initial: 0}, {id: gold, min: 0, max: 9, initial: 0}]\n" +
		"procedures:\n- id: play\n  rule: 9.1-a\n  do:\n  - menu: act\n    by: red\n    options: {dig: {do: []}, rest: {do: []}}\n  - gain: {fame: 2}\n  - gain: {gold: 3}\n  - over: {}\n```\n"
	game := gameOf(t, page, "version: 1\ntitle: T\ngame: toy\nrules: [9.1-a]\nsetup: {options: {players: 2}}\nmoves: [{red: dig}]\nexpect: {state: {gold: 3}}\n")
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var open []string // changes of numbers that no expectation notices
	for _, s := range slices.Concat(r.Survivors, r.Traced) {
		if s.Kind == mutation.Constant {
			open = append(open, s.Change)
		}
	}
	if want := []string{"`2` becomes `3`", "`2` becomes `1`"}; !slices.Equal(open, want) {
		t.Errorf("no expectation notices %v, want %v", open, want)
	}
}

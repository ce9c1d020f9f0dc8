package revision

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
)

const toy = `# Toy

- **9.1-a** Gold.

  ~~~yaml
  game: {id: toy, title: Toy, main: play}
  seats: [{id: red}]
  tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]
  tables: [{id: wages, at: pay.wages, columns: {amount: int}}]
  pay: {wages: [{amount: 1}, {amount: 2}]}
  durations: [day]
  points: [{id: toll, kind: number, combine: sum, of: int}]
  lasting: [{id: feast, title: Feast, duration: day, hooks: [{to: toll, value: 3}]}]
  setups: [{id: spring, title: Spring}]
  procedures:
  - id: play
    do:
    - gain: {gold: 1}
    - repeat: 3
      do:
      - gain: {gold: 2}
      - lose: {gold: 1}
        if: gold > 5
    - gain: {gold: "=modified(toll, sum($w.amount for $w in wages))"}
    - over: {}
  functions:
  - {id: rich, value: "=gold > 7"}
  derived:
  - {id: poor, type: bool, value: "=gold < 2"}
  ~~~
`

func open(t *testing.T, text string) *corpus.Game {
	t.Helper()
	c, err := corpus.Open(fstest.MapFS{"data/games/toy/10.md": {Data: []byte(strings.ReplaceAll(text, "~~~", "```"))}})
	if err != nil {
		t.Fatal(err)
	}
	return c.Games[0]
}

// labels lists the labels of the nodes that are marked.
func labels(g *corpus.Game, nodes []bool) string {
	var out []string
	for i, marked := range nodes {
		if marked {
			out = append(out, g.Def.Nodes[i].What)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestCompare(t *testing.T) {
	for _, c := range []struct{ name, was, is, old, new, beside string }{
		{"nothing", "", "", "", "", ""},
		{"prose and lines", "# Toy\n", "# Toy\n\nProse.\n\n", "", "", ""},
		{"a statement, not what it stands in", "gain: {gold: 2}", "gain: {gold: 3}", "gain", "gain", ""},
		{"a condition, not its statement", "gold > 5", "gold > 6", "if", "if", ""},
		{"a statement with others inside", "repeat: 3", "repeat: 4", "repeat", "repeat", ""},
		{"one more of what is there, and the list it stands in", "  - gain: {gold: 2}\n", "  - gain: {gold: 2}\n      - gain: {gold: 2}\n", "repeat", "gain repeat", ""},
		{"one less, and the list it stood in", "    - gain: {gold: 1}\n", "", "gain procedure", "procedure", ""},
		{"two that change places", "    - gain: {gold: 1}\n    - repeat: 3\n      do:\n      - gain: {gold: 2}\n", "    - gain: {gold: 2}\n    - repeat: 3\n      do:\n      - gain: {gold: 1}\n", "gain repeat", "gain repeat", ""},
		{"a function", "gold > 7", "gold > 8", "function", "function", ""},
		{"a derived value", "gold < 2", "gold < 3", "derived", "derived", ""},
		{"a row of a table", "amount: 2", "amount: 3", "", "", "pay wages"},
		{"one row more", "[{amount: 1}", "[{amount: 1}, {amount: 1}", "", "", "pay wages"},
		{"what a lasting effect attaches", "value: 3", "value: 4", "hook", "hook", ""},
		{"a lasting effect, not what it attaches", "title: Feast", "title: Fast", "", "", "lasting feast"},
		{"a hook point", "combine: sum", "combine: max", "", "", "points toll"},
		{"a set-up", "title: Spring", "title: Fall", "setup", "setup", ""},
		{"a track", "max: 9", "max: 10", "", "", "tracks gold"},
		{"a new track", "initial: 0}]", "initial: 0}, {id: iron, title: Iron, min: 0, max: 9}]", "", "", "tracks iron"},
		{"another clause", "9.1-a", "9.1-b", "derived function gain gain gain hook if lose over procedure repeat setup", "derived function gain gain gain hook if lose over procedure repeat setup", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(toy, c.was) {
				t.Fatal("the test is stale")
			}
			old, new := open(t, toy), open(t, strings.Replace(toy, c.was, c.is, 1))
			d := Compare(old, new)
			if got := labels(old, d.Old); got != c.old {
				t.Errorf("old: %q, expected %q", got, c.old)
			}
			if got := labels(new, d.New); got != c.new {
				t.Errorf("new: %q, expected %q", got, c.new)
			}
			if got := strings.Join(d.Beside, ", "); got != c.beside {
				t.Errorf("beside: %q, expected %q", got, c.beside)
			}
		})
	}
}

// A menu knows its options by their names, a switch its cases by their values; what stands inside is no part of either.
func TestCompareOptions(t *testing.T) {
	const menu = "    - menu: act\n      by: red\n      options:\n        dig:\n          do: [{gain: {gold: 1}}]\n        rest:\n          where: gold > 3\n          do: []\n" +
		"    - switch: gold\n      cases:\n        1:\n        - lose: {gold: 1}\n        2:\n        - lose: {gold: 2}\n"
	page := strings.Replace(toy, "    - over: {}\n", menu+"    - over: {}\n", 1)
	for _, c := range []struct{ name, was, is, old, new string }{
		{"nothing", "", "", "", ""},
		{"the name of the first", "        dig:", "        mine:", "menu", "menu"},
		{"the name of the second", "        rest:", "        sleep:", "menu", "menu"},
		{"its condition", "gold > 3", "gold > 4", "where", "where"},
		{"the value of a case", "        1:\n", "        3:\n", "case switch", "case switch"},
		{"what a case does", "- lose: {gold: 2}\n", "- lose: {gold: 1}\n", "lose", "lose"},
		{"what the first does", "do: [{gain: {gold: 1}}]\n        rest", "do: [{gain: {gold: 2}}]\n        rest", "gain", "gain"},
	} {
		old, new := open(t, page), open(t, strings.Replace(page, c.was, c.is, 1))
		d := Compare(old, new)
		if got, is := labels(old, d.Old), labels(new, d.New); got != c.old || is != c.new {
			t.Errorf("%s: old %q, new %q, expected %q and %q", c.name, got, is, c.old, c.new)
		}
	}
}

// A clause of very many statements is compared without their order.
func TestManyStatementsAreComparedInBoundedTime(t *testing.T) {
	const n = 6000
	of := func(first, last string) []*unit {
		var out []*unit
		for i := range n {
			out = append(out, &unit{text: []string{first, "b", "b", last}[min(i, 1)+i/(n-2)+i/(n-1)], nodes: []int{i}})
		}
		return out
	}
	d := &Difference{Old: make([]bool, n), New: make([]bool, n)}
	d.compare(of("a", "z"), of("c", "z"))
	if !d.Old[0] || !d.New[0] || slices.Contains(d.Old[1:], true) || slices.Contains(d.New[1:], true) {
		t.Error("the equal end is not left out")
	}
	d = &Difference{Old: make([]bool, n), New: make([]bool, n)}
	d.compare(of("a", "z"), of("c", "y"))
	if slices.Contains(d.Old[1:n-1], true) || !d.Old[0] || !d.Old[n-1] || !d.New[0] || !d.New[n-1] {
		t.Error("the marked text is not the text that differs")
	}
	swapped := of("c", "y")
	swapped[0], swapped[1] = swapped[1], swapped[0]
	d = &Difference{Old: make([]bool, n), New: make([]bool, n)}
	d.compare(of("c", "z"), swapped)
	if slices.Contains(d.Old[:n-1], true) || slices.Contains(d.New[:n-1], true) || !d.Old[n-1] || !d.New[n-1] {
		t.Error("the order of very many statements counts")
	}
}

// A game of another revision is built on the libraries of that revision.
func TestLibraryOfTheRevision(t *testing.T) {
	game := "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play, uses: [shared]}\nseats: [{id: red}]\n```\n"
	library := "# Shared\n\n- **s-a** It ends.\n\n  ```yaml\n  procedures: [{id: play, do: [{over: {}}]}]\n  ```\n"
	files := fstest.MapFS{"data/games/toy/10.md": {Data: []byte(game)}}
	if _, err := corpus.OpenRevision(files); err == nil || !strings.Contains(err.Error(), "no library rulebook") {
		t.Error(err)
	}
	files["compiler/library/shared/10.md"] = &fstest.MapFile{Data: []byte(library)}
	c, err := corpus.OpenRevision(files)
	if err != nil {
		t.Fatal(err)
	}
	files["compiler/library/shared/10.md"] = &fstest.MapFile{Data: []byte(strings.Replace(library, "over: {}", "over: {}, if: true", 1))}
	after, err := corpus.OpenRevision(files)
	if err != nil {
		t.Fatal(err)
	}
	if d := Compare(c.Games[0], after.Games[0]); labels(after.Games[0], d.New) != "if over" {
		t.Error(labels(after.Games[0], d.New))
	}
}

// A golden that differs has a reason in the rules or in its script, or is suspicious, or its game was not there.
func TestJudgeClassifiesDifferingGoldens(t *testing.T) {
	const rule, watched, row, title = "type: bool", "type: bool, watch: true", "amount: 2", "title: Resting"
	other := &fstest.MapFile{Data: []byte("# Other\n\n```yaml\ngame: {id: other, title: Other, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: [{over: {}}]}]\n```\n")}
	for name, c := range map[string]struct {
		at, then, now, more, script string // what of the toy was and is written otherwise, also of its function, and of the script
		suspicious, unknown         int
		beside                      string
	}{
		"a new rule that the play executes": {at: rule, then: rule, now: watched},
		"a rule that the play executed":     {at: rule, then: watched, now: rule},
		"another title of the script":       {at: rule, then: watched, now: watched, script: title},
		"another row of a table":            {at: row, then: row, now: "amount: 3", suspicious: 1, beside: "toy: pay wages"},
		"a rule that nothing executes":      {at: row, then: row, now: "amount: 3", more: "gold > 8", suspicious: 1, beside: "toy: pay wages"},
		"another row and another script":    {at: row, then: row, now: "amount: 3", script: title, suspicious: 1, beside: "toy: pay wages"},
		"a game that was not there":         {at: rule, then: watched, now: watched, script: title, unknown: 1},
	} {
		then, present := files(t, strings.Replace(toy, c.at, c.then, 1)), files(t, strings.Replace(strings.Replace(toy, c.at, c.now, 1), "gold > 7", cmp.Or(c.more, "gold > 7"), 1))
		if c.script != "" {
			present["scenarios/toy/9.1/rest.yaml"].Data = []byte(strings.Replace(rest, "title: Rest", c.script, 1))
		}
		now := plays(t, present)
		if c.unknown > 0 {
			delete(then, "data/games/toy/10.md")
			then["data/games/other/10.md"] = other
		}
		v, err := Judge(then, now)
		if err != nil || v.Changed != 1 || len(v.Suspicious) != c.suspicious || len(v.Unknown) != c.unknown || strings.Join(v.Beside, ", ") != c.beside {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// A set-up that is another one is the reason of the plays that begin with it, and of no others.
func TestChangedSetupExplainsOnlyItsPlays(t *testing.T) {
	page := func(title, amount string) fstest.MapFS {
		out := files(t, strings.NewReplacer("amount: 2", "amount: "+amount, "title: Spring}]", "title: "+title+"}, {id: fall, title: Autumn}]").Replace(toy))
		for _, setup := range []string{"spring", "fall"} {
			text := rest + "setup: {scenario: " + setup + "}\n"
			out["scenarios/toy/9.1/"+setup+".yaml"] = &fstest.MapFile{Data: []byte(text)}
		}
		for _, p := range plays(t, out) {
			out["goldens/"+p.Case.Name()+".golden"] = &fstest.MapFile{Data: p.Trace()}
		}
		return out
	}
	v, err := Judge(page("Spring", "2"), plays(t, page("Lent", "3")))
	if want := []string{"toy/9.1/fall", "toy/9.1/rest"}; err != nil || v.Changed != 3 || !slices.Equal(v.Suspicious, want) {
		t.Errorf("%+v, %v, want %v", v, err, want)
	}
}

// A deleted rule has no node in the current rulebook: only a play of the old rulebook executes it.
func TestDeletedRuleExplainsADifference(t *testing.T) {
	const rule = "derived:\n  - {id: poor, type: bool, value: \"=gold < 2\"}\n  "
	if !strings.Contains(toy, rule) {
		t.Fatal("the test is stale")
	}
	then := files(t, strings.Replace(toy, "type: bool", "type: bool, watch: true", 1))
	now := plays(t, files(t, strings.Replace(toy, rule, "", 1)))
	if v, err := Judge(then, now); err != nil || v.Changed != 1 || len(v.Suspicious) > 0 {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := Judge(then, plays(t, then)); err != nil || v.Changed > 0 {
		t.Errorf("nothing changed: %+v, %v", v, err)
	}
	then["goldens/toy/9.1/rest.golden"].Data = []byte("trace 0\n")
	if v, err := Judge(then, plays(t, then)); err != nil || len(v.Suspicious) != 1 {
		t.Errorf("no rule changed: %+v, %v", v, err)
	}
}

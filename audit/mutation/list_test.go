package mutation_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// The changes of testdata/garden.md, which has a statement, formula or declaration of most kinds, are those of testdata/garden.changes: place,
// kind, clause and words. CHANGES=write rewrites that file; review its difference.
func TestAllChangesOfAGame(t *testing.T) {
	const list = "testdata/garden.changes"
	game, page := garden(t)
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	excerpts := map[string]bool{}
	for _, m := range r.Unreached {
		excerpts[m.Excerpt] = true
		if !strings.Contains(strings.ReplaceAll(string(page), ">-\n    ", ""), m.Excerpt) && !strings.HasSuffix(m.Excerpt, "…") {
			t.Errorf("%s: its excerpt %q is not in the rulebook", m.Change, m.Excerpt)
		}
		got = append(got, fmt.Sprintf("%d:%d %s %s: %s", m.Line, m.Col, strings.Join(m.Rules, " "), m.Kind, m.Change))
	}
	if !excerpts["value: =$n * 3 + dew"] {
		t.Error("the excerpt of a function whose formula is on a separate line is missing")
	}
	if os.Getenv("CHANGES") == "write" {
		if err := os.WriteFile(list, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("listed, and not in %s: %s", list, line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("in %s, and not listed: %s", list, line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d changes, want %d", len(got), len(want))
	}
}

func garden(t *testing.T) (game *corpus.Game, page []byte) {
	t.Helper()
	page, err := os.ReadFile("testdata/garden.md")
	if err == nil {
		game, err = corpus.OpenGame(fstest.MapFS{"data/games/garden/10.md": {Data: page}}, "garden")
	}
	if err != nil {
		t.Fatal(err)
	}
	return game, page
}

// numbered matches changes of a number.
var numbered = regexp.MustCompile("(?:`(-?[0-9]+)`| of `[a-z-]+`, (-?[0-9]+),|the limit of ([0-9]+) on .*|the supply of `[a-z]+`, ([0-9]+),|the quota ([0-9]+) of .*) becomes `?(-?[0-9]+)`?$")

// Each change makes a different compiled game and is undone. A change that names a number and its replacement changes that
// number in all places that it was compiled to, and no other.
func TestEachMutationMatchesItsDescription(t *testing.T) {
	game, _ := garden(t)
	changes, err := mutation.Changes(game, "")
	if err != nil {
		t.Fatal(err)
	}
	program := func(gd *def.GameDef) string {
		text, err := json.Marshal([]any{gd.Things, gd.Memory, gd.Program})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	gd, undo := changes[0].Make()
	undo()
	was, made := program(gd), map[string]string{}
	for _, c := range changes {
		_, undo := c.Make()
		is := program(gd)
		undo()
		what := fmt.Sprintf("%d:%d %s", c.Line, c.Col, c.Change)
		if is == was {
			t.Errorf("%s does not change the game", what)
		}
		if other, known := made[is]; known {
			t.Errorf("%s makes the same game as %s", what, other)
		}
		made[is] = what
		c.Constants(func(was, is *def.Expr) {
			if text := fmt.Sprintf("`%d` becomes `%d`", was.I, is.I); was.I == is.I || was.Type.Kind == def.KInt && !strings.HasSuffix(c.Change, text) && c.Kind == mutation.Constant {
				t.Errorf("%s: the constant %s", what, text)
			}
		})
		if m := numbered.FindStringSubmatch(c.Change); m != nil {
			from, to := strings.Join(m[1:6], ""), m[6]
			if old, now := apart(was, is); from != "0" && to != "0" && (old != from || now != to) { // the text omits a 0
				t.Errorf("%s: %s becomes %s", what, old, now)
			}
		}
	}
	if program(gd) != was {
		t.Error("changes are not undone")
	}
	if len(made) < 350 {
		t.Errorf("only %d changes", len(made))
	}
}

// apart returns the numbers in which two texts differ. If they differ in several places, these must have the same numbers.
func apart(was, is string) (old, now string) {
	numbers := regexp.MustCompile(`-?[0-9]+`)
	for {
		at := 0
		for at < len(was) && at < len(is) && was[at] == is[at] {
			at++
		}
		if at == len(was) && at == len(is) {
			return old, now
		}
		for at > 0 && strings.IndexByte("-0123456789", was[at-1]) >= 0 {
			at--
		}
		x, y := numbers.FindString(was[at:]), numbers.FindString(is[at:])
		if old != "" && (x != old || y != now) {
			return old + " and " + x, now + " and " + y
		}
		old, now, was, is = x, y, was[at+len(x):], is[at+len(y):]
	}
}

// Statements that a scenario does not execute are not reached, nor are the functions, values, rows, bounds and effects that
// only these statements use. Of the others, these lines have changes that the scenario does not notice.
func TestMutationsReachedByAScenario(t *testing.T) {
	page, err := os.ReadFile("testdata/garden.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ setup, moves, want string }{
		{"{}", "[]", "[29 31 33 41 61 65 72 73 76 79 90 114]"}, // they decide what is legal in the first decision
		{"{pieces: {oak: {ant-scout.hidden: 1}}}", "[{ant: dig, spots: [oak]}]", "[29 31 33 37 41 48 61 67 72 76 79 80 86 90 97 101 102 103 106 114]"},
		{"{}", "[{ant: plant}]", "[29 31 33 41 61 67 72 76 79 80 90 111 114 115 118 119 120 121 122 126 133 135]"},
	} {
		game, err := corpus.OpenGame(fstest.MapFS{"data/games/garden/10.md": {Data: page}, "scenarios/garden/9.1/s.yaml": {Data: []byte("version: 1\ntitle: T\ngame: garden\nrules: [9.1-a]\nsetup: " + c.setup + "\nmoves: " + c.moves + "\nexpect: {state: {dew: 0}}\n")}}, "garden")
		if err != nil {
			t.Fatal(err)
		}
		r, err := mutation.Run(game, mutation.Config{})
		if err != nil || len(r.Excluded) > 0 {
			t.Fatal(err, r.Excluded)
		}
		var lines []string
		for _, s := range r.Survivors {
			if text := fmt.Sprint(s.Line); !slices.Contains(lines, text) {
				lines = append(lines, text)
			}
		}
		if got := fmt.Sprint(lines); got != c.want {
			t.Errorf("%s: changes of lines %s survive, want %s", c.moves, got, c.want)
		}
	}
}

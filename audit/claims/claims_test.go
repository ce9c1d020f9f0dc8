// These tests inject false explanations: each claims that a mutant is equivalent which is not.

package claims_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/claims"
	"rulebound/audit/mutation"
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
)

// In this game the blessing and the curse are never in force by themselves, and gold is at most 3 at the start.
const rulebook = "# 9 Toy\n\n- **9-a** Digging.\n- **9-b** Places.\n- **9-c** Rest.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
options: [{id: mild, values: [true, false], default: false}]
seats: [{id: red}, {id: blue}]
spaces:
- {id: hill, title: Hill, adjacent: [dale]}
- {id: dale, title: Dale, adjacent: [hill]}
boxes: [{id: store, title: Store}]
pieces: [{id: pawn, title: Pawn, seat: red, count: 3, home: store}]
tracks: [{id: gold, title: Gold, min: 0, max: 20, initial: 2}]
variables: [{id: turns, type: int, initial: 0}, {id: worn, type: int, quiet: true}]
derived: [{id: rich, title: Rich, type: bool, watch: true, rule: 9-c, value: =gold > 15}]
points: [{id: yield, kind: number, combine: sum, of: int}]
durations: [round]
cards: [{id: ace}, {id: king}]
piles: [{id: stock}, {id: waste}]
lasting:
- {id: blessing, title: Blessing, duration: round, hooks: [{to: yield, value: 2}]}
- {id: curse, title: Curse, duration: round, hooks: [{to: yield, value: -1}]}
procedures:
- id: play
  do:
  - repeat: 3
    do: [{turn: red}]
  - over: {result: {red: =gold, blue: 0}}
- id: turn
  params: {seat: seat}
  do:
  - menu: act
    by: $seat
    options:
      dig: {do: [{dig: $seat}]}
      settle: {do: [settle]}
      rest: {where: [{rule: 9-c, when: gold >= 0}, {rule: 9-b, when: gold < 19}, {rule: 9-a, when: gold < 18}], do: [{card: "=top(stock)", to: waste, at: top, if: size(stock) > 0}]}
- id: dig
  rule: 9-a
  params: {seat: seat}
  do:
  - set: {turns: =turns + 1, worn: =worn + 5}
  - gain: {gold: 1}
    if: "modified(yield, 0) >= 0"
  - gain: {gold: "=max(0, modified(yield, 0))"}
- id: settle
  rule: 9-b
  do:
  - pick: $places
    by: red
    each: $place
    from: spaces
    where: [{rule: 9-b, when: gold < 18}]
    min: 0
    max: 2
    do:
    - move: {of: pawn, from: store, count: 1, to: $place}
      if: pieces(store, pawn) > 0
  - gain: {gold: 1}
    if: worn > 10
` + "```\n"

func toy(t *testing.T) *corpus.Game {
	t.Helper()
	fsys := fstest.MapFS{
		"data/games/toy/10.md":     &fstest.MapFile{Data: []byte(rulebook)},
		"scenarios/toy/9/dig.yaml": &fstest.MapFile{Data: []byte("version: 1\ntitle: T\ngame: toy\nrules: [9-a]\nmoves: [{red: dig}]\nexpect: {state: {gold: 3}}\n")},
	}
	game, err := corpus.OpenGame(fsys, "toy")
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// refuted returns whether and how random plays refute each explanation.
func refuted(t *testing.T, entries string, c claims.Config) []string {
	t.Helper()
	list, err := mutation.ReadExplanations([]byte(entries))
	if err != nil {
		t.Fatal(err)
	}
	return refutedOf(t, toy(t), list, c)
}

func refutedOf(t *testing.T, game *corpus.Game, list []mutation.Explanation, c claims.Config) []string {
	t.Helper()
	r, err := mutation.Claimed(game, list)
	if err != nil {
		t.Fatal(err)
	}
	if r.Total.Explained != len(list) || r.Refuted() {
		t.Fatalf("%+v of %d explanations", r.Total, len(list))
	}
	if err := claims.Refute(game, r, c); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range r.Survivors {
		if x := s.Refuted; x != nil {
			if s.Why != "" || x.Play == 0 || x.Start == "" || !strings.Contains(x.Difference, "here") && !strings.Contains(x.Difference, "there") {
				t.Errorf("%q %+v", s.Why, x)
			}
			out = append(out, s.Change+": "+x.Difference)
		}
	}
	if r.Refuted() != (len(out) > 0) || r.Total.Survived != len(out) {
		t.Errorf("%d refuted, %+v", len(out), r.Total)
	}
	return out
}

const plays = 300

var boards = []board.Wish{{Effects: true}}

func TestAFalseExplanationIsRefuted(t *testing.T) {
	for _, c := range []struct{ name, entry, want string }{
		{"a formula that any play evaluates", "rule: 9-a, change: '`1` becomes `2`', in: 'gain:'", "gold"},
		{"a formula that depends on a lasting effect", "rule: 9-a, change: '`0` becomes `-1`', in: 'max(0', nth: 1", "gold"},
		{"a condition that a lasting effect turns", "rule: 9-a, change: 'the branches of `if modified(yield, 0) >= 0` swapped'", "gold"},
		{"a statement", "rule: 9-a, change: '`gain: {gold: 1}` left out'", "gold"},
		{"what is legal", "rule: 9-b, change: '`18` becomes `17`'", "places"},
		{"the clause that refuses", "rule: 9-b, change: 'the condition `gold < 18` dropped'", "places"},
		{"the clause that refuses, alone", "rule: 9-b, change: 'the condition `gold < 19` dropped'", "act: rest is refused by 9-b here, refused by 9-a there"},
		{"what shows only later", "rule: 9-a, change: '`5` becomes `6`'", "gold"},
		{"the bound of a track", "rule: '9', change: 'the maximum of `gold`, 20, becomes 19'", "gold"},
		{"the end of a pile", "rule: '9', change: '`rest: {where: [{rule: 9-c, when: gold >= 0}, {rule: 9-b, when: gold < 19}, {rule: 9-a, wh…`: at `top` becomes at `bottom`'", "bottom"},
		{"a watched value, though traces may differ", "rule: 9-c, change: '`15` becomes `14`', trace: true", "rich"},
		{"what the trace says", "rule: 9-b, change: '`0` becomes `-1`', in: 'pieces('", "short of pawn"},
	} {
		got := refuted(t, "- {"+c.entry+", why: It never matters.}\n", claims.Config{Boards: boards, Plays: plays})
		if len(got) != 1 || !strings.Contains(got[0], c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

func TestTrueExplanationIsNotRefuted(t *testing.T) {
	for _, c := range []struct{ name, entry string }{
		{"a bound that nothing passes", "rule: 9-c, change: '`0` becomes `-1`'"},
		{"what only the trace says, and the explanation says so", "rule: 9-b, change: '`0` becomes `-1`', in: 'pieces(', trace: true"},
	} {
		if got := refuted(t, "- {"+c.entry+", why: It never matters.}\n", claims.Config{Boards: boards, Plays: plays}); len(got) > 0 {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// In this game a search with a good bound ends at once, and one for an unreachable value is exhaustive.
const wood = "# 9 Wood\n\n- **9-a** Felling.\n\n```yaml\n" + `
game: {id: wood, title: Wood, main: play}
seats: [{id: red}]
properties: {space: {number: int}}
spaces:
%sboxes: [{id: store, title: Store, number: 0}]
variables: [{id: sum, type: int, initial: 0}]
procedures:
- id: play
  rule: 9-a
  do:
  - let: {$felled: 0}
  - ensure: $felled
    most: 3
    do:
    - pick: $trees
      by: red
      each: $tree
      from: spaces
      min: 0
      max: 3
      do:
      - gain: {sum: =$tree.number}
      - set: {$felled: =$felled + 1}
  - over: {result: {red: =sum}}
` + "```\n"

// In this game some offered members cannot be combined.
const stall = "# 9 Stall\n\n- **9-a** Five.\n\n```yaml\n" + `
game: {id: stall, title: Stall, main: play}
seats: [{id: red}]
properties: {space: {worth: int}}
spaces: [{id: w, worth: 1}, {id: x, worth: 2}, {id: y, worth: 3}, {id: z, worth: 4}]
variables: [{id: sum, type: int, initial: 0}]
procedures:
- id: play
  rule: 9-a
  do:
  - ensure: sum == 5
    do: [{subset: $s, by: red, each: $m, from: spaces, min: 2, max: 2}, {set: {sum: '=sum($m.worth for $m in $s)'}}]
  - ensure: sum >= 5
    do: [{subset: $s, by: red, each: $m, from: spaces, min: 2, max: 2}, {set: {sum: '=sum($m.worth for $m in $s)'}}]
  - over: {result: =sum}
` + "```\n"

func TestIllegalCombinationsOfMembersAreDrawnAgain(t *testing.T) {
	game, err := corpus.OpenGame(fstest.MapFS{
		"data/games/stall/10.md":     {Data: []byte(stall)},
		"scenarios/stall/9/ask.yaml": {Data: []byte("version: 1\ntitle: T\ngame: stall\nrules: [9-a]\nmoves: []\nexpect: {asked: red}\n")},
	}, "stall")
	if err != nil {
		t.Fatal(err)
	}
	for entry, want := range map[string]bool{
		"{rule: 9-a, change: '`5` becomes `6`', in: 'sum == 5', why: W}":                             true,
		"{rule: 9-a, change: '`5` becomes `4`', in: 'sum >= 5', why: The same members are offered.}": false,
		"{rule: 9-a, change: '`over: {result: =sum}` left out', why: W}":                             true,
	} {
		list, err := mutation.ReadExplanations([]byte("- " + entry + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := refutedOf(t, game, list, claims.Config{Plays: 12}); (len(got) > 0) != want {
			t.Errorf("%s: %q", entry, got)
		}
	}
}

// The search takes longer, but the rules are the same.
func TestSearchLimitRefutesNothing(t *testing.T) {
	var spaces strings.Builder
	for i := range 200 {
		fmt.Fprintf(&spaces, "- {id: x%d, title: X, number: %d, adjacent: []}\n", i, i)
	}
	fsys := fstest.MapFS{
		"data/games/wood/10.md":     &fstest.MapFile{Data: fmt.Appendf(nil, wood, spaces.String())},
		"scenarios/wood/9/ask.yaml": &fstest.MapFile{Data: []byte("version: 1\ntitle: T\ngame: wood\nrules: [9-a]\nmoves: []\nexpect: {asked: red}\n")},
	}
	game, err := corpus.OpenGame(fsys, "wood")
	if err != nil {
		t.Fatal(err)
	}
	for entry, want := range map[string]bool{
		"{rule: 9-a, change: '`0` becomes `-1`', in: '$felled: 0', why: Three are felled anyway.}": false,
		"{rule: 9-a, change: '`1` becomes `2`', in: '$felled + 1', why: Three are felled anyway.}": true,
	} {
		list, err := mutation.ReadExplanations([]byte("- " + entry + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := refutedOf(t, game, list, claims.Config{Plays: 2}); (len(got) > 0) != want {
			t.Errorf("%s: %q", entry, got)
		}
	}
}

// Without plays nothing is refuted.
func TestRefutationsDoNotDependOnTheNumberOfWorkers(t *testing.T) {
	const entries = "- {rule: 9-a, change: '`0` becomes `-1`', in: 'max(0', nth: 1, why: W}\n- {rule: 9-b, change: '`18` becomes `17`', why: W}\n"
	one := refuted(t, entries, claims.Config{Boards: boards, Plays: plays, Workers: 1})
	four := refuted(t, entries, claims.Config{Boards: boards, Plays: plays, Workers: 4})
	if len(one) != 2 || fmt.Sprint(one) != fmt.Sprint(four) {
		t.Errorf("%q\n%q", one, four)
	}
	if none := refuted(t, entries, claims.Config{Boards: boards}); len(none) > 0 {
		t.Errorf("%q", none)
	}
}

// Each explanation of the games matches one mutant. This test makes a few random plays of the small games; `rulebound
// mutate` makes more, of all games.
func TestExplanationsOfTheGamesAreNotRefuted(t *testing.T) {
	root := os.DirFS("../..")
	games, err := corpus.Games(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range games {
		list, err := corpus.Beside(root, id, corpus.Survivors, mutation.ReadExplanations)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			continue
		}
		game, err := corpus.OpenRules(root, id)
		if err == nil && len(game.Def.Nodes) <= large {
			game, err = corpus.OpenGame(root, id)
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := mutation.Claimed(game, list)
		if err != nil {
			t.Error(id, err)
			continue
		}
		if len(game.Def.Nodes) > large {
			continue
		}
		boards, err := corpus.Boards(root, id)
		if err != nil {
			t.Fatal(err)
		}
		if err := claims.Refute(game, r, claims.Config{Boards: boards, Plays: 20, Seed: 1}); err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Survivors {
			if s.Refuted != nil {
				t.Errorf("%s, %s: %+v", id, s.Change, s.Refuted)
			}
		}
	}
}

// large is the number of nodes above which a game takes too long for a test.
const large = 2000

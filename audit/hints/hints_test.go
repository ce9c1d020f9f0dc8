package hints_test

// These tests play games in step with the same games without their search pages.

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/hints"
	"rulebound/compiler"
	"rulebound/compiler/onepage"
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// table is a game with the one beside it.
type table struct {
	game *engine.Game
	*hints.Follower
}

func laid(t *testing.T, gd, bare *def.GameDef) *table {
	t.Helper()
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	follower, err := hints.NewFollower(bare, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &table{game, follower}
}

// play plays a random game in step; the error says how the follower differs.
func (b *table) play(setup engine.Setup) error {
	s, err := b.game.New(setup)
	if err != nil {
		return err
	}
	b.Begin()
	var p players.Player = players.NewMinimal(setup.Seed)
	if setup.Seed%2 == 1 {
		p = players.NewUniform(setup.Seed)
	}
	for {
		if err := b.Compare(s); err != nil || s.Over() {
			return err
		}
		a, err := next(s, p)
		if err == nil {
			err = s.Apply(a)
		}
		if err == nil {
			err = b.Follow(a)
		}
		if err != nil {
			return err
		}
	}
}

func next(s *engine.State, p players.Player) (engine.Answer, error) {
	if d := s.Decision(); d.Seat != engine.Chance {
		return p.Answer(s, d), nil
	}
	return s.Draw()
}

const mill = "# 1 Mill\n\n- **1.1** Grind.\n\n```yaml\n" + `
game: {id: mill, title: Mill, main: play}
seats: [{id: red}]
properties: {space: {worth: int}}
spaces: [{id: w, worth: 1}, {id: x, worth: 2}, {id: y, worth: 3}, {id: z, worth: 4}]
tracks: [{id: flour, min: 0, max: 20, initial: 0}]
procedures:
- {id: store, tags: [work], do: [{gain: {flour: 1}}]}
- {id: grind, tags: [work], do: [{gain: {flour: 3}}]}
- {id: rest, tags: [work], do: [{gain: {flour: 0}}]}
- id: play
  do:
  - draw: $start
    from: spaces
  - set: {flour: =$start.worth}
  - ensure: flour >= 8
    do:
    - {callOne: $work, by: red, from: procedures(work), with: {}}
    - {one: $s, by: red, from: spaces, do: [{gain: {flour: =$s.worth}}]}
    - pick: $more
      by: red
      each: $m
      from: spaces
      max: 1
      do: [{gain: {flour: =$m.worth}}]
  - over: {}
` + "```\n"

// milled plays the mill with a search page, and counts the plays in which the two games publish the same.
func milled(t *testing.T, search string) (alike int, n hints.Tally, problem string) {
	t.Helper()
	files := fstest.MapFS{"mill/10.md": {Data: []byte(mill)}, "mill/99.md": {Data: []byte("# Search\n\n```yaml\nsearch:\n" + search + "\n```\n")}}
	gd, _, list := compiler.Compile(files, "mill")
	if len(list) > 0 {
		t.Fatal(list)
	}
	bare, err := hints.Compile(files, "mill")
	if err != nil {
		t.Fatal(err)
	}
	b := laid(t, gd, bare)
	for seed := range uint64(20) {
		if err := b.play(engine.Setup{Seed: seed}); err != nil {
			problem = err.Error()
			continue
		}
		alike++
	}
	return alike, b.Tally, problem
}

func TestHintThatPrunesTooMuchIsReported(t *testing.T) {
	for search, right := range map[string]bool{
		"  play.s: {needs: flour + $s.worth + 4 >= 8, first: $s.worth > 2}":      true,
		"  play.s: {needs: flour + $s.worth >= 8}":                               false,
		"  play.more: {needs: flour + $m.worth >= 8, first: $m == z}":            true,
		"  play.more: {needs: flour + $m.worth >= 9}":                            false,
		"  play.work: {needs: 'flour + 8 + if($work == rest, 0, 3) >= 8'}":       true,
		"  play.work: {needs: $work != rest or flour > 3}":                       false,
		"  play.s: {first: $s == w}\n  play.more: {first: $m.worth + flour < 3}": true,
		"  play.s: {needs: $s.worth > 4}\n  play.more: {needs: flour > 20}":      false,
		"  play.work: {needs: false}\n  play.s: {needs: false}":                  false,
		"  play.work: {needs: 'flour > 0'}\n  play.more: {needs: 'flour > 0'}":   true,
	} {
		alike, n, problem := milled(t, search)
		if right && (n.Ahead == 0 || n.Ahead >= n.Compared || n.Skipped > 0) {
			t.Errorf("%s: %+v", search, n)
		}
		if right != (problem == "") {
			t.Errorf("%s\n%d of 20 plays are alike; %s", search, alike, problem)
		}
		if !right && !strings.Contains(problem, "without search pages: ") {
			t.Errorf("%s: %s", search, problem)
		}
	}
}

const large = "fire-in-the-lake"

// RULEBOUND_HINTS is how many random games of the large game are played in step, half of them on boards. `go run ./tools/rulebound soak --hints`
// plays as many as its time allows, with all options.
func TestLargeGamePublishesTheSameWithoutItsSearchPage(t *testing.T) {
	games := 12
	if testing.Short() {
		games = 4
	}
	if given := os.Getenv("RULEBOUND_HINTS"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 {
			t.Fatalf("RULEBOUND_HINTS is a number of games, not %q", given)
		}
		games = n
	}
	root := os.DirFS("../..")
	gd, _, list := compiler.Compile(root, path.Join(corpus.GamesDir, large))
	if len(list) > 0 {
		t.Fatal(list)
	}
	bare, err := hints.Compile(root, path.Join(corpus.GamesDir, large))
	if err != nil {
		t.Fatal(err)
	}
	if len(bare.Functions) >= len(gd.Functions) || len(bare.Code) != len(gd.Code) || len(bare.Vars) != len(gd.Vars) {
		t.Error("a search page holds functions and hints, and nothing else")
	}
	boards, err := corpus.Boards(root, large)
	if err != nil {
		t.Fatal(err)
	}
	b := laid(t, gd, bare)
	for seed := range uint64(games) {
		setup := engine.Setup{ID: gd.Setups[seed/2%uint64(len(gd.Setups))].ID, Seed: seed}
		if seed%2 == 1 {
			setup = board.Any(b.game, seed, boards)
		}
		if err := b.play(setup); err != nil {
			t.Fatalf("game %d: %v", seed, err)
		}
	}
	n := b.Tally
	t.Logf("%+v", n)
	if n.Compared < 200*games || n.Ahead < 5*games || 50*n.Skipped > n.Compared {
		t.Errorf("%+v", n)
	}
}

// Scenarios of the large game that use the look-ahead produce their goldens without its search page, too, unless the state limit is reached.
func TestScenariosPlayTheSameWithoutTheSearchPage(t *testing.T) {
	bare, _, err := hints.Without(os.DirFS("../.."), path.Join(corpus.GamesDir, large))
	if err != nil {
		t.Fatal(err)
	}
	game, err := corpus.OpenGame(bare, large)
	if err != nil {
		t.Fatal(err)
	}
	cases := slices.DeleteFunc((&corpus.Corpus{Games: []*corpus.Game{game}}).Cases(), func(c *corpus.Case) bool {
		return testing.Short() && !strings.Contains(c.Name(), "/4.1/")
	})
	late := 0
	for _, p := range corpus.PlayEach(cases, func(int, int) {}) {
		problem := p.Problem()
		if problem != nil && strings.Contains(problem.Error(), engine.SearchLimit) {
			late++
			continue
		}
		want, err := os.ReadFile(fmt.Sprintf("../../%s/%s.golden", corpus.GoldensDir, p.Case.Name()))
		if err != nil || problem != nil || !bytes.Equal(p.Trace(), want) {
			t.Errorf("%s: %v, %v, or another trace", p.Case.Name(), err, problem)
		}
	}
	if t.Logf("%d of %d scenarios meet the bound", late, len(cases)); 20*late > len(cases) {
		t.Error("too many scenarios meet the bound: this shows little")
	}
}

// Where one of two games is over and the other is not, they differ. The planted fault is one decision more at the end.
func TestAGameThatEndsEarlierIsReported(t *testing.T) {
	const page = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nprocedures:\n- id: play\n  do:\n  - menu: act\n    by: red\n    options: {dig: {do: []}, rest: {do: []}}\n" +
		"%s  - over: {}\n```\n"
	const more = "  - menu: more\n    by: red\n    options: {dig: {do: []}, rest: {do: []}}\n"
	for _, c := range []struct{ game, bare, want string }{
		{"", "", ""}, {more, more, ""},
		{"", more, "without search pages: the game is not over, but asks more"},
		{more, "", "without search pages: the game is over"},
		{more, "  - require: 1 > 2\n", "without search pages: fault at toy/10.md:12: a precondition does not hold"},
	} {
		b := laid(t, compiled(t, fmt.Sprintf(page, c.game)), compiled(t, fmt.Sprintf(page, c.bare)))
		problem := ""
		if err := b.play(engine.Setup{Seed: 1}); err != nil {
			problem = err.Error()
		}
		if problem, _, _ = strings.Cut(problem, "; in play"); problem != c.want {
			t.Errorf("%q and %q: %q, want %q", c.game, c.bare, problem, c.want)
		}
		s, err := b.game.New(engine.Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for !s.Over() {
			if err := s.Apply(engine.Answer{}); err != nil {
				t.Fatal(err)
			}
		}
		if b.Begin(); b.Compare(s) != nil {
			t.Error("a play that is over before it is followed is no difference")
		}
	}
}

// compiled compiles a page.
func compiled(t *testing.T, page string) *def.GameDef {
	t.Helper()
	gd := onepage.Compile(t, page)
	return gd
}

const stall = "# Stall\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
properties: {space: {worth: int}}
spaces: [{id: w, worth: 1}, {id: x, worth: 2}, {id: y, worth: 3}, {id: z, worth: 4}]
boxes: [{id: shed, worth: 0}]
pieces: [{id: cow, count: 6, home: shed}]
setups: [{id: start, spaces: {w: {pieces: {cow: 2}}, x: {pieces: {cow: 2}}}}]
variables: [{id: sum, type: int, initial: 0}, {id: from-w, type: int, initial: 0}]
procedures:
- id: play
  do:
  - ensure: OWED
    do: [{DECISION}]
  - over: {result: =sum}
` + "```\n"

// The planted faults are games that publish other bounds, or that publish the same of an answer of several members or pieces
// and differ in which of them go together.
func TestAnswersOfSeveralMembersAreCompared(t *testing.T) {
	const (
		members = "subset: $s, by: red, each: $m, from: spaces, min: 2, max: MAX}, {set: {sum: '=sum($m.worth for $m in $s)'}"
		some    = "subset: $s, by: red, each: $m, from: spaces, min: 1, max: MAX}, {set: {sum: '=sum($m.worth for $m in $s)'}"
		pieces  = "take: $n, by: red, of: cow, from: spaces, min: 2, max: MAX, each: $c, do: [{set: {from-w: '=if(pieces(w, cow) == 1, 1, 0)'}}, {move: {piece: $c, to: shed}}]}, {set: {sum: $n}"
		number  = "amount: $n, by: red, max: MAX}, {set: {sum: $n}"
	)
	for _, c := range []struct{ name, decision, owed, max, otherOwed, otherMax, want string }{
		{"the same members", members, "sum == 5", "2", "sum == 5", "2", ""},
		{"other members go together, too", members, "sum == 5", "2", "sum == 5 or sum == 6", "2", "decision s, answer"},
		{"fewer members go together", members, "sum == 5 or sum == 7", "2", "sum == 5", "2", "decision s, answer"},
		{"one to three members", some, "sum == 4 or sum == 6", "3", "sum == 4 or sum == 6", "3", ""},
		{"another bound of members", members, "sum > 2", "2", "sum > 2", "3", "2 to 2 of"},
		{"as many members as there are", members, "sum > 2", "4294967295", "sum > 2", "4294967295", ""},
		{"the same pieces", pieces, "pieces(w, cow) != 1", "2", "pieces(w, cow) != 1", "2", ""},
		{"other pieces go together, too", pieces, "pieces(w, cow) != 1", "2", "sum > 1", "2", "decision n, answer"},
		{"another bound of pieces", pieces, "sum > 1", "2", "sum > 1", "3", "2 to 2 of"},
		{"as many pieces as there are", pieces, "sum > 1", "4294967295", "sum > 1", "4294967295", ""},
		{"the same number", number, "sum >= 0", "1000", "sum >= 0", "1000", ""},
		{"another bound of a number", number, "sum >= 0", "3", "sum >= 0", "4", "0 to 3 of"},
	} {
		page := func(owed, most string) *def.GameDef {
			return compiled(t, strings.NewReplacer("OWED", owed, "DECISION", c.decision).Replace(strings.ReplaceAll(stall, "DECISION", strings.ReplaceAll(c.decision, "MAX", most))))
		}
		b := laid(t, page(c.owed, c.max), page(c.otherOwed, c.otherMax))
		problem := ""
		for seed := range uint64(8) {
			if err := b.play(engine.Setup{ID: "start", Seed: seed}); err != nil && problem == "" {
				problem = err.Error()
			}
		}
		if (problem == "") != (c.want == "") || !strings.Contains(problem, c.want) || c.want == "" && b.Ahead == 0 {
			t.Errorf("%s: %q, want %q, %+v", c.name, problem, c.want, b.Tally)
		}
	}
}

// Where the game beside it meets the bound of the look-ahead, it loses the play and finds it again: that is no difference.
func TestSearchLimitIsNoDifference(t *testing.T) {
	const wood = "# Wood\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
properties: {space: {number: int}}
spaces: [{each: {n: 1..150}, id: "x{n}", number: "{n}"}]
boxes: [{id: store, number: 0}]
variables: [{id: sum, type: int}]
procedures:
- id: play
  do:
  - {may: wait, by: red, do: []}
  - ensure: sum mod 1009 OWED
    do:
    - pick: $trees
      by: red
      each: $tree
      from: spaces
      max: 3
      do: [{gain: {sum: =$tree.number}}]
  - {may: rest, by: red, do: []}
  - over: {result: =sum}
` + "```\n"
	b := laid(t, compiled(t, strings.Replace(wood, "OWED", ">= 0", 1)), compiled(t, strings.Replace(wood, "OWED", "== 1008", 1)))
	if err := b.play(engine.Setup{Seed: 2}); err != nil || b.Skipped == 0 || b.Compared == 0 {
		t.Errorf("%v, %+v", err, b.Tally)
	}
}

// A game without search pages has no game beside it; one that cannot be read is an error.
func TestAGameWithoutSearchPagesIsNotCompared(t *testing.T) {
	files := fstest.MapFS{"mill/10.md": {Data: []byte(mill)}}
	if gd, err := hints.Compile(files, "mill"); gd != nil || err != nil {
		t.Error(gd, err)
	}
	if gd, err := hints.Compile(files, "["); gd != nil || err == nil {
		t.Error(gd, err)
	}
}

func TestTalliesAreAdded(t *testing.T) {
	sum := hints.Tally{Compared: 1, Ahead: 2, Skipped: 3}
	if sum.Add(hints.Tally{Compared: 10, Ahead: 20, Skipped: 30}); sum != (hints.Tally{Compared: 11, Ahead: 22, Skipped: 33}) {
		t.Errorf("%+v", sum)
	}
}

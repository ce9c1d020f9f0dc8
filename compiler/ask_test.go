package compiler_test

// These tests play askUntil and comprehensions with most.

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

// askingGame loads a game whose procedure is body; its result is honey.
func askingGame(t *testing.T, body string) *engine.Game {
	t.Helper()
	def, _, list := compileText(strings.Replace(baseText(t), "main: play", "main: around", 1) +
		"\n```yaml\nprocedures:\n- id: around\n  do:\n" + indented(body, 2) + "\n  - over: {result: =honey}\n```\n")
	report(t, list)
	game, err := engine.Load(def, nil)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

func TestAskUntilAsksSeatsInTurnUntilOneAccepts(t *testing.T) {
	game := askingGame(t, "- askUntil: $who\n  of: in-turn(seats, ant)\n  name: wait\n- set: {honey: '=if($who == none, 0, $who == ant, 1, 2)'}")
	for _, c := range []struct {
		answers []int32 // 0 no, 1 yes
		asked   string
		honey   int64
	}{{[]int32{1}, "bee", 2}, {[]int32{0, 1}, "bee ant", 1}, {[]int32{0, 0}, "bee ant", 0}} {
		s, err := game.New(engine.Setup{ID: "spring"})
		if err != nil {
			t.Fatal(err)
		}
		var asked []string
		for _, a := range c.answers {
			d := s.Decision()
			asked = append(asked, game.Def().Seats[d.Seat].ID)
			answer := engine.Answer{Option: -1}
			for _, o := range d.Options {
				if (o.Name == "yes") == (a == 1) {
					answer.Option = o.Index
				}
			}
			if err := s.Apply(answer); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(s.Result()); !s.Over() || strings.Join(asked, " ") != c.asked || got != fmt.Sprintf("[%d %d]", c.honey, c.honey) {
			t.Errorf("%v: asked %v, result %s, over %v; want %s and %d", c.answers, asked, got, s.Over(), c.asked, c.honey)
		}
	}
}

// With min: 0 a seat may decline to take the one piece, which is then none.
func TestATakeOfOnePieceMayBeOptional(t *testing.T) {
	body := "- take: $p\n  by: ant\n  of: ant\n  from: oak\n  keep: piece\n  MIN\n- set: {honey: '=if($p == none, 7, pieces(oak, $p))'}"
	for _, c := range []struct {
		min    string
		counts []int32
		honey  int64 // 0: the answer is refused
	}{{"min: 0", []int32{0, 0}, 7}, {"min: 0", []int32{1, 0}, 2}, {"min: 0", []int32{1, 1}, 0}, {"", []int32{0, 0}, 0}, {"", []int32{0, 1}, 1}} {
		s, err := askingGame(t, strings.Replace(body, "MIN", c.min, 1)).New(engine.Setup{ID: "spring"})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(engine.Answer{Counts: c.counts}); (err == nil) != (c.honey > 0) || err == nil && s.Result()[0] != c.honey {
			t.Errorf("%q, %v: %v, result %v; want %d", c.min, c.counts, err, s.Result(), c.honey)
		}
	}
}

// Honey has a digit to base 4 for each seat asked: 1 for the ant, 2 for the bee.
func TestRankedSeatsAreAskedInTheOrderOfTheirNumbers(t *testing.T) {
	for _, c := range []struct {
		ant, bee int
		ranked   string
		honey    int64
	}{
		{3, 5, "in-turn(seats) with most $s.purse", 9},
		{3, 5, "in-turn(seats) with least $s.purse", 6},
		{4, 4, "in-turn(seats, ant) with most $s.purse", 9},
		{4, 4, "in-turn(seats, bee) with least $s.purse", 6},
		{3, 5, "in-turn(seats) where $s != bee with most $s.purse", 1},
		{3, 5, "[ant, bee] with most if($s == bee, 0, $s.purse)", 6},
	} {
		game := askingGame(t, fmt.Sprintf("- set: {honey: %d, nectar: %d}\n- let: {$asked: 0}\n- for: {$seat: 'ranked($s in %s)'}\n  do: [{set: {$asked: '=4 * $asked + if($seat == ant, 1, 2)'}}]\n- set: {honey: $asked}", c.ant, c.bee, c.ranked))
		s, err := game.New(engine.Setup{ID: "spring"})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Result()[0]; got != c.honey {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

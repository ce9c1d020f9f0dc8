package engine_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
)

const contested = `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
variables: [{id: doubt, type: int, initial: 0}, {id: gold, type: int, initial: 4}, {id: nothing, type: int, initial: 0}]
spaces: [{id: hill, adjacent: [dale]}, {id: dale, adjacent: [hill]}]
functions: [{id: twice, params: {n: int}, value: "%s"}]
procedures:
- id: play
  do:
  - set: {gold: "%s"}
  - one: $where
    by: red
    from: spaces
    where: ["%s"]
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
`

// differs reports whether a rival in some formulas differs in a play of the rulebook.
func differs(t *testing.T, function, number, condition string) bool {
	t.Helper()
	def := toy(t, "# Toy\n\n```yaml\n"+fmt.Sprintf(contested, function, number, condition)+"```\n")
	rivals := &engine.Rivals{Differ: make([]bool, 2)}
	for i := range def.Vars {
		if def.Vars[i].ID == "doubt" {
			rivals.Cell = def.Vars[i].Base
		}
	}
	var left []int64
	play := func(o ...engine.LoadOption) *engine.State {
		g, err := engine.Load(def, nil, o...)
		if err != nil {
			t.Fatal(err)
		}
		budget := engine.NewBudget(1 << 20)
		s, err := g.New(engine.Setup{Budget: budget})
		if err != nil {
			t.Fatal(err)
		}
		left = append(left, budget.Left())
		return s
	}
	if with, without := play(engine.WithRivals(rivals)), play(); with.Hash() != without.Hash() || left[0] < left[1]-5 {
		t.Errorf("the play takes another course where rivals are computed, or takes steps of its own for them: %d of a budget are left", left)
	}
	return rivals.Differ[1]
}

// A rival differs exactly if its value differs from that of its formula, or one of the two is a fault, where the formula is
// evaluated.
func TestRivalDiffersWhereItsValueDiffers(t *testing.T) {
	const own = "=$n * 2"
	for _, c := range []struct {
		name, function, number, condition string
		differs                           bool
	}{
		{"it comes to the same", own, "=if(doubt == 1, gold + 1, 5)", "gold > 0", false},
		{"it comes to another number", own, "=if(doubt == 1, gold + 2, 5)", "gold > 0", true},
		{"it visits much", own, "=if(doubt == 1, sum($k * gold for $k in ints(0, 40)), 5)", "gold > 0", true},
		{"it is never due", own, "=if(gold > 9, if(doubt == 1, 1, 2), 5)", "gold > 0", false},
		{"it is a fault", own, "=if(doubt == 1, gold div nothing, 5)", "gold > 0", true},
		{"a condition that holds either way", own, "5", "if(doubt == 1, gold > 4, gold > 3)", false},
		{"a condition that holds for another member", own, "5", "$where == hill or if(doubt == 1, $where != dale, $where == dale)", true},
		{"a function that comes to another number", "=if(doubt == 1, $n + 2, $n * 2)", "=twice(3)", "gold > 0", true},
		{"a function that comes to the same", "=if(doubt == 1, $n + 2, $n * 2)", "=twice(2)", "gold > 0", false},
		{"a rival that asks a function with a place of its own", "=if(doubt == 1, $n, $n * 2)", "=if(doubt == 1, twice(6), 12)", "gold > 0", true},
		{"another cell that is 0", own, "=if(nothing == 1, gold + 2, 5)", "gold > 0", false},
	} {
		if got := differs(t, c.function, c.number, c.condition); got != c.differs {
			t.Errorf("%s: it differs: %v", c.name, got)
		}
	}
}

// Coverage would count evaluations of rivals.
func TestRivalsAndCoverageAreRefusedTogether(t *testing.T) {
	def := toy(t, "# Toy\n\n```yaml\n"+fmt.Sprintf(contested, "=$n", "5", "gold > 0")+"```\n")
	if _, err := engine.Load(def, nil, engine.WithCoverage(), engine.WithRivals(&engine.Rivals{})); err == nil {
		t.Error("it loads")
	}
}

// A rival inside another rival is not evaluated, and one with a number beyond the list is ignored.
func TestRivalsInsideOtherRivalsAreNotEvaluated(t *testing.T) {
	for _, c := range []struct {
		name, function, number string
		differ                 []bool // by rival, from 0
	}{
		{"both would differ", "=if(doubt == 2, $n + 1, $n)", "=if(doubt == 1, 7, twice(5))", []bool{false, true, true}},
		{"what only a rival looks at", "=if(doubt == 2, 7, $n)", "=if(doubt == 1, twice(5), twice(7))", []bool{false, true, false}},
		{"a formula that is a fault itself", "=$n", "=if(doubt == 1, 5, gold div nothing)", []bool{false, true}},
		{"a rival beyond the list", "=if(doubt == 3, $n + 1, $n)", "=if(doubt == 9, 7, twice(5))", []bool{false, false, false}},
		{"no rival at all", "=if(doubt == 0, $n, $n + 1)", "=if(doubt == nothing, twice(5), 7)", []bool{false, false, false}},
		{"another comparison", "=if(doubt != 1, $n, $n + 1)", "=if(gold == 1, twice(5), 7)", []bool{false, false, false}},
	} {
		gd := toy(t, "# Toy\n\n```yaml\n"+fmt.Sprintf(contested, c.function, c.number, "gold > 0")+"```\n")
		rivals := &engine.Rivals{Differ: make([]bool, len(c.differ))}
		for i := range gd.Vars {
			if gd.Vars[i].ID == "doubt" {
				rivals.Cell = gd.Vars[i].Base
			}
		}
		if _, err := loaded(t, gd, engine.WithRivals(rivals)).New(engine.Setup{}); (err != nil) != strings.Contains(c.name, "fault") {
			t.Fatal(c.name, err)
		}
		if !slices.Equal(rivals.Differ, c.differ) {
			t.Errorf("%s: %v, not %v", c.name, rivals.Differ, c.differ)
		}
	}
}

// A copy with a chosen rival is a play of the game with that formula; other copies are not affected.
func TestCopyPlaysByTheChosenRival(t *testing.T) {
	gd := toy(t, "# Toy\n\n```yaml\n"+fmt.Sprintf(contested, "=if(doubt == 2, $n + 1, $n)", "=if(doubt == 1, 7, twice(5))", "if(doubt == 3, $where == hill, gold > 0)")+"```\n")
	rivals := &engine.Rivals{Differ: make([]bool, 4)}
	gold := int32(0)
	for i := range gd.Vars {
		switch gd.Vars[i].ID {
		case "doubt":
			rivals.Cell = gd.Vars[i].Base
		case "gold":
			gold = gd.Vars[i].Base
		}
	}
	g := loaded(t, gd, engine.WithRivals(rivals))
	for chosen, want := range []int64{5, 7, 6, 5} {
		rivals.Chosen = int64(chosen)
		clear(rivals.Differ)
		s, err := g.New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Cell(gold) != want {
			t.Errorf("by rival %d gold is %d, not %d", chosen, s.Cell(gold), want)
		}
		if n := len(s.Decision().Members); n != 2 && chosen != 3 || n == 2 && chosen == 3 {
			t.Errorf("by rival %d there are %d members", chosen, n)
		}
		if chosen > 0 && slices.Contains(rivals.Differ, true) {
			t.Errorf("by rival %d something is compared: %v", chosen, rivals.Differ)
		}
	}
	rivals.Chosen = 0
	s, err := g.New(engine.Setup{})
	if err != nil || len(s.Copy().Decision().Members) != 2 {
		t.Fatal(err)
	}
	rivals.Chosen = 3
	if d := s.Copy().Decision(); len(d.Members) == 2 {
		t.Error("the copy does not go by the rival")
	}
}

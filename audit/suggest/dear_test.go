package suggest

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
)

// An answer after which the machine takes many steps counts as many answers, so that a search ends although each answer is dear.
func TestExpensiveAnswerCountsAsSeveral(t *testing.T) {
	for rounds, extra := range map[int]int{10: 0, 100_000: 100_000 / dearSteps} {
		g := onepage.Load(t, "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nvariables: [{id: n, type: int}]\nprocedures:\n- id: play\n  do:\n"+
			fmt.Sprintf("  - {menu: act, by: red, options: {dig: {do: []}, rest: {do: []}}}\n  - repeat: %d\n    do: [{gain: {n: 1}}]\n  - over: {}\n```\n", rounds))
		b := &table{def: g.Def(), games: map[string]*engine.Game{}}
		if _, _, _, err := b.play(&position{}, newPlain(5), nowhere{}, nil); err != nil {
			t.Fatal(err)
		}
		if least := layout + 1 + extra; b.work < least || b.work > layout+1+4*extra {
			t.Errorf("%d rounds behind the answer count as %d answers, want %d or a little more", rounds, b.work, least)
		}
	}
}

// What is tried to shorten a play and to write it counts, so a search whose answers are dear ends soon after its work is done.
func TestShorteningAndWritingCountTowardTheWorkLimit(t *testing.T) {
	const work, rounds = 3_000, 200_000
	g := toy(t, strings.Replace(page, "  - if: gold >= 5\n", fmt.Sprintf("  - repeat: %d\n    do: [{gain: {fame: 0}}]\n  - if: gold >= 5\n", rounds), 1))
	r, err := joined(Coverage(g, nil, Config{Work: work, Seed: 1}))
	if err != nil {
		t.Fatal(err)
	}
	once := rounds * 3 / dearSteps
	if len(r.Found) == 0 || r.Work > work+12*once {
		t.Errorf("%d scripts in %d answers, %d are permitted and a play counts as %d", len(r.Found), r.Work, work, once)
	}
}

func TestPlayingADraftCountsAsWork(t *testing.T) {
	s := newSearch(toy(t, page), &Config{Seed: 1})
	d := s.draft(&target{Place: Place{File: "x.md"}}, &play{pos: &position{}, steps: []step{{form: engine.ByOption, value: 1}}}, 1, false)
	before := s.table.work
	if _, err := d.try("scenarios/toy/1/x.yaml", d.text([]string{"1-a"}, nil)+"expect: {asked: "+asked(d.last)+"}\n"); err != nil {
		t.Fatal(err)
	}
	if got := s.table.work - before; got != layout+2 {
		t.Errorf("two answers at a position count as %d", got)
	}
}

func TestMutatedGameSpendsTheBudgetOfThePlay(t *testing.T) {
	there := market(t)
	x, budget := &inStep{changed: &changed{def: there.Def(), games: map[string]*engine.Game{"": there}}}, engine.NewBudget(1000)
	x.begun(&position{parts: []part{{kind: pileOf, name: "deck", cards: []string{"rain", "sun"}}}}, budget)
	if budget.Left() == 1000 || x.twin == nil {
		t.Error("it begins without a step")
	}
}

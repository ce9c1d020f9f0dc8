package suggest

// These tests check single steps of a search: learning from a play, shortening it, giving a target up.

import (
	"reflect"
	"strings"
	"testing"

	"rulebound/audit/mutation"
	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/def"
)

// until is the goal of a state.
type until func(s *engine.State) bool

func (until) before(*engine.Game)                            {}
func (until) begun(*position, *engine.Budget)                {}
func (f until) reached(s *engine.State) bool                 { return f(s) }
func (f until) after(s *engine.State, _ *engine.Answer) bool { return f(s) }

// atLeast is the goal of a number.
func atLeast(name string, n int64) goal {
	return until(func(s *engine.State) bool { v, _, _ := s.Value(name); return v >= n })
}

func TestMutationOfASearchIsUndone(t *testing.T) {
	changes, err := mutation.Changes(toy(t, page), "1-b")
	if err != nil {
		t.Fatal(err)
	}
	x := &changed{change: changes[0]}
	x.on()
	made := def.Clone(x.def)
	x.off()
	if reflect.DeepEqual(made, x.def) || x.games != nil {
		t.Error("the change is still made")
	}
}

func TestListenerRecordsDeclinedAnswers(t *testing.T) {
	g := onepage.Load(t, page, "options: {no: {do: []}, yes: {do: []}}", "options: {no: {do: []}, yes: {do: []}}\n    decline: no")
	l := &answerRecorder{}
	s, err := g.New(engine.Setup{Observer: l})
	for err == nil && !s.Over() {
		err = s.Apply(engine.Answer{Option: 0})
	}
	if err != nil || len(l.steps) != 3 || l.steps[0].declined || !l.steps[2].declined {
		t.Errorf("%v: %+v", err, l.steps)
	}
}

// A set-up deals the piles that the play does not mention.
func TestSetupsAreDealtInGamesOfSeveralPiles(t *testing.T) {
	for piles, want := range map[string]int{"[]": 0, "[{id: deck}]": 0, "[{id: deck}, {id: hand}]": 1} {
		g := toy(t, strings.Replace(page, "procedures:", "piles: "+piles+"\nsetups: [{id: poor}]\nprocedures:", 1))
		s := newSearch(g, &Config{Seed: 1})
		if s.plant(); len(s.painter.seeds) != want {
			t.Errorf("%s: %d seeds, want %d", piles, len(s.painter.seeds), want)
		}
	}
}

// A play is kept by what it showed of a place: that it ran, that it was true or let a member in, or that it was false or kept one out.
func TestPlaysAreKeptByTheOutcomesTheyReached(t *testing.T) {
	g := toy(t, strings.NewReplacer("procedures:", "spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}]\nprocedures:",
		"  - if: gold >= 5", "  - {pick: $a, by: red, from: spaces, where: $a == hill, min: 0}\n  - {pick: $b, by: red, from: spaces, where: gold > 8, min: 0}\n  - {pick: $c, by: red, from: spaces, where: gold < 8, min: 0}\n  - if: gold >= 5").Replace(page))
	s := newSearch(g, &Config{Seed: 1})
	steps, _, _, err := s.table.play(&position{}, newPlain(20), nowhere{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.plantOne(&play{pos: &position{}, steps: steps})
	loaded, err := s.table.load(nil)
	if err != nil {
		t.Fatal(err)
	}
	var domains [2]int
	for n, c := range loaded.Coverage() {
		for way, met := range [3]bool{c.Ran > 0, c.True+c.Full+c.Between > 0, c.False+c.Empty+c.Between > 0} {
			if got := len(s.memory[n][way]) > 0; got != met {
				t.Errorf("node %d, way %d: remembered %t of %+v", n, way, got, c)
			}
		}
		for i, met := range [2]uint64{c.Empty, c.Full} {
			domains[i] += int(min(met, 1))
		}
	}
	if domains[0]*domains[1] == 0 {
		t.Errorf("domains %v", domains)
	}
}

func TestRandomPlayerFavoursPreferredOptions(t *testing.T) {
	s := begun(t, market(t), 0)
	d := s.Decision()
	r := &random{gen: &dice{engine.NewGenerator(1)}, player: first{}, prefer: map[int32]uint64{d.Index: 2}, left: 100}
	n := 0
	for range 100 {
		a, _ := r.choose(s, d)
		n += int(a.Option)
	}
	if n < 50 || n == 100 {
		t.Errorf("%d of 100", n)
	}
}

// first plays the first option.
type first struct{}

func (first) Answer(*engine.State, *engine.Decision) engine.Answer { return engine.Answer{} }

func TestNegativeNumbersCountAsTheirAbsoluteValue(t *testing.T) {
	for _, n := range []int64{1, 5, 12, 1000} {
		if a, b := bulk(n), bulk(-n); a != b || a <= bulk(n-1)-1 {
			t.Errorf("%d: %d, below zero %d", n, a, b)
		}
	}
	if bulk(5) <= bulk(4) || bulk(200) <= bulk(90) {
		t.Error("a larger number is no longer")
	}
}

// A number goes down to nothing, and a play begins where it stands later.
func TestPlayIsShortened(t *testing.T) {
	s := newSearch(toy(t, page), &Config{Seed: 1})
	k := &shrinker{table: s.table, goal: until(func(s *engine.State) bool { return s.Over() })}
	k.best = &play{pos: &position{parts: []part{{kind: valueOf, name: "luck", n: 1}}}, steps: make([]step, 9)}
	if !k.smaller(0, 1) || k.best.pos.parts[0].n != 0 {
		t.Errorf("luck is %d", k.best.pos.parts[0].n)
	}
	dig := func(decision int32) step { return step{decision: decision, form: engine.ByOption, value: 1} }
	k = &shrinker{table: s.table, goal: atLeast("gold", 2), turns: make([]bool, len(s.game.Def.Decisions))}
	k.best = &play{pos: &position{}, steps: []step{dig(0), dig(1)}}
	if !k.later() || len(k.best.pos.parts) != 1 || k.best.pos.parts[0].n != 2 {
		t.Errorf("it begins at %+v", k.best.pos)
	}
}

// A target is given up after three plays that reach it but cannot be written as scenarios.
func TestTargetIsAbandonedAfterThreeUnwritablePlays(t *testing.T) {
	g := toy(t, page)
	s := newSearch(g, &Config{Seed: 1})
	x := placeTarget(g.Def, int32(len(g.Def.Nodes)-1), WayFalse, "never false")
	s.targets = []*target{x}
	for i := range maxFailed {
		if x.done {
			t.Errorf("after %d plays", i)
		}
		s.settle(x, &play{pos: &position{}})
	}
	if !x.done {
		t.Error("it is not given up")
	}
}

func TestPlaceIsNamedByASuffixOfItsPath(t *testing.T) {
	p := Place{File: "data/games/toy/10.md", Line: 3, Col: 5}
	for name, want := range map[string]bool{"10.md:3": true, "toy/10.md:3:5": true, "data/games/toy/10.md:3": true, "0.md:3": false, "10.md:35": false, "10.md:3:4": false, "10.md": false} {
		if p.at(name) != want {
			t.Errorf("%s: %t", name, !want)
		}
	}
}

// A chapter has the targets of one first number.
func TestTargetsAreGroupedByChapter(t *testing.T) {
	g := toy(t, strings.NewReplacer("- **1-b**", "\n# 2 Riches\n\n- **2-b**", "rule: 1-b", "rule: 2-b").Replace(page))
	changes, err := mutation.Changes(g, "")
	if err != nil {
		t.Fatal(err)
	}
	s := newSearch(g, &Config{Seed: 1})
	for _, c := range changes {
		s.targets = append(s.targets, changeTarget(g, c))
	}
	chapters, n := s.chapters(), 0
	for _, list := range chapters {
		n += len(list)
		for _, x := range list {
			if a, b := s.clauses(x)[0][0], s.clauses(list[0])[0][0]; a != b {
				t.Errorf("a target of %c is in the chapter of %c", a, b)
			}
		}
	}
	if len(chapters) != 2 || n != len(changes) {
		t.Errorf("%d of %d targets in %d chapters", n, len(changes), len(chapters))
	}
}

package soak

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
)

// A wrong pass replaces planted by 1, as a rival of a formula would.
const planted = "# Toy\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
variables: [{id: planted, type: int}, {id: gold, type: int}, {id: tax, type: int, per: space}]
procedures:
- id: play
  do:
  - repeat: 6
    do:
    - {one: $s, by: '%s', from: spaces, where: '%s', do: [{gain: {$s.tax: 1}}]}
    - {menu: act, by: red, options: {dig: {where: '%s', do: [{gain: {gold: 1}}]}, rest: {do: []}, sleep: {do: []}}}
    - {amount: $n, by: red, min: 0, max: '%s'}
    - gain: {gold: $n}
  - set: {gold: '%s'}
  - over: {}
` + "```\n"

// A difference of a decision, of legal answers, of a range, of the end, or a fault is found.
func TestPlantedWrongPassIsFound(t *testing.T) {
	right := []any{"red", "true", "true", "3", "gold"}
	for _, c := range []struct {
		what  string
		at    int
		wrong string
		found string
	}{
		{"nothing", 4, "=if(planted == 1, gold + 0, gold)", ""},
		{"the seat", 0, "=if(planted == 1, blue, red)", "another decision"},
		{"members", 1, "if(planted == 1, $s != dale, true)", "another decision"},
		{"options", 2, "if(planted == 1, gold < 2, true)", "another decision"},
		{"a range", 3, "=if(planted == 1, 2, 3)", "another decision"},
		{"the end", 4, "=if(planted == 1, gold + 1, gold)", "another end"},
		{"a fault", 4, "=if(planted == 1, gold div planted, gold)", "division"},
	} {
		words := append([]any{}, right...)
		words[c.at] = c.wrong
		gd := onepage.Compile(t, fmt.Sprintf(planted, words...))
		for _, pass := range engine.Passes() {
			left := ""
			v := variantsOf(gd, nil)[1]
			v.without = func(v *variant, pass string) (*engine.Game, error) {
				left = pass
				return engine.Load(gd, nil, engine.WithRivals(&engine.Rivals{Cell: 0, Differ: make([]bool, 2), Chosen: 1}))
			}
			seed := uint64(0)
			for passOf(seed) != pass {
				seed++
			}
			err := v.playOne(seed)
			if left != pass || (err == nil) != (c.found == "") {
				t.Errorf("%s, seed %d without %s: %v", c.what, seed, left, err)
			}
			if err != nil && (!strings.HasPrefix(err.Error(), fmt.Sprintf("without the pass %q: ", pass)) || !strings.Contains(err.Error(), c.found)) {
				t.Errorf("%s: %v", c.what, err)
			}
		}
	}
}

func TestUnrepeatablePlayIsNotAttributedToAPass(t *testing.T) {
	gd := onepage.Compile(t, fmt.Sprintf(planted, "red", "true", "true", "3", "gold"))
	v := variantsOf(gd, nil)[0]
	game, err := v.load()
	if err != nil {
		t.Fatal(err)
	}
	v.game, v.without = game, (&plain{}).without
	for _, seed := range []uint64{0, passSpan * uint64(len(engine.Passes()))} { // without a pass, and with all
		if err := v.again(&record{end: []byte("elsewhere")}, seed); err == nil || !strings.HasPrefix(err.Error(), "replay: ") {
			t.Error(seed, err)
		}
	}
}

// The cache holds one game and pass.
func TestGameWithoutAPassIsCached(t *testing.T) {
	v, p := toy(t, "red", "gold"), &plain{}
	game, err := v.load()
	if err != nil {
		t.Fatal(err)
	}
	v.game = game
	passes := engine.Passes()
	first, err := p.without(v, passes[0])
	again, errAgain := p.without(v, passes[0])
	other, errOther := p.without(v, passes[1])
	if err := errors.Join(err, errAgain, errOther); err != nil || first != again || first == other {
		t.Errorf("%p, then %p, of another pass %p, %v", first, again, other, err)
	}
}

func TestSeedsDisableEachPassEquallyOften(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(2 * passSpan * len(engine.Passes())) {
		seen[passOf(seed)]++
	}
	for _, pass := range engine.Passes() {
		if seen[pass] != passSpan {
			t.Errorf("%s is left out %d times", pass, seen[pass])
		}
	}
}

// A replay draws chance again. The injected fault is another number of the die or another order of the cards.
func TestDifferentChanceInAReplayIsFound(t *testing.T) {
	const page = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ncards: [{id: a}, {id: b}, {id: c}]\npiles: [{id: deck}]\n" +
		"spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}]\nprocedures:\n- id: play\n  do:\n  - roll: $n\n    sides: 6\n  - draw: $s\n    from: spaces\n  - {shuffle: deck}\n  - over: {result: {red: '=$n + if($s == hill, 1, 0)'}}\nsetups: [{id: start, piles: {deck: [a, b, c]}}]\n```\n"
	gd := onepage.Compile(t, page)
	v := variantsOf(gd, nil)[0]
	v.without = (&plain{}).without
	if err := v.playOne(1); err != nil {
		t.Fatal(err)
	}
	for i, change := range []func(a *engine.Answer){
		func(a *engine.Answer) { a.N = a.N%6 + 1 },
		func(a *engine.Answer) { a.Member = 1 - a.Member },
		func(a *engine.Answer) { a.Order = []int64{a.Order[1], a.Order[0], a.Order[2]} },
	} {
		r := &record{setup: v.last.Setup, answers: slices.Clone(v.last.Answers)}
		s, err := v.game.New(r.setup)
		if err != nil || len(r.answers) != 3 {
			t.Fatal(err, r.answers)
		}
		for _, a := range r.answers {
			r.asked = append(r.asked, published(s.Decision()))
			if _, err := s.Draw(); err != nil {
				t.Fatal(err)
			}
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		if r.end = s.Encode(nil); r.replay(v.game) != nil {
			t.Fatal(r.replay(v.game))
		}
		change(&r.answers[i])
		if err := r.replay(v.game); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("answer %d: chance fell differently", i+1)) {
			t.Errorf("answer %d: %v", i+1, err)
		}
	}
}

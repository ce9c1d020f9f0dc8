package corpus

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

// dice is a game with chance, decisions and a counter.
const dice = "# 1 Dice\n\n- **1-a** A throw counts.\n\n```yaml\n" + `game: {id: dice, main: play}
seats: [{id: red}, {id: blue}]
variables: [{id: sum, type: int}]
procedures:
- id: play
  rule: 1-a
  do:
  - repeat: 3
    do:
    - {roll: $die, sides: 6}
    - {amount: $bid, by: red, max: 2}
    - gain: {sum: =$die + $bid}
  - over: {result: {red: =sum, blue: 0}}
` + "```\n"

func played(t *testing.T, script string) *Play {
	t.Helper()
	all, err := Open(fstest.MapFS{"data/games/dice/10.md": {Data: []byte(dice)},
		"scenarios/dice/1/throw.yaml": {Data: []byte("version: 1\ntitle: T\ngame: dice\nrules: [1-a]\n" + script + "expect: {asked: {over: true}}\n")}})
	if err != nil {
		t.Fatal(err)
	}
	p := all.Cases()[0].Played()
	if err := p.Problem(); err != nil {
		t.Fatal(err)
	}
	return p
}

const (
	thrown  = "chance: {die: [1, 2, 3]}\nmoves: [{red: 1}, {red: 0}, {red: 2}]\n"
	another = "chance: {die: [1, 2, 3]}\nmoves: [{red: 1}, {red: 0}, {red: 1}]\n"
	seeded  = "seed: 5\nmoves: [{red: 1}, {red: 0}, {red: 2}]\n"
)

// Another trace, another state at the end and another result are detected.
func TestDifferencesOfTheOptimisedEngineAreReported(t *testing.T) {
	for _, script := range []string{thrown, seeded} {
		if err := played(t, script).Optimised(); err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct {
		name, want string
		spoil      func(p *Play)
	}{
		{"a line less", "on the optimised engine, scenario dice/1/throw: the trace differs", func(p *Play) { p.Lines = p.Lines[:len(p.Lines)-1] }},
		{"a line more", "on the optimised engine, scenario dice/1/throw: the trace differs", func(p *Play) { p.Lines = append(p.Lines, trace.Line{Text: "more"}) }},
		{"another state", "dice/1/throw: on the optimised engine the states at the end differ", func(p *Play) { p.Result = played(t, another).Result }},
		{"another generator", "dice/1/throw: on the optimised engine the states at the end differ", func(p *Play) { p.Result = played(t, seeded).Result }},
	} {
		p := played(t, thrown)
		c.spoil(p)
		if err := p.Optimised(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// The replay without an observer is compared separately: its answers may lead to another end, or be illegal.
func TestReplayWithoutObserverDetectsOtherAnswers(t *testing.T) {
	p := played(t, thrown)
	g, err := p.Case.Game.LoadOptimised(nil)
	if err != nil {
		t.Fatal(err)
	}
	var given scenario.Answers
	p.Case.Record(g, func(*trace.Recorder) engine.Observer { return &given })
	end, err := p.Case.replay(g, given)
	if err != nil || len(given) != 6 || same(p.Result.Session.State(), end) != nil {
		t.Errorf("%d answers, %v", len(given), err)
	}
	if end, err = p.Case.replay(g, given[:5]); err != nil || same(p.Result.Session.State(), end) == nil {
		t.Errorf("without the last answer: %v", err)
	}
	if _, err = p.Case.replay(g, append(given, given[0])); err == nil {
		t.Error("an answer after the end is taken")
	}
}

package soak

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/players"
)

// toy is a variant of the game of these tests.
func toy(t *testing.T, seat, end string) *variant {
	t.Helper()
	text := fmt.Appendf(nil, planted, seat, "true", "true", "3", end)
	gd := onepage.Compile(t, string(text))
	v := variantsOf(gd, nil)[1]
	v.without = (&plain{}).without
	return v
}

// A play checks that its states can be decoded. The injected fault is a game that refuses the states of another.
func TestUndecodableStateIsFoundInAPlay(t *testing.T) {
	v := toy(t, "red", "gold")
	if err := v.playOne(1); err != nil {
		t.Fatal(err)
	}
	other, err := toy(t, "red", "=gold + 1").load()
	if err != nil {
		t.Fatal(err)
	}
	v.player.make = func(seed uint64) players.Player {
		v.game = other
		return players.NewUniform(seed)
	}
	if err := v.playOne(2); err == nil || !strings.Contains(err.Error(), ": decode what was encoded: ") {
		t.Errorf("got %v", err)
	}
}

// A decoded state must offer what the original does. The injected fault is a game with another condition.
func TestDifferingDecisionOfADecodedStateIsFound(t *testing.T) {
	text := fmt.Appendf(nil, planted, "red", "if(planted == 1, $s != dale, true)", "true", "3", "gold")
	gd := onepage.Compile(t, string(text))
	for chosen, want := range map[int64]string{0: "", 1: "a decoded state has another pending decision"} {
		wrong, err := engine.Load(gd, nil, engine.WithRivals(&engine.Rivals{Cell: 0, Differ: make([]bool, 2), Chosen: chosen}))
		if err != nil {
			t.Fatal(err)
		}
		v := variantsOf(gd, nil)[1]
		v.without = (&plain{}).without
		v.player.make = func(seed uint64) players.Player {
			v.game = wrong
			return players.NewUniform(seed)
		}
		err = v.playOne(uint64(passSpan * len(engine.Passes()))) // the replay uses all passes
		if (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%d: %v", chosen, err)
		}
	}
}

// faulty is a state with injected faults: another hash or encoding, the result of Apply, and whether Apply changes the
// hash.
type faulty struct {
	*engine.State
	hash    uint64
	more    string
	apply   func(engine.Answer) error
	changes uint64
}

func (f *faulty) Hash() uint64         { return f.State.Hash() + f.hash }
func (f *faulty) Encode([]byte) []byte { return append(f.State.Encode(nil), f.more...) }

func (f *faulty) Apply(a engine.Answer) error {
	f.hash += f.changes
	if f.apply == nil {
		return f.State.Apply(a)
	}
	return f.apply(a)
}

// Wrong encodings, differing copies, accepted illegal answers and refusals that change the state are found.
func TestWrongCopiesAndRefusalsAreFound(t *testing.T) {
	v := toy(t, "red", "gold")
	game, err := v.load()
	if err != nil {
		t.Fatal(err)
	}
	v.game = game
	for what, c := range map[string]struct {
		state, branch faulty
		want          string
	}{
		"no fault":                    {faulty{}, faulty{}, ""},
		"bytes of another state":      {faulty{hash: 1}, faulty{}, "a decoded state differs"},
		"a copy of another hash":      {faulty{}, faulty{hash: 1}, "a copy differs from its state"},
		"a copy of other bytes":       {faulty{}, faulty{more: "b"}, "a copy differs from its state"},
		"nonsense that is taken":      {faulty{apply: func(engine.Answer) error { return nil }}, faulty{}, "nonsense was not refused but gave: <nil>"},
		"nonsense that is a fault":    {faulty{apply: func(engine.Answer) error { return &engine.Fault{Why: "step limit reached"} }}, faulty{}, "nonsense was not refused but gave: "},
		"a refusal that leaves marks": {faulty{changes: 1}, faulty{}, "a refused answer changed the state"},
	} {
		state, err := game.New(engine.Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		c.state.State, c.branch.State = state, state.Copy()
		if err := v.check(&c.state, &c.branch); (err == nil) != (c.want == "") || err != nil && !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", what, err, c.want)
		}
	}
}

// The injected fault is an invariant that the first digging for gold violates.
func TestViolatedInvariantIsFoundInAPlay(t *testing.T) {
	for most, want := range map[int]string{1000: "", 0: "the invariant few () does not hold: too much gold"} {
		page := strings.Replace(planted, "procedures:", fmt.Sprintf("invariants: [{id: few, require: gold <= %d, message: too much gold}]\nprocedures:", most), 1)
		gd := onepage.Compile(t, fmt.Sprintf(page, "red", "true", "true", "3", "gold"))
		v := variantsOf(gd, nil)[1]
		v.without = (&plain{}).without
		if err := v.playOne(1); (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("at most %d: %v", most, err)
		}
	}
}

// A quick run checks nothing before the end. The injected faults are a division by 0 at the end, and an invariant that
// the end violates.
func TestQuickRunFindsFaultsAndViolatedFinalInvariants(t *testing.T) {
	const holds = "invariants: [{id: little, require: 'gold < 1000', message: \"too much gold\"}]\n"
	for _, c := range []struct{ end, more, found string }{
		{"gold", holds, ""},
		{"=9 div (gold - gold)", holds, "answer"},
		{"=2000", holds, "the invariant little"},
	} {
		text := strings.Replace(fmt.Sprintf(planted, "red", "true", "true", "3", c.end), "procedures:", c.more+"procedures:", 1)
		gd := onepage.Compile(t, text)
		for _, quick := range []bool{false, true} {
			v := variantsOf(gd, nil)[1]
			v.without, v.quick = (&plain{}).without, quick
			if err := v.playOne(1); err == nil != (c.found == "") || err != nil && !strings.Contains(err.Error(), c.found) {
				t.Errorf("%s, quick %v: %v, want %q", c.end, quick, err, c.found)
			}
		}
	}
}

// The injected fault is a limit that the last answer exceeds.
func TestGameBeyondTheAnswerLimitIsFound(t *testing.T) {
	v := toy(t, "red", "gold")
	if err := v.playOne(1); err != nil {
		t.Fatal(err)
	}
	answers := len(v.last.Answers)
	for most, want := range map[int]string{answers: "", answers - 1: fmt.Sprintf("the game does not end within %d answers", answers-1)} {
		v := toy(t, "red", "gold")
		v.tooLong = most
		if err := v.playOne(1); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%d of %d answers: %v", most, answers, err)
		}
	}
}

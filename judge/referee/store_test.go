package referee

import (
	"bytes"
	"slices"
	"testing"

	"rulebound/engine"
)

// turns returns the states of a play of a small game, one after each of n answers.
func turns(t *testing.T, n int) []*engine.State {
	s, err := inPort(t).game.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	var out []*engine.State
	for range n {
		if err := s.Apply(engine.Answer{Option: toIdle}); err != nil {
			t.Fatal(err)
		}
		out = append(out, s.Copy())
	}
	return out
}

func TestEncodedAndPlainPositionsAreTheSame(t *testing.T) {
	states := turns(t, 5)
	x := &store{}
	x.open(states[0])
	x.size = maxPlain / 2
	var list []*held
	for _, s := range states {
		list = append(list, x.hold(s))
	}
	for _, i := range []int{0, 4, 2, 2, 1, 3} {
		if got := x.state(list[i]); !bytes.Equal(got.Encode(nil), states[i].Encode(nil)) {
			t.Errorf("position %d is another one", i)
		}
		if plain := slices.DeleteFunc(slices.Clone(list), func(h *held) bool { return h.state == nil }); len(plain) != 2 || list[i].state == nil {
			t.Errorf("%d positions are not encoded after %d was asked for", len(plain), i)
		}
	}
	x.release(list[0])
	x.release(list[3])
	if x.made != 2 || len(x.free) != 1 {
		t.Errorf("%d states, %d of them free", x.made, len(x.free))
	}
	if x.close(); len(x.free) != 1 {
		t.Errorf("the next search begins with %d states", len(x.free))
	}
}

func TestSearchEndsBeyondItsPositionLimit(t *testing.T) {
	s := turns(t, 1)[0]
	x := &searcher{}
	x.open(s)
	x.size = maxStates / 2
	a, b := x.hold(s), x.hold(s)
	x.release(a)
	if c := x.hold(s); x.late() {
		t.Error("two positions are too many")
	} else if d := x.hold(s); true {
		x.release(b)
		x.release(c)
		x.release(d)
	}
	if !x.late() {
		t.Error("three positions were not too many")
	}
	if x.open(s); x.late() {
		t.Error("the next search has ended before it begins")
	}
}

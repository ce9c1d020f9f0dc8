package kit

import (
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// at is a pair at the first decision of that name, before a second play is drawn.
func at(t *testing.T, g *engine.Game, seat int, decision string) *twins {
	t.Helper()
	s, err := g.New(engine.Setup{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	w := &twins{Twins: Twins{Game: g, Seat: seat}, a: s, player: players.NewUniform(5)}
	for s.Decision().Name != decision {
		a, err := w.answer(s)
		if err == nil {
			err = s.Advance(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// A second play changes what the seat does not see, and no more: neither its own values nor what others have answered in secret, which
// they give by answering.
func TestWhatASecondPlayMayChange(t *testing.T) {
	g := loaded(t, "{together: {$s: seats}, do: [{one: $c, from: members(coin)}], set: {$s.shown: $c}}", "visible: hidden")
	for _, c := range []struct {
		seat int
		want []string
	}{
		{0, []string{"blue.coin", "green.coin", "red.marks", "blue.marks", "green.marks"}},
		{2, []string{"red.coin", "blue.coin", "red.marks", "blue.marks", "green.marks"}},
		{engine.Chance, []string{"red.coin", "blue.coin", "green.coin", "red.marks", "blue.marks", "green.marks"}},
	} {
		w := at(t, g, c.seat, "wait")
		var got []string
		for _, cell := range w.veiled(w.a) {
			got = append(got, g.Def().CellName(int64(cell.cell)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("seat %d: %v, want %v", c.seat, got, c.want)
		}
	}
}

// What the seat is offered may differ in a second play: that is what is looked for. What it sees may not.
func TestASecondPlayLooksTheSame(t *testing.T) {
	g := loaded(t, "{one: $c, by: $seat, from: members(coin), where: $c != gold or blue.coin == gold}", "visible: owner")
	offered := map[bool]bool{}
	for seed := range uint64(16) {
		w := at(t, g, 0, "c")
		w.gen = engine.NewGenerator(seed)
		b := w.resample(w.a)
		if b == nil {
			t.Fatal("there is no second play")
		}
		one, other := w.look(w.a), w.look(b)
		offered[one.same(other)] = true
		other.own, other.asked = one.own, one.asked
		if !one.same(other) {
			t.Errorf("seed %d: %v", seed, one.differences(g, other))
		}
	}
	if len(offered) != 2 {
		t.Errorf("what is offered is the same always, or never: %v", offered)
	}
}

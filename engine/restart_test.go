package engine_test

import (
	"bytes"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// A play that starts as a copy of another, or in the memory of one, equals a new one.
func TestRestartedAndCopiedPlaysEqualNewOnes(t *testing.T) {
	g := loaded(t, compiled(t, "tidelands"))
	id := g.Def().Setups[0].ID
	used, err := g.New(engine.Setup{ID: id, Seed: 77})
	if err != nil {
		t.Fatal(err)
	}
	end := func(s *engine.State, seed uint64) []byte {
		if _, err := players.Play(s, []players.Player{players.NewUniform(seed)}, -1); err != nil {
			t.Error(err)
		}
		return s.Encode(nil)
	}
	for seed := range uint64(8) {
		watch := &counting{}
		laid, err := g.New(engine.Setup{ID: id, Seed: seed, Observer: watch}) // an observer makes it be laid out
		if err != nil || watch.n == 0 {
			t.Fatal(watch.n, err)
		}
		used.Observe(watch)
		if err := used.Restart(engine.Setup{ID: id, Seed: seed}); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(used.Encode(nil), laid.Encode(nil)) {
			t.Errorf("seed %d: a play begins in another position in the memory of another", seed)
		}
		heard := watch.n
		again := end(used, seed)
		if watch.n != heard {
			t.Error("the observer of the play before hears this one")
		}
		if !bytes.Equal(again, end(laid, seed)) {
			t.Errorf("seed %d: a play goes another way in the memory of another", seed)
		}
	}
	before := used.Encode(nil)
	if err := used.Restart(engine.Setup{ID: "none"}); err == nil || !bytes.Equal(used.Encode(nil), before) {
		t.Errorf("a set-up that there is not: %v", err)
	}
	if err := used.Restart(engine.Setup{ID: id, Cells: map[string]int64{"none": 1}}); err == nil || !bytes.Equal(used.Encode(nil), before) {
		t.Errorf("a variable that there is not: %v", err)
	}
}

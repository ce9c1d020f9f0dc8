package engine_test

import (
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// A seat sees the cards that its view shows, and a set of cards if it sees each.
func TestSeesAgreesWithTheCardsOfTheView(t *testing.T) {
	for _, game := range []string{"texas-holdem", "night-market"} {
		g := loaded(t, compiled(t, game))
		s, err := g.New(engine.Setup{ID: g.Def().Setups[0].ID, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		seen, hidden := 0, 0
		for range 40 {
			for seat := -1; seat < len(g.Def().Seats); seat++ {
				var shown []int64
				for _, p := range s.View(seat).Piles {
					shown = append(shown, slices.DeleteFunc(slices.Clone(p.Cards), func(c int64) bool { return c < 0 })...)
				}
				for card := range int64(len(g.Def().Cards)) {
					sees := slices.Contains(shown, card)
					if s.Sees(seat, card) != sees || len(shown) > 0 && s.Sees(seat, shown[0], card) != sees {
						t.Fatalf("%s: seat %d sees card %d: %t, its view shows %v", game, seat, card, !sees, shown)
					}
					if sees {
						seen++
					} else {
						hidden++
					}
				}
			}
			if _, err := players.Play(s, []players.Player{players.NewUniform(3)}, 3); err != nil || s.Over() {
				break
			}
		}
		if seen == 0 || hidden == 0 || s.Sees(0, int64(len(g.Def().Cards))) {
			t.Errorf("%s: %d cards seen, %d hidden", game, seen, hidden)
		}
	}
}

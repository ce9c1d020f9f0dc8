package players_test

import (
	"bytes"
	"sync"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// Plays of one loaded game that start, run and are restored on several goroutines are independent; make race checks them. The
// large game searches, the others draw and shuffle.
func TestConcurrentPlaysOfOneGameAreIndependent(t *testing.T) {
	for _, c := range []struct {
		id, setup string
		answers   int
	}{{"kalah", "four", 200}, {"tidelands", "regatta", 200}, {"texas-holdem", "standard", 200}, {"fire-in-the-lake", "short", 300}} {
		g := loaded(t, c.id)
		var all sync.WaitGroup
		ends := make([][]byte, 4)
		for i := range ends {
			all.Go(func() {
				s, err := g.New(engine.Setup{ID: c.setup, Seed: 5})
				player := []players.Player{players.NewMinimal(5)}
				for range 2 {
					if err == nil {
						_, err = players.Play(s, player, c.answers/2)
					}
					if err == nil {
						ends[i] = s.Encode(nil)
						s, err = g.Decode(ends[i])
					}
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		for _, e := range ends {
			if !bytes.Equal(e, ends[0]) {
				t.Errorf("%s: plays of one seed differ", c.id)
			}
		}
	}
}

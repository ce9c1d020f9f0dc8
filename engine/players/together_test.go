package players_test

import (
	"bytes"
	"sync"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// Plays that begin at the same time on several goroutines do not disturb one another.
func TestPlaysBeginAtTheSameTime(t *testing.T) {
	g := loaded(t, "kalah")
	var all sync.WaitGroup
	ends := make([][]byte, 8)
	for i := range ends {
		all.Go(func() {
			s, err := g.New(engine.Setup{ID: "four", Seed: 5})
			if err != nil {
				t.Error(err)
				return
			}
			_, _ = players.Play(s, []players.Player{players.NewUniform(5)}, -1)
			ends[i] = s.Encode(nil)
		})
	}
	all.Wait()
	for _, e := range ends {
		if !bytes.Equal(e, ends[0]) {
			t.Error("plays of one seed differ")
		}
	}
}

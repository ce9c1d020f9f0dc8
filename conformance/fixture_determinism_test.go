// Determinism on the fixture game: the same answers give the same bytes, on one processor and on two, and through a saved
// game at any decision.

package conformance_test

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/players"
)

// randomGame is a game of random players: where it began, what was answered, and the bytes it left.
type randomGame struct {
	setup   engine.Setup
	answers []engine.Answer
	trace   []byte
	state   []byte
}

// recordGame attaches a recorder to a set-up.
func recordGame(game *engine.Game, setup engine.Setup) (*trace.Recorder, *engine.State, error) {
	r := trace.New(game, trace.Header{Title: "random game", Game: "fixture", Setup: setup.ID})
	setup.Observer = r
	s, err := game.New(setup)
	return r, s, err
}

// playRandom plays a game to its end; minimal and uniform players sit in turns, which ones depends on the seed.
func playRandom(game *engine.Game, setup engine.Setup) (*randomGame, error) {
	g := &randomGame{setup: setup}
	r, s, err := recordGame(game, setup)
	if err != nil {
		return nil, err
	}
	seats := make([]players.Player, 4)
	for i := range seats {
		if setup.Seed>>i&1 == 0 {
			seats[i] = players.NewMinimal(setup.Seed*4 + uint64(i))
		} else {
			seats[i] = players.NewUniform(setup.Seed*4 + uint64(i))
		}
	}
	for !s.Over() {
		if len(g.answers) > 100_000 {
			return nil, fmt.Errorf("the game does not end")
		}
		d := s.Decision()
		var a engine.Answer
		if d.Seat == engine.Chance {
			if a, err = s.Draw(); err != nil {
				return nil, err
			}
		} else {
			a = seats[d.Seat].Answer(s, d)
		}
		a.Counts, a.Order = slices.Clone(a.Counts), slices.Clone(a.Order)
		g.answers = append(g.answers, a)
		if err := s.Apply(a); err != nil {
			return nil, fmt.Errorf("answer %d: %w", len(g.answers), err)
		}
	}
	r.Finish(s)
	g.trace, g.state = trace.Text(r.Lines()), s.Encode(nil)
	return g, nil
}

// replay gives the answers of g again and compares the bytes. At answer save the game is saved, and what is restored
// goes on in its place, under the same observer.
func (g *randomGame) replay(game *engine.Game, save int) error {
	r, s, err := recordGame(game, g.setup)
	if err != nil {
		return err
	}
	for i, a := range g.answers {
		if i == save {
			saved := s.Encode(nil)
			restored, err := game.Decode(saved)
			if err != nil {
				return fmt.Errorf("answer %d: restore: %w", i, err)
			}
			if !bytes.Equal(restored.Encode(nil), saved) || restored.Hash() != s.Hash() {
				return fmt.Errorf("answer %d: what is restored is not what was saved", i)
			}
			restored.Observe(r)
			s = restored
		}
		if d := s.Decision(); d != nil && d.Seat == engine.Chance {
			drawn, err := s.Draw()
			if err != nil || drawn.N != a.N || drawn.Member != a.Member || !slices.Equal(drawn.Order, a.Order) {
				return fmt.Errorf("answer %d: chance fell differently (%v)", i, err)
			}
		}
		if err := s.Apply(a); err != nil {
			return fmt.Errorf("answer %d: %w", i, err)
		}
	}
	r.Finish(s)
	switch {
	case !s.Over():
		return fmt.Errorf("the game is not over")
	case !bytes.Equal(s.Encode(nil), g.state):
		return fmt.Errorf("another encoded state")
	case !bytes.Equal(trace.Text(r.Lines()), g.trace):
		return fmt.Errorf("another trace")
	}
	return nil
}

var _ = Describe("fixture determinism", Label("fixture", "determinism"), func() {
	const games = 1000

	setups := func(i int) engine.Setup {
		setup := engine.Setup{ID: []string{"regatta", "seasons", "parade", "drill"}[i%4], Seed: uint64(i)}
		if setup.ID == "drill" {
			setup.Piles = map[string][]string{"deck": {"moot", "full-nets", "spring-tide", "lost-oar", "fog-bank", "idle-hands", "neap-tide", "calm-water", "storm-tide", "night-fires"}}
		}
		return setup
	}

	It("gives the same bytes for the same answers, on one processor and on two, saved and restored", func() {
		before := runtime.GOMAXPROCS(0)
		DeferCleanup(func() { runtime.GOMAXPROCS(before) })
		game := bare("fixture", nil)
		played := make([]*randomGame, games)
		runtime.GOMAXPROCS(1)
		for i := range played {
			g, err := playRandom(game, setups(i))
			Expect(err).NotTo(HaveOccurred(), "game %d", i)
			played[i] = g
		}
		gen := engine.NewGenerator(7)
		for _, processors := range []int{1, 2} {
			runtime.GOMAXPROCS(processors)
			saves := make([]int, games)
			for i, g := range played {
				saves[i] = int(gen.Below(uint32(len(g.answers))))
			}
			problems := make([]error, games)
			var wait sync.WaitGroup
			for worker := range processors {
				wait.Go(func() {
					for i := worker; i < games; i += processors {
						problems[i] = played[i].replay(game, saves[i])
					}
				})
			}
			wait.Wait()
			for i, err := range problems {
				Expect(err).NotTo(HaveOccurred(), "game %d on %d processors, saved at answer %d of %d", i, processors, saves[i], len(played[i].answers))
			}
		}
		differ := map[string]bool{}
		for _, g := range played {
			differ[string(g.state)] = true
		}
		Expect(len(differ)).To(BeNumerically(">", games/2), "the games hardly differ")
	})

	It("can be saved and restored at every decision", func() {
		game := bare("fixture", nil)
		for i := range 12 {
			g, err := playRandom(game, setups(i))
			Expect(err).NotTo(HaveOccurred())
			for save := range g.answers {
				Expect(g.replay(game, save)).To(Succeed(), "game %d, saved at answer %d", i, save)
			}
		}
	})
})

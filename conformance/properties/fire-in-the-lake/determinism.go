// Determinism: the answers of random games, given again on another number of processors and through a saved game, yield
// the same positions, encoded state and trace, byte for byte.

package fireinthelake

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/players"
)

// randomGame is a game of random players: its set-up, its answers and its results.
type randomGame struct {
	setup     engine.Setup
	answers   []engine.Answer
	positions uint64 // a hash of all positions at which answers were given
	state     []byte
	traced    bool
	trace     []byte
}

// begin begins the game, under a recorder if it is traced.
func (g *randomGame) begin(game *engine.Game) (*trace.Recorder, *engine.State, error) {
	r := trace.New(game, trace.Header{Title: "random game", Game: game.Def().ID, Setup: g.setup.ID})
	setup := g.setup
	if g.traced {
		setup.Observer = r
	}
	s, err := game.New(setup)
	return r, s, err
}

func next(sum uint64, s *engine.State) uint64 { return (sum ^ s.Hash()) * 1099511628211 }

// playRandom plays a game to its end; minimal and uniform players alternate, starting by the seed.
func playRandom(game *engine.Game, setup engine.Setup, traced bool) (*randomGame, error) {
	g := &randomGame{setup: setup, traced: traced}
	r, s, err := g.begin(game)
	if err != nil {
		return nil, err
	}
	seats := make([]players.Player, len(game.Def().Seats))
	for i := range seats {
		if setup.Seed>>i&1 == 0 {
			seats[i] = players.NewMinimal(setup.Seed*4 + uint64(i))
		} else {
			seats[i] = players.NewUniform(setup.Seed*4 + uint64(i))
		}
	}
	for !s.Over() {
		if len(g.answers) > longest {
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
		a.Counts, a.Order, a.Chosen = slices.Clone(a.Counts), slices.Clone(a.Order), slices.Clone(a.Chosen)
		g.answers, g.positions = append(g.answers, a), next(g.positions, s)
		if err := s.Apply(a); err != nil {
			return nil, fmt.Errorf("answer %d: %w", len(g.answers), err)
		}
	}
	g.state = s.Encode(nil)
	if traced {
		r.Finish(s)
		g.trace = trace.Text(r.Lines())
	}
	return g, nil
}

// replay gives the answers of g again and compares. At answer save the game is saved, and the restored state replaces
// it under the same observer.
func (g *randomGame) replay(game *engine.Game, save int) error {
	r, s, err := g.begin(game)
	if err != nil {
		return err
	}
	positions := uint64(0)
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
			s = restored
			if g.traced {
				s.Observe(r)
			}
		}
		if d := s.Decision(); d != nil && d.Seat == engine.Chance { // the generator is part of the state
			drawn, err := s.Draw()
			if err != nil || drawn.N != a.N || drawn.Member != a.Member || !slices.Equal(drawn.Order, a.Order) {
				return fmt.Errorf("answer %d: chance fell differently (%v)", i, err)
			}
		}
		positions = next(positions, s)
		if err := s.Apply(a); err != nil {
			return fmt.Errorf("answer %d: %w", i, err)
		}
	}
	if g.traced {
		r.Finish(s)
	}
	switch {
	case !s.Over():
		return fmt.Errorf("the game is not over")
	case positions != g.positions:
		return fmt.Errorf("other positions on the way")
	case !bytes.Equal(s.Encode(nil), g.state):
		return fmt.Errorf("another encoded state")
	case g.traced && !bytes.Equal(trace.Text(r.Lines()), g.trace):
		return fmt.Errorf("another trace")
	}
	return nil
}

var _ = Describe("determinism", Label("determinism"), func() {
	tidelandsSetup := func(i int) engine.Setup {
		setup := engine.Setup{ID: []string{"regatta", "seasons", "parade", "drill"}[i%4], Seed: uint64(i)}
		if setup.ID == "drill" {
			setup.Piles = map[string][]string{"deck": {"moot", "full-nets", "spring-tide", "lost-oar", "fog-bank", "idle-hands", "neap-tide", "calm-water", "storm-tide", "night-fires"}}
		}
		return setup
	}

	DescribeTable("gives the same bytes for the same answers, on one processor and on two, saved and restored",
		func(name string, games, traceEvery int, setup func(i int) engine.Setup) {
			games = kit.Games(games)
			before := runtime.GOMAXPROCS(1)
			DeferCleanup(func() { runtime.GOMAXPROCS(before) })
			game := kit.Load(name, nil)
			played := make([]*randomGame, games)
			differ := map[string]bool{}
			for i := range played {
				g, err := playRandom(game, setup(i), i%traceEvery == 0)
				Expect(err).NotTo(HaveOccurred(), "game %d", i)
				played[i], differ[string(g.state)] = g, true
			}
			Expect(len(differ)).To(BeNumerically(">", games/2), "the games hardly differ")

			runtime.GOMAXPROCS(2)
			gen := engine.NewGenerator(7)
			saves := make([]int, games)
			for i, g := range played {
				saves[i] = int(gen.Below(uint32(len(g.answers))))
			}
			problems := make([]error, games)
			var wait sync.WaitGroup
			for worker := range 2 {
				wait.Go(func() {
					for i := worker; i < games; i += 2 {
						problems[i] = played[i].replay(game, saves[i])
					}
				})
			}
			wait.Wait()
			for i, err := range problems {
				Expect(err).NotTo(HaveOccurred(), "game %d, saved at answer %d of %d", i, saves[i], len(played[i].answers))
			}
		},
		Entry("in The Tidelands", Label("tidelands"), "tidelands", 1000, 1, tidelandsSetup),
		Entry("in Texas Hold'em", Label("texas-holdem"), "texas-holdem", 1000, 20, func(i int) engine.Setup {
			return engine.Setup{ID: []string{"standard", "turbo", "deep"}[i%3], Seed: uint64(i)}
		}),
		Entry("in Fire in the Lake, a trace every 20 games", kit.Clauses("2"), fitl, 400, 20, func(i int) engine.Setup { return setupOf(uint64(i), nil) }),
	)

	It("can save and restore a game at every decision", Label("tidelands"), func() {
		game := kit.Load("tidelands", nil)
		for i := range 12 {
			g, err := playRandom(game, tidelandsSetup(i), true)
			Expect(err).NotTo(HaveOccurred())
			for save := range g.answers {
				Expect(g.replay(game, save)).To(Succeed(), "game %d, saved at answer %d", i, save)
			}
		}
	})
})

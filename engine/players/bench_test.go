package players_test

// The benchmarks of docs/maintainers/performance.md. Each reports its figure in units, measured right before and after it.

import (
	"os"
	"testing"
	"time"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// largest is the largest rulebook of the repository.
const largest = "fire-in-the-lake"

func compile(tb testing.TB, id string) *def.GameDef {
	gd, _, list := compiler.Compile(os.DirFS("../.."), "data/games/"+id)
	if list.HasErrors() {
		tb.Fatal(list)
	}
	return gd
}

// loaded compiles and loads a game of the repository.
func loaded(tb testing.TB, id string) *engine.Game {
	tb.Helper()
	g, err := engine.Load(compile(tb, id), nil)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// begin begins a game, from the first set-up if none is named.
func begin(tb testing.TB, g *engine.Game, setup string, seed uint64) *engine.State {
	if setup == "" {
		setup = g.Def().Setups[0].ID
	}
	s, err := g.New(engine.Setup{ID: setup, Seed: seed})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// finish plays a game to its end and returns the number of decisions, those of chance included.
func finish(tb testing.TB, s *engine.State, p players.Player) int {
	n, err := players.Play(s, []players.Player{p}, -1)
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// units begins a measurement. The function it returns reports the time of the benchmark for each of n things, in units.
func units(b *testing.B) (report func(n int)) {
	board := newBoard()
	unit := func() time.Duration {
		const n = 100_000
		began := time.Now()
		for range n {
			board.decide()
		}
		return time.Since(began) / n
	}
	before := unit()
	b.ResetTimer()
	return func(n int) {
		spent := b.Elapsed()
		b.ReportMetric(float64(2*spent)/float64(n)/float64(before+unit()), "units")
	}
}

// BenchmarkLoad compiles the expressions of a GameDef to closures.
func BenchmarkLoad(b *testing.B) {
	gd := compile(b, largest)
	report := units(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Load(gd, nil); err != nil {
			b.Fatal(err)
		}
	}
	report(b.N)
}

// BenchmarkNewGame lays out a set-up; the deck is dealt by decisions that follow.
func BenchmarkNewGame(b *testing.B) {
	g := loaded(b, largest)
	report := units(b)
	b.ReportAllocs()
	for b.Loop() {
		begin(b, g, "", 1)
	}
	report(b.N)
}

// BenchmarkGame plays whole games and reports the published decisions, each with two answers or more.
func BenchmarkGame(b *testing.B) {
	for _, c := range []struct {
		name, game string
		player     func(uint64) players.Player
	}{
		{largest + "/minimal", largest, func(seed uint64) players.Player { return players.NewMinimal(seed) }},
		{largest + "/uniform", largest, func(seed uint64) players.Player { return players.NewUniform(seed) }},
		{"texas-holdem/uniform", "texas-holdem", func(seed uint64) players.Player { return players.NewUniform(seed) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			g := loaded(b, c.game)
			report := units(b)
			b.ReportAllocs()
			decisions, s := 0, begin(b, g, "", 0)
			for seed := uint64(1); b.Loop(); seed++ {
				if err := s.Restart(engine.Setup{ID: g.Def().Setups[0].ID, Seed: seed}); err != nil {
					b.Fatal(err)
				}
				decisions += finish(b, s, c.player(seed))
			}
			report(decisions)
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}

// BenchmarkBoard plays the games that there are hand-written loops for and reports how many times as long the engine takes.
func BenchmarkBoard(b *testing.B) {
	for _, l := range loops {
		b.Run(l.game, func(b *testing.B) {
			g := loaded(b, l.game)
			b.ReportAllocs()
			engines, hand, s := time.Duration(0), time.Duration(0), begin(b, g, l.setup, 0)
			for seed := uint64(1); b.Loop(); seed++ {
				began := time.Now()
				if err := s.Restart(engine.Setup{ID: l.setup, Seed: seed}); err != nil {
					b.Fatal(err)
				}
				finish(b, s, players.NewUniform(seed))
				between := time.Now()
				l.play(engine.NewGenerator(seed))
				engines, hand = engines+between.Sub(began), hand+time.Since(between)
			}
			b.ReportMetric(float64(engines)/float64(hand), "times")
		})
	}
}

// BenchmarkMidGame copies, hashes and encodes a state in the middle of a game.
func BenchmarkMidGame(b *testing.B) {
	g := loaded(b, largest)
	s := begin(b, g, "", 1)
	if _, err := players.Play(s, []players.Player{players.NewUniform(1)}, 300); err != nil {
		b.Fatal(err)
	}
	to, buf := s.Copy(), s.Encode(nil)
	for _, c := range []struct {
		name string
		once func()
	}{
		{"copy", func() { s.CopyTo(to) }},
		{"hash", func() { s.Hash() }},
		{"encode", func() { buf = s.Encode(buf[:0]) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			report := units(b)
			b.ReportAllocs()
			for b.Loop() {
				c.once()
			}
			report(b.N)
		})
	}
}

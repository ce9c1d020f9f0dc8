package players_test

import (
	"os"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/players"
)

// largest loads the largest rulebook of the repository.
func largest(b *testing.B) *engine.Game {
	b.Helper()
	def, _, list := compiler.Compile(os.DirFS("../.."), "data/games/fire-in-the-lake")
	if list.HasErrors() {
		b.Fatal(list)
	}
	g, err := engine.Load(def, nil)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func begin(b *testing.B, g *engine.Game, seed uint64) *engine.State {
	s, err := g.New(engine.Setup{ID: g.Def().Setups[0].ID, Seed: seed})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkLoad compiles a GameDef's expressions to closures.
func BenchmarkLoad(b *testing.B) {
	def := largest(b).Def()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := engine.Load(def, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNewGame lays out a set-up; the deck is dealt by decisions that follow.
func BenchmarkNewGame(b *testing.B) {
	g := largest(b)
	b.ReportAllocs()
	for b.Loop() {
		begin(b, g, 1)
	}
}

// BenchmarkGame plays whole games and reports the published decisions (each with two answers or more) a second.
func BenchmarkGame(b *testing.B) {
	for name, player := range map[string]func(uint64) players.Player{
		"minimal": func(seed uint64) players.Player { return players.NewMinimal(seed) },
		"uniform": func(seed uint64) players.Player { return players.NewUniform(seed) },
	} {
		b.Run(name, func(b *testing.B) {
			g := largest(b)
			b.ReportAllocs()
			decisions := 0
			for seed := uint64(1); b.Loop(); seed++ {
				n, err := players.Play(begin(b, g, seed), []players.Player{player(seed)}, -1)
				if err != nil {
					b.Fatal(err)
				}
				decisions += n
			}
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
		})
	}
}

// BenchmarkMidGame copies, hashes and encodes a state in the middle of a game.
func BenchmarkMidGame(b *testing.B) {
	g := largest(b)
	s := begin(b, g, 1)
	if _, err := players.Play(s, []players.Player{players.NewUniform(1)}, 300); err != nil {
		b.Fatal(err)
	}
	to, buf := s.Copy(), s.Encode(nil)
	b.Run("copy", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.CopyTo(to)
		}
	})
	b.Run("hash", func(b *testing.B) {
		for b.Loop() {
			s.Hash()
		}
	})
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buf = s.Encode(buf[:0])
		}
	})
}

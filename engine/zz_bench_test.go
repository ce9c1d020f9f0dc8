package engine_test

import (
	"os"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/players"
)

func load(b *testing.B) *engine.Game {
	def, _, list := compiler.Compile(os.DirFS(".."), "data/games/fire-in-the-lake")
	if len(list) > 0 {
		b.Skip(list[0])
	}
	g, err := engine.Load(def, nil)
	if err != nil {
		b.Fatal(err)
	}
	return g
}

func BenchmarkZPlay(b *testing.B) {
	g := load(b)
	b.ReportAllocs()
	b.ResetTimer()
	n := 0
	for seed := uint64(0); n < b.N; seed++ {
		s, err := g.New(engine.Setup{ID: g.Def().Setups[0].ID, Seed: seed})
		if err != nil {
			b.Fatal(err)
		}
		k, err := players.Play(s, []players.Player{players.NewMinimal(seed)}, b.N-n)
		if err != nil {
			b.Fatal(err)
		}
		n += k
	}
}

func BenchmarkZCopy(b *testing.B) {
	g := load(b)
	s, _ := g.New(engine.Setup{ID: g.Def().Setups[0].ID})
	players.Play(s, []players.Player{players.NewUniform(1)}, 300)
	d := s.Copy()
	b.Run("copy", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; i < b.N; i++ {
			s.CopyTo(d)
		}
	})
	b.Run("hash", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; i < b.N; i++ {
			s.Hash()
		}
	})
	buf := s.Encode(nil)
	b.Logf("%d bytes", len(buf))
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; i < b.N; i++ {
			buf = s.Encode(buf[:0])
		}
	})
}

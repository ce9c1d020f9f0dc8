package engine_test

import (
	"fmt"
	"os"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/players"
)

func TestTry(t *testing.T) {
	for _, game := range []string{"fixture", "fire-in-the-lake"} {
		def, _, list := compiler.Compile(os.DirFS(".."), "data/games/"+game)
		if len(list) > 0 {
			t.Log(game, len(list), list[0])
			continue
		}
		g, err := engine.Load(def, nil)
		if err != nil {
			t.Error(game, err)
			continue
		}
		id := ""
		if len(def.Setups) > 0 {
			id = def.Setups[0].ID
		}
		fails := map[string]int{}
		for seed := uint64(0); seed < 300; seed++ {
			s, err := g.New(engine.Setup{ID: id, Seed: seed})
			if err != nil {
				fails[fmt.Sprint("new ", err)]++
				continue
			}
			n, err := players.Play(s, []players.Player{players.NewUniform(seed)}, 20000)
			if err != nil {
				fails[err.Error()]++
			}
			if seed < 3 {
				t.Log(game, seed, n, s.Over(), s.Result(), err)
			}
		}
		i := 0
		for k, v := range fails {
			if i++; i < 12 {
				t.Log(v, k)
			}
		}
	}
}

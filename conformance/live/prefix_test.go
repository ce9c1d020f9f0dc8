package live

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/conformance/steps"
	"rulebound/engine"
	"rulebound/engine/players"
)

// Wherever somebody stops playing, in the middle of a move too, what is written plays as a scenario and comes to the same state.
func TestEveryPrefixOfAGameIsAScenario(t *testing.T) {
	all, err := corpus.Open(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	fails := map[string]int{}
	total := 0
	for _, g := range all.Games {
		d := New(g.Def)
		for seed := range uint64(12) {
			setup := ""
			if n := len(g.Def.Setups); n > 0 {
				setup = g.Def.Setups[seed%uint64(n)].ID
			}
			game, err := engine.Load(g.Def, nil)
			if err != nil {
				t.Fatal(err)
			}
			_ = steps.Setup{}
			if _, err := d.Begin(fmt.Sprintf(`{"id":%q,"seed":"0"}`, setup), nil); err != nil {
				t.Fatal(err)
			}
			_ = game
			_ = players.NewMinimal
			for i := range 60 {
				if d.play.state.Decision() == nil {
					break
				}
				if err := d.Random(seed*1000 + uint64(i)); err != nil {
					t.Fatal(err)
				}
				total++
				why := replayed(g, d)
				if why != "" {
					fails[why]++
					if fails[why] < 2 {
						t.Errorf("%s %s seed %d answer %d: %s", g.ID, setup, seed, i, why)
					}
				}
			}
		}
	}
	n := 0
	for _, f := range fails {
		n += f
	}
	t.Logf("%d prefixes, %d wrong", total, n)
}

func replayed(g *corpus.Game, d *Desk) string {
	text, err := d.Export(g.ID, "Played on", []string{"1"})
	if err != nil {
		return err.Error()
	}
	p, err := d.ended()
	if err != nil {
		return err.Error()
	}
	script, list := scenario.Parse("scenarios/"+g.ID+"/x/played.yaml", []byte(text))
	if list.HasErrors() {
		return list.Error() + text
	}
	r := scenario.Play(d.play.game, script)
	if err := r.Problem(); err != nil {
		return err.Error() + "\n" + text
	}
	if !bytes.Equal(played(r.Session.State()), played(p.state)) {
		return "another state\n" + text
	}
	return ""
}

// played is a state without its generator, which scripted chance does not ask.
func played(s *engine.State) []byte {
	out := s.Encode(nil)
	copy(out[9:17], make([]byte, 8))
	return out
}

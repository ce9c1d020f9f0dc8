package live

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/show/steps"
)

// Opened is the corpus of the repository, for the tests of both packages.
var Opened = sync.OnceValues(func() (*corpus.Corpus, error) { return corpus.Open(os.DirFS("../..")) })

// First is the first answer of a play.
func First(d *Desk) string { return steps.Text(d.play.given[0]) }

// A play may stop at random, also within a move: the exported scenario ends in the same state. Plays begin at set-ups
// of the games and of scenarios.
func TestEveryPrefixOfAPlayExportsAsAScenario(t *testing.T) {
	all, err := Opened()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all.Games {
		d := New(g.Def)
		for i, setup := range beginnings(t, g) {
			if testing.Short() && i%3 > 0 {
				continue
			}
			if _, err := d.Begin(setup, nil); err != nil {
				t.Fatal(err)
			}
			for n := range 24 {
				if d.play.state.Decision() == nil {
					break
				}
				if err := d.Random(uint64(1000*i + n)); err != nil {
					t.Fatal(err)
				}
				if testing.Short() && n%5 != 3 {
					continue
				}
				if err := replayed(g, d); err != nil {
					t.Errorf("%s, after %d answers from %s: %v", g.ID, n+1, setup, err)
					break
				}
			}
		}
	}
}

// beginnings are set-ups of a game: its own, and those of some scenarios.
func beginnings(t *testing.T, g *corpus.Game) []string {
	t.Helper()
	var out []string
	for _, s := range g.Def.Setups {
		out = append(out, fmt.Sprintf(`{"id":%q}`, s.ID))
	}
	for i, c := range g.Cases {
		if i%every != 0 {
			continue
		}
		options := scenario.OptionsOf(c.Script)
		game, err := g.LoadOptimised(options)
		if err != nil {
			t.Fatal(err)
		}
		setup, err := c.Script.Setup.Engine(game)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(steps.SetupOf(setup, options))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// every selects one of so many scenarios.
const every = 40

// replayed plays the exported scenario, which must end in the state of the desk.
func replayed(g *corpus.Game, d *Desk) error {
	text, err := d.Export(g.ID, "Played on", []string{"1"})
	if err != nil {
		return err
	}
	end, err := d.ended()
	if err != nil {
		return err
	}
	script, list := scenario.Parse("scenarios/"+g.ID+"/x/played.yaml", []byte(text))
	if list.HasErrors() {
		return fmt.Errorf("%w\n%s", list, text)
	}
	r := scenario.Play(end.game, script)
	if err := r.Problem(); err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	if !bytes.Equal(played(r.Session.State()), played(end.state)) {
		return errors.New("another state\n" + text)
	}
	return nil
}

// played encodes a state without its generator, which scripted chance does not use.
func played(s *engine.State) []byte {
	out := s.Encode(nil)
	copy(out[9:17], make([]byte, 8))
	return out
}

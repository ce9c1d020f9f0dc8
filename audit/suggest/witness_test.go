package suggest_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"rulebound/audit/suggest"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/players"
)

// played gives where a random game of the small rulebook begins, and its first answers.
func played(t *testing.T, seed uint64, most int) (*corpus.Game, suggest.Witness) {
	t.Helper()
	g, err := tidelands()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := g.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := loaded.New(engine.Setup{ID: "drill", Seed: seed, Piles: map[string][]string{"deck": {"calm-water", "full-nets", "spring-tide", "fog-bank", "idle-hands"}}})
	if err != nil {
		t.Fatal(err)
	}
	w := suggest.Witness{Root: s.Copy(), Setup: "drill", Title: "To be written", Notes: []string{"From a random game."}}
	p := players.NewUniform(seed)
	for len(w.Answers) < most && !s.Over() {
		a := p.Answer(s, s.Decision())
		w.Answers = append(w.Answers, a)
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	return g, w
}

// tidelands is the game with its scenarios, read once.
var tidelands = sync.OnceValues(func() (*corpus.Game, error) { return corpus.OpenGame(os.DirFS("../.."), "tidelands") })

func TestGivenPlayIsWrittenAsAScenario(t *testing.T) {
	written := 0
	for seed := range uint64(12) {
		g, w := played(t, seed, 30)
		text, err := suggest.Script(g, w)
		if err != nil {
			if !strings.Contains(err.Error(), "cannot be written as a scenario") {
				t.Errorf("seed %d: %v", seed, err)
			}
			continue
		}
		written++
		for _, part := range []string{"# From a random game.\nversion: 1\n", "moves:\n- ", "expect:\n  asked: ", "  state: {"} {
			if !strings.Contains(text, part) {
				t.Errorf("seed %d: there is no %q in\n%s", seed, part, text)
			}
		}
	}
	if written < 6 {
		t.Errorf("of 12 plays only %d could be written", written)
	}
}

func TestInvalidPlayIsNotWrittenAsAScenario(t *testing.T) {
	g, w := played(t, 1, 5)
	w.Answers = append(w.Answers, engine.Answer{Kind: 9})
	if _, err := suggest.Script(g, w); err == nil {
		t.Error("an answer that is refused is written")
	}
	w.Answers, w.Setup = w.Answers[:1], "nowhere"
	if _, err := suggest.Script(g, w); err == nil || !strings.Contains(err.Error(), "cannot be repeated from its position") {
		t.Errorf("a play from a set-up that there is not: %v", err)
	}
}

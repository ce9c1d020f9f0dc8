package saved_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/players"
	"rulebound/show/live"
	"rulebound/show/play"
	"rulebound/show/saved"
	"rulebound/show/steps"
)

func person(int) play.By { return play.Person }

// load plays a file as the terminal does.
func load(t *testing.T, g *engine.Game, text string) *play.Play {
	t.Helper()
	f, problems := saved.Parse("x.play", []byte(text))
	if f == nil {
		t.Fatal(problems)
	}
	p, err := play.Load(f, g, person)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A play that the terminal saved is resumed by a page, which plays on and saves it; the terminal resumes that: both at the same state, and
// both write the same file.
func TestTerminalAndPageResumeEachOthersPlays(t *testing.T) {
	for id, setup := range map[string]string{"fire-in-the-lake": "short", "tidelands": "regatta", "texas-holdem": "standard", "nine-mens-morris": "standard", "kalah": "four", "hasami-shogi": "standard", "backgammon": "standard"} {
		gd, _, problems := compiler.Compile(os.DirFS("../.."), corpus.GamesDir+"/"+id)
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		g, err := engine.Load(gd, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := play.New(id, g, steps.Setup{ID: setup, Seed: "3"})
		if err != nil {
			t.Fatal(err)
		}
		uniform := players.NewUniform(3)
		for range 25 {
			d := p.State().Decision()
			if d.Seat == engine.Chance {
				err = p.Next(nil)
			} else if err = p.Answer(uniform.Answer(p.State(), d), play.Person); err != nil { // an obligation may refuse members that do not go together
				err = p.Answer(players.NewMinimal(3).Answer(p.State(), d), play.Person)
			}
			if err != nil {
				t.Fatal(id, err)
			}
		}
		desk := live.New(gd)
		if ended, err := desk.Resume(string(p.Text("", "")), id); err != nil || ended != "" {
			t.Fatal(id, ended, err)
		}
		same := func(p *play.Play, what string) string {
			s, err := desk.Status(0)
			if err != nil || s.Hash != steps.Hash(p.State()) {
				t.Errorf("%s: %s: the state is %v on the page, %s in the terminal (%v)", id, what, s, steps.Hash(p.State()), err)
			}
			kept, err := desk.Save(id)
			if err != nil || kept.Text != string(p.Text("", "")) {
				t.Errorf("%s: %s: the page writes another file (%v)\n%s", id, what, err, kept.Text)
			}
			return kept.Text
		}
		same(p, "resumed by the page")
		for seed := range uint64(15) {
			if s, err := desk.Status(0); err != nil || s.Over {
				break
			}
			if err := desk.Random(seed); err != nil {
				t.Fatal(id, err)
			}
		}
		kept, err := desk.Save(id)
		if err != nil || strings.Count(kept.Text, "\n- ") <= 25 {
			t.Fatal(id, err, fmt.Sprintf("%.300s", kept.Text))
		}
		same(load(t, g, kept.Text), "resumed by the terminal")
	}
}

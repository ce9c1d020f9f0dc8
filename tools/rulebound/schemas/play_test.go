package schemas

import (
	"os"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/show/play"
	"rulebound/show/steps"
)

func TestSchemaAcceptsPlaysAndRefusesOtherAnswers(t *testing.T) {
	s := schemaFile(t, "play.schema.json")
	for id, setup := range map[string]string{"texas-holdem": "standard", "tidelands": "regatta", "nine-mens-morris": "standard"} {
		g, err := corpus.OpenGame(os.DirFS(root), id)
		if err != nil {
			t.Fatal(err)
		}
		loaded, err := g.LoadOptimised(nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := play.New(id, loaded, steps.Setup{ID: setup, Seed: "18446744073709551615"})
		if err != nil {
			t.Fatal(err)
		}
		seats := make(play.Table, len(g.Def.Seats))
		for i := range seats {
			seats[i] = play.Random{Seed: 3}
		}
		if err := s.Validate(scenarioValue(t, p.Text("", ""))); err != nil {
			t.Errorf("%s without answers: %v", id, err)
		}
		for range 100 {
			if p.State().Over() {
				break
			}
			if err := p.Next(seats); err != nil {
				t.Fatal(err)
			}
		}
		text := p.Text("play.schema.json", "abc")
		if err := s.Validate(scenarioValue(t, text)); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		for _, wrong := range []string{"- chance: {a: [1], b: [2]}\n", "- chance: 3\n", "- stance: {}\n", "- {north: , a: 1, b: 2}\n", "- 7\n", "answer: []\n"} {
			if err := s.Validate(scenarioValue(t, append(text[:len(text):len(text)], wrong...))); err == nil {
				t.Errorf("%s: valid with %q", id, wrong)
			}
		}
	}
	if err := s.Validate(scenarioValue(t, []byte("version: 1\ngame: kalah\n"))); err == nil {
		t.Error("a play without answers is valid")
	}
}

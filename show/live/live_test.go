package live_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/show/live"
	"rulebound/show/steps"
)

// follower passes a script on to a recorder.
type follower struct{ *steps.Recorder }

func (follower) Line(*scenario.Line)      {}
func (follower) Claimed(*scenario.Expect) {}
func (follower) Tried(scenario.Trial)     {}

// record plays a case and returns its record, and its set-up as the pages store it.
func record(t *testing.T, c *corpus.Case, table *steps.Table) (*steps.Record, string) {
	t.Helper()
	options := scenario.OptionsOf(c.Script)
	g, err := c.Game.LoadOptimised(options)
	if err != nil {
		t.Fatal(err)
	}
	r := steps.New(g, table, trace.Header{})
	result := scenario.Play(g, c.Script, follower{r})
	if result.Session == nil {
		t.Fatal(result.Problem())
	}
	setup, err := c.Script.Setup.Engine(g)
	if err != nil {
		t.Fatal(err)
	}
	if c.Script.Seed != nil {
		setup.Seed = *c.Script.Seed
	}
	text, err := json.Marshal(steps.SetupOf(setup, options))
	if err != nil {
		t.Fatal(err)
	}
	return r.Finish(result.Session.State()), string(text)
}

// each runs f for every n-th case of every game.
func each(t *testing.T, every int, f func(t *testing.T, c *corpus.Case, d *live.Desk, r *steps.Record, setup string)) {
	t.Helper()
	all, err := live.Opened()
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		every *= 3
	}
	for _, g := range all.Games {
		table, desk := steps.NewTable(g.Def), live.New(g.Def)
		for i, c := range g.Cases {
			if i%every == 0 {
				r, setup := record(t, c, table)
				f(t, c, desk, r, setup)
			}
		}
	}
}

func TestResumedPlayReachesTheSameStates(t *testing.T) {
	each(t, 15, func(t *testing.T, c *corpus.Case, d *live.Desk, r *steps.Record, setup string) {
		hashes, err := d.Begin(setup, r.Answers)
		if err != nil {
			t.Errorf("%s: %v", c.Name(), err)
			return
		}
		if !slices.Equal(hashes, r.Hashes) {
			t.Errorf("%s: the hashes differ", c.Name())
		}
	})
}

// The exported scenario ends in the same state, and its expectation holds.
func TestContinuedPlayExportsAsAPassingScenario(t *testing.T) {
	each(t, 23, func(t *testing.T, c *corpus.Case, d *live.Desk, r *steps.Record, setup string) {
		if _, err := d.Begin(setup, r.Answers[:len(r.Answers)/2]); err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(6) {
			if s, err := d.Status(0); err != nil || s.Over {
				break
			}
			if err := d.Random(seed); err != nil {
				t.Errorf("%s: %v", c.Name(), err)
				return
			}
		}
		exported(t, c, d)
	})
}

// A stance between moves is exported; an unknown stance is refused.
func TestExportedScenarioContainsStances(t *testing.T) {
	taken := 0
	each(t, 13, func(t *testing.T, c *corpus.Case, d *live.Desk, r *steps.Record, setup string) {
		if _, err := d.Begin(setup, r.Answers[:len(r.Answers)/2]); err != nil {
			t.Fatal(err)
		}
		s, err := d.Status(0)
		if err != nil {
			t.Fatal(err)
		}
		for i, x := range s.Stances {
			other := x.Options[(slices.Index(x.Options, x.Value)+1)%len(x.Options)]
			if err := d.Stand(x.Name, other); err != nil {
				t.Fatalf("%s: %v", c.Name(), err)
			}
			now, err := d.Status(0)
			if err != nil || now.Stances[i].Value != other || now.Asked.Name != s.Asked.Name {
				t.Fatalf("%s: %s was set to %s: %+v, %v", c.Name(), x.Name, other, now, err)
			}
			taken++
			if text := exported(t, c, d); text != "" && !strings.Contains(text, "- stance: {"+x.Name+": "+other+"}\n") {
				t.Errorf("%s: %s is missing in\n%s", c.Name(), x.Name, text)
			}
		}
		if d.Stand("nobody.lends", "true") == nil {
			t.Errorf("%s: there is a stance without a seat", c.Name())
		}
	})
	if taken < 5 {
		t.Errorf("only %d stances were taken", taken)
	}
}

// exported plays the exported scenario, which must end in the state of the desk.
func exported(t *testing.T, c *corpus.Case, d *live.Desk) string {
	t.Helper()
	text, err := d.Export(c.Game.ID, "Played on", c.Script.Rules[:1])
	if errors.Is(err, live.ErrStance) && bytes.Contains(c.Script.Source, []byte("stance:")) { // the script tries stances in forks or within moves
		return ""
	}
	if err != nil {
		t.Errorf("%s: %v", c.Name(), err)
		return ""
	}
	script, list := scenario.Parse("scenarios/"+c.Game.ID+"/x/played.yaml", []byte(text))
	if list.HasErrors() {
		t.Errorf("%s: %v\n%s", c.Name(), list, text)
		return ""
	}
	if err := (&corpus.Case{Game: c.Game, Script: script}).Play().Problem(); err != nil {
		t.Errorf("%s: %v\n%s", c.Name(), err, text)
	}
	return text
}

func TestRefusalsHaveReasonsAndBackUndoesAnAnswer(t *testing.T) {
	reasons := 0
	each(t, 97, func(t *testing.T, c *corpus.Case, d *live.Desk, r *steps.Record, setup string) {
		if len(r.Answers) == 0 {
			return
		}
		if _, err := d.Begin(setup, nil); err != nil {
			t.Fatal(err)
		}
		before, err := d.Status(0)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range d.Why() {
			reasons++
			if w.Why == "" {
				t.Errorf("%s: %s is refused without a reason", c.Name(), w.Text)
			}
		}
		if err := d.Answer(`{"m":100000,"o":99,"n":-77}`); err == nil {
			t.Errorf("%s: an answer without any sense was taken", c.Name())
		}
		if err := d.Answer(r.Answers[0]); err != nil {
			t.Fatal(err)
		}
		if err := d.Back(false); err != nil {
			t.Fatal(err)
		}
		after, err := d.Status(0)
		if err != nil {
			t.Fatal(err)
		}
		if before.Hash != after.Hash || len(before.Lines) != len(after.Lines) {
			t.Errorf("%s: going back leads elsewhere", c.Name())
		}
	})
	if reasons == 0 {
		t.Error("nothing was refused")
	}
}

// Calls without a play are errors, not panics.
func TestDeskWithoutPlayReturnsErrors(t *testing.T) {
	g, err := corpus.OpenGame(os.DirFS("../.."), "tidelands")
	if err != nil {
		t.Fatal(err)
	}
	d := live.New(g.Def)
	if _, err := d.Status(0); err == nil {
		t.Error("there is a status without a play")
	}
	for _, err := range []error{d.Answer("{}"), d.Back(false), d.Random(1), d.Choose(nil)} {
		if err == nil {
			t.Error("something happened without a play")
		}
	}
	if _, err := d.Begin("{", nil); err == nil || !strings.Contains(err.Error(), "set-up") {
		t.Errorf("a broken set-up: %v", err)
	}
}

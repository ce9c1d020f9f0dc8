package engine_test

import (
	"bytes"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// spots sums the counts of a tree by kind and name.
func spots(g *engine.Game, x *engine.Spot, into map[string]int64) int64 {
	time := x.Time
	switch gd := g.Def(); x.Kind {
	case engine.InProcedure:
		into["procedure "+gd.Procs[x.Index].ID] += x.Count
	case engine.InFunction:
		into["function "+gd.Functions[x.Index].ID] += x.Count
	case engine.InSearch:
		into["search"] += x.Count
	}
	for _, p := range x.Parts {
		time += spots(g, p, into)
	}
	return time
}

// A profile counts calls, accounts for all time exactly once, and does not affect the play.
func TestProfile(t *testing.T) {
	now := int64(0)
	p := engine.NewProfile(func() int64 { now++; return now })
	plain, err := engine.Load(compiled(t, "kalah"), nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.Load(compiled(t, "kalah"), nil, engine.WithProfile(p))
	if err != nil {
		t.Fatal(err)
	}
	asked, forced := 0, counter(0)
	play := func(g *engine.Game, seed uint64, o engine.Observer) *engine.State {
		s, err := g.New(engine.Setup{ID: "four", Seed: seed, Observer: o})
		if err != nil {
			t.Fatal(err)
		}
		n, err := players.Play(s, []players.Player{players.NewUniform(seed)}, -1)
		if err != nil {
			t.Fatal(err)
		}
		asked += n
		return s
	}
	for seed := range uint64(5) {
		a, b := play(g, seed, nil), play(plain, seed, nil)
		if !bytes.Equal(a.Encode(nil), b.Encode(nil)) {
			t.Errorf("game %d goes another way with a profile", seed)
		}
	}
	asked = 0
	for seed := range uint64(5) {
		play(plain, seed, &forced)
	}
	seen := map[string]int64{}
	total := spots(g, p.Root(), seen)
	turns := int64(asked) + int64(forced)
	if seen["procedure play"] != 5 || seen["procedure turn"] != turns || seen["procedure sow"] != turns || seen["function filled"] < turns {
		t.Errorf("%d turns, counted %v", turns, seen)
	}
	if total <= 0 || total > now {
		t.Errorf("%d ticks of %d", total, now)
	}
	if _, err := engine.Load(compiled(t, "kalah"), nil, engine.WithProfile(p), engine.WithCoverage()); err == nil || !strings.Contains(err.Error(), "profile") {
		t.Errorf("a profile with coverage: %v", err)
	}
}

// counter counts forced decisions.
type counter int

func (c *counter) Event(_ *engine.State, e *engine.Event) {
	if e.Kind == engine.Forced {
		*c++
	}
}

// In a profile, a search for an obligation is below the search, not below the rule that queries it.
func TestProfileOfASearch(t *testing.T) {
	now := int64(0)
	p := engine.NewProfile(func() int64 { now++; return now })
	g, err := engine.Load(toy(t, errands), nil, engine.WithProfile(p))
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	does(t, s, "hoard", "hoard", "hoard", "journey", "yes")
	seen := map[string]int64{}
	spots(g, p.Root(), seen)
	if seen["search"] == 0 {
		t.Errorf("no search in %v", seen)
	}
	for _, x := range p.Root().Parts {
		for _, y := range x.Parts {
			if y.Kind == engine.InSearch {
				t.Error("a search below a rule")
			}
		}
	}
}

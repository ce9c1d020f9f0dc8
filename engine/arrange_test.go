package engine_test

// These tests arrange waiting states, hash them for the search, and attend plays.

import (
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// waiting returns a state of The Tidelands at a decision.
func waiting(t *testing.T) *engine.State {
	t.Helper()
	s, err := loaded(t, compiled(t, "tidelands")).New(engine.Setup{ID: "regatta", Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := players.Play(s, []players.Player{players.NewUniform(4)}, 12); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestArrangeChangesTheBoardAndKeepsTheDecisionPending(t *testing.T) {
	first := waiting(t)
	at := first.Decision().Name
	s := first.Copy() // no steps of an answer are left in it
	if err := s.Arrange(engine.Setup{Cells: map[string]int64{"reed-coins": 1}, Pieces: map[string]map[string]int{"boatyard": {"reed-hand": 2}}}); err != nil {
		t.Fatal(err)
	}
	if v, _, _ := s.Value("reed-coins"); v != 1 {
		t.Errorf("reed-coins is %d", v)
	}
	if v, _, _ := s.Value("boatyard.reed-hand"); v != 2 {
		t.Errorf("boatyard.reed-hand is %d", v)
	}
	if d := s.Decision(); d == nil || d.Name != at {
		t.Errorf("%v is pending, not %s", d, at)
	}
}

func TestFailedArrangeLeavesStateUnchanged(t *testing.T) {
	s := waiting(t)
	before := s.Encode(nil)
	for _, setup := range []engine.Setup{
		{ID: "regatta"}, {Seed: 1}, {Lasting: []string{"thick-fog"}}, {Until: map[string]string{"thick-fog": "turn"}},
		{Cells: map[string]int64{"reed-coins": 1, "salt-coins": 99}},
		{Cells: map[string]int64{"reed-coins": 1}, Pieces: map[string]map[string]int{"boatyard": {"reed-hand": 7}}},
	} {
		if err := s.Arrange(setup); err == nil {
			t.Errorf("%+v is arranged", setup)
		}
		if !slices.Equal(before, s.Encode(nil)) {
			t.Fatalf("%+v has changed the state", setup)
		}
	}
}

func TestEqualStatesHaveEqualLikeness(t *testing.T) {
	for _, id := range []string{"tidelands", "fire-in-the-lake"} {
		g := loaded(t, compiled(t, id))
		s, err := g.New(engine.Setup{ID: g.Def().Setups[0].ID, Seed: 9})
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			if _, err := players.Play(s, []players.Player{players.NewMinimal(9)}, 1); err != nil || s.Over() {
				break
			}
			back, err := g.Decode(s.Encode(nil))
			if err != nil {
				t.Fatal(err)
			}
			if s.Likeness() != back.Likeness() || s.Likeness() != s.Copy().Likeness() {
				t.Fatalf("%s: a state and its copy are not alike", id)
			}
		}
	}
}

const orders = "# Toy\n\n- **1** Two are named.\n\n~~~yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nspaces: [{id: hill}, {id: dale}, {id: moor}]\n" +
	"procedures:\n- id: play\n  do:\n  - pick: $named\n    by: red\n    each: $space\n    from: spaces\n    min: 2\n    max: 2\n    do: []\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n  - over: {}\n~~~\n"

func TestLikenessIgnoresUnreadOrderOfAnswers(t *testing.T) {
	g := loaded(t, toy(t, orders))
	after := func(members ...int64) *engine.State {
		s, err := g.New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range members {
			if err := s.Apply(engine.Answer{Member: m}); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	if a, b := after(0, 1), after(1, 0); a.Likeness() != b.Likeness() {
		t.Error("hill and dale are not dale and hill")
	}
	if a, b := after(0), after(1); a.Likeness() == b.Likeness() {
		t.Error("who named hill may yet name dale, and the other way round")
	}
}

const calling = "# Toy\n\n- **1** Red names a space, twice.\n\n~~~yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nspaces: [{id: hill}, {id: dale}]\n" +
	"procedures:\n- id: play\n  do:\n  - {one: $first, by: red, from: spaces}\n  - outer:\n  - over: {}\n- id: outer\n  do:\n  - inner:\n- id: inner\n  do:\n  - {one: $second, by: red, from: spaces}\n~~~\n"

func TestRunningListsCallsFromOutermostToDecision(t *testing.T) {
	g := loaded(t, toy(t, calling))
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	spell := func() string {
		out := ""
		for _, pc := range s.Running(nil) {
			switch in := g.Def().Code[pc]; in.Op {
			case def.CCall:
				out += "call " + g.Def().Procs[in.A].ID + "; "
			case def.CDecide:
				out += g.Def().Decisions[in.A].Name
			}
		}
		return out
	}
	for _, want := range []string{"first", "call outer; call inner; second"} {
		if got := spell(); got != want {
			t.Errorf("%q runs, not %q", got, want)
		}
		if err := s.Apply(engine.Answer{Member: 0}); err != nil {
			t.Fatal(err)
		}
	}
	if left := s.Running([]int32{7}); len(left) != 1 {
		t.Errorf("%v runs after the end", left)
	}
}

func TestAdvanceReachesTheSameStateAsApply(t *testing.T) {
	advanceInStep(t, waiting(t))
}

func TestAdvanceUnderObligationReachesTheSameStateAsApply(t *testing.T) {
	for _, x := range []struct {
		game  *engine.Game
		setup engine.Setup
	}{{loaded(t, toy(t, errands)), engine.Setup{Seed: 3}}, {loaded(t, compiled(t, "fire-in-the-lake")), engine.Setup{ID: "full", Seed: 4}}} {
		s, err := x.game.New(x.setup)
		if err != nil {
			t.Fatal(err)
		}
		advanceInStep(t, s)
	}
}

// advanceInStep plays a state at random and compares the other ways to advance.
func advanceInStep(t *testing.T, s *engine.State) {
	t.Helper()
	p := players.NewUniform(7)
	for n := 0; s.Decision() != nil && n < 200; n++ {
		d := s.Decision()
		a, err := engine.Answer{}, error(nil)
		if d.Seat == engine.Chance {
			a, err = s.Draw()
		} else {
			a = p.Answer(s, d)
		}
		if err != nil {
			t.Fatal(err)
		}
		c := s.Copy()
		if err := c.Advance(engine.Answer{Kind: 9}); err == nil || c.Hash() != s.Hash() {
			t.Fatal("a refused arrangement changes the state")
		}
		mine, its := engine.States(s), engine.States(c)
		advanced, applied := c.Advance(a), s.Apply(a)
		if (advanced == nil) != (applied == nil) {
			t.Fatalf("%v, but %v", advanced, applied)
		}
		if applied != nil { // a fault of the rulebook, such as a maze
			continue
		}
		if c.Hash() != s.Hash() {
			t.Fatal("the two differ")
		}
		if mine, its = engine.States(s)-mine, engine.States(c)-its; !s.Over() && mine != its {
			t.Fatalf("to advance looks at %d states ahead, to apply at %d", its, mine)
		}
	}
}

// notes records notes.
type notes struct {
	kinds []engine.EventKind
}

func (n *notes) Event(_ *engine.State, e *engine.Event) { n.kinds = append(n.kinds, e.Kind) }

func TestListenerReceivesOnlyNotesBodiesAndGameOver(t *testing.T) {
	heard := &notes{}
	s, err := loaded(t, compiled(t, "tidelands")).New(engine.Setup{ID: "regatta", Seed: 2, Listener: heard})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := players.Play(s, []players.Player{players.NewUniform(2)}, -1); err != nil {
		t.Fatal(err)
	}
	for _, k := range heard.kinds {
		if !slices.Contains([]engine.EventKind{engine.Noted, engine.BodyBegan, engine.BodyEnded, engine.GameOver}, k) {
			t.Fatalf("the listener received event %d", k)
		}
	}
	if !slices.Contains(heard.kinds, engine.Noted) || heard.kinds[len(heard.kinds)-1] != engine.GameOver {
		t.Errorf("the listener received %d events, and not the end", len(heard.kinds))
	}
}

package engine_test

// This file makes games fail at every single step, and checks that a failed Apply has no effect: the encoding is the same, the
// same decision is pending, and the same answer still has the same results.

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// plenty is more than the steps of any test.
const plenty int64 = 1 << 40

// dying is an observer that panics at an event, within an instruction.
type dying struct {
	left   int // events until it panics; never if it is 0 or less
	events int
}

var errDying = &engine.Fault{Why: "injected"}

func (d *dying) Event(*engine.State, *engine.Event) {
	d.events++
	if d.left--; d.left == 0 {
		panic(errDying)
	}
}

// snapshot has the parts of a state that a failed Apply must not change.
type snapshot struct {
	bytes    []byte
	hash     uint64
	decision string
}

func lookahead(s *engine.State) snapshot {
	d := s.Decision()
	if d == nil {
		return snapshot{s.Encode(nil), s.Hash(), "none"}
	}
	return snapshot{s.Encode(nil), s.Hash(), fmt.Sprint(d.Index, d.Seat, d.Members, d.Costs, d.Options, d.Also, d.Stop, d.Min, d.Max, d.Count, d.Entries)}
}

// next returns a copy of a player's answer to the pending decision.
func next(t *testing.T, s *engine.State, player players.Player) (a engine.Answer) {
	t.Helper()
	if d := s.Decision(); d.Seat != engine.Chance {
		a = player.Answer(s, d)
	} else if drawn, err := s.Draw(); err == nil {
		a = drawn
	} else {
		t.Fatal(err)
	}
	a.Counts, a.Order = slices.Clone(a.Counts), slices.Clone(a.Order)
	return a
}

// Games exceed the step limit at each step, and their observer panics at each event, at decisions all over a random game.
func TestFaultAtEveryStep(t *testing.T) {
	for _, x := range []struct {
		game  string
		games int
		every int // fraction of the decisions that are tested
	}{{"tidelands", 16, 1}, {"fire-in-the-lake", 3, 6}} {
		t.Run(x.game, func(t *testing.T) {
			g, err := engine.Load(compiled(t, x.game), nil, engine.WithLimit(plenty))
			if err != nil {
				t.Fatal(err)
			}
			faults, games, want := 0, x.games, 10_000
			if testing.Short() {
				games, want = (x.games+3)/4, 2_000
			}
			for i := range games {
				setups := g.Def().Setups
				s, err := g.New(engine.Setup{ID: setups[i%len(setups)].ID, Seed: uint64(i)})
				if err != nil {
					t.Fatal(err)
				}
				player := players.NewUniform(uint64(i))
				for n := 0; !s.Over() && n < 600; n++ {
					a := next(t, s, player)
					if n%x.every == 0 {
						faults += failEverywhere(t, s, a)
					}
					if err := s.Apply(a); err != nil {
						t.Fatal(err)
					}
				}
			}
			if faults < want {
				t.Errorf("only %d faults", faults)
			}
			t.Logf("%d faults", faults)
		})
	}
}

// failEverywhere applies an answer with a fault at its steps, at most 250 evenly spread ones, and at each event. It returns the number of
// faults.
func failEverywhere(t *testing.T, s *engine.State, a engine.Answer) int {
	t.Helper()
	g, count := s.Game(), &dying{}
	well, watched := s.Copy(), s.Copy()
	watched.Observe(count)
	if err := watched.Apply(a); err != nil {
		t.Fatal(err)
	}
	well.Decision() // computing the decision is not part of the run
	g.SetLeft(plenty)
	if err := well.Apply(a); err != nil {
		t.Fatal(err)
	}
	steps := int(plenty - g.Left())
	before, end := lookahead(s), lookahead(well)
	stops, most := 0, 250
	if testing.Short() {
		most = 100
	}
	for n := 0; n < steps; n += 1 + steps/most {
		g.SetLeft(int64(n))
		failed(t, s, a, before)
		stops++
	}
	g.SetLeft(plenty)
	for n := 1; n <= count.events; n++ {
		s.Observe(&dying{left: n})
		if f := failed(t, s, a, before); f.Why != errDying.Why {
			t.Fatalf("event %d: %v", n, f)
		}
	}
	s.Observe(nil)
	again := s.Copy()
	if err := again.Apply(a); err != nil || !reflect.DeepEqual(lookahead(again), end) {
		t.Fatalf("after %d faults the answer leads elsewhere: %v", stops+count.events, err)
	}
	return stops + count.events
}

// failed applies an answer that must end in a fault.
func failed(t *testing.T, s *engine.State, a engine.Answer, before snapshot) *engine.Fault {
	t.Helper()
	err := s.Apply(a)
	var fault *engine.Fault
	if !errors.As(err, &fault) {
		t.Fatalf("Apply(%+v) = %v, want a fault", a, err)
	}
	if !bytes.Equal(s.Encode(nil), before.bytes) {
		t.Fatalf("%v: the state is another one", err)
	}
	if s.Over() || !reflect.DeepEqual(lookahead(s), before) {
		t.Fatalf("%v: another hash, or another decision is pending", err)
	}
	return fault
}

// An instruction of The Tidelands is replaced by one that is a fault. A play that reaches it by an answer keeps its state, and
// can continue with another answer.
func TestGameContinuesAfterAFaultOfTheRulebook(t *testing.T) {
	gd := compiled(t, "tidelands")
	setup := engine.Setup{ID: gd.Setups[0].ID, Seed: 8}
	never := &def.Expr{Op: def.OpConst, Type: def.TBool}
	met, every := 0, 1
	if testing.Short() {
		every = 4
	}
	for i := 0; i < len(gd.Code); i += every {
		switch gd.Code[i].Op {
		case def.CReturn, def.CEnsure, def.CEnsured: // without them the code would not load
			continue
		}
		bad := *gd
		bad.Code = slices.Clone(gd.Code)
		bad.Code[i] = def.Instr{Op: def.CRequire, Node: gd.Code[i].Node, X: []*def.Expr{never}}
		g, err := engine.Load(&bad, nil)
		if err != nil {
			t.Fatalf("instruction %d: %v", i, err)
		}
		s, err := g.New(setup)
		if err != nil {
			continue // it faults before the first decision
		}
		player := players.NewUniform(9)
		for range 250 {
			if s.Over() {
				break
			}
			a := next(t, s, player)
			before := lookahead(s)
			if err := s.Apply(a); err == nil {
				continue
			}
			f := failed(t, s, a, before)
			if n := gd.Nodes[gd.Code[i].Node]; n.File != "" && (f.File != n.File || f.Line != n.Line) {
				t.Fatalf("instruction %d: the fault is at %s:%d, not at %s:%d", i, f.File, f.Line, n.File, n.Line)
			}
			met++
			break
		}
	}
	if met < 100/every {
		t.Errorf("only %d faults were met", met)
	}
	t.Logf("%d faults", met)
}

package players

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

func constant(v int64, t def.Type) *def.Expr {
	return &def.Expr{Op: def.OpConst, Type: t, I: v}
}

// game asks the decisions one after another; seat i%2 answers decision i.
func game(t testing.TB, decisions ...def.DecisionDef) *engine.Game {
	t.Helper()
	gd := &def.GameDef{
		Things: def.Things{
			Seats:    []def.Named{{ID: "red"}, {ID: "blue"}},
			Zones:    []def.ZoneDef{{Named: def.Named{ID: "x"}}},
			Adjacent: []int64{0},
			Types:    []def.PieceType{{Named: def.Named{ID: "a"}, Seat: -1, Count: 2, Classes: 1}, {Named: def.Named{ID: "b"}, Seat: -1, Count: 2, First: 1, Classes: 2}},
			Classes:  []def.ClassDef{{ID: "a"}, {ID: "b", Type: 1}},
		},
		Program: def.Program{Scratch: 1, Procs: []def.ProcDef{{Named: def.Named{ID: "main"}, Frame: 12, Possible: -1}}},
		Text:    def.Text{Nodes: make([]def.NodeDef, 1)},
	}
	for i, d := range decisions {
		if d.Kind != def.Roll {
			d.By = constant(int64(i%2), def.TSeat)
		}
		for k := range d.Options {
			d.Options[k].Target = int32(i + 1)
		}
		for k := range d.Also {
			d.Also[k].Target = int32(i + 1)
		}
		d.Result, d.Decline = -1, -1
		gd.Decisions = append(gd.Decisions, d)
		gd.Code = append(gd.Code, def.Instr{Op: def.CDecide, A: int32(i)})
	}
	gd.Code = append(gd.Code, def.Instr{Op: def.CReturn})
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func subset() def.DecisionDef {
	return def.DecisionDef{Name: "subset", Kind: def.Subset, Elem: def.TInt, From: constant(0b1111, def.IntSet), Min: constant(1, def.TInt),
		Costs: def.Costs{Cost: &def.Expr{Op: def.OpBound, Type: def.TInt}, Budget: constant(4, def.TInt)}}
}

func pick() def.DecisionDef {
	return def.DecisionDef{Name: "pick", Kind: def.Pick, Elem: def.TInt, From: constant(0b11, def.IntSet), Picks: def.Picks{Picked: 1, Count: 2},
		Choices: def.Choices{Also: []def.MenuOption{{Name: "side", Proc: -1}}}}
}

func take() def.DecisionDef {
	return def.DecisionDef{Name: "take", Kind: def.Take, From: constant(1, def.ZoneSet), Min: constant(1, def.TInt),
		Takes: def.Takes{Filter: constant(3, def.FilterSet), Caps: []def.Cap{{Filter: constant(2, def.FilterSet), Max: constant(1, def.TInt)}}, Entries: 2}}
}

func menu() def.DecisionDef {
	return def.DecisionDef{Name: "menu", Kind: def.Menu, Choices: def.Choices{Options: []def.MenuOption{{Name: "a", Proc: -1}, {Name: "b", Proc: -1}},
		Also: []def.MenuOption{{Name: "c", Proc: -1}}}}
}

func one() def.DecisionDef {
	return def.DecisionDef{Name: "one", Kind: def.One, Elem: def.TInt, From: constant(0b11, def.IntSet)}
}

func amount() def.DecisionDef {
	return def.DecisionDef{Name: "amount", Kind: def.Amount, Min: constant(2, def.TInt), Max: constant(4, def.TInt)}
}

func roll() def.DecisionDef {
	return def.DecisionDef{Name: "roll", Kind: def.Roll, Min: constant(1, def.TInt), Max: constant(6, def.TInt)}
}

// answers plays a decision many times and counts the different answers.
func answers(t *testing.T, g *engine.Game, p Player) map[string]int {
	t.Helper()
	seen := map[string]int{}
	for seed := range uint64(400) {
		s, err := g.New(engine.Setup{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		a := p.Answer(s, s.Decision())
		seen[fmt.Sprintf("%+v", a)]++
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	return seen
}

// Every legal answer has a positive probability with Uniform; Minimal closes as early as it may.
func TestAnswers(t *testing.T) {
	for _, test := range []struct {
		d                def.DecisionDef
		uniform, minimal int
	}{
		{subset(), 11, 4}, // the 15 subsets of {0,1,2,3} but the four that hold 2 and 3, which cost more than 4
		{pick(), 4, 1},
		{take(), 5, 2},
		{menu(), 3, 3},
		{one(), 2, 2},
		{amount(), 3, 3},
	} {
		t.Run(test.d.Name, func(t *testing.T) {
			g := game(t, test.d)
			if seen := answers(t, g, NewUniform(1)); len(seen) != test.uniform {
				t.Errorf("uniform gives %d answers, want %d: %v", len(seen), test.uniform, seen)
			}
			if seen := answers(t, g, NewMinimal(1)); len(seen) != test.minimal {
				t.Errorf("minimal gives %d answers, want %d: %v", len(seen), test.minimal, seen)
			}
		})
	}
}

func TestPlay(t *testing.T) {
	g := game(t, one(), roll(), subset(), pick(), take(), menu(), amount())
	play := func(most int, players ...Player) (*engine.State, int, error) {
		s, err := g.New(engine.Setup{Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		n, err := Play(s, players, most)
		return s, n, err
	}
	s, n, err := play(-1, NewUniform(1), NewMinimal(2))
	if err != nil || n != 7 || !s.Over() {
		t.Errorf("played %d decisions, over %v, %v", n, s.Over(), err)
	}
	if s, n, err = play(3, NewUniform(1)); err != nil || n != 3 || s.Over() {
		t.Errorf("played %d decisions of at most 3, over %v, %v", n, s.Over(), err)
	}
	again, _, _ := play(3, NewUniform(1))
	if string(again.Encode(nil)) != string(s.Encode(nil)) {
		t.Error("the same seed plays another game")
	}
	if _, _, err = play(-1); err == nil {
		t.Error("no players are accepted")
	}
	if _, _, err = play(-1, NewUniform(1), stubborn{}); err == nil || !strings.Contains(err.Error(), "decision 3") {
		t.Errorf("error of an illegal answer: %v", err)
	}
}

// Whoever plays several seats answers for all of them.
func TestPlayForSeveralSeats(t *testing.T) {
	gd := game(t, one(), one()).Def()
	gd.Derived = []def.DerivedDef{{Named: def.Named{ID: "player"}, Type: def.TSeat, Per: def.KSeat, Value: constant(0, def.TSeat), Player: true, Held: -1}}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := Play(s, []Player{NewUniform(1), stubborn{}}, -1); err != nil || n != 2 {
		t.Errorf("played %d decisions, %v", n, err)
	}
}

// Random subsets are within the budget, and every affordable subset occurs.
func TestRandomSubsetsAreExactlyTheAffordableOnes(t *testing.T) {
	for _, c := range []struct {
		costs  []int64
		budget int64
	}{
		{[]int64{5, 1, 1, 2}, 4}, {[]int64{1, 1, 2, 5}, 4}, {[]int64{2, 2, 2, 2}, 4}, {[]int64{0, 0, 1, 3}, 0}, {[]int64{3, 1, 4, 1}, 5},
		{[]int64{1, 1, 1, 9}, 3}, {[]int64{9, 1, 1, 1}, 3}, {[]int64{2, 9, 2, 9}, 11},
	} {
		d := &engine.Decision{Members: []int64{0, 1, 2, 3}, Costs: c.costs, Budget: c.budget}
		want, sizes := map[int64]bool{}, map[int]bool{}
		for set := range int64(16) {
			cost, n := int64(0), 0
			for i := range c.costs {
				if set>>i&1 != 0 {
					cost, n = cost+c.costs[i], n+1
				}
			}
			if cost <= c.budget {
				want[set], sizes[n] = true, true
			}
		}
		seen := map[int64]bool{}
		r := random{gen: engine.NewGenerator(1)}
		for n := range sizes {
			for range 200 {
				set := r.subset(d, n).Set
				if !want[set] || bits.OnesCount64(uint64(set)) != n {
					t.Fatalf("%v, %d: %d members are %b", c.costs, c.budget, n, set)
				}
				seen[set] = true
			}
		}
		if len(seen) != len(want) {
			t.Errorf("%v, %d: %d subsets come out, want %d", c.costs, c.budget, len(seen), len(want))
		}
	}
}

// The last kind of pieces combines with each of the first two and the others with none, so random draws reach dead ends.
func TestTakeDrawnIntoADeadEndFallsBackToTheLeast(t *testing.T) {
	const kinds = 40
	gd := game(t, take()).Def()
	gd.Types, gd.Classes = nil, nil
	for i := range kinds {
		id := fmt.Sprintf("k%d", i)
		gd.Types = append(gd.Types, def.PieceType{Named: def.Named{ID: id}, Seat: -1, Count: 1, First: int32(i), Classes: 1 << i})
		gd.Classes = append(gd.Classes, def.ClassDef{ID: id, Type: int32(i)})
	}
	const all, last = int64(1<<kinds - 1), int64(1 << (kinds - 1))
	d := &gd.Decisions[0]
	d.Filter, d.Min, d.Max, d.Entries = constant(all, def.FilterSet), constant(2, def.TInt), constant(2, def.TInt), kinds
	d.Caps = []def.Cap{{Filter: constant(all-last, def.FilterSet), Max: constant(1, def.TInt)}, {Filter: constant(all-0b11, def.FilterSet), Max: constant(1, def.TInt)}}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]Player{"uniform": NewUniform(1), "minimal": NewMinimal(1)} {
		if seen := answers(t, g, p); len(seen) != 2 {
			t.Errorf("%s: %v", name, seen)
		}
	}
}

// stubborn always answers with a member that does not exist.
type stubborn struct{}

func (stubborn) Answer(*engine.State, *engine.Decision) engine.Answer {
	return engine.Answer{Member: 99, Option: 99}
}

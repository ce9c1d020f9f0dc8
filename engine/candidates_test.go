package engine

// These tests check the order of the answers that the search tries, and that none is listed after the search stops.

import (
	"fmt"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// tried returns the first answers to the pending decision, at most n.
func tried(s *State, n int) (list []string) {
	s.Decision()
	for c := range s.candidates {
		answer := fmt.Sprint(c.value)
		switch {
		case c.form == ByStop:
			answer = "stop"
		case c.form == BySide:
			answer = "side " + answer
		case c.form == ByOption:
			answer = "option " + answer
		case c.counts != nil:
			answer = fmt.Sprintf("%v %s", c.counts, answer)
		case c.order != nil:
			answer = fmt.Sprint(c.order)
		}
		if list = append(list, answer); len(list) == n {
			break
		}
	}
	return list
}

func TestSearchTriesAnswersInOrder(t *testing.T) {
	is := func(v int64) *def.Expr { return ex(def.OpEq, def.TBool, bnd(10), k(v)) }
	from := func(kind def.DecisionKind, change ...func(*def.DecisionDef)) def.DecisionDef {
		dec := red("asked", kind)
		dec.From = zones(zoneX, zoneY, zoneZ)
		for _, f := range change {
			f(&dec)
		}
		return dec
	}
	seek := func(e *def.Expr) func(*def.DecisionDef) { return func(d *def.DecisionDef) { d.Seek = e } }
	number := func(lo, hi int64) func(*def.DecisionDef) {
		return func(d *def.DecisionDef) { d.Min, d.Max = k(lo), k(hi) }
	}
	picks := func(d *def.DecisionDef) { d.Picked, d.Count, d.Min, d.Max = 7, 8, k(0), k(3) }
	side := func(d *def.DecisionDef) {
		d.Also = []def.MenuOption{{Name: "a", Proc: -1, Target: 1}, {Name: "b", Proc: -1, Target: 1}}
	}
	priced := func(d *def.DecisionDef) { d.Cost, d.Budget = ex(def.OpSub, def.TInt, k(3), bnd(10)), k(3) }
	menu := func(d *def.DecisionDef) {
		d.From = nil
		d.Options = []def.MenuOption{{Name: "a", Proc: -1, Target: 1}, {Name: "b", Proc: -1, Target: 1}, {Name: "c", Proc: -1, Target: 1}}
	}
	declined := func(d *def.DecisionDef) { d.Decline = 1 }
	twoKinds := func(d *def.DecisionDef) { d.Filter, d.Min, d.Max = filter(setWolf), k(1), k(2) }
	for _, c := range []struct {
		name string
		dec  def.DecisionDef
		want []string
	}{
		{"a voluntary menu, declined", from(def.Menu, menu, declined, func(d *def.DecisionDef) { d.Voluntary = true }), []string{"option 1"}},
		{"a voluntary menu that cannot be declined", from(def.Menu, menu, declined, func(d *def.DecisionDef) {
			d.Voluntary, d.Options[1].Where = true, []def.Cond{{When: ex(def.OpGt, def.TBool, cell(cellGold), k(99))}}
		}), []string{"option 0", "option 2"}},
		{"members", from(def.One), []string{"0", "1", "2"}},
		{"what is sought first", from(def.One, seek(is(zoneZ))), []string{"2", "0", "1"}},
		{"all of what is sought first", from(def.One, seek(ex(def.OpGt, def.TBool, bnd(10), k(0)))), []string{"1", "2", "0"}},
		{"side options last", from(def.One, side), []string{"0", "1", "2", "side 0", "side 1"}},
		{"to stop, where nothing is sought", from(def.Pick, picks), []string{"stop", "0", "1", "2"}},
		{"to stop behind what is sought", from(def.Pick, picks, seek(is(zoneY))), []string{"1", "stop", "0", "2"}},
		{"to stop last, where all is sought", from(def.Pick, picks, seek(k(1)), side), []string{"0", "1", "2", "stop", "side 0", "side 1"}},
		{"a pick that must go on", from(def.Pick, picks, number(1, 3)), []string{"0", "1", "2"}},
		{"sets: the smallest, the greatest, the others", from(def.Subset, number(0, 3), side), []string{"0", "7", "1", "2", "4", "3", "5", "6", "side 0", "side 1"}},
		{"a pick that must go on where all is sought", from(def.Pick, picks, number(1, 3), seek(k(1))), []string{"0", "1", "2"}},
		{"sets that can be paid, also behind one that cannot", from(def.Subset, number(1, 2), priced), []string{"1", "2", "4", "6"}},
		{"sets of one size, each once", from(def.Subset, number(2, 2)), []string{"3", "5", "6"}},
		{"takes", takeOf(func(d *def.DecisionDef) { twoKinds(d) }), []string{"[1 0] 1", "[0 1] 1", "[2 0] 2", "[1 1] 2"}},
		{"takes of what is sought first", takeOf(func(d *def.DecisionDef) {
			twoKinds(d)
			d.Seek = ex(def.OpEq, def.TBool, ex(def.OpPieceZone, def.TZone, bnd(10)), k(zoneY))
		}), []string{"[0 1] 1", "[1 0] 1", "[1 1] 2", "[2 0] 2"}},
		{"takes of all that is sought first", takeOf(func(d *def.DecisionDef) {
			d.Min, d.Max, d.Seek = k(1), k(1), ex(def.OpGt, def.TBool, ex(def.OpThe, def.TInt, ex(def.OpPieceClass, def.FilterSet, bnd(10))), k(sheep))
		}), []string{"[0 1 0] 1", "[0 0 1] 1", "[1 0 0] 1"}},
		{"takes by tiers, whatever is sought", takeOf(func(d *def.DecisionDef) {
			twoKinds(d)
			d.Tiers, d.Seek = []*def.Expr{filter(setWolf)}, ex(def.OpEq, def.TBool, ex(def.OpPieceZone, def.TZone, bnd(10)), k(zoneY))
		}), []string{"[1 0] 1", "[0 1] 1", "[2 0] 2", "[1 1] 2"}},
		{"takes at a price, whatever is sought", takeOf(func(d *def.DecisionDef) {
			twoKinds(d)
			d.Cost, d.Budget, d.Seek = k(1), k(5), ex(def.OpEq, def.TBool, ex(def.OpPieceZone, def.TZone, bnd(10)), k(zoneY))
		}), []string{"[1 0] 1", "[0 1] 1", "[2 0] 2", "[1 1] 2"}},
		{"numbers", from(def.Amount, number(2, 4), func(d *def.DecisionDef) { d.From, d.Elem = nil, def.TInt }), []string{"2", "3", "4"}},
		{"options", from(def.Menu, menu), []string{"option 0", "option 1", "option 2"}},
		{"options, to decline first", from(def.Menu, menu, declined, side), []string{"option 1", "option 0", "option 2", "side 0", "side 1"}},
		{"options, to decline the first", from(def.Menu, menu, func(d *def.DecisionDef) { d.Decline = 0 }), []string{"option 0", "option 1", "option 2"}},
		{"the first is declined, which is voluntary", from(def.Menu, menu, func(d *def.DecisionDef) { d.Decline, d.Voluntary = 0, true }), []string{"option 0"}},
		{"what is voluntary is declined", from(def.Menu, menu, declined, func(d *def.DecisionDef) { d.Voluntary = true }), []string{"option 1"}},
		{"orders", from(def.Shuffle, func(d *def.DecisionDef) { d.By, d.From, d.Elem = nil, kT(pileDeck, def.TPile), def.TCard }), []string{
			"[0 1 3]", "[0 3 1]", "[1 0 3]", "[1 3 0]", "[3 1 0]", "[3 0 1]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := testGame()
			if c.dec.Kind == def.Shuffle {
				d.Setups[0].Cards = append(d.Setups[0].Cards, def.CardInit{Pile: pilePlayed, Card: 5})
			}
			d.Decisions = []def.DecisionDef{c.dec}
			s := play(t, d, do(def.CDecide, 0, 0, 0), do(def.CNop, 0, 0, 0))
			for n := range c.want {
				if got := tried(s.Copy(), n+1); !slices.Equal(got, c.want[:n+1]) {
					t.Fatalf("the first %d are %q, want %q", n+1, got, c.want[:n+1])
				}
			}
			if got := tried(s.Copy(), -1); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestReorderingCandidatesKeepsTheirCosts(t *testing.T) {
	dec := red("where", def.One)
	dec.From, dec.Seek = zones(zoneX, zoneY, zoneZ), ex(def.OpGt, def.TBool, bnd(10), k(zoneX))
	dec.Cost, dec.Budget = ex(def.OpAdd, def.TInt, bnd(10), k(1)), k(9)
	s := decide(t, dec)
	tried(s, -1)
	if d := &s.dec; !slices.Equal(d.Members, []int64{1, 2, 0}) || !slices.Equal(d.Costs, []int64{2, 3, 1}) {
		t.Errorf("members %v at %v", d.Members, d.Costs)
	}
}

func TestEnumerationOfSubsetsAndTakesWithARequiredMember(t *testing.T) {
	dec := red("which", def.Subset)
	dec.From, dec.Min, dec.Max = zones(zoneX, zoneY, zoneZ), k(0), k(3)
	s := decide(t, dec)
	var sets []int64
	s.subsetsOf(2, 1, func(set int64) bool { sets = append(sets, set); return true })
	if !slices.Equal(sets, []int64{3, 6}) {
		t.Errorf("pairs with y: %b", sets)
	}
	s = decide(t, takeOf(func(d *def.DecisionDef) { d.Min, d.Max = k(0), k(6) }))
	d := s.Decision()
	var takes []string
	s.takesOf(2, 2, func(int64) bool { takes = append(takes, fmt.Sprint(d.take.now)); return true })
	if !slices.Equal(takes, []string{"[1 0 1]", "[0 1 1]"}) {
		t.Errorf("takes with an active wolf: %q", takes)
	}
	takes = nil
	s.takesOf(2, 0, func(int64) bool { takes = append(takes, fmt.Sprint(d.take.now)); return true })
	if !slices.Equal(takes, []string{"[2 0 0]", "[1 1 0]", "[1 0 1]"}) {
		t.Errorf("takes with a sheep: %q", takes)
	}
}

// For a kind with more than 64 members, subsets are enumerated by positions among the candidates, at most 64.
func TestSubsetsOfWideKindsAreEnumeratedByPositionAmongTheMembers(t *testing.T) {
	dec := red("which", def.Subset)
	dec.From, dec.Min, dec.Max = zones(zoneX, zoneZ), k(0), k(2)
	s := decide(t, dec)
	d := s.Decision()
	if d.mark(1) != bitsOf(zoneZ) || !slices.Equal(d.marked(bitsOf(zoneX, zoneZ)), []int64{zoneX, zoneZ}) {
		t.Error("of few things a set is one of things")
	}
	s.dec.words = 2
	if d.mark(1) != 1<<1 || !slices.Equal(d.marked(3), []int64{zoneX, zoneZ}) {
		t.Error("of many things a set is one of places")
	}
	for words, most := range map[int]int{1: 100, 2: 64} {
		for n := 63; n < 67; n++ {
			s.dec.words, s.dec.Members = words, make([]int64, n)
			_, err := func() (ok bool, err any) {
				defer func() { err = recover() }()
				s.listable()
				return true, nil
			}()
			if (err == nil) != (n <= most) {
				t.Errorf("%d members of %d words: %v", n, words, err)
			}
		}
	}
}

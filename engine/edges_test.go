package engine

// These tests use indices just beyond the valid ones, and check refusals and the visibility of variables.

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

func TestAccessorsOfCellsPiecesFunctionsAndDerivedValues(t *testing.T) {
	d := testGame()
	d.Functions = []def.FuncDef{{ID: "sum", Params: []int32{10, 11}, Body: ex(def.OpAdd, def.TInt, bnd(10), bnd(11))}}
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "double"}, Type: def.TInt, Per: def.KZone, Slot: 2, Held: -1, Value: ex(def.OpMul, def.TInt, k(2), bnd(2))}}
	s := play(t, d, out(exI(def.OpCall, def.TInt, 0, k(2), k(3))))
	g := s.Game()
	for cell, want := range map[int64]string{cellGold: "gold", cellRes + 1: "blue.res", cellMood + zoneZ: "z.mood", cellAction: "action", cellStamps: "", -1: "", testCells: "", testCells - 1: "", 1 << 40: ""} {
		name, _, ok := g.CellName(cell)
		if name != want || ok != (want != "") {
			t.Errorf("cell %d is %q, want %q", cell, name, want)
		}
		v, i, ok := g.Var(cell)
		if ok != (want != "") || ok && cell != int64(d.Vars[v].Base+i) || !ok && v+i != 0 {
			t.Errorf("cell %d is place %d of variable %d, %v", cell, i, v, ok)
		}
	}
	for place, want := range map[[2]int32]int64{{zoneBox, sheep}: 3, {zoneZ, 4}: 0, {zoneX, sheep}: 3, {zoneX, -1}: 0, {-1, sheep}: 0, {zoneBox + 1, sheep}: 0, {zoneBox, 4}: 0} {
		if got := s.Count(place[0], place[1]); got != want {
			t.Errorf("in zone %d stand %d of class %d, want %d", place[0], got, place[1], want)
		}
	}
	if v, err := s.Call("sum", 20, 22); v != 42 || err != nil {
		t.Errorf("20 and 22 are %d, %v", v, err)
	}
	for _, c := range []struct {
		name string
		args []int64
		want string
	}{{"sums", nil, "there is no function sums"}, {"sum", []int64{1}, "function sum has 2 parameters, not 1"}, {"sum", []int64{1 << 62, 1 << 62}, "overflow"}} {
		if _, err := s.Call(c.name, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s%v: %v, want %s", c.name, c.args, err, c.want)
		}
	}
	if v, err := s.Derived(0, zoneZ); v != 2*zoneZ || err != nil {
		t.Errorf("twice %d is %d, %v", zoneZ, v, err)
	}
	for _, i := range []int32{-1, 1} {
		if _, err := s.Derived(i, 0); err == nil {
			t.Errorf("there is a derived value %d", i)
		}
	}
}

// The index of a derived value may be in slot 0.
func TestIndexOfDerivedValueMayBeInSlotZero(t *testing.T) {
	d := testGame()
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "wolves"}, Type: def.TInt, Per: def.KZone, Slot: 0, Value: ex(def.OpPieces, def.TInt, bnd(0), filter(setWolf)), Held: -1}}
	addMain(d, out(exI(def.OpDerived, def.TInt, 0, kT(zoneY, def.TZone))))
	s := start(t, d)
	for zone, want := range []int64{2, 1, 0, 2} {
		if got, err := s.Derived(0, int64(zone)); err != nil || got != want {
			t.Errorf("zone %d: %d, %v", zone, got, err)
		}
	}
	if s.Cell(cellOut) != 1 {
		t.Errorf("in play it is %d", s.Cell(cellOut))
	}
}

func TestShuffleOrderListsEachCardOfItsPileOnce(t *testing.T) {
	d := testGame()
	dd := kinds[def.Shuffle]
	dd.Name, dd.Kind, dd.Result, dd.Decline = "order", def.Shuffle, -1, -1
	d.Decisions = []def.DecisionDef{dd}
	s := play(t, d, do(def.CDecide, 0, 0, 0))
	cards := slices.Clone(s.Decision().Members)
	for _, order := range [][]int64{nil, cards[1:], {cards[0], cards[0], cards[2], cards[3]}, {6, cards[1], cards[2], cards[3]}, {1 << 40, cards[1], cards[2], cards[3]},
		{-1, cards[1], cards[2], cards[3]}, {4, cards[1], cards[2], cards[3]}, append(slices.Clone(cards), 4)} {
		refused(t, s, Answer{Order: order})
	}
	slices.Reverse(cards)
	apply(t, s, Answer{Order: cards})
	var got []int64
	for _, c := range s.Cards(pileDeck) {
		got = append(got, int64(c))
	}
	if !slices.Equal(got, cards) {
		t.Errorf("%v, want %v", got, cards)
	}
}

// A variable visible to its owner is visible to the seat that owns it; for variables of zones there is no such seat.
func TestOwnerVariableIsVisibleOnlyToItsSeat(t *testing.T) {
	for per, want := range map[def.Kind][2]string{def.KSeat: {"red.res", "blue.res"}, def.KZone: {"", ""}} {
		d := testGame()
		for i := range d.Vars {
			d.Vars[i].Visible = def.Hidden
			if d.Vars[i].Owner() == per {
				d.Vars[i].Visible = def.Owner
			}
		}
		s := play(t, d)
		for seat, name := range want {
			var seen []string
			for _, v := range s.View(seat).Values {
				seen = append(seen, v.Name)
			}
			if got := strings.Join(seen, " "); got != name {
				t.Errorf("seat %d sees %q, want %q", seat, got, name)
			}
		}
	}
}

// The maximum within a budget counts the cheapest members, in any order.
func TestMaximumWithinBudgetCountsTheCheapestMembers(t *testing.T) {
	for _, prices := range [][]int64{{3, 2, 1, 0}, {1, 2, 3, 0}, {2, 3, 1, 0}, {2, 1, 3, 0}} {
		for budget, most := range map[int64]int{0: 0, 1: 1, 2: 1, 3: 2, 5: 2, 6: 3, 9: 3} {
			d := testGame()
			d.Lookups = append(d.Lookups, def.Lookup{ID: "price", Type: def.TInt, Values: prices})
			dec := red("some", def.Subset)
			dec.From, dec.Elem, dec.Result = zones(zoneX, zoneY, zoneZ), def.TZone, 2
			dec.Cost, dec.Budget = exI(def.OpTable, def.TInt, int64(len(d.Lookups)-1), bnd(int64(dec.Bind))), k(budget)
			d.Decisions = append(d.Decisions, dec)
			s := play(t, d, do(def.CDecide, 0, 0, 0))
			if p := s.Decision(); budget == 0 && p.Name != "wait" || budget > 0 && (p.Name != "some" || p.Max != most) {
				t.Errorf("prices %v, budget %d: at most %d of %s, want %d", prices, budget, p.Max, p.Name, most)
			}
		}
	}
}

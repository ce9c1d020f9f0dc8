package def_test

import (
	"slices"
	"testing"

	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

func TestFormulasAreSpelledInTheNotationOfRulebooks(t *testing.T) {
	gd := named()
	gd.Names = []string{"$x", "$y"}
	gd.Vars[0], gd.Vars[2] = gd.Vars[2], gd.Vars[0] // variables need not be sorted by their cells
	gd.Vars = append(gd.Vars, def.VarDef{Named: def.Named{ID: "toll"}, Per: []def.Type{mood, zone}, Base: 13, Len: 6})
	x := Bound(0, zone)
	gd.Lookups = []def.Lookup{{ID: "zone.crop"}, {ID: "pieces of seat"}, {ID: "crop", Per: []def.Type{mood, mood}}, {ID: "yield", Per: []def.Type{mood}}}
	for want, e := range map[string]*def.Expr{
		"$x.crop":                            ExI(def.OpTable, number, 0, x),
		"$x":                                 ExI(def.OpTable, number, 1, x),
		"crop[low][$x]":                      ExI(def.OpTable, number, 2, Ex(def.OpPlace, number, Const(0, mood), x)),
		"yield[$x + 1]":                      ExI(def.OpTable, number, 3, Ex(def.OpElement, number, Ex(def.OpAdd, number, x, Num(1)), Num(1), Num(6))),
		"$x.purse":                           ExI(def.OpCellAt, number, 2, x),
		"$x.mood":                            ExI(def.OpCellAt, number, 4, x),
		"gold":                               Cell(1),
		"toll[low][$x]":                      ExI(def.OpCellAt, number, 13, Ex(def.OpPlace, number, Const(0, mood), x)),
		"sum(1 for $x in {hill, dale})":      ExI(def.OpSum, number, 0, Const(3, zones), Const(1, truth), Num(1)),
		"set({hill} for $x in {hill, dale})": ExI(def.OpSum, zones, 0, Const(3, zones), Const(1, truth), Const(1, zones)),
		"reachable(1 for $x in {hill, dale} from {hill} up to 2)": ExI(def.OpReachable, zones, 0, Const(3, zones), Const(1, truth), Num(1), Const(1, zones), Num(2)),
		"path-cost(1 for $x in {hill, dale} after $y where $y == $x from {hill} to {dale})": ExI(def.OpPathCost, number, 0, Const(3, zones), Const(1, truth),
			ExI(def.OpToll, number, 1, Ex(def.OpAdjacent, zones, x), Ex(def.OpEq, truth, Bound(1, zone), x), Num(1)), Const(1, zones), Const(2, zones)),
	} {
		if got := (&def.Formulas{Def: gd, Proc: -1}).Say(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTypeFits(t *testing.T) {
	sets, any := def.Type{Kind: def.KSet}, def.Type{}
	for _, c := range []struct {
		t, want def.Type
		fits    bool
	}{
		{zone, zone, true}, {zone, number, false}, {any, zone, true}, {zone, any, true}, {zones, zones, true}, {zones, moods, false},
		{sets, zones, true}, {zones, sets, true}, {zones, zone, false}, {zone, zones, false}, {zone, sets, false}, {sets, zone, false},
	} {
		if got := c.t.Fits(c.want); got != c.fits {
			t.Errorf("%+v in place of %+v: %t", c.t, c.want, got)
		}
	}
}

func TestSetsWithEqualMembersAreEqual(t *testing.T) {
	gd := named()
	if !gd.Same(3, 3, zones) || gd.Same(3, 2, zones) {
		t.Error("narrow sets")
	}
	gd.Zones = slices.Repeat(gd.Zones, 50)
	gd.Sets = [][]int64{{}, {3}, {3, 0}, {3, 1}, {2}}
	for b, want := range map[int64]bool{0: false, 1: true, 2: true, 3: false, 4: false} {
		if gd.Same(1, b, zones) != want || gd.Same(b, 1, zones) != want {
			t.Errorf("wide sets 1 and %d: %t", b, !want)
		}
	}
}

// The reads of rules include `requires` of procedures, those of hints their conditions on candidates.
func TestCallersSeparatesFunctionsOfRulesAndOfHints(t *testing.T) {
	call := func(f int64) *def.Expr { return ExI(def.OpCall, truth, f) }
	gd := &def.GameDef{Program: def.Program{
		Functions: []def.FuncDef{{Body: Num(1)}, {Body: call(0)}, {Body: Num(1)}, {Body: Num(1)}, {Body: Num(1)}, {Body: call(5)}},
		Procs:     []def.ProcDef{{Possible: 1}, {Possible: -1}},
		Decisions: []def.DecisionDef{{From: call(2), Choices: def.Choices{}}}}}
	gd.Decisions[0].Seek, gd.Decisions[0].Needs = call(3), call(4)
	rules, hints := gd.Callers()
	if !slices.Equal(rules, []bool{true, true, true, false, false, false}) || !slices.Equal(hints, []bool{false, false, false, true, true, false}) {
		t.Errorf("rules call %v, hints %v", rules, hints)
	}
	gd.Procs[0].Possible = 0
	if rules, _ = gd.Callers(); !rules[0] || rules[1] {
		t.Errorf("rules call %v", rules)
	}
}

package check

import (
	"testing"

	"rulebound/compiler/typed"
	"rulebound/engine"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// positions returns a game with the set-up start, in which honey is 4, and the derived value twice, which is 8.
func positions() *def.GameDef {
	gd := Board()
	gd.Derived = []def.DerivedDef{{Named: def.Named{ID: "twice"}, Type: def.TInt, Value: Ex(def.OpMul, def.TInt, Cell(CellHoney), Num(2)), Held: -1}}
	gd.Setups = []def.SetupDef{{Named: def.Named{ID: "start"}, Cells: []def.CellInit{{Cell: CellHoney, Value: 4}}}}
	gd.Procs = []def.ProcDef{{Named: def.Named{ID: "play"}, Possible: -1, Frame: 1}}
	gd.Code = []def.Instr{{Op: def.CJump, Node: 1}, {Op: def.CReturn}} // an endless loop
	return gd
}

func TestSetupClaimsMustFollowFromThePosition(t *testing.T) {
	say := func(gd *def.GameDef, setup string, want int64) string {
		return printed(claims(gd, &typed.Rulebook{Claims: []typed.Assertion{{Setup: setup, ID: "twice", Pos: at(7), Written: "9", Want: want}}}, engine.NewBudget(maxClaimed)))
	}
	expect(t, "it does not", say(positions(), "start", 9), "7 error wrong-value: twice is 8 in set-up start, not 9: it follows from the position and cannot be set")
	expect(t, "it does", say(positions(), "start", 8), "")
	broken := positions()
	broken.Main = 7
	expect(t, "the play itself is not looked at", say(broken, "start", 9), say(positions(), "start", 9))
	broken.Derived[0].Value = Cell(99)
	expect(t, "a game that cannot be loaded is reported elsewhere", say(broken, "start", 9), "")
	full := positions()
	full.Setups[0].Pieces = []def.PieceInit{{Zone: Oak, Class: 0, N: 7}}
	if got := say(full, "start", 8); got == "" {
		t.Error("a position that cannot be set up is not reported")
	}
}

func TestClaimsDoNotChangeTheGame(t *testing.T) {
	gd := positions()
	claims(gd, &typed.Rulebook{Claims: []typed.Assertion{{Setup: "start", ID: "twice", Want: 8}}}, engine.NewBudget(maxClaimed))
	if gd.Main != 0 || len(gd.Procs) != 1 || len(gd.Code) != 2 {
		t.Error("the game was changed")
	}
}

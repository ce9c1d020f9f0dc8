package engine

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// eventText formats an event for comparison.
func eventText(e *Event) string {
	names := [...]string{"cell", "pieces", "card", "asked", "answered", "forced", "called", "returned", "body", "bodyend", "hooked", "on", "off",
		"note", "watch", "held", "released", "open", "close", "over", "short"}
	v := viewed(e)
	s := fmt.Sprintf("%s %d %d %d %d", names[e.Kind], v[0], v[1], v[2], v[3])
	if v[4] != 0 {
		s += fmt.Sprintf(" n%d", v[4])
	}
	if len(e.Values) > 0 {
		s += fmt.Sprint(" ", e.Values)
	}
	return s
}

// viewed returns the numbers of an event as its view names them.
func viewed(e *Event) numbers {
	switch e.Kind {
	case CellChanged:
		return e.Cell().numbers()
	case PiecesMoved:
		return e.Pieces().numbers()
	case CardMoved:
		return e.Card().numbers()
	case Asked, Answered, Forced:
		return e.Answer().numbers()
	case Called, Returned, ScopeOpened, ScopeClosed:
		return e.Call().numbers()
	case BodyBegan, BodyEnded:
		return e.Body().numbers()
	case Hooked:
		return e.Hook().numbers()
	case LastingOn, LastingOff:
		return e.Lasting().numbers()
	case Noted:
		return numbers{e.Note()}
	case WatchChanged:
		return e.Watched().numbers()
	case Held, Released:
		return numbers{e.Derived()}
	case GameOver:
		return numbers{}
	case PoolShort:
		return e.Short().numbers()
	}
	panic("an event without a view")
}

// watchPlay plays code with an observer from the first instruction.
func watchPlay(t *testing.T, d *def.GameDef, code ...def.Instr) (*State, *tape) {
	t.Helper()
	addMain(d, code...)
	p := &tape{}
	s, err := mustLoad(t, d).New(Setup{ID: "start", Observer: p})
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func TestInstructions(t *testing.T) {
	type value struct {
		name string
		want int64
	}
	type check []value
	tests := []struct {
		name  string
		code  []def.Instr
		want  check
		event string
	}{
		{"set a local", []def.Instr{do(def.CSet, 0, 3, 0, k(9)), out(loc(3))}, check{{"out", 9}}, "cell 11 0 9 9"},
		{"set a cell of a group", []def.Instr{do(def.CSet, 2, cellRes, 0, k(8), k(1))}, check{{"blue.res", 8}, {"red.res", 5}}, "cell 2 5 8 3"},
		{"set a track", []def.Instr{do(def.CSet, 3, 0, 0, k(4), k(cellGold))}, check{{"gold", 4}}, ""},
		{"gain is clamped", []def.Instr{do(def.CGain, 1, cellGold, 0, k(15))}, check{{"gold", 20}}, "cell 0 10 20 15"},
		{"lose is clamped", []def.Instr{do(def.CLose, 2, cellRes, 0, k(7), k(0))}, check{{"red.res", 0}}, "cell 1 5 0 -7"},
		{"pay", []def.Instr{do(def.CPay, 1, cellGold, 0, k(10))}, check{{"gold", 0}}, ""},
		{"pay from a local", []def.Instr{do(def.CSet, 0, 3, 0, k(9)), do(def.CPay, 0, 3, 0, k(4)), out(loc(3))}, check{{"out", 5}}, ""},
		{"transfer what is there", []def.Instr{do(def.CTransfer, 0, 0, 0, k(cellRes), k(cellGold), k(9))}, check{{"red.res", 0}, {"gold", 15}}, "cell 0 10 15 9"},
		{"what does not fit is lost", []def.Instr{do(def.CTransfer, 0, 0, 0, k(cellGold), k(cellRes), k(9))}, check{{"red.res", 10}, {"gold", 1}}, ""},
		{"shift is clamped", []def.Instr{do(def.CShift, 0, cellMood, 0, k(5), k(zoneY))}, check{{"y.mood", 2}}, "cell 4 1 2 5"},
		{"no shift where no marker may stand", []def.Instr{do(def.CShift, 0, cellMood, 0, k(1), k(zoneZ))}, check{{"z.mood", 1}}, ""},
		{"mark up to the maximum", []def.Instr{do(def.CMark, 0, cellSmoke, 0, k(5), k(zoneX))}, check{{"x.smoke", 2}}, ""},
		{"mark up to the pool", []def.Instr{do(def.CMark, 0, cellSmoke, 0, k(2), k(zoneY)), do(def.CMark, 0, cellSmoke, 0, k(2), k(zoneZ))}, check{{"y.smoke", 2}, {"z.smoke", 0}, {"left.smoke", 0}}, ""},
		{"take marks off", []def.Instr{do(def.CMark, 0, cellSmoke, 0, k(-5), k(zoneX))}, check{{"x.smoke", 0}}, ""},
		{"move some", []def.Instr{do(def.CMove, 0, 0, 0, filter(setSheep), k(2), k(zoneX), k(zoneY))}, check{{"x.sheep", 1}, {"y.sheep", 2}}, "pieces 0 0 0 1 n2"},
		{"move all", []def.Instr{do(def.CMove, 0, 0, 0, filter(setSheep|setWolf), k(def.None), k(zoneX), k(zoneY))}, check{{"y.sheep", 3}, {"y.wolf", 3}}, ""},
		{"move in class order", []def.Instr{do(def.CMove, 0, 0, 0, filter(setSheep|setWolf), k(4), k(zoneX), k(zoneY))}, check{{"x.wolf", 1}, {"x.sheep", 0}}, ""},
		{"move fewer than asked", []def.Instr{do(def.CMove, 0, 0, 0, filter(setSheep), k(4), k(zoneX), k(zoneY))}, check{{"y.sheep", 3}}, "short 0 0 4 3"},
		{"a computed negative number moves nothing", []def.Instr{do(def.CMove, 0, 0, 0, filter(setSheep), ex(def.OpSub, def.TInt, cell(cellOut), k(1)), k(zoneX), k(zoneY))}, check{{"x.sheep", 3}}, ""},
		{"move home", []def.Instr{do(def.CMove, 1, 0, 0, filter(setWolf), nil, k(zoneY), nil)}, check{{"box.wolf.hidden", 3}, {"y.wolf", 0}}, "pieces 3 2 1 3 n1"},
		{"move all of zones home", []def.Instr{do(def.CMoveAll, 1, 0, 0, filter(setWolf), zones(0, 1, 2), nil)}, check{{"box.wolf", 5}}, ""},
		{"move all of zones", []def.Instr{do(def.CMoveAll, 0, 0, 0, filter(setWolf), zones(0, 1), k(zoneZ))}, check{{"z.wolf.hidden", 2}, {"z.wolf.active", 1}}, ""},
		{"flip", []def.Instr{do(def.CFlip, 1, 0, 0, filter(setWolf), k(1), k(zoneX))}, check{{"x.wolf.active", 1}, {"x.wolf.hidden", 1}}, "pieces 2 3 0 0 n1"},
		{"flip skips what has the status", []def.Instr{do(def.CFlip, 1, 0, 0, filter(setWolf), k(1), k(zoneY))}, check{{"y.wolf.active", 1}}, "short 2 1 1 0"},
		{"flip all", []def.Instr{do(def.CFlipAll, 1, 0, 0, filter(setWolf), zones(0, 1, 3))}, check{{"x.wolf.active", 2}, {"box.wolf.active", 0}}, ""},
		{"tag", []def.Instr{do(def.CTag, 0, 1, 0, filter(setSheep), k(2), k(zoneX))}, check{{"x.sheep.moved", 2}, {"x.sheep", 3}}, ""},
		{"untag some", []def.Instr{do(def.CTag, 0, 1, 0, filter(setSheep), k(2), k(zoneX)), do(def.CTag, 0, 0, 0, filter(setSheep), k(1), k(zoneX))}, check{{"x.sheep.moved", 1}}, ""},
		{"untag all", []def.Instr{do(def.CTag, 0, 1, 0, filter(setSheep), k(2), k(zoneX)), do(def.CUntagAll, 0, 0, 0)}, check{{"x.sheep.moved", 0}, {"x.sheep", 3}}, ""},
		{"marks do not leave the map", []def.Instr{do(def.CTag, 0, 1, 0, filter(setSheep), nil, k(zoneX)), do(def.CMove, 0, 0, 0, filter(setSheep), nil, k(zoneX), k(zoneBox))}, check{{"box.sheep.moved", 0}, {"box.sheep", 6}}, ""},
		{"card on top", []def.Instr{do(def.CCard, 0, 0, 0, k(1), k(pileHand)), out(ex(def.OpCardAt, def.TCard, kT(pileHand, def.TPile), k(0)))}, check{{"out", 1}, {"size.hand", 3}}, "card 1 0 1 0"},
		{"card at the bottom", []def.Instr{do(def.CCard, 1, 0, 0, k(1), k(pileHand)), out(ex(def.OpCardAt, def.TCard, kT(pileHand, def.TPile), k(2)))}, check{{"out", 1}}, ""},
		{"card beneath the top", []def.Instr{do(def.CCard, 2, 0, 0, k(1), k(pileHand)), out(ex(def.OpCardAt, def.TCard, kT(pileHand, def.TPile), k(1)))}, check{{"out", 1}, {"hand", 4}}, ""},
		{"card under nothing", []def.Instr{do(def.CCard, 2, 0, 0, k(1), k(pilePlayed))}, check{{"played", 1}}, ""},
		{"card within its pile", []def.Instr{do(def.CCard, 1, 0, 0, k(4), k(pileHand))}, check{{"hand", 2}, {"size.hand", 2}}, ""},
		{"jump", []def.Instr{do(def.CJump, 2, 0, 0), out(k(1)), do(def.CNop, 0, 0, 0)}, check{{"out", 0}}, ""},
		{"jump unless", []def.Instr{do(def.CJumpUnless, 2, 0, 0, ex(def.OpLt, def.TBool, cell(cellGold), k(3))), out(k(1)), do(def.CNop, 0, 0, 0)}, check{{"out", 0}}, ""},
		{"for each of a set", []def.Instr{do(def.CSet, 0, 0, 0, zones(0, 2)), do(def.CForSet, 0, 1, 4), do(def.CSet, 1, cellOut, 0, ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), ex(def.OpAdd, def.TInt, loc(1), k(1)))), do(def.CJump, 1, 0, 0), do(def.CNop, 0, 0, 0)}, check{{"out", 13}}, ""},
		{"for each of an order", []def.Instr{do(def.CSet, 0, 0, 0, ordered(1, 0)), do(def.CForOrder, 0, 1, 4), do(def.CSet, 1, cellOut, 0, ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), ex(def.OpAdd, def.TInt, loc(1), k(1)))), do(def.CJump, 1, 0, 0), do(def.CNop, 0, 0, 0)}, check{{"out", 21}}, ""},
		{"scope", []def.Instr{do(def.CSet, 1, cellAction, 0, k(1)), do(def.CEnter, 5, 0, 0), out(cell(cellAction)), do(def.CSet, 1, cellAction, 0, k(2)), do(def.CLeave, 5, 0, 0)}, check{{"out", 7}, {"action", 1}}, "open 0 0 0 0"},
		{"activate", []def.Instr{do(def.CActivate, 0, 0, 0, k(1)), do(def.CActivate, 0, 0, 0, k(0), k(0))}, check{{"effect1", 1}, {"effect0", 2}}, "on 0 2 0 0"},
		{"activate what is in force", []def.Instr{do(def.CActivate, 0, 0, 0, k(1)), do(def.CActivate, 0, 0, 0, k(1))}, check{{"effect1", 2}}, "off 1 1 1 0"},
		{"end", []def.Instr{do(def.CActivate, 0, 0, 0, k(1)), do(def.CEnd, 0, 0, 0, k(1)), do(def.CEnd, 0, 0, 0, k(2))}, check{{"effect1", 0}}, "off 1 1 1 0"},
		{"expire", []def.Instr{do(def.CActivate, 0, 0, 0, k(1), k(0)), do(def.CActivate, 0, 0, 0, k(0)), do(def.CExpire, 0, -1, 0)}, check{{"effect1", 0}, {"effect0", 2}}, "off 1 1 0 0"},
		{"expire into another duration", []def.Instr{do(def.CActivate, 0, 0, 0, k(1), k(0)), do(def.CExpire, 0, 1, 0), do(def.CExpire, 0, -1, 0)}, check{{"effect1", 1}}, ""},
		{"note", []def.Instr{do(def.CNote, 0, 0, 0, cell(cellGold), k(3))}, nil, "note 0 0 0 0 [10 3]"},
		{"require", []def.Instr{do(def.CRequire, 0, 0, 0, ex(def.OpEq, def.TBool, cell(cellGold), k(10)))}, nil, ""},
		{"tick", []def.Instr{do(def.CSet, 0, 0, 0, k(3)), do(def.CTick, 0, 0, 0), out(loc(0))}, check{{"out", 2}}, ""},
		{"body", []def.Instr{do(def.CBody, 1, 0, 0, k(5)), do(def.CBody, 0, 0, 0)}, nil, "body 0 5 0 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := testGame()
			d.Notes = []def.NoteDef{{Name: "n", Fields: []string{"a", "b"}}}
			s, p := watchPlay(t, d, test.code...)
			for _, c := range test.want {
				if got := s.mustValue(t, c.name); got != c.want {
					t.Errorf("%s = %d, want %d", c.name, got, c.want)
				}
			}
			if test.event != "" && !p.has(test.event) {
				t.Errorf("no event %q in\n%s", test.event, strings.Join(p.lines, "\n"))
			}
			checkIndex(t, s)
		})
	}
}

// checkIndex compares the derived data of a state with a fresh computation.
func checkIndex(t testing.TB, s *State) {
	t.Helper()
	fresh := s.Copy()
	fresh.index()
	for i := range s.words[:s.g.stackAt] {
		if s.words[i] != fresh.words[i] {
			t.Fatalf("index word %d is %x, want %x", i, s.words[i], fresh.words[i])
		}
	}
	for i, v := range s.stack[s.sp:] {
		if v != 0 {
			t.Fatalf("stack slot %d above the top is %d", int(s.sp)+i, v)
		}
	}
}

func TestFaultsLeaveStateUnchanged(t *testing.T) {
	gain := do(def.CGain, 1, cellGold, 0, k(3)) // a write before the fault
	tests := []struct {
		name string
		code []def.Instr
		why  string
	}{
		{"out of bounds", []def.Instr{gain, do(def.CSet, 1, cellGold, 0, k(21))}, "gold cannot be 21"},
		{"pay short", []def.Instr{gain, do(def.CPay, 2, cellRes, 0, k(6), k(1))}, "blue.res is 5: cannot pay 6"},
		{"pay a negative sum", []def.Instr{do(def.CPay, 1, cellGold, 0, k(-1))}, "cannot pay -1"},
		{"pay short from a local", []def.Instr{do(def.CPay, 0, 3, 0, k(1))}, "cannot pay 1 of 0"},
		{"no seat to write to", []def.Instr{do(def.CGain, 2, cellRes, 0, k(1), k(def.None))}, "no such zone, seat or card"},
		{"no track to write to", []def.Instr{do(def.CGain, 3, 0, 0, k(1), k(def.None))}, "no such track"},
		{"no track to transfer from", []def.Instr{do(def.CTransfer, 0, 0, 0, k(99), k(0), k(1))}, "no such track"},
		{"pool overdrawn", []def.Instr{do(def.CSet, 2, cellSmoke, 0, k(2), k(zoneY)), do(def.CSet, 2, cellSmoke, 0, k(2), k(zoneZ))}, "pool smoke has 0 markers left"},
		{"stacking", []def.Instr{gain, do(def.CMove, 0, 0, 0, filter(setWolf), k(2), k(zoneX), k(zoneY))}, "stacking: 3 pieces in y"},
		{"no such zone", []def.Instr{do(def.CMove, 0, 0, 0, filter(setWolf), k(2), k(zoneX), k(def.None))}, "no such zone"},
		{"no such status", []def.Instr{do(def.CFlip, 1, 0, 0, filter(setSheep), k(1), k(zoneX))}, "sheep has no such status"},
		{"no such mark", []def.Instr{do(def.CTag, 0, 1, 0, filter(setWolf), k(1), k(zoneX))}, "wolf.hidden has no such mark"},
		{"no such card", []def.Instr{do(def.CCard, 0, 0, 0, k(def.None), k(0))}, "no card to move: the card is none"},
		{"no such pile", []def.Instr{do(def.CCard, 0, 0, 0, k(0), k(9))}, "no such pile"},
		{"no such effect", []def.Instr{do(def.CActivate, 0, 0, 0, k(def.None))}, "no such lasting effect"},
		{"no such procedure", []def.Instr{do(def.CCallDyn, 0, -1, 0, k(def.None))}, "no such procedure"},
		{"no card that a function takes from a pile that is empty", []def.Instr{do(def.CCard, 0, 0, 0, exI(def.OpCall, def.TCard, 0, k(2)), k(0))}, "no card to move: pile played is empty"},
		{"no card in a pile that is empty", []def.Instr{do(def.CCard, 0, 0, 0, ex(def.OpTop, def.TCard, k(2)), k(0))}, "no card to move: pile played is empty"},
		{"one card beyond the last", []def.Instr{do(def.CCard, 0, 0, 0, k(6), k(0))}, "no such card (6)"},
		{"one pile beyond the last", []def.Instr{do(def.CCard, 0, 0, 0, k(0), k(3))}, "no such pile (3)"},
		{"one zone beyond the last", []def.Instr{do(def.CMove, 0, 0, 0, filter(setWolf), k(2), k(zoneX), k(4))}, "no such zone"},
		{"one effect beyond the last", []def.Instr{do(def.CActivate, 0, 0, 0, k(4))}, "no such lasting effect (4)"},
		{"an end of no effect", []def.Instr{do(def.CEnd, 0, 0, 0, k(def.None))}, "no such lasting effect (-1)"},
		{"an end of one effect beyond the last", []def.Instr{do(def.CEnd, 0, 0, 0, k(4))}, "no such lasting effect (4)"},
		{"one procedure beyond the last", []def.Instr{do(def.CCallDyn, 0, -1, 0, k(1))}, "no such procedure (1)"},
		{"a procedure with other parameters", []def.Instr{do(def.CCallDyn, 0, -1, 0, k(0), k(1))}, "procedure main has 0 parameters, not 1"},
		{"one seat beyond the last", []def.Instr{do(def.CGain, 2, cellRes, 0, k(1), k(2))}, "no such zone, seat or card"},
		{"tick", []def.Instr{do(def.CTick, 0, 0, 0)}, "longer than its bound"},
		{"require", []def.Instr{do(def.CRequire, 0, 0, 0, ex(def.OpEq, def.TBool, cell(cellGold), k(1)))}, "precondition"},
		{"a transfer of less than can be paid back", []def.Instr{do(def.CTransfer, 0, 0, 0, k(cellRes), k(cellGold), k(math.MinInt64))}, "overflow"},
		{"no pile for all cards", []def.Instr{do(def.CMoveCards, 0, 0, 0, k(pileHand), k(3))}, "no such pile (3)"},
		{"members beyond the last", []def.Instr{do(def.CSetAll, 0, cellRes, 0, k(1), zones(1, 2))}, "no such zone, seat or card (2) to write to"},
		{"members that a variable has no place for", []def.Instr{do(def.CSet, 0, 3, 0, zones(zoneX, zoneBox)), do(def.CForSet, 3, 4, 5), do(def.CSet, def.ToVariable, cellRes, 0, k(1), loc(4)), do(def.CJump, 2, 0, 0)}, "no such zone, seat or card (3) to write to"},
		{"no end", []def.Instr{do(def.CJump, 1, 0, 0)}, "step limit reached"},
		{"not held", []def.Instr{do(def.CRelease, 0, 0, 0)}, "control is not held"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := testGame()
			d.Stacking = []def.StackLimit{{Rule: "1.4", Zones: bitsOf(zoneY), Filter: setWolf, Max: 2}}
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "control"}, Type: def.TInt, Value: cell(cellGold), Held: cellHeld, Base: cellFrozen, Len: 1}}
			d.Functions = []def.FuncDef{{ID: "top-of", Params: []int32{firstUserPar}, Body: ex(def.OpTop, def.TCard, exI(def.OpBound, def.TPile, firstUserPar))}}
			if f := faultOf(t, d, test.code...); !strings.Contains(f.Why, test.why) {
				t.Errorf("fault %q, want %q", f.Why, test.why)
			}
		})
	}
}

func TestCallsAndReturns(t *testing.T) {
	d := testGame()
	inner := addProc(d, "inner", 2, 3, do(def.CSet, 0, 2, 0, ex(def.OpMul, def.TInt, loc(0), loc(1))), do(def.CReturn, 0, 0, 0, loc(2)))
	outer := addProc(d, "outer", 1, 4, do(def.CCall, inner, 1, 0, loc(0), k(3)), do(def.CCallDyn, 0, 2, 0, k(int64(inner)), loc(1), exI(def.OpRunning, def.TInt, int64(inner))), do(def.CReturn, 0, 0, 0, ex(def.OpAdd, def.TInt, loc(1), loc(2))))
	s, p := watchPlay(t, d, do(def.CCall, outer, 7, 0, k(5)), out(loc(7)))
	if got := s.mustValue(t, "out"); got != 15 {
		t.Errorf("result %d, want 15", got)
	}
	for _, e := range []string{"called 1 0 0 0 [5]", "called 0 0 0 0 [5 3]", "returned 0 15 0 0", "returned 0 0 0 0", "returned 1 15 0 0"} {
		if !p.has(e) {
			t.Errorf("no event %q in %q", e, p.lines)
		}
	}
	checkIndex(t, s)
}

func TestRecursionEndsInAFault(t *testing.T) {
	d := testGame()
	addProc(d, "again", 0, 2, do(def.CCall, 0, -1, 0), do(def.CReturn, 0, 0, 0))
	if f := faultOf(t, d, do(def.CCall, 0, -1, 0)); !strings.Contains(f.Why, "stack overflow") {
		t.Error(f)
	}
}

func TestHoldFreezesAndNests(t *testing.T) {
	d := testGame()
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "control"}, Type: def.TInt, Per: def.KZone, Over: bitsOf(zoneX, zoneY), Slot: 2, Watch: true,
		Value: ex(def.OpPieces, def.TInt, bnd(2), filter(setSheep)), Held: cellHeld, Base: cellFrozen, Len: 4}}
	s, p := watchPlay(t, d,
		do(def.CHold, 0, 0, 0), do(def.CHold, 0, 0, 0),
		do(def.CMove, 0, 0, 0, filter(setSheep), k(1), k(zoneX), k(zoneY)),
		do(def.CRelease, 0, 0, 0),
		out(exI(def.OpDerived, def.TInt, 0, k(zoneY))),
		do(def.CRelease, 0, 0, 0))
	if got := s.mustValue(t, "out"); got != 0 {
		t.Errorf("held value %d, want 0", got)
	}
	if got := s.mustValue(t, "y.control"); got != 1 {
		t.Errorf("value after release %d, want 1", got)
	}
	for _, e := range []string{"held 0 0 0 0", "released 0 0 0 0", "watch 0 0 3 2", "watch 0 1 0 1"} {
		if !p.has(e) {
			t.Errorf("no event %q in %q", e, p.lines)
		}
	}
	if s.Cell(cellFrozen) != 0 {
		t.Error("released cells are not zero")
	}
}

// Three sheep are in x, where the value is held, and three in the box, where it is not.
func TestHoldFreezesOnlyMembersOfItsSet(t *testing.T) {
	d := testGame()
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "control"}, Type: def.TInt, Per: def.KZone, Over: bitsOf(zoneX, zoneY), Slot: 2,
		Value: ex(def.OpPieces, def.TInt, bnd(2), filter(setSheep)), Held: cellHeld, Base: cellFrozen, Len: 4}}
	s := play(t, d, do(def.CHold, 0, 0, 0), out(exI(def.OpDerived, def.TInt, 0, k(zoneBox))))
	if x, box, out := s.Cell(cellFrozen+zoneX), s.Cell(cellFrozen+zoneBox), s.mustValue(t, "out"); x != 3 || box != 0 || out != 3 {
		t.Errorf("x holds %d, the box %d, which has %d", x, box, out)
	}
}

func TestTheGameEnds(t *testing.T) {
	d := testGame()
	s, p := watchPlay(t, d, do(def.COver, 0, 0, 0, k(3), cell(cellGold)))
	if !s.Over() || s.Decision() != nil || fmt.Sprint(s.Result()) != "[3 10]" || !p.has("over 0 0 0 0 [3 10]") {
		t.Errorf("over %v, result %v", s.Over(), s.Result())
	}
	if err := s.Apply(Answer{}); err == nil {
		t.Error("an answer after the end is accepted")
	}
	d = testGame()
	s = play(t, d)
	apply(t, s, Answer{N: 1})
	if !s.Over() || fmt.Sprint(s.Result()) != "[0 0]" {
		t.Error("returning from main does not end the game")
	}
}

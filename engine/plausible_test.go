package engine

// This file writes values to slots and cells that no play writes.

import (
	"strings"
	"testing"

	"rulebound/engine/def"
)

// herding is a play that waits in a procedure of a game with 100 zones: main has a wide set, the rest of one in a loop, the
// member of the loop, and an order; the procedure has a wide set and a zone as arguments.
func herding(t *testing.T) *State {
	t.Helper()
	d := testGame()
	d.Decisions = append(d.Decisions, wait())
	graze := addProc(d, "graze", 0, 3, do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
	d.Procs[graze].Params = []def.Param{{Name: "where", Type: def.ZoneSet}, {Name: "next", Type: def.TZone}}
	addMain(d,
		do(def.CSet, def.ToLocal, 0, 0, zones(zoneX, zoneY)),
		do(def.CSet, def.ToLocal, 2, 0, zones(zoneX, zoneZ)),
		do(def.CSet, def.ToLocal, 5, 0, ordered(1, 0)),
		do(def.CForSet, 2, 4, 5, exI(def.OpLocal, def.ZoneSet, 2)),
		do(def.CCall, graze, -1, 0, zones(zoneX, zoneZ), kT(zoneY, def.TZone)))
	return start(t, widened(t, d, 100, 4).gd)
}

// slotsOf returns the slots of a running procedure, given by the number of frames above it.
func (s *State) slotsOf(below int) []int64 {
	base, top := s.base, s.sp
	for range below {
		base, top = int32(s.stack[base+1]), base
	}
	return s.stack[int(base)+frameHead : top]
}

func TestDecodeRefusesInvalidWideSetsAndOrdersInSlots(t *testing.T) {
	const main, graze = 1, 0
	for _, c := range []struct {
		name    string
		frame   int
		slot    int
		value   int64
		refused bool
	}{
		{"zones of the first word", main, 0, -1, false},
		{"the last zones", main, 1, 1<<36 - 1, false},
		{"a zone that is not there", main, 1, 1 << 36, true},
		{"what is left for a loop", main, 3, 1 << 35, false},
		{"what is left for a loop, a zone that is not there", main, 3, -1 << 63, true},
		{"the last zone as a member", main, 4, 99, false},
		{"a member that is not there", main, 4, 100, true},
		{"an argument's zones", graze, 0, -1 << 63, false},
		{"an argument with a zone that is not there", graze, 1, 1 << 40, true},
		{"a zone behind a wide argument", graze, 2, 99, false},
		{"none behind a wide argument", graze, 2, def.None, false},
		{"no zone behind a wide argument", graze, 2, 1 << 40, true},
		{"an order of one seat", main, 5, orderOf(1), false},
		{"an order that was not set yet", main, 5, 0, false},
		{"an empty order", main, 5, orderOf(), false},
		{"an order with a seat that is not there", main, 5, orderOf(1, 2), true},
		{"an order that names a seat twice", main, 5, orderOf(1, 1), true},
		{"an order that goes on behind its end", main, 5, orderOf(1, 0xff, 0), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := herding(t)
			s.slotsOf(c.frame)[c.slot] = c.value
			_, err := s.g.Decode(s.Encode(nil))
			switch {
			case c.refused && (err == nil || !strings.Contains(err.Error(), "no value of its kind")):
				t.Errorf("%d in slot %d: %v", c.value, c.slot, err)
			case !c.refused && err != nil:
				t.Error(err)
			}
		})
	}
}

func TestDecodeRefusesInvalidWideSetsAndOrdersInVariables(t *testing.T) {
	d := testGame()
	at := d.Cells
	for i, typ := range []def.Type{def.ZoneSet, def.TOrder} {
		n := int32(2 - i) // words
		d.Vars = append(d.Vars, def.VarDef{Named: def.Named{ID: "kept" + string(rune('0'+i))}, Type: typ, Base: d.Cells, Len: n, Scale: -1, Pool: -1})
		d.Cells += n
		d.Initial = append(d.Initial, make([]int64, n)...)
	}
	addMain(d)
	s := start(t, widened(t, d, 100, 4).gd)
	for _, c := range []struct {
		cell    int32
		value   int64
		refused bool
	}{
		{at, -1, false}, {at + 1, 1<<36 - 1, false}, {at + 1, 1 << 36, true}, {at + 1, -1, true},
		{at + 2, orderOf(0, 1), false}, {at + 2, orderOf(2), true}, {at + 2, orderOf(0, 0), true},
	} {
		x := s.Copy()
		x.cells[c.cell] = c.value
		if _, err := s.g.Decode(x.Encode(nil)); (err != nil) != c.refused {
			t.Errorf("cell %d holds %x: %v", c.cell-at, c.value, err)
		}
	}
}

// The value of a slot must have a kind that some instruction writes; it may be any value if an instruction writes values of
// unknown kind. The play waits before it reaches the instruction.
func TestDecodeRefusesSlotValuesThatNoInstructionWrites(t *testing.T) {
	decision := func(kind def.DecisionKind) def.DecisionDef {
		dd := kinds[kind]
		dd.Name, dd.Kind, dd.Bind, dd.Result, dd.Picked, dd.Count, dd.Total, dd.Decline = "asked", kind, firstUserPar, 2, 3, 4, 5, -1
		if dd.By = kT(0, def.TSeat); kind.Row().Random {
			dd.By = nil
		}
		return dd
	}
	truth := do(def.CSet, def.ToLocal, 2, 0, kT(1, def.TBool)) // slot 2 is also a truth value
	ask := func(kind def.DecisionKind, change func(*def.DecisionDef)) func(*def.GameDef) []def.Instr {
		return func(d *def.GameDef) []def.Instr {
			dd := decision(kind)
			if change != nil {
				change(&dd)
			}
			d.Decisions = append(d.Decisions, dd)
			return []def.Instr{do(def.CDecide, 1, 0, 0)}
		}
	}
	code := func(list ...def.Instr) func(*def.GameDef) []def.Instr {
		return func(*def.GameDef) []def.Instr { return list }
	}
	setTruth := func(slot int32) def.Instr { return do(def.CSet, def.ToLocal, slot, 0, kT(1, def.TBool)) }
	also := func(slot int32, f func(*def.GameDef) []def.Instr) func(*def.GameDef) []def.Instr {
		return func(d *def.GameDef) []def.Instr { return append(f(d), setTruth(slot)) }
	}
	call := func(result def.Type) func(*def.GameDef) []def.Instr {
		return func(d *def.GameDef) []def.Instr {
			p := addProc(d, "other", 0, 1, do(def.CReturn, 0, 0, 0))
			d.Procs[p].Result = result
			return []def.Instr{do(def.CCall, p, 2, 0), truth}
		}
	}
	hooks := func(d *def.GameDef) []def.Instr {
		d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: def.PointRun}}
		return []def.Instr{do(def.CHooks, 0, 2, 0), truth, setTruth(3)}
	}
	action := func(d *def.GameDef) []def.Instr {
		for i := range d.Vars {
			if d.Vars[i].Base == cellAction {
				d.Vars[i].Bounded, d.Vars[i].Max = true, 9
			}
		}
		return []def.Instr{do(def.CEnter, 2, 0, 0), do(def.CLeave, 2, 0, 0), setTruth(3)}
	}
	for _, c := range []struct {
		name  string
		with  func(*def.GameDef) []def.Instr
		slot  int
		value int64
		taken bool
	}{
		{"a slot that nothing writes", code(), 2, 77, false},
		{"what is set", code(truth), 2, 1, true},
		{"what is set, of another kind", code(truth), 2, 2, false},
		{"a cell that is set is not a slot", code(truth, do(def.CSet, def.ToCell, 2, 0, k(0))), 2, 2, false},
		{"a number that gains", code(truth, do(def.CGain, def.ToLocal, 2, 0, k(1))), 2, 77, true},
		{"a number that loses", code(truth, do(def.CLose, def.ToLocal, 2, 0, k(1))), 2, 77, true},
		{"a number that is paid from", code(truth, do(def.CPay, def.ToLocal, 2, 0, k(1))), 2, 77, true},
		{"a cell that gains is not a slot", code(truth, do(def.CGain, def.ToCell, 2, 0, k(1))), 2, 2, false},
		{"what a procedure returns", call(def.TZone), 2, 3, true},
		{"what a procedure cannot return", call(def.TZone), 2, 4, false},
		{"what a procedure that is chosen returns", code(truth, do(def.CCallDyn, 0, 2, 0, k(-1))), 2, 77, true},
		{"a seat of an order", code(do(def.CForOrder, 2, 3, 9), do(def.CJump, 1, 0, 0)), 3, 1, true},
		{"no seat of an order", code(do(def.CForOrder, 2, 3, 9), do(def.CJump, 1, 0, 0)), 3, 2, false},
		{"a piece of a list", code(do(def.CForTake, 2, 3, 9), do(def.CJump, 1, 0, 0)), 3, pieceOf(3, 3), true},
		{"no zone of a piece of a list", code(do(def.CForTake, 2, 3, 9), do(def.CJump, 1, 0, 0)), 3, pieceOf(4, 3), false},
		{"no class of a piece of a list", code(do(def.CForTake, 2, 3, 9), do(def.CJump, 1, 0, 0)), 3, pieceOf(3, 4), false},
		{"a piece before the first zone", code(do(def.CForTake, 2, 3, 9), do(def.CJump, 1, 0, 0)), 3, 3 - 1<<8, false},
		{"no piece of a list", code(do(def.CForTake, 2, 3, 9), do(def.CJump, 1, 0, 0)), 3, -2, false},
		{"where hooks are", hooks, 2, 77, true},
		{"what hooks came to", hooks, 3, 77, true},
		{"the rounds of a loop", code(truth, do(def.CTick, 2, 0, 0)), 2, 77, true},
		{"what an action keeps", action, 2, 9, true},
		{"what an action cannot have kept", action, 2, 10, false},
		{"what an action keeps of a cell without bounds", action, 3, 77, true},
		{"what is owed", code(do(def.CEnsure, 2, 0, 2, k(1)), do(def.CEnsured, 2, 0, 0, k(1)), truth), 2, 77, true},
		{"a member", ask(def.One, nil), 2, 3, true},
		{"no member", ask(def.One, nil), 2, 4, false},
		{"a set of members", ask(def.Subset, nil), 2, 15, true},
		{"no set of members", ask(def.Subset, nil), 2, 16, false},
		{"a member that is picked", ask(def.Pick, nil), 2, 3, true},
		{"no member that is picked", ask(def.Pick, nil), 2, 4, false},
		{"the members that were picked", ask(def.Pick, nil), 3, 15, true},
		{"not the members that were picked", ask(def.Pick, nil), 3, 16, false},
		{"how many were picked", also(4, ask(def.Pick, nil)), 4, 77, true},
		{"a number", also(2, ask(def.Amount, nil)), 2, 77, true},
		{"the value of an option", also(2, ask(def.Menu, nil)), 2, 77, true},
		{"a roll", also(2, ask(def.Roll, nil)), 2, 77, true},
		{"how many pieces were taken", also(7, ask(def.Take, func(d *def.DecisionDef) { d.Total = 7 })), 7, 77, true},
		{"how many entries were taken", also(2, ask(def.Take, func(d *def.DecisionDef) { d.Total = 7 })), 2, 77, true},
		{"the last entry that was taken", also(6, ask(def.Take, func(d *def.DecisionDef) { d.Total = 7 })), 6, 77, true},
		{"behind the last entry", also(8, ask(def.Take, func(d *def.DecisionDef) { d.Total = 7 })), 8, 77, false},
		{"before the entries", also(1, ask(def.Take, func(d *def.DecisionDef) { d.Total = 7 })), 1, 77, false},
		{"a take without a list", also(0, ask(def.Take, func(d *def.DecisionDef) { d.Result, d.Entries = -1, 0 })), 0, 77, false},
		{"a pair", code(do(def.CSet, def.ToLocal, 2, 0, kT(def.None, tPairs))), 2, def.PairOf(3, 2), true},
		{"a pair of another first", code(do(def.CSet, def.ToLocal, 2, 0, kT(def.None, tPairs))), 2, def.PairOf(4, 2), false},
		{"a pair of another second", code(do(def.CSet, def.ToLocal, 2, 0, kT(def.None, tPairs))), 2, def.PairOf(3, 4), false},
		{"the first of a pair", ask(def.Pair, nil), 2, 3, true},
		{"not the first of a pair", ask(def.Pair, nil), 2, 4, false},
		{"the second of a pair", ask(def.Pair, nil), 3, 3, true},
		{"not the second of a pair", ask(def.Pair, nil), 3, 4, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := testGame()
			d.Decisions = []def.DecisionDef{wait()}
			list := append([]def.Instr{do(def.CDecide, 0, 0, 0)}, c.with(d)...)
			for len(list) < 9 {
				list = append(list, do(def.CNop, 0, 0, 0))
			}
			addMain(d, list...)
			s := start(t, d)
			s.slotsOf(0)[c.slot] = c.value
			_, err := s.g.Decode(s.Encode(nil))
			if (err == nil) != c.taken || !c.taken && !strings.Contains(err.Error(), "no value of its kind") {
				t.Errorf("%d in slot %d: %v", c.value, c.slot, err)
			}
		})
	}
}

package engine

// This file puts into slots and cells what no play writes there.

import (
	"strings"
	"testing"

	"rulebound/engine/def"
)

// herding is a play that waits in a procedure of a game with 100 zones: main keeps a wide set, what is left of one in a loop, the
// member that it is at, and an order; the procedure was given a wide set and a zone.
func herding(t *testing.T) *State {
	t.Helper()
	d := testGame()
	d.Decisions = append(d.Decisions, wait())
	graze := addProc(d, "graze", 0, 3, do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
	d.Procs[graze].Params = []def.Param{{Name: "where", Type: tZs}, {Name: "next", Type: tZ}}
	addMain(d,
		do(def.CSet, def.ToLocal, 0, 0, zones(zoneX, zoneY)),
		do(def.CSet, def.ToLocal, 2, 0, zones(zoneX, zoneZ)),
		do(def.CSet, def.ToLocal, 5, 0, ordered(1, 0)),
		do(def.CForSet, 2, 4, 5, exI(def.OpLocal, tZs, 2)),
		do(def.CCall, graze, -1, 0, zones(zoneX, zoneZ), kT(zoneY, tZ)))
	return start(t, widened(t, d, 100, 4).gd)
}

// slotsOf gives the slots of a running procedure: so many frames below the one that waits.
func (s *State) slotsOf(below int) []int64 {
	base, top := s.base, s.sp
	for range below {
		base, top = int32(s.stack[base+1]), base
	}
	return s.stack[int(base)+frameHead : top]
}

func TestASlotHoldsWordsOfItsWideSetAndSeatsOfItsOrder(t *testing.T) {
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

func TestAVariableHoldsWordsOfItsWideSetAndSeatsOfItsOrder(t *testing.T) {
	d := testGame()
	at := d.Cells
	for i, typ := range []def.Type{tZs, tOrd} {
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

package engine

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// What comes out of a run, and what it costs, is the same whether jumps are passed over or carried out one by one.
func TestJumpsThatArePassedOverCostWhatTheyWould(t *testing.T) {
	game := func() *def.GameDef {
		d := testGame()
		addProc(d, "aside", 1, 4, out(exI(def.OpLocal, tI, 0)), do(def.CReturn, 0, 0, 0))
		aside := int32(len(d.Procs) - 1)
		jump := func(to int32) def.Instr { return do(def.CJump, to, 0, 0) }
		unless := func(to int32, more int64) def.Instr {
			return do(def.CJumpUnless, to, 0, 0, ex(def.OpGt, tB, cell(cellOut), k(more)))
		}
		addMain(d,
			out(k(1)), jump(3), // to a jump
			out(k(9)), jump(5), // passed over
			out(k(9)),
			do(def.CCall, aside, -1, 0, k(4)), jump(8), // behind a call
			out(k(9)),
			do(def.CGain, 1, cellOut, 0, k(2)), jump(11),
			out(k(9)),
			do(def.CSet, 1, cellOther, 0, k(5)),
			unless(14, 9), // does not hold, and leads to a jump
			out(k(9)),
			jump(16),
			out(k(9)),
			unless(18, 1), // holds
			do(def.CGain, 1, cellOut, 0, k(1)),
			jump(20),
			out(k(9)),
			do(def.CSet, 1, cellRes, 0, k(3)))
		return d
	}
	var left [2]int64
	for i, options := range [][]LoadOption{nil, {WithoutRecall()}} {
		g, err := Load(game(), nil, options...)
		if err != nil {
			t.Fatal(err)
		}
		budget := NewBudget(1 << 20)
		s, err := g.New(Setup{ID: "start", Budget: budget})
		if err != nil {
			t.Fatal(err)
		}
		if s.Cell(cellOut) != 7 || s.Cell(cellOther) != 5 {
			t.Errorf("the run comes to %d and %d, want 7 and 5", s.Cell(cellOut), s.Cell(cellOther))
		}
		left[i] = budget.Left()
		passed := 0
		for pc := range g.code {
			if g.code[pc].next != int32(pc)+1 {
				passed++
			}
		}
		if at := 12 + g.procs[g.def.Main].entry; g.code[at].op != def.CJumpUnless || (g.code[at].a != at+2) != (i == 0) {
			t.Errorf("a condition that does not hold leads to %d, from %d", g.code[at].a, at)
		}
		if want := []int{6, 0}[i]; passed != want {
			t.Errorf("%d instructions pass over jumps, want %d", passed, want)
		}
	}
	if left[0] != left[1] {
		t.Errorf("%d steps are left where jumps are passed over, else %d", left[0], left[1])
	}
}

func TestJumpsInARingEndAtTheBoundOfSteps(t *testing.T) {
	d := testGame()
	addMain(d, out(k(1)), do(def.CJump, 2, 0, 0), do(def.CJump, 1, 0, 0))
	_, err := mustLoad(t, d).New(Setup{ID: "start"})
	if err == nil || !strings.Contains(err.Error(), "no end") {
		t.Errorf("a ring of jumps: %v", err)
	}
}

// A decision that follows another one has nothing of it but the room of its lists.
func TestADecisionBeginsAfresh(t *testing.T) {
	kept := []string{"Members", "Costs", "Options", "Also", "Entries", "take"}
	d := &decision{def: &def.DecisionDef{Kind: def.Menu}}
	before := Decision{Members: []int64{1}, Costs: []int64{1}, Budget: 1, Options: []Option{{}}, Also: []Option{{}}, Stop: true, Min: 1, Max: 1, Count: 1,
		Entries: []Entry{{}}, Obliged: true, Fault: &Fault{}, obliged: obliged{stop: true}, words: 1, Decline: 4, Seat: 3, Name: "old", Rule: "old"}
	old := reflect.ValueOf(before)
	for i := range old.NumField() {
		name := old.Type().Field(i).Name
		if old.Field(i).IsZero() && !slices.Contains([]string{"Index", "Kind", "Elem", "take"}, name) {
			t.Errorf("%s is not filled in before: this test would not see it stay", name)
		}
	}
	before.begin(2, d)
	after, want := reflect.ValueOf(before), reflect.ValueOf(Decision{Index: 2, Kind: def.Menu, Seat: Chance, Decline: -1})
	for i := range after.NumField() {
		name := after.Type().Field(i).Name
		switch {
		case !slices.Contains(kept, name):
			if got := after.Field(i); got.IsZero() != want.Field(i).IsZero() || got.IsValid() && got.CanInterface() && !reflect.DeepEqual(got.Interface(), want.Field(i).Interface()) {
				t.Errorf("%s is %v, want %v", name, got, want.Field(i))
			}
		case name != "take" && after.Field(i).Len() != 0:
			t.Errorf("%s is not empty", name)
		}
	}
}

func TestASpanHoldsWhatComparesAsItsOperatorSays(t *testing.T) {
	edges := []int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, 7, math.MaxInt64 - 1, math.MaxInt64}
	for _, k := range edges {
		for _, v := range edges {
			for o, want := range map[def.Op]bool{def.OpEq: v == k, def.OpNe: v != k, def.OpLt: v < k, def.OpLe: v <= k, def.OpGt: v > k, def.OpGe: v >= k} {
				if got := spanOf(o, k).has(v); got != uint64(truth(want)) {
					t.Errorf("%d %s %d is %d", v, o.Row().Name, k, got)
				}
			}
		}
	}
}

// To give a variable the value that it has keeps what is remembered.
func TestASetToTheSameValueIsNoWrite(t *testing.T) {
	s := play(t, testGame(), out(k(5)))
	before := s.wrote[everything]
	s.write(0, cellOut, 5, 0)
	if s.wrote[everything] != before {
		t.Error("the same value counts as a write")
	}
	if s.write(0, cellOut, 6, 1); s.wrote[everything] == before {
		t.Error("another value counts as none")
	}
}

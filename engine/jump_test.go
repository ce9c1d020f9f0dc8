package engine

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/value"
)

func TestCyclesOfJumpsReachTheStepLimit(t *testing.T) {
	d := testGame()
	addMain(d, out(k(1)), do(def.CJump, 2, 0, 0), do(def.CJump, 1, 0, 0))
	_, err := mustLoad(t, d).New(Setup{ID: "start"})
	if err == nil || !strings.Contains(err.Error(), "step limit reached") {
		t.Errorf("a ring of jumps: %v", err)
	}
}

// The next decision reuses the lists of the preceding one, but none of their contents.
func TestNextDecisionIsReset(t *testing.T) {
	kept := []string{"Members", "Costs", "Options", "Also", "Entries", "take"}
	d := &decision{def: &def.DecisionDef{Kind: def.Menu}}
	before := Decision{Members: []int64{1}, Costs: []int64{1}, Budget: 1, Options: []Option{{}}, Also: []Option{{}}, Stop: true, Min: 1, Max: 1, Count: 1,
		Entries: []Entry{{}}, Obliged: true, Fault: &Fault{}, obliged: obliged{stop: true}, words: 1, seen: 2, Decline: 4, Seat: 3, Name: "old", Rule: "old"}
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

func TestSpansEqualTheirComparisons(t *testing.T) {
	edges := []int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, 7, math.MaxInt64 - 1, math.MaxInt64}
	for _, k := range edges {
		for _, v := range edges {
			for o, want := range map[def.Op]bool{def.OpEq: v == k, def.OpNe: v != k, def.OpLt: v < k, def.OpLe: v <= k, def.OpGt: v > k, def.OpGe: v >= k} {
				if got := rangeOf(o, k).has(v); got != uint64(value.Bool(want)) {
					t.Errorf("%d %s %d is %d", v, o.Row().Name, k, got)
				}
			}
		}
	}
}

// Assigning a variable its present value invalidates no cached values.
func TestWritingTheSameValueInvalidatesNothing(t *testing.T) {
	s := play(t, testGame(), out(k(5)))
	before := s.wrote[facts.Anywhere]
	s.write(0, cellOut, 5, 0)
	if s.wrote[facts.Anywhere] != before {
		t.Error("the same value counts as a write")
	}
	if s.write(0, cellOut, 6, 1); s.wrote[facts.Anywhere] == before {
		t.Error("another value counts as none")
	}
}

package check

import (
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// demanding returns a check of three zones, with their data in lines 31 to 33; the check is in line 7, its condition x in line 8.
func demanding(x *def.Expr) *typed.Check {
	return &typed.Check{Bound: []*typed.Binding{candidate}, Require: x, Pos: at(8), Message: "too little", Rules: []string{"1.4", "3.1"}, Entry: at(7),
		Cases: slices.Values([]typed.CheckCase{{Values: []int64{Oak}, Name: "oak", Fault: at(31)}, {Values: []int64{Elm}, Name: "elm", Fault: at(32)}, {Values: []int64{Lake}, Fault: at(33)}})}
}

func checking(gd *def.GameDef, k *typed.Check) string {
	return found("failed-check", gd, &typed.Rulebook{Checks: []*typed.Check{k}}, nil)
}

func TestEachEntryThatFailsACheckIsReported(t *testing.T) {
	expect(t, "one and all", checking(Board(), demanding(More(yield(Bound(5, def.TZone)), 1))), "31 error failed-check: oak: too little\n33 error failed-check: too little")
	expect(t, "none", checking(Board(), demanding(More(yield(Bound(5, def.TZone)), -1))), "")
	advised := demanding(More(yield(Bound(5, def.TZone)), 0))
	advised.Level = diag.Warning
	expect(t, "advice", checking(Board(), advised), "33 failed-check: too little")
}

func TestChecksAreEvaluatedForEveryOption(t *testing.T) {
	fertile := More(yield(Bound(5, def.TZone)), 0)
	expect(t, "it fails with one", checking(Board(), demanding(or(fertile, Is(edition(), 0)))), "33 error failed-check: too little")
	expect(t, "it holds with each", checking(Board(), demanding(or(fertile, Is(edition(), 0), Is(edition(), 1)))), "")
}

func TestCheckOfTheWholeRulebook(t *testing.T) {
	whole := &typed.Check{Require: never(), Message: "no", Rules: []string{"2"}, Entry: at(7), Cases: slices.Values([]typed.CheckCase{{Fault: at(31)}})}
	expect(t, "it fails", checking(Board(), whole), "31 error failed-check: no")
	whole.Require = always()
	expect(t, "it holds", checking(Board(), whole), "")
}

func TestChecksEvaluateFunctionsThatReadOptions(t *testing.T) {
	gd := Board()
	gd.Functions = []def.FuncDef{{ID: "rich", Params: []int32{5}, Body: or(More(yield(Bound(5, def.TZone)), 0), Is(edition(), 0))}}
	expect(t, "a function", checking(gd, demanding(ExI(def.OpCall, def.TBool, 0, Bound(5, def.TZone)))), "33 error failed-check: too little")
}

func TestCheckThatNeedsAStateIsReportedOnce(t *testing.T) {
	expect(t, "a track", checking(Board(), demanding(Open())), "8 error not-constant: a check must be computable without a state of the game")
}

func TestFailedCheckNamesItsClausesAndItsPlace(t *testing.T) {
	list := failedCheck(newSubject(Board(), &typed.Rulebook{Checks: []*typed.Check{demanding(never())}}, nil))
	if d := list[0]; !strings.Contains(d.Detail, "1.4, 3.1") || len(d.Context) != 1 || d.Context[0].Pos != at(7) {
		t.Error(d)
	}
}

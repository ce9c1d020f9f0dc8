package engine

// This file has recursive rules, each with another form of reference.

import (
	"testing"

	"rulebound/engine/def"
)

func TestLoadRefusesCyclicDefinitions(t *testing.T) {
	function := func(body *def.Expr) func(*def.GameDef) {
		return func(d *def.GameDef) { d.Functions = append(d.Functions, def.FuncDef{ID: "f", Body: body}) }
	}
	derived := func(value *def.Expr) func(*def.GameDef) {
		return func(d *def.GameDef) {
			d.Derived = append(d.Derived, def.DerivedDef{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: value, Held: -1})
		}
	}
	point := func(kind def.PointKind, a def.Attachment) func(*def.GameDef) {
		return func(d *def.GameDef) {
			a.Proc = -1
			d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: kind, Attach: []int32{0}}}
			d.Attachments = []def.Attachment{a}
		}
	}
	both := func(list ...func(*def.GameDef)) func(*def.GameDef) {
		return func(d *def.GameDef) {
			for _, f := range list {
				f(d)
			}
		}
	}
	possible := func(proc int64) *def.Expr { return exI(def.OpPossible, def.TBool, proc) }
	main := func(function int32) func(*def.GameDef) {
		return func(d *def.GameDef) { d.Procs[0].Possible = function }
	}
	call, value := exI(def.OpCall, def.TInt, 0), exI(def.OpDerived, def.TInt, 0)
	number, allow, pool := exI(def.OpHookNumber, def.TInt, 0, k(1)), exI(def.OpHookAllow, def.TBool, 0), exI(def.OpHookPool, def.ZoneSet, 0, zones(0))
	held(t, []shape{
		{"a function", function(call), "function 0 needs itself"},
		{"a function within another formula", function(ex(def.OpAdd, def.TInt, k(1), ex(def.OpNeg, def.TInt, call))), "function 0 needs itself"},
		{"two functions", both(function(exI(def.OpCall, def.TInt, 1)), function(call)), "function 0 needs itself"},
		{"a function twice", both(function(k(1)), function(ex(def.OpAdd, def.TInt, call, call))), ""},
		{"a derived value", derived(value), "derived value 0 needs itself"},
		{"a derived value by a function", both(derived(call), function(value)), "function 0 needs itself"},
		{"a function of a derived value", both(function(value), derived(k(1))), ""},
		{"a point by a condition", point(def.PointAllow, def.Attachment{When: allow}), "point 0 needs itself"},
		{"a point by a value", point(def.PointNumber, def.Attachment{Value: number}), "point 0 needs itself"},
		{"a point by what it adds", point(def.PointPool, def.Attachment{Add: pool}), "point 0 needs itself"},
		{"a point by what it removes", point(def.PointPool, def.Attachment{Remove: pool}), "point 0 needs itself"},
		{"a point by a function", both(function(number), point(def.PointNumber, def.Attachment{Value: call})), "function 0 needs itself"},
		{"whether a procedure is possible", both(function(possible(0)), main(0)), "function 0 needs itself"},
		{"whether one is that is not there", function(possible(1)), "procedure 1 is out of range"},
		{"whether one is that is none", function(possible(-1)), "procedure -1 is out of range"},
		{"a function that is not there", function(exI(def.OpCall, def.TInt, 7)), "function 7 is out of range"},
		{"a derived value that is not there", function(exI(def.OpDerived, def.TInt, 7)), "derived value 7 is out of range"},
		{"a point that is not there", function(exI(def.OpHookNumber, def.TInt, 7, k(1))), "point 7 is out of range"},
		{"whether another is", both(function(k(1)), function(possible(0)), main(0)), ""},
		{"whether one is that always is", both(function(possible(0)), main(-1)), ""},
	})
}

package check

// This file computes the possible results of a condition without a state, over all values of the options that it reads.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// maxCombinations is the greatest number of combinations of option values for one formula.
const maxCombinations = 1024

// outcome is the set of results of a condition: true, false, or both, depending on the options. The empty set means that the
// result depends on the state.
type outcome struct{ yes, no bool }

// settled reports whether the condition always has the same result.
func (o outcome) settled() bool { return o.yes != o.no }

// evaluator evaluates conditions.
type evaluator struct {
	gd     *def.GameDef
	folder *fold.Folder
	seats  bool // the game can be played without some of its seats
	calls  bool // whether calls of functions are evaluated
}

func newEvaluator(gd *def.GameDef) evaluator {
	return evaluator{gd: gd, folder: fold.New(gd).Keeping(), seats: slices.ContainsFunc(gd.Options, func(o def.OptionDef) bool { return o.Seats })}
}

func (j evaluator) withCalls() evaluator { return evaluator{j.gd, j.folder.WithCalls(), j.seats, true} }

// outcome evaluates the condition x for all values of the options; bound has the values of bindings.
func (j evaluator) outcome(x *def.Expr, bound map[int64]int64) outcome {
	if j.ofSeats(x) {
		return outcome{}
	}
	if v, ok := j.folder.Fold(x, bound); ok {
		return outcome{v != 0, v == 0}
	}
	some := j.options(x)
	if len(some) == 0 {
		return outcome{}
	}
	var o outcome
	known := combinations(j.gd, some, func(options []int64) bool {
		v, ok := j.folder.WithOptions(options).Fold(x, bound)
		o.yes, o.no = o.yes || v != 0, o.no || v == 0
		return ok
	})
	if !known {
		return outcome{}
	}
	return o
}

// ofSeats reports whether x names seats in a game that can be played without some of its seats.
func (j evaluator) ofSeats(x *def.Expr) bool {
	if !j.seats {
		return false
	}
	for e := range x.All() {
		if e.Op == def.OpConst && (e.Type.Kind == def.KSeat || e.Type.Elem == def.KSeat || e.Type.Kind == def.KOrder) || e.Op == def.OpCall {
			return true
		}
	}
	return false
}

// combinations calls f with each combination of the values of some options, until f returns false. It returns false if f did, or
// if there are too many combinations. f must not keep its argument.
func combinations(gd *def.GameDef, some []int64, f func(options []int64) bool) bool {
	n := 1
	for _, i := range some {
		if n *= max(1, len(gd.Options[i].Values)); n > maxCombinations {
			return false
		}
	}
	options := make([]int64, len(gd.Options))
	for k := range n {
		for _, i := range some {
			values := max(1, len(gd.Options[i].Values))
			options[i] = int64(k % values)
			k /= values
		}
		if !f(options) {
			return false
		}
	}
	return true
}

// options returns the options that x reads, ascending.
func (j evaluator) options(x *def.Expr) []int64 {
	var out, called []int64
	var look func(x *def.Expr)
	look = func(x *def.Expr) {
		switch {
		case x.Op == def.OpOption && !slices.Contains(out, x.I):
			out = append(out, x.I)
		case x.Op == def.OpCall && j.calls && !slices.Contains(called, x.I):
			called = append(called, x.I)
			look(j.gd.Functions[x.I].Body)
		}
		for _, a := range x.Args {
			look(a)
		}
	}
	look(x)
	slices.Sort(out)
	return out
}

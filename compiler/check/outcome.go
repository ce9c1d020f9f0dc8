package check

// outcome.go tells what a formula can come to without a state of the game, over all values of the options that it reads.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// maxCombinations bounds how many combinations of option values are tried for a formula.
const maxCombinations = 1024

// outcome is what a condition can come to, whatever is played: that it holds, that it does not, or with some options the
// one and with others the other. Neither: that is open.
type outcome struct{ yes, no bool }

// settled reports whether the condition comes out the same always.
func (o outcome) settled() bool { return o.yes != o.no }

// judge computes conditions.
type judge struct {
	gd     *def.GameDef
	folder *fold.Folder
	seats  bool // the game may be played without some of its seats
	calls  bool // it looks into functions
}

func newJudge(gd *def.GameDef) judge {
	return judge{gd: gd, folder: fold.New(gd).Keeping(), seats: slices.ContainsFunc(gd.Options, func(o def.OptionDef) bool { return o.Seats })}
}

// withCalls is a judge that looks into functions.
func (j judge) withCalls() judge { return judge{j.gd, j.folder.WithCalls(), j.seats, true} }

// outcome computes the condition x with all values of the options; bound are the values of bindings.
func (j judge) outcome(x *def.Expr, bound map[int64]int64) outcome {
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

// ofSeats reports whether x names seats in a game that may be played without some of them.
func (j judge) ofSeats(x *def.Expr) bool {
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

// combinations calls f with each combination of the values of some options until it is false. It is false if f was, or if there are too many
// combinations. f must not keep its argument.
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

// options lists the options that x reads, ascending.
func (j judge) options(x *def.Expr) []int64 {
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

package engine_test

import (
	"fmt"

	"rulebound/engine"
)

// A game of one procedure: roll a die, let a seat choose up to so many of three numbers, end with their sum. Compiled
// rulebooks are such data; here it is written by hand.
func ExampleLoad() {
	number, numbers := engine.Type{Kind: engine.KInt}, engine.Type{Kind: engine.KSet, Elem: engine.KInt}
	constant := func(v int64, t engine.Type) *engine.Expr { return &engine.Expr{Op: engine.OpConst, Type: t, I: v} }
	local := func(slot int64, t engine.Type) *engine.Expr {
		return &engine.Expr{Op: engine.OpLocal, Type: t, I: slot}
	}
	sum := &engine.Expr{Op: engine.OpSum, Type: number, Args: []*engine.Expr{local(1, numbers), constant(1, number), {Op: engine.OpBound, Type: number}}}
	def := &engine.GameDef{
		Seats:   []engine.Named{{ID: "solo"}},
		Scratch: 1,
		Nodes:   make([]engine.NodeDef, 1),
		Procs:   []engine.ProcDef{{Named: engine.Named{ID: "main"}, Frame: 2, Possible: -1}},
		Decisions: []engine.DecisionDef{
			{Name: "die", Kind: engine.Roll, Min: constant(1, number), Max: constant(3, number), Result: 0},
			{Name: "numbers", Kind: engine.Subset, By: constant(0, engine.Type{Kind: engine.KSeat}), Elem: number,
				From: constant(0b1110, numbers), Max: local(0, number), Result: 1},
		},
		Code: []engine.Instr{
			{Op: engine.CDecide, A: 0},
			{Op: engine.CDecide, A: 1},
			{Op: engine.COver, X: []*engine.Expr{sum}},
		},
	}
	game, err := engine.Load(def, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := game.New(engine.Setup{Seed: 42})
	if err != nil {
		fmt.Println(err)
		return
	}
	for d := state.Decision(); d != nil; d = state.Decision() {
		answer := engine.Answer{Set: 0b1000} // the number 3
		if d.Seat == engine.Chance {
			answer, _ = state.Draw()
		}
		fmt.Println(d.Name, d.Min, "to", d.Max)
		if err := state.Apply(answer); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(state.Result())
	// Output:
	// die 1 to 3
	// numbers 0 to 1
	// [3]
}

package engine_test

import (
	"fmt"
	"os"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// A random game from the rulebook to the result, as in docs/embedding.md.
func ExampleGame_New() {
	gd, _, list := compiler.Compile(os.DirFS(".."), "data/games/kalah")
	if list.HasErrors() {
		fmt.Println(list)
		return
	}
	game, err := engine.Load(gd, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := game.New(engine.Setup{ID: gd.Setups[0].ID, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	player := players.NewUniform(1)
	for d := state.Decision(); d != nil; d = state.Decision() {
		answer := player.Answer(state, d)
		if d.Seat == engine.Chance {
			answer, _ = state.Draw()
		}
		if err := state.Apply(answer); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(state.Over(), state.Result())
	// Output:
	// true [19 17]
}

// A game of one procedure: roll a die, let a seat choose up to that many of three numbers, end with their sum. Compiled rulebooks
// are such data; this one is written by hand.
func ExampleLoad() {
	number, numbers := def.TInt, def.IntSet
	constant := func(v int64, t def.Type) *def.Expr { return &def.Expr{Op: def.OpConst, Type: t, I: v} }
	local := func(slot int64, t def.Type) *def.Expr {
		return &def.Expr{Op: def.OpLocal, Type: t, I: slot}
	}
	sum := &def.Expr{Op: def.OpSum, Type: number, Args: []*def.Expr{local(1, numbers), constant(1, number), {Op: def.OpBound, Type: number}}}
	gd := &def.GameDef{
		Things: def.Things{Seats: []def.Named{{ID: "solo"}}},
		Text:   def.Text{Nodes: make([]def.NodeDef, 1)},
		Program: def.Program{
			Scratch: 1,
			Procs:   []def.ProcDef{{Named: def.Named{ID: "main"}, Frame: 2, Possible: -1}},
			Decisions: []def.DecisionDef{
				{Name: "die", Kind: def.Roll, Min: constant(1, number), Max: constant(3, number), Result: 0},
				{Name: "numbers", Kind: def.Subset, By: constant(0, def.TSeat), Elem: number,
					From: constant(0b1110, numbers), Max: local(0, number), Result: 1},
			},
			Code: []def.Instr{
				{Op: def.CDecide, A: 0},
				{Op: def.CDecide, A: 1},
				{Op: def.COver, X: []*def.Expr{sum}},
			},
		},
	}
	game, err := engine.Load(gd, nil)
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

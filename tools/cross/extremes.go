package main

// This file plays a game of numbers at and beyond the limits of 32 bits.

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

// extremes are statements over $big, 2^63-1, and $least, -2^63, which cannot be folded.
var extremes = []string{
	"gain: {v: =$big}", "lose: {v: =$least}", "gain: {w: =$least}", "set: {v: =-$least}", "set: {v: =$least div -1 * v}", "set: {v: =$big div 0}",
	"set: {v: =$big - 1}", "set: {v: =$least + 1}", "set: {v: =$least div 2}", "set: {v: =$least cdiv 3}", "set: {v: =$least mod 7}", "set: {v: =$big mod -7}",
	"set: {v: =v * 1099511627776}", "set: {v: '=max($least, min($big, 4294967297 * v))'}", "set: {v: '=sum($big for $x in ints(1, 2))'}",
	"set: {v: '=count($x in ints(0, 63) where $x + 4294967296 > 4294967300)'}", "set: {v: '=size(ints($least, $big))'}", "set: {v: '=most(4294967296 * $x for $x in ints(0, 9) else 0)'}",
	"gain: {gold: =$big}", "lose: {gold: =$big}", "pay: {gold: =v * 4294967297}", "transfer: {from: gold, to: iron, amount: =v * 4294967297}", "gain: {gold: =v * 4294967297}",
	"shift: {oak.mood: =v * 4294967297}", "shift: {oak.mood: =v * -4294967295}", "mark: {oak.blight: =v * 4294967297}", "mark: {oak.blight: =$least}", "move: {of: pawn, from: store, count: =v * 4294967297, to: oak}",
	"roll: $n\n    name: die\n    sides: =v * 1073741824", "roll: $n\n    name: die\n    sides: =v * 2147483648", "roll: $n\n    name: die\n    sides: =v * 4294967302",
	"amount: $n\n    by: red\n    min: 0\n    max: =v * 1073741824", "amount: $n\n    by: red\n    min: =v * -4294967297\n    max: 1", "amount: $n\n    by: red\n    min: 1\n    max: =v * 4294967298",
	"pick: $n\n    by: red\n    each: $x\n    from: ints(0, 9)\n    max: =v * 4294967297\n    do: []", "subset: $n\n    by: red\n    each: $x\n    from: ints(0, 9)\n    min: =v * -4294967295\n    max: =v * 4294967298",
	"take: $n\n    by: red\n    of: pawn\n    from: store\n    min: 0\n    max: =v * 4294967298", "subset: $n\n    by: red\n    each: $x\n    from: ints(0, 9)\n    cost: =$big - 20 + $x\n    budget: =$big",
	"repeat: =v * 4294967299\n    do: [{stop: }]",
}

const extreme = "# Extremes\n\n```yaml\ngame: {id: extremes, title: Extremes, main: play}\nseats: [{id: red}]\nspaces: [{id: oak, adjacent: []}]\nboxes: [{id: store}]\n" +
	"pieces: [{id: pawn, seat: red, count: 9, home: store}]\ntracks: [{id: gold, title: Gold, min: 0, max: 9000000000000000000, initial: 4294967298}, {id: iron, title: Iron, min: -9000000000000000000, max: 9, initial: 3}]\n" +
	"pools: {rot: 5}\nmarkers: [{id: mood, on: spaces, scale: [low, middle, high], initial: middle}, {id: blight, on: spaces, count: 3, pool: rot}]\n" +
	"variables: [{id: v, type: int, initial: 1}, {id: w, type: int, initial: -2}]\nprocedures:\n- id: play\n  do:\n" +
	"  - let: {$big: =9223372036854775807 * v}\n  - let: {$least: =0 - $big - 1 + (v - 1)}\n  - STATEMENT\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n```\n"

// writeExtremes writes the result of each statement: the state hash and trace at the first decision, or the fault.
func writeExtremes(w io.Writer) error {
	for i, statement := range extremes {
		gd, _, list := compiler.Compile(fstest.MapFS{"g/1.md": {Data: []byte(strings.Replace(extreme, "STATEMENT", statement, 1))}}, "g")
		if gd == nil {
			return fmt.Errorf("extreme %d, %s: %w", i, statement, list)
		}
		g, err := engine.Load(gd, nil)
		if err != nil {
			return fmt.Errorf("extreme %d, %s: %w", i, statement, err)
		}
		recorder := trace.New(g, trace.Header{Title: "extreme", Game: "extremes"})
		s, err := g.New(engine.Setup{Seed: uint64(i), Observer: recorder})
		var fault *engine.Fault
		if errors.As(err, &fault) {
			fmt.Fprintf(w, "extreme %d: fault %q\n", i, fault.Why)
			continue
		}
		if err != nil {
			return err
		}
		d := s.Decision()
		answer, err := s.Draw()
		fmt.Fprintf(w, "extreme %d: %s %d to %d, chance %t %d, hash %016x, state %x\n", i, d.Name, d.Min, d.Max, err == nil, answer.N, s.Hash(), s.Encode(nil)[9:])
		fmt.Fprintf(w, "%s\n", recorder.Lines()[len(recorder.Lines())-1].Text)
	}
	return nil
}

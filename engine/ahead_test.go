package engine_test

// This file says of small blocks with obligations what they leave to decide, and within how many states that is found out: a bound
// or a shortcut of looking ahead that is lost changes no answer, and is missed here alone.

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// published spells the decision that a state asks: its name, ! if it is obliged, and what may be answered, with the price; * is what
// declines.
func published(s *engine.State) string {
	d := s.Decision()
	if d == nil {
		return "over"
	}
	if d.Fault != nil {
		return d.Fault.Why
	}
	var list []string
	switch d.Kind.Row().Answer {
	case def.AnswerNumber:
		list = append(list, fmt.Sprintf("%d..%d", d.Min, d.Max))
	case def.AnswerOption:
		for _, o := range d.Options {
			name := s.Game().Def().Decisions[d.Index].Options[o.Index].Name
			if o.Index == d.Decline {
				name += "*"
			}
			list = append(list, name)
		}
	case def.AnswerCounts:
		list = append(list, fmt.Sprintf("%d..%d of", d.Min, d.Max))
		for _, e := range d.Entries {
			list = append(list, s.Game().Def().Zones[e.Zone].ID+"/"+s.Game().Def().Classes[e.Class].ID)
		}
	case def.AnswerSet:
		list = append(list, fmt.Sprintf("%d..%d of", d.Min, d.Max))
		fallthrough
	default:
		for _, m := range d.Members {
			list = append(list, s.Game().Format(m, d.Elem))
		}
	}
	for i, cost := range d.Costs {
		list[len(list)-len(d.Costs)+i] += fmt.Sprintf(":%d", cost)
	}
	for _, o := range d.Also {
		list = append(list, "+"+s.Game().Def().Decisions[d.Index].Also[o.Index].Name)
	}
	if d.Stop {
		list = append(list, "stop")
	}
	obliged := ""
	if d.Obliged {
		obliged = "!"
	}
	return d.Name + obliged + " " + strings.Join(list, " ")
}

func TestWhatABlockLeavesToDecideIsFoundWithinSoManyStates(t *testing.T) {
	for _, c := range []struct {
		name, do, asks string // ! before the name: each state is asked for its outlook
		states         int
	}{
		{"a condition that cannot hold binds nothing", "- ensure: n > 0\n  do:\n  - amount: $k\n    by: red\n    max: 3", "k! 0..3", 14},
		{"a number that has to be given", "- ensure: n > 1\n  do:\n  - amount: $k\n    by: red\n    max: 3\n  - set: {n: =$k}", "k! 2..3", 10},
		{"what must not be done is declined", "- ensure: n == 0\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "end 0..1", 382},
		{"one yes of many", "- ensure: n == 1\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "give! yes no*", 7},
		{"more yes than can be said", "- ensure: n == 9\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "give! yes no*", 155},
		{"as many yes as can be said", "- ensure: n == 8\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "end 0..1", 608},
		{"a number of which as much is to be had as can be", "- ensure: n\n  do:\n  - repeat: 3\n    do: [{amount: $k, by: red, max: 2}, {gain: {n: $k}}]", "end 0..1", 126},
		{"a number of which no more than some is asked", "- ensure: n\n  most: 2\n  do:\n  - repeat: 3\n    do: [{amount: $k, by: red, max: 2}, {gain: {n: $k}}]", "k! 0..2", 14},
		{"one of which some will not do", "- ensure: n > 1\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - set: {n: =$k.worth}", "k! y z", 7},
		{"one that is sought", "- ensure: n > 2\n  do:\n  - one: $k\n    by: red\n    from: spaces\n    seek: $k.worth > 2\n  - set: {n: =$k.worth}\n  - one: $l\n    by: red\n    from: spaces", "l! x y z", 19},
		{"a pick that has to come to a sum", "- ensure: n == 4\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 1\n    do: [{gain: {n: =$s.worth}}]", "k! x z", 27},
		{"no member is picked twice", "- ensure: n == 4\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: x | y\n    count: 2\n    do: [{gain: {n: =$s.worth}}]", "k! x y", 8},
		{"a member may be picked again", "- ensure: n == 4\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: x | y\n    again: true\n    max: 2\n    do: [{gain: {n: =$s.worth}}]", "end 0..1", 32},
		{"a pick that need not be made", "- ensure: n == 0\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    do: [{gain: {n: =$s.worth}}]", "end 0..1", 41},
		{"a pick that has to be made is first made as it is sought", "- ensure: n == 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    seek: $s.worth == 3\n    do: [{gain: {n: =$s.worth}}]", "end 0..1", 8},
		{"picks that can be paid for", "- ensure: n == 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    cost: =$s.worth\n    budget: gold\n    do: [{lose: {gold: =$s.worth}}, {gain: {n: =$s.worth}}]", "k! x:1 y:2 z:3", 14},
		{"a subset that has to come to a sum", "- ensure: n == 3\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n  - set: {n: =sum($s.worth for $s in $k)}", "k! 1..2 of x y z", 22},
		{"a subset that leaves members out", "- ensure: n == 2\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 2\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 27},
		{"a subset of the members that are needed", "- ensure: n == 4\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 1\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 27},
		{"a take of three from two binds nothing", "- ensure: n == 3\n  do:\n  - take: $k\n    by: red\n    of: pawn\n    from: x\n    to: z\n  - set: {n: =$k}", "k! 0..2 of x/pawn", 12},
		{"a take that has to come to a number", "- ensure: n == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z\n  - set: {n: =$k}", "k! 1..1 of x/pawn y/king.up", 20},
		{"a take of which an entry will not do", "- ensure: pieces(z, king) == 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z", "k! 0..2 of x/pawn", 14},
		{"a take that need not be made", "- ensure: pieces(z) == 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z", "end 0..1", 18},
		{"options of which one will not do", "- ensure: n == 1\n  do:\n  - menu: what\n    by: red\n    options:\n      one: [{set: {n: 1}}]\n      two: [{set: {n: 2}}]\n      three: [{set: {n: 1}}]", "what! one three", 5},
		{"a side option alone leads there", "- ensure: n == 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    also: {one: {do: [{set: {n: 1}}]}, two: {do: [{set: {n: 2}}]}}\n    do: [{set: {n: 3}}]", "k! x y z +one +two", 30},
		{"any member will do where it sets first what is owed", "- ensure: b\n  once: true\n  do:\n  - may: give\n    by: red\n    do: [{lose: {gold: 1}}]\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 1\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "give! yes no*", 3},
		{"what has to hold once may be undone", "- ensure: b\n  once: true\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - set: {b: =$k != x}\n  - set: {b: false}", "k! y z", 7},
		{"what has to hold at the end must not be undone", "- ensure: b\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - set: {b: true}\n  - set: {b: =$k != x}", "k! y z", 7},
		{"states that are equal are looked at once", "- ensure: n == 9\n  do:\n  - repeat: 6\n    do: [{amount: $k, by: red, max: 1}, {gain: {n: $k}}]", "k! 0..1", 138},
		{"one obligation within another", "- ensure: m > 5\n  do:\n  - ensure: n\n    most: 2\n    do:\n    - amount: $k\n      by: red\n      max: 2\n    - set: {n: =$k}\n  - gain: {m: 1}\n    if: n < 2", "end 0..1", 13},
		{"what chance brings leaves a way", "- ensure: n > 2\n  do:\n  - amount: $k\n    by: red\n    max: 2\n  - roll: $r\n    sides: 2\n  - set: {n: =$k + $r}", "k! 1..2", 13},
		{"a voluntary yes is nothing to count on", "- ensure: n == 1\n  do:\n  - may: give\n    by: red\n    voluntary: true\n    do: [{set: {n: 1}}]", "give! yes no*", 6},
		{"a procedure that can keep its obligation", "- callOne: $p\n  by: red\n  from: procedures(owing)\n  decline: none", "p owes-one none*", 6},
		{"a pick of all members", "- ensure: n == 6\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: all\n    do: [{gain: {n: =$s.worth}}]", "k! x y z", 4},
		{"a pick of just so many members", "- ensure: n > 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 2\n    do: [{gain: {n: =$s.worth}}]", "k! x y z", 11},
		{"a pick of at least so many members", "- ensure: n < 5\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n    do: [{gain: {n: =$s.worth}}]", "k! x y z", 4},
		{"a pick of so many members that can be paid for", "- ensure: n == 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n    cost: =$s.worth\n    budget: gold\n    do: [{pay: {gold: =$s.worth}}, {gain: {n: =$s.worth}}]", "k! x:1 y:2", 3},
		{"a pick whose members set first what is owed, of just so many", "- ensure: b\n  once: true\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 2\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "k! x y z", 1},
		{"a pick whose members set first what is owed, at a price", "- ensure: b\n  once: true\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    cost: =$s.worth + 1\n    budget: gold\n    do: [{set: {b: true}}, {pay: {gold: =$s.worth + 1}}]", "k! x:2 y:3", 3},
		{"no member that sets first what is owed", "- ensure: b\n  once: true\n  do:\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    where: n > 0\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "k! x y z", 8},
		{"one that sets first what is owed", "- ensure: b\n  once: true\n  do:\n  - one: $s\n    by: red\n    from: spaces\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "s! x y z", 1},
		{"what is owed is set first to what does not count", "- ensure: b\n  once: true\n  do:\n  - one: $s\n    by: red\n    from: spaces\n    do: [{set: {b: false}}, {set: {b: =$s == y}}]", "end 0..1", 8},
		{"two things are owed of which one is set", "- ensure: b\n  once: true\n  do:\n  - ensure: who == blue\n    do:\n    - one: $s\n      by: red\n      from: spaces\n      do: [{set: {b: true}}, {set: {who: blue}, if: $s != x}]", "s! y z", 8},
		{"one thing that is owed twice", "- ensure: b\n  once: true\n  do:\n  - ensure: b\n    once: true\n    do:\n    - one: $s\n      by: red\n      from: spaces\n      do: [{set: {b: true}}]", "s! x y z", 2},
		{"a subset of at least two", "- ensure: n == 3\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 12},
		{"a subset that nothing is owed of comes first as none", "- ensure: n == 1\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n  - amount: $l\n    by: red\n    max: 1\n  - set: {n: =$l}", "k! 0..3 of x y z", 19},
		{"a subset of all", "- ensure: n == 6\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 3\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 1},
		{"a take that nothing is owed of comes first as none", "- ensure: n == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z\n  - amount: $l\n    by: red\n    max: 1\n  - set: {n: =$l}", "k! 0..3 of x/pawn y/king.up", 17},
		{"a take of at least two", "- ensure: pieces(z, king) == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    min: 2\n    to: z", "k! 2..3 of x/pawn y/king.up", 10},
		{"a take that can be made in two ways", "- ensure: n == 2\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z\n  - set: {n: =$k}", "k! 2..2 of x/pawn y/king.up", 22},
		{"a take that can be made in one way", "- ensure: pieces(z) == 3\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z", "end 0..1", 20},
		{"a take that is sought", "- ensure: pieces(z, king) == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    max: 1\n    each: $p\n    seek: piece-zone($p) == y\n    do: [{move: {piece: $p, to: z}}]", "end 0..1", 12},
		{"what is declined leads there", "- ensure: n < 1\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(work)\n    decline: rest\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "p! reap rest*", 3},
		{"the first option that is open leads there", "- ensure: n == 1\n  do:\n  - menu: what\n    by: red\n    options:\n      none: {where: gold > 5, do: [{set: {n: 3}}]}\n      one: [{set: {n: 1}}]\n      two: [{set: {n: 1}}]", "what! one two", 3},
		{"no option leads there but one", "- ensure: n == 1\n  do:\n  - menu: what\n    by: red\n    options:\n      none: []\n      one: [{set: {n: 1}}]\n      two: [{set: {n: 2}}]", "end 0..1", 8},
		{"a procedure that can keep its obligation within another", "- ensure: n > 0\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(owing)\n    decline: none", "end 0..1", 23},
		{"what is owed makes a procedure possible", "- ensure: n > 1\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(work)\n    owed: gold < 6\n  - gain: {gold: 4}\n  - callOne: $q\n    by: red\n    from: procedures(work)\n  - gain: {n: 1}\n    if: $q == sow", "p! sow reap", 3},
		{"a loop that has to come to an end", "- ensure: at == z\n  do:\n  - while: at != z\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at)\n    - set: {at: =$k}", "k! x z", 7},
		{"a loop that does not come to an end", "- ensure: at == none\n  do:\n  - while: at != none\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at)\n    - set: {at: =$k}", "k x z", 10},
		{"an option to decline that comes first", "- ensure: n < 1\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: []\n      one: [{may: more, by: red, do: []}]\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "what! none* one", 3},
		{"an option to decline that is not open", "- ensure: n < 1\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: {where: gold > 5, do: []}\n      one: [{may: more, by: red, do: []}]\n      two: []\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "what! one two", 3},
		{"an option to decline that will not do", "- ensure: n > 0\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: []\n      one: [{gain: {n: 1}}]\n      two: [{gain: {n: 2}}]", "what! one two", 7},
		{"what holds once is asked in its own frame", "- let: {$j: 0}\n- ensure: $j > 1\n  once: true\n  do:\n  - amount: $w\n    by: red\n    max: 2\n  - set: {$j: $w}\n  - let: {$r: {call: add}}\n  - set: {$j: 0}", "k 0..4", 117},
		{"what a procedure owes once, within another obligation", "- ensure: gold > 2\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(once)\n    decline: rest", "p! owes-once rest*", 5},
		{"what a procedure owes once, within what is owed once", "- ensure: b\n  once: true\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(once)\n    decline: rest\n  - may: more\n    by: red\n    do: [{set: {b: true}}]", "p! owes-once rest*", 9},
		{"a take with tiers", "- ensure: n < 2\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    tiers: [pawn, king]\n    to: z\n  - set: {n: =$k}", "k! 0..1 of x/pawn y/king.up", 16},
		{"a take with tiers in one zone", "- ensure: pieces(x, king) == 0\n  do:\n  - move: {of: king, from: y, count: 1, to: x}\n  - take: $k\n    by: red\n    of: red | blue\n    from: x\n    tiers: [pawn, king]\n    min: 1\n    max: 3\n    to: z", "end 0..1", 11},
		{"a take at a price", "- ensure: n > 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    each: $p\n    cost: '=if($p in king, 2, 1)'\n    budget: 2\n    to: z\n  - set: {n: '=pieces(z, king)'}", "end 0..1", 16},
		{"pieces at a price of which some will not do", "- ensure: n == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    each: $p\n    cost: '=if($p in king, 2, 1)'\n    budget: 3\n    to: z\n  - set: {n: =$k}", "k! 1..1 of x/pawn:1 y/king.up:2", 18},
		{"members at a price of which some will not do", "- ensure: n > 1\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    cost: =$s.worth + 1\n    budget: 9\n  - set: {n: =sum($s.worth for $s in $k)}", "k! 1..1 of y:3 z:4", 14},
		{"picks at a price of which some will not do", "- ensure: n > 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    cost: =$s.worth + 1\n    budget: 9\n    do: [{set: {n: =$s.worth}}]", "k! y:3 z:4", 10},
		{"a walk that never comes to a sum", "- ensure: n == 7 and at == x\n  do:\n  - while: n < 7\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at)\n    - set: {at: =$k}\n    - gain: {n: =$k.worth}", "k! x z", 11},
		{"a walk that leads back to where it was", "- ensure: at == z and b\n  do:\n  - while: at != z or not b\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at) | at\n    - set: {at: =$k}\n    - set: {b: true}\n      if: at == y", "k! x y", 16},
		{"turns that lead round", "- ensure: n == 3 and m == 6\n  do:\n  - while: n != 3 or m != 6\n    do:\n    - menu: what\n      by: red\n      options:\n        one: [{set: {n: =(n + 1) mod 5}}]\n        two: [{set: {m: =(m + 3) mod 7}}]\n        three: [{set: {n: =m mod 5}}]", "what! one two three", 248},
		{"a sum of many", "- ensure: n == 11\n  do:\n  - repeat: 4\n    do: [{amount: $k, by: red, max: 4}, {gain: {n: =$k * 2 - 1}}]", "k! 0..4", 854},
		{"! what procedures give is too little", "- let: {$j: 0}\n- ensure: $j > 12\n  do:\n  - let: {$r: {call: ask}}\n  - set: {$j: =$r * 2}\n  - let: {$s: {call: ask}}", "k! 0..4", 8},
		{"! what procedures give is enough", "- let: {$j: 0}\n- ensure: $j > 7\n  do:\n  - let: {$r: {call: ask}}\n  - set: {$j: =$r * 2}\n  - let: {$s: {call: ask}}", "k! 0..4", 20},
		{"! turns that lead round", "- ensure: n == 3 and m == 6\n  do:\n  - while: n != 3 or m != 6\n    do:\n    - menu: what\n      by: red\n      options:\n        one: [{set: {n: =(n + 1) mod 5}}]\n        two: [{set: {m: =(m + 3) mod 7}}]\n        three: [{set: {n: =m mod 5}}]", "what! one two three", 248},
		{"! a number that grows on the second way alone", "- ensure: gold\n  do:\n  - menu: what\n    by: red\n    options:\n      one: [{amount: $k, by: red, max: 1}, {lose: {gold: =$k}}]\n      two: [{amount: $k, by: red, max: 1}, {lose: {gold: =$k}}]\n      three: [{amount: $k, by: red, max: 2}, {gain: {gold: =$k}}]\n      four: [{amount: $k, by: red, max: 3}, {gain: {gold: =$k}}]\n  - amount: $l\n    by: red\n    max: 1\n  - lose: {gold: =$l}", "end 0..1", 43},
		{"! a track that holds no more than is owed", "- ensure: gold > 9\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {gold: 1}}]}]", "give! yes no*", 5},
		{"! pieces that only leave", "- ensure: pieces(x) > 2\n  do:\n  - repeat: 3\n    do: [{take: $k, by: red, of: red, from: x, to: y}]", "k! 0..2 of x/pawn", 7},
		{"! a number that only falls", "- ensure: gold\n  do:\n  - repeat: 5\n    do: [{may: give, by: red, do: [{lose: {gold: 1}}, {gain: {m: 1}}]}]", "end 0..1", 26},
		{"! a number that one of the ways makes greater", "- ensure: gold\n  do:\n  - menu: what\n    by: red\n    options:\n      one: [{amount: $k, by: red, max: 3}]\n      two: [{amount: $k, by: red, max: 3}, {gain: {gold: =$k}}]\n  - may: more\n    by: red\n    do: [{lose: {gold: 1}}]", "end 0..1", 36},
		{"! a condition that one of the ways brings about", "- ensure: gold > 5\n  do:\n  - menu: what\n    by: red\n    options:\n      one: [{amount: $k, by: red, max: 3}]\n      two: [{amount: $k, by: red, max: 3}, {gain: {gold: =$k}}]\n  - may: more\n    by: red\n    do: [{lose: {gold: 1}}]", "end 0..1", 25},
		{"! what one obligation leaves to another", "- ensure: gold > 2\n  do:\n  - ensure: n\n    do:\n    - repeat: 3\n      do: [{may: give, by: red, do: [{lose: {gold: 1}}, {gain: {n: 1}}]}]\n    - may: back\n      by: red\n      do: [{gain: {gold: 1}}]", "give! yes no*", 35},
		{"! a walk to where no way leads", "- ensure: at == box\n  do:\n  - while: at != box\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at)\n    - set: {at: =$k}", "k x z", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := ahead(t, c.do, c.name[0] == '!')
			if got := published(s); got != c.asks {
				t.Errorf("it asks %s, and should %s", got, c.asks)
			}
			if n := engine.States(s); n > c.states {
				t.Errorf("it takes %d states, %d are enough", n, c.states)
			}
		})
	}
}

// ahead plays a page up to where some statements ask something.
func ahead(t *testing.T, do string, impatient bool) *engine.State {
	t.Helper()
	g := loaded(t, toy(t, fmt.Sprintf(foreseen, "=gold", eachLine(do, func(l string) string { return "  " + l }))))
	if impatient {
		g.Impatient()
	}
	s, err := g.New(engine.Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(engine.Answer{}); err != nil {
		t.Fatal(err)
	}
	return s
}

package engine_test

// These tests check the decisions that small blocks with obligations publish, and the states and steps of the search. A lost
// bound or shortcut of the search changes no answer and is noticed only here.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// published formats the pending decision of a state: its name, ! if it is obliged, and the legal answers with their prices; *
// marks the one that declines.
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

func TestSearchFindsLegalAnswersWithinStateAndStepLimits(t *testing.T) {
	for _, c := range []struct {
		name, do, asks string
		states, steps  int
	}{
		{"a condition that cannot hold binds nothing", "- ensure: n > 0\n  do:\n  - amount: $k\n    by: red\n    max: 3", "k! 0..3", 14, 18},
		{"a number that has to be given", "- ensure: n > 1\n  do:\n  - amount: $k\n    by: red\n    max: 3\n  - set: {n: =$k}", "k! 2..3", 9, 22},
		{"what must not be done is declined", "- ensure: n == 0\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "end 0..1", 398, 3557},
		{"one yes of many", "- ensure: n == 1\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "give! yes no*", 4, 211},
		{"more yes than can be said", "- ensure: n == 9\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "give! yes no*", 155, 1615},
		{"as many yes as can be said", "- ensure: n == 8\n  do:\n  - repeat: 8\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "end 0..1", 469, 5509},
		{"a number of which as much is to be had as can be", "- ensure: n\n  do:\n  - repeat: 3\n    do: [{amount: $k, by: red, max: 2}, {gain: {n: $k}}]", "end 0..1", 126, 626},
		{"a number of which no more than some is asked", "- ensure: n\n  most: 2\n  do:\n  - repeat: 3\n    do: [{amount: $k, by: red, max: 2}, {gain: {n: $k}}]", "k! 0..2", 14, 110},
		{"one of which some will not do", "- ensure: n > 1\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - set: {n: =$k.worth}", "k! y z", 6, 30},
		{"one that is sought", "- ensure: n > 2\n  do:\n  - one: $k\n    by: red\n    from: spaces\n    seek: $k.worth > 2\n  - set: {n: =$k.worth}\n  - one: $l\n    by: red\n    from: spaces", "l! x y z", 23, 86},
		{"a pick that has to come to a sum", "- ensure: n == 4\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 1\n    do: [{gain: {n: =$s.worth}}]", "k! x z", 24, 296},
		{"no member is picked twice", "- ensure: n == 4\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: x | y\n    count: 2\n    do: [{gain: {n: =$s.worth}}]", "k! x y", 8, 175},
		{"a member may be picked again", "- ensure: n == 4\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: x | y\n    again: true\n    max: 2\n    do: [{gain: {n: =$s.worth}}]", "end 0..1", 24, 295},
		{"a pick that need not be made", "- ensure: n == 0\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    do: [{gain: {n: =$s.worth}}]", "end 0..1", 45, 444},
		{"a pick that has to be made is first made as it is sought", "- ensure: n == 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    seek: $s.worth == 3\n    do: [{gain: {n: =$s.worth}}]", "end 0..1", 12, 114},
		{"picks that can be paid for", "- ensure: n == 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    cost: =$s.worth\n    budget: gold\n    do: [{lose: {gold: =$s.worth}}, {gain: {n: =$s.worth}}]", "k! x:1 y:2 z:3", 13, 146},
		{"a subset that has to come to a sum", "- ensure: n == 3\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n  - set: {n: =sum($s.worth for $s in $k)}", "k! 1..2 of x y z", 21, 84},
		{"a subset that leaves members out", "- ensure: n == 2\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 2\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 26, 109},
		{"a subset of the members that are needed", "- ensure: n == 4\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 1\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 26, 131},
		{"a take of three from two binds nothing", "- ensure: n == 3\n  do:\n  - take: $k\n    by: red\n    of: pawn\n    from: x\n    to: z\n  - set: {n: =$k}", "k! 0..2 of x/pawn", 14, 316},
		{"a take that has to come to a number", "- ensure: n == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z\n  - set: {n: =$k}", "k! 1..1 of x/pawn y/king.up", 19, 303},
		{"a subset of members that keep their prices", "- ensure: n > 1\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    cost: =$s.worth\n    budget: gold\n  - set: {n: '=if(x in $k, 0, sum($s.worth for $s in $k))'}", "k! 1..1 of y:2 z:3", 17, 46},
		{"a take of pieces that keep their prices", "- move: {of: king, from: box, count: 1, to: y}\n- ensure: pieces(z, king) > 0 and pieces(z, pawn) == 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    each: $p\n    cost: =if(piece-zone($p) == x, 1, 2)\n    budget: gold + 1\n    to: z", "k! 1..2 of y/king.up:2", 23, 341},
		{"one of members that keep their prices", "- ensure: n > 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    cost: =$s.worth\n    budget: gold\n    do: [{set: {n: =$s.worth}}]", "k! y:2 z:3", 9, 88},
		{"a take with an entry of no tier", "- move: {of: king, from: y, count: 1, to: x}\n- ensure: pieces(z, pawn) == 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x\n    tiers: [pawn]\n    max: 1\n    to: z", "k! 0..1 of x/king.up", 7, 999},
		{"a take of which two ways lead there", "- move: {of: king, from: box, count: 1, to: y}\n- ensure: n == 3\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z\n  - set: {n: =$k}", "k! 3..3 of x/pawn y/king.up", 33, 412},
		{"a take of which an entry will not do", "- ensure: pieces(z, king) == 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z", "k! 0..2 of x/pawn", 13, 204},
		{"a take that need not be made", "- ensure: pieces(z) == 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z", "end 0..1", 17, 268},
		{"options of which one will not do", "- ensure: n == 1\n  do:\n  - menu: what\n    by: red\n    options:\n      one: [{set: {n: 1}}]\n      two: [{set: {n: 2}}]\n      three: [{set: {n: 1}}]", "what! one three", 4, 18},
		{"a side option alone leads there", "- ensure: n == 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    also: {one: {do: [{set: {n: 1}}]}, two: {do: [{set: {n: 2}}]}}\n    do: [{set: {n: 3}}]", "k! x y z +one +two", 29, 264},
		{"any member will do where it sets first what is owed", "- ensure: b\n  once: true\n  do:\n  - may: give\n    by: red\n    do: [{lose: {gold: 1}}]\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 1\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "give! yes no*", 2, 22},
		{"what has to hold once may be undone", "- ensure: b\n  once: true\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - set: {b: =$k != x}\n  - set: {b: false}", "k! y z", 6, 30},
		{"what has to hold at the end must not be undone", "- ensure: b\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - set: {b: true}\n  - set: {b: =$k != x}", "k! y z", 6, 36},
		{"states that are equal are looked at once", "- ensure: n == 9\n  do:\n  - repeat: 6\n    do: [{amount: $k, by: red, max: 1}, {gain: {n: $k}}]", "k! 0..1", 138, 1109},
		{"one obligation within another", "- ensure: m > 5\n  do:\n  - ensure: n\n    most: 2\n    do:\n    - amount: $k\n      by: red\n      max: 2\n    - set: {n: =$k}\n  - gain: {m: 1}\n    if: n < 2", "end 0..1", 13, 48},
		{"what chance brings leaves a way", "- ensure: n > 2\n  do:\n  - amount: $k\n    by: red\n    max: 2\n  - roll: $r\n    sides: 2\n  - set: {n: =$k + $r}", "k! 1..2", 12, 32},
		{"a voluntary yes is nothing to count on", "- ensure: n == 1\n  do:\n  - may: give\n    by: red\n    voluntary: true\n    do: [{set: {n: 1}}]", "give! yes no*", 6, 16},
		{"a procedure that can keep its obligation", "- callOne: $p\n  by: red\n  from: procedures(owing)\n  decline: none", "p owes-one none*", 6, 15},
		{"a pick of all members", "- ensure: n == 6\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: all\n    do: [{gain: {n: =$s.worth}}]", "k! x y z", 3, 201},
		{"a pick of just so many members", "- ensure: n > 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 2\n    do: [{gain: {n: =$s.worth}}]", "k! x y z", 10, 196},
		{"a pick of at least so many members", "- ensure: n < 5\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n    do: [{gain: {n: =$s.worth}}]", "k! x y z", 3, 99},
		{"a pick of so many members that can be paid for", "- ensure: n == 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n    cost: =$s.worth\n    budget: gold\n    do: [{pay: {gold: =$s.worth}}, {gain: {n: =$s.worth}}]", "k! x:1 y:2", 2, 89},
		{"a pick whose members set first what is owed, of just so many", "- ensure: b\n  once: true\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 2\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "k! x y z", 0, 15},
		{"a pick whose members set first what is owed, at a price", "- ensure: b\n  once: true\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    cost: =$s.worth + 1\n    budget: gold\n    do: [{set: {b: true}}, {pay: {gold: =$s.worth + 1}}]", "k! x:2 y:3", 4, 26},
		{"no member that sets first what is owed", "- ensure: b\n  once: true\n  do:\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    where: n > 0\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "k! x y z", 5, 74},
		{"one that sets first what is owed", "- ensure: b\n  once: true\n  do:\n  - one: $s\n    by: red\n    from: spaces\n    do: [{set: {b: true}}, {gain: {n: =$s.worth}}]", "s! x y z", 0, 11},
		{"what is owed is set first to what does not count", "- ensure: b\n  once: true\n  do:\n  - one: $s\n    by: red\n    from: spaces\n    do: [{set: {b: false}}, {set: {b: =$s == y}}]", "end 0..1", 7, 49},
		{"two things are owed of which one is set", "- ensure: b\n  once: true\n  do:\n  - ensure: who == blue\n    do:\n    - one: $s\n      by: red\n      from: spaces\n      do: [{set: {b: true}}, {set: {who: blue}, if: $s != x}]", "s! y z", 6, 53},
		{"one of two things that are owed is set in any way, the other is not", "- ensure: n == 1\n  do:\n  - ensure: b\n    once: true\n    do:\n    - may: give\n      by: red\n      do: [{gain: {n: 1}}]\n    - one: $s\n      by: red\n      from: spaces\n      do: [{set: {b: true}}]", "s! x y z", 11, 109},
		{"one thing that is owed twice", "- ensure: b\n  once: true\n  do:\n  - ensure: b\n    once: true\n    do:\n    - one: $s\n      by: red\n      from: spaces\n      do: [{set: {b: true}}]", "s! x y z", 0, 16},
		{"a subset of at least two", "- ensure: n == 3\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 11, 74},
		{"a subset that nothing is owed of comes first as none", "- ensure: n == 1\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n  - amount: $l\n    by: red\n    max: 1\n  - set: {n: =$l}", "k! 0..3 of x y z", 17, 55},
		{"a subset of all", "- ensure: n == 6\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 3\n  - set: {n: =sum($s.worth for $s in $k)}", "end 0..1", 0, 32},
		{"a take that nothing is owed of comes first as none", "- ensure: n == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z\n  - amount: $l\n    by: red\n    max: 1\n  - set: {n: =$l}", "k! 0..3 of x/pawn y/king.up", 15, 293},
		{"a take of at least two", "- ensure: pieces(z, king) == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    min: 2\n    to: z", "k! 2..3 of x/pawn y/king.up", 9, 265},
		{"a take that can be made in two ways", "- ensure: n == 2\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z\n  - set: {n: =$k}", "k! 2..2 of x/pawn y/king.up", 21, 312},
		{"a take that can be made in one way", "- ensure: pieces(z) == 3\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    to: z", "end 0..1", 19, 362},
		{"a take that is sought", "- ensure: pieces(z, king) == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    max: 1\n    each: $p\n    seek: piece-zone($p) == y\n    do: [{move: {piece: $p, to: z}}]", "end 0..1", 10, 250},
		{"what is declined leads there", "- ensure: n < 1\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(work)\n    decline: rest\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "p! reap rest*", 2, 22},
		{"the first option that is open leads there", "- ensure: n == 1\n  do:\n  - menu: what\n    by: red\n    options:\n      none: {where: gold > 5, do: [{set: {n: 3}}]}\n      one: [{set: {n: 1}}]\n      two: [{set: {n: 1}}]", "what! one two", 2, 12},
		{"no option leads there but one", "- ensure: n == 1\n  do:\n  - menu: what\n    by: red\n    options:\n      none: []\n      one: [{set: {n: 1}}]\n      two: [{set: {n: 2}}]", "end 0..1", 7, 26},
		{"a procedure that can keep its obligation within another", "- ensure: n > 0\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(owing)\n    decline: none", "end 0..1", 20, 108},
		{"what is owed makes a procedure possible", "- ensure: n > 1\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(work)\n    owed: gold < 6\n  - gain: {gold: 4}\n  - callOne: $q\n    by: red\n    from: procedures(work)\n  - gain: {n: 1}\n    if: $q == sow", "p! sow reap", 2, 53},
		{"a loop that has to come to an end", "- ensure: at == z\n  do:\n  - while: at != z\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at)\n    - set: {at: =$k}", "k! x z", 5, 825},
		{"a loop that does not come to an end", "- ensure: at == none\n  do:\n  - while: at != none\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at)\n    - set: {at: =$k}", "k x z", 10, 1641},
		{"an option to decline that comes first", "- ensure: n < 1\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: []\n      one: [{may: more, by: red, do: []}]\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "what! none* one", 2, 17},
		{"an option to decline that is not open", "- ensure: n < 1\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: {where: gold > 5, do: []}\n      one: [{may: more, by: red, do: []}]\n      two: []\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "what! one two", 2, 19},
		{"as many answers as a greedy play takes", "- ensure: m > 0\n  do:\n  - repeat: 64\n    do: [{may: give, by: red, do: [{gain: {n: 1}}]}]", "give! yes no*", 2, 967},
		{"a subset of a kind of many", "- let: {$k: {value: [], type: cards}}\n- ensure: n == 1 and card-70 not in $k\n  do:\n  - subset: $l\n    by: red\n    each: $c\n    from: ace | bee | card-70\n    max: 2\n  - set: {n: =size($l), $k: =$l}", "l! 1..1 of ace bee", 24, 68},
		{"a subset of a kind of many that need not be made", "- ensure: n == 1\n  do:\n  - subset: $l\n    by: red\n    each: $c\n    from: ace | bee | card-70\n  - amount: $m\n    by: red\n    max: 1\n  - set: {n: =$m}", "l! 0..3 of ace bee card-70", 17, 55},
		{"an option beside what declines that will not do", "- ensure: n < 1\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: []\n      one: [{gain: {n: 1}}]\n      two: [{may: more, by: red, do: []}]", "what! none* two", 4, 17},
		{"one that sets what is owed, but for a member", "- ensure: b\n  once: true\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - if: $k != x\n    then: [{set: {b: true}}]", "k! y z", 6, 30},
		{"one that sets what is owed if there is one", "- ensure: b\n  once: true\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - if: $k != none\n    then: [{set: {b: true}}]", "k! x y z", 0, 11},
		{"one that does away with what is owed", "- set: {b: true}\n- ensure: b\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - if: $k == x\n    then: [{set: {b: false}}]", "k! y z", 6, 34},
		{"an option to decline that will not do", "- ensure: n > 0\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: []\n      one: [{gain: {n: 1}}]\n      two: [{gain: {n: 2}}]", "what! one two", 6, 19},
		{"what holds once is asked in its own frame", "- let: {$j: 0}\n- ensure: $j > 1\n  once: true\n  do:\n  - amount: $w\n    by: red\n    max: 2\n  - set: {$j: $w}\n  - let: {$r: {call: add}}\n  - set: {$j: 0}", "k 0..4", 116, 360},
		{"what a procedure owes once, within another obligation", "- ensure: gold > 2\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(once)\n    decline: rest", "p! owes-once rest*", 4, 33},
		{"what a procedure owes once, within what is owed once", "- ensure: b\n  once: true\n  do:\n  - callOne: $p\n    by: red\n    from: procedures(once)\n    decline: rest\n  - may: more\n    by: red\n    do: [{set: {b: true}}]", "p! owes-once rest*", 6, 52},
		{"a take with tiers", "- ensure: n < 2\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    tiers: [pawn, king]\n    to: z\n  - set: {n: =$k}", "k! 0..1 of x/pawn y/king.up", 15, 213},
		{"a take with tiers in one zone", "- ensure: pieces(x, king) == 0\n  do:\n  - move: {of: king, from: y, count: 1, to: x}\n  - take: $k\n    by: red\n    of: red | blue\n    from: x\n    tiers: [pawn, king]\n    min: 1\n    max: 3\n    to: z", "end 0..1", 10, 278},
		{"a take at a price", "- ensure: n > 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    each: $p\n    cost: '=if($p in king, 2, 1)'\n    budget: 2\n    to: z\n  - set: {n: '=pieces(z, king)'}", "end 0..1", 15, 289},
		{"pieces at a price of which some will not do", "- ensure: n == 1\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    each: $p\n    cost: '=if($p in king, 2, 1)'\n    budget: 3\n    to: z\n  - set: {n: =$k}", "k! 1..1 of x/pawn:1 y/king.up:2", 17, 285},
		{"members at a price of which some will not do", "- ensure: n > 1\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    cost: =$s.worth + 1\n    budget: 9\n  - set: {n: =sum($s.worth for $s in $k)}", "k! 1..1 of y:3 z:4", 13, 46},
		{"picks at a price of which some will not do", "- ensure: n > 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    cost: =$s.worth + 1\n    budget: 9\n    do: [{set: {n: =$s.worth}}]", "k! y:3 z:4", 9, 88},
		{"a walk that never comes to a sum", "- ensure: n == 7 and at == x\n  do:\n  - while: n < 7\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at)\n    - set: {at: =$k}\n    - gain: {n: =$k.worth}", "k! x z", 11, 201},
		{"a walk that leads back to where it was", "- ensure: at == z and b\n  do:\n  - while: at != z or not b\n    do:\n    - one: $k\n      by: red\n      from: adjacent(at) | at\n    - set: {at: =$k}\n    - set: {b: true}\n      if: at == y", "k! x y", 10, 3259},
		{"turns that lead round", "- ensure: n == 3 and m == 6\n  do:\n  - while: n != 3 or m != 6\n    do:\n    - menu: what\n      by: red\n      options:\n        one: [{set: {n: =(n + 1) mod 5}}]\n        two: [{set: {m: =(m + 3) mod 7}}]\n        three: [{set: {n: =m mod 5}}]", "what! one two three", 127, 40932},
		{"a sum of many", "- ensure: n == 11\n  do:\n  - repeat: 4\n    do: [{amount: $k, by: red, max: 4}, {gain: {n: =$k * 2 - 1}}]", "k! 0..4", 854, 4961},
		{"at least one pick that sets first what is owed, at a price", "- ensure: b\n  once: true\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 1\n    cost: =$s.worth + 1\n    budget: gold\n    do: [{set: {b: true}}, {pay: {gold: =$s.worth + 1}}]", "k! x:2 y:3", 0, 15},
		{"one pick that sets first what is owed, at a price", "- ensure: b\n  once: true\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 1\n    cost: =$s.worth + 1\n    budget: gold\n    do: [{set: {b: true}}, {pay: {gold: =$s.worth + 1}}]", "k! x:2 y:3", 0, 15},
		{"two picks that set first what is owed, of which one can be paid for", "- ensure: b\n  once: true\n  do:\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 2\n    cost: =$s.worth + 1\n    budget: gold\n    do: [{set: {b: true}}, {pay: {gold: =$s.worth + 1}}]", "give! yes no*", 2, 49},
		{"at least two picks that set first what is owed, of which one can be paid for", "- ensure: b\n  once: true\n  do:\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n    cost: =$s.worth + 1\n    budget: gold\n    do: [{set: {b: true}}, {pay: {gold: =$s.worth + 1}}]", "give! yes no*", 2, 49},
		{"a pick of at least two of which the first cannot be one", "- set: {gold: 3}\n- ensure: n == 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    min: 2\n    cost: =4 - $s.worth\n    budget: gold\n    do: [{pay: {gold: =4 - $s.worth}}, {gain: {n: =$s.worth}}]", "k! y:2 z:1", 8, 228},
		{"a pick of two of which the first cannot be one", "- set: {gold: 3}\n- ensure: n == 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: 2\n    cost: =4 - $s.worth\n    budget: gold\n    do: [{pay: {gold: =4 - $s.worth}}, {gain: {n: =$s.worth}}]", "k! y:2 z:1", 8, 216},
		{"a pick of all that can be paid for", "- set: {gold: 3}\n- ensure: n == 1\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    count: all\n    cost: =4 - $s.worth\n    budget: gold\n    do: [{pay: {gold: =4 - $s.worth}}, {gain: {n: =$s.worth}}]", "end 0..1", 5, 218},
		{"no pair sets what is owed", "- ensure: b\n  once: true\n  do:\n  - pair: $k\n    by: red\n    from: spaces\n    second: $l\n    to: spaces\n    where: gold > 5\n  - if: $k != none\n    then: [{set: {b: true}}]\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "give! yes no*", 8, 102},
		{"a wide subset of at least one", "- ensure: n == 2\n  do:\n  - subset: $k\n    by: red\n    each: $c\n    from: [ace, bee, card-70]\n    min: 1\n  - set: {n: '=size($k) + if(card-70 in $k, 1, 0)'}\n  - amount: $l\n    by: red\n    max: 1", "k! 1..2 of ace bee card-70", 25, 61},
		{"declining that is not open leads nowhere", "- ensure: n == 0\n  do:\n  - menu: what\n    by: red\n    decline: none\n    options:\n      none: {where: gold > 5, do: []}\n      one: [{gain: {n: 1}}]\n      two: [{gain: {n: 2}}]\n  - may: give\n    by: red\n    do: [{gain: {n: 1}}]", "what! one two", 14, 52},
		{"what follows a choice by another name", "- let: {$o: '=the(lowest(set($z in spaces where gold > 5), 1))'}\n- ensure: b\n  once: true\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - if: $o != none\n    then: [{set: {b: true}}]", "k! x y z", 11, 46},
		{"a procedure of some cards that can keep its obligation", "- menu: what\n  by: red\n  options:\n    hold: {where: 'possible(owes-cards, set($c in stock where $c != bee))', do: []}\n    wait: {where: 'possible(owes-cards, set($c in stock where $c == bee))', do: []}\n    none: []", "what hold none", 6, 16},
		{"a pick of at least two of many kinds, at a price", "- ensure: n == 2\n  do:\n  - pick: $k\n    by: red\n    each: $c\n    from: [card-68, card-69, card-70]\n    min: 2\n    cost: 1\n    budget: gold\n    do: [{pay: {gold: 1}}, {gain: {n: 1}}]", "k! card-68:1 card-69:1 card-70:1", 3, 111},
		{"a pick that is sought by a number that changes", "- ensure: n == 3\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    seek: $s.worth * m > 14\n    do: [{gain: {n: =$s.worth}}]", "end 0..1", 12, 114},
		{"what is owed around what is kept", "- ensure: n > 1\n  do:\n  - ensure: b\n    once: true\n    do:\n    - set: {b: true}\n    - amount: $k\n      by: red\n      max: 3\n    - set: {n: $k}", "k! 2..3", 9, 50},
		{"a take with tiers that comes to no second tier", "- move: {of: king, from: y, count: 1, to: x}\n- ensure: n > 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | z\n    tiers: [pawn, king]\n    max: 2\n    to: z\n  - set: {n: =$k}", "k! 1..2 of x/pawn x/king.up", 9, 238},
		{"a take with tiers that comes to the second tier", "- move: {of: king, from: y, count: 1, to: x}\n- ensure: n > 0\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | z\n    tiers: [pawn, king]\n    max: 3\n    to: z\n  - set: {n: =$k}", "k! 1..3 of x/pawn x/king.up", 9, 244},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, steps := aheadIn(t, c.do)
			if got := published(s); got != c.asks {
				t.Errorf("it asks %s, and should %s", got, c.asks)
			}
			if n := engine.States(s); n != c.states {
				t.Errorf("it takes %d states, and should take %d", n, c.states)
			}
			if steps > c.steps {
				t.Errorf("it takes %d steps, %d are enough", steps, c.steps)
			}
			d := s.Decision()
			if d.Decline >= 0 && !slices.ContainsFunc(d.Options, func(o engine.Option) bool { return o.Index == d.Decline }) {
				t.Errorf("it is declined by option %d, which is none", d.Decline)
			}
			if d.Kind.Row().Answer == def.AnswerSet {
				least := engine.Answer{Chosen: d.LeastSet()}
				for _, m := range least.Chosen {
					least.Set |= 1 << uint(m&63)
				}
				if r := s.Refuses(least); r != nil || len(least.Chosen) != d.Min {
					t.Errorf("the least that can be chosen is %v: %v", least.Chosen, r)
				}
			}
			if d.Kind.Row().Answer == def.AnswerCounts {
				if least := d.Least(nil); len(least) != len(d.Entries) || s.Refuses(engine.Answer{Counts: least}) != nil {
					t.Errorf("the least that can be taken is %v of %v", least, d.Entries)
				}
			}
		})
	}
}

// foreseen is a page whose play has a decision, some statements, and another decision.
const foreseen = `# 1 Toy

~~~yaml
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
enums: {mood: [low, mid, high]}
properties: {zone: {worth: {type: int, default: 0}}, card: {order: {type: order, default: [red, blue]}}}
spaces: [{id: x, worth: 1, adjacent: [y]}, {id: y, worth: 2, adjacent: [x, z]}, {id: z, worth: 3, adjacent: [y]}]
grids: [{id: brook, directions: {down: [[x, y, z]]}}]
boxes: [{id: box}]
pieces: [{id: pawn, seat: red, count: 3, home: box, marks: [tired]}, {id: king, seat: blue, count: 2, home: box, statuses: [up, down]}]
cards: [{id: ace, order: [blue, red]}, {id: bee}, {each: {n: 1..70}, id: "card-{n}"}]
piles: [{id: rest}, {id: stock}, {id: hand}]
pools: {blights: 3}
markers: [{id: blight, on: [x, y], count: 2, pool: blights}, {id: favor, on: [x, y], scale: [cool, mild, warm], initial: mild}]
points:
- {id: sum, kind: number, combine: sum, of: int}
- {id: most, kind: number, combine: max, of: int}
- {id: least, kind: number, combine: min, of: int}
- {id: last, kind: number, combine: latest, of: int}
- {id: lean, kind: number, combine: latest, of: int}
- {id: most-of, kind: limit}
- {id: leave, kind: allow}
- {id: stay, kind: allow}
- {id: done-so, kind: allow}
- {id: ways, kind: pool, of: zones}
- {id: perhaps, kind: pool, of: zones}
- {id: done, kind: run}
- {id: told, kind: run, params: {k: int}}
durations: [always]
lasting:
- {id: dearth, duration: always, hooks: [{to: sum, value: -1}, {to: most, value: 4}, {to: least, value: 2}, {to: lean, value: 6}, {to: stay}, {to: told, do: [{set: {n: $k}}]}, {to: done, when: gold > 9, do: [{gain: {silver: 1}}]}, {to: ways, add: z, remove: x}]}
- {id: plenty, duration: always, hooks: [{to: sum, value: 2}, {to: most, value: 5}, {to: least, value: 1}, {to: last, value: 7}, {to: leave}, {to: most-of, value: 2}, {to: perhaps, add: z, remove: x}, {to: done, do: [{gain: {gold: 1}}]}]}
tracks: [{id: gold, min: 0, max: 9, initial: 3}, {id: silver, min: 0, max: 9, initial: 4}]
variables:
- {id: n, type: int}
- {id: m, type: int, initial: 5}
- {id: b, type: bool}
- {id: at, type: zone, initial: x}
- {id: sure, type: zones, initial: [z]}
- {id: piece, type: piece}
- {id: who, type: seat, initial: red}
- {id: some, type: zones}
- {id: per, type: int, per: space}
- {id: deed, type: int, initial: 1, scope: action}
- {id: seen-by, type: seats, per: card, reveals: true}
derived: [{id: still, per: space, on: [x, y], hold: true, value: =$it.per + 1}, {id: calm, hold: true, value: gold + 1}, {id: rich, value: gold + 1}, {id: twice, per: space, value: "=$it.per * 2"}]
setups: [{id: start, spaces: {x: {pieces: {pawn: 2}, blight: 1}, y: {pieces: {king.up: 1}}}, piles: {stock: [ace, bee]}, lasting: [dearth]}]
functions:
- {id: double, params: {k: int}, value: "=$k * 2"}
- {id: twofold, params: {k: int}, let: {$j: $k + 1}, value: =$j * 2}
- {id: pot, params: {t: track}, value: =$t + 0}
- {id: formula, value: "%s"}
procedures:
- id: play
  do:
  - amount: $any
    by: red
    max: 2
%s
  - amount: $end
    by: red
    max: 1
- {id: give, params: {k: int}, do: [{gain: {gold: =$k}}]}
- {id: ask, do: [{amount: $k, by: red, max: 4}, {return: =$k}]}
- {id: fill, params: {t: track}, do: [{gain: {$t: 1}}]}
- {id: end-it, do: [{over: {}}]}
- {id: put, params: {k: int}, do: [{set: {n: =$k}}]}
- {id: idle, params: {k: int}, do: [{note: {idle: {k: $k}}}]}
- {id: add, do: [{amount: $k, by: red, max: 4}, {amount: $l, by: red, max: 4}, {return: =$k + $l}]}
- {id: sow, tags: [work], possible: [{when: gold > 5}], do: [{gain: {n: 1}}]}
- {id: grow, params: {k: int}, tags: [giving], do: [{gain: {m: $k}}]}
- {id: shrink, params: {k: int}, tags: [giving], do: [{lose: {m: $k}}]}
- {id: owes-one, tags: [owing], do: [{ensure: n > 0, do: [{amount: $k, by: red, max: 1}, {set: {n: $k}}]}]}
- {id: owes-once, tags: [once], do: [{ensure: b, once: true, do: [{one: $s, by: red, from: spaces, do: [{set: {b: true}}, {gain: {n: =$s.worth}}]}]}]}
- {id: owes-two, tags: [owing], do: [{ensure: n > 1, do: [{amount: $k, by: red, max: 1}, {set: {n: $k}}]}]}
- {id: dig, params: {k: int}, possible: [{when: gold > $k}], do: [{gain: {n: 1}}]}
- {id: reap, tags: [work], do: [{gain: {m: 1}}]}
- {id: knot, do: [{ensure: n > 0, do: [{menu: what, by: red, options: {one: {where: possible(knot), do: [{gain: {n: 1}}]}, two: [{gain: {n: 2}}]}}]}]}
- {id: owes-cards, params: {cards: cards}, do: [{ensure: ace in $cards, do: [{amount: $k, by: red, max: 1}]}]}
~~~
`

// ahead plays a page to the first decision of some statements.
func ahead(t *testing.T, do string) *engine.State {
	t.Helper()
	s, _ := aheadIn(t, do)
	return s
}

// aheadIn is like ahead, but also returns the steps since the preceding decision.
func aheadIn(t *testing.T, do string, options ...engine.LoadOption) (*engine.State, int) {
	t.Helper()
	const limit = 1 << 40
	g := loaded(t, toy(t, fmt.Sprintf(foreseen, "=gold", eachLine(do, func(l string) string { return "  " + l }))), append(options, engine.WithLimit(limit))...)
	s, err := g.New(engine.Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	g.Allow(limit)
	if err := s.Apply(engine.Answer{}); err != nil {
		t.Fatal(err)
	}
	return s, int(limit - g.Left())
}

// An answer that an obligation excludes is refused for the obligation, an illegal answer for its own reason.
func TestAnswersExcludedByObligationAreRefusedUnderItsClause(t *testing.T) {
	const (
		reached = "could no longer be satisfied"

		one    = "- ensure: n > 1\n  rule: 1.9\n  do:\n  - one: $k\n    by: red\n    from: spaces\n  - set: {n: =$k.worth}"
		pick   = "- ensure: n > 1\n  rule: 1.9\n  do:\n  - pick: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 1\n    also: {some: {do: [{gain: {n: 2}}]}, rest: {do: [{lose: {n: 9}}]}}\n    do: [{gain: {n: =$s.worth}}]"
		menu   = "- ensure: n > 1\n  rule: 1.9\n  do:\n  - menu: what\n    by: red\n    options:\n      one: [{set: {n: 1}}]\n      two: [{set: {n: 2}}]\n      three: [{set: {n: 3}}]\n      four: {where: gold > 5, do: [{set: {n: 3}}]}"
		subset = "- ensure: n == 1 or n == 2\n  rule: 1.9\n  do:\n  - subset: $k\n    by: red\n    each: $s\n    from: spaces\n    max: 2\n  - set: {n: =sum($s.worth for $s in $k)}"
		take   = "- ensure: pieces(z) == 1\n  rule: 1.9\n  do:\n  - take: $k\n    by: red\n    of: red | blue\n    from: x | y\n    max: 2\n    to: z"
		number = "- ensure: n > 1\n  rule: 1.9\n  do:\n  - amount: $k\n    by: red\n    max: 3\n  - set: {n: $k}"
	)
	for _, c := range []struct {
		name, do  string
		answer    engine.Answer
		why, says string
	}{
		{"a member that is left", one, engine.Answer{Member: 1}, "", ""},
		{"a member that is lost", one, engine.Answer{Member: 0}, reached, "x"},
		{"a member that never was", one, engine.Answer{Member: 3}, "not among the candidates", "box"},
		{"a pick that is left", pick, engine.Answer{Member: 2}, "", ""},
		{"a pick that is lost", pick, engine.Answer{Member: 0}, "", ""},
		{"stopping", pick, engine.Answer{Stop: true}, reached, "stop"},
		{"a side option that is left", pick, engine.Answer{Kind: engine.Side, Option: 0}, "", ""},
		{"a side option that is lost", pick, engine.Answer{Kind: engine.Side, Option: 1}, "", ""},
		{"an option that is left", menu, engine.Answer{Option: 1}, "", ""},
		{"an option that is lost", menu, engine.Answer{Option: 0}, reached, "one"},
		{"an option that never was", menu, engine.Answer{Option: 3}, "needs gold > 5; gold is 3", "four"},
		{"a set that is left", subset, engine.Answer{Set: 1}, "", ""},
		{"a set that is lost", subset, engine.Answer{Set: 3}, reached, "{x, y}"},
		{"no member at all", subset, engine.Answer{Set: 0}, reached, "{}"},
		{"a set with a member that is lost", subset, engine.Answer{Set: 4}, reached, "z"},
		{"too large a set", subset, engine.Answer{Set: 7}, reached, "z"},
		{"pieces that are left", take, engine.Answer{Counts: []int32{1, 0}}, "", ""},
		{"pieces that are lost", take, engine.Answer{Counts: []int32{1, 1}}, reached, ""},
		{"no piece at all", take, engine.Answer{Counts: []int32{0, 0}}, reached, ""},
		{"too many pieces", take, engine.Answer{Counts: []int32{2, 1}}, "3 pieces are too many", ""},
		{"a number that is left", number, engine.Answer{N: 2}, "", ""},
		{"a number that is lost", number, engine.Answer{N: 1}, reached, "1"},
		{"a number that never was", number, engine.Answer{N: 4}, "it must be 0 to 3", "4"},
	} {
		s := ahead(t, c.do)
		r := s.Refuses(c.answer)
		switch {
		case c.why == "" && r != nil:
			t.Errorf("%s: %v", c.name, r)
		case c.why != "" && (r == nil || r.Rule != "1.9" || !strings.Contains(r.Why, c.why) || r.Candidate != c.says):
			t.Errorf("%s: %+v, and %s should be refused: %s", c.name, r, c.says, c.why)
		}
	}
}

// A state damaged to have an unsatisfiable obligation has no legal answer, and this is a fault.
func TestObligationThatNoAnswerSatisfiesIsAFault(t *testing.T) {
	for _, ask := range []string{
		"amount: $k\n    by: red\n    max: 1",
		"one: $k\n    by: red\n    from: spaces",
		"pick: $k\n    by: red\n    each: $s\n    from: spaces\n    do: []",
		"subset: $k\n    by: red\n    each: $s\n    from: spaces",
		"take: $k\n    by: red\n    of: red | blue\n    from: spaces",
		"take: $k\n    by: red\n    of: red | blue\n    from: x\n    tiers: [pawn, king]\n    max: 2",
		"menu: what\n    by: red\n    options: {one: [], two: []}",
	} {
		s := ahead(t, "- move: {of: king, from: y, count: 1, to: x}\n- ensure: n\n  most: 1\n  do:\n  - "+ask+"\n  - amount: $l\n    by: red\n    max: 1\n  - set: {n: $l}")
		if d := s.Decision(); d.Fault != nil || !d.Obliged {
			t.Fatalf("%s: %+v", ask, d)
		}
		engine.Owe(s, 9)
		if d := s.Decision(); d.Fault == nil || !strings.Contains(d.Fault.Why, "no answer can satisfy the obligation of the block") {
			t.Errorf("%s: %+v", ask, d)
		}
	}
}

// The refusal for an obligation without a clause states the reason.
func TestRefusalForObligationWithoutClauseGivesTheReason(t *testing.T) {
	page := strings.Replace(fmt.Sprintf(foreseen, "=gold", "  - ensure: n > 1\n    do:\n    - amount: $k\n      by: red\n      max: 3\n    - set: {n: $k}"), "# 1 Toy", "# Toy", 1)
	s, err := loaded(t, toy(t, page)).New(engine.Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	does(t, s, 0)
	if r := s.Refuses(engine.Answer{N: 1}); r == nil || r.Rule != "" || !strings.Contains(r.Why, "could no longer be satisfied") {
		t.Errorf("%+v", r)
	}
}

// If a block begins with chance, the obligation is computed after the outcome, also in a restored state.
func TestObligationOfBlockStartingWithChanceIsCheckedAfterTheRoll(t *testing.T) {
	for _, c := range []struct{ name, do, asks string }{
		{"a condition that any outcome leaves open", "- ensure: n > 1\n  do:\n  - roll: $r\n    sides: 6\n  - amount: $k\n    by: red\n    max: 3\n  - set: {n: =$k}", "k! 2..3"},
		{"a condition that no outcome leaves open", "- ensure: n > 8\n  do:\n  - roll: $r\n    sides: 6\n  - amount: $k\n    by: red\n    max: 3\n  - set: {n: '=$k + min($r, 5)'}", "k! 0..3"},
		{"a condition within another, both asked behind it", "- ensure: n > 0\n  do:\n  - ensure: m > 6\n    do:\n    - roll: $r\n      sides: 6\n    - amount: $k\n      by: red\n      max: 3\n    - set: {n: =4 - $k, m: =5 + $k}", "k! 2..3"},
	} {
		s := ahead(t, c.do)
		back, err := s.Game().Decode(s.Encode(nil))
		if err != nil {
			t.Fatal(c.name, err)
		}
		for _, p := range []*engine.State{s, back} {
			for d := p.Decision(); d != nil && d.Seat == engine.Chance; d = p.Decision() {
				a, err := p.Draw()
				if err != nil {
					t.Fatal(c.name, err)
				}
				if err := p.Apply(a); err != nil {
					t.Fatal(c.name, err)
				}
			}
			if got := published(p); got != c.asks {
				t.Errorf("%s: it asks %s, and should %s", c.name, got, c.asks)
			}
		}
	}
}

var (
	procedureLine = regexp.MustCompile(`^- id: (\S+)`)
	decisionLine  = regexp.MustCompile(`- (?:one|pick|take): \$(\w+)`)
	seekLine      = regexp.MustCompile(`^ +seek: (.*)$`)
)

// hinted moves each line "seek: condition" of a decision of a page into a search block.
func hinted(page string) string {
	procedure, decision, block := "", "", ""
	var kept []string
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		if m := procedureLine.FindStringSubmatch(line); m != nil {
			procedure = m[1]
		}
		if m := decisionLine.FindStringSubmatch(line); m != nil {
			decision = m[1]
		}
		if m := seekLine.FindStringSubmatch(line); m != nil {
			block += fmt.Sprintf("  %s.%s: {first: '%s'}\n", procedure, decision, m[1])
			continue
		}
		if block != "" && (line == "~~~" || line == "```") {
			kept, block = append(kept, "search:\n"+strings.TrimSuffix(block, "\n")), ""
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n") + "\n"
}

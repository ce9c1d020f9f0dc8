package engine_test

// This file says statement by statement and formula by formula what an outlook knows of the plays that go on from a decision.

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

// foreseen is a page whose play asks something, carries out statements and asks again.
const foreseen = `# 1 Outlook

~~~yaml
game: {id: outlook, title: Outlook, main: play}
seats: [{id: red}, {id: blue}]
enums: {mood: [low, mid, high]}
properties: {zone: {worth: {type: int, default: 0}}}
spaces: [{id: x, worth: 1, adjacent: [y]}, {id: y, worth: 2, adjacent: [x, z]}, {id: z, worth: 3, adjacent: [y]}]
boxes: [{id: box}]
pieces: [{id: pawn, seat: red, count: 3, home: box, marks: [tired]}, {id: king, seat: blue, count: 2, home: box, statuses: [up, down]}]
cards: [{id: ace}, {id: duke}]
piles: [{id: stock}, {id: hand}]
pools: {blights: 3}
markers: [{id: blight, on: [x, y], count: 2, pool: blights}]
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
durations: [always]
lasting:
- {id: dearth, duration: always, hooks: [{to: sum, value: -1}, {to: most, value: 4}, {to: least, value: 2}, {to: lean, value: 6}, {to: stay}, {to: ways, add: z, remove: x}]}
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
derived: [{id: calm, hold: true, value: gold + 1}, {id: rich, value: gold + 1}, {id: twice, per: space, value: "=$it.per * 2"}]
setups: [{id: start, spaces: {x: {pieces: {pawn: 2}, blight: 1}, y: {pieces: {king.up: 1}}}, piles: {stock: [ace, duke]}, lasting: [dearth]}]
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
- {id: sow, tags: [work], possible: [{when: gold > 5}], do: [{gain: {n: 1}}]}
- {id: owes-one, tags: [owing], do: [{ensure: n > 0, do: [{amount: $k, by: red, max: 1}, {set: {n: $k}}]}]}
- {id: owes-two, tags: [owing], do: [{ensure: n > 1, do: [{amount: $k, by: red, max: 1}, {set: {n: $k}}]}]}
- {id: reap, tags: [work], do: [{gain: {m: 1}}]}
~~~
`

func TestAnOutlookKnowsOfEachStatement(t *testing.T) {
	for _, c := range []struct{ name, do, want string }{
		{"nothing is done", "", "gold 3, n 0, x/pawn 2, box/pawn 1"},
		{"a value is set", "- set: {n: 4}", "n 0..4"},
		{"a number that was asked for", "- set: {n: =$any}", "n 0..2"},
		{"the variable of a zone that is known", "- set: {y.per: 4}", "x.per 0, y.per 0..4, z.per 0"},
		{"the variable of one of two zones", "- one: $s\n  by: red\n  from: x | z\n- set: {$s.per: 4}", "x.per 0..4, y.per 0, z.per 0..4"},
		{"a track gains what was asked for", "- gain: {gold: $any}", "gold 3..5"},
		{"a track gains no more than it holds", "- gain: {gold: 20}", "gold 3..9"},
		{"a track loses", "- lose: {gold: 1}", "gold 2..3"},
		{"a track loses no more than it has", "- lose: {gold: 20}", "gold 0..3"},
		{"what is paid is lost", "- pay: {gold: $any}", "gold 1..3"},
		{"what is transferred is lost and won", "- transfer: {from: gold, to: silver, amount: $any}", "gold 1..3, silver 4..6"},
		{"a marker is put where it may be", "- mark: {x.blight: 1}", "x.blight 1..2, y.blight 0"},
		{"a marker is put in one of two zones", "- one: $s\n  by: red\n  from: x | y\n- mark: {$s.blight: 1}", "x.blight 1..2, y.blight 0..1"},
		{"a piece moves", "- move: {of: pawn, from: x, count: 1, to: y}", "x/pawn 0..2, y/pawn 0..3, z/pawn 0, box/pawn 1"},
		{"no piece moves", "- move: {of: pawn, from: x, count: =n, to: y}", "x/pawn 2, y/pawn 0"},
		{"pieces move from where there are none", "- move: {of: pawn, from: z, count: 1, to: y}", "x/pawn 2, y/pawn 0"},
		{"all pieces move", "- move: {of: red, from: x | y, all: true, to: z}", "x/pawn 0..2, y/king.up 1, z/pawn 0..3"},
		{"a piece goes home", "- move: {of: pawn, from: x, count: 1, to: home}", "x/pawn 0..2, box/pawn 1..3"},
		{"a piece is flipped", "- flip: {of: king, in: y, to: down}", "y/king.up 0..1, y/king.down 0..2, x/king.down 0"},
		{"a piece is flipped to what it is", "- flip: {of: king, in: y, to: up}", "y/king.up 1, y/king.down 0"},
		{"a mark is put on a piece", "- tag: {of: pawn, in: x, count: 1, mark: tired}", "x/pawn 0..2, x/pawn.tired 0..3, y/pawn.tired 0"},
		{"a mark is taken off all pieces", "- tag: {of: pawn, in: x, count: 1, mark: tired}\n- untag: tired", "x/pawn 0..3, x/pawn.tired 0..3"},
		{"a mark is taken off all pieces that have none", "- untag: tired", "x/pawn 2"},
		{"a condition that is sure to hold", "- if: gold > 2\n  then: [{set: {n: 1}}]\n  else: [{set: {m: 1}}]", "n 0..1, m 5"},
		{"a condition that is sure to fail", "- if: gold > 3\n  then: [{set: {n: 1}}]\n  else: [{set: {m: 1}}]", "n 0, m 1..5"},
		{"a condition that may hold", "- if: $any > 0\n  then: [{set: {n: 1}}]\n  else: [{set: {m: 1}}]", "n 0..1, m 1..5"},
		{"what a failed demand keeps from", "- require: gold > 3\n- set: {n: 1}", "n 0"},
		{"behind a demand that may hold", "- require: $any > 1\n- set: {n: 1}", "n 0..1"},
		{"behind the end of the game", "- over: {}\n- set: {n: 1}", "n 0"},
		{"the rounds of a loop", "- repeat: 3\n  do: [{gain: {gold: 1}}, {gain: {n: 1}}]", "gold 3..9, n 0.."},
		{"the only round of a loop", "- repeat: 1\n  do: [{gain: {n: 1}}]", "n 0.."},
		{"a loop without a round", "- repeat: 0\n  do: [{gain: {n: 1}}]", "n 0"},
		{"what a loop goes through", "- for: {$s: x | y}\n  do: [{set: {n: =$s.worth}}]", "n 0..2"},
		{"a loop through nothing", "- for: {$s: some}\n  do: [{set: {n: =$s.worth}}]", "n 0"},
		{"a loop through an order", "- for: {$s: '[blue, red]'}\n  do: [{set: {who: =$s}}]", "who [0 1] none:false beyond:false"},
		{"a procedure that is called", "- give: 2", "gold 3..5"},
		{"a procedure that is called with two values", "- give: 1\n- give: 2", "gold 3..9"},
		{"what a procedure returns", "- let: {$k: {call: ask}}\n- set: {n: =$k}", "n 0..4"},
		{"a procedure that cannot be called", "- callOne: $p\n  by: red\n  from: procedures(work)", "n 0, m 5..6"},
		{"a lasting effect begins", "- activate: plenty\n- set: {n: '=modified(sum, 1)'}", "n 0..2"},
		{"a lasting effect that is not in force", "- set: {n: '=modified(sum, 1)'}", "n 0"},
		{"what lasting effects do at a point", "- activate: plenty\n- hook: {done: {}}", "gold 3..4"},
		{"what lasting effects that are not in force do", "- hook: {done: {}}", "gold 3"},
		{"an effect that ends before it began", "- end: plenty\n- set: {n: '=modified(sum, 1)'}", "n 0"},
		{"an effect that ends", "- end: dearth\n- set: {n: '=modified(sum, 1)'}", "n 0..1"},
		{"a card moves", "- set: {n: '=size(stock)'}\n- card: {card: ace, to: hand}\n- set: {m: '=size(stock)'}", "n 0..2, m ?"},
		{"cards that stay", "- set: {n: '=size(stock)'}", "n 0..2"},
		{"a number between bounds", "- amount: $k\n  by: red\n  min: 1\n  max: $any + 1\n- set: {n: =$k + 1}", "n 0..4"},
		{"a set that is chosen", "- subset: $k\n  by: red\n  each: $s\n  from: x | y\n  where: $s.worth > 1\n- set: {some: =$k}", "some [] of [1]"},
		{"one that is chosen, or nobody", "- one: $k\n  by: red\n  from: spaces\n  where: $k.worth > 1\n- set: {at: =$k}", "at [0 1 2] none:true beyond:false"},
		{"one of none", "- one: $k\n  by: red\n  from: spaces\n  min: 0\n  where: $k.worth > 3\n- set: {at: =$k}", "at [0] none:true beyond:false"},
		{"members that can be paid for", "- subset: $k\n  by: red\n  each: $s\n  from: spaces\n  cost: =$s.worth + 1\n  budget: gold\n- set: {some: =$k}", "some [] of [0 1]"},
		{"members that are picked", "- pick: $k\n  by: red\n  each: $s\n  from: spaces\n  where: $s.worth < 3\n  do: [{set: {n: =$s.worth}}]\n- set: {some: =$k}", "n -1..2, some [] of [0 1]"},
		{"no member that can be picked", "- pick: $k\n  by: red\n  each: $s\n  from: spaces\n  where: $s.worth > 3\n  do: [{set: {n: 1}}]", "n 0"},
		{"no more than may be picked", "- pick: $k\n  by: red\n  each: $s\n  from: spaces\n  max: n\n  do: [{set: {m: 1}}]", "m 5"},
		{"pieces that are taken", "- take: $k\n  by: red\n  of: red\n  from: x | z\n  max: 2\n  each: $p\n  do: [{move: {piece: $p, to: y}}]\n- set: {n: =$k}", "n 0..2, x/pawn 0..2, y/pawn 0..3, z/pawn 0"},
		{"no pieces that can be taken", "- take: $k\n  by: red\n  of: blue\n  from: x | z\n  max: 2\n- set: {n: =$k}", "n 0"},
		{"a piece of one that is taken", "- take: $k\n  by: red\n  of: pawn\n  from: x\n  max: 1\n  keep: piece\n- set: {at: =piece-zone($k)}", "at [0] none:true beyond:false"},
		{"what an option does", "- menu: what\n  by: red\n  options:\n    one: {where: gold > 2, do: [{set: {n: 1}}]}\n    two: {where: gold > 3, do: [{set: {m: 1}}]}", "n 0..1, m 5"},
		{"what stands beside a choice", "- pick: $k\n  by: red\n  each: $s\n  from: spaces\n  also: {one: {where: gold > 2, do: [{set: {n: 1}}]}, two: {where: gold > 3, do: [{set: {m: 1}}]}}\n  do: []", "n 0..1, m 5"},
		{"a roll", "- roll: $k\n  sides: 6\n- set: {n: =$k}", "n 0..6"},
		{"a seat that is drawn", "- draw: $k\n  from: seats\n  where: $k != red\n- set: {who: =$k}", "who [0 1] none:true beyond:false"},
		{"a shuffle", "- shuffle: stock\n- set: {n: '=size(stock)'}", "n ?"},
		{"a derived value that is held", "- hold: calm\n  do: [{gain: {gold: 1}}, {set: {n: =calm}}]", "n ?"},
	} {
		t.Run(c.name, func(t *testing.T) { foresees(t, c.do, "0", c.want) })
	}
}

// uncertain brings about what the formulas below are asked of.
const uncertain = `- gain: {gold: $any}
- one: $k
  by: red
  from: y | z
- set: {at: =$k}
- subset: $t
  by: red
  each: $s
  from: x | y
- set: {some: =$t}
- set: {sure: =$t | z}
- move: {of: pawn, from: x, count: 1, to: y}
- take: $p
  by: red
  of: pawn
  from: x | y
  max: 1
  keep: piece
- set: {piece: =$p}
- may: begin
  by: red
  do: [{activate: plenty}]
- set: {x.per: $any}
- may: swap
  by: red
  do: [{set: {who: blue}}]`

func TestAnOutlookKnowsOfEachFormula(t *testing.T) {
	for _, c := range []struct{ formula, want string }{
		{"gold", "3..5"},
		{"gold + silver", "7..9"},
		{"gold - silver", "-1..1"},
		{"-gold", "-5..-3"},
		{"gold * 2", "6..10"},
		{"2 * gold", "6..10"},
		{"gold * 0", "0"},
		{"gold * -2", "?"},
		{"silver * -2", "-8"},
		{"gold * gold", "?"},
		{"gold div 2", "1..2"},
		{"gold cdiv 2", "2..3"},
		{"gold mod 3", "0..2"},
		{"silver mod 3", "1"},
		{"8 div gold", "?"},
		{"(gold - 4) div 2", "-1..0"},
		{"min(gold, 4)", "3..4"},
		{"max(gold, 4)", "4..5"},
		{"max(gold, 4, 7)", "7"},
		{"min(gold, 4, 2)", "2"},
		{"gold > 2", "1"},
		{"gold > 3", "0..1"},
		{"gold > 5", "0"},
		{"gold >= 3", "1"},
		{"gold >= 5", "0..1"},
		{"gold >= 6", "0"},
		{"gold < 3", "0"},
		{"gold < 4", "0..1"},
		{"gold < 6", "1"},
		{"gold <= 2", "0"},
		{"gold <= 3", "0..1"},
		{"gold <= 5", "1"},
		{"gold == 2", "0"},
		{"gold == 3", "0..1"},
		{"gold == 6", "0"},
		{"gold != 2", "1"},
		{"gold != 3", "0..1"},
		{"silver == 4", "1"},
		{"silver != 4", "0"},
		{"not gold > 3", "0..1"},
		{"not gold > 2", "0"},
		{"not gold > 5", "1"},
		{"gold > 2 and silver > 3", "1"},
		{"gold > 2 and gold > 3", "0..1"},
		{"gold > 3 and silver > 4", "0"},
		{"gold > 5 or silver > 4", "0"},
		{"gold > 5 or gold > 4", "0..1"},
		{"gold > 3 or silver > 3", "1"},
		{"if(gold > 2, 7, 8)", "7"},
		{"if(gold > 5, 7, 8)", "8"},
		{"if(gold > 3, 7, 8)", "7..8"},
		{"if(gold > 3, gold, -1)", "-1..5"},
		{"at", "[0 1 2] none:true beyond:false"},
		{"at == x", "0..1"},
		{"at == none", "0..1"},
		{"at in sure", "0..1"},
		{"at in spaces", "0..1"},
		{"if(gold > 3, x, y) in x | y", "1"},
		{"z in some", "0"},
		{"z in sure", "1"},
		{"x in sure", "0..1"},
		{"some | z", "[2] of [0 1 2]"},
		{"some & x", "[] of [0]"},
		{"sure & z", "[2] of [2]"},
		{"sure \\\\ x", "[2] of [1 2]"},
		{"sure \\\\ z", "[] of [0 1]"},
		{"spaces \\\\ some", "[2] of [0 1 2]"},
		{"spaces \\\\ sure", "[] of [0 1]"},
		{"[at, z]", "[2] of [0 1 2]"},
		{"subset(some, x | y)", "1"},
		{"subset(sure, x | y)", "0"},
		{"subset(some, x)", "0..1"},
		{"subset(z, sure)", "1"},
		{"subset(x, sure)", "0..1"},
		{"size(some)", "0..2"},
		{"size(sure)", "1..3"},
		{"the(sure)", "[0 1 2] none:false beyond:false"},
		{"the(sure & z)", "[2] none:false beyond:false"},
		{"the(some)", "[0 1] none:true beyond:false"},
		{"the(some | y | z)", "[0 1] none:false beyond:false"},
		{"adjacent(at)", "[] of [0 1 2]"},
		{"adjacent(if(gold > 3, x, z))", "[1] of [1]"},
		{"around(some)", "[] of [0 1 2]"},
		{"around(sure)", "[1] of [0 1 2]"},
		{"within(x, silver - 3)", "[0 1] of [0 1]"},
		{"within(x, gold)", "?"},
		{"distance(x, if(silver > 3, z, y))", "2"},
		{"distance(x, at)", "?"},
		{"flood(x, sure, 0)", "[] of [1 2]"},
		{"flood(x, some, silver)", "[] of [1]"},
		{"flood(at, some, 0)", "?"},
		{"ints(1, silver)", "[1 2 3 4] of [1 2 3 4]"},
		{"set($s in sure where $s.worth > 1)", "[2] of [1 2]"},
		{"set($s in some where $s.per > 0)", "[] of [0]"},
		{"count($s in sure where $s.worth > 1)", "1..2"},
		{"count($s in spaces where $s.per > 0)", "0..1"},
		{"count($s in spaces where $s.per >= 0)", "3"},
		{"any($s in sure where $s.worth > 2)", "1"},
		{"any($s in some where $s.worth > 0)", "0..1"},
		{"any($s in some where $s.worth > 2)", "0"},
		{"every($s in some where $s.worth < 3)", "1"},
		{"every($s in sure where $s.worth < 3)", "0"},
		{"every($s in sure where $s.worth > 0)", "1"},
		{"every($s in some where $s.worth > 1)", "0..1"},
		{"every($s in spaces where $s.per == 0)", "0..1"},
		{"first($s in sure where $s.worth > 1)", "[1 2] none:false beyond:false"},
		{"first($s in some where true)", "[0 1] none:true beyond:false"},
		{"first($s in sure where $s.per >= 0)", "[0 1 2] none:false beyond:false"},
		{"first($s in some | y where $s.worth < 3)", "[0 1] none:false beyond:false"},
		{"sum($s.worth for $s in sure)", "3..6"},
		{"sum($s.per for $s in spaces)", "0..2"},
		{"sum(gold for $s in sure)", "3..15"},
		{"sum($s.worth for $s in sure where $s.per > 0)", "0..1"},
		{"set($s.worth for $s in sure)", "?"},
		{"least($s.worth for $s in sure)", "1..3"},
		{"most($s.worth for $s in some else 9)", "1..9"},
		{"least($s.worth for $s in some where $s.worth > 2 else 9)", "9"},
		{"most($s.worth for $s in some)", "0..2"},
		{"most($s.worth for $s in sure where $s.worth > 2)", "3"},
		{"pieces(x, pawn)", "0..2"},
		{"pieces(x | y, pawn)", "0..5"},
		{"pieces(at, pawn)", "0..3"},
		{"pieces(at, king)", "0..1"},
		{"pieces(y, king)", "1"},
		{"pieces(y)", "1..4"},
		{"pieces(sure, red)", "0..5"},
		{"pieces(some, blue)", "0..1"},
		{"pieces(some | y, blue)", "1"},
		{"pieces(x, filter-of(piece))", "0..2"},
		{"holding(spaces, pawn)", "[] of [0 1]"},
		{"holding(spaces, king)", "[1] of [1]"},
		{"holding(some, king)", "[] of [1]"},
		{"holding(some | y, king)", "[1] of [1]"},
		{"room(x, pawn)", "0..255"},
		{"piece-zone(piece)", "[0 1] none:true beyond:false"},
		{"filter-of(piece)", "[] of [0]"},
		{"home(pawn)", "[3] none:false beyond:false"},
		{"home(filter-of(piece))", "[3] none:true beyond:false"},
		{"available(pawn)", "1"},
		{"available(red | blue)", "2"},
		{"available(filter-of(piece))", "0..1"},
		{"type-of(filter-of(piece))", "[] of [0 1]"},
		{"left(blights)", "2"},
		{"in-force(dearth)", "1"},
		{"in-force(plenty)", "0..1"},
		{"stamp(plenty)", "0.."},
		{"stamp(dearth)", "1"},
		{"modified(sum, gold)", "2..6"},
		{"modified(most, gold)", "4..5"},
		{"modified(least, gold)", "1..2"},
		{"modified(last, 1)", "1..7"},
		{"modified(lean, 1)", "6"},
		{"modified(most-of, gold)", "2..5"},
		{"modified(ways, x | y)", "[1 2] of [1 2]"},
		{"modified(ways, some)", "[2] of [1 2]"},
		{"modified(perhaps, sure)", "[2] of [0 1 2]"},
		{"modified(perhaps, x)", "[] of [0 2]"},
		{"allowed(leave)", "0..1"},
		{"allowed(stay)", "0"},
		{"allowed(done-so)", "1"},
		{"possible(sow)", "0"},
		{"possible(reap)", "1"},
		{"running(play)", "0..1"},
		{"double(gold)", "6..10"},
		{"twofold(gold)", "8..12"},
		{"pot(gold)", "3..5"},
		{"rich", "4..6"},
		{"x.twice", "0..4"},
		{"y.twice", "0"},
		{"at.twice", "0..4"},
		{"at.worth", "-1..3"},
		{"at.per", "0..2"},
		{"size(stock)", "2"},
		{"top(stock)", "[0] none:false beyond:false"},
		{"card-at(stock, 1)", "[1] none:false beyond:false"},
		{"card-at(stock, gold)", "?"},
		{"pile-of(ace)", "[0] none:false beyond:false"},
		{"size(hand)", "0"},
		{"top(hand)", "[] none:true beyond:false"},
		{"who == red", "0..1"},
		{"who", "[0 1] none:false beyond:false"},
	} {
		t.Run(c.formula, func(t *testing.T) { foresees(t, uncertain, c.formula, "= "+c.want) })
	}
}

// foresees holds what an outlook knows of some variables, and as = of a formula, to what it should.
func foresees(t *testing.T, do, formula, want string) {
	t.Helper()
	s, err := loaded(t, toy(t, fmt.Sprintf(foreseen, "="+formula, eachLine(do, func(l string) string { return "  " + l })))).New(engine.Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	o := engine.OutlookOf(s)
	if !o.Done {
		t.Fatal("it does not come to an end")
	}
	var got []string
	for _, w := range strings.Split(want, ", ") {
		name, _, _ := strings.Cut(w, " ")
		known := o.Of(name)
		if name == "=" {
			known = o.Value("formula")
		}
		got = append(got, name+" "+known)
	}
	if is := strings.Join(got, ", "); is != want {
		t.Errorf("it knows  %s\nit should %s", is, want)
	}
}

//go:build linux

package main

// These attacks repeat one operation up to the step limit: the steps counted for each operator and statement must be
// proportional to its time, on boards of one word of spaces and of many.

import (
	"fmt"
	"strings"
)

// operators are formulas over many things; v is a variable that changes, LAST the last space, CARD the last card.
var operators = []string{
	`size(zs | spaces)`, `size(spaces \ zs)`, `if(subset(zs, spaces), 1, 0)`, `size(cs | cards)`, `size(around(zs))`, `size(adjacent(s5-5) | zs)`,
	`size(flood(s1-1, spaces \ zs, 0))`, `size(flood(s1-1, spaces \ zs, v + 40))`, `size(within(s1-1, v + 60))`, `distance(s1-1, LAST) + v`,
	`size(holding(spaces \ zs, red))`, `pieces(spaces \ zs)`, `pieces(spaces \ zs, red)`, `pieces(spaces \ zs, p1)`, `pieces(s1-1, red) + v`, `sum(pieces(spaces \ zs, $c) for $c in red)`,
	`room(s1-1, p1) + v`, `pieces(s1-1, type-of(p1.a | p2)) + v`, `available(red) + v`, `left(pots) + v`, `if(piece-at(s1-1, red) == none, 1, 0)`,
	`if(step(s1-1, up, v + 30) == s1-1, 1, 0)`, `size(ray(s1-1, up, spaces \ zs))`, `if(beyond(s1-1, slant, spaces \ zs) == none, 1, 0)`, `size(set(ray($a, slant, spaces \ zs) for $a in spaces))`,
	`size(highest(spaces \ zs, v + 500))`, `size(lowest(spaces \ zs, v + 500))`, `size(consecutive(spaces \ zs, v + 400))`, `if(next(spaces \ zs, LAST) == s1-1, 1, 0)`,
	`if(card-at(deck, v + 59) == none, 1, 0)`, `if(pile-of(CARD) == deck, 1, 0)`, `size(repeated($s.w for $s in spaces, 2))`, `size(set(adjacent($s) for $s in spaces where v >= 0))`,
	`count($s in cards where v >= 0)`, `size(set($s in spaces where v >= 0 with most $s.w))`, `if(first($s in deck where v < 0) == none, 1, 0)`, `size(highest(ns | [1, 30000], v + 9999))`,
	`size(repeated($n for $n in ints(1, 3000), v + 2))`, `size(reachable(v + 1 for $z in spaces from s1-1 up to v + 500))`, `path-cost($z.w + $y.w for $z in spaces after $y from s1-1 to LAST)`, `longest-path(spaces \ zs)`, `longest-path(lowest(spaces, v + 15))`, `v + 3 ** 30`, `if(possible(q), v, 0)`, `position(reversed(in-turn(seats, red)), blue) + v`,
}

// acts are statements that affect many things.
var acts = []string{
	`{move: {of: p1, from: spaces, all: true, to: LAST}}, {move: {of: p1, from: LAST, all: true, to: home}}`, `{flip: {of: red, in: spaces, all: true, to: b}}, {flip: {of: red, in: spaces, all: true, to: a}}`,
	`{tag: {of: red, in: s1-1, count: 9, mark: m}}, {untag: m}`, `{mark: {s1-1.m1: 1}}, {mark: {s1-1.m1: -1}}`, `{for: {$s: spaces}, do: [{set: {$s.w: '=v + 1'}}]}`,
	`{for: {$s: spaces}, do: [{for: {$k: members(kind)}, do: [{set: {'$s.x[$k]': 3}}]}]}`, `{for: {$c: deck}, do: [{card: $c, to: hand}]}, {for: {$c: hand}, do: [{card: $c, to: deck}]}`,
	`{card: {card: top(deck), to: deck, at: bottom}}`, `{reveal: deck, to: red}, {hide: deck}`, `{position: zones, with: [v], last: 4096}, {set: {v: '=v + if(repeated(2), 1, 1)'}}`,
	`{note: {a: {b: =spaces, c: =cards, d: =zs, e: =v}}}`, `{note: {a: {e: =v}}}`, `{activate: l1, duration: turn}, {expire: turn}`, `{activate: l1, duration: turn}, {hook: hr}`,
	`{action: [{for: {$s: spaces}, do: [{set: {$s.a1: =spaces}}]}]}`, `{hold: hd, do: [{set: {v: '=v * 0'}}]}`, `{set: {v: '=sum($s.dz for $s in spaces) * 0'}}`, `{one: $z, by: red, from: 'lowest(spaces, 1)'}`,
	`{subset: $zz, each: $z, by: red, from: spaces, where: $z.w > v}`, `{take: $t, by: red, of: red, from: spaces, max: =v, to: bag}`, `{pair: $a, second: $b, by: red, from: spaces, to: spaces, where: '$a.w > $b.w + v'}`,
	`{callOne: $o, name: o, by: red, from: procedures(op), decline: no, with: {}}`, `{ensure: 'any($s in spaces where $s.w > v)', do: [{set: {v: 0}}]}`, `{ensure: 'sum($s.w for $s in spaces)', do: [{one: $z, by: red, from: spaces, where: $z.w > v}]}`,
	`{together: {$seat: seats}, where: 'any($s in spaces where $s.w > v)', do: [{amount: $o, max: 3}], set: {$seat.bid: $o}}`, `{let: {$l: '=cards \ cs', $k: '=spaces \ zs'}}`,
}

// arena is a game on n by m spaces with a number of types of pieces and cards, and a piece of some types in each space.
func arena(n, m, types, cards int, statement string) string {
	block := strings.Replace(gridOf(n, m, ""), "over: {column: 1}", "over: {column: 1}, slant: {row: 1, column: 1}", 1) + "boxes: [{id: bag}]\n" +
		many("pieces", types, "{id: p#, seat: red, count: 200, home: bag, statuses: [a, b], marks: [m]}") + many("stacking", types, "{in: spaces, of: p#, max: 200}") +
		"enums: {kind: [" + inRow(200, "k#") + "]}\npools: {pots: 1000}\npiles: [{id: deck}, {id: hand}]\ncards: [" + inRow(cards, "{id: c#}") + "]\n" +
		"markers: [{id: m1, on: spaces, count: 99, pool: pots}]\ndurations: [turn]\npoints: [{id: hr, kind: run}]\n" + many("lasting", 60, "{id: l#, duration: turn, hooks: [{to: hr, do: [{set: {v: 0}}]}]}") +
		"variables: [{id: v, type: int}, {id: zs, type: zones}, {id: cs, type: cards}, {id: ns, type: ints}, {id: w, type: int, per: zone}, {id: x, type: int, per: [zone, kind]}, {id: a1, type: zones, per: zone, scope: action}, {id: bid, type: int, per: seat}, {id: seen, type: seats, per: card, reveals: true}]\n" +
		"derived: [{id: dz, per: space, type: int, value: '=pieces($it, red) + v'}, {id: hd, type: int, hold: true, value: '=v + pieces(spaces, p1)'}]\n"
	moves := ""
	for i := range 6 {
		moves += fmt.Sprintf("  - {for: {$s: spaces}, do: [{move: {of: p%d, from: bag, count: 1, to: $s}}]}\n", i)
	}
	statement = strings.NewReplacer("LAST", fmt.Sprintf("s%d-%d", n, m), "CARD", fmt.Sprintf("c%d", cards-1)).Replace(statement)
	return does(block, moves+"  - {repeat: 100000000, do: ["+statement+"]}\n") + "- {id: q, tags: [op], do: [{require: 'any($s in spaces where pieces($s, p9) > v)'}]}\n"
}

func init() {
	add := func(kind string, i int, statement string) {
		for size, n := range map[string][4]int{"small": {10, 6, 16, 60}, "large": {31, 31, 60, 4000}} {
			attacks[fmt.Sprintf("step: %s board, %s %d %.30s", size, kind, i, strings.NewReplacer("/", "", "{", "", "}", "").Replace(statement))] = func() attack {
				a := with(arena(n[0], n[1], n[2], n[3], statement), scenarioOf("moves: []\nexpect: {asked: {over: true}}\n"), "conformance")
				a.files["data/games/toy/10.md"] = strings.Replace(a.files["data/games/toy/10.md"], "main: play}\nseats: [{id: red}]", "main: play, numbers: 32000}\nseats: [{id: red}, {id: blue}]", 1)
				a.want = "the set-up fails: fault"
				return a
			}
		}
	}
	for i, formula := range operators {
		add("operator", i, "{set: {v: '=(v + "+formula+") * 0'}}")
	}
	for i, statement := range acts {
		add("statement", i, statement)
	}
}

package hints_test

// This file makes small rulebooks of card-driven play with hints that hold: operations that cost coins and need men of the
// seat somewhere, and activities that bring coins, men or both together.

import (
	"fmt"
	"strings"

	"rulebound/engine"
)

const bookHead = `# 1 Rules

- **1.1-a** An activity may make an operation possible.

~~~yaml
game: {id: book, title: Book, uses: [card-driven], main: play}
properties: {seat: {purse: track, house: box, foe: seat}, zone: {worth: {type: int, default: 1}}}
seats: [{id: red, purse: red-coins, house: red-house, foe: blue}, {id: blue, purse: blue-coins, house: blue-house, foe: red}]
tracks: [{id: red-coins, min: 0, max: 4, initial: %d}, {id: blue-coins, min: 0, max: 4, initial: %d}]
spaces: [{id: w, adjacent: [x]}, {id: x, worth: 2, adjacent: [w, y]}, {id: y, adjacent: [x, z]}, {id: z, worth: 2, adjacent: [y]}]
boxes: [{id: red-house}, {id: blue-house}]
pieces:
- {id: red-man, seat: red, count: 4, home: red-house, statuses: [fresh, spent]}
- {id: blue-man, seat: blue, count: 4, home: blue-house, statuses: [fresh, spent]}
sets: {fresh: [red-man.fresh, blue-man.fresh], spent: [red-man.spent, blue-man.spent]}
piles: [{id: stock}, {id: deck}, {id: lookahead}, {id: played}, {id: leader}]
cards:
- {id: c1, order: [red, blue]}
- {id: c2, order: [blue, red]}
- {id: c3, order: [red, blue]}
- {id: c4, order: [blue, red]}
- {id: c5, order: [red, blue]}
- {id: round, kind: coup}
attribute: {flow-takes-place: 1.1-a}
turnFlow:
  cardLifecycle: {played: played, lookahead: lookahead, leader: leader, deck: deck, stock: stock}
  optionMatrix:
  - {first: operation, second: [operationPlusSpecialActivity]}
  - {first: operationPlusSpecialActivity, second: [operationPlusSpecialActivity]}
setups:
- {id: start, piles: {deck: [c1, c2, c3, c4, c5, round]}, spaces: {%s: {pieces: {red-man.%s: %d}}, %s: {pieces: {blue-man.%s: %d}}}}
procedures:
`

// What an operation needs, and an activity can bring.
const (
	coins = 1 << iota
	place
	freshness
)

// operation is one that takes place in a space where something holds, for a price.
type operation struct {
	name, where string
	needs       int
	price       int
	meets       bool // it needs men of both seats in one space
	awaits      string
}

var operations = []operation{
	{name: "till", where: "pieces($space, $as) > 0", needs: place},
	{name: "build", where: "pieces($space, fresh & $as) > 0", needs: place | freshness},
	{name: "fight", where: "pieces($space, $as) > 0 and pieces($space, $as.foe) > 0", needs: place, meets: true},
	{name: "spy", where: "pieces(adjacent($space), $as) > 0 and pieces($space, $as.foe) > 0", needs: place},
	{name: "trade", where: "$space.worth > 1 and pieces($space, fresh & $as) > 0", needs: place | freshness},
}

// activity is one with what it brings.
type activity struct {
	name   string
	brings int
	do     string
}

// The text of an activity: %[1]s is what it seeks, %[2]s conditions of ways.
var activities = []activity{
	{"levy", coins, `
  - pick: $levied
    by: $decides
    each: $space
    from: holding(spaces, fresh & $as)
    min: 1
    max: 2
    seek: %[1]s
    do:
    - {flip: {of: fresh & $as, in: $space, count: 1, to: spent}}
    - gain: {$pays.purse: =$space.worth}`},
	{"walk", place | freshness, `
  - one: $from
    by: $decides
    from: holding(spaces, $as)
  - one: $space
    by: $decides
    from: adjacent($from)
    seek: %[1]s%[2]s
  - {take: $walkers, by: $decides, of: $as, from: $from, min: 1, max: 2, to: $space}`},
	{"rest", freshness, `
  - one: $space
    by: $decides
    from: holding(spaces, spent & $as)
    seek: %[1]s
  - {flip: {of: spent & $as, in: $space, all: true, to: fresh}}`},
	{"muster", place | freshness, `
  - {require: "pieces($as.house, $as) > 0"}
  - one: $space
    by: $decides
    from: spaces
    where:
    - "pieces($space, $as) == 0"
    seek: %[1]s
  - {move: {of: $as, from: $as.house, count: 1, to: $space}}`},
	{"waste", 0, `
  - amount: $wasted
    by: $decides
    max: $pays.purse
  - pay: {$pays.purse: $wasted}
  - {subset: $left, by: $decides, each: $space, from: "holding(spaces, $as)", max: 2}
  - {move: {of: $as, from: "only($left)", all: true, to: $as.house}, if: size($left) == 1}`},
}

var seeks = []string{"$space.worth > 1", "pieces($space, $as.foe) > 0", "pieces($space, fresh & $as) > 1", "operation-awaited and pieces($space, $as) == 0"}

// fault is a hint that is too tight.
type fault int

const (
	sound fault = iota
	tightAwaits
	missingOpens
	wrongWay
)

// author writes rulebooks.
type author struct {
	gen    engine.Generator
	broken fault
	spoilt bool // the fault could be written
}

func (w *author) below(n int) int { return int(w.gen.Below(uint32(n))) }

func (w *author) draw(list ...string) string { return list[w.below(len(list))] }

// book writes a rulebook with two or three operations and two or three activities.
func (w *author) book() string {
	var out strings.Builder
	fmt.Fprintf(&out, bookHead, w.below(3), w.below(3), w.draw("w", "x"), w.draw("fresh", "spent"), 1+w.below(2), w.draw("y", "z"), w.draw("fresh", "spent"), 1+w.below(2))
	acts := w.some(len(activities), 2+w.below(2))
	var ops []operation
	for _, i := range w.some(len(operations), 2+w.below(2)) {
		o := operations[i]
		if o.price = w.below(3); o.price > 0 {
			o.needs |= coins
		}
		o.awaits = w.awaits(o, acts)
		ops = append(ops, o)
		w.operation(&out, o)
	}
	for _, i := range acts {
		w.activity(&out, activities[i], ops)
	}
	return strings.ReplaceAll(out.String()+"~~~\n", "~~~", "```")
}

// some draws n different numbers.
func (w *author) some(of, n int) []int {
	var out []int
	for i := range of {
		if w.below(of-i) < n-len(out) {
			out = append(out, i)
		}
	}
	return out
}

// awaits draws conditions without which no activity makes an operation possible.
func (w *author) awaits(o operation, acts []int) string {
	if w.broken == tightAwaits {
		w.spoilt = w.spoilt || o.price > 0
		return fmt.Sprintf("$as.purse >= %d and pieces(spaces, $as) > 0", o.price)
	}
	brings := 0
	for _, i := range acts {
		brings |= activities[i].brings
	}
	var list []string
	add := func(format string, args ...any) {
		if w.below(3) > 0 {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	if brings&coins != 0 {
		add("$as.purse + 2 * pieces(spaces, fresh & $as) >= %d", o.price)
	} else {
		add("$as.purse >= %d", o.price)
	}
	if strings.Contains(o.where, "foe") {
		add("pieces(spaces, $as.foe) > 0")
	}
	add("pieces(spaces, $as) + pieces($as.house, $as) > 0")
	if len(list) == 0 {
		return "true"
	}
	return strings.Join(list, " and ")
}

func (w *author) operation(out *strings.Builder, o operation) {
	fmt.Fprintf(out, `- id: %s
  tags: [operation, takes-place]
  seats: [red, blue]
  awaits: {possible: [{rule: 1.1-a, when: "%s"}], do: []}
  takes: acting
  params: {limited: bool}
  do:
  - pick: $spaces
    by: $decides
    each: $space
    from: spaces
    where: "%s"
    min: 1
    max: %d
    cost: if($free, 0, %d)
    budget: $pays.purse
    also: special-activity
    do:
    - set: {operation-done: true}
    - pay: {$pays.purse: "=if($free, 0, %[5]d)"}
    - %[6]s
`, o.name, o.awaits, o.where, 1+w.below(2), o.price, w.draw("flip: {of: fresh & $as, in: $space, all: true, to: spent}", "move: {of: $as.foe, from: $space, count: 1, to: $as.foe.house}",
		"gain: {$pays.purse: 1}"))
}

func (w *author) activity(out *strings.Builder, a activity, ops []operation) {
	var opens, ways []string
	for _, o := range ops {
		if a.brings&o.needs == 0 {
			continue
		}
		if w.broken == missingOpens && w.below(2) == 0 {
			w.spoilt = true
			continue
		}
		opens = append(opens, o.name)
		if when := "pieces($space, $as.foe) > 0"; o.meets && w.below(3) > 0 {
			if w.broken == wrongWay {
				w.spoilt = w.spoilt || a.name == "walk"
				when = "pieces($space, $as.foe) == 0"
			}
			ways = append(ways, fmt.Sprintf("\n    - {rule: 1.1-a, if: operation-awaited and not operation-done and current-operation == %s, when: '%s'}", o.name, when))
		}
	}
	way := strings.Join(ways, "")
	if way != "" {
		way = "\n    where:" + way
	}
	fmt.Fprintf(out, "- id: %s\n  tags: [special-activity]\n  seats: [red, blue]\n  opens: [%s]\n  takes: acting\n  do:", a.name, strings.Join(opens, ", "))
	text := a.do
	if !strings.Contains(text, "%[2]s") {
		text += "%.0[2]s"
	}
	if !strings.Contains(text, "%[1]s") {
		text += "%.0[1]s"
	}
	fmt.Fprintf(out, text+"\n", "'"+w.draw(seeks...)+"'", way)
}

package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

// All diagnostics of texts of statements: line in the text, column, code and words.
func TestReportsOfStatements(t *testing.T) {
	for _, c := range []struct{ text, beside, want string }{
		{"- gain: {lost: 1}\n- set: {lost: 1}", "variables: [{id: lost, type: bogus}]", `beside unknown-type: there is no type "bogus"; types are bool, box, card, cards, filter, int, ints, lasting, order, piece, pile, procedure, procedures, seat, seats, space, spaces, track, zone, zones, the enumerations and tables of the rulebook, and set of seat, zone, card, pile, lasting, procedure, int or one of these`},
		{"- let: {$x: {call: odd}}\n- set: {$at.favor: $x}\n- gain: {honey: $x}", "procedures: [{id: odd, returns: bogus, do: [{return: oak}]}]", `beside unknown-type: there is no type "bogus"; types are bool, box, card, cards, filter, int, ints, lasting, order, piece, pile, procedure, procedures, seat, seats, space, spaces, track, zone, zones, the enumerations and tables of the rulebook, and set of seat, zone, card, pile, lasting, procedure, int or one of these`},
		{"- let: {$x: {call: helper, with: $absent}, $y: $x}\n- let: {$z: {grant: {helper: $absent}}, $u: $z}\n- let: {$v: $absent, $w: $v}\n- gain: {honey: =$x + $z + $v}", "", `
1:34 unknown-binding: $absent is not bound here
2:30 unknown-binding: $absent is not bound here
3:13 unknown-binding: $absent is not bound here`},
		{"- subset: $s\n  by: $as\n  from: woods\n  max: 2\n  count: 1\n- note: {s: $s}", "", `5:10 bad-bounds: count sets both min and max; remove min and max`},
		{"- pair: $one\n  by: $as\n  from: spaces\n  second: $other\n  to: adjacent($one)\n  min: 2\n- note: {a: $one, b: $other}", "", `6:8 bad-bounds: pair chooses one; min is 1, as without it, or 0 where there need be none, not 2`},
		{"- one: $z\n  by: $as\n  from: woods\n  min: -1\n- note: {a: $z}", "", `4:8 bad-bounds: one chooses one; min is 1, as without it, or 0 where there need be none, not -1`},
		{"- for: {$x: $as.purse}\n  do: [plain]", "", `1:13 wrong-type: for would run once, with this track; write repeat: n, or loop over ints(1, n)`},
		{"- for: {$x: honey > 1}\n  do: [plain]", "", `1:13 wrong-type: for runs over the members of a set, this is a condition; write if:, or while: for as long as it holds`},
		{"- for: {$x: 'pieces(oak, ant) | pieces(elm, ant)'}\n  do: [plain]", "", `1:14 wrong-type: for visits pieces that were taken; take them with keep: list, or move them with all: true`},
		{"- for: {$x: none}\n  do: [{gain: {honey: $x}}]", "", `1:13 wrong-type: for runs over zones, seats, cards, rows or numbers; take visits pieces`},
		{"- return: none", "", `1:11 wrong-type: a number is expected, and none is no number; write 0, or another number that means it`},
		{"- repeat: 2\n  do:\n  - ensure: honey > 2\n    do: [{gain: {honey: 1}}, stop]", "", `4:30 misplaced: stop would leave the ensure around it, which must run to its end; put the ensure around the loop, or end the block by a condition`},
		{"- ensure: honey > 2\n  do: [{return: 2}]", "", `2:9 misplaced: return would leave the ensure around it, which must run to its end; bind the result with a let before the ensure, and return after it`},
		{"- ensure: $at\n  do: [{gain: {honey: 1}}]", "", `1:11 wrong-type: ensure takes a condition or a number`},
		{"- ensure: honey\n  once: true\n  do: [{gain: {honey: 1}}]", "", `2:3 misplaced: once needs a condition; this ensure has a number`},
		{"- ensure: honey > 1\n  most: 3\n  do: [{gain: {honey: 1}}]", "", `2:9 misplaced: most bounds a number; this ensure has a condition`},
		{"- reveal: none", "variables: [{id: seen-by, type: seats, per: card, reveals: true}]", `1:11 wrong-type: reveal takes a card, a pile or a set of cards, not nothing`},
		{"- reveal: spaces\n- hide: oak", "variables: [{id: seen-by, type: seats, per: card, reveals: true}]", `
1:11 wrong-type: reveal takes a card, a pile or a set of cards, not a set of zones
2:9 wrong-type: hide takes a card, a pile or a set of cards, not a zone`},
		{"- reveal: rain", "", `1:3 missing-key: no variable defines who sees a card`},
		{"- reveal: $absent\n  to: oak", "variables: [{id: seen-by, type: seats, per: card, reveals: true}]", `
1:11 unknown-binding: $absent is not bound here
2:7 wrong-type: a set of seats is expected, this is a zone`},
		{"- one: $z\n  from: woods\n- note: {a: $z}", "", `1:3 missing-key: one needs by: whose decision it is`},
		{"- one: $z\n  by: none\n  from: woods\n- note: {a: $z}", "", `2:7 wrong-type: none decides nothing; by: names the seat whose decision it is`},
		{"- one: $z\n  by: $as\n  from: ant-scout\n- note: {a: $z}", "", `3:9 wrong-type: one chooses members; pieces are chosen with take, a piece type as the member of an enumeration that is its property`},
		{"- one: $c\n  by: $as\n  from: cards\n  do: [plain]\n  min: 0", "", `5:8 bad-bounds: a one with do: may have no candidate; remove min, or write the actions as a statement of their own`},
		{"- draw: $c\n  from: cards\n  to: $as\n- note: {a: $c}", "", `3:7 wrong-type: the pile and reveal define who sees a card; remove to`},
		{"- take: $n\n  by: $as\n  of: ant\n  from: oak\n  tiers: [ant, ant, ant, ant, ant, ant, ant, ant, ant]", "", ``},
		{"- take: $n\n  by: $as\n  of: ant\n  from: oak\n  keep: piece\n  max: 2\n  to: elm\n  do: []\n- remove: $n", "", `
6:8 bad-bounds: one piece is taken and bound; remove max; where several may be taken, write keep: list
7:3 misplaced: the pieces are bound for the statements that follow; move them there
8:3 misplaced: the pieces are bound for the statements that follow; write the actions there`},
		{"- take: $n\n  by: $as\n  of: ant\n  from: oak\n  keep: piece\n  min: 2\n- remove: $n", "", `6:8 bad-bounds: one piece is taken and bound; min is 1, as without it, or 0 where none may be taken`},
		{"- take: $n\n  by: $as\n  of: ant\n  from: oak\n  keep: odd\n  each: $p\n  do: [{remove: $p}, {gain: {honey: $absent}}]\n- gain: {honey: $n}", "", `5:9 unknown-name: keep of take is list or piece, not odd`},
		{"- take: $n\n  by: $as\n  of: ant\n  from: $absent\n  each: $p\n  do: [{remove: $p}, {gain: {honey: $lost}}]\n- gain: {honey: $n}", "", `
4:9 unknown-binding: $absent is not bound here
6:37 unknown-binding: $lost is not bound here`},
		{"- for: 3\n  do: [{gain: {hony: 1}}]\n- gain: {honey: $x}", "", `
1:8 wrong-type: for takes one binding: for: {$x: set}
2:16 unknown-name: unknown name hony; did you mean honey?`},
		{"- for: {$a: oak, $b: elm}\n  do: [{gain: {honey: =$a.yield + $b.yield}}]\n- gain: {honey: $a}", "", `1:8 wrong-type: for takes one binding: for: {$x: set}`},
		{"- together: 3\n  do: [{amount: $n, max: 2}]\n- gain: {honey: $absent}", "", `1:13 wrong-type: together takes one binding: together: {$x: set}`},
		{"- together: {$seat: seats}\n  do: [{let: {$a: 1}}]\n  set: {$seat.bid: $a}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}]", `2:7 together: together has no decision; write one:, subset: or amount: in do`},
		{"- together: {$seat: seats}\n  do: [{one: $c, from: members(order)}]\n  set: {$seat.pick: $c}", "enums: {order: [sweet]}\nvariables: [{id: pick, type: order, per: seat}]", `beside reserved-id: order is a type of the language and cannot be an enumeration`},
		{"- together: {$seat: seats}\n  do: [{amount: $n, max: 2}]", "", `1:3 missing-key: together needs set:, which assigns the answers: $seat.variable: value`},
		{"- together: {$seat: seats}\n  do: [{amount: $n, max: 2, by: bee}]\n  set: {$seat.bid: $n}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}]", `2:29 misplaced: each seat decides for itself, in secret; remove by`},
		{"- together: {$seat: seats}\n  do: [{if: honey > 1, then: [{gain: {honey: 1}}]}]\n  set: {$seat.bid: 2}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}]", `2:31 together: seats that decide together only decide: one, subset or amount, and let, set, branches and loops around them; put the consequences of the answers after the together`},
		{"- together: {$seat: spaces}\n  where: $seat.yield > 1\n  do: [{amount: $n, max: 2}]\n  set: {$seat.bid: $n}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}]", `1:21 wrong-type: seats decide together, this is a set of zones`},
		{"- together: {$seat: seats}\n  do: [{amount: $n, max: 2}]\n  set: {bee.bid: $n, $seat.purse: $n, honey: 1, $seat.bids: 2}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}, {id: bids, type: int, per: [seat, season], min: 0, max: 20}]", `
3:9 together: an answer goes into a variable of the seat that gives it, declared under variables: with per: seat; write $seat.variable
3:22 together: an answer goes into a variable of the seat that gives it, declared under variables: with per: seat; write $seat.variable
3:39 together: an answer goes into a variable of the seat that gives it, declared under variables: with per: seat; write $seat.variable
3:49 needs-index: bids has a value for each season; write "$seat.bids[…]"`},
		{"- askUntil: $w\n  of: seats\n- gain: {honey: 1}\n  if: $w == ant", "", `2:7 wrong-type: askUntil goes through an order of seats, this is a set of seats; write in-turn(seats, $x) for all from the left of $x`},
		{"- askUntil: $w\n  of: \"in-turn(seats, $as)\"\n  do: [{amount: $b, by: $w, max: 2}]\n- note: {w: $w}", "", `3:3 missing-key: askUntil with do: needs until: the condition on the answer that ends it`},
		{"- askUntil: $w\n  of: \"in-turn(seats, $as)\"\n  until: honey > 1\n- note: {w: $w}", "", `3:3 missing-key: until needs do:, the decision of each seat; leave out both to ask yes or no`},
		{"- askUntil: $w\n  of: \"in-turn(seats, $as)\"\n  name: what\n  secret: honey > 1\n  do: [{amount: $b, by: $w, max: 2}]\n  until: $b > 1\n- note: {w: $w}", "", `
3:3 misplaced: name belongs to the question yes or no; give it to the decision in do:
4:3 misplaced: secret belongs to the question yes or no; give it to the decision in do:`},
		{"- menu: what\n  by: $as\n  options: {yes: [], no: []}\n  decline: nay\n  also: snak", "asides: {snack: {do: [plain]}}", `
4:12 unknown-name: decline names no option nay
5:9 unknown-name: there is no aside snak; did you mean snack?
beside unused-aside: no decision has the aside snack; name it in an also:, or leave it out`},
		{"- callOne: $p\n  by: $as\n  from: procedures($absent)\n- call: $p", "", `3:9 wrong-arguments: procedures takes the name of a tag`},
		{"- callOne: $p\n  by: $as\n  from: \"if(honey > 1, procedures(errand), procedures(operation))\"", "", `3:10 not-constant: callOne chooses from a fixed set such as procedures(tag); narrow it with where`},
		{"- callOne: $p\n  by: $as\n  from: procedures(errand)\n- note: {p: $p}", "", `1:3 missing-argument: walk needs who`},
		{"- position: spaces\n  with: [none, stock, $absent, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]\n  last: 9", "", `
2:10 wrong-type: none is the same in every position; leave it out
2:16 wrong-type: a pile is the same in every position; write which cards lie in it, set($c in stock), or top(stock)
2:23 unknown-binding: $absent is not bound here`},
		{"- position: spaces\n  with: [none, stock, $absent]\n  last: 9", "", `
2:10 wrong-type: none is the same in every position; leave it out
2:16 wrong-type: a pile is the same in every position; write which cards lie in it, set($c in stock), or top(stock)
2:23 unknown-binding: $absent is not bound here`},
		{"- helper: {who: $as, cont: 3, who2: 1}", "", `
1:22 unknown-argument: helper has no parameter cont; did you mean count?
1:31 unknown-argument: helper has no parameter who2; did you mean who?`},
		{"- helper: {count: 3, cont: 4}", "", `1:22 unknown-argument: helper has no parameter cont; did you mean count?`},
		{"- flip: {of: ant-scout, in: woods, to: opn}", "", `
1:29 wrong-type: a set of zones needs all: true
1:40 unknown-name: pieces have no status opn; did you mean open?`},
		{"- set: {seats.ready: false}", "", `1:9 unknown-property: a set of seats has no property or variable ready; its members have: write $x.ready with a for or a comprehension over $x, or only(…).ready if there is one member`},
		{"- tag: {of: ant-scout, in: seats, mark: moved}", "", `1:28 wrong-type: a set of zones is expected, this is a set of seats`},
		{"- tag: {of: ant-scout, in: woods, count: 2, mark: moved}", "", `1:42 wrong-type: count needs a single zone; take lets a seat choose among several`},
		{"- move: {of: $absent, from: woods, all: true}", "", "1:9 missing-key: move needs to: the zone, or `home`\n1:14 unknown-binding: $absent is not bound here"},
		{"- move: {of: ant, from: seats, to: elm, all: true, count: 1}", "", `1:25 wrong-type: a set of zones is expected, this is a set of seats`},
		{"- over: {result: {ant: 1, bie: 2}}", "", `1:27 unknown-name: there is no seat bie; did you mean bee?`},
		{"- over: {result: {ant: $absent}}", "", `1:24 unknown-binding: $absent is not bound here`},
		{"- switch: $absent\n  cases: {1: [plain], oak: [{gain: {honey: $lost}}], 2: []}", "", `
1:11 unknown-binding: $absent is not bound here
2:44 unknown-binding: $lost is not bound here`},
		{"- switch: $at\n  cases: {oak: [], $absent: [], elm: [], lake: [{gain: {hony: 1}}], =oak: []}", "", `
2:20 unknown-binding: $absent is not bound here
2:57 unknown-name: unknown name hony; did you mean honey?
2:69 duplicate-key: =oak has two cases`},
		{"- hook: {gather-spaces: $as}\n- hook: harvst", "", `
1:10 wrong-point: hook runs points of kind run; gather-spaces is read with modified or allowed
2:9 unknown-name: there is no hook point harvst; did you mean harvest?`},
		{"- hook: {harvest: {spase: $at}}", "", `1:20 unknown-argument: harvest has no parameter spase; did you mean space?`},
		{"- grant: {absent: 1}\n- grant: {helper: 1, plain: 2}", "", `
1:11 unknown-name: there is no procedure absent
2:10 wrong-type: grant names one procedure and its arguments: grant: {procedure: {…}}`},
		{"- $n: 3", "", `1:3 unknown-statement: no statement or procedure is named $n; let: makes a binding, and set: {$n: value} changes it`},
		{"- plan", "", `1:3 unknown-statement: no statement or procedure is named plan; did you mean plain?`},
		{"- amount: $n\n  by: $as\n  min: 3\n  max: 2\n- amount: $m\n  by: $as\n  max: -1\n- note: {n: $n, m: $m}", "", `
4:8 bad-bounds: min (3) is greater than max (2)
7:8 bad-bounds: max (-1) is below 0, so there is no legal answer`},
		{"- roll: $d\n  sides: 0\n- note: {d: $d}", "", `2:10 bad-bounds: a die has one side or more, not 0`},
		{"- pick: $s\n  by: $as\n  from: woods\n  again: true\n  cost: 1\n  costRule: [9.1, 9.2]", "", `
1:3 missing-key: cost and budget go together
1:3 unbounded: a pick with again: true needs max:
6:13 wrong-type: costRule names one clause, not 2`},
		{"- stop\n- while: $at == oak\n  do: [plain]", "", `
1:3 misplaced: stop is outside of a repeat or a while
2:10 unbounded: this loop has no bound`},
		{"- while: $absent\n  do: [plain]\n- while: honey > 1\n  most: $lost\n  do: [plain]", "", `
1:10 unknown-binding: $absent is not bound here
4:9 unknown-binding: $lost is not bound here`},
		{"- while: $at == oak\n  do: [{amount: $n, max: $absent, by: $as}]", "", `2:26 unknown-binding: $absent is not bound here`},
		{"- pick: $s\n  by: $as\n  each: $z\n  from: woods\n  do:\n  - if: $z in [lake]\n    then: [plain]", "", `6:16 impossible-member: $z is never lake: it is none of those that $z runs over; leave it out`},
		{"- plain", "procedures: [{id: f, returns: zone, do: [[], {gain: {honey: 1}}]}, {id: g, returns: zone, do: [{gain: {honey: 1}}]}]", `
beside wrong-type: a statement is a mapping such as {gain: {track: 1}} or the name of a procedure
beside no-return: g returns zone, and has no return: with a value`},
		{"- amount: $n\n  by: $as\n  min: $absent\n  max: -1\n- note: {n: $n}", "", `3:8 unknown-binding: $absent is not bound here`},
		{"- for: {$x: 'pieces(oak, ant) + 1'}\n  do: [plain]", "", `1:14 wrong-type: for would run once, with this number; write repeat: n, or loop over ints(1, n)`},
		{"- for: {$x: 'ant | pieces(oak, ant)'}\n  do: [plain]", "", `1:14 wrong-type: for visits pieces that were taken; take them with keep: list, or move them with all: true`},
		{"- askUntil: $w\n  of: \"in-turn(seats, $as)\"\n  odd: 1\n  do: [{amount: $b, by: $w, max: oak}]\n  until: $b > 1\n- note: {w: $w}", "", `
3:3 unknown-key: askUntil has no key "odd"; it can have do, if, name, of, rule, secret, until or where
4:34 wrong-type: a number is expected, this is a zone`},
		{"- askUntil: $w\n  of: $absent\n  where: $lost\n- note: {w: $w}", "", `
2:7 unknown-binding: $absent is not bound here
3:10 unknown-binding: $lost is not bound here`},
		{"- askUntil: $w\n  of: \"in-turn(seats, $as)\"\n  do: [{amount: $b, by: $w, max: 3}, {stop: , if: $b > 2}]\n  until: $b > 1\n- stop\n- note: {w: $w}", "", `5:3 misplaced: stop is outside of a repeat or a while`},
		{"- set: {oak.honey: 1, $at.goods: 1, none.ready: true}\n- set: {lake.favor: cool}\n- mark: {lake.blight: 1}\n- gain: {lake.blight: 1}\n- shift: {lake.favor: 1}", "tracks: [{id: goods, per: [zone, taste], max: 9}]", `
1:13 unknown-property: a zone has no property or variable honey
1:27 needs-index: goods has a value for each taste; write goods[…]
1:37 unknown-property: nothing has no property or variable ready
2:9 misplaced: lake cannot bear favor; on: of the marker lists the zones that can
3:10 misplaced: lake cannot bear blight; on: of the marker lists the zones that can
4:10 misplaced: lake cannot bear blight; on: of the marker lists the zones that can
5:11 misplaced: lake cannot bear favor; on: of the marker lists the zones that can`},
		{"- callOne: $p\n  by: $as\n  from: procedures(errand)\n  before: [{set: {$p: walk}}]\n  with: $as\n- note: {p: $p}", "", `4:19 wrong-type: $p cannot be assigned: it is a procedure, not a variable`},
		{"- odd-one\n- judge", "deciders: [as]\nbundles: {acting: {many: seat}}\nprocedures: [{id: odd-one, params: {many: seat}, do: []}, {id: judge, params: {who: seat, as: seat}, do: []}]", `
1:3 missing-argument: odd-one needs many
2:3 missing-argument: judge needs who`},
		{"- judge: {who: bee}\n- amount: $n\n  max: 2\n- note: {n: $n}", "deciders: [judges]\nprocedures: [{id: judge, params: {who: seat, judges: seat}, do: []}]", `
1:10 missing-argument: judge needs judges
2:3 missing-key: amount needs by: whose decision it is; it may be left out in a procedure with a parameter judges (deciders)`},
		{"- set: {none.ready: true}\n- mark: {none.blight: 1}\n- set: {\"$at.goods[none]\": 1}\n- set: {\"none.goods[sour]\": 1}\n- note: {x: =none.ready, y: '=none.goods[sour]', z: =none.purse}", "tracks: [{id: goods, per: [zone, taste], max: 9}]", `
1:9 unknown-property: nothing has no property or variable ready
2:10 unknown-property: nothing has no property or variable blight
3:20 wrong-type: taste is expected, and none is no member of it; declare one that means it, as in taste: [nothing, …]
4:10 unknown-property: nothing has no property or variable goods
5:19 unknown-property: nothing has no property or variable ready
5:31 unknown-property: nothing has no property or variable goods
5:59 unknown-property: nothing has no property or variable purse`},
		{"- pair: $a\n  by: $as\n  from: $absent\n  second: $b\n  to: adjacent($a)\n  where: $a != $lost\n- note: {a: $a, b: $b}", "", `3:9 unknown-binding: $absent is not bound here`},
		{"- take: $n\n  by: $as\n  of: ant\n  from: oak\n  to: elm\n  do: []\n- take: $m\n  by: $as\n  of: ant\n  from: oak\n  max: $absent\n- take: $o\n  by: $as\n  of: $lost\n  from: oak\n  min: 3\n  max: 2\n- gain: {honey: =$n + $m + $o}", "", `
6:3 misplaced: to: moves the pieces; put other actions into do: as a move, or remove do
11:8 unknown-binding: $absent is not bound here
14:7 unknown-binding: $lost is not bound here
17:8 bad-bounds: min (3) is greater than max (2)`},
		{"- return: oak\n- return: elm", "", `1:11 wrong-type: a number is expected because the procedure has no returns:, and this is a zone; write returns: and the type`},
		{"- while: $at == oak\n  do: [{roll: $d}, {note: {d: $d}}]\n- while: $at == oak\n  do: [odds]\n- while: $at == oak\n  do: [outer]", "procedures: [{id: inner, do: [{may: wait, by: ant, do: [plain]}]}, {id: outer, do: [middle]}, {id: middle, do: [inner]}, {id: odds, do: [{roll: $d}, {note: {d: $d}}]}]", `
1:10 unbounded: this loop has no bound
3:10 unbounded: this loop has no bound`},
		{"- position: spaces\n  with: [honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey]\n  last: 9", "", ``},
		{"- position: spaces\n  with: [honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey, honey]\n  last: 9", "", `2:122 too-many: a position is made of at most 16 values beside its zones`},
		{"- one: $z\n  by: $as\n  from: woods\n  prefer: [$absent, $z != oak]\n- note: {z: $z}", "", `4:12 unknown-binding: $absent is not bound here`},
		{"- pick: $z\n  by: $as\n  from: woods\n  cost: 1\n  prefer: $it != oak\n- pick: $y\n  by: $as\n  from: woods\n  budget: 1\n  prefer: $it != oak", "", `
1:3 missing-key: cost and budget go together
6:3 missing-key: cost and budget go together`},
		{"- reveal: oak\n  to: $absent", "variables: [{id: seen-by, type: seats, per: card, reveals: true}]", `
1:11 wrong-type: reveal takes a card, a pile or a set of cards, not a zone
2:7 unknown-binding: $absent is not bound here`},
		{"- one: $spot\n  by: $as\n  from: woods\n- may: spot\n  by: $as\n  do: [{note: {spot: $spot}}]\n- roll: $die\n- note: {die: $die}", "search:\n  test.spot: {}\n  test.die: {first: true}\n  test.gone: {first: true}\n  nope.x: {first: true}\n  gather.spaces: {first: $space == oak, needs: true}", `
beside missing-key: test.spot has no effect; write first or needs, or remove it
beside misplaced: test.die has no candidates to search; a hint is for a one, pick, take or callOne
beside unknown-name: procedure test has no decision gone
beside unknown-name: search names a decision as procedure.decision; there is no procedure nope`},
		{"- set: {now: =the(members(season))}", "functions: [{id: f, value: $absent}]\nderived: [{id: d, type: int, value: $lost}]", `
1:15 several-members: the(…) would take the member declared first of a set that may have several, which no seat chose
beside unknown-binding: $absent is not bound here
beside unknown-binding: $lost is not bound here`},
		{"- let: {$n: 1}\n- together: {$seat: seats}\n  do: [{amount: $a, max: 2}, {set: {$n: $a}}]\n  set: {$seat.bid: $a}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}]", `3:37 together: $n is bound before the seats decide, so one seat could read there what another answers; bind it in do`},
		{"- together: {$seat: seats}\n  do: [{amount: $a, max: 2}, {let: {$b: {call: pure}}}, {let: {$c: {call: lasts}}}, {let: {$d: {call: loud}}}, {let: {$e: {call: far}}}]\n  set: {$seat.bid: =$a + $b + $c + $d + $e}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}]\nprocedures: [{id: pure, returns: int, do: [{let: {$n: 1}}, {set: {$n: =$n + 1}}, {return: $n}]}, {id: lasts, returns: int, do: [{let: {$n: 1}}, {set: {honey: 3}}, {set: {$n: 2}}, {return: $n}]}, {id: loud, returns: int, do: [{note: it}, {return: 1}]}, {id: far, returns: int, do: [{let: {$m: {call: loud}}}, {return: $m}]}]", `
2:57 together: the procedure called here has effects, which others would see before all have answered; call it after the together, or compute the value with a function
2:85 together: the procedure called here has effects, which others would see before all have answered; call it after the together, or compute the value with a function
2:112 together: the procedure called here has effects, which others would see before all have answered; call it after the together, or compute the value with a function`},
		{"- together: {$seat: seats}\n  do: [{amount: $a, max: 2}, {set: {$seat.doubts: =honey > 3}}]\n  set: {$seat.bid: $a}", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}, {id: doubts, type: bool, per: seat}]", ``},
		{"- ensure: honey > 2\n  do: [votes]\n- ensure: honey > 3\n  do: [{callOne: $p, by: $as, from: procedures(voting)}, {note: {p: $p}}]\n- ensure: honey > 4\n  do: [plain]\n- votes", "variables: [{id: bid, type: int, per: seat, min: 0, max: 20}]\nprocedures: [{id: vote, tags: voting, do: [{together: {$seat: seats}, do: [{amount: $a, max: 2}], set: {$seat.bid: $a}}]}, {id: votes, do: [{ensure: honey > 5, do: [plain]}, vote]}]", `
1:3 together: seats decide together in a procedure called here, and the options that an obligation leaves to a seat would reveal the answers of others; end the ensure before
3:3 together: seats decide together in a procedure called here, and the options that an obligation leaves to a seat would reveal the answers of others; end the ensure before`},
		{"- for: {$x: $at.pieces}\n  do: [plain]", "", `1:17 unknown-property: a zone has no property or variable pieces`},
	} {
		_, _, list := resolveTest(t, c.text, errands, c.beside)
		if got := said(list); got != strings.TrimSpace(c.want) {
			t.Errorf("%s\n%s", c.text, got)
		}
	}
}

// said formats diagnostics of a text of statements: line in the text and column, code and words; those of declarations beside the
// text without line.
func said(list diag.List) string {
	var out []string
	for _, d := range once(list.Sorted()) {
		at := "beside"
		if d.Subject.File == "game/20-test.md" {
			at = fmt.Sprintf("%d:%d", d.Subject.Line-firstLine+1, d.Subject.Col-2)
		}
		out = append(out, fmt.Sprintf("%s %s: %s", at, d.Code, d.Summary))
	}
	return strings.Join(out, "\n")
}

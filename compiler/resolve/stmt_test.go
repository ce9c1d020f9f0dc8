package resolve_test

// Statements in, typed statements out: one case for each statement and each decision, and for each thing that can be wrong
// with one beyond its shape. The statements stand in a procedure of the game that testdata/broken breaks.

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/draft"
	"rulebound/compiler/read"
	"rulebound/compiler/resolve"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// page is what stands beside the base game: the procedure test with the parameters $as (a seat), $at (a zone) and $many (a
// number), whose body is the text, and something to call.
const page = "```yaml\n" + `properties: {zone: {text: {type: "procedure(who: seat)", default: none}}}
procedures:
- id: helper
  params: {who: seat, count: {type: int, default: 2}}
  returns: zone
  do: [{return: oak}]
- id: plain
  do: [{gain: {honey: 1}}]
- id: test
  params: {as: seat, at: zone, many: int}
  do:
%s
` + "```\n\n- **9.1** A clause of the tests.\n- **9.2** Another one.\n"

// basePage is the game that the pages of testdata/broken break.
func basePage(t *testing.T) []byte {
	t.Helper()
	base, err := os.ReadFile("../testdata/broken/base.md")
	if err != nil {
		t.Fatal(err)
	}
	return base
}

// testPage is the page with the statements of text.
func testPage(text string) string {
	return fmt.Sprintf(page, "  "+strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  "))
}

// resolveTest resolves a game with the statements of text in its procedure test, and with more beside it.
func resolveTest(t *testing.T, text string, more ...string) (*def.GameDef, *typed.Proc, diag.List) {
	t.Helper()
	files := fstest.MapFS{"game/10-base.md": {Data: basePage(t)}, "game/20-test.md": {Data: []byte(testPage(text))}}
	for i, m := range more {
		files[fmt.Sprintf("game/3%d-more.md", i)] = &fstest.MapFile{Data: []byte("```yaml\n" + m + "\n```\n")}
	}
	gd, rb, list := resolveFiles(t, files)
	i := slices.IndexFunc(rb.Procs, func(p *typed.Proc) bool { return p.ID == "test" })
	if i < 0 {
		t.Fatal(list)
	}
	return gd, rb.Procs[i], list
}

func resolveFiles(t *testing.T, files fstest.MapFS) (*def.GameDef, *typed.Rulebook, diag.List) {
	t.Helper()
	prose, list := source.Read(files, "game")
	root, merging := source.Merge(prose.Blocks)
	if list = append(list, merging...); list.HasErrors() {
		t.Fatal(list)
	}
	rewriting := draft.Rewrite(root, false, nil)
	book, reading := read.Read(root, false, nil)
	syms, declaring := declare.Declare(book, prose)
	rb, resolving := resolve.Resolve(book, syms, nil)
	return rb.Game, rb, slices.Concat(rewriting, reading, declaring, resolving)
}

func TestStatements(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"set assigns variables, cells of owners, and bindings", `
- let: {$n: 1}
- set: {now: fruit, $as.ready: false, bee.ready: true, $n: =$n + 1}
- set: {$at.favor: cool}`, `
let $n:int = 1
several
  set now = fruit
  set $as.ready = false
  set ready[1] = true
  set local $n = (+ $n 1)
set $at.favor = cool only (has {11} $at)
`},
		{"gain, lose and pay change numbers and tracks", `
- gain: {honey: 2}
- lose: {$as.purse: $many}
- pay: {honey: 1}`, `
gain honey by 2
lose track (lookup $as) by $many
pay honey by 1
`},
		{"transfer moves from track to track", `- transfer: {from: honey, to: $as.purse, amount: 2}`, `
transfer 2 from honey to (lookup $as)
`},
		{"shift moves along a scale, and toward a position", `
- shift: {$at.favor: 1}
- shift: {oak.favor: 2}
  toward: warm`, `
shift favor of $at by 1
shift favor of oak by (if (< oak.favor 2) (min 2 (- 2 oak.favor)) (neg (min 2 (- oak.favor 2))))
`},
		{"mark puts markers of a pool", `- mark: {$at.blight: 1, oak.blight: -1}`, `
several
  mark blight in $at by 1
  mark blight in oak by -1
`},
		{"move takes a piece, some, or all of several zones", `
- take: $n
  by: $as
  of: ant
  from: $at
  each: $p
  do:
  - move: $p
    to: elm
  - move: {piece: $p, to: elm, mark: moved}
- move: {of: ant-scout, from: $at, to: home, count: 1}
- move: {of: scouts, from: woods, all: true, to: lake}
- remove: {of: bee, from: $at}`, `
take n by $as elem piece
  from (set-of $at) candidate $p:piece written false listed [] data false
  of {11111} tiers () keep false one false
  item $p:piece
    move 1 (class-of $p) in (zone-of $p) to elm
    move 1 (class-of $p) in (zone-of $p) to elm mark 0
  result $n:int
move 1 {1111} in $at to home
move all {1101111} in {11} to lake
move -1 {1100000} in $at to home
`},
		{"flip and tag change pieces", `
- flip: {of: ant-scout, in: $at, to: open}
- flip: {of: scouts, in: woods, all: true, to: hidden}
- tag: {of: ant-scout, in: oak, count: 1, mark: moved}
- tag: {of: ant-scout, in: oak, mark: moved, off: true}
- untag: moved`, `
flip -1 {1111} in $at to 1
flip all {1101111} in {11} to 0
tag 1 {1111} in oak mark 0 off false
tag -1 {1111} in oak mark 0 off true
untag 0
`},
		{"card moves a card", `
- card: top(stock)
  to: shown
- card: {card: rain, to: shown, at: under}`, `
card (top stock) to shown at 0
card rain to shown at 2
`},
		{"lasting effects begin and end", `
- activate: drought
- activate: {lasting: drought, duration: turn}
- end: drought
- expire: turn
- expire: turn
  to: year`, `
activate drought
activate drought for 0
end drought
expire 0
expire 0 to 1
`},
		{"let binds values, results of calls, and grants", `
- let: {$a: =$many + 1, $b: $a}
- let: {$c: {call: helper, with: {who: $as}}}
- let: {$d: {grant: {helper: {who: $as}}}}
- let: {$e: {value: none, type: seat}}
- gain: {honey: '=$b + if($c == $d and $e == none, 1, 0)'}`, `
several
  let $a:int = (+ $many 1)
  let $b:int = $a
call helper($as 2) left 10 -> $c:zone
grant helper -> $d:zone else none
  own $who:seat = $as
  own $count:int = 2 default yes
  args ($who $count) left 10
let $e:seat = none
gain honey by (+ $b (if (and (== $c $d) (== $e none)) 1 0))
`},
		{"switch knows what its value can be", `
- one: $s
  by: $as
  from: members(season)
- switch: $s
  cases: {bud: [{gain: {honey: 1}}], fruit: []}
  else: [plain]`, `
one s by $as elem season
  from {111} candidate $s:season written false listed [] data false
  result $s:season[0 1 2 -1]
switch $s written true among [0 1 2 -1]
case bud
  gain honey by 1
case fruit
else
  call plain()
`},
		{"for visits members, of which some", `
- for: {$z: woods}
  where: [{rule: 9.1, when: $z.yield > 0, if: $many > 1}, $z != $at]
  order: fixed
  do: [{gain: {honey: 1}}]
- for: {$s: seats}
  limit: 2
  do: [{gain: {$s.purse: 1}}]`, `
for $z:zone in {11} fixed true
candidate $z:zone
where (or (not (> $many 1)) (> (lookup $z) 0)) /9.1
where (!= $z $at)
  gain honey by 1
for $s:seat in {11} limit 2 fixed false
  gain track (lookup $s) by 1
`},
		{"for visits pieces that were kept", `
- take: $list
  by: $as
  of: ant
  from: woods
  max: 2
  keep: list
- let: {$same: $list}
- for: {$p: $same}
  limit: 1
  do: [{remove: $p}]`, `
take list by $as elem piece
  from {11} candidate $it:piece written false listed [] data false
  min - max 2 exact false
  of {11111} tiers () keep true one false
  result $list:int#
for $p:piece in $list limit 1 fixed false
  move 1 (class-of $p) in (zone-of $p) to home
`},
		{"repeat, until it is left", `
- repeat: $many
  while: honey > 0
  do:
  - stop:
    if: $at == oak`, `
repeat $many
while (> honey 0)
  when (== $at oak)
    stop
`},
		{"a pair, the second of which depends on the first", `
- pair: $one
  by: bee
  from: spaces
  second: $other
  to: adjacent($one)
  where: $one != $other`, `
pair one by bee elem
  from {111} candidate $one:zone written false listed [] data false
  where (!= $one $other)
  to (adjacent $one) candidate $other:zone
  result $one:zone
  and $other:zone
`},
		{"while, as often as its condition says or as is stated", `
- while: honey >= 2 and $at == oak
  do:
  - lose: {honey: 1}
- while: $many < honey
  do:
  - stop:
- while: $at == oak
  most: $many
  do: []`, `
repeat (+ (- honey 2) 1)
while (and (>= honey 2) (== $at oak))
which ends it
  lose honey by 1
repeat (- honey $many)
while (< $many honey)
which ends it
  stop
repeat $many
while (== $at oak)
which ends it
`},
		{"branches, guards and blocks", `
- if: $many > 1
  then: [{gain: {honey: 1}}]
  else: [{lose: {honey: 1}}]
- if: $many > 2
  then: [plain]
- do: [{gain: {honey: 1}}]
  if: $many > 3
  rule: 9.2`, `
if (> $many 1)
  gain honey by 1
else
  lose honey by 1
if (> $many 2)
  call plain()
when (> $many 3) /9.2
  do
    gain honey by 1
`},
		{"require, action, hold and return", `
- require: $many > 0
  rule: 9.1
- action: [{set: {visited: =visited | $at}}]
- hold: peace
  do: [plain]
- return: 7
- return`, `
require (> $many 0) /9.1
action
  set visited = (union visited (set-of $at))
hold peace
  call plain()
return 7
return -
`},
		{"notes", `
- note: turn
  indent: 1
- note: {gained: {who: $as, what: 3}, here: $at}`, `
note turn[]0 level 1:
several
  note gained[who what]2 level 2: $as 3
  note here[]1 level 2: $at
`},
		{"the end of the game, by seat or for all", `
- over: {result: {ant: 1, bee: $many}}
- over: {result: '=if($it == ant, 2, $many)'}
- over`, `
over 1 $many
over (if (== ant ant) 2 $many) (if (== bee ant) 2 $many)
over
`},
		{"calls by name and by value, with defaults", `
- helper: $as
- helper: {who: $as, count: 3}
- plain
- call: $at.text
  with: {who: $as}
- call: helper
  with: $as
- hook: {harvest: $at}`, `
call helper($as 2) left 10
call helper($as 3)
call plain()
call value (lookup $at)($as)
call helper($as 2) left 10
hook harvest($at)
`},
		{"grant evaluates its arguments once", `
- grant: {helper: $as}
- grant: plain`, `
grant helper
  own $who:seat = $as
  own $count:int = 2 default yes
  args ($who $count) left 10
grant plain
  args ()
`},
	} {
		t.Run(c.name, func(t *testing.T) { stated(t, c.text, c.want) })
	}
}

func stated(t *testing.T, text, want string, more ...string) {
	t.Helper()
	gd, p, list := resolveTest(t, text, more...)
	for _, d := range list {
		t.Error(d)
	}
	if got := printBody(gd, p); got != strings.TrimPrefix(want, "\n") {
		t.Errorf("got:\n%s", got)
	}
}

func TestDecisions(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"one member", `
- one: $z
  by: $as
  from: [oak, elm]
  where: [{rule: 9.1, when: $z != $at}]
  min: 0
  rule: 9.2
- draw: $c
  from: stock
- gain: {honey: '=$z.yield + if($c == rain, 1, 0)'}`, `
one z by $as elem zone rule 9.2
  from {11} candidate $z:zone written true listed [oak elm] data false
  where (!= $z $at) /9.1
  min 0 max - exact false
  result $z:zone[0 1 -1]
draw c by - elem card
  from stock candidate $c:card written false listed [] data false
  result $c:card
gain honey by (+ (lookup $z) (if (== $c rain) 1 0))
`},
		{"a subset that costs", `
- subset: $set
  by: $as
  name: several
  each: $z
  from: spaces
  min: 1
  max: $many
  cost: $z.yield
  budget: honey
  costRule: 9.1
- gain: {honey: =size($set)}`, `
subset several by $as elem zone
  from {111} candidate $z:zone written false listed [] data false
  cost (lookup $z) of honey rule 9.1
  min 1 max $many exact false
  result $set:{zone}
gain honey by (size $set)
`},
		{"a pick sees the set so far", `
- pick: $set
  by: $as
  each: $z
  from: woods
  where: $z not in $set
  max: 2 + size($set)
  again: true
  do: [{gain: {honey: =$z.yield}}]
  also: {rest: {where: size($set) > 0, do: [plain]}}`, `
pick set by $as elem zone
  picked $set:{zone} again true
  from {11} candidate $z:zone written true listed [] data false
  where (not (has $set $z))
  min - max (+ 2 (size $set)) exact false
  item $z:zone
    gain honey by (lookup $z)
  also rest
  where (> (size $set) 0)
    call plain()
`},
		{"count is least and most", `
- pick: $set
  by: $as
  from: woods
  count: all
- subset: $other
  by: $as
  from: woods
  count: size($set)
- gain: {honey: =size($other)}`, `
pick set by $as elem zone
  picked $set:{zone} again false
  from {11} candidate $it:zone written false listed [] data false
  min - max - exact true
  item $it:zone
subset other by $as elem zone
  from {11} candidate $it:zone written false listed [] data false
  min - max (size $set) exact true
  result $other:{zone}
gain honey by (size $other)
`},
		{"pieces with caps and tiers", `
- take: $n
  by: $as
  each: $p
  of: ant
  from: $at
  where: $p.zone != lake
  min: 1
  max: $many
  cost: 1
  budget: honey
  caps: [{of: ant-hill, max: 1, each: true, rule: 9.1}, {of: ant-scout, max: $many}]
  tiers: [ant-scout, ant-hill]
  do: [{remove: $p}]
- gain: {honey: $n}`, `
take n by $as elem piece
  from (set-of $at) candidate $p:piece written false listed [] data false
  where (!= (zone-of $p) lake)
  cost 1 of honey
  min 1 max $many exact false
  of {11111} tiers ({1111} {10000}) keep false one false
  cap {10000} max 1 each true rule 9.1
  cap {1111} max $many each false
  item $p:piece
    move 1 (class-of $p) in (zone-of $p) to home
  result $n:int
gain honey by $n
`},
		{"a piece that is kept", `
- take: $p
  by: $as
  of: ant
  from: woods
  keep: piece
- remove: $p`, `
take p by $as elem piece
  from {11} candidate $it:piece written false listed [] data false
  min 1 max 1 exact false
  of {11111} tiers () keep false one true
  result $p:piece
move 1 (class-of $p) in (zone-of $p) to home
`},
		{"a number, by choice or by chance", `
- amount: $n
  by: $as
  max: $many
- roll: $d
- roll: $e
  sides: 4
- shuffle: stock
- gain: {honey: =$n + $d + $e}`, `
amount n by $as elem int
  min 0 max $many exact false
  result $n:int
roll d by - elem int
  min 1 max 6 exact false
  result $d:int
roll e by - elem int
  min 1 max 4 exact false
  result $e:int
shuffle stock by - elem card
  from stock candidate - written false listed [] data false
gain honey by (+ (+ $n $d) $e)
`},
		{"a menu whose options have conditions", `
- menu: what
  by: $as
  options:
    more: {where: [{rule: 9.1, when: $many > 0}], do: [{gain: {honey: 1}}]}
    give: [{grant: {helper: $as}}]
    none: []
  also: {wait: [plain]}
  decline: none`, `
menu what by $as elem none decline none
  option more
  where (> $many 0) /9.1
    gain honey by 1
  option give granted yes
    grant helper
      own $who:seat = $as
      own $count:int = 2 default yes
      args ($who $count) left 10
  option none
  also wait
    call plain()
`},
		{"yes or no", `
- may: think
  by: $as
  where: $many > 0
  do: [{grant: {helper: $as}}]`, `
menu think by $as elem none may yes
  option yes granted yes
  where (> $many 0)
    grant helper
      own $who:seat = $as
      own $count:int = 2 default yes
      args ($who $count) left 10
`},
		{"one of the procedures with a tag", `
- callOne: $p
  by: $as
  from: procedures(errand)
  where: [{rule: 9.1, when: $p != walk}]
  before: [{note: {chosen: $p}}]
  with: {who: $as}
  also: {wait: [plain]}
  decline: pass
- note: {done: $p}`, `
menu p by $as elem none decline pass
  offer walk($as)
  where (!= walk walk) /9.1
    note chosen[]1 level 2: walk
  offer run($as 2) left 10
  where (!= run walk) /9.1
    note chosen[]1 level 2: run
  also wait
    call plain()
  result $p:proc
note done[]1 level 2: $p
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			stated(t, c.text, c.want, "procedures:\n- {id: walk, tags: errand, params: {who: seat}, do: [plain]}\n- {id: run, tags: errand, params: {who: seat, far: {type: int, default: 2}}, do: [plain]}")
		})
	}
}

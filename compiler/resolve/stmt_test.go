package resolve_test

// These tests resolve statements: one case for each statement and each decision. The statements are in a procedure of the base
// game of testdata/broken.

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

// helpers are procedures that statements call.
const helpers = `properties: {zone: {text: {type: "procedure(who: seat)", default: none}}}
procedures:
- id: helper
  params: {who: seat, count: {type: int, default: 2}}
  returns: zone
  do: [{return: oak}]
- id: plain
  do: [{gain: {honey: 1}}]`

// page is added to the base game: the procedure test with the parameters $as (a seat), $at (a zone) and $many (a number), whose
// body is the text, and the helpers.
const page = "```yaml\n" + helpers + `
- id: test
  params: {as: seat, at: zone, many: int}
  do:
%s
` + clauses

const clauses = "```\n\n- **9.1** A clause of the tests.\n- **9.2** Another one.\n"

// basePage returns the base game of testdata/broken.
func basePage(t *testing.T) []byte {
	t.Helper()
	base, err := os.ReadFile("../testdata/broken/base.md")
	if err != nil {
		t.Fatal(err)
	}
	return base
}

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

// pages caches the base game, which nearly all tests use.
var pages source.Cache

func resolveFiles(t *testing.T, files fstest.MapFS) (*def.GameDef, *typed.Rulebook, diag.List) {
	t.Helper()
	prose, list := pages.Read(files, "game")
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

// sound is a text of statements and its typed form.
type sound struct{ name, text, want string }

var soundStatements = []sound{
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
shift favor of oak by (max (neg 2) (min 2 (- 2 oak.favor)))
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
pair one by bee elem zone and zone
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
}

func TestStatements(t *testing.T) {
	for _, c := range soundStatements {
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

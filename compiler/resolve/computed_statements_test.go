package resolve_test

import "testing"

// computedStatements are valid texts in which operands are handed on, computed or copied.
var computedStatements = []rareText{
	{"what calls hand on", `
- there
- there: {at: oak}
- near
- judge: {who: bee}
- roam: woods | $at
- roam: {where: [oak], free: honey > 1}
- amount: $n
  max: 2
- near: {at: {if: {when: $n > 1, then: oak, else: elm}}}
- near: {if: {when: $n > 2, then: oak, else: elm}}
- set: {$at.mud: 1, oak.favor: warm}`, `deciders: [as]
bundles: {acting: {as: seat, at: zone}}
markers: [{id: mud, count: 1}]
procedures:
- {id: there, takes: acting, params: {x: {type: int, default: 1}}, do: []}
- {id: near, params: {at: {type: zone, default: elm}}, do: []}
- {id: judge, params: {who: seat, as: seat}, do: []}
- {id: roam, params: {where: zones, free: {type: bool, default: false}}, do: []}`, `
call there($as $at 1) left 100
call there($as oak 1) left 100
call near(elm) left 1
call judge(bee $as)
call roam((union {11} (set-of $at)) false) left 10
call roam({1} (> honey 1))
amount n by $as elem int
  min 0 max 2 exact false
  result $n:int
call near((if (> $n 1) oak elm))
call near((if (> $n 2) oak elm))
several
  set $at.mud = 1
  set favor[0] = warm only (has {11} oak)
`},
	{"domains and bounds that are computed", `
- one: $z
  by: $as
  from: adjacent($at)
  where: $z != oak
  do: [plain]
- one: $y
  by: $as
  from: [oak, elm]
  where: [size(gifts) > 0, $y != $z]
  min: $many
- one: $x
  by: $as
  from: [oak, elm]
  where: {rule: 9.1, if: size(gifts) > 0, when: $x != $at}
- amount: $n
  by: $as
  min: $many
  max: 1
- draw: $seat
  from: seats
  to: $as
- draw: $w
  from: woods
  where: $w != $y
- pair: $a
  by: $as
  from: woods
  second: $b
  to: seats
- pair: $c
  by: $as
  from: woods
  second: $d
  to: woods
- pair: $e
  by: $as
  from: spaces
  second: $f
  to: seats
- note: {nothing: , all: {x: $x, n: $n, s: $seat, w: $w, a: $a, b: $b, c: $c, d: $d, e: $e, f: $f}}
- switch: rounds
  cases: {2: [], 3: [plain]}`, "", `
several
  one z by $as elem zone
    from (adjacent $at) candidate $z:zone written false listed [] data false
    where (!= $z oak)
    min 0 max - exact false
    result $z:zone
  if (!= $z none)
    call plain()
one y by $as elem zone
  from {11} candidate $y:zone written true listed [oak elm] data true
  where (> (size {11}) 0)
  where (!= $y $z)
  min $many max - exact false
  result $y:zone[0 1 -1]
one x by $as elem zone
  from {11} candidate $x:zone written true listed [oak elm] data true
  where (or (not (> (size {11}) 0)) (!= $x $at)) /9.1
  result $x:zone[0 1 -1]
amount n by $as elem int
  min $many max 1 exact false
  result $n:int
draw seat by - elem seat
  seen by (set-of $as)
  from {11} candidate $seat:seat written false listed [] data false
  result $seat:seat
draw w by - elem zone
  from {11} candidate $w:zone written true listed [] data false
  where (!= $w $y)
  result $w:zone
pair a by $as elem zone and seat
  from {11} candidate $a:zone written false listed [] data false
  to {11} candidate $b:seat
  result $a:zone
  and $b:seat
pair c by $as elem zone and zone
  from {11} candidate $c:zone written false listed [] data false
  to {11} candidate $d:zone
  result $c:zone
  and $d:zone
pair e by $as elem zone and seat
  from {111} candidate $e:zone written false listed [] data false
  to {11} candidate $f:seat
  result $e:zone
  and $f:seat
several
  note nothing[]0 level 2:
  note all[x n s w a b c d e f]10 level 2: $x $n $seat $w $a $b $c $d $e $f
switch 2 written false among []
case 2
case 3
  call plain()
`},
	{"what follows a copy", `
- callOne: $p
  by: $as
  from: procedures(errand)
  where: $many > 1
  before: [{note: {chosen: $p}, if: honey > 2}]
  with: {who: $as}
- if: $p == none
  then: [plain]
- menu: m
  by: $as
  options: {a: [plain]}
  also: snack
- one: $z
  by: $as
  from: woods
  where: $z != oak
  do: [plain]
- if: honey > 1
  then: [plain]`, "asides: {snack: {where: nectar > 1, do: [{gain: {nectar: 1}, if: nectar < 9}]}}", `
menu p by $as elem none
  offer walk($as)
  where (> $many 1)
    when (> honey 2)
      note chosen[]1 level 2: walk
  offer run($as 2) left 10
  where (> $many 1)
    when (> honey 2)
      note chosen[]1 level 2: run
  result $p:proc
if (== $p none)
  call plain()
menu m by $as elem none
  option a
    call plain()
  also snack
  where (> nectar 1)
    when (< nectar 9)
      gain nectar by 1
several
  one z by $as elem zone
    from {11} candidate $z:zone written true listed [] data false
    where (!= $z oak)
    min 0 max - exact false
    result $z:zone[0 1 -1]
  if (!= $z none)
    call plain()
if (> honey 1)
  call plain()
`},
}

func TestPairsOfEqualTypesShareOneType(t *testing.T) {
	gd, _, _ := resolveTest(t, "- pair: $a\n  by: $as\n  from: woods\n  second: $b\n  to: seats\n- pair: $c\n  by: $as\n  from: seats\n  second: $d\n  to: seats\n- pair: $e\n  by: $as\n  from: spaces\n  second: $f\n  to: seats")
	if len(gd.Pairs) != 2 {
		t.Errorf("%v", gd.Pairs)
	}
}

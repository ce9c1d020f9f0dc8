package resolve_test

import "testing"

var soundDecisions = []sound{
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
}

// errands are procedures that the decisions call.
const errands = "procedures:\n- {id: walk, tags: errand, params: {who: seat}, do: [plain]}\n- {id: run, tags: errand, params: {who: seat, far: {type: int, default: 2}}, do: [plain]}"

func TestDecisions(t *testing.T) {
	for _, c := range soundDecisions {
		t.Run(c.name, func(t *testing.T) { stated(t, c.text, c.want, errands) })
	}
}

package resolve_test

import "testing"

// rareText is a valid text of statements, the declarations that it needs, and its typed form.
type rareText struct{ name, text, beside, want string }

// rareStatements are valid texts of statements with words that the other tables lack.
var rareStatements = append([]rareText{
	{"answers of seats together", `
- together: {$seat: seats}
  where: $seat.ready
  do:
  - amount: $offer
    max: $seat.purse
  - one: $claim
    from: members(season)
  set:
    $seat.bid: =$offer + honey
    $seat.doubts: =$claim == bud
- together: {$who: [bee, ant]}
  do:
  - let: {$left: =$who.purse}
  - for: {$claim: members(season)}
    do:
    - {amount: $part, max: $left}
    - set: {"$who.bids[$claim]": $part, $left: =$left - $part}
- repeat: $many
  do:
  - together: {$seat: seats}
    do: [{amount: $last, max: 1}]
    set: {$seat.bid: $last}
  - stop:
    if: honey > 3`, "variables:\n- {id: bid, type: int, per: seat, min: 0, max: 20}\n- {id: doubts, type: bool, per: seat}\n- {id: bids, type: int, per: [seat, season], min: 0, max: 20}", `
several
  for $seat:seat in {11} fixed true
  candidate $seat:seat
  where $seat.ready
    amount offer by $seat elem int
      secret true
      covert true voluntary false hint false
      min 0 max (value-of (lookup $seat)) exact false
      result $offer:int
    one claim by $seat elem season
      secret true
      covert true voluntary false hint false
      from {111} candidate $claim:season written false listed [] data false
      result $claim:season[0 1 2 -1]
    keep bid = (+ $offer honey), doubts = (== $claim bud) of $seat
  show bid = (+ $offer honey), doubts = (== $claim bud)
several
  for $who:seat in -65535 fixed true
    prepare bids[(place $who ?30)]
    let $left:track = (lookup $who)
    for $claim:season in {111} fixed false
      amount part by $who elem int
        secret true
        covert true voluntary false hint false
        min 0 max (value-of $left) exact false
        result $part:int
      several
        keep bids[(place $who $claim)] = $part of $who
        set track $left = (- (value-of $left) $part)
    keep bids[(place $who $claim)] of $who
  show bids[(place $who $claim)] = $part
repeat $many
  several
    for $seat:seat in {11} fixed true
      amount last by $seat elem int
        secret true
        covert true voluntary false hint false
        min 0 max 1 exact false
        result $last:int
      keep bid = $last of $seat
    show bid = $last
  when (> honey 3)
    stop
`},
	{"seats asked in turn", `
- askUntil: $doubter
  of: "in-turn(seats \\ [$as], $as)"
  where: $doubter.ready
  name: doubt
  secret: honey > 1
- askUntil: $bidder
  of: "reversed(in-turn(seats, $as))"
  do:
  - amount: $bid
    by: $bidder
    max: honey
  until: $bid > 1
- gain: {honey: 1}
  if: $doubter != none and $bidder == none`, "", `
several
  let $doubter:seat = none
  for $doubter:seat in (in-turn (difference {11} (set-of $as)) $as) fixed true
  candidate $doubter:seat
  where $doubter.ready
    menu doubt by $doubter elem none may yes
      secret (> honey 1)
      option yes
        set local $doubter = $doubter
        stop
several
  let $bidder:seat = none
  for $bidder:seat in (reversed (in-turn {11} $as)) fixed true
    amount bid by $bidder elem int
      min 0 max honey exact false
      result $bid:int
    if (> $bid 1)
      set local $bidder = $bidder
      stop
when (and (!= $doubter none) (== $bidder none))
  gain honey by 1
`},
	{"what seats see", `
- reveal: top(stock)
  to: [$as, bee]
- hide: stock
  from: $as
- reveal: set($card in stock where $card != rain)
- hide: rain
- roll: $omen
  sides: $many + 1
  to: $as
- draw: $drawn
  from: stock
  where: $drawn != rain
- note: {drawn: {card: $drawn, die: =$omen}}`, "variables: [{id: seen-by, type: seats, per: card, reveals: true}]", `
set (top stock).seen-by = (union (top stock).seen-by (set-of $as bee))
for $card:card in stock fixed true
  set $card.seen-by = (difference $card.seen-by (set-of $as))
for $card:card in (filter stock (!= ?24 rain)) fixed true
  set $card.seen-by = {11}
set rain.seen-by = {0}
roll omen by - elem int
  seen by (set-of $as)
  min 1 max (+ $many 1) exact false
  result $omen:int
draw drawn by - elem card
  from stock candidate $drawn:card written true listed [] data false
  where (!= $drawn rain)
  result $drawn:card
note drawn[card die]2 level 2: $drawn $omen
`},
	{"positions", `
- position: spaces
  with: [$as, honey, now]
  last: 60
- if: repeated(3)
  then: [{gain: {honey: 1}}]`, "", `
record (digest {111} $as honey now) in past positions
if (recurred 3)
  gain honey by 1
`},
	{"what is preferred", `
- one: $trip
  by: $as
  from: woods
  where: $trip != $at
  prefer: [$trip.blight > 0, {rule: 9.1, when: $trip.yield > 1, if: honey > 2}]
- pick: $trips
  by: $as
  each: $next
  from: woods
  cost: $next.yield
  budget: $as.purse
  min: 1
  max: $many
  prefer: $next != $trip
  do: [{mark: {$next.blight: 1}}]
- pick: $again
  by: $as
  from: woods
  again: true
  max: 2
  prefer: $it != $trip
- move: {of: ant, from: $at, all: true, to: elm}`, "", `
one trip by $as elem zone
  from {11} candidate $trip:zone written true listed [] data false
  where (!= $trip $at)
  prefer (or (> $trip.blight 0) (not (any {11} (and (!= ?24 $at) (> ?24.blight 0)))))
  prefer (or (or (not (> honey 2)) (> (lookup $trip) 1)) (not (any {11} (and (!= ?25 $at) (or (> ?25.blight 0) (not (any {11} (and (!= ?24 $at) (> ?24.blight 0))))) (or (not (> honey 2)) (> (lookup ?25) 1)))))) /9.1
  result $trip:zone[0 1 -1]
pick trips by $as elem zone
  picked $trips:{zone} again false
  from {11} candidate $next:zone written false listed [] data false
  prefer (or (!= $next $trip) (not (any {11} (and (not (has $trips ?29)) (<= (lookup ?29) (value-of (lookup $as))) (!= ?29 $trip)))))
  cost (lookup $next) of (value-of (lookup $as))
  min 1 max $many exact false
  item $next:zone
    mark blight in $next by 1
pick again by $as elem zone
  picked $again:{zone} again true
  from {11} candidate $it:zone written false listed [] data false
  prefer (or (!= $it $trip) (not (any {11} (!= ?33 $trip))))
  min - max 2 exact false
  item $it:zone
move all {11111} in (set-of $at) to elm
`},
	{"a decision with a body", `
- one: $z
  by: $as
  secret: honey > 0
  from: woods
  where: $z != oak
  do: [{mark: {$z.blight: 1}}]
- one: $n
  by: $as
  from: ints(1, $many)
  do: [{gain: {honey: $n}}]
- take: $n2
  by: $as
  of: scouts
  from: [$at, elm]
  count: 2
  to: lake
- take: $n3
  by: $as
  of: scouts
  from: $at
  to: home
- draw: $c
  from: shown
- note: {here: $z, card: $c}
- take: $kept
  by: $as
  of: ant
  from: oak
  keep: list
- for: {$p: $kept}
  do: [{remove: $p}]`, "", `
several
  one z by $as elem zone
    secret (> honey 0)
    from {11} candidate $z:zone written true listed [] data false
    where (!= $z oak)
    min 0 max - exact false
    result $z:zone[0 1 -1]
  if (!= $z none)
    mark blight in $z by 1
several
  one n by $as elem int
    from (range 1 $many) candidate $n:int written false listed [] data false
    min 0 max - exact false
    result $n:int
  if (>= $n 0)
    gain honey by $n
take n2 by $as elem piece
  from (set-of $at elm) candidate $it:piece written false listed [] data false
  min - max 2 exact true
  of {1101111} tiers () keep false one false
  item $it:piece
    move 1 (class-of $it) in (zone-of $it) to lake
  result $n2:int
take n3 by $as elem piece
  from (set-of $at) candidate $it:piece written false listed [] data false
  of {1101111} tiers () keep false one false
  item $it:piece
    move 1 (class-of $it) in (zone-of $it) to home
  result $n3:int
draw c by - elem card
  from shown candidate $c:card written false listed [] data false
  result $c:card
several
  note here[]1 level 2: $z
  note card[]1 level 2: $c
take kept by $as elem piece
  from {1} candidate $it:piece written false listed [] data false
  of {11111} tiers () keep true one false
  result $kept:int#
for $p:piece in $kept fixed false
  move 1 (class-of $p) in (zone-of $p) to home
`},
	{"search hints", `
- one: $spot
  by: $as
  from: woods
- take: $few
  by: $as
  of: ant
  from: oak
  each: $p
  do: [{remove: $p}]
- callOne: $do
  by: $as
  from: procedures(errand)
  with: $as
  owed: $many > 2
- gain: {honey: =$spot.yield}`, "search:\n  test.spot: {first: $spot.yield > 1, needs: honey > 6}\n  test.few: {first: $p.zone == oak}\n  test.do: {needs: $do == walk}", `
one spot by $as elem zone
  covert false voluntary false hint true
  from {11} candidate $spot:zone written false listed [] data false
  first (> (lookup $spot) 1) needs (> honey 6)
  result $spot:zone[0 1 -1]
take few by $as elem piece
  covert false voluntary false hint true
  from {1} candidate $p:piece written false listed [] data false
  first (== (zone-of $p) oak) needs -
  of {11111} tiers () keep false one false
  item $p:piece
    move 1 (class-of $p) in (zone-of $p) to home
  result $few:int
menu do by $as elem none
  covert false voluntary false hint true
  offer walk($as)
  owed (> $many 2) needs (== walk walk)
  offer run($as 2) left 10
  owed (> $many 2) needs (== run walk)
  result $do:proc
gain honey by (lookup $spot)
`},
	{"obligations", `
- ensure: $gain + honey
  most: $many
  do:
  - amount: $gain
    by: $as
    max: 3
  - while: $gain < honey
    do: [{lose: {honey: 1}}, stop]
- repeat: 2
  do:
  - ensure: honey > $many
    once: true
    do: [{gain: {honey: 1}}]
  - stop:
- while: honey < 3
  do:
  - amount: $more
    by: $as
    max: 2
  - gain: {honey: $more}`, "", `
ensure (+ ?23 honey) most $many once false
  amount gain by $as elem int
    min 0 max 3 exact false
    result $gain:int
  repeat (- honey $gain)
  while (< $gain honey)
  which ends it
    lose honey by 1
    stop
repeat 2
  ensure (> honey $many) most - once true
    gain honey by 1
  stop
repeat -
while (< honey 3)
which ends it
  amount more by $as elem int
    min 0 max 2 exact false
    result $more:int
  gain honey by $more
`},
	{"cases that are computed, and values", `
- switch: $many
  cases: {=honey + 1: [plain], =$many + 2: [], 3: []}
- let: {$set: '=[oak, $at]', $none: {value: none, type: zone}, $far: {value: honey, type: int}}
- set: {visited: $set, "$at.goods[sour]": $far, "oak.goods[rich]": 2}
- for: {$n: 'ints(1, $far)'}
  where: $n != 2
  limit: $many
  do: [{gain: {"$at.goods[plain]": $n}}]
- for: {$c: stock}
  where: $c != rain
  do: [{card: {card: $c, to: shown}}]
- position: woods
  with: size(stock)
  last: 9
- action: [{set: {visited: $none}}]
  if: $none == $at`, "tracks: [{id: goods, per: [zone, taste], max: 9}]", `
switch $many written true among []
case (+ honey 1)
  call plain()
case (+ $many 2)
case 3
several
  let $set:{zone} = (set-of oak $at)
  let $none:zone = none
  let $far:int = honey
several
  set visited = $set
  set (place $at sour).goods = $far
  set goods[2] = 2
for $n:int in (range 1 $far) limit $many fixed false
candidate $n:int
where (!= $n 2)
  gain (place $at plain).goods by $n
for $c:card in stock fixed false
candidate $c:card
where (!= $c rain)
  card $c to shown at 0
record (digest {11} (pile-size stock)) in past positions
when (== $none $at)
  action
    set visited = (set-of $none)
`},
	{"grants with what they have in common", `
- grant: {errand: {who: $as}}
- let: {$got: {grant: {errand: $as}}}
- gain: {honey: $got}
- hook: {harvest: {space: $at}}
- hook:
    harvest: oak
    burst: {who: $as, many: $many}`, "grants:\n  with: {many: =1 + honey}\n  before: [{gain: {$who.purse: $many}}]\n  after: [{lose: {$who.purse: 1}}]\nprocedures: [{id: errand, params: {who: seat, many: int}, do: [{return: $many}]}]\npoints: [{id: burst, kind: run, params: {who: seat, many: int}}]", `
grant errand
  own $who:seat = $as
  own $many:int = (+ 1 honey) default yes
  args ($who $many) left 10
  gain track (lookup $who) by $many
  lose track (lookup $who) by 1
grant errand -> $got:int else 0
  own $who:seat = $as
  own $many:int = (+ 1 honey) default yes
  args ($who $many) left 10
  gain track (lookup $who) by $many
  lose track (lookup $who) by 1
gain honey by $got
hook harvest($at)
several
  hook harvest(oak)
  hook burst($as $many)
`},
	{"members of a single one, and of data", `
- one: $z
  by: $as
  from: $at
- one: $y
  by: $as
  from: near
  where: $y != $z
- one: $x
  by: $as
  from: [oak, elm]
  where: {when: $x != $z, if: honey > 1}
- subset: $s
  by: $as
  from: woods
  min: 2
  max: 2
- note: {y: $y, x: $x, s: $s}`, "sets: {near: '=set($s in spaces where $s.yield < rounds)'}", `
one z by $as elem zone
  from (set-of $at) candidate $z:zone written false listed [] data false
  result $z:zone
one y by $as elem zone
  from {101} candidate $y:zone written true listed [] data true
  where (!= $y $z)
  result $y:zone
one x by $as elem zone
  from {11} candidate $x:zone written true listed [oak elm] data false
  where (or (not (> honey 1)) (!= $x $z))
  result $x:zone[0 1 -1]
subset s by $as elem zone
  from {11} candidate $it:zone written false listed [] data false
  min 2 max 2 exact false
  result $s:{zone}
several
  note y[]1 level 2: $y
  note x[]1 level 2: $x
  note s[]1 level 2: $s
`},
	{"options", `
- menu: what
  by: $as
  secret: honey > 1
  options:
    take: {where: honey > 0, do: [{lose: {honey: $many}}]}
    wait: []
  also: snack
- may: think
  by: $as
  voluntary: true
  where: [$many > 0, {rule: 9.2, when: $at != oak}]
  do: [{gain: {honey: $many}}]
- pick: $spots
  by: $as
  from: spaces
  max: 2
  also: [snack]`, "asides: {snack: {where: nectar > 1, do: [{gain: {nectar: 1}}]}}", `
menu what by $as elem none
  secret (> honey 1)
  option take
  where (> honey 0)
    lose honey by $many
  option wait
  also snack
  where (> nectar 1)
    gain nectar by 1
menu think by $as elem none may yes
  covert false voluntary true hint false
  option yes
  where (> $many 0)
  where (!= $at oak) /9.2
    gain honey by $many
pick spots by $as elem zone
  picked $spots:{zone} again false
  from {111} candidate $it:zone written false listed [] data false
  min - max 2 exact false
  item $it:zone
  also snack
  where (> nectar 1)
    gain nectar by 1
`},
}, computedStatements...)

func TestRareStatements(t *testing.T) {
	for _, c := range rareStatements {
		t.Run(c.name, func(t *testing.T) { stated(t, c.text, c.want, errands, c.beside) })
	}
}

package resolve_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/engine/def"
)

// rareData is valid data of all kinds that the base game lacks.
const rareData = `edges: [[bay, oak], [bay, lake]]
spaces: [{id: bay, at: [3, 4], next: oak, crop: [ant-hill, bee-scout.open]}]
boxes: [{id: den, look: {colour: red}}]
properties: {zone: {crop: {type: filter, default: ant}, next: {type: zone, default: none}}, card: {gaps: {type: "set of season", default: []}}}
piles: [{id: hand, owner: bee, visible: owner}]
pieces: [{id: bee-hill, seat: bee, home: hive, count: 1, look: {sign: bh}}]
pools: {jars: 5, vats: 2}
markers: [{id: mould, on: [oak, bay], count: 1, pool: vats, look: {signs: {1: x}, colours: {1: red, 0: blue}}}]
options: [{id: weather, values: [wet, dry], default: wet}]
tracks: [{id: goods, per: [zone, taste], max: 9}]
variables:
- {id: turn-of, type: order, initial: [bee, ant]}
- {id: level, type: int, per: seat, min: 0, max: 3, initial: 1, stance: seats}
- {id: mood, type: taste, per: seat, initial: plain}
- {id: hoard, type: int, per: card, initial: =rounds - 1}
derived: [{id: most, type: int, value: =honey + nectar, watch: true, look: {tint: true, sign: m}}]
map: {places: [{id: hut, at: [1, 2]}], regions: [{id: field, at: [[0, 0], [0, 5], [5, 5]]}]}
stacking: [{in: [elm], of: ant-scout, max: 1}]
setupTables: [{id: gains, at: plan.g, columns: {who: seat, n: int}}]
setupValues: [{id: long, at: plan.l, type: bool, default: true}, {id: opener, at: plan.o, type: seat, default: bee}]
setups:
- id: two
  tracks: {honey: 7}
  variables: {now: fruit, bee: {ready: false}, ant: {mood: rich, level: 2}, rain: {hoard: 1}}
  spaces: {oak: {pieces: {ant-scout.open: 2, bee-scout: 1}, favor: warm, goods.sour: 2}, woods: {mould: 0}}
  boxes: {hive: {bee-scout: 2}, nest: {pieces: {ant-hill: 1}}}
  piles: {shown: [wind], stock: rain}
  lasting: drought
  expect: {peace: false, most: 11}
  plan: {l: false, o: ant, g: [{who: ant, n: 2}, {who: bee, n: 3}]}
gaps: [gaps]
moves:
  words: [{word: reap, decision: spaces, answer: elm}, {word: fetch, decision: spaces, answer: oak, then: spaces}]
  activity: {within: operation, offer: spaces, choice: spaces}
invariants: [{id: few, rule: 1.4, require: honey < 21, message: too much}]
checks:
- {id: own-purse, each: {$seat: seats}, require: $seat.purse == honey, at: purse, message: none}
- {id: two-names, pairs: {$one: spaces, $other: spaces}, require: $one != $other, message: one}
- {id: purses, distinct: [rounds, hours], message: alike}
values: [{id: hours, at: orchard.h, type: int, default: 9}]`

// dataSlips calls f with the rare data in which one word is replaced: the line, the word, its position, and the diagnostics.
func dataSlips(t *testing.T, other string, f func(line, was, at, said string)) {
	t.Helper()
	eachWord(rareData, other, func(slip, line, was string, row, col int) {
		_, _, list := resolveFiles(t, orchard(t, slip))
		f(line, was, fmt.Sprintf("%d:%d ", row+2, col+1), reported(once(list)))
	})
}

// An unknown name in the data is one diagnostic at its position. If it replaced the name of a declaration, the uses of that name
// are reported instead.
func TestUnknownNameInDataIsOneDiagnosticAtItsPlace(t *testing.T) {
	reports := 0
	dataSlips(t, "absent", func(line, was, at, said string) {
		if said != "" {
			reports++
		}
		uses := regexp.MustCompile(`\b` + was + `\b`)
		for i, d := range strings.Split(said, "\n") {
			if uses.MatchString(d) || i == 0 && strings.HasPrefix(said, at) || said == "" {
				continue
			}
			t.Errorf("%s with absent for %s: not one diagnostic at %s\n%s", line, was, at, said)
			break
		}
	})
	if reports < 120 {
		t.Errorf("only %d of the slips are reported", reports)
	}
}

func TestRareData(t *testing.T) {
	gd, rb := resolved(t, rareData)
	byID := func(id string) *def.VarDef {
		return &gd.Vars[slices.IndexFunc(gd.Vars, func(v def.VarDef) bool { return v.ID == id })]
	}
	var types []string
	for _, p := range gd.Types {
		types = append(types, fmt.Sprintf("%s of %d at %d: %d", p.ID, p.Seat, p.Home, p.Count))
	}
	var owners []string
	for _, p := range gd.Piles {
		owners = append(owners, fmt.Sprint(p.ID, " of ", p.Owner))
	}
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"looks", gd.Looks, `{"zones":[{},{},{},{"at":[3,4]},{},{},{"colour":"red"}],"types":[{},{},{},{"sign":"bh"}],"vars":[{},{},{},{},{},{},{},{},{"values":[{"value":"1","colour":"red","sign":"x"},{"value":"0","colour":"blue"}]}],"derived":[{},{},{"tint":true,"sign":"m"}],"regions":[{"id":"field","at":[0,0,0,5,5,5]}],"places":[{"id":"hut","at":[1,2]}]}`},
		{"moves", gd.Moves, `{"words":[{"word":"reap","decision":"spaces","answer":"elm"},{"word":"fetch","decision":"spaces","answer":"oak","then":"spaces"}],"activity":{"within":"operation","offer":"spaces","choice":"spaces"}}`},
		{"set-ups", gd.Setups, `[{"id":"spring","cells":[{"cell":26,"value":2},{"cell":34,"value":1},{"cell":0,"value":0}],"pieces":[{"zone":0,"class":0,"n":2},{"zone":0,"class":4,"n":1},{"zone":1,"class":5,"n":1}],"node":21},{"id":"two","cells":[{"cell":3,"value":7},{"cell":50,"value":1},{"cell":48,"value":0},{"cell":54,"value":2},{"cell":52,"value":2},{"cell":56,"value":1},{"cell":26,"value":2},{"cell":5,"value":2},{"cell":40,"value":0},{"cell":41,"value":0},{"cell":43,"value":0},{"cell":0,"value":3},{"cell":1,"value":0},{"cell":2,"value":0}],"pieces":[{"zone":0,"class":1,"n":2},{"zone":0,"class":5,"n":1},{"zone":5,"class":5,"n":2},{"zone":4,"class":4,"n":1}],"cards":[{"pile":1,"card":1},{"pile":0,"card":0}],"active":[0],"node":22}]`},
		{"stacking", gd.Stacking, `[{"rule":"1.4","zones":15,"filter":16,"max":1,"node":19},{"zones":2,"filter":15,"max":1,"node":20}]`},
		{"neighbours", gd.Adjacent, `[10,5,10,5,0,0,0]`},
		{"types", types, `["ant-scout of 0 at 4: 6","ant-hill of 0 at 4: 2","bee-scout of 1 at 5: 6","bee-hill of 1 at 5: 1"]`},
		{"piles", owners, `["stock of -1","shown of -1","hand of 1"]`},
		{"claims", rb.Claims, `[{"Setup":"two","ID":"peace","Pos":{"File":"game/20.md","Line":30,"Col":19,"EndCol":24},"Written":"false","Want":0},{"Setup":"two","ID":"most","Pos":{"File":"game/20.md","Line":30,"Col":32,"EndCol":34},"Written":"11","Want":11}]`},
		{"decisions that moves name", rb.Names, `[{"Name":"spaces","Of":"","Pos":{"File":"game/20.md","Line":34,"Col":34,"EndCol":40}},{"Name":"elm","Of":"spaces","Pos":{"File":"game/20.md","Line":34,"Col":50,"EndCol":53}},{"Name":"spaces","Of":"","Pos":{"File":"game/20.md","Line":34,"Col":80,"EndCol":86}},{"Name":"oak","Of":"spaces","Pos":{"File":"game/20.md","Line":34,"Col":96,"EndCol":99}},{"Name":"spaces","Of":"","Pos":{"File":"game/20.md","Line":34,"Col":107,"EndCol":113}},{"Name":"spaces","Of":"","Pos":{"File":"game/20.md","Line":35,"Col":40,"EndCol":46}},{"Name":"spaces","Of":"","Pos":{"File":"game/20.md","Line":35,"Col":56,"EndCol":62}}]`},
		{"gaps", rb.Gaps, `["gaps"]`},
		{"zones that bear mould", byID("mould").On, `9`},
		{"its pool", byID("mould").Pool, `2`},
		{"seats that set their level", byID("level").Stance, `3`},
		{"what the cells begin with", gd.Initial, `[0,1,1,4,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,-65535,1,1,1,1,1,1,0,0,0,0,0,0]`},
		{"crops", values(gd, "zone.crop"), `"[31 31 31 80 31 31 31]"`},
		{"weights", values(gd, "piece.weight"), `"[3 3 3 3 1 1 1 1]"`},
	} {
		got, err := json.Marshal(c.got)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}

func TestAGameWithoutLooksHasNone(t *testing.T) {
	if gd, _ := resolved(t); gd.Looks != nil {
		t.Errorf("%+v", gd.Looks)
	}
}

// Every word of the data that the rulebook declares is recorded as a use.
func TestEveryNameInDataIsRecordedAsAUse(t *testing.T) {
	everyNameIsAUse(t, rareData, "game/20.md", 2, 1, orchard(t, rareData))
}

// All diagnostics of invalid data.
func TestReportsOfData(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"setups: [{id: s, piles: {none: [rain]}}]", `
2:26 none-in-a-set: none cannot be a member of a list; remove it`},
		{"spaces: [{id: bay, adjacent: [ant, oak]}]", `
2:31 unknown-name: there is no space ant
2:36 bad-adjacency: bay lists oak as adjacent, but not the other way round`},
		{"spaces: [{id: a, adjacent: oak}, {id: b, adjacent: oak}, {id: c, adjacent: oak}, {id: d, adjacent: oak}, {id: e, adjacent: oak}, {id: f, adjacent: oak}]", `2:28 bad-adjacency: a lists oak as adjacent, but not the other way round; so do 5 more`},
		{"edges: [[oak, nest], [oak], [oak, oak], [oak, elm], oak]", `
2:15 bad-adjacency: nest is a box; edges join spaces
2:22 bad-adjacency: an edge joins two spaces, this lists 1: write [one, other]
2:35 bad-adjacency: oak is not adjacent to itself
2:41 duplicate-id: oak and elm are already adjacent; remove the second
2:53 wrong-type: an entry of edges must be a list`},
		{"variables: [{id: n, type: int, min: 2, max: 2, initial: 5}, {id: m, type: int, min: 3, max: 2, initial: 5}]", `
2:57 bad-bounds: n runs from 2 to 2
2:61 bad-bounds: variable m: min 3 is above max 2`},
		{"properties: {card: {some: {type: zones, default: []}}}\ngaps: [some, text, odd]", `
3:8 wrong-type: some is a set of zones; gaps are listed by a set of the names of texts
3:14 wrong-type: text is a procedure; gaps are listed by a set of the names of texts
3:20 unknown-name: cards have no property odd`},
		{"pieces: [{id: a, seat: ant, count: 0, home: oak}, {id: b, seat: bee, count: 256, home: nest}, {id: c, seat: ant, home: nest}]\nsetups: [{id: s, boxes: {nest: {a: 3, b: 4, c: 1}}}]", `
2:36 bad-bounds: piece type a needs a count from 1 to 255
2:45 wrong-type: the home of a must be a box
2:77 bad-bounds: piece type b needs a count from 1 to 255
2:95 missing-key: piece type needs count: how many there are, 1 to 255`},
		{"setups: [{id: s, tracks: {oak: 3, honey: 30, favor: 1, gone: 2, ant.ready: 1}}]", `
2:27 unknown-name: there is no variable oak here
2:42 bad-bounds: honey runs from 0 to 20
2:46 unknown-name: there is no variable favor here
2:56 unknown-name: there is no variable gone here
2:65 unknown-name: there is no variable ant.ready here; write variables: {ant: {ready: value}}`},
		{"setups: [{id: s, variables: {ant: {ready: 3, honey: 2}, none: {ready: true}, seats: {ready: true}, oak: {ready: true}}}]", `
2:43 wrong-type: a condition is expected, this is a number
2:46 unknown-name: there is no variable honey here
2:57 none-in-a-set: none cannot be a member of a list; remove it
2:78 duplicate-key: the set-up gives ready of ant twice
2:106 unknown-name: there is no variable ready here`},
		{"setups: [{id: s, spaces: {oak: {ant-scout: 2, honey: 1, favor: hot}, nest: {pieces: {ant-scout: 1}}, lake: {favor: warm}}, boxes: {elm: {ant-scout: 1}, hive: {bee-scout.open: 1, bee: 1, ant-scout: -1}}}]", `
2:33 unknown-name: there is no variable ant-scout here; pieces stand under pieces: {ant-scout: n}
2:47 unknown-name: there is no variable honey here
2:64 unknown-name: unknown name hot; favor is one of cool, neutral, warm
2:70 misplaced: nest is a box; write its contents under boxes
2:109 misplaced: lake cannot bear favor
2:132 misplaced: elm is a space; write its contents under spaces
2:160 misplaced: pieces in a box have no status; write bee-scout
2:179 unknown-name: there is no piece type bee
2:198 wrong-type: a number of pieces is a whole number from 0 to 255`},
		{"setups: [{id: s, spaces: {oak: {pieces: {ant-scout.opn: 1, ant-scout: 7, ant-hill: 2}}}, piles: {shown: [rain, rain, none, oak], nest: [wind]}, lasting: [none, drought, turn]}]", `
2:42 unknown-name: ant-scout has no status opn; did you mean open?
2:60 too-many: set-up s places 7 ant-scout, there are 6
2:74 stacking: set-up s breaks stacking: oak holds 2 of at most 1 (1.4)
2:112 duplicate-id: rain lies in two places
2:118 none-in-a-set: none cannot be a member of a list; remove it
2:124 wrong-type: a card is expected, this is a zone
2:130 wrong-type: a pile is expected, this is a zone
2:155 none-in-a-set: none cannot be a member of a list; remove it
2:170 unknown-name: there is no lasting effect turn; turn is a member of duration`},
		{"tracks: [{id: goods, per: [zone, taste], max: 9}]\nsetups: [{id: s, spaces: {oak: {goods.none: 2, goods.sweet: 1, goods: 3, goods.sour: 10}}}]", `
3:33 unknown-name: goods has no value for none
3:48 unknown-name: goods has no value for sweet
3:74 duplicate-key: the set-up gives oak.goods.sour twice
3:86 bad-bounds: goods runs from 0 to 9`},
		{"setups: [{id: s, spaces: {woods: {blight: 2}}, expect: {holder: ant, peace: 3, honey: 2, gone: 1}}]", `
2:35 too-many: set-up s takes 4 from pots, there are 3
2:57 needs-owner: holder is derived for each zone; only a value of the whole game can be expected
2:77 wrong-type: a condition is expected, this is a number
2:80 unknown-name: there is no derived value honey
2:90 unknown-name: there is no derived value gone`},
		{"setups: [{id: s, spaces: {oak: {blight: 1}, woods: {blight: 1}}}]", `2:45 duplicate-key: the set-up gives blight of oak twice`},
		{"piles: [{id: p, visible: owner}, {id: q, owner: oak, visible: owner}]", `
2:26 no-owner: pile p has no owner to see it; write owner: and the seat, or visible: hidden
2:49 wrong-type: a seat is expected, this is a zone`},
		{"markers: [{id: m, count: 1, pool: nopots, on: seats}, {id: n, scale: [low, high], initial: mid}]", `
2:35 unknown-name: there is no pool nopots; did you mean pots?
2:47 wrong-type: a set of zones is expected, this is a set of seats
2:92 unknown-name: unknown name mid; n is one of low, high`},
		{"stacking: [{in: spaces, of: ant, max: -1}, {in: woods, of: oak, max: 2}]", `
2:39 bad-bounds: at most 1073741824 pieces can be counted in a zone; a limit is a number from 0 to that
2:60 wrong-type: a piece filter is expected, this is a zone`},
		{"variables: [{id: a, type: int, per: seat, stance: seats}, {id: b, type: bool, stance: ant}, {id: c, type: bool, per: seat, stance: oak}, {id: d, type: zones, per: seat, stance: seats}]", `
2:51 stance: the type of a stance must be bool, an enumeration, or int with min: and max:
2:87 stance: a seat can set only a lasting value of its own: a stance needs per: seat, and no scope: action
2:132 wrong-type: a set of seats is expected, this is a zone
2:178 stance: the type of a stance must be bool, an enumeration, or int with min: and max:`},
		{"moves: {words: [{word: a b, decision: x, answer: y}, {word: c, decision: x, answer: y}, {word: c, decision: x, answer: y}, {word: d, decision: x, answer: y, then: z, card: true}, {decision: x, answer: y}, {answer: y, decision: x}]}", `
2:24 bad-id: the word of a move is a single word; give what may follow it with then: or card:
2:96 duplicate-id: the move word c is defined twice; leave one of them out
2:164 unknown-key: the word after d answers a decision (then:) or names a card (card:), not both
2:180 missing-key: move word needs word: the word
2:206 missing-key: move word needs word: the word`},
		{"spaces: [{id: bay, at: [1]}, {id: cove, at: [1, x]}, {id: dell, at: [100001, 0]}, {id: east, at: [[1, 2]]}, {id: fen, at: [[1, 2], [3]]}]", `
2:24 wrong-arguments: a place has two coordinates, [x, y]
2:49 wrong-type: an entry of at of space must be a whole number or a list
2:70 bad-bounds: a coordinate lies between -100000 and 100000
2:98 wrong-arguments: a line has two points or more; write [x, y] for a single place
2:132 wrong-arguments: a place has two coordinates, [x, y]`},
		{"map: {regions: [{id: r, at: [[0, 0], [1, 1]]}], places: [{id: p, at: 3}]}", `
2:29 wrong-arguments: an area has three corners or more
2:70 wrong-type: at of place must be a list`},
		{"pieces: [{id: a, seat: ant, count: 1, home: nest, look: {sign: abc}}]\nvariables: [{id: v, type: season, look: {signs: {bod: x}, colours: {bud: red}}, internal: true}, {id: w, type: int, quiet: true, internal: true}]", `
2:64 bad-bounds: a sign has at most 2 letters, this one has 3
3:35 unknown-key: variable has no key "look"
3:140 internal: w is on no board anyway, as it is quiet: leave internal out`},
		{"tables: [{id: t, at: orchard.t, columns: {a: int, b: seat}}]\norchard: {t: [{a: 1}, {a: x, b: ant}, 3, {a: 2, b: oak, c: 1}]}", `
3:15 missing-key: row of t needs b: (a property without a default)
3:27 unknown-name: unknown name x
3:39 wrong-type: a row of t must be a mapping
3:52 wrong-type: a seat is expected, this is a zone
3:57 unknown-key: row of t has no key "c"; it can have a, b, id or rule`},
		{"setupValues: [{id: v, at: plan.v, type: int}]\nsetups: [{id: s, plan: {w: 1}}]", `
3:24 missing-key: plan needs v: (a value of set-ups without a default)
3:25 unknown-key: plan has no key "w"; it can have v`},
		{"invariants: [{id: i, require: 1 + 1 == 2, message: m}, {id: j, require: $absent, message: m}]", `
2:31 settled-invariant: this has the same value in every position; conditions on the data belong under checks
2:73 unknown-binding: $absent is not bound here`},
		{"checks: [{id: a, message: m}, {id: b, pairs: {$x: seats}, require: $x == ant, message: m}, {id: c, calls: odd, require: honey > 1, message: m}, {id: d, calls: play, at: purse, require: honey > 1, message: m}, {id: e, each: {$s: setups}, require: honey > 1, message: m}, {id: f, each: {$s: setups}, at: odd, require: honey > 1, message: m}]", `
2:10 missing-key: check a needs require: the condition that must hold, or distinct: the values that must differ
2:46 wrong-key: pairs takes two bindings, {$x: set, $y: set}, and replaces each
2:107 unknown-name: there is no procedure odd
2:160 wrong-key: a check of calls has its own places; remove each and at
2:210 missing-key: a check of set-ups needs at: the path of the data that is at fault
2:303 unknown-name: no data is read at odd`},
		{"checks: [{id: a, each: {$s: honey}, require: $s == 1, at: x, message: m}, {id: b, each: {$s: seats}, require: $t == ant, at: purse, message: m}, {id: c, each: {$s: seats}, require: $s == oak, at: purze, message: m}, {id: d, distinct: [rounds, honey], message: m}]", `
2:29 not-constant: a check ranges over cards, procedures, durations, or the members of a set that never changes
2:111 unknown-binding: $t is not bound here
2:197 unknown-name: no data is read at purze; did you mean purse?
2:244 unknown-name: honey is not a value that values: declares`},
		{"values: [{id: v, at: orchard.v, type: season, default: bud}]\nchecks: [{id: a, distinct: [rounds, v], message: m}, {id: b, distinct: [rounds], each: {$s: seats}, message: m}]", `
3:37 wrong-type: v is season, the values before it are a number
3:88 wrong-key: a check of values that differ has its own places; remove each`},
		{"variables: [{id: a, type: int, scope: action, internal: true}, {id: b, type: bool, per: seat, stance: seats, internal: true}]\nderived: [{id: c, type: int, value: =honey, internal: true}]\nmarkers: [{id: d, count: 1, look: {sign: x}, internal: true}]", `
2:57 internal: a is on no board anyway, as it lasts no longer than an action: leave internal out
2:120 internal: b has to be seen, as a seat sets it itself: leave internal out
3:55 internal: c is on no board anyway, as it is not watched: leave internal out
4:46 unknown-key: marker has no key "internal"`},
		{"markers: [{id: m, scale: [low, high], look: {signs: {lowe: x, high: abc}, colours: {low: red, hihg: blue}}}]", `
2:54 unknown-name: there is no value lowe; did you mean low?
2:69 bad-bounds: a sign has at most 2 letters, this one has 3
2:95 unknown-name: there is no value hihg; did you mean high?`},
		{"options: [{id: players, values: [1], seats: true}]", `2:33 bad-players: at most 1 seats play, so bee never does; declare as many seats as can play`},
		{"options: [{id: players, values: [3], seats: true}]", `2:33 bad-players: of the 2 seats that are declared 3 cannot play; write numbers from 1 to 2, such as 2..2`},
		{"options: [{id: players, values: [two], seats: true}]", `2:33 bad-players: of the 2 seats that are declared two cannot play; write numbers from 1 to 2, such as 2..2`},
		{"variables: [{id: 9x, type: int, initial: 2}, {id: v, type: int, min: 1, max: 2, initial: elm}]", `
2:18 bad-id: an id is a letter, then letters, digits, - or _
2:90 wrong-type: a number is expected, this is a zone`},
		{"stacking: [{in: [lake], of: bee-scout, max: 0}]", ``},
		{"setups: [{id: s, boxes: {hive: {bee-scout: 0}}, spaces: {oak: {pieces: {ant-scout: 6}}, elm: {pieces: {ant-scout.open: 1}}, lake: {pieces: {ant-scout.open: 1, bee-scout: 256}}}}]", `
2:104 too-many: set-up s places 8 ant-scout, there are 6
2:171 wrong-type: a number of pieces is a whole number from 0 to 255`},
		{"pieces: [{id: b, seat: bee, count: 256, home: nest}]\nsetups: [{id: s, boxes: {nest: {b: 255}, hive: {b: 255}}}]", `2:36 bad-bounds: piece type b needs a count from 1 to 255`},
		{"moves: {words: [{word: d, decision: x, answer: y, card: true}]}", ``},
		{"spaces: [{id: bay, at: []}]", `2:24 wrong-arguments: a place has two coordinates, [x, y]`},
		{"invariants: [{id: i, odd: 1, require: $absent, message: m}]\nchecks: [{id: a, odd: 1, require: $absent == 1, message: m}, {id: b, message: m, odd: 1}]", `
2:22 unknown-key: invariant has no key "odd"; it can have id, message, require or rule
3:18 unknown-key: check has no key "odd"
3:82 unknown-key: check has no key "odd"`},
		{"setups: [{id: s, spaces: {gone: {favor: warm}, lake: 3}}]", `
2:27 unknown-name: unknown name gone
2:54 wrong-type: lake of spaces must be a mapping {name: …}`},
		{"setups: [{id: s, spaces: {lake: {favor: oak}}, variables: {ant: {ready: oak}}}]", `
2:41 wrong-type: favor is expected, this is a zone
2:73 wrong-type: a condition is expected, this is a zone`},
		{"sets: {procedures: [gather]}\nchecks: [{id: a, each: {$p: procedures}, require: \"size($p.seats) > 0\", message: m}]", ``},
		{"piles: [{id: p, owner: none, visible: owner}]", `2:39 no-owner: pile p has no owner to see it; write owner: and the seat, or visible: hidden`},
		{"stacking: [{in: [oak], of: ant-scout, max: 3}]\nsetups: [{id: s, spaces: {oak: {pieces: {ant-scout: 3, ant-scout.open: 1}}}}]", `3:56 stacking: set-up s breaks stacking: oak holds 4 of at most 3`},
		{"options: [{id: players, values: [1, 2], seats: true}]", ``},
		{"markers: [{id: oak, count: 1, look: {sign: x}}]", `2:16 duplicate-id: oak is declared twice`},
		{"derived: [{id: c, type: int, value: =honey, watch: true, internal: true, look: {tint: true}}]", `2:68 internal: c has a look, which says how it is drawn: leave internal out`},
		{"tracks: [{id: dup, max: 2}]\nspaces: [{id: dup}, {id: bay, adjacent: dup}]\nedges: [[dup, oak]]\nmarkers: [{id: m, count: 1, pool: dup}]\nsetups: [{id: s, tracks: {dup: 3}, expect: {dup: 2}, boxes: {nest: {dup: 1}}, spaces: {oak: {pieces: {dup: 3}}, dup: {favor: warm}}}]", `3:15 duplicate-id: dup is declared twice`},
		{"properties: {zone: {x: {type: bogus, default: 3}}}\nspaces: [{id: bay, x: oak}]\ntables: [{id: t, at: orchard.t, columns: {a: bogus}}]\norchard: {t: [{a: 1}, 2]}", `
2:31 unknown-type: there is no type "bogus"; types are bool, box, card, cards, filter, int, ints, lasting, order, piece, pile, procedure, procedures, seat, seats, space, spaces, track, zone, zones, the enumerations and tables of the rulebook, and set of seat, zone, card, pile, lasting, procedure, int or one of these
4:46 unknown-type: there is no type "bogus"; types are bool, box, card, cards, filter, int, ints, lasting, order, piece, pile, procedure, procedures, seat, seats, space, spaces, track, zone, zones, the enumerations and tables of the rulebook, and set of seat, zone, card, pile, lasting, procedure, int or one of these`},
		{"variables: [{id: a, type: bool, per: [seat, taste], stance: seats}, {id: b, type: bool, per: seat, scope: action, stance: seats}, {id: c, type: taste, per: seat, stance: seats}, {id: d, type: int, per: seat, stance: seats}, {id: e, type: bool, per: zone, stance: seats}, {id: oak, type: int, initial: 2, stance: seats}, {id: f, type: bogus, per: seat, stance: oak}]", `
2:61 stance: a seat can set only a lasting value of its own: a stance needs per: seat, and no scope: action
2:123 stance: a seat can set only a lasting value of its own: a stance needs per: seat, and no scope: action
2:217 stance: the type of a stance must be bool, an enumeration, or int with min: and max:
2:264 stance: a seat can set only a lasting value of its own: a stance needs per: seat, and no scope: action
2:277 duplicate-id: oak is declared twice
2:335 unknown-type: there is no type "bogus"; types are bool, box, card, cards, filter, int, ints, lasting, order, piece, pile, procedure, procedures, seat, seats, space, spaces, track, zone, zones, the enumerations and tables of the rulebook, and set of seat, zone, card, pile, lasting, procedure, int or one of these`},
		{"stacking: [{in: [lake], of: bee-scout, max: 1073741824}, {in: [lake], of: bee-scout, max: 1073741825}]", `2:91 bad-bounds: at most 1073741824 pieces can be counted in a zone; a limit is a number from 0 to that`},
		{"checks: [{id: a, each: {$s: seats}, pairs: {$x: seats, $y: seats}, require: $x != $y, message: m}, {id: b, each: {$g: gifts}, require: $g.amount > 0, at: amout, message: m}, {id: c, distinct: [rounds]}, {id: d, each: {$s: planned}, require: $s == ant, message: m}]\nsetupValues: [{id: planned, at: plan, type: seats, default: []}]", `
2:44 wrong-key: pairs takes two bindings, {$x: set, $y: set}, and replaces each
2:155 unknown-name: no data is read at amout; did you mean amount?
2:175 missing-key: check needs message: the message if it does not
2:223 not-constant: a check ranges over cards, procedures, durations, or the members of a set that never changes`},
		{"spaces: [{id: bay, at: [100000, -100000]}, {id: cove, at: [[1, 2], [3, 4]]}, {id: dell, at: [0, 100001]}, {id: east, at: [0, -100001]}]\npieces: [{id: a, seat: ant, count: 1, home: nest, look: {sign: äö}}]", `
2:97 bad-bounds: a coordinate lies between -100000 and 100000
2:126 bad-bounds: a coordinate lies between -100000 and 100000`},
		{"setups: [{id: s, spaces: {oak: {favor.sour: 1, pieces: 3}, lake: {favor: neutral, blight: 0}}, variables: {seats: {ready: false}, honey: 3, ready: true}, tracks: {now: bud}}]", `
2:33 unknown-name: there is no variable favor.sour here
2:48 unknown-name: there is no variable pieces here
2:141 unknown-name: there is no variable ready here`},
		{"variables: [{id: hidden-sum, type: int, quiet: true}, {id: open-sum, type: int}]\nsetups: [{id: s, variables: {hidden-sun: 1, open-sun: 1}}]", `
3:30 unknown-name: there is no variable hidden-sun here
3:45 unknown-name: there is no variable open-sun here; did you mean open-sum?`},
	} {
		_, _, list := resolveFiles(t, orchard(t, c.text))
		if got := reported(once(list)); got != strings.TrimSpace(c.want) {
			t.Errorf("%s\n%s", c.text, got)
		}
	}
}

func TestTableBeyondItsLimitOfValuesIsReported(t *testing.T) {
	table := func(columns, rows int) string {
		var text strings.Builder
		text.WriteString("tables: [{id: t, at: orchard.t, columns: {c: {type: int, default: 0}")
		for i := range columns - 1 {
			fmt.Fprintf(&text, ", c%d: {type: int, default: 0}", i)
		}
		return text.String() + "}}]\norchard: {t: [" + strings.Repeat("{}, ", rows-1) + "{}]}"
	}
	for _, c := range []struct {
		columns, rows int
		want          string
	}{
		{1024, 256, ""}, {1023, 257, "2:10 too-many: 1023 properties of each row of t, of which there are 257, are more than 262144 values"},
	} {
		_, _, list := resolveFiles(t, orchard(t, table(c.columns, c.rows)))
		if got := reported(list); got != c.want {
			t.Error(got)
		}
	}
}

// All diagnostics of games that have nothing but this.
func TestReportsOfSmallGames(t *testing.T) {
	piles := "piles: [{id: p0, owner: ant}"
	for i := range 64 {
		piles += fmt.Sprintf(", {id: p%d}", i+1)
	}
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"cards: [{id: c}]", "6:9 missing-key: cards need a pile to lie in: declare one under piles:"},
		{"cards: [{id: c}]\npiles: [{id: heap}]", ""},
		{"options: [{id: players, values: [1, 2], seats: true}]", ""},
		{"options: [{id: players, values: [1, 2], seats: true}]\npiles: [{id: heap, owner: ant}, {id: q, owner: bee}]", ""},
		{"options: [{id: players, values: [1, 2], seats: true}]\npiles: [{id: q, owner: bee}]", "6:16 bad-players: the first pile, q, belongs to bee, who may be absent; declare the pile of undealt cards first"},
		{"options: [{id: players, values: [1, 2], seats: true}]\n" + piles + "]", "6:16 bad-players: with more than 64 piles all seats must play, these are 65"},
		{"options: [{id: players, values: [1, 2], seats: true}]\n" + strings.Replace(piles, ", {id: p64}", "]", 1), ""},
	} {
		page := "```yaml\ngame: {id: g, main: p}\nseats: [{id: ant}, {id: bee}]\nprocedures: [{id: p, do: []}]\n\n" + c.text + "\n```\n"
		_, _, list := resolveFiles(t, fstest.MapFS{"game/10.md": {Data: []byte(page)}})
		if got := reported(list); got != c.want {
			t.Errorf("%s\n%s", c.text, got)
		}
	}
}

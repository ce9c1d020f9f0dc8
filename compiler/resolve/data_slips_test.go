package resolve_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// rareData is sound data of all kinds that the base game lacks.
const rareData = `edges: [[bay, oak], [bay, lake]]
spaces: [{id: bay, at: [3, 4], next: oak, crop: [ant-hill, bee-scout.open]}]
boxes: [{id: den, look: {colour: red}}]
properties: {zone: {crop: {type: filter, default: ant}, next: {type: zone, default: none}}, card: {gaps: {type: "set of season", default: []}}}
piles: [{id: hand, owner: bee, visible: owner}]
pieces: [{id: bee-hill, seat: bee, home: hive, count: 1, look: {sign: bh}}]
pools: {jars: 5, vats: 2}
markers: [{id: mould, on: [oak, bay], count: 1, pool: vats, look: {signs: {1: x}}}]
options: [{id: weather, values: [wet, dry], default: wet}]
tracks: [{id: goods, per: [zone, taste], max: 9}]
variables:
- {id: turn-of, type: order, initial: [bee, ant]}
- {id: level, type: int, per: seat, min: 0, max: 3, initial: 1, stance: seats}
- {id: mood, type: taste, per: seat, initial: plain}
- {id: hoard, type: int, per: card, initial: =rounds - 1}
derived: [{id: most, type: int, value: =honey + nectar, watch: true}]
map: {places: [{id: hut, at: [1, 2]}], regions: [{id: field, at: [[0, 0], [0, 5], [5, 5]]}]}
stacking: [{in: [oak, elm], of: ant-scout, max: 3}]
setupTables: [{id: gains, at: plan.gains, columns: {who: seat, n: int}}]
setupValues: [{id: long, at: plan.long, type: bool, default: true}, {id: opener, at: plan.opener, type: seat, default: bee}]
setups:
- id: two
  tracks: {honey: 7}
  variables: {now: fruit, bee: {ready: false}, ant: {mood: rich, level: 2}, rain: {hoard: 1}}
  spaces: {oak: {pieces: {ant-scout.open: 2, bee-scout: 1}, favor: warm, goods.sour: 2}, woods: {mould: 0}}
  boxes: {hive: {bee-scout: 2}, nest: {pieces: {ant-hill: 1}}}
  piles: {shown: [wind], stock: rain}
  lasting: drought
  expect: {peace: false, most: 11}
  plan: {long: false, opener: ant, gains: [{who: ant, n: 2}, {who: bee, n: 3}]}
gaps: [gaps]
moves:
  words: [{word: reap, decision: spaces, answer: elm}, {word: fetch, decision: spaces, answer: oak, then: spaces}]
  activity: {within: operation, offer: spaces, choice: spaces}
invariants: [{id: few, rule: 1.4, require: honey < 21, message: too much}]
checks:
- {id: own-purse, each: {$seat: seats}, require: $seat.purse == honey, at: purse, message: none}
- {id: two-names, pairs: {$one: spaces, $other: spaces}, require: $one != $other, message: one}
- {id: purses, distinct: [rounds, hours], message: alike}
values: [{id: hours, at: orchard.hours, type: int, default: 9}]`

// dataSlips calls f with the rare data in which one word is another: the line, the word, its place in the page, and what is reported.
func dataSlips(t *testing.T, other string, f func(line, was, at, said string)) {
	t.Helper()
	lines := strings.Split(rareData, "\n")
	for i, line := range lines {
		for _, at := range word.FindAllStringIndex(line, -1) {
			was := line[at[0]:at[1]]
			if strings.HasPrefix(line[at[1]:], ":") || strings.HasPrefix(line[at[1]:], "(") || slices.Contains(fixed, was) || tagged.MatchString(line[:at[0]]) {
				continue
			}
			slip := slices.Clone(lines)
			slip[i] = line[:at[0]] + other + line[at[1]:]
			_, _, list := resolveFiles(t, orchard(t, strings.Join(slip, "\n")))
			f(line, was, fmt.Sprintf("%d:%d ", i+2, at[0]+1), reported(once(list)))
		}
	}
}

// A word of the data that names nothing is one diagnostic at its place. Where it stood for the name of a declaration, the uses of
// that name alone are reported.
func TestAWordThatNamesNothingIsOneDiagnosticAtItsPlace(t *testing.T) {
	dataSlips(t, "absent", func(line, was, at, said string) {
		uses := regexp.MustCompile(`\b` + was + `\b`)
		for i, d := range strings.Split(said, "\n") {
			if uses.MatchString(d) || i == 0 && strings.HasPrefix(said, at) || said == "" {
				continue
			}
			t.Errorf("%s with absent for %s: not one diagnostic at %s\n%s", line, was, at, said)
			break
		}
	})
}

// The rare data resolve to exactly this.
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
		{"looks", gd.Looks, `{"zones":[{},{},{},{"at":[3,4]},{},{},{"colour":"red"}],"types":[{},{},{},{"sign":"bh"}],"vars":[{},{},{},{},{},{},{},{},{"values":[{"value":"1","sign":"x"}]}],"regions":[{"id":"field","at":[0,0,0,5,5,5]}],"places":[{"id":"hut","at":[1,2]}]}`},
		{"moves", gd.Moves, `{"words":[{"word":"reap","decision":"spaces","answer":"elm"},{"word":"fetch","decision":"spaces","answer":"oak","then":"spaces"}],"activity":{"within":"operation","offer":"spaces","choice":"spaces"}}`},
		{"set-ups", gd.Setups, `[{"id":"spring","cells":[{"cell":26,"value":2},{"cell":34,"value":1},{"cell":0,"value":0}],"pieces":[{"zone":0,"class":0,"n":2},{"zone":0,"class":4,"n":1},{"zone":1,"class":5,"n":1}],"node":21},{"id":"two","cells":[{"cell":3,"value":7},{"cell":50,"value":1},{"cell":48,"value":0},{"cell":54,"value":2},{"cell":52,"value":2},{"cell":56,"value":1},{"cell":26,"value":2},{"cell":5,"value":2},{"cell":40,"value":0},{"cell":41,"value":0},{"cell":43,"value":0},{"cell":0,"value":3},{"cell":1,"value":0},{"cell":2,"value":0}],"pieces":[{"zone":0,"class":1,"n":2},{"zone":0,"class":5,"n":1},{"zone":5,"class":5,"n":2},{"zone":4,"class":4,"n":1}],"cards":[{"pile":1,"card":1},{"pile":0,"card":0}],"active":[0],"node":22}]`},
		{"stacking", gd.Stacking, `[{"rule":"1.4","zones":15,"filter":16,"max":1,"node":19},{"zones":3,"filter":15,"max":3,"node":20}]`},
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

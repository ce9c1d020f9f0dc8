package compiler_test

// These tests compare the code of statements of the drafts with that of the language, and play macros and actions.

import (
	"encoding/json"
	"os"
	"path"
	"strings"
	"testing"

	"rulebound/engine"
)

// alike are statements in the notation of the drafts and in the language. They are in a procedure with the parameters $as: seat,
// $space: zone, $area: zones, $n: int.
var alike = []struct{ name, tree, own string }{
	{"variable", "{setVar: {scope: global, var: honey, value: 3}}", "{set: {honey: 3}}"},
	{"variable of a seat", "{setVar: {scope: player, var: ready, player: 1, value: false}}", "{set: {bee.ready: false}}"},
	{"variable of the active player", "{setVar: {scope: pvar, var: ready, player: {ref: activePlayer}, value: false}}", "{set: {$as.ready: false}}"},
	{"binding", "{do: [{let: {$k: 1}}, {setVar: {scope: global, var: $k, value: =$k + $n}}]}", "{do: [{let: {$k: 1}}, {set: {$k: =$k + $n}}]}"},
	{"gain", "{addVar: {scope: global, var: honey, delta: {op: '+', left: $n, right: 1}}}", "{gain: {honey: =$n + 1}}"},
	{"loss", "{addVar: {scope: global, var: honey, delta: -2}}", "{lose: {honey: 2}}"},
	{"state of a scale", "{setMarker: {space: $space, marker: favor, state: warm}}", "{set: {$space.favor: warm}}"},
	{"no marker", "{setMarker: {space: elm, marker: blight, state: none}}", "{mark: {elm.blight: =-elm.blight}}"},
	{"one marker", "{setMarker: {space: elm, marker: blight, state: blight}}", "{mark: {elm.blight: '=1 - min(elm.blight, 1)'}}"},
	{"branch", "{if: {condition: $n > 1, then: [{addVar: {scope: global, var: honey, delta: 1}}]}}", "{if: $n > 1, then: [{gain: {honey: 1}}]}"},
	{"loop over zones", "{forEach: {bind: $z, over: {query: adjacentZones, zone: $space}, effects: [{setMarker: {space: $z, marker: favor, state: cool}}]}}",
		"{for: {$z: adjacent($space)}, do: [{set: {$z.favor: cool}}]}"},
	{"loop over seats", "{forEach: {bind: $p, over: {query: players}, effects: [{setVar: {scope: player, var: ready, player: $p, value: true}}]}}",
		"{for: {$p: seats}, do: [{set: {$p.ready: true}}]}"},
	{"loop over a binding", "{forEach: {bind: $z, over: {query: binding, name: area}, effects: [{addVar: {scope: global, var: honey, delta: 1}}]}}",
		"{for: {$z: $area}, do: [{gain: {honey: 1}}]}"},
	{"choice of one", "{chooseOne: {bind: $z, options: {query: mapSpaces, filter: [{prop: yield, op: '>', value: 0}]}, chooser: 1}}",
		"{one: $z, by: bee, from: spaces, where: $z.yield > 0}"},
	{"choice of several", "{chooseN: {bind: $some, options: {query: adjacentZones, zone: $space, filter: {op: and, args: [$zone.yield > 0, $zone.favor == warm]}}, min: 1, max: 2}}",
		"{subset: $some, by: $as, from: adjacent($space), where: [$it.yield > 0, $it.favor == warm], min: 1, max: 2}"},
	{"choice among values", "{chooseOne: {bind: $who, options: {query: enums, values: [ant, bee]}}}", "{one: $who, by: $as, from: '[ant, bee]'}"},
	{"move", "{take: $k, by: $as, of: ant, from: $area, each: $p, do: [{moveToken: {token: $p, from: {zoneExpr: {ref: tokenZone, token: $p}}, to: {zoneExpr: $space}}}]}",
		"{take: $k, by: $as, of: ant, from: $area, each: $p, do: [{move: {piece: $p, to: $space}}]}"},
}

func TestDraftStatementsLowerLikeOurOwn(t *testing.T) {
	base := baseText(t)
	code := func(statement string) string {
		page := base + "\n```yaml\nprocedures:\n- id: notation\n  params: {as: seat, space: zone, area: zones, n: int}\n  do:\n  - " + statement + "\n```\n"
		def, _, list := compileText(page)
		report(t, alone(list))
		data, err := json.Marshal([]any{def.Code, def.Decisions})
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, k := range alike {
		t.Run(k.name, func(t *testing.T) {
			if tree, own := code(k.tree), code(k.own); tree != own {
				a, b := difference(tree, own)
				t.Errorf("%s\nand\n%s\ndiffer at\n%s\nand\n%s", k.tree, k.own, a, b)
			}
		})
	}
}

// orchard plays statements in the base game of testdata/broken; bee has one scout in oak, ant two in elm.
func orchard(t *testing.T, statements, more string) *table {
	t.Helper()
	base := baseText(t)
	page := strings.Replace(base, "main: play", "main: try-out", 1) + "\n```yaml\nprocedures:\n- {id: try-out, do: [{let: {$as: ant}}, {act: {as: $as}}, {over: {}}]}\n" +
		"- id: act\n  params: {as: seat}\n  do:\n" + indented(statements, 2) + more + "```\n"
	def, _, list := compileText(page)
	report(t, list)
	game, err := engine.Load(def, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := game.New(engine.Setup{Pieces: map[string]map[string]int{"elm": {"ant-scout": 2}, "oak": {"bee-scout": 1, "ant-hill": 1}}})
	if err != nil {
		t.Fatal(err)
	}
	return &table{t, game, state}
}

func TestChoiceOfPiecesOfSeveralKinds(t *testing.T) {
	b := orchard(t, `- chooseN:
    bind: $some
    options:
      query: concat
      args:
      - {query: tokensInZone, zone: elm, filter: [{prop: seat, eq: ant}]}
      - {query: tokensInZone, zone: oak, filter: [{prop: seat, eq: bee}]}
    min: 1
    max: {op: '-', left: 4, right: 2}
- forEach:
    bind: $p
    over: $some
    effects: [{moveToken: {token: $p, from: {ref: tokenZone, token: $p}, to: lake}}]
- addVar: {scope: global, var: honey, delta: {aggregate: {op: count, query: {query: binding, name: some}}}}
`, "")
	d := b.asked("some", "ant")
	if got := b.sources(); got["elm"] != 2 || got["oak"] != 1 || d.Min != 1 || d.Max != 2 {
		t.Fatalf("%d to %d of %v are offered, want 1 to 2 of the two in elm and the one in oak", d.Min, d.Max, got)
	}
	counts := make([]int32, len(d.Entries))
	for i := range counts {
		counts[i] = 1
	}
	b.apply(engine.Answer{Counts: counts})
	b.over()
	b.is("lake.ant-scout", "1")
	b.is("lake.bee-scout", "1")
	b.is("oak.ant-hill", "1")
	b.is("honey", "6")
}

func TestChoiceOfASinglePiece(t *testing.T) {
	b := orchard(t, `- chooseOne: {bind: $one, options: {query: tokensInAdjacentZones, zone: elm}}
- moveToken: {token: $one, from: oak, to: lake}
`, "")
	d := b.asked("one", "ant")
	if len(d.Entries) != 2 || d.Min != 1 || d.Max != 1 {
		t.Fatalf("%d to %d of %d kinds, want one of two", d.Min, d.Max, len(d.Entries))
	}
	b.apply(engine.Answer{Counts: []int32{1, 0}})
	b.over()
	b.is("lake.ant-hill", "1")
}

// Arguments of a macro are bound before its queries bind $zone; a binding is visible outside only if it is exported.
func TestMacroParametersDoNotClashWithBindings(t *testing.T) {
	b := orchard(t, `- macro: neighbours
  args: {zone: elm, into: honey}
- setVar: {scope: global, var: nectar, value: $found}
`, `effectMacros:
- id: neighbours
  params: [{name: zone, type: space}, {name: into, type: value}]
  exports: [$found]
  effects:
  - let: {$found: {aggregate: {op: count, query: {query: mapSpaces, filter: {op: in, item: $zone, set: {query: adjacentZones, zone: {param: zone}}}}}}}
  - setVar: {scope: global, var: {param: into}, value: {op: '*', left: $found, right: 3}}
`)
	b.over()
	b.is("honey", "6")
	b.is("nectar", "2")
}

func TestLimitOfAnAction(t *testing.T) {
	b := orchard(t, `- repeat: 3
  do:
  - callOne: $do
    by: $as
    from: procedures(chores)
    with: {executor: $as}
    decline: rest
`, `actions:
- {id: dig, actor: active, executor: actor, phase: chores, pre: true, cost: [], effects: [{addVar: {scope: global, var: honey, delta: 1}}], limits: [{scope: game, max: 2}]}
- {id: nap, actor: bee, executor: actor, phase: chores, effects: []}
`)
	for range 2 {
		b.says("chores", b.options(), "dig rest")
		b.choose("dig")
	}
	b.over() // the third time, rest is the only option
	b.is("honey", "6")
}

// A choice that requires an answer makes its procedure impossible if there is no answer, like a decision of the language.
func TestChoiceWithoutOptionsIsNotOffered(t *testing.T) {
	b := orchard(t, `- callOne: $do
  by: $as
  from: procedures(trip)
  with: {executor: $as}
  decline: rest
`, `- {id: near, tags: trip, params: {executor: seat}, do: [{chooseN: {bind: $z, options: {query: mapSpaces, filter: $zone.yield > 1}, min: 1, max: 1}}, {mark: {elm.blight: =size($z)}}]}
- {id: far, tags: trip, params: {executor: seat}, do: [{chooseOne: {bind: $z, options: {query: mapSpaces, filter: $zone.yield > 9}}}, {mark: {$z.blight: 1}}]}
- {id: many, tags: trip, params: {executor: seat}, do: [{chooseN: {bind: $z, options: {query: mapSpaces}, min: 4}}, {mark: {elm.blight: =size($z)}}]}
`)
	b.says("trips", b.options(), "near rest")
}

func TestStackingConstraintsOfDraftsCompile(t *testing.T) {
	def, list := fragment(t, "stacking.md")
	report(t, list)
	if len(def.Stacking) != 3 {
		t.Errorf("%d limits, want 3", len(def.Stacking))
	}
	_, list = fragment(t, "stacking.md", "moor: {pieces: {us-cube: 1}}", "bend: {pieces: {us-cube: 1}}")
	if len(list) != 1 || list[0].Code != "stacking" {
		t.Errorf("a set-up against a stacking constraint gives %v", list)
	}
}

// An action can choose among more cards than fit into one word.
func TestActionChoosesAmongManyCards(t *testing.T) {
	var many strings.Builder
	for i := range 70 {
		many.WriteString("{id: other-" + string(rune('a'+i/26)) + string(rune('a'+i%26)) + "}, ")
	}
	b := begin(t, "pivotal.md", engine.Setup{}, "cards: [", "cards: ["+many.String())
	b.asked("move", "US")
	b.choose("pivotalEvent")
	b.is("pivotalUsed_card121", "1")
	b.is("pivotalUsed_card122", "0")
}

// A page of the drafts without a line or a value gives errors or a game that the engine loads; it never panics.
func TestDamagedDraftFragmentsNeverPanic(t *testing.T) {
	for _, page := range []string{"patrol.md", "pivotal.md", "afford-insurgent.md"} {
		data, err := os.ReadFile(path.Join(fragmentDir, page))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(data), "\n") {
			word := strings.TrimSpace(line)
			if !strings.Contains(word, ":") || sampled(i) {
				continue
			}
			key, _, _ := strings.Cut(line, ":")
			for _, instead := range []string{"", key + ":", key + ": []", key + ": {param: x}"} {
				func() {
					defer func() {
						if fault := recover(); fault != nil {
							t.Errorf("%s, line %d as %q: %v", page, i+1, instead, fault)
						}
					}()
					def, list := fragment(t, page, line, instead)
					if def == nil {
						if !list.HasErrors() {
							t.Errorf("%s, line %d as %q: neither a game nor an error", page, i+1, instead)
						}
					} else if _, err := engine.Load(def, nil); err != nil {
						t.Errorf("%s, line %d as %q: %v", page, i+1, instead, err)
					}
				}()
			}
		}
	}
}

package draft_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/draft"
	"rulebound/compiler/source"
)

// game is the rulebook to which the examples are added.
const game = `game: {id: g}
seats: [{id: ant}, {id: bee}]
pieces: [{id: cub}, {id: elk}]
markers: [{id: favor, scale: [cool, warm]}, {id: pot, count: 1}, {id: blight, count: 3}]
tracks: [{id: honey}]
variables: [{id: ready, type: bool, per: seat}, {id: season, type: int}]
derived: [{id: shown, value: 1}]
lasting: [{id: rain, duration: d}, {id: rain-dark, duration: d}]
effectMacros:
- {id: one-more, params: [{name: track, type: value}], effects: [{addVar: {scope: global, var: {param: track}, delta: 1}}]}
- {id: look, rule: 1.9, params: [{name: where, type: zone}], exports: [crop], effects: [{let: {$crop: {ref: zoneProp, zone: {param: where}, prop: yield}}}]}
- {id: deep, effects: [{macro: one-more, args: {track: honey}}]}
`

// rewritten rewrites game with text.
func rewritten(t *testing.T, text string) (*source.Node, diag.List) {
	t.Helper()
	return rewrittenOf(t, game, text)
}

func rewrittenOf(t *testing.T, game, text string) (*source.Node, diag.List) {
	t.Helper()
	book, list := source.Read(fstest.MapFS{"g/1.md": {Data: []byte("```yaml\n" + game + "```\n\n```yaml\n" + text + "\n```\n")}}, "g")
	if list.HasErrors() {
		t.Fatal(list)
	}
	root, list := source.Merge(book.Blocks)
	if list.HasErrors() {
		t.Fatal(list)
	}
	before := line(book.Blocks[1])
	list = draft.Rewrite(root, false, nil)
	if line(book.Blocks[1]) != before {
		t.Errorf("the blocks of the book changed: %s", line(book.Blocks[1]))
	}
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning })
	return root, list
}

// line formats a node on one line.
func line(n *source.Node) string {
	switch n.Kind {
	case source.List:
		var parts []string
		for _, item := range n.Items {
			parts = append(parts, line(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case source.Map:
		var parts []string
		for _, p := range n.Pairs {
			key := p.Key.Value
			if p.Key.Kind == source.Map {
				key = line(p.Key)
			}
			parts = append(parts, key+": "+line(p.Value))
		}
		text := "{" + strings.Join(parts, ", ") + "}"
		if n.Origin != nil && n.Get("do") != nil { // every choice has an Origin, without exports
			text += " exports " + line(&source.Node{Kind: source.List, Items: n.Origin.Exports})
		}
		return text
	}
	return n.Value
}

func TestDraftStatementsAreRewritten(t *testing.T) {
	for text, want := range map[string]string{
		"{setVar: {scope: global, var: honey, value: 3}}":                                               "{set: {honey: 3}}",
		"{setVar: {scope: player, player: 1, var: ready, value: true}, if: x}":                          "{set: {{ref: zoneProp, zone: 1, prop: ready}: true}, if: x}",
		"{addVar: {scope: global, var: honey, delta: =$n}}":                                             "{gain: {honey: =$n}}",
		"{addVar: {scope: global, var: honey, delta: -2}, rule: 1.1}":                                   "{lose: {honey: 2}, rule: 1.1}",
		"{setMarker: {space: $s, marker: favor, state: warm}}":                                          "{set: {{ref: zoneProp, zone: $s, prop: favor}: warm}}",
		"{setMarker: {space: $s, marker: pot, state: pot}}":                                             "{mark: {{ref: zoneProp, zone: $s, prop: pot}: 1}}",
		"{setMarker: {space: $s, marker: blight, state: none}}":                                         "{mark: {{ref: zoneProp, zone: $s, prop: blight}: =-$s.blight}}",
		"{moveToken: {token: $p, from: {zoneExpr: {ref: tokenZone, token: $p}}, to: oak}}":              "{move: {piece: $p, to: oak}}",
		"{moveToken: {token: $p, from: elm, to: home}}":                                                 "{do: [{require: {op: ==, left: {ref: tokenZone, token: $p}, right: elm}}, {move: {piece: $p, to: =home}}]}",
		"{let: {bind: $n, value: 3}}":                                                                   "{let: {$n: 3}}",
		"{let: {bind: $n, value: 3, in: [{gain: {honey: $n}}]}, if: x}":                                 "{do: [{let: {$n: 3}}, {gain: {honey: $n}}], if: x}",
		"{if: {when: x, then: [{let: {bind: $n, value: 3}}], else: []}}":                                "{if: x, then: [{let: {$n: 3}}], else: []}",
		"{if: {condition: x, then: stop}, rule: 1.1}":                                                   "{if: x, then: stop, rule: 1.1}",
		"{forEach: {bind: $x, over: $xs, limit: 2, effects: [{let: {bind: $n, value: 3}}]}}":            "{for: {$x: $xs}, limit: 2, do: [{let: {$n: 3}}]}",
		"{chooseOne: {bind: $x, options: {query: enums, values: [a, b]}, chooser: ant}}":                "{one: $x, by: ant, from: {query: enums, values: [a, b]}}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: $zone.yield > 1 and $zone != $s}}}": "{one: $x, by: activePlayer, from: spaces, where: [$x.yield > 1, $x != $s]}",
		"{chooseN: {bind: $xs, options: {query: mapSpaces, filter: $zone.yield > 1}, min: 1, max: $n}}": "{subset: $xs, by: activePlayer, from: spaces, where: [$zone.yield > 1], each: $zone, min: 1, max: $n}",
		"{chooseN: {bind: $xs, options: {query: tokensInZone, zone: elm}, max: 2}}":                     "{take: $xs, by: activePlayer, each: $it, of: cub | elk, from: elm, keep: list, max: 2}",
		"{chooseOne: {bind: $x, options: '=pieces(elm, cub) | pieces(oak, cub)'}}":                      "{take: $x, by: activePlayer, each: $it, of: cub, from: elm | oak, keep: piece}",
		"{chooseOne: {bind: $x, options: '=pieces(elm, cub) | pieces(oak, elk)'}}": "{take: $x, by: activePlayer, each: $it, of: cub | elk, from: elm | oak, " +
			"where: [piece-zone($it) in elm and $it in cub or piece-zone($it) in oak and $it in elk], keep: piece}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: 'any($x in zones where $zone.yield > 1)'}}}":    "{one: $x, by: activePlayer, from: {query: mapSpaces, filter: any($x in zones where $zone.yield > 1)}}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: 'any($y in zones where $y != $zone)'}}}":        "{one: $x, by: activePlayer, from: spaces, where: [any($y in zones where $y != $x)]}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: 'any($y in adjacent($zone) where $y != $s)'}}}": "{one: $x, by: activePlayer, from: spaces, where: [any($y in adjacent($x) where $y != $s)]}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: $zone != $x}}}":                                 "{one: $x, by: activePlayer, from: {query: mapSpaces, filter: $zone != $x}}",
		"{chooseOne: {bind: $x, options: '=pieces(elm, cub) - pieces(oak, cub)'}}":                                  "{one: $x, by: activePlayer, from: =pieces(elm, cub) - pieces(oak, cub)}",
		"{macro: one-more, args: {track: honey}, if: x}":                                                            "{do: [{gain: {honey: 1}}], if: x} exports []",
		"{macro: deep}": "{do: [{do: [{gain: {honey: 1}}]} exports []]} exports []",
		"{macro: look, args: {where: $s}}": "{do: [{let: {$param-where: {value: $s, type: zone}, $where: $param-where}}, " +
			"{let: {$crop: {ref: zoneProp, zone: $param-where, prop: yield}}}], rule: 1.9} exports [crop]",
		"{chooseOne: {bind: $x, options: =elm.pieces}}":                                                             "{one: $x, by: activePlayer, from: =elm.pieces}",
		"{chooseOne: {bind: $x, options: '=adjacent(elm)'}}":                                                        "{one: $x, by: activePlayer, from: =adjacent(elm)}",
		"{chooseOne: {bind: $x, options: '=within(elm, 2)'}}":                                                       "{one: $x, by: activePlayer, from: =within(elm, 2)}",
		"{chooseOne: {bind: $x, options: '=pieces(elm, cub) | oak'}}":                                               "{one: $x, by: activePlayer, from: =pieces(elm, cub) | oak}",
		"{chooseOne: {bind: $x, options: '=oak | pieces(elm, cub)'}}":                                               "{one: $x, by: activePlayer, from: =oak | pieces(elm, cub)}",
		"{chooseOne: {bind: $x, options: '=set($z in zones)'}}":                                                     "{one: $x, by: activePlayer, from: =set($z in zones)}",
		"{chooseOne: {bind: $x, options: '=first($z in zones where $z != oak)'}}":                                   "{one: $x, by: activePlayer, from: =first($z in zones where $z != oak)}",
		"{chooseOne: {bind: $zone, options: {query: mapSpaces, filter: $zone.yield > 1}}}":                          "{one: $zone, by: activePlayer, from: spaces, where: [$zone.yield > 1]}",
		"{chooseOne: {bind: $x, options: {query: adjacentZones, zone: 'big oak', filter: $zone.yield > 1}}}":        "{one: $x, by: activePlayer, from: {query: adjacentZones, zone: big oak, filter: $zone.yield > 1}}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: {op: '==', left: $zone, right: 'big oak'}}}}":   "{one: $x, by: activePlayer, from: {query: mapSpaces, filter: {op: ==, left: $zone, right: big oak}}}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: 'any($zone in zones where $zone.yield > 1)'}}}": "{one: $x, by: activePlayer, from: spaces, where: [any($zone in zones where $zone.yield > 1)]}",
		"{chooseOne: {bind: $x, options: {query: mapSpaces, filter: 'far(zone: $zone) > 1'}}}":                      "{one: $x, by: activePlayer, from: spaces, where: [far(zone: $x) > 1]}",
		"{chooseOne: {bind: $x, options: '=pieces(adjacent($it), cub)'}}":                                           "{take: $x, by: activePlayer, each: $it-too, of: cub, from: adjacent($it), keep: piece}",
		"{chooseOne: {bind: $x, options: '=pieces(elm, cub) | pieces(oak, elk) | pieces(ash, cub)'}}":               "{take: $x, by: activePlayer, each: $it, of: cub | elk | cub, from: elm | oak | ash, where: [piece-zone($it) in elm and $it in cub or piece-zone($it) in oak and $it in elk or piece-zone($it) in ash and $it in cub], keep: piece}",
		"{gain: {honey: 1}, if: x}": "{gain: {honey: 1}, if: x}",
		"stop":                      "stop",
	} {
		for _, place := range []struct{ before, after string }{
			{"[", "]"}, {"[{if: y, then: [", "]}]"}, {"[{menu: m, by: ant, options: {go: {do: [", "]}}}]"}, {"[{switch: y, cases: {a: [", "]}}]"},
			{"[{pick: $q, by: ant, from: r, also: {go: [", "]}}]"},
		} {
			root, list := rewritten(t, "procedures: [{id: p, do: "+place.before+text+place.after+"}]")
			if len(list) > 0 {
				t.Errorf("%s: %v", text, list)
			}
			if got := line(root.Get("procedures").Items[0].Get("do")); got != strings.ReplaceAll(place.before+want+place.after, "'", "") {
				t.Errorf("%s becomes %s, want %s", text, got, place.before+want+place.after)
			}
		}
	}
}

func TestDraftStatementsAreRewrittenInEveryPosition(t *testing.T) {
	const text, want = "{addVar: {scope: global, var: honey, delta: 1}}", "{gain: {honey: 1}}"
	for _, place := range []string{
		"lasting: [{id: a, duration: d, hooks: [{to: x, do: [%s]}]}]", "grants: {after: [%s]}",
		"cards: [{id: a, lasting: {id: b, duration: d, hooks: [{to: x, do: [%s]}]}}]",
		"properties: {card: {text: 'procedure()'}}\ncards: [{id: a, text: {do: [%s]}}]",
		"properties: {card: {text: {type: ' procedure($n: int)'}}}\ncards: [{id: a, text: [%s]}]",
		"properties: {card: {text: 'procedure()'}}\ncards: [{id: a, metadata: {text: {do: [%s]}}}]",
		"tables: [{id: a, at: b.c, columns: {text: 'procedure()'}}]\nb: {c: [{text: {do: [%s]}}]}",
		"setupTables: [{id: a, at: b.c, columns: {text: 'procedure()'}}]\nsetups: [{id: s, b: {c: [{text: {do: [%s]}}]}}]",
	} {
		root, list := rewritten(t, strings.ReplaceAll(place, "%s", text))
		if got := line(root); len(list) > 0 || !strings.Contains(got, want) {
			t.Errorf("%s: %v in %s", place, list, got)
		}
	}
	root, _ := rewritten(t, "tables: [{id: a, at: b, columns: {text: int}}]\nb: [{text: {do: ["+text+"]}}]")
	if got := line(root.Get("b")); strings.Contains(got, want) {
		t.Errorf("a value that is no text was rewritten: %s", got)
	}
}

func TestDraftBlocksAreRewritten(t *testing.T) {
	for text, want := range map[string]string{
		"globalVars: [{name: rained, type: boolean, init: false}]":            "{id: rained, type: bool, initial: false}",
		"globalVars: [{name: count, min: 0, max: 3, rule: 1.1}]":              "{id: count, type: int, min: 0, max: 3, rule: 1.1}",
		"stackingConstraints: [{in: spaces, of: elk, max: 1}]":                "stacking: [{in: spaces, of: elk, max: 1}]",
		"cards: [{id: a, metadata: {cost: 3}}]":                               "cards: [{id: a, cost: 3}]",
		"setups: [{id: s, initialTrackValues: [{trackId: honey, value: 3}]}]": "{id: s, tracks: {honey: 3}}",
		"setups: [{id: s, tracks: {a: 1}, initialTrackValues: [{trackId: honey, value: 3}, {trackId: shown, value: 2}, {trackId: season, value: 1}]}]":                      "{id: s, tracks: {a: 1, honey: 3}, expect: {shown: 2}, variables: {season: 1}}",
		"setups: [{id: s, startingCapabilities: [{capabilityId: rain}, {capabilityId: rain, side: dark}, {capabilityId: rain, side: red}]}]":                                "{id: s, lasting: [rain, rain-dark, rain]}",
		"cards: [{id: c, lasting: [{id: fog-dark}]}]\nsetups: [{id: s, startingCapabilities: [{capabilityId: fog, side: dark}]}]":                                           "{id: s, lasting: [fog-dark]}",
		"drafts: {periods: deck.periods}\nsetups: [{id: s, lasting: fog, startingCapabilities: [{capabilityId: rain, onlyWithPeriodEvents: true}]}]":                        "{id: s, lasting: fog}",
		"operationProfiles: [{id: o, params: {a: int}, legality: x, stages: [{stage: s, effects: [stop]}]}]":                                                                "{id: o, params: {a: int}, do: [{require: x}, stop]}",
		"drafts: {profile: {params: {as: seat}, free: $as == ant}}\noperationProfiles: [{id: o, costEffects: [stop]}]":                                                      "{id: o, params: {as: seat}, do: [{if: {op: not, arg: $as == ant}, do: [stop]}]}",
		"drafts: {executor: who}\nactions: [{id: a, actor: ant, phase: main, pre: x, cost: [stop], effects: [stop]}]":                                                       "{id: a, tags: main, params: {who: seat}, do: [{require: {op: ==, left: $who, right: ant}}, {require: x}, stop, stop]}",
		"drafts: {executor: who}\nactions: [{id: a, params: [{name: s, domain: spaces}, {name: how, domain: {query: enums, values: [in, out]}}], pre: $s != $how}]":         "where: {any: {bind: $how, over: members(a-how), where: $s != $how}}",
		"drafts: {executor: who}\nactions: [{id: a, pre: {op: and, args: [x, y]}}]":                                                                                         "do: [{require: x}, {require: y}]",
		"drafts: {executor: who}\nactions: [{id: a, pre: {op: or, args: [x, y]}}]":                                                                                          "do: [{require: {op: or, args: [x, y]}}]",
		"drafts: {executor: who}\nactions: [{id: a, pre: {op: and}}]":                                                                                                       "do: [{require: {op: and}}]",
		"variables: [{id: heat, per: space, max: 3}]\nprocedures: [{id: p, do: [{setMarker: {space: $s, marker: heat, state: none}}]}]":                                     "{mark: {{ref: zoneProp, zone: $s, prop: heat}: =-$s.heat}}",
		"variables: [{id: heat, per: zone, min: 0}]\nprocedures: [{id: p, do: [{setMarker: {space: $s, marker: heat, state: heat}}]}]":                                      "{mark: {{ref: zoneProp, zone: $s, prop: heat}: {op: -, left: 1, right: {op: min, left: {ref: markerState, space: $s, marker: heat}, right: 1}}}}",
		"effectMacros: [{id: more, params: [{name: n, type: value}], effects: [{gain: {honey: {param: n}}}]}]\nprocedures: [{id: p, do: [{macro: more, args: {n: 3}}]}]":    "{do: [{gain: {honey: 3}}]}",
		"effectMacros: [{id: more, params: [{name: n, type: value}], effects: [{gain: {honey: {param: n}}}]}]\nprocedures: [{id: p, do: [{macro: more, args: {n: =1+2}}]}]": "{let: {$param-n: =1+2",
		"effectMacros: [{id: name, params: [{name: n, type: name}], effects: [{gain: {honey: {param: n}}}]}]\nprocedures: [{id: p, do: [{macro: name, args: {n: 3}}]}]":     "{do: [{gain: {honey: 3}}]}",
		"drafts: {profile: {params: {as: seat}, free: {op: or, args: [x, y]}}}\noperationProfiles: [{id: o, costEffects: [stop]}]":                                          "{op: not, arg: {op: or, args: [x, y]}}",
		"effectMacros: [{id: add, params: [{name: n, type: value}], effects: [{gain: {honey: {param: n}}}]}]\nprocedures: [{id: p, do: [{macro: add, args: {n: {a: b}}}]}]": "{let: {$param-n: {a: b}",
		"drafts: {executor: who}\nactions: [{id: a, params: [{name: side, domain: {query: enums, values: [ant, bee]}}]}]":                                                   "{one: $side, by: $who, from: {query: enums, values: [ant, bee]}}",
		"drafts: {executor: who}\nactions: [{id: a, params: [{name: side, domain: {query: enums, values: [rain, up]}}]}]":                                                   "{one: $side, by: $who, from: {query: enums, values: [rain, up]}}",
		"drafts: {executor: who}\nactions: [{id: a, params: [{name: side, domain: {query: enums, values: [up, down]}}]}]":                                                   "{one: $side, by: $who, from: members(a-side)}",
		"drafts: {profile: {params: {as: seat}}}\noperationProfiles: [{id: o, legality: true, costEffects: [stop]}]":                                                        "{id: o, params: {as: seat}, do: [stop]}",
		"drafts: {profile: {params: {as: seat}}}\noperationProfiles: [{id: o, legality: false}]":                                                                            "{id: o, params: {as: seat}, do: [{require: false}]}",
		"drafts: {executor: who}\nactions: [{id: a, pre: true, executor: actor}]":                                                                                           "{id: a, params: {who: seat}, do: []}",
		"drafts: {executor: who}\nboxes: [{}]\nactions: [{id: a, params: [{name: side, domain: {query: enums, values: [up, [down]]}}]}]":                                    "from: {query: enums, values: [up, [down]]}",
		"drafts: {executor: who}\nactions: [{id: a, limits: [{scope: turn, max: 2}]}]":                                                                                      "{require: {op: <, left: used-a-in-turn, right: 2}}, {gain: {used-a-in-turn: 1}}",
	} {
		root, list := rewritten(t, text)
		if got := line(root); len(list) > 0 || !strings.Contains(got, want) {
			t.Errorf("%s: %v, want %s in %s", text, list, want, got)
		}
		for _, key := range []string{"globalVars", "stackingConstraints", "effectMacros", "actions", "operationProfiles"} {
			if root.Get(key) != nil {
				t.Errorf("%s is still there", key)
			}
		}
	}
}

func TestInvalidDraftStatementsAreReportedOnce(t *testing.T) {
	for text, want := range map[string]string{
		"{setVar: {scope: globel, var: honey, value: 1}}":                  "unknown-name",
		"{setVar: {var: honey, value: 1}}":                                 "missing-key",
		"{setVar: {scope: global, var: honey}}":                            "missing-key",
		"{setVar: {scope: player, var: ready, value: true}}":               "missing-key",
		"{setVar: {scope: global, player: ant, var: honey, value: 1}}":     "wrong-type",
		"{setVar: {scope: global, var: =1 + 2, value: 1}}":                 "name-expected",
		"{setVar: {scope: global, var: honey, valeu: 1, value: 1}}":        "unknown-key",
		"{setVar: {scope: global, var: honey, value: 1}, fro: 3}":          "unknown-key",
		"{setVar: {scope: global, var: honey, value: 1}, when: honey > 1}": "",
		"{setVar: {scope: global, var: honey, value: 1}, if: honey > 1}":   "",
		"{setVar: 3}":                                                                "wrong-type",
		"{moveToken: {token: $p, from: elm}}":                                        "missing-key",
		"{moveToken: {token: $p, to: elm}}":                                          "missing-key",
		"{moveToken: {from: oak, to: elm}}":                                          "missing-key",
		"{setMarker: {space: elm, marker: favr, state: warm}}":                       "unknown-name",
		"{setMarker: {space: elm, marker: blight, state: two}}":                      "unknown-name",
		"{forEach: {bind: x, over: spaces, effects: []}}":                            "bad-binding",
		"{forEach: {bind: $x, over: {query: tokensInZone, zone: elm}, effects: []}}": "wrong-type",
		"{chooseN: {bind: $x, options: spaces, max: 1 + 2}}":                         "missing-equals",
		"{chooseN: {bind: $x, options: {query: mapSpacs}}}":                          "unknown-query",
		"{macro: one-moer}":                                                          "unknown-name",
		"{macro: one-more}":                                                          "missing-argument",
		"{macro: one-more, args: honey}":                                             "wrong-type",
		"{moveToken: {token: {ref: piece}, from: elm, to: oak}}":                     "unknown-ref",
		"{macro: one-more, args: {track: honey, trak: 1}}":                           "unknown-argument",
		"{macro: one-more, arg: {track: honey}, args: {track: honey}}":               "unknown-key",
		"{do: [{macro: one-moer}], p: {}}":                                           "", // p is called, so its do: is not a body
		"{do: [{macro: look, args: {where: {param: x}}}]}":                           "",
	} {
		_, list := rewritten(t, "procedures: [{id: p, do: ["+text+"]}]")
		if want == "" && len(list) == 0 {
			continue
		}
		if len(list) != 1 || list[0].Code != want {
			t.Errorf("%s: want one %s, got %v", text, want, list)
		}
	}
}

// Messages name a variable of a thing by both names, or by its own if the thing is a formula.
func TestMessagesNameVariablesOfDrafts(t *testing.T) {
	for player, want := range map[string]string{"ant": "ant.ready", "{ref: activePlayer}": "ready"} {
		root, _ := rewritten(t, "procedures: [{id: p, do: [{setVar: {scope: player, player: "+player+", var: ready, value: true}}]}]")
		set := root.Get("procedures").Items[0].Get("do").Items[0].Get("set")
		if got := set.Pairs[0].Key.Value; got != want {
			t.Errorf("%s: %s, want %s", player, got, want)
		}
	}
}

func TestPieceQueryInAGameWithoutPiecesIsEmpty(t *testing.T) {
	root, list := rewrittenOf(t, "game: {id: g}\n", "procedures: [{id: p, do: [{chooseOne: {bind: $x, options: {query: tokensInZone, zone: elm}}}]}]")
	if got := line(root.Get("procedures").Items[0].Get("do")); len(list) > 0 || got != "[{take: $x, by: activePlayer, each: $it, of: [], from: elm, keep: piece}]" {
		t.Errorf("%s, %v", got, list)
	}
}

// A piece without a valid id is reported at its declaration.
func TestQueryOfAllPiecesSkipsPiecesWithoutValidID(t *testing.T) {
	root, _ := rewrittenOf(t, "game: {id: g}\npieces: [{id: cub}, {}, {id: two words}]\n", "procedures: [{id: p, do: [{chooseOne: {bind: $x, options: {query: tokensInZone, zone: elm}}}]}]")
	if got := line(root.Get("procedures").Items[0].Get("do")); !strings.Contains(got, "of: cub, from: elm") {
		t.Error(got)
	}
}

func TestInvalidDraftBlocksAreReportedOnce(t *testing.T) {
	const (
		setup  = "setups: [{id: s, %s}]"
		action = "drafts: {executor: who}\nactions: [{id: a, %s}]"
		macro  = "procedures: [{id: p, do: [{macro: m, args: {n: 3}}]}]\neffectMacros: [{id: m, %s, effects: [{gain: {honey: {param: n}}}]}]"
	)
	for _, c := range []struct{ block, keys, want string }{
		{setup, "initialTrackValues: 3", "wrong-type: initialTrackValues of set-up must be a list"},
		{setup, "startingCapabilities: rain", "wrong-type: startingCapabilities of set-up must be a list"},
		{setup, "startingCapabilities: [{side: dark}]", "missing-key: starting capability needs capabilityId"},
		{setup, "initialTrackValues: [{value: 3}]", "missing-key: initial track value needs trackId"},
		{setup, "initialTrackValues: [{trackId: honey}]", "missing-key: initial track value needs value"},
		{setup, "initialTrackValues: [honey]", "wrong-type: initial track value must be a mapping"},
		{action, "colour: red", `unknown-key: action has no key "colour"`},
		{action, "params: [{name: s}]", "missing-key: parameter needs domain"},
		{action, "params: [{domain: spaces}]", "missing-key: parameter needs name"},
		{action, "params: [{name: s, domian: x, domain: zones}]", "unknown-key: "},
		{macro, "params: [{name: n, typ: int, type: value}]", "unknown-key: "},
	} {
		_, list := rewritten(t, fmt.Sprintf(c.block, c.keys))
		if len(list) != 1 || !strings.HasPrefix(list[0].Code+": "+list[0].Summary, c.want) {
			t.Errorf("%s: want %s, got %v", c.keys, c.want, list)
		}
	}
}

func TestMacroExportsMustBeBoundByItsEffects(t *testing.T) {
	for effects, fault := range map[string]bool{
		"[{let: {$n: 1}}]":                                    false,
		"[{if: x, then: [{let: {$n: 1}}]}]":                   true,
		"[{when: x, then: [{let: {$n: 1}}]}]":                 true,
		"[{do: [{let: {$n: 1}}]}]":                            true,
		"[{for: {$n: $ns}, do: [stop]}]":                      true,
		"[{one: $n, by: ant, from: r}]":                       false,
		"[{chooseOne: {bind: $n, chooser: ant, options: r}}]": false,
		"[{pair: $m, by: ant, from: r, second: $n, to: r}]":   false,
		"[{subset: $m, by: ant, from: r, each: $n}]":          true,
		"[{let: {bind: $n, value: 1}}]":                       false,
		"[{let: {bind: $n, value: 1, in: [stop]}}]":           true,
		"[{macro: binding}]":                                  false,
		"[{menu: n, by: ant, options: {n: {do: []}}}]":        true,
		"[p]":                          true,
		"[{p: }]":                      true,
		"[{let: n}]":                   false, // unknown because the statement is malformed
		"[{one: n, by: ant, from: r}]": false,
		"[{lett: {$n: 1}}]":            false,
		"[{setVar: {scope: nowhere, var: honey, value: 1}}, {let: {$m: 1}}]": false,
	} {
		_, list := rewritten(t, "procedures: [{id: p, do: [{macro: binder}]}]\neffectMacros:\n- {id: binder, exports: [$n], effects: "+effects+"}\n- {id: binding, exports: [n], effects: [{let: {$n: 1}}]}")
		i := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return d.Code == "unknown-binding" })
		if (i >= 0) != fault {
			t.Errorf("%s: %v", effects, list)
		}
	}
}

// Macros that call macros twice expand exponentially.
func TestMacroExpansionsAreBoundedInNumber(t *testing.T) {
	var b strings.Builder
	b.WriteString("procedures: [{id: p, do: [{macro: m0}]}]\neffectMacros:\n")
	for i := range 40 {
		fmt.Fprintf(&b, "- {id: m%d, effects: [{macro: m%d}, {macro: m%d}]}\n", i, i+1, i+1)
	}
	b.WriteString("- {id: m40, effects: [stop]}")
	_, list := rewritten(t, b.String())
	if len(list) != 1 || list[0].Code != "too-many" {
		t.Errorf("want one too-many, got %v", list)
	}
}

// The size of expansions is limited, too, including their arguments.
func TestMacroExpansionsAreBoundedInSize(t *testing.T) {
	for name, m := range map[string]struct {
		first, next string
		n           int
	}{
		"long effects":      {"effects: [" + strings.Repeat("{gain: {honey: 1}}, ", 200) + "]", "effects: [{macro: m%[1]d}, {macro: m%[1]d}]", 12},
		"growing arguments": {"params: [{name: x, type: value}], effects: [{let: {$a: {param: x}}}]", "params: [{name: x, type: value}], effects: [{macro: m%[1]d, args: {x: [{param: x}, {param: x}]}}]", 40},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "effectMacros:\n- {id: m0, %s}\n", m.first)
		for i := range m.n {
			fmt.Fprintf(&b, "- {id: m%d, %s}\n", i+1, fmt.Sprintf(m.next, i))
		}
		args := ""
		if strings.Contains(m.first, "params") {
			args = ", args: {x: [1, 2]}"
		}
		fmt.Fprintf(&b, "procedures: [{id: p, do: [{macro: m%d%s}]}]", m.n, args)
		_, list := rewritten(t, b.String())
		if len(list) != 1 || list[0].Code != "too-many" || list[0].Subject.Line == 0 {
			t.Errorf("%s: want one too-many, got %v", name, list)
		}
	}
}

// Deleting any line of a page in the notation of the drafts causes no panic.
func TestDamagedDraftsNeverPanic(t *testing.T) {
	for _, page := range []string{"../testdata/seeds/fragments/sabotage.md", "../testdata/seeds/fragments/patrol.md"} {
		lines := strings.Split(string(text(t, page)), "\n")
		for i := range lines {
			if testing.Short() && i%6 != 0 {
				continue
			}
			for _, instead := range [][]string{nil, {lines[i] + " 3"}, {strings.Replace(lines[i], ": ", ": [], x: ", 1)}, {strings.Replace(lines[i], ": ", ": {}, x: ", 1)}} {
				damaged := strings.Join(slices.Concat(lines[:i], instead, lines[i+1:]), "\n")
				book, list := source.Read(fstest.MapFS{"g/1.md": {Data: []byte(damaged)}}, "g")
				if book == nil {
					continue
				}
				root, also := source.Merge(book.Blocks)
				diagnose(root, append(list, also...).HasErrors())
			}
		}
	}
}

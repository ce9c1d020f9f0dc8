package compiler_test

// These tests play statements whose meaning is defined in docs/reference.md only: bounds, orders of evaluation, chance over
// seats. The result is in honey, nectar or luck.

import (
	"strings"
	"testing"

	"rulebound/engine"
)

func TestStatementsBehaveAsTheReferenceSays(t *testing.T) {
	base := baseText(t)
	for name, c := range map[string]struct{ do, track, want, fault string }{
		"gain stops at the bound of a variable":                  {"[{gain: {luck: 9}}]", "luck", "5", ""},
		"lose stops at the lower bound":                          {"[{lose: {luck: 9}}]", "luck", "-2", ""},
		"set beyond a bound is a fault":                          {"[{set: {luck: 6}}]", "", "", "luck cannot be 6"},
		"a variable with bounds is a track":                      {"[{transfer: {from: honey, to: luck, amount: 3}}]", "luck", "4", ""},
		"a later value of a set reads an earlier one":            {"[{set: {honey: 7, nectar: =honey + 1}}]", "nectar", "8", ""},
		"what has a variable may be a formula":                   {"[{set: {the(bee | bee).ready: false}}, {set: {honey: 9}, if: not bee.ready}]", "honey", "9", ""},
		"the empty list is the set of what joins it":             {"[{let: {$s: []}}, {set: {honey: =size($s | oak)}}]", "honey", "1", ""},
		"an empty list that is given a type grows":               {"[{let: {$s: {value: [], type: zones}}}, {set: {$s: =$s | elm, honey: =size($s)}}]", "honey", "1", ""},
		"repeat asks once how often":                             {"[{repeat: =honey, do: [{lose: {honey: 1}}, {gain: {nectar: 1}}]}]", "nectar", "8", ""},
		"repeat with a number below 0 is no round":               {"[{repeat: =0 - honey, do: [{gain: {nectar: 1}}]}]", "nectar", "4", ""},
		"repeat asks its condition before each round":            {"[{repeat: 9, while: nectar < 6, do: [{gain: {nectar: 1}}]}]", "nectar", "6", ""},
		"require behind an effect is a fault":                    {"[{gain: {honey: 1}}, {require: honey > 9}]", "", "", "a precondition does not hold"},
		"what holds behind an effect is nothing":                 {"[{gain: {honey: 1}}, {require: honey > 4}]", "honey", "5", ""},
		"what does not hold there is not asked before":           {"[{set: {honey: '=if(possible(asserts), 9, 1)'}}]", "honey", "9", ""},
		"a one without members does nothing with them":           {"[{one: $s, by: ant, from: woods, where: 'pieces($s, bee) > 5', do: [{set: {honey: 9}}]}]", "honey", "4", ""},
		"a one with a member does something with it":             {"[{one: $s, by: ant, from: woods, where: $s.yield > 1, do: [{set: {honey: =$s.yield}}]}]", "honey", "2", ""},
		"a set of cards is revealed to all":                      {"[{reveal: [rain, wind]}, {set: {honey: '=size(rain.seen-by) + size(wind.seen-by)'}}]", "honey", "4", ""},
		"a parameter may be called as a word of trees":           {"[{asks: {query: 3}}]", "honey", "7", ""},
		"a candidate of a filter has the property":               {"[{set: {honey: '=sum($p.weight * pieces(oak, $p) for $p in type-of(ant))'}}]", "honey", "7", ""},
		"a property holds for each status of a type":             {"[{set: {honey: =ant-scout.weight + ant-scout.open.weight}}]", "honey", "6", ""},
		"a piece has the property of its type":                   {"[{set: {honey: '=piece-at(oak, ant).weight'}}]", "honey", "3", ""},
		"no piece has the zero value":                            {"[{set: {honey: '=piece-at(oak, bee).weight + if(piece-at(oak, bee).role == idle, 1, 2)'}}]", "honey", "2", ""},
		"pieces of several types have no property":               {"[{set: {honey: =scouts.weight}}]", "", "", "ant-scout"},
		"a single seat left to draw from is that seat":           {"[{draw: $s, from: seats, where: $s != ant}, {set: {honey: '=if($s == bee, 9, 1)'}}]", "honey", "9", ""},
		"a binding follows a piece that is moved":                {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {move: {piece: $p, to: elm}}, {move: {piece: $p, to: lake}}, {set: {honey: '=pieces(lake, ant)'}}]", "honey", "1", ""},
		"a binding follows a piece that is marked":               {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {tag: {piece: $p, mark: moved}}, {move: {piece: $p, to: elm}}, {set: {honey: '=pieces(elm, ant-scout.moved)'}}]", "honey", "1", ""},
		"a binding follows a piece that loses a mark":            {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {move: {piece: $p, to: elm, mark: moved}}, {tag: {piece: $p, mark: moved, off: true}}, {move: {piece: $p, to: lake}}, {set: {honey: '=pieces(lake, ant-scout.unmoved)'}}]", "honey", "1", ""},
		"a binding follows a piece that is turned":               {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {flip: {piece: $p, to: hidden}}, {move: {piece: $p, to: elm}}, {set: {honey: '=pieces(elm, ant-scout.hidden)'}}]", "honey", "1", ""},
		"a binding follows a piece round a loop":                 {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {repeat: 2, do: [{move: {piece: $p, to: '=the(lowest(adjacent($p.zone) \\ oak, 1))'}}]}, {set: {honey: '=pieces(lake, ant)'}}]", "honey", "1", ""},
		"a binding follows a piece round a loop that may set it": {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {repeat: 2, do: [{gain: {honey: '=if($p.zone == elm, 1, 0)'}}, {move: {piece: $p, to: elm}}, {set: {$p: '=piece-at(lake, ant-scout)'}, if: nectar > 19}]}]", "honey", "5", ""},
		"a binding follows a piece home and back":                {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {tag: {piece: $p, mark: moved}}, {remove: $p}, {move: {piece: $p, to: elm}}, {set: {honey: '=pieces(elm, ant-scout.hidden.unmoved)'}}]", "honey", "1", ""},
		"the last piece of a zone is marked where it arrives":    {"[{move: {of: ant-scout, from: oak, count: 1, to: lake}}, {move: {piece: '=piece-at(lake, ant-scout)', to: elm, mark: moved}}, {set: {honey: '=pieces(elm, ant-scout.moved)'}}]", "honey", "1", ""},
		"a piece is marked where it arrived, not elsewhere":      {"[{move: {piece: '=piece-at(oak, ant-scout)', to: '=if(pieces(oak, ant-scout) == 2, elm, lake)', mark: moved}}, {set: {honey: '=pieces(elm, ant-scout.moved)'}}]", "honey", "1", ""},
		"two computed seats come as they are listed":             {"[{let: {$a: '=next(seats, ant)', $b: '=next(seats, bee)'}}, {for: {$s: [$a, $b]}, do: [{set: {honey: '=honey * 2 + if($s == bee, 1, 0)'}}]}]", "honey", "18", ""},
		"two computed seats that are one come once":              {"[{let: {$a: '=next(seats, ant)'}}, {for: {$s: '[$a, next(seats, ant)]'}, do: [{gain: {honey: '=if($s == bee, 2, 1)'}}]}]", "honey", "6", ""},
		"the first of two computed seats":                        {"[{set: {honey: '=if(first($s in [next(seats, ant), next(seats, bee)] where true) == bee, 9, 1)'}}]", "honey", "9", ""},
		"a pile says who owns it":                                {"[{set: {honey: '=if(den.owner == bee and pile-of(rain).owner == none, 9, 1)'}}]", "honey", "9", ""},
		"a call has a binding of its own":                        {"[{let: {$p: '=piece-at(oak, ant-scout)'}}, {walks: $p}, {set: {honey: '=pieces(lake, ant) * 10 + if($p.zone == oak, 1, 2)'}}]", "honey", "11", ""},
	} {
		t.Run(name, func(t *testing.T) {
			page := strings.Replace(base, "main: play", "main: around", 1) + "\n```yaml\nenums: {role: [idle, busy]}\nproperties: {piece: {role: {type: role, default: idle}}}\nvariables: [{id: luck, type: int, min: -2, max: 5, initial: 1}, {id: seen-by, type: seats, per: card, reveals: true}]\n" +
				"piles: [{id: den, owner: bee}]\nprocedures:\n- {id: asserts, do: [{gain: {nectar: 1}}, {require: nectar > 20}]}\n" +
				"- {id: walks, params: {unit: piece}, do: [{move: {piece: $unit, to: elm}}, {move: {piece: $unit, to: lake}}]}\n- {id: asks, params: {query: int}, do: [{gain: {honey: $query}}]}\n- id: around\n  do:\n  - do: " + c.do + "\n  - over: {}\n```\n"
			def, _, list := compileText(page)
			report(t, alone(list))
			game, err := engine.Load(def, nil)
			if err != nil {
				t.Fatal(err)
			}
			s, err := game.New(engine.Setup{ID: "spring"})
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("want the fault %q, got %v", c.fault, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			v, typ, err := s.Value(c.track)
			if err != nil {
				t.Fatal(err)
			}
			if got := game.Format(v, typ); got != c.want {
				t.Errorf("%s is %s, want %s", c.track, got, c.want)
			}
		})
	}
}

// Simultaneous decisions may call procedures that only compute, also indirectly and with loops.
func TestSimultaneousDecisionsMayCallPureProcedures(t *testing.T) {
	_, _, list := compileText(baseText(t) + "\n```yaml\nvariables: [{id: bid, type: int, per: seat, min: 0, max: 9}]\nprocedures:\n- id: bidding\n  do:\n  - together: {$seat: seats}\n" +
		"    do:\n    - let: {$most: {call: most-of, with: {as: $seat}}}\n    - {amount: $bid, max: =$most}\n    set: {$seat.bid: $bid}\n" +
		"- {id: most-of, params: {as: seat}, returns: int, do: [{let: {$n: {call: counted, with: {as: $as}}}}, {return: =$n}]}\n" +
		"- {id: counted, params: {as: seat}, returns: int, do: [{let: {$n: 0}}, {for: {$z: spaces}, do: [{set: {$n: '=$n + pieces($z, $as)'}}]}, {return: '=min($n, 9)'}]}\n```\n")
	for _, d := range alone(list) {
		t.Error(d)
	}
}

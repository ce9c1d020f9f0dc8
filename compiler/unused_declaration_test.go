package compiler_test

// These tests remove the uses of each kind of declaration.

import (
	"strings"
	"testing"
)

// market is a game that uses every declaration in one place.
const market = "# 1 Market\n\n```yaml\n" + `game: {id: market, title: The Market, main: play}
properties:
  seat: {purse: track}
  card: {text: {type: "procedure(as: seat)", default: none}, brings: {type: lasting, default: none}}
seats: [{id: ann, purse: gold}, {id: bob, purse: silver}]
spaces: [{id: stall, adjacent: [street]}, {id: street, adjacent: [stall]}]
piles: [{id: stock, visible: hidden}]
cards:
- {id: c1, text: {do: [{gain: {$as.purse: 1}}]}}
- {id: c2, brings: rain}
tracks: [{id: gold, max: 9}, {id: silver, max: 9}, {id: price, max: 9}, {id: goods, per: seat, max: 9}]
pools: {stones: 3}
markers: [{id: stone, on: spaces, count: 1, pool: stones}]
variables:
- {id: round, type: int}
- {id: weather, type: int, initial: 1}
- {id: noise, type: int, visible: hidden}
- {id: count, type: int, internal: true}
- {id: calls, type: int, scope: action}
- {id: lends, type: bool, per: seat, stance: [ann]}
- {id: seen-by, type: seats, per: card, reveals: true}
derived:
- {id: rich, type: bool, value: =gold > 5}
- {id: poor, type: bool, watch: true, value: =gold < 2}
- {id: quiet, per: seat, type: bool, visible: owner, value: =gold < 2}
functions:
- {id: dear, params: {}, value: =price > 3}
- {id: settled, params: {}, value: =gold > 7}
durations: [day]
points:
- {id: stalls, kind: limit, params: {as: seat}}
- {id: evening, kind: run, params: {}}
lasting:
- {id: rain, duration: day, hooks: [{to: stalls, value: 1}]}
- {id: wind, duration: day, hooks: [{to: evening, do: [{gain: {gold: 1}}]}]}
- {id: fog, duration: day, hooks: [{to: stalls, value: 2}]}
invariants: [{id: sane, require: "not settled() or gold > 0", message: no}]
procedures:
- id: play
  do:
  - action:
    - visit: {as: ann}
    - gain: {calls: 1}
    - {if: calls > 2, then: [{lose: {gold: 1}}]}
  - hook: evening
  - set: {round: =round + 1, count: =count + noise}
  - gain: {noise: 1}
  - activate: wind
  - activate: =c2.brings
  - {call: =top(stock).text, with: {as: ann}}
  - reveal: stock
    to: ann
  - over: {result: "=if(count > 3 and rich and dear() and ann.lends and left(stones) > 0 and weather > 0, 1, 0)"}
- id: visit
  params: {as: seat}
  do:
  - pick: $spaces
    by: $as
    each: $s
    from: spaces
    max: modified(stalls, 2, $as)
    do: [{mark: {$s.stone: 1}}]
  - transfer: {from: $as.goods, to: $as.purse, amount: 1}
setups: [{id: usual, tracks: {price: 4}, variables: {weather: 2}, lasting: [fog]}]
` + "```\n"

func TestUnusedDeclarationsAreReported(t *testing.T) {
	if _, _, list := compileText(market); len(list) > 0 {
		t.Fatal(list)
	}
	for want, lost := range map[string][]string{
		"nothing calls the procedure visit":                                               {"    - visit: {as: ann}\n"},
		"nothing calls the function dear":                                                 {"and dear() "},
		"nothing calls the function settled":                                              {"not settled() or "},
		"nothing reads the derived value rich, and no board shows it":                     {"and rich "},
		"nothing reads the derived value poor, and no board shows it":                     {", watch: true"},
		"nothing reads the derived value quiet, and no board shows it":                    {", visible: owner"},
		"nothing asks the hook point stalls":                                              {"modified(stalls, 2, $as)", "2"},
		"nothing asks the hook point evening":                                             {"  - hook: evening\n"},
		"nothing puts the lasting effect rain in force":                                   {", brings: rain"},
		"nothing puts the lasting effect wind in force":                                   {"  - activate: wind\n"},
		"nothing puts the lasting effect fog in force":                                    {", lasting: [fog]"},
		"nothing reads or changes silver":                                                 {"purse: silver", "purse: gold"},
		"nothing changes price: neither a statement nor a set-up":                         {"tracks: {price: 4}, "},
		"nothing changes weather: neither a statement nor a set-up":                       {"variables: {weather: 2}, "},
		"nothing reads or changes goods":                                                  {"  - transfer: {from: $as.goods, to: $as.purse, amount: 1}\n"},
		"nothing changes lends: neither a statement nor a set-up":                         {", stance: [ann]"},
		"nothing changes stone: neither a statement nor a set-up":                         {"{mark: {$s.stone: 1}}", "{gain: {gold: '=size([$s])'}}"},
		"nothing reads noise, and no board shows it":                                      {"=count + noise", "=count + 1"},
		"nothing reads count, and no board shows it":                                      {"count > 3", "price > 3", "=count + noise", "=noise"},
		"nothing reads calls, and no board shows it":                                      {"    - {if: calls > 2, then: [{lose: {gold: 1}}]}\n"},
		"the game never ends: neither play nor the procedures that it calls have an over": {"  - over: {result:", "  - note: {end: {result:", "0)\"}", "0)\"}}"},
	} {
		if len(lost)%2 == 1 {
			lost = append(lost, "")
		}
		_, _, list := compileText(strings.NewReplacer(lost...).Replace(market))
		if len(list) != 1 || list[0].Summary != want {
			t.Errorf("%s:\n%v", want, list)
		}
	}
}

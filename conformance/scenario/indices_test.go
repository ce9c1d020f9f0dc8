package scenario_test

// This file tests a variable with two indices, whose values have both names in set-ups, claims, refusals, views and
// traces.

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
)

const bazaar = "# 9 Toy\n\n## 9.1 Goods\n\n- **9.1-a** Red sells to blue.\n\n```yaml\n" + `game: {id: toy, main: play}
enums: {kind: [wool, ore], grade: [coarse, fine]}
seats: [{id: red}, {id: blue}]
tracks:
- {id: goods, per: [seat, kind], max: 5, initial: 2}
- {id: store, per: kind, max: 9}
variables:
- {id: owes, type: int, per: [seat, seat], visible: owner}
- {id: likes, type: set of kind, per: [seat, kind]}
- {id: price, type: int, per: [kind, grade], min: 0, max: 9}
- {id: known, type: bool, per: [grade, kind], visible: hidden}
setups: [{id: full, tracks: {store.wool: 4, store.ore: 9}, variables: {price.ore: 5, price.wool.fine: 3, red: {goods.wool: 5, owes.blue: 1}}}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - {one: $kind, by: red, from: members(kind), where: "red.goods[$kind] > 2"}
  - {transfer: {from: "red.goods[$kind]", to: "blue.goods[$kind]", amount: 2}}
  - {transfer: {from: "red.goods[$kind]", to: "store[$kind]", amount: 1}}
  - {set: {"blue.owes[red]": "=blue.owes[red] + 2", "blue.likes[wool]": "=blue.likes[wool] | $kind"}}
  - {set: {"price[$kind][fine]": "=price[$kind][coarse] + price[ore][fine]", "known[fine][$kind]": true}}
  - {gain: {"price[wool][coarse]": 20}}
  - {menu: end, by: red, options: {stop: {do: []}, more: {do: []}}}
  - {over: {result: "=sum($it.goods[$k] for $k in members(kind))"}}
` + "```\n"

func TestValuesWithTwoIndicesAreNamedByBoth(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"setup: {scenario: full}\nmoves: [{red: wool}]\nexpect: {state: {red.goods.wool: 2, blue.goods.wool: 4, store.wool: 5, blue.owes.red: 2, blue.likes.wool: [wool]}, asked: {seat: red}}\n", ""},
		{"setup: {values: {red.goods.ore: 3, store.ore: 8}}\nmoves: [{red: ore}]\nexpect: {state: {store.ore: 9}, asked: {seat: red}}\n", ""},
		{"setup: {scenario: full}\nmoves: [{red: wool}]\nexpect: {state: {red.goods.wool: 3}, asked: {seat: red}}\n", "red.goods.wool"},
		{"setup: {scenario: full}\nmoves: [{red: wool}]\nexpect: {sees: {red: {blue.owes.red: hidden}, blue: {blue.owes.red: 2, red.owes.blue: hidden}}, asked: {seat: red}}\n", ""},
		{"setup: {scenario: full}\nexpect: {refused: [{red: ore, because: 9.1-a}], state: {store.ore: 9}}\n", ""},
		{"setup: {values: {red.goods.wol: 3}}\nexpect: {asked: {seat: red}}\n", "did you mean red.goods.wool"},
		{"setup: {scenario: full}\nmoves: [{red: wool}]\nexpect: {state: {price.wool.fine: 5, price.wool.coarse: 9, price.ore.fine: 5, known.fine.wool: true, known.coarse.wool: false}, asked: {seat: red}}\n", ""},
		{"setup: {values: {price.ore.coarse: 3, price.ore.fine: 4, red.goods.ore: 3}}\nmoves: [{red: ore}]\nexpect: {state: {price.ore.fine: 7}, asked: {seat: red}}\n", ""},
		{"setup: {scenario: full}\nmoves: [{red: wool}]\nexpect: {sees: {red: {price.wool.fine: 5, known.fine.wool: hidden}}, asked: {seat: red}}\n", ""},
		{"setup: {scenario: full}\nmoves: [{red: wool}]\nexpect: {state: {price.wool.fine: 6}, asked: {seat: red}}\n", "price.wool.fine"},
		{"setup: {values: {price.fine.wool: 3}}\nexpect: {asked: {seat: red}}\n", "price.fine.wool"},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+c.text))
		if s == nil {
			if err := list.Error(); c.want == "" || !strings.Contains(err, c.want) {
				t.Errorf("%s: %s", c.text, err)
			}
			continue
		}
		got := ""
		if err := scenario.Play(gameOf(t, bazaar), s).Problem(); err != nil {
			got = err.Error()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s\n%s\nnot %q", c.text, got, c.want)
		}
	}
}

func TestTraceNamesBothIndices(t *testing.T) {
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+"setup: {scenario: full}\nmoves: [{red: wool}, {red: stop}]\nexpect: {result: {red: 5, blue: 6}}\n"))
	if s == nil {
		t.Fatal(list)
	}
	g := gameOf(t, bazaar)
	r := trace.New(g, trace.Header{Title: "T", Game: "toy"})
	scenario.Play(g, s, r)
	for _, line := range []string{"red.goods.wool: 5 → 3", "blue.goods.wool: 2 → 4", "store.wool: 4 → 5", "blue.owes.red: 0 → 2", "price.wool.fine: 3 → 5", "price.wool.coarse: 0 → 9"} {
		if text := string(trace.Text(r.Lines())); !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
}

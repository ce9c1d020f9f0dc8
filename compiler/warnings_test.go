package compiler_test

// These tests compile statements that look useless and are not, and get no warning. testdata/broken has those that get one.

import (
	"strings"
	"testing"
)

func TestSoundStatementsGetNoWarning(t *testing.T) {
	base := baseText(t)
	for name, text := range map[string]string{
		"an empty list beside a set":                  "- gain: {honey: '=size([] | woods)'}\n- gain: {honey: '=size(if(honey > 2, [], [ant]))'}\n- gain: {honey: 1}\n  if: '[] == visited'",
		"a condition on a value of the data":          "- gain: {honey: 1}\n  if: rounds > 1",
		"a switch on a value of the data":             "- switch: rounds\n  cases: {2: [{gain: {honey: 1}}], 3: [{gain: {honey: 2}}]}",
		"a condition on a table of the data":          "- gain: {honey: 1}\n  if: any($g in gifts where $g.amount > 1)",
		"a condition on tags":                         "- gain: {honey: 1}\n  if: size(procedures(operation)) > 0",
		"a condition on an option":                    "- gain: {honey: 1}\n  if: edition == first",
		"a condition that forbids under a guard":      "- one: $s\n  by: ant\n  from: spaces\n  where: [{rule: 3.1, if: honey > 2, when: $s != $s}]\n- gain: {honey: =$s.yield}",
		"a filter that lets some through":             "- one: $s\n  by: ant\n  from: spaces\n  where: $s.terrain == pond\n- gain: {honey: =$s.yield}",
		"a condition on what is offered":              "- callOne: $p\n  by: ant\n  from: procedures(operation)\n  where: $p == gather\n  with: {as: ant}",
		"a case of a column":                          "- for: {$g: gifts}\n  do:\n  - switch: $g.amount\n    cases: {1: [{gain: {honey: 1}}], 3: [{gain: {honey: 2}}]}",
		"a case of a card that lies in a pile":        "- one: $c\n  by: ant\n  from: shown\n- switch: $c\n  cases: {rain: [{gain: {honey: 1}}]}\n  else: [{gain: {honey: 2}}]",
		"an else for no season at all":                "- one: $s\n  by: ant\n  from: members(season)\n  min: 0\n- switch: $s\n  cases: {bud: [], fruit: [], frost-time: []}\n  else: [{gain: {honey: 1}}]",
		"a loop that takes what its members hold":     "- for: {$s: 'holding(spaces, bee)'}\n  do: [{move: {of: bee, from: $s, to: home}}]",
		"a loop over control that changes its own":    "- for: {$s: spaces}\n  where: $s.holder == ant\n  do: [{remove: {of: ant, from: $s}}]",
		"a loop over markers of its own":              "- for: {$s: woods}\n  where: $s.blight == 0\n  do:\n  - if: $s.favor != warm\n    then: [{mark: {$s.blight: 1}}, {shift: {$s.favor: 1}}]",
		"a loop over purses of their own":             "- for: {$s: seats}\n  do: [{lose: {$s.purse: 1}, if: $s.purse > 2}]",
		"a loop over pieces of their own":             "- for: {$s: seats}\n  do:\n  - if: 'pieces(spaces, $s) > 1'\n    then: [{remove: {of: $s, from: oak, count: 1}}]",
		"a loop that asks in turn":                    "- for: {$s: seats}\n  do: [{may: wait, by: $s, where: now != fruit, do: [{set: {now: fruit}}]}]",
		"a loop over rows":                            "- for: {$g: gifts}\n  do: [{gain: {honey: =$g.amount}, if: honey < 9}]",
		"a loop over numbers":                         "- for: {$n: 'ints(1, 3)'}\n  do: [{gain: {honey: $n}, if: honey < 9}]",
		"a loop that counts alike for all":            "- for: {$s: seats}\n  do: [{lose: {honey: 1}, if: honey > 1}]",
		"a loop that computes anew each time":         "- for: {$s: woods}\n  do:\n  - let: {$n: '=pieces($s, ant)'}\n  - if: $n > 1\n    then: [{remove: {of: ant, from: $s, count: 1}}]",
		"a loop that takes chosen pieces":             "- for: {$s: woods}\n  do:\n  - take: $n\n    by: ant\n    of: ant\n    from: $s\n    each: $p\n    do:\n    - if: 'pieces($s, ant) > 1'\n      then: [{remove: $p}]",
		"a loop that says that its order is meant":    "- for: {$s: woods}\n  order: fixed\n  do: [{mark: {$s.blight: 1}, if: left(pots) > 1}]",
		"a loop that calls about its own":             "- for: {$s: woods}\n  where: $s.blight > 0\n  do: [{heal: $s}]",
		"a loop whose action begins anew":             "- for: {$s: woods}\n  where: $s not in visited\n  do:\n  - action: [{set: {visited: =visited | $s}}]",
		"a loop that pays into one track":             "- for: {$s: seats}\n  do: [{transfer: {from: $s.purse, to: luck, amount: 2}}]",
		"a loop that moves between tracks alike":      "- for: {$s: seats}\n  do: [{transfer: {from: honey, to: luck, amount: 1}, if: $s.ready}]",
		"a loop that gives what nobody lacks":         "- for: {$s: seats}\n  do: [{gain: {$s.purse: 2}}]",
		"a loop that gives by what nobody changes":    "- for: {$s: seats}\n  do: [{gain: {$s.purse: '=rounds + luck'}}]",
		"a loop that marks without a pool":            "- for: {$z: woods}\n  do: [{mark: {$z.dew: 1}}]",
		"a loop that marks out of a full pool":        "- for: {$z: woods}\n  do: [{mark: {$z.mist: 1}}]",
		"a loop that takes markers off":               "- for: {$z: woods}\n  do: [{mark: {$z.blight: -1}}]",
		"a loop that takes pieces of its own":         "- for: {$s: seats}\n  do: [{move: {of: $s, from: oak, count: 1, to: elm}}]",
		"a loop that moves from its own space":        "- for: {$z: woods}\n  do: [{move: {of: ant, from: $z, count: 1, to: lake}}]",
		"a loop that removes out of one space":        "- for: {$z: woods}\n  do: [{move: {of: ant, from: lake, count: 1, to: home}}]",
		"a loop in which a seat need not take":        "- for: {$z: woods}\n  do: [{take: $n, by: ant, of: ant-scout, from: nest, min: 0, max: 3, to: $z}]",
		"a loop in which a seat chooses where":        "- for: {$s: seats}\n  do:\n  - one: $z\n    by: $s\n    from: woods\n  - move: {of: ant-scout, from: nest, count: 1, to: $z}",
		"a loop over an order that pays out":          "- for: {$s: [bee, ant]}\n  do: [{transfer: {from: luck, to: $s.purse, amount: 2}}]",
		"a loop over members that the supply allows":  "- subset: $zs\n  by: ant\n  each: $z\n  from: woods\n  max: left(pots)\n- for: {$z: $zs}\n  do: [{mark: {$z.blight: 1}}]",
		"a loop over a single member":                 "- subset: $zs\n  by: ant\n  each: $z\n  from: woods\n  max: 1\n- for: {$z: $zs}\n  do: [{move: {of: ant-scout, from: nest, count: 2, to: $z}}]",
		"a loop for which there is enough":            "- if: available(ant-scout) >= 2 * size(woods)\n  then:\n  - for: {$z: woods}\n    do: [{move: {of: ant-scout, from: nest, count: 2, to: $z}}]",
		"a loop that takes all markers off":           "- for: {$z: woods}\n  do: [{mark: {$z.blight: '=0 - $z.blight'}}]",
		"a loop over an order with a limit":           "- for: {$s: [bee, ant]}\n  limit: 1\n  do: [{gain: {$s.purse: 1}}]",
		"a loop with a limit that is meant":           "- for: {$s: seats}\n  limit: 1\n  order: fixed\n  do: [{gain: {$s.purse: 1}}]",
		"a loop that returns what is alike for all":   "- for: {$s: seats}\n  where: $s.ready\n  do: [{return: 1}]\n- return: 0",
		"a pick that pays out":                        "- pick: $picked\n  each: $s\n  by: ant\n  from: seats\n  do: [{transfer: {from: luck, to: $s.purse, amount: 2}}]\n- gain: {luck: 1}",
		"a loop whose order is meant and that pays":   "- for: {$s: seats}\n  order: fixed\n  do: [{transfer: {from: luck, to: $s.purse, amount: 2}}]",
		"a seat that only its own question reads":     "- askUntil: $s\n  of: in-turn(seats, ant)\n  do: [{amount: $n, by: $s, max: 3}]\n  until: $n > 2",
		"a decision whose answer is what it picked":   "- pick: $s\n  by: ant\n  from: woods\n  do: [{gain: {honey: 1}}]",
		"a decision whose conditions look at nothing": "- amount: $n\n  by: ant\n  max: 2\n- gain: {honey: $n}",
	} {
		t.Run(name, func(t *testing.T) {
			_, _, list := compileText(base + "\n```yaml\nprocedures:\n- id: sound\n  do:\n" + indented(text+"\n", 2) +
				"- {id: heal, params: {at: zone}, do: [{mark: {$at.blight: -1}}]}\n" +
				"tracks: [{id: luck, min: 0, max: 9}]\npools: {drops: 2}\n" +
				"markers: [{id: dew, on: woods, count: 2}, {id: mist, on: woods, count: 1, pool: drops}]\n```\n")
			report(t, list)
		})
	}
}

// A value that a member has through a property may belong to another member.
func TestLoopOrderWarnsOfPropertiesThatReferToOtherMembers(t *testing.T) {
	base := baseText(t)
	text := strings.NewReplacer("{id: oak,", "{id: oak, next: elm,", "{id: elm,", "{id: elm, next: lake,", "{id: lake,", "{id: lake, next: oak,",
		"  zone: {", "  zone: {next: {type: space, default: none}, ").Replace(base)
	for where, warnings := range map[string]int{"pieces($s, ant) > 0": 0, "pieces($s.next, ant) > 0": 1} {
		_, _, list := compileText(text + "\n```yaml\nprocedures:\n- id: chain\n  do:\n  - for: {$s: spaces}\n    where: " + where + "\n    do: [{remove: {of: ant, from: $s}}]\n```\n")
		if list = withoutUnused(list); len(list) != warnings {
			t.Errorf("%s gives %v", where, list)
		}
	}
}

// Macros and offers of a callOne are copies of one text, so a constant condition in one of them gets no warning.
func TestCopiesGetNoWarning(t *testing.T) {
	base := baseText(t)
	page := strings.Join([]string{base, "```yaml", "effectMacros:", "- id: reward", "  params: [{name: what, type: {kind: enum, values: [bud, fruit]}}]", "  exports: []",
		"  effects: [{gain: {honey: 1}, if: {op: '==', left: {param: what}, right: bud}}]", "procedures:", "- id: copies", "  do:",
		"  - {macro: reward, args: {what: fruit}}", "  - callOne: $p", "    by: ant", "    from: procedures(operation)", "    before: [{gain: {honey: 1}, if: $p == gather}]", "    with: {as: ant}", "```", ""}, "\n")
	_, _, list := compileText(page)
	report(t, list)
}

// Decisions that reveal nothing hidden.
func TestDecisionsThatKeepSecretsGetNoWarning(t *testing.T) {
	base := baseText(t)
	for name, text := range map[string]string{
		"a secret question about what is one's own":     "- may: boast\n  by: ant\n  secret: true\n  where: ant.coin\n  do: [{gain: {honey: 1}}]",
		"the same, through a function":                  "- for: {$s: seats}\n  do:\n  - may: boast\n    by: $s\n    secret: true\n    where: rich($s)\n    do: [{gain: {honey: 1}}]",
		"a question that is put to everybody":           "- for: {$s: seats}\n  do:\n  - may: boast\n    by: $s\n    do: [{set: {$s.told: $s.coin}}]",
		"a value that is shown":                         "- set: {ant.told: ant.coin}\n- may: boast\n  by: bee\n  where: ant.told\n  do: [{gain: {honey: 1}}]",
		"a derived value that everybody sees":           "- may: boast\n  by: bee\n  where: coins > 1\n  do: [{gain: {honey: 1}}]",
		"an effect that asks nobody":                    "- gain: {honey: 1}\n  if: bee.coin",
		"how many cards lie hidden":                     "- may: boast\n  by: bee\n  where: size(cellar) > 1\n  do: [{gain: {honey: 1}}]",
		"a card that lies open":                         "- may: boast\n  by: bee\n  where: top(shown) == rain\n  do: [{gain: {honey: 1}}]",
		"chance, which draws from what is hidden":       "- draw: $c\n  from: cellar\n- card: {card: $c, to: shown}",
		"a question behind a branch that asks for more": "- if: honey > 2\n  then: [{may: boast, by: bee, do: [{gain: {honey: 1}}]}]",
	} {
		t.Run(name, func(t *testing.T) {
			_, _, list := compileText(base + "\n```yaml\nvariables: [{id: coin, type: bool, per: seat, visible: owner}, {id: told, type: bool, per: seat}]\n" +
				"derived: [{id: coins, type: int, watch: true, value: '=count($s in seats where $s.coin)'}]\npiles: [{id: cellar, visible: hidden}]\n" +
				"functions: [{id: rich, params: {seat: seat}, value: =$seat.coin}]\nprocedures:\n- id: sound\n  do:\n" + indented(text+"\n", 2) + "```\n")
			report(t, list)
		})
	}
}

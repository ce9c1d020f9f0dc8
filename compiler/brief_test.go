package compiler_test

// These tests compile short and long forms of the same game and compare the GameDefs without their positions.

import (
	"encoding/json"
	"os"
	"path"
	"strings"
	"testing"
)

// brevities are blocks in short and in long form.
var brevities = []struct{ name, short, long string }{
	{"a decision is the decider's",
		"deciders: [decides, as]\nprocedures: [{id: p, params: {as: seat, decides: seat}, do: [{amount: $n, max: 3}, {gain: {$as.purse: $n}}]}]",
		"procedures: [{id: p, params: {as: seat, decides: seat}, do: [{amount: $n, by: $decides, max: 3}, {gain: {$as.purse: $n}}]}]"},
	{"a parameter that decides is a seat",
		"deciders: [by, as]\nprocedures: [{id: p, params: {by: int, as: seat}, do: [{amount: $n, max: $by}, {gain: {$as.purse: $n}}]}, {id: q, params: {by: seat}, do: [{gain: {$by.purse: 1}}]}]",
		"procedures: [{id: p, params: {by: int, as: seat}, do: [{amount: $n, by: $as, max: $by}, {gain: {$as.purse: $n}}]}, {id: q, params: {by: seat}, do: [{gain: {$by.purse: 1}}]}]"},
	{"a call hands on the decider",
		"deciders: [by, executor]\nprocedures: [{id: p, params: {executor: seat}, do: [{q: {n: 2}}]}, {id: q, params: {by: seat, n: int}, do: [{gain: {$by.purse: $n}}]}]",
		"procedures: [{id: p, params: {executor: seat}, do: [{q: {by: $executor, n: 2}}]}, {id: q, params: {by: seat, n: int}, do: [{gain: {$by.purse: $n}}]}]"},
	{"a text of a card has a decider",
		"deciders: [executor]\ncards: [{id: hail, text: [{amount: $n, max: 3}, {gain: {honey: $n}}]}]",
		"cards: [{id: hail, text: {do: [{amount: $n, by: $executor, max: 3}, {gain: {honey: $n}}]}}]"},
	{"a bundle is its parameters, and handed on",
		"bundles: {acting: {as: seat, free: bool}}\nprocedures: [{id: p, takes: acting, params: {n: int}, do: [{q: {n: $n}}, {r: {}}]}, " +
			"{id: q, params: {n: int, as: seat}, do: [{gain: {$as.purse: $n}}]}, {id: r, params: {free: {type: bool, default: true}}, do: [{gain: {honey: 1}, if: $free}]}]",
		"procedures: [{id: p, params: {as: seat, free: bool, n: int}, do: [{q: {n: $n, as: $as}}, {r: {}}]}, " +
			"{id: q, params: {n: int, as: seat}, do: [{gain: {$as.purse: $n}}]}, {id: r, params: {free: {type: bool, default: true}}, do: [{gain: {honey: 1}, if: $free}]}]"},
	{"what happens with the one chosen, if there is one",
		"procedures: [{id: p, params: {as: seat}, do: [{one: $s, by: $as, from: woods, where: $s.yield > 1, do: [{mark: {$s.blight: 1}}]}]}]",
		"procedures: [{id: p, params: {as: seat}, do: [{one: $s, by: $as, from: woods, where: $s.yield > 1, min: 0}, {if: $s != none, then: [{mark: {$s.blight: 1}}]}]}]"},
	{"pieces that go home",
		"procedures: [{id: p, params: {as: seat}, do: [{take: $n, by: $as, of: ant, from: woods, max: 2, to: home}]}]",
		"procedures: [{id: p, params: {as: seat}, do: [{take: $n, by: $as, of: ant, from: woods, max: 2, do: [{remove: $it}]}]}]"},
	{"pieces that go to a zone",
		"procedures: [{id: p, params: {as: seat}, do: [{take: $n, by: $as, of: ant, from: woods, max: 2, to: 'if(piece-zone($it) == oak, elm, oak)'}]}]",
		"procedures: [{id: p, params: {as: seat}, do: [{take: $n, by: $as, of: ant, from: woods, max: 2, do: [{move: {piece: $it, to: 'if(piece-zone($it) == oak, elm, oak)'}}]}]}]"},
	{"a side option by its name",
		"asides: {nap: {where: honey > 0, do: [{set: {$as.ready: true}}]}}\nprocedures: [{id: p, params: {as: seat}, do: [{pick: $s, by: $as, each: $x, from: woods, also: nap, do: [{mark: {$x.blight: 1}}]}]}]",
		"procedures: [{id: p, params: {as: seat}, do: [{pick: $s, by: $as, each: $x, from: woods, also: {nap: {where: honey > 0, do: [{set: {$as.ready: true}}]}}, do: [{mark: {$x.blight: 1}}]}]}]"},
}

func TestShortFormsCompileLikeLongForms(t *testing.T) {
	for _, b := range brevities {
		t.Run(b.name, func(t *testing.T) {
			if short, long := placeless(t, b.short), placeless(t, b.long); short != long {
				x, y := difference(short, long)
				t.Errorf("%s\nand\n%s\ndiffer at\n%s\nand\n%s", b.short, b.long, x, y)
			}
		})
	}
}

// placeless compiles the base game with a block and formats the GameDef without positions.
func placeless(t *testing.T, block string) string {
	t.Helper()
	base, err := os.ReadFile(path.Join(brokenDir, basePage))
	if err != nil {
		t.Fatal(err)
	}
	gd, _, list := compileText(string(base) + "\n```yaml\n" + block + "\n```\n")
	report(t, list)
	gd.Nodes = nil
	data, err := json.Marshal(gd)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	data, err = json.Marshal(without(all, "Node"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// without removes a key, in either case, at any depth.
func without(x any, key string) any {
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			if strings.EqualFold(k, key) {
				delete(x, k)
			} else {
				x[k] = without(v, key)
			}
		}
	case []any:
		for i := range x {
			x[i] = without(x[i], key)
		}
	}
	return x
}

// clausesOfTexts is a rulebook whose cards have texts with clauses of their own, with a shared clause, and with none.
const clausesOfTexts = `
- **hail-text** Hail.
- **snow-2** Snow.
- **2.1** Granted.

` + "```yaml" + `
properties: {card: {verse: {type: "procedure()", default: none, clause: ["{id}-text", "{id}"]}}}
cards:
- {id: hail, verse: [{lose: {honey: 1}}]}
- {id: snow-2, verse: {do: [{lose: {honey: 2}}]}}
- {id: fog, rule: 3.1, verse: [{lose: {honey: 3}}]}
- {id: frost, verse: {rule: 2.1, do: [{lose: {honey: 4}}]}}
procedures:
- {id: give, rule: 1.4, do: [{grant: tithe}, {grant: tithe, rule: 3.1}]}
- {id: tithe, grantRule: 2.1, do: [{lose: {honey: 5}}]}
` + "```\n"

func TestTextsAndGrantsInheritTheClausesDeclaredForThem(t *testing.T) {
	base := baseText(t)
	gd, _, list := compileText(base + clausesOfTexts)
	report(t, list)
	got := map[string]string{}
	var grants []string
	for _, n := range gd.Nodes {
		switch n.What {
		case "lose":
			got[strings.Join(n.Rules, " ")] += "x"
		case "grant":
			grants = append(grants, strings.Join(n.Rules, " "))
		}
	}
	for _, clause := range []string{"hail-text", "snow-2", "3.1", "2.1"} {
		if got[clause] != "x" {
			t.Errorf("%q of the texts belong to %s, want one: %v", got[clause], clause, got)
		}
	}
	if all := strings.Join(grants, ", "); all != "2.1 1.4, 3.1" {
		t.Errorf("the grants belong to %s", all)
	}
}

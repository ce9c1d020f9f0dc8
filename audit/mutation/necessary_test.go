// These tests hold the run to what conditions that only save work allow: what lets more through is no change of the rules,
// what lets less through is one.

package mutation_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
)

const quarry = "# 9 Quarry\n\n- **9.1-a** Dig.\n\n```yaml\n" + `
game: {id: quarry, title: Quarry, main: play}
seats: [{id: red}, {id: blue}]
properties: {space: {worth: int}}
spaces:
- {id: hill, title: Hill, adjacent: [dale], worth: 2}
- {id: dale, title: Dale, adjacent: [hill], worth: 1}
- {id: moor, title: Moor, adjacent: [], worth: 0}
sets: {valleys: [dale, moor]}
boxes: [{id: store, title: Store, worth: 0}]
pieces:
- {id: pawn, title: Pawn, seat: red, count: 9, home: store}
- {id: cart, title: Cart, seat: red, count: 9, home: store}
tracks: [{id: gold, title: Gold, min: 0, max: 90, initial: 20, rule: 9.1-a}, {id: debt, title: Debt, min: 0, max: 90, initial: 20}]
variables: [{id: tired, type: bool, initial: false}, {id: used, type: zones}, {id: barred, type: bool, initial: false}, {id: told, type: bool, initial: false}]
functions:
- {id: asked, params: {n: int, of: zones}, rule: 9.1-a, value: "=$n > 61 and size($of) < 62"}
- {id: shared, params: {}, rule: 9.1-a, value: "=gold > 63 and debt > 64"}
- {id: tried, params: {s: zone}, rule: 9.1-a, value: =$s.worth > 65}
- {id: carried, params: {s: zone}, rule: 9.1-a, value: "=most(min(66, pieces($t, pawn)) for $t in spaces where $t.worth > 67 else 0)"}
procedures:
- id: play
  do:
  - one: $s
    by: red
    from: spaces
    seek: tried($s)
    where:
    - {rule: 9.1-a, when: 'necessary(gold > 11 and not tired)'}
    - {rule: 9.1-a, when: 'necessary(debt < 12)'}
    - {rule: 9.1-a, when: 'gold > 13 and necessary(gold > 14 or debt > 15)'}
    - {rule: 9.1-a, when: 'necessary(asked(gold, spaces \ used))'}
    - {rule: 9.1-a, when: 'necessary(shared())'}
    - {rule: 9.1-a, if: shared(), when: 'necessary(any($x in valleys where $x.worth > 16))'}
    - {rule: 9.1-a, when: 'necessary(every($x in valleys where $x.worth > 17))'}
    - {rule: 9.1-a, when: 'necessary(gold <= debt and not gold < 18)'}
    - {rule: 9.1-a, when: 'necessary(size(spaces \ valleys) > 19)'}
    - {rule: 9.1-a, when: 'necessary(pieces(spaces, pawn) > 20 and pieces(store, cart) < 21)'}
    - {rule: 9.1-a, when: 'necessary(gold - debt > 22 and gold == 23)'}
    - {rule: 9.1-a, when: 'necessary(carried($s) > 24)'}
    - {rule: 9.1-a, when: 'necessary(if(tired, gold, debt) > 25)'}
    - {rule: 9.1-a, when: 'necessary($s in adjacent(hill))'}
    - {rule: 9.1-a, when: necessary(not barred)}
    - {rule: 9.1-a, when: 'necessary(gold > 29 and (gold > 30 or debt > 31))'}
  - set: {used: =used | $s, barred: '=gold < 26 and size(used) > 27', told: '=gold > 28'}
` + "```\n"

func TestANecessaryConditionIsChangedWhereThatRefusesMore(t *testing.T) {
	fsys := fstest.MapFS{"data/games/quarry/10.md": &fstest.MapFile{Data: []byte(quarry)}}
	game, err := corpus.OpenGame(fsys, "quarry")
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range r.Unreached {
		all = append(all, m.Kind+": "+m.Change)
	}
	for _, c := range []struct {
		change string
		made   bool
		why    string
	}{
		{"condition: the condition `gold > 11 and not tired` dropped", false, "lets everything through"},
		{"operand: `gold > 11` left out", false, "an `and` without an operand lets more through"},
		{"operand: `not tired` left out", false, ""},
		{"constant: `11` becomes `12`", true, "a higher threshold refuses more"},
		{"constant: `11` becomes `10`", false, "a lower one does not"},
		{"operand: `not tired` becomes `tired`", true, "what was let through no longer is"},
		{"constant: `12` becomes `11`", true, "of an upper bound the lower one refuses more"},
		{"constant: `12` becomes `13`", false, ""},
		{"constant: `13` becomes `12`", true, "what is not marked stays a rule"},
		{"operand: `gold > 13` left out", true, "what is not marked stays a rule"},
		{"condition: the condition `gold > 13 and (gold > 14 or debt > 15)` dropped", true, "what stands beside it is a rule"},
		{"condition: the condition `not shared() or any($x in {dale, moor} where $x.worth > 16)` dropped", false, "where the `if` holds only what is necessary is left"},
		{"operand: `not shared()` left out", true, "the necessary condition would be asked where it was not"},
		{"operand: `gold > 14` left out", true, "an `or` without an operand refuses more"},
		{"operand: `gold > 14 or debt > 15` left out", false, "the `and` around loses what is necessary only: that lets more through"},
		{"constant: `61` becomes `62`", true, "a function that only necessary conditions ask"},
		{"constant: `61` becomes `60`", false, ""},
		{"constant: `62` becomes `61`", true, ""},
		{"constant: `62` becomes `63`", false, ""},
		{"operand: `$n > 61` left out", false, ""},
		{"operand: `{hill, dale, moor} \\ used` becomes `{hill, dale, moor}`", true, "what is taken away less makes the size larger, which the function bounds from above"},
		{"constant: `63` becomes `62`", true, "a function that others ask, too, keeps its changes"},
		{"operand: `gold > 63` left out", true, ""},
		{"comparison: `any($x in {dale, moor} where $x.worth > 16)` becomes `every", true, "`every` is neither more nor less than `any`"},
		{"condition: the condition `where $x.worth > 16` dropped", false, ""},
		{"constant: `16` becomes `15`", false, ""},
		{"constant: `16` becomes `17`", true, ""},
		{"constant: `17` becomes `18`", true, ""},
		{"constant: `17` becomes `16`", false, ""},
		{"comparison: `gold <= debt` becomes `gold < debt`", true, ""},
		{"operand: `not gold < 18` becomes `gold < 18`", true, ""},
		{"constant: `18` becomes `19`", true, "behind a `not` more is less"},
		{"constant: `18` becomes `17`", false, ""},
		{"operand: `{hill, dale, moor} \\ {dale, moor}` becomes `{hill, dale, moor}`", false, ""},
		{"filter: `{pawn}` becomes `{red}`", false, "more pieces are more than 20 all the more"},
		{"filter: `{cart}` becomes `{red}`", true, "more pieces are fewer than 21 the less"},
		{"filter: `{pawn}` becomes `{cart}`", true, "another type is neither more nor less"},
		{"arithmetic: `gold - debt` becomes `gold + debt`", true, "of numbers of any sign nothing is known"},
		{"comparison: `gold == 23` becomes `gold != 23`", true, ""},
		{"constant: `23` becomes `24`", true, ""},
		{"arithmetic: `min(66, pieces($t, {pawn}))` becomes `max", false, "the larger number is more"},
		{"arithmetic: `most(min(66, pieces($t, {pawn})) for $t in {hill, dale, moor} where $t.worth > 67)` becomes `least", true, ""},
		{"constant: `66` becomes `65`", true, ""},
		{"constant: `66` becomes `67`", false, ""},
		{"condition: the condition `where $t.worth > 67` dropped", false, "more numbers that are not negative have no lower maximum"},
		{"branch: `if(tired, gold, debt)` becomes `if(tired, debt, gold)`", true, ""},
		{"area: the adjacency in `adjacent(hill)` dropped", false, ""},
		{"constant: `26` becomes `27`", true, "what a variable is set to that only such conditions read: it bars more often"},
		{"constant: `26` becomes `25`", false, "it bars less often"},
		{"operand: `size(used) > 27` left out", true, ""},
		{"constant: `28` becomes `27`", true, "what no rule reads is read by expectations"},
		{"operand: `gold > 29` left out", false, "what is left is an `or`"},
		{"operand: `gold > 30 or debt > 31` left out", false, ""},
		{"operand: `gold > 30` left out", true, ""},
		{"constant: `65` becomes `66`", false, "what is only sought is no rule"},
		{"constant: `65` becomes `64`", false, ""},
	} {
		made := slices.ContainsFunc(all, func(is string) bool { return strings.HasPrefix(is, c.change) })
		if made != c.made {
			t.Errorf("%s: made %v, should be %v (%s)", c.change, made, c.made, c.why)
		}
	}
	if t.Failed() {
		t.Log(strings.Join(all, "\n"))
	}
}

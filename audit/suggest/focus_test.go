package suggest

// These tests find what a place of a rulebook hangs on, for each way in which it can.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// meadow has a place in each of its texts; what stands far from a place, in lines of the page, is nothing to it.
const meadow = "# 1 Meadow\n\n- **1-a** *Meadow.* It ends.\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
enums: {season: [bud, bloom, fruit]}
seats: [{id: red}]
properties: {card: {text: {type: "procedure()", default: none}}, zone: {wet: {type: bool, default: false}}}
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: lake, adjacent: [], wet: true}]
boxes: [{id: store}]
pieces: [{id: cart, seat: red, count: 9, home: store}, {id: mule, seat: red, count: 3, home: store}]
sets: {woods: "=set($s in spaces where not $s.wet)"}
pools: {pots: 3}
markers: [{id: blight, on: woods, count: 2, pool: pots}]
piles: [{id: deck}]
tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}, {id: luck, title: Luck, min: 0, max: 9, initial: 0}]
variables: [{id: dry, type: bool, per: space}, {id: now, type: season}]
derived: [{id: rich, type: bool, value: =gold > 6}]
functions:
- {id: one, params: {}, value: =two() + 1}
- {id: two, params: {}, value: =three() + 1}
- {id: three, params: {}, value: =four() + gold}
- {id: four, params: {}, value: =luck}
durations: [day]
points: [{id: bonus, kind: number}, {id: dawn, kind: run}]
lasting: [{id: feast, duration: day, hooks: [{to: bonus, when: luck > 7, value: 1}]}, {id: fast, duration: day, hooks: [{to: dawn, do: [hooked]}]}]
cards: [{id: rain}, {id: sun, text: texted}]
GAP
procedures:
- id: hooked
  do:
  - if: HOOKED
    then: [idle]
GAP
- id: texted
  do:
  - if: TEXTED
    then: [idle]
GAP
- id: chosen
  tags: [deed]
  do:
  - if: CHOSEN
    then: [idle]
GAP
- {id: idle, tags: [deed], do: []}
- {id: windy, tags: [deed], do: [{hook: {dawn: {}}}]}
- id: play
  do:
  - {card: {card: top(deck), to: deck, at: bottom}, if: size(deck) > 0}
  - {call: =top(deck).text, if: size(deck) > 0 and top(deck).text != none}
GAP
  - {callOne: $deed, by: red, name: act, from: procedures(deed), where: luck > 2 or $deed == idle}
GAP
  - if: PLACE
    then: [idle]
GAP
  - over: {}
` + "```\n"

// described spells what a place hangs on.
func described(a *structure, f *focus) string {
	gd := a.def
	var out []string
	say := func(what string, names []string) {
		if len(names) > 0 {
			out = append(out, what+" "+strings.Join(names, " "))
		}
	}
	list := func(n int, name func(i int) string) (names []string) {
		for i := range n {
			names = append(names, name(i))
		}
		return names
	}
	say("vars", list(len(f.vars), func(i int) string { return gd.Vars[f.vars[i]].ID }))
	say("numbers", list(len(f.numbers), func(i int) string { return fmt.Sprint(f.numbers[i]) }))
	say("zones", list(len(f.zones), func(i int) string { return gd.Zones[f.zones[i]].ID }))
	say("areas", list(len(f.areas), func(i int) string { return fmt.Sprint(len(f.areas[i])) }))
	say("filters", list(len(f.filters), func(i int) string { return gd.Classes[f.filters[i][0]].ID + fmt.Sprint("+", len(f.filters[i])-1) }))
	say("cards", list(len(f.cards), func(i int) string { return gd.Cards[f.cards[i]].ID }))
	say("lasting", list(len(f.lasting), func(i int) string { return gd.Lasting[f.lasting[i]].ID }))
	for i := range gd.Decisions {
		if x := f.prefer[int32(i)]; x != 0 {
			say("prefers", []string{gd.Decisions[i].Name, fmt.Sprint(x)})
		}
	}
	return strings.Join(out, "; ")
}

func TestFocusOfConditions(t *testing.T) {
	for _, c := range []struct{ place, condition, want string }{
		{"PLACE", "gold >= 5", "vars gold; numbers 5"},
		{"PLACE", "now == bloom", "vars now; numbers 1"},
		{"PLACE", "pieces(hill, cart) > 2", "numbers 2; zones hill; filters cart+0"},
		{"PLACE", "pieces(woods, red) > 2", "numbers 2; zones hill dale; areas 2; filters cart+1"},
		{"PLACE", "any($s in woods where $s.dry)", "vars dry; zones hill dale; areas 2"},
		{"PLACE", "left(pots) > 1", "vars blight; numbers 1"},
		{"PLACE", "size(deck) > 0 and top(deck) == sun", "numbers 0; cards sun"},
		{"PLACE", "in-force(feast)", "numbers 0; lasting feast"},
		{"PLACE", "modified(bonus, 3) > 3", "numbers 3; lasting feast"},
		{"PLACE", "rich", "vars gold; numbers 6"},
		{"PLACE", "two() > 2", "vars luck gold; numbers 1 2"},
		{"PLACE", "one() > 2", "vars gold; numbers 1 2"}, // what the fourth function reads is too far away
		{"TEXTED", "gold >= 5", "vars gold; numbers 5; cards sun"},
		{"HOOKED", "gold >= 5", "vars gold; numbers 5; lasting fast; prefers act 4"},
		{"CHOSEN", "gold >= 5", "vars gold luck; numbers 5 2; prefers act 1"},
	} {
		fill := []string{"GAP", strings.Repeat("\n", nearLines)}
		for i, place := range []string{"PLACE", "TEXTED", "HOOKED", "CHOSEN"} {
			condition := fmt.Sprintf("luck == %d", i)
			if place == c.place {
				condition = c.condition
			}
			fill = append(fill, place, condition)
		}
		g := toy(t, strings.NewReplacer(fill...).Replace(meadow))
		line := int32(1 + strings.Count(strings.NewReplacer(append([]string{c.place, "\x00"}, fill...)...).Replace(meadow[:strings.Index(meadow, "if: "+c.place)]), "\n"))
		at := slices.IndexFunc(g.Def.Nodes, func(n def.NodeDef) bool { return n.What == "if" && n.Line == line })
		if at < 0 {
			t.Fatalf("%s: no node in line %d", c.place, line)
		}
		a := structureOf(g.Def)
		if got := described(a, a.focus([]int32{int32(at)})); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.place, c.condition, got, c.want)
		}
	}
}

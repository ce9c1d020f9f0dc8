package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

// veiled is a game in which red has cards and a secret, and blue shows a card.
const veiled = "# 9 Toy\n\n## 9.1 Cards\n\n- **9.1-a** Cards are seen by their owner.\n\n```yaml\n" + `game: {id: toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill}]
boxes: [{id: store}]
pieces: [{id: pawn, seat: red, count: 2, home: store}]
cards: [{id: ace}, {id: two}, {id: three}, {id: four}]
piles: [{id: deck, visible: hidden}, {id: red-hand, owner: red, visible: owner}, {id: blue-hand, owner: blue, visible: owner}]
variables:
- {id: secret, type: int, per: seat, visible: owner, initial: 3}
- {id: open, type: int, initial: 1}
- {id: veil, type: int, initial: 2, visible: hidden}
- {id: count, type: int, initial: 4, quiet: true}
- {id: seen-by, type: seats, per: card, reveals: true}
derived:
- {id: total, type: int, value: =open + 1}
- {id: half, type: int, per: seat, visible: owner, value: =$it.secret div 2}
procedures:
- id: play
  rule: 9.1-a
  do:
  - {menu: act, by: red, options: {rest: {do: []}, show: {do: [{reveal: blue-hand}]}}}
  - {menu: act, by: red, options: {rest: {do: []}, show: {do: []}}}
  - over: {result: {red: =open + veil + count + total + red.half + blue.secret, blue: 0}}
` + "```\n"

// judge plays a script on the veiled game and returns its problems.
func judge(t *testing.T, text string) string {
	t.Helper()
	text = head + "setup: {piles: {red-hand: [ace, two], blue-hand: [three]}}\n" + text
	s, list := scenario.Parse("9.1/x.yaml", []byte(text))
	if s == nil {
		return list.Error()
	}
	g := gameOf(t, veiled)
	if list := scenario.CheckNames(s, g.Def()); list.HasErrors() {
		return list[0].Error() + " " + list[0].Detail
	}
	if err := scenario.Play(g, s).Problem(); err != nil {
		return err.Error()
	}
	return ""
}

func TestSeesClaims(t *testing.T) {
	for _, c := range []struct{ sees, want string }{
		{"red: {red-hand: [ace, two], blue-hand: [hidden], deck: [hidden]}", ""},
		{"blue: {red-hand: [hidden, hidden], blue-hand: [three], blue-hand: three}", "given twice"},
		{"blue: {red-hand: hidden, blue-hand: three}", ""},
		{"everybody: {red-hand: [hidden, hidden], blue-hand: hidden, red.secret: hidden, open: 1, size.deck: 1, store.pawn: 2}", ""},
		{"red: {red.secret: 3, blue.secret: hidden, red.half: 1, blue.half: hidden, veil: hidden}", ""},
		{"red: {blue-hand: [three]}", "blue-hand is hidden to red, expected three"},
		{"red: {red-hand: [hidden, hidden]}", "red-hand is [ace, two] to red, expected [hidden, hidden]"},
		{"red: {red.secret: hidden}", "red.secret is 3 to red, expected hidden"},
		{"blue: {veil: 2}", "veil is hidden to blue, expected 2"},
		{"red: {open: hidden}", "open is 1 to red, expected hidden"},
		{"red: {total: 2}", "no view has total, which is neither watched nor visible to its owner"},
		{"red: {count: 4}", "no view has count, which is quiet"},
		{"red: {opne: 1}", "there is no value opne; did you mean open?"},
		{"red: {store: 2}", "there is no value store; the pieces there are store.pawn and the like, those of a seat store.SEAT"},
		{"rad: {open: 1}", "there is no seat rad [scenario] Did you mean red?"},
		{"chance: {open: 1}", "there is no seat chance"},
		{"everybdy: {open: 1}", "Did you mean everybody?"},
		{"red: {}", "sees red claims nothing"},
		{"red: [open]", "what red sees is a mapping"},
		{"red: {open: {a: 1}}", "the value of open is a single value or a list"},
		{"", "sees claims nothing"},
	} {
		got := judge(t, "expect:\n  sees: {"+c.sees+"}\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.sees, got, c.want)
		}
	}
	if got := judge(t, "moves:\n- red: show\nexpect: {sees: {red: {blue-hand: three}, everybody: {blue-hand: three}}}\n"); got != "" {
		t.Error(got)
	}
}

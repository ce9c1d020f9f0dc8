// These tests give decisions answers of a wrong shape, and wrong claims: each error says what to write.

package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

// stores has pieces of several classes in several places, a pile, and values of every type.
const stores = "# Toy\n\n- **9.1-a** Take.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
boxes: [{id: store}]
pieces:
- {id: pawn, seat: red, count: 9, home: store, statuses: [hidden, shown]}
- {id: rook, seat: red, count: 9, home: store, marks: [moved]}
- {id: king, seat: red, count: 1, home: store}
- {id: duke, seat: red, count: 1, home: store, statuses: [hidden, shown], marks: [moved]}
piles: [{id: deck, visible: open}, {id: hand, visible: open}]
cards: [{id: ace}, {id: two}, {id: six}]
tracks: [{id: gold, title: Gold, min: 0, max: 5, initial: 2}]
variables: [{id: ready, type: bool, initial: true}, {id: marked, type: zones}, {id: lead, type: seat, initial: none}]
setups: [{id: full, piles: {deck: [ace, two, six]}}]
procedures:
- id: play
  do:
  - menu: act
    by: red
    options:
      take:
        do:
        - take: $n
          by: red
          of: pawn|rook|king|duke
          from: spaces
          min: 1
          max: 3
          each: $p
          do: [{move: {piece: $p, to: home}}]
      count:
        do:
        - {amount: $much, by: red, min: 0, max: 3}
        - {subset: $where, by: red, each: $z, from: spaces, min: 0, max: 2}
        - {one: $first, by: red, from: spaces}
        - {roll: $luck, name: luck, sides: 6}
      rest: {do: []}
  - over: {result: {red: =gold, blue: 1}}
` + "```\n"

const standing = "setup: {scenario: full, pieces: {hill: {pawn.hidden: 1, pawn.shown: 1, rook: 1, rook.moved: 1, king: 1}, dale: {rook: 1, duke.hidden.moved: 1}, moor: {pawn.shown: 2}}}\n"

// inStores plays one line from the set-up of stores, with claims.
func inStores(t *testing.T, text string) *scenario.Result {
	t.Helper()
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+standing+text))
	if s == nil {
		t.Fatal(list)
	}
	return scenario.Play(gameOf(t, stores), s)
}

func TestAnswerOfWrongShapeIsReportedWithARemedy(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"count, much: many", "much is a number, not many"},
		{"count, much: [{a: 1}]", "much is a number, not "},
		{"count, much: 1, where: {hill: 1}", "where is answered by a name, not by a mapping"},
		{"count, much: 1, where: [hill, hill]", "hill is not allowed here, or is given twice"},
		{"count, much: 1, where: [none]", "none is not allowed here, or is given twice"},
		{"count, much: 1, where: [hull]", "the answer to where is unknown: hull; did you mean hill?"},
		{"count, much: 1, where: [], first: [[hill]]", "first is answered by a name, not by a list"},
		{"count, much: 1, where: [], first: red", "the answer to first is unknown: red"},
		{"count, much: 1, where: [], first: hill", "9.1/x.yaml:7:4: the outcome of luck is not scripted"},
		{"count, much: [1, 2], where: [], first: hill, chance: {luck: 1}", "much 2 was not asked for"},
		{"count, much: [], where: [], first: hill, chance: {luck: 1}", "much was not asked for"},
		{"rest, much: []", "much was not asked for"},
		{"rest, much: 1", "much was not asked for"},
		{"rest, where: [hill]", "where hill was not asked for"},
		{"take, n: 2", "the number alone does not say which pieces n takes"},
		{"take, n: 0", "is refused"},
		{"take, n: pawn", "n is answered by {class: number} or {zone: {class: number}}, not by a single value"},
		{"take, n: {king: some}", "the count of king is a whole number"},
		{"take, n: {king: -1}", "the count of king is a whole number"},
		{"take, n: {king: 5000000000}", "the count of king is a whole number, 0 to 2147483647"},
		{"take, n: {king: 100000}", "100000 king from hill is refused: there are not as many pieces"},
		{"take, n: {pawn: 1}", "pawn is in more than one zone or of more than one class: say which"},
		{"take, n: {pawn.shown: 1}", "pawn.shown is in more than one zone or of more than one class: say which"},
		{"take, n: {rook: 1}", "rook is in more than one zone or of more than one class: say which"},
		{"take, n: {hill: {pawn: 1}}", "pawn is of more than one class: say which"},
		{"take, n: {dale: {pawn: 1}}", "no pawn can be taken"},
		{"take, n: {store: {pawn: 1}}", "nothing can be taken from store"},
		{"take, n: {queen: 1}", "no queen can be taken"},
		{"take, n: {duke.shown: 1}", "no duke.shown can be taken"},
		{"take, n: {moved: 1}", "no moved can be taken"},
		{"tike", "act has no option tike; did you mean take?"},
	} {
		r := inStores(t, "moves:\n- {red: "+c.line+"}\nexpect: {asked: {over: true}}\n")
		if r.Err == nil || !strings.Contains(r.Err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.line, r.Err, c.want)
		}
	}
}

func TestPiecesOfAnswersAreNamedByClassTypeOrZone(t *testing.T) {
	for answer, left := range map[string]string{
		"{king: 1}":                          "hill.king: 0",
		"{pawn.hidden: 1}":                   "hill.pawn.hidden: 0",
		"{hill: {pawn.shown: 1}}":            "hill.pawn.shown: 0, moor.pawn.shown: 2",
		"{moor: {pawn: 2}}":                  "moor.pawn: 0, hill.pawn: 2",
		"{rook.moved: 1}":                    "hill.rook: 1, dale.rook: 1",
		"{hill: {rook: 1}, dale: {rook: 1}}": "hill.rook: 1, dale.rook: 0",
		"{hill: {rook: 1, rook.moved: 1}}":   "hill.rook: 0, dale.rook: 1",
		"{duke.hidden: 1}":                   "dale.duke: 0",
		"{dale: {duke.moved: 1}}":            "dale.duke: 0",
	} {
		r := inStores(t, "moves:\n- {red: take, n: "+answer+"}\nexpect: {state: {"+left+"}}\n")
		if r.Problem() != nil {
			t.Errorf("%s: %v", answer, r.Problem())
		}
	}
	if r := inStores(t, "moves:\n- {red: count, much: 0, where: none, first: hill, chance: {luck: 6}}\nexpect: {asked: {over: true}}\n"); r.Problem() != nil {
		t.Error(r.Problem())
	}
}

func TestFailedClaimReportsTheActualValue(t *testing.T) {
	const rest = "moves:\n- red: rest\n"
	for _, c := range []struct{ moves, claim, want string }{
		{"", "state: {deck: [ace, six, two]}", "deck is [ace, two, six], expected [ace, six, two]"},
		{"", "state: {deck: two}", "deck is ace, expected two"},
		{"", "state: {deck: [ace]}", "deck is [ace, two, six], expected ace"},
		{"", "state: {hand: ace}", "hand is [], expected ace"},
		{"", "state: {deck: none}", "deck is ace, expected none"},
		{"", "state: {ready: no}", "ready is true, expected no"},
		{"", "state: {gold: 1}", "gold is 2, expected 1"},
		{"", "state: {gold: [2, 2]}", "gold is 2, expected [2, 2]"},
		{"", "state: {marked: [hill]}", "marked is [], expected hill"},
		{"", "state: {lead: red}", "lead is none, expected red"},
		{"", "state: {led: red}", "led"},
		{"", "asked: {seat: red, decision: rest}", "expected that red is asked rest, but red is asked act"},
		{"", "legal: {seat: blue, options: [rest]}", "blue is not asked: red is asked act"},
		{"", "legal: {seat: red, decision: n, options: [rest]}", "red is not asked n: red is asked act"},
		{"", "legal: {seat: red, options: [take, count, rest, sleep]}", "red act offers take, count, rest; not sleep"},
		{"", "legal: {seat: red, options: [take, rest]}", "red act offers take, count, rest; not expected: count"},
		{"", "legal: {seat: red, after: dig, options: [rest]}", "dig cannot be played"},
		{"", "refused: {red: rest, because: 9.1-a}", "red: rest is legal; it should be refused because of 9.1-a"},
		{"", "refused: {red: tike, because: 9.1-a}", "red: tike is refused, but no clause is known for it; expected 9.1-a"},
		{"", "result: {red: 2}", "the game is not over: red is asked act (offered: take, count, rest)"},
		{rest, "result: {red: 1}", "the result of red is 2, expected 1"},
		{rest, "result: {green: 1}", "there is no seat green"},
		{rest, "result: {none: 1}", "there is no seat none"},
		{rest, "asked: red", "expected that red is asked, but the game is over"},
		{rest, "legal: {seat: red, options: [rest]}", "red is not asked: the game is over"},
		{rest, "offered: {act: [rest]}", "act is not asked; the game is over"},
		{rest, "notOffered: {act: [tike]}", "act is not asked; the game is over"},
	} {
		claim := "expect: {" + c.claim + "}\n"
		if c.moves != "" {
			claim = "- expect: {" + c.claim + "}\nexpect: {state: {gold: 2}}\n"
		}
		r := inStores(t, c.moves+claim)
		if r.Err != nil || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Why, c.want) {
			t.Errorf("%s%s: %v, %v\nwant %s", c.moves, c.claim, r.Err, r.Failures, c.want)
		}
	}
}

func TestClaimsAcceptAlternativeSpellings(t *testing.T) {
	for _, claim := range []string{
		"state: {deck: ace}", "state: {deck: [ace, two, six]}", "state: {hand: none}", "state: {hand: []}", "state: {hand: }", "state: {ready: yes}", "state: {ready: on}",
		"state: {marked: []}", "state: {marked: none}", "state: {lead: none}", "legal: {seat: red, options: [rest, count, take]}", "asked: {decision: act}",
	} {
		if r := inStores(t, "expect: {"+claim+"}\n"); r.Problem() != nil {
			t.Errorf("%s: %v", claim, r.Problem())
		}
	}
	if r := inStores(t, "moves:\n- red: rest\n- expect: {result: {red: 2, blue: 1}, asked: {over: true}}\nexpect: {state: {gold: 2}}\n"); r.Problem() != nil {
		t.Error(r.Problem())
	}
}

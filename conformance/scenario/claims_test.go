// These tests make claims about a game with forced decisions, decisions about cards, and faults.

package scenario_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/engine"
)

const odds = "# Odds\n\n- **9.1-a** Low cards.\n- **9.1-b** Who may.\n- **9.2-a** How many.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}]
boxes: [{id: store}]
pieces: [{id: pawn, seat: red, count: 5, home: store}]
piles: [{id: deck, visible: open}, {id: hand, visible: open}]
cards: [{id: ace}, {id: two}, {id: six}]
properties: {card: {worth: int}}
tracks: [{id: gold, min: 0, max: 9, initial: 2}, {id: tally, min: 0, max: 9, initial: 0}]
variables: [{id: chosen, type: zones}, {id: well, type: int, min: 0, max: 3, initial: 0}, {id: rich, type: bool, initial: false}]
derived: [{id: sum, title: Sum, type: int, watch: true, value: "gold + tally"}]
options: [{id: length, values: [short, long], default: short}, {id: stakes, values: 1..3, default: 1}]
moves: {words: [{word: lay, decision: act, answer: lay, card: true}, {word: wait, decision: act, answer: wait}, {word: fall, decision: act, answer: fall}]}
setups: [{id: full, piles: {deck: [ace, two, six]}}]
procedures:
- id: play
  do:
  - repeat: 3
    do:
    - menu: act
      by: red
      options:
        lay: {where: [{rule: 9.1-b, when: gold < 9}], do: [{card: {card: =top(deck), to: hand-pile, at: top}}]}
        wait: {do: []}
        mix: {do: [{shuffle: deck, name: mixing}]}
        fall: {do: [{set: {well: =gold + 9}}]}
        storm: {do: [{repeat: 33000, do: [{gain: {tally: 1}}, {lose: {tally: 1}}]}]}
        some:
          do:
          - {take: $n, by: red, rule: 9.2-a, of: pawn, from: hill, min: 0, max: 2, each: $p, do: [{move: {piece: $p, to: home}}]}
        few:
          do:
          - {pick: $spots, by: red, rule: 9.2-a, each: $s, from: spaces, min: 1, max: 2, do: []}
          - {set: {chosen: $spots}}
        sure:
          do:
          - {roll: $one, name: one, sides: 1}
          - {menu: way, by: red, options: {up: {do: [{gain: {gold: 1}}]}, down: {where: [{rule: 9.1-a, when: gold > 8}], do: []}}}
          - {menu: path, by: red, options: {left: {where: [{rule: 9.2-a, when: gold > 8}], do: []}, right: {do: []}}}
    - menu: only
      by: blue
      options:
        nod: {do: []}
        shout: {where: [{rule: 9.1-b, when: rich}], do: [{gain: {gold: 1}}]}
  - over: {result: {red: =gold, blue: 1}}
` + "```\n"

func playOdds(t *testing.T, text string) *scenario.Result {
	t.Helper()
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+text))
	if s == nil {
		t.Fatal(list)
	}
	return scenario.Play(gameOf(t, oddsPage), s)
}

var oddsPage = strings.Replace(strings.Replace(odds, "properties: {card: {worth: int}}\n", "", 1), "hand-pile", "hand", 1)

func TestShuffleOutcomeListsCardsFromTheTop(t *testing.T) {
	const full = "setup: {scenario: full}\nmoves:\n- {red: mix, chance: {mixing: [%s]}}\nexpect: {state: {deck: %s}}\n"
	for _, c := range []struct{ order, deck, want string }{
		{"[six, ace, two]", "[six, ace, two]", ""},
		{"[six]", "[six, ace, two]", ""},
		{"[two, six]", "[two, six, ace]", ""},
		{"[two, sixx]", "[two, six, ace]", "there is no card sixx"},
		{"six", "[six, ace, two]", "the outcome of mixing is the list of its cards, top first"},
		{"[six, six]", "[six, ace, two]", "9.1/x.yaml:7:38: six stands twice in the order of mixing"},
		{"{six: 1}", "[six, ace, two]", "the outcome of mixing is the list of its cards, top first"},
	} {
		told(t, playOdds(t, fmt.Sprintf(full, c.order, c.deck)).Problem(), c.want)
	}
}

func TestOptionMustBeNamedByAWord(t *testing.T) {
	told(t, playOdds(t, "moves: [{red: , act: [wait]}]\nexpect: {asked: red}\n").Problem(), "")
	told(t, playOdds(t, "moves: [{red: , act: {wait: 1}}]\nexpect: {asked: red}\n").Problem(), "is answered by the name of an option, not by a mapping")
	told(t, playOdds(t, "moves: [{red: , act: wait}]\nexpect: {asked: red}\n").Problem(), "")
}

func TestNumberAloneCountsTheOnlyPiecesOffered(t *testing.T) {
	for answer, want := range map[string]string{
		"1": "", "2": "", "0": "", "{pawn: 2}": "", "none": "",
		"3":              "3 pawn from hill is refused",
		"-1":             "the count is a whole number, 0 to 2147483647",
		"5000000000":     "the count is a whole number, 0 to 2147483647",
		"2147483647":     "2147483647 pawn from hill is refused: there are not as many pieces",
		"{pawn: 1.5}":    "the count of pawn is a whole number, 0 to 2147483647",
		"{pawn: [1]}":    "the count of pawn is a whole number",
		"some":           "n is answered by {class: number} or {zone: {class: number}}, not by a single value",
		"[1, 2]":         "n 2 was not asked for",
		"[hill]":         "n is answered by {class: number} or {zone: {class: number}}, not by a single value",
		"{rook: 1}":      "no rook can be taken",
		"{none: 1}":      "no none can be taken",
		"{hill: {}}":     "",
		"{dale: 1}":      "nothing can be taken from dale",
		"{hill: many}":   "the count of hill is a whole number",
		"{hill: {a: 1}}": "no a can be taken",
	} {
		t.Run(answer, func(t *testing.T) {
			told(t, playOdds(t, "setup: {pieces: {hill: {pawn: 2}}}\nmoves:\n- {red: some, n: "+answer+"}\nexpect: {asked: red}\n").Problem(), want)
		})
	}
}

func TestOfferedClaimsApplyToForcedDecisions(t *testing.T) {
	for _, c := range []struct{ claim, want string }{
		{"offered: {way: up}", ""},
		{"offered: {way: down}", "9.1/x.yaml:8:27: way offered nothing but up"},
		{"notOffered: {way: down}", ""},
		{"notOffered: {way: [{down: 9.1-a}]}", ""},
		{"notOffered: {way: [{down: 9.1}]}", ""},
		{"notOffered: {way: [{down: 9.2-a}]}", "9.1/x.yaml:8:32: down is not offered because of 9.1-a, not because of 9.2-a"},
		{"notOffered: {way: [{down: 9.2}]}", "down is not offered because of 9.1-a, not because of 9.2"},
		{"notOffered: {way: up}", "way offered nothing but up"},
		{"notOffered: {way: sideways}", "way could never offer sideways"},
		{"offered: {path: right}, notOffered: {path: [{left: 9.2-a}]}", ""},
		{"offered: {way 2: up}", "9.1/x.yaml:8:22: way was not asked while this line was played"},
		{"offered: {only: nod}, notOffered: {only: [{shout: 9.1-b}]}", ""},
		{"offered: {only: shout}", "only offered nothing but nod"},
	} {
		r := playOdds(t, "moves:\n- red: sure\n  chance: {one: 1}\n  expect: {"+c.claim+"}\n")
		told(t, r.Problem(), c.want)
	}
}

func TestFailedOfferedClaimGivesTheReason(t *testing.T) {
	for _, c := range []struct{ claim, want string }{
		{"offered: {act: [wait, mix]}", ""},
		{"offered: {act: lay}", "9.1/x.yaml:6:25: act does not offer lay (9.1-b: needs gold < 9; gold is 9); it offers wait, mix, fall, storm, some, few, sure"},
		{"notOffered: {act: lay}", ""},
		{"notOffered: {act: [{lay: 9.1-b}]}", ""},
		{"notOffered: {act: [{lay: 9.2}]}", "lay is not offered because of 9.1-b, not because of 9.2"},
		{"notOffered: {act: wait}", "act offers wait"},
		{"notOffered: {only: shout}", "9.1/x.yaml:6:23: only is not asked; red is asked act"},
		{"offered: {act 2: wait}", ""},
	} {
		r := playOdds(t, "setup: {values: {gold: 9}}\nexpect: {"+c.claim+"}\n")
		told(t, r.Problem(), c.want)
	}
	r := playOdds(t, "moves:\n- red: few\n  spots: [hill]\n  expect: {notOffered: {spots: [{stop: 9.2-a}]}, offered: {spots 2: [dale, stop]}}\n")
	told(t, r.Problem(), "")
	r = playOdds(t, "moves:\n- red: few\n  spots: [hill]\n  expect: {notOffered: {spots: [{stop: 9.1-a}], spots 2: [{hill: 9.2-a}]}}\n")
	told(t, r.Problem(), "stop is not offered because of 9.2-a, not because of 9.1-a")
	if len(r.Failures) != 1 {
		t.Error(r.Failures)
	}
	r = playOdds(t, "moves:\n- red: few\n  spots: [hill]\n  expect: {offered: {spots 3: stop}}\n")
	told(t, r.Problem(), "spots was not asked while this line was played")
}

func TestLongListOfOffersIsTruncated(t *testing.T) {
	var names []string
	for i := range 45 {
		names = append(names, fmt.Sprintf("{id: z%d, adjacent: []}", i))
	}
	page := strings.Replace(oddsPage, "spaces: [", "spaces: ["+strings.Join(names, ", ")+", ", 1)
	s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: few}]\nexpect: {asked: red}\n"))
	r := scenario.Play(gameOf(t, page), s)
	if err := r.Problem(); err == nil || !strings.HasSuffix(err.Error(), ", z38, z39 and 9 more") && !strings.Contains(err.Error(), ", z38, z39 and ") || strings.Contains(err.Error(), "z40") {
		t.Error(err)
	}
}

func TestMoveThatEndsWithAFaultIsNotRefused(t *testing.T) {
	told(t, playOdds(t, "expect: {refused: {red: fall, because: 9.1-a}}\n").Problem(), "9.1/x.yaml:5:19: red: fall is not refused but a fault: ")
	told(t, playOdds(t, "moves: [{red: fall}]\nexpect: {asked: red}\n").Problem(), "well")
}

func TestWatchedClaimFailsBeyondTheChangeLimit(t *testing.T) {
	r := playOdds(t, "moves: [{red: storm}]\nexpect: {watched: {tally: [0, 1]}}\n")
	told(t, r.Problem(), "the move changes too much to follow tally: more than 65536 times something")
	told(t, playOdds(t, "moves: [{red: storm}]\nexpect: {state: {tally: 0}}\n").Problem(), "")
}

func TestWatchedClaimOfADerivedValue(t *testing.T) {
	const sure = "moves: [{red: sure, chance: {one: 1}}]\n"
	told(t, playOdds(t, sure+"expect: {watched: {sum: [2, 3], gold: [2, 3], tally: []}}\n").Problem(), "")
	told(t, playOdds(t, sure+"expect: {watched: {sum: [2, 4]}}\n").Problem(), "sum went through [2, 3], expected [2, 4]")
	told(t, playOdds(t, sure+"expect: {watched: {som: [2, 3]}}\n").Problem(), "som is not watched; did you mean sum?")
	if r := playOdds(t, sure+"expect: {watched: {som: [2, 3]}}\n"); len(r.Failures) != 1 {
		t.Error("a value that is not watched has no course to compare: ", r.Failures)
	}
	told(t, playOdds(t, "moves: [{red: sure, chance: {one: 1}}, {red: sure, chance: {one: 1}}]\nexpect: {watched: {gold: [3, 4], sum: [3, 4]}}\n").Problem(), "")
	told(t, playOdds(t, "moves: [{red: sure, chance: {one: 1}}, {red: wait}]\nexpect: {watched: {sum: [], gold: []}}\n").Problem(), "")
}

// A line may name the forced answer, but no other.
func TestLineMayNameAForcedAnswer(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{"- {red: wait}\n- {blue: nod}\n- {red: wait}\n", ""},
		{"- {red: wait}\n- {red: wait}\n", ""},
		{"- {red: wait}\n- {blue: shout}\n", "shout was not possible: "},
		{"- {red: wait}\n- {blue: shout}\n", "(rule 9.1-b)"},
		{"- {red: wait}\n- {blue: sing}\n", "sing is not legal: only had one legal answer, nod"},
		{"- {red: wait}\n- {blue: nod, gold: 1}\n", "gold was not asked for"},
		{"- {red: wait}\n- {blue: nod}\n- {blue: nod}\n", "it is not for blue to decide"},
		{"- {red: sure, chance: {one: 1}, way: up, path: right}\n", ""},
		{"- {red: sure, chance: {one: 1}, way: down}\n", "down is not legal: way had one legal answer, up, because needs gold > 8; gold is 2"},
		{"- {red: sure, chance: {one: 1}, way: down}\n", "9.1/x.yaml:6:38"},
		{"- {red: sure, chance: {one: 1}, path: left}\n", "left is not legal: path had one legal answer, right"},
		{"- {red: sure, chance: {one: 2}}\n", "2 is not legal: one had one legal answer, 1"},
		{"- {red: sure}\n", ""},
		{"- {red: wait, only: nod}\n", ""},
		{"- {red: wait, only: shout}\n", "shout is not legal: only had one legal answer, nod"},
	} {
		told(t, playOdds(t, "moves:\n"+c.moves+"expect: {asked: red}\n").Problem(), c.want)
	}
}

func TestScriptedOutcomesServeForcedDecisions(t *testing.T) {
	told(t, playOdds(t, "chance: {one: [1, 1]}\nmoves:\n- {red: sure}\n- {red: sure}\nexpect: {asked: red}\n").Problem(), "")
	told(t, playOdds(t, "chance: {one: [1, 2]}\nmoves:\n- {red: sure}\n- {red: sure}\nexpect: {asked: red}\n").Problem(), "2 is not legal: one had one legal answer, 1")
	told(t, playOdds(t, "chance: {one: [1, 1, 1]}\nmoves:\n- {red: sure}\n- {red: sure}\nexpect: {asked: red}\n").Problem(), "9.1/x.yaml:5:22: chance one 1 never happened")
	told(t, playOdds(t, "chance: {one: [1]}\nmoves:\n- {red: sure, chance: {one: 1}}\nexpect: {asked: red}\n").Problem(), "9.1/x.yaml:5:16: chance one 1 never happened")
}

func TestCardNamedByALineMustBePlayed(t *testing.T) {
	const full = "setup: {scenario: full}\nmoves: [{red: lay %s}]\nexpect: {state: {hand: ace}}\n"
	told(t, playOdds(t, fmt.Sprintf(full, "ace")).Problem(), "")
	told(t, playOdds(t, fmt.Sprintf(full, "")).Problem(), "")
	told(t, playOdds(t, fmt.Sprintf(full, "two")).Problem(), "9.1/x.yaml:6:10: card two was not played")
	told(t, playOdds(t, fmt.Sprintf(full, "ace two")).Problem(), `"lay ace two" says too much: two was not expected`)
	told(t, playOdds(t, "setup: {scenario: full}\nmoves: [{red: wait ace}]\nexpect: {asked: red}\n").Problem(), `"wait ace" says too much: ace was not expected`)
}

func TestChanceLineAnswersThePendingDecision(t *testing.T) {
	const wait = "moves:\n- {red: wait}\n- chance: {wind: %s}\nexpect: {asked: red}\n"
	told(t, playTides(t, fmt.Sprintf(wait, "2")).Problem(), "")
	told(t, playTides(t, fmt.Sprintf(wait, "[2, 3]")).Problem(), "9.1/x.yaml:7:22: chance wind 3 never happened")
	told(t, playTides(t, fmt.Sprintf(wait, "5")).Problem(), "it must be 1 to 4")
	told(t, playTides(t, fmt.Sprintf(wait, "gale")).Problem(), "gale")
	told(t, playTides(t, "moves:\n- chance: {wind: 2}\nexpect: {asked: red}\n").Problem(), "9.1/x.yaml:6:18: chance wind 2 never happened")
	told(t, playTides(t, "moves:\n- {red: wait}\n- chance: {wave: 2}\nexpect: {asked: red}\n").Problem(), "the outcome of wind is not scripted")
}

func TestInvalidSetupIsAProblem(t *testing.T) {
	for text, want := range map[string]string{
		"pieces: {hill: {pawn: 6}}":                 "9.1/x.yaml:5:31: the set-up fails: ",
		"pieces: {store: {pawn: 1}}":                "the set-up fails: set-up: zone store is the home of pawn",
		"pieces: {hill: {pwan: 1}}":                 "9.1/x.yaml:5:25: there is no piece class pwan; did you mean pawn?",
		"pieces: {none: {pawn: 1}}":                 "there is no zone none",
		"piles: {hnd: [ace]}":                       "9.1/x.yaml:5:17: there is no pile hnd; did you mean hand?",
		"piles: {hand: [ase]}":                      "there is no card ase; did you mean ace?",
		"deck: [ace, ace]":                          "the set-up fails: ",
		"lasting: [fog]":                            "9.1/x.yaml:5:19: there is no lasting effect fog",
		"scenario: ful":                             "9.1/x.yaml:5:19: there is no set-up ful; did you mean full?",
		"values: {gold: 99}":                        "the set-up fails: ",
		"scenario: full, pieces: {hill: {pawn: 5}}": "",
	} {
		told(t, playOdds(t, "setup: {"+text+"}\nexpect: {asked: red}\n").Problem(), want)
	}
}

func TestOptionsOfAScript(t *testing.T) {
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+"setup: {options: {length: long, stakes: 3}}\nexpect: {asked: red}\n"))
	if s == nil {
		t.Fatal(list)
	}
	if got := scenario.OptionsOf(s); !maps.Equal(got, map[string]string{"length": "long", "stakes": "3"}) {
		t.Error(got)
	}
}

// judged records the verdict on each expectation.
type judged struct{ log []string }

func (j *judged) Event(*engine.State, *engine.Event) {}
func (j *judged) Judged(e *scenario.Expect, failures []scenario.Failure) {
	j.log = append(j.log, fmt.Sprintf("%d:%d %d", e.Pos.Line, e.Pos.Col, len(failures)))
}

func TestJudgeReceivesExpectationsInPlayOrder(t *testing.T) {
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- expect: {at: opened, state: {gold: 2}}\n- red: wait\n  chance: {wind: 1}\n  expect: {at: {phase: ebb}, state: {gold: 1}}\n- expect: {asked: blue, state: {gold: 0}}\n"))
	if s == nil {
		t.Fatal(list)
	}
	j := &judged{}
	r := scenario.Play(gameOf(t, tides), s, j)
	if got := strings.Join(j.log, ", "); got != "6:11 0, 9:11 1, 10:11 2" || len(r.Failures) != 3 || r.OK() {
		t.Errorf("%s %v", got, r.Failures)
	}
}

func TestResultClaims(t *testing.T) {
	const end = "moves: [{red: wait}, {red: wait}, {red: wait}]\nexpect: {result: {%s}}\n"
	told(t, playOdds(t, fmt.Sprintf(end, "red: 2, blue: 1")).Problem(), "")
	told(t, playOdds(t, fmt.Sprintf(end, "red: 2, blue: 2")).Problem(), "9.1/x.yaml:6:27: the result of blue is 1, expected 2")
	told(t, playOdds(t, fmt.Sprintf(end, "rad: 2")).Problem(), "there is no seat rad")
	told(t, playOdds(t, fmt.Sprintf(end, "none: 2")).Problem(), "there is no seat none")
	told(t, playOdds(t, fmt.Sprintf(end, "chance: 2")).Problem(), "there is no seat chance")
	told(t, playOdds(t, "moves: [{red: wait}, {red: wait}]\nexpect: {result: {red: 2}}\n").Problem(), "the game is not over: red is asked act (offered: ")
	told(t, playOdds(t, "moves: [{red: wait}, {red: wait}, {red: wait}]\nexpect: {asked: red}\n").Problem(), "expected that red is asked, but the game is over")
	told(t, playOdds(t, "moves: [{red: wait}, {red: wait}, {red: wait}]\nexpect: {asked: {seat: red, decision: act}}\n").Problem(), "expected that red is asked act, but the game is over")
	told(t, playOdds(t, "moves: [{red: wait}, {red: wait}, {red: wait}]\nexpect: {legal: {seat: red, options: [wait]}}\n").Problem(), "red is not asked: the game is over")
}

func TestLegalClaimListsExactlyTheOfferedAnswers(t *testing.T) {
	const poor, all = "setup: {values: {gold: 9}}\n", "wait, mix, fall, storm, some, few, sure"
	for _, c := range []struct{ claim, want string }{
		{"seat: red, options: [" + all + "]", ""},
		{"seat: red, decision: act, options: [" + all + "]", ""},
		{"seat: red, options: [lay, " + all + "]", "; not lay (9.1-b: "},
		{"seat: red, options: [wait, mix, fall, storm, some, few]", "; not expected: sure"},
		{"seat: blue, options: [" + all + "]", "9.1/x.yaml:6:17: blue is not asked: red is asked act"},
		{"seat: red, decision: only, options: [" + all + "]", "red is not asked only: red is asked act"},
		{"seat: red, after: few, decision: spots, options: [hill, dale]", ""},
		{"seat: red, after: few, decision: spots, options: [hill, dale, stop]", "; not stop"},
		{"seat: red, after: few, decision: spots, options: [hill]", "; not expected: dale"},
		{"seat: red, after: lay, decision: spots, options: [hill]", "red: lay cannot be played: "},
		{"seat: red, after: {red: few, spots: [hill]}, decision: spots, options: [dale]", "red is not asked spots: red is asked act"},
	} {
		told(t, playOdds(t, poor+"expect: {legal: {"+c.claim+"}}\n").Problem(), c.want)
	}
}

func TestClaimsCompareWholeValues(t *testing.T) {
	const few = "moves: [{red: few, spots: [hill, dale]}]\nexpect: {state: {%s}}\n"
	for claim, want := range map[string]string{
		"chosen: [hill, dale]": "",
		"chosen: hill":         "chosen is [hill, dale], expected hill",
		"chosen: [dale, hill]": "chosen is [hill, dale], expected [dale, hill]",
		"chosen: []":           "chosen is [hill, dale], expected []",
		"chosen: none":         "chosen is [hill, dale], expected none",
		"rich: []":             "rich is false, expected []",
		"rich: ":               "rich is false, expected []",
		"rich: no":             "",
		"rich: yes":            "rich is false, expected yes",
		"hand: none":           "",
		"hand: []":             "",
		"hand: ":               "",
		"deck: none":           "deck is ace, expected none",
		"deck: ace":            "",
		"deck: [ace]":          "deck is [ace, six, two], expected ace",
	} {
		t.Run(claim, func(t *testing.T) { told(t, playOdds(t, fmt.Sprintf(few, claim)).Problem(), want) })
	}
}

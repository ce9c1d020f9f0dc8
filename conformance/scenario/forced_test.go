package scenario_test

// This file tests lines for forced answers that are followed by chance or by declined decisions.

import (
	"testing"

	"rulebound/conformance/scenario"
)

const relay = "# Relay\n\n- **9.1-a** Chance lies between.\n\n```yaml\n" + `
game: {id: relay, title: Relay, main: play}
seats: [{id: red}, {id: blue}]
variables: [{id: sum, type: int}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - repeat: 4
    do:
    - {amount: $bid, by: red, max: 2}
    - {amount: $answer, by: blue, min: $bid, max: 2}
    - {roll: $die, sides: 6}
    - may: boast
      by: red
      do: [{gain: {sum: 10}}]
    - gain: {sum: =$answer}
    - note: {counted: {sum: =sum}}
    - {amount: $echo, by: red, min: $bid + 5, max: 7}
  - over: {result: =sum}
` + "```\n"

// A line of its own may name the forced answer.
func TestLineMayNameForcedAnswersBeforeChance(t *testing.T) {
	for _, c := range []struct{ moves, want string }{
		{"- {red: 2}\n- {blue: 2}\n", ""},
		{"- {red: 2}\n", ""},
		{"- {red: 2, answer: 2}\n", ""},
		{"- {red: 2}\n- {blue: 1}\n", "1 is not legal: answer had one legal answer, 2"},
		{"- {red: 2}\n- {blue: 2}\n- {blue: 2}\n", "it is not for blue to decide"},
		{"- {red: 2}\n- {blue: 2}\n- {red: 1}\n- {blue: 2, echo: 7}\n", ""},
		{"- {red: 2}\n- {blue: 2}\n- {red: 2}\n- {blue: 2}\n- {red: 7}\n- {red: 0}\n- {blue: 1, echo: 5}\n", ""},
		{"- {red: 2}\n- {red: 1}\n", "boast has no option 1"},
	} {
		s, err := scenario.Parse("9.1/x.yaml", []byte(head+"seed: 1\nmoves:\n"+c.moves+"expect: {asked: {seat: red, decision: bid}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		told(t, scenario.Play(gameOf(t, relay), s).Problem(), c.want)
	}
}

// Lines for forced answers may precede the chance point.
func TestScriptMayEndAtChanceAfterForcedDecisions(t *testing.T) {
	for moves, want := range map[string]string{
		"- {red: 2}\n":                           "",
		"- {red: 2}\n- {blue: 2}\n":              "",
		"- {red: 2}\n- {blue: 1}\n":              "the outcome of die is not scripted",
		"- {red: 2}\n- {blue: 2}\n- {blue: 2}\n": "the outcome of die is not scripted",
	} {
		s, err := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n"+moves+"expect: {asked: {seat: chance, decision: die}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		told(t, scenario.Play(gameOf(t, relay), s).Problem(), want)
	}
}

// A refused line refers to the first forced decision of its seat, not to a later one that was forced to its answer.
func TestRefusedLineRefersToTheFirstForcedDecisionOfItsSeat(t *testing.T) {
	const page = "# Tricks\n\n- **9.1-a** Low first.\n\n```yaml\n" + `
game: {id: tricks, title: Tricks, main: play}
seats: [{id: red}, {id: blue}]
cards: [{id: two}, {id: six}]
piles: [{id: hand}, {id: out}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - {amount: $bid, by: red, max: 2}
  - repeat: 2
    do:
    - one: $card
      by: blue
      from: "=set($c in hand)"
      where: $card == two or size(hand) == 1
    - {card: $card, to: out}
  - {amount: $last, name: bid, by: red, max: 2}
  - over: {result: =$bid}
` + "```\n"
	for claim, want := range map[string]string{
		"expect: {refused: {blue: six, because: 9.1-a}}\n":                            "",
		"expect: {refused: {blue: six, because: 9.2-a}}\n":                            "blue: six is refused because of 9.1-a, not because of 9.2-a",
		"expect: {refused: {blue: two, because: 9.1-a}}\n":                            "blue: two is legal",
		"- {blue: two}\n- {blue: six}\nexpect: {asked: {seat: red, decision: bid}}\n": "",
		"- {blue: six}\n- {blue: two}\nexpect: {asked: {seat: red, decision: bid}}\n": "it is not for blue to decide",
		"- {blue: two}\nexpect: {refused: {blue: two, because: 9.1-a}}\n":             "",
	} {
		s, err := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: 1}\n"+claim))
		if err != nil {
			t.Fatal(claim, err)
		}
		told(t, scenario.Play(gameOf(t, page), s).Problem(), want)
	}
}

// Claims about past moves include the forced decisions of the previous move.
func TestLineOfForcedAnswersBelongsToThePreviousMove(t *testing.T) {
	for _, c := range []struct{ claim, want string }{
		{"watched: {sum: [0, 2]}", ""},
		{"watched: {sum: []}", "sum went through [0, 2]"},
		{"notAsked: [die]", "die is asked once in this move"},
		{"at: counted, state: {sum: 2}", "the move does not reach the note counted: it was forced in an earlier move"},
	} {
		s, err := scenario.Parse("9.1/x.yaml", []byte(head+"seed: 1\nmoves:\n- {red: 2}\n- {blue: 2}\n- {red: 7}\n- expect: {"+c.claim+"}\nexpect: {asked: {seat: red, decision: bid}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		told(t, scenario.Play(gameOf(t, relay), s).Problem(), c.want)
	}
}

const errand = "# Errand\n\n- **9.1-a** One place.\n\n```yaml\n" + `
game: {id: errand, title: Errand, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}]
boxes: [{id: store}]
tracks: [{id: gold, min: 0, max: 9, initial: 0}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - {amount: $bid, by: red, max: 2}
  - {one: $where, by: blue, from: spaces}
  - {one: $whose, by: blue, from: 'set($s in seats where $s == red)'}
  - {amount: $much, by: blue, max: 2}
  - gain: {gold: =$much}
  - over: {}
` + "```\n"

// A line may also name answers forced between the previous line and the first decision that it answers.
func TestLineMayNameForcedAnswersBeforeItsFirstDecision(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"{blue: , much: 1}", ""},
		{"{blue: , where: hill, much: 1}", ""},
		{"{blue: , where: hill, whose: red, much: 1}", ""},
		{"{blue: hill, whose: red, much: 1}", ""},
		{"{blue: , where: store, much: 1}", "store is not legal: where had one legal answer, hill"},
		{"{blue: , where: hill, whose: blue, much: 1}", "whose was not asked for; the game is over; whose had one legal answer, red"},
		{"{blue: hill, where: hill, much: 1}", "where was not asked for"},
	} {
		s, err := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: 1}\n- "+c.line+"\nexpect: {asked: {over: true}, state: {gold: 1}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		told(t, scenario.Play(gameOf(t, errand), s).Problem(), c.want)
	}
}

// These tests make claims about moments within a move, and end scripts when no player is asked.

package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

const tides = "# Tides\n\n- **9.1-a** The tide comes and goes.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}]
boxes: [{id: store}, {id: attic}]
pieces: [{id: pawn, seat: red, count: 9, home: store, statuses: [hidden, shown]}, {id: rook, seat: blue, count: 3, home: store}]
enums: {phase: [flood, ebb]}
tracks: [{id: gold, min: 0, max: 9, initial: 2}]
moves: {words: [{word: wait, decision: act, answer: wait}, {word: drain, decision: act, answer: drain}, {word: walk, decision: act, answer: walk}]}
durations: [year]
lasting: [{id: fog, duration: year}]
procedures:
- id: play
  do:
  - note: opened
  - repeat: 3
    do:
    - may: trade
      by: red
      do:
      - {amount: $price, by: red, max: gold}
      - lose: {gold: $price}
    - menu: act
      by: red
      options:
        wait: {do: []}
        walk: {do: [{pick: $way, by: red, each: $place, from: spaces, do: []}, {may: dine, by: red, do: [{lose: {gold: 1}}]}]}
        drain: {do: [{may: dam, by: blue, do: [{one: $where, name: site, by: blue, from: [hill, store]}, {amount: $depth, by: blue, min: 1, max: 2}, {note: {dammed: {where: $where}}}]}]}
    - note: {phase: flood}
    - gain: {gold: 3}
    - activate: fog
    - note: {phase: {now: ebb, gold: =gold}}
    - lose: {gold: 1}
    - {roll: $wind, sides: 4}
    - note: {blown: $wind}
    - if: $wind == 4
      then: [{over: {}}]
  - over: {}
` + "```\n"

func playTides(t *testing.T, text string) *scenario.Result {
	t.Helper()
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+text))
	if s == nil {
		t.Fatal(list)
	}
	return scenario.Play(gameOf(t, tides), s)
}

func TestExpectationAtANote(t *testing.T) {
	const wait = "moves:\n- {red: wait, chance: {wind: 1}}\n"
	for _, c := range []struct{ name, text, want string }{
		{"at a note", wait + "expect: {at: phase, state: {gold: 2}}\n", ""},
		{"its second time", wait + "expect: {at: phase 2, state: {gold: 5, fog: yes}}\n", ""},
		{"at a note with a value", wait + "expect: {at: {phase: ebb}, state: {gold: 5}, noted: {phase: [flood, \"now ebb, gold 5\"]}, watched: {gold: [2, 5]}}\n", ""},
		{"between others", wait + "- expect: {at: {phase: flood}, state: {gold: 2, fog: no}}\n- expect: {state: {gold: 4}}\n- expect: {at: blown, state: {gold: 4}}\nexpect: {asked: red}\n", ""},
		{"inside the move", "moves:\n- red: wait\n  chance: {wind: 1}\n  expect: {at: {phase: ebb}, state: {gold: 5}}\nexpect: {asked: red}\n", ""},
		{"in the run of the set-up", "moves:\n- expect: {at: opened, state: {gold: 2}}\n- {red: wait, chance: {wind: 1}}\n", ""},
		{"another value there", wait + "expect: {at: {phase: ebb}, state: {gold: 4}}\n", "9.1/x.yaml:7:36: gold is 5, expected 4"},
		{"a note that does not come", wait + "expect: {at: dammed, state: {gold: 2}}\n", "9.1/x.yaml:7:14: the move does not reach the note dammed"},
		{"a value that does not come", wait + "expect: {at: {phase: calm}, state: {gold: 2}}\n", "the move does not reach the note phase calm"},
		{"a third time", wait + "expect: {at: phase 3, state: {gold: 2}}\n", "the move notes phase 2 times only"},
		{"no such note", wait + "expect: {at: phaze, state: {gold: 2}}\n", "there is no note phaze; did you mean phase?"},
		{"the next move's", "moves:\n- {red: wait, chance: {wind: 1}}\n- expect: {at: dammed, state: {gold: 2}}\n- {red: drain, dam: yes, site: hill, depth: 1, chance: {wind: 2}}\n", "the move does not reach the note dammed"},
		{"not in the run of the set-up", "moves:\n- expect: {at: phase, state: {gold: 2}}\n- {red: wait, chance: {wind: 1}}\n", "the move does not reach the note phase"},
	} {
		t.Run(c.name, func(t *testing.T) { told(t, playTides(t, c.text).Problem(), c.want) })
	}
}

// told checks that an error contains a text; "" for no error.
func told(t *testing.T, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("got: %v\nwant: %s", err, want)
	}
}

func TestClaimsNotAllowedAtANoteAreErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{at: phase, asked: red}", "x.yaml:5:21: error: at a note no decision is pending: asked cannot be claimed there"},
		{"{at: phase, legal: {seat: red, options: []}}", "legal cannot be claimed there"},
		{"{at: phase, refused: {red: wait, because: 9.1-a}}", "refused cannot be claimed there"},
		{"{at: phase, offered: {act: wait}}", "offered cannot be claimed there"},
		{"{at: phase, result: {red: 1}}", "result cannot be claimed there"},
		{"{at: phase}", "this expectation claims nothing"},
		{"{at: phase often, state: {gold: 2}}", "behind it which time in the move"},
		{"{at: phase 0, state: {gold: 2}}", "behind it which time in the move"},
		{"{at: {phase: ebb, blown: 1}, state: {gold: 2}}", "at names one note"},
		{"{at: [phase], state: {gold: 2}}", "at is a single value, not a list"},
	} {
		_, list := scenario.Parse("9.1/x.yaml", []byte(head+"expect: "+c.text+"\n"))
		told(t, list.Err(), c.want)
	}
}

func TestScriptMayEndAtChanceOrAtANote(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"at chance", "moves: [{red: wait}]\nexpect: {asked: chance, state: {gold: 4}}\n", ""},
		{"at chance by name", "moves: [{red: wait}]\nexpect: {asked: {seat: chance, decision: wind}}\n", ""},
		{"within the run before chance", "moves: [{red: wait}]\nexpect: {at: {phase: ebb}, state: {gold: 5}}\n", ""},
		{"at chance between moves", "moves: [{red: wait}, {expect: {asked: chance}}, {chance: {wind: 2}}]\nexpect: {asked: red}\n", ""},
		{"nowhere that is said", "moves: [{red: wait}]\nexpect: {state: {gold: 4}}\n", "the outcome of wind is not scripted"},
		{"before the note", "moves: [{red: wait}]\nexpect: {at: blown, state: {gold: 4}}\n", "the outcome of wind is not scripted"},
		{"with a move to come", "moves: [{red: wait}, {expect: {at: phase, state: {gold: 2}}}, {red: wait}]\nexpect: {asked: red}\n", "the outcome of wind is not scripted"},
		{"with something left over", "moves: [{red: wait, site: hill}]\nexpect: {at: phase, state: {gold: 2}}\n", "site was not asked for"},
	} {
		t.Run(c.name, func(t *testing.T) { told(t, playTides(t, c.text).Problem(), c.want) })
	}
}

func TestLegalClaimStopsAtAnOptionalDecision(t *testing.T) {
	const legal = "expect:\n  legal: {seat: blue, decision: dam, after: {red: drain}, options: "
	told(t, playTides(t, legal+"[\"yes\", \"no\"]}\n").Problem(), "")
	told(t, playTides(t, legal+"[\"yes\"]}\n").Problem(), "not expected: no")
}

// A line that begins with another decision declines the pending one, also for claims after the line.
func TestLineDeclinesEarlierOptionalDecisions(t *testing.T) {
	told(t, playTides(t, "moves:\n- {red: wait, chance: {wind: 1}}\n- expect:\n    refused: {red: trade, because: 9.1-a}\nexpect: {asked: {seat: red, decision: trade}}\n").Problem(), "red: trade is refused, but no clause is known")
	told(t, playTides(t, "moves:\n- {red: wait, chance: {wind: 1}}\n- expect: {legal: {seat: red, decision: trade, options: [\"yes\", \"no\"]}}\n").Problem(), "")
}

func TestProblemNamesDeclinedDecisionsAndThePlaceOfAnswers(t *testing.T) {
	const wind = ", chance: {wind: 1}"
	for _, c := range []struct{ name, text, want string }{
		{"an answer inside what was declined", "moves: [{red: drain, site: hill" + wind + "}]\nexpect: {asked: red}\n", "site is an answer within dam, which was declined: write dam: yes"},
		{"an answer too far in", "moves: [{red: walk, way: [{hill: {dine: yes}}]" + wind + "}]\nexpect: {asked: red}\n", "dine was asked outside of the answers among which it is written, and declined: write it further out"},
		{"an answer to the pending decision, too far in", "moves: [{red: walk, way: [{hill: {dine: yes}}]}]\nexpect: {asked: {seat: red, decision: dine}}\n", "dine is asked outside of the answers among which it is written: write it further out"},
		{"and what was declined", "moves: [{red: drain, site: hill" + wind + "}]\nexpect: {asked: red}\n", "; declined: red trade, blue dam"},
		{"an answer within the pending decision", "moves: [{red: , site: hill}]\nexpect: {asked: red}\n", "site is an answer within act: write act: drain"},
		{"an answer further in", "moves: [{red: drain, dam: yes, depth: 1}]\nexpect: {asked: red}\n", "depth comes later: answer site first"},
		{"an answer to nothing", "moves: [{red: drain, sitee: hill" + wind + "}]\nexpect: {asked: red}\n", "the game has no decision sitee; did you mean site?"},
		{"after an expectation that failed", "moves: [{red: wait" + wind + "}]\nexpect: {state: {gold: 2}}\n", "gold is 4, expected 2; declined: red trade"},
		{"when the game is over", "moves: [{red: wait, chance: {wind: 4}}, {red: wait}]\nexpect: {asked: {over: true}}\n", "red: wait comes too late: the game is over"},
		{"left over when the game is over", "moves: [{red: wait, site: hill, chance: {wind: 4}}]\nexpect: {asked: {over: true}}\n", "site was not asked for; the game is over"},
	} {
		t.Run(c.name, func(t *testing.T) { told(t, playTides(t, c.text).Problem(), c.want) })
	}
	var many []string
	for i := range 17 {
		many = append(many, fmt.Sprintf("quite-another-%d: 1", i))
	}
	err := playTides(t, "moves: [{red: wait, "+strings.Join(many, ", ")+wind+"}]\nexpect: {asked: red}\n").Problem()
	if n := strings.Count(err.Error(), "the game has no decision"); n != 16 || strings.Count(err.Error(), "was not asked for") != 17 {
		t.Errorf("where answers belong is found out for 16 of them, not for %d: %v", n, err)
	}
	if err := playTides(t, "moves: [{red: wait, trade: no, chance: {wind: 4}}]\nexpect: {state: {gold: 2}}\n").Problem(); err == nil || strings.Contains(err.Error(), "declined") {
		t.Error(err)
	}
}

func TestProblemsAreInTheOrderOfTheFile(t *testing.T) {
	err := playTides(t, "moves:\n- red: wait\n  chance: {wind: 1}\n  expect: {asked: blue, state: {gold: 1}}\n"+
		"- expect: {state: {fog: no, gold: 7}, asked: blue}\n- {red: wait, site: hill, price: 2, chance: {wind: 2}}\nexpect: {asked: red}\n").Problem()
	var at []string
	for _, line := range strings.Split(err.Error(), "\n") {
		at = append(at, strings.Join(strings.SplitN(line, ":", 4)[1:3], ":"))
	}
	if got := strings.Join(at, " "); got != "8:19 8:33 9:20 9:29 9:46 10:15 10:27" {
		t.Errorf("%s\n%v", got, err)
	}
}

func TestClaimsAboutLastingEffects(t *testing.T) {
	const wait = "moves: [{red: wait, chance: {wind: 1}}]\n"
	told(t, playTides(t, wait+"expect: {state: {fog: yes}}\n").Problem(), "")
	told(t, playTides(t, wait+"expect: {state: {fog: no}}\n").Problem(), "fog is yes, expected no")
	told(t, playTides(t, wait+"expect: {state: {fog: 1}}\n").Problem(), "fog is yes, expected 1")
	told(t, playTides(t, "expect: {state: {fog: no}}\n").Problem(), "")
}

func TestNumberCountsTheOnlyKindOfPieceInAZone(t *testing.T) {
	page := strings.Replace(tides, "drain: {do: [", "drain: {do: [{take: $n, by: red, of: pawn|rook, from: [hill, store], min: 1, max: 3, each: $p, do: [{move: {piece: $p, to: attic}}]}, ", 1)
	for _, c := range []struct{ name, pieces, answer, want string }{
		{"of the one that is there", "hill: {pawn.shown: 2}", "{hill: 2}", ""},
		{"beside others that are named", "hill: {pawn.shown: 2}", "{hill: 1, store: {rook: 1}}", ""},
		{"too many of it", "hill: {pawn.shown: 2}", "{hill: 3}", "3 pawn.shown from hill is refused"},
		{"of two", "hill: {pawn.shown: 2, rook: 1}", "{hill: 2}", "more than one kind of piece can be taken from hill: say which, hill: {class: number}"},
		{"of two statuses", "hill: {pawn.shown: 2, pawn.hidden: 1}", "{hill: 2}", "more than one kind of piece"},
		{"of none", "hill: {}", "{hill: 2}", "nothing can be taken from hill"},
		{"of a zone that is none of its", "hill: {}", "{attic: 2}", "nothing can be taken from attic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+"setup: {pieces: {"+c.pieces+"}}\nmoves: [{red: drain, n: "+c.answer+", chance: {wind: 1}}]\nexpect: {asked: red}\n"))
			if s == nil {
				t.Fatal(list)
			}
			told(t, scenario.Play(gameOf(t, page), s).Problem(), c.want)
		})
	}
}

func TestChanceLineMayNameForcedOutcomesAfterIt(t *testing.T) {
	page := strings.Replace(tides, "- note: {blown: $wind}", "- {roll: $dew, name: dew, sides: 1}\n    - note: {blown: $wind}", 1)
	for text, want := range map[string]string{
		"{wind: 2, dew: 1}":      "",
		"{wind: 2}":              "",
		"{wind: 2, dew: 2}":      "2 is not legal: dew had one legal answer, 1",
		"{wind: 2, dew: [1, 1]}": "chance dew 1 never happened",
	} {
		s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: wait}\n- chance: "+text+"\nexpect: {asked: red}\n"))
		told(t, scenario.Play(gameOf(t, page), s).Problem(), want)
	}
}

// A tried line uses the scripted outcomes without consuming them.
func TestTriedLinesConsumeNoScriptedOutcomes(t *testing.T) {
	const legal = "legal: {seat: red, decision: trade, after: {red: wait}, options: [\"yes\", \"no\"]}"
	told(t, playTides(t, "chance: {wind: [1, 2]}\nmoves:\n- {red: wait}\n- expect: {"+legal+"}\n- {red: wait}\nexpect: {asked: red}\n").Problem(), "")
	told(t, playTides(t, "chance: {wind: [1]}\nmoves:\n- {red: wait}\n- expect: {"+legal+"}\nexpect: {asked: red}\n").Problem(), "the outcome of wind is not scripted")
}

func TestClaimsReferOnlyToTheLastMove(t *testing.T) {
	const two = "moves: [{red: wait, trade: yes, price: 1, chance: {wind: 1}}, {red: wait, chance: {wind: 1}}]\n"
	told(t, playTides(t, two+"expect: {watched: {gold: [3, 6, 5]}}\n").Problem(), "")
	told(t, playTides(t, two+"expect: {watched: {gold: [1, 4, 3, 6, 5]}}\n").Problem(), "gold went through [3, 6, 5]")
	told(t, playTides(t, two+"expect: {noted: {phase: [flood, \"now ebb, gold 6\"], blown: 1}}\n").Problem(), "")
	told(t, playTides(t, two+"expect: {notAsked: [price]}\n").Problem(), "")
	told(t, playTides(t, two+"expect: {decided: {price: red}}\n").Problem(), "price was not asked in this move")
	err := playTides(t, "moves: [{red: wait, chance: {wind: 1}}, {red: drain, trade: no, dam: yes, site: hill, depth: 1, chance: {wind: 1}}]\nexpect: {state: {gold: 0}}\n").Problem()
	if err == nil || strings.Contains(err.Error(), "declined") {
		t.Error("what the move before declined is past: ", err)
	}
}

func TestFailureNamesTheClausesItShouldProve(t *testing.T) {
	r := playTides(t, "expect: {rules: [9.1-a, 9.1-b], state: {gold: 3}}\n")
	told(t, r.Problem(), "9.1/x.yaml:5:41: gold is 2, expected 3 (rules 9.1-a, 9.1-b)")
	if len(r.Proved) != 0 {
		t.Error(r.Proved)
	}
	if text := (scenario.Failure{Why: "it is so"}).Error(); text != "it is so" {
		t.Error(text)
	}
}

func TestWatchedClaimOmitsUnchangedValues(t *testing.T) {
	told(t, playTides(t, "setup: {values: {gold: 9}}\nmoves: [{red: wait, chance: {wind: 1}}]\nexpect: {watched: {gold: [9, 8]}}\n").Problem(), "")
}

func TestSeedAnswersChanceBeforeAnExpectation(t *testing.T) {
	told(t, playTides(t, "seed: 5\nmoves: [{red: wait}]\nexpect: {asked: chance}\n").Problem(), "expected that chance is asked, but red is asked act")
	told(t, playTides(t, "seed: 5\nmoves: [{red: wait, chance: {wind: 4}}]\nexpect: {asked: {over: true}}\n").Problem(), "")
}

func TestFailuresOfAnExpectationAreInTheOrderOfTheFile(t *testing.T) {
	r := playTides(t, "moves: [{red: wait, chance: {wind: 1}}]\nexpect: {state: {gold: 7}, refused: {red: wait, because: 9.1-a}, asked: blue}\n")
	if len(r.Failures) != 3 || r.Failures[0].Pos.Col > r.Failures[1].Pos.Col || r.Failures[1].Pos.Col > r.Failures[2].Pos.Col || r.Failures[0].Declined == "" || r.Failures[1].Declined != "" {
		t.Errorf("%v", r.Failures)
	}
}

package scenario_test

// These tests make claims about a forced decision: the refused answers with their reasons, and the next decision.

import (
	"testing"

	"rulebound/conformance/scenario"
)

// courts is a game in which a player with ten coins must make a coup.
const courts = "# Courts\n\n- **9.1-a** Who has ten coins must make a coup.\n- **9.1-b** A coup costs seven coins.\n- **9.1-c** Nobody overthrows himself.\n\n```yaml\n" + `
game: {id: courts, title: Courts, main: play}
seats: [{id: p1}, {id: p2}, {id: p3}]
variables: [{id: coins, type: int, per: seat}, {id: lost, type: seat}, {id: spared, type: seat}]
procedures:
- id: play
  do:
  - repeat: 2
    do: [{turn: p1}, {turn: p2}, {turn: p3}]
  - over: {}
- id: turn
  params: {who: seat}
  do:
  - menu: act
    by: $who
    options:
      income: {where: [{rule: 9.1-a, when: $who.coins < 10}], do: [{gain: {$who.coins: 1}}]}
      wait: {where: [{rule: 9.1-a, when: $who.coins < 10}], do: []}
      coup:
        where: [{rule: 9.1-b, when: $who.coins >= 7}]
        do:
        - {one: $target, by: $who, from: seats, where: [{rule: 9.1-c, when: $target != $who}]}
        - {lose: {$who.coins: 7}}
        - {set: {lost: $target}}
        - {one: $spared, by: $who, from: seats, where: [{rule: 9.1-c, when: $spared != $who and $spared != $target}]}
        - {set: {spared: $spared}}
` + "```\n"

func TestRefusedClaimsApplyToForcedDecisions(t *testing.T) {
	const rich, ready = "setup: {values: {p1.coins: 10}}\n", "setup: {values: {p2.coins: 10}}\n"
	const asked = "asked: {seat: p1, decision: target}"
	for _, c := range []struct{ text, want string }{
		{rich + "expect: {refused: {p1: income, because: 9.1-a}}\n", ""},
		{rich + "expect: {refused: {'p1': , act: income, because: 9.1-a}}\n", ""},
		{rich + "expect: {refused: {p1: income, because: 9.1-b}}\n", "p1: income is refused because of 9.1-a, not because of 9.1-b"},
		{rich + "expect: {refused: {p1: coup, because: 9.1-a}}\n", "p1: coup is legal"},
		{rich + "expect: {notOffered: {act: [{income: 9.1-a}]}, " + asked + "}\n", ""},
		{rich + "expect: {notOffered: {act: [{income: 9.1-b}]}}\n", "income is not offered because of 9.1-a, not because of 9.1-b"},
		{rich + "expect: {notOffered: {act: [coup]}}\n", "act offered nothing but coup"},
		{rich + "expect: {notOffered: {act: [revolt]}}\n", "act could never offer revolt"},
		{rich + "expect: {notOffered: {\"act 2\": [income]}}\n", "act is not asked; p1 is asked target"},
		{rich + "expect: {offered: {act: [coup]}}\n", ""},
		{rich + "expect: {offered: {act: [income]}}\n", "act offered nothing but coup"},
		{rich + "expect: {legal: {seat: p1, decision: act, options: [coup]}}\n", ""},
		{rich + "expect: {legal: {seat: p1, decision: act, options: [coup, income]}}\n", "p1 act offered nothing but coup"},
		{rich + "expect: {legal: {seat: p2, decision: act, options: [coup]}}\n", "p2 is not asked act"},
		{rich + "expect: {notOffered: {target: [{p1: 9.1-c}]}}\n", ""},
		{rich + "expect: {refused: {p1: p1, because: 9.1-c}}\n", ""},
		// after a move of another seat
		{ready + "moves: [{p1: income}]\nexpect: {refused: {p2: income, because: 9.1-a}, notOffered: {act: [{income: 9.1-a}]}}\n", ""},
		// a decision about members
		{rich + "moves: [{p1: p2}]\nexpect: {asked: {seat: p2, decision: act}, notOffered: {spared: [{p1: 9.1-c}, p2]}, offered: {spared: [p3]}}\n", ""},
		{rich + "moves: [{p1: p2}]\nexpect: {asked: {seat: p2, decision: act}, notOffered: {spared: [p3]}}\n", "spared offered nothing but p3"},
		// without ten coins no decision is forced
		{"expect: {refused: {p1: coup, because: 9.1-b}}\n", ""},
		{"setup: {values: {p1.coins: 9}}\nexpect: {refused: {p1: income, because: 9.1-a}}\n", "p1: income is legal"},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+c.text))
		if s == nil {
			t.Fatal(c.text, list)
		}
		told(t, scenario.Play(gameOf(t, courts), s).Problem(), c.want)
	}
}

// A line may name a forced answer and answer the next decision in one move.
func TestLineMayCombineForcedAndGivenAnswers(t *testing.T) {
	const rich = "setup: {values: {p1.coins: 10}}\n"
	for _, c := range []struct{ text, want string }{
		{"moves: [{p1: coup, target: p2}]\nexpect: {state: {p1.coins: 3, lost: p2, spared: p3}, asked: {seat: p2, decision: act}}\n", ""},
		{"moves: [{p1: coup, target: p2, spared: p3}]\nexpect: {watched: {lost: [none, p2]}}\n", ""},
		{"moves: [{p1: coup, target: p2, spared: p2}]\nexpect: {state: {lost: p2}}\n", "p2 is not legal: spared had one legal answer, p3"},
		{"moves: [{p1: coup, target: p1}]\nexpect: {state: {lost: p1}}\n", "p1 is refused"},
		{"moves: [{p1: coup}, {p1: p3}]\nexpect: {state: {lost: p3}}\n", ""},
		{"moves: [{p1: income, target: p3}]\nexpect: {state: {lost: p3}}\n", "income was not possible"},
		{"moves: [{p1: coup, target: p3, victim: p2}]\nexpect: {state: {lost: p3}}\n", "victim was not asked for; p2 is asked act, offered: income, wait; the game has no decision victim"},
		{"moves: [{p1: coup, victim: p2}]\nexpect: {state: {lost: p3}}\n", "victim was not asked for; p1 is asked target, offered: p2, p3; the game has no decision victim"},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+rich+c.text))
		if s == nil {
			t.Fatal(c.text, list)
		}
		told(t, scenario.Play(gameOf(t, courts), s).Problem(), c.want)
	}
}

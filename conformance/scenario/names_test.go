package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

// All unknown names are reported in the order of the file, even those that the play would not reach.
func TestUnknownNamesAreReportedBeforeThePlay(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"chance: {dye: [1]}\nexpect: {asked: red}\n", "9.1/x.yaml:5:10: error: chance decides no dye [scenario] Did you mean die?"},
		{"chance: {die: [1]}\nexpect: {asked: red}\n", ""},
		{"chance: {bid: [1]}\nexpect: {asked: red}\n", "chance decides no bid [scenario] There are die."},
		{"moves: [{red: 1, chance: {wind: 1}}]\nexpect: {asked: red}\n", "9.1/x.yaml:5:27: error: chance decides no wind [scenario] There are die."},
		{"moves: [{chance: {wind: 1}}]\nexpect: {asked: red}\n", "9.1/x.yaml:5:19: error: chance decides no wind"},
		{"moves: [{rad: 1}]\nexpect: {asked: red}\n", "9.1/x.yaml:5:10: error: there is no seat rad [scenario] Did you mean red?"},
		{"expect: {asked: green}\n", "there is no seat green [scenario] There are red, blue."},
		{"expect: {asked: chance}\n", ""},
		{"expect: {asked: {seat: chance, decision: did}}\n", "there is no decision did"},
		{"chance: {die: [1]}\nmoves: [{red: 1, answer: 1}]\nexpect: {legal: {seat: chance, decision: die, options: 1 to 6}}\n", ""},
		{"expect: {asked: {over: true}}\n", ""},
		{"expect: {legal: {seat: rad, options: [1]}}\n", "there is no seat rad"},
		{"expect: {legal: {seat: red, decision: bad, options: [1]}}\n", "there is no decision bad [scenario] Did you mean bid?"},
		{"expect: {legal: {seat: red, after: {rad: 1}, options: [1]}}\n", "there is no seat rad"},
		{"expect: {refused: {rad: 1, because: 9.1-a}}\n", "there is no seat rad"},
		{"moves: [{red: 1, expect: {legal: {seat: rad, options: [1]}}}]\nexpect: {asked: red}\n", "there is no seat rad"},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+c.text))
		if s == nil {
			t.Fatal(list)
		}
		got := scenario.CheckNames(s, gameOf(t, relay).Def())
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got.Error()+" "+got[0].Detail, c.want)) {
			t.Errorf("%s%v, want %q", c.text, got, c.want)
		}
	}
}

func TestMissingOutcomeIsReportedWithARemedy(t *testing.T) {
	s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: 1, answer: 1}]\nexpect: {asked: red}\n"))
	told(t, scenario.Play(gameOf(t, relay), s).Problem(), "the outcome of die is not scripted; chance is asked die, offered: 1 to 6; write chance: {die: […]}, or a seed: for the whole scenario")
	full := "setup: {scenario: full}\nmoves: [{red: mix%s}]\nexpect: {state: {deck: [six, ace, two]}}\n"
	told(t, playOdds(t, strings.Replace(full, "%s", "", 1)).Problem(), "write chance: {mixing: [[…]]}")
	told(t, playOdds(t, strings.Replace(full, "%s", ", chance: {mixing: [six, ace]}", 1)).Problem(), "outcomes are a list themselves: mixing: [[six, …]]")
}

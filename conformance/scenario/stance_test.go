package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
)

// lending is the toy in which blue may say that it lends.
var lending = strings.Replace(rulebook, "procedures:\n", `variables:
- {id: lends, type: bool, per: seat, stance: blue, rule: 9.1-b}
procedures:
`, 1)

func TestStancesAreSetBetweenMoves(t *testing.T) {
	for name, c := range map[string]struct{ moves, trace, fault string }{
		"another seat's turn":   {"- stance: {blue.lends: yes}\n- red: rest\n", "blue.lends: false → true\nred act: rest\n", ""},
		"dropped again":         {"- stance: {blue.lends: yes}\n- stance: {blue.lends: no}\n- red: rest\n", "blue.lends: true → false\n", ""},
		"of who has none":       {"- stance: {red.lends: yes}\n", "", "red.lends: true is refused: lends is not for that seat to set"},
		"that there is not":     {"- stance: {blue.lend: yes}\n", "", "there is no stance blue.lend; did you mean blue.lends"},
		"with no such value":    {"- stance: {blue.lends: perhaps}\n", "", "perhaps"},
		"of a track":            {"- stance: {gold: 3}\n", "", "there is no stance gold"},
		"when the game is over": {strings.Repeat("- red: rest\n- blue: rest\n", 3) + "- stance: {blue.lends: yes}\n", "", "the game is over"},
	} {
		t.Run(name, func(t *testing.T) {
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n"+c.moves+"expect:\n  state: {gold: 2}\n"))
			if s == nil {
				t.Fatal(list)
			}
			g := gameOf(t, lending)
			rec := trace.New(g, trace.Header{Title: s.Title, Game: "toy"})
			r := scenario.Play(g, s, rec)
			text := string(trace.Text(rec.Lines()))
			switch {
			case c.fault == "" && r.Problem() != nil:
				t.Error(r.Problem())
			case c.fault != "" && (r.Err == nil || !strings.Contains(r.Err.Error(), c.fault)):
				t.Errorf("want %q, got %v", c.fault, r.Err)
			case !strings.Contains(text, c.trace):
				t.Errorf("the trace lacks %q:\n%s", c.trace, text)
			}
		})
	}
}

func TestARefusedStanceProvesItsClause(t *testing.T) {
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- red: rest\nexpect:\n  refused: [{stance: {red.lends: yes}, because: 9.1-b}]\n"))
	if s == nil {
		t.Fatal(list)
	}
	g := gameOf(t, lending)
	rec := trace.New(g, trace.Header{Title: s.Title, Game: "toy"})
	r := scenario.Play(g, s, rec)
	if r.Problem() != nil || len(r.Proved) != 1 {
		t.Errorf("%v, proved %v", r.Problem(), r.Proved)
	}
	if text := string(trace.Text(rec.Lines())); !strings.Contains(text, "refused stance red.lends: yes (9.1-b)") {
		t.Error(text)
	}
}

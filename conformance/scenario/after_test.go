// These tests continue other scenarios.

package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
)

// linked parses scripts of the folder 9.1 by their names and links them.
func linked(t *testing.T, texts map[string]string) (map[string]*scenario.Script, map[string]string) {
	t.Helper()
	var all []*scenario.Script
	byName := map[string]*scenario.Script{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		text, ok := texts[name]
		if !ok {
			continue
		}
		s, list := scenario.Parse("9.1/"+name+".yaml", []byte(head+text))
		if s == nil {
			t.Fatal(list)
		}
		byName[name] = s
		all = append(all, s)
	}
	wrong := map[string]string{}
	for s, list := range scenario.Link(all) {
		wrong[s.Name] = list.Error()
	}
	return byName, wrong
}

func TestScenarioContinuesAnother(t *testing.T) {
	scripts, wrong := linked(t, map[string]string{
		"a": "setup: {values: {gold: 4}}\nchance: {wind: [1]}\nmoves: [{red: wait, trade: no}]\nexpect: {asked: {seat: red, decision: trade}, state: {gold: 0}}\n",
		"b": "after: 9.1/a\nmoves: [{red: , trade: yes, price: 1}, {red: wait}]\nexpect: {asked: chance}\n",
		"c": "after: 9.1/b\nchance: {wind: 3}\nmoves:\n- expect: {at: blown, state: {gold: 7}}\n- {red: wait, chance: {wind: 4}}\nexpect: {asked: {over: true}, state: {gold: 8}, watched: {gold: [7, 9, 8]}}\n",
	})
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	g := gameOf(t, tides)
	rec := trace.New(g, trace.Header{Title: "c", Game: "toy"})
	r := scenario.Play(g, scripts["c"], rec)
	told(t, r.Problem(), "")
	text := string(trace.Text(rec.Lines()))
	if !strings.HasPrefix(text, "trace 1\nscenario c\ngame toy\nafter 9.1/b\n") || strings.Contains(text, "price: 1") || strings.Count(text, "act: wait") != 1 {
		t.Error(text)
	}
}

func TestPredecessorOfAScenarioMustBePlayable(t *testing.T) {
	const sound = "moves: [{red: wait, chance: {wind: 1}}]\nexpect: {asked: red}\n"
	for _, c := range []struct {
		name  string
		texts map[string]string
		of    string
		want  string
	}{
		{"another that is not there", map[string]string{"a": sound, "b": "after: 9.1/q\n" + sound}, "b", "9.1/b.yaml:5:8: error: there is no scenario 9.1/q"},
		{"itself", map[string]string{"a": "after: 9.1/a\n" + sound}, "a", "in a circle: 9.1/a"},
		{"one that continues it", map[string]string{"a": "after: 9.1/b\n" + sound, "b": "after: 9.1/a\n" + sound}, "a", "in a circle: 9.1/a, 9.1/b"},
		{"one of a circle", map[string]string{"a": "after: 9.1/b\n" + sound, "b": "after: 9.1/b\n" + sound}, "a", "in a circle"},
		{"one that continues an unknown one", map[string]string{"a": "after: 9.1/b\n" + sound, "b": "after: 9.1/q\n" + sound}, "a", "after: 9.1/b cannot be used"},
		{"too many", map[string]string{"a": sound, "b": "after: 9.1/a\n" + sound, "c": "after: 9.1/b\n" + sound, "d": "after: 9.1/c\n" + sound, "e": "after: 9.1/d\n" + sound,
			"f": "after: 9.1/e\n" + sound, "g": "after: 9.1/f\n" + sound, "h": "after: 9.1/g\n" + sound, "i": "after: 9.1/h\n" + sound}, "i", "more than 8 scenarios go on from each other"},
	} {
		_, wrong := linked(t, c.texts)
		if !strings.Contains(wrong[c.of], c.want) {
			t.Errorf("%s: %v, want %q", c.name, wrong, c.want)
		}
	}
	scripts, _ := linked(t, map[string]string{"a": "moves: [{red: wait}]\nexpect: {asked: red}\n", "b": "after: 9.1/a\n" + sound})
	told(t, scenario.Play(gameOf(t, tides), scripts["b"]).Problem(), "9.1/b.yaml:5:8: after: 9.1/a cannot be played\n9.1/a.yaml:5:10: the outcome of wind is not scripted")
	alone, _ := scenario.Parse("9.1/b.yaml", []byte(head+"after: 9.1/a\n"+sound))
	told(t, scenario.Play(gameOf(t, tides), alone).Problem(), "after: 9.1/a is not among the scenarios that were read")
}

func TestContinuedScenarioHasNoSetupOfItsOwn(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"after: 9.1/a\nsetup: {values: {gold: 1}}\n", "x.yaml:6:8: error: a scenario with after: has no setup of its own"},
		{"after: 9.1/a\nseed: 3\n", "a scenario with after: has no seed of its own"},
		{"after: /a\n", "after names a scenario by its folder and its name, not /a"},
		{"after: 9.1/\n", "after names a scenario by its folder and its name, not 9.1/"},
		{"after: a\n", "after names a scenario by its folder and its name, not a"},
		{"after: [9.1/a]\n", "after is a single value, not a list"},
	} {
		_, list := scenario.Parse("9.1/x.yaml", []byte(head+c.text+"expect: {asked: red}\n"))
		told(t, list.Err(), c.want)
		if len(list) != 1 {
			t.Errorf("one mistake is reported once: %v", list)
		}
	}
}

// Claims about past moves do not include those of the earlier scenario.
func TestContinuedScenarioIgnoresEarlierMovesInClaims(t *testing.T) {
	for claim, want := range map[string]string{
		"watched: {gold: [2, 5, 4]}": "watched speaks of the last move, and there was none",
		"notAsked: [site]":           "there was none",
		"decided: {act: red}":        "there was none",
		"noted: {phase: [flood]}":    "there was none",
	} {
		scripts, _ := linked(t, map[string]string{"a": "moves: [{red: wait, chance: {wind: 1}}]\nexpect: {asked: red}\n", "b": "after: 9.1/a\nexpect: {" + claim + "}\n"})
		told(t, scenario.Play(gameOf(t, tides), scripts["b"]).Problem(), want)
	}
	scripts, _ := linked(t, map[string]string{"a": "show: options\nmoves: [{red: wait, chance: {wind: 1}}]\nexpect: {asked: red}\n",
		"b": "after: 9.1/a\nshow: options\nmoves: [{red: drain, chance: {wind: 2}}]\nexpect: {asked: red}\n"})
	g := gameOf(t, tides)
	rec := trace.New(g, trace.Header{Title: "b", Game: "toy"})
	told(t, scenario.Play(g, scripts["b"], rec).Problem(), "")
	if text := string(trace.Text(rec.Lines())); strings.Count(text, "options red act: wait, walk, drain") != 1 || !strings.Contains(text, "options blue dam: yes, no") {
		t.Error(text)
	}
}

func TestChainsOfEightScenariosAreAllowed(t *testing.T) {
	texts := map[string]string{"a": "setup: {values: {gold: 9}}\nmoves: [{red: wait, trade: yes, price: 9, chance: {wind: 1}}]\nexpect: {asked: red}\n"}
	names := "abcdefgh"
	for i := 1; i < len(names); i++ {
		texts[names[i:i+1]] = "after: 9.1/" + names[i-1:i] + "\nexpect: {state: {gold: 2}}\n"
	}
	scripts, wrong := linked(t, texts)
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	told(t, scenario.Play(gameOf(t, tides), scripts["h"]).Problem(), "")
}

func TestEachScenarioOfAChainScriptsItsOwnOutcomes(t *testing.T) {
	const wait = "moves: [{red: wait}]\nexpect: {asked: red}\n"
	scripts, wrong := linked(t, map[string]string{"a": "chance: {wind: [1]}\n" + wait, "b": "after: 9.1/a\nchance: {wind: [2]}\n" + wait, "c": "after: 9.1/b\nexpect: {state: {gold: 0}}\n"})
	if len(wrong) > 0 {
		t.Fatal(wrong)
	}
	err := scenario.Play(gameOf(t, tides), scripts["c"]).Problem()
	told(t, err, "gold is 6, expected 0")
	if strings.Contains(err.Error(), "declined") {
		t.Error("what was declined before it begins is none of its moves: ", err)
	}
}

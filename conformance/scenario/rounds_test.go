// These tests play a line whose decisions are asked several times: each time uses its own round of the line's answers.

package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

const roundabout = "# Round\n\n- **9.1-a** Go.\n- **9.1-b** Where.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
boxes: [{id: store}]
moves: {words: [{word: go, decision: act, answer: go}, {word: rest, decision: act, answer: rest}, {word: damit, decision: dam, answer: "yes", then: site}]}
procedures:
- id: play
  do:
  - repeat: 2
    do:
    - menu: act
      by: red
      options:
        go: {do: [{go: {}}, {go: {}}]}
        look: {do: [{look: {}}, {look: {}}]}
        rest: {do: []}
      also: {hum: {do: [{note: {hum: {}}}]}, sigh: {do: [{note: {sigh: {}}}]}}
    - {may: dam, by: blue, do: [{one: $site, by: blue, from: [hill, store], rule: 9.1-b, where: [{rule: 9.1-b, when: $site != store}], min: 0}]}
  - over: {}
- id: go
  do:
  - {pick: $stops, by: red, each: $s, from: spaces, min: 0, max: 2, do: [{amount: $n, by: red, min: 0, max: 3}, {note: {at: {stop: $s, n: $n}}}]}
- id: look
  do:
  - {subset: $seen, by: red, each: $s, from: spaces, min: 0, max: 3}
  - {one: $first, by: red, from: spaces}
  - {note: {saw: {first: $first, seen: $seen}}}
` + "```\n"

// notesOf plays a line of the game and returns its notes.
func notesOf(t *testing.T, line string) (string, error) {
	t.Helper()
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: "+line+"}\nexpect: {asked: red}\n"))
	if s == nil {
		t.Fatal(list)
	}
	g := gameOf(t, roundabout)
	rec := trace.New(g, trace.Header{Title: "T", Game: "toy"})
	r := scenario.Play(g, s, rec)
	if r.Session == nil {
		t.Fatal(r.Err)
	}
	rec.Finish(r.Session.State())
	var out []string
	for _, text := range strings.Split(string(trace.Text(rec.Lines())), "\n") {
		if text = strings.TrimSpace(text); strings.HasPrefix(text, "at ") || strings.HasPrefix(text, "saw ") || text == "hum" || text == "sigh" {
			out = append(out, text)
		}
	}
	return strings.Join(out, "; "), r.Problem()
}

func TestRepeatedDecisionsTakeOneRoundEach(t *testing.T) {
	for line, want := range map[string]string{
		"go, stops: [[{hill: {n: 1}}, {dale: {n: 2}}], [{hill: {n: 3}}]]": "at stop hill, n 1; at stop dale, n 2; at stop hill, n 3",
		"go, stops: [[hill, dale], [moor]], n: [1, 2, 3]":                 "at stop hill, n 1; at stop dale, n 2; at stop moor, n 3",
		"go, stops: [[], [moor]], n: 1":                                   "at stop moor, n 1",
		"go, stops: [[moor], []], n: 1":                                   "at stop moor, n 1",
		"go, stops: [[{moor: {n: 2}}], [moor]], n: 1":                     "at stop moor, n 2; at stop moor, n 1",
		"look, seen: [[hill, moor], []], first: [dale, hill]":             "saw first dale, seen [hill, moor]; saw first hill, seen []",
		"hum": "hum", "sigh": "sigh",
		", act: [hum, sigh, hum, rest]": "hum; sigh; hum",
	} {
		got, err := notesOf(t, line)
		if err != nil || got != want {
			t.Errorf("%s: %s, want %s: %v", line, got, want, err)
		}
	}
}

func TestSurplusRoundIsReportedAtItsPlace(t *testing.T) {
	for line, want := range map[string]string{
		"go, stops: [[hill], [dale], [moor]], n: [1, 2]":    "9.1/x.yaml:6:37: stops was not asked again",
		"go, stops: [[hill], [dale], []], n: [1, 2]":        "9.1/x.yaml:6:37: stops was not asked again",
		"go, stops: [[hill], [dale]], n: [1, 2, 3]":         "9.1/x.yaml:6:48: n 3 was not asked for",
		"go, stops: [[hill]], n: 1":                         "the line does not answer stops",
		"go, stops: hill, n: 1":                             "the line does not answer stops",
		"go, stops: [hill, stop], n: 1":                     "stops stops where its list ends; write [] to stop at once",
		"go, stops: [[hill], [dale]], n: 1":                 "the line does not answer n",
		"go, stops: [[{hill: {n: [1, 2]}}], []]":            "9.1/x.yaml:6:37: n 2 was not asked for",
		"go, stops: [[{hill: {n: 1, seen: [hill]}}], []]":   "seen hill was not asked for",
		"go, stops: [[{hill: {n: 1, seen: []}}], []]":       "seen was not asked for",
		"look, seen: [[], [], [hill]], first: [dale, hill]": "9.1/x.yaml:6:30: seen [hill] was not asked for",
		"look, seen: [hill], first: [dale, hill]":           "first hill was not asked for; red is asked seen",
		"look, seen: [[], []], first: [dale, hill, moor]":   "first moor was not asked for",
		"look, seen: [[], []], first: dale":                 "the line does not answer first",
		"go, stops: [[hill, dale, moor], []], n: [1, 2, 3]": "moor",
		"rest, stops: [hill, dale]":                         "stops hill was not asked for",
		"rest, stops: []":                                   "stops was not asked for",
		"go, stops: [[{hill: {n: [1, 2]}}, dale], []]":      "9.1/x.yaml:6:37: n 2 was not asked for; red is asked n",
		"go, stops: [[{hill: {n: 1}}, dale], []]":           "stops was not asked again; red is asked n",
		"rest, n: 0":   "n was not asked for",
		"rest, n: [0]": "n 0 was not asked for",
	} {
		got, err := notesOf(t, line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s: %v\nwant %s", line, got, err, want)
		}
	}
}

// The decision stays pending if the following claims are about it.
func TestOptionalDecisionStaysOpenForAFollowingRefusal(t *testing.T) {
	g := gameOf(t, roundabout)
	for text, want := range map[string]string{
		"- {red: rest}\nexpect: {refused: {blue: damit store, because: 9.1-b}}\n":                                              "",
		"- {red: rest}\nexpect: {refused: {blue: damit hill, because: 9.1-b}}\n":                                               "blue: damit hill is legal; it should be refused because of 9.1-b",
		"- {red: rest}\n- {blue: damit hill}\nexpect: {asked: red}\n":                                                          "",
		"- {red: rest}\nexpect: {legal: {seat: blue, decision: dam, options: [\"yes\", \"no\"]}}\n":                            "",
		"- {red: rest}\nexpect: {offered: {dam: [\"yes\"]}}\n":                                                                 "",
		"- {red: rest}\nexpect: {notOffered: {dam: [maybe]}}\n":                                                                "dam could never offer maybe",
		"- {red: rest}\nexpect: {asked: {seat: blue, decision: dam}}\n":                                                        "",
		"- {red: rest}\nexpect: {asked: {seat: red}}\n":                                                                        "",
		"- {red: rest}\nexpect: {asked: {seat: blue}}\n":                                                                       "expected that blue is asked, but red is asked act",
		"- {red: rest}\n- expect: {asked: red}\n- {blue: damit hill}\nexpect: {asked: red}\n":                                  "expected that red is asked, but blue is asked dam",
		"- {red: rest, dam: no}\nexpect: {asked: red}\n":                                                                       "",
		"- {red: rest}\n- {blue: , dam: no}\nexpect: {asked: red}\n":                                                           "",
		"- {red: rest}\n- {blue: , dam: yes, site: hill}\n- {red: rest}\n- {blue: , dam: no}\nexpect: {asked: {over: true}}\n": "",
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n"+text))
		if s == nil {
			t.Fatal(list)
		}
		t.Run(text, func(t *testing.T) { told(t, scenario.Play(g, s).Problem(), want) })
	}
}

func TestPlainAnswersIgnoreCountsBeyondTheOffer(t *testing.T) {
	g := gameOf(t, rulebook)
	s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: settle, places: {hill: {how: many, n: {pawn: 2}}}}]\nexpect: {asked: blue}\n"))
	var plain []any
	scenario.Play(g, s, probe(func(state *engine.State, a engine.Answer) {
		if d := state.Decision(); d.Name == "n" {
			plain = append(plain, names.Plain(g, d, engine.Answer{Counts: append(a.Counts, 7)}))
		}
	}))
	if len(plain) != 1 || !strings.Contains(strings.ReplaceAll(sprint(plain[0]), " ", ""), "map[store:map[pawn.hidden:2]]") {
		t.Error(plain)
	}
}

// A decision forced before the line's seat has answered uses no answer of the line.
func TestLineIgnoresForcedDecisionsBeforeItsSeat(t *testing.T) {
	page := strings.Replace(roundabout, "  - repeat: 2\n", "  - {may: early, by: blue, do: [{note: {hum: {}}}]}\n  - {menu: only, by: blue, options: {nod: {do: []}, shout: {where: [{rule: 9.1-b, when: size(spaces) > 9}], do: []}}}\n  - repeat: 2\n", 1)
	g := gameOf(t, page)
	for text, want := range map[string]string{
		"- {red: rest, only: shout}\n": "only was not asked for",
		"- {red: rest}\n":              "",
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n"+text+"expect: {asked: red}\n"))
		if s == nil {
			t.Fatal(list)
		}
		t.Run(text, func(t *testing.T) { told(t, scenario.Play(g, s).Problem(), want) })
	}
}

// A forced decision within a body uses the answer written there, and no other.
func TestForcedDecisionUsesOnlyTheAnswerOfItsBody(t *testing.T) {
	g := gameOf(t, strings.Replace(roundabout, "min: 0, max: 3}", "min: 0, max: 0}", 1))
	for line, want := range map[string]string{
		"go, stops: [[{hill: {n: 0}}], []], n: 0":  "9.1/x.yaml:6:44: n was not asked for",
		"go, stops: [[{hill: {n: 0}}], []]":        "",
		"go, stops: [[hill], []], n: 0":            "",
		"go, stops: [[hill, dale], []], n: [0, 0]": "",
		"go, stops: [[hill, dale], []], n: [0, 1]": "1 is not legal: n had one legal answer, 0",
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: "+line+"}\nexpect: {asked: red}\n"))
		if s == nil {
			t.Fatal(list)
		}
		t.Run(line, func(t *testing.T) { told(t, scenario.Play(g, s).Problem(), want) })
	}
}

func TestEmptyPairIsNone(t *testing.T) {
	g := gameOf(t, pairing("spaces"))
	s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: dig, march: {hill: dale}, depth: 1, chance: {luck: 1}, seen: []}]\nexpect: {asked: blue}\n"))
	var plain []string
	scenario.Play(g, s, probe(func(state *engine.State, a engine.Answer) {
		if d := state.Decision(); d.Name == "march" {
			plain = append(plain, sprint(names.Plain(g, d, a)), sprint(names.Plain(g, d, engine.Answer{Member: -1})))
		}
	}))
	if strings.Join(plain, ", ") != "map[hill:dale], none" {
		t.Error(plain)
	}
}

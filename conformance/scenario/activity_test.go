package scenario_test

import (
	"regexp"
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
)

// tour is a game whose first action is a pick; a song may be sung at any moment of it, and once more after it.
const tour = "# Tour\n\n- **9.1-a** Go.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
variables: [{id: sung, type: bool, initial: false}]
moves:
  words: [{word: tour, decision: act, answer: go}]
  activity: {within: trip, offer: extra, choice: song}
procedures:
- id: play
  do:
  - repeat: 2
    do:
    - menu: act
      by: red
      options: {go: {do: [{go: {}}]}, rest: {do: []}}
    - if: not sung
      then: [{may: extra, by: red, do: [{sing: {}}]}]
    - set: {sung: false}
  - over: {}
- id: go
  tags: trip
  do:
  - pick: $stops
    by: red
    each: $stop
    from: spaces
    min: 0
    max: 3
    also: {extra: {where: not sung, do: [{sing: {}}]}}
    do: [{note: {went: {to: $stop}}}]
- id: sing
  do:
  - menu: song
    by: red
    options: {ballad: {do: [{ballad: {}}]}, hymn: {do: [{note: {sung-hymn: {}}}]}}
  - set: {sung: true}
- {id: ballad, do: [{amount: $verses, by: red, min: 1, max: 4}, {note: {sung-ballad: {verses: $verses}}}]}
` + "```\n"

var noted = regexp.MustCompile(`(?m)^\s*(went to: \w+|went to \w+|sung-\w+)`)

// toured plays lines of the tour and returns their notes in order.
func toured(t *testing.T, text string) (*scenario.Result, string) {
	t.Helper()
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+text+"expect: {state: {sung: false}}\n"))
	if s == nil {
		t.Fatal(list)
	}
	g := gameOf(t, tour)
	rec := trace.New(g, trace.Header{Title: s.Title, Game: "toy"})
	r := scenario.Play(g, s, rec)
	if r.Session == nil {
		return r, ""
	}
	rec.Finish(r.Session.State())
	var out []string
	for _, m := range noted.FindAllStringSubmatch(string(trace.Text(rec.Lines())), -1) {
		words := strings.Fields(m[1])
		out = append(out, strings.TrimPrefix(words[len(words)-1], "sung-"))
	}
	return r, strings.Join(out, " ")
}

// The moments are: before the first action, after one of its members, or after it.
func TestActivityIsPlayedAtItsMoment(t *testing.T) {
	for line, want := range map[string]string{
		"tour, stops: [hill, dale], extra: no":                                           "hill dale",
		"tour, stops: [hill, dale], activity: hymn":                                      "hill dale hymn",
		"tour, stops: [hill, dale], activity: {name: hymn, at: after}":                   "hill dale hymn",
		"tour, stops: [hill, dale], activity: {name: hymn, at: before}":                  "hymn hill dale",
		"tour, stops: [hill, dale], activity: {name: hymn, at: after hill}":              "hill hymn dale",
		"tour, stops: [hill, dale], activity: {name: hymn, at: after dale}":              "hill dale hymn",
		"tour, stops: [hill, dale, moor], activity: {name: hymn, at: after dale}":        "hill dale hymn moor",
		"tour, stops: [hill, dale], activity: {name: ballad, at: after hill, verses: 3}": "hill ballad dale",
		"tour, stops: [], activity: hymn":                                                "hymn",
		"tour, stops: [hill, extra, dale], song: hymn":                                   "hill hymn dale",
		"rest, extra: yes, song: hymn":                                                   "hymn",
	} {
		r, got := toured(t, "moves:\n- {red: "+line+"}\n- {red: rest, extra: no}\n")
		if r.Problem() != nil || got != want {
			t.Errorf("%s: %s, want %s: %v", line, got, want, r.Problem())
		}
	}
	for line, want := range map[string]string{
		"tour, stops: [hill], activity: {name: hymn, at: after dale}":        "activity hymn was not asked for at its moment",
		"tour, stops: [hill, dale], activity: {name: march, at: after hill}": "song is refused: there is no such option",
		"tour, stops: [hill], activity: {name: hymn, at: before, verses: 2}": "verses was not asked for",
		"tour, stops: [hill, extra, extra], song: hymn":                      "extra is refused",
		"tour, activity: hymn":      "hill, dale, moor, also extra, stop; the line does not answer stops",
		"tour, stops: [hill, hull]": "the answer to stops is unknown: hull",
	} {
		if r, _ := toured(t, "moves:\n- {red: "+line+"}\n"); r.Err == nil || !strings.Contains(r.Err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", line, r.Err, want)
		}
	}
	r, got := toured(t, "moves:\n- {red: tour, stops: [hill], activity: {name: hymn, at: before}}\n- {red: tour, stops: [dale, moor], activity: {name: ballad, at: after dale, verses: 1}}\n")
	if r.Problem() != nil || got != "hymn hill dale ballad moor" {
		t.Errorf("two lines, each with its own: %s: %v", got, r.Problem())
	}
}

// It precedes the first member; after that it is too late.
func TestActivityBeforeAnActionPrecedesItsFirstMember(t *testing.T) {
	page := strings.Replace(tour, "also: {extra: {where: not sung, do: [{sing: {}}]}}", "also: {extra: {where: not sung and late, do: [{sing: {}}]}}", 1)
	page = strings.Replace(page, "do: [{note: {went: {to: $stop}}}]", "do: [{note: {went: {to: $stop}}}, {set: {late: true}}]", 1)
	page = strings.Replace(page, "initial: false}]", "initial: false}, {id: late, type: bool, initial: false}]", 1)
	for line, want := range map[string]string{
		"tour, stops: [hill, dale], activity: {name: hymn, at: before}":     "activity hymn was not asked for at its moment",
		"tour, stops: [hill, dale], activity: {name: hymn, at: after hill}": "",
	} {
		s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: "+line+"}\nexpect: {asked: red}\n"))
		told(t, scenario.Play(gameOf(t, page), s).Problem(), want)
	}
}

// A line about a forbidden activity names the clause against it even if it does not script the chance of the action without it.
func TestForbiddenActivityIsNamedBeforeUnscriptedChance(t *testing.T) {
	page := strings.Replace(tour, "- **9.1-a** Go.", "- **9.1-a** Go.\n- **9.1-b** No song.", 1)
	page = strings.Replace(page, "where: not sung, do: [{sing: {}}]", "where: {rule: 9.1-b, when: sung}, do: [{sing: {}}]", 1)
	page = strings.Replace(page, "do: [{note: {went: {to: $stop}}}]", "do: [{roll: $luck}]", 1)
	for because, want := range map[string]string{"9.1-b": "", "9.1-a": "activity hymn was not asked for at its moment"} {
		s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"expect: {refused: [{red: tour, stops: [hill], activity: {name: hymn, at: before}, because: "+because+"}]}\n"))
		told(t, scenario.Play(gameOf(t, page), s).Problem(), want)
	}
}

// A second opportunity is declined.
func TestActivityIsPlayedOnce(t *testing.T) {
	page := strings.Replace(tour, "      then: [{may: extra, by: red, do: [{sing: {}}]}]", "      then: [{may: extra, by: red, do: [{sing: {}}]}, {may: extra, by: red, do: [{sing: {}}]}]", 1)
	s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: tour, stops: [hill], activity: hymn}\nexpect: {asked: {seat: red, decision: act}}\n"))
	g := gameOf(t, page)
	rec := trace.New(g, trace.Header{Title: "T", Game: "toy"})
	r := scenario.Play(g, s, rec)
	text := string(trace.Text(rec.Lines()))
	if r.Problem() != nil || strings.Count(text, "sung-hymn") != 1 || strings.Count(text, "extra: no") != 1 {
		t.Errorf("%v\n%s", r.Problem(), text)
	}
}

// If the rulebook offers an activity earlier than the line says, it waits.
func TestActivityWaitsForItsMoment(t *testing.T) {
	page := strings.Replace(tour, "    - menu: act", "    - if: not sung\n      then: [{may: extra, by: red, do: [{sing: {}}]}]\n    - menu: act", 1)
	g := gameOf(t, page)
	for line, want := range map[string]string{
		"tour, stops: [hill, dale], activity: {name: hymn, at: before}":     "sung-hymn hill dale",
		"tour, stops: [hill, dale], activity: {name: hymn, at: after hill}": "hill sung-hymn dale",
		"tour, stops: [hill, dale], activity: {name: hymn, at: after}":      "hill dale sung-hymn",
	} {
		s, _ := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- {red: "+line+"}\nexpect: {state: {sung: no}}\n"))
		rec := trace.New(g, trace.Header{Title: "T", Game: "toy"})
		r := scenario.Play(g, s, rec)
		var out []string
		for _, m := range noted.FindAllStringSubmatch(string(trace.Text(rec.Lines())), -1) {
			words := strings.Fields(m[1])
			out = append(out, words[len(words)-1])
		}
		if got := strings.Join(out, " "); r.Problem() != nil || got != want {
			t.Errorf("%s: %s, want %s: %v", line, got, want, r.Problem())
		}
	}
}

// If nothing of its kind could be offered, the reason is that of the activity that the line names.
func TestActivityThatIsNotOfferedIsRefusedForItsOwnReason(t *testing.T) {
	page := strings.Replace(tour, "Go.", "Go.\n- **9.1-b** A hymn is for the moor.\n- **9.1-c** A ballad is for the dale.\n- **9.1-d** One song.", 1)
	page = strings.Replace(page, "menu: song\n    by: red\n    options: {ballad: {do: [{ballad: {}}]}, hymn: {do: [{note: {sung-hymn: {}}}]}}", "callOne: $song\n    name: song\n    by: red\n    from: procedures(song)", 1)
	page = strings.Replace(page, "- {id: ballad, do: [{amount", "- {id: hymn, tags: song, do: [{require: 'pieces(moor, bard) > 0', rule: 9.1-b}, {note: {sung-hymn: {}}}]}\n- {id: ballad, tags: song, do: [{require: 'pieces(dale, bard) > 0', rule: 9.1-c}, {amount", 1)
	page = strings.Replace(page, "where: not sung", "where: {rule: 9.1-d, when: not sung}", 1)
	page = strings.Replace(page, "if: not sung", "if: 'not sung and pieces([dale, moor], bard) > 0'", 1)
	page = strings.Replace(page, "spaces:", "boxes: [{id: inn}]\npieces: [{id: bard, seat: red, count: 2, home: inn}]\nspaces:", 1)
	for _, c := range []struct{ setup, activity, because, want string }{
		{"", "hymn", "9.1-b", ""},
		{"", "ballad", "9.1-c", ""},
		{"", "{name: hymn, at: before}", "9.1-b", ""},
		{"", "hymn", "9.1-c", "is refused because of 9.1-b, not because of 9.1-c"},
		{"setup: {values: {sung: true}}\n", "hymn", "9.1-d", ""},
		{"setup: {pieces: {dale: {bard: 1}}}\n", "hymn", "9.1-b", ""},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+c.setup+"moves:\n- expect: {refused: [{red: tour, stops: [hill, dale], activity: "+c.activity+", because: "+c.because+"}]}\nexpect: {asked: {seat: red, decision: act}}\n"))
		if s == nil {
			t.Fatal(list)
		}
		told(t, scenario.Play(gameOf(t, page), s).Problem(), c.want)
	}
}

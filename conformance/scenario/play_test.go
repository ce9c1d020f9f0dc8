// These tests play scripts of a small game with every kind of decision.

package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

const rulebook = "# Toy\n\n- **9.1-a** Only rich places.\n- **9.1-b** A seat takes at most two.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
properties: {space: {worth: int}}
spaces:
- {id: hill, title: Hill, adjacent: [dale], worth: 2}
- {id: dale, title: Dale, adjacent: [hill], worth: 1}
- {id: moor, title: Moor, adjacent: [], worth: 0}
boxes: [{id: store, title: Store, worth: 0}]
pieces:
- {id: pawn, title: Pawn, seat: red, count: 9, home: store, statuses: [hidden, shown]}
- {id: rook, title: Rook, seat: blue, count: 3, home: store}
tracks: [{id: gold, title: Gold, min: 0, max: 5, initial: 2}]
derived:
- {id: owner, title: Owner, per: space, on: spaces, type: seat, watch: true, value: "if(pieces($it, pawn) > pieces($it, rook), red, if(pieces($it, rook) > 0, blue, none))"}
procedures:
- id: play
  do:
  - repeat: 3
    do:
    - turn: red
    - turn: blue
  - over: {result: {red: =gold, blue: 1}}
- id: turn
  params: {seat: seat}
  do:
  - menu: act
    by: $seat
    options:
      settle:
        where: [{rule: 9.1-b, when: gold > 0}]
        do: [{settle: $seat}]
      dig: {do: [{dig: $seat}]}
      rest: {do: []}
- id: settle
  params: {seat: seat}
  do:
  - pick: $places
    by: $seat
    each: $place
    from: spaces
    where: [{rule: 9.1-a, when: $place.worth > 0}]
    min: 0
    max: 2
    do:
    - menu: how
      by: $seat
      options:
        many:
          do:
          - take: $n
            by: $seat
            of: pawn|rook
            from: store
            min: 1
            max: 3
            each: $p
            do: [{move: {piece: $p, to: $place}}]
        none: {do: []}
  - may: show
    by: $seat
    do:
    - flip: {of: pawn, in: hill, to: shown}
- id: dig
  params: {seat: seat}
  do:
  - amount: $depth
    by: $seat
    min: 1
    max: 4
  - roll: $luck
    name: luck
    sides: 6
  - if: $luck > 3
    then: [{gain: {gold: $depth}}]
  - subset: $seen
    by: $seat
    each: $s
    from: spaces
    min: 0
    max: 2
  - one: $mate
    by: $seat
    from: seats
    where: [{rule: 9.1-b, when: $mate != $seat}]
    min: 1
` + "```\n"

func toy(t testing.TB) *engine.Game { return gameOf(t, rulebook) }

// gameOf loads a game of one page.
func gameOf(t testing.TB, page string) *engine.Game {
	t.Helper()
	def := onepage.Compile(t, page)
	g, err := engine.Load(def, nil, engine.WithCoverage())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const head = "version: 1\ntitle: T\ngame: toy\nrules: [9.1-a]\n"

func play(t *testing.T, text string) (*scenario.Result, string) {
	t.Helper()
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+text))
	if s == nil {
		t.Fatal(list)
	}
	g := toy(t)
	rec := trace.New(g, trace.Header{Title: s.Title, Game: "toy"})
	r := scenario.Play(g, s, rec)
	if r.Session != nil {
		rec.Finish(r.Session.State())
	}
	return r, string(trace.Text(rec.Lines()))
}

// pairing is the toy with a decision about pairs.
func pairing(from string) string {
	return strings.Replace(rulebook, "- id: dig\n  params: {seat: seat}\n  do:\n", `- id: dig
  params: {seat: seat}
  do:
  - pair: $from
    name: march
    by: $seat
    from: `+from+`
    second: $to
    to: spaces \ $from
    where: [{rule: 9.1-b, when: $to != moor}]
    min: 0
  - note: {marched: {from: $from, to: $to}}
`, 1)
}

func TestAPairIsOneAnswer(t *testing.T) {
	for name, c := range map[string]struct{ from, answer, trace, fault string }{
		"both of it":                      {"spaces", "{hill: dale}", "red march: hill → dale\n", ""},
		"what the first may not be":       {"spaces", "{store: dale}", "", "store is not among the candidates"},
		"what may not go with it":         {"spaces", "{hill: hill}", "", "hill does not go with hill"},
		"what a clause excludes":          {"spaces", "{hill: moor}", "", "9.1-b"},
		"what is no such thing":           {"spaces", "{hill: red}", "", "the answer to march is unknown: hill → red"},
		"one of it alone":                 {"spaces", "hill", "", "march is answered by {first: second}"},
		"the only one there is":           {"hill", "{hill: dale}", "red march: hill → dale (forced)\n", ""},
		"another than the only one":       {"hill", "{dale: hill}", "", "march had one legal answer, hill → dale"},
		"none where there is not any one": {"spaces \\ spaces", "none", "marched from none, to none", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- red: dig\n  march: "+c.answer+"\n  depth: 4\n  chance: {luck: 6}\n  seen: []\nexpect:\n  state: {gold: 4}\n"))
			if s == nil {
				t.Fatal(list)
			}
			g := gameOf(t, pairing(c.from))
			rec := trace.New(g, trace.Header{Title: s.Title, Game: "toy"})
			r := scenario.Play(g, s, rec)
			text := string(trace.Text(rec.Lines()))
			switch {
			case c.fault == "" && r.Err != nil:
				t.Error(r.Err)
			case c.fault != "" && (r.Err == nil || !strings.Contains(r.Err.Error(), c.fault)):
				t.Errorf("want %q, got %v", c.fault, r.Err)
			case !strings.Contains(text, c.trace):
				t.Errorf("the trace lacks %q:\n%s", c.trace, text)
			}
		})
	}
}

func TestPairAfterTheSeatAnswersThePendingDecision(t *testing.T) {
	for name, c := range map[string]struct{ from, move, fault string }{
		"as the answer to what is asked": {"spaces", "{hill: dale}", ""},
		"what may not go with it":        {"spaces", "{hill: moor}", "9.1-b"},
	} {
		t.Run(name, func(t *testing.T) {
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- red: dig\n- red: "+c.move+"\n  depth: 4\n  chance: {luck: 6}\n  seen: []\nexpect:\n  state: {gold: 4}\n"))
			if s == nil {
				t.Fatal(list)
			}
			g := gameOf(t, pairing(c.from))
			r := scenario.Play(g, s, trace.New(g, trace.Header{Title: s.Title, Game: "toy"}))
			switch {
			case c.fault == "" && r.Err != nil:
				t.Error(r.Err)
			case c.fault != "" && (r.Err == nil || !strings.Contains(r.Err.Error(), c.fault)):
				t.Errorf("want %q, got %v", c.fault, r.Err)
			}
		})
	}
	if _, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: {hill: dale, dale: hill}}]\nexpect: {state: {gold: 4}}\n")); !list.HasErrors() {
		t.Error("two answers stand behind the seat")
	}
}

func TestEveryKindOfDecision(t *testing.T) {
	r, text := play(t, `
moves:
- expect:
    legal: {seat: red, after: settle, decision: places, options: [hill, dale, stop]}
- red: settle
  places: {hill: {how: many, n: {pawn: 2}}, dale: {how: none}}
  show: yes
  expect:
    offered: {places: [hill, dale, stop], "places 2": dale}
    notOffered: {places: [{moor: 9.1-a}]}
    watched: {hill.owner: [none, red]}
    state: {hill.pawn.shown: 2, hill.pawn: 2}
- expect:
    asked: {seat: blue, decision: act}
    legal: {seat: blue, options: [settle, dig, rest]}
- blue: dig
  depth: 3
  seen: [hill, moor]
  mate: red
  chance: {luck: [4]}
- expect:
    state: {gold: 5}
    legal: {seat: red, after: dig, options: [1, 2, 3, 4], decision: depth}
- red: dig
  depth: 4
  chance: {luck: 6}
  seen: []
expect:
  state: {gold: 5}
`)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	if len(r.Failures) != 0 {
		t.Error(r.Failures)
	}
	if len(r.Proved) != 1 || r.Proved[0] != "9.1-a" {
		t.Errorf("proved %v", r.Proved)
	}
	for _, want := range []string{
		"red act: settle\n", "places: hill\n", "n: 2 pawn.hidden from store\n", "= hill.owner: none → red\n", "gold: 5 → 5 (asked +4)\n",
		"chance luck: 4\n", "blue mate: red (forced)\n", "seen: [hill, moor]\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the trace lacks %q:\n%s", want, text)
		}
	}
}

func TestProblemsNameThePendingDecisionAndItsOffers(t *testing.T) {
	const ok = "expect: {asked: red}\n"
	for _, c := range []struct{ name, text, want string }{
		{"unanswered", "moves:\n- red: settle\n" + ok, "the line does not answer places; red is asked places, offered: hill, dale, stop"},
		{"says nothing", "moves:\n- red:\n" + ok, "the line does not answer act; red is asked act, offered: settle, dig, rest"},
		{"left over", "moves:\n- red: rest\n  places: [hill]\n" + ok, "places hill was not asked for"},
		{"refused member", "moves:\n- red: settle\n  places: [moor]\n" + ok, "moor is refused"},
		{"unknown member", "moves:\n- red: settle\n  places: [hull]\n" + ok, "did you mean hill?"},
		{"wrong seat", "moves:\n- blue: rest\n" + ok, "it is not for blue to decide; red is asked act, offered: settle, dig, rest"},
		{"unknown seat", "moves:\n- rad: rest\n" + ok, "there is no seat rad; did you mean red?"},
		{"unknown option", "moves:\n- red: sttle\n" + ok, "act has no option sttle; did you mean settle?"},
		{"unscripted chance", "moves:\n- red: dig\n  depth: 1\n  seen: []\n" + ok, "the outcome of luck is not scripted"},
		{"unused chance", "moves:\n- red: rest\n  chance: {luck: 3}\n" + ok, "chance luck 3 never happened"},
		{"unused chance of the file", "chance: {luck: [3]}\nmoves:\n- red: rest\n" + ok, "chance luck 3 never happened"},
		{"impossible chance", "moves:\n- red: dig\n  depth: 1\n  seen: []\n  chance: {luck: 7}\n" + ok, "it must be 1 to 6"},
		{"forced otherwise", "moves:\n- red: dig\n  depth: 1\n  seen: []\n  mate: red\n  chance: {luck: 1}\n" + ok, "mate had one legal answer, blue"},
		{"too many of a class", "moves:\n- red: settle\n  places: {hill: {how: many, n: {pawn: 4}}}\n" + ok, "4 pawn.hidden from store is refused: 4 pieces are too many"},
		{"ambiguous take", "moves:\n- red: settle\n  places: {hill: {how: many, n: 2}}\n" + ok, "does not say which pieces"},
		{"body answer left over", "moves:\n- red: settle\n  places: {hill: {how: none, n: {pawn: 1}}}\n" + ok, "n was not asked for"},
		{"unknown zone in set-up", "setup: {pieces: {hull: {pawn: 1}}}\n" + ok, "there is no zone hull; did you mean hill?"},
		{"unknown value in set-up", "setup: {values: {gould: 1}}\n" + ok, "9.1/x.yaml:5:18: there is no variable gould; did you mean gold?"},
		{"what follows from the board in set-up", "setup: {values: {hill.owner: red}}\n" + ok, "9.1/x.yaml:5:18: there is no variable hill.owner"},
		{"unknown set-up", "setup: {scenario: full}\n" + ok, "there is no set-up full"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := play(t, c.text)
			if r.Err == nil || !strings.Contains(r.Err.Error(), c.want) {
				t.Errorf("error %v\nwant %s", r.Err, c.want)
			}
		})
	}
}

func TestFailedExpectations(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"state", "state: {gold: 3}", "gold is 2, expected 3"},
		{"unknown name", "state: {gould: 3}", "9.1/x.yaml:5:18: there is no value gould; did you mean gold?"},
		{"unknown name of a zone", "state: {hill.pwan: 3}", "there is no value hill.pwan; did you mean hill.pawn?"},
		{"unknown name like no other", "state: {quite-another-thing: 3}", "there is no value quite-another-thing"},
		{"asked", "asked: blue", "expected that blue is asked, but red is asked act"},
		{"legal", "legal: {seat: red, options: [settle, rest, sleep]}", "red act offers settle, dig, rest"},
		{"not refused", "refused: {red: dig, because: 9.1-a}", "red: dig is legal"},
		{"refused for another reason", "refused: {red: settle, places: [moor], because: 9.1-b}", "because of 9.1-a, not because of 9.1-b"},
		{"over", "asked: {over: true}", "the game is not over"},
		{"result", "result: {red: 1}", "the game is not over"},
		{"offered elsewhere", "offered: {places: [hill]}", "places is not asked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := play(t, "expect: {"+c.text+"}\n")
			if r.Err != nil || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Error(), c.want) {
				t.Errorf("error %v, failures %v\nwant %s", r.Err, r.Failures, c.want)
			}
		})
	}
}

func TestUnknownOptionsAreReportedAtTheirPlace(t *testing.T) {
	const options = "options: [{id: length, values: [short, long], default: short}, {id: stakes, values: 1..3, default: 1}]\n"
	for _, c := range []struct{ name, page, text, want string }{
		{"a name", options, "{lenght: long}", "9.1/x.yaml:5:19: error: there is no option lenght [scenario] Did you mean length?"},
		{"a name like no other", options, "{colour: red}", "there is no option colour [scenario] There are length, stakes."},
		{"a value", options, "{length: lang}", "9.1/x.yaml:5:27: error: option length has no value lang [scenario] Did you mean long?"},
		{"a number", options, "{stakes: 4}", "option stakes has no value 4 [scenario] There are 1, 2, 3."},
		{"a game without options", "", "{length: long}", "there is no option length [scenario] The game has none."},
		{"what there is", options, "{length: long, stakes: 3}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := gameOf(t, strings.Replace(rulebook, "procedures:\n", c.page+"procedures:\n", 1))
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+"setup: {options: "+c.text+"}\nexpect: {asked: red}\n"))
			if s == nil {
				t.Fatal(list)
			}
			got := scenario.CheckNames(s, g.Def())
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got.Error()+" "+got[0].Detail, c.want)) {
				t.Errorf("%v, want %q", got, c.want)
			}
		})
	}
}

func TestRefusedMovesAreTracedAndProveTheirClause(t *testing.T) {
	r, text := play(t, "expect:\n  refused: [{red: settle, places: [moor], because: 9.1-a}]\n")
	if !r.OK() || len(r.Proved) != 1 || !strings.Contains(text, "refused red settle {places: [moor]} (9.1-a)\n") {
		t.Errorf("%v %v\n%s", r.Problem(), r.Proved, text)
	}
}

const ownWords = "moves:\n  words:\n" +
	"  - {word: deep, decision: act, answer: dig, then: depth}\n  - {word: nap, decision: act, answer: rest}\n" +
	"  activity: {within: outing, offer: show, choice: how}\n"

// The game of this test uses no library.
func TestWordsOfMovesAreDeclaredByTheRulebook(t *testing.T) {
	g := gameOf(t, strings.Replace(rulebook, "procedures:\n", ownWords+"procedures:\n", 1))
	script, _ := scenario.Parse("9.1/x.yaml", []byte(head+"expect: {asked: red}\n"))
	s, err := scenario.Start(g, script)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"{red: deep 3, chance: {luck: 1}, seen: []}", "{blue: nap}", "{red: rest}"} {
		if err := s.Play(scenario.ParseLine(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	for line, want := range map[string]string{
		"{blue: nap 3}":    "says too much: 3 was not expected",
		"{blue: deep 3 4}": "says too much: 4 was not expected",
		"{blue: deep 5}":   "it must be 1 to 4",
		"{blue: deep 2, depth: 1, seen: [], chance: {luck: 1}}": "depth was not asked for",
		"{blue: operation dig}":                                 "says too much: dig was not expected",
	} {
		if _, err := s.Try(scenario.ParseLine(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", line, err, want)
		}
	}
}

const travels = "# Travels\n\n- **9.1-a** Go.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}]
boxes: [{id: store}]
moves:
  words: [{word: travel, decision: act, answer: go, then: place}]
  activity: {within: trip, offer: extra, choice: song}
procedures:
- id: play
  do:
  - repeat: 2
    do:
    - menu: act
      by: red
      options: {go: {do: [{go: {}}, {may: extra, by: red, do: [{menu: song, by: red, options: {ballad: {do: [{ballad: {}}]}, hymn: {do: []}}}]}]}, rest: {do: []}}
  - over: {}
- {id: go, tags: trip, do: [{one: $place, by: red, from: spaces}, {note: {went: {to: $place}}}]}
- {id: ballad, do: [{amount: $verses, by: red, min: 1, max: 4}, {note: {sung: {verses: $verses}}}]}
` + "```\n"

func TestActivitiesAreDeclaredByTheRulebook(t *testing.T) {
	g := gameOf(t, travels)
	script, _ := scenario.Parse("9.1/x.yaml", []byte(head+"expect: {asked: red}\n"))
	s, err := scenario.Start(g, script)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"{red: travel hill, activity: {name: march}}":             "song is refused: there is no such option",
		"{red: travel hill, activity: {name: ballad, verses: 9}}": "it must be 1 to 4",
		"{red: rest, activity: ballad}":                           "activity ballad was not asked for at its moment",
	} {
		if _, err := s.Try(scenario.ParseLine(line)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", line, err, want)
		}
	}
	for _, line := range []string{"{red: travel hill, activity: {name: ballad, verses: 3}}", "{red: travel dale, activity: hymn}"} {
		if err := s.Play(scenario.ParseLine(line)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if !s.State().Over() {
		t.Error("two moves do not end the game")
	}
}

func TestActivityRequiresADeclarationInTheRulebook(t *testing.T) {
	r, _ := play(t, "moves:\n- red: settle\n  activity: dig\nexpect: {asked: red}\n")
	if r.Err == nil || !strings.Contains(r.Err.Error(), "the rulebook does not say what an activity is") {
		t.Error(r.Err)
	}
}

const forcing = "# Toy\n\n- **9.1-a** Places.\n- **9.1-b** Pieces.\n- **9.1-c** A number.\n- **9.1-d** A set.\n- **9.1-e** In turn.\n- **9.1-f** One each.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
properties: {space: {worth: int}}
spaces: [{id: hill, adjacent: [], worth: 1}, {id: dale, adjacent: [], worth: 0}]
boxes: [{id: store, worth: 0}]
pieces:
- {id: pawn, seat: red, count: 2, home: store, statuses: [hidden, shown]}
- {id: rook, seat: blue, count: 1, home: store}
procedures:
- id: play
  do:
  - menu: act
    by: red
    options:
      go:
        do:
        - {one: $place, by: red, from: spaces, where: [{rule: 9.1-a, when: $place.worth > 0}]}
        - {take: $n, by: red, rule: 9.1-b, of: pawn, from: store, min: 2, max: 2}
        - {take: $none, by: red, rule: 9.1-b, of: pawn, from: hill, min: 0, max: 2}
        - {amount: $m, by: red, rule: 9.1-c, min: 1, max: 1}
        - {subset: $s, by: red, rule: 9.1-d, each: $x, from: spaces, min: 2, max: 2}
        - {pick: $p, by: red, rule: 9.1-e, each: $x, from: spaces, where: [{rule: 9.1-a, when: $x.worth > 0}], min: 1, max: 2, do: []}
        - {give: {count: 1}, rule: 9.1-f}
      rest: {do: []}
  - menu: act
    by: blue
    options: {go: {do: [{take: $rooks, by: blue, rule: 9.1-b, of: rook, from: store, min: 0, max: 1}]}, rest: {do: []}}
  - over: {}
- {id: give, rule: 9.1-b, params: {count: int}, do: [{take: $given, by: red, of: pawn, from: store, min: $count, max: $count, where: [{rule: 9.1-a, when: $it in pawn.hidden}]}]}
` + "```\n"

// A forced decision that contradicts a line names the clause that refused the line's answer; an unknown name has no
// clause.
func TestForcedDecisionsNameTheirClause(t *testing.T) {
	g := gameOf(t, forcing)
	script, _ := scenario.Parse("9.1/x.yaml", []byte(head+"expect: {asked: red}\n"))
	for _, c := range []struct{ line, rule string }{
		{"place: dale", "9.1-a"},
		{"place: vale", ""},
		{"n: {pawn: 1}", "9.1-b"},
		{"n: {rook: 1}", "9.1-b"},
		{"n: {store: {pawn.shown: 1}}", "9.1-b"},
		{"n: {queen: 1}", ""},
		{"n: {hole: {pawn: 2}}", ""},
		{"n: {hill: 2}", "9.1-b"},
		{"none: 1", "9.1-b"},
		{"none: {hill: {pawn: 1}}", "9.1-b"},
		{"m: 2", "9.1-c"},
		{"s: [hill]", "9.1-d"},
		{"p: [dale]", "9.1-a"},
		{"p: []", "9.1-e"},
		{"p: [hill, dale]", "9.1-a"},
	} {
		t.Run(c.line, func(t *testing.T) {
			s, err := scenario.Start(g, script)
			if err != nil {
				t.Fatal(err)
			}
			rules, err := s.Try(scenario.ParseLine("{red: go, " + c.line + "}"))
			if err == nil || (len(rules) > 0) != (c.rule != "") || c.rule != "" && rules[0] != c.rule {
				t.Errorf("rules %v, want %q: %v", rules, c.rule, err)
			}
		})
	}
	s, err := scenario.Start(g, script)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Play(scenario.ParseLine("{red: go, place: hill, n: {pawn: 2}, none: 0, m: 1, s: [hill, dale], p: [hill]}")); err != nil {
		t.Error(err)
	}
	if rules, err := s.Try(scenario.ParseLine("{blue: go, rooks: {rook: 2}}")); err == nil || len(rules) == 0 || rules[0] != "9.1-b" {
		t.Errorf("rules %v: %v", rules, err)
	}
	if rules, err := s.Try(scenario.ParseLine("{blue: go, rooks: {store: {pawn: 1}}}")); err == nil || len(rules) == 0 || rules[0] != "9.1-b" {
		t.Errorf("rules %v: %v", rules, err)
	}
}

// The engine draws the same outcomes with that seed.
func TestSeedDrawsUnscriptedOutcomes(t *testing.T) {
	drawn := map[string]bool{}
	for seed := range uint64(12) {
		text := fmt.Sprintf("seed: %d\nmoves:\n- red: dig\n  depth: 1\n  seen: []\nexpect: {asked: blue}\n", seed)
		a, first := play(t, text)
		b, second := play(t, text)
		if !a.OK() || !b.OK() || first != second {
			t.Errorf("%v %v\n%s\n%s", a.Problem(), b.Problem(), first, second)
		}
		s, err := toy(t).New(engine.Setup{Seed: seed})
		for _, answer := range []engine.Answer{{Option: 1}, {N: 1}} { // dig, one deep
			if err == nil {
				err = s.Apply(answer)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		luck, err := s.Draw()
		if want := fmt.Sprintf("chance luck: %d\n", luck.N); err != nil || !strings.Contains(first, want) {
			t.Errorf("seed %d: want %q (%v) in\n%s", seed, want, err, first)
		}
		drawn[fmt.Sprint(luck.N)] = true
	}
	if len(drawn) < 3 {
		t.Errorf("twelve seeds draw only %v", drawn)
	}
}

func TestGameOverHasResult(t *testing.T) {
	r, text := play(t, "moves: [{red: rest}, {blue: rest}, {red: rest}, {blue: rest}, {red: rest}, {blue: rest}]\nexpect: {asked: {over: true}, result: {red: 2, blue: 1}}\n")
	if !r.OK() || !strings.Contains(text, "over red 2, blue 1\n") {
		t.Errorf("%v\n%s", r.Problem(), text)
	}
}

func TestShowOptions(t *testing.T) {
	r, text := play(t, "show: options\nmoves: [{red: rest}]\nexpect: {asked: blue}\n")
	if !r.OK() || !strings.Contains(text, "options red act: settle, dig, rest\nred act: rest\n") {
		t.Errorf("%v\n%s", r.Problem(), text)
	}
}

func TestSessionTriesWithoutChange(t *testing.T) {
	script, _ := scenario.Parse("9.1/x.yaml", []byte(head+"expect: {asked: red}\n"))
	s, err := scenario.Start(toy(t), script)
	if err != nil {
		t.Fatal(err)
	}
	before := s.State().Hash()
	if rules, err := s.Try(scenario.ParseLine("{red: settle, places: [moor]}")); err == nil || len(rules) == 0 || rules[0] != "9.1-a" {
		t.Errorf("rules %v, error %v", rules, err)
	}
	if _, err := s.Try(scenario.ParseLine("{red: settle}")); err != nil {
		t.Errorf("legal as far as it goes: %v", err)
	}
	if s.State().Hash() != before {
		t.Error("trying changed the state")
	}
	if err := s.Play(scenario.ParseLine("{red: rest}")); err != nil || s.State().Hash() == before {
		t.Error("playing did not change the state", err)
	}
}

package trace_test

import (
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

const mill = `# 1 Mill

- **1-a** All.

~~~yaml
game: {id: mill, title: Mill, main: play}
seats: [{id: red}, {id: blue}]
enums: {ware: [silk, salt]}
spaces: [{id: field}, {id: hill}]
boxes: [{id: shed}]
piles: [{id: stock, visible: hidden}, {id: shown}]
cards: [{id: rain}, {id: wind}]
pieces: [{id: hand, count: 3, home: shed, statuses: [busy, idle]}]
tracks: [{id: coins, min: 0, max: 3, initial: 1}]
variables:
- {id: count, type: int, quiet: true}
- {id: seen, type: zones}
- {id: score, type: int, per: seat, quiet: true}
- {id: steps, type: int, scope: action}
- {id: ware, type: ware, per: seat}
derived: [{id: fed, type: bool, hold: true, value: =coins > 1}, {id: sum, type: int, per: space, watch: true, value: "=pieces($it, hand)"}]
durations: [year]
points: [{id: reach, kind: limit}, {id: pay, kind: number}, {id: may, kind: allow}, {id: dawn, kind: run}]
lasting: [{id: frost, duration: year, hooks: [{to: reach, value: 1}, {to: pay, value: 2}, {to: may}, {to: dawn, do: [{gain: {coins: 1}}]}]}]
procedures:
- {id: dig, tags: [work], do: [{gain: {coins: 1}}, {one: $w, by: red, from: members(ware)}, {set: {red.ware: $w}}, {gain: {steps: 1}}]}
- {id: rest, do: [{lose: {coins: 1}}]}
- id: play
  rule: 1-a
  do:
DO
  - over: {result: =$it.score}
~~~
`

// recorded are statements and the trace of a play of them without its header.
var recorded = []struct{ do, want string }{
	{`
  - gain: {coins: 1}
  - gain: {coins: 5}
  - lose: {coins: 0}
  - set: {coins: 3, count: 4, red.score: 5}
  - set: {red.ware: salt, seen: "=set($s in spaces where true)"}
  - move: {of: hand.busy, from: shed, count: 1, to: field}
  - move: {of: hand.busy, from: shed, count: 5, to: field}
  - flip: {of: hand, in: field, count: 1, to: idle}
  - card: {card: top(stock), to: shown, at: top}
  - card: {card: top(stock), to: stock, at: bottom}
  - card: {card: rain, to: stock, at: under}`, `
coins: 1 → 2
coins: 2 → 3 (asked +5)
red.ware: silk → salt
seen: [] → [field, hill]
shed: hand.busy 3 → 2; field: hand.busy 0 → 1
= field.sum: 0 → 1
shed: hand.busy 2 → 0; field: hand.busy 1 → 3
short of hand in shed: 2 of 5
= field.sum: 1 → 3
field: hand.busy 3 → 2; hand.idle 0 → 1
rain: stock → shown
wind: stock → stock (bottom)
rain: shown → stock (beneath the top)
over red 5, blue 0`},
	{`
  - activate: {lasting: frost, duration: year}
  - hook: {dawn: {}}
  - set: {coins: "=modified(pay, 1)"}
  - set: {coins: "=if(allowed(may), modified(reach, 3), modified(reach, 2))"}
  - end: frost
  - activate: {lasting: frost, duration: year}
  - expire: year
  - hold: fed
    do: [{gain: {coins: 1}}]`, `
lasting frost begins year
hook dawn: frost
coins: 1 → 2
hook pay: frost 1 → 3
coins: 2 → 3
hook may: frost forbids
hook reach: frost 2 → 1
coins: 3 → 1
lasting frost ends year
lasting frost begins year
lasting frost ends year
hold fed
coins: 1 → 2
release fed
over red 0, blue 0`},
	{`
  - note: {day: {ware: red.ware, coins: =coins}}
    indent: 0
  - note: {turn: {}}
    indent: 1
  - note: {thing: {of: fed}}
  - menu: act
    by: red
    options: {dig: dig, rest: rest}
  - note: {evening: {}}
    indent: 1
  - gain: {coins: 1}
  - note: {night: {}}
    indent: 0
  - lose: {coins: 1}`, `
day ware silk, coins 1
  turn
    thing of false
    red act: dig
      coins: 1 → 2
      red w: silk
        steps: 0 → 1
  evening
    coins: 2 → 3
  digest of 1 values
night
  coins: 3 → 2
over red 0, blue 0
  digest of 1 values`},
	{`
  - dig: {}
  - gain: {coins: 1}
  - rest: {}
  - one: $w
    by: red
    from: members(ware)
    where: $w == salt
  - one: $v
    by: red
    from: members(ware)
    where: $v == salt and coins > 5
  - pick: $u
    by: red
    from: members(ware)
    each: $u
    max: 2
    do: [{gain: {coins: 1}}]
  - lose: {coins: 1}`, `
run dig
  coins: 1 → 2
  red w: silk
    steps: 0 → 1
  coins: 2 → 3
  coins: 3 → 2
red w: salt (forced)
red u: silk
  coins: 2 → 3
red u: salt
  coins: 3 → 3 (asked +1)
  coins: 3 → 2
over red 0, blue 0`},
	// a forced answer is omitted if there was nothing to pick, to take or to do
	{`
  - {menu: a, by: red, options: {dig: {where: coins > 8, do: []}, rest: {do: []}}, decline: rest}
  - {menu: b, by: red, options: {dig: {where: coins > 8, do: []}, rest: {do: []}}}
  - {menu: c, by: red, options: {dig: {do: []}, rest: {where: coins > 8, do: []}}}
  - {subset: $d, by: red, each: $m, from: members(ware), max: 0}
  - {subset: $e, by: red, each: $n, from: members(ware), count: all}
  - {amount: $f, by: red, max: 0}
  - {amount: $g, by: red, min: 2, max: 2}
  - {take: $h, by: red, of: hand, from: field, to: shed}
  - {take: $i, by: red, of: hand, from: shed, min: 3, to: field}
  - {pick: $k, by: red, each: $o, from: spaces, where: coins > 8, do: []}`, `
red b: rest (forced)
red c: dig (forced)
red e: [silk, salt] (forced)
red g: 2 (forced)
red i: 3 hand.busy from shed (forced)
  shed: hand.busy 3 → 2; field: hand.busy 0 → 1
  = field.sum: 0 → 1
  shed: hand.busy 2 → 1; field: hand.busy 1 → 2
  = field.sum: 1 → 2
  shed: hand.busy 1 → 0; field: hand.busy 2 → 3
  = field.sum: 2 → 3
over red 0, blue 0`},
}

func record(t *testing.T, do string) *trace.Recorder {
	t.Helper()
	r, _ := recordTo(t, do)
	return r
}

// recordTo also returns the state at the end.
func recordTo(t *testing.T, do string) (*trace.Recorder, *engine.State) {
	t.Helper()
	text := strings.ReplaceAll(strings.Replace(mill, "DO", strings.Trim(do, "\n"), 1), "~~~", "```")
	g := onepage.Load(t, text)
	r := trace.New(g, trace.Header{Title: "T", Game: "mill"})
	s, err := g.New(engine.Setup{Seed: 2, Observer: r})
	if err != nil {
		t.Fatal(err)
	}
	for !s.Over() {
		d := s.Decision()
		if d.Fault != nil {
			t.Fatal(do, d.Fault)
		}
		a := engine.Answer{}
		if len(d.Members) > 0 {
			a.Member = d.Members[0]
		}
		if err := s.Apply(a); err != nil {
			t.Fatal(do, err)
		}
	}
	r.Finish(s)
	return r, s
}

var sum = regexp.MustCompile(`digest [0-9a-f]{16} `)

// Each kind of event is a line at its level, with its parts, as docs/trace.md says.
func TestLinesOfEachEvent(t *testing.T) {
	found := map[string]string{}
	for _, c := range recorded {
		lines := record(t, c.do).Lines()
		text := "\n" + string(trace.Text(lines[3:]))
		if got := strings.TrimSuffix(sum.ReplaceAllString(text, "digest "), "\n"); got != c.want {
			t.Errorf("%s\ngive%s\nwant%s", c.do, got, c.want)
		}
		for _, l := range lines {
			var parts []string
			for _, f := range l.Fields {
				parts = append(parts, f.Name+"="+f.Value)
			}
			found[sum.ReplaceAllString(l.Text, "digest ")] = l.Kind + ": " + strings.Join(parts, " ")
		}
	}
	for text, want := range map[string]string{
		"trace 1":                 "trace: version=1",
		"scenario T":              "scenario: title=T",
		"game mill":               "game: game=mill setup= options=",
		"coins: 2 → 3 (asked +5)": "change: value=coins before=2 after=3 asked=+5",
		"shed: hand.busy 3 → 2; field: hand.busy 0 → 1": "pieces: n=1 class=hand.busy from=shed left=2 newClass=hand.busy to=field there=1",
		"= field.sum: 0 → 1":                            "watch: value=field.sum before=0 after=1",
		"short of hand in shed: 2 of 5":                 "short: class=hand zone=shed asked=5 moved=2",
		"rain: stock → shown":                           "card: card=rain from=stock to=shown place=",
		"wind: stock → stock (bottom)":                  "card: card=wind from=stock to=stock place=bottom",
		"rain: shown → stock (beneath the top)":         "card: card=rain from=shown to=stock place=beneath the top",
		"lasting frost begins year":                     "lasting: lasting=frost what=begins duration=year",
		"lasting frost ends year":                       "lasting: lasting=frost what=ends duration=year",
		"hook dawn: frost":                              "hook: point=dawn by=frost",
		"hook may: frost forbids":                       "hook: point=may by=frost",
		"hook pay: frost 1 → 3":                         "hook: point=pay by=frost before=1 after=3",
		"hook reach: frost 2 → 1":                       "hook: point=reach by=frost before=2 after=1",
		"hold fed":                                      "hold: value=fed",
		"release fed":                                   "release: value=fed",
		"day ware silk, coins 1":                        "note: note=day ware=silk coins=1",
		"red act: dig":                                  "decision: seat=red decision=act answer=dig forced=false",
		"red w: salt (forced)":                          "decision: seat=red decision=w answer=salt forced=true",
		"run dig":                                       "call: procedure=dig",
		"over red 5, blue 0":                            "over: red=5 blue=0",
	} {
		if found[text] != want {
			t.Errorf("%s has %q, want %q", text, found[text], want)
		}
	}
}

// A position is named by what differs from the beginning: values but those that are quiet or of an action, pieces away from home, cards
// elsewhere than in the first pile, lasting effects.
func TestDigestCoversDifferencesFromTheBeginning(t *testing.T) {
	for _, c := range []struct{ do, want string }{
		{"", "[]"},
		{"  - gain: {coins: 1}\n  - set: {count: 4, steps: 3}\n", "[coins 2]"},
		{"  - set: {seen: \"=set($s in spaces where true)\", blue.ware: salt}", "[seen [field, hill] blue.ware salt]"},
		{"  - move: {of: hand.busy, from: shed, count: 2, to: hill}\n  - flip: {of: hand, in: hill, count: 1, to: idle}", "[hill.hand.busy 1 hill.hand.idle 1]"},
		{"  - card: {card: wind, to: shown, at: top}\n  - card: {card: rain, to: shown, at: top}", "[shown [rain, wind]]"},
		{"  - activate: {lasting: frost, duration: year}", "[in force frost]"},
	} {
		r, s := recordTo(t, "  - note: {day: {}}\n    indent: 0\n"+c.do)
		got := trace.Canonical(s.Game(), s)
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.do, got, c.want)
		}
		h := fnv.New64a()
		for _, l := range got {
			fmt.Fprintln(h, l)
		}
		last := r.Lines()[len(r.Lines())-1]
		if want := fmt.Sprintf("digest %016x of %d values", h.Sum64(), len(got)); last.Text != want || last.At != nil {
			t.Errorf("%s: %s, want %s", c.do, last.Text, want)
		}
	}
}

// The head names the game with set-up and options and the clauses. The part before a continued scenario is dropped,
// with its size. A copy continues independently.
func TestHeaderAndCopyOfARecorder(t *testing.T) {
	_, s := recordTo(t, "")
	r := trace.New(s.Game(), trace.Header{Title: "T", Game: "mill", Setup: "start", Options: []string{"a=1", "b=2"}, Rules: []string{"1-a", "1-b"}})
	const head = "trace 1\nscenario T\ngame mill set-up start a=1 b=2\nrules 1-a 1-b\n"
	holds := func(what string, r *trace.Recorder, want string) {
		if got := string(trace.Text(r.Lines())); got != want || r.Size() != len(want) {
			t.Errorf("%s: %d bytes of\n%s\nwant\n%s", what, r.Size(), got, want)
		}
	}
	holds("a head", r, head)
	r.Offered("red", "act", []string{"dig", "rest"})
	other := r.Copy()
	r.Refused("red", "sing\nloud", "1-a")
	other.Offered("red", "w", []string{"silk"})
	holds("a play", r, head+"options red act: dig, rest\nrefused red sing loud (1-a)\n")
	holds("its copy", other, head+"options red act: dig, rest\noptions red w: silk\n")
	r.After("1/first")
	holds("what goes on", r, head+"after 1/first\n")
}

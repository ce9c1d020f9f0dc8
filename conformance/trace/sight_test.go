package trace_test

// These tests play a game that hides cards, values and answers, and check which lines of the trace each seat may read.

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

const den = `# 1 Den

- **1-a** Deal.
- **1-b** Lay.
- **1-c** Tell.

~~~yaml
game: {id: den, title: Den, main: play}
seats: [{id: red}, {id: blue}]
enums: {ware: [silk, salt]}
properties: {card: {ware: ware}}
cards: [{each: {ware: ware, n: 1..3}, id: "{ware}-{n}", ware: "{ware}"}]
spaces: [{id: field}, {id: hill}]
piles:
- {id: deck, visible: hidden}
- {id: hand, visible: owner, per: seat}
- {id: table}
tracks: [{id: gold, per: seat, max: 9}]
variables:
- {id: laid, type: card, per: seat, visible: owner}
- {id: wish, type: ware, per: seat, visible: owner}
- {id: claim, type: bool, per: seat}
- {id: steps, type: int, scope: action}
derived: [{id: worth, type: int, per: seat, visible: owner, watch: true, value: "=if($it.wish == salt, 1, 0)"}, {id: wealth, type: int, watch: true, value: =red.gold + blue.gold}]
setups: [{id: start}]
procedures:
- id: play
  do:
  - rule: 1-a
    do:
    - shuffle: deck
    - for: {$seat: seats}
      do: [{card: {card: top(deck), to: $seat.hand}}]
    - card: {card: top(deck), to: deck, at: bottom}
    - gain: {red.gold: 2}
    - set: {red.wish: salt, blue.claim: true}
  - rule: 1-b
    do:
    - together: {$seat: seats}
      do:
      - one: $card
        from: $seat.hand
      - one: $claim
        from: members(ware)
      set: {$seat.laid: $card}
    - note: {evening: {}}
      indent: 0
    - menu: act
      by: red
      options: {dig: {do: [{gain: {red.gold: 1}}]}, rest: {do: []}}
  - rule: 1-c
    do:
    - note: {tells: {holds: =red.laid}}
    - note: {asks: {wish: =red.wish}}
    - note: {counts: {gold: =red.gold}}
    - card: {card: blue.laid, to: table}
    - {roll: $die, sides: 6, to: [red]}
    - {one: $where, by: red, from: spaces}
    - {one: $ware, by: red, from: members(ware)}
    - {one: $mine, by: red, from: red.hand, secret: true}
    - {subset: $some, by: blue, each: $x, from: cards, max: 2}
    - note: {names: {cards: =$some, die: =$die}}
    - card: {card: red.laid, to: deck, at: bottom}
    - set: {steps: 3}
  - over: {result: =$it.gold}
~~~
`

// read is the trace of a play of the den with the clauses of its lines. After a bar are the readers of a line, if it is
// not public, and the text for the others.
const read = `trace 1
scenario T
game den set-up start
1-a chance deck: salt-2, silk-2, salt-3, silk-3, silk-1, salt-1 | nobody | chance deck: hidden
1-a   salt-2: deck → red-hand | red |   a card: deck → red-hand
1-a   silk-2: deck → blue-hand | blue |   a card: deck → blue-hand
1-a   salt-3: deck → deck (bottom) | nobody |   a card: deck → deck
1-a   red.gold: 0 → 2
1   = wealth: 0 → 2
1-a   red.wish: silk → salt | red
1   = red.worth: 0 → 1 | red
1-a   blue.claim: false → true
1-b red card: salt-2 | red | red card: hidden
1-b red claim: silk | red | red claim: hidden
1-b blue card: silk-2 | blue | blue card: hidden
1-b blue claim: silk | blue | blue claim: hidden
1-b   red.laid: none → salt-2 | red
1-b   blue.laid: none → silk-2 | blue
1-b evening
  options red act: dig, rest | red
  refused red sing (1-b) | red
1-b   red act: dig
1-b     red.gold: 2 → 3
1     = wealth: 2 → 3
1-c     tells holds salt-2 | red
1-c     asks wish salt | nobody
1-c     counts gold 3
1-c     silk-2: blue-hand → table
1-c   chance die: 1 | red |   chance die: hidden
1-c   red where: field
1-c   red ware: silk | red |   red ware: hidden
1-c   red mine: salt-2 | red |   red mine: hidden
1-c   blue some: [salt-1] | blue |   blue some: hidden
1-c     names cards [salt-1], die 1 | nobody
1-c     salt-2: red-hand → deck (bottom) | red |     a card: red-hand → deck
1-c     steps: 0 → 3
1 over red 3, blue 0
  digest DIGEST | nobody
`

func TestTraceAsEachSeatReadsIt(t *testing.T) {
	g := onepage.Load(t, den, "~~~", "```")
	r := trace.New(g, trace.Header{Title: "T", Game: "den", Setup: "start"})
	viewers := map[string]*trace.Viewer{"red": trace.NewViewer(r, 0), "blue": trace.NewViewer(r, 1), "anybody": trace.NewViewer(r, -1)}
	s, err := g.New(engine.Setup{ID: "start", Seed: 2, Observer: all{r, viewers["red"], viewers["blue"], viewers["anybody"]}})
	if err != nil {
		t.Fatal(err)
	}
	for !s.Over() {
		a := engine.Answer{}
		switch d := s.Decision(); {
		case d.Seat == engine.Chance:
			a, err = s.Draw()
		case d.Name == "act":
			r.Offered("red", "act", []string{"dig", "rest"})
			r.Refused("red", "sing", "1-b")
		case d.Name == "some":
			a = d.Choose(0)
		default:
			a.Member = d.Members[0]
		}
		if err == nil {
			err = s.Apply(a)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r.Finish(s)
	want := map[string]string{}
	var clauses []string
	for _, line := range strings.SplitAfter(strings.Replace(read, "DIGEST", digestOf(g, s), 1), "\n") {
		text, sight, limited := strings.Cut(strings.TrimSuffix(line, "\n"), " | ")
		reader, other, instead := strings.Cut(sight, " | ")
		clause, bare, placed := strings.Cut(text, " ")
		if placed = placed && strings.HasPrefix(clause, "1"); placed {
			text = bare
		} else {
			clause = ""
		}
		if line == "" {
			continue
		}
		clauses = append(clauses, clause)
		want["everything"] += text + "\n"
		for who := range viewers {
			switch {
			case !limited || who == reader:
				want[who] += text + "\n"
			case instead:
				want[who] += other + "\n"
			}
		}
	}
	if got := string(trace.Text(r.Lines())); got != want["everything"] {
		t.Errorf("the trace is\n%s\nwant\n%s", got, want["everything"])
	}
	for i, l := range r.Lines() {
		if got := strings.Join(l.Rules(), " "); got != clauses[i] || (l.Place() == "") != (got == "") {
			t.Errorf("line %d, %q, is caused by %q (%s), want %q", i+1, l.Text, got, l.Place(), clauses[i])
		}
	}
	for who, v := range viewers {
		if got := string(trace.Text(v.Lines())); got != want[who] {
			t.Errorf("%s reads\n%s\nwant\n%s", who, got, want[who])
		}
	}
}

// digestOf is the digest of a position, by its description.
func digestOf(g *engine.Game, s *engine.State) string {
	h := fnv.New64a()
	for _, l := range trace.Canonical(g, s) {
		fmt.Fprintln(h, l)
	}
	return fmt.Sprintf("%016x of %d values", h.Sum64(), len(trace.Canonical(g, s)))
}

// all are observers of one play.
type all []engine.Observer

func (a all) Event(s *engine.State, e *engine.Event) {
	for _, o := range a {
		o.Event(s, e)
	}
}

// A game hides something if seats may know different things: cards, values, answers or outcomes of their own.
func TestHidesReportsHiddenInformation(t *testing.T) {
	hides := func(change func(gd *def.GameDef)) bool {
		gd := &def.GameDef{}
		gd.Piles = []def.PileDef{{}, {Visible: def.Hidden}}
		gd.Vars, gd.Derived, gd.Decisions = make([]def.VarDef, 2), make([]def.DerivedDef, 2), make([]def.DecisionDef, 2)
		change(gd)
		return trace.Hides(gd)
	}
	if hides(func(*def.GameDef) {}) {
		t.Error("a game in which all seats know the same hides something")
	}
	for name, change := range map[string]func(gd *def.GameDef){
		"a hand":               func(gd *def.GameDef) { gd.Piles[1].Visible = def.Owner },
		"a value of a seat":    func(gd *def.GameDef) { gd.Vars[1].Visible = def.Owner },
		"a card that is shown": func(gd *def.GameDef) { gd.Vars[1].Reveals = true },
		"a derived value":      func(gd *def.GameDef) { gd.Derived[1].Visible = def.Owner },
		"answers in secret":    func(gd *def.GameDef) { gd.Decisions[1].Covert = true },
		"a die of some":        func(gd *def.GameDef) { gd.Decisions[1].Seen = &def.Expr{} },
	} {
		if !hides(change) {
			t.Errorf("a game with %s hides nothing", name)
		}
	}
}

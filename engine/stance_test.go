package engine_test

// These tests check stances, and that obligations do not rely on voluntary answers.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// lenders is a game in which red has to pay a toll of 2, and blue may help if its stance says so.
const lenders = `# 1 Lenders

~~~yaml
game: {id: lenders, title: Lenders, main: play}
seats: [{id: red}, {id: blue}]
enums: {mood: [glum, merry]}
tracks:
- {id: gold, min: 0, max: 9, initial: 3}
- {id: blues, min: 0, max: 9, initial: 1}
- {id: gates, min: 0, max: 9, initial: 0}
variables:
- {id: lends, type: bool, per: seat, stance: blue, rule: 1.1}
- {id: humour, type: mood, per: seat, stance: [red, blue]}
- {id: pace, type: int, min: 1, max: 3, initial: 2, per: seat, stance: [red, blue], visible: owner}
- {id: ready, type: bool, per: seat}
procedures:
- id: play
  do:
  - repeat: 3
    do:
    - may: loan
      by: blue
      voluntary: true
      where: [blue.lends, blues > 0]
      do: [{transfer: {from: blues, to: gold, amount: 1}}]
    - menu: what
      by: red
      options:
        journey: {where: possible(journey), do: [{journey: }]}
        jest: {where: red.humour == merry, do: []}
        rest: []
  - over: {}
- id: journey
  do:
  - ensure: gates > 0
    rule: 1.2
    do:
    - amount: $spent
      by: red
      max: min(gold, 3)
    - pay: {gold: $spent}
    - may: loan
      by: blue
      voluntary: true
      where: [blue.lends, blues > 0]
      do: [{transfer: {from: blues, to: gold, amount: 1}}]
    - if: gold >= 2
      then: [{pay: {gold: 2}}, {gain: {gates: 1}}]
  - set: {gates: 0}
~~~

- **1.1** Blue lends if it says so.
- **1.2** The toll is paid.
`

func variable(g *engine.Game, id string) int32 {
	for i, v := range g.Def().Vars {
		if v.ID == id {
			return int32(i)
		}
	}
	return -1
}

func take(s *engine.State, id string, seat int, value int64) error {
	return s.Apply(engine.Answer{Kind: engine.Stance, Seat: seat, Option: variable(s.Game(), id), Member: value})
}

func lent(t *testing.T) *engine.State {
	t.Helper()
	s, err := loaded(t, toy(t, lenders)).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSeatSetsItsStanceDuringDecisionsOfOtherSeats(t *testing.T) {
	s := lent(t)
	if d := s.Decision(); d.Name != "what" || d.Seat != 0 {
		t.Fatalf("%s is asked: blue has not said that it lends", d.Name)
	}
	if err := take(s, "lends", 1, 1); err != nil {
		t.Fatal(err)
	}
	if d := s.Decision(); d.Name != "what" || d.Seat != 0 {
		t.Errorf("after the stance %s is asked, not what was asked before", d.Name)
	}
	saved, err := s.Game().Decode(s.Encode(nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*engine.State{s, saved} {
		if err := s.Apply(engine.Answer{Option: s.Decision().Options[len(s.Decision().Options)-1].Index}); err != nil {
			t.Fatal(err)
		}
		if d := s.Decision(); d.Name != "loan" || d.Seat != 1 {
			t.Errorf("%s of seat %d is asked; blue has said that it lends", d.Name, d.Seat)
		}
	}
}

func TestStanceChangesTheOfferedOptions(t *testing.T) {
	s := lent(t)
	offered := func() string { return fmt.Sprint(s.Game().Offers(s.Decision())) }
	if got := offered(); got != "[journey rest]" {
		t.Errorf("offered %s", got)
	}
	if err := take(s, "humour", 0, 1); err != nil {
		t.Fatal(err)
	}
	if got := offered(); got != "[journey jest rest]" {
		t.Errorf("offered in a merry mood: %s", got)
	}
}

func TestIllegalStancesAreRefused(t *testing.T) {
	s := lent(t)
	before := s.Encode(nil)
	for _, x := range []struct {
		what, id string
		seat     int
		value    int64
		rule     string
	}{
		{"a seat that has no say", "lends", 0, 1, "1.1"},
		{"no seat", "lends", 2, 1, "1.1"},
		{"a seat beyond all", "lends", 1 << 30, 1, "1.1"},
		{"chance", "lends", engine.Chance, 1, "1.1"},
		{"a value that is no truth", "lends", 1, 2, "1.1"},
		{"a member that is none", "humour", 0, 2, "1"},
		{"no member", "humour", 0, -1, "1"},
		{"a number out of bounds", "pace", 0, 4, "1"},
		{"a number below them", "pace", 0, 0, "1"},
		{"a variable that is not a stance", "ready", 0, 1, ""},
		{"no variable", "nothing", 0, 1, ""},
	} {
		a := engine.Answer{Kind: engine.Stance, Seat: x.seat, Option: variable(s.Game(), x.id), Member: x.value}
		var refusal *engine.Refusal
		if err := s.Apply(a); !errors.As(err, &refusal) || refusal.Rule != x.rule || refusal.Error() == "" {
			t.Errorf("%s: %v", x.what, err)
		}
		if r := s.Refuses(a); r == nil {
			t.Errorf("%s: Refuses does not know", x.what)
		}
		s.Game().SpellReply(s.Decision(), a)
	}
	behind := engine.Answer{Kind: engine.Stance, Option: int32(len(s.Game().Def().Vars)), Member: 1}
	if r := s.Refuses(behind); r == nil || r.Why != "there is no such stance" || r.Candidate != "stance" {
		t.Errorf("the variable behind the last: %v", r)
	}
	if !bytes.Equal(before, s.Encode(nil)) {
		t.Error("a refused stance changed the state")
	}
	if r := s.Refuses(engine.Answer{Kind: engine.Stance, Seat: 1, Option: variable(s.Game(), "lends"), Member: 1}); r != nil {
		t.Errorf("a legal stance is refused: %v", r)
	}
}

func TestOwnerStanceIsVisibleOnlyToItsSeat(t *testing.T) {
	s := lent(t)
	seen := func(seat int) string { return fmt.Sprint(s.View(seat).Values) }
	for seat, pace := range []string{"{red.pace", "{blue.pace"} {
		other := []string{"{blue.pace", "{red.pace"}[seat]
		if got := seen(seat); !bytes.Contains([]byte(got), []byte(pace)) || bytes.Contains([]byte(got), []byte(other)) {
			t.Errorf("seat %d sees %s", seat, got)
		}
	}
}

// Red's first payment must leave enough for the toll: blue might lend, but the search does not rely on this; nor must blue lend.
func TestSearchIgnoresVoluntaryAnswersOfOtherSeats(t *testing.T) {
	s := lent(t)
	if err := take(s, "lends", 1, 1); err != nil {
		t.Fatal(err)
	}
	answer := func(a engine.Answer) {
		t.Helper()
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	answer(engine.Answer{Option: s.Decision().Options[0].Index}) // the journey
	d := s.Decision()
	if d.Name != "spent" || d.Min != 0 || d.Max != 1 {
		t.Fatalf("%s may be %d to %d; of 3 gold 2 must be left", d.Name, d.Min, d.Max)
	}
	var refusal *engine.Refusal
	if err := s.Apply(engine.Answer{N: 2}); !errors.As(err, &refusal) || refusal.Rule != "1.2" {
		t.Errorf("spending 2 of 3 gold: %v", err)
	}
	answer(engine.Answer{N: 1})
	if got := fmt.Sprint(s.Game().Offers(s.Decision())); got != "[yes no]" {
		t.Errorf("blue may lend or not; offered %s", got)
	}
}

// Dropping a stance while an obligation is open changes no bounds that the search relied on.
func TestDroppedStanceChangesNoBoundsOfAnOpenObligation(t *testing.T) {
	s := lent(t)
	if err := s.Apply(engine.Answer{Option: s.Decision().Options[0].Index}); err != nil {
		t.Fatal(err)
	}
	for _, value := range []int64{1, 0, 1} {
		if err := take(s, "lends", 1, value); err != nil {
			t.Fatal(err)
		}
		if d := s.Decision(); d.Name != "spent" || d.Max != 1 {
			t.Errorf("%s up to %d", d.Name, d.Max)
		}
	}
}

// A stance that lowers the reachable value lowers the obligation; the earlier value is not restored.
func TestStanceThatLowersTheReachableLowersTheObligation(t *testing.T) {
	page := strings.Replace(lenders, "    rule: 1.2\n    do:\n", "    rule: 1.2\n    do:\n    - amount: $l\n      by: red\n      max: 2\n    - {gain: {gates: 1}, if: $l > 0 and blue.lends}\n", 1)
	page = strings.Replace(page, "{where: possible(journey), do: [{journey: }]}", "[{journey: }]", 1)
	page = strings.Replace(page, "then: [{pay: {gold: 2}}, {gain: {gates: 1}}]", "then: [{pay: {gold: 2}}]", 1)
	s, err := loaded(t, toy(t, page)).New(engine.Setup{Values: map[string]string{"blue.lends": "true", "blues": "0"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(engine.Answer{Option: s.Decision().Options[0].Index}); err != nil {
		t.Fatal(err)
	}
	if d := s.Decision(); d.Name != "l" || d.Min != 1 {
		t.Fatalf("%s from %d", d.Name, d.Min)
	}
	for _, value := range []int64{0, 1} {
		if err := take(s, "lends", 1, value); err != nil {
			t.Fatal(err)
		}
		if d := s.Decision(); d.Name != "l" || d.Fault != nil || d.Min != 0 || d.Max != 2 {
			t.Errorf("lends %d: %s from %d to %d, %v", value, d.Name, d.Min, d.Max, d.Fault)
		}
	}
}

// A secret decision is published for a seat with a single legal answer, too.
func TestSecretDecisionIsAlsoAskedOfSeatsWithoutChoice(t *testing.T) {
	const page = `# 1 Secrets

~~~yaml
game: {id: secrets, title: Secrets, main: play}
seats: [{id: red}, {id: blue}]
tracks: [{id: shown, min: 0, max: 9, initial: 0}]
variables: [{id: holds, type: bool, per: seat, visible: owner}]
procedures:
- id: play
  do:
  - set: {blue.holds: true}
  - for: {$seat: seats}
    do:
    - may: show
      by: $seat
      SECRET
      where: $seat.holds
      do: [{gain: {shown: 1}}]
  - over: {}
~~~
`
	for _, x := range []struct {
		key   string
		asked []string
	}{{"secret: true", []string{"0 [no]", "1 [yes no]"}}, {"secret: false", []string{"1 [yes no]"}}} {
		s, err := loaded(t, toy(t, strings.Replace(page, "SECRET", x.key, 1))).New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		var asked []string
		for !s.Over() {
			d := s.Decision()
			asked = append(asked, fmt.Sprint(d.Seat, " ", s.Game().Offers(d)))
			if err := s.Apply(engine.Answer{Option: d.Decline}); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(asked, x.asked) {
			t.Errorf("%s: asked %v, want %v", x.key, asked, x.asked)
		}
	}
}

func TestLoadRefusesInvalidStances(t *testing.T) {
	for what, spoil := range map[string]func(*def.VarDef){
		"of more seats than there are": func(v *def.VarDef) { v.Stance = 4 },
		"of the whole game":            func(v *def.VarDef) { v.Per, v.Len = nil, 1 },
		"of an action":                 func(v *def.VarDef) { v.Scope = def.ActionScope },
		"without bounds":               func(v *def.VarDef) { v.Type = def.TInt },
	} {
		gd := toy(t, lenders)
		for i := range gd.Vars {
			if gd.Vars[i].ID == "lends" {
				spoil(&gd.Vars[i])
			}
		}
		if _, err := engine.Load(gd, nil); err == nil {
			t.Errorf("a stance %s loads", what)
		}
	}
}

// A secret decision of any kind is published if its condition is true and there is an answer.
func TestASecretDecisionIsAskedWhereItsConditionHolds(t *testing.T) {
	const page = `# 1 Secrets

~~~yaml
game: {id: secrets, title: Secrets, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill}, {id: vale}]
boxes: [{id: camp}]
pieces: [{id: scout, seat: red, count: 2, home: camp}]
tracks: [{id: shown, min: 0, max: 9, initial: 0}]
variables: [{id: masked, type: bool, per: seat}]
procedures:
- id: play
  do:
  - set: {blue.masked: true}
  - for: {$seat: seats}
    do: [DECISION]
  - over: {}
~~~
`
	const secret = "by: $seat, secret: $seat.masked"
	for name, c := range map[string]struct {
		decision string
		asked    bool
	}{
		"one":                   {"{one: $at, " + secret + ", from: spaces, where: $at == hill}, {gain: {shown: 1}, if: $at == hill}", true},
		"one, nothing to take":  {"{one: $at, " + secret + ", from: spaces, where: shown > 9, do: [{gain: {shown: 1}}]}", false},
		"subset":                {"{subset: $at, " + secret + ", from: spaces, where: shown > 9}, {gain: {shown: =size($at)}}", true},
		"pick":                  {"{pick: $at, " + secret + ", from: spaces, where: shown > 9, min: 0, do: [{gain: {shown: 1}}]}", true},
		"pick, its max reached": {"{pick: $at, " + secret + ", from: spaces, max: 0, do: [{gain: {shown: 1}}]}", false},
		"pick, max unknown":     {"{pick: $at, " + secret + ", from: spaces, max: =shown, do: [{gain: {shown: 1}}]}", true},
		"pair":                  {"{pair: $at, " + secret + ", from: hill, second: $to, to: vale}, {gain: {shown: 1}, if: $at == $to}", true},
		"take":                  {"{take: $n, " + secret + ", of: scout, from: hill, to: home}, {gain: {shown: $n}}", true},
		"amount":                {"{amount: $n, " + secret + ", max: 0}, {gain: {shown: $n}}", true},
		"menu":                  {"{menu: way, " + secret + ", options: {on: [{gain: {shown: 1}}], off: {where: shown > 9, do: []}}}", true},
	} {
		s, err := loaded(t, toy(t, strings.Replace(page, "DECISION", c.decision, 1))).New(engine.Setup{})
		if err != nil {
			t.Fatal(name, err)
		}
		switch d := s.Decision(); {
		case d == nil && c.asked:
			t.Errorf("%s: no decision is pending", name)
		case d != nil && (!c.asked || d.Seat != 1):
			t.Errorf("%s: seat %d is asked", name, d.Seat)
		case d != nil:
			if err := s.Apply(players.NewUniform(1).Answer(s, d)); err != nil || !s.Over() {
				t.Errorf("%s: %v, over %v", name, err, s.Over())
			}
		}
	}
}

// A derived value visible to its owner is in no other view, watched or not.
func TestOwnerDerivedValueIsInNoOtherView(t *testing.T) {
	const page = `# 1 Secrets

~~~yaml
game: {id: secrets, title: Secrets, main: play}
seats: [{id: red}, {id: blue}]
enums: {coin: [copper, silver, gold]}
variables: [{id: purse, type: set of coin, per: seat, visible: hidden}]
derived:
- {id: coins, per: seat, type: int, visible: owner, WATCH value: =size($it.purse)}
- {id: rich, per: seat, type: bool, watch: true, value: "=size($it.purse) > 1"}
procedures:
- {id: play, do: [{set: {red.purse: [copper, gold]}}, {may: rest, by: red, do: [{set: {red.purse: []}}]}, {over: {}}]}
~~~
`
	for _, watch := range []string{"", "watch: true,"} {
		s, err := loaded(t, toy(t, strings.Replace(page, "WATCH", watch, 1))).New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for seat, want := range map[int]string{
			engine.Chance: "red.rich 1, blue.rich 0", 0: "red.coins 2, red.rich 1, blue.rich 0", 1: "blue.coins 0, red.rich 1, blue.rich 0",
		} {
			var seen []string
			for _, v := range s.View(seat).Values {
				seen = append(seen, fmt.Sprint(v.Name, " ", v.Value))
			}
			if got := strings.Join(seen, ", "); got != want {
				t.Errorf("seat %d sees %s, want %s", seat, got, want)
			}
		}
	}
}

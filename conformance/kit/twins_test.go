package kit

import (
	"errors"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// secrets is a game in which each seat draws a coin that only it knows, and then acts in turn.
const secrets = `# 1 Secrets

~~~yaml
game: {id: secrets, title: Secrets, main: play}
seats: [{id: red}, {id: blue}, {id: green}]
enums: {coin: [copper, silver, gold], kind: [base, noble]}
piles: [{id: stock, visible: hidden}, {id: table, visible: open}]
cards: [{each: {n: 1..6}, id: "c-{n}"}]
tracks: [{id: passes, min: 0, max: 99}]
spaces: [{id: field}]
boxes: [{id: shed}]
pieces: [{id: cow, count: 9, home: shed}]
durations: [year]
lasting: [{id: frost, duration: year}]
variables:
- {id: coin, type: coin, per: seat, visible: owner}
- {id: shown, type: coin, per: seat}
- {id: marks, type: set of coin, per: seat, VISIBLE}
- {id: bag, type: set of coin, per: seat, visible: hidden}
- {id: fate, type: coin, per: seat, visible: hidden}
- {id: seen-by, type: seats, per: card, reveals: true}
derived:
- {id: noble, per: seat, type: bool, visible: owner, value: $it.coin == gold}
- {id: omen, per: seat, type: bool, visible: owner, value: $it.fate == gold}
- {id: told, per: seat, type: bool, watch: true, value: $it.shown == silver and $it.coin == gold}
procedures:
- id: play
  do:
  - for: {$seat: seats}
    do:
    - {draw: $coin, name: coin, from: members(coin)}
    - set: {$seat.coin: $coin}
  - repeat: 3
    do:
    - for: {$seat: seats}
      do:
      - {may: wait, by: $seat, do: [{gain: {passes: 1}}]}
      - STATEMENT
  - over: {}
~~~
`

// loaded is the game with a statement.
func loaded(t *testing.T, statement, visible string, changes ...func(gd *def.GameDef)) *engine.Game {
	t.Helper()
	return compiled(t, strings.NewReplacer("STATEMENT", statement, "VISIBLE", visible).Replace(secrets), changes...)
}

// compiled is the game of a rulebook.
func compiled(t *testing.T, text string, changes ...func(gd *def.GameDef)) *engine.Game {
	t.Helper()
	gd := onepage.Compile(t, text)
	for _, change := range changes {
		change(gd)
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// play plays pairs of the game with a statement and returns the first leak.
func play(t *testing.T, statement, visible string, changes ...func(gd *def.GameDef)) error {
	t.Helper()
	g := loaded(t, statement, visible, changes...)
	for seed := range uint64(24) {
		tally, err := Twins{Game: g, Setup: engine.Setup{Seed: seed}, Seat: int(seed)%4 - 1, Seed: seed, Most: 60, Fresh: 4}.Play()
		if err != nil {
			return err
		}
		if tally.Drawn == 0 || tally.Compared == 0 || tally.Printed == 0 {
			t.Fatalf("seed %d compares nothing: %+v", seed, tally)
		}
	}
	return nil
}

func TestTwinsFindLeaksOfHiddenValues(t *testing.T) {
	for name, statement := range map[string]string{
		"who is asked":                     "{may: boast, by: $seat, where: $seat.coin == gold, do: []}",
		"whether somebody is asked":        "{if: $seat.coin == gold, then: [{may: boast, by: $seat, do: []}]}",
		"what is offered":                  "{one: $n, by: $seat, from: members(kind), where: \"$n == base or any($s in seats where $s != $seat and $s.coin == gold)\"}",
		"how much is offered":              "{amount: $n, by: $seat, max: \"=1 + count($s in seats where $s.coin == gold)\"}",
		"what follows":                     "{gain: {passes: 1}, if: red.coin == gold}",
		"what is noted for all":            "{set: {$seat.shown: silver}, if: $seat.coin == gold}",
		"the number of a mark":             "{set: {$seat.marks: '=the(lowest(members(coin) \\ set($s.coin for $s in seats), 1))'}}",
		"which card lies hidden":           "{gain: {passes: 1}, if: 'top(stock) == c-3'}",
		"who sees which card":              "{if: size(stock) > 0, then: [{gain: {passes: 1}, if: 'any($c in stock where $c == c-3 and blue in $c.seen-by)'}, {reveal: top(stock), to: blue}]}",
		"a derived value of another":       "{may: boast, by: $seat, secret: true, where: \"any($s in seats where $s != $seat and $s.noble)\", do: []}",
		"a question put to one of several": "{may: boast, by: '=if(red.coin == gold, red, blue)', do: []}",
	} {
		var leak *Leak
		if err := play(t, statement, "visible: owner"); !errors.As(err, &leak) {
			t.Errorf("%s is not found: %v", name, err)
		}
	}
}

// A leak names what the seat observes in each play, after which answer, and the hidden values that differ.
func TestLeakNamesObservationsAndHiddenValues(t *testing.T) {
	for _, c := range []struct{ statement, differs string }{
		{"{gain: {passes: 1}, if: red.coin == gold}", `passes becomes 1; second play: blue is asked wait
first play: passes 1
second play: passes 0`},
		{"{move: {of: cow, from: shed, count: 1, to: field}, if: red.coin == gold}", `1 shed.cow to field.cow; second play: blue is asked wait
first play: field.cow 1
first play: shed.cow 8
second play: shed.cow 9`},
		{"{activate: {lasting: frost, duration: year}, if: red.coin == gold}", `frost begins; second play: blue is asked wait
first play: in force [0], over false, result [0 0 0]
second play: in force [], over false, result [0 0 0]`},
		{"{repeat: 1, do: [{activate: {lasting: frost, duration: year}}, {end: frost, if: red.coin == gold}]}", `frost ends; second play: blue is asked wait
first play: in force [], over false, result [0 0 0]
second play: in force [0], over false, result [0 0 0]`},
		{"{card: top(stock), to: stock, at: bottom, if: red.coin == gold}", `a card from stock to stock; second play: blue is asked wait
first trace:   a card: stock → stock
second trace: nothing`},
		{"{over: {result: =1}, if: red.coin == gold}", `the game is over: [1 1 1]; second play: blue is asked wait
first play: asked: chance
first play: in force [], over true, result [1 1 1]
second play: asked: blue wait
second play: decision wait offers [yes no]
second play: in force [], over false, result [0 0 0]`},
		{"{may: boast, by: blue, do: [], if: red.coin == gold}", `blue is asked boast; second play: blue is asked wait
first play: asked: blue boast
first play: decision boast offers [yes no]
second play: asked: blue wait
second play: decision wait offers [yes no]`},
		{"{set: {blue.marks: '=set($c in members(coin) where $c == red.coin or $c == silver)'}, if: red.coin == gold}", `blue.marks becomes {silver, gold}; second play: blue is asked wait
first play: blue.marks {silver, gold}
second play: blue.marks {}`},
	} {
		g := loaded(t, c.statement, "visible: open")
		w := at(t, g, 1, "wait")
		w.b = w.a.Copy()
		for s, coin := range map[*engine.State]string{w.a: "gold", w.b: "copper"} {
			if err := s.Arrange(engine.Setup{Values: map[string]string{"red.coin": coin, "blue.coin": "silver"}}); err != nil {
				t.Fatal(err)
			}
		}
		w.Fresh, w.seen = 1<<31, w.look(w.a)
		w.recorder = trace.New(g, trace.Header{})
		w.printed = trace.NewViewer(w.recorder, 1)
		var leak *Leak
		if !errors.As(w.step(), &leak) {
			t.Errorf("%s is not found", c.statement)
			continue
		}
		for i, line := range leak.Differs { // the whole decision follows its options
			line, _, _ = strings.Cut(line, " (")
			leak.Differs[i] = strings.TrimRight(line, " ")
		}
		if got := strings.TrimPrefix(strings.Join(leak.Differs, "\n"), "first play: "); got != c.differs {
			t.Errorf("%s: the plays differ in\n%s\nwant\n%s", c.statement, got, c.differs)
		}
		text := leak.Error()
		for _, part := range []string{"blue observes", "after decision 1 (red wait: ", "red.coin: gold / copper"} {
			if !strings.Contains(text, part) {
				t.Errorf("%s: %q is missing in %s", c.statement, part, text)
			}
		}
		if strings.Contains(text, "blue.coin") || strings.Contains(text, "the cards of") {
			t.Errorf("%s: %s names something that is equal", c.statement, text)
		}
	}
}

// Neither secret questions nor openly shown values are leaks.
func TestTwinsAcceptSecretQuestionsAndOpenShowing(t *testing.T) {
	for name, statement := range map[string]string{
		"nothing":                  "{gain: {passes: 1}}",
		"a secret question":        "{may: boast, by: $seat, secret: true, where: $seat.coin == gold, do: []}",
		"a question put to all":    "{may: boast, by: $seat, do: [{gain: {passes: 1}}]}",
		"a coin that is shown":     "{may: show, by: $seat, do: [{set: {$seat.shown: $seat.coin, $seat.coin: copper}}]}",
		"a mark that is shown":     "{may: show, by: $seat, do: [{set: {$seat.marks: $seat.coin}}]}",
		"a coin that is glimpsed":  "{may: show, by: $seat, do: [{set: {$seat.shown: $seat.coin}}, {set: {$seat.shown: copper}}]}",
		"a value told its owner":   "{set: {$seat.fate: blue.coin}}",
		"a value that is told":     "{set: {$seat.shown: silver}}",
		"a card that is shown":     "{card: top(stock), to: table, if: size(stock) > 0}",
		"who sees some card":       "{if: size(stock) > 0, then: [{gain: {passes: 1}, if: 'any($c in stock where blue in $c.seen-by)'}, {reveal: top(stock), to: blue}]}",
		"answers together":         "{together: {$s: seats}, do: [{one: $c, from: members(coin)}], set: {$s.shown: $c}}",
		"answers of some":          "{together: {$s: seats}, where: $s != $seat, do: [{one: $c, from: members(coin)}, {subset: $m, from: members(coin)}], set: {$s.shown: $c, $s.marks: $m}}",
		"the answer of one":        "{together: {$s: seats}, where: $s == blue, do: [{one: $c, from: members(coin)}], set: {$s.shown: $c}}",
		"answers that stay secret": "{together: {$s: seats}, do: [{one: $c, from: members(coin)}], set: {$s.coin: $c}}",
		"a secret derived value":   "{may: boast, by: $seat, secret: true, where: $seat.noble, do: []}",
	} {
		if err := play(t, statement, "visible: hidden"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The members that an open set gains show that the hidden set had them; its earlier members do not.
func TestTwinsAcceptShownMembers(t *testing.T) {
	if err := play(t, "{set: {$seat.marks: '=$seat.marks | $seat.bag | set($c in members(coin) where $c == silver)', $seat.bag: '=set($c in members(coin) where $c == copper)'}}", "visible: open"); err != nil {
		t.Error(err)
	}
}

// A secret answer is revealed before all have answered: in the trace as in the view.
func TestTwinsFindSecretAnswersRevealedTooEarly(t *testing.T) {
	for name, change := range map[string]func(gd *def.GameDef){
		"by who is asked": func(gd *def.GameDef) {
			for i := range gd.Decisions {
				if d := &gd.Decisions[i]; d.Covert {
					d.Secret = nil
					d.Where = append(d.Where, def.Cond{When: told(gd)})
				}
			}
		},
		"in the view": func(gd *def.GameDef) {
			for i := range gd.Vars {
				if gd.Vars[i].Answers {
					gd.Vars[i].Visible = def.Open
				}
			}
		},
	} {
		var leak *Leak
		statement := "{together: {$s: seats}, do: [{one: $c, from: members(coin)}], set: {$s.shown: $c}}"
		if err := play(t, statement, "visible: hidden", change); !errors.As(err, &leak) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// told is a condition on red's secret answer: if that is gold, the other decisions have no member.
func told(gd *def.GameDef) *def.Expr {
	for i := range gd.Vars {
		if v := &gd.Vars[i]; v.Answers {
			return &def.Expr{Op: def.OpNe, Type: def.TBool, Args: []*def.Expr{{Op: def.OpCell, Type: v.Type, I: int64(v.Base)}, {Op: def.OpConst, Type: v.Type, I: 2}}}
		}
	}
	return nil
}

// The second play is drawn again at every decision; or once, and again when a value was shown, or when it cannot follow
// the first play.
func TestTwinsResampleTheSecondPlay(t *testing.T) {
	for _, c := range []struct {
		statement, ends string
	}{
		{"{gain: {passes: 1}}", ""},
		{"{may: show, by: $seat, do: [{set: {$seat.shown: $seat.coin}}]}", "shown"},
		{"{may: show, by: $seat, do: [{set: {$seat.shown: $seat.coin}}, {set: {$seat.shown: copper}}]}", "shown"},
		{"{one: $c, by: $seat, from: members(coin), where: $c == $seat.coin, secret: true}", "lost"},               // no answer is legal in both
		{"{gain: {passes: '=1 div (if($seat.odd == gold, 0, 1))'}}", "lost"},                                       // a fault if the second play has gold
		{"{one: $c, by: $seat, from: members(coin), where: '$c == copper or $seat.coin == $c', secret: true}", ""}, // copper is legal in both
	} {
		g := loaded(t, c.statement, "visible: hidden}\n- {id: odd, type: coin, per: seat, visible: owner")
		var all Tally
		for seed := range uint64(8) {
			fresh := uint32(1) << (seed % 2 * 30)
			tally, err := Twins{Game: g, Setup: engine.Setup{Seed: seed}, Seat: 0, Seed: seed, Most: 60, Fresh: fresh}.Play()
			if err != nil || tally.Decisions < 9 || fresh == 1 && tally.Drawn != tally.Decisions || fresh > 1 && (tally.Drawn-tally.Shown-tally.Lost)>>1 != 0 { // the last pair continues to the end, or ends with it
				t.Errorf("%s, one in %d: %+v, %v", c.statement, fresh, tally, err)
			}
			all.Add(tally)
		}
		if (all.Shown > 0) != (c.ends == "shown") || (all.Lost > 0) != (c.ends == "lost") {
			t.Errorf("%s: %+v, want %q", c.statement, all, c.ends)
		}
	}
}

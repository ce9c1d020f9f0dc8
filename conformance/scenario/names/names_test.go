package names_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/compiler/onepage"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// begin begins a game of the repository.
func begin(t *testing.T, id string, seed uint64) *engine.State {
	t.Helper()
	gd, _, list := compiler.Compile(os.DirFS("../../.."), "data/games/"+id)
	if list.HasErrors() {
		t.Fatal(list)
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.New(engine.Setup{ID: gd.Setups[0].ID, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// At each decision of random games a written answer parses to the same answer, and every offer is legal and can be
// parsed.
func TestWrittenAnswersParseBack(t *testing.T) {
	kinds := map[string]bool{}
	for id, most := range map[string]int{"tidelands": 400, "hasami-shogi": 30, "texas-holdem": 300} {
		s := begin(t, id, 3)
		g, gd := s.Game(), s.Game().Def()
		player := players.NewUniform(3)
		for range most {
			d := s.Decision()
			if d == nil {
				break
			}
			kinds[d.Kind.Row().Name] = true
			a, err := s.Draw()
			if d.Seat != engine.Chance {
				a, err = player.Answer(s, d), nil
			}
			if err != nil {
				t.Fatal(err)
			}
			plain := names.Plain(g, d, a)
			back, err := names.Fit(g, d, plain)
			if err != nil {
				t.Fatalf("%s, %s: %v is not read: %v", id, d.Name, plain, err)
			}
			if again := names.Plain(g, d, back); !reflect.DeepEqual(again, plain) {
				t.Errorf("%s, %s: %v is read as %v", id, d.Name, plain, again)
			}
			if r := s.Refuses(back); r != nil {
				t.Errorf("%s, %s: %v is refused when it is read: %v", id, d.Name, plain, r)
			}
			for _, name := range names.Offered(g, d) {
				if !names.IsNumber(d) && !d.Kind.Row().Pairs && !names.Offerable(gd, &gd.Decisions[d.Index], name) {
					t.Errorf("%s, %s: %s is offered and cannot be", id, d.Name, name)
				}
			}
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, kind := range []string{"one", "pick", "menu", "amount", "roll", "shuffle", "pair"} {
		if !kinds[kind] {
			t.Errorf("no decision of kind %s was met: %v", kind, kinds)
		}
	}
}

// The error names the seat, the decision and a similar name.
func TestNamesThatDoNotFitAreReported(t *testing.T) {
	kalah, hasami, holdem := begin(t, "kalah", 1), begin(t, "hasami-shogi", 1), begin(t, "texas-holdem", 1)
	for _, c := range []struct {
		s    *engine.State
		v    any
		want string
	}{
		{kalah, "south-9", "unknown: south-9; did you mean south-"},
		{kalah, []any{"south-1"}, "answered by a name, not by"},
		{hasami, "a1", "answered by {first: second}"},
		{hasami, map[string]any{"a1": "z9"}, "unknown: a1 → z9"},
		{hasami, map[string]any{"a1": []any{"b1"}}, "answered by {first: second}"},
		{holdem, "nobody", "the outcome of deck is the list of its cards"},
	} {
		d := c.s.Decision()
		_, err := names.Fit(c.s.Game(), d, c.v)
		var misfit *names.Misfit
		if !errors.As(err, &misfit) || !strings.Contains(err.Error(), c.want) || misfit.Decision != d.Name || len(misfit.Offered) == 0 {
			t.Errorf("%v: %v, want %q", c.v, err, c.want)
		}
	}
	pair := source.Pair{Key: names.Word("south.wait", diag.Pos{}), Value: names.Word("true", diag.Pos{})}
	if _, err := names.FitStance(kalah.Game(), pair); err == nil || !strings.Contains(err.Error(), "there is no stance south.wait") {
		t.Errorf("a stance that there is not: %v", err)
	}
}

// Values are spelled as in the rulebook; a view hides the cards of others.
func TestValuesAndViews(t *testing.T) {
	s := begin(t, "texas-holdem", 2)
	gd := s.Game().Def()
	player := players.NewUniform(2)
	for len(s.Pile(3)) == 0 { // until cards are dealt
		d := s.Decision()
		a, err := s.Draw()
		if d.Seat != engine.Chance {
			a, err = player.Answer(s, d), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	spell := &diag.Speller{}
	value := func(name string) []string {
		v, err := names.Value(s, spell, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return v
	}
	if hand := value("hand-1"); len(hand) == 0 || !strings.Contains(hand[0], "-of-") {
		t.Errorf("a hand is %v", hand)
	}
	if _, err := names.Value(s, spell, "hand-99"); err == nil || !strings.Contains(err.Error(), "there is no value hand-99") {
		t.Errorf("a value that there is not: %v", err)
	}
	if got := names.Referent(gd, "seat-1.hand"); got != "hand-1" {
		t.Errorf("the hand of the first seat stands for %s", got)
	}
	if got := names.Referent(gd, "seat-1.bet"); got != "seat-1.bet" {
		t.Errorf("a variable stands for %s", got)
	}
	for _, c := range []struct {
		viewer string
		hidden bool
	}{{"seat-1", false}, {"seat-2", true}, {names.Everybody, true}} {
		seat, ok := names.Viewer(gd, c.viewer)
		if !ok || !slices.Contains(names.Viewers(gd), c.viewer) {
			t.Fatalf("%s looks at nothing", c.viewer)
		}
		seen, err := names.Seen(s, s.View(seat), spell, "hand-1")
		if err != nil || len(seen) == 0 || (seen[0] == names.Hidden) != c.hidden {
			t.Errorf("%s sees %v, %v", c.viewer, seen, err)
		}
	}
	if _, ok := names.Viewer(gd, "nobody"); ok {
		t.Error("an onlooker has no view")
	}
	market := begin(t, "night-market", 1).Game().Def()
	for name, veiled := range map[string]bool{"amber-hand": true, "deck": true, "amber-lit": false, "amber.laid": true, "dusk.offer": true, "amber.claim": false, "selling.silk": false, "nobody": false} {
		if names.Veiled(market, name) != veiled {
			t.Errorf("%s is veiled: %v", name, !veiled)
		}
	}
	if !names.Veiled(gd, "hand-1") || names.Veiled(gd, "board") || names.Veiled(gd, "pot") {
		t.Error("the wrong things are veiled")
	}
}

// MaxOffered numbers are listed; one more is written as a range.
func TestManyOfferedNumbersAreWrittenAsARange(t *testing.T) {
	g := begin(t, "kalah", 1).Game()
	for n, want := range map[int]int{names.MaxOffered: names.MaxOffered, names.MaxOffered + 1: 1} {
		if got := names.Offered(g, &engine.Decision{Kind: def.Amount, Min: 5, Max: 4 + n}); len(got) != want || want == 1 && got[0] != fmt.Sprintf("5 to %d", 4+n) {
			t.Errorf("%d numbers are offered as %d names", n, len(got))
		}
	}
}

// A name that is not an answer of the decision has no explanation.
func TestExplainOfAnUnknownNameIsNil(t *testing.T) {
	s := begin(t, "kalah", 1)
	for _, name := range []string{"stop", "nobody"} {
		if why := names.Explain(s, name); why != nil {
			t.Errorf("%s: %+v", name, why)
		}
	}
}

const forced = "# Toy\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill}, {id: dale}]
boxes: [{id: store}]
pieces: [{id: pawn, seat: red, count: 2, home: store}]
variables: [{id: gold, type: int}, {id: both, type: zones}, {id: ready, type: bool}]
procedures:
- id: play
  do:
  - menu: go
    by: red
    options: {on: {do: []}, off: {do: []}}
  - menu: only
    by: red
    options: {this: {do: []}, that: {where: gold > 0, do: []}}
  - one: $one
    by: blue
    from: [dale]
  - subset: $set
    by: red
    each: $x
    from: spaces
    min: 2
  - amount: $n
    by: red
    min: 2
    max: =2 + gold
  - {take: $t, by: red, of: pawn, from: store, min: 2, max: 2, do: []}
  - set: {both: =$set, gold: =$n, ready: "=$one == dale"}
  - menu: last
    by: red
    options: {on: {do: []}, off: {do: []}}
  - over: {}
` + "```\n"

// replies records the forced replies of a play.
type replies struct{ list []string }

func (r *replies) Event(s *engine.State, e *engine.Event) {
	if e.Kind == engine.Forced {
		reply, some := names.ForcedReply(s, e)
		r.list = append(r.list, fmt.Sprintf("%s %s: %v %v", reply.Seat, reply.Decision, reply.Value, some && reply.Forced && !reply.Chance))
	}
}

// A forced answer of each form is spelled as a reply, and values are plain.
func TestForcedAnswersAndPlainValues(t *testing.T) {
	g := onepage.Load(t, forced)
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	r := &replies{}
	s.Observe(r)
	if err := s.Apply(engine.Answer{Option: 0}); err != nil {
		t.Fatal(err)
	}
	want := []string{"red only: this true", "blue one: dale true", "red set: [hill dale] true", "red n: 2 true", "red t: map[store:map[pawn:2]] true"}
	if !slices.Equal(r.list, want) {
		t.Errorf("forced replies\n%s\nwant\n%s", strings.Join(r.list, "\n"), strings.Join(want, "\n"))
	}
	for name, want := range map[string]any{"gold": int64(2), "both": []any{"hill", "dale"}, "ready": true} {
		v, typ, err := s.Value(name)
		if got := names.PlainValue(s, v, typ); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, %v", name, got, err)
		}
	}
}

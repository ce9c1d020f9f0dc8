// These tests check the callbacks of a follower, and that the plain form of an answer can be parsed.

package scenario_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/players"
)

// The plain form of an answer is written like a script, in every game of the repository.
func TestPlainFormOfAnswersParsesBack(t *testing.T) {
	shapes := map[string]bool{}
	for _, id := range []string{"tidelands", "texas-holdem", "nine-mens-morris", "kalah", "hasami-shogi", "backgammon", "fire-in-the-lake"} {
		gd, _, list := compiler.Compile(os.DirFS("../.."), "data/games/"+id)
		if list.HasErrors() {
			t.Fatal(list)
		}
		g, err := engine.Load(gd, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.New(engine.Setup{Seed: 7, Observer: nil, ID: gd.Setups[0].ID})
		if err != nil {
			t.Fatal(err)
		}
		player := players.NewUniform(3)
		for range 300 {
			d := s.Decision()
			if d == nil {
				break
			}
			a := answerOf(t, s, player, d)
			plain := names.Plain(g, d, a)
			shapes[fmt.Sprintf("%T", plain)] = true
			back, err := names.Fit(g, d, plain)
			if err != nil {
				t.Fatalf("%s: %s %v: %v", id, d.Name, plain, err)
			}
			if want, got := names.ReplyOf(s, a), names.ReplyOf(s, back); !reflect.DeepEqual(want, got) || want.Chance != (d.Seat == engine.Chance) || want.Decision != d.Name {
				t.Fatalf("%s: %+v comes back as %+v", id, want, got)
			}
			other := s.Copy()
			if err := s.Apply(a); err != nil {
				t.Fatal(err)
			}
			if err := other.Apply(back); err != nil || other.Hash() != s.Hash() {
				t.Fatalf("%s: %s %v leads elsewhere: %v", id, d.Name, plain, err)
			}
		}
	}
	for _, want := range []string{"string", "int64", "[]interface {}", "map[string]interface {}"} {
		if !shapes[want] {
			t.Errorf("no answer is a %s; there are %v", want, shapes)
		}
	}
}

func answerOf(t *testing.T, s *engine.State, p players.Player, d *engine.Decision) engine.Answer {
	if d.Seat != engine.Chance {
		a := p.Answer(s, d)
		a.Chosen, a.Counts, a.Order = slices.Clone(a.Chosen), slices.Clone(a.Counts), slices.Clone(a.Order)
		return a
	}
	a, err := s.Draw()
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// follower records its callbacks.
type follower struct{ log []string }

func (f *follower) Event(*engine.State, *engine.Event) {}
func (f *follower) note(what string, v any) {
	text, _ := json.Marshal(v)
	f.log = append(f.log, what+" "+string(text))
}
func (f *follower) Line(l *scenario.Line) { f.log = append(f.log, "line "+l.Text) }
func (f *follower) Answering(s *engine.State, a engine.Answer) {
	f.note("answer", names.ReplyOf(s, a))
}
func (f *follower) Claimed(e *scenario.Expect) { f.note("claimed", e.Rules) }
func (f *follower) Tried(t scenario.Trial) {
	f.note("tried "+t.Line.Text+" because "+t.Because, []any{t.Legal, t.Refused, t.Forced, t.State.Decision().Name})
}

// followed plays a scenario and returns the callbacks of a follower.
func followed(t *testing.T, g *engine.Game, text string) (string, *scenario.Result) {
	t.Helper()
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+text))
	if s == nil {
		t.Fatal(list)
	}
	f := &follower{}
	r := scenario.Play(g, s, f)
	return strings.Join(f.log, "\n"), r
}

func TestFollowerReceivesLinesAnswersClaimsAndRefusals(t *testing.T) {
	got, r := followed(t, gameOf(t, lending), `
moves:
- stance: {blue.lends: yes}
- red: dig
  depth: 4
  chance: {luck: 6}
  seen: [hill, moor]
  expect: {rules: [9.1-a], state: {gold: 5}}
- expect: {state: {gold: 4}}
- blue: settle
  places: {hill: {how: none}}
- expect:
    rules: [9.1-b]
    state: {gold: 5}
    refused:
    - {red: settle, places: [moor], because: 9.1-a}
    - {red: settle, places: {hill: {how: many, n: {store: {pawn: 3}}}, hull: {}}, because: 9.1-a}
- red: dig
  depth: 1
- chance: {luck: 1}
- red:
  seen: []
`)
	const q = `{"Seat":"red","Decision":"act","Chance":false,"Stance":false,"Value":"settle"}`
	want := `line stance: blue.lends: yes
answer {"Seat":"blue","Decision":"blue.lends","Chance":false,"Stance":true,"Value":true}
line red: dig
answer {"Seat":"red","Decision":"act","Chance":false,"Stance":false,"Value":"dig"}
answer {"Seat":"red","Decision":"depth","Chance":false,"Stance":false,"Value":4}
answer {"Seat":"chance","Decision":"luck","Chance":true,"Stance":false,"Value":6}
answer {"Seat":"red","Decision":"seen","Chance":false,"Stance":false,"Value":["hill","moor"]}
claimed ["9.1-a"]
line blue: settle
answer {"Seat":"blue","Decision":"act","Chance":false,"Stance":false,"Value":"settle"}
answer {"Seat":"blue","Decision":"places","Chance":false,"Stance":false,"Value":"hill"}
answer {"Seat":"blue","Decision":"how","Chance":false,"Stance":false,"Value":"none"}
answer {"Seat":"blue","Decision":"places","Chance":false,"Stance":false,"Value":"stop"}
answer {"Seat":"blue","Decision":"show","Chance":false,"Stance":false,"Value":"no"}
tried red: settle because 9.1-a [[` + q + `],{"Seat":"red","Decision":"places","Chance":false,"Stance":false,"Value":"moor"},false,"places"]
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("%s\n\nwant\n%s", got, want)
	}
	if len(r.Failures) != 2 || !strings.Contains(r.Failures[0].Why, "gold is 5, expected 4") || !strings.Contains(r.Failures[1].Why, "hull") {
		t.Errorf("a failed claim and a refusal without a clause are not reported: %v", r.Failures)
	}
	const end = "line chance\n" + `answer {"Seat":"chance","Decision":"luck","Chance":true,"Stance":false,"Value":1}` + "\nline red\n" + `answer {"Seat":"red","Decision":"seen","Chance":false,"Stance":false,"Value":[]}`
	if r.Err != nil || !strings.HasSuffix(got, end) {
		t.Errorf("%v\n%s\n\nwant at the end\n%s", r.Err, got, end)
	}
}

// The follower is also notified of lines that name an answer which a forced decision did not offer.
func TestFollowerReceivesRefusalsByForcedDecisions(t *testing.T) {
	got, r := followed(t, gameOf(t, forcing), "expect:\n  refused:\n  - {red: go, place: dale, because: 9.1-a}\n  - {red: go, n: {pawn: 1}, because: 9.1-b}\n  - {red: go, s: [hill], because: 9.1-d}\n")
	if r.Problem() != nil {
		t.Error(r.Problem())
	}
	const act = `{"Seat":"red","Decision":"act","Chance":false,"Stance":false,"Value":"go"}`
	forced := act
	for _, x := range []string{`"place" "hill"`, `"n" {"store":{"pawn.hidden":2}}`, `"none" {}`, `"m" 1`, `"s" ["hill","dale"]`} {
		name, value, _ := strings.Cut(x, " ")
		forced += `,{"Seat":"red","Decision":` + name + `,"Chance":false,"Stance":false,"Forced":true,"Value":` + value + `}`
	}
	upTo := func(name string) string { // answers up to the forced decision of that name, which is contradicted
		at := strings.Index(forced, `"Decision":"`+name+`"`)
		return "[" + forced[:at+strings.Index(forced[at:]+",{", ",{")] + "]"
	}
	want := `tried red: go because 9.1-a [` + upTo("place") + `,{"Seat":"red","Decision":"place","Chance":false,"Stance":false,"Value":"dale"},true,"act"]
tried red: go because 9.1-b [` + upTo("n") + `,{"Seat":"red","Decision":"n","Chance":false,"Stance":false,"Value":{"pawn":1}},true,"act"]
tried red: go because 9.1-d [` + upTo("s") + `,{"Seat":"red","Decision":"s","Chance":false,"Stance":false,"Value":["hill"]},true,"act"]
claimed null`
	if got != want {
		t.Errorf("%s\n\nwant\n%s", got, want)
	}
}

func TestAgainstNamesTheClausesThatExcludeAName(t *testing.T) {
	script, _ := scenario.Parse("9.1/x.yaml", []byte(head+"setup: {values: {gold: 0}}\nexpect: {asked: red}\n"))
	s, err := scenario.Start(toy(t), script)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"settle": "9.1-b", "dig": "", "sleep": "", "stop": ""} {
		if got := strings.Join(names.Against(s.State(), name), " "); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// probe is a follower of answers only.
type probe func(*engine.State, engine.Answer)

func (probe) Event(*engine.State, *engine.Event)           {}
func (probe) Line(*scenario.Line)                          {}
func (p probe) Answering(s *engine.State, a engine.Answer) { p(s, a) }
func (probe) Claimed(*scenario.Expect)                     {}
func (probe) Tried(scenario.Trial)                         {}
func sprint(v any) string                                  { return fmt.Sprint(v) }

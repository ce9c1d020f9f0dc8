package engine_test

// These tests check the effects of obligations on a play: refusals with their clauses, possible procedures, saving and copying
// within a block, and that the search leaves no trace.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

// errands is a game in which gold must not be spent before the gate is paid for, whatever calls the payment.
const errands = `# 1 Errands

~~~yaml
game: {id: errands, title: Errands, main: play}
seats: [{id: red}]
tracks:
- {id: gold, min: 0, max: 99, initial: 3}
- {id: gates, min: 0, max: 99, initial: 0}
- {id: alms, min: 0, max: 99, initial: 0}
procedures:
- id: play
  do:
  - repeat: 9
    while: gates < 90
    do:
    - menu: what
      by: red
      options:
        journey: [{journey: }]
        hoard: [{gain: {gold: 1}}]
        lottery: [{gain: {gates: 0}}, {lottery: }]
        squander: [{lose: {gold: 99}}]
        maze: [{gain: {gates: 0}}, {maze: }]
        errand: [{gain: {gates: 0}}, {errand: }]
- id: journey
  do:
  - ensure: gates > 0
    rule: 1.1
    do:
    - give: 2
    - ensure: alms
      most: 2
      rule: 1.2
      do:
      - give: 1
    - amount: $toll
      by: red
      max: min(gold, 2)
    - pay: {gold: $toll}
    - gain: {gates: 1}
      if: $toll == 2
  - set: {gates: 0, alms: 0}
- id: errand
  do:
  - ensure: gates > 0
    once: true
    rule: 1.5
    do:
    - amount: $first
      by: red
      max: 1
    - gain: {gates: $first}
    - amount: $second
      by: red
      max: 1
    - gain: {gates: $second}
    - amount: $third
      by: red
      max: 1
    - set: {gates: 0}
- id: give
  params: {times: int}
  do:
  - repeat: $times
    do:
    - may: give
      by: red
      where: gold > 0
      do: [{lose: {gold: 1}}, {gain: {alms: 1}}]
- id: lottery
  do:
  - ensure: alms
    rule: 1.3
    do:
    - amount: $stake
      by: red
      max: 2
    - roll: $n
      sides: 2
    - amount: $more
      by: red
      max: 3
    - gain: {alms: =$more}
      if: $n == 2 or $more < 2
  - set: {alms: 0}
- id: maze
  do:
  - ensure: gold mod 2 == 1
    rule: 1.4
    do:
    - repeat: 40
      do:
      - amount: $step
        by: red
        max: 60
      - set: {gold: =2 * ($step mod 40), alms: "=(alms * 7 + $step) mod 97", gates: "=(gates * 5 + $step) mod 89"}
~~~
`

func errand(t testing.TB, options ...engine.LoadOption) *engine.State {
	t.Helper()
	s, err := loaded(t, toy(t, errands), options...).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func option(t testing.TB, s *engine.State, name string) engine.Answer {
	t.Helper()
	d := s.Decision()
	for i, o := range s.Game().Def().Decisions[d.Index].Options {
		if o.Name == name {
			return engine.Answer{Option: int32(i)}
		}
	}
	t.Fatalf("%s has no option %s", d.Name, name)
	return engine.Answer{}
}

// does gives answers by the names of options, or by numbers.
func does(t testing.TB, s *engine.State, answers ...any) {
	t.Helper()
	for _, a := range answers {
		answer := engine.Answer{}
		switch a := a.(type) {
		case int:
			answer.N = int64(a)
		case string:
			answer = option(t, s, a)
		}
		if err := s.Apply(answer); err != nil {
			t.Fatalf("%v: %v", a, err)
		}
	}
}

func TestAnswerThatViolatesAnObligationIsRefusedUnderItsClause(t *testing.T) {
	s := errand(t)
	does(t, s, "journey", "yes") // of three, two are for the gate
	if d := s.Decision(); d.Name != "what" {
		t.Errorf("the decision is %s: a seat with just enough has no further decision", d.Name)
	}
	s = errand(t)
	does(t, s, "hoard", "journey", "yes")
	for _, c := range []struct{ answer, rule string }{{"yes", ""}, {"no", ""}} {
		if r := s.Refuses(option(t, s, c.answer)); r != nil {
			t.Errorf("%s: %v", c.answer, r)
		}
	}
	does(t, s, "no") // the inner block takes the alms that the toll leaves, without a decision
	if d := s.Decision(); d.Name != "what" {
		t.Errorf("asked is %s", d.Name)
	}
	s = errand(t)
	does(t, s, "hoard", "hoard", "hoard", "journey")
	if d := s.Decision(); d.Name != "give" || !d.Obliged {
		t.Fatalf("asked is %s", d.Name)
	}
	does(t, s, "yes", "yes")
	if d := s.Decision(); d.Name != "give" { // there are two alms and the toll is safe, so the rest can be spent
		t.Errorf("asked is %s", d.Name)
	}
}

func TestRefusalNamesTheOutermostViolatedObligation(t *testing.T) {
	s := errand(t)
	watch := &refusing{answer: map[string]engine.Answer{}}
	watch.answer["give"] = engine.Answer{Option: 0}
	watch.answer["toll"] = engine.Answer{N: 1}
	s.Observe(watch)
	does(t, s, "journey", "yes")
	want := []string{"give yes: 1.1", "give yes: 1.1", "toll 1: 1.1"}
	if got := watch.said; !slices.Equal(got, want) {
		t.Errorf("refused are %q, want %q", got, want)
	}
	s = errand(t)
	does(t, s, "hoard", "hoard")
	watch = &refusing{answer: map[string]engine.Answer{"give": {Option: 1}}}
	s.Observe(watch)
	does(t, s, "journey", "no", "no")
	if want := []string{"give no: 1.2"}; !slices.Equal(watch.said, want) {
		t.Errorf("refused are %q, want %q", watch.said, want)
	}
}

// refusing queries, at each forced decision, why another answer is illegal.
type refusing struct {
	answer map[string]engine.Answer
	said   []string
}

func (r *refusing) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Forced {
		return
	}
	d := s.Decision()
	if a, ok := r.answer[d.Name]; ok {
		if no := s.Refuses(a); no != nil {
			r.said = append(r.said, fmt.Sprintf("%s %s: %s", d.Name, no.Candidate, no.Rule))
		}
	}
}

func TestProcedureIsPossibleIfItsObligationIsSatisfiable(t *testing.T) {
	s := errand(t)
	does(t, s, "squander", "hoard")
	r := s.Refuses(option(t, s, "journey"))
	if r == nil || r.Rule != "1.1" {
		t.Fatalf("a journey without the toll: %v", r)
	}
	does(t, s, "hoard")
	if r := s.Refuses(option(t, s, "journey")); r != nil {
		t.Errorf("with the toll: %v", r)
	}
}

func TestOnceObligationBindsUntilItHolds(t *testing.T) {
	s := errand(t)
	does(t, s, "errand", 1)
	if d := s.Decision(); d.Name != "second" || d.Obliged {
		t.Errorf("asked is %s, bound %t: it held, and what comes is free", d.Name, d.Obliged)
	}
	s = errand(t)
	watch := &refusing{answer: map[string]engine.Answer{"second": {N: 0}}}
	s.Observe(watch)
	does(t, s, "errand", 0)
	if d := s.Decision(); d.Name != "third" || d.Obliged || !slices.Equal(watch.said, []string{"second 0: 1.5"}) {
		t.Errorf("asked is %s, refused %q", d.Name, watch.said)
	}
}

func TestObligationIsReducedToWhatTheRollLeavesReachable(t *testing.T) {
	for n, least := range map[int]int64{1: 1, 2: 3} {
		s := errand(t)
		does(t, s, "lottery", 0)
		watch := &journal{}
		s.Observe(watch)
		does(t, s, n)
		if got := watch.list[len(watch.list)-1].N; got != least {
			t.Errorf("after a roll of %d: %d", n, got)
		}
	}
}

func TestSearchBeyondStateLimitIsAFaultThatNamesTheBlock(t *testing.T) {
	s := errand(t)
	before := s.Encode(nil)
	err := s.Apply(option(t, s, "maze"))
	var fault *engine.Fault
	if !errors.As(err, &fault) {
		t.Fatalf("the maze: %v", err)
	}
	if !strings.Contains(fault.Why, "65536 states") || !slices.Equal(fault.Rules, []string{"1.4"}) {
		t.Errorf("the fault says %q of %v", fault.Why, fault.Rules)
	}
	if !bytes.Equal(before, s.Encode(nil)) {
		t.Error("the state has changed")
	}
}

// A play that is saved or copied within a block publishes the same decision and continues alike.
func TestPlayIsSavedAndCopiedInsideAnObligation(t *testing.T) {
	s := errand(t)
	does(t, s, "hoard", "hoard", "journey", "yes")
	data := s.Encode(nil)
	back, err := s.Game().Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*engine.State{back, s.Copy()} {
		if c.Hash() != s.Hash() || fmt.Sprint(c.Decision().Options) != fmt.Sprint(s.Decision().Options) || c.Decision().Obliged != s.Decision().Obliged {
			t.Errorf("%+v is not %+v", c.Decision(), s.Decision())
		}
		kept := c.Copy()
		does(t, c, "yes")
		does(t, kept, "yes")
		if c.Hash() != kept.Hash() {
			t.Error("the copy goes another way")
		}
	}
	if !bytes.Equal(data, s.Encode(nil)) {
		t.Error("a copy has changed the state")
	}
}

type counting struct{ n int }

func (c *counting) Event(*engine.State, *engine.Event) { c.n++ }

func TestSearchIsInvisibleToObserversAndCoverage(t *testing.T) {
	events, ran := [2]int{}, [2]string{}
	for i := range events {
		s, err := loaded(t, toy(t, errands), engine.WithCoverage()).New(engine.Setup{Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		watch := &counting{}
		s.Observe(watch)
		does(t, s, "hoard", "journey")
		for range i * 5 { // view a decision, query a refusal, copy
			s.Copy().Decision()
			s.Refuses(engine.Answer{Option: 1})
		}
		does(t, s, "yes")
		events[i] = watch.n
		n := 0
		for _, c := range s.Game().Coverage() {
			n += int(c.Ran)
		}
		ran[i] = fmt.Sprint(n)
	}
	if events[0] != events[1] || ran[0] != ran[1] {
		t.Errorf("events %v, nodes %v", events, ran)
	}
	s := errand(t)
	for _, v := range s.Game().Def().Procs {
		if v.ID == "journey" && (v.Possible < 0 || s.Game().Def().Functions[v.Possible].Body.Op != def.OpAhead) {
			t.Error("a journey does not look ahead")
		}
	}
}

// BenchmarkObligation starts a block and answers in it, with an obligation and without.
func BenchmarkObligation(b *testing.B) {
	free := strings.NewReplacer("- ensure: gates > 0\n    rule: 1.1\n    do:", "- do:", "- ensure: alms\n      most: 2\n      rule: 1.2\n      do:", "- do:")
	for _, c := range []struct{ name, page string }{{"with", errands}, {"without", free.Replace(errands)}} {
		b.Run(c.name, func(b *testing.B) {
			s, err := loaded(b, toy(b, c.page)).New(engine.Setup{})
			if err != nil {
				b.Fatal(err)
			}
			does(b, s, "hoard", "hoard", "hoard")
			from, to := s, s.Copy()
			journey := option(b, s, "journey")
			b.ReportAllocs()
			for b.Loop() {
				from.CopyTo(to)
				if err := to.Apply(journey); err != nil {
					b.Fatal(err)
				}
				if err := to.Apply(engine.Answer{Option: 0}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// maze is a walk from space to space that must end. If x is searched, y leads back to it and w to y; both nevertheless have
// another way through x.
const maze = `# 1 Maze

~~~yaml
game: {id: maze, title: Maze, main: play}
seats: [{id: red}]
properties: {zone: {exits: {type: zones, default: []}}}
spaces: [{id: x, exits: [y, w, z]}, {id: y, exits: [x, u]}, {id: w, exits: [y, u]}, {id: z, exits: [u, v]}, {id: u}, {id: v}, {id: gate, exits: [x, w, u]}]
variables: [{id: at, type: zone, initial: gate}]
procedures:
- id: play
  do:
  - ensure: at == v
    rule: 1.1
    do:
    - while: at != v
      do:
      - one: $next
        by: red
        from: at.exits
      - require: $next != none
      - set: {at: $next}
~~~
`

func TestSearchDoesNotCacheFailureOfStatesCutByACycle(t *testing.T) {
	s, err := loaded(t, toy(t, maze)).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if d := s.Decision(); d.Name != "next" || fmt.Sprint(d.Members) != "[0 2]" {
		t.Errorf("%s offers %v, not x and w", d.Name, d.Members)
	}
}

// An outer obligation to hold once is evaluated in its own frame, with the obligations that are open there, without those of
// procedures called since.
func TestOuterObligationIsEvaluatedWithoutInnerObligations(t *testing.T) {
	gd := toy(t, "# 1 Toy\n\n```yaml"+`
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
tracks:
- {id: gold, min: 0, max: 9, initial: 0}
- {id: zeal, min: 0, max: 9, initial: 0}
procedures:
- id: play
  do:
  - ensure: possible(work)
    once: true
    rule: 1
    do: [inner]
  - menu: end
    by: red
    options: {stop: {do: []}, rest: {do: []}}
- id: inner
  do:
  - ensure: zeal
    most: 1
    do:
    - menu: choose
      by: red
      options: {earn: {do: [{gain: {gold: 1}}]}, beg: {do: [{gain: {gold: 1}}]}, idle: {do: []}}
    - menu: strive
      by: red
      options: {much: {do: [{gain: {zeal: 1}}]}, more: {do: [{gain: {zeal: 2}}]}, not: {do: []}}
  - lose: {gold: 9}
- id: work
  do:
  - ensure: gold > 1
    do:
    - menu: labour
      by: red
      options:
        hard: {where: gold > 0, do: [{gain: {gold: 1}}]}
        not: {do: []}
`+"```\n")
	g := loaded(t, gd)
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"choose earn beg", "strive much more", "end stop rest"} {
		d := s.Decision()
		got := d.Name
		for _, o := range d.Options {
			got += " " + o.Name
		}
		if got != want {
			t.Fatalf("%q is asked, want %q", got, want)
		}
		if err := s.Apply(engine.Answer{Option: d.Options[0].Index}); err != nil {
			t.Fatal(err)
		}
	}
}

// An obligation to hold once is a formula: an assignment does not satisfy it, wherever its variable is.
func TestAssignmentDoesNotSatisfyAnObligationToHoldOnce(t *testing.T) {
	gd := toy(t, "# 1 Toy\n\n```yaml"+`
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: x, adjacent: [y]}, {id: y, adjacent: [x]}]
tracks: [{id: a, min: 0, max: 9, initial: 0}, {id: b, min: 0, max: 9, initial: 0}]
variables: [{id: c, type: int}]
procedures:
- id: play
  do:
  - ensure: b > 1
    once: true
    rule: 1
    do:
    - menu: choose
      by: red
      options: {earn: {do: [{gain: {b: 2}}]}, beg: {do: [{gain: {b: 3}}]}, idle: {do: []}}
    - pick: $k
      by: red
      each: $s
      from: spaces
      max: 1
      do: [{set: {a: 1}}]
  - menu: end
    by: red
    options: {stop: {do: []}, rest: {do: []}}
`+"```\n")
	if gd.Vars[0].ID != "a" || gd.Vars[0].Base != 0 {
		t.Fatalf("the first cell is %s's", gd.Vars[0].ID)
	}
	s, err := loaded(t, gd).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if d := s.Decision(); len(d.Options) != 2 || d.Options[1].Name != "beg" {
		t.Errorf("%s: %v", d.Name, d.Options)
	}
}

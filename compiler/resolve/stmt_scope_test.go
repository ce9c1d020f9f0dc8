package resolve_test

// These tests resolve grants, copies, clauses and the scopes of names.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/typed"
)

const grants = `grants:
  with: {count: "=if($who == ant, 1, 3)"}
  after: [{gain: {$who.purse: $count}}]`

func TestCommonStatementsOfGrantsReadTheirArguments(t *testing.T) {
	stated(t, "- grant: {helper: $as}\n- let: {$z: {grant: {helper: {who: ant, count: $many}}}}\n- set: {$z.favor: cool}", `
grant helper
  own $who:seat = $as
  own $count:int = (if (== $who ant) 1 3) default yes
  args ($who $count) left 10
  gain track (lookup $who) by $count
grant helper -> $z:zone else none
  own $who:seat = ant
  own $count:int = $many
  args ($who $count)
  gain track (lookup $who) by $count
set $z.favor = cool only (has {11} $z)
`, grants)
}

// A grant belongs to the `grantRule` clauses of the granted procedure, unless it has its own.
func TestGrantHasTheClausesOfTheGrantedProcedure(t *testing.T) {
	_, p, list := resolveTest(t, "- {grant: {lift: {}}}\n- {grant: {lift: {}}, rule: 9.2}", "procedures: [{id: lift, grantRule: 3.1, do: [{gain: {honey: 1}}]}]")
	if len(list) > 0 {
		t.Fatal(reported(list))
	}
	for i, want := range []string{"[3.1]", "[9.2]"} {
		if got := fmt.Sprint(p.Body[i].At.Rules); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestOptionRecordsTheGrantOfItsBody(t *testing.T) {
	_, p, list := resolveTest(t, `
- menu: what
  by: $as
  options:
    give: {rule: 9.2, do: [{grant: {helper: $as}}, plain]}
    guarded: [{grant: {helper: $as}, if: $many > 1}]
    later: [plain, {grant: {helper: $as}}]
    more: {rule: 9.2, do: [{grant: {helper: $as}, rule: 9.1}]}`)
	if len(list) > 0 {
		t.Fatal(list)
	}
	options := p.Body[0].Do.(*typed.Decide).Options
	for i, rule := range []string{"9.2", "", "", "9.1"} {
		o := options[i]
		if rule == "" {
			if o.Granted != nil {
				t.Errorf("%s: the body does not begin with a grant", o.Name)
			}
			continue
		}
		if o.Granted == nil || o.Granted != o.Body[0].Do {
			t.Fatalf("%s: %v is not the grant of the body", o.Name, o.Granted)
		}
		if at := o.GrantAt; at.What != "where" || at.Rule() != rule || at.Pos != o.Body[0].At.Pos {
			t.Errorf("%s: %v", o.Name, at)
		}
	}
}

// The statements of a side option belong to the clauses of the decision, its condition to its own.
func TestClausesOfSideOptions(t *testing.T) {
	_, p, _ := resolveTest(t, "- menu: what\n  by: $as\n  rule: 9.1\n  options: {go: {rule: 9.2, where: $many > 1, do: [plain]}}\n  also: {wait: {rule: 9.2, where: $many > 2, do: [plain]}}")
	d := p.Body[0].Do.(*typed.Decide)
	for _, c := range []struct{ got, want string }{
		{d.Rule, "9.1"}, {d.Options[0].Where[0].Rule, "9.2"}, {d.Options[0].Body[0].At.Rule(), "9.2"},
		{d.Also[0].Where[0].Rule, "9.2"}, {d.Also[0].Body[0].At.Rule(), "9.1"},
	} {
		if c.got != c.want {
			t.Errorf("clause %q, want %q", c.got, c.want)
		}
	}
}

const macros = `effectMacros:
- id: count-in
  rule: 9.2
  params: [{name: where, type: zone}, {name: track, type: value}]
  exports: [seen]
  effects:
  - let: {$seen: "=pieces($where, ant)", $spare: 1}
  - gain: {honey: $seen}
    if: $seen > 0
`

func TestMacroCopyExportsItsBindings(t *testing.T) {
	text := "- macro: count-in\n  args: {where: $at, track: honey}\n  rule: 9.1\n- macro: count-in\n  args: {where: oak, track: honey}\n- gain: {honey: $seen}"
	stated(t, text, `
do
  do
    several
      let $seen:int = (pieces $at {11111})
      let $spare:int = 1
    when (> $seen 0) /9.2
      gain honey by $seen
do
  let $param-where:zone = oak
  several
    let $seen:int = (pieces $param-where {11111})
    let $spare:int = 1
  when (> $seen 0) /9.2
    gain honey by $seen
gain honey by $seen
`, macros)
	_, p, _ := resolveTest(t, text, macros)
	if len(p.Bound) > 0 {
		t.Errorf("a copy binds %s to be read", p.Bound[0].Name)
	}
	for _, s := range p.Body[:2] {
		for _, in := range innermost(s) {
			if in.At.Rule() != "9.2" {
				t.Errorf("a statement of the copy belongs to %v, not to the clause of the macro", in.At.Rules)
			}
			if in.When != nil && in.When.Said.When != nil {
				t.Error("a condition of a copy is what the author wrote")
			}
		}
	}
}

// innermost returns the statements of a block and of nested blocks.
func innermost(s *typed.Stmt) []*typed.Stmt {
	b, ok := s.Do.(*typed.Block)
	if !ok {
		return []*typed.Stmt{s}
	}
	var out []*typed.Stmt
	for _, in := range b.Body {
		out = append(out, innermost(in)...)
	}
	return out
}

func TestMacroExportsOnlyItsListedBindings(t *testing.T) {
	text := "- macro: count-in\n  args: {where: $at, track: honey}\n- gain: {honey: $sene}"
	_, _, list := resolveTest(t, text, strings.Replace(macros, "[seen]", "[sene]", 1))
	if len(list) != 1 || list[0].Code != "unknown-binding" || !strings.Contains(list[0].Summary, "macro count-in exports $sene") {
		t.Error(list)
	}
}

func TestBindingsRecordWhetherTheyAreRead(t *testing.T) {
	_, p, list := resolveTest(t, `
- let: {$a: 1, $b: $a}
- let: {$c: {call: helper, with: {who: $as}}, $d: {grant: {helper: $as}}}
- one: $e
  by: $as
  from: woods
- roll: $f
- take: $g
  by: $as
  of: ant
  from: oak
- pick: $h
  by: $as
  from: woods
- set: {$b: 2}
- askUntil: $i
  of: "in-turn(seats, $as)"
  do: [{amount: $bid, by: $i, max: 2}]
  until: $bid > 1
- askUntil: $j
  of: "in-turn(seats, $as)"
  do: [{amount: $bid2, by: $as, max: 2}]
  until: $bid2 > 1`)
	if len(list) > 0 {
		t.Fatal(list)
	}
	var got []string
	for _, b := range p.Bound {
		text := b.Name
		if b.Used {
			text += " is read"
		}
		got = append(got, text)
	}
	if want := []string{"$a is read", "$b", "$c", "$d", "$e", "$f", "$i is read", "$bid is read", "$j", "$bid2 is read"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// resolvePage resolves the base game with a page of entries.
func resolvePage(t *testing.T, entries string) (*typed.Rulebook, string) {
	t.Helper()
	_, rb, list := resolveFiles(t, fstest.MapFS{"game/10-base.md": {Data: basePage(t)}, "game/20-more.md": {Data: []byte("```yaml\n" + entries + "\n```\n\n- **9.1** A clause.\n")}})
	var said []string
	for _, d := range list {
		said = append(said, d.Error())
	}
	return rb, strings.Join(said, "\n")
}

func procNamed(t *testing.T, rb *typed.Rulebook, id string) *typed.Proc {
	t.Helper()
	i := slices.IndexFunc(rb.Procs, func(p *typed.Proc) bool { return p.ID == id })
	if i < 0 {
		t.Fatalf("there is no procedure %s", id)
	}
	return rb.Procs[i]
}

func TestProceduresOfAllKinds(t *testing.T) {
	rb, said := resolvePage(t, `procedures:
- id: careful
  rule: 9.1
  params: {n: int}
  possible: [{rule: 3.1, when: $n > 0}]
  effects: [{gain: {honey: $n}}]
cards:
- {id: storm, text: {do: [{lose: {$executor.purse: 1}}]}}
lasting:
- id: reaping
  duration: turn
  rule: 9.1
  hooks: [{to: harvest, do: [{set: {$space.favor: cool}}]}]`)
	if said != "" {
		t.Fatal(said)
	}
	careful := procNamed(t, rb, "careful")
	if !careful.Own || len(careful.Possible) != 1 || careful.Possible[0].Rule != "3.1" || len(careful.Body) != 1 || careful.At.Rule() != "9.1" || !careful.Declared {
		t.Errorf("careful is %+v", careful)
	}
	if storm := procNamed(t, rb, "storm.text"); storm.Declared || storm.Own || len(storm.Params) != 1 || len(storm.Body) != 1 {
		t.Errorf("the text of a card is %+v", storm)
	}
	if hook := procNamed(t, rb, "reaping@harvest"); hook.Params[0].Name != "$space" || len(hook.Body) != 1 || hook.Body[0].At.Rule() != "9.1" {
		t.Errorf("the hook is %+v", hook)
	}
	for i, p := range rb.Procs {
		if p.Index != int32(i) {
			t.Errorf("%s has the place %d, not %d", p.ID, i, p.Index)
		}
	}
}

// If a key of a procedure was not understood, its parameters are unknown: neither its arguments nor the names that it reads are
// reported.
func TestUnreadableParametersGiveNoFollowUpErrors(t *testing.T) {
	_, said := resolvePage(t, "procedures:\n- id: odd\n  tags: odds\n  parms: {n: int}\n  do: [{gain: {honey: $n}}, {amount: $some, max: $n}, {note: {n: $some}}]\n- {id: other, do: [{odd: {n: 3}}, {grant: {odd: {n: 3}}}, {call: odd, with: {n: 3}}, {callOne: $p, by: ant, from: procedures(odds), with: {n: 3}}]}")
	if strings.Count(said, "error") != 1 || !strings.Contains(said, "parms") {
		t.Error(said)
	}
}

// A name that is declared twice has no known meaning.
func TestDuplicateNamesInProceduresGiveNoFollowUpErrors(t *testing.T) {
	_, said := resolvePage(t, `tracks: [{id: gather, max: 3}, {id: favor, max: 2}]
procedures:
- id: other
  params: {at: zone}
  do: [{gather: $at}, {gain: {gather: 1}}, {grant: {gather: $at}}, {shift: {$at.favor: 1}}, {set: {$at.favor: cool}}, {hold: favor, do: []}]`)
	if strings.Count(said, "error") != 2 || strings.Count(said, "duplicate-id") != 2 {
		t.Error(said)
	}
}

// A choice of the first drafts is a query; no warning is given if no candidate satisfies it, or if nothing reads the answer.
func TestChoicesOfTheFirstDraftsGetNoWarning(t *testing.T) {
	_, p, list := resolveTest(t, "- chooseOne: {bind: $z, chooser: $as, options: {query: mapSpaces, filter: {op: '>', left: {ref: zoneProp, zone: $zone, prop: yield}, right: 9}}}")
	if len(list) > 0 {
		t.Fatal(list)
	}
	d := p.Body[0].Do.(*typed.Decide)
	if d.Domain.Written != nil || len(d.Domain.Where) != 1 || d.Domain.Where[0].Said.When != nil || len(p.Bound) > 0 {
		t.Errorf("%+v", d)
	}
}

package resolve_test

// These tests resolve valid rules and data and check the typed rulebook and the GameDef.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// resolved resolves the base game with further pages, which must be valid.
func resolved(t *testing.T, more ...string) (*def.GameDef, *typed.Rulebook) {
	t.Helper()
	gd, rb, list := resolveFiles(t, orchard(t, more...))
	if len(list) > 0 {
		t.Fatal(reported(list))
	}
	return gd, rb
}

func values(gd *def.GameDef, id string) string {
	i := slices.IndexFunc(gd.Lookups, func(l def.Lookup) bool { return l.ID == id })
	return fmt.Sprint(gd.Lookups[i].Values)
}

func TestPropertiesAreGivenOrDefault(t *testing.T) {
	gd, rb := resolved(t, `properties: {zone: {crop: {type: filter, default: ant}, next: {type: zone, default: none}}}
spaces: [{id: bay, next: oak, crop: [ant-hill, bee-scout.open]}]
cards: [{id: snow, text: gather-all}]
procedures: [{id: gather-all, params: {executor: seat}, do: []}]`)
	for id, want := range map[string]string{
		"zone.yield": "[1 2 0 0 0 0]", "zone.next": "[-1 -1 -1 0 -1 -1]", "zone.crop": "[31 31 31 80 31 31]", "pieces of seat": "[31 96]",
		"card.order": "[-65280 -1 -65535]", "card.text": "[3 2 -1]", "gifts.amount": "[1 2]", "procedure.seats": "[3 0 0]",
	} {
		if got := values(gd, id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
	if got := fmt.Sprint(rb.Stored); got != "[[3 2]]" {
		t.Error("the procedures that are values of a procedure type:", got)
	}
	if got := fmt.Sprint(gd.Adjacent); got != "[2 5 2 0 0 0]" {
		t.Error(got)
	}
}

func TestPropertiesAreComputedFromOtherPropertiesInAnyOrder(t *testing.T) {
	gd, _ := resolved(t, `properties: {seat: {goal: {type: zones, default: rich}}, zone: {zeal: {type: int, default: 0}, about: {type: int, default: 0}, wide: {type: int, default: 0}}}
sets: {rich: "=set($s in spaces where $s.yield > 1 or $s.zeal == 3)"}
values: [{id: worth, at: worths, type: int, per: 1..2}]
worths: [=hill.zeal, =elm.yield]
spaces: [{id: bay, yield: 1, about: "=oak.yield * 3 * worth[1]", wide: "=count($s in spaces where $s.yield == 1)"}, {id: hill, yield: 1, zeal: 3, wide: "=count($s in spaces where $s.yield == 1)"}]`)
	for id, want := range map[string]string{"seat.goal": "[18 18]", "zone.about": "[0 0 0 9 0 0 0]", "zone.wide": "[0 0 0 3 3 0 0]"} {
		if got := values(gd, id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func TestInitialValuesOfVariables(t *testing.T) {
	gd, _ := resolved(t, "variables: [{id: who, type: order, initial: [bee, ant]}, {id: n, type: int, initial: =rounds + 1}]\nsetupValues: [{id: long, at: plan.long, type: bool, default: true}]\nsetups: [{id: two, plan: {long: false}}]\nmarkers: [{id: mould, on: [oak], count: 3, initial: 2}]")
	initial := func(id string) []int64 {
		i := slices.IndexFunc(gd.Vars, func(v def.VarDef) bool { return v.ID == id })
		return gd.Initial[gd.Vars[i].Base : gd.Vars[i].Base+gd.Vars[i].Len]
	}
	if got := fmt.Sprint(initial("who"), initial("n"), initial("favor"), initial("ready"), initial("long"), initial("mould")); got != "[-65535] [3] [1 1 1 1 1] [1 1] [1] [2 0 0 0 0]" {
		t.Error(got)
	}
	if s := gd.Setups[1]; fmt.Sprint(s.Cells) != "[{0 0}]" {
		t.Errorf("%+v", s)
	}
}

func TestSetups(t *testing.T) {
	gd, rb := resolved(t, `setups:
- id: two
  tracks: {honey: 7}
  variables: {now: fruit, bee: {ready: false}}
  spaces: {oak: {pieces: {ant-scout.open: 2, bee-scout: 1}, favor: warm}}
  boxes: {hive: {bee-scout: 2}, nest: {pieces: {ant-hill: 1}}}
  piles: {shown: [wind], stock: rain}
  lasting: drought
  expect: {peace: false}`)
	s := gd.Setups[1]
	var cells []string
	for _, c := range s.Cells {
		p := printer{gd: gd}
		cells = append(cells, fmt.Sprint(p.cell(c.Cell), "=", c.Value))
	}
	got := fmt.Sprint(strings.Join(cells, " "), s.Pieces, s.Cards, s.Active)
	if got != "honey=7 now=1 ready[1]=0 favor[0]=2[{0 1 2} {0 5 1} {4 5 2} {3 4 1}] [{1 1} {0 0}] [0]" {
		t.Error(got)
	}
	if c := rb.Claims[0]; c.Setup != "two" || c.ID != "peace" || c.Want != 0 || c.Written != "false" || c.Pos.Line != 10 {
		t.Errorf("%+v", c)
	}
}

// A set with more members than bits in a word has as many cells as words, including those without members.
func TestSetupInitialisesAllWordsOfAWideSet(t *testing.T) {
	var boxes strings.Builder
	for i := range 70 {
		fmt.Fprintf(&boxes, "- {id: b%d}\n", i)
	}
	gd, _ := resolved(t, "boxes:\n"+boxes.String()+"variables: [{id: seen, type: zones, initial: [elm, b69]}]\nsetups: [{id: two, variables: {seen: [oak]}}, {id: three, variables: {seen: [oak, b69]}}]")
	at := gd.Vars[slices.IndexFunc(gd.Vars, func(v def.VarDef) bool { return v.ID == "seen" })].Base
	if got := fmt.Sprint(gd.Initial[at : at+2]); got != "[2 1024]" {
		t.Errorf("it begins with %s", got)
	}
	for i, want := range []string{"[{%d 1} {%d 0}]", "[{%d 1} {%d 1024}]"} {
		if got := fmt.Sprint(gd.Setups[1+i].Cells); got != fmt.Sprintf(want, at, at+1) {
			t.Errorf("%s, want %s", got, fmt.Sprintf(want, at, at+1))
		}
	}
}

func TestHooksReadTheParametersOfTheirPoint(t *testing.T) {
	gd, rb := resolved(t)
	names := map[int64]string{}
	for _, p := range rb.Points {
		for _, b := range p.Params {
			names[b.ID] = b.Name
		}
	}
	p := &printer{gd: gd, names: names}
	h := rb.Hooks[0]
	if got := p.expr(h.When.When) + ": " + p.expr(h.Value); got != "(== $as ant): 1" || h.When.At != nil || h.When.Said.Test != h.When.When {
		t.Error(got)
	}
	if h := rb.Hooks[1]; h.Value != nil || h.At.What != "hook" || h.At.Pos.Line == 0 {
		t.Errorf("%+v", h)
	}
}

func TestStanceMayBeABoundedNumber(t *testing.T) {
	gd, _ := resolved(t, "variables: [{id: pace, type: int, min: 0, max: 3, per: seat, stance: bee}]")
	if v := gd.Vars[slices.IndexFunc(gd.Vars, func(v def.VarDef) bool { return v.ID == "pace" })]; v.Stance != 2 {
		t.Errorf("%+v", v)
	}
}

// The value of a hook may be none if its point is not of numbers.
func TestHookValueOfAPointOfThingsMayBeNone(t *testing.T) {
	resolved(t, "points: [{id: leads, kind: number, of: seat}]\nlasting: [{id: fog, duration: year, hooks: [{to: leads, value: none}]}]")
}

func TestDerivedValues(t *testing.T) {
	gd, rb := resolved(t, "derived: [{id: rich, per: seat, on: [bee], type: bool, value: $it.purse > 9, watch: true}]")
	if d := gd.Derived[2]; d.Over != 0b10 || !d.Watch || gd.Derived[0].Over != 0b111 {
		t.Errorf("%+v", d)
	}
	d := rb.Derived[2]
	p := &printer{gd: gd, names: map[int64]string{d.Of.ID: "$it"}}
	if got := p.expr(d.Value); got != "(> (value-of (lookup $it)) 9)" || rb.Derived[1].Of != nil {
		t.Error(got)
	}
}

func TestChecks(t *testing.T) {
	_, rb := resolved(t, `checks:
- {id: a, rule: 3.1, require: rounds > 1, message: too few, at: orchard.rounds}
- {id: b, each: {$z: woods}, require: $z.yield > 0, message: bare, at: yield, level: warning}
- {id: c, each: {$p: procedures}, require: "size($p.seats) > 0", message: idle}`)
	a, b, c := rb.Checks[0], rb.Checks[1], rb.Checks[2]
	ofA, ofB, ofC := slices.Collect(a.Cases), slices.Collect(b.Cases), slices.Collect(c.Cases)
	if len(a.Bound) != 0 || len(ofA) != 1 || ofA[0].Fault.Line != 76 || fmt.Sprint(a.Rules) != "[3.1]" {
		t.Errorf("%+v", a)
	}
	if len(ofB) != 2 || ofB[0].Name != "oak" || ofB[1].Name != "elm" || ofB[1].Values[0] != 1 || b.Level != diag.Warning ||
		ofB[1].Fault.Line != 28 || ofB[0].Fault.Col < 20 {
		t.Errorf("%+v", b)
	}
	if len(ofC) != 2 || ofC[0].Name != "gather" || ofC[1].Name != "play" {
		t.Errorf("%+v", c)
	}
}

func TestConditionsRecordTheirSourceText(t *testing.T) {
	_, p, list := resolveTest(t, `
- one: $z
  by: $as
  from: spaces
  where:
  - {rule: 9.1, if: "$many > 1", when: "$z.yield > 1"}
  - size(gifts) > 0`)
	if len(list) > 0 {
		t.Fatal(reported(list))
	}
	d := p.Body[0].Do.(*typed.Decide)
	k, on := d.Domain.Where[0], d.Domain.Where[1]
	if k.Rule != "9.1" || k.When.Op != def.OpOr || k.Said.If == nil || k.Said.When == nil || k.Said.Option == "" || k.At.What != "where" {
		t.Errorf("%+v", k)
	}
	if on.Said.When != nil || on.Said.Test == nil {
		t.Errorf("a condition on data has a source and may get a warning: %+v", on.Said)
	}
}

// A hook key that does not apply to the kind of its point is an error.
func TestHookAllowsOnlyTheKeysOfItsPoint(t *testing.T) {
	used := map[string]string{"cost": "value", "most": "value", "ban": "", "pool": "add remove", "rush": "do quota"}
	for point, keys := range used {
		for key, value := range map[string]string{"value": "1", "add": "bee", "remove": "bee", "do": "[]", "quota": "1"} {
			needed := map[string]string{"cost": "value: 2", "most": "value: 2", "rush": "do: []"}[point]
			if head, _, _ := strings.Cut(needed, ":"); head == key {
				continue
			}
			hook := strings.Join(slices.DeleteFunc([]string{"to: " + point, needed, key + ": " + value}, func(s string) bool { return s == "" }), ", ")
			_, _, list := resolveFiles(t, orchard(t, "points: [{id: cost, kind: number, combine: sum}, {id: most, kind: limit}, {id: ban, kind: allow}, {id: pool, kind: pool, of: seats}, {id: rush, kind: run}]\n"+
				"lasting: [{id: storm, duration: year, hooks: [{"+hook+"}]}]"))
			refused := len(list) == 1 && list[0].Code == "unknown-key" && strings.HasPrefix(list[0].Summary, "a hook on "+point+" has no key \""+key+"\", which is for points of kind ")
			if allowed := slices.Contains(strings.Fields(keys), key); refused == allowed || allowed && len(list) > 0 {
				t.Errorf("{%s}: %q", hook, list)
			}
		}
	}
}

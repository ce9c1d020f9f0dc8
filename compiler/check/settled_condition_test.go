package check

import (
	"testing"

	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

func TestConstantConditionsAreReportedInEveryStatement(t *testing.T) {
	const yes, no = "7 settled-condition: this always holds", "7 settled-condition: this never holds"
	for name, c := range map[string]struct {
		rb   *typed.Rulebook
		want string
	}{
		"a branch":      {doing(&typed.If{Cond: said(7, always())}), yes},
		"a requirement": {doing(&typed.Require{Cond: said(7, never())}), no},
		"a repetition":  {doing(&typed.Repeat{Times: Num(2), While: said(7, always())}), yes},
		"a loop":        {doing(&typed.For{Over: Zones(Oak), Where: []*typed.Cond{said(7, never())}}), no},
		"a decision":    {doing(&typed.Decide{Domain: typed.Domain{Where: []*typed.Cond{said(7, never())}}}), no},
		"a guard":       {&typed.Rulebook{Procs: []*typed.Proc{{Body: []*typed.Stmt{{When: said(7, always()), Do: &typed.Stop{}}}}}}, yes},
		"a hook":        {&typed.Rulebook{Hooks: []*typed.Hook{{When: said(7, never())}}}, no},
	} {
		expect(t, name, found("settled-condition", Board(), c.rb, nil), c.want)
	}
}

func TestConditionsDecidedByTheRulebookAloneAreConstant(t *testing.T) {
	for name, c := range map[string]struct {
		x    *def.Expr
		want string
	}{
		"a formula of constants":               {Is(Num(2), 2), "7 settled-condition: this always holds"},
		"a false operand beside the state":     {and(Open(), never()), "7 settled-condition: this never holds"},
		"what no value of an option meets":     {and(Is(edition(), 0), Is(edition(), 1)), "7 settled-condition: this never holds"},
		"what every value of an option meets":  {or(Is(edition(), 0), Is(edition(), 1)), "7 settled-condition: this always holds"},
		"a set of constants":                   {More(Ex(def.OpSize, def.TInt, Zones(Oak, Elm)), 1), "7 settled-condition: this always holds"},
		"a false operand before a call":        {and(never(), ExI(def.OpCall, def.TBool, 0)), "7 settled-condition: this never holds"},
		"the state":                            {Open(), ""},
		"the state of a game with an option":   {and(Is(edition(), 0), Open()), ""},
		"an option":                            {Is(edition(), 0), ""},
		"a name that is bound":                 {More(Bound(3, def.TInt), 1), ""},
		"a function, which is not looked into": {ExI(def.OpCall, def.TBool, 0), ""},
		"a fault: too large a number":          {More(Ex(def.OpAdd, def.TInt, Num(1<<62), Num(1<<62)), 0), ""},
		"a fault: a division by zero":          {Is(Ex(def.OpFloorDiv, def.TInt, Num(1), Num(0)), 0), ""},
		"a derived value":                      {ExI(def.OpDerived, def.TBool, 0), ""},
	} {
		gd := Board()
		gd.Functions = []def.FuncDef{{ID: "yes", Body: Const(1, def.TBool)}}
		gd.Derived = []def.DerivedDef{{Named: def.Named{ID: "calm"}, Type: def.TBool, Value: Const(1, def.TBool), Held: -1}}
		expect(t, name, found("settled-condition", gd, doing(&typed.If{Cond: said(7, c.x)}), nil), c.want)
	}
}

func TestConstantConditionsAreFoundDespiteManyUnrelatedOptions(t *testing.T) {
	gd := Board()
	many := make([]string, 40)
	gd.Options = append(gd.Options, def.OptionDef{Values: many, Type: TWay}, def.OptionDef{Values: many, Type: TWay})
	neither := and(Is(edition(), 0), Is(edition(), 1))
	expect(t, "one option", found("settled-condition", gd, doing(&typed.If{Cond: said(7, neither)}), nil), "7 settled-condition: this never holds")
	second, third := ExI(def.OpOption, TWay, 1), ExI(def.OpOption, TWay, 2)
	both := and(Is(second, 1), Is(third, 1), Is(third, 2))
	expect(t, "too many combinations", found("settled-condition", gd, doing(&typed.If{Cond: said(7, both)}), nil), "")
}

// If a game can be played without some of its seats, conditions on seats are not constant.
func TestConditionsOnSeatsAreNotConstantIfSeatsMayBeAbsent(t *testing.T) {
	for name, c := range map[string]struct {
		x     *def.Expr
		names bool
	}{
		"a seat": {Is(Const(Ant, def.TSeat), Ant), true}, "seats": {Is(Const(3, def.SeatSet), 3), true}, "an order of them": {Is(Const(0x0100, def.TOrder), 0x0100), true}, "what a function names": {Is(ExI(def.OpCall, def.TInt, 0), 1), true},
		"zones": {always(), false},
	} {
		gd := Board()
		gd.Functions = []def.FuncDef{{Body: Num(1)}}
		gd.Options = append(gd.Options, def.OptionDef{Values: []string{"2", "1"}, Seats: true})
		j := newSubject(gd, &typed.Rulebook{}, &lower.Program{}).judge.withCalls()
		if got := j.outcome(c.x, nil).settled(); got == c.names {
			t.Errorf("%s: settled is %v", name, got)
		}
		gd.Options = gd.Options[:1]
		if j := newSubject(gd, &typed.Rulebook{}, &lower.Program{}).judge.withCalls(); !j.outcome(c.x, nil).settled() {
			t.Errorf("%s: open if all play", name)
		}
	}
}

func TestGuardsAndConditionsAreCheckedSeparately(t *testing.T) {
	guarded := func(guard, test *def.Expr) *typed.Cond {
		k := said(7, test)
		k.When = or(not(guard), test)
		k.Said.If, k.Said.Only = written(6), guard
		return k
	}
	for name, c := range map[string]struct {
		guard, test *def.Expr
		want        string
	}{
		"a guard that never holds":                  {never(), Open(), "6 settled-condition: this never holds"},
		"a guard that always holds":                 {always(), Open(), "6 settled-condition: this always holds"},
		"a condition that always holds":             {Open(), always(), "7 settled-condition: this always holds"},
		"one of the two is enough":                  {never(), always(), "6 settled-condition: this never holds"},
		"a guard that forbids":                      {Open(), never(), ""},
		"a guard that forbids under some options":   {Open(), Is(edition(), 1), ""},
		"a guard and a condition that both can be":  {Open(), More(Cell(CellPurse), 1), ""},
		"a guard on an option, condition on states": {Is(edition(), 1), Open(), ""},
	} {
		rb := doing(&typed.Decide{Domain: typed.Domain{Where: []*typed.Cond{guarded(c.guard, c.test)}}})
		expect(t, name, found("settled-condition", Board(), rb, nil), c.want)
	}
	k := guarded(never(), always())
	k.Said.If = nil // the guard depends on data
	expect(t, "a guard on data", found("settled-condition", Board(), doing(&typed.If{Cond: k}), nil), "7 settled-condition: this always holds")
}

func TestCopiedConditionsAndGuardsOfDataGetNoWarning(t *testing.T) {
	expect(t, "a copy", found("settled-condition", Board(), doing(&typed.If{Cond: unsaid(never())}), nil), "")
	k := unsaid(always())
	k.Said.Only = never()
	expect(t, "a copy with a guard", found("settled-condition", Board(), doing(&typed.If{Cond: k}), nil), "")
}

func TestUnreachableOptionIsReportedOnce(t *testing.T) {
	k := said(7, never())
	k.Said.Option = "honey"
	rb := doing(&typed.Decide{Kind: def.Menu, Menu: typed.Menu{Options: []*typed.Option{{Name: "honey", Where: []*typed.Cond{k}}}}})
	expect(t, "as a condition", found("settled-condition", Board(), rb, nil), "")
	expect(t, "as an option", found("unreachable-option", Board(), rb, nil), "7 unreachable-option: honey can never be chosen: this never holds")
}

package check

import (
	"testing"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func TestAConditionThatNeverChangesIsToldWhereverItStands(t *testing.T) {
	const yes, no = "7 settled-condition: this always holds", "7 settled-condition: this never holds"
	for name, c := range map[string]struct {
		rb   *typed.Rulebook
		want string
	}{
		"a branch":      {doing(&typed.If{Cond: said(7, always())}), yes},
		"a requirement": {doing(&typed.Require{Cond: said(7, never())}), no},
		"a repetition":  {doing(&typed.Repeat{Times: num(2), While: said(7, always())}), yes},
		"a loop":        {doing(&typed.For{Over: zones(oak), Where: []*typed.Cond{said(7, never())}}), no},
		"a decision":    {doing(&typed.Decide{Domain: typed.Domain{Where: []*typed.Cond{said(7, never())}}}), no},
		"a guard":       {&typed.Rulebook{Procs: []*typed.Proc{{Body: []*typed.Stmt{{When: said(7, always()), Do: &typed.Stop{}}}}}}, yes},
		"a hook":        {&typed.Rulebook{Hooks: []*typed.Hook{{When: said(7, never())}}}, no},
	} {
		expect(t, name, found("settled-condition", board(), c.rb, nil), c.want)
	}
}

func TestWhatTheRulebookAloneDecidesIsSettled(t *testing.T) {
	for name, c := range map[string]struct {
		x    *def.Expr
		want string
	}{
		"a formula of constants":               {is(num(2), 2), "7 settled-condition: this always holds"},
		"a false operand beside the state":     {and(open(), never()), "7 settled-condition: this never holds"},
		"what no value of an option meets":     {and(is(edition(), 0), is(edition(), 1)), "7 settled-condition: this never holds"},
		"what every value of an option meets":  {or(is(edition(), 0), is(edition(), 1)), "7 settled-condition: this always holds"},
		"a set of constants":                   {more(ex(def.OpSize, def.TInt, zones(oak, elm)), 1), "7 settled-condition: this always holds"},
		"a false operand before a call":        {and(never(), exI(def.OpCall, def.TBool, 0)), "7 settled-condition: this never holds"},
		"the state":                            {open(), ""},
		"the state of a game with an option":   {and(is(edition(), 0), open()), ""},
		"an option":                            {is(edition(), 0), ""},
		"a name that is bound":                 {more(bound(3, def.TInt), 1), ""},
		"a function, which is not looked into": {exI(def.OpCall, def.TBool, 0), ""},
		"a fault: too large a number":          {more(ex(def.OpAdd, def.TInt, num(1<<62), num(1<<62)), 0), ""},
		"a fault: a division by zero":          {is(ex(def.OpFloorDiv, def.TInt, num(1), num(0)), 0), ""},
		"a derived value":                      {exI(def.OpDerived, def.TBool, 0), ""},
	} {
		gd := board()
		gd.Functions = []def.FuncDef{{ID: "yes", Body: constOf(1, def.TBool)}}
		gd.Derived = []def.DerivedDef{{Named: def.Named{ID: "calm"}, Type: def.TBool, Value: constOf(1, def.TBool), Held: -1}}
		expect(t, name, found("settled-condition", gd, doing(&typed.If{Cond: said(7, c.x)}), nil), c.want)
	}
}

func TestManyOptionsDoNotHinderThoseThatAConditionReads(t *testing.T) {
	gd := board()
	many := make([]string, 40)
	gd.Options = append(gd.Options, def.OptionDef{Values: many, Type: tWay}, def.OptionDef{Values: many, Type: tWay})
	neither := and(is(edition(), 0), is(edition(), 1))
	expect(t, "one option", found("settled-condition", gd, doing(&typed.If{Cond: said(7, neither)}), nil), "7 settled-condition: this never holds")
	second, third := exI(def.OpOption, tWay, 1), exI(def.OpOption, tWay, 2)
	both := and(is(second, 1), is(third, 1), is(third, 2))
	expect(t, "too many combinations", found("settled-condition", gd, doing(&typed.If{Cond: said(7, both)}), nil), "")
}

func TestGuardsAndConditionsAreSettledEachByItself(t *testing.T) {
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
		"a guard that never holds":                  {never(), open(), "6 settled-condition: this never holds"},
		"a guard that always holds":                 {always(), open(), "6 settled-condition: this always holds"},
		"a condition that always holds":             {open(), always(), "7 settled-condition: this always holds"},
		"one of the two is enough":                  {never(), always(), "6 settled-condition: this never holds"},
		"a guard that forbids":                      {open(), never(), ""},
		"a guard that forbids under some options":   {open(), is(edition(), 1), ""},
		"a guard and a condition that both can be":  {open(), more(cell(cellPurse), 1), ""},
		"a guard on an option, condition on states": {is(edition(), 1), open(), ""},
	} {
		rb := doing(&typed.Decide{Domain: typed.Domain{Where: []*typed.Cond{guarded(c.guard, c.test)}}})
		expect(t, name, found("settled-condition", board(), rb, nil), c.want)
	}
	k := guarded(never(), always())
	k.Said.If = nil // other data would change the guard
	expect(t, "a guard on data", found("settled-condition", board(), doing(&typed.If{Cond: k}), nil), "7 settled-condition: this always holds")
}

func TestNobodyIsToldOfCopiesAndOfData(t *testing.T) {
	expect(t, "a copy", found("settled-condition", board(), doing(&typed.If{Cond: unsaid(never())}), nil), "")
	k := unsaid(always())
	k.Said.Only = never()
	expect(t, "a copy with a guard", found("settled-condition", board(), doing(&typed.If{Cond: k}), nil), "")
}

func TestAnOptionThatIsNeverOfferedIsToldOnce(t *testing.T) {
	k := said(7, never())
	k.Said.Option = "honey"
	rb := doing(&typed.Decide{Kind: def.Menu, Menu: typed.Menu{Options: []*typed.Option{{Name: "honey", Where: []*typed.Cond{k}}}}})
	expect(t, "as a condition", found("settled-condition", board(), rb, nil), "")
	expect(t, "as an option", found("unreachable-option", board(), rb, nil), "7 unreachable-option: honey can never be chosen: this never holds")
}

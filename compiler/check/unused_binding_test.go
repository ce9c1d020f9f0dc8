package check

import (
	. "rulebound/engine/testboard"
	"testing"

	"rulebound/compiler/typed"
)

func TestUnusedBindingIsReported(t *testing.T) {
	name := func(line int, used bool) *typed.Binding { return &typed.Binding{Name: "$n", Pos: at(line), Used: used} }
	for name, c := range map[string]struct {
		rb   *typed.Rulebook
		want string
	}{
		"a let, or an answer":                             {&typed.Rulebook{Procs: []*typed.Proc{{Bound: []*typed.Binding{name(7, false), name(8, true)}}}}, "7 unused-binding: nothing uses $n"},
		"a parameter of a function":                       {&typed.Rulebook{Functions: []*typed.Function{{Params: []*typed.Binding{name(5, true), name(6, false)}}}}, "6 unused-binding: nothing uses $n"},
		"copies of which none is read":                    {&typed.Rulebook{Procs: []*typed.Proc{{Bound: []*typed.Binding{name(7, false), name(7, false)}}}}, "7 unused-binding: nothing uses $n"},
		"copies of which one is read":                     {&typed.Rulebook{Procs: []*typed.Proc{{Bound: []*typed.Binding{name(7, false)}}, {Bound: []*typed.Binding{name(7, true)}}}}, ""},
		"a parameter of a procedure":                      {&typed.Rulebook{Procs: []*typed.Proc{{Params: []*typed.Binding{name(7, false)}}}}, ""},
		"a parameter of a hook point":                     {&typed.Rulebook{Points: []*typed.Point{{Params: []*typed.Binding{name(7, false)}}}}, ""},
		"the member of a loop":                            {doing(&typed.For{Member: name(7, false), Over: Zones(Oak)}), ""},
		"the index of a derived value":                    {&typed.Rulebook{Derived: []*typed.Derived{{Of: name(7, false)}}}, ""},
		"half of a pair that is a condition of the other": {&typed.Rulebook{Procs: []*typed.Proc{{Bound: []*typed.Binding{{Name: "$n", Pos: at(7), Mate: name(8, true)}}}}}, ""},
		"half of a pair of which nothing is read":         {&typed.Rulebook{Procs: []*typed.Proc{{Bound: []*typed.Binding{{Name: "$n", Pos: at(7), Mate: name(8, false)}}}}}, "7 unused-binding: nothing uses $n"},
		"names that are all of some use":                  {&typed.Rulebook{Procs: []*typed.Proc{{Bound: []*typed.Binding{name(7, true)}}}}, ""},
	} {
		expect(t, name, found("unused-binding", Board(), c.rb, nil), c.want)
	}
}

func TestUnusedBindingNotesTheShadowedOne(t *testing.T) {
	outer, inner, other := &typed.Binding{Name: "$n", Pos: at(3), Used: true}, &typed.Binding{Name: "$n", Pos: at(7)}, &typed.Binding{Name: "$m", Pos: at(9)}
	list := unusedBinding(&Subject{rb: &typed.Rulebook{Procs: []*typed.Proc{{Bound: []*typed.Binding{outer, inner, other}}}}})
	if len(list) != 2 || len(list[0].Context) != 1 || list[0].Context[0].Pos != at(3) || list[1].Detail != "" {
		t.Errorf("reported %+v", list)
	}
}

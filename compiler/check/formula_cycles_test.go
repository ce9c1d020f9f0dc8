package check

import (
	"testing"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// thinking is a game with two functions, two derived values, two hook points with a hook each, and two procedures, declared in
// lines 10, 11, 20, 21, 30, 31, 40, 41; the hooks are in lines 50 and 51. A nil formula is 0.
type thinking struct {
	functions, derived, hooks, possible [2]*def.Expr
}

func (k thinking) printed() string {
	gd, rb := Board(), &typed.Rulebook{Stored: [][]int32{{1}}}
	or0 := func(x *def.Expr) *def.Expr {
		if x == nil {
			return Num(0)
		}
		return x
	}
	for i := range 2 {
		id := string(rune('a' + i))
		gd.Functions = append(gd.Functions, def.FuncDef{ID: id, Body: or0(k.functions[i])})
		rb.Functions = append(rb.Functions, &typed.Function{Pos: at(10 + i)})
		gd.Derived = append(gd.Derived, def.DerivedDef{Named: def.Named{ID: id}, Value: or0(k.derived[i]), Held: -1})
		rb.Derived = append(rb.Derived, &typed.Derived{Pos: at(20 + i)})
		gd.Points = append(gd.Points, def.PointDef{Named: def.Named{ID: id}, Attach: []int32{int32(i)}})
		rb.Points = append(rb.Points, &typed.Point{Pos: at(30 + i)})
		gd.Attachments = append(gd.Attachments, def.Attachment{Point: int32(i), Value: or0(k.hooks[i]), Proc: -1})
		rb.Hooks = append(rb.Hooks, &typed.Hook{At: place(50 + i)})
		gd.Procs = append(gd.Procs, def.ProcDef{Named: def.Named{ID: id}, Possible: -1})
		rb.Procs = append(rb.Procs, &typed.Proc{Index: int32(i), ID: id, Pos: at(40 + i)})
	}
	for i, x := range k.possible {
		if x != nil {
			gd.Procs[i].Possible = int32(len(gd.Functions))
			gd.Functions = append(gd.Functions, def.FuncDef{ID: "possible", Body: x})
		}
	}
	return printed(formulaCycles(gd, rb))
}

func TestEachFormulaCycleIsReportedOnce(t *testing.T) {
	f := func(i int64) *def.Expr { return ExI(def.OpCall, def.TInt, i) }
	d := func(i int64) *def.Expr { return ExI(def.OpDerived, def.TInt, i) }
	h := func(i int64) *def.Expr { return ExI(def.OpHookNumber, def.TInt, i, Num(1)) }
	can := func(i int64) *def.Expr { return ExI(def.OpPossible, def.TBool, i) }
	some := Ex(def.OpPossibleDyn, def.TBool, Ex(def.OpCell, def.Type{Kind: def.KProc, Of: 1}))
	whichever := Ex(def.OpPossibleDyn, def.TBool, Ex(def.OpCell, def.TProc))
	type two = [2]*def.Expr
	for name, c := range map[string]struct {
		game thinking
		want string
	}{
		"a function, by itself":                  {thinking{functions: two{Is(f(0), 1)}}, "10 error recursion: function a reaches itself"},
		"a function, by another":                 {thinking{functions: two{f(1), f(0)}}, "10 error recursion: function a reaches itself"},
		"a derived value":                        {thinking{derived: two{d(0)}}, "20 error recursion: derived value a reaches itself"},
		"a function, by a derived value":         {thinking{functions: two{d(1)}, derived: two{1: f(0)}}, "10 error recursion: function a reaches itself"},
		"a hook, reported at its place":          {thinking{hooks: two{1: h(1)}}, "51 error recursion: hook point b reaches itself"},
		"a hook, by another":                     {thinking{hooks: two{h(1), h(0)}}, "51 error recursion: hook point a reaches itself"},
		"a function, by a question":              {thinking{functions: two{can(0)}, possible: two{f(0)}}, "10 error recursion: function a reaches itself"},
		"a question that a function leads to":    {thinking{functions: two{can(0)}, possible: two{can(1), can(0)}}, "40 error recursion: the question whether a is possible reaches itself"},
		"a question about procedures of a value": {thinking{functions: two{some}, possible: two{1: some}}, "41 error recursion: the question whether b is possible reaches itself"},
		"a function, by two others":              {thinking{functions: two{Is(d(0), 1)}, derived: two{Is(f(0), 1), f(0)}}, "10 error recursion: function a reaches itself"},
		"two hooks, each where it stands":        {thinking{hooks: two{h(0), h(1)}}, "50 error recursion: hook point a reaches itself\n51 error recursion: hook point b reaches itself"},
		"a chain":                                {thinking{functions: two{f(1), d(0)}, derived: two{h(0)}, hooks: two{can(0)}, possible: two{d(1)}}, ""},
		"two ways to one thing":                  {thinking{functions: two{Is(d(0), 1)}, derived: two{d(1)}, hooks: two{d(1), d(0)}}, ""},
		"a question about any procedure":         {thinking{functions: two{whichever}, possible: two{f(0), f(0)}}, ""},
		"a question without conditions":          {thinking{functions: two{can(0)}}, ""},
	} {
		expect(t, name, c.game.printed(), c.want)
	}
}

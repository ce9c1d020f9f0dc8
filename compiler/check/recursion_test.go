package check

import (
	"testing"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// procs returns a rulebook with procedures p0, p1 ..., declared in lines 1, 2 ..., with one action each.
func procs(acts ...typed.Action) *typed.Rulebook {
	rb := &typed.Rulebook{Game: hooked(), Stored: [][]int32{{1}}}
	for i, a := range acts {
		p := &typed.Proc{Index: int32(i), ID: "p" + string(rune('0'+i)), Pos: at(1 + i)}
		if a != nil {
			p.Body = []*typed.Stmt{{At: place(50), Do: a}}
		}
		rb.Procs = append(rb.Procs, p)
	}
	return rb
}

// hooked returns a board whose run point 0 has two hooks: one runs procedure 1, the other has no procedure.
func hooked() *def.GameDef {
	gd := Board()
	gd.Points = []def.PointDef{{Named: def.Named{ID: "harvest"}, Kind: def.PointRun, Attach: []int32{0, 1}}}
	gd.Attachments = []def.Attachment{{Proc: 1}, {Proc: -1}}
	return gd
}

func call(p int32) typed.Action { return &typed.Call{Proc: p} }

func TestEachProcedureCycleIsReportedOnce(t *testing.T) {
	value := Ex(def.OpLocal, def.Type{Kind: def.KProc, Of: 1})
	for name, c := range map[string]struct {
		rb   *typed.Rulebook
		want string
	}{
		"by calling itself":       {procs(call(0)), "1 error recursion: procedure p0 reaches itself"},
		"by way of another":       {procs(call(1), call(0)), "1 error recursion: procedure p0 reaches itself"},
		"not being the first":     {procs(nil, call(2), call(1)), "2 error recursion: procedure p1 reaches itself"},
		"inside other statements": {procs(&typed.If{Else: []*typed.Stmt{{Do: &typed.Scope{Body: []*typed.Stmt{{Do: call(0)}}}}}}), "1 error recursion: procedure p0 reaches itself"},
		"by a value":              {procs(&typed.CallValue{Proc: value}, call(0)), "1 error recursion: procedure p0 reaches itself"},
		"by a hook":               {procs(&typed.RunHooks{Point: 0}, call(0)), "1 error recursion: procedure p0 reaches itself"},
		"by a grant":              {procs(&typed.Grant{Proc: 1}, call(0)), "1 error recursion: procedure p0 reaches itself"},
		"after a grant":           {procs(&typed.Grant{Proc: 1, After: []*typed.Stmt{{Do: call(0)}}}, nil), "1 error recursion: procedure p0 reaches itself"},
		"by an offer":             {procs(&typed.Decide{Menu: typed.Menu{Offers: []*typed.Offer{{Proc: 1}}}}, call(0)), "1 error recursion: procedure p0 reaches itself"},
		"before an offer":         {procs(&typed.Decide{Menu: typed.Menu{Offers: []*typed.Offer{{Proc: 1, Before: []*typed.Stmt{{Do: call(0)}}}}}}, nil), "1 error recursion: procedure p0 reaches itself"},
		"two cycles":              {procs(call(0), call(1)), "1 error recursion: procedure p0 reaches itself\n2 error recursion: procedure p1 reaches itself"},
		"two ways to itself":      {procs(&typed.Several{Acts: []typed.Action{call(1), call(2)}}, call(0), call(0)), "1 error recursion: procedure p0 reaches itself"},
		"two ways to another":     {procs(&typed.Several{Acts: []typed.Action{call(1), call(2)}}, call(2), nil), ""},
		"a value of no procedure": {procs(&typed.CallValue{Proc: Ex(def.OpLocal, def.TProc)}, call(0)), ""},
		"an option that grants":   {procs(&typed.Decide{Menu: typed.Menu{Options: []*typed.Option{{Granted: &typed.Grant{Proc: 0}}}}}), ""},
		"a question about itself": {procs(&typed.Require{Cond: unsaid(ExI(def.OpPossible, def.TBool, 0))}), ""},
		"nothing but itself":      {procs(nil), ""},
	} {
		expect(t, name, printed(Recursion(c.rb)), c.want)
	}
}

package check

import (
	. "rulebound/engine/testboard"
	"testing"

	"rulebound/compiler/typed"
)

func TestUnreachableStatementIsReported(t *testing.T) {
	line := func(n int, a typed.Action) *typed.Stmt { return &typed.Stmt{At: place(n), Do: a} }
	only := func(s *typed.Stmt) *typed.Stmt { s.When = unsaid(Open()); return s }
	next := line(9, &typed.Note{})
	leave := func(a typed.Action) []*typed.Stmt { return []*typed.Stmt{line(8, a)} }
	const want = "9 unreachable-statement: this never runs: the statement before it always leaves"
	for name, c := range map[string]struct {
		body []*typed.Stmt
		want string
	}{
		"behind a return":            {[]*typed.Stmt{line(7, &typed.Return{}), next, line(10, &typed.Note{})}, want},
		"behind the end of the game": {[]*typed.Stmt{line(7, &typed.Over{}), next}, want},
		"in a loop":                  {[]*typed.Stmt{line(6, &typed.Repeat{Times: Num(2), Body: []*typed.Stmt{line(7, &typed.Stop{}), next}})}, want},
		"behind a block that leaves": {[]*typed.Stmt{line(7, &typed.Block{Body: leave(&typed.Return{})}), next}, want},
		"behind two ways out":        {[]*typed.Stmt{line(7, &typed.If{Cond: unsaid(Open()), Then: leave(&typed.Return{}), Else: leave(&typed.Over{})}), next}, want},
		"behind one way out":         {[]*typed.Stmt{line(7, &typed.If{Cond: unsaid(Open()), Then: leave(&typed.Return{})}), next}, ""},
		"behind a guarded return":    {[]*typed.Stmt{only(line(7, &typed.Return{})), next}, ""},
		"behind a loop that is left": {[]*typed.Stmt{line(7, &typed.Repeat{Times: Num(2), Body: leave(&typed.Stop{})}), next}, ""},
		"nothing behind a return":    {[]*typed.Stmt{next, line(10, &typed.Return{})}, ""},
		"no statements":              {nil, ""},
	} {
		rb := &typed.Rulebook{Procs: []*typed.Proc{{Body: c.body}}}
		expect(t, name, found("unreachable-statement", Board(), rb, nil), c.want)
	}
}

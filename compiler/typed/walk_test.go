package typed

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// stop returns a statement that a walk is seen to visit, by the keyword of its place.
func stop(name string) *Stmt { return &Stmt{At: &Place{What: name}, Do: &Stop{}} }

func cond(name string) *Cond { return &Cond{Rule: name} }

// visited returns the conditions and stops that a walk through an action visits.
func visited(a Action) string {
	var names []string
	w := Walk{
		Action: func(a Action, at *Place) {
			if _, ok := a.(*Stop); ok {
				names = append(names, at.What)
			}
		},
		Cond: func(k *Cond) { names = append(names, k.Rule) },
	}
	w.Body([]*Stmt{{At: &Place{What: "itself"}, Do: a}})
	return strings.Join(names, " ")
}

func TestWalkReachesEveryBodyAndCondition(t *testing.T) {
	one := func(name string) []*Stmt { return []*Stmt{stop(name)} }
	for _, c := range []struct {
		do   Action
		want string
	}{
		{&Several{Acts: []Action{&Stop{}, &Block{Body: one("in")}}}, "itself in"},
		{&If{Cond: cond("if"), Then: one("then"), Else: one("else")}, "if then else"},
		{&Switch{Cases: []Case{{Body: one("a")}, {Body: one("b")}}, Else: one("else")}, "a b else"},
		{&For{Where: []*Cond{cond("where")}, Body: one("do")}, "where do"},
		{&Repeat{While: cond("while"), Body: one("do")}, "while do"},
		{&Require{Cond: cond("require")}, "require"},
		{&Scope{Body: one("do")}, "do"},
		{&Hold{Body: one("do")}, "do"},
		{&Grant{Before: one("before"), After: one("after")}, "before after"},
		{&Decide{Domain: Domain{Where: []*Cond{cond("where")}}, Body: one("do"), Also: []*Option{{Where: []*Cond{cond("if")}, Body: one("also")}}}, "where do if also"},
		{&Decide{Menu: Menu{Options: []*Option{{Granted: &Grant{After: one("twice")}, Body: []*Stmt{{Do: &Grant{After: one("once")}}}}}}}, "once"},
		{&Decide{Menu: Menu{Offers: []*Offer{{Where: []*Cond{cond("where")}, Before: one("before")}}}}, "where before"},
		{&Several{Acts: []Action{nil, &Block{Body: []*Stmt{{When: cond("alone")}}}}}, "alone"},
		{&Block{Body: []*Stmt{{When: cond("guard"), At: &Place{What: "guarded"}, Do: &Stop{}}}}, "guard guarded"},
	} {
		if got := visited(c.do); got != c.want {
			t.Errorf("%T: reached %q, want %q", c.do, got, c.want)
		}
	}
}

func TestWalkVisitsEachStatementList(t *testing.T) {
	var lengths []int
	w := Walk{List: func(body []*Stmt) { lengths = append(lengths, len(body)) }}
	w.Body([]*Stmt{{Do: &If{Then: []*Stmt{stop("a"), stop("b")}}}, {Do: &Scope{Body: []*Stmt{stop("c")}}}, stop("d")})
	if !slices.Equal(lengths, []int{3, 2, 1}) {
		t.Error(lengths)
	}
}

func TestWalkReachesConditionsOfProceduresAndHooks(t *testing.T) {
	rb := &Rulebook{Procs: []*Proc{{Possible: []*Cond{cond("possible")}, Body: []*Stmt{{Do: &Require{Cond: cond("require")}}}}}, Hooks: []*Hook{{}, {When: cond("hook")}}}
	var got []string
	(&Walk{Cond: func(k *Cond) { got = append(got, k.Rule) }}).Rulebook(rb)
	if !slices.Equal(got, []string{"possible", "require", "hook"}) {
		t.Error(got)
	}
}

// A walk with functions for formulas and bindings finds them in statements, actions and conditions.
func TestWalkReachesEveryFormulaAndBinding(t *testing.T) {
	x := func(i int64) *def.Expr { return &def.Expr{Op: def.OpConst, I: i, Args: []*def.Expr{{I: 99}}} }
	b := func(name string) *Binding { return &Binding{Name: name} }
	var got []string
	w := Walk{Expr: func(x *def.Expr) { got = append(got, strconv.FormatInt(x.I, 10)) }, Binding: func(b *Binding) { got = append(got, b.Name) }}
	w.Body([]*Stmt{
		{When: &Cond{When: x(1)}, Do: &Let{Name: b("$a"), Value: x(2)}},
		{Do: &For{Over: x(3), Candidate: b("$c"), Where: []*Cond{{When: x(4)}}, Member: b("$m"), Body: []*Stmt{{Do: &Require{Cond: &Cond{When: x(5)}}}}}},
		{Do: &Several{Acts: []Action{nil, &Set{To: Target{Local: b("$s")}, Value: x(6)}}}},
	})
	slices.Sort(got)
	if want := []string{"$a", "$c", "$m", "$s", "1", "2", "3", "4", "5", "6"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A walk follows the fields of actions, but no maps or arrays, so their types must not contain any.
func TestActionTypesHaveNoMapsAndArrays(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "stmt.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.MapType:
			t.Errorf("a map at %d", n.Pos())
		case *ast.ArrayType:
			if n.Len != nil {
				t.Errorf("an array at %d", n.Pos())
			}
		}
		return true
	})
}

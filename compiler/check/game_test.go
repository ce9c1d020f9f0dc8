package check

// This file has the parts of the rulebooks in this package's tests: formulas, conditions and bindings with positions.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

func edition() *def.Expr            { return ExI(def.OpOption, TWay, 0) }
func not(x *def.Expr) *def.Expr     { return Ex(def.OpNot, def.TBool, x) }
func and(xs ...*def.Expr) *def.Expr { return Ex(def.OpAnd, def.TBool, xs...) }
func or(xs ...*def.Expr) *def.Expr  { return Ex(def.OpOr, def.TBool, xs...) }
func yield(x *def.Expr) *def.Expr   { return ExI(def.OpTable, def.TInt, YieldOf, x) }

// Conditions that are always true and never true.
func always() *def.Expr { return Is(yield(Const(Elm, def.TZone)), 2) }
func never() *def.Expr  { return Is(yield(Const(Elm, def.TZone)), 3) }

func at(line int) diag.Pos          { return diag.Pos{File: "p.md", Line: line, Col: 1} }
func place(line int) *typed.Place   { return &typed.Place{Pos: at(line)} }
func written(line int) *source.Node { return &source.Node{Kind: source.Scalar, Pos: at(line)} }

// said returns a condition written in a line.
func said(line int, x *def.Expr) *typed.Cond {
	return &typed.Cond{When: x, Said: typed.Said{When: written(line), Test: x}}
}

// unsaid returns a condition without a source, for which no warning is given.
func unsaid(x *def.Expr) *typed.Cond { return &typed.Cond{When: x, Said: typed.Said{Test: x}} }

// doing returns a rulebook with a procedure that performs some actions.
func doing(acts ...typed.Action) *typed.Rulebook {
	p := &typed.Proc{ID: "play", Pos: at(1)}
	for _, a := range acts {
		p.Body = append(p.Body, &typed.Stmt{At: place(1), Do: a})
	}
	return &typed.Rulebook{Procs: []*typed.Proc{p}}
}

// found returns the warnings with a code, one a line: "line code: summary".
func found(code string, gd *def.GameDef, rb *typed.Rulebook, p *lower.Program) string {
	if p == nil {
		p = &lower.Program{}
	}
	i := slices.IndexFunc(Warnings, func(w Warning) bool { return w.Code == code })
	return printed(Warnings[i].Find(newSubject(gd, rb, p)))
}

func printed(list diag.List) string {
	var lines []string
	for _, d := range list {
		code := d.Code
		if d.Severity == diag.Error {
			code = "error " + code
		}
		lines = append(lines, fmt.Sprintf("%d %s: %s", d.Subject.Line, code, d.Summary))
	}
	return strings.Join(lines, "\n")
}

func expect(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %q\nwant %q", name, got, want)
	}
}

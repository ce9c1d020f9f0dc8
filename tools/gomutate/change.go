package main

// This file finds the mutations of a package and rewrites its files with all of them, each behind a switch (mutant
// schemata). Rewriting only inserts text, so nested mutations compose.

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// change is one mutation of the code.
type change struct {
	ID    int    `json:"-"` // from 1, in its package
	File  string `json:"file"`
	Line  int    `json:"line"`
	In    string `json:"in"` // the function
	What  string `json:"what"`
	same  bool   // listed as equivalent
	again bool   // named by the file of -again
}

// subject is a package to be mutated.
type subject struct {
	path    string
	folder  string
	name    string
	files   map[string][]byte // by path, with all mutations
	changes []*change
}

// load finds the mutations of the packages.
func load(patterns []string) ([]*subject, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports
	loaded, err := packages.Load(&packages.Config{Mode: mode}, patterns...)
	if err != nil {
		return nil, err
	}
	var found []*subject
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			return nil, p.Errors[0]
		}
		if len(p.GoFiles) == 0 {
			continue
		}
		s := &subject{path: p.PkgPath, folder: filepath.Dir(p.GoFiles[0]), name: p.Name, files: map[string][]byte{}}
		for _, f := range p.Syntax {
			if err := s.rewrite(p, f); err != nil {
				return nil, err
			}
		}
		s.files[filepath.Join(s.folder, "zz_gomutate.go")] = fmt.Appendf(nil, switches, s.name)
		found = append(found, s)
	}
	return found, nil
}

// edit inserts text at an offset and drops bytes.
type edit struct {
	at, drop int
	text     string
	rank     int // order of edits at the same offset
}

// rewriter collects the mutations of a file.
type rewriter struct {
	s     *subject
	fset  *token.FileSet
	info  *types.Info
	src   []byte
	name  string
	edits []edit
	stack []ast.Node
}

// rewrite finds the mutations of a file and stores its rewritten text.
func (s *subject) rewrite(p *packages.Package, f *ast.File) error {
	name := p.Fset.Position(f.Pos()).Filename
	src, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	r := &rewriter{s: s, fset: p.Fset, info: p.TypesInfo, src: src, name: name}
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			r.stack = r.stack[:len(r.stack)-1]
			return true
		}
		if d, ok := n.(*ast.GenDecl); ok && d.Tok != token.VAR {
			return false
		}
		r.visit(n)
		r.stack = append(r.stack, n)
		return true
	})
	s.files[name] = r.text()
	return nil
}

// visit adds the mutations of one node; its parents are on the stack.
func (r *rewriter) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		r.binary(n)
	case *ast.IfStmt:
		if r.leaf(n.Cond) {
			r.negate(n.Cond, "condition `"+r.source(n.Cond)+"` negated")
		}
	case *ast.ReturnStmt:
		if r.fails(n) {
			return
		}
		for _, e := range n.Results {
			if id, ok := e.(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") && r.plainBool(e) {
				r.negate(e, "`"+r.source(n)+"` with the opposite")
			}
		}
	case *ast.BlockStmt:
		r.statements(n.List)
	case *ast.CaseClause:
		r.statements(n.Body)
	}
}

// fails reports whether a statement certainly returns a non-nil error: callers do not read its other results.
func (r *rewriter) fails(n *ast.ReturnStmt) bool {
	if len(n.Results) < 2 {
		return false
	}
	last := n.Results[len(n.Results)-1]
	t := r.info.Types[last].Type
	if t == nil || !types.Implements(t, errorType) {
		return false
	}
	call, ok := last.(*ast.CallExpr)
	return !ok || strings.HasPrefix(r.source(call.Fun), "fmt.") || strings.HasPrefix(r.source(call.Fun), "errors.New")
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// leaf reports whether a condition has no mutation of its own.
func (r *rewriter) leaf(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return false
	case *ast.UnaryExpr:
		return r.leaf(e.X)
	}
	return r.value(e) == nil
}

func (r *rewriter) value(e ast.Expr) constant.Value { return r.info.Types[e].Value }

func (r *rewriter) plainBool(e ast.Expr) bool {
	t := r.info.Types[e].Type
	return t == types.Typ[types.Bool] || t == types.Typ[types.UntypedBool]
}

// basic returns the kind of an expression's basic type, 0 for other types.
func (r *rewriter) basic(e ast.Expr) types.BasicInfo {
	t := r.info.Types[e].Type
	if t == nil {
		return 0
	}
	if _, generic := t.(*types.TypeParam); generic {
		return 0
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

var opposite = map[token.Token]string{token.LSS: ">=", token.LEQ: ">", token.GTR: "<=", token.GEQ: "<"}
var shifted = map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}
var helper = map[token.Token]string{token.LSS: "Less", token.LEQ: "AtMost", token.GTR: "More", token.GEQ: "AtLeast"}

func (r *rewriter) binary(n *ast.BinaryExpr) {
	if r.value(n) != nil {
		return
	}
	switch n.Op {
	case token.EQL, token.NEQ:
		if r.plainBool(n) {
			r.negate(n, "`"+r.source(n)+"` negated")
		}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if r.basic(n.X)&types.IsOrdered == 0 || !r.plainBool(n) {
			return
		}
		first := r.add(n.OpPos, "`"+r.source(n)+"` with "+shifted[n.Op])
		second := 0
		if !r.inLoop(n) {
			second = r.add(n.OpPos, "`"+r.source(n)+"` with "+opposite[n.Op])
		}
		r.around(n, fmt.Sprintf("goMutate%s(%d, %d, ", helper[n.Op], first, second), ")")
		r.replace(n.OpPos, len(n.Op.String()), ",")
	case token.LAND, token.LOR:
		if !r.plainBool(n) {
			return
		}
		for _, e := range []ast.Expr{n.X, n.Y} {
			if b, ok := ast.Unparen(e).(*ast.BinaryExpr); ok && b.Op == n.Op {
				continue
			}
			id := r.add(e.Pos(), fmt.Sprintf("`%s` left out of `%s`", r.source(e), r.source(n)))
			if n.Op == token.LAND {
				r.around(e, fmt.Sprintf("(goMutate(%d) || ", id), ")")
			} else {
				r.around(e, fmt.Sprintf("(!goMutate(%d) && ", id), ")")
			}
		}
	case token.ADD, token.SUB:
		if r.basic(n.X)&types.IsInteger == 0 || r.basic(n.Y)&types.IsInteger == 0 || r.basic(n)&types.IsInteger == 0 ||
			r.typedByContext(n.X) || r.typedByContext(n.Y) {
			return
		}
		word, other := "Add", "-"
		if n.Op == token.SUB {
			word, other = "Sub", "+"
		}
		id := r.add(n.OpPos, "`"+r.source(n)+"` with "+other)
		r.around(n, fmt.Sprintf("goMutate%s(%d, ", word, id), ")")
		r.replace(n.OpPos, 1, ",")
	}
}

// typedByContext reports whether an expression is a constant shifted by a variable, which takes its type from the
// context.
func (r *rewriter) typedByContext(e ast.Expr) bool {
	b, ok := ast.Unparen(e).(*ast.BinaryExpr)
	return ok && (b.Op == token.SHL || b.Op == token.SHR) && r.value(b.X) != nil
}

// inLoop reports whether an expression is a loop condition. Its opposite would skip the loop or never end it.
func (r *rewriter) inLoop(n ast.Expr) bool {
	f, ok := r.stack[len(r.stack)-1].(*ast.ForStmt)
	return ok && f.Cond == n
}

func (r *rewriter) negate(e ast.Expr, what string) {
	id := r.add(e.Pos(), what)
	r.around(e, fmt.Sprintf("(goMutate(%d) != (", id), "))")
}

// statements adds the deletion of each statement.
func (r *rewriter) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			call, ok := s.X.(*ast.CallExpr)
			if !ok || stays(call) {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || nothingKept(s.Lhs) {
				continue
			}
		case *ast.IncDecStmt:
		case *ast.BranchStmt:
			if s.Tok != token.CONTINUE && s.Tok != token.BREAK {
				continue
			}
		case *ast.ReturnStmt:
			if len(s.Results) > 0 {
				continue
			}
		default:
			continue
		}
		id := r.add(s.Pos(), "`"+r.source(s)+"` left out")
		r.around(s, fmt.Sprintf("if !goMutate(%d) { ", id), " }")
	}
}

// stays reports whether a call is not deleted: a panic, and calls that only set the line of a test failure.
func stays(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic" || f.Name == "GinkgoHelper"
	case *ast.SelectorExpr:
		return f.Sel.Name == "Helper" && len(call.Args) == 0
	}
	return false
}

func nothingKept(left []ast.Expr) bool {
	return !slices.ContainsFunc(left, func(e ast.Expr) bool {
		id, ok := e.(*ast.Ident)
		return !ok || id.Name != "_"
	})
}

// add adds a mutation and returns its number.
func (r *rewriter) add(pos token.Pos, what string) int {
	p := r.fset.Position(pos)
	c := &change{ID: len(r.s.changes) + 1, File: r.name, Line: p.Line, In: r.function(), What: what}
	r.s.changes = append(r.s.changes, c)
	return c.ID
}

// function returns the name of the visited function, without its receiver.
func (r *rewriter) function() string {
	for _, n := range r.stack {
		if f, ok := n.(*ast.FuncDecl); ok {
			return f.Name.Name
		}
	}
	return ""
}

// source returns the text of a node, shortened.
func (r *rewriter) source(n ast.Node) string {
	s := strings.Join(strings.Fields(string(r.src[r.offset(n.Pos()):r.offset(n.End())])), " ")
	if runes := []rune(s); len(runes) > 80 {
		s = string(runes[:79]) + "…"
	}
	return s
}

func (r *rewriter) offset(p token.Pos) int { return r.fset.Position(p).Offset }

// around inserts text before and after a node. Text that is inserted later is nested inside text inserted earlier at
// the same offsets, so parents come first.
func (r *rewriter) around(n ast.Node, before, after string) {
	rank := len(r.edits)
	r.edits = append(r.edits, edit{at: r.offset(n.Pos()), text: before, rank: rank}, edit{at: r.offset(n.End()), text: after, rank: -1 - rank})
}

func (r *rewriter) replace(p token.Pos, drop int, text string) {
	r.edits = append(r.edits, edit{at: r.offset(p), drop: drop, text: text})
}

// text returns the file with all edits. Between the end of a node and the start of the next there is other text, so
// edits at one offset are either all ends, innermost first, or all beginnings.
func (r *rewriter) text() []byte {
	slices.SortStableFunc(r.edits, func(a, b edit) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.rank - b.rank
	})
	var out []byte
	at := 0
	for _, e := range r.edits {
		out = append(append(out, r.src[at:e.at]...), e.text...)
		at = e.at + e.drop
	}
	return append(out, r.src[at:]...)
}

// switches is the file added to a mutated package.
const switches = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"sync/atomic"
)

var goMutateActive, goMutateHits = goMutateBegin()
var goMutateSeen [1 << 16]atomic.Bool

func goMutateBegin() (int, *os.File) {
	n, _ := strconv.Atoi(os.Getenv("GOMUTATE"))
	f, _ := os.OpenFile(os.Getenv("GOMUTATE_HITS"), os.O_APPEND|os.O_WRONLY, 0)
	return n, f
}

func goMutate(n int) bool {
	if goMutateHits != nil {
		goMutateHit(n)
	}
	return n == goMutateActive
}

func goMutateHit(n int) {
	if !goMutateSeen[n].Swap(true) {
		goMutateHits.WriteString(strconv.Itoa(n) + "\n")
	}
}

func goMutateLess[T cmp.Ordered](first, second int, a, b T) bool {
	if goMutate(first) {
		return a <= b
	}
	return (a < b) != (second != 0 && goMutate(second))
}

func goMutateAtMost[T cmp.Ordered](first, second int, a, b T) bool {
	if goMutate(first) {
		return a < b
	}
	return (a <= b) != (second != 0 && goMutate(second))
}

func goMutateMore[T cmp.Ordered](first, second int, a, b T) bool { return goMutateLess(first, second, b, a) }

func goMutateAtLeast[T cmp.Ordered](first, second int, a, b T) bool { return goMutateAtMost(first, second, b, a) }

func goMutateAdd[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](n int, a, b T) T {
	if goMutate(n) {
		return a - b
	}
	return a + b
}

func goMutateSub[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](n int, a, b T) T {
	if goMutate(n) {
		return a + b
	}
	return a - b
}
`

package compiler_test

// This test compares the codes of diagnostics in the compiler's sources with the broken pages.

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pageless are the codes without a page, with the reason.
var pageless = map[string]string{
	"unreadable":     "a folder or file that cannot be read; source tests it",
	"no-files":       "a folder without pages; source tests it",
	"stray-file":     "a file of the folder that is not a page; source tests it",
	"empty-text":     "a scenario file without anything; a page may be prose alone. source tests it",
	"text-too-long":  "a text with more than may be read; source tests it",
	"file-too-large": "more than 8 MiB; source tests it",
	"and-more":       "more diagnostics of a file than are reported; diag tests it",
	"other-folder":   "a game in data/games whose folder has another name; compile_test.go tests it",
	"file-too-long":  "more than 50,000 lines; source tests it",
	"setup":          "everything that is wrong with a set-up is found before an assertion sets it up",
}

// Each code in the sources has a page in testdata/broken, and no page expects another code.
func TestEveryCodeHasABrokenPage(t *testing.T) {
	g := codesGiven(t, ".")
	for _, at := range g.unread {
		t.Errorf("%s: this test cannot find out which code this is; write it as a literal", at)
	}
	shown := map[string]bool{}
	for _, page := range brokenPages(t) {
		code := expectedOf(t, page.text).code
		if shown[code] = true; g.places[code] == "" {
			t.Errorf("%s waits for %s, which the compiler never gives", page.name, code)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(g.places)) {
		if !shown[code] && pageless[code] == "" {
			t.Errorf("%s: the code %s has no page in %s", g.places[code], code, brokenDir)
		}
	}
	for _, code := range slices.Sorted(maps.Keys(pageless)) {
		if shown[code] || g.places[code] == "" {
			t.Errorf("%s is an exception, but it has a page or the compiler never gives it", code)
		}
	}
}

// given collects the codes in the sources: the values of parameters and fields named code, in calls, composite literals and
// assignments, with the first position of each.
type given struct {
	files  *token.FileSet
	params map[string]int      // function or method, with its folder unless it is exported: index of its parameter code
	fields map[string][]string // struct type: its fields, one of them code
	places map[string]string
	unread []string // positions where the code is neither a literal nor another code
}

// codesGiven parses the compiler's sources below a folder.
func codesGiven(t *testing.T, dir string) *given {
	t.Helper()
	g := &given{files: token.NewFileSet(), params: map[string]int{}, fields: map[string][]string{}, places: map[string]string{}}
	var trees []*ast.File
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() == "testdata" {
			return cmp.Or(err, fs.SkipDir)
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		tree, err := parser.ParseFile(g.files, file, nil, parser.SkipObjectResolution)
		trees = append(trees, tree)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tree := range trees {
		ast.Inspect(tree, g.declared)
	}
	for _, tree := range trees {
		ast.Inspect(tree, g.used)
	}
	return g
}

// names returns the string parameters or fields of a list, in order, and "" for others.
func names(list *ast.FieldList) []string {
	var out []string
	for _, field := range list.List {
		typ, _ := field.Type.(*ast.Ident)
		for _, name := range field.Names {
			if typ != nil && typ.Name == "string" {
				out = append(out, name.Name)
			} else {
				out = append(out, "")
			}
		}
	}
	return out
}

// key distinguishes functions of one name in several packages.
func (g *given) key(name string, at token.Pos) string {
	if ast.IsExported(name) {
		return name
	}
	return filepath.Dir(g.files.Position(at).Filename) + "." + name
}

func isCode(name string) bool { return strings.EqualFold(name, "code") }

// declared records a function or struct type that has a code.
func (g *given) declared(n ast.Node) bool {
	function := func(name string, typ *ast.FuncType) {
		if i := slices.IndexFunc(names(typ.Params), isCode); i >= 0 {
			g.params[g.key(name, typ.Pos())] = i
		}
	}
	switch n := n.(type) {
	case *ast.FuncDecl:
		function(n.Name.Name, n.Type)
	case *ast.AssignStmt:
		name, _ := n.Lhs[0].(*ast.Ident)
		if f, ok := n.Rhs[0].(*ast.FuncLit); ok && name != nil {
			function(name.Name, f.Type)
		}
	case *ast.TypeSpec:
		if s, ok := n.Type.(*ast.StructType); ok && slices.ContainsFunc(names(s.Fields), isCode) {
			g.fields[n.Name.Name] = names(s.Fields)
		}
	}
	return true
}

// used records the codes in a call, a literal or an assignment.
func (g *given) used(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		name, _ := n.Fun.(*ast.Ident)
		if s, ok := n.Fun.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); !ok || x.Name != "fmt" {
				name = s.Sel
			}
		}
		if name == nil {
			break
		}
		if i, ok := g.params[g.key(name.Name, name.Pos())]; ok && i < len(n.Args) {
			g.code(n.Args[i])
		}
	case *ast.CompositeLit:
		switch typ := n.Type.(type) {
		case *ast.ArrayType:
			g.elements(n, g.fieldsOf(typ.Elt))
		case *ast.MapType:
			g.elements(n, g.fieldsOf(typ.Value))
		default:
			g.literal(n, g.fieldsOf(n.Type))
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if s, ok := left.(*ast.SelectorExpr); ok && isCode(s.Sel.Name) && len(n.Rhs) == len(n.Lhs) {
				if lit, ok := n.Rhs[i].(*ast.BasicLit); ok {
					g.code(lit)
				}
			}
		}
	}
	return true
}

// fieldsOf returns the fields of a struct type that has a code, nil for other types.
func (g *given) fieldsOf(typ ast.Expr) []string {
	switch typ := typ.(type) {
	case *ast.StructType:
		return names(typ.Fields)
	case *ast.Ident:
		return g.fields[typ.Name]
	case *ast.SelectorExpr:
		return g.fields[typ.Sel.Name]
	}
	return nil
}

// elements visits the literals of a list or map that omit their type.
func (g *given) elements(n *ast.CompositeLit, fields []string) {
	for _, element := range n.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			element = pair.Value
		}
		if lit, ok := element.(*ast.CompositeLit); ok && lit.Type == nil {
			g.literal(lit, fields)
		}
	}
}

// literal records the code of a composite literal with or without keys.
func (g *given) literal(lit *ast.CompositeLit, fields []string) {
	for i, element := range lit.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok && isCode(key.Name) && fields != nil {
				g.code(pair.Value)
			}
		} else if i < len(fields) && isCode(fields[i]) {
			g.code(element)
		}
	}
}

// code records a code. A variable is skipped, because the place that sets it is recorded.
func (g *given) code(x ast.Expr) {
	switch x := x.(type) {
	case *ast.BasicLit:
		if code, err := strconv.Unquote(x.Value); err == nil && g.places[code] == "" {
			g.places[code] = g.files.Position(x.Pos()).String()
		}
		return
	case *ast.Ident:
		if isCode(x.Name) {
			return
		}
	case *ast.SelectorExpr:
		if isCode(x.Sel.Name) {
			return
		}
	}
	g.unread = append(g.unread, g.files.Position(x.Pos()).String())
}

package lower_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// casesOf returns the types in the cases of a file's type switches.
func casesOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if k, ok := n.(*ast.CaseClause); ok {
			for _, x := range k.List {
				if p, ok := x.(*ast.StarExpr); ok {
					if s, ok := p.X.(*ast.SelectorExpr); ok {
						out[s.Sel.Name] = true
					}
				}
			}
		}
		return true
	})
	return out
}

func TestEveryActionIsLowered(t *testing.T) {
	lowered := casesOf(t, "statement.go")
	for name := range casesOf(t, "effects.go") {
		lowered[name] = true
	}
	f, err := parser.ParseFile(token.NewFileSet(), "../typed/stmt.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	actions := 0
	for _, d := range f.Decls {
		m, ok := d.(*ast.FuncDecl)
		if !ok || m.Name.Name != "action" {
			continue
		}
		actions++
		if name := m.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name; !lowered[name] {
			t.Errorf("nothing lowers %s", name)
		}
	}
	if actions == 0 {
		t.Error("there are no actions")
	}
}

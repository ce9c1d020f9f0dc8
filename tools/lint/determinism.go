package main

// This file checks contract 2 of the architecture as far as syntax and types show it: no result may depend on map
// order, on goroutines or on floating point.

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// checkDeterminism checks the non-test files of ordered and pure rooms.
func checkDeterminism(repo *repository) []finding {
	var found []finding
	checker := newTypeChecker(repo)
	for _, file := range repo.Files {
		if file.Room == nil || file.Test {
			continue
		}
		report := func(at token.Pos, format string, args ...any) {
			found = append(found, finding{repo.FileSet.Position(at), fmt.Sprintf(format, args...)})
		}
		if file.Room.Ordered {
			inspectOrder(file.Tree, checker.infoOf(path.Dir(file.Path)), report)
		}
		if file.Room.Pure {
			inspectPurity(file.Tree, report)
		}
	}
	return found
}

// inspectOrder reports ranges over maps, and over iterators of maps, whose order is observable; sorts that leave the
// order of equal elements open; and addresses in texts.
func inspectOrder(tree *ast.File, info *types.Info, report func(token.Pos, string, ...any)) {
	calledName := importedNames(tree).called
	for _, declaration := range tree.Decls {
		sorted := sortedLater(declaration, calledName)
		settled := map[ast.Node]bool{}
		ast.Inspect(declaration, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.RangeStmt:
				if isMap(info.TypeOf(n.X)) && !collects(n.Body, func(slice string) bool { return sorted[slice] > n.End() }) {
					report(n.Pos(), "iteration over a map whose order can be seen: use slices.Sorted(maps.Keys(m))")
				}
			case *ast.CallExpr:
				name := calledName(n)
				if name == "slices.Sorted" || name == "maps.Collect" || name == "maps.Insert" {
					for _, arg := range n.Args {
						settled[arg] = true
					}
				}
				inspectCall(n, name, settled, info, report)
			case *ast.BasicLit:
				if n.Kind == token.STRING && addressVerb.MatchString(strings.ReplaceAll(n.Value, "%%", "")) {
					report(n.Pos(), "the literal %s: an address is another one in each run", n.Value)
				}
			}
			return true
		})
	}
}

// addressVerb matches the verb that prints an address.
var addressVerb = regexp.MustCompile(`%[-+# 0-9.]*p`)

// inspectCall reports calls whose result has an unspecified order.
func inspectCall(n *ast.CallExpr, name string, settled map[ast.Node]bool, info *types.Info, report func(token.Pos, string, ...any)) {
	switch name {
	case "maps.Keys", "maps.Values", "maps.All":
		if !settled[n] {
			report(n.Pos(), "%s without slices.Sorted around it: map order is random", name)
		}
	case "slices.SortFunc", "slices.SortedFunc", "sort.Slice", "sort.Sort":
		report(n.Pos(), "%s leaves open which of two equal ones comes first: use its stable sister, or sort whole values", name)
	}
	selector, ok := n.Fun.(*ast.SelectorExpr)
	if !ok || name != "" && !strings.HasPrefix(name, ".") {
		return
	}
	switch method := selector.Sel.Name; method {
	case "Range", "MapRange", "MapKeys": // of sync.Map and reflect.Value, whose types are unknown here
		if t := info.TypeOf(selector.X); t == nil || t == types.Typ[types.Invalid] {
			report(n.Pos(), "%s goes through a map: map order is random", method)
		}
	}
}

// isMap reports whether values of a type are maps; a type parameter is one if its type set contains a map.
func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Interface:
		for etyp := range u.EmbeddedTypes() {
			if embedsMap(etyp) {
				return true
			}
		}
	}
	return false
}

// embedsMap reports whether a type embedded in an interface contains a map in its type set.
func embedsMap(t types.Type) bool {
	union, ok := t.(*types.Union)
	if !ok {
		return isMap(t)
	}
	for term := range union.Terms() {
		if isMap(term.Type()) {
			return true
		}
	}
	return false
}

// sortedLater returns the slices that a declaration sorts by their whole values, by expression, with the place of the
// last sort. A sort by a part of the values would keep map order among equal ones.
func sortedLater(declaration ast.Decl, calledName func(*ast.CallExpr) string) map[string]token.Pos {
	sorted := map[string]token.Pos{}
	ast.Inspect(declaration, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
			name := calledName(call)
			if slices.Contains([]string{"slices.Sort", "sort.Strings", "sort.Ints"}, name) {
				slice := types.ExprString(call.Args[0])
				sorted[slice] = max(sorted[slice], call.Pos())
			}
		}
		return true
	})
	return sorted
}

// collects reports whether the body of a loop over a map does not depend on its order: it only appends, possibly under
// a condition, to slices that are sorted later.
func collects(body *ast.BlockStmt, sorted func(slice string) bool) bool {
	for _, statement := range body.List {
		switch s := statement.(type) {
		case *ast.IfStmt:
			if s.Init != nil || s.Else != nil || !collects(s.Body, sorted) {
				return false
			}
		case *ast.AssignStmt:
			if len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Tok != token.ASSIGN {
				return false
			}
			call, ok := s.Rhs[0].(*ast.CallExpr)
			slice := types.ExprString(s.Lhs[0])
			if !ok || types.ExprString(call.Fun) != "append" || types.ExprString(call.Args[0]) != slice || !sorted(slice) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// wholeNumbers matches the integer constants of package math.
var wholeNumbers = regexp.MustCompile(`^math\.(Max|Min)(Int|Uint)`)

// inspectPurity reports goroutines, channels and floating point.
func inspectPurity(tree *ast.File, report func(token.Pos, string, ...any)) {
	names := importedNames(tree)
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			report(n.Pos(), "a goroutine: results depend on nothing but the answers")
		case *ast.SelectStmt:
			report(n.Pos(), "a select statement: results depend on nothing but the answers")
		case *ast.SelectorExpr:
			if name := names.of(n); (strings.HasPrefix(name, "math.") || strings.HasPrefix(name, "cmplx.")) && !wholeNumbers.MatchString(name) {
				report(n.Pos(), "%s: integers only", name)
			}
		case *ast.Ident:
			switch n.Name {
			case "float32", "float64", "complex64", "complex128":
				report(n.Pos(), "%s: integers only", n.Name)
			}
		case *ast.BasicLit:
			if n.Kind == token.FLOAT || n.Kind == token.IMAG {
				report(n.Pos(), "the literal %s: integers only", n.Value)
			}
		}
		return true
	})
}

// imported maps the name of an import in a file to the last element of its path.
type imported map[string]string

func importedNames(tree *ast.File) imported {
	names := imported{}
	for _, spec := range tree.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		base := path.Base(target)
		if name := base; spec.Name != nil {
			names[spec.Name.Name] = base
		} else {
			names[name] = base
		}
	}
	return names
}

// of returns "package.Name" for a qualified identifier, ".Name" for another selector.
func (i imported) of(selector *ast.SelectorExpr) string {
	base, ok := selector.X.(*ast.Ident)
	if !ok || i[base.Name] == "" {
		return "." + selector.Sel.Name
	}
	return i[base.Name] + "." + selector.Sel.Name
}

// called returns "package.Function" for a call through a package, also with explicit type arguments, ".Method" for a
// method, "" for another call.
func (i imported) called(call *ast.CallExpr) string {
	fun := call.Fun
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	if selector, ok := fun.(*ast.SelectorExpr); ok {
		return i.of(selector)
	}
	return ""
}

// calledName returns "package.Function" or "value.Method" as written, "" for another call.
func calledName(call *ast.CallExpr) string {
	if selector, ok := call.Fun.(*ast.SelectorExpr); ok {
		if base, ok := selector.X.(*ast.Ident); ok {
			return base.Name + "." + selector.Sel.Name
		}
	}
	return ""
}

// typeChecker type-checks the module's own packages. Other modules and the standard library stay unknown: resulting
// errors are ignored, and their values have no type.
type typeChecker struct {
	repo     *repository
	packages map[string]*types.Package
	infos    map[string]*types.Info
}

func newTypeChecker(repo *repository) *typeChecker {
	return &typeChecker{repo: repo, packages: map[string]*types.Package{}, infos: map[string]*types.Info{}}
}

// infoOf returns the types of the non-test files of a folder.
func (c *typeChecker) infoOf(folder string) *types.Info {
	if _, known := c.infos[folder]; !known {
		c.check(folder)
	}
	return c.infos[folder]
}

func (c *typeChecker) check(folder string) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	c.infos[folder] = info
	var trees []*ast.File
	for _, file := range c.repo.Files {
		if path.Dir(file.Path) == folder && !file.Test {
			trees = append(trees, file.Tree)
		}
	}
	config := types.Config{Importer: c, Error: func(error) {}}
	// The error repeats one that Config.Error received; a package with unknown imports is still typed as far as possible.
	c.packages[folder], _ = config.Check(module+"/"+folder, c.repo.FileSet, trees, info)
}

func (c *typeChecker) Import(target string) (*types.Package, error) {
	folder, own := strings.CutPrefix(target, module+"/")
	if !own {
		return nil, errors.New("not a package of this module: " + strconv.Quote(target))
	}
	c.infoOf(folder)
	if p := c.packages[folder]; p != nil {
		return p, nil
	}
	return nil, errors.New("cannot be checked: " + strconv.Quote(target))
}

package main

// This file checks that values of a game keep 64 bits on machines of 32 bits.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"slices"
)

// valued are the folders whose int64 are values of a game.
var valued = []string{"engine", "engine/value", "engine/fold"}

// narrowing is the only function that may narrow them: it fails on every machine if the value does not fit into 32
// bits.
const narrowing = "small"

// checkNarrowing reports conversions of 64-bit numbers to types that have 32 bits on some machines. Indices are exempt,
// because their values are checked before.
func checkNarrowing(repo *repository) []finding {
	var found []finding
	checker := newTypeChecker(repo)
	for _, file := range repo.Files {
		folder := path.Dir(file.Path)
		if !slices.Contains(valued, folder) || file.Test {
			continue
		}
		info := checker.infoOf(folder)
		for _, declaration := range file.Tree.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Name.Name == narrowing {
				continue
			}
			indices := indicesIn(declaration)
			ast.Inspect(declaration, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || !narrows(call, info) || within64(indices, call.Pos()) {
					return true
				}
				found = append(found, finding{repo.FileSet.Position(call.Pos()), types.ExprString(call) + " has 32 bits on some machines and may lose bits of a value of a game; use " + narrowing + ", or count in int64"})
				return true
			})
		}
	}
	return found
}

// narrows reports whether a call converts a non-constant number of 64 bits to a type that has fewer on some machine.
func narrows(call *ast.CallExpr, info *types.Info) bool {
	name, ok := call.Fun.(*ast.Ident)
	if !ok || len(call.Args) != 1 {
		return false
	}
	switch name.Name {
	case "int", "uint", "uintptr":
	default:
		return false
	}
	value, ok := info.Types[call.Args[0]]
	if !ok || value.Value != nil && value.Value.Kind() == constant.Int {
		return false
	}
	basic, ok := value.Type.Underlying().(*types.Basic)
	return ok && (basic.Kind() == types.Int64 || basic.Kind() == types.Uint64)
}

// span64 is a stretch of source.
type span64 struct{ from, to token.Pos }

// indicesIn returns the index and slice expressions of a declaration, and the counts of shifts.
func indicesIn(declaration ast.Decl) []span64 {
	var list []span64
	add := func(e ast.Expr) {
		if e != nil {
			list = append(list, span64{e.Pos(), e.End()})
		}
	}
	ast.Inspect(declaration, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			add(n.Index)
		case *ast.SliceExpr:
			add(n.Low)
			add(n.High)
			add(n.Max)
		case *ast.BinaryExpr:
			if n.Op == token.SHL || n.Op == token.SHR {
				add(n.Y)
			}
		}
		return true
	})
	return list
}

func within64(list []span64, at token.Pos) bool {
	for _, s := range list {
		if at >= s.from && at < s.to {
			return true
		}
	}
	return false
}

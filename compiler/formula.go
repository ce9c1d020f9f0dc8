package compiler

// This file compiles a formula in the context of a rulebook, for programs that evaluate formulas in a position.

import (
	"io/fs"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// FormulaFile is the name of the file in diagnostics of a formula; Book.Source returns its text.
const FormulaFile = "formula"

// formulaID is the id of the function whose body is the formula.
const formulaID = "formula-beside-the-rulebook"

// Formula is a formula that is compiled beside a rulebook, as the body of a function. It can use all names that functions of the
// rulebook can use, and its parameters, with $.
type Formula struct {
	Text   string
	Params []def.Param
}

// CompileFormula compiles the rulebook in folder dir of fsys with a formula, and returns the game and the index of the formula's
// function in its Functions. The game is nil if there are errors; warnings are omitted.
func CompileFormula(fsys fs.FS, dir string, f *Formula) (*def.GameDef, int, *Book, diag.List) {
	prose, list := source.Read(fsys, dir)
	if prose == nil {
		return nil, 0, nil, list
	}
	prose.Blocks = append(prose.Blocks, f.block())
	prose.Files = append(prose.Files, source.File{Name: FormulaFile, Data: []byte(f.Text)})
	gd, book, list := (&compilation{libraries: library, pages: &libraryPages, formula: f}).book(prose, list)
	if gd == nil {
		return nil, 0, book, list
	}
	for i := range gd.Functions {
		if gd.Functions[i].ID == formulaID {
			return gd, i, book, nil
		}
	}
	return nil, 0, book, list
}

// block returns a block that declares the function: functions: [{id: …, value: …}].
func (f *Formula) block() *source.Node {
	at := diag.Pos{File: FormulaFile, Line: 1, Col: 1}
	node := func(n source.Node) *source.Node {
		n.Pos = at
		return &n
	}
	text := func(s string) *source.Node {
		return node(source.Node{Kind: source.Scalar, Tag: source.TagString, Value: s})
	}
	pair := func(key string, value *source.Node) source.Pair { return source.Pair{Key: text(key), Value: value} }
	entry := node(source.Node{Kind: source.Map, Pairs: []source.Pair{pair("id", text(formulaID)), pair("value", text(f.Text))}})
	return node(source.Node{Kind: source.Map, Pairs: []source.Pair{pair("functions", node(source.Node{Kind: source.List, Items: []*source.Node{entry}}))}})
}

// declare adds the parameters of the formula to its function. Without a formula (nil) there is no such function.
func (f *Formula) declare(symbols *declare.Symbols) {
	for _, of := range symbols.Rules.Functions {
		if of.ID == formulaID {
			for _, p := range f.Params {
				of.Params = append(of.Params, &declare.Param{Name: p.Name, Type: p.Type})
			}
		}
	}
}

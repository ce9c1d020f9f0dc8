// Package compiler compiles a rulebook (a folder of Markdown with YAML, docs/reference.md) to an engine/def.GameDef.
//
// compilation.compile, below, lists the stages: each is a package, takes the result of the preceding one, and does not depend on
// later ones. Diagnostics are values; a compile reports all causes at once, and no diagnostics for their consequences.
package compiler

import (
	"embed"
	"io/fs"
	"slices"

	"rulebound/compiler/check"
	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/resolve"
	"rulebound/compiler/series"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

//go:embed library
var library embed.FS

// Book is the result of a compile beside the GameDef: the rulebook's clauses and files, for coverage and excerpts.
type Book struct {
	*source.Book
	// Attribute maps a library's clause id to the game's clauses that implement it.
	Attribute map[string][]string
	// Declared maps ids to the positions of their declarations. Names of the language are not in it.
	Declared map[string]diag.Pos
	// Gaps are the properties of cards that list texts still to be written.
	Gaps []string
}

// Compile compiles the rulebook in folder dir of fsys. The GameDef is nil if the list has errors.
func Compile(fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	return (*Cache)(nil).Compile(fsys, dir)
}

// CompileWith is like Compile, with the library rulebooks in the folder library of another file system: those of another
// revision, for example.
func CompileWith(libraries, fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	prose, list := source.Read(fsys, dir)
	return (&compilation{libraries: libraries}).book(prose, list)
}

// compilation has the inputs of one compile beside the pages of the rulebook.
type compilation struct {
	libraries fs.FS         // contains the folder library
	formula   *Formula      // compiled beside the rulebook, or nil
	pages     *source.Cache // cache for the pages of libraries, or nil
	was       *memos        // memos of the preceding compile, or nil
	memo      memos         // memos of this compile
	study     *Study        // receives the results of the stages, or nil
}

// book compiles pages; list has the diagnostics of reading them.
func (c *compilation) book(prose *source.Book, list diag.List) (*def.GameDef, *Book, diag.List) {
	book, said := &Book{Book: prose, Attribute: map[string][]string{}}, &report{}
	said.add(list)
	said.causes = slices.Clone(said.warnings)
	gd := c.compile(book, said)
	// a library clause that clauses of the game implement is replaced by them
	book.Clauses = slices.DeleteFunc(book.Clauses, func(k source.Clause) bool { return len(book.Attribute[k.ID]) > 0 })
	if len(said.errors) > 0 {
		return nil, book, append(said.errors, said.causes...).Sorted()
	}
	if gd != nil {
		for _, k := range book.Clauses {
			if k.Title != "" {
				gd.Clauses = append(gd.Clauses, def.Named{ID: k.ID, Title: k.Title})
			}
		}
	}
	return gd, book, said.warnings.Sorted()
}

// compile runs the stages, unless the preceding compile ran them on the same blocks.
func (c *compilation) compile(book *Book, said *report) *def.GameDef {
	if len(book.Files) == 0 { // already reported
		return nil
	}
	c.addLibraries(book, said)
	defer exhausted(book.Blocks, said)
	budget := diag.NewBudget()
	c.study.begin(budget)
	gd := c.again(book, said)
	if gd == nil {
		gd = c.stages(book, said, budget)
	}
	if gd != nil {
		said.add(c.memo.check.Prose(ownPages(book.Book), budget))
	}
	return gd
}

// stages compiles the blocks. It stops at errors that make the next stage useless.
func (c *compilation) stages(book *Book, said *report, budget *diag.Budget) *def.GameDef {
	before := len(said.warnings)
	root, merged := source.Merge(book.Blocks)
	if root.Pos.IsZero() { // there is no block: missing keys are reported on the first page
		root.Pos = diag.Pos{File: book.Files[0].Name, Line: 1, Col: 1}
	}
	said.add(merged)
	incomplete := leftOut(said.errors)

	expanded := series.Expand(root, incomplete, budget)
	said.add(expanded)
	incomplete = incomplete || expanded.HasErrors() // patterns with errors produce no entries
	said.add(c.memo.draft.Rewrite(root, incomplete, budget))
	tree, list := c.memo.read.Read(root, incomplete, budget)
	said.add(list)
	tree.Studied = c.study != nil
	symbols, list := declare.Declare(tree, book.Book)
	said.add(list)
	c.formula.declare(symbols)
	c.study.declared(tree, symbols)
	book.Attribute, book.Declared = symbols.Clauses.Attribute, symbols.Places()
	rules, list := resolve.Resolve(tree, symbols, c.memo.syntax)
	said.add(list)
	book.Gaps = rules.Gaps
	c.study.resolved(rules)
	if len(said.errors) > 0 {
		return nil
	}

	if said.add(check.Recursion(rules)); len(said.errors) > 0 {
		return nil
	}
	gd, program := lower.Lower(rules)
	if said.add(check.Check(gd, rules, program)); len(said.errors) > 0 {
		return nil
	}
	gd.Compact()
	c.keep(&outcome{blocks: book.Blocks, known: known(book), game: *gd, warnings: said.warnings[before:],
		attribute: book.Attribute, declared: book.Declared, gaps: book.Gaps, tree: tree, symbols: symbols, rules: rules})
	return gd
}

// ownPages returns the parts of a book that belong to the game itself, without its libraries.
func ownPages(b *source.Book) *source.Book {
	return &source.Book{
		Clauses: slices.DeleteFunc(slices.Clone(b.Clauses), func(k source.Clause) bool { return k.Pos.InLibrary() }),
		Blocks:  slices.DeleteFunc(slices.Clone(b.Blocks), func(n *source.Node) bool { return n.Pos.InLibrary() }),
	}
}

// exhausted recovers and reports that a stage exhausted the budget of the compile, at the most expensive top-level key, or that
// it found too many errors.
func exhausted(blocks []*source.Node, said *report) {
	switch r := recover().(type) {
	case nil, diag.Cancelled:
	case diag.Exhausted:
		var keys []diag.Pos
		for _, b := range blocks {
			for _, p := range b.Pairs {
				keys = append(keys, p.Key.Pos)
			}
		}
		said.add(diag.List{r.Diagnostic(keys)})
	case diag.TooMany:
		said.add(r.Diagnostics())
	default:
		panic(r)
	}
}

// Package compiler turns a rulebook (a folder of Markdown with YAML, docs/reference.md) into an engine/def.GameDef.
//
// compilation.compile, below, is the table of contents: each stage is a package, takes what the one before gives, and knows nothing
// of those after it. Diagnostics are values; a compile reports all causes at once, and what follows from a cause that was
// reported is never a diagnostic of its own.
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

// Book is what a compile knows beside the GameDef: the rulebook's clauses and files, for coverage and excerpts.
type Book struct {
	*source.Book
	// Attribute maps a library's clause id to the game's clauses it implements.
	Attribute map[string][]string
	// Declared tells where each id that formulas share is declared. What the language itself brings has no place.
	Declared map[string]diag.Pos
	// Gaps are the properties of cards that list texts which are still to be written.
	Gaps []string
}

// Compile compiles the rulebook in folder dir of fsys. The GameDef is nil if the list has errors.
func Compile(fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	return (*Cache)(nil).Compile(fsys, dir)
}

// CompileWith is Compile with the library rulebooks in the folder library of another file system: those of another
// revision, say.
func CompileWith(libraries, fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	prose, list := source.Read(fsys, dir)
	return (&compilation{libraries: libraries}).book(prose, list)
}

// compilation is one compile: what it is given beside the pages of the rulebook.
type compilation struct {
	libraries fs.FS         // with the folder library
	formula   *Formula      // a formula beside the rulebook, or nil
	pages     *source.Cache // reads the pages of libraries; nil: none are kept
	was       *memos        // what the compile before kept; nil: nothing is kept
	memo      memos         // what this one keeps
	study     *Study        // keeps the values of the stages; nil: they are not kept
}

// book compiles pages that were read, with the diagnostics of reading them.
func (c *compilation) book(prose *source.Book, list diag.List) (*def.GameDef, *Book, diag.List) {
	book, said := &Book{Book: prose, Attribute: map[string][]string{}}, &report{}
	said.add(list)
	said.causes = slices.Clone(said.warnings)
	gd := c.compile(book, said)
	// a library clause that stands for clauses of the game is not a clause of its own
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

// compile runs the stages, unless the compile before has run them on the same blocks.
func (c *compilation) compile(book *Book, said *report) *def.GameDef {
	if len(book.Files) == 0 { // which is reported
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

// stages compiles the blocks. It stops where there are errors that leave the next stage nothing to go by.
func (c *compilation) stages(book *Book, said *report, budget *diag.Budget) *def.GameDef {
	before := len(said.warnings)
	root, merged := source.Merge(book.Blocks)
	if root.Pos.IsZero() { // there is no block: what is missing is missing on the first page
		root.Pos = diag.Pos{File: book.Files[0].Name, Line: 1, Col: 1}
	}
	said.add(merged)
	incomplete := leftOut(said.errors)

	expanded := series.Expand(root, incomplete, budget)
	said.add(expanded)
	incomplete = incomplete || expanded.HasErrors() // what could not be written out is left out
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

// ownPages is what a book has of the game itself, without its libraries.
func ownPages(b *source.Book) *source.Book {
	return &source.Book{
		Clauses: slices.DeleteFunc(slices.Clone(b.Clauses), func(k source.Clause) bool { return k.Pos.InLibrary() }),
		Blocks:  slices.DeleteFunc(slices.Clone(b.Blocks), func(n *source.Node) bool { return n.Pos.InLibrary() }),
	}
}

// exhausted reports that a stage has spent the budget of the compile, at the top-level key that most was spent on, or has found as many
// errors as a compile reports.
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

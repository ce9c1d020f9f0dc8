package compiler

// outcome.go keeps what the stages made of the blocks of a rulebook, for compiles after its prose alone was edited.

import (
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// outcome is what the stages made of a rulebook without errors. Of the prose they know only which clauses and sections there are.
type outcome struct {
	blocks []*source.Node
	known  []string // clauses and sections

	game      def.GameDef
	warnings  diag.List
	attribute map[string][]string
	declared  map[string]diag.Pos
	gaps      []string
	// nil unless a Study has them
	tree    *tree.Rulebook
	symbols *declare.Symbols
	rules   *typed.Rulebook
}

// known lists the clauses and sections of a book.
func known(book *Book) []string {
	var ids []string
	for _, k := range book.Clauses {
		ids = append(ids, k.ID)
	}
	for _, h := range book.Headings {
		ids = append(ids, h.Number)
	}
	return ids
}

// keep keeps the outcome of this compile for the next one.
func (c *compilation) keep(o *outcome) {
	if c.study == nil {
		o.tree, o.symbols, o.rules = nil, nil, nil
	}
	c.memo.outcome = o
}

// again gives the game if the compile before has made it of the same blocks, otherwise nil.
func (c *compilation) again(book *Book, said *report) *def.GameDef {
	if c.was == nil {
		return nil
	}
	o := c.was.outcome
	if o == nil || len(said.errors) > 0 || c.study != nil && o.tree == nil || !slices.Equal(o.blocks, book.Blocks) || !slices.Equal(o.known, known(book)) {
		c.memo = c.was.next()
		return nil
	}
	c.memo = *c.was
	c.memo.check = c.was.check.Next()
	said.add(o.warnings)
	c.study.declared(o.tree, o.symbols)
	c.study.resolved(o.rules)
	book.Attribute, book.Declared, book.Gaps = o.attribute, o.declared, o.gaps
	gd := o.game
	return &gd
}

package compiler

// This file caches the results of the stages, for compiles after changes of the prose only.

import (
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// outcome are the results of the stages for a rulebook without errors. They depend on the blocks and on the ids of clauses and
// sections, not on the rest of the prose.
type outcome struct {
	blocks []*source.Node
	known  []string // ids of clauses and sections

	game      def.GameDef
	warnings  diag.List
	attribute map[string][]string
	declared  map[string]diag.Pos
	gaps      []string
	// nil without a Study
	tree    *tree.Rulebook
	symbols *declare.Symbols
	rules   *typed.Rulebook
}

// known returns the ids of the clauses and sections of a book.
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

// keep caches the outcome for the next compile.
func (c *compilation) keep(o *outcome) {
	if c.study == nil {
		o.tree, o.symbols, o.rules = nil, nil, nil
	}
	c.memo.outcome = o
}

// again returns the game of the preceding compile if that had the same blocks, otherwise nil.
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

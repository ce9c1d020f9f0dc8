// Package grammar is the table of the keys of a rulebook: the mappings, their keys, the forms of values, the statements and
// decisions. docs/reference.md is its prose.
//
// The compiler is driven by this table. A test of the compiler checks that it queries exactly the keys of the table. The JSON
// schemas are generated from it. Package scenario describes its files in the same way.
package grammar

import "slices"

// Block is a mapping with fixed keys.
type Block struct {
	Name string // the name to which a Form refers
	What string // the name in diagnostics; ends with a space if an id follows
	Doc  string
	Keys []Key
	// Open is the form of keys that are not listed, which are declared properties and data; "" if there are none.
	Open Form
	// Tell is the key that distinguishes it from other mappings in the same place, "" if there are none.
	Tell string
}

type Key struct {
	Name string
	Form Form
	Doc  string
	Must bool // required
}

// Table is a vocabulary: the mappings with fixed keys, the statements, and the keys of a branch.
type Table struct {
	Blocks     []Block
	Statements []Statement
	Branch     []Key
}

// Own is the vocabulary of the language without the words of the first drafts, by which package read works. Blocks, Statements
// and Branch include those words.
var Own Table

// Label returns the name of the block in messages.
func (b *Block) Label() string {
	for _, label := range []string{b.What, b.Tell} {
		if label != "" {
			return label
		}
	}
	return b.Name
}

// Names returns the keys of the block of that name, in the order of the table. It panics if there is no such block.
func Names(block string) []string { return names(Find(Blocks, block).Keys) }

// Find returns the block of that name. It panics if there is none, because the names are part of the program.
func Find(blocks []Block, name string) *Block {
	i := slices.IndexFunc(blocks, func(b Block) bool { return b.Name == name })
	if i < 0 {
		panic("grammar: there is no block " + name)
	}
	return &blocks[i]
}

// Names returns the keys of the block in the order of the table.
func (b *Block) Names() []string { return names(b.Keys) }

func names(keys []Key) []string {
	out := make([]string, 0, len(keys))
	for _, k := range keys {
		out = append(out, k.Name)
	}
	return out
}

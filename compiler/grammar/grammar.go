// Package grammar is the table of the keys of a rulebook: which mappings there are, which keys each takes, what stands
// behind a key, and which statements and decisions there are. docs/reference.md is its prose.
//
// The compiler takes its lists of keys from here where it needs one, and a test of the compiler holds every key that it
// asks for against the table, and the table against every key that it asks for. The JSON schemas are made from it.
// Package scenario describes its files in the same terms.
package grammar

import "slices"

// Block is a mapping with fixed keys.
type Block struct {
	Name string // under which a Form refers to it
	What string // as diagnostics name it; ends with a space where an id follows
	Doc  string
	Keys []Key
	// Open is the form of keys that are not listed, "" if there are none: properties and data that a game declares.
	Open Form
	// Tell is the key that tells it from other mappings in the same place, "" where it is the only one.
	Tell string
}

// Key is a key of a mapping.
type Key struct {
	Name string
	Form Form
	Doc  string
	Must bool // the mapping is an error without it
}

// Table is a vocabulary: the mappings with fixed keys, the statements, and the keys of a branch.
type Table struct {
	Blocks     []Block
	Statements []Statement
	Branch     []Key
}

// Own is the vocabulary of the language without the words of the first drafts: what package read goes by. Blocks,
// Statements and Branch have those, too.
var Own Table

// Label is what messages call the block.
func (b *Block) Label() string {
	for _, label := range []string{b.What, b.Tell} {
		if label != "" {
			return label
		}
	}
	return b.Name
}

// Names lists the keys of the block of that name, in the order of the table. It panics if there is no such block.
func Names(block string) []string { return names(Find(Blocks, block).Keys) }

// Find gives the block of that name. It panics if there is none: the names are part of the program.
func Find(blocks []Block, name string) *Block {
	i := slices.IndexFunc(blocks, func(b Block) bool { return b.Name == name })
	if i < 0 {
		panic("grammar: there is no block " + name)
	}
	return &blocks[i]
}

// Names lists the keys of the block in the order of the table.
func (b *Block) Names() []string { return names(b.Keys) }

func names(keys []Key) []string {
	out := make([]string, 0, len(keys))
	for _, k := range keys {
		out = append(out, k.Name)
	}
	return out
}

package read

// This file holds the table of package grammar ready for reading: its forms taken apart, its rows found by their names.

import (
	"slices"

	"rulebound/compiler/grammar"
)

// keyRow is a key with its form taken apart.
type keyRow struct {
	*grammar.Key
	shapes []grammar.Shape
}

// blockRow is a mapping with fixed keys.
type blockRow struct {
	*grammar.Block
	keys  []keyRow
	names []string // of the keys, those of the first drafts too: what an unknown key may have been meant for
	hasID bool     // entries of a list are known by their ids
}

// statementRow is a statement: what stands behind its keyword, and the keys beside it.
type statementRow struct {
	*grammar.Statement
	arg    []grammar.Shape
	keys   []keyRow
	beside []string // keys that stand beside the keyword only where the argument is no mapping, as that would have them
}

var (
	blockRows     = map[string]*blockRow{}
	statementRows = map[string]*statementRow{}
	branchRows    = rows(grammar.Own.Branch)
	guardRows     = rows(grammar.Guards)
	keywords      = grammar.Keywords() // those of the first drafts too
)

func init() {
	for i := range grammar.Own.Blocks {
		b := &grammar.Own.Blocks[i]
		blockRows[b.Name] = newBlockRow(b)
	}
	for i := range grammar.Drafts.Blocks { // no key of our own has them
		b := &grammar.Drafts.Blocks[i]
		blockRows[b.Name] = newBlockRow(b)
	}
	for i := range grammar.Own.Statements {
		s := &grammar.Own.Statements[i]
		row := &statementRow{Statement: s, arg: s.Arg.Shapes(), keys: rows(s.Keys)}
		for _, shape := range row.arg {
			if b := blockRows[shape.Word]; b != nil {
				row.beside = append(row.beside, b.Names()...)
			}
		}
		statementRows[s.Word] = row
	}
}

func newBlockRow(b *grammar.Block) *blockRow {
	row := &blockRow{Block: b, keys: rows(b.Keys), names: b.Names()}
	for _, k := range grammar.DraftKeys(b.Name) {
		row.names = append(row.names, k.Name)
	}
	for _, k := range b.Keys {
		row.hasID = row.hasID || k.Name == "id" && k.Must
	}
	return row
}

func rows(keys []grammar.Key) []keyRow {
	out := make([]keyRow, len(keys))
	for i := range keys {
		out[i] = keyRow{&keys[i], keys[i].Form.Shapes()}
	}
	return out
}

func rowOf(keys []keyRow, name string) *keyRow {
	if i := slices.IndexFunc(keys, func(k keyRow) bool { return k.Name == name }); i >= 0 {
		return &keys[i]
	}
	return nil
}

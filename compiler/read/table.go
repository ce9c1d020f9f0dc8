package read

// This file prepares the table of package grammar for reading: it parses the forms and indexes the rows by name.

import (
	"slices"

	"rulebound/compiler/grammar"
)

type keyRow struct {
	*grammar.Key
	shapes []grammar.Shape
}

type blockRow struct {
	*grammar.Block
	keys  []keyRow
	names []string // including those of the first drafts, for spelling suggestions
	hasID bool     // entries of a list have ids
}

// statementRow is a statement with its parsed argument and keys.
type statementRow struct {
	*grammar.Statement
	arg    []grammar.Shape
	keys   []keyRow
	beside []string // keys that are beside the keyword only if its argument is not a mapping, which would contain them
}

var (
	blockRows     = map[string]*blockRow{}
	statementRows = map[string]*statementRow{}
	branchRows    = rows(grammar.Own.Branch)
	guardRows     = rows(grammar.Guards)
	keywords      = grammar.Keywords() // including those of the first drafts
)

func init() {
	for i := range grammar.Own.Blocks {
		b := &grammar.Own.Blocks[i]
		blockRows[b.Name] = newBlockRow(b)
	}
	for i := range grammar.Drafts.Blocks { // rows that no key of the language refers to
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

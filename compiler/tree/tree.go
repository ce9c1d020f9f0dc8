// Package tree is what a rulebook says once it is read: entries with their keys, bodies of statements, conditions, each
// with its place and its clauses. Every entry has the keys that the grammar table gives it and no others, and behind
// each key stands what the table says; names and formulas are still text. Package read makes it, package declare and
// package resolve take it.
package tree

import (
	"maps"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// Rulebook is a whole rulebook with the libraries that it uses.
type Rulebook struct {
	Top  *Entry       // the top level, of the grammar's block "rulebook"
	Root *source.Node // the merged blocks: data that tables and values read by their paths
	// Incomplete tells that something could not be read and was left out, so what is missing may have been there.
	Incomplete bool
	Budget     *diag.Budget // of the compile
	Studied    bool         // a program such as an editor needs the places where names are declared and used
	Found
}

// Found is what entries say that is looked for beside them.
type Found struct {
	Cited []*source.Node // every rule: key; that the clauses are there is for package declare to tell
	// Texts are the blocks of properties and columns of type procedure(…) by the mapping that each was read from.
	Texts map[*source.Node]*Entry
	// Answered are the variables that statements with the word together set: what seats have answered needs room until all have.
	Answered map[string]bool
	// Positions are the statements with the word position.
	Positions []*Stmt
}

// NewFound returns a Found with empty maps.
func NewFound() Found { return Found{Texts: map[*source.Node]*Entry{}, Answered: map[string]bool{}} }

// Add adds what another entry says.
func (f *Found) Add(other *Found) {
	f.Cited, f.Positions = append(f.Cited, other.Cited...), append(f.Positions, other.Positions...)
	maps.Copy(f.Texts, other.Texts)
	maps.Copy(f.Answered, other.Answered)
}

// List gives the entries of a top-level list, such as "seats".
func (b *Rulebook) List(key string) []*Entry { return b.Top.Entries(key) }

// Entry is a mapping with fixed keys.
type Entry struct {
	Node  *source.Node   // its place and clauses
	Block *grammar.Block // its row of the table; nil for a statement
	Vals  []*Value       // in the order they were written, those that stand for nothing left out
	Free  []*Value       // keys that the table leaves open: properties and data of the game
	// Unsure tells that a key of it, or of its parameters, was not understood, so what is missing may have been meant.
	Unsure bool
}

// Value is what stands behind a key. Node is always there; what else is depends on the form that the table gives the key
// and, where it gives several, on what is written. NewValue makes one.
type Value struct {
	Key   *source.Node
	Node  *source.Node // a scalar, a formula, a list of words, or whatever the other fields were read from
	Entry *Entry       // the mapping of a block; of a property of type procedure(…) its text
	*Parts
	// Unsure tells that something in it, such as a statement of the body, was not understood and left out, so what is
	// missing may have been meant.
	Unsure bool
}

// Parts are what a Value has of which there may be several. Most values have none and share one; Own makes others.
type Parts struct {
	Entries []*Entry // a list of mappings of a block
	Body    []*Stmt  // statements
	Conds   []*Cond  // conditions
	Pairs   []*Value // a mapping with free keys
	// Lost are the keys of that mapping whose values have not the shape that they must have, which was reported.
	Lost []*source.Node
}

var none Parts

// NewValue returns what stands behind a key, without parts.
func NewValue(key, node *source.Node) *Value { return &Value{Key: key, Node: node, Parts: &none} }

// Own returns the parts of a value, which may be changed while it is read.
func (v *Value) Own() *Parts {
	if v.Parts == &none {
		v.Parts = &Parts{}
	}
	return v.Parts
}

// Cond is a condition of a list of conditions.
type Cond struct {
	Node *source.Node // the whole entry
	When *source.Node // the formula
	If   *source.Node // it binds only if this holds; nil: always
	Rule *source.Node // the clauses that demand it; nil if not stated
}

// Stmt is a statement. Its further keys are the Vals of its Entry.
type Stmt struct {
	Entry
	Word string       // a keyword of the table, or the name of a procedure; "" for a branch, whose keys are if, then and else
	Arg  *Value       // what stands behind the word; Arg.Key is the word itself
	If   *source.Node // the guard of a statement, or the condition of a branch; nil if there is none
}

// Value gives what stands behind a key, nil where nothing does.
func (e *Entry) Value(key string) *Value {
	if e == nil {
		return nil
	}
	for _, v := range e.Vals {
		if v.Key.Value == key {
			return v
		}
	}
	return nil
}

// Get gives the node behind a key, nil where nothing stands.
func (e *Entry) Get(key string) *source.Node {
	if v := e.Value(key); v != nil {
		return v.Node
	}
	return nil
}

// Entries gives the entries behind a key: one, or a list of them.
func (e *Entry) Entries(key string) []*Entry {
	v := e.Value(key)
	switch {
	case v == nil:
		return nil
	case v.Entry != nil:
		return []*Entry{v.Entry}
	}
	return v.Entries
}

// Pair returns the value of a key of a mapping with free keys, nil if the key is absent.
func (v *Value) Pair(key string) *Value {
	if v == nil {
		return nil
	}
	for _, q := range v.Pairs {
		if q.Key.Value == key {
			return q
		}
	}
	return nil
}

// Pairs gives the pairs of a mapping with free keys.
func (e *Entry) Pairs(key string) []*Value {
	if v := e.Value(key); v != nil {
		return v.Pairs
	}
	return nil
}

// Conds gives the conditions behind a key.
func (e *Entry) Conds(key string) []*Cond {
	if v := e.Value(key); v != nil {
		return v.Conds
	}
	return nil
}

// Words gives the texts behind a key, one or a list of them.
func (e *Entry) Words(key string) []*source.Node { return e.Get(key).List() }

// Text gives the text behind a key, "" where nothing stands.
func (e *Entry) Text(key string) string {
	if n := e.Get(key); n != nil {
		return n.Value
	}
	return ""
}

// Int gives the number behind a key, or what stands for it where nothing does.
func (e *Entry) Int(key string, absent int64) int64 {
	if i, ok := e.Get(key).Int(); ok {
		return i
	}
	return absent
}

// Flag reports whether true stands behind a key.
func (e *Entry) Flag(key string) bool {
	b, _ := e.Get(key).Bool()
	return b
}

// ID is the id of an entry, "" if it has none.
func (e *Entry) ID() string { return e.Text("id") }

// IDPos is the place of the id of an entry, or of the entry.
func (e *Entry) IDPos() diag.Pos {
	if id := e.Get("id"); id != nil {
		return id.Pos
	}
	return e.Node.Pos
}

// Title is the title of an entry, "" if it has none.
func (e *Entry) Title() string { return e.Text("title") }

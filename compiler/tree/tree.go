// Package tree is the syntax tree of a rulebook: entries with their keys, bodies of statements, conditions, each with its
// position and clauses. Every entry has only keys of its block in the table of package grammar, and every value has the form that
// the table requires; names and formulas are still text. Package read creates it, packages declare and resolve consume it.
package tree

import (
	"maps"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// Rulebook is a whole rulebook including the libraries that it uses.
type Rulebook struct {
	Top  *Entry       // the top level, of the block "rulebook"
	Root *source.Node // the merged blocks, for data that tables and values read by path
	// Incomplete is set if a part could not be read and is missing.
	Incomplete bool
	Budget     *diag.Budget // of the compile
	Studied    bool         // an editor or a similar program needs the positions of declarations and uses of names
	Found
}

// Found indexes parts of entries that are needed separately.
type Found struct {
	Cited []*source.Node // every `rule` key; package declare checks that the clauses exist
	// Texts are the values of properties and columns of type procedure(…), by the mapping from which each was read.
	Texts map[*source.Node]*Entry
	// Answered are the variables that `together` statements set; they need space for secret answers.
	Answered map[string]bool
	// Positions are the `position` statements.
	Positions []*Stmt
}

func NewFound() Found { return Found{Texts: map[*source.Node]*Entry{}, Answered: map[string]bool{}} }

// Add adds the contents of other.
func (f *Found) Add(other *Found) {
	f.Cited, f.Positions = append(f.Cited, other.Cited...), append(f.Positions, other.Positions...)
	maps.Copy(f.Texts, other.Texts)
	maps.Copy(f.Answered, other.Answered)
}

// List returns the entries of a top-level list, such as "seats".
func (b *Rulebook) List(key string) []*Entry { return b.Top.Entries(key) }

// Entry is a mapping with fixed keys.
type Entry struct {
	Node  *source.Node   // for its position and clauses
	Block *grammar.Block // its row of the table; nil for a statement
	Vals  []*Value       // in the order in which they are written, without empty ones
	Free  []*Value       // properties and data of the game, under keys that the table does not list
	// Unsure is set if a key of it, or of its parameters, was not understood; a missing key may be the one that was meant.
	Unsure bool
}

// Value is the value of a key. Node is always set; the other fields depend on the form of the key and, if it has several, on the
// node. NewValue creates one.
type Value struct {
	Key   *source.Node
	Node  *source.Node // a scalar, a formula, a list of words, or the source of the other fields
	Entry *Entry       // the mapping of a block; for a property of type procedure(…) its text
	*Parts
	// Unsure is set if a part of it, such as a statement of the body, was not understood and is missing.
	Unsure bool
}

// Parts are the lists in a Value. Most values have none and share one empty Parts; Own creates a separate one.
type Parts struct {
	Entries []*Entry // a list of mappings of a block
	Body    []*Stmt  // statements
	Conds   []*Cond  // conditions
	Pairs   []*Value // a mapping with free keys
	// Lost are the keys of that mapping whose values have the wrong form, which is already reported.
	Lost []*source.Node
}

var none Parts

// NewValue returns the value of a key, without parts.
func NewValue(key, node *source.Node) *Value { return &Value{Key: key, Node: node, Parts: &none} }

// Own returns the parts of a value for modification.
func (v *Value) Own() *Parts {
	if v.Parts == &none {
		v.Parts = &Parts{}
	}
	return v.Parts
}

type Cond struct {
	Node *source.Node // the whole entry
	When *source.Node // the formula
	If   *source.Node // its guard; nil if there is none
	Rule *source.Node // its clauses; nil if there are none
}

// Stmt is a statement. The keys beside its keyword are the Vals of its Entry.
type Stmt struct {
	Entry
	Word string       // a keyword of the table, or the name of a procedure; "" for a branch, whose keys are if, then and else
	Arg  *Value       // the value of the keyword; Arg.Key is the keyword itself
	If   *source.Node // the guard of a statement, or the condition of a branch, or nil
}

// Value returns the value of a key, or nil.
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

// Get returns the node of a key's value, or nil.
func (e *Entry) Get(key string) *source.Node {
	if v := e.Value(key); v != nil {
		return v.Node
	}
	return nil
}

// Entries returns the entries of a key: one, or a list.
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

// Pair returns the value of a key of a mapping with free keys, or nil.
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

// Pairs returns the pairs of a mapping with free keys.
func (e *Entry) Pairs(key string) []*Value {
	if v := e.Value(key); v != nil {
		return v.Pairs
	}
	return nil
}

// Conds returns the conditions of a key.
func (e *Entry) Conds(key string) []*Cond {
	if v := e.Value(key); v != nil {
		return v.Conds
	}
	return nil
}

// Words returns the scalars of a key, one or a list.
func (e *Entry) Words(key string) []*source.Node { return e.Get(key).List() }

// Text returns the text of a key, or "".
func (e *Entry) Text(key string) string {
	if n := e.Get(key); n != nil {
		return n.Value
	}
	return ""
}

// Int returns the number of a key; absent if the key is missing.
func (e *Entry) Int(key string, absent int64) int64 {
	if i, ok := e.Get(key).Int(); ok {
		return i
	}
	return absent
}

// Flag reports whether the value of a key is true.
func (e *Entry) Flag(key string) bool {
	b, _ := e.Get(key).Bool()
	return b
}

// ID returns the id of an entry, or "".
func (e *Entry) ID() string { return e.Text("id") }

// IDPos returns the position of the id, or of the entry if it has none.
func (e *Entry) IDPos() diag.Pos {
	if id := e.Get("id"); id != nil {
		return id.Pos
	}
	return e.Node.Pos
}

// Title returns the title of an entry, or "".
func (e *Entry) Title() string { return e.Text("title") }

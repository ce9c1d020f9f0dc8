// Package source reads a rulebook: a folder of Markdown files with fenced yaml blocks. It returns the blocks as trees of Nodes,
// each with its exact position in the Markdown and the rule to which it belongs, and the clauses and headings of the prose. It
// knows YAML and Markdown, but not the meaning of keys.
//
// markdown.go finds headings, clauses and fences; yaml.go converts a fence to Nodes; merge.go merges the blocks of all files into
// one root mapping; document.go reads a YAML file. Everything malformed is a diagnostic; size and depth are limited.
package source

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
)

// Kind is the kind of a Node.
type Kind uint8

// The kinds. Null is an empty value (`key:`) or an explicit `null`.
const (
	Null Kind = iota
	Scalar
	List
	Map
	Lost // unreadable, which is already reported
)

// String returns the kind as diagnostics name it.
func (k Kind) String() string {
	switch k {
	case Scalar:
		return "a single value"
	case List:
		return "a list"
	case Map:
		return "a mapping"
	}
	return "nothing"
}

// Tag is the YAML type of a scalar.
type Tag uint8

// The tags of scalars; other nodes have the zero Tag. A quoted scalar is always TagString.
const (
	TagInt Tag = iota + 1
	TagBool
	TagString
	TagNull
)

// String returns the YAML notation of a tag, "" for none.
func (t Tag) String() string { return [...]string{"", "!!int", "!!bool", "!!str", "!!null"}[t] }

// Node is a value of a yaml block.
//
// Value and Tag are set for scalars; Quoted marks a scalar in quotes, and Multiline one over several lines whose characters have
// no known positions. Pairs has the entries of a mapping in the order in which they are written, Items those of a list. Pos is
// the first character of the value, after the opening quote of a quoted scalar; At returns the position of any later one. Rules
// are the ids of the clauses, or the number of the section, to which the node's fence belongs. Origin is nil for nodes as their
// author wrote them. Nodes that were read are immutable: books share them.
type Node struct {
	Kind      Kind
	Tag       Tag
	Quoted    bool
	Multiline bool
	Value     string
	Pairs     []Pair
	Items     []*Node
	Pos       diag.Pos
	Rules     []string
	Origin    *Origin

	places *places // nil if character i is i columns after Pos and no comment follows
}

// places are the positions of the characters of a scalar that are not contiguous, and its comment.
type places struct {
	columns []int      // of quoted text with escapes: the column of each character, relative to Pos
	lines   []diag.Pos // of folded text: the extent of each line
	comment string
}

// Comment returns the comment after a scalar on its line.
func (n *Node) Comment() string {
	if n.places == nil {
		return ""
	}
	return n.places.comment
}

// commented stores the comment in the rest of the scalar's line.
func (n *Node) commented(behind string) {
	text := comment(behind)
	if text == "" {
		return
	}
	if n.places == nil {
		n.places = &places{}
	}
	n.places.comment = text
}

// at returns the position of width characters from character i. An extent over several lines ends with the first line.
func (p *places) at(pos diag.Pos, i, width int) diag.Pos {
	if p.columns != nil {
		last := len(p.columns) - 1
		start := p.columns[min(i, last)]
		end := p.columns[min(i+width, last)]
		return pos.Offset(start, end-start)
	}
	for k, line := range p.lines {
		size := line.EndCol - line.Col
		if i <= size || k == len(p.lines)-1 {
			return line.Offset(i, min(width, size-i))
		}
		i -= size + 1
	}
	return pos.Offset(i, width)
}

// Origin marks a statement that was inserted or rewritten: no warnings are given for it, because its author did not write it. It
// belongs to its own clauses, not to those of the place of insertion.
type Origin struct {
	Exports []*Node // the bindings in it, with or without $, that following statements see
}

// At returns the position of character i (a rune, from 0) of a scalar's Value, width characters wide (0: unknown). i may be the
// length of the value.
func (n *Node) At(i, width int) diag.Pos {
	if n.places == nil {
		return n.Pos.Offset(i, width)
	}
	return n.places.at(n.Pos, i, width)
}

// Placed returns a scalar beside n whose characters are all at pos, for text that replaces what was written there.
func (n *Node) Placed(pos diag.Pos, text string) *Node {
	return &Node{Kind: Scalar, Tag: TagString, Value: text, Pos: pos, Rules: n.Rules, places: &places{columns: make([]int, utf8.RuneCountInString(text)+1)}}
}

// Like returns an empty node of a kind at the position of n.
func (n *Node) Like(kind Kind) *Node { return &Node{Kind: kind, Pos: n.Pos, Rules: n.Rules} }

// Pair is an entry of a mapping. Key is always a scalar.
type Pair struct {
	Key   *Node
	Value *Node
}

// Get returns the value of key in a mapping, nil if there is none or n is not a mapping (n may be nil).
func (n *Node) Get(key string) *Node {
	if p := n.Pair(key); p != nil {
		return p.Value
	}
	return nil
}

// Under returns the value at a dotted path of keys, nil if there is none.
func (n *Node) Under(path string) *Node {
	for key := range strings.SplitSeq(path, ".") {
		n = n.Get(key)
	}
	return n
}

// Pair returns the entry of key in a mapping, nil if there is none or n is not a mapping (n may be nil).
func (n *Node) Pair(key string) *Pair {
	if n == nil || n.Kind != Map {
		return nil
	}
	for i := range n.Pairs {
		if n.Pairs[i].Key.Value == key {
			return &n.Pairs[i]
		}
	}
	return nil
}

// Keys returns the keys of a mapping in the order in which they are written.
func (n *Node) Keys() []string {
	if n == nil || n.Kind != Map {
		return nil
	}
	keys := make([]string, len(n.Pairs))
	for i, p := range n.Pairs {
		keys[i] = p.Key.Value
	}
	return keys
}

// List returns the items of a list, or any other node as the only item; nothing for nil and null.
func (n *Node) List() []*Node {
	switch {
	case n.Given() == nil:
		return nil
	case n.Kind == List:
		return n.Items
	}
	return []*Node{n}
}

// Texts returns the values of the items of a list, or of a scalar itself.
func (n *Node) Texts() []string {
	var out []string
	for _, item := range n.List() {
		out = append(out, item.Value)
	}
	return out
}

// Given returns n, but nil for null.
func (n *Node) Given() *Node {
	if n == nil || n.Kind == Null {
		return nil
	}
	return n
}

// Text returns the text of a key's scalar value, or "".
func (n *Node) Text(key string) string {
	s, _ := n.Get(key).Str()
	return s
}

// Str returns the text of a scalar; false for other kinds.
func (n *Node) Str() (string, bool) {
	if n == nil || n.Kind != Scalar {
		return "", false
	}
	return n.Value, true
}

// Int returns the number of an unquoted scalar; false for other nodes.
func (n *Node) Int() (int64, bool) {
	if n == nil || n.Kind != Scalar || n.Tag != TagInt {
		return 0, false
	}
	v, err := strconv.ParseInt(n.Value, 10, 64)
	return v, err == nil
}

// Bool returns the value of an unquoted `true` or `false`; ok is false for other nodes.
func (n *Node) Bool() (value, ok bool) {
	if n == nil || n.Kind != Scalar || n.Tag != TagBool {
		return false, false
	}
	return n.Value == "true", true
}

// String formats a value in YAML's flow style, for messages.
func (n *Node) String() string {
	if n == nil {
		return ""
	}
	switch n.Kind {
	case Scalar:
		return n.Value
	case List:
		items := make([]string, len(n.Items))
		for i, item := range n.Items {
			items[i] = item.String()
		}
		return "[" + strings.Join(items, ", ") + "]"
	case Map:
		pairs := make([]string, len(n.Pairs))
		for i, p := range n.Pairs {
			pairs[i] = p.Key.Value + ": " + p.Value.String()
		}
		return "{" + strings.Join(pairs, ", ") + "}"
	}
	return ""
}

// Clause is a rule of the prose: a list item that begins with its id in bold.
type Clause struct {
	ID      string
	Section string // number of the nearest heading
	Title   string // the emphasised words at the beginning of the item, without the full stop
	Text    string // the prose on one line, without Markdown marks
	Kind    string // "rule", "definition", "table", "example" or "not-modelled"
	Reason  string // why it is not modelled
	Pos     diag.Pos
}

const (
	KindRule        = "rule"
	KindDefinition  = "definition"
	KindTable       = "table"
	KindExample     = "example"
	KindNotModelled = "not-modelled"
)

// Heading is a heading of the prose. Number is the rule number or the word-number id with which it begins, or "".
type Heading struct {
	Number string
	Title  string
	Level  int
	Pos    diag.Pos
}

// File is one Markdown file.
type File struct {
	Name string
	Data []byte
}

// Book is a rulebook: its files and their contents, in order.
type Book struct {
	Files    []File
	Blocks   []*Node
	Clauses  []Clause
	Headings []Heading
}

// Source returns the bytes of a file of the book, or nil. It is an argument for diag.Write.
func (b *Book) Source(name string) []byte {
	for _, f := range b.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// Clause returns a clause, nil if there is none with that id.
func (b *Book) Clause(id string) *Clause {
	for i := range b.Clauses {
		if b.Clauses[i].ID == id {
			return &b.Clauses[i]
		}
	}
	return nil
}

// Heading returns the first heading with a rule number, nil if there is none.
func (b *Book) Heading(number string) *Heading {
	for i := range b.Headings {
		if b.Headings[i].Number == number {
			return &b.Headings[i]
		}
	}
	return nil
}

// Merge inserts the contents of other before those of b, as library rulebooks precede the game that uses them. It shares the
// Nodes.
func (b *Book) Merge(other *Book) {
	if other == nil {
		return
	}
	b.Files = append(append([]File{}, other.Files...), b.Files...)
	b.Blocks = append(append([]*Node{}, other.Blocks...), b.Blocks...)
	b.Clauses = append(append([]Clause{}, other.Clauses...), b.Clauses...)
	b.Headings = append(append([]Heading{}, other.Headings...), b.Headings...)
}

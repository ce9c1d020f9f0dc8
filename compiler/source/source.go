// Package source reads a rulebook: a folder of Markdown files whose fenced yaml blocks
// are the machine's part. It gives the blocks as trees of Nodes, each knowing its exact
// place in the Markdown and the rule it stands under, together with the clauses and
// headings of the prose. It knows YAML and Markdown and nothing of what keys mean.
//
// The parts: markdown.go finds headings, clauses and fences; yaml.go turns a fence into
// Nodes; merge.go joins the blocks of all files into one root mapping; document.go reads a
// file that is YAML alone. Everything
// malformed is a diagnostic; size and depth are bounded.
package source

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
)

// Kind is the shape of a Node.
type Kind uint8

// The shapes. Null is an empty value (`key:`) or an explicit `null`.
const (
	Null Kind = iota
	Scalar
	List
	Map
	Lost // what could not be read, which was reported
)

// String names the shape as diagnostics do.
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

// Tag is the type of a scalar in YAML.
type Tag uint8

// The tags of scalars; other nodes have none, the zero Tag. A quoted scalar is always TagString.
const (
	TagInt Tag = iota + 1
	TagBool
	TagString
	TagNull
)

// String gives a tag as YAML writes it, "" for none.
func (t Tag) String() string { return [...]string{"", "!!int", "!!bool", "!!str", "!!null"}[t] }

// Node is a value of a yaml block.
//
// Value and Tag are set for scalars; Quoted tells a scalar written in quotes and
// Multiline one that spans several lines so that its characters have no known places. Pairs holds a mapping's entries in
// the order they were written, Items a list's. Pos is the first character of the value,
// after an opening quote for a quoted scalar; At gives the place of any later one.
// Rules are the ids
// of the clauses, or the number of the section, that the node's fence stands under.
// Origin is nil for what stands where and as its author wrote it. Nobody changes a Node that was read: books share it.
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

	places *places // nil where character i stands i to the right of Pos, without a comment behind it
}

// places are where the characters of a scalar stand that are not beside each other, and its comment.
type places struct {
	columns []int      // of quoted text with escapes: how many characters each stands to the right of Pos
	lines   []diag.Pos // of folded text: where each line begins and ends
	comment string
}

// Comment is the text of a comment that follows a scalar on its line.
func (n *Node) Comment() string {
	if n.places == nil {
		return ""
	}
	return n.places.comment
}

// commented notes the comment in what follows a scalar on its line.
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

// at gives the place of width characters from character i on. What goes on on the next line ends with the line.
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

// Origin is of a statement that was put in from elsewhere, or written anew: no warning is for what its author did not write
// so. It belongs to its own clauses, not to those of the place that it was put into.
type Origin struct {
	Exports []*Node // the bindings in it, with or without $, that the statements after it see
}

// At gives the place of character i (a rune, from 0) of a scalar's Value, width
// characters wide (0: not known). i may be the length of the value, one past its end.
func (n *Node) At(i, width int) diag.Pos {
	if n.places == nil {
		return n.Pos.Offset(i, width)
	}
	return n.places.at(n.Pos, i, width)
}

// Placed makes text that stands beside n at pos, all of it: what is put in the place of what was written there.
func (n *Node) Placed(pos diag.Pos, text string) *Node {
	return &Node{Kind: Scalar, Tag: TagString, Value: text, Pos: pos, Rules: n.Rules, places: &places{columns: make([]int, utf8.RuneCountInString(text)+1)}}
}

// Like makes an empty node of a kind that stands where n stands.
func (n *Node) Like(kind Kind) *Node { return &Node{Kind: kind, Pos: n.Pos, Rules: n.Rules} }

// Pair is an entry of a mapping. Key is always a scalar.
type Pair struct {
	Key   *Node
	Value *Node
}

// Get gives the value of key in a mapping, nil if it has none or n is no mapping (n may
// be nil).
func (n *Node) Get(key string) *Node {
	if p := n.Pair(key); p != nil {
		return p.Value
	}
	return nil
}

// Pair gives the entry of key in a mapping, nil if it has none or n is no mapping (n may
// be nil).
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

// Keys lists the keys of a mapping in the order they were written.
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

// List gives the items of a list, any other node as the only one, and nothing for nil and null.
func (n *Node) List() []*Node {
	switch {
	case n.Given() == nil:
		return nil
	case n.Kind == List:
		return n.Items
	}
	return []*Node{n}
}

// Given is n, nil where nothing is written.
func (n *Node) Given() *Node {
	if n == nil || n.Kind == Null {
		return nil
	}
	return n
}

// Text gives the text behind a key of a mapping, "" where there is none.
func (n *Node) Text(key string) string {
	s, _ := n.Get(key).Str()
	return s
}

// Str gives the text of a scalar; false for any other shape.
func (n *Node) Str() (string, bool) {
	if n == nil || n.Kind != Scalar {
		return "", false
	}
	return n.Value, true
}

// Int gives the number an unquoted scalar denotes; false for anything else.
func (n *Node) Int() (int64, bool) {
	if n == nil || n.Kind != Scalar || n.Tag != TagInt {
		return 0, false
	}
	v, err := strconv.ParseInt(n.Value, 10, 64)
	return v, err == nil
}

// Bool gives the truth an unquoted `true` or `false` denotes; ok is false for anything
// else.
func (n *Node) Bool() (value, ok bool) {
	if n == nil || n.Kind != Scalar || n.Tag != TagBool {
		return false, false
	}
	return n.Value == "true", true
}

// String writes a value in YAML's flow form, for messages.
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
	Title   string // the item's leading emphasised words, without the full stop
	Text    string // the prose on one line, without Markdown marks
	Kind    string // "rule", "definition", "table", "example" or "not-modelled"
	Reason  string // why it is not modelled
	Pos     diag.Pos
}

// The kinds of clauses.
const (
	KindRule        = "rule"
	KindDefinition  = "definition"
	KindTable       = "table"
	KindExample     = "example"
	KindNotModelled = "not-modelled"
)

// Heading is a heading of the prose. Number is the rule number or the word-number id it
// begins with, "" if it has none.
type Heading struct {
	Number string
	Title  string
	Level  int
	Pos    diag.Pos
}

// File is one Markdown file as read.
type File struct {
	Name string
	Data []byte
}

// Book is a rulebook: its files, and what they hold in order.
type Book struct {
	Files    []File
	Blocks   []*Node
	Clauses  []Clause
	Headings []Heading
}

// Source gives the bytes of a file of the book, nil if there is no such file; it fits
// diag.Write.
func (b *Book) Source(name string) []byte {
	for _, f := range b.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// Merge puts what other holds in front of what b holds, as library rulebooks stand
// before the game that uses them. The Nodes are shared with other.
func (b *Book) Merge(other *Book) {
	if other == nil {
		return
	}
	b.Files = append(append([]File{}, other.Files...), b.Files...)
	b.Blocks = append(append([]*Node{}, other.Blocks...), b.Blocks...)
	b.Clauses = append(append([]Clause{}, other.Clauses...), b.Clauses...)
	b.Headings = append(append([]Heading{}, other.Headings...), b.Headings...)
}

// This file converts YAML, of a fenced block or a whole file, to Nodes. It rejects parts of YAML that make a text hard to read or
// unbounded: anchors, aliases, merge keys, tags, several documents, and numbers in other notations. yaml.v3 parses the text; its
// positions are mapped back to the file.

package source

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"rulebound/compiler/diag"
)

// maxErrs is the greatest number of diagnostics of one text.
const maxErrs = 20

// Bounds are the limits of a text and its name in messages.
type Bounds struct {
	What   string // the kind of text: "block", "scenario"
	Within string // the whole to which Values applies, if it is more than the text: "rulebook"
	Bytes  int
	Depth  int // nested mappings and lists
	Values int // including keys
	Text   int // characters of a value; 0: unlimited
}

var blockBounds = Bounds{What: "block", Within: "rulebook", Bytes: MaxBlock, Depth: MaxDepth, Values: MaxValues}

// block is the state of reading a text: a fenced block or a YAML file.
type block struct {
	Bounds
	file   string
	rules  []string
	opened diag.Pos // position of the fence's info string
	lines  []line
	diags  *diag.List
	errs   int
	values int
	deep   bool // a nesting error was found, so parts are missing everywhere

	root *Node // the result
	size int   // number of its values
}

// pos returns the position of a line and column of the block, both from 1.
func (b *block) pos(row, col, width int) diag.Pos {
	if row < 1 || len(b.lines) == 0 {
		return b.opened
	}
	l := b.lines[min(row, len(b.lines))-1]
	if row > len(b.lines) {
		col, width = l.width()+1, 0
	}
	return diag.Pos{File: b.file, Line: l.number, Col: 1}.Offset(max(l.offset+col-1, 0), width)
}

// errorf adds an error, unless the block already has the greatest number.
func (b *block) errorf(pos diag.Pos, code, format string, args ...any) *diag.Diagnostic {
	if b.errs++; b.errs > maxErrs {
		return &diag.Diagnostic{}
	}
	return b.diags.Errorf(pos, code, format, args...)
}

// parse returns the root of the block, nil if the block is empty or cannot be read.
func (b *block) parse() *Node {
	if !b.checkLength() || !b.checkCharacters() || !b.checkBrackets() {
		return nil
	}
	root, extra, err := decode(b.text())
	if err != nil {
		return b.salvage(err)
	}
	if extra != nil {
		b.errorf(b.pos(extra.Line, extra.Column, 0), "several-documents", "a %s holds one document", b.What).
			Detailf("`---` begins another one; put it into a %s of its own.", b.What)
		return nil
	}
	if root == nil {
		return nil
	}
	n := b.node(root, 1)
	if n == nil || n.Kind == Null || b.deep {
		return nil
	}
	return n
}

// text returns the lines of the block as one text.
func (b *block) text() string {
	var text strings.Builder
	size := 0
	for _, l := range b.lines {
		size += len(l.text) + 1
	}
	text.Grow(size)
	for _, l := range b.lines {
		text.WriteString(l.text)
		text.WriteByte('\n')
	}
	return text.String()
}

// decode parses text. extra is the root of a second document. A panic of yaml.v3 becomes an error.
func decode(text string) (root, extra *yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("yaml: the text cannot be read (%v)", fault)
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(text))
	var documents [2]yaml.Node
	for i := range documents {
		err := decoder.Decode(&documents[i])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if len(documents[0].Content) > 0 {
		root = documents[0].Content[0]
	}
	if len(documents[1].Content) > 0 {
		extra = documents[1].Content[0]
	}
	return root, extra, nil
}

// checkLength reports a text that is too long for yaml.v3, which needs hundreds of bytes for each byte of text.
func (b *block) checkLength() bool {
	left := b.Bytes
	for _, l := range b.lines {
		if left -= len(l.text) + 1; left < -1 {
			b.errorf(b.opened, "text-too-long", "the %s is too long", b.What).Detailf("At most %d KiB; split it.", b.Bytes>>10)
			return false
		}
	}
	return true
}

// checkCharacters reports characters that YAML rejects, that would break the count of lines, or that are invisible: tabs in the
// indentation, hidden characters and unusual line ends.
func (b *block) checkCharacters() bool {
	ok := true
	for i, l := range b.lines {
		if l.starts == nil {
			continue
		}
		indent := true
		for j, r := range []rune(l.text) {
			at := b.pos(i+1, j+1, 1)
			switch {
			case r == '\t' && indent:
				b.errorf(at, "tab", "a tab in the indentation").
					Detailf("YAML counts columns, so indent with spaces.")
			case r == '\u00a0' && indent:
				b.errorf(at, "odd-space", "a no-break space in the indentation").
					Detailf("Replace it with an ordinary space.")
			case r == '\r', r == '\u0085', r == '\u2028', r == '\u2029':
				b.errorf(at, "odd-line-end", "an unusual line end (U+%04X) inside a line", r).
					Detailf("End lines with a line feed, or a carriage return and a line feed.")
			case r != '\t' && diag.Hidden(r):
				hidden(b.errorf, at, r)
			default:
				indent = indent && r == ' '
				continue
			}
			ok = false
			break
		}
	}
	return ok
}

func hidden(errorf func(pos diag.Pos, code, format string, args ...any) *diag.Diagnostic, at diag.Pos, r rune) {
	errorf(at, "control-character", "an invisible character (U+%04X)", r).Detailf("Take it out.")
}

// checkBrackets reports a line with far more open brackets than the permitted depth. It runs before yaml.v3, whose time and
// memory grow with the depth.
func (b *block) checkBrackets() bool {
	open := 0
	for i, l := range b.lines {
		for j := range len(l.text) {
			switch l.text[j] {
			case '[', '{':
				if open++; open > 4*b.Depth {
					b.tooDeep(b.pos(i+1, utf8.RuneCountInString(l.text[:j])+1, 1))
					return false
				}
			case ']', '}':
				open = max(0, open-1)
			}
		}
	}
	return true
}

func (b *block) tooDeep(at diag.Pos) {
	b.deep = true
	b.errorf(at, "nesting-too-deep", "the %s is nested more than %d levels deep", b.What, b.Depth).
		Detailf("Give the inner part a name of its own, or close a bracket that is left open.")
}

// node converts a yaml node; it returns nil if the node was reported and must be omitted.
func (b *block) node(y *yaml.Node, depth int) *Node {
	if y.Anchor != "" && y.Kind != yaml.AliasNode {
		b.errorf(b.pos(y.Line, y.Column, 1+utf8.RuneCountInString(y.Anchor)), "anchor", "anchors are not part of the language").
			Detailf("%s To write a value that begins with &, put it in quotes.", b.instead())
		return nil
	}
	if y.Kind == yaml.AliasNode {
		b.errorf(b.pos(y.Line, y.Column, 1+utf8.RuneCountInString(y.Value)), "alias", "aliases are not part of the language").
			Detailf("%s To write a value that begins with *, put it in quotes.", b.instead())
		return nil
	}
	if y.Style&yaml.TaggedStyle != 0 {
		b.errorf(b.pos(y.Line, y.Column, utf8.RuneCountInString(y.Tag)), "tag", "YAML tags are not part of the language").
			Detailf("A value that begins with ! is a tag to YAML. In a formula write not instead of !, and != between values only.")
		return nil
	}
	if depth > b.Depth {
		b.tooDeep(b.pos(y.Line, y.Column, 0))
		return nil
	}
	if b.values++; b.values > b.Values {
		if b.values == b.Values+1 {
			b.errorf(b.pos(y.Line, y.Column, 0), "text-too-long", "the %s has more than %d values", cmp.Or(b.Within, b.What), b.Values).
				Detailf("Take out what no play needs.")
		}
		return nil
	}
	n := &Node{Pos: b.pos(y.Line, y.Column, 0), Rules: b.rules}
	switch y.Kind {
	case yaml.MappingNode:
		n.Kind = Map
		b.mapping(n, y, depth)
	case yaml.SequenceNode:
		n.Kind = List
		b.list(n, y, depth)
	default:
		b.scalar(n, y)
	}
	return n
}

// instead returns the advice for a text that uses an alias.
func (b *block) instead() string {
	if b.What == blockBounds.What {
		return "Name the thing once in the rulebook and refer to it by its id."
	}
	return "Write the value out."
}

func (b *block) mapping(n *Node, y *yaml.Node, depth int) {
	first := firsts{}
	n.Pairs = slices.Grow(n.Pairs, len(y.Content)/2)
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := y.Content[i], y.Content[i+1]
		if key.Kind != yaml.ScalarNode && key.Kind != yaml.AliasNode {
			b.errorf(b.pos(key.Line, key.Column, 0), "complex-key", "a key must be a single word").
				Detailf("To write a formula or text that begins with ?, { or [, put it in quotes.")
			continue
		}
		if key.Tag == "!!merge" && key.Style == 0 {
			b.errorf(b.pos(key.Line, key.Column, 2), "merge-key", "merge keys are not part of the language").
				Detailf("Blocks merge by themselves; write each key where it belongs.")
			continue
		}
		k := b.node(key, depth)
		if k == nil {
			continue
		}
		if k.Value == "" {
			b.errorf(k.Pos, "empty-key", "an entry without a key").
				Detailf("A key must come before the colon.")
			continue
		}
		if y.Style&yaml.FlowStyle != 0 {
			if used := b.splitByComma(y.Content[i:], 2); used > 0 {
				i += used - 2
				value = nil
			} else if b.withoutColon(key, value) {
				way := "Write a colon and its value after the key. The value of a pattern is put in by a name in braces and quotes: \"{" + k.Value + "}\"."
				if i+2 < len(y.Content) || i > 0 {
					way = "Inside { } a comma ends a value. Put a value that holds a comma in quotes, or write a colon after a key."
				}
				b.errorf(k.Pos, "flow-comma", "%s has no value", k.Value).Detailf("%s", way)
				continue
			}
		}
		if before := first.of(k); before != nil {
			b.errorf(k.Pos, "duplicate-key", "%s is given twice in one mapping", k.Value).
				Detailf("Keep one of them.").
				Notef(before.Pos, "first given here")
			continue
		}
		if value == nil {
			continue
		}
		if v := b.node(value, depth+1); v != nil {
			n.Pairs = append(n.Pairs, Pair{Key: k, Value: v})
		}
	}
}

// firsts maps texts to the first key of a mapping with this text.
type firsts struct {
	few  [8]*Node // used for the first keys
	n    int
	many map[string]*Node
}

// of returns an earlier key with the text of k, or nil, in which case k becomes the first.
func (f *firsts) of(k *Node) *Node {
	if f.many == nil {
		for _, e := range f.few[:f.n] {
			if e.Value == k.Value {
				return e
			}
		}
		if f.n < len(f.few) {
			f.few[f.n] = k
			f.n++
			return nil
		}
		f.many = map[string]*Node{}
		for _, e := range f.few {
			f.many[e.Value] = e
		}
	}
	if e := f.many[k.Value]; e != nil {
		return e
	}
	f.many[k.Value] = k
	return nil
}

func (b *block) list(n *Node, y *yaml.Node, depth int) {
	n.Items = slices.Grow(n.Items, len(y.Content))
	for i := 0; i < len(y.Content); i++ {
		if y.Style&yaml.FlowStyle != 0 {
			if used := b.splitByComma(y.Content[i:], 1); used > 0 {
				i += used - 1
				continue
			}
		}
		if item := b.node(y.Content[i], depth+1); item != nil {
			n.Items = append(n.Items, item)
		}
	}
}

// splitByComma reports an unquoted value with a comma, such as min(a, b), in a flow collection, where YAML splits it. content
// begins with the entry in which the value starts; step is 2 for a mapping, 1 for a list. It returns the number of nodes that
// belong to the value, 0 if it is not split.
func (b *block) splitByComma(content []*yaml.Node, step int) int {
	open, depth := content[0], parentheses(content[0])
	for i := 1; i < step && depth <= 0; i++ {
		open = content[i]
		depth += parentheses(open)
	}
	if depth <= 0 {
		return 0
	}
	used := step
	for used+step <= len(content) && depth > 0 {
		for _, part := range content[used : used+step] {
			depth += parentheses(part)
		}
		used += step
	}
	width := utf8.RuneCountInString(open.Value)
	b.errorf(b.pos(open.Line, open.Column, width), "flow-comma", "a value with a comma is not in quotes").
		Detailf("Inside { } and [ ] a comma ends a value, so this one ends after %q. Put the whole value in quotes.", open.Value)
	return used
}

// parentheses returns the number of open minus closed parentheses in the unquoted text of y.
func parentheses(y *yaml.Node) int {
	if y.Kind != yaml.ScalarNode {
		sum := 0
		if y.Style&yaml.FlowStyle != 0 || len(y.Content) == 2 {
			for _, part := range y.Content {
				sum += parentheses(part)
			}
		}
		return sum
	}
	if y.Style != 0 {
		return 0
	}
	return strings.Count(y.Value, "(") - strings.Count(y.Value, ")")
}

// withoutColon reports whether a key of a flow mapping has no colon, as in {key}.
func (b *block) withoutColon(key, value *yaml.Node) bool {
	if key.Style != 0 || value.Kind != yaml.ScalarNode || value.Value != "" || value.Style != 0 {
		return false
	}
	rest := b.rest(key.Line, key.Column+utf8.RuneCountInString(key.Value))
	return !strings.HasPrefix(strings.TrimLeft(rest, " "), ":")
}

// rest returns the text of line row from column col. It does not copy, because a line may contain any number of values.
func (b *block) rest(row, col int) string {
	if row < 1 || row > len(b.lines) || col < 1 {
		return ""
	}
	return b.lines[row-1].from(col - 1)
}

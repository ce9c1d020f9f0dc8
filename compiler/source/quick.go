package source

// This file reads the part of YAML that rulebooks are made of without yaml.v3, whose tokens and nodes are a quarter of what a compile
// allocates. It gives up wherever it might read something else than yaml.v3 does, and wherever there is something to report.

import (
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// maxQuickKey bounds the bytes of a key. YAML refuses keys of more than 1024 characters.
const maxQuickKey = 1000

// The escapes in double quotes that formulas need.
var (
	escapes   = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
	noEscapes = strings.NewReplacer(`\\`, "", `\"`, "")
)

// quick reads a block from its first line to the last. Its functions return nil, or false, where it gives up.
type quick struct {
	*block
	row    int    // of the line, from 0
	text   string // of the line; empty behind the last one
	i      int    // index in text; behind the last line less than any column
	values int
	pairs  []Pair  // of the open mappings
	items  []*Node // of the open lists
}

// quick gives the root of the block, nil if yaml.v3 has to read it.
func (b *block) quick() *Node {
	for _, l := range b.lines {
		if l.starts != nil && strings.ContainsFunc(l.text, func(r rune) bool { return r == '\t' || r > '\uD7FF' }) {
			return nil
		}
		if t := l.text; strings.HasPrefix(t, "---") || strings.HasPrefix(t, "...") || strings.HasPrefix(t, "%") {
			return nil
		}
	}
	q := &quick{block: b, row: -1, values: b.values}
	errs, reported := b.errs, len(*b.diags)
	var root *Node
	if q.advance() {
		root = q.node(1)
	}
	if b.errs != errs {
		b.errs, *b.diags = errs, (*b.diags)[:reported]
		return nil
	}
	if root == nil || root.Kind == Null || q.row < len(b.lines) || q.values > b.Values {
		return nil
	}
	b.values = q.values
	return root
}

// advance goes to the next line that has more than a comment, behind its indentation.
func (q *quick) advance() bool {
	for q.row++; q.row < len(q.lines); q.row++ {
		q.text = q.lines[q.row].text
		q.i = indentation(q.text)
		if q.i < len(q.text) && q.text[q.i] != '#' {
			return true
		}
	}
	q.text, q.i = "", -1
	return false
}

// indentation counts the spaces that a text begins with.
func indentation(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// blank reports whether there is a space at index i, or the end of the line.
func (q *quick) blank(i int) bool { return i >= len(q.text) || q.text[i] == ' ' }

// dash reports whether an entry of a list begins here.
func (q *quick) dash() bool { return q.i >= 0 && !q.blank(q.i) && q.text[q.i] == '-' && q.blank(q.i+1) }

// ended passes over spaces, and reports whether the line has nothing more than a comment.
func (q *quick) ended() bool {
	for q.i < len(q.text) && q.text[q.i] == ' ' {
		q.i++
	}
	return q.i == len(q.text) || q.text[q.i] == '#' && q.text[q.i-1] == ' '
}

// colon passes over the colon behind a key, and reports whether there is one.
func (q *quick) colon() bool {
	if q.ended() || q.text[q.i] != ':' || !q.blank(q.i+1) {
		return false
	}
	q.i++
	return true
}

// made makes a node that begins at index i of the line.
func (q *quick) made(kind Kind, i int) *Node {
	q.values++
	return &Node{Kind: kind, Pos: q.pos(q.row+1, q.column(i), 0), Rules: q.rules}
}

// column gives the column of index i of the line, from 1.
func (q *quick) column(i int) int {
	if q.lines[q.row].starts == nil {
		return i + 1
	}
	return utf8.RuneCountInString(q.text[:i]) + 1
}

// node reads what begins here, the first thing on its line or behind a dash.
func (q *quick) node(depth int) *Node {
	at := q.i
	if q.dash() {
		return q.list(depth)
	}
	if y, ok := q.token(false); ok {
		if q.colon() {
			return q.mapping(at, y, depth)
		}
	}
	q.i = at
	return q.value(depth)
}

// value reads a value that is the last thing on its line, and goes to the next line.
func (q *quick) value(depth int) *Node {
	n := q.inLine(false, depth)
	if n == nil || !q.ended() {
		return nil
	}
	q.advance()
	return n
}

// inLine reads a scalar, or a collection in brackets.
func (q *quick) inLine(flow bool, depth int) *Node {
	if c := q.text[q.i]; c == '[' || c == '{' {
		return q.flow(c == '[', depth)
	}
	y, ok := q.token(flow)
	if !ok {
		return nil
	}
	return q.scalarOf(y)
}

// behind reads the value behind the colon or dash of a collection that begins at index column of its lines: on the same line, or below.
func (q *quick) behind(column, depth int, dash bool) *Node {
	empty := written{row: q.row + 1, col: q.column(q.i)}
	switch {
	case depth > q.Depth:
		return nil
	case q.ended():
		if q.advance(); q.i > column || !dash && q.i == column && q.dash() {
			return q.node(depth)
		}
		return q.scalarOf(empty)
	case q.text[q.i] == '>' || q.text[q.i] == '|':
		return q.below(column)
	case dash:
		return q.node(depth)
	}
	return q.value(depth)
}

// list reads a list whose first dash is here.
func (q *quick) list(depth int) *Node {
	n, column, from := q.made(List, q.i), q.i, len(q.items)
	for q.i == column && q.dash() {
		q.i++
		item := q.behind(column, depth+1, true)
		if item == nil || q.i > column {
			return nil
		}
		q.items = append(q.items, item)
	}
	return q.listed(n, from)
}

// listed gives a list its items, those on the stack behind from.
func (q *quick) listed(n *Node, from int) *Node {
	n.Items = append(n.Items, q.items[from:]...)
	q.items = q.items[:from]
	return n
}

// mapping reads a mapping whose first key y, at column, was read with its colon.
func (q *quick) mapping(column int, y written, depth int) *Node {
	n, from, first := q.made(Map, column), len(q.pairs), firsts{}
	for {
		k := q.key(&first, y)
		if k == nil {
			return nil
		}
		v := q.behind(column, depth+1, false)
		if v == nil || q.i > column {
			return nil
		}
		q.pairs = append(q.pairs, Pair{Key: k, Value: v})
		if q.i < column {
			return q.paired(n, from)
		}
		var ok bool
		if y, ok = q.token(false); !ok || !q.colon() {
			return nil
		}
	}
}

// paired gives a mapping its pairs, those on the stack behind from.
func (q *quick) paired(n *Node, from int) *Node {
	n.Pairs = append(n.Pairs, q.pairs[from:]...)
	q.pairs = q.pairs[:from]
	return n
}

// key makes a node of a key.
func (q *quick) key(first *firsts, y written) *Node {
	if y.value == "" || y.value == "<<" || len(y.value) > maxQuickKey {
		return nil
	}
	k := q.scalarOf(y)
	if first.of(k) != nil {
		return nil
	}
	return k
}

// scalarOf makes a node of a scalar.
func (q *quick) scalarOf(y written) *Node {
	q.values++
	n := &Node{Pos: q.pos(y.row, y.col, 0), Rules: q.rules}
	q.scalar(n, y)
	return n
}

// token reads a scalar that ends on the line, not empty unless it is in quotes.
func (q *quick) token(flow bool) (y written, ok bool) {
	text := q.text[q.i:]
	y.row, y.col = q.row+1, q.column(q.i)
	switch c := text[0]; {
	case c == '"' || c == '\'':
		end := quoteEnd(text)
		if end < 0 {
			return y, false
		}
		y.value, y.style = text[1:end], yaml.DoubleQuotedStyle
		if c == '\'' {
			y.value, y.style = strings.ReplaceAll(y.value, "''", "'"), yaml.SingleQuotedStyle
		} else if strings.Contains(y.value, `\`) {
			if strings.Contains(noEscapes.Replace(y.value), `\`) {
				return y, false
			}
			y.value = escapes.Replace(y.value)
		}
		q.i += end + 1
		return y, true
	case strings.IndexByte("?:,[]{}#&*!|>%@`", c) >= 0, c == '-' && q.blank(q.i+1):
		return y, false
	}
	end := 0
	for j := range len(text) {
		c := text[j]
		if c == ':' && q.blank(q.i+j+1) || c == '#' && text[j-1] == ' ' || flow && strings.IndexByte(",?[]{}", c) >= 0 {
			break
		}
		if c != ' ' {
			end = j + 1
		}
	}
	y.value = text[:end]
	q.i += end
	// a value with a comma, unquoted in brackets, is a diagnostic
	return y, !flow || strings.Count(y.value, "(") == strings.Count(y.value, ")")
}

// flow reads a list or mapping in brackets, which may go on over lines.
func (q *quick) flow(list bool, depth int) *Node {
	if list {
		n, from := q.made(List, q.i), len(q.items)
		ok := q.entries(']', func() bool {
			item := q.item(depth + 1)
			q.items = append(q.items, item)
			return item != nil
		})
		if !ok {
			return nil
		}
		return q.listed(n, from)
	}
	n, from, first := q.made(Map, q.i), len(q.pairs), firsts{}
	ok := q.entries('}', func() bool {
		y, ok := q.token(true)
		return ok && q.colon() && q.pair(&first, y, depth)
	})
	if !ok {
		return nil
	}
	return q.paired(n, from)
}

// item reads an item of a list in brackets, which may be a mapping of one entry without brackets.
func (q *quick) item(depth int) *Node {
	at, from, first := q.i, len(q.pairs), firsts{}
	y, ok := q.token(true)
	if !ok || !q.colon() {
		q.i = at
		return q.inFlow(depth)
	}
	n := q.made(Map, at)
	if depth > q.Depth || !q.pair(&first, y, depth) {
		return nil
	}
	return q.paired(n, from)
}

// pair reads what follows the key y and its colon in brackets.
func (q *quick) pair(first *firsts, y written, depth int) bool {
	k := q.key(first, y)
	if k == nil || !q.pass() {
		return false
	}
	v := q.inFlow(depth + 1)
	q.pairs = append(q.pairs, Pair{Key: k, Value: v})
	return v != nil
}

// inFlow reads a value in brackets.
func (q *quick) inFlow(depth int) *Node {
	if depth > q.Depth {
		return nil
	}
	return q.inLine(true, depth)
}

// entries reads what is between brackets, with commas between.
func (q *quick) entries(closing byte, entry func() bool) bool {
	q.i++
	if !q.pass() {
		return false
	}
	if q.text[q.i] == closing {
		q.i++
		return true
	}
	for {
		if !entry() || !q.pass() {
			return false
		}
		c := q.text[q.i]
		q.i++
		if c != ',' {
			return c == closing
		}
		if !q.pass() {
			return false
		}
	}
}

// pass passes over spaces, comments and line ends in brackets, and reports whether anything follows.
func (q *quick) pass() bool {
	for q.ended() {
		if !q.advance() {
			return false
		}
	}
	return true
}

// below reads text in the lines below (`>-`, `|`), without an empty line in it, that belongs to a collection at column.
func (q *quick) below(column int) *Node {
	y := written{row: q.row + 1, col: q.column(q.i), style: yaml.LiteralStyle}
	join, end := "\n", "\n"
	head, chomped := strings.CutSuffix(q.text[q.i:], "-")
	if chomped {
		end = ""
	}
	if head == ">" {
		join, y.style = " ", yaml.FoldedStyle
	} else if head != "|" {
		return nil
	}
	var text []string
	indent, apart := 0, false
	for ; q.row+1 < len(q.lines); q.row++ {
		line := q.lines[q.row+1].text
		n := indentation(line)
		if len(text) == 0 {
			indent = n
		}
		switch {
		case n == len(line):
			if n > indent || len(text) == 0 {
				return nil
			}
			apart = true
			continue
		case n < indent || n <= column:
		case apart || n > indent && y.style == yaml.FoldedStyle:
			return nil
		default:
			text = append(text, line[indent:])
			continue
		}
		break
	}
	if len(text) == 0 {
		return nil
	}
	y.value = strings.Join(text, join) + end
	n := q.scalarOf(y)
	q.advance()
	return n
}

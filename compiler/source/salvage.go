package source

// This file recovers the readable parts of a block with invalid YAML. Keys, and the entries of their lists, are read separately,
// so that one syntax error hides neither others nor errors in the rest of the block.

import (
	"slices"
	"strings"
)

// salvage returns the readable parts of a block that YAML rejected with err, nil if there are none, and reports each unreadable
// part. Other texts are only explained: they are small, and a partial one could mean something else.
func (b *block) salvage(err error) *Node {
	keys := parts(b.lines, 0, len(b.lines), func(l line) bool { return startsAt(l, 0) && !entry(l, 0) })
	if b.What != blockBounds.What || len(b.lines) == 0 {
		b.explain(err)
		return nil
	}
	var root *Node
	before := b.errs
	for _, p := range keys {
		b.join(&root, b.part(p[0], p[1]))
	}
	if b.errs == before { // each part is valid YAML, but not all of them together
		b.explain(err)
		return nil
	}
	return root
}

// part reads lines as a text of their own. If they are not valid YAML and contain a key with a list, it reads the key with each
// entry separately.
func (b *block) part(from, to int) *Node {
	all := b.lines
	defer func() { b.lines = all }()
	read := func(lines []line) (*Node, error) {
		b.lines = lines
		root, extra, err := decode(b.text())
		if err != nil || root == nil || extra != nil {
			return nil, err
		}
		return b.node(root, 1), nil
	}
	root, err := read(all[from:to])
	if err == nil {
		return root
	}
	whole := func() *Node { b.lines = all[from:to]; b.explain(err); return nil }
	if !strings.HasSuffix(strings.TrimSpace(all[from].text), ":") {
		return whole()
	}
	first := slices.IndexFunc(all[from+1:to], func(l line) bool { return strings.HasPrefix(strings.TrimSpace(l.text), "- ") })
	if first < 0 {
		return whole()
	}
	dash := strings.IndexByte(all[from+1+first].text, '-')
	items := parts(all, from+1, to, func(l line) bool {
		return startsAt(l, dash) && entry(l, dash)
	})
	before := b.errs
	for _, p := range items {
		lines := append([]line{all[from]}, all[p[0]:p[1]]...)
		n, err := read(lines)
		if err != nil {
			b.explain(err)
		}
		b.join(&root, n)
	}
	if b.errs == before {
		return whole()
	}
	return root
}

// parts splits lines before each line that begins a part.
func parts(lines []line, from, to int, begins func(line) bool) [][2]int {
	var parts [][2]int
	for i := from; i < to; i++ {
		if begins(lines[i]) || len(parts) == 0 {
			parts = append(parts, [2]int{i, to})
		}
		if n := len(parts); n > 1 {
			parts[n-2][1] = parts[n-1][0]
		}
	}
	return parts
}

// startsAt reports whether the first character of a line is at a column (from 0) and does not begin a comment.
func startsAt(l line, col int) bool {
	for i, r := range l.text {
		if r != ' ' {
			return i == col && r != '#'
		}
	}
	return false
}

// entry reports whether an entry of a list begins at a column of a line.
func entry(l line, col int) bool { return strings.HasPrefix(l.text[col:], "- ") }

// join appends the entries of a mapping to root; lists under the same key are joined.
func (b *block) join(root **Node, part *Node) {
	switch {
	case part == nil || part.Kind != Map:
	case *root == nil:
		*root = part
	default:
		for _, p := range part.Pairs {
			old := (*root).Pair(p.Key.Value)
			switch {
			case old == nil:
				(*root).Pairs = append((*root).Pairs, p)
			case old.Value.Kind == Null:
				old.Value = p.Value
			case old.Value.Kind == List && p.Value.Kind == List:
				old.Value.Items = append(old.Value.Items, p.Value.Items...)
			}
		}
	}
}

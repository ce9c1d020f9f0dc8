// This file turns the YAML of a scenario into plain nodes that know their place, with every trap of YAML that a script
// does not need (anchors, tags, several documents, repeated keys) refused.

package scenario

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"rulebound/compiler/diag"
)

// Bounds of a scenario file. A file beyond them is an error, whatever it holds.
const (
	maxBytes = 256 << 10
	maxDepth = 16
	maxNodes = 20000
)

// Shape is the form of a Node.
type Shape int

// The shapes. Null is an empty value (`key:`).
const (
	Null Shape = iota
	Scalar
	List
	Map
)

// String names the shape as messages do.
func (s Shape) String() string {
	return [...]string{"nothing", "a single value", "a list", "a mapping"}[s]
}

// Node is a value of a scenario file. Text holds a scalar, Items a list, Pairs a mapping in the order it was written.
type Node struct {
	Shape Shape
	Text  string
	Items []*Node
	Pairs []Pair
	Pos   diag.Pos
}

// Pair is an entry of a mapping.
type Pair struct {
	Key   string
	Pos   diag.Pos
	Value *Node
}

// Get gives the value of key, nil if the node is no mapping or lacks it; the node may be nil.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for _, p := range n.Pairs {
		if p.Key == key {
			return p.Value
		}
	}
	return nil
}

// Int gives the whole number a scalar holds.
func (n *Node) Int() (int64, bool) {
	if n == nil || n.Shape != Scalar {
		return 0, false
	}
	v, err := strconv.ParseInt(n.Text, 10, 64)
	return v, err == nil
}

// String writes the node in YAML's flow form, for messages.
func (n *Node) String() string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	switch n.Shape {
	case Scalar:
		b.WriteString(n.Text)
	case List:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(item.String())
		}
		b.WriteByte(']')
	case Map:
		b.WriteByte('{')
		for i, p := range n.Pairs {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(p.Key + ": " + p.Value.String())
		}
		b.WriteByte('}')
	}
	return b.String()
}

// parse reads one YAML document. It returns nil with at least one error when the text cannot be read at all.
func parse(file string, src []byte) (*Node, diag.List) {
	fail := func(pos diag.Pos, summary, detail string) (*Node, diag.List) {
		return nil, diag.List{{Summary: summary, Detail: detail, Subject: pos, Code: "scenario-yaml"}}
	}
	top := diag.Pos{File: file, Line: 1, Col: 1}
	if len(src) > maxBytes {
		return fail(top, "the scenario is too long", "a scenario has at most "+strconv.Itoa(maxBytes>>10)+" KiB; split it")
	}
	if line, ok := deepLine(src); ok {
		return fail(diag.Pos{File: file, Line: line, Col: 1}, "the scenario nests too deeply", "at most "+strconv.Itoa(maxDepth)+" levels")
	}
	dec := yaml.NewDecoder(bytes.NewReader(src))
	var doc yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return fail(top, "the scenario is empty", "see docs/scenarios.md")
		}
		return fail(yamlPos(file, err), "this is not YAML: "+yamlMessage(err), "")
	}
	var more yaml.Node
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		if err != nil {
			return fail(yamlPos(file, err), "this is not YAML: "+yamlMessage(err), "")
		}
		return fail(place(file, &more), "a file holds one scenario", "take the part after --- into a file of its own")
	}
	if len(doc.Content) == 0 {
		return fail(top, "the scenario is empty", "see docs/scenarios.md")
	}
	c := converter{file: file}
	n := c.convert(doc.Content[0], 0)
	if c.errs.HasErrors() {
		return nil, c.errs
	}
	return n, nil
}

type converter struct {
	file  string
	errs  diag.List
	nodes int
}

func (c *converter) fail(n *yaml.Node, summary, detail string) {
	c.errs = append(c.errs, diag.Diagnostic{Summary: summary, Detail: detail, Subject: place(c.file, n), Code: "scenario-yaml"})
}

func (c *converter) convert(n *yaml.Node, depth int) *Node {
	out := &Node{Pos: place(c.file, n)}
	c.nodes++
	switch {
	case c.nodes > maxNodes:
		if c.nodes == maxNodes+1 {
			c.fail(n, "the scenario is too long", "at most "+strconv.Itoa(maxNodes)+" values")
		}
		return out
	case depth > maxDepth:
		c.fail(n, "the scenario nests too deeply", "at most "+strconv.Itoa(maxDepth)+" levels")
		return out
	case n.Anchor != "" || n.Kind == yaml.AliasNode:
		c.fail(n, "anchors and aliases are not used in scenarios", "write the value out")
		return out
	}
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag == "!!null" && n.Style == 0 {
			return out
		}
		switch n.Tag {
		case "!!str", "!!int", "!!bool", "!!float", "!!timestamp": // the text as written counts: 2.10 is a rule, not a number
		default:
			c.fail(n, "unexpected tag "+n.Tag, "leave the tag out")
		}
		out.Shape, out.Text = Scalar, n.Value
	case yaml.SequenceNode:
		out.Shape = List
		for _, item := range n.Content {
			out.Items = append(out.Items, c.convert(item, depth+1))
		}
	case yaml.MappingNode:
		out.Shape = Map
		for i := 0; i+1 < len(n.Content); i += 2 {
			key := n.Content[i]
			if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
				c.fail(key, "a key is a single name", "")
				continue
			}
			if out.Get(key.Value) != nil {
				c.fail(key, "the key "+key.Value+" stands twice", "the answers of a decision that is asked again are one list")
				continue
			}
			out.Pairs = append(out.Pairs, Pair{Key: key.Value, Pos: place(c.file, key), Value: c.convert(n.Content[i+1], depth+1)})
		}
	}
	return out
}

func place(file string, n *yaml.Node) diag.Pos {
	return diag.Pos{File: file, Line: n.Line, Col: n.Column, EndCol: n.Column + len([]rune(n.Value))}
}

var yamlLine = regexp.MustCompile(`line (\d+): `)

func yamlPos(file string, err error) diag.Pos {
	pos := diag.Pos{File: file, Line: 1, Col: 1}
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		pos.Line, _ = strconv.Atoi(m[1])
	}
	return pos
}

func yamlMessage(err error) string {
	return yamlLine.ReplaceAllString(strings.TrimPrefix(err.Error(), "yaml: "), "")
}

// deepLine finds, before the YAML reader runs, a line on which more brackets open than a scenario may nest: the reader
// itself takes time and memory in proportion to the depth.
func deepLine(src []byte) (int, bool) {
	depth, line := 0, 1
	for _, b := range src {
		switch b {
		case '[', '{':
			if depth++; depth > 4*maxDepth {
				return line, true
			}
		case ']', '}':
			depth = max(0, depth-1)
		case '\n':
			line++
		}
	}
	return 0, false
}

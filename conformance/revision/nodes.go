// This file finds the rule nodes that differ between two rulebooks. It identifies a node by its clauses and its text
// without the nodes inside it, not by its line, so that nodes that only moved count as unchanged.

package revision

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/engine/def"
)

// Difference is what differs between two rulebooks.
type Difference struct {
	Old, New []bool   // by node of the GameDef: changed, or only there
	Beside   []string // declarations that differ and that coverage does not see: "spaces hue"
}

// Compare returns the difference between two revisions of a game.
func Compare(old, new *corpus.Game) *Difference {
	a, b := read(old), read(new)
	d := &Difference{Old: make([]bool, len(old.Def.Nodes)), New: make([]bool, len(new.Def.Nodes))}
	for _, rules := range keys(a.units, b.units) {
		x, y := a.units[rules], b.units[rules]
		d.compare(x, y)
	}
	for _, name := range keys(a.beside, b.beside) {
		if a.beside[name] != b.beside[name] {
			d.Beside = append(d.Beside, name)
		}
	}
	return d
}

// maxCompared limits the pairs of units of a clause that are compared in order, to some seconds of work. Beyond it their order is ignored.
const maxCompared = 1 << 22

// compare marks what differs between two lists of units.
func (d *Difference) compare(x, y []*unit) {
	for len(x) > 0 && len(y) > 0 && x[0].text == y[0].text {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1].text == y[len(y)-1].text {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x)*len(y) > maxCompared {
		mark(d.Old, without(x, y))
		mark(d.New, without(y, x))
		return
	}
	var keptX, keptY int // up to here x and y are compared
	for _, m := range difflib.NewMatcherWithJunk(texts(x), texts(y), false, nil).GetMatchingBlocks() {
		mark(d.Old, x[keptX:m.A])
		mark(d.New, y[keptY:m.B])
		keptX, keptY = m.A+m.Size, m.B+m.Size
	}
}

// without returns the multiset difference of x and y.
func without(x, y []*unit) []*unit {
	count := map[string]int{}
	for _, u := range y {
		count[u.text]++
	}
	return slices.DeleteFunc(slices.Clone(x), func(u *unit) bool {
		count[u.text]--
		return count[u.text] >= 0
	})
}

// keys lists the keys of both maps, sorted.
func keys[V any](a, b map[string]V) []string {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return slices.Sorted(maps.Keys(all))
}

func texts(units []*unit) []string {
	out := make([]string, len(units))
	for i, u := range units {
		out[i] = u.text
	}
	return out
}

func mark(nodes []bool, units []*unit) {
	for _, u := range units {
		for _, n := range u.nodes {
			nodes[n] = true
		}
	}
}

// unit is a rule node of the rulebook; the compiler may have made several nodes of it.
type unit struct {
	file  int
	pos   diag.Pos
	text  string
	nodes []int
}

// played reports for each node whether it is a rule: coverage can see that a play reaches it, or it is a set-up or a derived
// value, which a trace shows although no formula may read it.
func played(gd *def.GameDef) []bool {
	out := coverage.Executable(gd)
	for _, d := range gd.Derived {
		out[d.Node] = d.Node > 0
	}
	for _, s := range gd.Setups {
		out[s.Node] = s.Node > 0
	}
	return out
}

// caseLabel is the label of nodes at the key of an entry.
const caseLabel = "case"

// node replaces a nested node in the text of the node around it.
const node = "…"

// reader collects the units of a rulebook.
type reader struct {
	units  map[string][]*unit // by clauses, in the order of the rulebook
	beside map[string]string  // declarations that are no rule nodes, by name

	values map[diag.Pos]*source.Node
	keys   map[diag.Pos]*source.Pair
	inner  map[diag.Pos]bool // places of nodes
}

func read(g *corpus.Game) *reader {
	r := &reader{units: map[string][]*unit{}, beside: map[string]string{}, values: map[diag.Pos]*source.Node{}, keys: map[diag.Pos]*source.Pair{}, inner: map[diag.Pos]bool{}}
	root, _ := source.Merge(g.Book.Blocks)
	r.index(root)
	rule := played(g.Def)
	for i, n := range g.Def.Nodes {
		if rule[i] && n.What != caseLabel {
			r.inner[diag.Pos{File: n.File, Line: int(n.Line), Col: int(n.Col)}] = true
		}
	}
	file := map[string]int{}
	for i, f := range g.Book.Files {
		file[f.Name] = i
	}
	at := map[string]*unit{}
	for i, n := range g.Def.Nodes {
		if !rule[i] {
			continue
		}
		u := &unit{file: file[n.File], pos: diag.Pos{File: n.File, Line: int(n.Line), Col: int(n.Col)}}
		rules := strings.Join(n.Rules, " ")
		id := fmt.Sprint(u.pos, n.What, rules)
		if at[id] == nil {
			u.text = n.What + " " + r.text(u.pos, n.What)
			at[id] = u
			r.units[rules] = append(r.units[rules], u)
		}
		at[id].nodes = append(at[id].nodes, i)
	}
	for _, rules := range slices.Sorted(maps.Keys(r.units)) {
		slices.SortStableFunc(r.units[rules], func(a, b *unit) int {
			return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.pos.Line, b.pos.Line), cmp.Compare(a.pos.Col, b.pos.Col))
		})
	}
	r.rest(root)
	return r
}

// index records the value, and the entry of a mapping, at each place; the outermost if several begin at the same place.
func (r *reader) index(n *source.Node) {
	pos := place(n.Pos)
	if r.values[pos] == nil {
		r.values[pos] = n
	}
	for i := range n.Pairs {
		r.keys[place(n.Pairs[i].Key.Pos)] = &n.Pairs[i]
		r.index(n.Pairs[i].Value)
	}
	for _, item := range n.Items {
		r.index(item)
	}
}

// place is a position without its length.
func place(p diag.Pos) diag.Pos { return diag.Pos{File: p.File, Line: p.Line, Col: p.Col} }

// text returns the text of the node at a place without the nodes inside it.
func (r *reader) text(pos diag.Pos, what string) string {
	var b strings.Builder
	if pair := r.keys[pos]; what == caseLabel && pair != nil {
		b.WriteString(pair.Key.Value + ": ")
		r.write(&b, pair.Value, false)
	} else if n := r.values[pos]; n != nil {
		r.write(&b, n, true)
	}
	return b.String()
}

// write writes a value as one line, with a mark for each nested node.
func (r *reader) write(b *strings.Builder, n *source.Node, whole bool) {
	if !whole && n.Kind != source.List && r.inner[place(n.Pos)] {
		b.WriteString(node)
		return
	}
	switch n.Kind {
	case source.Map:
		b.WriteByte('{')
		for _, p := range n.Pairs {
			b.WriteString(p.Key.Value + ": ")
			r.write(b, p.Value, false)
			b.WriteString(", ")
		}
		b.WriteByte('}')
	case source.List:
		b.WriteByte('[')
		for _, item := range n.Items {
			r.write(b, item, false)
			b.WriteString(", ")
		}
		b.WriteByte(']')
	case source.Scalar:
		fmt.Fprintf(b, "%s %q", n.Tag, n.Value)
	}
}

// rest collects declarations by name, with the text that is no rule node.
func (r *reader) rest(root *source.Node) {
	add := func(name string, n *source.Node) {
		var b strings.Builder
		if r.write(&b, n, false); b.String() != node {
			r.beside[name] += b.String()
		}
	}
	for _, p := range root.Pairs {
		switch block := p.Key.Value; p.Value.Kind {
		case source.Map:
			for _, q := range p.Value.Pairs {
				add(block+" "+q.Key.Value, q.Value)
			}
		case source.List:
			for _, item := range p.Value.Items {
				name := block
				for _, key := range []string{"id", "name"} {
					if id := item.Get(key); id != nil {
						name += " " + id.Value
						break
					}
				}
				add(name, item)
			}
		default:
			add(block, p.Value)
		}
	}
}

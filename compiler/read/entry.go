package read

// This file reads mappings with fixed keys.

import (
	"cmp"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// entry reads a mapping by its row of the table. It returns nil if n is not a mapping. label is its name in messages.
func (r *reader) entry(row *blockRow, label string, n *source.Node) *tree.Entry {
	if n.Kind != source.Map {
		r.errorf(n.Pos, "wrong-type", "%s must be a mapping {key: value}", label)
		return nil
	}
	e := &tree.Entry{Node: n, Block: row.Block}
	carried := r.carried[row.Name]
	for _, p := range n.Pairs {
		before := r.faults
		k := rowOf(row.keys, p.Key.Value)
		switch {
		case k != nil:
			r.key(e, k, label, p)
		case row.Name == "setup" && slices.Contains(r.setupHeads(), p.Key.Value):
			e.Free = append(e.Free, tree.NewValue(p.Key, p.Value))
		default:
			r.carriedKey(e, row, carried, label, p)
		}
		if r.faults > before && !(k != nil && k.Form == "statements") {
			e.Unsure = true
		}
	}
	r.missing(e, row.keys, label, n)
	if row.Name != "condition" { // where if and when are different keys
		r.alike(n, row.keys)
	}
	return e
}

// alike reports the second of two synonymous keys.
func (r *reader) alike(n *source.Node, keys []keyRow) {
	for _, both := range grammar.Alike {
		if p := n.Pair(both[1]); p != nil && n.Get(both[0]) != nil && rowOf(keys, both[0]) != nil && rowOf(keys, both[1]) != nil {
			r.errorf(p.Key.Pos, "duplicate-key", "%s is another word for %s; keep one of them", both[1], both[0])
		}
	}
}

// key reads the value of a key. It reports an empty formula; other empty values are ignored, and those of required keys are
// reported by missing.
func (r *reader) key(e *tree.Entry, k *keyRow, label string, p source.Pair) {
	if p.Value.Kind == source.Null {
		if !k.Must && !r.book.Incomplete && slices.ContainsFunc(k.shapes, func(s grammar.Shape) bool { return slices.Contains(computed, s.Word) }) {
			r.diags.Errorf(p.Value.Pos, "empty-formula", "this value is empty").
				Detailf("Write %s after the colon, or leave %s out.", "a condition or a value", k.Name)
			r.faults.Add(r.diags)
		}
		return
	}
	if v := r.value(at{p.Key.Value, label}, k.shapes, p.Key, p.Value); v != nil {
		e.Vals = append(e.Vals, v)
	}
}

// missing reports required keys that n does not have.
func (r *reader) missing(e *tree.Entry, keys []keyRow, label string, n *source.Node) {
	for i := range keys {
		if k := &keys[i]; k.Must && n.Get(k.Name).Given() == nil {
			r.errorf(n.Pos, "missing-key", "%s needs %s: %s", label, k.Name, k.Doc)
			e.Unsure = true
		}
	}
}

// carriedKey reads a key that is not in the table: a declared property.
func (r *reader) carriedKey(e *tree.Entry, row *blockRow, carried []property, label string, p source.Pair) {
	i := slices.IndexFunc(carried, func(q property) bool { return q.name == p.Key.Value })
	if i < 0 {
		known := slices.Clone(row.names)
		for _, q := range carried {
			known = append(known, q.name)
		}
		if row.Name == "setup" {
			known = append(known, r.setupHeads()...)
		}
		r.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", label, p.Key.Value, cmp.Or(instead[label+" "+p.Key.Value], diag.DidYouMeanKey(p.Key.Value, known)))
		return
	}
	if v := r.carriedValue(carried[i], p); v != nil {
		e.Free = append(e.Free, v)
	}
}

// carriedValue reads the value of a property or of a column.
func (r *reader) carriedValue(q property, p source.Pair) *tree.Value {
	v := tree.NewValue(p.Key, p.Value)
	switch {
	case p.Value.Kind == source.Null:
		return nil
	case q.procedure && p.Value.Kind == source.Map:
		row := blockRows["procedureText"]
		if v.Entry = r.entry(row, row.Label(), p.Value); v.Entry != nil {
			r.found.Texts[p.Value] = v.Entry
		}
	case q.procedure && p.Value.Kind == source.List:
		r.text(v)
	}
	return v
}

// text reads a text that is written as its statements alone.
func (r *reader) text(v *tree.Value) {
	n := v.Node
	do := &source.Node{Kind: source.Scalar, Value: "do", Pos: n.Pos, Rules: n.Rules}
	block := &source.Node{Kind: source.Map, Pos: n.Pos, Rules: n.Rules, Pairs: []source.Pair{{Key: do, Value: n}}}
	row := blockRows["procedureText"]
	if v.Entry = r.entry(row, row.Label(), block); v.Entry != nil {
		r.found.Texts[n] = v.Entry
	}
}

// entries reads the entries of a list. It reports and omits those without a valid id.
func (r *reader) entries(row *blockRow, a at, items []*source.Node) []*tree.Entry {
	if r.shallow {
		return nil
	}
	read := r.entry
	if a.of == "" {
		read = r.once
	}
	out := make([]*tree.Entry, 0, len(items))
	for _, n := range items {
		if row.hasID && !r.hasID(n, a.key) {
			continue
		}
		if e := read(row, row.Label(), n); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// hasID reports whether an entry of a list has a valid id, and reports an error if not.
func (r *reader) hasID(n *source.Node, key string) bool {
	if n.Kind != source.Map {
		r.errorf(n.Pos, "wrong-type", "an entry of %s must be a mapping with an id", key)
		return false
	}
	id := n.Get("id")
	switch {
	case id == nil || id.Kind == source.Null:
		r.errorf(n.Pos, "missing-key", "an entry of %s needs an id", key)
	case id.Kind != source.Scalar || !grammar.IsWord(id.Value):
		r.errorf(id.Pos, "bad-id", "an id is a letter, then letters, digits, - or _")
	default:
		return true
	}
	return false
}

// HasID reports whether an entry of the list under key has a valid id, and adds an error to diags if not.
func HasID(n *source.Node, key string, diags *diag.List) bool {
	r := &reader{book: &tree.Rulebook{}}
	ok := r.hasID(n, key)
	*diags = append(*diags, r.diags...)
	return ok
}

package read

// This file reads values by the forms in the table.

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// The words of forms whose values may be a list, a mapping, or empty, beside a scalar.
var (
	takesList    = []string{"formula", "value", "constant", "rules", "statements", "conditions", "menuEntry", "arguments", "any"}
	takesMapping = []string{"formula", "value", "constant", "type", "statements", "conditions", "menuEntry", "arguments", "any"}
	takesNothing = []string{"formula", "value", "constant", "statements", "conditions", "menuEntry", "arguments", "any", "empty"}
)

// computed are the words of forms that are evaluated. An empty value is an error for them: the key must be omitted instead.
var computed = []string{"formula", "value", "constant", "conditions"}

// value reads n, the value of key k, by one of the shapes. It reports an error and returns nil if none fits.
func (r *reader) value(a at, shapes []grammar.Shape, k, n *source.Node) *tree.Value {
	s := choose(shapes, n)
	if s == nil {
		r.mismatch(a, shapes, n)
		return nil
	}
	v := tree.NewValue(k, n)
	switch {
	case s.List != nil:
		if row := entryRow(s.List); row != nil {
			v.Own().Entries = r.entries(row, a, n.Items)
			return v
		}
		of := a
		if listable(s.List) {
			of.key = "an entry of " + a.key
		}
		for _, item := range n.Items {
			if r.value(of, s.List, k, item) == nil {
				v.Unsure = true
			}
		}
	case s.Pairs != nil:
		return r.pairs(a, s, v)
	case s.Fixed != nil:
		if !slices.Contains(s.Fixed, n.Value) {
			r.errorf(n.Pos, "unknown-name", "%s is %s, not %s%s", a, diag.Alternatives(s.Fixed), n.Value, diag.DidYouMean(n.Value, s.Fixed))
			return nil
		}
	default:
		return r.word(a, s.Word, shapes, v)
	}
	return v
}

// entryRow returns the row of the block of which a list consists, or nil.
func entryRow(items []grammar.Shape) *blockRow {
	if len(items) == 1 {
		return blockRows[items[0].Word]
	}
	return nil
}

// choose returns the shape that n is meant to have, or nil.
func choose(shapes []grammar.Shape, n *source.Node) *grammar.Shape {
	find := func(f func(s *grammar.Shape) bool) *grammar.Shape {
		for i := range shapes {
			if f(&shapes[i]) {
				return &shapes[i]
			}
		}
		return nil
	}
	switch n.Kind {
	case source.Null:
		return find(func(s *grammar.Shape) bool { return slices.Contains(takesNothing, s.Word) })
	case source.List:
		return find(func(s *grammar.Shape) bool { return s.List != nil || slices.Contains(takesList, s.Word) })
	case source.Scalar:
		return find(func(s *grammar.Shape) bool {
			return s.Fixed != nil || s.Word != "" && s.Word != "empty" && blockRows[s.Word] == nil
		})
	}
	if tagged := find(func(s *grammar.Shape) bool {
		b := blockRows[s.Word]
		return b != nil && b.Tell != "" && n.Get(b.Tell) != nil
	}); tagged != nil {
		return tagged
	}
	if block := find(func(s *grammar.Shape) bool { b := blockRows[s.Word]; return b != nil && b.Tell == "" }); block != nil {
		return block // not a formula in tree form
	}
	return find(func(s *grammar.Shape) bool { return s.Pairs != nil || slices.Contains(takesMapping, s.Word) })
}

// mismatch reports that n has none of the shapes.
func (r *reader) mismatch(a at, shapes []grammar.Shape, n *source.Node) {
	if row := blockRows[shapes[0].Word]; row != nil && len(shapes) == 1 {
		r.errorf(n.Pos, "wrong-type", "%s must be a mapping {key: value}", row.Label())
		return
	}
	code := "wrong-type"
	if len(shapes) == 1 && shapes[0].Word == "word" {
		code = "bad-id"
	}
	var all []string
	for _, s := range shapes {
		if w := a.wanted(s); !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	r.errorf(n.Pos, code, "%s must be %s", a, diag.Alternatives(all))
}

const identifier = "an identifier (a letter, then letters, digits, - or _)"

// wanted describes a shape in a message.
func (a at) wanted(s grammar.Shape) string {
	switch {
	case s.List != nil && a.of == "" && entryRow(s.List) != nil:
		return "a list of entries"
	case s.List != nil:
		return "a list"
	case s.Fixed != nil:
		return diag.Alternatives(s.Fixed)
	case s.Pairs != nil && s.Keys == "":
		return "a mapping {name: …}"
	case s.Pairs != nil:
		return "a mapping {$name: …}"
	}
	switch s.Word {
	case "word":
		return identifier
	case "text":
		return "text"
	case "int":
		return "a whole number"
	case "bool":
		return "true or false"
	case "empty":
		return "left empty"
	case "type":
		return "the name of a type"
	case "rules":
		return "a clause or a list of clauses"
	case "binding":
		return "a name that begins with $"
	}
	return "a mapping {key: value}"
}

// word reads n by a word of the forms or as a block.
func (r *reader) word(a at, word string, shapes []grammar.Shape, v *tree.Value) *tree.Value {
	n := v.Node
	switch word {
	case "word":
		if !grammar.IsWord(n.Value) {
			r.errorf(n.Pos, "bad-id", "%s must be %s", a, identifier)
			return nil
		}
	case "int":
		if _, ok := n.Int(); !ok {
			r.mismatch(a, shapes, n)
			return nil
		}
	case "bool":
		if _, ok := n.Bool(); !ok {
			r.mismatch(a, shapes, n)
			return nil
		}
	case "text":
		if strings.Contains(n.Value, "\n") {
			r.errorf(n.Pos, "several-lines", "%s must be one line", a)
			return nil
		}
	case "binding":
		if !isBinding(n.Value) {
			r.notBinding(n)
			return nil
		}
	case "rules":
		return r.rules(a, v)
	case "type":
		if n.Kind == source.Map {
			return r.block(blockRows["typed"], v)
		}
	case "statements":
		r.body(v)
	case "conditions":
		v.Own().Conds = r.conditions(n)
	case "menuEntry":
		if n.Kind != source.Map {
			r.body(v)
			return v
		}
		if row := blockRows["menuOption"]; !r.shallow {
			v.Entry = r.entry(row, row.What+v.Key.Value, n)
		}
	default:
		if row := blockRows[word]; row != nil {
			if row.hasID && listable(shapes) && !r.hasID(n, v.Key.Value) {
				return nil
			}
			return r.block(row, v)
		}
	}
	return v
}

// listable reports whether a list is a valid form, too.
func listable(shapes []grammar.Shape) bool {
	return slices.ContainsFunc(shapes, func(s grammar.Shape) bool { return s.List != nil })
}

// isBinding reports whether s is a $ and a word, which may begin with _.
func isBinding(s string) bool {
	return strings.HasPrefix(s, "$") && grammar.IsWord(strings.TrimLeft(s[1:], "_"))
}

func (r *reader) notBinding(n *source.Node) {
	if strings.HasPrefix(n.Value, "$") {
		r.errorf(n.Pos, "bad-binding", "a binding is $ and a word (a letter, then letters, digits, - or _), not %s", n.Value)
		return
	}
	r.errorf(n.Pos, "bad-binding", "a binding begins with $, write $%s", n.Value)
}

func (r *reader) block(row *blockRow, v *tree.Value) *tree.Value {
	if r.shallow {
		return v
	}
	if v.Entry = r.entry(row, row.Label(), v.Node); v.Entry == nil {
		return nil
	}
	return v
}

// rules reads a clause or a list of clauses.
func (r *reader) rules(a at, v *tree.Value) *tree.Value {
	for _, clause := range v.Node.List() {
		if clause.Kind != source.Scalar {
			r.errorf(clause.Pos, "wrong-type", "%s must be a clause or a list of clauses", a)
			return nil
		}
	}
	r.found.Cited = append(r.found.Cited, v.Node)
	return v
}

// pairs reads a mapping with free keys.
func (r *reader) pairs(a at, s *grammar.Shape, v *tree.Value) *tree.Value {
	n := v.Node
	if (s.Keys == "binding" || s.Keys == "one") && len(n.Pairs) != 1 {
		switch {
		case len(n.Pairs) == 0 && s.Keys == "binding":
			r.errorf(n.Pos, "missing-key", "%s needs a binding: %s: {$x: set}", a.key, a.key)
		case s.Keys == "binding":
			r.errorf(n.Pos, "wrong-type", "%s takes one binding: %s: {$x: set}", a.key, a.key)
		default:
			r.errorf(n.Pos, "wrong-type", "%s names one procedure and its arguments: %s: {procedure: {…}}", a.key, a.key)
		}
		return nil
	}
	for _, p := range n.Pairs {
		if strings.HasPrefix(s.Keys, "binding") && !isBinding(p.Key.Value) {
			r.notBinding(p.Key)
			v.Unsure = true
			continue
		}
		if q := r.value(at{p.Key.Value, a.key}, s.Pairs, p.Key, p.Value); q != nil {
			v.Own().Pairs = append(v.Pairs, q)
		} else {
			v.Own().Lost = append(v.Lost, p.Key)
		}
	}
	return v
}

// conditions reads a condition or a list of conditions.
func (r *reader) conditions(n *source.Node) []*tree.Cond {
	if r.shallow {
		return nil
	}
	list := []*source.Node{n}
	if n.Kind == source.List {
		list = n.Items
	}
	row := blockRows["condition"]
	var out []*tree.Cond
	for _, c := range list {
		if c.Kind != source.Map || c.Get("when") == nil && c.Get("rule") == nil {
			out = append(out, &tree.Cond{Node: c, When: c})
			continue
		}
		e := r.entry(row, row.Label(), c)
		if when := e.Get("when"); when != nil {
			out = append(out, &tree.Cond{Node: c, When: when, If: e.Get("if"), Rule: e.Get("rule")})
		}
	}
	return out
}

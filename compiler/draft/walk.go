package draft

// This file finds the statements of a rulebook. The tables of package grammar determine which keys have statements as values.

import (
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// holder describes a mapping: its keys whose values contain statements, at any depth.
type holder struct {
	keys map[string][]grammar.Shape
	open bool // it has properties, whose values may be statements
}

var (
	holders    = map[string]*holder{} // by block
	statements = map[string]*holder{} // by keyword, which is one of the keys
)

func init() {
	for _, b := range grammar.Own.Blocks {
		holders[b.Name] = newHolder(b.Keys, b.Open != "")
	}
	for grown := true; grown; {
		grown = false
		for _, b := range grammar.Own.Blocks {
			for _, k := range b.Keys {
				h := holders[b.Name]
				if _, has := h.keys[k.Name]; !has && holds(k.Form.Shapes()) {
					h.keys[k.Name], grown = k.Form.Shapes(), true
				}
			}
		}
	}
	for _, s := range grammar.Own.Statements {
		statements[s.Word] = newHolder(append([]grammar.Key{{Name: s.Word, Form: s.Arg}}, s.Keys...), false)
	}
}

// newHolder collects the keys whose values contain statements, as far as that is known in this iteration.
func newHolder(keys []grammar.Key, open bool) *holder {
	h := &holder{map[string][]grammar.Shape{}, open}
	for _, k := range keys {
		if shapes := k.Form.Shapes(); holds(shapes) {
			h.keys[k.Name] = shapes
		}
	}
	return h
}

// holds reports whether a form may contain statements.
func holds(shapes []grammar.Shape) bool {
	for _, s := range shapes {
		h := holders[s.Word]
		if s.Word == "statements" || s.Word == "menuEntry" || h != nil && (h.open || len(h.keys) > 0) || holds(s.List) || holds(s.Pairs) {
			return true
		}
	}
	return false
}

// bodies rewrites all statements.
func (r *rewriter) bodies() {
	top := holders["rulebook"]
	for i := range r.root.Pairs {
		p := &r.root.Pairs[i]
		if shapes, ok := top.keys[p.Key.Value]; ok {
			p.Value = r.behind(shapes, p.Value)
		} else if !declared(p.Key.Value) {
			p.Value = r.data(p.Value)
		}
	}
}

// declared reports whether a top-level key is in the table.
func declared(key string) bool {
	for _, k := range grammar.Own.Blocks[0].Keys {
		if k.Name == key {
			return true
		}
	}
	return false
}

// behind rewrites a value whose key has one of these shapes.
func (r *rewriter) behind(shapes []grammar.Shape, n *source.Node) *source.Node {
	for _, s := range shapes {
		h := holders[s.Word]
		switch {
		case s.Word == "statements", s.Word == "menuEntry" && n.Kind != source.Map:
			return r.body(n)
		case s.Word == "menuEntry":
			return r.held(holders["menuOption"], n)
		case h != nil && n.Kind == source.Map:
			return r.held(h, n)
		case s.List != nil && n.Kind == source.List:
			return mapItems(n, func(item *source.Node) *source.Node { return r.item(s.List, item) })
		case s.Pairs != nil && n.Kind == source.Map:
			return mapPairs(n, func(p source.Pair) *source.Node { return r.behind(s.Pairs, p.Value) })
		}
	}
	return n
}

// held rewrites the statements in a mapping.
func (r *rewriter) held(h *holder, n *source.Node) *source.Node {
	return mapPairs(n, func(p source.Pair) *source.Node {
		if shapes, ok := h.keys[p.Key.Value]; ok {
			return r.behind(shapes, p.Value)
		}
		if h.open {
			return r.property(p)
		}
		return p.Value
	})
}

// property rewrites the statements of a property or column of type procedure(…), and those within other values.
func (r *rewriter) property(p source.Pair) *source.Node {
	switch text := r.known.texts[p.Key.Value]; {
	case text && p.Value.Kind == source.Map:
		return r.held(holders["procedureText"], p.Value)
	case text && p.Value.Kind == source.List:
		return r.body(p.Value)
	}
	return r.data(p.Value)
}

// data rewrites the statements within the data of tables.
func (r *rewriter) data(n *source.Node) *source.Node {
	switch n.Kind {
	case source.List:
		return mapItems(n, r.data)
	case source.Map:
		return mapPairs(n, r.property)
	}
	return n
}

// body rewrites one statement or a list.
func (r *rewriter) body(n *source.Node) *source.Node {
	if n.Kind == source.List {
		return mapItems(n, r.statement)
	}
	return r.statement(n)
}

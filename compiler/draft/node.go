package draft

// This file creates nodes with the positions and clauses of existing ones.

import (
	"slices"

	"rulebound/compiler/source"
)

// word creates a string.
func word(at *source.Node, text string) *source.Node {
	return &source.Node{Kind: source.Scalar, Tag: source.TagString, Value: text, Pos: at.Pos, Rules: at.Rules}
}

// number creates a number.
func number(at *source.Node, digits string) *source.Node {
	n := word(at, digits)
	n.Tag = source.TagInt
	return n
}

// truth creates a truth value.
func truth(at *source.Node, value string) *source.Node {
	n := word(at, value)
	n.Tag = source.TagBool
	return n
}

func pair(k, v *source.Node) source.Pair { return source.Pair{Key: k, Value: v} }

// entry creates a pair whose key has the position of its value.
func entry(key string, v *source.Node) source.Pair { return pair(word(v, key), v) }

// mapping creates a mapping.
func mapping(at *source.Node, pairs ...source.Pair) *source.Node {
	return &source.Node{Kind: source.Map, Pos: at.Pos, Rules: at.Rules, Pairs: pairs}
}

// tree creates an operator with two operands.
func tree(at *source.Node, op string, left, right *source.Node) *source.Node {
	return mapping(at, entry("op", word(at, op)), entry("left", left), entry("right", right))
}

// foreign sets the origin of a new statement.
func foreign(n *source.Node, exports ...*source.Node) *source.Node {
	n.Origin = &source.Origin{Exports: exports}
	return n
}

func listOf(at *source.Node, items ...*source.Node) *source.Node {
	return &source.Node{Kind: source.List, Pos: at.Pos, Rules: at.Rules, Items: items}
}

func items(n *source.Node) []*source.Node {
	if n == nil {
		return nil
	}
	return n.Items
}

func pairs(n *source.Node) []source.Pair {
	if n == nil {
		return nil
	}
	return n.Pairs
}

// mapItems applies f to the items of a list. It returns n itself if none changes.
func mapItems(n *source.Node, f func(n *source.Node) *source.Node) *source.Node {
	var out []*source.Node
	for i, item := range n.Items {
		changed := f(item)
		if changed == item {
			continue
		}
		if out == nil {
			out = slices.Clone(n.Items)
		}
		out[i] = changed
	}
	if out == nil {
		return n
	}
	return listOf(n, out...)
}

// mapPairs applies f to the values of a mapping. It returns n itself if none changes.
func mapPairs(n *source.Node, f func(p source.Pair) *source.Node) *source.Node {
	var out []source.Pair
	for i, p := range n.Pairs {
		changed := f(p)
		if changed == p.Value {
			continue
		}
		if out == nil {
			out = slices.Clone(n.Pairs)
		}
		out[i].Value = changed
	}
	if out == nil {
		return n
	}
	return mapping(n, out...)
}

// without returns a mapping without some of its keys.
func without(n *source.Node, keys ...string) *source.Node {
	return mapping(n, slices.DeleteFunc(slices.Clone(n.Pairs), func(p source.Pair) bool { return slices.Contains(keys, p.Key.Value) })...)
}

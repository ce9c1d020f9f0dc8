package draft

// This file makes nodes that stand where others do.

import (
	"slices"

	"rulebound/compiler/source"
)

// word makes text that stands where at does.
func word(at *source.Node, text string) *source.Node {
	return &source.Node{Kind: source.Scalar, Tag: source.TagString, Value: text, Pos: at.Pos, Rules: at.Rules}
}

// number makes a number that stands where at does.
func number(at *source.Node, digits string) *source.Node {
	n := word(at, digits)
	n.Tag = source.TagInt
	return n
}

// truth makes a truth value that stands where at does.
func truth(at *source.Node, value string) *source.Node {
	n := word(at, value)
	n.Tag = source.TagBool
	return n
}

func pair(k, v *source.Node) source.Pair { return source.Pair{Key: k, Value: v} }

// entry is a pair whose key stands where its value does.
func entry(key string, v *source.Node) source.Pair { return pair(word(v, key), v) }

// mapping makes a mapping that stands where at does.
func mapping(at *source.Node, pairs ...source.Pair) *source.Node {
	return &source.Node{Kind: source.Map, Pos: at.Pos, Rules: at.Rules, Pairs: pairs}
}

// tree makes an operator with two operands, which stands where at does.
func tree(at *source.Node, op string, left, right *source.Node) *source.Node {
	return mapping(at, entry("op", word(at, op)), entry("left", left), entry("right", right))
}

// foreign gives a new statement an origin.
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

// mapItems gives a list with f of each item: the same one if none changes.
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

// mapPairs gives a mapping with f of each value: the same one if none changes.
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

// without gives a mapping without some of its keys.
func without(n *source.Node, keys ...string) *source.Node {
	return mapping(n, slices.DeleteFunc(slices.Clone(n.Pairs), func(p source.Pair) bool { return slices.Contains(keys, p.Key.Value) })...)
}

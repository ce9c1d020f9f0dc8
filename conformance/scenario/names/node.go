// This file makes and reads the nodes that answers are written as.

package names

import (
	"strconv"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Word returns the node of an answer of one word.
func Word(text string, pos diag.Pos) *source.Node {
	n := &source.Node{Kind: source.Scalar, Tag: source.TagString, Value: text, Pos: pos}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		n.Tag = source.TagInt
	}
	return n
}

// PairText spells a node as decisions spell their candidates: {first: second} as a pair, any other by its value.
func PairText(n *source.Node) string {
	if n.Kind == source.Map && len(n.Pairs) == 1 {
		return n.Pairs[0].Key.Value + " → " + n.Pairs[0].Value.Value
	}
	return n.Value
}

// Items returns the items of a list, any other node as the only one, and nothing for nil and null.
func Items(n *source.Node) []*source.Node {
	switch {
	case n == nil || n.Kind == source.Null:
		return nil
	case n.Kind == source.List:
		return n.Items
	}
	return []*source.Node{n}
}

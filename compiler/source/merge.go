// This file merges the blocks of a rulebook into one mapping, as if they were written as one block.

package source

import (
	"strings"

	"rulebound/compiler/diag"
)

// Merge merges blocks, in order, into one root mapping. Mappings are merged by key, at any depth. Lists under the same key are
// joined if they are at the top level or contain mappings. A duplicate key, or a duplicate id in a joined list, is an error at
// the second position that shows the first; the second is omitted. The blocks are not changed; unmerged nodes are shared.
func Merge(blocks []*Node) (*Node, diag.List) {
	m := &merger{}
	root := &Node{Kind: Map}
	for _, block := range blocks {
		switch {
		case block == nil || block.Kind == Null:
		case block.Kind != Map:
			m.diags.Errorf(block.Pos, "block-not-mapping", "a block must be a mapping, this is %s", block.Kind).
				Detailf("Begin the block with the key of its declarations, e.g. spaces: and below it the list.")
		default:
			if root.Pos.IsZero() {
				root.Pos, root.Rules = block.Pos, block.Rules
			}
			m.mapping(root, block, true)
		}
	}
	m.ids(root)
	return root, m.diags
}

type merger struct{ diags diag.List }

// fewPairs is the greatest number of keys that are looked up by linear search. Most blocks have fewer, and an index of all
// previous keys costs more.
const fewPairs = 8

// mapping merges the entries of from into a mapping that the merger owns.
func (m *merger) mapping(into, from *Node, top bool) {
	find := into.Pair
	if len(from.Pairs) > fewPairs {
		index := make(map[string]int, len(into.Pairs))
		for i, p := range into.Pairs {
			index[p.Key.Value] = i
		}
		find = func(key string) *Pair {
			if i, ok := index[key]; ok {
				return &into.Pairs[i]
			}
			return nil
		}
	}
	for _, pair := range from.Pairs { // without duplicate keys
		before := find(pair.Key.Value)
		if before == nil {
			into.Pairs = append(into.Pairs, Pair{Key: pair.Key, Value: own(pair.Value)})
			continue
		}
		switch {
		case pair.Value.Kind == Null:
		case before.Value.Kind == Null:
			*before = Pair{Key: pair.Key, Value: own(pair.Value)}
		case before.Value.Kind == Map && pair.Value.Kind == Map:
			m.mapping(before.Value, pair.Value, false)
		case before.Value.Kind == List && pair.Value.Kind == List && (top || ofMappings(before.Value) && ofMappings(pair.Value)):
			before.Value.Items = append(before.Value.Items, pair.Value.Items...)
		case before.Value.Kind != pair.Value.Kind:
			m.diags.Errorf(pair.Key.Pos, "shape-conflict", "%s is %s here and %s elsewhere", pair.Key.Value, pair.Value.Kind, before.Value.Kind).
				Detailf("Blocks merge by key, so both must have the same shape.").
				Notef(before.Key.Pos, "the other one is here")
		default:
			m.diags.Errorf(pair.Key.Pos, "duplicate-key", "%s is defined twice", pair.Key.Value).
				Detailf("Keep one of them.").
				Notef(before.Key.Pos, "first defined here")
		}
	}
}

// own copies the parts of n that merging may change: mappings at any depth and the lists in them, but not the items of lists.
func own(n *Node) *Node {
	switch n.Kind {
	case Map:
		c := *n
		c.Pairs = make([]Pair, len(n.Pairs))
		for i, p := range n.Pairs {
			c.Pairs[i] = Pair{Key: p.Key, Value: own(p.Value)}
		}
		return &c
	case List:
		c := *n
		c.Items = append([]*Node{}, n.Items...)
		return &c
	}
	return n
}

func ofMappings(list *Node) bool {
	for _, item := range list.Items {
		if item.Kind != Map {
			return false
		}
	}
	return true
}

// ids reports duplicate ids in a list under n, reached through mappings, and removes the second entry. Ids with a name in braces
// are patterns, which package series compares.
func (m *merger) ids(n *Node) {
	switch n.Kind {
	case Map:
		for _, p := range n.Pairs {
			m.ids(p.Value)
		}
	case List:
		first := map[string]*Node{}
		kept := n.Items[:0]
		for _, item := range n.Items {
			id := item.Get("id")
			if id == nil || id.Kind != Scalar || strings.Contains(id.Value, "{") {
				kept = append(kept, item)
				continue
			}
			if before, ok := first[id.Value]; ok {
				m.diags.Errorf(id.Pos, "duplicate-id", "%s is defined twice", id.Value).
					Detailf("Give one of them another id, or take it out.").
					Notef(before.Pos, "first defined here")
				continue
			}
			first[id.Value] = id
			kept = append(kept, item)
		}
		n.Items = kept
	}
}

package data

// This file computes values with indices, such as a table of results by odds and die.

import (
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
)

// entries computes the values with indices.
func (r *filler) entries() {
	for _, s := range r.Syms.Data.Indexed {
		if r.Syms.Clashed[s.Name] || formulas.Unknown(s.Type) {
			continue
		}
		l := &r.Game.Lookups[s.Index]
		n := int64(1)
		for _, t := range l.Per {
			n *= r.Game.Many(t)
		}
		if n > maxGiven {
			r.Errorf(s.Pos, "too-many", "%s has %d values; at most %d are possible", s.Name, n, maxGiven)
			continue
		}
		r.later(s.Index, func() {
			l := &r.Game.Lookups[s.Index]
			l.Values, l.Nodes = make([]int64, n), make([]int32, n)
			if s.Default != nil {
				x, _ := r.dataSet(s.Default, s.Type, r.LostColumns, s.Index)
				for i := range l.Values {
					l.Values[i] = x
				}
			}
			if s.Said != nil {
				r.below(s, s.Said, 0, 0)
			}
		})
	}
}

// below computes the values under a node, a mapping or a list of the values of the index at a depth; at is the place of the indices before.
func (r *filler) below(s *declare.Symbol, n *source.Node, depth int, at int64) {
	l := &r.Game.Lookups[s.Index]
	if depth == len(l.Per) {
		r.Book.Budget.Spend(n.Pos, 1)
		l.Values[at], _ = r.dataSet(n, s.Type, r.LostColumns, s.Index)
		place := typed.Place{Pos: n.Pos, Rules: r.Syms.Clauses.Attributed(n.Rules, ""), What: "value"}
		l.Nodes[at] = place.Node(r.Game)
		return
	}
	t := l.Per[depth]
	many := r.Game.Many(t)
	name := func(i int64) string { return r.Game.Spell(i, t) }
	switch n.Kind {
	case source.List:
		if int64(len(n.Items)) != many {
			r.Errorf(n.Pos, "bad-list", "a list in %s has a value for each of the %d of %s in their order, this one has %d; or name them: {%s: …}",
				s.Name, many, r.Game.Enums[t.Of].ID, len(n.Items), name(0))
			return
		}
		for i, item := range n.Items {
			r.below(s, item, depth+1, at*many+int64(i))
		}
	case source.Map:
		given := make([]bool, many)
		for _, p := range n.Pairs {
			i, ok := r.Game.Value(p.Key.Value, t)
			if !ok || i < 0 {
				r.Errorf(p.Key.Pos, "unknown-name", "%s has no value for %s%s", s.Name, p.Key.Value, r.Near(p.Key.Value, r.Game.IDs(t)))
				continue
			}
			given[i] = true
			r.below(s, p.Value, depth+1, at*many+i)
		}
		var missing []string
		for i, ok := range given {
			if !ok && s.Default == nil {
				missing = append(missing, name(int64(i)))
			}
		}
		if len(missing) > 0 {
			r.Errorf(n.Pos, "missing-key", "%s has no value here for %s; write it, or give the value a default", s.Name, strings.Join(missing, ", "))
		}
	default:
		r.Errorf(n.Pos, "wrong-type", "%s has a value for each %s here: write {%s: …}, or a list in their order", s.Name, r.Game.Enums[t.Of].ID, name(0))
	}
}

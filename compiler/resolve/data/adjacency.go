package data

// This file reads the adjacency of spaces: from the lists of the spaces, which must be symmetric, and from `edges`, which lists
// each pair once.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// shownEdges is the number of missing edges that the message on one-sided lists spells out.
const shownEdges = 6

// adjacency computes the adjacency of zones.
func (r *filler) adjacency() {
	spaces := r.Entries("spaces")
	around := make([][]int64, len(r.Game.Zones))
	for i, e := range spaces {
		for _, a := range e.Words("adjacent") {
			switch z := r.neighbour(a); {
			case z == def.None:
			case z == int64(i):
				r.Errorf(a.Pos, "bad-adjacency", "%s is not adjacent to itself", a.Value)
			case slices.Contains(around[i], z):
				r.Errorf(a.Pos, "duplicate-id", "%s lists %s twice; remove the second", e.ID(), a.Value)
			default:
				around[i] = append(around[i], z)
			}
		}
	}
	r.oneSided(spaces, around)
	r.edges(spaces, around)
	r.Game.Adjacent = make([]int64, len(r.Game.Zones))
	for i := range spaces {
		r.Game.Adjacent[i] = r.Game.MakeSet(def.ZoneSet, around[i]...)
	}
}

// oneSided reports all asymmetric lists in one diagnostic, at the first of them, with the edges that would replace them.
func (r *filler) oneSided(spaces []*tree.Entry, around [][]int64) {
	type edge struct {
		at       *source.Node
		from, to string
	}
	var found []edge
	for i, e := range spaces {
		for _, a := range e.Words("adjacent") {
			if z := r.zone(a.Value); z != def.None && z != int64(i) && !r.Syms.Clashed[a.Value] && !slices.Contains(around[z], int64(i)) {
				found = append(found, edge{a, e.ID(), a.Value})
			}
		}
	}
	if len(found) == 0 {
		return
	}
	first, others := found[0], ""
	if n := len(found) - 1; n > 0 {
		others = fmt.Sprintf("; so do %d more", n)
	}
	report := r.Diags.Errorf(first.at.Pos, "bad-adjacency", "%s lists %s as adjacent, but not the other way round%s", first.from, first.to, others)
	var pairs []string
	for _, f := range found[:min(len(found), shownEdges)] {
		pairs = append(pairs, "["+f.from+", "+f.to+"]")
	}
	if len(found) > shownEdges {
		pairs = append(pairs, "…")
	}
	report.Detailf("List each pair once at the top level instead, edges: [%s], or add the other direction to each space.", strings.Join(pairs, ", "))
	for _, f := range found[1:min(len(found), shownEdges)] {
		report.Notef(f.at.Pos, "%s lists %s", f.from, f.to)
	}
}

// edges adds the pairs of `edges`.
func (r *filler) edges(spaces []*tree.Entry, around [][]int64) {
	for _, pair := range r.Book.Top.Get("edges").List() {
		if pair.Kind != source.List { // already reported
			continue
		}
		var ends []int64
		for _, n := range pair.List() {
			if !grammar.IsWord(n.Value) { // already reported
				continue
			}
			switch z := r.neighbour(n); {
			case int(z) >= len(spaces):
				r.Errorf(n.Pos, "bad-adjacency", "%s is a box; edges join spaces", n.Value)
			case z != def.None:
				ends = append(ends, z)
			}
		}
		switch n := len(pair.List()); {
		case n != 2:
			r.Errorf(pair.Pos, "bad-adjacency", "an edge joins two spaces, this lists %d: write [one, other]", n)
		case len(ends) < 2: // already reported
		case ends[0] == ends[1]:
			r.Errorf(pair.Items[1].Pos, "bad-adjacency", "%s is not adjacent to itself", pair.Items[1].Value)
		case slices.Contains(around[ends[0]], ends[1]):
			r.Errorf(pair.Pos, "duplicate-id", "%s and %s are already adjacent; remove the second", pair.Items[0].Value, pair.Items[1].Value)
		default:
			around[ends[0]] = append(around[ends[0]], ends[1])
			around[ends[1]] = append(around[ends[1]], ends[0])
		}
	}
}

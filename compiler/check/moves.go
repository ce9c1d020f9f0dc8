package check

// This file checks that the decisions and answers of `moves` exist.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// moves reports names of decisions and answers that the game does not have.
func moves(gd *def.GameDef, rb *typed.Rulebook) diag.List {
	var list diag.List
	by := &spender{budget: rb.Budget}
	var all []string
	for _, d := range gd.Decisions {
		all = append(all, d.Name)
		for _, o := range d.Also {
			all = append(all, o.Name)
		}
	}
	for _, n := range rb.Names {
		by.at = n.Pos
		by.look(len(all))
		names, what := all, "no decision is named "
		if n.Of != "" {
			var open bool
			names, open = answersOf(gd, n.Of)
			if by.look(len(names)); open {
				continue
			}
			what = n.Of + " has no answer "
		}
		if slices.Contains(names, n.Name) || n.Of != "" && !slices.Contains(all, n.Of) {
			continue // an unknown decision is reported by its own name
		}
		list.Errorf(n.Pos, "unknown-name", "%s%s%s", what, n.Name, diag.DidYouMean(n.Name, names))
	}
	return list
}

// answersOf returns the names of the answers of all decisions of a name. open is set if they cannot be listed because they are
// numbers or pieces.
func answersOf(gd *def.GameDef, decision string) (names []string, open bool) {
	for _, d := range gd.Decisions {
		if d.Name != decision {
			continue
		}
		for _, o := range d.Options {
			names = append(names, o.Name)
		}
		names = append(names, gd.IDs(d.Elem)...)
		open = open || !d.Kind.Row().Options && gd.Many(d.Elem) == 0
	}
	return names, open
}

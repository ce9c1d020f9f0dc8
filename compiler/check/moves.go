package check

// moves.go looks whether the decisions and answers that the words of moves stand for are there.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// moves reports the names of decisions and answers that the game does not have.
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
			continue // of a decision that is not there nothing more is said
		}
		list.Errorf(n.Pos, "unknown-name", "%s%s%s", what, n.Name, diag.DidYouMean(n.Name, names))
	}
	return list
}

// answersOf names the answers of all decisions of a name; open tells that they cannot be listed: numbers, or pieces.
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

// This file hands out changes to those who look for a play that would notice them.

package mutation

import (
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// Change is a change that can be made. All changes of a list share one copy of the game: one is made at a time.
type Change struct {
	*Mutant
	def *def.GameDef
}

// Make makes the change and gives the changed game, which undo takes back. What was loaded of the game in between must not
// be played after that.
func (c *Change) Make() (changed *def.GameDef, undo func()) {
	var back []func()
	for _, e := range c.edits {
		back = append(back, e())
	}
	return c.def, func() {
		for _, u := range slices.Backward(back) {
			u()
		}
	}
}

// Constants calls f with each constant that the change makes another one. It is asked while the change is not made.
func (c *Change) Constants(f func(was, is *def.Expr)) {
	var look func(was, is *def.Expr)
	look = func(was, is *def.Expr) {
		switch {
		case was == nil || is == nil || was == is || was.Op != is.Op || len(was.Args) != len(is.Args):
		case was.Op == def.OpConst && was.I != is.I:
			f(was, is)
		default:
			for i := range was.Args {
				look(was.Args[i], is.Args[i])
			}
		}
	}
	for i := range c.swaps {
		look(c.swaps[i].at, &c.swaps[i].by)
	}
}

// Changes lists the changes of a game in a section or clause ("": anywhere) by their place. The error is that of loading
// the unchanged game.
func Changes(game *corpus.Game, section string) ([]*Change, error) {
	base, err := newBaseline(game)
	if err != nil {
		return nil, err
	}
	gd := Clone(game.Def)
	var out []*Change
	for _, m := range mutants(gd, game.Book, base) {
		if section == "" || within(game, m.Rules, section) {
			out = append(out, &Change{m, gd})
		}
	}
	return out, nil
}

// Holes lists the changes of a report that no scenario notices and nothing explains, as they can be made again. The error is
// that of loading the unchanged game.
func (r *Report) Holes() ([]*Change, error) {
	open := map[string]bool{}
	for i := range r.Survivors {
		if s := &r.Survivors[i]; s.Why == "" {
			open[s.id+s.Change] = true
		}
	}
	if len(open) == 0 {
		return nil, nil
	}
	all, err := Changes(r.game, "")
	return slices.DeleteFunc(all, func(c *Change) bool { return !open[c.id+c.Change] }), err
}

// This file exports changes to packages that search for plays which notice them (suggest, claims).

package mutation

import (
	"fmt"
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Change is a change that can be applied. All changes of a list share one copy of the game: apply one at a time.
type Change struct {
	*Mutant
	def       *def.GameDef
	traceOnly bool
}

// Make applies the change and returns the changed game. A game loaded from it must not be played after undo.
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

// Constants calls f with each constant that the change replaces. The change must not be applied.
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

// Watched reports whether the change can alter a watched value without an event.
func (c *Change) Watched() bool { return c.watched }

// TraceOnly reports whether the explanation of the change says that only traces differ.
func (c *Change) TraceOnly() bool { return c.traceOnly }

// Rivals adds the changes that only replace formulas to their game, each as a rival of its formula (engine.Rivals). It
// modifies the copy of the game that the list shares, so no change can be applied afterwards. numbers[i] is the rival of
// changes[i], 0 if the change cannot be a rival.
func Rivals(changes []*Change) (gd *def.GameDef, cell int32, numbers []int64) {
	numbers = make([]int64, len(changes))
	if len(changes) == 0 {
		return nil, 0, nil
	}
	gd = changes[0].def
	cell = gd.Cells
	quiet := purity{gd, map[*def.Expr]bool{}}
	last := int64(0)
	for i, c := range changes {
		if c.choosable() && !c.nested() && quiet.change(c.Mutant) {
			last++
			numbers[i] = last
		}
	}
	gd.Cells++
	gd.Initial = append(gd.Initial, 0)
	for i, c := range changes {
		for k := range c.swaps {
			if numbers[i] > 0 {
				c.swaps[k].offer(int64(cell), numbers[i])
			}
		}
	}
	return gd, cell, numbers
}

// Sum returns an observer, and a function that returns a hash of the events since its last call.
func Sum() (observer engine.Observer, sum func() uint64) {
	c := &eventHash{}
	return c, func() uint64 {
		n := c.sum(true)
		*c = eventHash{}
		return n
	}
}

// Changes lists the changes of a game in a section or clause ("": anywhere), sorted by place. The error is that of loading
// the unchanged game.
func Changes(game *corpus.Game, section string) ([]*Change, error) {
	base, err := unplayed(game)
	if err != nil {
		return nil, err
	}
	gd := def.Clone(game.Def)
	var out []*Change
	for _, m := range mutants(gd, game.Book, base) {
		if section == "" || within(game, m.Rules, section) {
			out = append(out, &Change{Mutant: m, def: gd})
		}
	}
	return out, nil
}

// Holes lists the unexplained survivors of a report as changes that can be applied. The error is that of loading the
// unchanged game.
func (r *Report) Holes() ([]*Change, error) {
	return r.again(func(s *Survivor) bool { return s.Why == "" }, r.Survivors)
}

// Explained lists the explained survivors of a report as changes that can be applied. Each call copies the game. The error
// is that of loading the unchanged game.
func (r *Report) Explained() ([]*Change, error) {
	return r.again(func(s *Survivor) bool { return s.Why != "" }, r.Survivors, r.Traced)
}

// again lists the survivors for which a condition holds as changes that can be applied.
func (r *Report) again(is func(*Survivor) bool, lists ...[]Survivor) ([]*Change, error) {
	chosen := map[string]*Survivor{}
	for _, list := range lists {
		for i := range list {
			if is(&list[i]) {
				chosen[list[i].key()] = &list[i]
			}
		}
	}
	if len(chosen) == 0 {
		return nil, nil
	}
	all, err := Changes(r.game, "")
	all = slices.DeleteFunc(all, func(c *Change) bool { return chosen[c.key()] == nil })
	for _, c := range all {
		c.traceOnly = chosen[c.key()].traceOnly
	}
	return all, err
}

// key identifies a change within its game.
func (m *Mutant) key() string { return fmt.Sprint(m.id, "|", m.Rules, "|", m.Change) }

package mutation

import (
	"slices"
	"testing"

	"rulebound/engine/def"
)

// A change that is loaded together with others plays as it does alone.
func TestChangesLoadedTogetherPlayAsAlone(t *testing.T) {
	game, base := tidelands(t)
	gd := def.Clone(game.Def)
	w := &worker{base: base, def: gd, list: mutants(gd, game.Book, base)}
	var batch []int
	instructions := 0
	for i, m := range w.list {
		if m.choosable() && !m.reach.empty() && (len(m.replaced) > 0 || i%16 == 0) {
			batch = append(batch, i)
			instructions += len(m.replaced)
		}
	}
	if instructions < 100 {
		t.Errorf("only %d instructions are changed", instructions)
	}
	play := func(i int, games games) (out []bool) {
		for n, k := range base.order(w.list[i], w.list[i].reach) {
			p := base.plays[k]
			g, err := games(p, true)
			if n == 3 || err != nil {
				break
			}
			g.Allow(p.steps())
			failed, same := p.fails(g, true)
			out = append(out, failed, same)
		}
		return out
	}
	together := make([][]bool, len(w.list))
	games, choose, undo := w.combine(batch)
	for n, i := range batch {
		choose(n)
		together[i] = play(i, games)
	}
	undo()
	for _, i := range batch {
		m := w.list[i]
		undo := m.make()
		if alone := play(i, w.games()); !slices.Equal(alone, together[i]) {
			t.Errorf("%s:%d %s: failed and same are %v, together with other changes %v", m.File, m.Line, m.Change, alone, together[i])
		}
		undo()
	}
}

// A refusal because of an argument names the statement that gave it, but not if the argument is an alternative to something else.
func TestConditionsThatRefusalsExamineAreChangedAlone(t *testing.T) {
	flag := def.Expr{Op: def.OpLocal, Type: def.TBool}
	cell := def.Expr{Op: def.OpCell, Type: def.TBool}
	for name, c := range map[string]struct {
		at, by def.Expr
		want   bool
	}{
		"an argument":               {flag, yes(), false},
		"becomes an argument":       {cell, flag, false},
		"a conjunction of it":       {def.Expr{Op: def.OpAnd, Type: def.TBool, Args: []*def.Expr{&cell, &flag}}, cell, false},
		"a value":                   {cell, yes(), true},
		"an argument that is a set": {def.Expr{Op: def.OpLocal, Type: def.ZoneSet}, def.Expr{Op: def.OpConst, Type: def.ZoneSet}, true},
	} {
		if m := (&Mutant{edits: make([]edit, 1), swaps: []swap{{&c.at, c.by}}}); m.choosable() != c.want {
			t.Errorf("%s: loaded with others: %v", name, !c.want)
		}
	}
}

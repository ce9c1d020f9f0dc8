package mutation

import (
	"os"
	"slices"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// A change that is loaded together with others plays as it does alone.
func TestChangesLoadedTogetherPlayAsAlone(t *testing.T) {
	game, err := corpus.OpenGame(os.DirFS("../.."), "tidelands")
	if err != nil {
		t.Fatal(err)
	}
	base, err := newBaseline(game)
	if err != nil {
		t.Fatal(err)
	}
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

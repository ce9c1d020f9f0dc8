package mutation

import (
	"os"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// Of the plays that come to a change, all that it would take another course are among those in which it may matter, and in
// those where it surely does not nothing is seen of it. Every change of the game would take long: each play stands for some.
func TestRivalsMissNoPlayThatAMutationChanges(t *testing.T) {
	game, err := corpus.OpenGame(os.DirFS("../.."), "tidelands")
	if err != nil {
		t.Fatal(err)
	}
	base, err := newBaseline(game)
	if err != nil {
		t.Fatal(err)
	}
	gd, copied := def.Clone(game.Def), def.Clone(game.Def)
	list := mutants(gd, game.Book, base)
	matters := base.compete(gd, list, copied, mutants(copied, game.Book, base), 2)
	spared := 0
	w := &worker{base: base, def: gd, list: list}
	for i, m := range list {
		if i%7 != 0 || m.reach.empty() {
			continue
		}
		undo := m.make()
		games := w.games()
		for n, k := range base.order(m, m.reach) {
			if matters[i].has(k) || n >= 40 {
				continue
			}
			spared++
			p := base.plays[k]
			g, err := games(p, true)
			if err != nil {
				break
			}
			g.Allow(p.steps())
			if failed, same := p.fails(g, true); failed || !same {
				t.Errorf("%s:%d %s: %s sees it (failed: %v)", m.File, m.Line, m.Change, p.script.ID(), failed)
			}
		}
		undo()
	}
	if spared < 400 {
		t.Errorf("%d plays are spared only", spared)
	}
}

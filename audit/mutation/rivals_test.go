package mutation

import (
	"os"
	"testing"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// tidelands returns a game of the repository and its scenarios, played on the unchanged game.
func tidelands(t *testing.T) (*corpus.Game, *baseline) {
	t.Helper()
	game, err := corpus.OpenGame(os.DirFS("../.."), "tidelands")
	if err != nil {
		t.Fatal(err)
	}
	base, err := newBaseline(game)
	if err != nil {
		t.Fatal(err)
	}
	return game, base
}

// If a change alters the events of a play, the play is among those in which the change may matter. Trying all changes in all
// plays would take long, so each play tries a sample.
func TestRivalsMissNoPlayThatAMutationChanges(t *testing.T) {
	game, base := tidelands(t)
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
				t.Errorf("%s:%d %s: %s notices it (failed: %v)", m.File, m.Line, m.Change, p.script.ID(), failed)
			}
		}
		undo()
	}
	if spared < 300 {
		t.Errorf("only %d plays are spared", spared)
	}
}

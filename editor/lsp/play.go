package lsp

// play.go plays scenarios while they are typed, on the game of an index.

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/overlay"
	"rulebound/conformance/scenario"
	"rulebound/editor/index"
	"rulebound/engine"
)

// table caches the loaded games of an index by their options.
type table struct {
	mu     sync.Mutex
	of     *index.Index
	loaded map[string]*engine.Game
}

// game returns the game of an index, loaded with options.
func (t *table) game(x *index.Index, options map[string]string) (*engine.Game, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of != x {
		t.of, t.loaded = x, map[string]*engine.Game{}
	}
	key := fmt.Sprint(options)
	if g := t.loaded[key]; g != nil {
		return g, nil
	}
	g, err := engine.Load(x.Game, options)
	if err == nil {
		t.loaded[key] = g
	}
	return g, err
}

// errNoGame is the error of playing if the rulebook has errors.
var errNoGame = errors.New("the rulebook does not compile")

// play plays a script with those that it continues.
func (g *game) play(x *index.Index, files *overlay.FS, script *scenario.Script, observers ...engine.Observer) (*scenario.Result, error) {
	if x.Game == nil {
		return nil, errNoGame
	}
	if err := link(x.ID, files, script); err != nil {
		return nil, err
	}
	loaded, err := g.table.game(x, scenario.OptionsOf(script))
	if err != nil {
		return nil, err
	}
	return scenario.Play(loaded, script, observers...), nil
}

// link links a script to those that it continues, which it reads again.
func link(id string, files *overlay.FS, script *scenario.Script) error {
	chain := []*scenario.Script{script}
	for last := script; last.After != ""; {
		name := path.Join(corpus.ScenariosDir, id, last.After+".yaml")
		base, list := scenario.Load(files, name)
		if base == nil || list.HasErrors() {
			return fmt.Errorf("%s, from which %s goes on, cannot be read: %w", name, last.ID(), list.Err())
		}
		if slices.ContainsFunc(chain, func(s *scenario.Script) bool { return s.ID() == base.ID() }) {
			break // Link reports the error
		}
		chain, last = append(chain, base), base
	}
	return scenario.Link(chain)[script].Err()
}

// played plays a scenario and returns its errors.
func (g *game) played(x *index.Index, files *overlay.FS, script *scenario.Script) diag.List {
	result, err := g.play(x, files, script)
	switch {
	case errors.Is(err, errNoGame):
		return nil
	case err != nil:
		return diag.List{{Summary: err.Error(), Subject: diag.Pos{File: script.File, Line: 1, Col: 1}, Code: "scenario"}}
	}
	return result.Diagnostics()
}

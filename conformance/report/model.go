// This file gathers what the pages are about.

package report

import (
	"errors"
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

// Model is what the pages show. Nothing in it is changed after Build.
type Model struct {
	Games    []*Game
	Revision string // what the pages show, "" if it has no name
}

// Game is a game with what its scenarios did.
type Game struct {
	*corpus.Game
	Plays    []*corpus.Play
	Coverage *coverage.Report
}

// Options say what Build gathers.
type Options struct {
	Game     string   // only that game; "": all
	Revision string   // name of what is shown
	Progress Progress // told how far it is; may be nil
}

// Progress is told how far a stage is; total is 0 while nobody knows it.
type Progress func(stage string, done, total int)

func (p Progress) tell(stage string, done, total int) {
	if p != nil {
		p(stage, done, total)
	}
}

// Build plays the scenarios of a corpus and gathers the model. A scenario that fails is shown as failing; it is no error.
func Build(all *corpus.Corpus, options Options) (*Model, error) {
	m := &Model{Revision: options.Revision}
	plays := corpus.PlayEach(all.Cases(), func(done, total int) { options.Progress.tell("playing", done, total) })
	for _, g := range all.Games {
		if options.Game != "" && g.ID != options.Game {
			continue
		}
		own := slices.DeleteFunc(slices.Clone(plays), func(p *corpus.Play) bool { return p.Case.Game != g })
		m.Games = append(m.Games, &Game{Game: g, Plays: own, Coverage: g.Report(plays)})
	}
	if len(m.Games) == 0 {
		return nil, errors.New("there is no game to report on")
	}
	return m, nil
}

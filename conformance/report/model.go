// This file gathers what the pages are about.

package report

import (
	"errors"

	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/mutation"
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

	names  *names
	cases  map[string]*corpus.Case   // by section/name
	scores map[string]mutation.Count // by clause and section; empty if nobody told
	// problems are what is wrong with plays: a claim that fails, a golden that differs.
	problems map[*corpus.Case]string
}

// newGame gathers what there is to say of a game.
func newGame(g *corpus.Game, plays []*corpus.Play, scores []*mutation.Report) *Game {
	out := &Game{Game: g, Coverage: g.Report(plays), cases: map[string]*corpus.Case{}, scores: map[string]mutation.Count{}, problems: map[*corpus.Case]string{}}
	for _, p := range plays {
		if p.Case.Game != g {
			continue
		}
		out.Plays = append(out.Plays, p)
		if err := p.Problem(); err != nil {
			out.problems[p.Case] = err.Error()
		}
	}
	for _, c := range g.Cases {
		out.cases[c.Script.ID()] = c
	}
	for _, r := range scores {
		if r.Game != g.ID {
			continue
		}
		for _, s := range r.Sections {
			out.scores[s.Number] = s.Count
			for _, c := range s.Clauses {
				out.scores[c.ID] = c.Count
			}
		}
	}
	out.names = newNames(out, g.Places(plays))
	return out
}

// HasScores tells whether somebody measured what changes of the rulebook would be noticed.
func (g *Game) HasScores() bool { return len(g.scores) > 0 }

// Options say what Build gathers.
type Options struct {
	Game     string             // only that game; "": all
	Revision string             // name of what is shown
	Scores   []*mutation.Report // what became of changes of the rulebooks, as `rulebound mutate -json` writes it; may be empty
	Progress Progress           // told how far it is; may be nil
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
		m.Games = append(m.Games, newGame(g, plays, options.Scores))
	}
	if len(m.Games) == 0 {
		return nil, errors.New("there is no game to report on")
	}
	return m, nil
}

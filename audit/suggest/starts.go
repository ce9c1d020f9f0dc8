// This file provides random plays to searches for a difference at an unknown place.

package suggest

import (
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/engine/players"
)

// Starts draws random plays of a game. They begin at a set-up, at a random board, or at the position of a scenario
// with other lasting effects, values, pieces and cards; the latter repeat some of the scenario's answers. The n-th
// play is the same for the same game, boards and seed.
type Starts struct {
	search *search
	names  []string // of the scenarios, parallel to search.known
	drawn  uint64
}

// NewStarts plays the scenarios of the game once. The error is that of loading the game.
func NewStarts(game *corpus.Game, boards []board.Wish, seed uint64) (*Starts, error) {
	s := newSearch(game, &Config{Boards: boards, Seed: seed})
	if _, err := s.table.load(nil); err != nil {
		return nil, err
	}
	x := &Starts{search: s}
	for _, c := range game.Cases {
		g, err := s.table.load(scenario.OptionsOf(c.Script))
		l := &answerRecorder{}
		if err != nil || scenario.Play(g, c.Script, l).Err != nil {
			continue
		}
		s.known, x.names = append(s.known, &play{pos: ofScript(g, c.Script), steps: l.steps}), append(x.names, c.Script.ID())
	}
	s.seed()
	return x, nil
}

// Start is a random play: its beginning, and its answers.
type Start struct {
	Name    string // of its beginning
	Options map[string]string
	Setup   engine.Setup
	Most    int // maximum number of answers

	chooser chooser
}

// Answer answers a decision. It returns false to end the play.
func (s *Start) Answer(state *engine.State, d *engine.Decision) (engine.Answer, bool) {
	return s.chooser.choose(state, d)
}

const (
	wholeGame  = 600 // answers of a play from a set-up
	fromBoard  = 200
	fromScript = 40 // answers after the repeated ones
	mostForced = 8  // maximum number of lasting effects that are put in force or ended
)

// Next draws a play.
func (x *Starts) Next() *Start {
	s := x.search
	x.drawn++
	r := &random{gen: &dice{engine.NewGenerator(uint64(s.gen.gen.Next()))}, left: wholeGame}
	if seed := uint64(s.gen.gen.Next()); s.gen.below(3) == 0 {
		r.player = players.NewMinimal(seed)
	} else {
		r.player = players.NewUniform(seed)
	}
	start := &Start{chooser: r}
	var pos *position
	switch k := s.gen.below(20); {
	case k == 0 && len(s.game.Def.Setups) > 0:
		pos = &position{setup: s.game.Def.Setups[s.gen.below(len(s.game.Def.Setups))].ID}
		start.Name = "the set-up " + pos.setup
	case k < 6 || len(s.known) == 0:
		pos, start.Name, r.left = s.painter.board(), "a random board", fromBoard
	default:
		pos = x.beside(start, r)
	}
	start.Most, start.Options, start.Setup = r.left, pos.options, pos.engine()
	start.Setup.Seed = x.drawn
	return start
}

// beside draws a play similar to a known one.
func (x *Starts) beside(start *Start, r *random) *position {
	s := x.search
	k := s.gen.below(len(s.known))
	p := s.known[k]
	start.Name = "a position like that of " + x.names[k]
	f := &follower{steps: p.steps, rest: r}
	r.left = fromScript + len(p.steps)
	if s.gen.below(3) == 0 && len(p.steps) > 0 {
		f.steps = p.steps[:s.gen.below(len(p.steps)+1)]
	}
	start.chooser = f
	pos := p.pos.copy()
	for n := s.gen.below(mostForced); n > 0 && len(s.game.Def.Lasting) > 0; n-- {
		s.painter.effect(pos, int32(s.gen.below(len(s.game.Def.Lasting))))
	}
	for n := s.gen.below(3); n > 0; n-- {
		s.painter.anywhere(pos)
	}
	return pos
}

package soak

// This file replays games without one of the engine's optimisation passes. A pass must not change what a play publishes.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"rulebound/engine"
)

// passSpan is the number of consecutive seeds that leave out the same pass, so that variants with the same options
// share a loaded game.
const passSpan = 16

// passOf returns the pass that the replay of a game leaves out, "" for none. In half of the games none is left out,
// because loading a large game takes longer than playing it.
func passOf(seed uint64) string {
	all := engine.Passes()
	if i := seed / passSpan % uint64(2*len(all)); i < uint64(len(all)) {
		return all[i]
	}
	return ""
}

// plain caches the last game without a pass.
type plain struct {
	of   *engine.Game
	pass string
	game *engine.Game
}

// without returns the game of a variant without a pass.
func (p *plain) without(v *variant, pass string) (*engine.Game, error) {
	if p.of != v.game || p.pass != pass {
		game, err := engine.Load(v.def, v.options, engine.WithoutPass(pass))
		if err != nil {
			return nil, err
		}
		p.of, p.pass, p.game = v.game, pass, game
	}
	return p.game, nil
}

// record is a play: its answers, what was published before each of them, and the end.
type record struct {
	setup   engine.Setup
	answers []engine.Answer
	asked   []uint64
	end     []byte
}

// again replays a play without a pass. If the replay differs, it is repeated with all passes, which shows whether the
// pass is the cause.
func (v *variant) again(r *record, seed uint64) error {
	pass := passOf(seed)
	if pass == "" {
		return r.repeated(v.game)
	}
	game, err := v.without(v, pass)
	if err != nil {
		return fmt.Errorf("without the pass %q: %w", pass, err)
	}
	differs := r.replay(game)
	if differs == nil {
		return nil
	}
	if err := r.repeated(v.game); err != nil {
		return err
	}
	return fmt.Errorf("without the pass %q: %w", pass, differs)
}

// repeated replays a play in the same game.
func (r *record) repeated(game *engine.Game) error {
	if err := r.replay(game); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

// replay repeats the answers with the same chance, and compares what is published and the end.
func (r *record) replay(game *engine.Game) error {
	state, err := game.New(r.setup)
	if err != nil {
		return err
	}
	for i, answer := range r.answers {
		d := state.Decision()
		if d == nil || published(d) != r.asked[i] {
			return fmt.Errorf("answer %d: another decision is published", i+1)
		}
		if d.Seat == engine.Chance && answer.Kind != engine.Stance {
			drawn, err := state.Draw()
			if err != nil || drawn.N != answer.N || drawn.Member != answer.Member || !slices.Equal(drawn.Order, answer.Order) {
				return fmt.Errorf("answer %d: chance fell differently (%v)", i+1, err)
			}
		}
		if err := state.Apply(answer); err != nil {
			return fmt.Errorf("answer %d: %w", i+1, err)
		}
	}
	if !bytes.Equal(state.Encode(nil), r.end) {
		return errors.New("the same answers led to another end")
	}
	return nil
}

// published hashes what a decision offers.
func published(d *engine.Decision) uint64 {
	s := sum(0)
	s.add(int64(len(d.Name)), int64(d.Kind), int64(d.Seat), int64(d.Min), int64(d.Max), int64(d.Count), int64(d.Decline))
	s.add(int64(len(d.Members)), int64(len(d.Costs)), int64(len(d.Options)), int64(len(d.Also)), int64(len(d.Entries)))
	s.flags(d.Stop, d.Obliged, d.Fault != nil)
	s.add(d.Members...)
	s.add(d.Costs...)
	if len(d.Costs) > 0 {
		s.add(d.Budget)
	}
	for _, o := range slices.Concat(d.Options, d.Also) {
		s.add(int64(o.Index))
	}
	for _, e := range d.Entries {
		s.add(int64(e.Zone), int64(e.Class), int64(e.Available))
	}
	return uint64(s)
}

// sum is a running hash of numbers.
type sum uint64

func (s *sum) add(list ...int64) {
	for _, n := range list {
		*s = (*s ^ sum(n)) * 0x9e3779b97f4a7c15
		*s ^= *s >> 29
	}
}

func (s *sum) flags(list ...bool) {
	for _, b := range list {
		if s.add(0); b {
			s.add(1)
		}
	}
}

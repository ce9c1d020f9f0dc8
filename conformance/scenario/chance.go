// This file answers chance: by the script, or by the generator if the scenario has a seed.

package scenario

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// chance holds scripted outcomes by name.
type chance struct {
	list []source.Pair
	next []int
}

func newChance(list []source.Pair) *chance { return &chance{list: list, next: make([]int, len(list))} }

func (c *chance) take(name string) *source.Node {
	if c == nil {
		return nil
	}
	for i, p := range c.list {
		if p.Key.Value == name && c.next[i] < len(p.Value.Items) {
			c.next[i]++
			return p.Value.Items[c.next[i]-1]
		}
	}
	return nil
}

func (c *chance) copy() *chance {
	if c == nil {
		return nil
	}
	return &chance{list: c.list, next: slices.Clone(c.next)}
}

func (c *chance) unused() []leftover {
	var out []leftover
	if c == nil {
		return nil
	}
	for i, p := range c.list {
		if c.next[i] < len(p.Value.Items) {
			n := p.Value.Items[c.next[i]]
			out = append(out, leftover{name: "chance " + p.Key.Value + " " + n.String(), pos: n.Pos, why: "never happened"})
		}
	}
	return out
}

// stepChance answers a chance decision within a line.
func (s *Session) stepChance(r *run, d *engine.Decision, next []Item) (done bool, err error) {
	n := r.chance.take(d.Name)
	if n == nil {
		n = s.chance.take(d.Name)
	}
	if n == nil && !s.seeded && (s.mentioned(next, d) || s.waiting.ended(next)) {
		return true, nil
	}
	if n == nil && !s.seeded && !r.began {
		if m := s.whyNotAsked(r, d, names.Word(r.line.Text, r.line.Pos)); m != nil {
			return false, m
		}
	}
	if act := &r.activity; n == nil && !s.seeded && act.def != nil && !act.done && act.why != nil {
		missed := act.missed() // a line about a forbidden activity need not script the chance of the action without it
		return false, missed.misfit(s.game.Def())
	}
	return false, s.outcome(d, n, r.line.Pos)
}

// outcome applies the scripted outcome n, or a drawn one if n is nil.
func (s *Session) outcome(d *engine.Decision, n *source.Node, pos diag.Pos) error {
	if d.Fault != nil {
		return d.Fault
	}
	if n != nil {
		a, err := names.FitNode(s.game, d, n)
		if err != nil {
			return err
		}
		return s.apply(d, a, n.Pos)
	}
	if !s.seeded {
		m := names.NewMisfit(s.game, d, nil, "the outcome of "+d.Name+" is not scripted")
		m.Pos, m.Hint = pos, scripting(d)
		return m
	}
	a, err := s.state.Draw()
	if err != nil {
		return err
	}
	return s.apply(d, a, pos)
}

// scripting explains how to script the outcome of a chance decision.
func scripting(d *engine.Decision) string {
	outcome := "…"
	if d.Kind.Row().Answer == def.AnswerOrder {
		outcome = "[…]"
	}
	return "write chance: {" + d.Name + ": [" + outcome + "]}, or a seed: for the whole scenario"
}

// playChance plays a line of outcomes: the pending chance decisions, one after another.
func (s *Session) playChance(line *Line, next []Item) error {
	each(s.also, func(o seesLines) { o.Line(line) })
	r := &run{line: line, words: s.words, frames: &s.frames, chance: newChance(line.Chance)}
	s.run, s.fault = r, nil
	s.record()
	defer func() { s.run = nil }()
	for s.fault == nil && !s.state.Over() {
		d := s.state.Decision()
		if d.Seat != engine.Chance || len(r.chance.unused()) == 0 {
			break
		}
		if done, err := s.stepChance(r, d, next); done || err != nil {
			return err
		}
	}
	if s.fault != nil {
		return s.fault
	}
	return s.finish(r)
}

// settle answers the chance decisions before the first line, as far as the scenario scripts them.
func (s *Session) settle(next []Item, pos diag.Pos) error {
	for !s.state.Over() {
		d := s.state.Decision()
		if d.Seat != engine.Chance {
			return nil
		}
		n := s.chance.take(d.Name)
		if n == nil && !s.seeded && (s.mentioned(next, d) || s.waiting.ended(next)) {
			return nil
		}
		if err := s.outcome(d, n, pos); err != nil {
			return err
		}
	}
	return nil
}

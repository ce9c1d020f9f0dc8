package play

// This file writes a play to a file and replays files.

import (
	"errors"

	"rulebound/engine"
	"rulebound/show/saved"
)

// Text writes the play as a file. schema is the address of the JSON schema, for editors, revision that of the repository; either may be "".
func (p *Play) Text(schema, revision string) []byte {
	out := saved.Play{Game: p.id, Setup: p.setup, Schema: schema, Release: revision}
	for i := range p.steps {
		out.Replies = append(out.Replies, p.steps[i].Reply)
	}
	return out.Text(p.game, p.state)
}

// End returns a fingerprint of all named parts of the position, independent of the rules.
func (p *Play) End() string { return saved.End(p.game, p.state) }

// Begin begins a play with the set-up of a file, without its answers, on the game loaded with its options. The error names unknown names.
func Begin(f *saved.File, g *engine.Game) (*Play, error) {
	setup, err := f.Begins(g)
	if err != nil {
		return nil, err
	}
	return New(f.Game, g, setup)
}

// Load plays a file; by returns who answers for a seat. The error is a *saved.Divergence if an answer does not fit
// the game; the play is then at that answer.
func Load(f *saved.File, g *engine.Game, by func(seat int) By) (*Play, error) {
	p, err := Begin(f, g)
	if err != nil {
		return nil, err
	}
	for i := range f.Entries {
		if err := p.Follow(f, i, by); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Follow applies answer i of a file, unless the decision has just resolved itself in the same way. The error is a *saved.Divergence.
func (p *Play) Follow(f *saved.File, i int, by func(seat int) By) error {
	from := 0
	if n := len(p.steps); n > 0 {
		from = p.steps[n-1].Lines
	}
	a, give, err := f.Next(i, p.state, p.Trace()[from:])
	if err != nil || !give {
		return err
	}
	who := Generator
	if d := p.state.Decision(); d.Seat >= 0 {
		who = by(d.Seat)
	}
	if err := p.Answer(a, who); err != nil {
		out := f.Refused(i, p.state, a, err)
		var r *engine.Refusal
		if errors.As(err, &r) {
			out.Why = Failure(err)
		}
		return out
	}
	return nil
}

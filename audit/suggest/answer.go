// This file stores answers so that they can be given again in other positions, and makes answers where none is stored.

package suggest

import (
	"errors"
	"slices"

	"rulebound/conformance/scribe"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// step is an answer to a decision, for giving it again.
type step struct {
	decision int32
	form     engine.AnswerForm
	value    int64
	values   []int64 // of a take zone<<24|class<<16|count; of a shuffle the first cards of the order; of a set its members
	picked   int     // members picked before
	declined bool    // it is what the decision takes without an answer
}

// spoken reports whether a script must state the step.
func (s *step) spoken() bool { return !s.declined }

// details returns the scribe's data about steps.
func details(steps []step) []scribe.Detail {
	out := make([]scribe.Detail, len(steps))
	for i := range steps {
		out[i] = scribe.Detail{Spoken: steps[i].spoken(), Picked: steps[i].picked, Listed: len(steps[i].values)}
	}
	return out
}

// stepOf returns the step of an answer to a decision.
func stepOf(d *engine.Decision, a *engine.Answer) step {
	s := step{decision: d.Index, picked: d.Count}
	row := d.Kind.Row()
	switch {
	case a.Kind == engine.Side:
		s.form, s.value = engine.BySide, int64(a.Option)
	case a.Stop:
		s.form = engine.ByStop
	case row.Answer == def.AnswerOption:
		s.form, s.value, s.declined = engine.ByOption, int64(a.Option), d.Decline >= 0 && a.Option == d.Decline
	case row.Answer == def.AnswerMember:
		s.value = a.Member
	case row.Answer == def.AnswerSet:
		s.values = slices.Clone(a.Chosen)
		if a.Chosen == nil {
			s.values = def.MembersOf([]int64{a.Set})
		}
	case row.Answer == def.AnswerNumber:
		s.value = a.N
	case row.Answer == def.AnswerOrder:
		s.values = slices.Clone(a.Order[:scribe.Listed(a.Order, d.Members)])
	case row.Answer == def.AnswerCounts:
		for i, n := range a.Counts {
			if n > 0 {
				s.values = append(s.values, int64(d.Entries[i].Zone)<<24|int64(d.Entries[i].Class)<<16|int64(n))
			}
		}
	}
	return s
}

// answer converts the step to an answer to a decision; ok is false if it cannot fit.
func (s *step) answer(d *engine.Decision) (a engine.Answer, ok bool) {
	row := d.Kind.Row()
	is := func(list []engine.Option) bool {
		return slices.ContainsFunc(list, func(o engine.Option) bool { return int64(o.Index) == s.value })
	}
	switch {
	case s.form == engine.BySide:
		return engine.Answer{Kind: engine.Side, Option: int32(s.value)}, is(d.Also)
	case s.form == engine.ByStop:
		return engine.Answer{Stop: true}, d.Stop
	case row.Answer == def.AnswerOption:
		return engine.Answer{Option: int32(s.value)}, is(d.Options)
	case row.Answer == def.AnswerMember:
		return engine.Answer{Member: s.value}, slices.Contains(d.Members, s.value)
	case row.Answer == def.AnswerSet:
		return d.Choose(slices.DeleteFunc(slices.Clone(s.values), func(m int64) bool { return !slices.Contains(d.Members, m) })...), true
	case row.Answer == def.AnswerNumber:
		return engine.Answer{N: s.value}, s.value >= int64(d.Min) && s.value <= int64(d.Max)
	case row.Answer == def.AnswerOrder:
		order := slices.Clone(s.values) // cards that are not listed keep their order
		for _, c := range d.Members {
			if !slices.Contains(order, c) {
				order = append(order, c)
			}
		}
		return engine.Answer{Order: order}, len(order) == len(d.Members)
	}
	counts := make([]int32, len(d.Entries))
	for i, e := range d.Entries {
		for _, v := range s.values {
			if v>>24 == int64(e.Zone) && v>>16&0xff == int64(e.Class) {
				counts[i] = min(int32(v&0xffff), e.Available)
			}
		}
	}
	return engine.Answer{Counts: counts}, true
}

// chooser answers decisions; it returns false to end the play.
type chooser interface {
	choose(s *engine.State, d *engine.Decision) (engine.Answer, bool)
}

// plain gives the smallest answer: it declines, stops, takes nothing, or else takes the first one.
type plain struct {
	left    int // number of answers left
	minimal players.Player
}

func newPlain(most int) *plain { return &plain{left: most, minimal: players.NewMinimal(1)} }

func (p *plain) choose(s *engine.State, d *engine.Decision) (engine.Answer, bool) {
	if p.left--; p.left < 0 {
		return engine.Answer{}, false
	}
	row := d.Kind.Row()
	switch {
	case d.Decline >= 0 && row.Options:
		return engine.Answer{Option: d.Decline}, true
	case d.Stop:
		return engine.Answer{Stop: true}, true
	case row.Answer == def.AnswerOrder:
		return engine.Answer{Order: d.Members}, true
	case d.Obliged, row.Answer == def.AnswerSet && d.Min > 0:
		return p.minimal.Answer(s, d), true
	case row.Answer == def.AnswerSet:
		return d.Choose(), true
	case row.Answer == def.AnswerOption && len(d.Options) > 0:
		return engine.Answer{Option: d.Options[0].Index}, true
	case row.Answer == def.AnswerMember && len(d.Members) > 0:
		return engine.Answer{Member: d.Members[0]}, true
	case row.Answer == def.AnswerNumber:
		return engine.Answer{N: int64(d.Min)}, true
	case row.Answer == def.AnswerCounts:
		return engine.Answer{Counts: d.Least(nil)}, true
	}
	return p.minimal.Answer(s, d), true
}

// random gives random answers, and prefers those that lead to the target.
type random struct {
	gen    *dice
	player players.Player
	prefer map[int32]uint64 // decision -> its options that lead to the target
	left   int
}

func (r *random) choose(s *engine.State, d *engine.Decision) (engine.Answer, bool) {
	if r.left--; r.left < 0 {
		return engine.Answer{}, false
	}
	if want := r.prefer[d.Index]; want != 0 && r.gen.below(10) < 7 {
		for _, o := range d.Options {
			if o.Index < 64 && want>>o.Index&1 == 1 {
				return engine.Answer{Option: o.Index}, true
			}
		}
	}
	if d.Seat != engine.Chance {
		return r.player.Answer(s, d), true
	}
	switch d.Kind.Row().Answer {
	case def.AnswerNumber:
		return engine.Answer{N: int64(d.Min + r.gen.below(d.Max-d.Min+1))}, true
	case def.AnswerMember:
		return engine.Answer{Member: d.Members[r.gen.below(len(d.Members))]}, true
	case def.AnswerOrder:
		order := slices.Clone(d.Members)
		for i := len(order) - 1; i > 0; i-- {
			j := r.gen.below(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		return engine.Answer{Order: order}, true
	}
	return r.player.Answer(s, d), true
}

// follower gives stored answers in their order; it leaves decisions that they do not fit to another chooser.
type follower struct {
	steps []step
	at    int
	skip  func(i int) bool // steps to leave out; may be nil
	rest  chooser
}

// ahead is how many steps a follower looks ahead for a fitting one, because a change may make some superfluous.
const ahead = 8

func (f *follower) choose(s *engine.State, d *engine.Decision) (engine.Answer, bool) {
	for i := f.at; i < min(len(f.steps), f.at+ahead); i++ {
		if f.steps[i].decision != d.Index {
			continue
		}
		if f.skip != nil && f.skip(i) {
			f.at = i + 1
			break
		}
		if a, ok := f.steps[i].answer(d); ok {
			f.at = i + 1
			return a, true
		}
	}
	return f.rest.choose(s, d)
}

// dice draws random numbers.
type dice struct{ gen engine.Generator }

// below returns a number from 0 to n-1; 0 if n is not positive.
func (d *dice) below(n int) int {
	if n < 2 {
		return 0
	}
	return int(d.gen.Below(uint32(n)))
}

// refused reports whether an error is a refusal, after which the state is unchanged.
func refused(err error) bool {
	var r *engine.Refusal
	return errors.As(err, &r)
}

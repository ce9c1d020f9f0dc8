// Package players plays random games for tests and statistics, and as the weakest opponent. Players are deterministic: the same seed and the
// same decisions give the same answers.
package players

import (
	"fmt"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Player answers decisions of seats. A later call of Answer may reuse the slices of the answer.
type Player interface {
	Answer(s *engine.State, d *engine.Decision) engine.Answer
}

// Play answers decisions until the game is over or most decisions, including those of chance, have been answered; most < 0 means no limit.
// players[seat] answers for the seats with that State.Player; a single player answers for all. State.Draw answers for chance. Play returns
// the number of decisions answered. An error is that of State.Advance, with the number of the decision: after a *engine.Fault the state is
// unusable.
func Play(s *engine.State, players []Player, most int) (int, error) {
	if len(players) == 0 {
		return 0, fmt.Errorf("play: no players")
	}
	for n := 0; ; n++ {
		d := s.Decision()
		if d == nil || n == most {
			return n, nil
		}
		if d.Fault != nil {
			return n, fmt.Errorf("decision %d: %w", n, d.Fault)
		}
		var a engine.Answer
		switch {
		case d.Seat == engine.Chance:
			drawn, err := s.Draw()
			if err != nil {
				return n, fmt.Errorf("decision %d: %w", n, err)
			}
			a = drawn
		case len(players) == 1:
			a = players[0].Answer(s, d)
		case s.Player(d.Seat) < len(players):
			a = players[s.Player(d.Seat)].Answer(s, d)
		default:
			return n, fmt.Errorf("play: seat %d has no player", s.Player(d.Seat))
		}
		if err := s.Advance(a); err != nil {
			return n, fmt.Errorf("decision %d: %w", n, err)
		}
	}
}

// random is the common part of both players: the generator and buffers.
type random struct {
	gen    engine.Generator
	counts []int32
	list   []int32
	chosen []int64
	costs  []int64
}

func (r *random) below(n int) int {
	if n < 2 {
		return 0
	}
	return int(r.gen.Below(uint32(n)))
}

// between returns a random number in lo..hi.
func (r *random) between(lo, hi int) int { return lo + r.below(hi-lo+1) }

// option answers with option i, counted over the own options first, then the side options.
func option(d *engine.Decision, i int) engine.Answer {
	if i < len(d.Options) {
		return engine.Answer{Option: d.Options[i].Index}
	}
	return engine.Answer{Kind: engine.Side, Option: d.Also[i-len(d.Options)].Index}
}

// subset chooses n members. Each is drawn from the members that leave enough budget for the cheapest remaining ones, so that every legal
// subset of n members has a positive probability.
func (r *random) subset(d *engine.Decision, n int) engine.Answer {
	r.list = r.list[:0]
	for i := range d.Members {
		r.list = append(r.list, int32(i))
	}
	chosen, left := r.chosen[:0], d.Budget
	for ; n > 0; n-- {
		k := r.below(len(r.list))
		for tries := 0; len(d.Costs) > 0 && tries < len(r.list) && d.Costs[r.list[k]]+r.cheapest(d, k, n-1) > left; tries++ {
			k = (k + 1) % len(r.list)
		}
		i := r.list[k]
		if len(d.Costs) > 0 {
			left -= d.Costs[i]
		}
		chosen = append(chosen, d.Members[i])
		r.list = append(r.list[:k], r.list[k+1:]...)
	}
	r.chosen = chosen
	return d.Choose(chosen...)
}

// cheapest returns the cost of the n cheapest remaining members without the k-th.
func (r *random) cheapest(d *engine.Decision, k, n int) int64 {
	r.costs = r.costs[:0]
	for j, i := range r.list {
		if j != k {
			r.costs = append(r.costs, d.Costs[i])
		}
	}
	slices.Sort(r.costs)
	sum := int64(0)
	for _, c := range r.costs[:n] {
		sum += c
	}
	return sum
}

// take draws n pieces one by one. After a dead end it starts again; after 8 attempts it takes an answer that the decision knows to be legal.
func (r *random) take(d *engine.Decision, n int) engine.Answer {
	for tries := 0; tries < 8; tries++ {
		r.counts = r.counts[:0]
		for range d.Entries {
			r.counts = append(r.counts, 0)
		}
		if r.draw(d, n) {
			return engine.Answer{Counts: r.counts}
		}
	}
	r.counts = d.Least(r.counts[:0])
	return engine.Answer{Counts: r.counts}
}

func (r *random) draw(d *engine.Decision, n int) bool {
	for ; n > 0; n-- {
		pieces := int64(0)
		r.list = r.list[:0]
		for i := range d.Entries {
			room := d.Room(r.counts, i)
			r.list = append(r.list, int32(room))
			pieces += room
		}
		if pieces == 0 {
			return false
		}
		k := int32(r.below(int(pieces)))
		for i, room := range r.list {
			if k < room {
				r.counts[i]++
				break
			}
			k -= room
		}
	}
	return true
}

// fitting returns a drawn subset or take if it satisfies the open obligations as a whole, else the least answer that does.
func (r *random) fitting(s *engine.State, d *engine.Decision, a engine.Answer) engine.Answer {
	if !d.Obliged || s.Refuses(a) == nil {
		return a
	}
	if d.Kind.Row().Answer == def.AnswerSet {
		return d.Choose(d.LeastSet()...)
	}
	r.counts = d.Least(r.counts[:0])
	return engine.Answer{Counts: r.counts}
}

// number draws a legal number.
func (r *random) number(d *engine.Decision) engine.Answer {
	if len(d.Members) > 0 { // the only numbers that satisfy the obligations
		return engine.Answer{N: d.Members[r.below(len(d.Members))]}
	}
	return engine.Answer{N: int64(r.between(d.Min, d.Max))}
}

// Minimal plays short games: options and members are chosen uniformly, and a subset, pick or take is closed as early as legal.
type Minimal struct{ random }

// NewMinimal returns a minimal player for a seed.
func NewMinimal(seed uint64) *Minimal {
	return &Minimal{random{gen: engine.NewGenerator(seed)}}
}

// Answer implements Player.
func (p *Minimal) Answer(s *engine.State, d *engine.Decision) engine.Answer {
	switch d.Kind.Row().Answer {
	case def.AnswerOption:
		return option(d, p.below(len(d.Options)+len(d.Also)))
	case def.AnswerSet:
		return p.fitting(s, d, p.subset(d, d.Min))
	case def.AnswerMember:
		if d.Stop {
			return engine.Answer{Stop: true}
		}
	case def.AnswerCounts:
		return p.fitting(s, d, p.take(d, d.Min))
	case def.AnswerNumber:
		return p.number(d)
	}
	return engine.Answer{Member: d.Members[p.below(len(d.Members))]}
}

// Uniform plays varied games: it chooses the size of an answer uniformly, then its members, so that every legal answer has a positive
// probability.
type Uniform struct{ random }

// NewUniform returns a uniform player for a seed.
func NewUniform(seed uint64) *Uniform {
	return &Uniform{random{gen: engine.NewGenerator(seed)}}
}

// Answer implements Player.
func (p *Uniform) Answer(s *engine.State, d *engine.Decision) engine.Answer {
	switch d.Kind.Row().Answer {
	case def.AnswerOption:
		return option(d, p.below(len(d.Options)+len(d.Also)))
	case def.AnswerSet:
		return p.fitting(s, d, p.subset(d, p.between(d.Min, d.Max)))
	case def.AnswerMember:
		n := len(d.Members) + len(d.Also)
		if d.Stop {
			n++
		}
		k := p.below(n)
		switch {
		case k < len(d.Members):
			return engine.Answer{Member: d.Members[k]}
		case k < len(d.Members)+len(d.Also):
			return option(d, k-len(d.Members))
		}
		return engine.Answer{Stop: true}
	case def.AnswerCounts:
		return p.fitting(s, d, p.take(d, p.between(d.Min, d.Max)))
	case def.AnswerNumber:
		return p.number(d)
	}
	return engine.Answer{Member: d.Members[p.below(len(d.Members))]}
}

// This file shortens a play that reaches a goal: it begins later, and removes parts of the position and answers, as
// long as the goal is still reached.

package suggest

import (
	"slices"

	"rulebound/conformance/scribe"
	"rulebound/engine"
	"rulebound/engine/def"
)

// maxTrials limits the plays of one round of shrinking.
const maxTrials = 800

// shrinker shortens a play.
type shrinker struct {
	table  *table
	goal   goal
	turns  []bool
	best   *play
	all    []*play // the successive best ones
	trials int
}

// shrink returns the shortest play found that reaches the goal, followed by some intermediate ones; none if p does not reach it again.
func (s *search) shrink(p *play, g goal) []*play {
	k := &shrinker{table: s.table, goal: g, turns: scribe.Turns(s.game.Def)}
	if !k.keep(p, nil) {
		return nil
	}
	k.reduce()
	if first := k.best; k.later() {
		if k.reduce(); k.weight(k.best) >= k.weight(first) {
			k.all = append(k.all, first)
		}
	}
	var out []*play
	for back := 1; back <= len(k.all); back *= 2 {
		out = append(out, k.all[len(k.all)-back])
	}
	return out
}

func (k *shrinker) weight(p *play) int { return p.weight(k.table.def) }

// reduce removes what it can until nothing more can be removed, or the trials of a round are used up.
func (k *shrinker) reduce() {
	k.trials = 0
	for before := -1; before != k.weight(k.best) && k.trials < maxTrials; {
		before = k.weight(k.best)
		k.parts()
		k.steps()
		k.lesser()
	}
}

// keep plays p and stores it, cut off at the goal, if it is lighter than the best.
func (k *shrinker) keep(p *play, skip func(i int) bool) bool {
	if k.trials++; k.trials > maxTrials || k.table.spent() {
		return false
	}
	steps, _, reached, _ := k.table.play(p.pos, &follower{steps: p.steps, skip: skip, rest: newPlain(len(p.steps) + 8)}, k.goal, nil)
	if !reached {
		return false
	}
	done := &play{pos: p.pos, steps: steps}
	if k.best != nil && k.weight(done) >= k.weight(k.best) {
		return false
	}
	k.best, k.all = done, append(k.all, done)
	return true
}

// later begins the play at a later move, the last one possible, and reports whether there is one.
func (k *shrinker) later() bool {
	scout := &cardRecorder{}
	f := &follower{steps: k.best.steps, rest: newPlain(0)}
	var situations []*situation
	c := &stateRecorder{chooser: f, see: func(s *engine.State, d *engine.Decision, given int) {
		if given > 0 && (k.turns[d.Index] || !slices.Contains(k.turns, true)) {
			situations = append(situations, &situation{s.Copy(), given, len(scout.moves)})
		}
	}}
	if _, _, _, err := k.table.play(k.best.pos, c, nowhere{}, scout); err != nil {
		return false
	}
	from := k.best
	for i := len(situations) - 1; i >= 0 && i >= len(situations)-maxSituations; i-- {
		x := situations[i]
		for back := 0; back <= min(maxBack, x.moves) && !k.table.spent(); back++ {
			pos := ofState(x.state, from.pos.setup, from.pos.options, scout.moves[x.moves-back:x.moves])
			steps, _, reached, _ := k.table.play(pos, &follower{steps: from.steps[x.given:], rest: newPlain(8)}, k.goal, nil)
			if reached {
				k.best = &play{pos: pos, steps: steps}
				k.all = append(k.all, k.best)
				return true
			}
		}
	}
	return false
}

// Limits of later beginnings.
const (
	maxSituations = 12 // moves to try as the beginning
	maxBack       = 4  // cards that are moved back
)

// situation is the state of a play at a decision.
type situation struct {
	state *engine.State
	given int // answers before
	moves int // cards moved before
}

// stateRecorder records the state at each decision.
type stateRecorder struct {
	chooser
	given int
	see   func(s *engine.State, d *engine.Decision, given int)
}

func (l *stateRecorder) choose(s *engine.State, d *engine.Decision) (engine.Answer, bool) {
	l.see(s, d, l.given)
	l.given++
	return l.chooser.choose(s, s.Decision())
}

// cardRecorder records the moves of cards.
type cardRecorder struct{ moves []cardMove }

// Event implements engine.Observer.
func (x *cardRecorder) Event(_ *engine.State, e *engine.Event) {
	if e.Kind == engine.CardMoved {
		c := e.Card()
		x.moves = append(x.moves, cardMove{c.Card, c.From, c.To})
	}
}

// halves removes ranges of n things, large ones first, as long as the goal is still reached: try gets the range to remove.
func halves(n int, try func(from, to int) bool) {
	for size := n; size > 0; size /= 2 {
		for to := n; to > 0; {
			from := max(0, to-size)
			if try(from, to) {
				n -= to - from
			}
			to = from
		}
	}
}

// parts removes parts of the position, the set-up, options, and cards.
func (k *shrinker) parts() {
	halves(len(k.best.pos.parts), func(from, to int) bool {
		pos := k.best.pos.copy()
		pos.parts = slices.Delete(pos.parts, from, to)
		return k.keep(&play{pos, k.best.steps}, nil)
	})
	if k.best.pos.setup != "" {
		pos := k.best.pos.copy()
		pos.setup = ""
		k.keep(&play{pos, k.best.steps}, nil)
	}
	if len(k.best.pos.options) > 0 {
		pos := k.best.pos.copy()
		pos.options = nil
		k.keep(&play{pos, k.best.steps}, nil)
	}
	for i := 0; i < len(k.best.pos.parts); i++ {
		if k.best.pos.parts[i].kind == pileOf {
			k.cards(i)
		}
	}
}

// cards removes cards of a pile.
func (k *shrinker) cards(i int) {
	halves(len(k.best.pos.parts[i].cards), func(from, to int) bool {
		pos := k.best.pos.copy()
		pos.parts[i].cards = slices.Delete(slices.Clone(pos.parts[i].cards), from, to)
		return k.keep(&play{pos, k.best.steps}, nil)
	})
}

// steps removes answers; their decisions get plain answers if they still come up.
func (k *shrinker) steps() {
	halves(len(k.best.steps), func(from, to int) bool {
		if to > len(k.best.steps) {
			return false
		}
		if k.keep(&play{k.best.pos, k.best.steps}, func(i int) bool { return from <= i && i < to }) {
			return true
		}
		rest := slices.Concat(k.best.steps[:from], k.best.steps[to:])
		return k.keep(&play{k.best.pos, rest}, nil)
	})
}

// lesser reduces amounts: pieces and members taken, numbers in the position.
func (k *shrinker) lesser() {
	for i := 0; i < len(k.best.pos.parts); i++ {
		for n := k.best.pos.parts[i].n; n != 0; n /= 2 { // large reductions first
			for i < len(k.best.pos.parts) && k.smaller(i, n) {
			}
		}
	}
	for i := 0; i < len(k.best.steps); i++ {
		for _, s := range fewer(k.table.def, k.best.steps[i]) {
			steps := slices.Clone(k.best.steps)
			steps[i] = s
			if k.keep(&play{k.best.pos, steps}, nil) {
				break
			}
		}
		if k.trials > maxTrials {
			return
		}
	}
}

// smaller reduces a number of the position by half of n, or by one, towards 0.
func (k *shrinker) smaller(i int, n int64) bool {
	pos := k.best.pos.copy()
	by := n / 2
	if by == 0 {
		by = n
	}
	if x := pos.parts[i].n; x == 0 || x > 0 != (x-by > 0) && x != by {
		return false
	}
	pos.parts[i].n -= by
	return k.keep(&play{pos, k.best.steps}, nil)
}

// fewer returns steps with less in them.
func fewer(gd *def.GameDef, s step) []step {
	var out []step
	if s.form != engine.ByValue {
		return nil
	}
	switch gd.Decisions[s.decision].Kind.Row().Answer {
	case def.AnswerSet:
		for i := range s.values {
			x := s
			x.values = slices.Delete(slices.Clone(s.values), i, i+1)
			out = append(out, x)
		}
	case def.AnswerOrder: // only the first cards, few of them first
		for n := 0; n < len(s.values); n = max(1, 2*n) {
			x := s
			x.values = slices.Clone(s.values[:n])
			out = append(out, x)
		}
		for i := range s.values {
			x := s
			x.values = slices.Delete(slices.Clone(s.values), i, i+1)
			out = append(out, x)
		}
	case def.AnswerCounts:
		for i, v := range s.values {
			x := s
			if v&0xffff > 1 {
				x.values = slices.Clone(s.values)
				x.values[i] = v&^0xffff | 1
				out = append(out, x)
			}
			x.values = slices.Delete(slices.Clone(s.values), i, i+1)
			out = append(out, x)
		}
	}
	return out
}

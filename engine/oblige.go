package engine

// This file restricts decisions to the answers after which every open obligation can be satisfied.

import (
	"math"
	"slices"

	"rulebound/engine/def"
)

// oblige removes the answers that violate an open obligation from the computed decision. The result depends only on the state, so a restored
// state or a copy publishes the same decision.
func (s *State) oblige() {
	dec := &s.dec
	if _, _, ok := s.forced(); ok {
		return // a single legal answer or none
	}
	open, bound := s.obligations(), false
	assumed := s.assume(open)
	if s.g.def.Decisions[dec.Index].Voluntary { // more answers are legal than the search assumes
		s.resolve(open, assumed, math.MaxInt64)
		assumed = len(open)
	}
	for _, o := range open {
		bound = bound || s.stack[o.slot] != unbound
	}
	if !bound {
		return
	}
	dec.Obliged = true
	dec.obliged = obliged{min: dec.Min, max: dec.Max}
	l := s.beginForesight(open[0].node)
	l.assumed = assumed < len(open)
	left := 0
	switch dec.Kind.Row().Answer {
	case def.AnswerMember:
		left = s.obligeMembers(l)
	case def.AnswerOption:
		left = s.obligeOptions(l)
	case def.AnswerNumber:
		left = s.obligeNumbers(l)
	case def.AnswerSet:
		left = s.obligeSubsets(l)
	case def.AnswerCounts:
		left = s.obligeTakes(l)
	}
	kept := dec.Also[:0]
	for _, o := range dec.Also {
		if l.satisfies(s, candidate{form: BySide, value: int64(o.Index)}) {
			kept = append(kept, o)
		} else {
			dec.obliged.also = append(dec.obliged.also, int64(o.Index))
		}
	}
	dec.Also = kept
	switch {
	case left+len(kept) > 0:
	case assumed < len(open):
		s.resolve(s.obligations(), assumed, int64(len(open)-1-assumed))
		s.compute(false)
	default:
		s.fail(s.node, "decision %s: no answer can satisfy the obligation of the block", dec.Name)
	}
}

// obligeMembers restricts a decision for one member. Like the similar methods it returns the number of answers left, without side options.
func (s *State) obligeMembers(l *foresight) int {
	dec := &s.dec
	n, d := 0, &s.g.decisions[dec.Index]
	sure := d.fulfils >= 0 && s.soleCondition() == d.fulfils
	for i, v := range dec.Members {
		if !sure && !l.satisfies(s, candidate{form: ByValue, value: v}) {
			dec.obliged.lost = append(dec.obliged.lost, v)
			continue
		}
		dec.Members[n] = v
		if len(dec.Costs) > 0 {
			dec.Costs[n] = dec.Costs[i]
		}
		n++
	}
	dec.Members, dec.Costs = dec.Members[:n], dec.Costs[:min(n, len(dec.Costs))]
	if dec.Stop && !l.satisfies(s, candidate{form: ByStop, value: def.None}) {
		dec.Stop, dec.obliged.stop = false, true
	}
	if dec.Stop {
		n++
	}
	return n
}

func (s *State) obligeOptions(l *foresight) int {
	dec := &s.dec
	kept := dec.Options[:0]
	for _, o := range dec.Options {
		if l.satisfies(s, candidate{form: ByOption, value: int64(o.Index)}) {
			kept = append(kept, o)
			continue
		}
		dec.obliged.lost = append(dec.obliged.lost, int64(o.Index))
		if dec.Decline == o.Index {
			dec.Decline = -1
		}
	}
	dec.Options = kept
	return len(kept)
}

func (s *State) obligeNumbers(l *foresight) int {
	dec := &s.dec
	for v := int64(dec.Min); v <= int64(dec.Max) && !l.unsatisfiable; v++ {
		if l.satisfies(s, candidate{form: ByValue, value: v}) {
			dec.Members = append(dec.Members, v)
		}
	}
	n := len(dec.Members)
	if n > 0 {
		dec.Min, dec.Max = small(dec.Members[0]), small(dec.Members[n-1])
	}
	return n
}

// legalAnswers collects legal answers to a Subset or Take: one with the fewest members, one with the most, and one for each member of any legal answer.
// Each answer is searched once.
type legalAnswers struct {
	legalBy map[uint64]bool // by hash of an answer
	found   int
	lo, hi  int
}

// legal reports whether an answer is legal, and records it if so.
func (p *legalAnswers) legal(s *State, l *foresight, n int, a candidate) bool {
	h := mix(uint64(n), uint64(a.value))
	for _, k := range a.counts {
		h = mix(h, uint64(k))
	}
	ok, known := p.legalBy[h]
	if !known {
		l.spend(s)
		ok = l.satisfies(s, a)
		p.legalBy[h] = ok
		if ok {
			if p.found == 0 {
				p.lo, p.hi = n, n
			}
			p.found, p.lo, p.hi = p.found+1, min(p.lo, n), max(p.hi, n)
		}
	}
	return ok
}

// bounds finds legal answers with the fewest and the most members between Min and Max. of tries the answers with n members and returns false if
// one is legal.
func (p *legalAnswers) bounds(d *Decision, of func(n int) bool) {
	n := d.Min
	for n <= d.Max && of(n) {
		n++
	}
	for top := d.Max; top > n && of(top); top-- {
	}
}

func (s *State) obligeSubsets(l *foresight) int {
	dec := &s.dec
	p, found := legalAnswers{legalBy: map[uint64]bool{}}, int64(0)
	s.listable()
	of := func(must int) func(n int) bool {
		return func(n int) bool {
			return s.subsetsOf(n, must, func(set int64) bool {
				if !p.legal(s, l, n, candidate{form: ByValue, value: set}) {
					return !l.unsatisfiable
				}
				if p.found == 1 {
					dec.obliged.set = dec.marked(set)
				}
				found |= set
				return false
			})
		}
	}
	p.bounds(dec, of(-1))
	for i := range dec.Members {
		for n := p.lo; n <= p.hi && found&dec.mark(i) == 0 && of(i)(n); n++ {
		}
	}
	n, used := 0, make([]int64, len(dec.Members))
	for i := range used {
		used[i] = dec.mark(i)
	}
	for i, v := range dec.Members {
		if found&used[i] == 0 {
			dec.obliged.lost = append(dec.obliged.lost, v)
			continue
		}
		dec.Members[n] = v
		if len(dec.Costs) > 0 {
			dec.Costs[n] = dec.Costs[i]
		}
		n++
	}
	dec.Members, dec.Costs = dec.Members[:n], dec.Costs[:min(n, len(dec.Costs))]
	dec.Min, dec.Max = p.lo, p.hi
	return p.found
}

// usable reports whether the budget, the caps and the tiers, each taken alone, allow an entry in some answer.
func (d *Decision) usable(i int) bool {
	t := &d.take
	if len(d.Costs) > 0 && d.Costs[i] > d.Budget || slices.ContainsFunc(t.cover.capsOf(i), func(k int32) bool { return t.caps[k].max == 0 }) {
		return false
	}
	before := 0
	for j := range d.Entries {
		if t.tier[j] >= 0 && t.tier[j] < t.tier[i] && d.Entries[j].Zone == d.Entries[i].Zone {
			before += int(d.Entries[j].Available)
		}
	}
	return before < d.Max
}

func (s *State) obligeTakes(l *foresight) int {
	dec, t := &s.dec, &s.dec.take
	used := make([]bool, len(dec.Entries))
	for i := range used {
		used[i] = !dec.usable(i) // an entry that cannot be taken in any case has its own reason
	}
	p := legalAnswers{legalBy: map[uint64]bool{}}
	of := func(must int) func(n int) bool {
		return func(n int) bool {
			return s.takesOf(n, must, func(total int64) bool {
				if !p.legal(s, l, n, candidate{form: ByValue, value: total, counts: t.now}) {
					return !l.unsatisfiable
				}
				if p.found == 1 {
					dec.obliged.least = append(dec.obliged.least[:0], t.now...)
				}
				for i, k := range t.now {
					used[i] = used[i] || k > 0
				}
				return false
			})
		}
	}
	p.bounds(dec, of(-1))
	for i := range used {
		for n := p.lo; n <= p.hi && !used[i] && of(i)(n); n++ {
		}
	}
	if p.found == 1 { // is there another?
		s.takesOf(p.lo, -1, func(total int64) bool {
			p.legal(s, l, p.lo, candidate{form: ByValue, value: total, counts: t.now})
			return p.found == 1
		})
	}
	n := 0
	for i := range used {
		if !used[i] {
			continue
		}
		dec.Entries[n], t.tier[n] = dec.Entries[i], t.tier[i]
		if len(dec.Costs) > 0 {
			dec.Costs[n] = dec.Costs[i]
		}
		if p.found > 0 {
			dec.obliged.least[n] = dec.obliged.least[i]
		}
		n++
	}
	dec.Entries, t.tier, dec.Costs = dec.Entries[:n], t.tier[:n], dec.Costs[:min(n, len(dec.Costs))]
	dec.obliged.least = dec.obliged.least[:min(n, len(dec.obliged.least))]
	dec.prepare()
	dec.Min, dec.Max, dec.obliged.answers = p.lo, p.hi, p.found
	return p.found
}

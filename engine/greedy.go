package engine

// Greedy mode of the search: answer each decision with its cheapest legal answer, without computing the whole domain.

import (
	"math"

	"rulebound/engine/def"
)

// answerGreedily answers the decision at pc: it stops, declines or does the least, or finds that any answer satisfies the obligations. It
// reports whether the copy has ended.
func (s *State) answerGreedily(in *instr) bool {
	l, d := s.within, &s.g.decisions[in.a]
	if l.greedyLeft--; l.greedyLeft < 0 {
		s.status = broken
		return true
	}
	if d.fulfils >= 0 && s.soleCondition() == d.fulfils {
		if _, some := s.first(d, false); some {
			s.status = satisfied
			return true
		}
	}
	if a, ok := s.least(d); ok {
		s.commit(Answered, a.form, a.value)
		return false
	}
	s.compute(false)
	if form, value, ok := s.forced(); ok {
		s.commit(Forced, form, value)
		return false
	}
	for a := range s.candidates {
		if s.dec.words > 1 && s.dec.Kind.Row().Answer == def.AnswerSet {
			s.chosen = append(s.chosen[:0], s.dec.marked(a.value)...)
		}
		s.give(a)
		return false
	}
	s.status = broken
	return true
}

// first returns the first legal member, or with sought the first that the hint `first` prefers; false may also mean that this needs the whole domain.
func (s *State) first(d *decision, sought bool) (int64, bool) {
	without, others := int64(0), int64(0)
	if d.def.Kind.Row().Picked {
		at := int(s.base)
		count := s.stack[at+d.count]
		if d.max != nil && count >= d.max(s) {
			return 0, false
		}
		switch {
		case d.def.Exact && d.max != nil:
			others = max(d.max(s)-count, 1) - 1
		case !d.def.Exact && d.min != nil:
			others = max(d.min(s)-count, 1) - 1
		}
		if !d.def.Again {
			without = s.pickedSet(d)
		}
	}
	if d.domain == nil || d.to != nil || d.cost != nil && others > 0 {
		return 0, false
	}
	budget := int64(math.MaxInt64)
	if d.cost != nil {
		budget = d.budget(s)
	}
	from, seek := d.domain, d.seek
	if !sought {
		seek = nil
	} else if d.sought != nil {
		from, seek = d.sought, nil
	}
	c := from.begin(s)
	if from != d.domain {
		d.domain.run(s) // for the cost
	}
	for v, ok := from.next(s, &c); ok; v, ok = from.next(s, &c) {
		if (without == 0 || !s.has(without, v, d.words)) && (d.cost == nil || s.costOf(d, v) <= budget) && s.hint(seek, d, v) && s.hint(d.needs, d, v) {
			return v, true
		}
	}
	return 0, false
}

// hint evaluates a search hint of a decision for a candidate; a missing hint is true.
func (s *State) hint(c cond, d *decision, v int64) bool {
	if c == nil {
		return true
	}
	s.bound[d.def.Bind] = v
	return c(s)
}

// least returns the first candidate, if it can be found without the whole domain.
func (s *State) least(d *decision) (candidate, bool) {
	lo := int64(0)
	switch {
	case d.def.Exact:
		lo = math.MaxInt64
		if d.max != nil {
			lo = d.max(s)
		}
	case d.min != nil:
		lo = d.min(s)
	}
	switch d.def.Kind {
	case def.Pick, def.One:
		if d.seek != nil {
			if v, some := s.first(d, true); some {
				return candidate{form: ByValue, value: v}, true
			}
		}
		if d.def.Kind == def.Pick && s.stack[int(s.base)+d.count] >= lo {
			return candidate{form: ByStop, value: def.None}, true
		}
		v, some := s.first(d, false)
		return candidate{form: ByValue, value: v}, some
	case def.Take:
		s.dec.Entries, s.dec.take.best = s.dec.Entries[:0], s.dec.take.best[:0]
		return candidate{form: ByValue}, lo <= 0
	case def.Subset:
		s.chosen = s.chosen[:0]
		return candidate{form: ByValue}, lo <= 0
	case def.Menu:
		if at := d.def.Decline; at >= 0 && allOf(s, d.options[at].where) {
			return candidate{form: ByOption, value: at}, true
		}
		for i := range d.options {
			if o := &d.options[i]; allOf(s, o.where) && (o.needs == nil || o.needs(s)) {
				return candidate{form: ByOption, value: int64(i)}, true
			}
		}
	}
	return candidate{}, false
}

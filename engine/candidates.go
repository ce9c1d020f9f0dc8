package engine

// This file enumerates the answers to a decision.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// candidate is an answer in the form that commit expects. Its slices belong to the decision.
type candidate struct {
	form   AnswerForm
	value  int64
	counts []int32 // of a Take
	order  []int64 // of a Shuffle
}

// candidates enumerates the answers to the pending decision, ignoring obligations; answers that end a block soonest come first. For a
// voluntary decision it yields only the decline.
func (s *State) candidates(yield func(candidate) bool) {
	dec := &s.dec
	switch dec.Kind.Row().Answer {
	case def.AnswerMember:
		first := s.putFirst()
		for i, v := range dec.Members {
			if i == first && dec.Stop && !yield(candidate{form: ByStop, value: def.None}) {
				return
			}
			if !yield(candidate{form: ByValue, value: v}) {
				return
			}
		}
		if first == len(dec.Members) && dec.Stop && !yield(candidate{form: ByStop, value: def.None}) {
			return
		}
	case def.AnswerSet:
		s.listable()
		for set := range s.subsets {
			if !yield(candidate{form: ByValue, value: set}) {
				return
			}
		}
	case def.AnswerCounts:
		s.takeFirst()
		for total := range s.takes {
			if !yield(candidate{form: ByValue, value: total, counts: dec.take.now}) {
				return
			}
		}
	case def.AnswerNumber:
		for n := dec.Min; n <= dec.Max; n++ {
			if !yield(candidate{form: ByValue, value: int64(n)}) {
				return
			}
		}
	case def.AnswerOption:
		if dec.Decline >= 0 && (!yield(candidate{form: ByOption, value: int64(dec.Decline)}) || s.g.def.Decisions[dec.Index].Voluntary) {
			return
		}
		for _, o := range dec.Options {
			if o.Index == dec.Decline {
				continue
			}
			if !yield(candidate{form: ByOption, value: int64(o.Index)}) {
				return
			}
		}
	case def.AnswerOrder:
		permute(dec.Members, 0, func(order []int64) bool { return yield(candidate{form: ByValue, order: order}) })
	}
	for _, o := range dec.Also {
		if !yield(candidate{form: BySide, value: int64(o.Index)}) {
			return
		}
	}
}

// putFirst moves the members that the hint `first` prefers to the front, and returns their number.
func (s *State) putFirst() int {
	dec, d := &s.dec, &s.g.decisions[s.dec.Index]
	n := 0
	for i := 0; d.seek != nil && i < len(dec.Members); i++ {
		if !s.hint(d.seek, d, dec.Members[i]) {
			continue
		}
		rotate(dec.Members[n : i+1])
		if len(dec.Costs) > 0 {
			rotate(dec.Costs[n : i+1])
		}
		n++
	}
	return n
}

// prune removes the candidates for which the search hint of the decision is false.
func (s *State) prune() {
	dec, n := &s.dec, 0
	for i, v := range dec.Members {
		if !s.needed(ByValue, v) {
			continue
		}
		dec.Members[n] = v
		if len(dec.Costs) > 0 {
			dec.Costs[n] = dec.Costs[i]
		}
		n++
	}
	lost := n < len(dec.Members)
	dec.Members, dec.Costs = dec.Members[:n], dec.Costs[:min(n, len(dec.Costs))]
	dec.Options = slices.DeleteFunc(dec.Options, func(o Option) bool { return !s.needed(ByOption, int64(o.Index)) })
	if lost && !s.answerable() {
		s.fail(s.node, "decision %s: every candidate is pruned", dec.Name)
	}
}

// needed evaluates the search hint of the decision at pc for an answer.
func (s *State) needed(form AnswerForm, value int64) bool {
	d := &s.g.decisions[s.g.code[s.pc].a]
	switch form {
	case ByValue:
		return s.hint(d.needs, d, value)
	case ByOption:
		needs := d.options[value].needs
		return needs == nil || needs(s)
	}
	return true
}

// takeFirst moves the entries that the hint `first` prefers to the front of a take that has no other order.
func (s *State) takeFirst() {
	dec, d := &s.dec, &s.g.decisions[s.dec.Index]
	if d.seek == nil || len(dec.Costs) > 0 || len(d.tiers) > 0 {
		return
	}
	order, n := dec.take.order, 0
	for i := range order {
		if e := &dec.Entries[order[i]]; s.hint(d.seek, d, int64(e.Zone)<<8|int64(e.Class)) {
			rotate(order[n : i+1])
			n++
		}
	}
}

// rotate moves the last element to the front.
func rotate[T any](list []T) {
	last := list[len(list)-1]
	copy(list[1:], list)
	list[0] = last
}

// give commits a candidate.
func (s *State) give(a candidate) {
	if a.counts != nil {
		s.dec.take.best = append(s.dec.take.best[:0], a.counts...)
	}
	s.order = append(s.order[:0], a.order...)
	s.commit(Answered, a.form, a.value)
}

// permute enumerates the orders of the members from index at on. It restores the original order at the end.
func permute(members []int64, at int, yield func([]int64) bool) bool {
	if at >= len(members)-1 {
		return yield(members)
	}
	for i := at; i < len(members); i++ {
		members[at], members[i] = members[i], members[at]
		ok := permute(members, at+1, yield)
		members[at], members[i] = members[i], members[at]
		if !ok {
			return false
		}
	}
	return true
}

// sizes enumerates the numbers from Min to Max: the least, the greatest, then the others upwards.
func (d *Decision) sizes(yield func(int) bool) {
	if !yield(d.Min) || d.Min < d.Max && !yield(d.Max) {
		return
	}
	for n := d.Min + 1; n < d.Max; n++ {
		if !yield(n) {
			return
		}
	}
}

// listable faults if the answers to a Subset with wide sets have too many members to be enumerated as bit sets of indices in Members.
func (s *State) listable() {
	if n := len(s.dec.Members); s.dec.words > 1 && n > def.WordBits {
		s.fail(s.node, "decision %s: an obligation can be looked ahead from a choice among at most %d, these are %d", s.dec.Name, def.WordBits, n)
	}
}

// mark returns the bit of Members[i] in the sets that subsets yields.
func (d *Decision) mark(i int) int64 {
	if d.words > 1 {
		return value.Singleton(int64(i))
	}
	return value.Singleton(d.Members[i])
}

// marked returns the members of a set that subsets yields.
func (d *Decision) marked(set int64) []int64 {
	out := value.AppendMembers(nil, set)
	for i, at := range out {
		if d.words > 1 {
			out[i] = d.Members[at]
		}
	}
	return out
}

// chargeAnswers charges steps for enumerating the answers to the pending decision.
func (s *State) chargeAnswers(n int64) {
	fuel, l := &s.searchFuel, s.foresight
	if s.within != nil {
		fuel, l = s.within.fuel, s.within
	}
	if *fuel -= n; *fuel < 0 {
		l.exhausted()
	}
}

// subsets enumerates the answers to a Subset.
func (s *State) subsets(yield func(int64) bool) {
	s.dec.sizes(func(n int) bool { return s.subsetsOf(n, -1, yield) })
}

// subsetsOf enumerates the answers with n members that include Members[must] (-1: any). Each member tried costs a step.
func (s *State) subsetsOf(n, must int, yield func(int64) bool) bool {
	d := &s.dec
	var choose func(at, left int, set, cost int64) bool
	choose = func(at, left int, set, cost int64) bool {
		s.chargeAnswers(1)
		if len(d.Costs) > 0 && cost > d.Budget {
			return true
		}
		if left == 0 {
			return yield(set)
		}
		last := len(d.Members) - left
		if at <= must { // must is not chosen yet
			last = min(last, must)
			if left == 1 {
				at = must
			}
		}
		for i := at; i <= last; i++ {
			c := int64(0)
			if len(d.Costs) > 0 {
				c = d.Costs[i]
			}
			if !choose(i+1, left-1, set|d.mark(i), cost+c) {
				return false
			}
		}
		return true
	}
	return n == 0 && must >= 0 || choose(0, n, 0, 0)
}

// takes enumerates the totals of the answers to a Take; the counts are in take.now.
func (s *State) takes(yield func(int64) bool) {
	s.dec.sizes(func(n int) bool { return s.takesOf(n, -1, yield) })
}

// takesOf enumerates the takes with total pieces, at least one of them of entry must (-1: any). Each entry tried costs a step, plus the cost of
// computing its room.
func (s *State) takesOf(total, must int, yield func(int64) bool) bool {
	d, t := &s.dec, &s.dec.take
	place := slices.Index(t.order, int32(must))
	var choose func(at int, left int64) bool
	choose = func(at int, left int64) bool {
		s.chargeAnswers(1 + t.work/stepOps)
		t.work = 0
		if left == 0 {
			return yield(int64(total))
		}
		if t.rest[at] < left {
			return true
		}
		i, least, most := int(t.order[at]), int64(0), left
		switch {
		case at == place:
			least = 1
		case at < place: // reserve a piece for must
			most--
		}
		for n := min(d.roomNow(i), most); n >= least; n-- {
			d.put(i, n)
			if !choose(at+1, left-n) {
				return false
			}
		}
		d.put(i, 0)
		return true
	}
	d.reset()
	return total == 0 && must >= 0 || choose(0, int64(total))
}

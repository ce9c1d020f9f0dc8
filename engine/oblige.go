package engine

// This file narrows decisions to the answers after which every open obligation can be kept.

import "rulebound/engine/def"

// oblige takes from the decision that was computed what would break an open obligation. What is left follows from the state
// alone, so a restored state or a copy publishes the same.
func (s *State) oblige() {
	dec := &s.dec
	if _, _, ok := s.forced(); ok {
		return // what is the only way leads on, or nothing did
	}
	open, bound := s.obligations(), false
	for _, o := range open {
		bound = bound || s.stack[o.slot] != nothing
	}
	if !bound {
		return
	}
	dec.Obliged = true
	dec.obliged = obliged{min: dec.Min, max: dec.Max}
	l := s.foresee(open[0].node)
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
		if l.keeps(s, candidate{form: BySide, value: int64(o.Index)}) {
			kept = append(kept, o)
		} else {
			dec.obliged.also = append(dec.obliged.also, int64(o.Index))
		}
	}
	if dec.Also = kept; left+len(kept) == 0 {
		s.fail(s.node, "decision %s: no answer leads to what the block has to come to", dec.Name)
	}
}

// obligeMembers narrows a decision for one member. Like the others it returns how many answers are left, side options not counted.
func (s *State) obligeMembers(l *look) int {
	dec := &s.dec
	n := 0
	for i, v := range dec.Members {
		if !l.keeps(s, candidate{form: ByValue, value: v}) {
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
	if dec.Stop && !l.keeps(s, candidate{form: ByStop, value: def.None}) {
		dec.Stop, dec.obliged.stop = false, true
	}
	if dec.Stop {
		n++
	}
	return n
}

func (s *State) obligeOptions(l *look) int {
	dec := &s.dec
	kept := dec.Options[:0]
	for _, o := range dec.Options {
		if l.keeps(s, candidate{form: ByOption, value: int64(o.Index)}) {
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

func (s *State) obligeNumbers(l *look) int {
	dec := &s.dec
	for v := int64(dec.Min); v <= int64(dec.Max); v++ {
		if l.keeps(s, candidate{form: ByValue, value: v}) {
			dec.Members = append(dec.Members, v)
		}
	}
	n := len(dec.Members)
	if n > 0 {
		dec.Min, dec.Max = int(dec.Members[0]), int(dec.Members[n-1])
	}
	return n
}

// span collects legal answers to a Subset or Take: it looks only at those that could tell something new.
type span struct {
	found  int
	lo, hi int
	used   int64 // members, or positions of entries
}

// tells tells whether an answer with n members or pieces out of what it uses says more than those found, if it is legal.
func (p *span) tells(n int, uses int64) bool {
	return p.found < 2 || uses&^p.used != 0 || n < p.lo || n > p.hi
}

func (p *span) add(n int, uses int64) {
	if p.found == 0 {
		p.lo, p.hi = n, n
	}
	p.found++
	p.lo, p.hi, p.used = min(p.lo, n), max(p.hi, n), p.used|uses
}

// full tells whether nothing is left to find.
func (p *span) full(d *Decision, all int64) bool {
	return p.found > 1 && p.lo == d.Min && p.hi == d.Max && p.used == all
}

func (s *State) obligeSubsets(l *look) int {
	dec := &s.dec
	p, all := span{}, int64(0)
	s.listable()
	for i := range dec.Members {
		all |= dec.mark(i)
	}
	for set := range dec.subsets {
		l.spend(s)
		n := int(size(set))
		if !p.tells(n, set) || !l.keeps(s, candidate{form: ByValue, value: set}) {
			continue
		}
		if p.found == 0 || n < p.lo {
			dec.obliged.set = dec.marked(set)
		}
		if p.add(n, set); p.full(dec, all) {
			break
		}
	}
	n, used := 0, make([]int64, len(dec.Members))
	for i := range used {
		used[i] = dec.mark(i)
	}
	for i, v := range dec.Members {
		if p.used&used[i] == 0 {
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
	dec.Min, dec.Max, dec.obliged.answers = p.lo, p.hi, p.found
	return p.found
}

// usable tells whether an entry could be in an answer at all, as far as tiers say.
func (d *Decision) usable(i int) bool {
	t := &d.take
	before := 0
	for j := range d.Entries {
		if t.tier[j] >= 0 && t.tier[j] < t.tier[i] && d.Entries[j].Zone == d.Entries[i].Zone {
			before += int(d.Entries[j].Available)
		}
	}
	return before < d.Max
}

func (s *State) obligeTakes(l *look) int {
	dec, t := &s.dec, &s.dec.take
	used := make([]bool, len(dec.Entries))
	left := 0
	for i := range used {
		if used[i] = !dec.usable(i); !used[i] { // what cannot be taken anyway has a reason of its own
			left++
		}
	}
	p := span{}
	for total := range dec.takes {
		l.spend(s)
		n, fresh := int(total), int64(0)
		for i, k := range t.now {
			if k > 0 && !used[i] {
				fresh = 1
			}
		}
		if !p.tells(n, fresh) || !l.keeps(s, candidate{form: ByValue, value: total, counts: t.now}) {
			continue
		}
		if p.found == 0 || n < p.lo {
			dec.obliged.least = append(dec.obliged.least[:0], t.now...)
		}
		for i, k := range t.now {
			if k > 0 && !used[i] {
				used[i] = true
				left--
			}
		}
		if p.add(n, 0); left == 0 && p.full(dec, 0) {
			break
		}
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

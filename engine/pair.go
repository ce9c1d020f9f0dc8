package engine

import "rulebound/engine/def"

// This file computes the domain of a Pair: every pair of From and To that satisfies the conditions.

// pairOf compiles To, which may read the first half. The conditions are on both halves, so From has no conditions of its own.
func (b *builder) pairOf(d *decision) {
	if d.def.To == nil {
		b.Fail("decision %s has no second candidate for its first", d.def.Name)
	}
	if d.def.Elem.Kind != def.KPair {
		b.Fail("decision %s does not choose pairs", d.def.Name)
	}
	b.ValueType("decision "+d.def.Name, d.def.Elem)
	d.to = b.loopOver(d.def.To, int64(d.def.ToBind), nil)
	for _, c := range d.def.Where {
		d.to.price += b.price(c.When)
	}
	d.second = b.local(int64(d.def.Second))
}

// pairs lists the pairs of the domain, ordered by the first half, then by the second.
func (s *State) pairs(d *decision) {
	dec := &s.dec
	seen := 0
	for c := d.domain.begin(s); ; {
		first, ok := d.domain.next(s, &c)
		if !ok {
			break
		}
		s.bound[d.def.Bind] = first
		for k := d.to.begin(s); ; {
			second, ok := d.to.next(s, &k)
			if !ok {
				break
			}
			s.bound[d.def.Bind], s.bound[d.def.ToBind] = first, second
			if seen++; allOf(s, d.where) {
				dec.Members = append(dec.Members, def.PairOf(first, second))
			}
		}
	}
	if rec := s.g.cover; rec != nil {
		rec.filter(d.def.Node, len(dec.Members), seen)
	}
}

// explainPair returns the reason why a pair that is not offered is excluded.
func (s *State) explainPair(d *decision, pair int64) *Reason {
	first, second := def.Halves(pair)
	of := s.g.def.Pairs[d.def.Elem.Of]
	if !s.among(d.domain, first) {
		return s.reasonAgainst(s.dec.Rule, d.def.Node, func(s *State) bool { return s.among(d.domain, first) }, func() string {
			return s.Spell(first, of.First) + " is not among the candidates"
		})
	}
	s.bound[d.def.Bind] = first
	if !s.among(d.to, second) {
		return s.reasonAgainst(s.dec.Rule, d.def.Node, func(s *State) bool { return s.among(d.to, second) }, func() string {
			return s.Spell(second, of.Second) + " does not go with " + s.Spell(first, of.First)
		})
	}
	s.bound[d.def.Bind], s.bound[d.def.ToBind] = first, second
	return s.explainConds(d.where, 0)
}

package engine

// This file checks the invariants of the rulebook. They do not affect play.

import "rulebound/engine/def"

// invariant is a compiled InvariantDef.
type invariant struct {
	holds cond
	price int64
}

func (b *builder) compileInvariants() {
	for i := range b.Def.Invariants {
		d := &b.Def.Invariants[i]
		b.Part = d
		b.Node = b.NodeRef(d.Node)
		if d.Require == nil {
			b.Fail("invariant %s requires nothing", d.ID)
		}
		b.g.invariants = append(b.g.invariants, invariant{price: b.price(d.Require), holds: b.aloneCond(d.Node, d.Require)})
	}
	b.Node = 0
}

// Broken returns the first invariant of the rulebook that the state violates, nil if there is none. It must be called when a decision is pending
// or the game is over. A fault of a formula is an error.
func (s *State) Broken() (broken *def.InvariantDef, err error) {
	for i := range s.g.invariants {
		k, holds := &s.g.invariants[i], false
		err := s.isolated(func() {
			s.spend(k.price)
			holds = k.holds(s)
		})
		if err != nil || !holds {
			return &s.g.def.Invariants[i], err
		}
	}
	return nil, nil
}

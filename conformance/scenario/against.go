// This file finds the clauses that keep an answer from a decision, whether the decision waits for it or has just resolved
// itself otherwise: the machine still knows while the decision is current.

package scenario

import (
	"errors"
	"slices"

	"rulebound/compiler/source"
	"rulebound/engine"
)

// against tells which clauses keep an answer from the decision that is current in a state, and why. There are none where
// the answer names nothing of the game.
func (s *Session) against(state *engine.State, n *source.Node) (rules []string, why string) {
	d := state.Decision()
	if d == nil {
		return nil, ""
	}
	var a engine.Answer
	var err error
	switch {
	case !d.Kind.Row().Picked:
		a, err = s.fit(state, d, n)
	case n.Value == "stop":
		a.Stop = true
	default:
		a.Member, err = fitMember(s.game, d, n)
	}
	var m *Misfit
	if errors.As(err, &m) {
		return m.Rules, m.Why
	}
	if r := state.Refuses(a); r != nil {
		return s.rulesOf(r.Rule, r.Given, r.Node), r.Why
	}
	return nil, ""
}

// fit makes the answer that n gives to a decision of a state. Pieces that cannot be taken come with the clauses against it.
func (s *Session) fit(state *engine.State, d *engine.Decision, n *source.Node) (engine.Answer, error) {
	a, err := fit(s.game, d, n)
	var m *Misfit
	if d.Kind.Row().Pieces && errors.As(err, &m) {
		m.Rules = s.untakeable(state, d, n)
	}
	return a, err
}

// untakeable gives the clauses against pieces that a take does not offer; none where what is named is no piece of the game,
// or does not say which.
func (s *Session) untakeable(state *engine.State, d *engine.Decision, n *source.Node) []string {
	if _, ok := n.Int(); ok && len(d.Entries) == 0 {
		return s.rulesOf(d.Rule, s.game.Def().Decisions[d.Index].Node)
	}
	for _, p := range n.Pairs {
		zone, classes := "", []source.Pair{p}
		if p.Value.Kind == source.Map {
			zone, classes = p.Key.Value, p.Value.Pairs
		}
		for _, q := range classes {
			_, err := entryNamed(s.game, d, zone, q)
			switch _, whole := s.game.Def().Value(q.Key.Value, zoneType); {
			case err != nil && zone == "" && whole:
				return s.untakeableHere(state, q.Key.Value, "")
			case err != nil:
				return s.untakeableHere(state, zone, q.Key.Value)
			}
		}
	}
	return nil
}

// untakeableHere explains a class, or the classes of a type ("": of any), in a zone ("": in any): the pieces that stand there, if some do.
func (s *Session) untakeableHere(state *engine.State, zone, name string) (rules []string) {
	def := s.game.Def()
	stands := false
	for z := range def.Zones {
		if zone != "" && def.Zones[z].ID != zone {
			continue
		}
		for c := range def.Classes {
			if name != "" && def.Classes[c].ID != name && def.Types[def.Classes[c].Type].ID != name {
				continue
			}
			here := state.Count(int32(z), int32(c)) > 0
			if rules != nil && (stands || !here) {
				continue
			}
			if why := state.Explain(int64(z)<<8 | int64(c)); why != nil {
				rules, stands = s.rulesOf(why.Rule, why.Given, why.Node), here
			}
		}
	}
	return rules
}

// explain tells why the decision that is current in a state does not offer a name; nil if it does, or if it cannot be said.
func (s *Session) explain(state *engine.State, d *engine.Decision, name string) *engine.Reason {
	if d.Kind.Row().Options {
		if i := optionIndex(s.game.Def().Decisions[d.Index].Options, name); i >= 0 {
			return state.Explain(int64(i))
		}
		return nil
	}
	if name == "stop" {
		if r := state.Refuses(engine.Answer{Stop: true}); d.Kind.Row().Picked && r != nil {
			return &engine.Reason{Rule: r.Rule, Node: r.Node, Given: r.Given, Why: r.Why}
		}
		return nil
	}
	if v, ok := s.game.Def().Value(name, d.Elem); ok {
		return state.Explain(v)
	}
	return nil
}

// keeping gives the clauses that keep the decision which is current in a state from offering a name.
func (s *Session) keeping(state *engine.State, name string) []string {
	if d := state.Decision(); d != nil {
		if why := s.explain(state, d, name); why != nil {
			return s.rulesOf(why.Rule, why.Given, why.Node)
		}
	}
	return nil
}

// explainAll adds to each name why the pending decision does not offer it.
func (s *Session) explainAll(d *engine.Decision, names []string) []string {
	out := slices.Clone(names)
	for i, name := range names {
		if why := s.explain(s.state, d, name); why != nil {
			out[i] += " (" + ruled(why) + ")"
		}
	}
	return out
}

// ruled writes a reason with its clause.
func ruled(why *engine.Reason) string {
	if why.Rule == "" {
		return why.Why
	}
	return why.Rule + " " + why.Why
}

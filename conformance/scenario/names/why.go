// This file explains why the current decision of a state does not offer a name. A decision is current while it is
// pending and, if it resolves itself, during the event engine.Forced.

package names

import (
	"errors"
	"slices"

	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Rules lists the clauses of a refusal or reason: its own, and those of its nodes.
func Rules(gd *def.GameDef, rule string, nodes ...int32) []string {
	var out []string
	add := func(r string) {
		if r != "" && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	add(rule)
	for _, n := range nodes {
		for _, r := range gd.Nodes[n].Rules {
			add(r)
		}
	}
	return out
}

// RulesOf lists the clauses of a reason; nil has none.
func RulesOf(gd *def.GameDef, why *engine.Reason) []string {
	if why == nil {
		return nil
	}
	out := Rules(gd, why.Rule, why.Given, why.Node, why.Ban)
	if why.Banned != "" && !slices.Contains(out, why.Banned) {
		out = append(out, why.Banned)
	}
	return out
}

// Refuses returns the clauses and the reason for which the current decision refuses the answer n; none if n is legal
// or names nothing of the game.
func Refuses(state *engine.State, n *source.Node) (rules []string, why string) {
	d := state.Decision()
	if d == nil {
		return nil, ""
	}
	a, err := FitHere(state, d, n)
	var m *Misfit
	if errors.As(err, &m) {
		return m.Rules, m.Why
	}
	if r := state.Refuses(a); r != nil {
		return RulesOf(state.Game().Def(), &r.Reason), r.Why
	}
	return nil, ""
}

// FitHere is FitNode for a decision of a state. The Misfit of pieces that cannot be taken names the clauses against them.
func FitHere(state *engine.State, d *engine.Decision, n *source.Node) (engine.Answer, error) {
	a, err := FitNode(state.Game(), d, n)
	var m *Misfit
	if d.Kind.Row().Pieces && errors.As(err, &m) {
		m.Rules = untakeable(state, d, n)
	}
	return a, err
}

// untakeable returns the clauses against pieces that a take does not offer; none if n names no piece of the game, or is ambiguous.
func untakeable(state *engine.State, d *engine.Decision, n *source.Node) []string {
	gd := state.Game().Def()
	if _, ok := n.Int(); ok && len(d.Entries) == 0 {
		return Rules(gd, d.Rule, gd.Decisions[d.Index].Node)
	}
	for _, p := range n.Pairs {
		zone, classes := "", []source.Pair{p}
		if p.Value.Kind == source.Map {
			zone, classes = p.Key.Value, p.Value.Pairs
		}
		for _, q := range classes {
			_, err := entryNamed(state.Game(), d, zone, q)
			switch _, whole := gd.Value(q.Key.Value, def.TZone); {
			case err != nil && zone == "" && whole:
				return untakeableIn(state, d, q.Key.Value, "")
			case err != nil:
				return untakeableIn(state, d, zone, q.Key.Value)
			}
		}
	}
	return nil
}

// untakeableIn explains why a class, or the classes of a type ("" for any), cannot be taken in a zone ("" for any).
// It prefers zones from which the decision takes other pieces, then pieces that are there.
func untakeableIn(state *engine.State, d *engine.Decision, zone, name string) (rules []string) {
	gd := state.Game().Def()
	best := -1
	for z := range gd.Zones {
		if zone != "" && gd.Zones[z].ID != zone {
			continue
		}
		rank := 0
		if slices.ContainsFunc(d.Entries, func(e engine.Entry) bool { return e.Zone == int32(z) }) {
			rank = 2
		}
		for c := range gd.Classes {
			if name != "" && gd.Classes[c].ID != name && gd.Types[gd.Classes[c].Type].ID != name {
				continue
			}
			likely := rank
			if state.Count(int32(z), int32(c)) > 0 {
				likely++
			}
			if likely <= best {
				continue
			}
			if why := state.Explain(int64(z)<<8 | int64(c)); why != nil {
				rules, best = RulesOf(gd, why), likely
			}
		}
	}
	return rules
}

// Explain returns the reason why the current decision does not offer a name; nil if it does, or if no reason is known.
func Explain(state *engine.State, name string) *engine.Reason {
	d, gd := state.Decision(), state.Game().Def()
	if d == nil {
		return nil
	}
	if d.Kind.Row().Options {
		if i := OptionIndex(gd.Decisions[d.Index].Options, name); i >= 0 {
			return state.Explain(int64(i))
		}
		return nil
	}
	if name == "stop" {
		if r := state.Refuses(engine.Answer{Stop: true}); d.Kind.Row().Picked && r != nil {
			return &r.Reason
		}
		return nil
	}
	if v, ok := gd.Value(name, d.Elem); ok {
		return state.Explain(v)
	}
	return nil
}

// Against lists the known clauses that exclude a name from the current decision.
func Against(state *engine.State, name string) []string {
	return RulesOf(state.Game().Def(), Explain(state, name))
}

// ExplainAll appends to each name why the current decision does not offer it.
func ExplainAll(state *engine.State, list []string) []string {
	out := slices.Clone(list)
	for i, name := range list {
		if why := Explain(state, name); why != nil {
			out[i] += " (" + ruled(why) + ")"
		}
	}
	return out
}

// ruled spells a reason with its clause.
func ruled(why *engine.Reason) string {
	if why.Rule == "" {
		return why.Why
	}
	return why.Rule + ": " + why.Why
}

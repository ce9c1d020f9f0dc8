// This file checks claims about the answers that decisions offer, during a line and between lines.

package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// offerCheck is a claim about the answers of a decision when a line reaches it for the n-th time.
type offerCheck struct {
	name  string
	nth   int
	not   bool
	items []*source.Node
	rules []string
	pos   diag.Pos
	done  bool
	spell *diag.Speller
}

// offerChecks returns the claims of an expectation. A key is the name of a decision, or "name n" for the n-th time.
func offerChecks(e *Expect, spell *diag.Speller) []offerCheck {
	var out []offerCheck
	add := func(list []source.Pair, not bool) {
		for _, p := range list {
			name, nth, ok := counted(p.Key.Value)
			if !ok {
				name, nth = p.Key.Value, 1
			}
			out = append(out, offerCheck{name: name, nth: nth, not: not, items: p.Value.List(), rules: e.Rules, pos: p.Key.Pos, spell: spell})
		}
	}
	add(e.Offered, false)
	add(e.NotOffered, true)
	return out
}

// checkOffers checks the claims about a pending decision.
func (s *Session) checkOffers(r *run, d *engine.Decision) {
	for i := range r.offers {
		c := &r.offers[i]
		if c.name == d.Name && c.nth == s.move.Reached(d.Name)+1 {
			c.done = true
			r.failures = append(r.failures, c.against(s.state, d)...)
		}
	}
}

// checkForcedOffers checks the claims about a decision that resolved itself: it offered its only answer.
func (s *Session) checkForcedOffers(r *run, state *engine.State, d *def.DecisionDef, answer string) {
	for i := range r.offers {
		if c := &r.offers[i]; c.name == d.Name && c.nth == s.move.Reached(d.Name) {
			c.done = true
			r.failures = append(r.failures, c.againstForced(s.game.Def(), d, answer, func(name string) []string { return names.Against(state, name) })...)
		}
	}
}

// againstForced returns the failures of the claim for a decision that resolved itself; keeping returns the clauses against a name.
func (c *offerCheck) againstForced(gd *def.GameDef, d *def.DecisionDef, answer string, keeping func(name string) []string) []Failure {
	var out []Failure
	for _, claim := range c.claims() {
		why := c.vain(gd, d, claim.name)
		switch {
		case why != "":
			out = append(out, c.failure(claim.pos, why))
		case c.not == (claim.name == answer):
			out = append(out, c.failure(claim.pos, fmt.Sprintf("%s offered nothing but %s", c.name, answer)))
		case claim.rule != "":
			out = append(out, c.because(claim, keeping(claim.name))...)
		}
	}
	return out
}

type offerClaim struct {
	name, rule string
	pos        diag.Pos
}

// claims reads the items of the claim: each is a name, or {name: rule} for what must not be offered.
func (c *offerCheck) claims() []offerClaim {
	var out []offerClaim
	for _, item := range c.items {
		if item.Kind != source.Map {
			out = append(out, offerClaim{name: item.Value, pos: item.Pos})
			continue
		}
		for _, p := range item.Pairs {
			out = append(out, offerClaim{p.Key.Value, p.Value.Value, p.Key.Pos})
		}
	}
	return out
}

func (c *offerCheck) failure(pos diag.Pos, why string) Failure {
	return Failure{Pos: pos, Rules: c.rules, Why: why}
}

// because returns a failure if the clause that a claim names as the reason for an exclusion is not among the rules.
func (c *offerCheck) because(claim offerClaim, rules []string) []Failure {
	if _, ok := covering(claim.rule, rules); ok {
		return nil
	}
	why := "no clause that is known"
	if len(rules) > 0 {
		why = strings.Join(rules, ", ")
	}
	return []Failure{c.failure(claim.pos, fmt.Sprintf("%s is not offered because of %s, not because of %s", claim.name, why, claim.rule))}
}

// against returns the failures of the claim for a pending decision.
func (c *offerCheck) against(s *engine.State, d *engine.Decision) []Failure {
	var out []Failure
	gd := s.Game().Def()
	have := names.Offered(s.Game(), d)
	if d.Stop {
		have = append(have, "stop")
	}
	for _, claim := range c.claims() {
		offers := slices.Contains(have, claim.name)
		if n, err := strconv.Atoi(claim.name); err == nil && names.IsNumber(d) {
			offers = d.Min <= n && n <= d.Max
		}
		why := c.vain(gd, &gd.Decisions[d.Index], claim.name)
		switch {
		case why != "":
			out = append(out, c.failure(claim.pos, why))
		case !c.not && !offers:
			out = append(out, c.failure(claim.pos, fmt.Sprintf("%s does not offer %s; it offers %s", d.Name,
				strings.Join(names.ExplainAll(s, []string{claim.name}), ""), names.Abridge(have))))
		case c.not && offers:
			out = append(out, c.failure(claim.pos, fmt.Sprintf("%s offers %s", d.Name, claim.name)))
		case claim.rule != "":
			out = append(out, c.because(claim, names.Against(s, claim.name))...)
		}
	}
	return out
}

// vain explains why a decision could never offer a name, which makes a claim that it does not offer it vacuous; "" if it could.
func (c *offerCheck) vain(gd *def.GameDef, d *def.DecisionDef, name string) string {
	if !c.not || names.Offerable(gd, d, name) {
		return ""
	}
	why := d.Name + " could never offer " + name
	switch row := d.Kind.Row(); {
	case row.Answer == def.AnswerNumber:
		return why + "; it is answered by a number"
	case row.Pieces:
		return why + cmp.Or(c.spell.Among(name, func() []string { return names.PieceNames(gd) }), "; it offers zone.class")
	case row.Options:
		return why + c.spell.DidYouMean(name, names.OptionNames(d.Options))
	}
	return why + c.spell.Among(name, func() []string { return gd.IDs(d.Elem) })
}

// checkPending checks offered and notOffered against the pending decision, or one that resolved itself since the last answer.
func (s *Session) checkPending(e *Expect) []Failure {
	var out []Failure
	d, gd := s.state.Decision(), s.game.Def()
	for _, check := range offerChecks(e, &s.spell) {
		if f := s.forced.named(check.name, check.nth); f != nil && (d == nil || d.Name != check.name) {
			out = append(out, check.againstForced(gd, f.decision, f.answer, func(name string) []string {
				why := f.why[name]
				return names.RulesOf(gd, &why)
			})...)
			continue
		}
		if d == nil || d.Name != check.name {
			out = append(out, Failure{Pos: check.pos, Rules: e.Rules, Why: check.name + " is not asked; " + s.pending()})
			continue
		}
		out = append(out, check.against(s.state, d)...)
	}
	return out
}

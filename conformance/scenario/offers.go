// This file checks what a named decision offers while a line is played.

package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// offerCheck is a claim about what a decision offers when it is asked for the n-th time in a line.
type offerCheck struct {
	name  string
	nth   int
	not   bool
	items []*source.Node
	rules []string
	pos   diag.Pos
	done  bool
}

// offerChecks collects the claims of an expectation. A key is the decision's name, or "name n" for its n-th asking.
func offerChecks(e *Expect) []offerCheck {
	var out []offerCheck
	add := func(list []source.Pair, not bool) {
		for _, p := range list {
			c := offerCheck{name: p.Key.Value, nth: 1, not: not, items: one(p.Value), rules: e.Rules, pos: p.Key.Pos}
			if name, n, ok := strings.Cut(p.Key.Value, " "); ok {
				if v, err := strconv.Atoi(n); err == nil {
					c.name, c.nth = name, v
				}
			}
			out = append(out, c)
		}
	}
	add(e.Offered, false)
	add(e.NotOffered, true)
	return out
}

// checkOffers checks the claims about a decision that is pending.
func (s *Session) checkOffers(r *run, d *engine.Decision) {
	for i := range r.offers {
		c := &r.offers[i]
		if c.name == d.Name && c.nth == s.asked[d.Name]+1 {
			c.done = true
			r.failures = append(r.failures, c.against(s, d)...)
		}
	}
}

// checkForcedOffers checks the claims about a decision that resolved itself: it offered its one answer.
func (s *Session) checkForcedOffers(r *run, state *engine.State, d *def.DecisionDef, answer string) {
	for i := range r.offers {
		if c := &r.offers[i]; c.name == d.Name && c.nth == s.asked[d.Name] {
			c.done = true
			r.failures = append(r.failures, c.againstForced(s.game.Def(), d, answer, func(name string) []string { return s.keeping(state, name) })...)
		}
	}
}

// againstForced returns the failures of the claim for a decision that resolved itself; keeping gives the clauses against a name.
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

// resolved finds the n-th decision of a name that resolved itself since the last answer, nil if there is none.
func (s *Session) resolved(name string, nth int) *forced {
	for i := range s.forced {
		if s.forced[i].name != name {
			continue
		}
		if nth--; nth == 0 {
			return &s.forced[i]
		}
	}
	return nil
}

type offerClaim struct {
	name, rule string
	pos        diag.Pos
}

// claims reads the items: each is a name, or {name: rule} for what must not be offered.
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

// because gives the failure of a claim that something is not offered for a reason which is not among the clauses.
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

// against gives the failures of the claim for a pending decision.
func (c *offerCheck) against(s *Session, d *engine.Decision) []Failure {
	var out []Failure
	have := s.offered(d)
	if d.Stop {
		have = append(have, "stop")
	}
	for _, claim := range c.claims() {
		offers := slices.Contains(have, claim.name)
		if n, err := strconv.Atoi(claim.name); err == nil && isNumber(d) {
			offers = d.Min <= n && n <= d.Max
		}
		why := c.vain(s.game.Def(), &s.game.Def().Decisions[d.Index], claim.name)
		switch {
		case why != "":
			out = append(out, c.failure(claim.pos, why))
		case !c.not && !offers:
			out = append(out, c.failure(claim.pos, fmt.Sprintf("%s does not offer %s; it offers %s", d.Name,
				strings.Join(s.explainAll(d, []string{claim.name}), ""), abridge(have))))
		case c.not && offers:
			out = append(out, c.failure(claim.pos, fmt.Sprintf("%s offers %s", d.Name, claim.name)))
		case claim.rule != "":
			out = append(out, c.because(claim, s.keeping(s.state, claim.name))...)
		}
	}
	return out
}

// offered names what a decision offers as claims do: of a number each that may be given or, where these are many, its bounds.
func (s *Session) offered(d *engine.Decision) []string {
	switch {
	case !isNumber(d):
		return s.game.Candidates(d)
	case d.Max-d.Min >= maxOffered:
		return []string{spanOf(d)}
	}
	var out []string
	for n := d.Min; n <= d.Max; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

func isNumber(d *engine.Decision) bool { return d.Kind.Row().Answer == def.AnswerNumber }

// spanOf writes the numbers that may be given, as the decision itself is told.
func spanOf(d *engine.Decision) string { return fmt.Sprintf("%d to %d", d.Min, d.Max) }

// vain tells why it says nothing that a decision does not offer a name: it could never offer it. "" if it could.
func (c *offerCheck) vain(gd *def.GameDef, d *def.DecisionDef, name string) string {
	if !c.not || offerable(gd, d, name) {
		return ""
	}
	why := d.Name + " could never offer " + name
	switch row := d.Kind.Row(); {
	case row.Answer == def.AnswerNumber:
		return why + "; it is answered by a number"
	case row.Pieces:
		return why + cmp.Or(didYouMean(name, pieceNames(gd)), "; it offers zone.class")
	case row.Options:
		return why + didYouMean(name, optionNames(d.Options))
	}
	return why + didYouMean(name, gd.IDs(d.Elem))
}

// offerable reports whether a decision has an option, a member or pieces of that name on some board.
func offerable(gd *def.GameDef, d *def.DecisionDef, name string) bool {
	row := d.Kind.Row()
	if slices.Contains(optionNames(d.Options), name) || slices.Contains(optionNames(d.Also), name) || row.Picked && name == "stop" {
		return true
	}
	switch row.Answer {
	case def.AnswerNumber:
		_, err := strconv.Atoi(name)
		return err == nil
	case def.AnswerCounts:
		return slices.Contains(pieceNames(gd), name)
	case def.AnswerMember, def.AnswerSet, def.AnswerOrder:
		v, ok := gd.Value(name, d.Elem)
		return ok && gd.Spell(v, d.Elem) == name
	}
	return false
}

func optionNames(options []def.MenuOption) []string {
	names := make([]string, len(options))
	for i, o := range options {
		names[i] = o.Name
	}
	return names
}

// pieceNames names the pieces of each class in each zone, as decisions offer them.
func pieceNames(gd *def.GameDef) []string {
	var names []string
	for z := range gd.Zones {
		for c := range gd.Classes {
			names = append(names, gd.PieceName(int32(z), int32(c)))
		}
	}
	return names
}

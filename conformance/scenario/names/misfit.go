// Package names translates between the names that scripts, programs and people write and the numbers of the engine:
// answers to decisions, values of a position, and the reasons why a decision does not offer something.
//
// misfit.go has the error of an unsuitable name; fit.go converts nodes to engine answers, plain.go converts JSON-like
// values both ways; offers.go lists what a decision offers; why.go explains what it does not offer; value.go looks up
// names in a position.
package names

import (
	"fmt"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
)

// Misfit is the error of an answer that does not fit the decision. Offered lists the answers that fit.
type Misfit struct {
	Pos      diag.Pos
	Seat     string // whose decision it is
	Decision string
	Answer   string
	Why      string
	Rules    []string // known clauses of the decision, or of what excludes the answer
	Offered  []string
	Hint     string // what to write instead, if known
	Declined string // decisions that were declined before

	Node   *source.Node // the answer as written; may be nil
	Aim    string       // the decision that the answer is meant for, if not the pending one
	Forced bool         // the decision had resolved itself otherwise
}

// Error implements error.
func (m *Misfit) Error() string {
	var b strings.Builder
	if !m.Pos.IsZero() {
		b.WriteString(m.Pos.String() + ": ")
	}
	b.WriteString(m.Why)
	if len(m.Rules) > 0 {
		b.WriteString(" (rule " + strings.Join(m.Rules, ", ") + ")")
	}
	if m.Decision != "" {
		fmt.Fprintf(&b, "; %s is asked %s", m.Seat, m.Decision)
		if len(m.Offered) > 0 {
			b.WriteString(", offered: " + Abridge(m.Offered))
		}
	}
	for _, text := range []string{m.Hint, m.Declined} {
		if text != "" {
			b.WriteString("; " + text)
		}
	}
	return b.String()
}

// MaxOffered is how many offered answers a message lists.
const MaxOffered = 40

// Of lists the names of things.
func Of[T any](things []T, name func(*T) string) []string {
	out := make([]string, len(things))
	for i := range things {
		out[i] = name(&things[i])
	}
	return out
}

// Abridge joins at most MaxOffered entries of a list.
func Abridge(list []string) string {
	if len(list) > MaxOffered {
		return strings.Join(list[:MaxOffered], ", ") + fmt.Sprintf(" and %d more", len(list)-MaxOffered)
	}
	return strings.Join(list, ", ")
}

// NewMisfit returns the error of the answer n to d; n may be nil.
func NewMisfit(g *engine.Game, d *engine.Decision, n *source.Node, why string) *Misfit {
	m := &Misfit{Seat: g.Def().SeatName(int64(d.Seat)), Decision: d.Name, Why: why, Offered: g.Offers(d)}
	if n != nil {
		m.Pos, m.Answer, m.Node = n.Pos, n.String(), n
	}
	return m
}

// DidYouMean returns the end of a sentence about an unknown name, "" if no candidate is similar.
func DidYouMean(name string, candidates []string) string {
	return diag.DidYouMean(name, candidates)
}

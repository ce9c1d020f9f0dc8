package engine

// This file defines the errors of a running game: illegal answers and faults of the specification.

import (
	"fmt"
	"strings"
)

// Refusal is the error for an illegal answer. The state is unchanged.
type Refusal struct {
	Decision  string // name of the decision
	Candidate string // the answer, spelled as in the rulebook; empty if it names nothing
	Reason
}

// Error implements error.
func (r *Refusal) Error() string {
	var b strings.Builder
	b.WriteString("refused")
	if r.Decision != "" {
		fmt.Fprintf(&b, ": decision %s", r.Decision)
	}
	if r.Candidate != "" {
		fmt.Fprintf(&b, ", answer %s", r.Candidate)
	}
	if r.Rule != "" {
		fmt.Fprintf(&b, " (rule %s)", r.Rule)
	}
	b.WriteString(": ")
	b.WriteString(r.Why)
	return b.String()
}

// Reason explains why a candidate is not legal.
type Reason struct {
	Rule string // clause of the first condition that excludes it, or of the effect, if known
	Node int32  // place of the condition in the rulebook
	Why  string
	// Given is the place of the calling statement that gave the number which the candidate exceeds, or the set that does not contain it, or of the
	// effect in force that raised the number; Rule is its clause. 0: the bound is the decision's own.
	Given int32
	// Ban is the place of the effect in force without which the condition would hold, 0: none. Banned is then the clause of the condition, and
	// Rule that of the effect.
	Ban    int32
	Banned string
}

// Fault is the error for a specification that requires something impossible: an unpayable cost, a stacking breach, an exhausted loop. The
// state is restored to that before the answer.
type Fault struct {
	Why      string
	Node     int32
	File     string
	Line     int32
	Rules    []string
	Path     []string // procedures on the stack, outermost first
	Decision string   // decision last answered or being computed
}

// Error implements error.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString("fault")
	if f.File != "" {
		fmt.Fprintf(&b, " at %s:%d", f.File, f.Line)
	}
	b.WriteString(": ")
	b.WriteString(f.Why)
	if len(f.Rules) > 0 {
		fmt.Fprintf(&b, " (rule %s)", strings.Join(f.Rules, ", "))
	}
	if len(f.Path) > 0 {
		fmt.Fprintf(&b, "; in %s", strings.Join(f.Path, " > "))
	}
	if f.Decision != "" {
		fmt.Fprintf(&b, "; decision %s", f.Decision)
	}
	return b.String()
}

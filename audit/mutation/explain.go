// This file reads the explanations of survivors that no scenario can notice: equivalent changes, and changes of unreachable
// rules.

package mutation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/listing"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Explanation says why a change survives. It names one change by a clause and by its words, not by a line number, so that
// it remains valid when lines move.
type Explanation struct {
	Rule   string `yaml:"rule" json:"rule"`                       // one of the change's clauses
	Change string `yaml:"change" json:"change"`                   // as reports spell it
	In     string `yaml:"in,omitempty" json:"in,omitempty"`       // a part of its line in the rulebook; empty: any line
	Nth    int    `yaml:"nth,omitempty" json:"nth,omitempty"`     // which of several matching changes, in the order of the rulebook, from 1; 0: only one matches
	Trace  bool   `yaml:"trace,omitempty" json:"trace,omitempty"` // traces differ, and nothing else
	Why    string `yaml:"why" json:"why"`
}

// ReadExplanations reads a YAML list of explanations.
func ReadExplanations(text []byte) ([]Explanation, error) {
	var out []Explanation
	if err := listing.Read(text, &out); err != nil {
		return nil, err
	}
	for i, x := range out {
		if x.Rule == "" || x.Change == "" || x.Why == "" {
			return nil, fmt.Errorf("explanation %d needs rule, change and why", i+1)
		}
		if x.Nth < 0 {
			return nil, fmt.Errorf("explanation %d: nth is a number from 1", i+1)
		}
	}
	return out, nil
}

// String spells the explanation for messages.
func (x *Explanation) String() string {
	text := x.Rule + ", " + x.Change
	if x.In != "" {
		text += fmt.Sprintf(", in %q", x.In)
	}
	if x.Nth > 0 {
		text += fmt.Sprintf(", nth %d", x.Nth)
	}
	return text
}

// fits reports whether an explanation matches a change.
func (x *Explanation) fits(m *Mutant) bool {
	return slices.Contains(m.Rules, x.Rule) && x.Change == m.Change && strings.Contains(m.Excerpt, x.In)
}

// find returns the change that an explanation names. It is an error if there is none or more than one.
func (x *Explanation) find(list []*Mutant) (*Mutant, error) {
	var fit []*Mutant
	for _, m := range list {
		if x.fits(m) {
			fit = append(fit, m)
		}
	}
	switch {
	case len(fit) == 0:
		return nil, fmt.Errorf("explanation of %v: the rulebook has no such change; take the words from a run without the explanation, or delete it", x)
	case x.Nth > len(fit):
		return nil, fmt.Errorf("explanation of %v: there are only %d such changes", x, len(fit))
	case x.Nth > 0 && len(fit) == 1:
		return nil, fmt.Errorf("explanation of %v: there is one such change; leave out nth", x)
	case x.Nth == 0 && len(fit) > 1:
		var at []string
		for _, m := range fit {
			at = append(at, fmt.Sprintf("%s:%d:%d", m.File, m.Line, m.Col))
		}
		return nil, fmt.Errorf("explanation of %v: %d changes are named so; say more in `in`, or say with `nth` which one it is: %s", x, len(fit), strings.Join(at, ", "))
	}
	return fit[max(x.Nth, 1)-1], nil
}

// claims maps the keys of changes to their explanations.
type claims map[string]*Explanation

// claimed finds the change of each explanation in the list of all changes. It is an error if an explanation matches no
// change or several, or if two match the same.
func claimed(list []*Mutant, all []Explanation) (claims, error) {
	out, errs := claims{}, []error{}
	for i := range all {
		x := &all[i]
		m, err := x.find(list)
		switch {
		case err != nil:
			errs = append(errs, err)
		case out[m.key()] != nil:
			errs = append(errs, fmt.Errorf("explanation of %v: the change is explained already; delete one of the two", x))
		default:
			out[m.key()] = x
		}
	}
	return out, errors.Join(errs...)
}

// explain sets the outcome of each explained change that no expectation notices, even if a golden does. It returns the
// explanations by change, and the stale ones, whose changes are killed or not reached.
func explain(list []*Mutant, outcomes []outcome, all claims) (why map[int]*Explanation, stale []Explanation) {
	why, stale = map[int]*Explanation{}, []Explanation{}
	for i, m := range list {
		switch x := all[m.key()]; {
		case x == nil:
		case outcomes[i] == survived || outcomes[i] == traced:
			outcomes[i], why[i] = explained, x
		default:
			stale = append(stale, *x)
		}
	}
	return why, stale
}

// Claimed returns a report of the explanations of a game alone, without playing scenarios. It fails if an explanation does
// not name exactly one change, or if the game cannot be loaded.
func Claimed(game *corpus.Game, all []Explanation) (*Report, error) {
	base, err := unplayed(game)
	if err != nil {
		return nil, err
	}
	list := mutants(def.Clone(game.Def), game.Book, base)
	known, err := claimed(list, all)
	if err != nil {
		return nil, err
	}
	outcomes := make([]outcome, len(list))
	for i, m := range list {
		if known[m.key()] != nil {
			outcomes[i] = survived
		}
	}
	return newReport(game, base, list, outcomes, known), nil
}

// Refutation is a random play that refutes an explanation: the change makes a difference in it.
type Refutation struct {
	Play       int      `json:"play"`       // its number
	Start      string   `json:"start"`      // the set-up or position that it starts from
	Answers    int      `json:"answers"`    // answers given before the difference
	Difference string   `json:"difference"` // between the game (here) and the changed game (there)
	Before     []string `json:"before"`     // the trace before the difference
}

// Refute removes the explanation of a change.
func (r *Report) Refute(c *Change, by *Refutation) {
	r.refuteAll(map[string]*Refutation{c.key(): by})
}

// Refuted reports whether an explanation of the report is refuted.
func (r *Report) Refuted() bool {
	refuted := func(s Survivor) bool { return s.Refuted != nil }
	return slices.ContainsFunc(r.Survivors, refuted) || slices.ContainsFunc(r.Traced, refuted)
}

// unplayed returns a baseline without plays, which suffices to list the changes of a game.
func unplayed(game *corpus.Game) (*baseline, error) {
	loaded, err := engine.Load(game.Def, nil)
	return &baseline{game: loaded, ran: make([]set, len(game.Def.Nodes)), yes: make([]set, len(game.Def.Nodes)), about: map[string]set{}}, err
}

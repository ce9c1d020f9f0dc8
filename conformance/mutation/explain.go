// This file reads why changes survive that no scenario can notice: because they are no change of the rules, or because
// nothing in the game can come to what they change.

package mutation

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/conformance/listing"
)

// Explanation says why a change survives. It names the change by a clause and by its words, never by a line number, so
// that it lasts as long as the rule does.
type Explanation struct {
	Rule   string `yaml:"rule" json:"rule"`                 // one of the change's clauses
	Change string `yaml:"change" json:"change"`             // as a report says it
	In     string `yaml:"in,omitempty" json:"in,omitempty"` // a part of its line in the rulebook; left out: any line
	Why    string `yaml:"why" json:"why"`
}

// ReadExplanations reads a YAML list of explanations. The error tells what is wrong with it.
func ReadExplanations(text []byte) ([]Explanation, error) {
	var out []Explanation
	if err := listing.Read(text, &out); err != nil {
		return nil, err
	}
	for i, x := range out {
		if x.Rule == "" || x.Change == "" || x.Why == "" {
			return nil, fmt.Errorf("explanation %d needs rule, change and why", i+1)
		}
	}
	return out, nil
}

// explains tells whether an explanation is about a change.
func (x *Explanation) explains(m *Mutant) bool {
	return slices.Contains(m.Rules, x.Rule) && x.Change == m.Change && strings.Contains(m.Excerpt, x.In)
}

// explain makes changes that no expectation notices and that are explained a fate of their own, be it that a trace reads
// otherwise; it gives why, by change, and the explanations that are about none.
func explain(list []*Mutant, fates []fate, all []Explanation) (why map[int]string, stale []Explanation) {
	why, stale = map[int]string{}, []Explanation{}
	for _, x := range all {
		used := false
		for i, m := range list {
			if (fates[i] == survived || fates[i] == traced || why[i] != "") && x.explains(m) {
				fates[i], why[i], used = explained, x.Why, true
			}
		}
		if !used {
			stale = append(stale, x)
		}
	}
	return why, stale
}

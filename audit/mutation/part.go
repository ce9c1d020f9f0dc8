// This file joins runs that each tried a part of the changes of a game.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// Part is the result of a run with Config.Owns, which another process can join with the other parts.
type Part struct {
	Game    string                 `json:"game"`
	Fates   []string               `json:"fates"`             // outcomes of the changes that the run owns, in their order
	Refuted map[string]*Refutation `json:"refuted,omitempty"` // key of a change -> the refutation of its explanation
}

// outcomeNames spells outcomes. A part does not contain explained: explanations are applied when parts are joined.
var outcomeNames = []string{notReached: "not reached", killed: "killed", traced: "traced", survived: "survived", unfit: "unfit"}

// Part returns the result of the run before explanations are applied.
func (r *Report) Part() *Part {
	out := &Part{Game: r.Game, Fates: []string{}, Refuted: map[string]*Refutation{}}
	for _, f := range r.found {
		out.Fates = append(out.Fates, outcomeNames[f])
	}
	for _, list := range [][]Survivor{r.Survivors, r.Traced} {
		for i := range list {
			if s := &list[i]; s.Refuted != nil {
				out.Refuted[s.key()] = s.Refuted
			}
		}
	}
	return out
}

// Join merges the parts of a run into one report. Part i of n owns the changes whose index in the section is i modulo n. Join
// plays the scenarios on the unchanged game, but tries no change. It fails if a part does not fit the game.
func Join(game *corpus.Game, config Config, parts []*Part) (*Report, error) {
	base, err := newBaseline(game)
	if err != nil {
		return nil, err
	}
	list := mutants(def.Clone(game.Def), game.Book, base)
	known, err := claimed(list, config.Explained)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(m *Mutant) bool { return config.Section != "" && !within(game, m.Rules, config.Section) })
	outcomes, n := make([]outcome, len(list)), len(parts)
	for i := range list {
		p := parts[i%n]
		if len(p.Fates) != (len(list)-i%n+n-1)/n {
			return nil, fmt.Errorf("part %d of %d has the fates of %d changes of %s, which is not its share of %d", i%n+1, n, len(p.Fates), game.ID, len(list))
		}
		at := slices.Index(outcomeNames, p.Fates[i/n])
		if at < 0 || p.Fates[i/n] == "" {
			return nil, fmt.Errorf("part %d of %d has a change of %s that is %q", i%n+1, n, game.ID, p.Fates[i/n])
		}
		outcomes[i] = outcome(at)
	}
	r := newReport(game, base, list, outcomes, known)
	for _, p := range parts {
		r.refuteAll(p.Refuted)
	}
	return r, nil
}

// refuteAll removes the explanations of changes, given by key.
func (r *Report) refuteAll(by map[string]*Refutation) {
	for _, list := range [][]Survivor{r.Survivors, r.Traced} {
		for i := range list {
			if s := &list[i]; by[s.key()] != nil && s.Why != "" {
				s.Why, s.Refuted = "", by[s.key()]
				r.outcomes[s.at] = survived
			}
		}
	}
	r.count()
}

// This file joins runs that changed a part of a game each.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// Part is what a run with Config.Owns found out, so that another process can join it with the others.
type Part struct {
	Game    string                 `json:"game"`
	Fates   []string               `json:"fates"`             // of the changes that the run owns, in their order
	Refuted map[string]*Refutation `json:"refuted,omitempty"` // by the change whose explanation it refutes
}

// fateNames spells fates, explained left out: that is no finding of a run.
var fateNames = []string{notReached: "not reached", killed: "killed", traced: "traced", survived: "survived", unfit: "unfit"}

// Part returns what the run found out.
func (r *Report) Part() *Part {
	out := &Part{Game: r.Game, Fates: []string{}, Refuted: map[string]*Refutation{}}
	for _, f := range r.found {
		out.Fates = append(out.Fates, fateNames[f])
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

// Join returns the report of a whole run, made of those of its parts: part i of n owns the changes whose place in the section leaves i
// when divided by n. The scenarios are played, the changes are not. The error says which part does not belong to the game.
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
	fates, n := make([]fate, len(list)), len(parts)
	for i := range list {
		p := parts[i%n]
		if len(p.Fates) != (len(list)-i%n+n-1)/n {
			return nil, fmt.Errorf("part %d of %d has the fates of %d changes of %s, which is not its share of %d", i%n+1, n, len(p.Fates), game.ID, len(list))
		}
		at := slices.Index(fateNames, p.Fates[i/n])
		if at < 0 || p.Fates[i/n] == "" {
			return nil, fmt.Errorf("part %d of %d has a change of %s that is %q", i%n+1, n, game.ID, p.Fates[i/n])
		}
		fates[i] = fate(at)
	}
	r := newReport(game, base, list, fates, known)
	for _, p := range parts {
		r.refuteAll(p.Refuted)
	}
	return r, nil
}

// refuteAll takes explanations away, by the changes that they are about.
func (r *Report) refuteAll(by map[string]*Refutation) {
	for _, list := range [][]Survivor{r.Survivors, r.Traced} {
		for i := range list {
			if s := &list[i]; by[s.key()] != nil && s.Why != "" {
				s.Why, s.Refuted = "", by[s.key()]
				r.fates[s.at] = survived
			}
		}
	}
	r.count()
}

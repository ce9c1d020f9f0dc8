// This file compares games that use one library.

package mutation

import "slices"

// Together explains survivors in one report by another: a change of a library that survives in one game is no hole if
// scenarios of another game notice it, nor is one that only goldens notice if expectations of another game do. The reports
// must be those of whole runs of different games.
func Together(reports []*Report) {
	for _, r := range reports {
		r.excuse(r.Survivors, reports, "scenarios", killed, traced)
		r.excuse(r.Traced, reports, "expectations", killed)
	}
	for _, r := range reports {
		r.count()
	}
}

// excuse explains changes by other games in which they have a better outcome.
func (r *Report) excuse(list []Survivor, reports []*Report, what string, better ...outcome) {
	for i := range list {
		s := &list[i]
		at := slices.IndexFunc(reports, func(o *Report) bool { return o != r && o.comesTo(s.id, better) })
		if s.Why == "" && at >= 0 {
			s.Why = "The " + what + " of " + reports[at].Game + " notice it."
			r.outcomes[s.at] = explained
		}
	}
}

// comesTo reports whether a change has one of the given outcomes at every reached copy in a game.
func (r *Report) comesTo(id string, outcomes []outcome) bool {
	some := false
	for i, m := range r.list {
		if m.id != id || r.outcomes[i] == notReached || r.outcomes[i] == unfit {
			continue
		}
		if !slices.Contains(outcomes, r.outcomes[i]) {
			return false
		}
		some = true
	}
	return some
}

// This file compares games that use one library.

package mutation

import "slices"

// Together explains survivors by each other: a change of a library that survives in one game and is noticed by scenarios of
// another is no hole. The reports are those of different games, of whole runs.
func Together(reports []*Report) {
	for _, r := range reports {
		for i := range r.Survivors {
			s := &r.Survivors[i]
			at := slices.IndexFunc(reports, func(o *Report) bool { return o != r && o.kills(s.id) })
			if s.Why == "" && at >= 0 {
				s.Why = "The scenarios of " + reports[at].Game + " notice it."
				r.fates[s.at] = explained
			}
		}
		r.count()
	}
}

// kills tells whether the game's scenarios notice a change, wherever it is made.
func (r *Report) kills(id string) bool {
	some := false
	for i, m := range r.list {
		if m.id != id {
			continue
		}
		if r.fates[i] == survived || r.fates[i] == explained {
			return false
		}
		some = some || r.fates[i] == killed
	}
	return some
}

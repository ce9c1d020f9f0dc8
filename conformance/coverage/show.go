// This file adds which clauses are shown: covered by a scenario that fails if the clause is changed.

package coverage

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/source"
)

// Show adds to the report, for each clause with something to change, whether a change fails a scenario that names it
// (mutation.Shown). It must be called once at most.
func (r *Report) Show(shown map[string]bool) {
	r.showing = true
	for i := range r.Sections {
		s := &r.Sections[i]
		for j := range s.Clauses {
			c := &s.Clauses[j]
			yes, ok := shown[c.ID]
			if !ok {
				if c.Kind == source.KindRule && c.Inert == "" {
					r.Inert = append(r.Inert, c.ID)
				}
				continue
			}
			c.Shown = &yes
			c.Count.Showable = 1
			if yes {
				c.Count.Shown = 1
			}
			more := Count{Showable: 1, Shown: c.Count.Shown}
			s.Count.add(more)
			r.Total.add(more)
		}
	}
	r.StaleClauses = r.explained.staleClauses(r.Sections, func(clause string) bool { _, ok := shown[clause]; return ok })
}

// NotShown lists the clauses that are not shown, in the order of the report.
func (r *Report) NotShown() []string {
	out := []string{}
	for _, s := range r.Sections {
		for _, c := range s.Clauses {
			if c.Shown != nil && !*c.Shown {
				out = append(out, c.ID)
			}
		}
	}
	return out
}

// Show adds which clauses of the section are shown; see Report.Show.
func (x *Inspection) Show(shown map[string]bool) {
	x.NotShown = []string{}
	for _, clause := range slices.Sorted(maps.Keys(shown)) {
		if !shown[clause] {
			x.NotShown = append(x.NotShown, clause)
		}
	}
	slices.SortStableFunc(x.NotShown, func(a, b string) int {
		section, _, _ := strings.Cut(a, "-")
		other, _, _ := strings.Cut(b, "-")
		return CompareNumbers(section, other)
	})
}

// This file makes the report of a run: the results by section and clause.

package drive

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"rulebound/conformance/coverage"
)

// ReportVersion is the version of the format of reports.
const ReportVersion = 1

// Report is the result of playing scenarios on a program. schemas/conformance-report.schema.json is its schema.
type Report struct {
	Version        int            `json:"version"`
	Date           string         `json:"date"` // yyyy-mm-dd
	Game           string         `json:"game"`
	Rules          string         `json:"rules"`              // fingerprint of the rulebook
	Revision       string         `json:"revision,omitempty"` // of the repository
	Implementation Implementation `json:"implementation"`
	Levels         []Level        `json:"levels"`
	Total          Tally          `json:"total"`
	Sections       []Part         `json:"sections"`
	Clauses        []Part         `json:"clauses"`
	Scenarios      []Outcome      `json:"scenarios"`
}

// Implementation describes the program.
type Implementation struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Level counts the comparisons of a level and the wrong ones.
type Level struct {
	Level    string `json:"level"`
	Compared int    `json:"compared"`
	Wrong    int    `json:"wrong"`
}

// Tally counts scenarios by verdict.
type Tally struct {
	Passed      int `json:"passed"`
	Failed      int `json:"failed"`
	Broken      int `json:"broken"`
	Unsupported int `json:"unsupported"`
}

// Part is a section or a clause with the scenarios and findings that name it.
type Part struct {
	ID       string `json:"id"`
	Title    string `json:"title,omitempty"`
	Tally    Tally  `json:"scenarios"`
	Findings int    `json:"findings"`
	// Suspicion of a clause, from 0 to 100, is the coefficient D* of fault localisation, a²/(a² + cleared + failed -
	// a), where a is the sum of the accusations by scenarios, at most 1 each. A finding that names several clauses
	// accuses each of them proportionally less. A section has the suspicion of its most suspicious clause.
	Suspicion int `json:"suspicion,omitempty"`

	accused  float64 // the sum over scenarios
	accusers int     // the number of these scenarios
	cleared  int     // the number of passed scenarios that use it
}

// Head is the description of a run.
type Head struct {
	Date, Game, Rules, Revision string
	Program                     Hello
	Levels                      []string                    // the compared ones
	Title                       func(section string) string // of a section
}

// NewReport makes the report of a run.
func NewReport(h Head, outcomes []Outcome) *Report {
	r := &Report{Version: ReportVersion, Date: h.Date, Game: h.Game, Rules: h.Rules, Revision: h.Revision,
		Implementation: Implementation{h.Program.Name, h.Program.Version}, Scenarios: outcomes, Levels: []Level{}}
	sections, clauses := map[string]*Part{}, map[string]*Part{}
	compared, wrong := map[string]int{}, map[string]int{}
	for _, o := range outcomes {
		r.Total.count(o.Verdict)
		of := map[string]bool{}
		for _, rule := range o.Rules {
			part(clauses, rule).Tally.count(o.Verdict)
			if s := sectionOf(rule); !of[s] {
				of[s] = true
				part(sections, s).Tally.count(o.Verdict)
			}
		}
		for _, f := range o.Findings {
			wrong[f.Level]++
			for _, rule := range f.Rules {
				part(clauses, rule).Findings++
			}
			for _, s := range sectionsOf(f.Rules) {
				part(sections, s).Findings++
			}
		}
		accused := o.accuses()
		for _, rule := range o.touched {
			p := part(clauses, rule)
			if a := accused[rule]; a > 0 {
				p.accused += a
				p.accusers++
			}
			if o.Verdict == Passed {
				p.cleared++
			}
		}
		compared[States] += o.Compared.States
		compared[Legality] += o.Compared.Legality
		compared[Traces] += o.Compared.Traces
	}
	for _, l := range h.Levels {
		r.Levels = append(r.Levels, Level{l, compared[l], wrong[l]})
	}
	suspect(sections, clauses, r.Total.Failed)
	r.Sections, r.Clauses = parts(sections), parts(clauses)
	for i := range r.Sections {
		if h.Title != nil {
			r.Sections[i].Title = h.Title(r.Sections[i].ID)
		}
	}
	return r
}

// byName is how much naming a clause in a failed scenario weighs, relative to a finding.
const byName = 0.5

// accuses returns how much the failure of a scenario accuses each clause, from 0 to 1: the finding that names the
// fewest clauses divides 1 among them, and the clauses of the scenario share byName. A precise finding counts alone.
func (o *Outcome) accuses() map[string]float64 {
	out := map[string]float64{}
	if o.Verdict != Failed {
		return out
	}
	for _, rule := range o.Rules {
		out[rule] = byName / float64(len(o.Rules))
	}
	findings := slices.Clone(o.Findings)
	if o.precise {
		findings = findings[len(findings)-1:]
	}
	fewest := slices.MinFunc(findings, func(a, b Finding) int { return cmp.Compare(len(a.Rules), len(b.Rules)) })
	for _, f := range findings {
		if len(f.Rules) > len(fewest.Rules) {
			continue
		}
		for _, rule := range f.Rules {
			out[rule] = max(out[rule], 1/float64(len(f.Rules)))
		}
	}
	return out
}

func (t *Tally) count(v Verdict) {
	switch v {
	case Passed:
		t.Passed++
	case Failed:
		t.Failed++
	case Broken:
		t.Broken++
	case Unsupported:
		t.Unsupported++
	}
}

func part(m map[string]*Part, id string) *Part {
	if m[id] == nil {
		m[id] = &Part{ID: id}
	}
	return m[id]
}

// suspect computes the suspicion of each clause and section.
func suspect(sections, clauses map[string]*Part, failed int) {
	for _, id := range slices.Sorted(maps.Keys(clauses)) {
		if p := clauses[id]; p.accused > 0 {
			square := p.accused * p.accused
			p.Suspicion = int(100*square/(square+float64(p.cleared)+float64(failed)-p.accused) + 0.5)
			s := part(sections, sectionOf(id))
			s.Suspicion = max(s.Suspicion, p.Suspicion)
		}
	}
}

// parts returns the parts in the order of their numbers.
func parts(m map[string]*Part) []Part {
	out := []Part{}
	for _, id := range numbered(m) {
		if p := m[id]; p.Tally != (Tally{}) || p.Findings > 0 {
			out = append(out, *p)
		}
	}
	return out
}

func sectionsOf(clauses []string) []string {
	var out []string
	for _, c := range clauses {
		out = union(out, sectionOf(c))
	}
	return out
}

// sectionOf returns the section of a clause.
func sectionOf(clause string) string {
	section, _, _ := strings.Cut(clause, "-")
	return section
}

// numbered returns the keys of a map, which are sections or clauses, by their numbers.
func numbered[V any](m map[string]V) []string {
	ids := slices.Sorted(maps.Keys(m))
	slices.SortStableFunc(ids, coverage.CompareNumbers)
	return ids
}

// OK reports whether no scenario failed or is broken. Unsupported ones do not count.
func (r *Report) OK() bool { return r.Total.Failed+r.Total.Broken == 0 }

// Convicted returns the suspicious sections, the most suspicious first.
func (r *Report) Convicted() []Part { return suspected(r.Sections) }

// suspected returns the parts with findings or failed scenarios, the most suspicious first.
func suspected(parts []Part) []Part {
	out := slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return p.Findings == 0 && p.Suspicion == 0 })
	slices.SortStableFunc(out, func(a, b Part) int { return cmp.Compare(b.Suspicion, a.Suspicion) })
	return out
}

// Write writes the report as text: a line for each section, then the findings by clause. findings limits the findings
// of a clause, -1 for all.
func (r *Report) Write(w io.Writer, findings int) error {
	fmt.Fprintf(w, "%s %s on %s (rules %s)\n\n", r.Implementation.Name, r.Implementation.Version, r.Game, r.Rules)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "section\tpassed\tfailed\tbroken\tunsupported\tfindings")
	for _, s := range r.Sections {
		fmt.Fprintf(t, "%s %s\t%d\t%d\t%d\t%d\t%d\n", s.ID, s.Title, s.Tally.Passed, s.Tally.Failed, s.Tally.Broken, s.Tally.Unsupported, s.Findings)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if c := r.Convicted(); len(c) > 0 {
		fmt.Fprint(w, "\nmost suspicious:")
		for _, p := range c[:min(len(c), 5)] {
			fmt.Fprintf(w, " %s (%d)", p.ID, p.Suspicion)
		}
		fmt.Fprintln(w)
	}
	if c := suspected(r.Clauses); len(c) > 0 {
		fmt.Fprintln(w, "\nsuspected clauses:")
		for _, p := range c[:min(len(c), 5)] {
			fmt.Fprintf(w, "  %s (%d): %d scenarios accuse it, %d that use it pass\n", p.ID, p.Suspicion, p.accusers, p.cleared)
		}
	}
	r.writeFindings(w, findings)
	for _, o := range r.Scenarios {
		if o.Verdict == Broken {
			fmt.Fprintf(w, "\nbroken %s: %s\n", o.Scenario, o.Why)
		}
	}
	fmt.Fprintln(w)
	for _, l := range r.Levels {
		fmt.Fprintf(w, "%s: %d compared, %d wrong\n", l.Level, l.Compared, l.Wrong)
	}
	_, err := fmt.Fprintf(w, "%d scenarios: %d passed, %d failed, %d broken, %d unsupported\n", len(r.Scenarios), r.Total.Passed, r.Total.Failed, r.Total.Broken, r.Total.Unsupported)
	return err
}

// writeFindings writes the findings by clause, each under the first clause that it names.
func (r *Report) writeFindings(w io.Writer, most int) {
	type found struct {
		Finding
		scenario string
	}
	by := map[string][]found{}
	for _, o := range r.Scenarios {
		for _, f := range o.Findings {
			first := "no clause"
			if len(f.Rules) > 0 {
				first = f.Rules[0]
			}
			by[first] = append(by[first], found{f, o.Scenario})
		}
	}
	for _, clause := range numbered(by) {
		fmt.Fprintf(w, "\n%s\n", clause)
		for i, f := range by[clause] {
			if i == most {
				fmt.Fprintf(w, "  and %d more\n", len(by[clause])-i)
				break
			}
			fmt.Fprintf(w, "  %s move %d (%s): %s: expected %s, got %s\n", f.scenario, f.Move, f.Line, f.What, plainText(f.Want), plainText(f.Got))
		}
	}
}

// This file prints a report for a terminal.

package coverage

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Legend explains the columns of the table. It is printed once for the reports of all games.
const Legend = `covered: clauses that a scenario shows · executed: nodes, which are places of the rulebook, that a scenario reaches ·
both ways: conditions seen true and false · never, one way: the rest of each, as far as scenarios/GAME.gaps.yaml explains it
`

// Write prints the report as a table of sections, then the clauses without a scenario and the cards that are not
// written yet. The error is that of w.
func (r *Report) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(t, "%s: coverage by rule section, %s\n", r.Game, diag.Count(r.Scenarios, "scenario"))
	head := "section\tclauses\tcovered\tnodes\texecuted\tnever\tconditions\tboth ways\tone way\t"
	if r.showing {
		head += "shown\t"
	}
	fmt.Fprintln(t, head)
	for _, s := range r.Sections {
		r.row(t, strings.TrimSpace(s.Number+" "+short(s.Title)), s.Count)
	}
	r.row(t, "all", r.Total)
	if err := t.Flush(); err != nil {
		return err
	}
	if err := r.writeMissing(w); err != nil {
		return err
	}
	if err := r.writeOpen(w); err != nil {
		return err
	}
	if len(r.Gaps) > 0 {
		_, err := fmt.Fprintf(w, "not written yet: %d card sides\n", len(r.Gaps))
		return err
	}
	return nil
}

// maxListed is how many entries of a list the table prints.
const maxListed = 1000

// listed truncates a list after maxListed entries and says how to see the rest.
func listed(lines []string) []string {
	if more := len(lines) - maxListed; more > 0 {
		return append(slices.Clone(lines[:maxListed]), fmt.Sprintf("and %d more; rulebound coverage --json lists them all", more))
	}
	return lines
}

// writeOpen prints what is neither seen nor explained, and stale explanations.
func (r *Report) writeOpen(w io.Writer) error {
	stale := make([]string, len(r.Stale))
	for i, x := range r.Stale {
		stale[i] = fmt.Sprintf("%s never %s: %s", x.Rule, x.Never, x.In)
	}
	type part struct {
		title string
		lines []string
	}
	parts := []part{{"neither seen nor explained", r.Open}, {"explanations of what is seen, or is not there", stale}}
	if r.showing {
		parts = append(parts, part{"clauses not shown", r.NotShown()}, part{"clauses without a place that can be changed, without a reason", r.Inert},
			part{"clauses listed as having no place that can be changed, although they have one or do not exist", r.StaleClauses})
	}
	for _, p := range parts {
		if len(p.lines) == 0 && p.title != "clauses not shown" {
			continue
		}
		lines := append([]string{fmt.Sprintf("%s: %d", p.title, len(p.lines))}, listed(p.lines)...)
		if _, err := fmt.Fprintln(w, strings.Join(lines, "\n  ")); err != nil {
			return err
		}
	}
	return nil
}

// WriteClauses prints a table of the clauses of the sections that begin with prefix. The error is that of w.
func (r *Report) WriteClauses(w io.Writer, prefix string) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprint(t, "clause\texecuted\tboth ways\tscenarios\n")
	for _, s := range r.Sections {
		if !s.within(prefix) {
			continue
		}
		for _, c := range s.Clauses {
			covered := strings.Join(c.Scenarios, " ")
			if c.Kind != source.KindRule {
				covered = strings.TrimSpace("(" + c.Kind + ") " + covered)
			}
			switch {
			case c.Shown != nil && !*c.Shown:
				covered = strings.TrimSpace("(not shown) " + covered)
			case c.Inert != "":
				covered = strings.TrimSpace("(nothing to break: " + c.Inert + ") " + covered)
			}
			fmt.Fprintf(t, "%s\t%d/%d\t%d/%d\t%s\n", c.ID, c.Count.Executed, c.Count.Nodes, c.Count.BothWays, c.Count.Conditions, covered)
		}
	}
	return t.Flush()
}

// Within reports whether the report has a section whose number begins with prefix.
func (r *Report) Within(prefix string) bool {
	return slices.ContainsFunc(r.Sections, func(s Section) bool { return s.within(prefix) })
}

func (s *Section) within(prefix string) bool {
	return s.Number == prefix || strings.HasPrefix(s.Number, prefix+".") || prefix == ""
}

func (r *Report) row(w io.Writer, name string, c Count) {
	fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%s\t%d\t%d\t%s\t%d\t", name, c.Rules, percent(c.Covered, c.Rules), c.Nodes, percent(c.Executed, c.Nodes), c.NodesWhy,
		c.Conditions, percent(c.BothWays, c.Conditions), c.OneWayWhy)
	switch {
	case r.showing && c.Showable == 0:
		fmt.Fprint(w, "-\t")
	case r.showing:
		fmt.Fprintf(w, "%d of %d\t", c.Shown, c.Showable)
	}
	fmt.Fprintln(w)
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d (%d%%)", n, 100*n/of)
}

// maxTitle is the longest title shown, in characters.
const maxTitle = 40

func short(title string) string {
	if r := []rune(title); len(r) > maxTitle {
		return string(r[:maxTitle-1]) + "…"
	}
	return title
}

// writeMissing prints the clauses without a scenario, one line per section.
func (r *Report) writeMissing(w io.Writer) error {
	if len(r.Missing()) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "rules without a scenario: %d\n", len(r.Missing())); err != nil {
		return err
	}
	for _, s := range r.Sections {
		var ids []string
		for _, c := range s.Clauses {
			if r.missing(&c) {
				ids = append(ids, c.ID)
			}
		}
		if len(ids) == 0 {
			continue
		}
		if _, err := fmt.Fprintf(w, "  %s\n", strings.Join(ids, " ")); err != nil {
			return err
		}
	}
	return nil
}

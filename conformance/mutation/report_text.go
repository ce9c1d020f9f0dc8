// This file prints a report for people.

package mutation

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Write prints the score by section and kind, then the survivors by clause. With clauses it prints a line for each
// clause too. The error is that of w.
func (r *Report) Write(w io.Writer, clauses bool) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(t, "%s: changes of the rulebook that %d scenarios notice\n", r.Game, r.Scenarios)
	fmt.Fprintln(t, "section\tkilled\treached\tscore\tsurvivors\texplained\tnot reached\t")
	for _, s := range r.Sections {
		name := strings.TrimSpace(s.Number + " " + strings.TrimSpace(strings.TrimPrefix(s.Title, s.Number)))
		if name == "" {
			name = "(no section)"
		}
		row(t, cut(name, maxTitle), s.Count)
		for _, c := range s.Clauses {
			if clauses {
				row(t, "  "+c.ID, c.Count)
			}
		}
	}
	row(t, "all", r.Total)
	fmt.Fprintln(t, "\nkind\tkilled\treached\tscore\tsurvivors\texplained\tnot reached\t")
	for _, k := range r.Kinds {
		row(t, k.Kind, k.Count)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, x := range r.Excluded {
		if _, err := fmt.Fprintf(w, "left out, not in order: %s: %s\n", x.Scenario, x.Why); err != nil {
			return err
		}
	}
	for _, x := range r.Stale {
		if _, err := fmt.Fprintf(w, "explained, but no survivor: %s %s\n", x.Rule, x.Change); err != nil {
			return err
		}
	}
	return r.writeSurvivors(w)
}

// maxTitle is the longest title shown, in characters.
const maxTitle = 44

func row(w io.Writer, name string, c Count) {
	score := "-"
	if c.Reached > 0 {
		score = fmt.Sprintf("%d%%", c.Score())
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%d\t%d\t\n", name, c.Killed, c.Reached, score, c.Survived, c.Explained, c.Unreached)
}

// writeSurvivors prints the survivors, each once, under the first of its clauses.
func (r *Report) writeSurvivors(w io.Writer) error {
	if r.Total.Survived == 0 {
		return nil
	}
	var b strings.Builder
	b.WriteString("\nsurvivors\n")
	said := make([]bool, len(r.Survivors))
	under := func(clause, title string, all bool) {
		head := false
		for i := range r.Survivors {
			m := &r.Survivors[i]
			if said[i] || m.Why != "" || !all && !m.belongs(clause) {
				continue
			}
			said[i] = true
			if !head {
				b.WriteString(strings.TrimSpace(clause+" "+title) + "\n")
				head = true
			}
			m.write(&b)
		}
	}
	for _, s := range r.Sections {
		for _, c := range s.Clauses {
			under(c.ID, c.Title, false)
		}
	}
	under("(no clause)", "", true)
	_, err := io.WriteString(w, b.String())
	return err
}

// belongs tells whether the clause is the first that a change is listed under.
func (m *Mutant) belongs(clause string) bool {
	return len(m.Rules) > 0 && m.Rules[0] == clause
}

func (s *Survivor) write(b *strings.Builder) {
	fmt.Fprintf(b, "  %s:%d  %s", s.File, s.Line, s.Change)
	if len(s.Rules) > 1 {
		fmt.Fprintf(b, " (also %s)", strings.Join(s.Rules[1:], ", "))
	}
	fmt.Fprintf(b, "\n      %s\n      %s\n", s.Excerpt, plays(s.Scenarios))
}

// plays names a few of the scenarios that come to a change.
func plays(names []string) string {
	const some = 3
	if len(names) <= some {
		return "played: " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("played: %s and %d more", strings.Join(names[:some], ", "), len(names)-some)
}

// This file prints a report as text.

package mutation

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Write prints both scores by section and kind, then by clause the survivors and the changes that only goldens notice. With
// clauses set, it also prints a line for each clause. It returns errors of w.
func (r *Report) Write(w io.Writer, clauses bool) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintf(t, "%s: changes of the rulebook that %d scenarios notice\n", r.Game, r.Scenarios)
	fmt.Fprintln(t, "section\treached\tnoticed\tscore\twithout goldens\tscore without\tsurvivors\texplained\tnot reached\t")
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
	fmt.Fprintln(t, "\nkind\treached\tnoticed\tscore\twithout goldens\tscore without\tsurvivors\texplained\tnot reached\t")
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
	if err := r.writeList(w, "survivors", r.Survivors); err != nil {
		return err
	}
	return r.writeList(w, "noticed by goldens alone", r.Traced)
}

// WriteRefuted prints the number of explained changes and the refuted explanations. It returns errors of w.
func (r *Report) WriteRefuted(w io.Writer) error {
	var refuted []Survivor
	for _, list := range [][]Survivor{r.Survivors, r.Traced} {
		for _, s := range list {
			if s.Refuted != nil {
				refuted = append(refuted, s)
			}
		}
	}
	if _, err := fmt.Fprintf(w, "%s: %d changes are explained, %d of the explanations are refuted\n", r.Game, r.Total.Explained+len(refuted), len(refuted)); err != nil {
		return err
	}
	return r.writeList(w, "refuted", refuted)
}

// maxTitle is the longest title shown, in characters.
const maxTitle = 44

func row(w io.Writer, name string, c Count) {
	score, expected := "-", "-"
	if c.Reached > 0 {
		score, expected = fmt.Sprintf("%d%%", c.Score()), fmt.Sprintf("%d%%", c.Expected())
	}
	fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%s\t%d\t%d\t%d\t\n", name, c.Reached, c.Killed+c.Traced, score, c.Killed, expected, c.Survived, c.Explained, c.Unreached)
}

// writeList prints unexplained changes, each under the first of its clauses.
func (r *Report) writeList(w io.Writer, title string, list []Survivor) error {
	var b strings.Builder
	said := make([]bool, len(list))
	under := func(clause, title string, all bool) {
		head := false
		for i := range list {
			m := &list[i]
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
	if b.Len() == 0 {
		return nil
	}
	_, err := io.WriteString(w, "\n"+title+"\n"+b.String())
	return err
}

// belongs reports whether the clause is the first of a change.
func (m *Mutant) belongs(clause string) bool {
	return len(m.Rules) > 0 && m.Rules[0] == clause
}

func (s *Survivor) write(b *strings.Builder) {
	fmt.Fprintf(b, "  %s:%d  %s", s.File, s.Line, s.Change)
	if len(s.Rules) > 1 {
		fmt.Fprintf(b, " (also %s)", strings.Join(s.Rules[1:], ", "))
	}
	fmt.Fprintf(b, "\n      %s\n      %s\n", s.Excerpt, plays(s.Scenarios))
	if x := s.Refuted; x != nil {
		fmt.Fprintf(b, "      its explanation is refuted: play %d, from %s, after %d answers: %s\n", x.Play, x.Start, x.Answers, x.Difference)
		for _, line := range x.Before {
			b.WriteString("          " + line + "\n")
		}
	}
}

// plays names a few of the scenarios that reach a change.
func plays(names []string) string {
	const some = 3
	if len(names) <= some {
		return "played: " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("played: %s and %d more", strings.Join(names[:some], ", "), len(names)-some)
}

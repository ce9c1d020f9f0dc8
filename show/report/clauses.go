// This file collects the changes of a clause: of its text, its data, and the traces that it affected.

package report

import (
	"cmp"
	"slices"
	"strings"
)

// clauseEntry holds the changes of some clauses.
type clauseEntry struct {
	rules []string
	text  *ClauseChange // nil: text unchanged
	data  *RuleChange   // nil: data unchanged
	diff  *sides        // of the data
}

// changedClauses returns the changes by clause, in the order of the rulebook, as many as fit on a page, and the number of the others.
func (g *Game) changedClauses(p *Page) (rows []changedClause, more int) {
	entries := g.Difference.entries()
	order := map[string]int{}
	for i := range g.Book.Clauses {
		order[g.Book.Clauses[i].ID] = i + 1
	}
	slices.SortStableFunc(entries, func(a, b clauseEntry) int { return cmp.Compare(placeOf(order, a.rules), placeOf(order, b.rules)) })
	total := 0
	for i, e := range entries {
		row := g.changedClause(p, &e)
		total += frameBytes + len(row.Title) + len(row.Text)
		if total > maxClauses {
			return rows, len(entries) - i
		}
		if row.Diff != nil {
			for i, r := range row.Diff.Rows {
				if total += len(r.Left) + len(r.Right) + rowBytes; total > maxClauses {
					row.Diff.Rows, row.Diff.Cut = row.Diff.Rows[:i], row.Diff.Cut+len(row.Diff.Rows)-i
					break
				}
			}
		}
		rows = append(rows, row)
	}
	return rows, 0
}

// placeOf returns the position of the first of some clauses in the rulebook; removed ones are last.
func placeOf(order map[string]int, rules []string) int {
	if len(rules) > 0 && order[rules[0]] > 0 {
		return order[rules[0]]
	}
	return len(order) + 1
}

// entries merges the changes of text and data by clause.
func (d *Difference) entries() []clauseEntry {
	var out []clauseEntry
	at := map[string]int{} // index of the entry of a single clause
	for i := range d.Rules {
		r := &d.Rules[i]
		diff := r.sides()
		if len(diff.Rows) == 0 {
			continue // it is elsewhere, or implements other clauses unchanged
		}
		if len(r.Rules) == 1 {
			at[r.Rules[0]] = len(out)
		}
		out = append(out, clauseEntry{rules: r.Rules, data: r, diff: diff})
	}
	for i := range d.Clauses {
		c := &d.Clauses[i]
		if n, ok := at[c.ID]; ok {
			out[n].text = c
		} else {
			out = append(out, clauseEntry{rules: []string{c.ID}, text: c})
		}
	}
	return out
}

// sides compares the old and the new data, with the line numbers of their files.
func (r *RuleChange) sides() *sides {
	text := func(lines []Line) string {
		var b strings.Builder
		for _, l := range lines {
			b.WriteString(l.Text + "\n")
		}
		return b.String()
	}
	x := sideBySide(text(r.Before), text(r.After))
	for i := range x.Rows {
		if n := x.Rows[i].A; n > 0 {
			x.Rows[i].A = r.Before[n-1].Line
		}
		if n := x.Rows[i].B; n > 0 {
			x.Rows[i].B = r.After[n-1].Line
		}
	}
	return x
}

// changedClause describes the changes of some clauses, with the text of a single one.
func (g *Game) changedClause(p *Page, e *clauseEntry) changedClause {
	row := changedClause{Rules: g.ruleLinks(p, e.rules), Diff: e.diff}
	var before, after [2]string
	switch {
	case e.text != nil:
		row.What = e.text.What
		if e.text.Before != nil {
			before = [2]string{e.text.Before.Title, e.text.Before.Text}
		}
		if e.text.After != nil {
			after = [2]string{e.text.After.Title, e.text.After.Text}
		}
	case len(e.rules) == 1 && g.Book.Clause(e.rules[0]) != nil:
		c := g.Book.Clause(e.rules[0])
		before = [2]string{c.Title, c.Text}
		after = before
	}
	row.Title, row.Text = words(before[0], after[0]), words(before[1], after[1])
	if e.data == nil {
		return row
	}
	lines := 0
	for _, t := range g.Difference.Traces {
		if t.What != changed || !slices.ContainsFunc(e.data.nodes, t.Play.Coverage.Came) {
			continue
		}
		if row.Came++; row.Came == 1 || len(t.Play.Lines) < lines {
			lines = len(t.Play.Lines)
			row.Shortest = Link{t.Play.Case.Script.Title, p.To(comparisonPath(t.Name)) + "#first"}
		}
	}
	return row
}

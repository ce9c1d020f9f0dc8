package coverage_test

// This file compares the output verbatim.

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"rulebound/compiler/source"
	"rulebound/conformance/coverage"
	"rulebound/engine"
	"rulebound/engine/def"
)

// printed returns the output without trailing spaces.
func printed(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"
}

func reads(t *testing.T, got, want string) {
	t.Helper()
	if got != want[1:] {
		t.Errorf("it reads\n%s\nand should read%s", got, want)
	}
}

// deck gives the game three cards, two of which have unwritten sides.
func deck(gd *def.GameDef) {
	sides := def.Type{Kind: def.KSet, Elem: def.KEnum}
	gd.Cards = []def.Named{{ID: "rain"}, {ID: "wind"}, {ID: "sun"}}
	gd.Enums = []def.EnumDef{{ID: "side", Members: []string{"upper", "lower"}}}
	gd.Lookups = []def.Lookup{
		{ID: "card.sides", Type: sides, Values: []int64{3, 3, 3}},
		{ID: "card.unwritten", Type: sides, Values: []int64{2, 0, 3}},
		{ID: "notes.unwritten", Type: sides, Values: []int64{3, 3, 3, 3}}, // a column of a table
	}
}

func TestReportListsCoveredOpenAndUnwrittenParts(t *testing.T) {
	gd, book := page()
	deck(gd)
	book.Gaps = []string{"unwritten"}
	book.Headings[0].Title = "1.2 On what is done with a harbour in winter"
	run := ran("1.2/a", 1, 2)
	run.Rules = []string{"1.2-a"}
	r := coverage.Measure(gd, book, []coverage.Run{run}, beside("places: [{rule: 1.10-a, in: fifth, never: executed, why: w}]", t))
	reads(t, printed(t, r.Write), `
g: coverage by rule section, 1 scenario
section                                       clauses  covered   nodes  executed  never  conditions  both ways  one way
1.2 On what is done with a harbour in winter  1        1 (100%)  3      2 (66%)   0      1           0 (0%)     0
1.10                                          1        0 (0%)    1      0 (0%)    0      0           -          0
all                                           2        1 (50%)   4      2 (50%)   0      1           0 (0%)     0
rules without a scenario: 1
  1.10-a
neither seen nor explained: 3
  g/1.md:2:3 if, never false (1.2-a)
  g/1.md:3:3 if, never executed (1.10-a)
  g/1.md:4:3 if, never executed (1.2)
explanations of what is seen, or is not there: 1
  1.10-a never executed: fifth
not written yet: 3 card sides
`)
	if got := strings.Join(r.Gaps, ", "); got != "rain lower, sun upper, sun lower" {
		t.Errorf("the gaps are %s", got)
	}
	r.Show(map[string]bool{"1.2-a": true})
	reads(t, printed(t, func(w io.Writer) error { return r.WriteClauses(w, "") }), `
clause  executed  both ways  scenarios
1.2-a   2/2       0/1        1.2/a
1.2-b   0/0       0/0        (not-modelled)
1.10-a  0/1       0/0
`)
	if text := printed(t, r.Write); !strings.Contains(text, "clauses not shown: 0\n") || !strings.Contains(text, "\n1.10                                          1        0 (0%)    1      0 (0%)    0      0           -          0        -\n") {
		t.Errorf("that all clauses are shown, and of which section none can be, is not said:\n%s", text)
	}
}

func TestLongTitleIsTruncated(t *testing.T) {
	for n, want := range map[int]string{40: strings.Repeat("ä", 40), 41: strings.Repeat("ä", 39) + "…"} {
		gd, book := game()
		book.Headings[0].Title = strings.Repeat("ä", n)
		if text := printed(t, coverage.Measure(gd, book, nil, &coverage.Beside{}).Write); !strings.Contains(text, "1.2 "+want+"  ") {
			t.Errorf("%d characters:\n%s", n, text)
		}
	}
}

func TestReportWithoutFindingsIsOnlyItsTable(t *testing.T) {
	gd, book := page()
	run := ran("1.2/a", 1, 2)
	run.Rules, run.Proved = []string{"1.2-a", "1.10-a"}, []string{"1.10-a"}
	for i := range run.Ran {
		run.Ran[i], run.Yes[i], run.No[i] = true, true, true
	}
	if text := printed(t, coverage.Measure(gd, book, []coverage.Run{run}, &coverage.Beside{}).Write); strings.Count(text, "\n") != 5 {
		t.Errorf("more than a title, a head and three rows:\n%s", text)
	}
}

// Each node has its outcomes and its explanation.
func TestInspectionTextOfEachNode(t *testing.T) {
	gd, book := page()
	gd.Nodes[4].Line = 2 // another place of line 2
	gd.Nodes[4].Col = 9
	runs := []coverage.Run{ran("1.2/a", 1, 2), ran("1.2/b", 2, 1), ran("1.2/c", 2, 1), ran("1.2/d", 2, 2)}
	list := "places: [{rule: '1.2', in: gold, never: executed, why: Nobody goes there.}]"
	reads(t, printed(t, coverage.Inspect(gd, book, runs, beside(list, t), "1.2").Write), `
g 1.2 Two: 3 nodes, 4 scenarios
counted: places that a play can reach, of this section, of those below it and of their clauses; of conditions whether they
were seen true and false, of the domain of a decision whether it let a member in and kept one out
not executed: 0
seen one way only: 1
  g/1.md:2:3  if  1.2-a  never false  1.2/a 1.2/b 1.2/c 1.2/d
explained: 1
  g/1.md:2:9  if  1.2  never executed  Nobody goes there.
executed, conditions both ways: 1
  g/1.md:1:3  if  1.2-a    1.2/a 1.2/b 1.2/c
`)
	runs = append(runs, ran("1.2/e", 2, 3))
	if text := printed(t, coverage.Inspect(gd, book, runs, &coverage.Beside{}, "1.2").Write); !strings.Contains(text, "1.2/a 1.2/b 1.2/c 1.2/d and 1 more\n") {
		t.Errorf("of five scenarios four are named:\n%s", text)
	}
	seen := func(c engine.NodeCoverage) string {
		after := make([]engine.NodeCoverage, 6)
		after[2] = c
		r := coverage.Run{Scenario: "1.2/x"}
		r.See(make([]engine.NodeCoverage, 6), after)
		return printed(t, coverage.Inspect(gd, book, []coverage.Run{r}, &coverage.Beside{}, "1.2").Write)
	}
	for want, c := range map[string]engine.NodeCoverage{"never true  1.2/x": {False: 1}, "never false  1.2/x": {True: 1}, "never true, never false  1.2/x": {Ran: 1}} {
		if text := seen(c); !strings.Contains(text, want) {
			t.Errorf("%+v, want %q:\n%s", c, want, text)
		}
	}
}

func TestClausesNotShownAreListedByNumber(t *testing.T) {
	gd, book := game()
	x := coverage.Inspect(gd, book, nil, &coverage.Beside{}, "1")
	x.Show(map[string]bool{"1.10-a": false, "1.2-b": false, "1.2-a": false, "1.9-a": true})
	if got := strings.Join(x.NotShown, " "); got != "1.2-a 1.2-b 1.10-a" {
		t.Errorf("not shown: %s", got)
	}
	x.Show(map[string]bool{})
	if text := printed(t, x.Write); !strings.HasSuffix(text, "clauses not shown: 0\n") {
		t.Errorf("that all are shown is not said:\n%s", text)
	}
}

// 2.3.10 follows 2.3.9, a section precedes its subsections, a name follows all numbers.
func TestSectionsAreOrderedByNumber(t *testing.T) {
	book := &source.Book{}
	for _, number := range strings.Fields("rules 2.3.10 1 cards 10 2.3 2.a 2.3.9 2") {
		book.Clauses = append(book.Clauses, source.Clause{ID: number + "-a", Section: number, Kind: source.KindRule})
	}
	gd, whole := game()
	whole.Book = book
	var order []string
	for _, s := range coverage.Measure(gd, whole, nil, &coverage.Beside{}).Sections {
		order = append(order, s.Number)
	}
	if got, want := strings.Join(order, " "), "1 2 2.3 2.3.9 2.3.10 2.a 10 cards rules"; got != want {
		t.Errorf("sections %s, want %s", got, want)
	}
}

func TestLongListIsTruncatedWithAHint(t *testing.T) {
	for n, want := range map[int]string{1000: "place 999\n", 1001: "place 999\n  and 1 more; rulebound coverage --json lists them all\n"} {
		r := coverage.Report{Game: "toy"}
		for i := range n {
			r.Open = append(r.Open, fmt.Sprint("place ", i))
		}
		var out bytes.Buffer
		if err := r.Write(&out); err != nil || !strings.HasSuffix(out.String(), want) {
			t.Errorf("%d places: %v, it ends in %q", n, err, out.String()[max(0, out.Len()-90):])
		}
	}
}

package coverage_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/coverage"
)

// The column counts the clauses that can be shown; without it the table is unchanged.
func TestReportHasAColumnOfShownClauses(t *testing.T) {
	gd, book := game()
	text := func(r *coverage.Report) string {
		var out bytes.Buffer
		if err := r.Write(&out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	r := coverage.Measure(gd, book, nil, &coverage.Beside{})
	if strings.Contains(text(r), "shown") {
		t.Error(text(r))
	}
	r.Show(map[string]bool{"1.2-a": true, "1.10-a": false})
	if r.Total.Showable != 2 || r.Total.Shown != 1 || !slices.Equal(r.NotShown(), []string{"1.10-a"}) {
		t.Errorf("%+v, not shown %v", r.Total, r.NotShown())
	}
	for _, want := range []string{"both ways  one way  shown", "1 of 1", "0 of 1", "1 of 2", "clauses not shown: 1\n  1.10-a\n"} {
		if !strings.Contains(text(r), want) {
			t.Errorf("lacks %q:\n%s", want, text(r))
		}
	}
	var clauses bytes.Buffer
	if err := r.WriteClauses(&clauses, "1.10"); err != nil || !strings.Contains(clauses.String(), "(not shown)") {
		t.Errorf("%v\n%s", err, clauses.String())
	}
	x := coverage.Inspect(gd, book, nil, &coverage.Beside{}, "1.10")
	x.Show(map[string]bool{"1.10-a": false})
	var out bytes.Buffer
	if err := x.Write(&out); err != nil || !strings.Contains(out.String(), "clauses not shown: 1  1.10-a\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

// The details and notes of diagnostics: advice, and related positions.
func TestDetailsAndNotesOfDiagnostics(t *testing.T) {
	var got []string
	for _, c := range []struct{ data, text string }{
		{"spaces: [{id: a, adjacent: oak}]", ""},
		{"spaces: [{id: a, adjacent: [oak, elm]}, {id: b, adjacent: oak}, {id: c, adjacent: oak}, {id: d, adjacent: oak}, {id: e, adjacent: oak}]", ""},
		{"spaces: [{id: a, adjacent: [oak, elm]}, {id: b, adjacent: oak}, {id: c, adjacent: oak}, {id: d, adjacent: oak}, {id: e, adjacent: oak}, {id: f, adjacent: oak}]", ""},
		{"spaces: [{id: a, adjacent: [b, b]}, {id: b, adjacent: a}]", ""},
		{"tracks: [{id: goods, per: [zone, taste], max: 9}]\nsetups: [{id: s, spaces: {oak: {goods.sour: 2, goods: 3}, woods: {favor: warm}, elm: {favor: cool}}, piles: {shown: [rain, rain]}}]", ""},
		{"options: [{id: few, values: [2], seats: true}, {id: many, values: [2], seats: true}]", ""},
		{"", "- switch: $many\n  cases: {1: [], =1: []}"},
		{"", "- reveal: rain"},
		{"", "- while: $at == oak\n  do: [plain]"},
		{"", "- set: {now: =the(members(season))}"},
		{"", "- let: {$some: '=[elm, oak]'}\n- for: {$z: $some}\n  do: [{may: wait, by: $as, do: [{mark: {$z.blight: 1}}]}]"},
	} {
		var list diag.List
		if c.text == "" {
			_, _, list = resolveFiles(t, orchard(t, c.data))
		} else {
			_, _, list = resolveTest(t, c.text, c.data)
		}
		got = append(got, c.data+c.text, inFull(list), "")
	}
	listedIn(t, "testdata/details.txt", got)
}

func inFull(list diag.List) string {
	var out []string
	for _, d := range once(list.Sorted()) {
		out = append(out, fmt.Sprintf("%d:%d %s", d.Subject.Line, d.Subject.Col, d.Summary))
		if d.Detail != "" {
			out = append(out, "  "+d.Detail)
		}
		for _, c := range d.Context {
			out = append(out, fmt.Sprintf("  %d:%d %s", c.Pos.Line, c.Pos.Col, c.Text))
		}
	}
	return strings.Join(out, "\n")
}

package source

import (
	"strings"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
)

// FuzzRead checks for any file that reading ends, does not panic, that places lie inside
// the file and that scalars stand where their nodes say.
func FuzzRead(f *testing.F) {
	f.Add([]byte(rulebook))
	f.Add([]byte("-\tx\n\n\t```yaml\n\ta: {b: c}\n\t```\n"))
	for _, test := range brokenBlocks {
		f.Add([]byte(fenced(test.yaml)))
		f.Add([]byte("- **1.2-a** x\n\n  " + strings.ReplaceAll(fenced(test.yaml), "\n", "\n  ")))
	}
	for _, test := range brokenFiles {
		if len(test.text) < 1000 {
			f.Add([]byte(test.text))
		}
	}
	try := func(t *testing.T, data []byte) {
		book, diags := read(string(data))
		lines := 1
		if len(book.Files) > 0 {
			lines = len(strings.Split(string(book.Files[0].Data), "\n"))
			checkPlaces(t, book)
		}
		_, merged := Merge(book.Blocks)
		for _, d := range append(diags, merged...) {
			if d.Code == "" || d.Summary == "" {
				t.Errorf("%v has no code or summary", d)
			}
			if len(book.Files) > 0 && (d.Subject.Line < 1 || d.Subject.Line > lines+1 || d.Subject.Col < 0) {
				t.Errorf("%v is outside the file of %d lines", d, lines)
			}
		}
		var out strings.Builder
		if err := diag.Write(&out, diags, book.Source); err != nil {
			t.Error(err)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) { bounded.Run(t, func() { try(t, data) }) })
}

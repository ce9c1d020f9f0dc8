package source

import (
	"strings"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
)

// FuzzRead checks that reading any file terminates and does not panic, that positions are inside the file, and that scalars are
// at the positions of their nodes.
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
	f.Fuzz(func(t *testing.T, data []byte) { bounded.Run(t, func() { isRead(t, data, read) }) })
}

// isRead checks a read function, possibly a wrong one, like FuzzRead.
func isRead(t testing.TB, data []byte, read func(string) (*Book, diag.List)) {
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

func TestFuzzTargetFindsWrongReaders(t *testing.T) {
	for what, c := range map[string]struct {
		wrong func(*Book, diag.List)
		want  string
	}{
		"nothing":                   {func(*Book, diag.List) {}, ""},
		"a diagnostic without code": {func(_ *Book, list diag.List) { list[0].Code = "" }, "has no code or summary"},
		"one before the file":       {func(_ *Book, list diag.List) { list[0].Subject.Line = 0 }, "is outside the file"},
		"one behind the file":       {func(_ *Book, list diag.List) { list[0].Subject.Line = 7 }, "is outside the file of 5 lines"},
		"one left of its line":      {func(_ *Book, list diag.List) { list[0].Subject.Col = -1 }, "is outside the file"},
		"a value at another's place": {func(b *Book, _ diag.List) {
			v := b.Blocks[0].Get("a")
			v.Pos.Col, v.Pos.EndCol = v.Pos.Col-1, v.Pos.EndCol-1
		}, `want "one"`},
		"a value outside its line": {func(b *Book, _ diag.List) { b.Blocks[0].Get("a").Pos.EndCol += 9 }, "ends outside its line"},
	} {
		found := bounded.Findings(t, func(t testing.TB) {
			isRead(t, []byte(fenced("a: one\nb: 007")), func(text string) (*Book, diag.List) {
				book, list := read(text)
				if len(list) != 1 {
					t.Fatal(list)
				}
				c.wrong(book, list)
				return book, list
			})
		})
		if len(found) != min(1, len(c.want)) || c.want != "" && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: found %q, want %q", what, found, c.want)
		}
	}
}

package syntax

import (
	"testing"
	"testing/fstest"

	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// FuzzParse checks that parsing any text terminates, does not panic, and yields an expression or one error inside the text, and
// that parsing canonical text yields the same expression.
func FuzzParse(f *testing.F) {
	for _, test := range good {
		f.Add(test.text)
	}
	for _, test := range bad {
		f.Add(test.text)
	}
	f.Fuzz(func(t *testing.T, text string) { bounded.Run(t, func() { parsed(t, text, Parse) }) })
}

// parsed checks a parse function, possibly a wrong one, like FuzzParse.
func parsed(t testing.TB, text string, parse func(string, diag.Pos) (*Expr, diag.List)) {
	e, diags := parse(text, start)
	if (e == nil) != diags.HasErrors() {
		t.Errorf("%q gives %v and %v", text, e, diags)
	}
	for _, d := range diags {
		if d.Code == "" || d.Detail == "" || d.Subject.Col < start.Col || d.Subject.Col > start.Col+len([]rune(text)) {
			t.Errorf("%q: %+v", text, d)
		}
	}
	if e == nil {
		return
	}
	canonical := e.String()
	if len(canonical) > maxLength {
		return // spaces may make it too long
	}
	again, diags := parse(canonical, start)
	if diags.HasErrors() || len(diags) > 0 || !same(e, again) || again.String() != canonical {
		t.Errorf("%q has the canonical text %q, which reads as %v %v", text, canonical, again, diags)
	}
}

func TestFuzzTargetFindsWrongParsers(t *testing.T) {
	calls := 0
	for what, c := range map[string]struct {
		text  string
		parse func(string, diag.Pos) (*Expr, diag.List)
		want  int
	}{
		"none":                   {"a + 1", Parse, 0},
		"neither tree nor error": {"a + 1", func(string, diag.Pos) (*Expr, diag.List) { return nil, nil }, 1},
		"an error outside of it": {"a +", func(text string, at diag.Pos) (*Expr, diag.List) { at.Col += 9; return Parse(text, at) }, 1},
		"another tree when reread": {"a + 1", func(text string, at diag.Pos) (*Expr, diag.List) {
			calls++
			return Parse([]string{text, "b"}[calls-1], at)
		}, 1},
	} {
		if found := bounded.Findings(t, func(t testing.TB) { parsed(t, c.text, c.parse) }); len(found) != c.want {
			t.Errorf("%s: found %q, want %d", what, found, c.want)
		}
	}
}

// FuzzNode checks that any block can be read in formula and value position.
func FuzzNode(f *testing.F) {
	for _, test := range trees {
		f.Add(test.yaml)
	}
	for _, test := range badNodes {
		f.Add(test.yaml)
	}
	f.Fuzz(func(t *testing.T, yaml string) { bounded.Run(t, func() { readNodes(t, yaml, Formula, Value) }) })
}

// readNodes checks Formula and Value, or wrong functions, like FuzzNode.
func readNodes(t testing.TB, yaml string, readers ...func(*source.Node) (*Expr, diag.List)) {
	book, _ := source.Read(fstest.MapFS{"g/r.md": {Data: []byte("```yaml\n" + yaml + "\n```\n")}}, "g")
	for _, root := range book.Blocks {
		for _, n := range []*source.Node{root, root.Get("x")} {
			for _, read := range readers {
				e, diags := read(n)
				if (e == nil) != diags.HasErrors() {
					t.Errorf("%q gives %v and %v", yaml, e, diags)
				}
				if e != nil {
					_ = e.String()
				}
			}
		}
	}
}

func TestFuzzTargetFindsWrongReadersOfNodes(t *testing.T) {
	neither := func(*source.Node) (*Expr, diag.List) { return nil, nil }
	for yaml, want := range map[string]int{"x: {add: [1, 2]}": 2, "x: 1": 2} { // the block, and the value in it
		if found := bounded.Findings(t, func(t testing.TB) { readNodes(t, yaml, Formula, Value, neither) }); len(found) != want {
			t.Errorf("%s: found %q, want %d", yaml, found, want)
		}
	}
}

package syntax

import (
	"testing"
	"testing/fstest"

	"rulebound/compiler/bounded"
	"rulebound/compiler/source"
)

// FuzzParse checks for any text that parsing ends, does not panic, gives an expression or
// one error inside the text, and that canonical text reads the same again.
func FuzzParse(f *testing.F) {
	for _, test := range good {
		f.Add(test.text)
	}
	for _, test := range bad {
		f.Add(test.text)
	}
	try := func(t *testing.T, text string) {
		e, diags := Parse(text, start)
		if (e == nil) != diags.HasErrors() {
			t.Fatalf("%q gives %v and %v", text, e, diags)
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
		again, diags := Parse(canonical, start)
		if diags.HasErrors() || len(diags) > 0 || !same(e, again) || again.String() != canonical {
			t.Errorf("%q has the canonical text %q, which reads as %v %v", text, canonical, again, diags)
		}
	}
	f.Fuzz(func(t *testing.T, text string) { bounded.Run(t, func() { try(t, text) }) })
}

// FuzzNode checks that any block can be read in formula and value position.
func FuzzNode(f *testing.F) {
	for _, test := range trees {
		f.Add(test.yaml)
	}
	for _, test := range badNodes {
		f.Add(test.yaml)
	}
	try := func(t *testing.T, yaml string) {
		book, _ := source.Read(fstest.MapFS{"g/r.md": {Data: []byte("```yaml\n" + yaml + "\n```\n")}}, "g")
		for _, root := range book.Blocks {
			for _, n := range []*source.Node{root, root.Get("x")} {
				for _, read := range []func(*source.Node) (*Expr, error){
					func(n *source.Node) (*Expr, error) { e, diags := Formula(n); return e, diags.Err() },
					func(n *source.Node) (*Expr, error) { e, diags := Value(n); return e, diags.Err() },
				} {
					e, err := read(n)
					if (e == nil) != (err != nil) {
						t.Errorf("%q gives %v and %v", yaml, e, err)
					}
					if e != nil {
						_ = e.String()
					}
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, yaml string) { bounded.Run(t, func() { try(t, yaml) }) })
}

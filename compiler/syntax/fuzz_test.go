package syntax

import (
	"testing"
	"testing/fstest"

	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
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
	f.Fuzz(func(t *testing.T, text string) { bounded.Run(t, func() { parsed(t, text, Parse) }) })
}

// parsed holds Parse, or a wrong one, to what FuzzParse checks.
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

// faulty counts what a target says of a planted fault.
type faulty struct {
	testing.TB
	said int
}

func (f *faulty) Errorf(string, ...any) { f.said++ }

func TestTheTargetFindsWrongParsers(t *testing.T) {
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
		f := &faulty{TB: t}
		if parsed(f, c.text, c.parse); f.said != c.want {
			t.Errorf("%s: the target says %d things, want %d", what, f.said, c.want)
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

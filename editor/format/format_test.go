package format

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
)

// form formats a file by its name.
func form(name string, text []byte) ([]byte, diag.List) {
	if path.Ext(name) == ".md" {
		return Page(name, text)
	}
	return Document(name, text)
}

func TestFormat(t *testing.T) {
	for _, c := range []struct{ name, is, want string }{
		{"spaces in brackets", "a: { b:  1 ,c: [ x,y ,  'z, w' ] }  ", "a: {b: 1, c: [x, y, 'z, w']}"},
		{"spaces in values stay", "a: {b: x  y, c: \"p ,q\"}", "a: {b: x  y, c: \"p ,q\"}"},
		{"behind a colon", "a:   1\nb:    # why\n- c", "a: 1\nb:    # why\n- c"},
		{"before a comment", "a: 1   # aligned  by hand  ", "a: 1   # aligned  by hand  "},
		{"a list below its key", "a:\n  - b: 1\n    c:\n      - d", "a:\n- b: 1\n  c:\n  - d"},
		{"mappings", "a:\n    b:\n       c: 1\n    d: 2", "a:\n  b:\n    c: 1\n  d: 2"},
		{"behind a dash", "a:\n-   b: 1\n    c: 2\n- - x\n  -   y", "a:\n- b: 1\n  c: 2\n- - x\n  - y"},
		{"comments move with what they are of", "a:\n    # of b\n    b: 1\n    # at the end", "a:\n  # of b\n  b: 1\n  # at the end"},
		{"brackets over lines", "a:\n    b: { c: 1,\n         d: 2 }\n    e: 3", "a:\n  b: {c: 1,\n       d: 2}\n  e: 3"},
		{"quotes over lines", "a:\n    b: \"x  {\n      y  }\"\n    c: {  d: 1}", "a:\n  b: \"x  {\n    y  }\"\n  c: {d: 1}"},
		{"blocks of text", "a:\n    b: |\n        x  {  \n          y\n    c: 1", "a:\n  b: |\n      x  {  \n        y\n  c: 1"},
		{"one condition", "a:\n- {one: $x, where: [ $x > 1 ]}\n- require: [b or c]", "a:\n- {one: $x, where: $x > 1}\n- require: b or c"},
		{"one condition with a comma, and other lists", "a: {where: ['f(a, b)'], rule: [1.2], require: [a, b]}", "a: {where: ['f(a, b)'], rule: [1.2], require: [a, b]}"},
		{"empty lines", "a: 1\n   \n\nb: 2\n\n", "a: 1\n\n\nb: 2"},
		{"empty brackets", "a: [ ]\nb: {  }", "a: []\nb: {}"},
		{"a carriage return", "a: { b: 1}\r\nc:  2\r\n", "a: {b: 1}\r\nc: 2\r"},
		{"a text that is folded", "a:\n    b: >-\n        x  {  \n    c: 1", "a:\n  b: >-\n      x  {  \n  c: 1"},
		{"a line of spaces in a text", "a:  |\n  x\n      \n  y", "a: |\n  x\n      \n  y"},
		{"a list below a key with a comment", "a:   # why\n  - b", "a:   # why\n- b"},
		{"a dash alone", "a:\n  -\n      - b\n  -   \n      c:  1", "a:\n-\n  - b\n-\n  c: 1"},
		{"a comma outside of brackets", "a: x,y\nb:  {c: d,e: 1}", "a: x,y\nb: {c: d, e: 1}"},
		{"a quote in quotes", `a: ["x\" {  y",'it''s {  z'  ]`, `a: ["x\" {  y", 'it''s {  z']`},
		{"a backslash at the end of a line", "a: \"x\\\n  y\"\nb:  1", "a: \"x\\\n  y\"\nb: 1"},
		{"several comments above what they are of", "a:\n    # of b\n\n    # too\n    b: 1", "a:\n  # of b\n\n  # too\n  b: 1"},
		{"a quote that goes on far to the right", "a:\n    b: \"x\n            y  {\"\n    c: {  d: 1}", "a:\n  b: \"x\n          y  {\"\n  c: {d: 1}"},
		{"a hash where a quoted line begins", "a:\n    b: \"x\n      # y  {\"\n    c:  1", "a:\n  b: \"x\n    # y  {\"\n  c: 1"},
		{"a list below a key behind a dash", "a:\n-   b:\n    - c\n    d: 1", "a:\n- b:\n  - c\n  d: 1"},
		{"a colon behind a quote in quotes", "a: ['it'':  {  z'  ]", "a: ['it'':  {  z']"},
		{"a comment between brackets", "a: [b,\n  #  c  {  'd\n  e ,f]", "a: [b,\n  #  c  {  'd\n  e, f]"},
		{"quotes within words", "a: {b: it's ,c:  d\"e ,f:  g}", "a: {b: it's, c: d\"e, f: g}"},
		{"brackets within words", "a: f[ 1 ,2 ] and {  b\nc:  1", "a: f[ 1 ,2 ] and {  b\nc: 1"},
		{"brackets within brackets", "a: [ [b ]  , {c: d }  ,e ]   # why", "a: [[b], {c: d}, e]   # why"},
		{"no condition", "a: {where: [ ], b:  1}", "a: {where: [], b: 1}"},
		{"a condition that is a mapping", "a: {where: [b: 1],c: 2}", "a: {where: [b: 1], c: 2}"},
		{"commas at the end of a line", "a: [b, \n  c,\n  d]", "a: [b,\n  c,\n  d]"},
		{"a text of an entry alone", "a:\n  - >\n    x  {\n  - b", "a:\n- >\n  x  {\n- b"},
		{"a hash behind a word, and more", "a: {b:  x#  y ,c:  1 }\nd:  2", "a: {b: x#  y, c: 1}\nd: 2"},
		{"a hash behind a word", "a: {b:  x# y}", "a: {b: x# y}"},
		{"hash and colon in words", "a: [b#c, d:e, http://f]", "a: [b#c, d:e, http://f]"},
	} {
		// A file that would read differently stays as it is: the first line shows that this one does not.
		c.is, c.want = "z:  0\n"+c.is, "z: 0\n"+c.want
		got, list := Document("x.yaml", []byte(c.is+"\n"))
		if len(list) > 0 || string(got) != c.want+"\n" {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, list, got, c.want)
		}
		if again, _ := Document("x.yaml", got); !bytes.Equal(again, got) {
			t.Errorf("%s: a second time\n%s", c.name, again)
		}
	}
}

// What is formatted has to say the same: whatever else of a text changes is noticed.
func TestSameReportsEquivalentTexts(t *testing.T) {
	for _, c := range []struct {
		before, after string
		same          bool
	}{
		{"a: {b:  1}", "a: {b: 1}", true},
		{"a: {where: [x]}", "a: {where: x}", true},
		{"a: {where: [x, y]}", "a: {where: x}", false},
		{"a: {other: [x]}", "a: {other: x}", false},
		{"[where, [x]]", "[where, x]", false},
		{"a: [1]", "a: {1}", false},
		{"a: 1", "a: 2", false},
		{"a: !x 1", "a: !y 1", false},
		{"a: &x 1", "a: &y 1", false},
		{"a: 'b'", "a: b", false},
		{"# x\na: 1", "# y\na: 1", false},
		{"a: 1 # x", "a: 1 # y", false},
		{"a: 1\n\n# x", "a: 1\n\n# y", false},
		{"a: [1]", "a: [1, 2]", false},
		{"a: [1, 2]", "a: [1]", false},
		{"a: [1, 2]", "a: [1, 3]", false},
		{"a: 1", "a: [", false},
		{"a: [", "a: 1", false},
	} {
		if got := same(c.before, c.after); got != c.same {
			t.Errorf("%q and %q: %v", c.before, c.after, got)
		}
	}
}

func TestOnlyBlocksOfYAMLAreFormatted(t *testing.T) {
	is := "# 1  Title  \n\n- **1.1-a**  Prose { a:1 }  \n\n  ```yaml\n  a: { b: 1 }\n\n  ```\n\n```json\n{ \"a\":1 }\n```\n~~~~yaml\nc:\n  - d\n~~~~\n````\n```yaml\ne: { f: 1 }\n```\n````\nEnd"
	want := strings.NewReplacer("a: { b: 1 }", "a: {b: 1}", "c:\n  - d", "c:\n- d").Replace(is)
	if got, list := Page("p.md", []byte(is)); len(list) > 0 || string(got) != want {
		t.Errorf("%v\n%s", list, got)
	}
}

func TestUnreadableTextStaysUnchanged(t *testing.T) {
	for name, text := range map[string]string{"p.md": "```yaml\na: { b\n```\n", "q.md": "```yaml\na: 1\n", "s.yaml": "a: [ 1\n", "t.yaml": "\ta: 1\n", "u.yaml": "a: \xff\n"} {
		got, list := form(name, []byte(text))
		if string(got) != text || !list.HasErrors() || list[0].Subject.File != name {
			t.Errorf("%q: %q, %v", text, got, list)
		}
	}
}

// Everything in the repository is in this form; with other spaces it gets the same form again, and it reads the same.
func TestTheRepositoryIsFormatted(t *testing.T) {
	root := os.DirFS("../..")
	for _, pattern := range []string{"data/games/*/*.md", "compiler/library/*/*.md", "scenarios/*/*/*.yaml", "scenarios/*.yaml"} {
		names, err := fs.Glob(root, pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(err, pattern)
		}
		for i, name := range names {
			if testing.Short() && i%16 > 0 {
				continue
			}
			text, err := fs.ReadFile(root, name)
			if err != nil {
				t.Fatal(err)
			}
			if got, list := form(name, text); len(list) > 0 || !bytes.Equal(got, text) {
				t.Errorf("%s is not in the form: rulebound fmt %s\n%v", name, name, list)
			}
		}
	}
}

func FuzzFormat(f *testing.F) {
	f.Add("a: { b: 1 }")
	f.Add("a:\n  - b: |\n     x\n  - [c, 'd''e']")
	f.Add("- \"a\\\"\n  b\" # c\n-  - d:  [ ]")
	f.Fuzz(func(t *testing.T, text string) { bounded.Run(t, func() { try(t, text, Document, Page) }) })
}

// formatter is Document or Page, or a wrong one.
type formatter func(name string, text []byte) ([]byte, diag.List)

// try formats a text as a file and as a block of a page: formatting twice is formatting once, and a refused text is unchanged.
func try(t testing.TB, text string, document, page formatter) {
	got, list := document("x.yaml", []byte(text))
	if list.HasErrors() {
		if string(got) != text {
			t.Errorf("%q was refused and changed to %q", text, got)
		}
		return
	}
	if again, list := document("x.yaml", got); list.HasErrors() || !bytes.Equal(again, got) {
		t.Errorf("%q: first %q, then %q, %v", text, got, again, list)
	}
	block := "# 1\n\n```yaml\n" + text + "\n```\n"
	got, list = page("x.md", []byte(block))
	if again, _ := page("x.md", got); !list.HasErrors() && !bytes.Equal(again, got) {
		t.Errorf("%q: first %q, then %q", block, got, again)
	}
}

func TestFuzzTargetFindsWrongFormatters(t *testing.T) {
	longer := func(right formatter) formatter {
		return func(name string, text []byte) ([]byte, diag.List) {
			got, list := right(name, text)
			return append(got, "\n# more\n"...), list
		}
	}
	for what, c := range map[string]struct {
		text           string
		document, page formatter
		want           int
	}{
		"none":                         {"a: { b: 1 }", Document, Page, 0},
		"a line more each time":        {"a: 1", longer(Document), Page, 1},
		"one more in pages":            {"a: 1", Document, longer(Page), 1},
		"what is refused, and changed": {"a: [", longer(Document), Page, 1},
	} {
		if found := bounded.Findings(t, func(t testing.TB) { try(t, c.text, c.document, c.page) }); len(found) != c.want {
			t.Errorf("%s: found %q, want %d", what, found, c.want)
		}
	}
}

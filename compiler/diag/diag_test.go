package diag

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNearFindsMisspeltNames(t *testing.T) {
	names := []string{"tax", "northern-grain", "elk-resources", "influence", "harbor", "climb", "river", "ox", "ax", "loyalty"}
	tests := []struct{ name, want string }{
		{"influnce", "influence"},
		{"infulence", "influence"},
		{"Influence", "influence"},
		{"northern_grain", "northern-grain"},
		{"northern grain", "northern-grain"},
		{"elk-resorces", "elk-resources"},
		{"harborr", "harbor"},
		{"habror", "harbor"},
		{"rver", "river"},
		{"ta", "tax"},
		{"OX", "ox"},
		{"vx", ""},
		{"thunder", ""},
		{"x", ""},
		{"", ""},
		{"harbor", ""},
		{strings.Repeat("a", 100), ""},
	}
	for _, test := range tests {
		if got := Near(test.name, names); got != test.want {
			t.Errorf("near %q is %q, want %q", test.name, got, test.want)
		}
	}
	if got := Near("cap", []string{"map", "cup"}); got != "cup" {
		t.Errorf("of two equally near names %q wins, want the first in order", got)
	}
	for _, names := range [][]string{{"coLour", "Dolour"}, {"Dolour", "coLour"}} {
		if got := Near("colour", names); got != "coLour" {
			t.Errorf("of %v %q is near, want the nearer", names, got)
		}
	}
	long := strings.Repeat("n", maxNearLength)
	for name, want := range map[string]string{long[1:] + "m": long, long + "m": ""} {
		if got := Near(name, []string{long, long + "n"}); got != want {
			t.Errorf("near a name of %d letters is %q, want %q", len(name), got, want)
		}
	}
	if got := Near("b", []string{strings.Repeat("b", 100), ""}); got != "" {
		t.Errorf("a very long or empty name is near: %q", got)
	}
}

func TestListReportsWhetherItHasErrors(t *testing.T) {
	var l List
	if l.HasErrors() || l.Err() != nil {
		t.Error("an empty list has errors")
	}
	l.Warnf(Pos{File: "a.md", Line: 1, Col: 2}, "w", "odd")
	if l.HasErrors() || l.Err() != nil {
		t.Error("a warning is an error")
	}
	l.Errorf(Pos{File: "a.md", Line: 1, Col: 2}, "unknown-name", "unknown name %s", "x").
		Detailf("Did you mean %s?", "y").
		Notef(Pos{File: "a.md", Line: 9}, "defined here")
	if !l.HasErrors() || !errors.As(l.Err(), new(List)) {
		t.Error("an error is none")
	}
	want := "a.md:1:2: warning: odd [w]\na.md:1:2: error: unknown name x [unknown-name]"
	if got := l.Error(); got != want {
		t.Errorf("the list reads\n%s\nwant\n%s", got, want)
	}
	if d := l[1]; d.Detail != "Did you mean y?" || len(d.Context) != 1 {
		t.Errorf("detail and note are lost: %+v", d)
	}
}

func TestSortedIsByPlaceAndReportsACauseOnce(t *testing.T) {
	var l List
	l.Errorf(Pos{File: "b.md", Line: 1, Col: 1}, "c", "four")
	l.Errorf(Pos{File: "a.md", Line: 2, Col: 5}, "c", "three")
	l.Errorf(Pos{File: "a.md", Line: 2, Col: 1}, "c", "two")
	l.Errorf(Pos{File: "a.md", Line: 2, Col: 5}, "c", "three")
	l.Errorf(Pos{}, "c", "one")
	var got []string
	for _, d := range l.Sorted() {
		got = append(got, d.Summary)
	}
	if want := "one two three four"; strings.Join(got, " ") != want {
		t.Errorf("sorted: %v, want %s", got, want)
	}
	if l[0].Summary != "four" || len(l) != 5 {
		t.Error("sorting changed the list")
	}
}

const sample = "# Title\r\n\twhen: tax\u00fc > 3\n\x01x\nlong: " + longLine + "\n"

const longLine = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789HERE" +
	"0123456789012345678901234567890123456789"

func TestWriteShowsTheLineWithACaret(t *testing.T) {
	source := func(file string) []byte {
		if file == "a.md" {
			return []byte(sample)
		}
		return nil
	}
	tests := []struct {
		name string
		d    Diagnostic
		want string
	}{
		{
			"with everything",
			Diagnostic{Summary: "unknown name tax\u00fc", Code: "unknown-name", Detail: "Did you mean tax?\nTracks are declared under tracks.",
				Subject: Pos{"a.md", 2, 8, 12}, Context: []Note{{"called from", Pos{"a.md", 1, 3, 8}}, {"in the library", Pos{File: "x.md", Line: 4}}, {"no place", Pos{}}}},
			"a.md:2:8: error: unknown name tax\u00fc [unknown-name]\n" +
				"     2 | \twhen: tax\u00fc > 3\n" +
				"       | \t      ^^^^\n" +
				"  Did you mean tax?\n" +
				"  Tracks are declared under tracks.\n" +
				"  a.md:1:3: called from\n" +
				"     1 | # Title\n" +
				"       |   ^^^^^\n" +
				"  x.md:4: in the library\n" +
				"  no place\n",
		},
		{
			"without an extent",
			Diagnostic{Severity: Warning, Summary: "odd", Subject: Pos{"a.md", 3, 2, 0}},
			"a.md:3:2: warning: odd\n     3 | \ufffdx\n       |  ^\n",
		},
		{
			"at the end of a line and beyond",
			Diagnostic{Summary: "odd", Subject: Pos{"a.md", 1, 90, 99}},
			"a.md:1:90: error: odd\n     1 | # Title\n       |        ^\n",
		},
		{"beyond the file", Diagnostic{Summary: "odd", Subject: Pos{"a.md", 70, 1, 0}}, "a.md:70:1: error: odd\n"},
		{"in a file that is not there", Diagnostic{Summary: "odd", Subject: Pos{"b.md", 1, 1, 0}}, "b.md:1:1: error: odd\n"},
		{"without a place", Diagnostic{Summary: "odd"}, "error: odd\n"},
		{"in a file as a whole", Diagnostic{Summary: "odd", Subject: Pos{File: "a.md"}}, "a.md: error: odd\n"},
		{"on a line as a whole", Diagnostic{Summary: "odd", Subject: Pos{File: "a.md", Line: 1}}, "a.md:1: error: odd\n     1 | # Title\n"},
	}
	for _, test := range tests {
		var out strings.Builder
		if err := Write(&out, List{test.d}, source); err != nil {
			t.Fatal(err)
		}
		if out.String() != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, out.String(), test.want)
		}
	}
}

func TestLongLineIsTruncatedAroundTheSubject(t *testing.T) {
	var out strings.Builder
	col := strings.Index(longLine, "HERE") + len("long: ") + 1
	l := List{{Summary: "odd", Subject: Pos{"a.md", 4, col, col + 4}}, {Summary: "second"}}
	if err := Write(&out, l, func(string) []byte { return []byte(sample) }); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	here, caret := strings.Index(lines[1], "HERE"), strings.Index(lines[2], "^^^^")
	if here < 0 || here != caret {
		t.Errorf("the caret is not under HERE:\n%s", out.String())
	}
	if len(lines[1]) > maxExcerpt+20 {
		t.Errorf("the excerpt has %d characters", len(lines[1]))
	}
	if !strings.Contains(out.String(), "\n\nerror: second\n") {
		t.Errorf("no blank line between diagnostics:\n%s", out.String())
	}
	if err := Write(&out, l, nil); err != nil {
		t.Error("writing without sources fails")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestWriteReturnsTheErrorOfItsWriter(t *testing.T) {
	if Write(full{}, List{{Summary: "odd"}}, nil) == nil {
		t.Error("no error from a full writer")
	}
}

func TestPlacesAsText(t *testing.T) {
	for want, p := range map[string]Pos{"": {}, "a": {File: "a"}, "a:1": {File: "a", Line: 1}, "a:1:2": {File: "a", Line: 1, Col: 2}} {
		if got := p.String(); got != want {
			t.Errorf("%+v is %q, want %q", p, got, want)
		}
	}
	if p := (Pos{"a", 1, 5, 9}).Offset(3, 2); p != (Pos{"a", 1, 8, 10}) {
		t.Errorf("moved: %+v", p)
	}
	if p := (Pos{"a", 1, 5, 9}).Offset(3, 0); p != (Pos{"a", 1, 8, 0}) {
		t.Errorf("moved: %+v", p)
	}
}

func TestDiagnosticsPerFileAreCutOffWithACount(t *testing.T) {
	var l List
	for i := range 40_000 {
		l.Warnf(Pos{File: "b.md", Line: i + 1, Col: 1}, "w", "odd")
	}
	l.Errorf(Pos{File: "b.md", Line: 50_000, Col: 1}, "e", "wrong")
	l.Errorf(Pos{File: "c.md", Line: 1, Col: 1}, "e", "wrong")
	sorted := l.Sorted()
	if len(sorted) != MaxPerFile+2 {
		t.Fatalf("%d diagnostics", len(sorted))
	}
	if got := sorted[MaxPerFile].Error(); got != "b.md: error: 39951 more in this file [and-more]" {
		t.Errorf("the rest reads %q", got)
	}
}

// The most expensive part is named, with its most expensive line; the lines before the first part are a part, too.
func TestExhaustedBudgetNamesTheMostExpensivePart(t *testing.T) {
	at := func(file string, line int) Pos { return Pos{File: file, Line: line, Col: 3} }
	begins := []Pos{at("b.md", 20), at("a.md", 10), at("b.md", 4)}
	for name, c := range map[string]struct {
		spent         map[Pos]int
		subject, line string
		percent       string
	}{
		"one line":                    {map[Pos]int{at("a.md", 10): 5, at("b.md", 21): 4}, "a.md:10:3", "a.md:10:1", "55% of them here"},
		"many lines":                  {map[Pos]int{at("a.md", 10): 5, at("b.md", 4): 2, at("b.md", 8): 3, at("b.md", 19): 1}, "b.md:4:3", "b.md:8:1", "54% of them here"},
		"the last part":               {map[Pos]int{at("b.md", 19): 5, at("b.md", 20): 3, at("b.md", 90): 3}, "b.md:20:3", "b.md:20:1", "54% of them here"},
		"what stands before any part": {map[Pos]int{at("a.md", 9): 5, at("a.md", 10): 4}, "a.md:9:1", "a.md:9:1", "55% of them here"},
		"of two that are as dear one": {map[Pos]int{at("a.md", 11): 5, at("b.md", 5): 5}, "a.md:10:3", "a.md:11:1", "50% of them here"},
	} {
		b := NewBudget()
		for p, n := range c.spent {
			b.Spend(p, n)
		}
		d := Exhausted{b}.Diagnostic(begins)
		if d.Subject.String() != c.subject || !strings.Contains(d.Summary, c.percent) || len(d.Context) != 1 || d.Context[0].Pos.String() != c.line {
			t.Errorf("%s: %s: %s, %v; want %s, %s, %s", name, d.Subject, d.Summary, d.Context, c.subject, c.percent, c.line)
		}
	}
}

// Spend panics at the step that exceeds the budget; a nil budget is unlimited.
func TestBudgetIsExhaustedAfterItsLastStep(t *testing.T) {
	ends := func(b *Budget, n int) (ended bool) {
		defer func() { ended = recover() != nil }()
		b.Spend(Pos{File: "a.md", Line: 1}, n)
		return false
	}
	b := NewBudget()
	if ends(b, MaxWork-1) || b.Left() != 1 || ends(b, 1) || b.Left() != 0 || !ends(b, 1) || b.Left() != 0 {
		t.Errorf("%d steps are left", b.Left())
	}
	if ends(nil, MaxWork+1) {
		t.Error("no budget ends")
	}
}

func TestSpellerStopsAfterItsLimitOfComparisons(t *testing.T) {
	var s Speller
	names := make([]string, 1000)
	for i := range names {
		names[i] = strings.Repeat("n", 40)
	}
	names[0] = "harbor"
	if got := s.Near("harbr", names); got != "harbor" {
		t.Errorf("the first name is near %q", got)
	}
	for range maxCompared / (40 * len(names)) {
		s.Near("harbr", names)
	}
	if got := s.Near("harbr", names); got != "" {
		t.Errorf("after %d comparisons %q is near", s.compared, got)
	}
}

func TestOverlongNamesAreAbbreviatedInMessages(t *testing.T) {
	name := strings.Repeat("a", 99_999) + "é"
	short := strings.Repeat("a", 80) + "…" + strings.Repeat("a", 78) + "é"
	var l List
	l.Errorf(Pos{}, "twice", "%s is defined twice,\n and  %s as well", name, "b").Detailf("Rename %s now.", name).Notef(Pos{}, "%s stands here", name)
	got := l.Sorted()[0]
	for text, want := range map[string]string{
		got.Summary:         short + " is defined twice,\n and  b as well",
		got.Detail:          "Rename " + short + " now.",
		got.Context[0].Text: short + " stands here",
	} {
		if text != want {
			t.Errorf("%q, want %q", text, want)
		}
	}
	if l[0].Context[0].Text == got.Context[0].Text {
		t.Error("the list itself was changed")
	}
	for _, whole := range []string{strings.Repeat("word ", 100), strings.Repeat("x", 200), "a " + strings.Repeat("x", 200) + " b"} {
		if got := (List{{Summary: whole}}).Sorted()[0].Summary; got != whole {
			t.Errorf("%q became %q", whole, got)
		}
	}
	if got := (List{{Summary: "x" + strings.Repeat("é", 150)}}).Sorted()[0].Summary; !utf8.ValidString(got) || len(got) > 170 {
		t.Errorf("%q", got)
	}
}

func TestUnknownKeySuggestsOrListsTheKeys(t *testing.T) {
	many := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
	for _, test := range []struct {
		name string
		keys []string
		want string
	}{
		{"xyz", []string{"min", "max"}, "; it can have max or min"},
		{"mxa", []string{"min", "max"}, "; did you mean max?"},
		{"maximum", []string{"min", "max"}, "; did you mean max?"},
		{"desc", []string{"description"}, "; did you mean description?"},
		{"order-of-play", []string{"order"}, "; it can have order"}, // it is no abbreviation, because another word follows
		{"if", []string{"do", "where"}, "; a condition is written where:"},
		{"when", []string{"do"}, "; it can have do"},
		{"odd", many, ""},
		{"odd", nil, ""},
	} {
		if got := DidYouMeanKey(test.name, test.keys); got != test.want {
			t.Errorf("%q, keys %v: %q, want %q", test.name, test.keys, got, test.want)
		}
	}
}

package report

import (
	"fmt"
	"strings"
	"testing"
)

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

// shape spells the rows of a diff: = equal, ~ changed, - removed, + added, and the number of lines in a gap.
func shape(s *sides) string {
	var b strings.Builder
	for _, r := range s.Rows {
		switch r.Class {
		case "gap":
			fmt.Fprintf(&b, "(%d)", r.Gap)
		default:
			b.WriteString(map[string]string{"same": "=", "other": "~", "gone": "-", "new": "+"}[r.Class])
		}
	}
	return b.String()
}

func TestEqualTextsHaveNoRows(t *testing.T) {
	if s := sideBySide(numbered(9), numbered(9)); len(s.Rows) != 0 || s.First != -1 {
		t.Errorf("%+v", s)
	}
}

func TestComparisonShowsOnlyLinesNearDifferences(t *testing.T) {
	text := numbered(30)
	for name, test := range map[string]struct {
		before, after, want string
		first               int
	}{
		"a changed line":        {text, strings.Replace(text, "line 15\n", "line xv\n", 1), "(10)====~====(11)", 5},
		"a line that came":      {text, strings.Replace(text, "line 15\n", "line 15\nmore\n", 1), "(11)====+====(11)", 5},
		"a line that went":      {text, strings.Replace(text, "line 15\n", "", 1), "(10)====-====(11)", 5},
		"the first line":        {text, strings.Replace(text, "line 1\n", "line i\n", 1), "~====(25)", 0},
		"the last line":         {text, strings.Replace(text, "line 30\n", "", 1), "(25)====-", 5},
		"two, far apart":        {text, strings.NewReplacer("line 5\n", "v\n", "line 25\n", "xxv\n").Replace(text), "====~====(11)====~====(1)", 4},
		"nothing before":        {"", "one\n", "+", 0},
		"an end that is missed": {"one\ntwo\n", "one\n", "=-", 1},
	} {
		s := sideBySide(test.before, test.after)
		if got := shape(s); got != test.want && !strings.HasPrefix(test.want, "====~====(11)") || s.First != test.first {
			t.Errorf("%s: %s, first %d, want %s, first %d", name, got, s.First, test.want, test.first)
		}
	}
}

func TestRowsOfAComparisonHaveLineNumbers(t *testing.T) {
	s := sideBySide("a\nb\nc\n", "a\nnew\nb\nd\n")
	var got []string
	for _, r := range s.Rows {
		got = append(got, fmt.Sprintf("%d:%d", r.A, r.B))
	}
	if strings.Join(got, " ") != "1:1 0:2 2:3 3:4" {
		t.Errorf("%v", got)
	}
}

func TestLongComparisonIsTruncatedWithACount(t *testing.T) {
	s := sideBySide(strings.Repeat("a\n", 5000), strings.Repeat("b\n", 5000))
	if len(s.Rows) != maxRows || s.Cut != 5000-maxRows {
		t.Errorf("%d rows, %d cut", len(s.Rows), s.Cut)
	}
}

func TestDifferencesWithinALineAreMarked(t *testing.T) {
	for _, test := range [][4]string{
		{"gold 3 (salt)", "gold 4 (salt)", "gold <del>3</del> (salt)", "gold <ins>4</ins> (salt)"},
		{"über", "öber", "<del>ü</del>ber", "<ins>ö</ins>ber"}, // equal last bytes
		{"a→b", "a↓b", "a<del>→</del>b", "a<ins>↓</ins>b"},
		{"<x>", "<xx>", "&lt;x&gt;", "&lt;x<ins>x</ins>&gt;"},
	} {
		if left, right := inLine(test[0], test[1]); string(left) != test[2] || string(right) != test[3] {
			t.Errorf("%s | %s: %s | %s", test[0], test[1], left, right)
		}
	}
}

func TestProseIsComparedWordByWord(t *testing.T) {
	if got := words("It costs 3 gold", "It costs <4> gold now"); got != "It costs <del>3</del> <ins>&lt;4&gt;</ins> gold <ins>now</ins>" {
		t.Error(got)
	}
}

func TestAddressesAreRelative(t *testing.T) {
	for _, test := range [][3]string{
		{"index.html", "book/a/x.html#1", "book/a/x.html#1"},
		{"book/a/x.html", "book/a/x.html#1", "#1"},
		{"book/a/x.html", "book/a/x.html", "x.html"},
		{"book/a/x.html", "book/b/x.html", "../b/x.html"},
		{"book/a/x.html", "cards/a/index.html#c", "../../cards/a/index.html#c"},
		{"scenario/a/1/x.html", "scenario/a/index.html", "../index.html"},
		{"scenario/a/1/x.html", "index.html", "../../../index.html"},
	} {
		if got := relative(test[0], test[1]); got != test[2] {
			t.Errorf("from %s to %s: %s, want %s", test[0], test[1], got, test[2])
		}
	}
}

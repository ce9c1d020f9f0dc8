package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/golden"
	"rulebound/conformance/trace"
)

// lines are the lines of a trace without places.
func lines(text string) []trace.Line {
	var out []trace.Line
	for l := range strings.Lines(text) {
		out = append(out, trace.Line{Text: strings.TrimSuffix(l, "\n")})
	}
	return out
}

// numbered returns numbered lines.
func numbered(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

// A trace that is a prefix of its golden, or the reverse, differs at the first missing line.
func TestDifferenceOfAShorterTraceIsAtTheFirstMissingLine(t *testing.T) {
	for _, c := range []struct{ actual, expected, want string }{
		{"a\nb\n", "a\n", "at line 2\n"}, {"a\n", "a\nb\n", "at line 2\n"}, {"a\n\nb\n", "a\nb\n", "at line 2\n"}, {"a\n\n", "a\n", "at line 2\n"},
		{"a\n", "a\n\n", "at line 2\n"}, {"a\nb\n", "a\nb", "-b (without an end of line)\n+b\n"}, {"", "a\n", "at line 1\n"}, {"a\n", "", "at line 1\n"},
	} {
		if p := golden.Problem("g/1/x", lines(c.actual), c.expected); !strings.Contains(p, c.want) {
			t.Errorf("%q for %q: %s", c.actual, c.expected, p)
		}
	}
}

// 501 lines are too many for a diff, 500 are not. Line numbers are relative to the diff.
func TestDifferenceOfALongTraceBeginsAtTheFirstDifference(t *testing.T) {
	for _, c := range []struct {
		lines int
		whole bool
	}{{500, true}, {501, false}} {
		expected := numbered(1, c.lines)
		actual := strings.Replace(expected, "\n200\n", "\nfirst\n", 1)
		actual = strings.TrimSuffix(actual, fmt.Sprintf("%d\n", c.lines)) + "second\n"
		p := golden.Problem("g/1/x", lines(actual), expected)
		if !strings.Contains(p, "at line 200\n") || !strings.Contains(p, "+first\n") || !strings.Contains(p, "+second\n") {
			t.Errorf("%d lines: %s", c.lines, p)
		}
		header := "@@ -198,5 +198,5 @@"
		if !c.whole {
			header = "@@ -1,5 +1,5 @@" // relative to the diff, which begins two lines before the difference
		}
		if !strings.Contains(p, header) || !strings.Contains(p, " 198\n") || strings.Contains(p, " 197\n") {
			t.Errorf("%d lines: not %s: %s", c.lines, header, p)
		}
	}
}

// A truncated long trace has no lines after the difference, so the lines before it are shown.
func TestDifferenceOfATruncatedLongTraceShowsItsEnd(t *testing.T) {
	p := golden.Problem("g/1/x", lines(numbered(1, 600)), numbered(1, 601))
	if !strings.Contains(p, " 600\n") || !strings.Contains(p, "-601\n") || strings.Contains(p, " 598\n") {
		t.Error(p)
	}
}

// A difference is cut after sixty lines, with the number of further lines.
func TestLongDifferenceIsTruncated(t *testing.T) {
	// Two lines of heading, one of place, 57 of difference.
	whole := golden.Problem("g/1/x", lines(strings.Repeat("a\n", 28)), strings.Repeat("b\n", 29))
	if strings.Contains(whole, "more lines") || strings.Count(whole, "\n") != 1+60 {
		t.Errorf("%d lines: %s", strings.Count(whole, "\n"), whole)
	}
	cut := golden.Problem("g/1/x", lines(strings.Repeat("a\n", 40)), strings.Repeat("b\n", 40))
	if !strings.HasSuffix(cut, "… 23 more lines\n") || strings.Count(cut, "\n") != 62 {
		t.Errorf("%d lines: %s", strings.Count(cut, "\n"), cut)
	}
}

// A missing folder of goldens has no orphans; an unreadable one is an error.
func TestOrphansOfAMissingFolderAreNoneAndOfAnUnreadableOneAnError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "goldens")
	if out, err := golden.Orphans(dir, nil); out != nil || err != nil {
		t.Error(out, err)
	}
	if err := os.WriteFile(dir, []byte("a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := golden.Orphans(filepath.Join(dir, "below"), nil); err == nil {
		t.Error("a folder in a file was read")
	}
}

// A file named like a scenario, but not like its golden, is an orphan.
func TestAFileWithoutTheSuffixIsAnOrphan(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "toy"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := golden.Orphans(dir, []string{"toy"}); err != nil || !slices.Equal(out, []string{"toy"}) {
		t.Error(out, err)
	}
}

func TestGuardTreatsCIZeroAsOff(t *testing.T) {
	err := golden.Guard(func(name string) string { return map[string]string{"CI": "0"}[name] })
	if err != nil {
		t.Error(err)
	}
}

// Removing the last golden of a section removes the empty folders above it, up to the folder of the goldens, but no
// folder with another golden.
func TestEmptyFoldersAreRemovedWithTheirLastGolden(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "goldens")
	if _, err := golden.Rewrite(dir, map[string][]byte{"g/1/a/x": nil, "g/2/y": nil}); err != nil {
		t.Fatal(err)
	}
	there := func(name string) bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	if _, err := golden.Rewrite(dir, map[string][]byte{"g/2/y": nil}); err != nil || there("g/1") || !there("g/2/y.golden") {
		t.Error(err, there("g/1"), there("g/2/y.golden"))
	}
	if _, err := golden.Rewrite(dir, nil); err != nil || there("g") || !there(".") {
		t.Error(err, there("g"), there("."))
	}
}

// Only folders created by a rewrite are removed, and changes are reported in the order of their names.
func TestRewriteKeepsUnrelatedFiles(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, ".goldens-of-mine")
	if err := os.WriteFile(file, []byte("a file"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "other"), 0o755); err != nil {
		t.Fatal(err)
	}
	traces := map[string][]byte{}
	var names []string
	for i := range 9 {
		name := fmt.Sprintf("g/%d/x", i)
		traces[name], names = nil, append(names, name)
	}
	changes, err := golden.Rewrite(filepath.Join(root, "goldens"), traces)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, c := range changes {
		told = append(told, c.Name)
	}
	if !slices.Equal(told, names) {
		t.Error(told)
	}
	for _, name := range []string{file, filepath.Join(root, "other")} {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
}

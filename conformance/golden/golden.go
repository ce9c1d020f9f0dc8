// Package golden stores the traces that scenarios are compared with: their paths, the presentation of differences,
// and rewrites that never leave a golden missing or half-written.
package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"

	"rulebound/compiler/source"
	"rulebound/conformance/trace"
)

// Suffix ends the name of a golden file; goldie appends it too.
const Suffix = ".golden"

// Name returns the path of a scenario's golden below the golden folder, without suffix: <game>/<section>/<scenario>.
func Name(game, id string) string { return path.Join(game, id) }

// Problem describes how a trace differs from its golden: the clause that caused the first differing line, and that
// line with its context. It returns "" if they are equal.
func Problem(name string, trace []trace.Line, expected string) string {
	actual := text(trace)
	if actual == expected {
		return ""
	}
	a, e := split(actual), split(expected)
	line := 0
	for line < len(a) && line < len(e) && a[line] == e[line] {
		line++
	}
	if max(len(a), len(e)) > maxCompared {
		a, e = around(a, line), around(e, line)
	}
	diff, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: e, B: a, FromFile: "golden", ToFile: "trace", Context: 2})
	if err != nil {
		diff = err.Error() + "\n"
	}
	lines := slices.Collect(strings.Lines(diff))
	if len(lines) > maxDiff {
		lines = append(lines[:maxDiff], fmt.Sprintf("… %d more lines\n", len(lines)-maxDiff))
	}
	return fmt.Sprintf("scenario %s: the trace differs from the golden at line %d%s\n%s", name, line+1, cause(trace, line), strings.Join(lines, ""))
}

func text(lines []trace.Line) string { return string(trace.Text(lines)) }

// cause returns the end of a sentence that names the clause of line i of a trace, or of its last line if the trace is shorter.
func cause(trace []trace.Line, i int) string {
	what := ", caused by "
	if i >= len(trace) {
		i, what = len(trace)-1, ", behind a line caused by "
	}
	if i < 0 || trace[i].Place() == "" {
		return ""
	}
	return what + trace[i].Place()
}

// split returns the lines of a text. A last line without a newline differs from the same line with one.
func split(text string) []string {
	lines := slices.Collect(strings.Lines(text))
	if n := len(lines); n > 0 && !strings.HasSuffix(text, "\n") {
		lines[n-1] += " (without an end of line)\n"
	}
	return lines
}

// maxDiff is how many lines of a difference are shown.
const maxDiff = 60

// MaxBytes is the largest size of a golden.
const MaxBytes = 1 << 20

// maxCompared is how many lines after the first difference are compared; the time is quadratic in it.
const maxCompared = 500

// around returns the lines around a difference.
func around(lines []string, first int) []string {
	first = max(0, min(first-2, len(lines)))
	return lines[first:min(len(lines), first+maxCompared)]
}

// ErrMissing is the problem of a scenario without a golden.
var ErrMissing = errors.New("there is no golden")

// Read returns the golden of a name. It refuses, without reading it, anything but a regular file of at most MaxBytes.
// If there is none, the error wraps fs.ErrNotExist.
func Read(dir fs.FS, name string) ([]byte, error) {
	text, err := source.ReadFile(dir, name+Suffix, MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("the golden of scenario %s: %w", name, err)
	}
	return text, nil
}

// Compare compares a trace with its golden in dir. The error wraps ErrMissing if there is none.
func Compare(dir, name string, actual []trace.Line) error {
	expected, err := Read(os.DirFS(dir), name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("scenario %s: %w; rulebound goldens writes it", name, ErrMissing)
	case err != nil:
		return err
	}
	if p := Problem(name, actual, string(expected)); p != "" {
		return errors.New(p)
	}
	return nil
}

// Orphans lists the files in dir that are not the golden of one of the names.
func Orphans(dir string, names []string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && file == dir {
			return fs.SkipAll
		}
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		name, isGolden := strings.CutSuffix(filepath.ToSlash(rel), Suffix)
		if !isGolden || !slices.Contains(names, name) {
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	return out, err
}

// Guard refuses to rewrite goldens where the difference is not reviewed: in continuous integration, or through
// goldie's own switches, which ignore expectations. env looks up an environment variable.
func Guard(env func(string) string) error {
	if ci := env("CI"); ci != "" && ci != "0" && !strings.EqualFold(ci, "false") {
		return errors.New("goldens are not rewritten in continuous integration (CI is set)")
	}
	return NoSwitches(env)
}

// NoSwitches refuses goldie's environment switches, because the suite only compares.
func NoSwitches(env func(string) string) error {
	for _, name := range []string{"GOLDIE_UPDATE", "GOLDIE_CLEAN", "GOLDIE_TEMPLATE"} {
		if env(name) != "" {
			return fmt.Errorf("%s is set: goldens are rewritten by make goldens alone", name)
		}
	}
	return nil
}

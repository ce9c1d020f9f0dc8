package golden_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/golden"
	"rulebound/engine/def"
)

func TestProblemNamesTheClauseOfTheFirstDifferingLine(t *testing.T) {
	if p := golden.Problem("g/1/x", lines("a\n"), "a\n"); p != "" {
		t.Error(p)
	}
	played := lines("a\nb\nd\ne\n")
	for i, rules := range [][]string{{"1-a"}, {"1-b"}, {"1-c", "1-d"}, nil} {
		played[i].At = &def.NodeDef{File: "data/games/g/10-toy.md", Line: int32(i + 7), Rules: rules}
	}
	played[3].At = nil
	for expected, want := range map[string]string{
		"a\nb\nc\n":          "scenario g/1/x: the trace differs from the golden at line 3, caused by 1-c, 1-d (10-toy.md:9)\n",
		"x\nb\nd\ne\n":       "at line 1, caused by 1-a (10-toy.md:7)\n",
		"a\nb\nd\nf\n":       "at line 4\n", // no rule caused it
		"a\nb\nd\ne\nmore\n": "at line 5\n",
	} {
		if p := golden.Problem("g/1/x", played, expected); !strings.Contains(p, want) {
			t.Errorf("lacks %q:\n%s", want, p)
		}
	}
	if p := golden.Problem("g/1/x", played[:2], "a\nb\nd\n"); !strings.Contains(p, "at line 3, behind a line caused by 1-b (10-toy.md:8)\n") || !strings.Contains(p, "-d\n") || !strings.Contains(p, " b\n") {
		t.Error(p)
	}
}

// Goldens outside of the selection are neither written nor removed, even if they differ or are orphans.
func TestRewriteSomeKeepsTheOthers(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "goldens")
	if _, err := golden.Rewrite(dir, map[string][]byte{"g/1/x": []byte("1\n"), "g/1/gone": []byte("1\n"), "g/2/y": []byte("1\n"), "g/2/gone": []byte("1\n")}); err != nil {
		t.Fatal(err)
	}
	traces := map[string][]byte{"g/1/x": []byte("2\n"), "g/2/y": []byte("2\n"), "g/2/z": []byte("2\n")}
	changes, err := golden.RewriteSome(dir, traces, func(name string) bool { return strings.HasPrefix(name, "g/1/") })
	if want := []golden.Change{{Name: "g/1/x", What: "changed"}, {Name: "g/1/gone", What: "removed"}}; err != nil || !slices.Equal(changes, want) {
		t.Errorf("%v %v", changes, err)
	}
	for name, want := range map[string]string{"g/1/x": "2\n", "g/2/y": "1\n", "g/2/gone": "1\n"} {
		if text, err := os.ReadFile(filepath.Join(dir, name+golden.Suffix)); err != nil || string(text) != want {
			t.Errorf("%s: %q %v", name, text, err)
		}
	}
	for _, name := range []string{"g/1/gone", "g/2/z"} {
		if _, err := os.Stat(filepath.Join(dir, name+golden.Suffix)); err == nil {
			t.Errorf("%s is there", name)
		}
	}
}

func TestRewrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "goldens")
	traces := map[string][]byte{"g/1/x": []byte("one\n"), "g/2/y": []byte("two\n")}
	changes, err := golden.Rewrite(dir+"/", traces)
	if err != nil || len(changes) != 2 || changes[0] != (golden.Change{Name: "g/1/x", What: "new"}) || !strings.HasPrefix(changes[1].Name, "g/2/") {
		t.Fatal(changes, err)
	}
	if err := golden.Compare(dir, "g/2/y", lines("two\n")); err != nil {
		t.Error(err)
	}
	delete(traces, "g/2/y")
	traces["g/1/x"] = []byte("other\n")
	changes, err = golden.Rewrite(dir, traces)
	if err != nil || len(changes) != 2 || changes[0].What != "changed" || changes[1].What != "removed" {
		t.Fatal(changes, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "g", "2")); err == nil {
		t.Error("an empty folder is left")
	}
	if changes, err := golden.Rewrite(dir, traces); err != nil || len(changes) != 0 {
		t.Error("a second time changes nothing", changes, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(dir), ".*")); len(left) != 0 {
		t.Error("left behind", left)
	}
}

func TestRewriteRefusesFoldersWithOtherFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := golden.Rewrite(dir, map[string][]byte{"g/1/x": nil}); err == nil {
		t.Error("a foreign file would be lost")
	}
	if orphans, err := golden.Orphans(dir, nil); err != nil || len(orphans) != 1 || orphans[0] != "notes.txt" {
		t.Error(orphans, err)
	}
}

func TestGuard(t *testing.T) {
	for _, c := range []struct {
		name, value string
		refused     bool
	}{{"CI", "true", true}, {"CI", "1", true}, {"CI", "false", false}, {"GOLDIE_UPDATE", "1", true}, {"GOLDIE_CLEAN", "x", true}, {"GOLDIE_TEMPLATE", "1", true}, {"HOME", "/", false}} {
		err := golden.Guard(func(name string) string {
			if name == c.name {
				return c.value
			}
			return ""
		})
		if (err != nil) != c.refused {
			t.Errorf("%s=%s: %v", c.name, c.value, err)
		}
	}
}

// A golden that is too long is not read.
func TestLongGoldenIsComparedInBoundedTime(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "toy.golden")
	if err := os.WriteFile(file, bytes.Repeat([]byte("a\nb\n"), golden.MaxBytes/4), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := golden.Compare(dir, "toy", lines(strings.Repeat("b\na\n", golden.MaxBytes/4))); err == nil || !strings.Contains(err.Error(), "differs from the golden at line 1") {
		t.Errorf("%.200v", err)
	}
	if err := os.WriteFile(file, make([]byte, golden.MaxBytes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := golden.Compare(dir, "toy", nil); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("%.200v", err)
	}
}

// A golden of a gigabyte is not read; a rewrite replaces it.
func TestOversizedGoldenIsNotRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "goldens")
	file := filepath.Join(dir, "g", "toy.golden")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, nil, 0o644), os.Truncate(file, 1<<30)); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(1, func() {
		if err := golden.Compare(dir, "g/toy", nil); err == nil || !strings.Contains(err.Error(), "the golden of scenario g/toy: the file is too long") {
			t.Errorf("%.200v", err)
		}
	}); n > 100 {
		t.Errorf("%.0f allocations", n)
	}
	changes, err := golden.Rewrite(dir, map[string][]byte{"g/toy": []byte("a\n")})
	if err != nil || len(changes) != 1 || changes[0].What != "changed" {
		t.Errorf("%v, %v", changes, err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/dev/zero", file); err != nil {
		t.Skip(err)
	}
	if _, err := golden.Rewrite(dir, map[string][]byte{"g/toy": nil}); err == nil || !strings.Contains(err.Error(), "it is a link") {
		t.Errorf("%.200v", err)
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

func TestFmtCountsDiagnosticsOfAFileBeyondTheLimit(t *testing.T) {
	page := filepath.Join(t.TempDir(), "1.md")
	if err := os.WriteFile(page, []byte("# 1\n"+strings.Repeat("\n- **1.1000-a** One may.\n", 3*diag.MaxPerFile)), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call("fmt", "--check", page); code != exitFailed || strings.Count(errs, "[clause-id]") != diag.MaxPerFile || !strings.Contains(errs, "more in this file") {
		t.Errorf("%d, %d diagnostics: %.500s", code, strings.Count(errs, "[clause-id]"), errs)
	}
}

func TestFmt(t *testing.T) {
	root := t.TempDir()
	page, scenario, broken := filepath.Join(root, "data/games/toy/1.md"), filepath.Join(root, "scenarios/toy/1/a.yaml"), filepath.Join(root, "broken.yaml")
	is, want := "# 1\n\n```yaml\na: { b: 1 }\n```\n", "# 1\n\n```yaml\na: {b: 1}\n```\n"
	for name, text := range map[string]string{page: is, scenario: "a: [ 1 ]\n", filepath.Join(root, "scenarios/toy/1/.a.yaml"): "a: [ 1 ]\n", broken: "a: [ 1\n"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err == nil {
			err = os.WriteFile(name, []byte(text), 0o640)
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	try := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(append([]string{"fmt", "-C", root}, args...), &out, &errs); code != want {
			t.Errorf("%v: exit code %d\n%s%s", args, code, &out, &errs)
		}
		return out.String() + errs.String()
	}
	text := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if out := try(exitFailed, "-check"); out != page+"\n"+scenario+"\n" || text(page) != is {
		t.Errorf("check: %s", out)
	}
	if out := try(exitOK, "-diff", page); !strings.Contains(out, "-a: { b: 1 }\n+a: {b: 1}\n") || text(page) != is {
		t.Errorf("diff: %s", out)
	}
	if out := try(exitOK); out != page+"\n"+scenario+"\n" || text(page) != want || text(scenario) != "a: [1]\n" {
		t.Errorf("fmt: %s", out)
	}
	if info, err := os.Stat(page); err != nil || info.Mode().Perm() != 0o640 {
		t.Error(info.Mode(), err)
	}
	if out := try(exitOK, "-check"); out != "" {
		t.Errorf("a second time: %s", out)
	}
	if out := try(exitFailed, broken, scenario); !strings.Contains(out, "broken.yaml:1:4") || text(broken) != "a: [ 1\n" {
		t.Errorf("broken: %s", out)
	}
	try(exitUsage, filepath.Join(root, "data/games/toy/1.txt"), "-check", "-nonsense")
	try(exitFailed, filepath.Join(root, "nowhere"))
}

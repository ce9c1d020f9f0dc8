package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckShowsWarningsAndSucceeds(t *testing.T) {
	unused := strings.Replace(rulebook, "do:\n", "do:\n    - let: {$n: 1}\n", 1)
	root := repository(t, map[string]string{"data/games/toy/10.md": unused})
	for format, want := range map[string]string{
		"text":        "data/games/toy/10.md:11:13: warning: nothing uses $n [unused-binding]",
		"json":        `"severity": "warning",`,
		"annotations": "::warning file=data/games/toy/10.md,line=11,col=13,endColumn=14,title=unused-binding::nothing uses $n",
	} {
		if code, out, errs := call("check", "-C", root, "-format", format); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: %d %s %s", format, code, out, errs)
		}
	}
}

func TestCheckFailsOnAnError(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": strings.Replace(rulebook, "by: red", "by: rde", 1)})
	if code, out, _ := call("check", "-C", root); code != exitFailed || !strings.Contains(out, "error: unknown name rde; did you mean red? [unknown-name]") {
		t.Errorf("%d %s", code, out)
	}
}

func TestAFolderMayHaveBracketsInItsName(t *testing.T) {
	root := filepath.Join(t.TempDir(), "games [old]")
	file := filepath.Join(root, "data", "games", "toy", "10.md")
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(rulebook), 0o644)); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := call("check", "-C", root); code != exitOK || !strings.Contains(out, "1 game, 0 diagnostics") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if code, _, errs := call("conformance", "-C", root); code != exitFailed || !strings.Contains(errs, "no scenario was played") {
		t.Errorf("without a scenario: %d %s", code, errs)
	}
}

func TestUnknownNamesAndStrayFilesAreErrors(t *testing.T) {
	root := repository(t, nil)
	for _, args := range [][]string{{"coverage", "-clauses", "77"}, {"mutate", "-game", "chess"}, {"compile", "chess"}} {
		if code, out, errs := call(append(args, "-C", root)...); code == exitOK || errs == "" {
			t.Errorf("%q: %d %s %s", args, code, out, errs)
		}
	}
	for _, name := range []string{"scenarios/toy/.old/rest.yaml", "scenarios/toy/9.1/...yaml", "scenarios/toy/rest.yaml"} {
		root := repository(t, map[string]string{name: script})
		if code, _, errs := call("conformance", "-C", root); code == exitOK || !strings.Contains(errs, name) && !strings.Contains(errs, "scenarios/toy/.old") {
			t.Errorf("%s: %d %s", name, code, errs)
		}
	}
}

func TestCheckStrictTreatsWarningsAsErrors(t *testing.T) {
	loop := strings.Replace(rulebook, "do:\n", "do:\n    - let: {$n: 1}\n", 1)
	root := repository(t, map[string]string{"data/games/toy/10.md": loop})
	code, out, _ := call("check", "-C", root, "-strict")
	if code != exitFailed || !strings.Contains(out, "data/games/toy/10.md:11:13: error: nothing uses $n [unused-binding]") {
		t.Errorf("%d %s", code, out)
	}
	if code, out, _ := call("check", "-C", repository(t, nil), "-strict"); code != exitOK {
		t.Errorf("%d %s", code, out)
	}
}

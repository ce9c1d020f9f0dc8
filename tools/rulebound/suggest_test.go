package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// digging has a numbered heading, and two places that no scenario reaches.
var digging = strings.Replace(counting, "# Toy", "# 9.1 Toy", 1)

// A suggestion is printed with its file name, or written below a folder, but never over another file.
func TestSuggestPrintsOrWritesScenarios(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": digging})
	code, out, errs := call("suggest", "-C", root, "-work", "20")
	for _, part := range []string{"# scenarios/toy/9.1/10-15-never-true.yaml\n", "version: 1\n", "if, never true (9.1-a)", "gold: 6", "# expect:\n"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is missing: %d\n%s\n%s", part, code, out, errs)
		}
	}
	if code != exitOK || !strings.Contains(errs, "places shown, by") {
		t.Errorf("%d\n%s", code, errs)
	}
	if err := os.MkdirAll(filepath.Join(root, "schemas"), 0o755); err == nil {
		err = os.WriteFile(filepath.Join(root, "schemas/scenario.schema.json"), []byte("{}"), 0o644)
		if err != nil {
			t.Fatal(err)
		}
	}
	to := t.TempDir()
	code, out, errs = call("suggest", "-C", root, "-work", "20", "-section", "9.1", "-o", to)
	name, _, _ := strings.Cut(out, "\n")
	if code != exitOK || !strings.HasPrefix(name, filepath.Join(to, "scenarios", "toy")) || !exists(name, "") {
		t.Errorf("%d\n%s\n%s", code, out, errs)
	}
	namesItsSchema(t, name, "# Found by search.")
	if code, _, errs := call("suggest", "-C", root, "-work", "20", "-o", to); code != exitFailed || !strings.Contains(errs, "already exists: name an empty folder") {
		t.Errorf("a second time: %d\n%s", code, errs)
	}
}

func TestSuggestForAPlaceAClauseAndASurvivor(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": digging})
	for name, args := range map[string][]string{
		"a place":     {"-at", "10.md:15"},
		"a clause":    {"-clause", "9.1-a"},
		"a survivor":  {"-survivors"},
		"by its game": {"-game", "toy", "-seed", "7"},
	} {
		if code, out, errs := call(append([]string{"suggest", "-C", root, "-work", "20"}, args...)...); code != exitOK || !strings.Contains(out, "game: toy\n") {
			t.Errorf("%s: %d\n%s\n%s", name, code, out, errs)
		}
	}
}

func TestSuggestRefusesUnknownTargets(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": digging})
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"-section", "9.2"}, exitFailed, "no rulebook has a section or clause 9.2; did you mean 9.1"},
		{[]string{"-section", "elsewhere"}, exitFailed, "`rulebound coverage` lists them"},
		{[]string{"-clause", "9.1-b"}, exitFailed, "no rulebook has a clause 9.1-b; did you mean 9.1-a?"},
		{[]string{"-at", "10.md:1"}, exitFailed, "nothing is open at 10.md:1: name a place that `rulebound coverage --section` lists"},
		{[]string{"-game", "chess"}, exitFailed, "there is no game chess in data/games: there is toy"},
		{[]string{"-work", "0"}, exitUsage, "at least 1"},
		{[]string{"-clause", "9.1-a", "-section", "9.1"}, exitUsage, "leave out --section"},
		{[]string{"-at", "10.md:15", "-survivors"}, exitUsage, "use --section"},
		{[]string{"-json", "-o", "x"}, exitUsage, "[json output] were all set"},
		{[]string{"9.1"}, exitUsage, "unexpected argument"},
	} {
		if code, _, errs := call(append([]string{"suggest", "-C", root}, test.args...)...); code != test.code || !strings.Contains(errs, test.says) {
			t.Errorf("%q: %d\n%s", test.args, code, errs)
		}
	}
}

// A failing scenario covers nothing, so that everything would seem uncovered.
func TestSuggestRequiresPassingScenarios(t *testing.T) {
	root := repository(t, map[string]string{"scenarios/toy/9.1/sleep.yaml": strings.Replace(script, "over: true", "seat: red", 1)})
	if code, _, errs := call("suggest", "-C", root); code != exitFailed || !strings.Contains(errs, "put that in order first") {
		t.Errorf("%d\n%s", code, errs)
	}
}

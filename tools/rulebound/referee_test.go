package main

// These tests record a game of the repository and check its log.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/listing"
	"rulebound/judge/referee"
)

const repositoryRoot = "../.."

func TestRefereeFindsEveryStepOfARecordedGame(t *testing.T) {
	code, log, errs := call("log", "-C", repositoryRoot, "-game", "tidelands", "-scenario", "regatta", "-seed", "3", "-steps", "4")
	if code != exitOK {
		t.Fatalf("%d %s", code, errs)
	}
	file := filepath.Join(t.TempDir(), "own.jsonl")
	if err := os.WriteFile(file, []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := call("referee", "-C", repositoryRoot, "-game", "tidelands", "-json", "-time", "0s", file)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != exitOK || len(lines) != strings.Count(log, "\n")-2 {
		t.Fatalf("%d, %d lines: %s", code, len(lines), errs)
	}
	for i, line := range lines {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil || r["verdict"] != "found" || r["n"] != float64(i+1) || r["game"] != "tidelands-regatta-3" {
			t.Errorf("%s: %v", line, err)
		}
	}
	code, out, errs = call("referee", "-C", repositoryRoot, "-game", "tidelands", "-time", "0s", "-scenario", "1", file)
	if code != exitOK || !strings.Contains(out, "title: \"To be written - tidelands-regatta-3, step 1\"\n") || !strings.Contains(out, "\nexpect:\n") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if code, _, errs = call("referee", "-C", repositoryRoot, "-game", "tidelands", "-scenario", "99", file); code != exitFailed || !strings.Contains(errs, "has no step 99; its steps are 1 to") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs = call("referee", "-C", repositoryRoot, "-game", "tidelands", "-scenario", "1", file, file); code != exitUsage || !strings.Contains(errs, "--scenario is for one log") {
		t.Errorf("%d %s", code, errs)
	}
	if code, out, _ = call("referee", "-C", repositoryRoot, file); code != exitOK || !strings.HasPrefix(out, "1 game, ") || !strings.HasSuffix(out, "0 of them open\n") {
		t.Errorf("%d %s", code, out)
	}
	code, out, _ = call("referee", "-C", repositoryRoot, "-game", "tidelands", "-time", "0s", "-log-nodes", "1", file)
	spent := strings.Count(out, "the nodes for the whole log are spent")
	if code != exitOK || spent < len(lines)/2 || !strings.Contains(out, fmt.Sprintf("\nnot searched to the end: %d steps, for the 1 nodes of a log were spent; --log-nodes N sets", spent)) {
		t.Errorf("%d %s", code, out)
	}
}

func TestAlteredLogIsNotFoundAndMalformedLogIsRefused(t *testing.T) {
	_, log, _ := call("log", "-C", repositoryRoot, "-game", "tidelands", "-scenario", "regatta", "-seed", "3", "-steps", "2")
	file := filepath.Join(t.TempDir(), "own.jsonl")
	lines := strings.Split(log, "\n")
	lines[2] = strings.Replace(lines[2], `"chest":`, `"chest":1`, 1) // ten more, or a hundred
	lines = lines[:3]
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	unchanged := filepath.Join(t.TempDir(), "unchanged.jsonl")
	if err := os.WriteFile(unchanged, []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	// two logs are judged concurrently
	if code, out, errs := call("referee", "-C", repositoryRoot, "-game", "tidelands", "-nodes", "500", file, unchanged); code != exitOK ||
		strings.Count(out, "open ") != 1 || !strings.Contains(out, "open tidelands-regatta-3/1 ") {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := call("referee", "-C", repositoryRoot, "-game", "tidelands", file); code != exitFailed || !strings.Contains(errs, "own.jsonl:1: this is no JSON") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs := call("referee", "-C", repositoryRoot); code != exitUsage || !strings.Contains(errs, "name the logs") {
		t.Errorf("%d %s", code, errs)
	}
}

func TestDeviationsOfTheRepositoryLoad(t *testing.T) {
	c := newEnv(nil, io.Discard, io.Discard)
	c.dir = repositoryRoot
	games, err := corpus.Games(c.files())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range games {
		groups, err := c.groups(id)
		if err != nil {
			t.Fatal(err)
		}
		if len(groups) == 0 {
			continue
		}
		g, err := corpus.OpenRules(c.files(), id)
		if err != nil {
			t.Fatal(err)
		}
		var every []referee.Allowance
		known := map[string]bool{}
		for _, x := range groups {
			for _, clause := range x.Clauses {
				if !slices.ContainsFunc(g.Book.Clauses, func(k source.Clause) bool { return k.ID == clause }) {
					t.Errorf("%s: %s departs from %s, which is not a clause", g.ID, x.ID, clause)
				}
			}
			if len(x.Allow) == 0 && len(x.Steps) == 0 {
				t.Errorf("%s: %s neither allows anything nor lists a step", g.ID, x.ID)
			}
			for _, a := range x.Allow {
				if text := fmt.Sprintf("%s %s %s %v %v %v %s", a.Clause, a.Page, a.Says, a.Decisions, a.Actions, a.Omits, a.Node); !known[text] {
					known[text], every = true, append(every, a)
				}
			}
		}
		if _, err := c.newReferee(g, nil, every); err != nil { // all at once: as strict as each alone, and faster
			t.Errorf("%s: %v", g.ID, err)
		}
	}
}

func TestLogRequiresAtLeastOneStep(t *testing.T) {
	for _, steps := range []string{"0", "-5"} {
		if code, out, errs := call("log", "-C", repositoryRoot, "-game", "tidelands", "-scenario", "regatta", "-steps", steps); code != exitUsage || !strings.Contains(errs, "--steps is") {
			t.Errorf("%d %s %s", code, out, errs)
		}
	}
}

func TestEndlessAllowancesAreRefused(t *testing.T) {
	_, log, _ := call("log", "-C", repositoryRoot, "-game", "tidelands", "-scenario", "regatta", "-seed", "3", "-steps", "2")
	file := filepath.Join(t.TempDir(), "own.jsonl")
	if err := os.WriteFile(file, []byte(log), 0o644); err != nil {
		t.Fatal(err)
	}
	endless := filepath.Join(t.TempDir(), "allow.yaml")
	if err := os.WriteFile(endless, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(endless, 1<<40); err != nil { // more than any memory, but a sparse file
		t.Skip(err)
	}
	if code, _, errs := call("referee", "-C", repositoryRoot, "-game", "tidelands", "-allow", endless, file); code != exitFailed || !strings.Contains(errs, "longer than 256 KiB") {
		t.Errorf("%d %s", code, errs)
	}
}

func TestRefereeFailureHasNoTotals(t *testing.T) {
	_, log, _ := call("log", "-C", repositoryRoot, "-game", "tidelands", "-scenario", "regatta", "-seed", "3", "-steps", "2")
	folder := t.TempDir()
	file, allow := filepath.Join(folder, "own.jsonl"), filepath.Join(folder, "allow.yaml")
	if err := errors.Join(os.WriteFile(file, []byte(log), 0o644), os.WriteFile(allow, []byte("- {page: nowhere.md, says: a, reads: b}\n"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := call("referee", "-C", repositoryRoot, "-game", "tidelands", "-allow", allow, file); code != exitFailed || out != "" || !strings.Contains(errs, "page nowhere.md") {
		t.Errorf("%d %q %q", code, out, errs)
	}
}

// Layouts and deviations are regular files of bounded size, as all lists beside scenarios: links to devices and endless
// files are refused.
func TestSizeOfLayoutAndDeviationsIsBounded(t *testing.T) {
	for what, c := range map[string]struct {
		make func(name string) error
		want string
	}{
		"a link":   {func(name string) error { return os.Symlink("/dev/zero", name) }, "it is a link"},
		"a folder": {func(name string) error { return os.Mkdir(name, 0o755) }, "it is a folder; put a file there"},
		"too long": {func(name string) error { return os.WriteFile(name, make([]byte, listing.MaxBytes+1), 0o600) }, "too long"},
	} {
		root := repository(t, nil)
		all, err := corpus.Open(os.DirFS(root))
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{corpus.Referee, corpus.Deviations} {
			if err := c.make(filepath.Join(root, corpus.ScenariosDir, "toy"+end)); err != nil {
				t.Fatal(err)
			}
		}
		cmd := &env{dir: root}
		_, err = cmd.newReferee(all.Games[0], nil, nil)
		_, odd := cmd.groups("toy")
		for _, err := range []error{err, odd} {
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "scenarios/toy.") {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

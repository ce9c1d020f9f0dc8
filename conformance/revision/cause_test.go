package revision

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
)

const rest = `version: 1
title: Rest
game: toy
rules: [9.1-a]
expect: {asked: {over: true}, state: {gold: 9}}
`

// files are a repository: the toy game with a scenario and its current golden.
func files(t *testing.T, page string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{"data/games/toy/10.md": {Data: []byte(strings.ReplaceAll(page, "~~~", "```"))}, "scenarios/toy/9.1/rest.yaml": {Data: []byte(rest)}}
	out["goldens/toy/9.1/rest.golden"] = &fstest.MapFile{Data: plays(t, out)[0].Trace()}
	return out
}

func plays(t *testing.T, fsys fs.FS) []*corpus.Play {
	t.Helper()
	c, err := corpus.Open(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return c.Play()
}

func sub(t *testing.T, fsys fs.FS) fs.FS {
	t.Helper()
	goldens, err := fs.Sub(fsys, corpus.GoldensDir)
	if err != nil {
		t.Fatal(err)
	}
	return goldens
}

// A cause names what was changed and nothing else: not the clause that the scenario is about, and not what only moved.
func TestCauseNamesOnlyChangedClausesAndDeclarations(t *testing.T) {
	for _, c := range []struct{ name, was, is, want string }{
		{"a statement", "gain: {gold: 2}", "gain: {gold: 3}", "changed since HEAD: 9.1-a (10.md:21). 1 of 1 scenarios differ"},
		{"a statement that moved, too", "# Toy\n\n- **9.1-a** Gold.\n\n  ~~~yaml\n", "# Toy\n\nProse.\n\n- **9.1-a** Gold.\n\n  ~~~yaml\n", ""},
		{"a declaration", "amount: 2", "amount: 3", "changed since HEAD: pay wages. 1 of 1 scenarios differ"},
		{"a statement that is gone", "      - gain: {gold: 2}\n", "", "changed since HEAD: 9.1-a (10.md:19). 1 of 1 scenarios differ"},
	} {
		if !strings.Contains(toy, c.was) {
			t.Fatal("the test is stale")
		}
		then := files(t, toy)
		now := plays(t, files(t, strings.Replace(toy, c.was, c.is, 1)))
		cause := ExplainFiles(sub(t, then), then, "HEAD", now)
		switch {
		case c.want == "":
			if cause != nil {
				t.Errorf("%s: %v", c.name, cause)
			}
		case cause == nil || !strings.HasPrefix(cause.String(), c.want) || !strings.HasSuffix(cause.String(), "Shortest: toy/9.1/rest"):
			t.Errorf("%s: %v, want %s", c.name, cause, c.want)
		}
	}
}

// A clause that is gone with its statements is named with the place it had; one that has statements left, with the place of these.
func TestCauseNamesDeletedClauses(t *testing.T) {
	const more = "\n- **9.1-b** More gold.\n\n  ~~~yaml\n  procedures:\n  - {id: more, do: [{gain: {gold: 1}}]}\n  ~~~\n"
	then := files(t, strings.Replace(toy, "    - over: {}", "    - more: {}\n    - over: {}", 1)+more)
	cause := ExplainFiles(sub(t, then), then, "HEAD", plays(t, files(t, toy)))
	if cause == nil || !strings.HasPrefix(cause.String(), "changed since HEAD: 9.1-a (10.md:16), 9.1-b (was 10.md:37). 1 of 1 scenarios differ") {
		t.Error(cause)
	}
}

// A statement below no clause is named by its word; a scenario that was not there is named, too.
func TestCauseNamesStatementsWithoutClauseAndNewScenarios(t *testing.T) {
	page := strings.Replace(toy, "- **9.1-a** Gold.\n", "- **9.1-a** Gold.\n\n# Notes\n", 1)
	then := files(t, page)
	delete(then, "scenarios/toy/9.1/rest.yaml")
	present := files(t, strings.Replace(page, "gain: {gold: 2}", "gain: {gold: 3}", 1))
	cause := ExplainFiles(sub(t, then), then, "HEAD", plays(t, present))
	if cause == nil || !strings.HasPrefix(cause.String(), "changed since HEAD: gain (10.md:23), scenario 9.1/rest. 1 of 1 scenarios differ") {
		t.Error(cause)
	}
}

func TestHeadOfARepository(t *testing.T) {
	root := t.TempDir()
	if got := Head(root); got != "" {
		t.Errorf("%q is the head of a folder without git", got)
	}
	commit := commitOf(t, root, 1, 0)
	runGit(t, root, nil, "update-ref", "HEAD", commit)
	if got := Head(root); got == "" || !strings.HasPrefix(commit, strings.TrimSuffix(got, "-dirty")) {
		t.Errorf("%q is the head, want %s", got, commit)
	}
}

func TestCauseNamesChangedScenarios(t *testing.T) {
	then := files(t, toy)
	changed := files(t, toy)
	changed["scenarios/toy/9.1/rest.yaml"].Data = []byte(strings.Replace(rest, "gold: 9", "gold: 7", 1))
	cause := ExplainFiles(sub(t, then), then, "HEAD", plays(t, changed))
	if cause == nil || !strings.HasPrefix(cause.String(), "changed since HEAD: scenario 9.1/rest. 0 of 1 scenarios differ, 1 contradict their expectation.") {
		t.Error(cause)
	}
}

func TestCauseOutsideTheRulebookIsReported(t *testing.T) {
	then := files(t, toy)
	now := plays(t, then)
	then["goldens/toy/9.1/rest.golden"].Data = []byte("trace 0\n")
	if cause := ExplainFiles(sub(t, then), then, "HEAD", now); cause == nil || !strings.HasPrefix(cause.String(), "no rule was changed since HEAD: the engine, the compiler or the trace was. 1 of 1") {
		t.Error(cause)
	}
	unknown := &Cause{Since: "HEAD", Unknown: errors.New("git says \"no\""), Total: 1682, Differ: 13, Contradict: 3, Shortest: "toy/6.2/casualties"}
	if got, want := unknown.String(), `what changed since HEAD is unknown: git says "no". 13 of 1,682 scenarios differ, 3 contradict their expectation. Shortest: toy/6.2/casualties`; got != want {
		t.Error(got)
	}
	if cause := Explain(t.TempDir(), "HEAD", nil); cause != nil {
		t.Error(cause)
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// All variants of conformance and coverage fail, unless the list of gaps explains the clause.
func TestAClauseWithoutAScenarioIsAFailure(t *testing.T) {
	root := twoFolders(t, sleeping)
	if code, out, errs := call("goldens", "-C", root); code != exitOK {
		t.Fatal(out, errs)
	}
	commands := [][]string{{"conformance"}, {"coverage"}, {"coverage", "-json"}, {"coverage", "-section", "9.2"}, {"coverage", "-section", "9"}, {"coverage", "-clauses", "9.1"}}
	all := func(when string, want int, text string) {
		t.Helper()
		for _, args := range commands {
			if code, out, errs := call(append(args, "-C", root)...); code != want || !strings.Contains(out+errs, text) {
				t.Errorf("%s, %v: %d, want %d and %q: %s %s", when, args, code, want, text, out, errs)
			}
		}
	}
	all("with all scenarios", exitOK, "")
	for _, name := range []string{"scenarios/toy/9.2/sleep.yaml", "goldens/toy/9.2/sleep.golden"} {
		if err := os.Remove(filepath.Join(root, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	all("without the scenario", exitFailed, "data/games/toy/10.md:19:5: no scenario covers clause 9.2-a")
	if code, out, errs := call("coverage", "-C", root, "-section", "9.1"); code != exitOK {
		t.Errorf("of another section: %d %s %s", code, out, errs)
	}
	put(t, root, "scenarios/toy.gaps.yaml", "clauses:\n- rules: [9.2-a]\n  why: Nothing of it can be changed.\n")
	all("where only a change is explained", exitFailed, "no scenario covers clause 9.2-a")
	put(t, root, "scenarios/toy.gaps.yaml", "unplayed:\n- rules: [9.2-a]\n  why: It speaks of the dark.\n")
	all("explained", exitOK, "")
	put(t, root, "scenarios/toy.gaps.yaml", "unplayed:\n- rules: [9.2-a, 9.1-a, 9.3-a]\n  why: It speaks of the dark.\n")
	all("a stale explanation", exitFailed, "scenarios/toy.gaps.yaml: unplayed names clause 9.1-a, but a scenario covers it")
	all("an explanation of no clause", exitFailed, "unplayed names clause 9.3-a")
}

// The command fails, but the other scenarios are played, counted and printed.
func TestBrokenScenarioDoesNotStopTheOthers(t *testing.T) {
	root := twoFolders(t, sleeping)
	if code, out, errs := call("goldens", "-C", root); code != exitOK {
		t.Fatal(out, errs)
	}
	put(t, root, "scenarios/toy/9.2/sleep.yaml", "version: 1\n")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"conformance"}, exitFailed, "ok   toy/9.1: 1 scenario\n"},
		{[]string{"conformance"}, exitFailed, "1 scenario, 0 problems, and others that cannot be read\n"},
		{[]string{"coverage"}, exitFailed, "toy: coverage by rule section, 1 scenario\n"},
		{[]string{"coverage", "-section", "9.1"}, exitFailed, "9.1/rest"},
		{[]string{"goldens", "-print", "9.1/rest"}, exitOK, "red act: rest\n"},
		{[]string{"goldens", "-print", "9.2/sleep"}, exitFailed, ""},
		{[]string{"goldens"}, exitFailed, ""},
	} {
		code, out, errs := call(append(c.args, "-C", root)...)
		if code != c.code || !strings.Contains(out, c.want) || (code == exitFailed) != strings.Contains(errs, "the scenario lacks title") || strings.Contains(out, "belongs to no scenario") {
			t.Errorf("%v: %d %s %s", c.args, code, out, errs)
		}
	}
}

// Commands that accept sections below it accept it, and also a card whose sides are clauses. Goldens are in the folders
// of sections.
func TestSectionWithoutHeadingIsKnown(t *testing.T) {
	t.Setenv("CI", "")
	page := strings.NewReplacer("# Toy", "# 3.3.1 Toy", "- **9.1-a**", "- **nap-7-long** A nap may be long.\n- **nap-7-short** A nap may be short.\n- **3.3.1-a**").Replace(rulebook)
	root := repository(t, map[string]string{"data/games/toy/10.md": page,
		"scenarios/toy/3.3.1/rest.yaml": strings.NewReplacer("9.1-a", "3.3.1-a, nap-7-long, nap-7-short", "{asked", "{rules: [nap-7-long, nap-7-short], asked").Replace(script)})
	if err := os.RemoveAll(filepath.Join(root, "scenarios/toy/9.1")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		section         string
		goldens, others int
	}{
		{"3.3.1", exitOK, exitOK}, {"3.3", exitOK, exitOK}, {"3", exitOK, exitOK}, {"3.4", exitFailed, exitFailed}, {"3.3.", exitFailed, exitFailed},
		{"3.3.1-a", exitFailed, exitOK}, {"nap-7", exitFailed, exitOK}, {"nap-7-long", exitFailed, exitOK}, {"nap-70", exitFailed, exitFailed}, {"na", exitFailed, exitFailed},
	} {
		for _, args := range [][]string{{"goldens"}, {"coverage"}, {"mutate"}, {"suggest", "-work", "1"}} {
			want := c.others
			if args[0] == "goldens" {
				want = c.goldens
			}
			if code, out, errs := call(append(args, "-C", root, "-section", c.section)...); code != want {
				t.Errorf("%v -section %s: %d, want %d: %s %s", args, c.section, code, want, out, errs)
			}
		}
	}
}

// It is also one problem.
func TestGameWithoutScenariosIsOneLineOfCoverage(t *testing.T) {
	t.Setenv("CI", "")
	root := repository(t, map[string]string{"data/games/new/10.md": strings.ReplaceAll(rulebook, "id: toy, title: Toy", "id: new, title: New") + "- **9.1-b** One may not.\n"})
	if code, out, errs := call("goldens", "-C", root); code != exitOK {
		t.Fatal(out, errs)
	}
	const line = "new: no scenario yet; rulebound new scenario CLAUSE NAME --game new writes one\n"
	const problem = "no scenario covers the 2 clauses of new, which has none yet; rulebound new scenario CLAUSE NAME writes one\n"
	for _, args := range [][]string{{"conformance"}, {"coverage"}} {
		code, out, errs := call(append(args, "-C", root)...)
		if code != exitFailed || strings.Count(out, "\nnew: ") > 1 || !strings.Contains(out, line) || strings.Count(out+errs, "no scenario covers") != 1 || !strings.Contains(out+errs, problem) {
			t.Errorf("%v: %d %s%s", args, code, out, errs)
		}
	}
	code, out, errs := call("conformance", "-C", root, "--game", "new")
	if code != exitFailed || strings.Count(out, "\n") != 3 || !strings.HasPrefix(errs, "no scenario was played: ") {
		t.Errorf("%d %s%s", code, out, errs)
	}
}

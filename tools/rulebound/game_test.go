package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// another returns a repository with a second game whose scenario is in a section of the same number.
func another(t *testing.T) string {
	t.Helper()
	return repository(t, map[string]string{"data/games/other/10.md": strings.ReplaceAll(strings.ReplaceAll(rulebook, "toy", "other"), "Toy", "Other"),
		"scenarios/other/9.1/rest.yaml": strings.Replace(script, "toy", "other", 1)})
}

func TestEveryCommandUsesOnlyTheNamedGame(t *testing.T) {
	t.Setenv("CI", "")
	root := another(t)
	if code, out, errs := call("goldens", "-C", root); code != exitOK || !strings.Contains(out, "2 goldens, 2 changes") {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"check"}, "1 game, 0 diagnostics"},
		{[]string{"compile"}, `"id":"toy"`},
		{[]string{"conformance"}, "1 scenario, 0 problems"},
		{[]string{"coverage"}, "toy: coverage by rule section"},
		{[]string{"goldens"}, "1 golden, 0 changes"},
		{[]string{"mutate"}, "toy: changes of the rulebook"},
		{[]string{"suggest", "-work", "1"}, ""},
	} {
		code, out, errs := call(append(c.args, "-C", root, "-game", "toy")...)
		if code != exitOK || !strings.Contains(out, c.want) || strings.Contains(strings.ToLower(out+errs), "other") {
			t.Errorf("%v: %d %s %s", c.args, code, out, errs)
		}
		if code, _, errs := call(append(c.args, "-C", root, "-game", "chess")...); code == exitOK || !strings.Contains(errs, "there is no game chess") {
			t.Errorf("%v of a game that is not there: %d %s", c.args, code, errs)
		}
	}
}

func TestGoldensOfOtherGamesAreLeftAlone(t *testing.T) {
	t.Setenv("CI", "")
	root := another(t)
	if code, out, errs := call("goldens", "-C", root); code != exitOK {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	for _, args := range [][]string{{"-game", "toy"}, {"-game", "toy", "-section", "9.1"}} {
		if code, out, errs := call(append([]string{"goldens", "-C", root}, args...)...); code != exitOK || !strings.Contains(out, "1 golden, 0 changes") {
			t.Errorf("%v: %d %s %s", args, code, out, errs)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "goldens/other/9.1/rest.golden")); err != nil {
		t.Error(err)
	}
}

func TestBenchMeasuresAGame(t *testing.T) {
	root := repository(t, nil)
	code, out, errs := call("bench", "toy", "-C", root, "-time", "1ms")
	if code != exitOK {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	for _, want := range []string{"minimal player", "uniform player", " a second", "compile ", "load ", "copy a state", "hash it", "bytes"} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing is said of %q:\n%s", want, out)
		}
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{nil, exitUsage, "name the game"},
		{[]string{"toy", "-time", "0s"}, exitUsage, "--time is the duration"},
		{[]string{"chess"}, exitFailed, "there is no game chess"},
	} {
		if code, _, errs := call(append(append([]string{"bench"}, c.args...), "-C", root)...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: %d %s", c.args, code, errs)
		}
	}
}

func TestBenchMeasuresTheFirstSetups(t *testing.T) {
	setups := "setups:\n"
	for i := range 20 {
		setups += fmt.Sprintf("- {id: u%d}\n", i)
	}
	root := repository(t, map[string]string{"data/games/toy/10.md": bookOf(setups + "procedures:\n- {id: play, do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}, {over: {}}]}\n")})
	for _, c := range []struct {
		args                 string
		measured, unmeasured int
	}{{"--json", maxMeasuredSetups, 20 - maxMeasuredSetups}, {"--json --setup u19", 1, 0}} {
		_, out, errs := call(append([]string{"bench", "toy", "-C", root, "--time", "1ms"}, strings.Fields(c.args)...)...)
		var r benchmark
		if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Play) != 2*c.measured || r.Unmeasured != c.unmeasured {
			t.Errorf("%s: %v, %d plays, %d set-ups left out: %s", c.args, err, len(r.Play), r.Unmeasured, errs)
		}
	}
	if _, out, _ := call("bench", "toy", "-C", root, "--time", "1ms"); !strings.Contains(out, "4 set-ups more") {
		t.Error(out)
	}
}

func TestLogOfAGameWithoutSetupsIsJudged(t *testing.T) {
	root := repository(t, map[string]string{"scenarios/toy.referee.yaml": "asks: [act]\nkinds: {turn: {}}\nposition:\n  to-move: {asked: true}\n"})
	code, log, errs := call("log", "toy", "-C", root)
	if code != exitOK || !strings.HasPrefix(log, `{"game":"toy-1","rules":"toy"}`) {
		t.Fatalf("%d %s%s", code, log, errs)
	}
	file := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(file, []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := call("referee", file, "-C", root); code != exitOK || !strings.Contains(out, "0 none, 0 undecided") {
		t.Errorf("%d %s%s", code, out, errs)
	}
}

func TestALogBeginsWithTheFirstSetUp(t *testing.T) {
	code, log, errs := call("log", "kalah", "-C", repositoryRoot, "-steps", "1")
	if code != exitOK || !strings.Contains(log, `"scenario":"three"`) {
		t.Errorf("%d %s%s", code, log, errs)
	}
}

// The other game does not even compile.
func TestNamedGameIgnoresBrokenOtherGames(t *testing.T) {
	t.Setenv("CI", "")
	root := repository(t, map[string]string{"data/games/broken/10.md": "# 1 Broken\n", "scenarios/broken/1/a.yaml": "x"})
	for _, args := range [][]string{
		{"check"}, {"goldens"}, {"conformance"}, {"coverage"}, {"mutate"}, {"suggest", "-work", "1"}, {"compile"}, {"bench", "-time", "1ms"}, {"profile"}, {"report", "-no-play", "-o", t.TempDir()},
	} {
		if code, out, errs := call(append(args, "-C", root, "-game", "toy")...); code != exitOK {
			t.Errorf("%v: %d %s %s", args, code, out, errs)
		}
	}
	if code, _, errs := call("log", "-C", root, "-game", "toy", "-scenario", "none"); code != exitFailed || !strings.Contains(errs, `toy has no set-up "none"; it has none`) {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs := call("log", "-C", root, "-game", "toy"); code != exitFailed || !strings.Contains(errs, "which docs/referee.md describes") {
		t.Errorf("%d %s", code, errs)
	}
}

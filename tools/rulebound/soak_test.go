package main

// These tests run the soak briefly and check what it refuses to play.

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// soaked plays and returns the output.
func soaked(t *testing.T, want int, args ...string) string {
	t.Helper()
	code, out, errs := call(append([]string{"soak"}, args...)...)
	if code != want {
		t.Fatalf("%d\n%s%s", code, out, errs)
	}
	return out
}

// A set-up without a decision is played once.
func TestRoundsOfTheTidelands(t *testing.T) {
	out := soaked(t, exitOK, "-for", "250ms", "-C", "../..", "-game", "tidelands")
	for _, player := range []string{"minimal", "uniform"} {
		for _, start := range []string{"regatta", "boards"} {
			if !strings.Contains(out, "tidelands/"+start+" "+player+" ") {
				t.Errorf("no game of the %s player from %s in\n%s", player, start, out)
			}
		}
	}
	for line := range strings.Lines(out) {
		if strings.Contains(line, "/drill") && !strings.Contains(line, " 1 game ") {
			t.Errorf("a game without a decision is played again: %s", line)
		}
	}
}

func TestSoakWithHintsComparesGamesWithoutSearchPages(t *testing.T) {
	out := soaked(t, exitOK, "-for", "0s", "-C", "../..", "-hints", "-variant", "fire-in-the-lake/short minimal")
	if !strings.Contains(out, "fire-in-the-lake without search pages: ") {
		t.Errorf("nothing was compared in\n%s", out)
	}
	if status, _, errs := call("soak", "-for", "0s", "-C", "../..", "-hints", "-game", "kalah"); status != exitFailed || !strings.Contains(errs, "no game") {
		t.Errorf("a game without hints: status %d\n%s", status, errs)
	}
}

func TestSoakRefusesInvalidArguments(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-C", "no-such-folder"}, exitFailed, "there is no folder data/games"},
		{[]string{"-C", "../..", "-game", "no-such-game"}, exitFailed, "there is no game no-such-game"},
		{[]string{"-C", "../..", "-game", "tidelands", "-variant", "no-such-variant"}, exitFailed, "there is no game to play"},
		{[]string{"-speed", "9"}, exitUsage, "unknown flag: --speed"},
		{[]string{"-for", "-1s"}, exitUsage, "--for is a time"},
		{[]string{"-C", "../..", "no-such-game"}, exitFailed, "there is no game no-such-game"},
		{[]string{"one", "more"}, exitUsage, "unexpected argument"},
	} {
		if code, out, errs := call(append([]string{"soak"}, c.args...)...); code != c.code || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%v: %d %s%s", c.args, code, out, errs)
		}
	}
}

// broken is a game that faults once red has iron, which no set-up gives.
const broken = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n" +
	"tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}, {id: iron, title: Iron, min: 0, max: 9, initial: 0}]\n" +
	"procedures:\n- id: play\n  do:\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n" +
	"  - {pay: {iron: gold}}\n  - over: {}\n```\n"

func TestFaultIsPrintedWithItsCommand(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"data/games/toy/10.md": broken, "scenarios/toy.boards.yaml": "- values: {iron: [3]}\n"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out := soaked(t, exitFailed, "-for", "1m", "-C", root)
	printed, rest, _ := strings.Cut(out, "\n")
	_, command, _ := strings.Cut(rest, "again: rulebound ")
	command, _, _ = strings.Cut(command, "\n")
	options, variant, ok := strings.Cut(command, " --variant ")
	if !strings.HasPrefix(printed, "FAIL toy/boards ") || !ok {
		t.Fatalf("printed %q, again %q", printed, command)
	}
	args := append(strings.Fields(options), "--variant", strings.Trim(variant, "'"))
	if status, out, errs := call(args...); status != exitFailed || !strings.HasPrefix(out, printed+"\n") {
		t.Fatalf("%v: status %d\n%s%s", args, status, out, errs)
	}
}

// A failure is saved as a play up to the failing answer, and as a shortest possible scenario.
func TestFailureIsSavedAsAShortScenario(t *testing.T) {
	faulty := "# 1 Play\n\n- **1-a** Red acts, and pays.\n\n" + strings.Replace(broken, "  - {pay", "  - {menu: again, by: red, rule: 1-a, options: {rest: {do: []}, sleep: {do: []}}}\n  - {menu: last, by: red, rule: 1-a, options: {rest: {do: []}, sleep: {do: []}}}\n  - gain: {gold: 1}\n  - {pay", 1)
	faulty = strings.Replace(faulty, "menu: act\n", "menu: act\n    rule: 1-a\n", 1)
	root := t.TempDir()
	file := filepath.Join(root, "data/games/toy/10.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(faulty), 0o644); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "failed")
	out := soaked(t, exitFailed, "-C", root, "--rounds", "1", "--save", dir)
	if !strings.Contains(out, "saved: "+filepath.Join(dir, "toy-1.play")+" and "+filepath.Join(dir, "toy-1.yaml")) {
		t.Fatal(out)
	}
	script, err := os.ReadFile(filepath.Join(dir, "toy-1.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# answer 3, decision last: fault at", "# What fails is the next answer: ", "- red: rest\n", "asked: {seat: red, decision: last}"} {
		if !strings.Contains(string(script), want) {
			t.Errorf("no %q in\n%s", want, script)
		}
	}
	if code, out, errs := call("replay", "-C", root, filepath.Join(dir, "toy-1.play")); code != exitOK {
		t.Errorf("the play: %d %s%s", code, out, errs)
	}
}

// A game with two possible plays is played twice; then the soak ends before its time.
func TestSoakStopsWhenAllGamesWerePlayed(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "data/games/toy/10.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(broken, "  - {pay: {iron: gold}}\n", "", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	out := soaked(t, exitOK, "-for", "20s", "-C", root)
	games := 0
	for _, m := range regexp.MustCompile(`(\d+) games? `).FindAllStringSubmatch(out, -1) {
		n, _ := strconv.Atoi(m[1])
		games += n
	}
	if games != 2 {
		t.Errorf("two games are expected:\n%s", out)
	}
}

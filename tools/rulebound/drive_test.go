package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebound/judge/drive"
)

// programRoot is the environment variable that makes the test binary the reference program for a root.
const programRoot = "RULEBOUND_TEST_PROGRAM"

// asProgram is the environment variable that makes the test binary rulebound itself.
const asProgram = "RULEBOUND_TEST_MAIN"

func TestMain(m *testing.M) {
	if root := os.Getenv(programRoot); root != "" {
		os.Exit(run([]string{"program", "-C", root}, os.Stdout, os.Stderr))
	}
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

func TestDrivePlaysTheScenariosOnAProgram(t *testing.T) {
	root := repository(t, nil)
	t.Setenv(programRoot, root)
	file := filepath.Join(t.TempDir(), "report.json")
	code, out, errs := call("drive", "-C", root, "-game", "toy", "-date", "2026-01-31", "-revision", "abc", "-o", file, "--", os.Args[0])
	if code != exitOK || !strings.Contains(out, "1 scenarios: 1 passed, 0 failed, 0 broken, 0 unsupported") || !strings.Contains(out, "rulebound reference on toy") {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r drive.Report
	if err := json.Unmarshal(text, &r); err != nil || r.Date != "2026-01-31" || r.Revision != "abc" || r.Total.Passed != 1 {
		t.Errorf("%v %s", err, text)
	}
}

func TestDriveReportsInvalidCommandLines(t *testing.T) {
	root := repository(t, nil)
	for _, x := range []struct {
		want string
		code int
		args []string
	}{
		{"name the game: --game, one of toy", exitUsage, []string{"--", "true"}},
		{`there is no game tui in data/games`, exitFailed, []string{"-game", "tui", "--", "true"}},
		{"name the program", exitUsage, []string{"-game", "toy"}},
		{`--level is states, legality or traces, not "perfect"`, exitUsage, []string{"-game", "toy", "-level", "perfect", "--", "true"}},
		{"--date is a day", exitUsage, []string{"-game", "toy", "-date", "today", "--", "true"}},
		{"no limit, or more", exitUsage, []string{"-game", "toy", "-memory", "-1", "--", "true"}},
		{"[json verbose] were all set", exitUsage, []string{"-game", "toy", "-json", "-v", "--", "true"}},
		{"no section or scenario 7.7", exitFailed, []string{"-game", "toy", "-section", "7.7", "--", "true"}},
		{"cannot be started", exitFailed, []string{"-game", "toy", "--", filepath.Join(root, "nothing")}},
		{"hello: it ended", exitFailed, []string{"-game", "toy", "--", "true"}},
	} {
		code, out, errs := call(append([]string{"drive", "-C", root}, x.args...)...)
		if code != x.code || !strings.Contains(errs, x.want) {
			t.Errorf("%v: %d %s %s", x.args, code, out, errs)
		}
	}
}

func TestTranscriptKeepsTheMessagesBeforeAFailure(t *testing.T) {
	root := repository(t, nil)
	file := filepath.Join(t.TempDir(), "said.txt")
	code, _, errs := call("drive", "-C", root, "-game", "toy", "-transcript", file, "--", "sh", "-c", "read x; cat "+file+" >&2; echo '{'; read x")
	text, err := os.ReadFile(file)
	if code != exitFailed || err != nil || !strings.HasPrefix(string(text), "> {") || !strings.Contains(string(text), "\n< {\n") {
		t.Errorf("%d %s: %v, %q", code, errs, err, text)
	}
	t.Setenv(programRoot, root)
	if code, _, errs = call("drive", "-C", root, "-game", "toy", "-transcript", "/dev/full", "--", os.Args[0]); code != exitFailed || !strings.Contains(errs, "--transcript /dev/full: ") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs = call("drive", "-C", root, "-game", "toy", "-transcript", filepath.Join(root, "nowhere", "said.txt"), "--", os.Args[0]); code != exitFailed || !strings.Contains(errs, "--transcript: ") {
		t.Errorf("%d %s", code, errs)
	}
}

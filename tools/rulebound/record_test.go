package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A recorded scenario of each game passes conformance with a new golden.
func TestRecordedScenarioPassesConformance(t *testing.T) {
	typed := typist(t)
	for game, section := range map[string]string{"kalah": "2.1", "texas-holdem": "3.2", "nine-mens-morris": "2.1", "hasami-shogi": "2.1", "backgammon": "2.2", "tidelands": "2.3"} {
		if code, out, errs := typed("everything\nboard\n"+strings.Repeat("1\n", 6)+"save "+game+".play\nquit\n", "play", game, "-seed", "7"); code != exitOK || !strings.Contains(out, "saved in") {
			t.Fatalf("%s: %d %s%s", game, code, out, errs)
		}
		root := t.TempDir()
		copied(t, root, "data/games/"+game)
		file := filepath.Join(root, "scenarios", game, section, "played.yaml")
		if code, out, errs := call("record", game+".play", "-C", root, "-o", file); code != exitOK || !strings.Contains(out, "wrote ") || !strings.Contains(out, "rulebound goldens --game "+game+" --section "+section+"/played") {
			t.Fatalf("%s: %d %s%s", game, code, out, errs)
		}
		t.Setenv("CI", "")
		if code, out, errs := call("goldens", "-C", root, "-section", section+"/played"); code != exitOK || !strings.Contains(out, "new played") {
			text, _ := os.ReadFile(file)
			t.Errorf("%s: %d %s%s\n%s", game, code, out, errs, text)
		}
	}
}

// namesItsSchema checks that a scenario begins with the line that names its schema, and then a text.
func namesItsSchema(t *testing.T, file, then string) {
	t.Helper()
	text, err := os.ReadFile(file)
	line, rest, _ := strings.Cut(string(text), "\n")
	if err != nil || !strings.HasPrefix(line, "# yaml-language-server: $schema=") || !strings.HasSuffix(line, "schemas/scenario.schema.json") || !strings.HasPrefix(rest, then) {
		t.Errorf("%s: %v\n%s", file, err, text)
	}
}

func TestRecordRefusesInvalidArgumentsAndTargets(t *testing.T) {
	typed := typist(t)
	playedKalah(t, typed)
	if err := os.WriteFile("there.yaml", []byte("mine\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{}, exitUsage, "name the file of one play"},
		{[]string{"a.play", "-from", "0"}, exitUsage, "--from is"},
		{[]string{"a.play", "-from", "9"}, exitFailed, "the play has 6 answers"},
		{[]string{"a.play", "-o", "there.yaml"}, exitFailed, "already exists"},
		{[]string{"a.play", "-o", "x.play"}, exitFailed, "a scenario is a .yaml file"},
		{[]string{"a.play", "-o", "scenarios/kalha/2.1/x.yaml"}, exitFailed, "is a place of kalha; this is a play of kalah"},
		{[]string{"none.play"}, exitFailed, "none.play"},
	} {
		if code, out, errs := typed("", append([]string{"record"}, c.args...)...); code != c.code || !strings.Contains(errs, c.want) || out != "" {
			t.Errorf("%q: %d %s%s", c.args, code, out, errs)
		}
	}
	if text, err := os.ReadFile("there.yaml"); err != nil || string(text) != "mine\n" {
		t.Errorf("%q %v", text, err)
	}
	if _, err := os.Stat("scenarios"); err == nil {
		t.Error("a folder is made for nothing")
	}
	if code, _, errs := typed("", "record", "a.play", "-o", "with.yaml"); code != exitOK {
		t.Error(code, errs)
	}
	namesItsSchema(t, "with.yaml", "# Played.")
	code, out, errs := typed("", "record", "a.play", "-from", "2", "-title", "South sows")
	if code != exitOK || !strings.Contains(out, `title: "South sows"`) || !strings.Contains(errs, "from answer 1 on, where it can begin") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	if code, out, _ := typed("record x.yaml 4\nrecord x.yaml\nrecord\n", "play", "-load", "a.play"); code != exitOK || !strings.Contains(out, "wrote x.yaml") || !strings.Contains(out, "already exists") || !strings.Contains(out, "name the file") {
		t.Errorf("%d %s", code, out)
	}
}

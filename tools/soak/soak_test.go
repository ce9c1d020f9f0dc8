package main

// These tests run the soak for one short round and see that it refuses what it cannot play.

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rulebound/engine/def"
)

func TestOneRoundOfTheFixtureGame(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run([]string{"-for", "0s", "-C", "../..", "-game", "fixture"}, &out, &errs); status != 0 {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	for _, kind := range kinds {
		for _, start := range []string{"regatta", "boards"} {
			if !strings.Contains(out.String(), "tidelands/"+start+" "+kind.name+" ") {
				t.Errorf("no game of the %s player from %s in\n%s", kind.name, start, &out)
			}
		}
	}
}

// Every combination of option values is played from every set-up, each time with another seed; a set-up without a decision once.
func TestNoGameIsPlayedTwice(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run([]string{"-for", "2s", "-C", "../..", "-game", "fixture"}, &out, &errs); status != 0 {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	for line := range strings.Lines(out.String()) {
		if strings.Contains(line, "/drill") && !strings.Contains(line, " 1 games") {
			t.Errorf("a game without a decision is played again: %s", line)
		}
	}
	gd := &def.GameDef{Options: []def.OptionDef{
		{Named: def.Named{ID: "a"}, Values: []string{"x", "y", "z"}, Default: 1}, {Named: def.Named{ID: "b"}, Values: []string{"on", "off"}, Default: 0}}}
	all := products(gd)
	if fmt.Sprint(all) != "[map[] map[a:x] map[a:z] map[b:off] map[a:x b:off] map[a:z b:off]]" {
		t.Errorf("%v", all)
	}
	if variants, err := load(os.DirFS("../.."), "fire-in-the-lake"); err != nil || len(variants) < 96*4*len(kinds) {
		t.Errorf("%d variants, %v", len(variants), err)
	}
}

// Of an option of many numbers its ends are played; of too many combinations each value alone.
func TestManyValuesAreTriedAtTheirEnds(t *testing.T) {
	many := def.OptionDef{Named: def.Named{ID: "n"}, Default: 3}
	for i := range 41 {
		many.Values = append(many.Values, fmt.Sprint(i))
	}
	gd := &def.GameDef{Options: []def.OptionDef{many}}
	if all := fmt.Sprint(products(gd)); all != "[map[] map[n:0] map[n:20] map[n:40]]" {
		t.Error(all)
	}
	gd.Options = nil
	for _, id := range strings.Fields("a b c d e f g h i") {
		gd.Options = append(gd.Options, def.OptionDef{Named: def.Named{ID: id}, Values: []string{"off", "on"}})
	}
	all := products(gd)
	if len(all) != 10 || len(all[0]) != 0 || fmt.Sprint(all[9]) != "map[i:on]" {
		t.Error(all)
	}
	if gd.Options = gd.Options[:8]; len(products(gd)) != maxProducts {
		t.Error("not every combination of few")
	}
}

func TestGamesThatLackTheHintsPublishTheSame(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run([]string{"-for", "0s", "-C", "../..", "-hints", "-variant", "fire-in-the-lake/short minimal"}, &out, &errs); status != 0 {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	if !strings.Contains(out.String(), "fire-in-the-lake without search pages: ") {
		t.Errorf("nothing was compared in\n%s", &out)
	}
	if status := run([]string{"-for", "0s", "-C", "../..", "-hints", "-game", "kalah"}, &out, &errs); status != 2 || !strings.Contains(errs.String(), "no game") {
		t.Errorf("a game without hints: status %d\n%s", status, &errs)
	}
}

func TestWhatCannotBePlayed(t *testing.T) {
	for name, args := range map[string][]string{
		"no such folder":  {"-C", "no-such-folder"},
		"no such game":    {"-C", "../..", "-game", "no-such-game"},
		"no such variant": {"-C", "../..", "-game", "fixture", "-variant", "no-such-variant"},
		"no such flag":    {"-speed", "9"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			if status := run(args, &out, &errs); status != 2 || errs.Len() == 0 {
				t.Errorf("status %d\n%s%s", status, &out, &errs)
			}
		})
	}
}

// broken is a game that asks for something impossible once red is rich, which it never is at the start.
const broken = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n" +
	"tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}, {id: iron, title: Iron, min: 0, max: 9, initial: 0}]\n" +
	"procedures:\n- id: play\n  do:\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n" +
	"  - {pay: {iron: gold}}\n  - over: {}\n```\n"

// A fault is told with the command that plays the same game again.
func TestFaultOnABoard(t *testing.T) {
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
	var out, errs bytes.Buffer
	if status := run([]string{"-for", "1m", "-C", root}, &out, &errs); status != 1 {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	told, rest, _ := strings.Cut(out.String(), "\n")
	_, command, _ := strings.Cut(rest, "go run ./tools/soak ")
	command, _, _ = strings.Cut(command, "\n")
	options, variant, ok := strings.Cut(command, " -variant ")
	if !strings.HasPrefix(told, "FAIL toy/boards ") || !ok {
		t.Fatalf("told %q, again %q", told, command)
	}
	out.Reset()
	args := append(strings.Fields(options), "-variant", strings.Trim(variant, "'"))
	if status := run(args, &out, &errs); status != 1 || !strings.HasPrefix(out.String(), told+"\n") {
		t.Fatalf("%v: status %d\n%s%s", args, status, &out, &errs)
	}
}

// Of a game with two ends two games are played; then there is nothing new, and the soak ends before its time.
func TestAGameWithNothingNewIsLeft(t *testing.T) {
	root := t.TempDir()
	file := filepath.Join(root, "data/games/toy/10.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(broken, "  - {pay: {iron: gold}}\n", "", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := run([]string{"-for", "20s", "-C", root}, &out, &errs); status != 0 {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	games := 0
	for _, m := range regexp.MustCompile(`(\d+) games`).FindAllStringSubmatch(out.String(), -1) {
		n, _ := strconv.Atoi(m[1])
		games += n
	}
	if games != 2 {
		t.Errorf("two games are expected:\n%s", &out)
	}
}

package main

// These tests run the soak for one short round and see that it refuses what it cannot play.

import (
	"bytes"
	"strings"
	"testing"
)

func TestOneRoundOfTheFixtureGame(t *testing.T) {
	var out, errs bytes.Buffer
	if status := run([]string{"-for", "0s", "-games", "../../data/games", "-game", "fixture"}, &out, &errs); status != 0 {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	for _, kind := range kinds {
		if !strings.Contains(out.String(), kind.name) {
			t.Errorf("no game of the %s player in\n%s", kind.name, &out)
		}
	}
}

func TestWhatCannotBePlayed(t *testing.T) {
	for name, args := range map[string][]string{
		"no such folder": {"-games", "no-such-folder"},
		"no such game":   {"-games", "../../data/games", "-game", "no-such-game"},
		"no such flag":   {"-speed", "9"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			if status := run(args, &out, &errs); status != 2 || errs.Len() == 0 {
				t.Errorf("status %d\n%s%s", status, &out, &errs)
			}
		})
	}
}

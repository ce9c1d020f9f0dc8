package main

import (
	"strings"
	"testing"
)

func TestGoldensPrintTheViewOfASeat(t *testing.T) {
	const scenario = "texas-holdem/1.2-cards/seen-cards"
	for _, c := range []struct{ seat, has, lacks string }{
		{"seat-1", "ace-of-spades: deck → hand-1", "nine-of-clubs: deck → hand-3"},
		{"seat-3", "nine-of-clubs: deck → hand-3", "ace-of-spades: deck → hand-1"},
		{"everybody", "a card: deck → hand-1", "king-of-hearts"},
		{"everybody", "chance deck: hidden", "digest"},
		{"everybody", "king-of-clubs: deck → board (bottom)", "a card: deck → board"},
	} {
		code, out, errs := call("goldens", "-C", repositoryRoot, "-game", "texas-holdem", "-print", scenario, "-view", c.seat)
		if code != exitOK || !strings.Contains(out, c.has) || strings.Contains(out, c.lacks) {
			t.Errorf("%s, %s: %d %s%s", c.seat, c.has, code, out, errs)
		}
	}
	for args, want := range map[string]string{
		"-print " + scenario + " -view seat-11": `there is no seat "seat-11"; did you mean seat-1?`,
		"-view seat-1":                          "--rules and --view are for --print",
	} {
		if code, _, errs := call(append([]string{"goldens", "-C", repositoryRoot, "-game", "texas-holdem"}, strings.Fields(args)...)...); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%s: %d %s", args, code, errs)
		}
	}
}

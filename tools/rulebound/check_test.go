package main

import (
	"strings"
	"testing"
)

// A warning is shown in every format, and the games are sound all the same.
func TestCheckShowsWarningsAndIsContent(t *testing.T) {
	unused := strings.Replace(rulebook, "do:\n", "do:\n    - let: {$n: 1}\n", 1)
	root := repository(t, map[string]string{"data/games/toy/10.md": unused})
	for format, want := range map[string]string{
		"text":        "data/games/toy/10.md:11:13: warning: nothing uses $n [unused-binding]",
		"json":        `"severity": "warning",`,
		"annotations": "::warning file=data/games/toy/10.md,line=11,col=13,endColumn=14,title=unused-binding::nothing uses $n",
	} {
		if code, out, errs := call("check", "-C", root, "-format", format); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: %d %s %s", format, code, out, errs)
		}
	}
}

func TestCheckFailsOnAnError(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": strings.Replace(rulebook, "by: red", "by: rde", 1)})
	if code, out, _ := call("check", "-C", root); code != exitFailed || !strings.Contains(out, "error: unknown name rde; did you mean red? [unknown-name]") {
		t.Errorf("%d %s", code, out)
	}
}

// What passes with a warning does not pass strictly.
func TestStrictlyAWarningIsAnError(t *testing.T) {
	loop := strings.Replace(rulebook, "do:\n", "do:\n    - let: {$n: 1}\n", 1)
	root := repository(t, map[string]string{"data/games/toy/10.md": loop})
	code, out, _ := call("check", "-C", root, "-strict")
	if code != exitFailed || !strings.Contains(out, "data/games/toy/10.md:11:13: error: nothing uses $n [unused-binding]") {
		t.Errorf("%d %s", code, out)
	}
	if code, out, _ := call("check", "-C", repository(t, nil), "-strict"); code != exitOK {
		t.Errorf("%d %s", code, out)
	}
}

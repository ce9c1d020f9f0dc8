package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Work that has just begun is not drawn.
func TestProgressWithoutTerminalPrintsALinePerTenth(t *testing.T) {
	for width, want := range map[int]string{0: "counting: 1 of 20\ncounting: 3 of 20\n", 80: ""} {
		var b strings.Builder
		p := (&progress{w: &b, width: width}).begin("counting")
		for _, done := range []int{2, 3, 6} {
			p.report(done, 20, map[int]string{2: "1 of 20", 3: "2 of 20", 6: "3 of 20"}[done])
		}
		p.clear()
		if b.String() != want {
			t.Errorf("%d columns: %q, want %q", width, b.String(), want)
		}
	}
}

func TestLegendIsPrintedOnlyWithATable(t *testing.T) {
	root := repository(t, map[string]string{"data/games/toy/10.md": rulebook})
	if err := os.RemoveAll(filepath.Join(root, "scenarios")); err != nil {
		t.Fatal(err)
	}
	if _, out, errs := call("coverage", "-C", root); !strings.Contains(out, "toy: ") || strings.Contains(out, "executed: nodes") {
		t.Errorf("without a scenario: %s%s", out, errs)
	}
	if _, out, _ := call("coverage", "-C", absoluteRoot, "-game", "kalah"); !strings.Contains(out, "executed: nodes") {
		t.Errorf("with scenarios: %s", out)
	}
}

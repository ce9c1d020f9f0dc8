package mutation_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
)

// The changes of testdata/garden.md, which has a statement, formula or declaration of most kinds, are those of testdata/garden.changes: place,
// kind, clause and words. CHANGES=write writes that file anew; its difference is for a reviewer to read.
func TestAllChangesOfAGame(t *testing.T) {
	const list = "testdata/garden.changes"
	page, err := os.ReadFile("testdata/garden.md")
	if err != nil {
		t.Fatal(err)
	}
	game, err := corpus.OpenGame(fstest.MapFS{"data/games/garden/10.md": {Data: page}}, "garden")
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range r.Unreached {
		if !strings.Contains(strings.ReplaceAll(string(page), ">-\n    ", ""), m.Excerpt) && !strings.HasSuffix(m.Excerpt, "…") {
			t.Errorf("%s: its excerpt %q is not in the rulebook", m.Change, m.Excerpt)
		}
		got = append(got, fmt.Sprintf("%d:%d %s %s: %s", m.Line, m.Col, strings.Join(m.Rules, " "), m.Kind, m.Change))
	}
	if os.Getenv("CHANGES") == "write" {
		if err := os.WriteFile(list, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("listed, and not in %s: %s", list, line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("in %s, and not listed: %s", list, line)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d changes, want %d", len(got), len(want))
	}
}

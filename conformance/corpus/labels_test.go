package corpus_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
)

// A file of labels names folders that have scenarios, and other sections; whatever else it holds is an error with its place.
func TestLabelsOfOtherSections(t *testing.T) {
	const page = "# 1 Peace\n\n- **1-a** *Peace.* There is peace.\n\n# 2 War\n\n```yaml\n" +
		"game: {id: calm, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: [{over: {}}]}]\n```\n"
	const script = "version: 1\ntitle: Calm\ngame: calm\nrules: [1-a]\nexpect: {asked: nobody}\n"
	for _, test := range []struct{ labels, problem string }{
		{"", ""},
		{"1-calm: [2]\n", ""},
		{"1: [2]\n", "scenarios/calm.labels.yaml: there are no scenarios in scenarios/calm/1"},
		{"1-calm: [3]\n", `scenarios/calm.labels.yaml: 1-calm: "3" is no other section`},
		{"1-calm: [1-calm]\n", `"1-calm" is no other section`},
		{"- 1\n", "scenarios/calm.labels.yaml: yaml:"},
	} {
		fsys := fstest.MapFS{
			"data/games/calm/10.md":           {Data: []byte(page)},
			"scenarios/calm/1-calm/calm.yaml": {Data: []byte(script)},
		}
		if test.labels != "" {
			fsys["scenarios/calm.labels.yaml"] = &fstest.MapFile{Data: []byte(test.labels)}
		}
		all, err := corpus.Open(fsys)
		if test.problem == "" {
			if err != nil || len(all.Games[0].Labels["1-calm"]) != min(1, len(test.labels)) {
				t.Errorf("%q: %v", test.labels, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), test.problem) {
			t.Errorf("%q: %v, want %q", test.labels, err, test.problem)
		}
	}
}

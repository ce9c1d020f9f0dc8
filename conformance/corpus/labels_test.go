package corpus_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
)

// The labels of a clause include all sections around it, and the id of a card before its side.
func TestRuleLabelsIncludeEnclosingSections(t *testing.T) {
	for _, test := range []struct{ rules, labels []string }{
		{nil, nil},
		{[]string{"2.3.4-b"}, []string{"2.3.4-b", "2.3.4", "2.3", "2"}},
		{[]string{"1.2-a", "1.2.1-a", "10"}, []string{"1.2-a", "1.2", "1", "1.2.1-a", "1.2.1", "10"}},
		{[]string{"card-14-shaded"}, []string{"card-14-shaded", "card-14", "card"}},
	} {
		if labels := corpus.RuleLabels(test.rules...); !slices.Equal(labels, test.labels) {
			t.Errorf("%q: %q, want %q", test.rules, labels, test.labels)
		}
	}
}

// The labels of a case include its game, its folder, its clauses and every heading around them, even if the id does not
// show it.
func TestCaseLabelsIncludeEveryEnclosingHeading(t *testing.T) {
	const page = "# 1 Peace\n\n## 1.1 Truce\n\n- **oath-a** *Peace.* There is peace.\n\n# 2 War\n\n```yaml\n" +
		"game: {id: calm, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: [{over: {}}]}]\n```\n"
	const script = "version: 1\ntitle: Calm\ngame: calm\nrules: [oath-a]\nexpect: {asked: red}\n"
	all, err := corpus.Open(fstest.MapFS{
		"data/games/calm/10.md":           {Data: []byte(page)},
		"scenarios/calm/2-calm/calm.yaml": {Data: []byte(script)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if labels, want := all.Games[0].Cases[0].Labels(), []string{"calm", "2-calm", "oath-a", "oath", "1.1", "1"}; !slices.Equal(labels, want) {
		t.Errorf("labels %q, want %q", labels, want)
	}
}

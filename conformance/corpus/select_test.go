package corpus_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
)

// shelves is a corpus of two games with equal section numbers and some equal names.
func shelves(t *testing.T) *corpus.Corpus {
	t.Helper()
	files := fstest.MapFS{}
	for _, game := range []string{"calm", "storm"} {
		files["data/games/"+game+"/10.md"] = &fstest.MapFile{Data: []byte("# 1 Calm\n\n## 1.2 Wind\n\n- **1.2-a** None.\n\n## 1.5 Rain\n\n- **1.5-a** None.\n\n```yaml\ngame: {id: " + game + ", title: T, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: [{over: {}}]}]\n```\n")}
		for _, name := range []string{"1.2/lull", "1.2.1-gusts/one", "1.20/lull", "whole/night"} {
			files["scenarios/"+game+"/"+name+".yaml"] = &fstest.MapFile{Data: []byte("version: 1\ntitle: T\ngame: " + game + "\nrules: [1.2-a]\nexpect: {asked: {over: true}}\n")}
		}
	}
	files["scenarios/calm/whole/dawn.yaml"] = files["scenarios/calm/whole/night.yaml"]
	all, err := corpus.Open(files)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSelectBySectionOrScenario(t *testing.T) {
	all := shelves(t)
	for name, want := range map[string]string{
		"1.2":                             "calm/1.2/lull calm/1.2.1-gusts/one storm/1.2/lull storm/1.2.1-gusts/one",
		"1.2.1":                           "calm/1.2.1-gusts/one storm/1.2.1-gusts/one",
		"calm/1.2.1":                      "calm/1.2.1-gusts/one",
		"storm/whole":                     "storm/whole/night",
		"whole":                           "calm/whole/dawn calm/whole/night storm/whole/night",
		"dawn":                            "calm/whole/dawn",
		"1.20/lull":                       "calm/1.20/lull storm/1.20/lull",
		"storm/1.20/lull":                 "storm/1.20/lull",
		"scenarios/calm/1.2/lull.yaml":    "calm/1.2/lull",
		"./scenarios/calm/1.20/lull.yaml": "calm/1.20/lull",
	} {
		s, err := all.Select(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, x := range s.Cases {
			got = append(got, x.Name())
			if !s.Holds(x.Name()) {
				t.Errorf("%s does not hold %s", name, x.Name())
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s selects %s, want %s", name, got, want)
		}
		if s.Holds("calm/1.5/gone") {
			t.Errorf("%s holds a golden of another section", name)
		}
	}
	if s, err := all.Select("calm/1.2"); err != nil || !s.Holds("calm/1.2/gone") || s.Holds("storm/1.2/gone") {
		t.Errorf("a section holds the goldens of its folder without scenario: %v", err)
	}
}

func TestAnUnknownSelectionIsAnErrorWithNearNames(t *testing.T) {
	all := shelves(t)
	for name, want := range map[string]string{
		"wole":          "did you mean whole?",
		"1.2/lul":       "did you mean 1.2/lull?",
		"calm/1.20/lul": "did you mean calm/1.20/lull?",
		"1.5":           "section 1.5 has no scenarios",
		"":              "there is no section or scenario",
		"lull":          "lull is the name of several scenarios: calm/1.2/lull, calm/1.20/lull, storm/1.2/lull",
	} {
		if _, err := all.Select(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}

// Of equally similar names the one with the same beginning is suggested.
func TestNearPrefersNamesWithTheSameBeginning(t *testing.T) {
	for name, want := range map[string]string{"b-cat": "b-cats", "b.cat": "b.cats", "b/cat": "b/cats", "a-cta": "a-cat", "c-dog": "", "a": "", "cat": ""} {
		if got := corpus.Near(name, []string{"a-cat", "b-cats", "a.cat", "b.cats", "a/cat", "b/cats"}); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

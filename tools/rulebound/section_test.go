package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var twoSections = strings.Replace(rulebook, "# Toy", "# 9.1 Toy", 1) + "\n# 9.2 Sleep\n\n- **9.2-a** One may sleep.\n"

// sleeping is a scenario of another section, which passes unless its expectation is changed.
var sleeping = strings.NewReplacer("Red rests", "Red sleeps", "{red: rest}", "{red: sleep}", "9.1-a", "9.2-a", "{asked", "{rules: [9.2-a], asked").Replace(script)

// twoFolders returns a root with a scenario in each of two sections; the second one is a parameter.
func twoFolders(t *testing.T, second string) string {
	t.Setenv("CI", "")
	return repository(t, map[string]string{"data/games/toy/10.md": twoSections, "scenarios/toy/9.2/sleep.yaml": second})
}

func exists(root, name string) bool {
	_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
	return err == nil
}

func put(t *testing.T, root, name, text string) {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The other section has a failing expectation or an unreadable scenario; its goldens stay.
func TestGoldensOfASectionAreWrittenAlthoughAnotherFails(t *testing.T) {
	for name, second := range map[string]string{
		"an expectation fails": strings.Replace(sleeping, "over: true", "seat: red", 1),
		"it cannot be read":    "version: 1\n",
	} {
		for _, choice := range []string{"9.1", "toy/9.1", "9.1/rest", "rest", "scenarios/toy/9.1/rest.yaml"} {
			t.Run(name+": "+choice, func(t *testing.T) {
				root := twoFolders(t, second)
				put(t, root, "goldens/toy/9.2/sleep.golden", "as it was\n")
				code, out, errs := call("goldens", "-C", root, "-section", choice)
				if code != exitOK || !strings.Contains(out, "toy/9.1\n  new rest\n1 golden, 1 change\n") {
					t.Errorf("%d %s %s", code, out, errs)
				}
				if text, err := os.ReadFile(filepath.Join(root, "goldens/toy/9.2/sleep.golden")); err != nil || string(text) != "as it was\n" {
					t.Errorf("the golden of the other section is %q, %v", text, err)
				}
			})
		}
	}
}

func TestGoldensOfAFailingSectionAreNotWritten(t *testing.T) {
	failing := strings.Replace(sleeping, "over: true", "seat: red", 1)
	for _, c := range []struct{ name, second, choice, want string }{
		{"when an expectation of it fails", failing, "9.2", "the goldens were not touched"},
		{"when the scenario fails", failing, "toy/9.2/sleep", "the goldens were not touched"},
		{"when a scenario of it cannot be read", "version: 1\n", "9.2", "the scenario lacks title"},
		{"when the one scenario cannot be read", "version: 1\n", "9.2/sleep", "the scenario lacks title"},
		{"when there is no such section", sleeping, "9.3", "there is no section or scenario 9.3; did you mean 9.1?"},
		{"when there is no such scenario", sleeping, "9.2/slep", "did you mean 9.2/sleep?"},
		{"when the section has no scenario", sleeping, "9.4", "there is no section or scenario 9.4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := twoFolders(t, c.second)
			code, out, errs := call("goldens", "-C", root, "-section", c.choice)
			if code != exitFailed || !strings.Contains(errs, c.want) || exists(root, "goldens") {
				t.Errorf("%d %s %s", code, out, errs)
			}
		})
	}
	root := twoFolders(t, sleeping)
	t.Setenv("CI", "true")
	if code, _, errs := call("goldens", "-C", root, "-section", "9.1"); code != exitFailed || !strings.Contains(errs, "continuous integration") {
		t.Errorf("%d %s", code, errs)
	}
}

// Goldens of other sections stay.
func TestGoldensOfASectionRemoveItsOrphans(t *testing.T) {
	root := twoFolders(t, sleeping)
	put(t, root, "goldens/toy/9.1/gone.golden", "trace\n")
	put(t, root, "goldens/toy/9.2/gone.golden", "trace\n")
	if code, out, errs := call("goldens", "-C", root, "-section", "9.1"); code != exitOK || exists(root, "goldens/toy/9.1/gone.golden") || !exists(root, "goldens/toy/9.2/gone.golden") {
		t.Errorf("%d %s %s", code, out, errs)
	}
}

// The output has a line for each section and all problems; a line for each scenario only on request.
func TestConformanceOutputIsBrief(t *testing.T) {
	root := twoFolders(t, sleeping)
	if code, out, errs := call("goldens", "-C", root); code != exitOK {
		t.Fatal(out, errs)
	}
	code, out, errs := call("conformance", "-C", root)
	if code != exitOK || !strings.Contains(out, "ok   toy/9.1: 1 scenario\nok   toy/9.2: 1 scenario\n") || strings.Contains(out, "Red rests") || errs != "" {
		t.Errorf("%d %s %s", code, out, errs)
	}
	if code, out, _ := call("conformance", "-C", root, "-v"); code != exitOK || !strings.Contains(out, "ok   toy/9.1/rest: Red rests\nok   toy/9.2/sleep: Red sleeps\n") {
		t.Errorf("%d %s", code, out)
	}
	put(t, root, "scenarios/toy/9.2/sleep.yaml", strings.Replace(sleeping, "over: true", "seat: red", 1))
	put(t, root, "scenarios/toy/9.2/rest.yaml", script)
	if code, out, errs := call("goldens", "-C", root, "-section", "9.2/rest"); code != exitOK {
		t.Fatal(out, errs)
	}
	code, out, _ = call("conformance", "-C", root)
	if code != exitFailed || !strings.Contains(out, "FAIL toy/9.2: 1 of 2 scenarios\nFAIL toy/9.2/sleep: Red sleeps\n     scenarios/toy/9.2/sleep.yaml:") ||
		!strings.HasSuffix(out, "\n3 scenarios, 1 problem\n") {
		t.Errorf("%d %s", code, out)
	}
}

func TestConformanceWithoutScenariosFails(t *testing.T) {
	root := twoFolders(t, sleeping)
	if err := os.RemoveAll(filepath.Join(root, "scenarios")); err != nil {
		t.Fatal(err)
	}
	code, out, errs := call("conformance", "-C", root)
	if code != exitFailed || !strings.HasSuffix(out, "\n0 scenarios, 0 problems\n") || !strings.Contains(errs, "no scenario was played") {
		t.Errorf("%d %s %s", code, out, errs)
	}
}

func TestCoverageOfASection(t *testing.T) {
	root := twoFolders(t, strings.Replace(sleeping, "{red: sleep}", "{red: rest}", 1))
	code, out, errs := call("coverage", "-C", root, "-section", "9.1")
	for _, want := range []string{"toy 9.1", "counted: ", "not executed: ", "data/games/toy/10.md:11:7", "9.1/rest 9.2/sleep"} {
		if code != exitOK || !strings.Contains(out, want) {
			t.Errorf("%d, want %q: %s %s", code, want, out, errs)
		}
	}
	code, out, _ = call("coverage", "-C", root, "-section", "9.1", "-json")
	var doc struct {
		Version  int
		Sections []struct {
			Game, Section string
			Nodes         []struct {
				File      string
				Line      int
				Scenarios []string
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); code != exitOK || err != nil || doc.Version != 1 || len(doc.Sections) != 1 ||
		doc.Sections[0].Section != "9.1" || len(doc.Sections[0].Nodes) == 0 || len(doc.Sections[0].Nodes[0].Scenarios) != 2 {
		t.Errorf("%d %v %s", code, err, out)
	}
	if code, _, errs := call("coverage", "-C", root, "-section", "9.11"); code != exitFailed || !strings.Contains(errs, "no rulebook has a section or clause 9.11; did you mean 9.1?") {
		t.Errorf("%d %s", code, errs)
	}
	if code, _, errs := call("coverage", "-C", root, "-section", "9.1", "-clauses", "9.1"); code != exitUsage || !strings.Contains(errs, "were all set") {
		t.Errorf("%d %s", code, errs)
	}
}

package rules_test

// These tests write a small game into a folder like the repository, and check the specs of the suite: the game is found
// by its data alone.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/rules"
)

// files are the new game: two pages, and scenarios of four sections.
var files = map[string]string{
	"data/games/ferry/10-ferry.md": "# Ferry\n\n# 1 The crossing\n\n" + `## 1.2 Fares

- **1.2-a** *A coin.* Who crosses pays a coin.

### 1.2.1 No change

- **1.2.1-a** *No more than there is.* Without a coin nobody crosses.
- **1.4-a** *Twice.* Who crosses twice pays twice.
- **1.5-a** *Thrice.* Who crosses thrice pays thrice.

## 1.5 Often

None.
` + "\n```yaml\n" + `game: {id: ferry, title: Ferry, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: near, adjacent: [far]}, {id: far, adjacent: [near]}]
boxes: [{id: store}]
pieces: [{id: pawn, seat: red, count: 2, home: store}]
tracks: [{id: coins, min: 0, max: 3, initial: 1}]
procedures:
- id: play
  do:
  - menu: what
    by: red
    options:
      cross:
        where: [{rule: 1.2.1-a, when: coins > 0}]
        do: [{rule: 1.2-a, do: [{lose: {coins: 1}}]}, {rule: 2.12-a, do: [{gain: {coins: 0}}]}, {rule: 2.13-a, do: [{gain: {coins: 0}}]}]
      stay: {do: []}
  - over: {result: {red: =coins, blue: 0}}
` + "```\n",
	"data/games/ferry/20-storms.md": "# 2 Storms\n\n## 2.10 Late storms\n\nNone.\n\n## 1.2 Fares in a storm\n\n- **1.2-b** *The same.* A storm does not change the fare.\n\n## 2.11 Talk\n\n- **2.11-a** (not modelled: nobody plays it) *Talk.* Passengers talk.\n\n" +
		"## 2.12 Ghosts\n\n- **2.12-a** (not modelled: nobody sees them) *Ghosts.* Ghosts cross for nothing.\n\n## 2.13 Words\n\n- **2.13-a** (definition) *A ghost* is a passenger whom nobody sees.\n",

	"scenarios/ferry/1.2/a-coin.yaml":          scenarioOf("Crossing costs a coin", "1.2-a", "{red: cross}", "coins: 0"),
	"scenarios/ferry/1.2/of-two.yaml":          scenarioOf("The fare is one coin of two", "1.2-a", "{red: cross}", "coins: 1") + "setup: {values: {coins: 2}}\n",
	"scenarios/ferry/1.2.1-change/some.yaml":   scenarioOf("With a coin one crosses", "1.2.1-a", "{red: cross}", "coins: 0"),
	"scenarios/ferry/1.3/unheaded.yaml":        scenarioOf("A section without a heading", "1.2-a", "{red: cross}", "coins: 0"),
	"scenarios/ferry/1.4/clause.yaml":          scenarioOf("A section whose clauses stand elsewhere", "1.2-a", "{red: cross}", "coins: 0"),
	"scenarios/ferry/1.5/headed.yaml":          scenarioOf("A section with a heading, whose clauses stand elsewhere", "1.2-a", "{red: cross}", "coins: 0"),
	"scenarios/ferry/2.10-storms/no-more.yaml": scenarioOf("A section of the second page", "1.2-a", "{red: cross}", "coins: 0"),
	"scenarios/ferry/whole-games/one.yaml":     scenarioOf("A folder that is not a section", "1.2-a", "{red: cross}", "coins: 0"),
	"scenarios/ferry/whole-games/two.yaml":     scenarioOf("Another one in it", "1.2-a", "{red: cross}", "coins: 0"),
}

func scenarioOf(title, rule, line, state string) string {
	return fmt.Sprintf("version: 1\ntitle: %s\ngame: ferry\nrules: [%s]\nmoves: [%s]\nexpect: {state: {%s}}\n", title, rule, line, state)
}

// wanted are the specs, in order: containers, title, labels; three of them are for sections without rules. The labels
// of a spec include the number of every heading above it.
var wanted = []string{
	"ferry > 1 The crossing > 1.2 Fares > 1.2.1 No change > With a coin one crosses [scenarios 1 1.2 1.2.1 ferry 1.2.1-change 1.2.1-a]",
	"ferry > 1 The crossing > 1.2 Fares > 1.2.1 No change > A section whose clauses stand elsewhere [scenarios 1 1.2 1.2.1 ferry 1.4 1.2-a]",
	"ferry > 1 The crossing > 1.2 Fares > Crossing costs a coin [scenarios 1 1.2 ferry 1.2-a]",
	"ferry > 1 The crossing > 1.2 Fares > The fare is one coin of two [scenarios 1 1.2 ferry 1.2-a]",
	"ferry > 1 The crossing > 1.5 Often > A section with a heading, whose clauses stand elsewhere [scenarios 1 1.5 ferry 1.2-a 1.2]",
	"ferry > 1 The crossing > 1.3 > A section without a heading [scenarios 1 1.3 ferry 1.2-a 1.2]",
	"ferry > 2 Storms > 2.10 Late storms > A section of the second page [scenarios 2 2.10 ferry 2.10-storms 1.2-a 1.2 1]",
	"ferry > 2 Storms > 2.11 Talk > has no scenario [scenarios 2 2.11 ferry 2.11-a]",
	"ferry > 2 Storms > 2.12 Ghosts > has no scenario [scenarios 2 2.12 ferry 2.12-a]",
	"ferry > 2 Storms > 2.13 Words > has no scenario [scenarios 2 2.13 ferry 2.13-a]",
	"ferry > whole-games > A folder that is not a section [scenarios whole-games whole ferry 1.2-a 1.2 1]",
	"ferry > whole-games > Another one in it [scenarios whole-games whole ferry 1.2-a 1.2 1]",
}

// Specs are ordered like the headings. A differing golden fails its spec, and so do an oversized golden and a section
// with an implemented clause that is marked as not modelled.
func TestNewGameIsTestedWithoutGoCode(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		write(name, text)
	}
	all, err := corpus.Open(os.DirFS(root))
	if err != nil {
		t.Fatal(err)
	}
	for _, play := range all.Play() {
		write("goldens/"+play.Case.Name()+golden.Suffix, string(play.Trace()))
	}
	names := rules.Describe(all, filepath.Join(root, corpus.GoldensDir))
	if want := all.Names(); len(names) != len(wanted)-3 || !slices.Equal(slices.Sorted(slices.Values(names)), slices.Sorted(slices.Values(want))) {
		t.Errorf("specs for %q, scenarios %q", names, want)
	}

	var specs []string
	for _, spec := range ginkgo.PreviewSpecs("a new game").SpecReports {
		specs = append(specs, strings.Join(append(spec.ContainerHierarchyTexts, spec.LeafNodeText), " > ")+" ["+strings.Join(spec.Labels(), " ")+"]")
	}
	if !slices.Equal(specs, wanted) {
		t.Errorf("specs:\n%s\nwant:\n%s", strings.Join(specs, "\n"), strings.Join(wanted, "\n"))
	}

	gomega.RegisterFailHandler(ginkgo.Fail)
	suite, reporter := ginkgo.GinkgoConfiguration()
	var failed []string
	ginkgo.ReportAfterEach(func(spec ginkgo.SpecReport) {
		if spec.Failed() {
			failed = append(failed, spec.LeafNodeText+": "+spec.Failure.Message)
		}
	})
	write("goldens/ferry/1.2/of-two"+golden.Suffix, "another trace\n")
	if err := os.Truncate(filepath.Join(root, "goldens/ferry/2.10-storms/no-more"+golden.Suffix), 1<<30); err != nil {
		t.Fatal(err)
	}
	passed := ginkgo.RunSpecs(silent{t}, "a new game", suite, reporter)
	if passed || len(failed) != 3 || !strings.HasPrefix(failed[0], "The fare is one coin of two: ") || !strings.Contains(failed[0], "differs from the golden at line 1") ||
		failed[1] != "A section of the second page: the golden of scenario ferry/2.10-storms/no-more: the file is too long" ||
		failed[2] != "has no scenario: 2.12-a is not modelled, but implemented at data/games/ferry/10-ferry.md:34" {
		t.Errorf("passed: %t; failed specs: %q, want the two whose goldens were changed and that of 2.12", passed, failed)
	}
}

// silent keeps an expected failure from failing the test.
type silent struct{ *testing.T }

func (silent) Fail() {}

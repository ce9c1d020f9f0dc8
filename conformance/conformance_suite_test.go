// This file starts the suite: it opens the corpus, refuses switches that would write goldens, and generates the specs of a
// rule section from its scenarios.

package conformance_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/scenario"
)

// root is the repository's root as seen from this package's folder, in which go test runs.
const root = ".."

// all is the corpus; opening is the error of reading it. Specs are generated from what could be read.
var all, opening = corpus.Open(os.DirFS(root))

func TestConformance(t *testing.T) {
	if err := golden.NoSwitches(os.Getenv); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"update", "clean", "template"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() == "true" {
			t.Fatalf("-%s is not used here: goldens are rewritten by make goldens", name)
		}
	}
	RegisterFailHandler(Fail)
	suite, reporter := GinkgoConfiguration()
	if info, err := os.Stdout.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		reporter.NoColor = true
	}
	RunSpecs(t, "conformance", suite, reporter)
}

// scenarios makes a spec for each scenario of a section of a game, with the clauses it names as labels.
func scenarios(game, section string) {
	for _, g := range all.Games {
		if g.ID != game {
			continue
		}
		for _, c := range g.Cases {
			if c.Script.Section != section {
				continue
			}
			described[c.Name()] = true
			It(c.Script.Title, Label(c.Script.Rules...), func() {
				play := c.Play()
				if err := play.Problem(); err != nil {
					Fail(err.Error())
				}
				Expect(play).To(MatchGolden())
			})
		}
	}
}

// start begins a play of a game at a set-up, written as a scenario's setup in YAML's flow form.
func start(game, setup string) *scenario.Session {
	GinkgoHelper()
	script, list := scenario.Parse("start/position.yaml", []byte("version: 1\ntitle: position\ngame: "+game+"\nrules: [all]\nsetup: "+setup+"\nexpect: {asked: nobody}\n"))
	Expect(list.Err()).NotTo(HaveOccurred())
	for _, g := range all.Games {
		if g.ID != game {
			continue
		}
		loaded, err := g.Load(scenario.OptionsOf(script))
		Expect(err).NotTo(HaveOccurred())
		s, err := scenario.Start(loaded, script)
		Expect(err).NotTo(HaveOccurred())
		return s
	}
	Fail("there is no game " + game)
	return nil
}

// described holds the scenarios that some rule file plays.
var described = map[string]bool{}

var _ = Describe("the corpus", func() {
	It("can be read", func() { Expect(opening).NotTo(HaveOccurred()) })

	It("has a rule file for every scenario", func() {
		var missing []string
		for _, name := range all.Names() {
			if !described[name] {
				missing = append(missing, name)
			}
		}
		Expect(missing).To(BeEmpty(), "no rule file of the suite calls scenarios(…) for the sections of these")
	})

	It("has a scenario for every golden and a golden for every scenario", func() {
		Expect(golden.Orphans(filepath.Join(root, corpus.GoldensDir), all.Names())).To(BeEmpty(), "goldens without scenario")
		for _, name := range all.Names() {
			Expect(filepath.Join(root, corpus.GoldensDir, filepath.FromSlash(name)+golden.Suffix)).To(BeARegularFile())
		}
	})

	It("names its sections as rule files do", func() {
		for _, name := range all.Names() {
			Expect(strings.Count(name, "/")).To(Equal(2), name)
		}
	})

	It("covers the rulebooks as far as the report tells", func() {
		plays := all.Play()
		for _, g := range all.Games {
			var table bytes.Buffer
			Expect(g.Report(plays).Write(&table)).To(Succeed())
			AddReportEntry("coverage of "+g.ID, ReportEntryVisibilityFailureOrVerbose, table.String())
		}
	})
})

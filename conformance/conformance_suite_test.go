// This file starts the suite: it opens the corpus, refuses switches that would write goldens, and collects the specs:
// those of the scenarios and, by import, the properties.

package conformance_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/kit"
	_ "rulebound/conformance/properties/backgammon"
	_ "rulebound/conformance/properties/boards"
	_ "rulebound/conformance/properties/fire-in-the-lake"
	_ "rulebound/conformance/properties/night-market"
	_ "rulebound/conformance/properties/texas-holdem"
	_ "rulebound/conformance/properties/tidelands"
	"rulebound/conformance/revision"
	"rulebound/conformance/rules"
)

var (
	// all is the corpus; opening is the error of reading it. The readable part of the corpus has specs.
	all, opening = kit.Corpus()
	goldens      = filepath.Join(kit.Root, corpus.GoldensDir)
	// described are the scenarios that have a spec.
	described = rules.Describe(all, goldens)
)

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
	suite.RandomizeAllSpecs = true // specs must not depend on each other
	suite.FailOnEmpty = true       // a label that selects nothing is misspelled
	if info, err := os.Stdout.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		reporter.NoColor = true
	}
	RunSpecs(t, "conformance", suite, reporter)
}

// A section without a spec would not run and pass: --label-filter must select a spec for each section of the report.
var _ = ReportAfterSuite("every section of the coverage report has a spec", func(suite Report) {
	var without []string
	for _, g := range all.Games {
		labelled := map[string]bool{}
		for _, spec := range suite.SpecReports {
			labels := spec.Labels()
			if slices.ContainsFunc(all.Games, func(other *corpus.Game) bool { return other != g && slices.Contains(labels, other.ID) }) {
				continue
			}
			for _, l := range labels {
				labelled[l] = true
			}
		}
		for _, s := range g.Report(nil).Sections {
			if !labelled[s.Number] {
				without = append(without, g.ID+" "+s.Number+" "+s.Title)
			}
		}
	}
	Expect(without).To(BeEmpty(), "sections that no spec is labelled with")
})

// The cause leads the summary: the changes since HEAD, and the shortest scenario that shows them.
var _ = ReportAfterSuite("what was changed", func(suite Report) {
	if suite.SuiteSucceeded {
		return
	}
	var plays []*corpus.Play
	for _, spec := range suite.SpecReports {
		for _, c := range all.Cases() {
			if spec.Failed() && spec.LeafNodeLocation.FileName == c.Script.File {
				plays = append(plays, c.Played())
			}
		}
	}
	if cause := revision.Explain(kit.Root, "HEAD", plays); cause != nil {
		cause.Total = len(described)
		os.Stdout.WriteString("\n\n" + cause.String() + "\n")
	}
})

var _ = Describe("the corpus", func() {
	It("can be read", func() { Expect(opening).NotTo(HaveOccurred()) })

	It("has one spec for every scenario", func() {
		Expect(slices.Sorted(slices.Values(described))).To(Equal(slices.Sorted(slices.Values(all.Names()))))
	})

	It("has a scenario for every golden and a golden for every scenario", func() {
		Expect(golden.Orphans(goldens, all.Names())).To(BeEmpty(), "goldens without scenario")
		for _, name := range all.Names() {
			Expect(filepath.Join(goldens, filepath.FromSlash(name)+golden.Suffix)).To(BeARegularFile())
		}
	})

	It("has every scenario in the folder of a section", func() {
		for _, name := range all.Names() {
			Expect(strings.Count(name, "/")).To(Equal(2), name)
		}
	})

	It("has no scenario twice", func() {
		first := map[string]string{}
		for _, c := range all.Cases() {
			text := string(c.Script.Source)
			Expect(first).NotTo(HaveKey(text), "%s is, byte for byte, %s", c.Name(), first[text])
			first[text] = c.Name()
		}
	})

	// A library states no rules of the game, so its notes have a place without a clause.
	It("places every event of a trace in the rulebook, with file, line, column and clause", func() {
		none := map[string]bool{"trace": true, "scenario": true, "game": true, "rules": true, "after": true, "digest": true, "options": true, "refused": true}
		for _, c := range all.Cases() {
			for i, l := range c.Played().Lines {
				where := fmt.Sprintf("%s:%d: %s: %s", c.Name(), i+1, l.Kind, l.Text)
				switch {
				case none[l.Kind]:
					Expect(l.At).To(BeNil(), "%s is no event of the engine", where)
				case l.At == nil || l.At.File == "" || l.At.Line == 0 || l.At.Col == 0 || len(l.At.Rules) == 0 && !strings.HasPrefix(l.At.File, "library/"):
					Fail(where + " has no place")
				}
			}
		}
	})

	It("covers every clause, executes every place of the rulebooks and sees every condition both ways, or explains why not", func() {
		var plays []*corpus.Play // the plays that the specs of the scenarios use, too
		for _, c := range all.Cases() {
			plays = append(plays, c.Played())
		}
		for _, g := range all.Games {
			var table bytes.Buffer
			r := g.Report(plays)
			Expect(r.Write(&table)).To(Succeed())
			AddReportEntry("coverage of "+g.ID, ReportEntryVisibilityFailureOrVerbose, table.String())
			Expect(g.Uncovered(r, "")).To(Succeed())
			Expect(r.Open).To(BeEmpty(), "neither seen nor explained in scenarios/%s.gaps.yaml", g.ID)
			Expect(r.Stale).To(BeEmpty(), "scenarios/%s.gaps.yaml explains what is seen, or is not there", g.ID)
		}
	})
})

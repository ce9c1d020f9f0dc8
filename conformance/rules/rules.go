// Package rules makes the specs of rule sections from the files of the repository: a container for each game, in it
// containers nested as the headings of its rulebook are numbered, and in these a spec for each scenario. A new
// scenario, section or game needs no Go.
package rules

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path"
	"slices"
	"testing"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/ginkgo/v2/types"
	"github.com/sebdah/goldie/v2"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/engine/def"
)

// Scenarios is a label of all specs that Describe makes.
const Scenarios = "scenarios"

// Describe makes the containers and specs of all games; goldens is the folder of the goldens. It must be called
// before RunSpecs, and returns the names of the scenarios that have a spec.
//
// A spec has the labels of its case (corpus.Case.Labels), the numbers of all headings above it, and Scenarios. A
// section with no clause of kind rule has a spec that checks just that, so that its number selects a spec, too.
func Describe(all *corpus.Corpus, goldens string) []string {
	var names []string
	for _, g := range all.Games {
		book := sections(g)
		ginkgo.Describe(g.ID, types.CodeLocation{FileName: path.Join(corpus.GamesDir, g.ID)}, ginkgo.Label(Scenarios), func() {
			for _, s := range book {
				s.describe(goldens)
			}
		})
		for _, s := range book {
			names = append(names, s.names()...)
		}
	}
	return names
}

// describe makes the container of a section. The code locations of container and specs are those of heading and
// scenarios: Ginkgo prints them, and without --randomize-all runs the parts of a container in their order.
func (s *section) describe(goldens string) {
	ginkgo.Describe(s.text(), types.CodeLocation{FileName: s.at.File, LineNumber: s.at.Line}, ginkgo.Label(corpus.RuleLabels(s.number)...), func() {
		for _, c := range s.cases {
			ginkgo.It(c.Script.Title, types.CodeLocation{FileName: c.Script.File, LineNumber: 1}, ginkgo.Label(c.Labels()...), func() { hold(c, goldens) })
		}
		if s.ruleless {
			labels := append([]string{s.game.ID}, corpus.RuleLabels(append(s.clauses(), s.number)...)...)
			ginkgo.It("has no scenario", types.CodeLocation{FileName: s.at.File, LineNumber: s.at.Line}, ginkgo.Label(labels...), s.holdRuleless)
		}
		for _, sub := range s.sections {
			sub.describe(goldens)
		}
	})
}

// names lists the scenarios of a section and its subsections.
func (s *section) names() []string {
	var names []string
	for _, c := range s.cases {
		names = append(names, c.Name())
	}
	for _, sub := range s.sections {
		names = append(names, sub.names()...)
	}
	return names
}

// holdRuleless fails the spec if a clause of the section that is marked as not modelled is implemented.
func (s *section) holdRuleless() {
	for _, k := range s.game.Book.Clauses {
		if k.Section != s.number || k.Kind != source.KindNotModelled {
			continue
		}
		if i := slices.IndexFunc(s.game.Def.Nodes, func(n def.NodeDef) bool { return slices.Contains(n.Rules, k.ID) }); i >= 0 {
			n := s.game.Def.Nodes[i]
			ginkgo.Fail(fmt.Sprintf("%s is not modelled, but implemented at %s:%d", k.ID, n.File, n.Line))
		}
	}
}

// hold plays a scenario and fails the spec if an expectation fails, if the trace differs from its golden in any byte,
// or if the optimised engine plays it differently. goldie compares; the report of the difference is ours. With -short the
// optimised engine plays a quarter of the scenarios: tests of the engine compare it in random games and programs.
func hold(c *corpus.Case, goldens string) {
	play := c.Played()
	if err := play.Problem(); err != nil {
		ginkgo.Fail(err.Error())
	}
	if _, err := golden.Read(os.DirFS(goldens), c.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		ginkgo.Fail(err.Error()) // goldie would read a file of any length
	}
	g := goldie.New(ginkgo.GinkgoTB(), goldie.WithFixtureDir(goldens), goldie.WithDiffFn(func(_, expected string) string {
		return golden.Problem(c.Name(), play.Lines, expected)
	}))
	g.Assert(ginkgo.GinkgoTB(), c.Name(), play.Trace())
	if testing.Short() && crc32.ChecksumIEEE([]byte(c.Name()))%4 > 0 {
		return
	}
	if err := play.Optimised(); err != nil {
		ginkgo.Fail(err.Error())
	}
}

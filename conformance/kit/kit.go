// Package kit helps to write specs: it provides the corpus, starting positions, moves, values and matchers. Its
// functions run under Ginkgo and end the running spec if they fail.
package kit

import (
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/engine"
)

// Root is the repository's root relative to the folder conformance, in which go test runs the suite.
const Root = ".."

// Corpus opens the corpus once. It holds what could be read; the error says what could not.
var Corpus = sync.OnceValues(func() (*corpus.Corpus, error) { return corpus.Open(os.DirFS(Root)) })

// game finds a game of the corpus.
func game(id string) *corpus.Game {
	GinkgoHelper()
	all, err := Corpus()
	for _, g := range all.Games {
		if g.ID == id {
			return g
		}
	}
	Expect(err).NotTo(HaveOccurred())
	Expect(id).To(BeEmpty(), "there is no game "+id)
	return nil
}

// Load loads a game without coverage, so that plays of it may run concurrently. Games are cached by their options.
func Load(id string, options map[string]string) *engine.Game {
	GinkgoHelper()
	loaded, err := game(id).LoadOptimised(options)
	Expect(err).NotTo(HaveOccurred())
	return loaded
}

// Start begins a play at a set-up, which is written as a scenario's setup in YAML's flow form.
func Start(id, setup string) *scenario.Session {
	GinkgoHelper()
	script, list := scenario.Parse("start/position.yaml", []byte("version: 1\ntitle: position\ngame: "+id+"\nrules: [all]\nsetup: "+setup+"\nexpect: {asked: nobody}\n"))
	Expect(list.Err()).NotTo(HaveOccurred())
	loaded, err := game(id).Load(scenario.OptionsOf(script))
	Expect(err).NotTo(HaveOccurred())
	s, err := scenario.Start(loaded, script)
	Expect(err).NotTo(HaveOccurred())
	return s
}

// Play plays a line, written as in a scenario.
func Play(s *scenario.Session, line string) {
	GinkgoHelper()
	Expect(s.Play(scenario.ParseLine(line))).To(Succeed(), line)
}

// Spelled returns a value, or the members of a set, an order or a pile, as text.
func Spelled(s *scenario.Session, name string) string {
	GinkgoHelper()
	words, err := s.Value(name)
	Expect(err).NotTo(HaveOccurred())
	return strings.Join(words, " ")
}

// Counted returns a numeric value.
func Counted(s *scenario.Session, name string) int {
	GinkgoHelper()
	n, err := strconv.Atoi(Spelled(s, name))
	Expect(err).NotTo(HaveOccurred(), name)
	return n
}

// Games returns how many of n random games or boards a spec plays: all, or an eighth with go test -short.
func Games(n int) int {
	if testing.Short() {
		return n / 8
	}
	return n
}

// Clauses returns the labels of a spec about these clauses or sections, including those of all sections around them.
func Clauses(rules ...string) Labels { return Label(corpus.RuleLabels(rules...)...) }

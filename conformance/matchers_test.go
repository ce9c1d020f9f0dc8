// This file holds the suite's own matchers. Their failures name the scenario or position, the rule, and what was offered.

package conformance_test

import (
	"fmt"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	"github.com/sebdah/goldie/v2"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/golden"
	"rulebound/conformance/scenario"
)

// MatchGolden succeeds if the trace of a *corpus.Play is its golden, byte for byte.
func MatchGolden() types.GomegaMatcher { return goldenMatcher{} }

type goldenMatcher struct{}

// Match compares through goldie, which reports the difference in our words and ends the spec.
func (goldenMatcher) Match(actual any) (bool, error) {
	p, ok := actual.(*corpus.Play)
	if !ok {
		return false, fmt.Errorf("MatchGolden expects a *corpus.Play, not %T", actual)
	}
	t := GinkgoTB()
	t.Helper()
	g := goldie.New(t, goldie.WithFixtureDir(filepath.Join(root, corpus.GoldensDir)), goldie.WithDiffFn(func(actual, expected string) string {
		return golden.Problem(p.Case.Name(), p.Case.Script.Rules, actual, expected)
	}))
	g.Assert(t, p.Case.Name(), p.Trace())
	return true, nil
}

func (goldenMatcher) FailureMessage(any) string        { return "the trace differs from its golden" }
func (goldenMatcher) NegatedFailureMessage(any) string { return "the trace is its golden" }

// HaveLegal succeeds if a *scenario.Session has pending exactly these options of that seat, in any order.
func HaveLegal(seat string, options ...string) types.GomegaMatcher {
	return &claimMatcher{what: fmt.Sprintf("%s is offered exactly %s", seat, strings.Join(options, ", ")),
		expect: scenario.Expect{Legal: []scenario.Legal{{Seat: seat, Options: options}}}}
}

// Refuse succeeds if a *scenario.Session refuses a move, written as a line of a scenario, because of a clause.
func Refuse(line, because string) types.GomegaMatcher {
	return &claimMatcher{what: fmt.Sprintf("%s is refused because of %s", line, because),
		expect: scenario.Expect{Refused: []scenario.Refused{{Line: scenario.ParseLine(line), Because: because}}}}
}

// HoldValue succeeds if the value of a name in a *scenario.Session is spelled so.
func HoldValue(name, value string) types.GomegaMatcher {
	return &claimMatcher{what: fmt.Sprintf("%s is %s", name, value),
		expect: scenario.Expect{State: []source.Pair{{Key: scenario.ParseNode(name), Value: scenario.ParseNode(value)}}}}
}

// claimMatcher checks an expectation of the scenario format on a session.
type claimMatcher struct {
	what     string
	expect   scenario.Expect
	failures []scenario.Failure
}

func (m *claimMatcher) Match(actual any) (bool, error) {
	s, ok := actual.(*scenario.Session)
	if !ok {
		return false, fmt.Errorf("expected a *scenario.Session, not %T", actual)
	}
	m.failures = s.Check(&m.expect)
	return len(m.failures) == 0, nil
}

func (m *claimMatcher) FailureMessage(any) string {
	text := "expected that " + m.what
	for _, f := range m.failures {
		text += "\n  " + f.Error()
	}
	return text
}

func (m *claimMatcher) NegatedFailureMessage(any) string { return "expected not that " + m.what }

// affordsNoMore plays a line that names the first n of some spaces, all that a seat can pay for, and returns where it leads.
// One more is refused; with nothing to pay even the first, by the clause.
func affordsNoMore(position func() *scenario.Session, line func(n int) string, all []string, n int, rule string) *scenario.Session {
	GinkgoHelper()
	if n == 0 {
		s := position()
		Expect(s).To(Refuse(line(1), rule))
		return s
	}
	if n < len(all) {
		_, err := position().Try(scenario.ParseLine(line(n + 1)))
		Expect(err).To(MatchError(ContainSubstring(all[n] + " is not legal")))
	}
	s := position()
	playLine(s, line(n))
	return s
}

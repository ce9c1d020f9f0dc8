package kit

// This file has the matchers of positions. Their failures name the position, the rule, and the offered answers.

import (
	"fmt"
	"strings"

	"github.com/onsi/gomega/types"

	"rulebound/compiler/source"
	"rulebound/conformance/scenario"
)

// HaveLegal succeeds if the pending decision of a *scenario.Session belongs to that seat and offers exactly these options, in any order.
func HaveLegal(seat string, options ...string) types.GomegaMatcher {
	return &claimMatcher{what: fmt.Sprintf("%s is offered exactly %s", seat, strings.Join(options, ", ")),
		expect: scenario.Expect{Legal: []scenario.Legal{{Seat: seat, Options: options}}}}
}

// Refuse succeeds if a *scenario.Session refuses a move, written as a line of a scenario, because of a clause.
func Refuse(line, because string) types.GomegaMatcher {
	return &claimMatcher{what: fmt.Sprintf("%s is refused because of %s", line, because),
		expect: scenario.Expect{Refused: []scenario.Refused{{Line: scenario.ParseLine(line), Because: because}}}}
}

// HoldValue succeeds if a name in a *scenario.Session has that value, as text.
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

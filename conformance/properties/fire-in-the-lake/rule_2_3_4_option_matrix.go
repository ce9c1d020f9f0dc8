// Rule 2.3.4: the options of the second eligible seat follow from the action of the first. The table below is that of
// the rule; every pair of classes is tried, and an allowed class is also carried out.

package fireinthelake

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

var _ = Describe("2.3.4 Options", kit.Clauses("2.3.4"), func() {
	// Card 115 without the VC: the ARVN is first and the US second.
	const position = "{scenario: full, deck: [card-115, card-55, card-68], values: {vc.eligible: no}}"
	classes := []string{"event", "operation", "operationPlusSpecialActivity", "limitedOperation", "pass"}
	firsts := map[string]string{
		"event":                        "{arvn: event}",
		"operation":                    "{arvn: operation train, spaces: {hue: {placement: nothing}}}",
		"operationPlusSpecialActivity": "{arvn: operation+activity train, spaces: {hue: {placement: nothing}}, activity: {name: govern, governSpaces: {can-tho: {govern: aid}}}}",
		"limitedOperation":             "{arvn: limited train, spaces: {hue: {placement: nothing}}}",
		"pass":                         "{arvn: pass}",
	}
	seconds := map[string]string{
		"event":                        "{us: event}",
		"operation":                    "{us: operation train, spaces: {da-nang: {placement: nothing}}}",
		"operationPlusSpecialActivity": "{us: operation+activity train, spaces: {da-nang: {placement: nothing}}}",
		"limitedOperation":             "{us: limited train, spaces: {da-nang: {placement: nothing}}}",
		"pass":                         "{us: pass}",
	}

	DescribeTable("the first", func(class string, refusal string) {
		s := kit.Start("fire-in-the-lake", position)
		if refusal != "" {
			Expect(s).To(kit.Refuse(firsts[class], refusal))
			return
		}
		Expect(s.Play(scenario.ParseLine(firsts[class]))).To(Succeed())
		Expect(s).To(kit.HoldValue("candidate", "us"))
	},
		Entry("may execute the event", "event", ""),
		Entry("may execute an operation", "operation", ""),
		Entry("may execute an operation with activity", "operationPlusSpecialActivity", ""),
		Entry("may not execute a limited operation", "limitedOperation", "2.3.4-a"),
		Entry("may pass", "pass", ""),
	)

	matrix := []struct {
		first, rule string
		second      []string
	}{
		{"event", "2.3.4-d", []string{"operation", "operationPlusSpecialActivity", "pass"}},
		{"operation", "2.3.4-b", []string{"limitedOperation", "pass"}},
		{"operationPlusSpecialActivity", "2.3.4-c", []string{"limitedOperation", "event", "pass"}},
		{"pass", "2.3.4-a", []string{"event", "operation", "operationPlusSpecialActivity", "pass"}},
	}
	for _, row := range matrix {
		var entries []TableEntry
		for _, second := range classes {
			verdict := "refused"
			if slices.Contains(row.second, second) {
				verdict = "allowed"
			}
			entries = append(entries, Entry(fmt.Sprintf("%s is %s", second, verdict), kit.Clauses(row.rule), second, verdict == "allowed"))
		}
		DescribeTable("after "+row.first, func(second string, allowed bool) {
			s := kit.Start("fire-in-the-lake", position)
			Expect(s.Play(scenario.ParseLine(firsts[row.first]))).To(Succeed())
			Expect(s).To(kit.HaveLegal("us", row.second...))
			if !allowed {
				Expect(s).To(kit.Refuse(seconds[second], row.rule))
				return
			}
			Expect(s.Play(scenario.ParseLine(seconds[second]))).To(Succeed())
			// The action of the US decides its eligibility for the next card; the event keeps its player eligible (card-115).
			eligible := map[bool]string{true: "yes", false: "no"}[second == "event" || second == "pass"]
			if row.first == "pass" || second == "pass" { // then the NVA is asked, too
				Expect(s).To(kit.HoldValue("candidate", "nva"))
				Expect(s.Play(scenario.ParseLine("{nva: pass}"))).To(Succeed())
			}
			Expect(s).To(kit.HoldValue("played", "[card-55, card-115]"))
			Expect(s).To(kit.HoldValue("us.eligible", eligible))
		}, entries)
	}

	It("counts an operation whose announced activity was not executed as an operation alone", kit.Clauses("2.3.4-e"), func() {
		s := kit.Start("fire-in-the-lake", position)
		Expect(s.Play(scenario.ParseLine("{arvn: operation+activity train, spaces: {hue: {placement: nothing}}}"))).To(Succeed())
		Expect(s).To(kit.HaveLegal("us", "limitedOperation", "pass"))
	})

	for _, at := range []string{"before", "after hue", "after"} {
		It("counts an activity executed "+at+" the operation", kit.Clauses("2.3.4-e"), func() {
			s := kit.Start("fire-in-the-lake", position)
			Expect(s.Play(scenario.ParseLine("{arvn: operation+activity train, spaces: {hue: {placement: nothing}, saigon: {placement: nothing}}, " +
				"activity: {name: govern, at: " + at + ", governSpaces: {can-tho: {govern: aid}}}}"))).To(Succeed())
			Expect(s).To(kit.HaveLegal("us", "limitedOperation", "event", "pass"))
		})
	}
})

// Rule 2.3.4: what the second eligible seat may do follows from what the first has done.

package conformance_test

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/scenario"
)

var _ = Describe("2.3.4 Options", Label("2.3.4"), func() {
	scenarios("fire-in-the-lake", "2.3.4")

	// What each class of the first leaves to the second, read from the rule and not from the game's data.
	matrix := []struct {
		first  string
		rule   string
		second []string
	}{
		{"{vc: event shaded}", "2.3.4-d", []string{"operation", "operationPlusSpecialActivity", "pass"}},
		{"{vc: operation rally, spaces: {binh-dinh: {rally: nothing}}}", "2.3.4-b", []string{"limitedOperation", "pass"}},
		{"{vc: pass}", "2.3.4-a", []string{"event", "operation", "operationPlusSpecialActivity", "pass"}},
	}
	classes := []string{"event", "operation", "operationPlusSpecialActivity", "limitedOperation", "pass"}

	for _, row := range matrix {
		It(fmt.Sprintf("after %s the second may do %v and nothing else", row.first, row.second), func() {
			s := start("fire-in-the-lake", `{scenario: full, deck: [card-107, card-55, card-68]}`)
			Expect(s.Play(scenario.ParseLine(row.first))).To(Succeed())
			Expect(s).To(HoldValue("candidate", "nva"))
			Expect(s).To(HaveLegal("nva", row.second...))
			for _, class := range classes {
				if !slices.Contains(row.second, class) {
					Expect(s).To(Refuse("{nva: , class: "+class+"}", row.rule))
				}
			}
		})
	}
})

// The texts of the cards: a card says which sides are not written, and does not offer them. Scenarios show what the
// written ones do.

package fireinthelake

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("the cards", Label("cards"), func() {
	// Events with a single text have it as their unshaded side, as pivotal events do; coup cards have none.
	single := map[string]bool{"card-38": true, "card-41": true, "card-64": true, "card-69": true, "card-80": true, "card-94": true,
		"card-106": true, "card-115": true}
	sidesOf := func(kind, card string) []string {
		switch {
		case kind == "coup":
			return nil
		case kind == "pivotal" || single[card]:
			return []string{"unshaded"}
		}
		return []string{"unshaded", "shaded"}
	}

	It("have each of their texts either written or marked as unwritten, never both and never neither", kit.Clauses("1.2-a", "5.2-c"), func() {
		def := board()
		Expect(def.Cards).NotTo(BeEmpty())
		for _, card := range def.Cards {
			_, kind := property(def, "card", "kind", card.ID)
			_, unwritten := property(def, "card", "unwritten", card.ID)
			marks := strings.FieldsFunc(unwritten, func(r rune) bool { return strings.ContainsRune("[{, }]", r) })
			for _, side := range []string{"unshaded", "shaded"} {
				text, _ := property(def, "card", side, card.ID)
				written, marked := text != -1, slices.Contains(marks, side)
				if slices.Contains(sidesOf(kind, card.ID), side) {
					Expect(written).NotTo(Equal(marked), "%s, %s: written %t, marked as unwritten %t", card.ID, side, written, marked)
				} else {
					Expect(written || marked).To(BeFalse(), "%s has no side %s: written %t, marked as unwritten %t", card.ID, side, written, marked)
				}
			}
		}
	})
})

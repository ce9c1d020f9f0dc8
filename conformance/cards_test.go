// The texts of the cards. Each written side has its scenarios; what is not written is said by the card and not offered.

package conformance_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("the cards", Label("cards"), func() {
	scenarios(fitl, "cards")

	// Cards with one text have it in unshaded; the others have two.
	single := map[int]bool{38: true, 41: true, 64: true, 69: true, 80: true, 94: true, 106: true, 115: true}

	It("have each of their texts either written or marked as unwritten, never both and never neither", Label("1.2-a", "5.2-c"), func() {
		def := board()
		written := 0
		for i := 1; i <= 124; i++ {
			id := fmt.Sprintf("card-%d", i)
			_, unwritten := property(def, "card", "unwritten", id)
			for _, side := range []string{"unshaded", "shaded"} {
				text, _ := property(def, "card", side, id)
				if side == "shaded" && (single[i] || i > 120) {
					Expect(text).To(BeEquivalentTo(-1), id)
					Expect(unwritten).NotTo(MatchRegexp(`\b`+side+`\b`), id)
					continue
				}
				Expect(unwritten).To(Or(And(MatchRegexp(`\b`+side+`\b`), Satisfy(func(string) bool { return text == -1 })),
					And(Not(MatchRegexp(`\b`+side+`\b`)), Satisfy(func(string) bool { return text != -1 }))), id+" "+side)
				if text != -1 {
					written++
				}
			}
		}
		Expect(written).To(BeNumerically(">=", 9))
	})
})

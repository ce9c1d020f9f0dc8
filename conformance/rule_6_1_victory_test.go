// Rules 6.1 and 7: the victory check of a coup round, margins and ranking.

package conformance_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("6.1 Victory phase", Label("6.1"), func() {
	scenarios(fitl, "6.1")
})

var _ = Describe("7 Victory", Label("7"), func() {
	scenarios(fitl, "7")

	// Boards of n points for one seat, on which nobody else meets its condition; what is enough, and the board.
	occupied := "quang-tin-quang-ngai: {nva-troops: 4}, binh-dinh: {nva-troops: 6}, tay-ninh: {nva-troops: 5}, kien-phong: {nva-troops: 3}, " +
		"kien-giang-an-xuyen: {nva-troops: 3}, quang-tri-thua-thien: {nva-troops: 6}" // 12 points, and 3 bases in Laos and Cambodia
	for _, x := range []struct {
		seat  string
		above int
		board func(n int) string
	}{
		{"us", 50, func(n int) string {
			return fmt.Sprintf("pieces: {out-of-play: {us-troops: 0, us-base: 0}, da-nang: {us-troops: %d}}", 52-n)
		}},
		{"arvn", 50, func(n int) string { return fmt.Sprintf("values: {patronage: %d}", n-20) }},
		{"nva", 18, func(n int) string {
			return fmt.Sprintf("pieces: {%s, north-vietnam: {nva-base.untunneled: %d}, the-fishhook: {nva-base.untunneled: 2}}", occupied, n-17)
		}},
		{"vc", 35, func(n int) string {
			return fmt.Sprintf("values: {quang-tri-thua-thien.support: active-opposition, binh-dinh.support: active-opposition}, "+
				"pieces: {phuoc-long: {vc-base.untunneled: %d}, tay-ninh: {vc-base.tunneled: 0}}", n-34)
		}},
	} {
		for n := x.above; n <= x.above+1; n++ {
			It(fmt.Sprintf("%s: %d points end the game at a check: %t", x.seat, n, n > x.above), Label("7.2-f", "7.3-c"), func() {
				s := start(fitl, "{scenario: full, deck: [card-125, card-55, card-126], "+x.board(n)+"}")
				Expect(s).To(HoldValue(x.seat+"Victory", fmt.Sprint(n)))
				Expect(s.State().Over()).To(Equal(n > x.above))
			})
		}
	}
})

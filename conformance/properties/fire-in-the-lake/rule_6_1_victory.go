// Rules 6.1 and 7: the victory check of a coup round, margins and ranking.

package fireinthelake

import (
	"cmp"
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

var _ = Describe("7 Victory", kit.Clauses("7"), func() {
	// Boards of n points for one seat, on which no other seat meets its condition; the smallest sufficient n, and the
	// board.
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
			It(fmt.Sprintf("%s: %d points end the game at a check: %t", x.seat, n, n > x.above), kit.Clauses("7.2-f", "7.3-c"), func() {
				s := kit.Start(fitl, "{scenario: full, deck: [card-125, card-55, card-126], "+x.board(n)+"}")
				Expect(s).To(kit.HoldValue(x.seat+"Victory", fmt.Sprint(n)))
				Expect(s.State().Over()).To(Equal(n > x.above))
			})
		}
	}

	It("ends random games with margins and ranks that follow from the totals", kit.Clauses("7.1-a", "7.1-c", "7.3-b", "random-games"), func() {
		thresholds := map[string]int64{"us": 50, "arvn": 50, "nva": 18, "vc": 35}
		for i := range 12 {
			g := editions()[i%2]
			s, err := g.New(engine.Setup{ID: []string{"full", "medium", "short"}[i%3], Seed: uint64(i)})
			Expect(err).NotTo(HaveOccurred())
			_, err = players.Play(s, []players.Player{players.NewUniform(1), players.NewUniform(2), players.NewUniform(3), players.NewUniform(4)}, 10000)
			Expect(err).NotTo(HaveOccurred())
			Expect(s.Over()).To(BeTrue())
			value := func(name string) int64 {
				v, _, err := s.Value(name)
				Expect(err).NotTo(HaveOccurred())
				return v
			}
			margins := map[string]int64{}
			for seat, named := range g.Def().Seats {
				margins[named.ID] = value(named.ID+"Victory") - thresholds[named.ID]
				Expect(s.Result()[seat]).To(Equal(margins[named.ID]), "game %d, %s", i, named.ID)
			}
			ranking := []string{"vc", "arvn", "nva", "us"} // the order of tied seats
			slices.SortStableFunc(ranking, func(a, b string) int { return cmp.Compare(margins[b], margins[a]) })
			for place, seat := range ranking {
				Expect(value(seat+".rank")).To(BeEquivalentTo(place+1), "game %d, %s", i, seat)
			}
		}
	})
})

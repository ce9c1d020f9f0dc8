package texasholdem

// This file checks invariants of random tournaments.

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

// tournament plays a random tournament to its end and calls look before each decision.
func tournament(seats int, setup string, seed uint64, look func(s *engine.State)) *engine.State {
	GinkgoHelper()
	g := kit.Load(game, map[string]string{"players": strconv.Itoa(seats)})
	s, err := g.New(engine.Setup{ID: setup, Seed: seed})
	Expect(err).NotTo(HaveOccurred())
	player := players.NewUniform(seed)
	for !s.Over() {
		d := s.Decision()
		var a engine.Answer
		if d.Seat == engine.Chance {
			a, err = s.Draw()
			Expect(err).NotTo(HaveOccurred())
		} else {
			look(s)
			a = player.Answer(s, s.Decision())
		}
		Expect(s.Apply(a)).To(Succeed(), "seed %d", seed)
	}
	look(s)
	return s
}

func value(s *engine.State, name string) int64 {
	GinkgoHelper()
	v, _, err := s.Value(name)
	Expect(err).NotTo(HaveOccurred(), name)
	return v
}

// each plays tournaments of all sizes.
func each(look func(s *engine.State), end func(s *engine.State, seats int, chips int64)) {
	GinkgoHelper()
	for seats := 2; seats <= 10; seats++ {
		for i, setup := range []string{"standard", "turbo", "deep"} {
			chips := []int64{1500, 500, 10000}[i] * int64(seats)
			s := tournament(seats, setup, uint64(seats), func(s *engine.State) { look(s) })
			end(s, seats, chips)
		}
	}
}

var _ = Describe("1 The table", Label(game), func() {
	It("neither loses nor adds a chip", kit.Clauses("1.1-b", "5.2-a", "5.2-b"), func() {
		sum := func(s *engine.State) int64 {
			n := value(s, "pot")
			for i := range 10 {
				n += value(s, fmt.Sprintf("chips-%d", i+1))
			}
			return n
		}
		seen := map[int64]bool{}
		each(func(s *engine.State) { seen[sum(s)] = true }, func(s *engine.State, _ int, chips int64) {
			Expect(seen).To(Equal(map[int64]bool{chips: true}))
			clear(seen)
		})
	})

	It("ends with one player who has all chips, and places every player", kit.Clauses("6-c", "6-d"), func() {
		each(func(*engine.State) {}, func(s *engine.State, seats int, chips int64) {
			most, places := int64(0), []int64{}
			for i := range seats {
				most = max(most, value(s, fmt.Sprintf("chips-%d", i+1)))
				places = append(places, value(s, fmt.Sprintf("seat-%d.place", i+1)))
			}
			slices.Sort(places)
			Expect(most).To(Equal(chips))
			for i, p := range places { // tied players share the best of their places
				Expect(p == int64(i+1) || i > 0 && p == places[i-1]).To(BeTrue(), fmt.Sprint(places))
			}
		})
	})

	It("shows a player their own cards and the open and shown ones, and no others", kit.Clauses("1.2-c"), func() {
		shown, moments := 0, 0
		each(func(s *engine.State) {
			moments++
			open := map[string]bool{"board": true}
			for seat := range 10 {
				open[fmt.Sprintf("hand-%d", seat+1)] = value(s, fmt.Sprintf("seat-%d.shown", seat+1)) == 1
			}
			for seat := range 11 { // the last index is no seat of the table
				if testing.Short() && (moments+seat)%4 > 0 {
					continue
				}
				own := fmt.Sprintf("hand-%d", seat+1)
				for _, p := range s.View(seat).Piles {
					id := s.Game().Def().Piles[p.Pile].ID
					for _, c := range p.Cards {
						if c >= 0 != (open[id] || id == own) {
							Fail(fmt.Sprintf("seen from seat %d, %s shows a card that is hidden, or hides one that is open", seat+1, id))
						}
						if open[id] && id != "board" {
							shown++
						}
					}
				}
			}
		}, func(*engine.State, int, int64) {})
		Expect(shown).To(BeNumerically(">", kit.Games(1000)))
	})
})

package nightmarket

// This file plays random markets on the engine and on the model in lockstep.

import (
	"fmt"
	"slices"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

const game = "night-market"

// inStep plays one market in lockstep, with patrons or without, and returns how many decisions it compared.
func inStep(g *engine.Game, seed uint64, patrons, round bool) (compared int) {
	GinkgoHelper()
	s, err := g.New(engine.Setup{ID: "market", Seed: seed})
	Expect(err).NotTo(HaveOccurred())
	shuffle, err := s.Draw()
	Expect(err).NotTo(HaveOccurred())
	var deck []int
	for _, c := range shuffle.Order {
		deck = append(deck, int(c))
	}
	Expect(s.Apply(shuffle)).To(Succeed())
	traders, player := len(g.Def().Seats), players.NewUniform(seed)
	m := open(traders, deck)
	m.round = round
	// outcome draws an outcome of the engine's generator for both.
	outcome := func() engine.Answer {
		a, err := s.Draw()
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Apply(a)).To(Succeed())
		return a
	}
	for t := range traders {
		if patrons {
			m.wish[t] = int(outcome().Member)
			m.offer[t] = int(outcome().N)
		}
	}
	// ask gives a random answer to a decision, which must be of the seat and have the members that the model expects.
	ask := func(name string, seat int, members []int) int {
		d := s.Decision()
		where := fmt.Sprintf("%d traders, seed %d, decision %d", traders, seed, compared)
		Expect([]any{d.Name, d.Seat}).To(Equal([]any{name, seat}), where)
		offered := []int{}
		for _, c := range d.Members {
			offered = append(offered, int(c))
		}
		slices.Sort(offered)
		Expect(offered).To(Equal(members), where)
		a := player.Answer(s, d)
		Expect(s.Apply(a)).To(Succeed(), where)
		compared++
		return int(a.Member)
	}
	all := []int{}
	for t := range traders {
		all = append(all, t)
	}
	for range 5 {
		var cards, claims, doubts []int
		for t := range traders {
			cards = append(cards, ask("card", t, slices.Sorted(slices.Values(m.hands[t]))))
			claims = append(claims, ask("claim", t, []int{0, 1, 2}))
		}
		for t := range traders {
			doubts = append(doubts, ask("whom", t, all))
		}
		m.evening(cards, claims, doubts)
		for t, seat := range g.Def().Seats {
			Expect(value(s, seat.ID+".coins")).To(Equal(m.coins[t]), "coins of %s, seed %d", seat.ID, seed)
			for w, ware := range []string{"lamps", "silk", "spice"} {
				Expect(value(s, seat.ID+".goods."+ware)).To(Equal(m.goods[t][w]), "%s of %s, seed %d", ware, seat.ID, seed)
			}
		}
	}
	Expect(s.Over()).To(BeTrue())
	for t, n := range s.Result() {
		Expect(int(n)).To(Equal(m.worth(t)))
	}
	return compared
}

func value(s *engine.State, name string) int {
	GinkgoHelper()
	v, _, err := s.Value(name)
	Expect(err).NotTo(HaveOccurred())
	return int(v)
}

var _ = Describe("The Night Market", Label(game), func() {
	It("asks, offers and pays what a program written from the clauses alone does", kit.Clauses("1.1-a", "1.1-b", "2", "2.1-a", "2.2-a", "2.2-b", "2.2-c",
		"2.2-d", "2.3-a", "2.3-b", "2.4-a", "2.4-b", "3.1-a", "3.1-b", "3.2-a", "3.2-b"), func() {
		compared := 0
		for traders := 3; traders <= 6; traders++ {
			for options := range 4 {
				patrons, round := options&1 != 0, options&2 != 0
				g := kit.Load(game, map[string]string{"players": strconv.Itoa(traders), "patrons": strconv.FormatBool(patrons), "lanterns": strconv.FormatBool(round)})
				Expect(g.Def().Seats).To(HaveLen(traders))
				for seed := range uint64(40) {
					compared += inStep(g, seed, patrons, round)
				}
			}
		}
		Expect(compared).To(BeNumerically(">", 40_000))
	})
})

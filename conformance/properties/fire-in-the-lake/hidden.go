// Hidden information stays hidden: two plays that differ only in what a seat may not know look the same to it, and so
// do their traces as it may read them. HIDDEN_PAIRS sets the number of pairs:
//
//	HIDDEN_PAIRS=2000 go test ./conformance -timeout 60m -v -ginkgo.v -ginkgo.label-filter=hidden-information

package fireinthelake

import (
	"fmt"
	"os"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	boards "rulebound/conformance/board"
	"rulebound/conformance/kit"
	"rulebound/engine"
)

// pairsOf plays pairs of a game; setup returns the beginning of a pair. The observer that must not be able to
// distinguish the two is a seat or a spectator, in turn.
func pairsOf(g *engine.Game, pairs, most int, setup func(seed uint64) engine.Setup) (all kit.Tally) {
	GinkgoHelper()
	if n, err := strconv.ParseUint(os.Getenv("HIDDEN_PAIRS"), 10, 32); err == nil && n > 0 {
		pairs = int(n)
	}
	for seed := range uint64(pairs) {
		t := kit.Twins{Game: g, Setup: setup(seed), Seat: int(seed)%(len(g.Def().Seats)+1) - 1, Seed: seed, Most: most, Fresh: 12, Apart: "card.kind"}
		tally, err := t.Play()
		Expect(err).NotTo(HaveOccurred(), t.String())
		all.Add(tally)
	}
	AddReportEntry("pairs", ReportEntryVisibilityFailureOrVerbose, fmt.Sprintf("%+v", all))
	Expect(all.Compared).To(BeNumerically(">", pairs))
	Expect(all.Printed).To(BeNumerically(">", pairs))
	return all
}

var _ = Describe("Hidden information", Label("hidden-information"), func() {
	from := func(id string) func(uint64) engine.Setup {
		return func(seed uint64) engine.Setup { return engine.Setup{ID: id, Seed: seed} }
	}

	for _, x := range []struct{ deception, players string }{{"drawn", "four"}, {"handicap", "four"}, {"handicap", "three-insurgents"}} {
		It("cannot be inferred from play: "+fitl+", deception "+x.deception+", players "+x.players, kit.Clauses("7.3-e", "7.3-h", "7.3-i"), func() {
			g := kit.Load(fitl, map[string]string{"deception": x.deception, "players": x.players})
			pairsOf(g, 4, kit.Games(160), from("short"))
			pairsOf(g, 6, kit.Games(60), func(seed uint64) engine.Setup { return poor(g, seed) })
			pairsOf(g, 12, 8, penniless)
		})
	}

	It("cannot be inferred from play: texas-holdem", func() {
		pairsOf(kit.Load("texas-holdem", map[string]string{"players": "4"}), 15, kit.Games(300), from("turbo"))
	})

	for _, seats := range []string{"3", "6"} {
		It("cannot be inferred from play: night-market, players "+seats, func() {
			pairsOf(kit.Load("night-market", map[string]string{"players": seats}), 20, kit.Games(200), from("market"))
		})
	}

	It("cannot be inferred from play: tidelands", func() {
		pairsOf(kit.Load("tidelands", nil), 20, kit.Games(400), from(kit.Load("tidelands", nil).Def().Setups[0].ID))
	})
})

// poor returns a random board on which, every other time, three seats cannot pay for anything: a seat may have no
// option but to pass.
func poor(g *engine.Game, seed uint64) engine.Setup {
	setup := boards.Any(g, seed, midGames())
	if seed%2 == 0 {
		for _, purse := range []string{"arvnResources", "nvaResources", "vcResources"} {
			setup.Cells[purse] = 0
		}
	}
	return setup
}

// penniless returns the first card of a game during a monsoon. The seat that may act second cannot pay for anything, so
// that it can only pass unless it holds a hidden asset.
func penniless(seed uint64) engine.Setup {
	return engine.Setup{ID: "full", Seed: seed, Piles: map[string][]string{"deck": {"card-55", "card-125", "card-56", "card-126"}}, Cells: map[string]int64{"vcResources": 0}}
}

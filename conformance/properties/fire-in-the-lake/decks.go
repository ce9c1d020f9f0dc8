// Statistics of random decks: over many seeds the coup card of a pile is equally often at each place, every card
// allowed in a pile is equally likely there, and no seed breaks the rule. The seeds are fixed, so every run yields the
// same figures: 1,000 seeds, 10,000 for the small decks, or the number in DECK_SEEDS.

package fireinthelake

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
)

// seeds returns the number of decks to build.
func (k *deckKind) seeds() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("DECK_SEEDS"), 10, 32); err == nil && n > 0 {
		return n
	}
	if k.game == "tidelands" {
		return uint64(kit.Games(40_000))
	}
	return uint64(kit.Games(4000))
}

// deckKind is a way to build a deck.
type deckKind struct {
	game, setup string
	options     map[string]string
	sizes       []int    // of the piles from the top
	rounds      int      // round cards in a pile
	isRound     []string // the round cards that may be dealt
	events      [][]string
}

// laid builds a random deck and returns the indices of its cards from the top.
func laid(g *engine.Game, setup string, seed uint64, d *deckTape) ([]int, error) {
	d.cards, d.done = d.cards[:0], false
	s, err := g.New(engine.Setup{ID: setup, Seed: seed, Observer: d})
	if err != nil {
		return nil, err
	}
	for !d.done {
		a, err := s.Draw()
		if err != nil {
			return nil, err
		}
		if err := s.Apply(a); err != nil {
			return nil, err
		}
	}
	slices.Reverse(d.cards)
	return d.cards, nil
}

// deckTape records the cards laid on the deck until it is built.
type deckTape struct {
	deck  int64
	built int // the note that reports it
	cards []int
	done  bool
}

func (d *deckTape) Event(_ *engine.State, e *engine.Event) {
	switch {
	case e.Kind == engine.CardMoved && e.Card().To == d.deck && !d.done:
		d.cards = append(d.cards, int(e.Card().Card))
	case e.Kind == engine.Noted && int(e.Note()) == d.built:
		d.done = true
	}
}

// unlikely returns the value that chi-square with these degrees of freedom exceeds once in 100,000 times
// (Wilson-Hilferty approximation).
func unlikely(freedom int) float64 {
	const z = 4.2649
	k := 2 / (9 * float64(freedom))
	return float64(freedom) * math.Pow(1-k+z*math.Sqrt(k), 3)
}

// chiSquare measures the deviation of counts from a uniform distribution.
func chiSquare(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	expected, sum := float64(total)/float64(len(counts)), 0.0
	for _, n := range counts {
		sum += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	return sum
}

// statistics builds the decks of a kind and tests them.
func (k *deckKind) statistics() {
	GinkgoHelper()
	g := kit.Load(k.game, k.options)
	gd := g.Def()
	tape := &deckTape{
		deck:  int64(slices.IndexFunc(gd.Piles, func(p def.PileDef) bool { return p.ID == "deck" })),
		built: slices.IndexFunc(gd.Notes, func(n def.NoteDef) bool { return n.Name == "deck" }),
	}
	round := make([]bool, len(gd.Cards))
	allowed := make([][]bool, len(k.sizes)) // by pile
	for pile := range k.sizes {
		allowed[pile] = make([]bool, len(gd.Cards))
	}
	for i, c := range gd.Cards {
		round[i] = slices.Contains(k.isRound, c.ID)
		for pile := range k.sizes {
			allowed[pile][i] = round[i] || slices.Contains(k.events[pile], c.ID)
		}
	}
	places := make([][]int, len(k.sizes)) // of round cards, by pile and place
	dealt := make([][]int, len(k.sizes))  // by pile and card
	size := 0
	for pile, n := range k.sizes {
		places[pile], dealt[pile] = make([]int, n), make([]int, len(gd.Cards))
		size += n
	}
	last := make([]uint64, len(gd.Cards)) // seed + 1 of the last deck with the card
	for seed := range k.seeds() {
		deck, err := laid(g, k.setup, seed, tape)
		if err != nil || len(deck) != size {
			Fail(fmt.Sprintf("seed %d: %d cards: %v", seed, len(deck), err))
		}
		at := 0
		for pile, n := range k.sizes {
			rounds := 0
			for place, c := range deck[at : at+n] {
				if !allowed[pile][c] || last[c] == seed+1 {
					Fail(fmt.Sprintf("seed %d: %s in pile %d", seed, gd.Cards[c].ID, pile+1))
				}
				last[c] = seed + 1
				dealt[pile][c]++
				if round[c] {
					rounds++
					places[pile][place]++
				}
			}
			if at += n; rounds != k.rounds {
				Fail(fmt.Sprintf("seed %d: %d round cards in pile %d", seed, rounds, pile+1))
			}
		}
	}
	var worst float64
	for pile := range k.sizes {
		even := func(what string, counts []int) {
			if len(counts) < 2 {
				return
			}
			x, most := chiSquare(counts), unlikely(len(counts)-1)
			worst = max(worst, x/most)
			Expect(x).To(BeNumerically("<", most), "pile %d: %s: %v", pile+1, what, counts)
		}
		even("places of the round card", places[pile])
		var rounds, events []int
		for c := range gd.Cards {
			switch {
			case round[c]:
				rounds = append(rounds, dealt[pile][c])
			case allowed[pile][c]:
				events = append(events, dealt[pile][c])
			}
		}
		even("round cards", rounds)
		even("events", events)
	}
	AddReportEntry(fmt.Sprintf("%s/%s: worst chi-square is %.2f of its limit", k.game, k.setup, worst), ReportEntryVisibilityFailureOrVerbose)
}

var _ = Describe("Decks over many seeds", func() {
	numbered := func(from, to int) (out []string) {
		for n := from; n <= to; n++ {
			out = append(out, fmt.Sprintf("card-%d", n))
		}
		return out
	}
	ofPeriod := func(p string) (out []string) {
		for _, c := range numbered(1, 120) {
			if period(number(c)) == p {
				out = append(out, c)
			}
		}
		return out
	}
	repeat := func(n int, list []string) (out [][]string) {
		for range n {
			out = append(out, list)
		}
		return out
	}

	It("has 24, 48 and 48 events of the three periods", kit.Clauses("2.1-h"), func() {
		for i, p := range []string{"1964", "1965", "1968"} {
			Expect(ofPeriod(p)).To(HaveLen([]int{24, 48, 48}[i]), p)
		}
	})

	for _, x := range []struct {
		setup   string
		piles   int
		events  int
		size    int
		rounds  []string
		periods []string
	}{
		{"short", 3, 8, 27, []string{"card-127", "card-128", "card-130"}, []string{"1965", "1965", "1965"}},
		{"medium", 3, 12, 39, []string{"card-128", "card-129", "card-130"}, []string{"1968", "1968", "1968"}},
		{"full", 6, 12, 78, numbered(125, 130), []string{"1964", "1965", "1965", "1968", "1968", "1968"}},
	} {
		for _, byPeriod := range []bool{false, true} {
			It(fmt.Sprintf("%s, period events: %v", x.setup, byPeriod), kit.Clauses("2.1-b", "2.1-c", "2.1-d", "2.1-h"), func() {
				k := &deckKind{game: "fire-in-the-lake", setup: x.setup, rounds: 1, isRound: x.rounds,
					options: map[string]string{"periodEvents": fmt.Sprint(byPeriod)}, events: repeat(x.piles, numbered(1, 120))}
				total := 0
				for pile := range x.piles {
					k.sizes = append(k.sizes, x.events+1)
					total += x.events + 1
					if byPeriod {
						k.events[pile] = ofPeriod(x.periods[pile])
					}
				}
				Expect(total).To(Equal(x.size))
				k.statistics()
			})
		}
	}

	first := strings.Fields("calm-water lost-oar night-fires fog-bank moot")
	second := strings.Fields("idle-hands full-nets open-ferry")
	tides := strings.Fields("spring-tide neap-tide storm-tide")
	for _, k := range []deckKind{
		{setup: "regatta", options: map[string]string{"calendar": "loose"}, sizes: []int{4, 4}, rounds: 1, isRound: tides,
			events: repeat(2, slices.Concat(first, second))},
		{setup: "regatta", options: map[string]string{"calendar": "strict"}, sizes: []int{4, 4}, rounds: 1, isRound: tides,
			events: [][]string{first, second}},
		{setup: "parade", options: map[string]string{"calendar": "loose"}, sizes: []int{4}, rounds: 2, isRound: []string{"spring-tide", "storm-tide"},
			events: [][]string{{"calm-water", "fog-bank", "full-nets"}}},
	} {
		It(fmt.Sprintf("The Tidelands' %s, calendar %s", k.setup, k.options["calendar"]), Label("tidelands"), func() {
			k.game = "tidelands"
			k.statistics()
		})
	}
})

// period returns the period printed on an event card, by the deck list of 2.1-h.
func period(card int) string {
	early := []int{1, 15, 17, 26, 29, 31, 43, 48, 50, 51, 55, 63, 66, 68, 75, 79, 93, 97, 101, 107, 110, 112, 116, 118}
	late := []int{2, 3, 4, 9, 11, 12, 13, 16, 19, 20, 21, 27, 30, 32, 33, 35, 36, 37, 40, 41, 42, 45, 49, 52, 54, 57, 58, 60, 61, 62, 65, 71, 74,
		77, 80, 84, 88, 91, 92, 94, 96, 103, 111, 113, 115, 117, 119, 120}
	switch {
	case slices.Contains(early, card):
		return "1964"
	case slices.Contains(late, card):
		return "1968"
	}
	return "1965"
}

func number(card string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(card, "card-"))
	Expect(err).NotTo(HaveOccurred())
	return n
}

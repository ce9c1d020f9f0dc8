// Package texasholdem checks what no scenario can show of the rulebook of Texas Hold'em: it counts hands of each kind,
// checks invariants of random tournaments, and plays tournaments in lockstep with a model. Set HANDS to 6 or 7 to count
// all hands of so many cards instead of five; seven take minutes:
//
//	HANDS=7 go test ./conformance -timeout 60m -ginkgo.label-filter=4-b
package texasholdem

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
)

const (
	game  = "texas-holdem"
	ranks = 13
	kinds = 1 << 26 // factor of the kind in a grade, above the ranks
)

// handsOf are the known numbers of hands of five, six and seven cards by kind, from high card to straight flush.
var handsOf = map[int][9]int64{
	5: {1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40},
	6: {6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844},
	7: {23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584},
}

// table is a state whose functions value hands, with the ranks and suits of its cards.
type table struct {
	*engine.State
	rank, suit []int
}

func newTable() *table {
	GinkgoHelper()
	g := kit.Load(game, nil)
	s, err := g.New(engine.Setup{ID: "standard"})
	Expect(err).NotTo(HaveOccurred())
	t := &table{State: s}
	for _, c := range g.Def().Cards {
		t.rank = append(t.rank, slices.IndexFunc(rankNames, func(r string) bool { return len(c.ID) > len(r) && c.ID[:len(r)] == r && c.ID[len(r)] == '-' }))
		t.suit = append(t.suit, slices.IndexFunc(suitNames, func(s string) bool { return c.ID[len(c.ID)-len(s):] == s }))
	}
	Expect(t.rank).To(HaveLen(52))
	Expect(slices.Min(t.rank)).To(Equal(0))
	Expect(slices.Min(t.suit)).To(Equal(0))
	return t
}

var (
	rankNames = []string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"}
	suitNames = []string{"clubs", "diamonds", "hearts", "spades"}
)

// worth returns the rulebook's grade of a set of cards.
func (t *table) worth(cards ...int) int64 {
	set := int64(0)
	for _, c := range cards {
		set |= 1 << uint(c)
	}
	v, err := t.Call("worth", set)
	if err != nil {
		Fail(err.Error())
	}
	return v
}

// model values five cards: the kind, then the ranks in the order in which they decide. It counts and sorts,
// independently of the rulebook.
func (t *table) model(cards []int) [6]int {
	count := [ranks]int{}
	flush := true
	for _, c := range cards {
		count[t.rank[c]]++
		flush = flush && t.suit[c] == t.suit[cards[0]]
	}
	var order []int
	for r := range ranks {
		for range min(count[r], 1) {
			order = append(order, r)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return b - a
	})
	straight := len(order) == 5 && order[0]-order[4] == 4
	if len(order) == 5 && order[0] == 12 && order[1] == 3 {
		straight, order = true, []int{3}
	}
	kind := 0
	switch {
	case straight && flush:
		kind = 8
	case count[order[0]] == 4:
		kind = 7
	case count[order[0]] == 3 && len(order) == 2:
		kind = 6
	case flush:
		kind = 5
	case straight:
		kind = 4
	case count[order[0]] == 3:
		kind = 3
	case count[order[0]] == 2 && len(order) == 3:
		kind = 2
	case count[order[0]] == 2:
		kind = 1
	}
	grade := [6]int{kind}
	if straight {
		order = order[:1]
	}
	copy(grade[1:], order)
	return grade
}

// best returns the value of the best five of the cards.
func (t *table) best(cards []int) (best [6]int) {
	for skip := range len(cards) {
		for also := range skip {
			five := slices.Concat(cards[:also], cards[also+1:skip], cards[skip+1:])
			if g := t.model(five); slices.Compare(g[:], best[:]) > 0 {
				best = g
			}
		}
	}
	return best
}

var _ = Describe("4 What a hand is worth", Label(game), func() {
	It("finds the known number of hands of each kind", kit.Clauses("4-b", "4-c", "4-d", "4-e"), func() {
		if testing.Short() {
			Skip("2,598,960 hands")
		}
		cards := 5
		if n, err := strconv.Atoi(os.Getenv("HANDS")); err == nil {
			cards = n
		}
		Expect(handsOf).To(HaveKey(cards), "HANDS")
		t, seen := newTable(), [9]int64{}
		for set := uint64(1)<<cards - 1; set < 1<<52; { // the next set is the next greater number with as many bits
			worth, err := t.Call("worth", int64(set))
			if err != nil {
				Fail(err.Error())
			}
			seen[worth/kinds]++
			low := set & -set
			high := set + low
			set = high | (set^high)>>(bits.TrailingZeros64(low)+2)
		}
		Expect(seen).To(Equal(handsOf[cards]))
	})

	It("ranks seven cards by the best of all five-card hands among them", kit.Clauses("4-a", "4-f", "4-g", "4-h"), func() {
		t, r := newTable(), rand.New(rand.NewPCG(1, 2))
		for range 20_000 {
			deck := r.Perm(52)
			mine, yours := slices.Concat(deck[:2], deck[4:9]), slices.Concat(deck[2:4], deck[4:9])
			x, y := t.best(mine), t.best(yours)
			a, b := t.worth(mine...), t.worth(yours...)
			Expect(sign(a-b)).To(Equal(slices.Compare(x[:], y[:])), fmt.Sprint(mine, yours))
			Expect(int(a/kinds)).To(Equal(x[0]), fmt.Sprint(mine))
		}
	})
})

func sign(n int64) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

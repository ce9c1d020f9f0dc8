package texasholdem

// This file plays random tournaments on the engine and on the model in lockstep.

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// tables are the parameters of the model for each set-up.
var tables = map[string]struct {
	chips  int64
	levels []blind
}{
	"standard": {1500, []blind{{1, 10, 20, 0}, {11, 15, 30, 0}, {21, 25, 50, 0}, {31, 50, 100, 0}, {41, 75, 150, 15}, {51, 100, 200, 20}, {61, 150, 300, 30},
		{71, 200, 400, 40}, {81, 300, 600, 60}, {91, 500, 1000, 100}, {101, 1000, 2000, 200}, {121, 2500, 5000, 500}}},
	"turbo": {500, []blind{{1, 10, 20, 0}, {6, 20, 40, 0}, {11, 40, 80, 0}, {16, 75, 150, 15}, {21, 150, 300, 30}, {26, 300, 600, 60}, {31, 600, 1200, 120}}},
	"deep":  {10000, []blind{{1, 25, 50, 0}, {21, 50, 100, 0}, {41, 100, 200, 25}, {61, 200, 400, 50}, {81, 400, 800, 100}, {101, 1000, 2000, 200}, {121, 2500, 5000, 500}}},
}

// inStep plays one tournament in lockstep and returns the number of decisions that it compared.
func inStep(g *engine.Game, t *table, seats int, setup string, seed uint64) (compared int) {
	GinkgoHelper()
	s, err := g.New(engine.Setup{ID: setup, Seed: seed})
	Expect(err).NotTo(HaveOccurred())
	h := &house{t: t, levels: tables[setup].levels, chips: slices.Repeat([]int64{tables[setup].chips}, seats), places: make([]int, seats), button: nobody}
	var answer reply
	next, stop := iter.Pull(func(yield func(question) bool) {
		h.ask = func(q question) reply {
			yield(q)
			return answer
		}
		h.play()
	})
	defer stop()
	player := players.NewUniform(seed)
	chips := make([]string, seats)
	for p := range chips {
		chips[p] = fmt.Sprintf("chips-%d", p+1)
	}
	for !s.Over() {
		d := s.Decision()
		q, ok := next()
		where := fmt.Sprintf("%d players, %s, seed %d, hand %d", seats, setup, seed, h.hands)
		if got := asked(g, d); !ok || !slices.Equal(got, q.words()) {
			Expect(got).To(Equal(q.words()), where)
		}
		var a engine.Answer
		if d.Seat == engine.Chance {
			a, err = s.Draw()
			Expect(err).NotTo(HaveOccurred())
		} else {
			a = player.Answer(s, d)
		}
		answer = heard(d, a)
		if d.Seat != engine.Chance {
			for p := range seats {
				if got := value(s, chips[p]); got != h.chips[p] {
					Expect(got).To(Equal(h.chips[p]), "chips of seat %d, %s", p+1, where)
				}
			}
		}
		Expect(s.Apply(a)).To(Succeed(), where)
		compared++
	}
	_, more := next()
	Expect(more).To(BeFalse(), "the model goes on")
	for p := range seats {
		Expect(value(s, chips[p])).To(Equal(h.chips[p]))
		Expect(value(s, fmt.Sprintf("seat-%d.place", p+1))).To(Equal(int64(h.places[p])), "seed %d", seed)
	}
	return compared
}

// words spells a question for the comparison.
func (q question) words() []string {
	out := append([]string{strconv.Itoa(q.seat), q.name}, q.options...)
	slices.Sort(out[2:])
	if q.name == "to" {
		out = append(out, strconv.FormatInt(q.least, 10), strconv.FormatInt(q.most, 10))
	}
	return out
}

// asked spells a decision of the engine like words.
func asked(g *engine.Game, d *engine.Decision) []string {
	out := []string{strconv.Itoa(d.Seat), d.Name}
	switch {
	case d.Kind == def.Shuffle:
		out[1] = "shuffle"
	case d.Kind.Row().Answer == def.AnswerNumber:
		out = append(out, strconv.Itoa(d.Min), strconv.Itoa(d.Max))
	case d.Kind.Row().Options:
		out = append(out, g.Candidates(d)...)
		slices.Sort(out[2:])
	}
	return out
}

// heard translates an answer into a reply of the model.
func heard(d *engine.Decision, a engine.Answer) reply {
	r := reply{amount: a.N, seat: int(a.Member)}
	for _, o := range d.Options {
		if o.Index == a.Option {
			r.option = o.Name
		}
	}
	for _, c := range a.Order {
		r.deck = append(r.deck, int(c))
	}
	return r
}

var _ = Describe("A tournament", Label(game), func() {
	It("asks, offers and pays what a program written from the clauses alone does", kit.Clauses("1.3-a", "1.3-c", "2.1-b", "2.1-c", "2.1-d",
		"2.1-e", "2.1-f", "2.1-g", "2.1-h", "3.1-a", "3.1-b", "3.1-c", "3.1-d", "3.1-e", "3.1-f", "3.1-g", "3.2-a", "3.2-b", "3.2-c", "3.2-d", "3.2-e", "3.2-f", "3.2-g",
		"3.2-h", "3.2-i", "3.2-j", "5.1-c", "5.1-d", "5.1-e", "5.2-a", "5.2-b", "5.2-c", "5.2-d", "5.2-e", "6-a", "6-b", "6-d"), func() {
		tournaments := 10_000
		if testing.Short() {
			tournaments = 200
		}
		t := newTable()
		compared := 0
		for i := range tournaments {
			seats, setup := 2+i%9, []string{"standard", "turbo", "deep"}[i%3]
			g := loaded(seats)
			compared += inStep(g, t, seats, setup, uint64(i))
		}
		Expect(compared).To(BeNumerically(">", 20*tournaments))
	})
})

var games [11]*engine.Game

// loaded returns the game for a number of players.
func loaded(seats int) *engine.Game {
	GinkgoHelper()
	if games[seats] == nil {
		games[seats] = kit.Load(game, map[string]string{"players": strconv.Itoa(seats)})
	}
	return games[seats]
}

package backgammon

// This file plays random matches on the engine and on the model in lockstep.

import (
	"fmt"
	"slices"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
)

const game = "backgammon"

var seats = [2]string{"white", "black"}

// zone returns the id of the zone at a position of a player's course.
func zone(player, at int) string {
	switch {
	case at == bar:
		return seats[player] + "-bar"
	case at == off:
		return seats[player] + "-off"
	case player == 1:
		at = 25 - at
	}
	return fmt.Sprintf("p%d", at)
}

// match is a match that the engine and the model play in lockstep.
type match struct {
	s        *engine.State
	m        *table
	gen      engine.Generator
	where    string
	compared int
}

// ask checks the pending decision against the answers of the model and gives a random one. A single answer is not asked
// for.
func (x *match) ask(name string, player int, answers ...string) string {
	GinkgoHelper()
	slices.Sort(answers)
	if answers = slices.Compact(answers); len(answers) == 1 {
		return answers[0]
	}
	x.board()
	d := x.s.Decision()
	Expect([]any{d.Name, d.Seat}).To(Equal([]any{name, player}), x.where)
	offered := x.s.Game().Candidates(d)
	slices.Sort(offered)
	Expect(offered).To(Equal(answers), "%s, decision %d: %+v", x.where, x.compared, x.m)
	given := answers[x.gen.Below(uint32(len(answers)))]
	a := engine.Answer{Seat: player}
	for _, o := range d.Options {
		if o.Name == given {
			a.Option = o.Index
		}
	}
	for _, v := range d.Members {
		if x.s.Spell(v, d.Elem) == given {
			a.Member = v
		}
	}
	Expect(x.s.Apply(a)).To(Succeed(), x.where)
	x.compared++
	return given
}

// yes answers whether a player doubles, or takes a double.
func (x *match) yes(name string, player int) bool {
	if name == "double" {
		return x.ask(name, player, "yes", "no") == "yes"
	}
	return x.ask(name, player, "take", "drop") == "take"
}

// step chooses the checker that a player moves, and the die where both dice lead to the same point.
func (x *match) step(player int, choices []step) step {
	GinkgoHelper()
	move := func(s step) string { return zone(player, s.from) + " → " + zone(player, s.to) }
	var moves, numbers []string
	for _, s := range choices {
		moves = append(moves, move(s))
	}
	moved := x.ask("move", player, moves...)
	choices = slices.DeleteFunc(choices, func(s step) bool { return move(s) != moved })
	for _, s := range choices {
		numbers = append(numbers, strconv.Itoa(s.die))
	}
	die := x.ask("die", player, numbers...)
	return choices[slices.Index(numbers, die)]
}

// roll returns the engine's roll of a die.
func (x *match) roll(name string) int {
	GinkgoHelper()
	Expect(x.s.Decision().Name).To(Equal(name), "%s, decision %d: %+v", x.where, x.compared, x.m)
	a, err := x.s.Draw()
	Expect(err).NotTo(HaveOccurred())
	Expect(x.s.Apply(a)).To(Succeed(), x.where)
	return int(a.N)
}

// board compares positions and scores.
func (x *match) board() {
	GinkgoHelper()
	got := table{cube: x.value("cube"), owner: x.value("owner")}
	gd := x.s.Game().Def()
	zones := map[string]int32{}
	for z := range gd.Zones {
		zones[gd.Zones[z].ID] = int32(z)
	}
	for player, seat := range seats {
		for at := range got.checkers[player] {
			got.checkers[player][at] = int(x.s.Count(zones[zone(player, at)], gd.Types[player].First))
		}
		got.score[player] = x.value(seat + ".score")
	}
	Expect(got).To(Equal(*x.m), "%s, decision %d", x.where, x.compared)
}

func (x *match) value(name string) int {
	GinkgoHelper()
	v, _, err := x.s.Value(name)
	Expect(err).NotTo(HaveOccurred())
	return int(v)
}

// begin begins a match on both: from the starting position, or with every fourth seed from a position whose checkers
// are all on the last points, all in the last half of their course, or anywhere.
func begin(g *engine.Game, seed uint64, where string) *match {
	GinkgoHelper()
	x := &match{m: &table{}, gen: engine.NewGenerator(seed), where: where}
	setup := engine.Setup{ID: "standard", Seed: seed, Pieces: map[string]map[string]int{}}
	if last := []int{0, 6, 12, bar}[seed%4]; last > 0 {
		for player, seat := range seats {
			for range 15 {
				at := 1 + int(x.gen.Below(uint32(last)))
				if at < bar && x.m.checkers[1-player][25-at] > 0 {
					at = off
				}
				x.m.checkers[player][at]++
			}
			for at, n := range x.m.checkers[player][1:] {
				if z := zone(player, at+1); setup.Pieces[z] == nil && n > 0 {
					setup.Pieces[z] = map[string]int{seat + "-checker": n}
				}
			}
		}
	}
	var err error
	x.s, err = g.New(setup)
	Expect(err).NotTo(HaveOccurred())
	return x
}

var _ = Describe("Backgammon", Label(game), func() {
	It("asks, offers and scores what a program written from the clauses alone does", kit.Clauses("1.1", "1.2", "2.1", "2.2", "2.3", "2.4", "3.1", "3.2", "3.3"), func() {
		compared, games := 0, kit.Games(60)
		for _, length := range []int{0, 1, 2, 5} {
			g := kit.Load(game, map[string]string{"length": strconv.Itoa(length)})
			for seed := range uint64(games) {
				x := begin(g, seed, fmt.Sprintf("length %d, seed %d", length, seed))
				x.m.play(x, length)
				Expect(x.s.Over()).To(BeTrue(), x.where)
				for player, n := range x.s.Result() {
					Expect(int(n)).To(Equal(x.m.score[player]), x.where)
				}
				compared += x.compared
			}
		}
		Expect(compared).To(BeNumerically(">", 10_000*games/60))
	})
})

// Package boards checks the board games against models that know nothing of the engine: boards of plain arrays, whose
// moves are found by trial. Rulebook and model play random games in lockstep to their ends, and both count all lines of
// play up to a depth. Importing the package registers its specs with Ginkgo.
package boards

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/board"
	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
)

// model is a position of a game. An answer is spelled as the zones that it names. The model has to be settled where one
// answer is forced.
type model interface {
	answers() []string // the legal answers, in any order; none when the game is over
	answer(a string)
	copied() model
	position() string // all that the position consists of, spelled
	result() []int64
}

// settle gives the forced answers.
func settle(m model) model {
	for a := m.answers(); len(a) == 1; a = m.answers() {
		m.answer(a[0])
	}
	return m
}

// game is a game with its model.
type game struct {
	id, setup string
	options   map[string]string
	start     func() model
	restore   func(s *engine.State) model  // returns the model of a position in which a move is asked for
	position  func(s *engine.State) string // spells the position of a state as model.position does
	counts    []int                        // lines of 1, 2, 3 … answers from the set-up
	boards    []board.Wish                 // positions in mid-game
}

// spelled spells an answer as models do.
func spelled(s *engine.State, d *engine.Decision, v int64) string {
	zones := s.Game().Def().Zones
	if d.Kind != def.Pair {
		return zones[v].ID
	}
	from, to := def.Halves(v)
	return zones[from].ID + " " + zones[to].ID
}

// offered lists the answers that a state offers, as models spell them and as members.
func offered(s *engine.State) (words []string, members []int64) {
	d := s.Decision()
	if d == nil {
		return nil, nil
	}
	Expect(d.Fault).To(BeNil())
	members = slices.Clone(d.Members)
	for _, v := range members {
		words = append(words, spelled(s, d, v))
	}
	return words, members
}

// agree checks that a state and its model agree.
func (g *game) agree(s *engine.State, m model, after []string) {
	GinkgoHelper()
	words, _ := offered(s)
	want := m.answers()
	slices.Sort(words)
	slices.Sort(want)
	if !slices.Equal(words, want) {
		Fail(fmt.Sprintf("%s after %v: the rulebook offers %v, the model %v\n%s", g.id, after, words, want, m.position()))
	}
	if got := g.position(s); got != m.position() {
		Fail(fmt.Sprintf("%s after %v: the rulebook has\n%s\nthe model\n%s", g.id, after, got, m.position()))
	}
	if s.Over() && !slices.Equal(s.Result(), m.result()) {
		Fail(fmt.Sprintf("%s after %v: the rulebook ends with %v, the model with %v", g.id, after, s.Result(), m.result()))
	}
}

// countModel counts the lines of play of the model up to a depth.
func countModel(m model, depth int) int {
	answers := m.answers()
	if depth == 1 {
		return len(answers)
	}
	n := 0
	for _, a := range answers {
		next := m.copied()
		next.answer(a)
		n += countModel(settle(next), depth-1)
	}
	return n
}

// countGame counts the lines of play of the engine. spare holds one state for each depth.
func countGame(s *engine.State, depth int, spare []*engine.State) int {
	d := s.Decision()
	if d == nil {
		return 0
	}
	if depth == 1 {
		return len(d.Members)
	}
	n := 0
	for _, v := range slices.Clone(d.Members) {
		next := spare[depth]
		s.CopyTo(next)
		Expect(next.Apply(engine.Answer{Member: v})).To(Succeed())
		n += countGame(next, depth-1, spare)
	}
	return n
}

// perft counts the lines of play of a depth from a state.
func perft(s *engine.State, depth int) int {
	GinkgoHelper()
	spare := make([]*engine.State, depth+1)
	for i := range spare {
		spare[i] = s.Copy()
	}
	return countGame(s, depth, spare)
}

// begin returns the state and the model of the set-up.
func (g *game) begin() (*engine.State, model) {
	GinkgoHelper()
	s, err := kit.Load(g.id, g.options).New(engine.Setup{ID: g.setup})
	Expect(err).NotTo(HaveOccurred())
	return s, settle(g.start())
}

// inStep plays a random game in lockstep with the model, up to a number of answers.
func (g *game) inStep(s *engine.State, m model, gen engine.Generator, most int) {
	GinkgoHelper()
	var after []string
	for g.agree(s, m, after); !s.Over() && len(after) < most; g.agree(s, m, after) {
		words, members := offered(s)
		i := gen.Below(uint32(len(words)))
		Expect(s.Apply(engine.Answer{Member: members[i]})).To(Succeed())
		m.answer(words[i])
		settle(m)
		after = append(after, words[i])
	}
}

const (
	games  = 60
	boards = 60
)

// holds registers the specs of a game.
func holds(g *game, clauses ...string) bool {
	return Describe("the lines of play of "+g.id, Label(g.id), kit.Clauses(clauses...), func() {
		It("are as many as in a model", func() {
			s, m := g.begin()
			for i, want := range g.counts {
				Expect(countModel(m, i+1)).To(Equal(want), "the model, %d answers", i+1)
				Expect(perft(s, i+1)).To(Equal(want), "the rulebook, %d answers", i+1)
			}
		})

		It("follow the model to the end of the game", func() {
			for seed := range uint64(kit.Games(games)) {
				s, m := g.begin()
				g.inStep(s, m, engine.NewGenerator(seed), 1<<30)
			}
		})

		It("are as many from positions in mid-game", func() {
			loaded := kit.Load(g.id, g.options)
			for seed := range uint64(kit.Games(boards)) {
				s, err := loaded.New(board.Any(loaded, seed, g.boards))
				Expect(err).NotTo(HaveOccurred())
				if s.Over() {
					continue
				}
				m := g.restore(s)
				g.agree(s, m, nil)
				Expect(perft(s, 2)).To(Equal(countModel(m, 2)), "board %d:\n%s", seed, m.position())
				g.inStep(s, m, engine.NewGenerator(seed), 200)
			}
		})
	})
}

// count returns the number of pieces of the first class of a type in a zone. Types are in the order of the seats.
func count(s *engine.State, zone string, typ int) int {
	gd := s.Game().Def()
	at := slices.IndexFunc(gd.Zones, func(z def.ZoneDef) bool { return z.ID == zone })
	return int(s.Count(int32(at), gd.Types[typ].First))
}

// number returns the value of a variable.
func number(s *engine.State, name string) int64 {
	v, _, err := s.Value(name)
	Expect(err).NotTo(HaveOccurred())
	return v
}

package referee

// This file handles games without notes: a step begins where one of the layout's decisions is pending, and ends at
// the next one. Shuffles are answered by what the position reveals of the order.

import (
	"fmt"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// waits returns seat and decision if a step begins in the state, else nil.
func (r *reader) waits(s *engine.State) []string {
	if len(r.layout.Asks) == 0 {
		return []string{}
	}
	d := s.Decision()
	if d == nil || !r.asks[d.Index] || d.Seat == engine.Chance {
		return []string{}
	}
	return []string{r.def.SeatName(int64(d.Seat)), d.Name}
}

// Limits of the plays that are tried to reach a state with a given pending decision.
const (
	mostPlays   = 64
	mostAnswers = 2000
)

// restoreAsked returns a state at position n. It takes the state from any play in which the same decision of the same
// seat is pending, and then sets up the board.
func (m *match) restoreAsked(n int) (*engine.State, error) {
	p := m.at[n]
	want := p.lists[m.layout.asked()].spell()
	if len(want) == 0 {
		return nil, fmt.Errorf("no decision is pending there")
	}
	for seed := range uint64(mostPlays) {
		s, err := m.game.New(engine.Setup{ID: m.log.Setup, Seed: seed})
		if err != nil {
			return nil, err
		}
		var player players.Player = players.NewMinimal(seed)
		if seed%2 == 1 {
			player = players.NewUniform(seed)
		}
		for range mostAnswers {
			if s.Decision() == nil {
				break
			}
			if slices.Equal(m.waits(s), want) && m.played(s, p) {
				setup := m.setup(n, true, nil)
				setup.ID = ""
				return s, s.Arrange(setup)
			}
			if err := answer(s, player); err != nil {
				return nil, err
			}
		}
	}
	return nil, fmt.Errorf("no play was found in which %s is asked %s", want[0], want[1])
}

// answer answers the pending decision.
func answer(s *engine.State, player players.Player) error {
	d := s.Decision()
	if d.Seat != engine.Chance {
		return s.Apply(player.Answer(s, d))
	}
	a, err := s.Draw()
	if err != nil {
		return err
	}
	return s.Apply(a)
}

// played reports whether the piles that only play can fill have as many cards as in a position.
func (m *match) played(s *engine.State, p *Position) bool {
	for _, key := range sortedKeys(m.layout.Position) {
		item := m.layout.Position[key]
		if slices.Contains(m.layout.Played, item.Pile) && len(m.pile(s, item)) != len(p.lists[key]) {
			return false
		}
	}
	return true
}

// amounts lists the numbers in the difference: the wanted values, and how far they are off.
func (p *proposer) amounts() []int64 {
	var out []int64
	for _, w := range p.off {
		out = append(out, w, -w)
	}
	return append(out, p.goals...)
}

// orders proposes orders of cards: the present one, and the one that puts the cards where the position has them. The
// latter is found by playing the first order to the end of the step and exchanging cards. Then come orders that begin
// further on, for cards that are shuffled again within the step, of which the position shows only the last result.
func (p *proposer) orders(s *engine.State, d *engine.Decision, focus focus) []proposal {
	p.cut = true
	first := slices.Clone(d.Members)
	list := []proposal{{engine.Answer{Order: first}, neutral}}
	if d.Elem.Kind != def.KCard {
		return list
	}
	instead, order := p.exchange(s, first, focus), slices.Clone(first)
	for i, c := range first {
		other, ok := instead[c]
		if j := slices.Index(order, other); ok && j >= 0 {
			order[i], order[j] = order[j], order[i]
		}
	}
	list = append(list, proposal{engine.Answer{Order: order}, fits})
	for i := 1; i < min(len(first), p.most); i++ {
		list = append(list, proposal{engine.Answer{Order: slices.Concat(first[i:], first[:i])}, odd})
	}
	return list
}

// exchange maps cards being ordered to those that should end up where they do.
func (p *proposer) exchange(s *engine.State, order []int64, focus focus) map[int64]int64 {
	c := s.Copy()
	e := p.listen()
	e.armed, e.focus = true, focus
	end := &cardPlaces{stepObserver: e, p: p}
	c.Listen(end)
	a := engine.Answer{Order: order}
	for range mostAnswers {
		if c.Advance(a) != nil {
			return nil
		}
		e.rest(c)
		if end.note(c); e.ended {
			return end.instead
		}
		p.measure(c)
		d := c.Decision()
		if d == nil || d.Fault != nil || d.Kind.Row().Answer == def.AnswerOrder {
			return nil
		}
		list := p.propose(c, e.focus)
		if len(list) == 0 {
			return nil
		}
		a = list[0].answer
	}
	return nil
}

// cardPlaces records where cards are at the end of a step.
type cardPlaces struct {
	*stepObserver
	p       *proposer
	instead map[int64]int64
}

// Event implements engine.Observer.
func (x *cardPlaces) Event(s *engine.State, e *engine.Event) {
	x.stepObserver.Event(s, e)
	x.note(s)
}

func (x *cardPlaces) note(s *engine.State) {
	if !x.ended || x.instead != nil {
		return
	}
	x.instead = map[int64]int64{}
	for _, key := range sortedKeys(x.p.layout.Position) {
		item, want := x.p.layout.Position[key], x.t.p.lists[key]
		if item.Pile == "" {
			continue
		}
		pile, _ := x.p.def.Value(item.Pile, def.TPile)
		for i, c := range s.Cards(int32(pile)) {
			if i < len(want) {
				x.instead[c], _ = x.p.def.Value(want[i].id, def.TCard)
			}
		}
	}
}

package play

// This file answers for seats without a person.

import (
	"encoding/json"
	"errors"
	"fmt"

	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
	"rulebound/judge/drive"
)

// Decider answers for a seat.
type Decider interface {
	// Decide returns an answer to the pending decision of a play.
	Decide(p *Play) (engine.Answer, error)
}

// Random decides at random. Equal seeds give equal answers at the same place of a play.
type Random struct {
	Seed    uint64
	Minimal bool // the least legal amount of everything, instead of uniform answers
}

// Decide implements Decider.
func (r Random) Decide(p *Play) (engine.Answer, error) {
	seed := r.Seed + uint64(len(p.steps))*0x9e3779b97f4a7c15
	var player players.Player = players.NewUniform(seed)
	if r.Minimal {
		player = players.NewMinimal(seed)
	}
	return player.Answer(p.state, p.state.Decision()), nil
}

// Ask is the request to a program that decides for a seat: the decision and its seat, its legal answers, and the
// values that the seat's player may know, by name. The reply is {"answer": …}, spelled as docs/protocol.md says, or
// {"error": WHY}.
type Ask struct {
	Type     string                    `json:"type"` // decide
	Game     string                    `json:"game"`
	Setup    string                    `json:"setup,omitempty"`
	Seat     string                    `json:"seat"`
	Decision string                    `json:"decision"`
	Rule     string                    `json:"rule,omitempty"`
	Options  []string                  `json:"options"`
	Pieces   map[string]map[string]int `json:"pieces,omitempty"`
	Min      int                       `json:"min"`
	Max      int                       `json:"max"`
	Values   map[string]string         `json:"values"`
	Piles    map[string][]string       `json:"piles"` // cards, top first; "" for a hidden one
	Standing map[string]map[string]int `json:"zones"`
}

// Program asks another program. The caller starts and closes it.
type Program struct{ Program drive.Program }

// Decide implements Decider.
func (r Program) Decide(p *Play) (engine.Answer, error) {
	line, err := json.Marshal(p.ask())
	if err != nil {
		return engine.Answer{}, err
	}
	text, err := r.Program.Ask(line)
	if err != nil {
		return engine.Answer{}, fmt.Errorf("the program of %s: %w", p.SeatTitle(p.state.Decision().Seat), err)
	}
	var reply struct {
		Answer json.RawMessage `json:"answer"`
		Error  string          `json:"error"`
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		return engine.Answer{}, fmt.Errorf("the program of %s replied %.200q: %w", p.SeatTitle(p.state.Decision().Seat), text, err)
	}
	if reply.Error != "" || reply.Answer == nil {
		return engine.Answer{}, fmt.Errorf("the program of %s gave no answer: %.200s", p.SeatTitle(p.state.Decision().Seat), reply.Error)
	}
	return p.fitJSON(reply.Answer)
}

// fitJSON converts JSON to an answer.
func (p *Play) fitJSON(text []byte) (engine.Answer, error) {
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return engine.Answer{}, err
	}
	if n, ok := v.(float64); ok {
		v = int64(n)
	}
	return names.Fit(p.game, p.state.Decision(), v)
}

// ask makes the request for the pending decision.
func (p *Play) ask() *Ask {
	d, gd := p.state.Decision(), p.game.Def()
	seen := p.see(d.Seat)
	a := &Ask{Type: "decide", Game: gd.ID, Setup: p.setup.ID, Seat: gd.SeatName(int64(d.Seat)), Decision: d.Name, Rule: d.Rule, Options: []string{},
		Min: d.Min, Max: d.Max, Values: seen.values, Piles: map[string][]string{}, Standing: map[string]map[string]int{}}
	q := p.Question()
	for _, o := range q.Offers {
		if q.Form != Pieces {
			a.Options = append(a.Options, o.ID)
		}
	}
	put := func(to map[string]map[string]int, zone, class int32, n int) {
		z := gd.Zones[zone].ID
		if to[z] == nil {
			to[z] = map[string]int{}
		}
		to[z][gd.Classes[class].ID] = n
	}
	if len(d.Entries) > 0 {
		a.Pieces = map[string]map[string]int{}
	}
	for _, e := range d.Entries {
		put(a.Pieces, e.Zone, e.Class, int(e.Available))
	}
	for _, x := range p.state.View(d.Seat).Pieces {
		put(a.Standing, x.Zone, x.Class, x.N)
	}
	for i, cards := range seen.piles {
		list := []string{}
		for _, c := range cards {
			id := ""
			if c >= 0 {
				id = gd.IDOf(c, def.Type{Kind: def.KCard})
			}
			list = append(list, id)
		}
		a.Piles[gd.Piles[i].ID] = list
	}
	return a
}

// Table holds the decider of each seat; nil for a person.
type Table []Decider

// Waits reports whether a person must answer: the seat has no decider, or outcomes of chance are typed.
func (p *Play) Waits(t Table, byHand bool) bool {
	d := p.state.Decision()
	switch {
	case d == nil:
		return false
	case d.Seat == engine.Chance:
		return byHand
	}
	return t[d.Seat] == nil
}

// Decide returns the answer of the pending decision's decider or, for chance, the outcome that the generator of the
// state draws. The error is that of a program.
func (p *Play) Decide(t Table) (engine.Answer, By, error) {
	d := p.state.Decision()
	switch {
	case d == nil:
		return engine.Answer{}, Computer, errors.New("the game is over")
	case d.Fault != nil:
		return engine.Answer{}, Computer, d.Fault
	case d.Seat == engine.Chance:
		a, err := p.state.Copy().Draw()
		return a, Generator, err
	}
	a, err := t[d.Seat].Decide(p)
	return a, Computer, err
}

// Next applies the answer that Decide returns. The error is that of a program, or a refusal.
func (p *Play) Next(t Table) error {
	a, by, err := p.Decide(t)
	if err != nil {
		return err
	}
	return p.Answer(a, by)
}

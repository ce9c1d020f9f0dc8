// This file hashes what a state publishes.

package claims

import (
	"errors"
	"fmt"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// probe draws a candidate of a decision. It may be illegal: the clause of the refusal is published, too.
func probe(gen *engine.Generator, gd *def.GameDef, d *engine.Decision) int64 {
	most := gd.Many(d.Elem)
	switch d.Kind.Row().Answer {
	case def.AnswerOption:
		most = int64(len(gd.Decisions[d.Index].Options))
	case def.AnswerMember, def.AnswerSet:
	default:
		return noProbe
	}
	if d.Seat == engine.Chance || most <= 0 {
		return noProbe
	}
	return int64(gen.Below(uint32(min(most, 1<<20))))
}

// noProbe is the probe of a decision without candidates.
const noProbe = -1

// sum is a running hash of numbers.
type sum uint64

func (s *sum) add(list ...int64) {
	for _, n := range list {
		*s = (*s ^ sum(n)) * 1099511628211
		*s ^= *s >> 29
	}
}

// published hashes what a state publishes beside its values and events: the pending decision, its legal answers, and
// the clause that refuses the probe. It is not known if the search reached its limit, because the cost of a search is
// not a difference of the rules.
func published(s *engine.State, probe int64) (hash uint64, known bool) {
	h := sum(1)
	add := h.add
	d := s.Decision()
	if d == nil {
		add(s.Result()...)
		return uint64(h), true
	}
	if stuck(s) {
		return 0, false
	}
	add(int64(d.Index), int64(d.Seat), truth(d.Fault != nil), truth(d.Stop), int64(d.Decline), int64(len(d.Members)))
	add(d.Members...)
	add(d.Costs...)
	for _, list := range [][]engine.Option{d.Options, d.Also} {
		add(int64(len(list)))
		for _, o := range list {
			add(int64(o.Index))
		}
	}
	for _, e := range d.Entries {
		add(int64(e.Zone), int64(e.Class), int64(e.Available))
	}
	if d.Kind.Row().Answer != def.AnswerMember { // of a pick, members and stop reflect the bounds
		add(int64(d.Min), int64(d.Max))
	}
	text, known := why(s, probe)
	for _, c := range text {
		add(int64(c))
	}
	return uint64(h), known
}

// stuck reports whether the search reached its limit at the pending decision.
func stuck(s *engine.State) bool {
	d := s.Decision()
	return d != nil && d.Fault != nil && undecided(d.Fault)
}

// undecided reports whether an error is the step limit of the search.
func undecided(err error) bool {
	var fault *engine.Fault
	return errors.As(err, &fault) && strings.HasPrefix(fault.Why, engine.SearchLimit)
}

// seen hashes the views of all seats.
func seen(s *engine.State) uint64 {
	h := sum(1)
	for seat := engine.Chance; seat < len(s.Game().Def().Seats); seat++ {
		v := s.Unnamed(seat)
		for i := range v.Values {
			h.add(v.Values[i].Value, int64(len(v.Values[i].Members)))
			h.add(v.Values[i].Members...)
		}
		for _, x := range v.Pieces {
			h.add(int64(x.Zone), int64(x.Class), int64(x.N))
		}
		for i := range v.Piles {
			h.add(int64(v.Piles[i].Pile), int64(v.Piles[i].Size), int64(len(v.Piles[i].Cards)))
			h.add(v.Piles[i].Cards...)
		}
		for _, l := range v.Lasting {
			h.add(int64(l))
		}
	}
	return uint64(h)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// why returns the clause that refuses a probe, "" if it is legal. It is not known if the search reached its limit.
func why(s *engine.State, probe int64) (text string, known bool) {
	if probe == noProbe {
		return "", true
	}
	if r := s.Explain(probe); r != nil {
		return "refused by " + r.Rule, !strings.HasPrefix(r.Why, engine.SearchLimit)
	}
	return "", true
}

// differs describes the difference of two decisions, "" if there is none.
func differs(here, there *engine.State, probe int64) string {
	a, b := spell(here), spell(there)
	if a != b {
		return fmt.Sprintf("%s here, %s there", a, b)
	}
	x, known := why(here, probe)
	y, also := why(there, probe)
	if known && also && x != y {
		d := here.Decision()
		name := here.Game().Def().Spell(probe, d.Elem)
		if list := here.Game().Def().Decisions[d.Index].Options; d.Kind.Row().Answer == def.AnswerOption {
			name = list[probe].Name
		}
		return fmt.Sprintf("%s: %s is %s here, %s there", d.Name, name, orLegal(x), orLegal(y))
	}
	return ""
}

func orLegal(why string) string {
	if why == "" {
		return "legal"
	}
	return why
}

// spell spells the pending decision.
func spell(s *engine.State) string {
	d := s.Decision()
	switch {
	case d == nil:
		return fmt.Sprint("the game is over with ", s.Result())
	case d.Fault != nil:
		return "the game cannot go on"
	}
	text := fmt.Sprint(s.Game().Def().SeatName(int64(d.Seat)), " is asked ", d.Name, " of ", s.Game().Offers(d), " for ", d.Costs, ", may stop ", d.Stop)
	if d.Kind.Row().Answer != def.AnswerMember {
		text += fmt.Sprint(", ", d.Min, " to ", d.Max)
	}
	return text
}

// views lists the view of each seat, without the pending decision.
func views(s *engine.State) []string {
	var out []string
	gd := s.Game().Def()
	for seat := engine.Chance; seat < len(gd.Seats); seat++ {
		v := s.View(seat)
		for i := range v.Values {
			x := &v.Values[i]
			out = append(out, fmt.Sprint(gd.SeatName(int64(seat)), " sees ", x.Name, " ", x.Value, x.Members))
		}
		for _, x := range v.Pieces {
			out = append(out, fmt.Sprint(gd.PieceName(x.Zone, x.Class), " ", x.N))
		}
		for i := range v.Piles {
			x := &v.Piles[i]
			out = append(out, fmt.Sprint(gd.SeatName(int64(seat)), " sees ", x.Size, " cards in ", gd.Piles[x.Pile].ID, ": ", x.Cards))
		}
		for _, l := range v.Lasting {
			out = append(out, "in force: "+gd.Lasting[l].ID)
		}
	}
	return out
}

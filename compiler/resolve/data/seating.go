package data

// This file checks the option that states how many seats play. A seat can be left out of the game only if it owns nothing but
// variables and piles.

import (
	"slices"
	"strconv"

	"rulebound/compiler/tree"
	"rulebound/engine/def"
)

// seating checks options with `seats: true`.
func (r *filler) seating() {
	var first *tree.Entry
	for _, e := range r.Entries("options") {
		if !e.Flag("seats") {
			continue
		}
		if first != nil {
			r.Diags.Errorf(e.Get("seats").Pos, "bad-players", "how many seats play is said by one option").Notef(first.IDPos(), "%s already defines it", first.ID())
			return
		}
		first = e
		r.seatingOf(e)
	}
}

func (r *filler) seatingOf(e *tree.Entry) {
	i := slices.IndexFunc(r.Game.Options, func(o def.OptionDef) bool { return o.ID == e.ID() })
	if i < 0 || len(r.Game.Options[i].Values) == 0 { // already reported
		return
	}
	least, most := len(r.Game.Seats), 0
	for _, v := range r.Game.Options[i].Values {
		n, err := strconv.Atoi(v)
		if err != nil || n < 1 || n > len(r.Game.Seats) {
			r.Errorf(e.Get("values").Pos, "bad-players", "of the %d seats that are declared %s cannot play; write numbers from 1 to %d, such as 2..%d", len(r.Game.Seats), v, len(r.Game.Seats), len(r.Game.Seats))
			return
		}
		least, most = min(least, n), max(most, n)
	}
	if most < len(r.Game.Seats) {
		r.Errorf(e.Get("values").Pos, "bad-players", "at most %d seats play, so %s never does; declare as many seats as can play", most, r.Game.Seats[most].ID)
		return
	}
	switch piles := r.Game.Piles; {
	case len(piles) > 0 && int(piles[0].Owner) >= least:
		r.Errorf(e.IDPos(), "bad-players", "the first pile, %s, belongs to %s, who may be absent; declare the pile of undealt cards first", piles[0].ID, r.Game.Seats[piles[0].Owner].ID)
	case len(piles) > def.WordBits:
		r.Errorf(e.IDPos(), "bad-players", "with more than %d piles all seats must play, these are %d", def.WordBits, len(piles))
	}
}

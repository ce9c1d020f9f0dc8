package engine

// This file shows a state as one seat may know it.

import (
	"math/bits"
	"sort"

	"rulebound/engine/def"
)

// View is what a seat may know of a state.
type View struct {
	Seat     int
	Values   []ViewValue
	Pieces   []ViewPieces
	Piles    []ViewPile
	Lasting  []int32   // lasting effects in force, in stamp order
	Decision *Decision // the pending decision if it is that seat's, else nil
	Asked    int       // seat that is to decide (Chance included); -2 when the game is over
	Over     bool
	Result   []int64
}

// ViewValue is the value of a variable, or a derived value that is watched: what a trace tells, a view shows. A held value
// shows as it is held.
type ViewValue struct {
	Name  string // e.g. "gold", "red.ready" or "hill.control"
	Type  def.Type
	Value int64
}

// ViewPieces is a number of equal pieces in a zone.
type ViewPieces struct {
	Zone, Class int32
	N           int
}

// ViewPile is a pile: how many cards, and those that the seat sees, top first. A card it does not see is None.
type ViewPile struct {
	Pile  int32
	Size  int
	Cards []int64
}

// View returns what a seat may know. Chance (or any number that is no seat) sees what everybody sees.
func (s *State) View(seat int) *View {
	g := s.g
	v := &View{Seat: seat, Over: s.Over(), Result: s.Result(), Asked: -2}
	for i := range g.def.Vars {
		d := &g.def.Vars[i]
		for j := int32(0); j < d.Len; j++ {
			seen := d.Visible == def.Open || d.Visible == def.TopUp || d.Visible == def.Owner && d.Per == def.KSeat && int(j) == seat
			if seen && !d.Quiet {
				v.Values = append(v.Values, ViewValue{Name: g.cellName(d.Base + j), Type: d.Type, Value: s.cells[d.Base+j]})
			}
		}
	}
	for i := range g.def.Derived {
		if d := &g.def.Derived[i]; d.Watch {
			s.viewDerived(int32(i), &v.Values)
		}
	}
	for z := range g.def.Zones {
		for c := 0; c < g.nclass; c++ {
			if n := s.counts[z*g.nclass+c]; n > 0 {
				v.Pieces = append(v.Pieces, ViewPieces{Zone: int32(z), Class: int32(c), N: int(n)})
			}
		}
	}
	for p := range g.def.Piles {
		v.Piles = append(v.Piles, s.viewPile(int64(p), seat))
	}
	v.Lasting = s.inForce()
	if d := s.Decision(); d != nil {
		v.Asked = d.Seat
		if d.Seat == seat && seat != Chance {
			v.Decision = d
		}
	}
	return v
}

// viewDerived adds the values of Derived[i]. One whose formula faults in this state is left out.
func (s *State) viewDerived(i int32, to *[]ViewValue) {
	d := &s.g.def.Derived[i]
	for m := s.g.derived[i].watching; m != 0; m &= m - 1 {
		j := int64(bits.TrailingZeros64(m))
		if v, err := s.Derived(i, j); err == nil {
			*to = append(*to, ViewValue{Name: s.g.def.Of(d.Per, j, d.ID), Type: d.Type, Value: v})
		}
	}
}

func (s *State) viewPile(p int64, seat int) ViewPile {
	d := &s.g.def.Piles[p]
	cards := s.pile(p)
	out := ViewPile{Pile: int32(p), Size: len(cards), Cards: make([]int64, len(cards))}
	for i, c := range cards {
		out.Cards[i] = def.None
		if d.Visible == def.Open || d.Visible == def.TopUp && i == 0 || d.Visible == def.Owner && int(d.Owner) == seat && seat != Chance {
			out.Cards[i] = int64(c)
		}
	}
	return out
}

// inForce lists the lasting effects in force, in stamp order.
func (s *State) inForce() []int32 {
	var out []int32
	for i := range s.g.def.Lasting {
		if s.cells[s.g.def.Lasting[i].Stamp] > 0 {
			out = append(out, int32(i))
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		return s.cells[s.g.def.Lasting[out[i]].Stamp] < s.cells[s.g.def.Lasting[out[j]].Stamp]
	})
	return out
}

package engine

// This file restricts a state to the information of one seat.

import (
	"slices"
	"sort"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// View is the information of a seat about a state: that of its player, who may play other seats as well.
type View struct {
	Seat     int
	Values   []ViewValue
	Pieces   []ViewPieces
	Piles    []ViewPile
	Lasting  []int32   // lasting effects in force, in stamp order
	Decision *Decision // the pending decision if the seat's player must answer it, else nil
	Asked    int       // seat that must answer (or Chance); -2 when the game is over
	Over     bool
	Result   []int64
}

// ViewValue is the value of a variable, or of a derived value that is watched or visible to its owner. A held value is shown as held.
type ViewValue struct {
	Name    string // e.g. "gold", "red.ready" or "hill.control"
	Type    def.Type
	Value   int64   // 0 for a wide set
	Members []int64 // members of a wide set
}

// ViewPieces is a number of equal pieces in a zone.
type ViewPieces struct {
	Zone, Class int32
	N           int
}

// ViewPile is a pile: the number of cards, and the cards, top first. A card that the seat does not see is None.
type ViewPile struct {
	Pile  int32
	Size  int
	Cards []int64
}

// Player returns the seat that represents the player of a seat: one player answers for all seats with the same result. The default is the seat
// itself, also for Chance and if the rulebook's formula faults in this state.
func (s *State) Player(seat int) int {
	if s.g.player < 0 || uint64(seat) >= uint64(len(s.g.def.Seats)) {
		return seat
	}
	by, err := s.Derived(s.g.player, int64(seat))
	if err != nil || uint64(by) >= uint64(len(s.g.def.Seats)) {
		return seat
	}
	return small(by)
}

// View returns the information of a seat. Chance (or any other number that is not a seat) gets the public information. Derived values share one
// allowance of steps; those that exceed it are omitted.
func (s *State) View(seat int) *View { return s.view(seat, true) }

// Unnamed is View without the names of values, for comparing views: spelling names takes much of the time.
func (s *State) Unnamed(seat int) *View { return s.view(seat, false) }

func (s *State) view(seat int, named bool) *View {
	g := s.g
	end := s.share()
	own := s.sharedWith(seat)
	v := &View{Seat: seat, Over: s.Over(), Result: s.Result(), Asked: -2}
	for i := range g.def.Vars {
		d := &g.def.Vars[i]
		words := int32(g.def.Words(d.Type))
		if !d.Quiet && d.Visible == def.Open {
			v.Values = slices.Grow(v.Values, int(d.Len/words))
		}
		for j := int32(0); j < d.Len/words; j++ {
			owner := g.def.OwnerAt(d, int64(j))
			seen := d.Visible == def.Open || d.Visible == def.TopUp || d.Visible == def.Owner && d.Owner() == def.KSeat && own>>uint(owner)&1 == 1
			if cell := d.Base + j*words; seen && (!d.Quiet || d.Answers && s.answered(i, owner)) {
				name := ""
				if named {
					name = g.cellName(cell)
				}
				v.Values = append(v.Values, s.viewValue(name, d.Type, s.valueAt(int64(cell), d.Type)))
			}
		}
	}
	for i := range g.def.Derived {
		s.viewDerived(int32(i), own, named, &v.Values)
	}
	end()
	for z := range g.def.Zones {
		for c := 0; c < g.nclass; c++ {
			if n := s.counts[z*g.nclass+c]; n > 0 {
				v.Pieces = append(v.Pieces, ViewPieces{Zone: int32(z), Class: int32(c), N: int(n)})
			}
		}
	}
	for p := range g.def.Piles {
		v.Piles = append(v.Piles, s.viewPile(int64(p), own))
	}
	v.Lasting = s.InForce()
	if d := s.Decision(); d != nil {
		v.Asked = d.Seat
		if d.Seat >= 0 && own>>uint(d.Seat)&1 == 1 {
			v.Decision = d
		}
	}
	return v
}

// answered reports whether a seat has given its secret answer, which Vars[v] stores until all have answered.
func (s *position) answered(v int, seat int64) bool {
	return value.Has(s.cells[s.t.def.Vars[v+1].Base], seat)
}

// viewDerived adds the values of Derived[i] that are visible to the owner of the seats in own. A value whose formula faults is omitted.
func (s *State) viewDerived(i int32, own uint64, named bool, to *[]ViewValue) {
	d := &s.g.def.Derived[i]
	if !d.Watch && d.Visible != def.Owner {
		return
	}
	watching := s.g.derived[i].watching
	for j := value.NextBit(watching, 0); j != def.None; j = value.NextBit(watching, j+1) {
		if d.Visible == def.Owner && (d.Per != def.KSeat || own>>uint(j)&1 == 0) {
			continue
		}
		if v, err := s.Derived(i, j); err == nil {
			name := ""
			if named {
				name = s.g.def.Of(d.Per, j, d.ID)
			}
			*to = append(*to, s.viewValue(name, d.Type, v))
		}
	}
}

func (s *State) viewValue(name string, t def.Type, v int64) ViewValue {
	if s.g.def.Wide(t) {
		return ViewValue{Name: name, Type: t, Members: s.Each(v, t)}
	}
	return ViewValue{Name: name, Type: t, Value: v}
}

// sharedWith returns the set of seats with the same player as a seat; empty if it is not a seat.
func (s *State) sharedWith(seat int) uint64 {
	if uint64(seat) >= uint64(len(s.g.def.Seats)) {
		return 0
	}
	own, by := uint64(0), s.Player(seat)
	for other := range s.g.def.Seats {
		if s.Player(other) == by {
			own |= 1 << uint(other)
		}
	}
	return own
}

// Sees reports whether the player of a seat sees these cards where they are.
func (s *State) Sees(seat int, cards ...int64) bool {
	own := s.sharedWith(seat)
	return !slices.ContainsFunc(cards, func(card int64) bool {
		p := s.pileOf(card)
		return p == def.None || !s.shows(p, slices.Index(s.pile(p), uint16(card)), own)
	})
}

// shows reports whether the player of the seats in own sees the i-th card of a pile.
func (s *State) shows(p int64, i int, own uint64) bool {
	d := &s.g.def.Piles[p]
	return d.Visible == def.Open || d.Visible == def.TopUp && i == 0 || d.Visible == def.Owner && d.Owner >= 0 && own>>uint(d.Owner)&1 == 1 ||
		s.revealed(int64(s.pile(p)[i]), own)
}

// viewPile returns a pile as the player of the seats in own sees it.
func (s *State) viewPile(p int64, own uint64) ViewPile {
	cards := s.pile(p)
	out := ViewPile{Pile: int32(p), Size: len(cards), Cards: make([]int64, len(cards))}
	for i, c := range cards {
		out.Cards[i] = def.None
		if s.shows(p, i, own) {
			out.Cards[i] = int64(c)
		}
	}
	return out
}

// revealed reports whether a card was revealed to one of the seats in own, or to all seats, which makes it public.
func (s *State) revealed(card int64, own uint64) bool {
	if s.g.viewers < 0 {
		return false
	}
	to, all := uint64(s.cells[s.g.viewers+card]), uint64(1)<<uint(len(s.g.def.Seats))-1
	return to&own != 0 || to&all == all
}

// InForce lists the lasting effects in force, in stamp order.
func (s *position) InForce() []int32 {
	var out []int32
	for i := range s.t.def.Lasting {
		if s.cells[s.t.def.Lasting[i].Stamp] > 0 {
			out = append(out, int32(i))
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		return s.cells[s.t.def.Lasting[out[i]].Stamp] < s.cells[s.t.def.Lasting[out[j]].Stamp]
	})
	return out
}

package engine

// This file shows a state as one seat may know it.

import (
	"slices"
	"sort"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// View is what a seat may know of a state: what its player knows, who may play other seats as well.
type View struct {
	Seat     int
	Values   []ViewValue
	Pieces   []ViewPieces
	Piles    []ViewPile
	Lasting  []int32   // lasting effects in force, in stamp order
	Decision *Decision // the pending decision if it is for that seat's player to answer, else nil
	Asked    int       // seat that is to decide (Chance included); -2 when the game is over
	Over     bool
	Result   []int64
}

// ViewValue is the value of a variable, or of a derived value that is watched or visible to its owner. A held value
// shows as it is held.
type ViewValue struct {
	Name    string // e.g. "gold", "red.ready" or "hill.control"
	Type    def.Type
	Value   int64   // 0 for a set of a kind with more than 64 things
	Members []int64 // of such a set
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

// Player returns the seat that the player of a seat goes by: one player answers for all seats with the same. It is the seat
// itself if the rulebook says nothing else, if what it says faults in this state, and of Chance.
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

// View returns what a seat may know. Chance (or any number that is no seat) sees what everybody sees. Derived values share the steps
// that may lie between two decisions; those that are beyond are left out.
func (s *State) View(seat int) *View { return s.view(seat, true) }

// Unnamed is View without the names of values, for who only compares views: names take much of its time.
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
			owner, _ := g.def.Indices(d, int64(j))
			seen := d.Visible == def.Open || d.Visible == def.TopUp || d.Visible == def.Owner && d.Per == def.KSeat && own>>uint(owner)&1 == 1
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

// answered reports whether a seat has answered what Vars[v] keeps until all have.
func (s *position) answered(v int, seat int64) bool {
	return value.Has(s.cells[s.t.def.Vars[v+1].Base], seat)
}

// viewDerived adds the values of Derived[i] that the player of the seats of a set sees. One whose formula faults in this state is left out.
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

// sharedWith is the set of the seats whose player is that of a seat; none if it is no seat.
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

// Sees reports whether the player of a seat sees which cards these are, where they lie.
func (s *State) Sees(seat int, cards ...int64) bool {
	own := s.sharedWith(seat)
	return !slices.ContainsFunc(cards, func(card int64) bool {
		p := s.pileOf(card)
		return p == def.None || !s.shows(p, slices.Index(s.pile(p), uint16(card)), own)
	})
}

// shows reports whether the player of the seats of a set sees the i-th card of a pile.
func (s *State) shows(p int64, i int, own uint64) bool {
	d := &s.g.def.Piles[p]
	return d.Visible == def.Open || d.Visible == def.TopUp && i == 0 || d.Visible == def.Owner && d.Owner >= 0 && own>>uint(d.Owner)&1 == 1 ||
		s.revealed(int64(s.pile(p)[i]), own)
}

// viewPile is a pile as the player of the seats of a set sees it.
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

// revealed reports whether a card was revealed to one of the seats of a set, or to all of the game, and so to everybody.
func (s *State) revealed(card int64, own uint64) bool {
	if s.g.sight < 0 {
		return false
	}
	to, all := uint64(s.cells[s.g.sight+card]), uint64(1)<<uint(len(s.g.def.Seats))-1
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

package def

// This file removes seats from a compiled game: an option can set the number of seats that play, the first ones. Everything that belongs to
// the others is removed: their values of variables, their piles, their pieces, their place in sets and orders.

import (
	"slices"
	"strconv"
	"strings"
)

// Playing returns how many seats play with the given option values: all, unless an option sets the number.
func (gd *GameDef) Playing(options []int64) int {
	for i, o := range gd.Options {
		if o.Seats && uint64(options[i]) < uint64(len(o.Values)) {
			n, err := strconv.Atoi(o.Values[options[i]])
			if err == nil && n >= 1 && n <= len(gd.Seats) {
				return n
			}
		}
	}
	return len(gd.Seats)
}

// Seated returns the game of the first n seats, or gd itself if it has no more. It does not modify gd, which must be well formed.
func (gd *GameDef) Seated(n int) *GameDef {
	if n >= len(gd.Seats) {
		return gd
	}
	f := &folding{old: gd, gd: Clone(gd), n: int64(n), seen: map[*Expr]bool{}}
	f.gd.Seats = f.gd.Seats[:n]
	f.pieces()
	f.piles()
	f.cells()
	f.values()
	f.code()
	if l := f.gd.Looks; l != nil {
		l.Seats = l.Seats[:min(n, len(l.Seats))]
		l.Piles = slices.DeleteFunc(l.Piles, func(Look) bool { return true })
		for i, at := range f.pile {
			if at >= 0 && i < len(gd.Looks.Piles) {
				l.Piles = append(l.Piles, gd.Looks.Piles[i])
			}
		}
	}
	return f.gd
}

// folding is a game from which seats are being left out.
type folding struct {
	old, gd *GameDef
	n       int64
	pile    []int64 // by pile of old: the new pile, None if an absent seat owned it
	cell    []int64 // by cell of old: the new cell, None if an absent seat owned it
	gone    int64   // classes of pieces of absent seats
	seen    map[*Expr]bool
}

// pieces removes the pieces of absent seats: their types have no pieces and no owner.
func (f *folding) pieces() {
	for i := range f.gd.Types {
		if t := &f.gd.Types[i]; int64(t.Seat) >= f.n {
			t.Seat, t.Count, t.Absent = -1, 0, true
			f.gone |= t.Classes
		}
	}
}

// piles removes the piles of absent seats.
func (f *folding) piles() {
	f.gd.Piles = nil
	for _, p := range f.old.Piles {
		at := None
		if int64(p.Owner) < f.n {
			at = int64(len(f.gd.Piles))
			f.gd.Piles = append(f.gd.Piles, p)
		}
		f.pile = append(f.pile, at)
	}
}

// cells maps the cells of the seats that play. A variable keeps its base; the cells of absent seats become unused, and 0.
func (f *folding) cells() {
	f.cell = make([]int64, f.old.Cells)
	f.gd.Initial = make([]int64, f.old.Cells)
	for c := range f.cell {
		f.cell[c] = int64(c)
	}
	copy(f.gd.Initial, f.old.Initial)
	for i := range f.gd.Vars {
		f.variable(&f.old.Vars[i], &f.gd.Vars[i])
	}
}

func (f *folding) variable(old, v *VarDef) {
	words := int64(f.old.Words(old.Type))
	v.Len = 0
	v.Stance &= 1<<uint(f.n) - 1
	clear(f.gd.Initial[old.Base : old.Base+old.Len])
	for index := range int64(old.Len) / words {
		from := int64(old.Base) + index*words
		absent := false
		for i, at := range f.old.Indices(old.Per, index) {
			absent = absent || old.Per[i].Kind == KSeat && at >= f.n
		}
		for w := range words {
			if absent {
				f.cell[from+w] = None
				continue
			}
			to := int64(v.Base + v.Len)
			f.cell[from+w], f.gd.Initial[to] = to, f.value(f.old.Initial[from+w], old.Type)
			v.Len++
		}
	}
}

// value maps a value of a type to the game without the absent seats.
func (f *folding) value(x int64, t Type) int64 {
	at := func(v int64, of Kind) int64 {
		switch {
		case v < 0:
			return v
		case of == KSeat && v >= f.n:
			return None
		case of == KPile && v < int64(len(f.pile)):
			return f.pile[v]
		case of == KTrack && v < int64(len(f.cell)):
			return f.cell[v]
		}
		return v
	}
	switch {
	case t.Kind == KOrder || t.Kind == KSet && (t.Elem == KSeat || t.Elem == KPile):
		var left []int64
		for _, m := range f.old.Each(x, t) {
			of := KSeat
			if t.Kind == KSet {
				of = t.Elem
			}
			if m = at(m, of); m >= 0 {
				left = append(left, m)
			}
		}
		if t.Kind == KOrder {
			return f.gd.OrderOf(left...)
		}
		return f.gd.MakeSet(t, left...)
	case t.Kind == KPair:
		first, second := Halves(x)
		if x < 0 {
			return x
		}
		p := f.old.Pairs[t.Of]
		if first, second = f.value(first, p.First), f.value(second, p.Second); first < 0 || second < 0 {
			return None
		}
		return PairOf(first, second)
	}
	return at(x, t.Kind)
}

// values maps the values outside of code.
func (f *folding) values() {
	gd := f.gd
	for i := range gd.Lookups {
		l := &gd.Lookups[i]
		if strings.HasPrefix(l.ID, "seat.") && int64(len(l.Values)) > f.n {
			l.Values = l.Values[:f.n]
		}
		if strings.HasPrefix(l.ID, "pile.") { // the remaining piles are renumbered
			var left []int64
			for pile, x := range l.Values[:min(len(l.Values), len(f.pile))] {
				if f.pile[pile] >= 0 {
					left = append(left, x)
				}
			}
			l.Values = left
		}
		for j, x := range l.Values {
			l.Values[j] = f.value(x, l.Type)
		}
	}
	var kept []int32
	for _, c := range gd.ActionCells {
		if at := f.cell[c]; at >= 0 {
			kept = append(kept, int32(at))
		}
	}
	gd.ActionCells = kept
	cell := func(c *int32) {
		if *c >= 0 && int(*c) < len(f.cell) {
			*c = int32(f.cell[*c])
		}
	}
	cell(&gd.StampCell)
	for i := range gd.Lasting {
		cell(&gd.Lasting[i].Stamp)
		cell(&gd.Lasting[i].Until)
	}
	for i := range gd.Attachments {
		cell(&gd.Attachments[i].Used)
	}
	for i := range gd.Derived {
		d := &gd.Derived[i]
		if d.Per == KSeat {
			d.Over &= 1<<uint(f.n) - 1
		}
		if d.Held >= 0 {
			frozen := slices.IndexFunc(f.old.Vars, func(v VarDef) bool { return v.Base == d.Base && v.Len > 0 })
			cell(&d.Held)
			cell(&d.Base)
			if d.Per == KSeat && frozen >= 0 {
				d.Len = gd.Vars[frozen].Len
			}
		}
	}
	for i := range gd.Setups {
		f.setup(&gd.Setups[i])
	}
}

// setup removes absent seats from a set-up. Cards in their piles go to pile 0 like cards that the set-up does not mention.
func (f *folding) setup(s *SetupDef) {
	var cells []CellInit
	for _, c := range s.Cells {
		i := slices.IndexFunc(f.old.Vars, func(v VarDef) bool { return v.Base <= c.Cell && c.Cell < v.Base+v.Len })
		if at := f.cell[c.Cell]; at >= 0 {
			if i >= 0 {
				c.Value = f.value(c.Value, f.old.Vars[i].Type)
			}
			cells = append(cells, CellInit{Cell: int32(at), Value: c.Value})
		}
	}
	var cards []CardInit
	for _, c := range s.Cards {
		if at := f.pile[c.Pile]; at >= 0 {
			cards = append(cards, CardInit{Pile: int32(at), Card: c.Card})
		}
	}
	s.Cells, s.Cards = cells, cards
	s.Pieces = slices.DeleteFunc(s.Pieces, func(p PieceInit) bool { return f.gone>>uint(p.Class)&1 == 1 })
}

// code maps expressions and instructions.
func (f *folding) code() {
	for r := range f.gd.Roots() {
		f.expr(r.Expr)
	}
	for i := range f.gd.Code {
		f.instr(&f.gd.Code[i])
	}
}

func (f *folding) expr(e *Expr) {
	if e == nil || f.seen[e] {
		return
	}
	f.seen[e] = true
	for _, a := range e.Args {
		f.expr(a)
	}
	switch e.Op.Row().I {
	case RefCell:
		if e.I = f.cell[e.I]; e.I < 0 { // the value of an absent seat
			e.Op, e.I = OpConst, f.nothing(e.Type)
		}
	case RefVariable:
		f.places(e.I, e.Args[0])
		e.I = f.cell[e.I]
	case RefNumber:
		if e.Op == OpConst {
			e.I = f.value(e.I, e.Type)
		}
	}
}

// places adjusts the index of a pair to the present number of second indices of its variable.
func (f *folding) places(base int64, at *Expr) {
	if at == nil || at.Op != OpPlace {
		return
	}
	if i := slices.IndexFunc(f.old.Vars, func(v VarDef) bool { return int64(v.Base) == base && v.Len > 0 }); i >= 0 && len(f.old.Vars[i].Per) > 1 {
		at.I = f.gd.Many(f.old.Vars[i].Per[1])
	}
}

// nothing returns the value of a read that has no target: 0 or None.
func (f *folding) nothing(t Type) int64 {
	switch t.Kind {
	case KInt, KBool, KEnum, KSet:
		return 0
	}
	return None
}

func (f *folding) instr(in *Instr) {
	if in.Op == COver && len(in.X) == len(f.old.Seats) {
		in.X = in.X[:f.n]
	}
	row := in.Op.Row()
	for _, k := range []struct {
		ref Ref
		at  *int32
	}{{row.A.Ref, &in.A}, {row.B.Ref, &in.B}, {row.C.Ref, &in.C}} {
		switch {
		case k.ref == RefVariable || k.ref == RefPlace && in.A == ToVariable:
			for _, x := range in.X {
				f.places(int64(*k.at), x)
			}
			*k.at = int32(f.cell[*k.at])
		case k.ref == RefPlace && in.A == ToCell:
			at := f.cell[*k.at]
			if at < 0 { // the cell of an absent seat
				*in = Instr{Op: CNop, Role: in.Role, Node: in.Node}
				return
			}
			*k.at = int32(at)
		}
	}
}

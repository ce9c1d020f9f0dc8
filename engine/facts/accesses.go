package facts

// This file resolves the columns Reads and Writes: which cells, pieces, cards and slots an operator or instruction accesses.

import "rulebound/engine/def"

// Access is a part of the state that is read or written.
type Access struct {
	Store   def.Store // Cells, Pieces, Cards, Slots or Frames: stamps, held values and the seats that see cards are resolved to cells
	Way     def.Way   // of a write
	Own     Owner
	From, N int32 // cells or slots
	Zones   int64 // pieces: the zones; cards: the piles
	Classes int64 // pieces
	Node    int32 // source node
}

// Meets reports whether a write for one member of a loop can affect a read for another.
func (r Access) Meets(w Access) bool {
	switch {
	case r.Store != w.Store || r.Own != Nobodys && r.Own == w.Own:
		return false
	case r.Store == def.Pieces:
		return r.Zones&w.Zones != 0 && r.Classes&w.Classes != 0
	case r.Store == def.Cards:
		return r.Zones&w.Zones != 0
	}
	return r.From < w.From+w.N && w.From < r.From+r.N
}

func cells(from, n int32) Access { return Access{Store: def.Cells, From: from, N: n} }
func slots(from, n int32) Access { return Access{Store: def.Slots, From: from, N: n} }

// Standing returns access to pieces of the classes in the zones.
func Standing(zones, classes Area) Access {
	own := zones.Own
	if own == Nobodys {
		own = classes.Own
	}
	return Access{Store: def.Pieces, Own: own, Zones: zones.Bits, Classes: classes.Bits}
}

// Lying returns access to the cards in piles.
func Lying(piles Area) Access { return Access{Store: def.Cards, Own: piles.Own, Zones: piles.Bits} }

// named is the target of an access of a row: the number that names it, with the operands of the expression or instruction.
type named struct {
	ref   def.Ref
	value int64
	x     []*def.Expr
	how   int32 // for a write: Instr.A
	home  bool
}

// resolve returns the parts of the state that an access of a row refers to, without the accesses of called rules.
func (s *Scope) resolve(a *def.Access, n named) []Access {
	if n.ref == def.RefDecision && a.By != 0 && a.Store != def.Slots {
		return s.decided(a, &s.Def.Decisions[n.value])
	}
	at := Everywhere
	if x := a.At(n.x); x != nil {
		at = s.Area(x)
	}
	switch a.Store {
	case def.Cells, def.Books:
		return s.cells(a, n, at)
	case def.Sight:
		return s.viewers(at)
	case def.Pieces:
		return s.pieces(a, n, at)
	case def.Cards:
		if x := a.At(n.x); x != nil && x.Type.Kind == def.KCard {
			at = s.pileOf(x)
		}
		return []Access{Lying(at)}
	case def.Slots:
		return slotsOf(s.Def, a, n)
	case def.Frames:
		return []Access{{Store: def.Frames}}
	}
	return nil
}

// cells returns the cells named by a number or an operand.
func (s *Scope) cells(a *def.Access, n named, at Area) []Access {
	x := a.At(n.x)
	switch n.ref {
	case def.RefCell:
		return []Access{cells(int32(n.value), 1)}
	case def.RefVariable:
		return s.cellsAt(n.value, at)
	case def.RefPlace:
		switch n.how {
		case def.ToLocal:
			return nil
		case def.ToCell:
			return []Access{cells(int32(n.value), 1)}
		case def.ToVariable:
			return s.cellsAt(n.value, at)
		}
		return s.Tracks(x)
	case def.RefPool:
		return s.Bearers(n.value)
	case def.RefDerived:
		return s.held(n.value)
	case def.RefSlots:
		return s.ofActions()
	case def.RefPoint:
		return s.attached(a, n.value)
	case def.RefLasting:
		if n.value >= 0 {
			return s.stamp(int32(n.value))
		}
	}
	switch {
	case a.Store == def.Books:
		return s.stamps(x)
	case x != nil:
		return s.Tracks(x)
	}
	return []Access{cells(0, s.Def.Cells)}
}

// cellsAt returns the cells of an indexed variable for the indices in an area.
func (s *Scope) cellsAt(base int64, a Area) []Access {
	v, n := s.Variable(int32(base)), int32(1)
	if v != nil && int64(v.Base) == base {
		n = v.Len
	}
	if a.Bits == Anything || n > def.WordBits || v != nil && s.Def.Wide(v.Type) {
		return []Access{{Store: def.Cells, Own: a.Own, From: int32(base), N: n}}
	}
	var out []Access
	for i := range n {
		if a.Bits>>uint(i)&1 == 1 {
			out = append(out, Access{Store: def.Cells, Own: a.Own, From: int32(base) + i, N: 1})
		}
	}
	return out
}

// Tracks returns the possible cells of a track.
func (s *Scope) Tracks(x *def.Expr) []Access {
	if v, ok := s.Fold(x); ok {
		if v < 0 {
			return nil
		}
		return []Access{cells(int32(v), 1)}
	}
	switch x.Op {
	case def.OpTable:
		return s.property(x)
	case def.OpIf:
		return append(s.Tracks(x.Args[1]), s.Tracks(x.Args[2])...)
	case def.OpTrackAt:
		return s.cellsAt(x.I, s.Area(x.Args[0]))
	}
	var out []Access
	for i := range s.Def.Vars {
		if v := &s.Def.Vars[i]; v.Bounded {
			out = append(out, cells(v.Base, v.Len))
		}
	}
	return out
}

// property returns the possible tracks of a property. If no two members share a track, the track of the loop's member is its own.
func (s *Scope) property(x *def.Expr) []Access {
	of, own, seen := s.Area(x.Args[0]), Nobodys, map[int64]bool{}
	if of.Own == Itself {
		own = InTable + Owner(x.I)
	}
	s.work(len(s.Def.Lookups[x.I].Values))
	var out []Access
	for i, v := range s.Def.Lookups[x.I].Values {
		if v >= 0 && (i >= def.WordBits || of.Bits>>uint(i)&1 == 1) {
			if seen[v] {
				own = Nobodys
			}
			seen[v] = true
			out = append(out, cells(int32(v), 1))
		}
	}
	for i := range out {
		out[i].Own = own
	}
	return out
}

// stamps returns the cells that record whether lasting effects are in force: those of the effect that x yields, or of all.
func (s *Scope) stamps(x *def.Expr) []Access {
	if x != nil {
		if v, ok := s.Fold(x); ok && v >= 0 {
			return s.stamp(int32(v))
		}
	}
	var out []Access
	for i := range s.Def.Lasting {
		out = append(out, s.stamp(int32(i))...)
	}
	return out
}

func (f *Facts) stamp(lasting int32) []Access {
	l := &f.Def.Lasting[lasting]
	return []Access{cells(l.Stamp, 1), cells(l.Until, 1)}
}

// held returns the cells that store a derived value while it is held, none if it cannot be held.
func (f *Facts) held(derived int64) []Access {
	d := &f.Def.Derived[derived]
	if d.Held < 0 {
		return nil
	}
	return []Access{cells(d.Held, 1), cells(d.Base, d.Len)}
}

// ofActions returns the cells that an action saves.
func (f *Facts) ofActions() []Access {
	var out []Access
	for _, c := range f.Def.ActionCells {
		out = append(out, cells(c, 1))
	}
	return out
}

// attached returns the cells that record which attachments of a point are in force, or how often they ran.
func (f *Facts) attached(a *def.Access, point int64) []Access {
	var out []Access
	for _, i := range f.Def.Points[point].Attach {
		switch at := &f.Def.Attachments[i]; {
		case a.Store == def.Books:
			out = append(out, f.stamp(at.Lasting)...)
		case at.Quota > 0:
			out = append(out, cells(at.Used, 1))
		}
	}
	return out
}

// viewers returns the cells that record who sees cards, if the game has them: a card that leaves its pile is hidden again.
func (s *Scope) viewers(of Area) []Access {
	for i := range s.Def.Vars {
		if v := &s.Def.Vars[i]; v.Reveals {
			return s.cellsAt(int64(v.Base), of)
		}
	}
	return nil
}

// Bearers returns the cells of all markers of a pool.
func (f *Facts) Bearers(pool int64) []Access {
	var out []Access
	for i := range f.Def.Vars {
		if v := &f.Def.Vars[i]; int64(v.Pool) == pool {
			out = append(out, cells(v.Base, v.Len))
		}
	}
	return out
}

// pieces returns access to pieces of a filter in zones. A write may change the class, so it covers all classes of their types.
func (s *Scope) pieces(a *def.Access, n named, zones Area) []Access {
	classes := Everywhere
	if x := a.Of(n.x); x != nil {
		classes = s.Area(x)
	}
	if a.Way != 0 {
		classes = s.Alike(classes)
	}
	if !a.Home && !(n.home && a.Way == def.Enter) {
		return []Access{Standing(zones, classes)}
	}
	if s.Def.Wide(def.FilterSet) {
		return []Access{Standing(Everywhere, classes)}
	}
	var out []Access
	for i := range s.Def.Types {
		if t := &s.Def.Types[i]; t.Classes&classes.Bits != 0 && t.Home >= 0 {
			out = append(out, Standing(Area{Bits: s.homes(t.Classes)}, Area{Own: classes.Own, Bits: classes.Bits & t.Classes}))
		}
	}
	return out
}

// pileOf returns the possible piles of a card.
func (s *Scope) pileOf(card *def.Expr) Area {
	if len(card.Args) > 0 && card.Args[0].Type.Kind == def.KPile {
		return s.Area(card.Args[0])
	}
	return Everywhere
}

// slotsOf returns the slots named by a number.
func slotsOf(gd *def.GameDef, a *def.Access, n named) []Access {
	count := 1 + a.More
	switch {
	case n.ref == def.RefPlace && n.how != def.ToLocal || n.value < 0:
		return nil
	case n.ref == def.RefDecision:
		var out []Access
		for _, k := range gd.Decisions[n.value].Answered() {
			out = append(out, slots(k.Slot, k.N))
		}
		return out
	case n.ref == def.RefSlots:
		count = int32(len(gd.ActionCells))
	}
	return []Access{slots(int32(n.value), count)}
}

// Slots returns the frame slots named by a column of an instruction's row. It needs no other facts about the game.
func Slots(gd *def.GameDef, in *def.Instr, column []def.Access) []Access {
	var out []Access
	for i := range column {
		if a := &column[i]; a.Store == def.Slots {
			out = append(out, slotsOf(gd, a, nameOf(in, a))...)
		}
	}
	return out
}

// nameOf returns the target of an access of an instruction's row.
func nameOf(in *def.Instr, a *def.Access) named {
	row := in.Op.Row()
	n := named{x: in.X, how: in.A, home: row.A.Ref == def.RefHome && in.A == 1}
	switch a.By {
	case def.NumberA:
		n.ref, n.value = row.A.Ref, int64(in.A)
	case def.NumberB:
		n.ref, n.value = row.B.Ref, int64(in.B)
	}
	return n
}

// decided returns what a decision writes in addition to its slots: a shuffle writes the order of a pile and the seats that see its cards.
func (s *Scope) decided(a *def.Access, d *def.DecisionDef) []Access {
	switch {
	case d.Kind.Row().Answer != def.AnswerOrder:
		return nil
	case a.Store == def.Sight:
		return s.viewers(Everywhere)
	}
	return []Access{Lying(s.Area(d.From))}
}

// Written returns what an instruction itself writes, without the procedures that it calls.
func (s *Scope) Written(in *def.Instr) []Access {
	row := in.Op.Row()
	var out []Access
	for i := range row.Writes {
		a := &row.Writes[i]
		for _, w := range s.resolve(a, nameOf(in, a)) {
			if w.Way = a.Way; a.Way == def.Signed {
				w.Way = s.direction(in.X[0])
			}
			out = append(out, w)
		}
	}
	return out
}

// direction returns the direction in which an amount changes a number.
func (s *Scope) direction(amount *def.Expr) def.Way {
	if v, ok := s.Fold(amount); ok && v >= 0 {
		return def.Up
	} else if ok {
		return def.Down
	}
	return 0
}

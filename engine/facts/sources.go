package facts

// This file divides the state into sources, the units of cache invalidation: the cached value of a formula is valid until one of its sources
// is written. The analysis is coarser than Scope and costs one walk of each rule.

import (
	"slices"

	"rulebound/engine/def"
)

// Source is a part of the state. The constants below are followed by the variables, then by the pieces in each zone.
type Source = int32

const (
	Anywhere Source = iota // all of the state
	OnBoard                // the pieces of all zones
	InPiles                // the cards of all piles
	InBooks                // cells without a variable: lasting effects, held values, quotas

	firstVariable
)

// Sources are the sources of one game, which must not change. It caches its results and is not safe for concurrent use.
type Sources struct {
	gd       *def.GameDef
	work     func(n int)
	cell     []Source
	readings map[*def.Expr]*Reading
}

// Reading is what a formula reads in addition to its operands, including all rules that it evaluates.
type Reading struct {
	From   []Source // ascending
	Within bool     // it reads the pieces in the zone given by its parameter
	Hooked bool     // it evaluates hook points, which notify an observer
	Loops  bool     // it iterates over members
	Never  bool     // it reads something that is not a source, such as slots and frames

	param int64 // slot of its only parameter, -1: none or several
}

// NewSources divides the state of a game. It calls work for each expression visited.
func NewSources(gd *def.GameDef, work func(n int)) *Sources {
	s := &Sources{gd: gd, work: work, cell: slices.Repeat([]Source{InBooks}, int(gd.Cells)), readings: map[*def.Expr]*Reading{}}
	of := s.shared()
	for i := range gd.Vars {
		for cell := gd.Vars[i].Base; cell < gd.Vars[i].Base+gd.Vars[i].Len; cell++ {
			s.cell[cell] = of[i]
		}
	}
	return s
}

// shared returns the source of each variable. Tracks that one property can yield, such as one for each seat, share a source.
func (s *Sources) shared() []Source {
	at, of := map[int64]int{}, make([]Source, len(s.gd.Vars)) // first cell of a variable -> its index
	for i := range of {
		at[int64(s.gd.Vars[i].Base)], of[i] = i, firstVariable+Source(i)
	}
	for _, l := range s.gd.Lookups {
		if l.Type.Kind != def.KTrack {
			continue
		}
		first := Source(-1)
		for _, cell := range l.Values {
			if i, ok := at[cell]; ok && first < 0 {
				first = of[i]
			} else if ok {
				of[i] = first
			}
		}
	}
	return of
}

// Cell returns the source of a cell.
func (s *Sources) Cell(cell int64) Source {
	if uint64(cell) >= uint64(len(s.cell)) { // out of range, so it is never written
		return InBooks
	}
	return s.cell[cell]
}

// Zones returns the source of the pieces in the first zone; the other zones follow.
func (s *Sources) Zones() Source { return firstVariable + Source(len(s.gd.Vars)) }

// Len returns the number of sources.
func (s *Sources) Len() int { return int(s.Zones()) + len(s.gd.Zones) }

// Of returns what a rule with these parameters reads.
func (s *Sources) Of(body *def.Expr, params ...int32) *Reading {
	if r, ok := s.readings[body]; ok {
		return r
	}
	r := &Reading{param: -1}
	if len(params) == 1 {
		r.param = int64(params[0])
	}
	s.readings[body] = r
	s.add(body, r)
	slices.Sort(r.From)
	r.From = slices.Compact(r.From)
	return r
}

// Steady reports whether the value of an expression is constant as long as nothing is written and the slots that it names keep their values,
// and whether it evaluates hook points.
func (s *Sources) Steady(e *def.Expr) (hooked, ok bool) {
	for x := range e.All() {
		if x.Op == def.OpLocal {
			continue
		}
		r := &Reading{param: -1}
		if s.addOwn(x, r); r.Never {
			return false, false
		}
		hooked = hooked || r.Hooked
	}
	return hooked, true
}

// add adds what e reads.
func (s *Sources) add(e *def.Expr, r *Reading) {
	if e == nil {
		return
	}
	s.work(1)
	for _, a := range e.Args {
		if a != nil && a.Type.Kind == def.KPile { // a pile may be read as a set of cards
			r.From = append(r.From, InPiles)
		}
		s.add(a, r)
	}
	s.addOwn(e, r)
	r.Loops = r.Loops || e.Op.Row().Binds && e.Op != def.OpLet || e.Op == def.OpFlood
}

// addOwn adds what e reads in addition to its operands, according to its row.
func (s *Sources) addOwn(e *def.Expr, r *Reading) {
	all := e.Reads()
	for i := range all {
		switch a := &all[i]; a.Store {
		case def.Cells:
			r.From = append(r.From, s.cells(e, a)...)
		case def.Books:
			r.From = append(r.From, InBooks)
		case def.Pieces:
			if x := a.At(e.Args); x != nil && x.Type.Kind == def.KZone && r.isParam(x) {
				r.Within = true
			} else {
				r.From = append(r.From, OnBoard)
			}
		case def.Cards:
			r.From = append(r.From, InPiles)
		case def.Rules:
			s.addRule(e, r)
		default:
			r.Never = true
		}
	}
}

// addRule adds what the rule named by e reads.
func (s *Sources) addRule(e *def.Expr, r *Reading) {
	switch e.Op.Row().I {
	case def.RefFunction:
		f := &s.gd.Functions[e.I]
		r.call(s.Of(f.Body, f.Params...), e.Args)
	case def.RefProc:
		if p := s.gd.Procs[e.I].Possible; p >= 0 {
			f := &s.gd.Functions[p]
			r.call(s.Of(f.Body, f.Params...), e.Args)
		}
	case def.RefDerived:
		d := &s.gd.Derived[e.I]
		r.call(s.Of(d.Value, d.Params()...), e.Args)
	case def.RefPoint:
		r.Hooked = true
		for _, i := range s.gd.Points[e.I].Attach {
			a := &s.gd.Attachments[i]
			for _, x := range []*def.Expr{a.When, a.Value, a.Add, a.Remove} {
				s.add(x, r)
			}
		}
	default: // a rule that is only known in play
		r.Never = true
	}
}

// cells returns the sources of the cells that an access of e refers to.
func (s *Sources) cells(e *def.Expr, a *def.Access) []Source {
	x := a.At(e.Args)
	switch ref := e.Op.Row().I; {
	case a.By != 0 && (ref == def.RefCell || ref == def.RefVariable):
		return []Source{s.Cell(e.I)}
	case x == nil:
	case x.Op == def.OpConst:
		return []Source{s.Cell(x.I)}
	case x.Op == def.OpTable && uint64(x.I) < uint64(len(s.gd.Lookups)):
		var out []Source
		for _, v := range s.gd.Lookups[x.I].Values {
			out = append(out, s.Cell(v))
		}
		return out
	}
	return []Source{Anywhere}
}

// call adds what a rule reads when called with args.
func (r *Reading) call(o *Reading, args []*def.Expr) {
	r.From = append(r.From, o.From...)
	switch {
	case o.Within && len(args) > 0 && r.isParam(args[0]):
		r.Within = true
	case o.Within:
		r.From = append(r.From, OnBoard)
	}
	r.Hooked, r.Loops, r.Never = r.Hooked || o.Hooked, r.Loops || o.Loops, r.Never || o.Never
}

func (r *Reading) isParam(x *def.Expr) bool { return x != nil && x.Op == def.OpBound && x.I == r.param }

// This file lists changes of the targets of statements: another destination of pieces and cards, another status or mark,
// another deciding seat, another track written or read.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
)

// boxes returns the zones off the map that some move names as its destination and that are no type's home.
func boxes(gd *def.GameDef) []int64 {
	var out []int64
	for i := range gd.Code {
		to := destination(&gd.Code[i])
		if to == nil || to.Op != def.OpConst || to.I < 0 || !gd.Zones[to.I].Plain || slices.Contains(out, to.I) {
			continue
		}
		if !slices.ContainsFunc(gd.Types, func(t def.PieceType) bool { return int64(t.Home) == to.I }) {
			out = append(out, to.I)
		}
	}
	slices.Sort(out)
	return out
}

// destination returns the formula of the zone that an instruction moves pieces to; of a move home it is None.
func destination(in *def.Instr) *def.Expr {
	switch in.Op {
	case def.CMove:
		return in.X[3]
	case def.CMoveAll:
		return in.X[2]
	}
	return nil
}

// instead lists the changes of the destination, status, mark or track of an instruction.
func (l *lister) instead(in *def.Instr) {
	if in.Role != def.Effect || l.unread(in) {
		return
	}
	switch in.Op {
	case def.CMove, def.CMoveAll:
		l.goesElsewhere(in)
	case def.CCard, def.CMoveCards:
		if pile := in.X[1]; pile.Op == def.OpConst && pile.I >= 0 && len(l.def.Piles) > 1 {
			by := *pile
			by.I = neighbour(pile.I, len(l.def.Piles))
			change := fmt.Sprintf("`%s`: to `%s` becomes to `%s`", l.statementWords(in), l.def.Piles[pile.I].ID, l.def.Piles[by.I].ID)
			l.operand(Destination, in, "pile", change, pile, by)
		}
	case def.CFlip, def.CFlipAll:
		if names := l.statusNames(in.X[0]); int(in.A) < len(names) && len(names) > 1 {
			l.renumbered(in, &in.A, names)
		}
	case def.CTag, def.CUntagAll:
		if len(l.def.Marks) > 1 {
			l.renumbered(in, &in.A, l.def.Marks)
		}
	case def.CSet, def.CGain, def.CLose, def.CPay:
		l.otherTrack(in)
	}
}

// goesElsewhere lists the changes of a destination: to home, and from home or a box to each other box.
func (l *lister) goesElsewhere(in *def.Instr) {
	at := destination(in)
	is, home := "home", in.A == 1
	if !home {
		is = l.words(at, origin{node: in.Node, proc: l.within[in.Node]})
	}
	to := func(name string, how int32, zone int64) {
		l.statement(Destination, in, "to "+name, fmt.Sprintf("`%s`: to `%s` becomes to `%s`", l.statementWords(in), is, name), func() func() {
			old := *in
			in.A, in.X = how, slices.Clone(in.X)
			in.X[slices.Index(old.X, at)] = &def.Expr{Op: def.OpConst, Type: at.Type, I: zone}
			return func() { *in = old }
		})
	}
	if !home && !l.isHome(in.X[0], at) {
		to("home", 1, def.None)
	}
	if !home && (at.Op != def.OpConst || !l.def.Zones[at.I].Plain) {
		return
	}
	for _, z := range l.boxes {
		if home || z != at.I {
			to(l.def.Zones[z].ID, 0, z)
		}
	}
}

// isHome reports whether a place is the home of all pieces of a kind; false if either is not constant.
func (l *lister) isHome(pieces, place *def.Expr) bool {
	if !ofKind(pieces, def.KClass) || place.Op != def.OpConst {
		return false
	}
	some := l.lay.of(pieces.I, pieces.Type)
	for i, t := range l.def.Types {
		if l.lay.types[i].meets(some) && int64(t.Home) != place.I {
			return false
		}
	}
	return true
}

// statusNames returns the statuses of the first type with more than one status that a formula may select.
func (l *lister) statusNames(pieces *def.Expr) []string {
	for i, t := range l.def.Types {
		if len(t.Statuses) > 1 && (!ofKind(pieces, def.KClass) || l.lay.types[i].meets(l.lay.of(pieces.I, pieces.Type))) {
			return t.Statuses
		}
	}
	return nil
}

// renumbered lists the change of a status or mark to the next one.
func (l *lister) renumbered(in *def.Instr, at *int32, names []string) {
	was, is := *at, int32(neighbour(int64(*at), len(names)))
	change := fmt.Sprintf("`%s`: `%s` becomes `%s`", l.statementWords(in), names[was], names[is])
	l.statement(Status, in, "to "+names[is], change, func() func() {
		*at = is
		return func() { *at = was }
	})
}

// tracks maps each track to the next track with the same owners. Variables without one map to None.
func tracks(gd *def.GameDef) []int32 {
	track := func(v *def.VarDef) bool {
		return v.Bounded && v.Type.Kind == def.KInt && v.Scale < 0 && v.Pool < 0 && v.Node != 0
	}
	out := make([]int32, len(gd.Vars))
	for i := range gd.Vars {
		out[i] = int32(def.None)
		v := &gd.Vars[i]
		for n := 1; n < len(gd.Vars) && track(v) && out[i] < 0; n++ {
			j := (i + n) % len(gd.Vars)
			if w := &gd.Vars[j]; track(w) && slices.Equal(w.Per, v.Per) && w.Len == v.Len {
				out[i] = int32(j)
			}
		}
	}
	return out
}

// besides returns the cell of the next track that corresponds to a cell of a track, or None.
func (l *lister) besides(cell int64) int64 {
	v := l.variableAt(cell)
	if v < 0 || l.tracksOf[v] < 0 {
		return def.None
	}
	return cell - int64(l.def.Vars[v].Base) + int64(l.def.Vars[l.tracksOf[v]].Base)
}

// otherTrack lists the change of the track that a statement writes.
func (l *lister) otherTrack(in *def.Instr) {
	if in.A != def.ToCell && in.A != def.ToVariable {
		return
	}
	to := l.besides(int64(in.B))
	if to < 0 {
		return
	}
	was, is := l.def.Vars[l.variableAt(int64(in.B))].ID, l.def.Vars[l.variableAt(to)].ID
	l.statement(Track, in, "to "+is, fmt.Sprintf("`%s`: `%s` becomes `%s`", l.statementWords(in), was, is), func() func() {
		old := in.B
		in.B = int32(to)
		return func() { in.B = old }
	})
}

// readsTrack lists the change of the track that a formula reads or names.
func (l *lister) readsTrack(e *def.Expr, o origin) {
	if e.Op == def.OpConst && e.Type.Kind != def.KTrack || e.I < 0 {
		return
	}
	if to := l.besides(e.I); to >= 0 {
		by := *e
		by.I = to
		l.become(Track, e, o, by, "track")
	}
}

// decides lists the change of the decider to the next seat. A literal seat is left to the kinds constant and ally.
func (l *lister) decides(by *def.Expr, o origin) {
	if by == nil || by.Op == def.OpConst || len(l.def.Seats) < 2 {
		return
	}
	seats := def.SetOf(by.Type)
	all := &def.Expr{Op: def.OpConst, Type: seats, I: l.def.UpTo(seats, len(l.def.Seats))}
	next := def.Expr{Op: def.OpNext, Type: by.Type, Args: []*def.Expr{all, bare(by)}}
	l.record(Decider, by, o, next, "next", fmt.Sprintf("by: `%s` becomes the next seat", l.words(by, o)))
}

package lower

// This file lowers the statements that change tracks, markers, variables, pieces, cards and lasting effects. The operands of one
// instruction are copied by the same `copies`, so expressions that the statement shares remain shared.

import (
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// target returns the target of an assignment as the operands A, B and X1 of CSet, CGain, CLose and CPay.
func (f *frame) target(t *typed.Target) (a, b int32, index []*def.Expr) {
	switch {
	case t.Local != nil:
		return 0, f.at(t.Local).slot, nil
	case t.Track != nil:
		return 3, 0, []*def.Expr{t.Track}
	case t.Index != nil:
		return 2, t.Cell, []*def.Expr{t.Index}
	}
	return 1, t.Cell, nil
}

// at returns the location of a binding.
func (f *frame) at(b *typed.Binding) spot { return f.spots.at[b.ID] }

func (f *frame) assign(s *typed.Set, node int32) {
	c := f.spots.copies()
	skip := -1
	if s.Only != nil {
		skip = f.jumpUnless(c.expr(s.Only), def.Made, node)
	}
	a, b, index := f.target(&s.To)
	f.emit(def.Instr{Op: def.CSet, Role: def.Effect, A: a, B: b, X: c.exprs(append([]*def.Expr{s.Value}, index...)), Node: node})
	if skip >= 0 {
		f.patch(skip)
	}
}

// effect lowers a statement that is a single instruction. It returns false for other statements.
func (f *frame) effect(do typed.Action, node int32) bool {
	in := def.Instr{Role: def.Effect, Node: node}
	switch s := do.(type) {
	case *typed.Change:
		a, b, index := f.target(&s.To)
		in.Op, in.A, in.B, in.X = s.Code, a, b, append([]*def.Expr{s.By}, index...)
	case *typed.Transfer:
		in.Op, in.X = def.CTransfer, []*def.Expr{s.From, s.To, s.Amount}
	case *typed.Shift:
		in.Op, in.B, in.X = def.CShift, s.Marker.Base, []*def.Expr{s.By, s.Zone}
	case *typed.Mark:
		in.Op, in.B, in.X = def.CMark, s.Marker.Base, []*def.Expr{s.By, s.Zone}
	case *typed.Flip:
		if f.flip(s, node) {
			return true
		}
		in.Op, in.A, in.X = def.CFlip, s.Status, zoned(s.Pieces)
		if s.Pieces.Set != nil {
			in.Op, in.X = def.CFlipAll, []*def.Expr{s.Pieces.Filter, s.Pieces.Set}
		}
	case *typed.Tag:
		if f.tag(s, node) {
			return true
		}
		in.Op, in.A, in.B, in.X = def.CTag, s.Mark, 1, zoned(s.Pieces)
		if s.Off {
			in.B = 0
		}
	case *typed.Untag:
		in.Op, in.A = def.CUntagAll, s.Mark
	case *typed.Card:
		in.Op, in.A, in.X = def.CCard, s.At, []*def.Expr{s.Card, s.Pile}
	case *typed.Record:
		in.Op, in.B, in.X = def.CRecord, s.Past.Base, []*def.Expr{s.Digest}
	case *typed.Activate:
		in.Op, in.X = def.CActivate, []*def.Expr{s.Lasting, constant(def.TInt, int64(s.Duration))}
	case *typed.End:
		in.Op, in.X = def.CEnd, []*def.Expr{s.Lasting}
	case *typed.Expire:
		in.Op, in.A, in.B = def.CExpire, s.Duration, s.To
	case *typed.Note:
		in.Op, in.A, in.X = def.CNote, int32(len(f.gd.Notes)), s.Values
		f.gd.Notes = append(f.gd.Notes, s.Def)
	case *typed.Over:
		in.Op, in.X = def.COver, s.Results
	default:
		return false
	}
	in.X = f.spots.exprs(in.X...)
	f.emit(in)
	return true
}

// emptied lowers a loop over a pile whose body only moves each card to one other pile, which does not change during the loop. It
// returns false for other loops. The node of the body is covered only if there is a card.
func (f *frame) emptied(s *typed.For, node int32) bool {
	put, ok := only[*typed.Card](s)
	if !ok || s.Candidate != nil || !isMember(put.Card, s) || !f.invariant(put.Pile, s) {
		return false
	}
	from := f.slot("")
	pile := local(s.Over.Type, from)
	f.set(from, f.spots.expr(s.Over), def.Part, node)
	skip := f.jumpUnless(op(def.OpGt, def.TBool, op(def.OpPileSize, def.TInt, pile), constant(def.TInt, 0)), def.Made, node)
	f.emit(def.Instr{Op: def.CMoveCards, Role: def.Effect, A: put.At, X: []*def.Expr{pile, f.spots.expr(put.Pile)}, Node: f.node(s.Body[0].At)})
	f.patch(skip)
	return true
}

// filled lowers a loop over a set whose body only assigns the same value to a variable of each member. It returns false for other
// loops. The node of the body is covered only if there is a member.
func (f *frame) filled(s *typed.For, over *def.Expr, node int32) bool {
	set, ok := only[*typed.Set](s)
	if !ok || over.Type.Kind != def.KSet || f.gd.Wide(over.Type) || f.gd.Wide(set.To.Type) || set.Only != nil || set.To.Index == nil || !isMember(set.To.Index, s) || !f.invariant(set.Value, s) {
		return false
	}
	members := f.slot("")
	f.set(members, over, def.Part, node)
	from, skip := f.here(), -1
	if over.Op != def.OpConst || over.I == 0 {
		skip = f.jumpUnless(op(def.OpNe, def.TBool, local(over.Type, members), constant(over.Type, 0)), def.Made, node)
	}
	x := []*def.Expr{f.spots.expr(set.Value), local(over.Type, members)}
	f.emit(def.Instr{Op: def.CSetAll, Role: def.Effect, B: set.To.Cell, X: x, Node: f.node(s.Body[0].At)})
	if skip >= 0 {
		f.patch(skip)
	}
	f.record(s, over, members, from)
	return true
}

// only returns the action of a loop's body if the body is a single unconditional action and the loop has no limit.
func only[T typed.Action](s *typed.For) (do T, ok bool) {
	if s.Limit == nil && len(s.Body) == 1 && s.Body[0].When == nil {
		do, ok = s.Body[0].Do.(T)
	}
	return do, ok
}

// isMember reports whether an expression is the loop variable.
func isMember(x *def.Expr, s *typed.For) bool { return x.Op == def.OpBound && x.I == s.Member.ID }

// invariant reports whether an expression is a loop invariant whatever cells, pieces and cards the body writes: it reads only
// properties and bindings other than the loop variable.
func (f *frame) invariant(x *def.Expr, s *typed.For) bool {
	for y := range x.All() {
		substituted := y.Op == def.OpBound && f.at(f.rb.Bindings[y.I]).subst != nil
		if substituted || isMember(y, s) || !y.Pure() || y.Op == def.OpCall || binds(y.Op) {
			return false
		}
	}
	return true
}

// zoned returns the operands of an instruction about pieces in one zone.
func zoned(g typed.Group) []*def.Expr {
	count := g.Count
	if count == nil {
		count = constant(def.TInt, def.None)
	}
	return []*def.Expr{g.Filter, count, g.Zone}
}

// once returns an expression for the present value of x, which is one word: a new slot, or x itself if no instruction can change
// it.
func (f *frame) once(x *def.Expr, node int32) *def.Expr {
	for y := range x.All() {
		if !y.Pure() || y.Op == def.OpCall {
			at := f.slot("")
			f.set(at, x, def.Made, node)
			return local(x.Type, at)
		}
	}
	return x
}

func (f *frame) move(s *typed.Move, node int32) {
	home, to := int32(0), s.To
	if to == nil {
		home, to = 1, constant(def.TZone, def.None)
	}
	c := f.spots.copies()
	if s.Pieces.Set != nil {
		f.emit(def.Instr{Op: def.CMoveAll, Role: def.Effect, A: home, X: c.exprs([]*def.Expr{s.Pieces.Filter, s.Pieces.Set, to}), Node: node})
		return
	}
	x := c.exprs(append(zoned(s.Pieces), to))
	piece := f.followed(s.Pieces)
	if piece != nil { // the destination is evaluated once
		if home == 1 {
			x[3] = op(def.OpHome, def.TZone, x[0])
		}
		arrival := f.slot("")
		f.set(arrival, x[3], def.Made, node)
		home, x[3] = 0, local(def.TZone, arrival)
	}
	if s.Mark >= 0 { // the move must not change the piece that is marked or its zone
		p := f.once(x[0].Args[0], node)
		x[0], x[2], x[3] = op(def.OpPieceClass, def.FilterSet, p), op(def.OpPieceZone, def.TZone, p), f.once(x[3], node)
	}
	f.emit(def.Instr{Op: def.CMove, Role: def.Effect, A: home, X: x, Node: node})
	if s.Mark >= 0 {
		f.emit(def.Instr{Op: def.CTag, Role: def.Effect, A: s.Mark, B: 1, X: []*def.Expr{x[0], x[1], x[3]}, Node: node})
	}
	switch {
	case piece == nil:
	case s.Mark >= 0:
		f.follow(piece, x[3], f.marked(piece, s.Mark, false), node)
	default:
		f.follow(piece, x[3], op(def.OpPieceClass, def.FilterSet, piece), node)
	}
}

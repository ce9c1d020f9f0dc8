package statements

// This file resolves `reveal` and `hide`. A variable that the rulebook names holds, for each card, the seats that see it beside
// those to which its pile is visible; the statements assign to it.

import (
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// sight returns the variable with the seats that see a card, or nil.
func (p *procedure) sight() *def.VarDef {
	for i := range p.Game.Vars {
		if p.Game.Vars[i].Reveals {
			return &p.Game.Vars[i]
		}
	}
	return nil
}

func (p *procedure) reveal(s *statement, v *formulas.Scope) typed.Action {
	return p.show(s, v, def.OpUnion, "to")
}

func (p *procedure) hide(s *statement, v *formulas.Scope) typed.Action {
	return p.show(s, v, def.OpDiff, "from")
}

// show adds seats to those that see a card, or removes them, for one card, the cards of a pile, or a set. Without the key it
// applies to all seats.
func (p *procedure) show(s *statement, v *formulas.Scope, how def.Op, key string) typed.Action {
	seats := (*def.Expr)(nil)
	if n := s.Get(key); n != nil {
		seats = p.Formula(n, v, def.SeatSet)
	}
	x := p.Formula(s.Arg.Node, v, formulas.Any)
	vd := p.sight()
	switch {
	case formulas.IsBad(x):
		return nil
	case vd == nil:
		p.Diags.Errorf(s.Arg.Key.Pos, "missing-key", "no variable defines who sees a card").
			Detailf("Declare it under variables: {id: seen-by, type: seats, per: card, reveals: true}.")
		return nil
	case x == formulas.None || x.Type.Kind != def.KCard && x.Type.Kind != def.KPile && !formulas.Same(x.Type, def.CardSet):
		p.Errorf(s.Arg.Node.Pos, "wrong-type", "%s takes a card, a pile or a set of cards, not %s", s.Word, p.Describe(x.Type))
		return nil
	case x.Type.Kind == def.KCard:
		return p.seen(vd, x, how, seats)
	}
	inner := p.inner(s, v)
	card := p.Bind(inner, "$card", def.TCard, s.Arg.Node.Pos)
	return &typed.For{Member: card, Over: x, Fixed: true, Body: []*typed.Stmt{{At: s.at, Do: p.seen(vd, p.Read(card), how, seats)}}}
}

// seen changes the seats that see one card; seats is nil for all seats.
func (p *procedure) seen(vd *def.VarDef, card *def.Expr, how def.Op, seats *def.Expr) typed.Action {
	to := typed.Target{Cell: vd.Base, Index: card, Owner: card, Var: vd, Type: vd.Type}
	all := int64(1)<<uint(len(p.Game.Seats)) - 1
	switch {
	case seats != nil:
		return &typed.Set{To: to, Value: formulas.Op(how, def.SeatSet, formulas.OpOf(def.OpCellAt, vd.Type, int64(vd.Base), card), seats)}
	case how == def.OpDiff:
		all = 0
	}
	return &typed.Set{To: to, Value: formulas.Const(def.SeatSet, all)}
}

package statements

// This file resolves statements that change variables, tracks and markers.

import (
	"rulebound/compiler/declare"
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// parseKey parses a key as a formula. It returns nil after an error. Package draft makes keys that are trees.
func (p *procedure) parseKey(k *source.Node) *syntax.Expr {
	e, list := syntax.Parse(k.Value, k.Pos)
	if k.Kind == source.Map {
		e, list = syntax.Formula(k)
	}
	if p.Said(list) {
		return nil
	}
	return e
}

// variable returns the variable, track or marker of a name, or nil.
func (p *procedure) variable(name string) *def.VarDef {
	if s := p.Named(&source.Node{Value: name}, declare.Variable); s != nil {
		return &p.Game.Vars[s.Index]
	}
	return nil
}

// target resolves the left side of an assignment. It returns nil after an error.
func (p *procedure) target(k *source.Node, v *formulas.Scope) *typed.Target {
	e := p.parseKey(k)
	if e == nil {
		return nil
	}
	switch e.Kind {
	case syntax.Binding:
		b := v.Find(e.Name)
		if b != nil && formulas.Unknown(b.Type) {
			return nil
		}
		if b != nil && b.Const == nil && b.Type.Kind != def.KTrack {
			p.UsesBinding(e.Pos, b)
			return &typed.Target{Local: b, Type: b.Type}
		}
	case syntax.Name:
		if vd := p.variable(e.Name); vd != nil && vd.Single() {
			p.Uses(e.Pos, names.Thing{Name: e.Name})
			return &typed.Target{Cell: vd.Base, Var: vd, Type: vd.Type}
		}
	case syntax.Prop:
		if vd := p.variable(e.Name); vd != nil && vd.Owner() != def.KNone && len(vd.Per) == 1 {
			p.Uses(e.Pos, names.Thing{Name: e.Name})
			return p.owned(vd, e.Args[0], v)
		}
	case syntax.At:
		if vd, place := p.Indexed(e, v); vd != nil {
			return p.cellOf(vd, place)
		}
		return nil
	}
	x := p.Raw(e, v, def.TTrack)
	if formulas.IsBad(x) {
		return nil
	}
	if x.Type.Kind != def.KTrack {
		p.Errorf(k.Pos, "wrong-type", "%s cannot be assigned: it is %s, not a variable", k.Value, p.Describe(x.Type))
		return nil
	}
	return &typed.Target{Track: x, Type: def.TInt}
}

// owned returns the target of a variable with an owner (seat, zone, card).
func (p *procedure) owned(vd *def.VarDef, owner *syntax.Expr, v *formulas.Scope) *typed.Target {
	x := p.OwnerOf(vd, owner, v)
	to := p.cellOf(vd, x)
	to.Owner = x
	return to
}

// cellOf returns the target of a variable at the place x.
func (p *procedure) cellOf(vd *def.VarDef, x *def.Expr) *typed.Target {
	to := &typed.Target{Cell: vd.Base, Index: x, Var: vd, Type: vd.Type}
	words := int64(p.Game.Words(vd.Type))
	if i, ok := p.Eval(x); ok {
		to.Cell, to.Index = vd.Base+int32(i*words), nil
	}
	return to
}

// assignments combines the actions that f returns for the pairs of a statement.
func (p *procedure) assignments(s *statement, f func(k, val *source.Node) typed.Action) typed.Action {
	return perPair(s, func(q *tree.Value) typed.Action { return f(q.Key, q.Node) })
}

func perPair(s *statement, f func(q *tree.Value) typed.Action) typed.Action {
	var acts []typed.Action
	for _, q := range s.Arg.Pairs {
		if a := f(q); a != nil {
			acts = append(acts, a)
		}
	}
	return several(acts)
}

func (p *procedure) assign(s *statement, v *formulas.Scope) typed.Action {
	if p.answers != nil {
		return perPair(s, func(q *tree.Value) typed.Action { return p.keeps(q, v) })
	}
	return p.assignments(s, func(k, val *source.Node) typed.Action { return p.assigned(k, val, v) })
}

func (p *procedure) assigned(k, val *source.Node, v *formulas.Scope) typed.Action {
	to := p.target(k, v)
	if to == nil {
		return nil
	}
	return &typed.Set{To: *to, Value: p.Value(val, v, to.Type), Only: p.bearing(to)}
}

// bearing returns the condition that a zone can bear the assigned marker. It is nil if all spaces can, and if the target is no
// marker.
func (p *procedure) bearing(to *typed.Target) *def.Expr {
	if to.Var == nil || to.Var.On == 0 || p.Game.Same(to.Var.On, p.Syms.Data.Spaces, def.ZoneSet) {
		return nil
	}
	return formulas.Op(def.OpHas, def.TBool, formulas.Const(def.ZoneSet, to.Var.On), to.Owner)
}

func (p *procedure) change(s *statement, v *formulas.Scope) typed.Action {
	code := map[string]def.Code{"gain": def.CGain, "lose": def.CLose, "pay": def.CPay}[s.Word]
	return p.assignments(s, func(k, val *source.Node) typed.Action {
		to := p.target(k, v)
		if to == nil || formulas.Unknown(to.Type) {
			return nil
		}
		if to.Type.Kind != def.KInt {
			p.Errorf(k.Pos, "wrong-type", "%s changes numbers, %s is %s", s.Word, k.Value, p.Describe(to.Type))
			return nil
		}
		return &typed.Change{Code: code, To: *to, By: p.Value(val, v, def.TInt)}
	})
}

func (p *procedure) transfer(s *statement, v *formulas.Scope) typed.Action {
	e := s.Arg.Entry
	from, to := p.some(e.Get("from"), v, def.TTrack), p.some(e.Get("to"), v, def.TTrack)
	return &typed.Transfer{From: from, To: to, Amount: p.Value(e.Get("amount"), v, def.TInt)}
}

// marker resolves zone.marker to the variable of the marker and the zone. The variable is nil after an error.
func (p *procedure) marker(k *source.Node, v *formulas.Scope) (*def.VarDef, *def.Expr) {
	e := p.parseKey(k)
	if e == nil {
		return nil, nil
	}
	if e.Kind == syntax.Prop {
		if p.Syms.Clashed[e.Name] {
			return nil, nil
		}
		if vd := p.variable(e.Name); vd != nil && vd.Owner() == def.KZone && len(vd.Per) == 1 && vd.Bounded {
			p.Uses(e.Pos, names.Thing{Name: e.Name})
			return vd, p.OwnerOf(vd, e.Args[0], v)
		}
		if p.Syms.Names[e.Name] == nil && p.Book.Incomplete { // it may be declared in a part that could not be read
			return nil, nil
		}
	}
	p.Errorf(k.Pos, "wrong-type", "%s is not a marker of a zone; write zone.marker", k.Value)
	return nil, nil
}

func (p *procedure) shift(s *statement, v *formulas.Scope) typed.Action {
	return p.assignments(s, func(k, val *source.Node) typed.Action {
		m, zone := p.marker(k, v)
		if m == nil {
			return nil
		}
		if m.Scale < 0 {
			p.Errorf(k.Pos, "wrong-type", "%s is counted, not a scale; use mark", m.ID)
			return nil
		}
		by := p.Value(val, v, def.TInt)
		if toward := s.Get("toward"); toward != nil {
			by = p.toward(m, zone, by, p.Value(toward, v, m.Type))
		}
		return &typed.Shift{Marker: m, By: by, Zone: zone}
	})
}

// toward limits the number of steps of a marker so that it moves to a position and does not pass it.
func (p *procedure) toward(m *def.VarDef, zone, steps, to *def.Expr) *def.Expr {
	goal := *to
	goal.Type = def.TInt
	way := formulas.Op(def.OpSub, def.TInt, &goal, formulas.OpOf(def.OpCellAt, def.TInt, int64(m.Base), zone))
	return formulas.Op(def.OpMax, def.TInt, formulas.Op(def.OpNeg, def.TInt, steps), formulas.Op(def.OpMin, def.TInt, steps, way))
}

func (p *procedure) mark(s *statement, v *formulas.Scope) typed.Action {
	return p.assignments(s, func(k, val *source.Node) typed.Action {
		m, zone := p.marker(k, v)
		if m == nil {
			return nil
		}
		if m.Scale >= 0 {
			p.Errorf(k.Pos, "wrong-type", "%s is a scale; use shift or set", m.ID)
			return nil
		}
		return &typed.Mark{Marker: m, By: p.Value(val, v, def.TInt), Zone: zone}
	})
}

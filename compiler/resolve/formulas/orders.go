package formulas

// This file computes which sets lost the order in which their members were written. It follows sets through names, functions and
// operators.

import (
	"maps"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/syntax"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// Loss states how the order of a set's members was lost.
type Loss uint8

const (
	NoLoss    Loss = iota
	LostList       // the members were listed in another order than they are declared
	LostOrder      // the set was made of an order
)

// LossAt is a loss with the position at which the set was made.
type LossAt struct {
	Loss
	At diag.Pos
}

// callOf is a call of a function, reduced to the losses of its arguments, as bits.
type callOf struct {
	function          int64
	listed, unordered uint64
}

// Orders are the known losses of orders, each with the position at which the set was made.
type Orders struct {
	*Resolver
	Bindings map[int64]LossAt // by ID
	Cells    map[int32]LossAt // by the first cell of a variable
	calls    map[callOf]Loss  // results of functions, in this round
	derived  map[int64]Loss   // derived values, in this round
}

// NewOrders returns the losses known from the data and the formulas resolved so far.
func (r *Resolver) NewOrders() *Orders {
	o := &Orders{Resolver: r, Bindings: map[int64]LossAt{}, Cells: maps.Clone(r.LostInitial)}
	o.Forget()
	return o
}

// Lost returns the loss of the set x, as far as it is known before procedures are resolved.
func (r *Resolver) Lost(x *def.Expr) Loss {
	if x == nil || x.Type.Kind != def.KSet {
		return NoLoss
	}
	if from, known := r.memo.lost[x]; known || x.Op == def.OpConst {
		return from.Loss
	}
	return r.NewOrders().Lost(x)
}

// Forget drops cached results that depend on names. A caller that finds new losses of names must call it.
func (o *Orders) Forget() { o.calls, o.derived = map[callOf]Loss{}, map[int64]Loss{} }

// Origin returns the loss and position of the set that x names. It returns false if x is not a name.
func (o *Orders) Origin(x *def.Expr) (LossAt, bool) {
	if from, named := o.memo.lost[x]; named {
		return from, true
	}
	var from LossAt
	var known bool
	switch x.Op {
	case def.OpBound:
		from, known = o.Bindings[x.I]
	case def.OpCell, def.OpCellAt:
		from, known = o.Cells[int32(x.I)]
	case def.OpTable:
		from, known = o.LostColumns[int32(x.I)]
	case def.OpDerived:
		from, known = LossAt{At: o.Out.Derived[x.I].Pos}, true
	}
	return from, known
}

// Lost returns the loss of the set x.
func (o *Orders) Lost(x *def.Expr) Loss {
	if x == nil || IsBad(x) || x.Type.Kind != def.KSet {
		return NoLoss
	}
	if from, known := o.memo.lost[x]; known {
		return from.Loss
	}
	switch x.Op {
	case def.OpFilter, def.OpSum, def.OpRepeated:
		return o.most(x.Args[:1])
	case def.OpUnion, def.OpInter, def.OpDiff:
		return o.most(x.Args)
	case def.OpIf:
		return max(o.Lost(x.Args[1]), o.Lost(x.Args[2]))
	case def.OpLet:
		o.bind(o.Out.Bindings[x.I], o.Lost(x.Args[0]))
		return o.Lost(x.Args[1])
	case def.OpBound, def.OpCell, def.OpCellAt, def.OpTable:
		from, _ := o.Origin(x)
		return from.Loss
	case def.OpHookPool:
		return o.Lost(x.Args[0])
	case def.OpDerived:
		how, known := o.derived[x.I]
		if !known {
			o.derived[x.I] = NoLoss // for one that depends on itself, which is reported elsewhere
			how = o.Lost(o.Out.Derived[x.I].Value)
			o.derived[x.I] = how
		}
		return how
	case def.OpCall:
		return o.call(x)
	}
	return NoLoss
}

// most returns the greatest loss of a set made of xs, some of which may be orders.
func (o *Orders) most(xs []*def.Expr) Loss {
	how := NoLoss
	for _, x := range xs {
		if x.Type.Kind == def.KOrder {
			return LostOrder
		}
		how = max(how, o.Lost(x))
	}
	return how
}

// call returns the loss of the result of a call, from the orders that the function reads and the sets that it is given. In a
// round each function is evaluated once for each combination of losses.
func (o *Orders) call(x *def.Expr) Loss {
	f, key := o.Out.Functions[x.I], callOf{function: x.I}
	for i, a := range x.Args {
		switch o.Lost(a) {
		case LostList:
			key.listed |= 1 << i
		case LostOrder:
			key.unordered |= 1 << i
		}
	}
	if how, ok := o.calls[key]; ok {
		return how
	}
	o.calls[key] = NoLoss // for a recursive function, which is reported elsewhere
	for i, param := range f.Params {
		how := NoLoss
		if key.unordered>>i&1 != 0 {
			how = LostOrder
		} else if key.listed>>i&1 != 0 {
			how = LostList
		}
		o.bind(param, how)
	}
	how := o.Lost(f.Body)
	o.calls[key] = how
	return how
}

// bind records the loss of a name within a function for the present call.
func (o *Orders) bind(name *typed.Binding, how Loss) {
	delete(o.Bindings, name.ID)
	if how != NoLoss {
		o.Bindings[name.ID] = LossAt{how, name.Pos}
	}
}

// ofSet records that x is the set named by s, if that lost an order.
func (r *Resolver) ofSet(s *declare.Symbol, x *def.Expr) *def.Expr {
	if k := r.memo.computed[s]; k != nil {
		r.lose(x, k.lost, s.Pos)
	}
	return x
}

// lose records the loss of the constant or list x, which is made at a position. A set with one member has no order to lose.
func (r *Resolver) lose(x *def.Expr, how Loss, at diag.Pos) {
	if how == LostOrder || how == LostList && (x.Op != def.OpConst || len(r.Game.Each(x.I, x.Type)) > 1) {
		r.memo.lost[x] = LossAt{how, at}
	}
}

// folded returns x as a constant that keeps the losses of its operands.
func (r *Resolver) folded(x *def.Expr, value int64) *def.Expr {
	k := Const(x.Type, value)
	for _, a := range x.Args {
		if from, lost := r.memo.lost[a]; lost && from.Loss > r.memo.lost[k].Loss {
			r.lose(k, from.Loss, from.At)
		}
	}
	return k
}

// declared reports whether the members and sets of a list are in the order of their declaration.
func (r *Resolver) declared(xs []*def.Expr) bool {
	last := int64(-1)
	for _, x := range xs {
		if x.Op != def.OpConst {
			return len(xs) == 1
		}
		members := []int64{x.I}
		if x.Type.Kind == def.KSet {
			members = r.Game.Each(x.I, x.Type)
		}
		for _, m := range members {
			if m <= last {
				return false
			}
			last = m
		}
	}
	return true
}

// InOrder converts a list of seats to an order, for loops over its members. x is the typed e; it is returned unchanged if e is
// not such a list.
func (r *Resolver) InOrder(e *syntax.Expr, x *def.Expr, v *Scope) *def.Expr {
	if IsBad(x) || e.Kind != syntax.List || x.Op != def.OpConst && len(e.Args) != 2 || x.Type != def.SeatSet {
		return x
	}
	for _, a := range e.Args {
		if r.Raw(a, v, def.TSeat).Type.Kind == def.KSet {
			return x
		}
	}
	return r.listedOrder(e, v)
}

package formulas

// orders.go records which sets lost the order in which their members were stated, and follows them through names, functions
// and operators.

import (
	"maps"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/syntax"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// Loss is what became of the order of a set's members.
type Loss uint8

const (
	NoLoss    Loss = iota
	LostList       // they were listed, and not as they are declared
	LostOrder      // they were members of an order
)

// LossAt is a loss with the place where the set was made.
type LossAt struct {
	Loss
	At diag.Pos
}

// callOf is a function with those of its arguments that lost an order, as bits: by listing, or being made of one.
type callOf struct {
	function          int64
	listed, unordered uint64
}

// Orders are the sets that lost an order, as far as they are known, each with the place where it was made.
type Orders struct {
	*Resolver
	Bindings map[int64]LossAt // by ID
	Cells    map[int32]LossAt // by the first cell of a variable
	calls    map[callOf]Loss  // what functions yield, in this round
	derived  map[int64]Loss   // derived values, in this round
}

// NewOrders knows what the data and the formulas so far lost.
func (r *Resolver) NewOrders() *Orders {
	o := &Orders{Resolver: r, Bindings: map[int64]LossAt{}, Cells: maps.Clone(r.LostInitial)}
	o.Forget()
	return o
}

// Lost is what became of the order in which the members of the set x were stated, as far as is known so far.
func (r *Resolver) Lost(x *def.Expr) Loss {
	if x == nil || x.Type.Kind != def.KSet {
		return NoLoss
	}
	if from, known := r.memo.lost[x]; known || x.Op == def.OpConst {
		return from.Loss
	}
	return r.NewOrders().Lost(x)
}

// Forget forgets what hangs on names that may have been found since.
func (o *Orders) Forget() { o.calls, o.derived = map[callOf]Loss{}, map[int64]Loss{} }

// Origin is where the set that x names was made; false if x names none.
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

// Lost is what became of the order in which the members of the set x were stated.
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
			o.derived[x.I] = NoLoss // one that reaches itself, which is reported elsewhere
			how = o.Lost(o.Out.Derived[x.I].Value)
			o.derived[x.I] = how
		}
		return how
	case def.OpCall:
		return o.call(x)
	}
	return NoLoss
}

// most is the greatest loss of what is made of xs, of which some may be orders.
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

// call is lost of a call: the loss of the orders that the function knows, or of the sets that it is given. In a round each
// function is looked at once for arguments with the same losses.
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
	o.calls[key] = NoLoss // a function that reaches itself, which is reported elsewhere
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

// bind notes what a name within a function is for the call that is looked at.
func (o *Orders) bind(name *typed.Binding, how Loss) {
	delete(o.Bindings, name.ID)
	if how != NoLoss {
		o.Bindings[name.ID] = LossAt{how, name.Pos}
	}
}

// ofSet notes that x stands for the set that s names, if that lost an order.
func (r *Resolver) ofSet(s *declare.Symbol, x *def.Expr) *def.Expr {
	if k := r.memo.computed[s]; k != nil {
		r.lose(x, k.lost, s.Pos)
	}
	return x
}

// lose notes what became of the order of the constant or list x, which is made at a place. A list of one is in any order.
func (r *Resolver) lose(x *def.Expr, how Loss, at diag.Pos) {
	if how == LostOrder || how == LostList && (x.Op != def.OpConst || len(r.Game.Each(x.I, x.Type)) > 1) {
		r.memo.lost[x] = LossAt{how, at}
	}
}

// folded is the constant that x comes to. What it was made of is still known.
func (r *Resolver) folded(x *def.Expr, value int64) *def.Expr {
	k := Const(x.Type, value)
	for _, a := range x.Args {
		if from, lost := r.memo.lost[a]; lost && from.Loss > r.memo.lost[k].Loss {
			r.lose(k, from.Loss, from.At)
		}
	}
	return k
}

// declared reports whether the members and sets that a list names come in the order of their declaration.
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

// InOrder is the order that a list of seats is where its members are gone through one after another; x is what e is by
// itself, which anything but such a list remains.
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

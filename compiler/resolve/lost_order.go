package resolve

// lost_order.go refuses loops over sets whose members somebody stated in an order, which a set does not keep: sets that were
// made of an order, and, where the loop asks somebody, sets that were listed in another order than the declared one. Such a
// set is followed wherever it goes under another name: lets, named sets, functions, arguments, results of procedures,
// variables, properties.

import (
	"maps"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/syntax"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// setLoop is a loop over a set.
type setLoop struct {
	loop *typed.For
	at   diag.Pos // of what it runs over
}

// loss is what became of the order of a set's members.
type loss uint8

const (
	noLoss    loss = iota
	lostList       // they were listed, and not as they are declared
	lostOrder      // they were members of an order
)

// lossAt is a loss with the place where the set was made.
type lossAt struct {
	loss
	at diag.Pos
}

// callOf is a function with those of its arguments that lost an order, as bits: by listing, or being made of one.
type callOf struct {
	function          int64
	listed, unordered uint64
}

// orders are the sets that lost an order, as far as they are known, each with the place where it was made.
type orders struct {
	*resolver
	bindings map[int64]lossAt // by ID
	cells    map[int32]lossAt // by the first cell of a variable
	results  map[int32]lossAt // by procedure
	calls    map[callOf]loss  // what functions yield, in this round
	derived  map[int64]loss   // derived values, in this round
	grown    bool             // one was found in this round
}

func (r *resolver) newOrders() *orders {
	o := &orders{resolver: r, bindings: map[int64]lossAt{}, cells: maps.Clone(r.memo.initial), results: map[int32]lossAt{}}
	o.round()
	return o
}

// round forgets what hangs on names that may have been found since.
func (o *orders) round() {
	o.grown, o.calls, o.derived = false, map[callOf]loss{}, map[int64]loss{}
}

// lostOrders reports the loops over sets that lost an order. All procedures have been resolved.
func (r *resolver) lostOrders() {
	o := r.newOrders()
	for o.grown = true; o.grown; {
		o.round()
		for _, p := range r.out.Procs {
			if p != nil {
				walk := typed.Walk{Action: func(a typed.Action, at *typed.Place) { o.follow(p.Index, a, at) }}
				walk.Body(p.Body)
			}
		}
	}
	asking := r.asking(r.reached)
	for _, l := range r.overSet {
		var d *diag.Diagnostic
		switch o.lost(l.loop.Over) {
		case lostOrder:
			d = r.diags.Errorf(l.at, "lost-order", "this makes a set of an order, whose members come as they were declared; loop over the order itself and choose with where")
		case lostList:
			if l.loop.Fixed || !asks(l.loop.Body, asking, r.reached) {
				continue
			}
			way := "list them as they are declared, or say order: fixed"
			if l.loop.Over.Type.Elem == def.KSeat {
				way = "give it the type order, or say order: fixed"
			}
			d = r.diags.Errorf(l.at, "lost-order", "the members of this set were listed in another order than they come and are asked in, which is that of their declaration; %s", way)
		default:
			continue
		}
		if from, known := o.origin(l.loop.Over); known && from.at.Line != l.at.Line {
			d.Notef(from.at, "the set is made here")
		}
	}
}

// follow notes which names an action of procedure proc gives to sets that lost an order.
func (o *orders) follow(proc int32, a typed.Action, at *typed.Place) {
	switch a := a.(type) {
	case *typed.Let:
		noteSet(o, o.bindings, a.Name.ID, a.Value, at)
	case *typed.Set:
		switch {
		case a.To.Local != nil:
			noteSet(o, o.bindings, a.To.Local.ID, a.Value, at)
		case a.To.Var != nil:
			noteSet(o, o.cells, a.To.Var.Base, a.Value, at)
		}
	case *typed.Return:
		noteSet(o, o.results, proc, a.Value, at)
	case *typed.Call:
		o.enter(a.Proc, a.Args, at)
		o.leave(a.Proc, a.Result)
	case *typed.Grant:
		for _, g := range a.Own {
			noteSet(o, o.bindings, g.Name.ID, g.Value, at)
		}
		o.enter(a.Proc, a.Args, at)
		o.leave(a.Proc, a.Result)
	case *typed.CallValue:
		for _, p := range o.reached(a) {
			o.enter(p, a.Args, at)
		}
	case *typed.RunHooks:
		for _, p := range o.reached(a) {
			o.enter(p, a.Args, at)
		}
	case *typed.Decide:
		for _, f := range a.Offers {
			o.enter(f.Proc, f.Args, at)
		}
	}
}

// enter notes what the parameters of a procedure are given.
func (o *orders) enter(proc int32, args typed.Args, at *typed.Place) {
	if p := o.out.Procs[proc]; p != nil {
		for i, x := range args.Xs {
			noteSet(o, o.bindings, p.Params[i].ID, x, at)
		}
	}
}

// leave notes what the result of a procedure is bound to.
func (o *orders) leave(proc int32, result *typed.Binding) {
	if from, lost := o.results[proc]; lost && result != nil {
		noteFrom(o, o.bindings, result.ID, from)
	}
}

// noteSet notes that k has the value x if that lost an order; at is where that is done unless x is a name.
func noteSet[K comparable](o *orders, m map[K]lossAt, k K, x *def.Expr, at *typed.Place) {
	how := o.lost(x)
	if how == noLoss {
		return
	}
	from, known := o.origin(x)
	if !known {
		from.at = at.Pos
	}
	noteFrom(o, m, k, lossAt{how, from.at})
}

func noteFrom[K comparable](o *orders, m map[K]lossAt, k K, from lossAt) {
	if from.loss > m[k].loss {
		m[k], o.grown = from, true
	}
}

// origin is where the set that x names was made; false if x names none.
func (o *orders) origin(x *def.Expr) (lossAt, bool) {
	if from, named := o.memo.lost[x]; named {
		return from, true
	}
	var from lossAt
	var known bool
	switch x.Op {
	case def.OpBound:
		from, known = o.bindings[x.I]
	case def.OpCell, def.OpCellAt:
		from, known = o.cells[int32(x.I)]
	case def.OpTable:
		from, known = o.memo.columns[int32(x.I)]
	case def.OpDerived:
		from, known = lossAt{at: o.out.Derived[x.I].Pos}, true
	}
	return from, known
}

// lost is what became of the order in which the members of the set x were stated.
func (o *orders) lost(x *def.Expr) loss {
	if x == nil || isBad(x) || x.Type.Kind != def.KSet {
		return noLoss
	}
	if from, known := o.memo.lost[x]; known {
		return from.loss
	}
	switch x.Op {
	case def.OpFilter, def.OpSum, def.OpRepeated:
		return o.most(x.Args[:1])
	case def.OpUnion, def.OpInter, def.OpDiff:
		return o.most(x.Args)
	case def.OpIf:
		return max(o.lost(x.Args[1]), o.lost(x.Args[2]))
	case def.OpLet:
		o.bind(o.out.Bindings[x.I], o.lost(x.Args[0]))
		return o.lost(x.Args[1])
	case def.OpBound, def.OpCell, def.OpCellAt, def.OpTable:
		from, _ := o.origin(x)
		return from.loss
	case def.OpHookPool:
		return o.lost(x.Args[0])
	case def.OpDerived:
		how, known := o.derived[x.I]
		if !known {
			o.derived[x.I] = noLoss // one that reaches itself, which is reported elsewhere
			how = o.lost(o.out.Derived[x.I].Value)
			o.derived[x.I] = how
		}
		return how
	case def.OpCall:
		return o.call(x)
	}
	return noLoss
}

// most is the greatest loss of what is made of xs, of which some may be orders.
func (o *orders) most(xs []*def.Expr) loss {
	how := noLoss
	for _, x := range xs {
		if x.Type.Kind == def.KOrder {
			return lostOrder
		}
		how = max(how, o.lost(x))
	}
	return how
}

// call is lost of a call: the loss of the orders that the function knows, or of the sets that it is given. In a round each
// function is looked at once for arguments with the same losses.
func (o *orders) call(x *def.Expr) loss {
	f, key := o.out.Functions[x.I], callOf{function: x.I}
	for i, a := range x.Args {
		switch o.lost(a) {
		case lostList:
			key.listed |= 1 << i
		case lostOrder:
			key.unordered |= 1 << i
		}
	}
	if how, ok := o.calls[key]; ok {
		return how
	}
	o.calls[key] = noLoss // a function that reaches itself, which is reported elsewhere
	for i, param := range f.Params {
		how := noLoss
		if key.unordered>>i&1 != 0 {
			how = lostOrder
		} else if key.listed>>i&1 != 0 {
			how = lostList
		}
		o.bind(param, how)
	}
	how := o.lost(f.Body)
	o.calls[key] = how
	return how
}

// bind notes what a name within a function is for the call that is looked at.
func (o *orders) bind(name *typed.Binding, how loss) {
	delete(o.bindings, name.ID)
	if how != noLoss {
		o.bindings[name.ID] = lossAt{how, name.Pos}
	}
}

// ofSet notes that x stands for the set that s names, if that lost an order.
func (r *resolver) ofSet(s *declare.Symbol, x *def.Expr) *def.Expr {
	if k := r.memo.computed[s]; k != nil {
		r.lose(x, k.lost, s.Pos)
	}
	return x
}

// lose notes what became of the order of the constant or list x, which is made at a place. A list of one is in any order.
func (r *resolver) lose(x *def.Expr, how loss, at diag.Pos) {
	if how == lostOrder || how == lostList && (x.Op != def.OpConst || len(r.gd.Each(x.I, x.Type)) > 1) {
		r.memo.lost[x] = lossAt{how, at}
	}
}

// folded is the constant that x comes to. What it was made of is still known.
func (r *resolver) folded(x *def.Expr, value int64) *def.Expr {
	k := konst(x.Type, value)
	for _, a := range x.Args {
		if from, lost := r.memo.lost[a]; lost && from.loss > r.memo.lost[k].loss {
			r.lose(k, from.loss, from.at)
		}
	}
	return k
}

// declared reports whether the members and sets that a list names come in the order of their declaration.
func (r *resolver) declared(xs []*def.Expr) bool {
	last := int64(-1)
	for _, x := range xs {
		if x.Op != def.OpConst {
			return len(xs) == 1
		}
		members := []int64{x.I}
		if x.Type.Kind == def.KSet {
			members = r.gd.Each(x.I, x.Type)
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

// inOrder is the order that a list of seats is where its members are gone through one after another; x is what e is by
// itself, which anything but such a list remains.
func (r *resolver) inOrder(e *syntax.Expr, x *def.Expr, v *env) *def.Expr {
	if isBad(x) || e.Kind != syntax.List || x.Op != def.OpConst || x.Type != def.SetOf(def.TSeat) {
		return x
	}
	for _, a := range e.Args {
		if r.raw(a, v, def.TSeat).Type.Kind == def.KSet {
			return x
		}
	}
	return r.listedOrder(e, v)
}

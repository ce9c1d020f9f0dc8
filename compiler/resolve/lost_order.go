package resolve

// lost_order.go refuses loops over sets that were made of an order: what somebody listed in an order would be gone through
// as it was declared. Such a set is followed wherever it goes under another name: lets, named sets, functions, arguments,
// results of procedures, variables.

import (
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// setLoop is a loop over a set.
type setLoop struct {
	loop *typed.For
	at   diag.Pos // of what it runs over
}

// callOf is a function with those of its arguments that were made of an order, as bits.
type callOf struct {
	function  int64
	unordered uint64
}

// orders are the sets that were made of an order, as far as they are known, each with the place where it was made.
type orders struct {
	*resolver
	bindings map[int64]diag.Pos // by ID
	cells    map[int32]diag.Pos // by the first cell of a variable
	results  map[int32]diag.Pos // by procedure
	calls    map[callOf]bool    // what functions yield, in this round
	derived  map[int64]bool     // derived values, in this round
	grown    bool               // one was found in this round
}

func (r *resolver) newOrders() *orders {
	o := &orders{resolver: r, bindings: map[int64]diag.Pos{}, cells: map[int32]diag.Pos{}, results: map[int32]diag.Pos{}}
	o.round()
	return o
}

// round forgets what hangs on names that may have been found since.
func (o *orders) round() {
	o.grown, o.calls, o.derived = false, map[callOf]bool{}, map[int64]bool{}
}

// lostOrders reports the loops over sets that were made of an order. All procedures have been resolved.
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
	for _, l := range r.overSet {
		if !o.made(l.loop.Over) {
			continue
		}
		d := r.diags.Errorf(l.at, "lost-order", "this makes a set of an order, whose members come as they were declared; loop over the order itself and choose with where")
		if from, known := o.origin(l.loop.Over); known && from.Line != l.at.Line {
			d.Notef(from, "the set is made here")
		}
	}
}

// follow notes which names an action of procedure proc gives to sets that were made of an order.
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
		for _, p := range o.out.Stored[a.Proc.Type.Of-1] {
			o.enter(p, a.Args, at)
		}
	case *typed.RunHooks:
		for _, h := range o.gd.Attachments {
			if h.Point == a.Point && h.Proc >= 0 {
				o.enter(h.Proc, a.Args, at)
			}
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

// noteSet notes that k has the value x if that was made of an order; at is where that is done unless x is a name.
func noteSet[K comparable](o *orders, m map[K]diag.Pos, k K, x *def.Expr, at *typed.Place) {
	if !o.made(x) {
		return
	}
	from, known := o.origin(x)
	if !known {
		from = at.Pos
	}
	noteFrom(o, m, k, from)
}

func noteFrom[K comparable](o *orders, m map[K]diag.Pos, k K, from diag.Pos) {
	if _, known := m[k]; !known {
		m[k], o.grown = from, true
	}
}

// origin is where the set that x names was made; false if x names none.
func (o *orders) origin(x *def.Expr) (diag.Pos, bool) {
	if from, named := o.memo.unordered[x]; named {
		return from, true
	}
	var from diag.Pos
	var known bool
	switch x.Op {
	case def.OpBound:
		from, known = o.bindings[x.I]
	case def.OpCell, def.OpCellAt:
		from, known = o.cells[int32(x.I)]
	case def.OpDerived:
		from, known = o.out.Derived[x.I].Pos, true
	}
	return from, known
}

// made tells whether a set is made of members of an order.
func (o *orders) made(x *def.Expr) bool {
	if x == nil || isBad(x) || x.Type.Kind != def.KSet {
		return false
	}
	switch x.Op {
	case def.OpConst:
		_, lost := o.memo.unordered[x]
		return lost
	case def.OpFilter, def.OpSum, def.OpRepeated:
		return o.ordered(x.Args[0])
	case def.OpUnion, def.OpInter, def.OpDiff:
		return slices.ContainsFunc(x.Args, o.ordered)
	case def.OpIf:
		return slices.ContainsFunc(x.Args[1:], o.made)
	case def.OpLet:
		o.bind(o.out.Bindings[x.I], o.made(x.Args[0]))
		return o.made(x.Args[1])
	case def.OpBound, def.OpCell, def.OpCellAt:
		_, lost := o.origin(x)
		return lost
	case def.OpHookPool:
		return o.made(x.Args[0])
	case def.OpDerived:
		lost, known := o.derived[x.I]
		if !known {
			o.derived[x.I] = false // one that reaches itself, which is reported elsewhere
			lost = o.made(o.out.Derived[x.I].Value)
			o.derived[x.I] = lost
		}
		return lost
	case def.OpCall:
		return o.call(x)
	}
	return false
}

// ordered tells whether x is an order or a set made of one.
func (o *orders) ordered(x *def.Expr) bool { return x.Type.Kind == def.KOrder || o.made(x) }

// call is made of a call: what the function yields is made of an order that it knows, or of a set that it is given and that
// was made of one. In a round each function is looked at once for the arguments of which that is so.
func (o *orders) call(x *def.Expr) bool {
	f, key := o.out.Functions[x.I], callOf{x.I, 0}
	for i, a := range x.Args {
		if o.made(a) {
			key.unordered |= 1 << i
		}
	}
	if lost, ok := o.calls[key]; ok {
		return lost
	}
	o.calls[key] = false // a function that reaches itself, which is reported elsewhere
	for i, param := range f.Params {
		o.bind(param, key.unordered>>i&1 != 0)
	}
	lost := o.made(f.Body)
	o.calls[key] = lost
	return lost
}

// bind notes what a name within a function is for the call that is looked at.
func (o *orders) bind(name *typed.Binding, lost bool) {
	delete(o.bindings, name.ID)
	if lost {
		o.bindings[name.ID] = name.Pos
	}
}

// ofSet notes that x stands for the set that s names, if that was made of an order.
func (r *resolver) ofSet(s *declare.Symbol, x *def.Expr) *def.Expr {
	if k := r.memo.computed[s]; k != nil && k.unordered {
		r.memo.unordered[x] = s.Pos
	}
	return x
}

// folded is the constant that x comes to. What it was made of is still known.
func (r *resolver) folded(x *def.Expr, value int64) *def.Expr {
	k := konst(x.Type, value)
	for _, a := range x.Args {
		if from, lost := r.memo.unordered[a]; lost {
			r.memo.unordered[k] = from
		}
	}
	return k
}

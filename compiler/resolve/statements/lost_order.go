package statements

// This file reports loops over sets for which the author wrote an order that the set does not keep: sets made of an order and, if
// the loop contains a decision, sets listed in another order than the declared one. It follows such sets through lets, named
// sets, functions, arguments, results of procedures, variables and properties.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

type setLoop struct {
	loop *typed.For
	at   diag.Pos // of the set
}

// lostOrders reports the loops over sets that lost an order. All procedures must be resolved.
func (r *Procedures) lostOrders() {
	o := &flow{Procedures: r, known: r.NewOrders(), results: map[int32]formulas.LossAt{}, grown: true}
	type step struct {
		proc   int32
		action typed.Action
		at     *typed.Place
	}
	var steps []step
	for _, p := range r.Out.Procs {
		if p != nil {
			walk := typed.Walk{Action: func(a typed.Action, at *typed.Place) {
				if gives(a) {
					steps = append(steps, step{p.Index, a, at})
				}
			}}
			walk.Body(p.Body)
		}
	}
	for o.grown {
		o.grown = false
		o.known.Forget()
		for _, s := range steps {
			o.follow(s.proc, s.action, s.at)
		}
	}
	asking := r.asking()
	for _, l := range r.overSet {
		var d *diag.Diagnostic
		switch o.known.Lost(l.loop.Over) {
		case formulas.LostOrder:
			d = r.Diags.Errorf(l.at, "lost-order", "this makes a set of an order, and the loop visits its members in the order of their declaration; loop over the order itself and choose with where")
		case formulas.LostList:
			if l.loop.Fixed || !r.asks(l.loop.Body, asking) {
				continue
			}
			way := "list them in the order of their declaration, or write order: fixed"
			if l.loop.Over.Type.Elem == def.KSeat {
				way = "give it the type order, or write order: fixed"
			}
			d = r.Diags.Errorf(l.at, "lost-order", "the loop visits the members of this set in the order of their declaration, not in the order in which they were listed; %s", way)
		default:
			continue
		}
		if from, known := o.known.Origin(l.loop.Over); known && from.At.Line != l.at.Line {
			d.Notef(from.At, "the set is made here")
		}
	}
}

// gives reports whether an action may bind a set to a name, in its procedure or in one that it calls.
func gives(a typed.Action) bool {
	isSet := func(x *def.Expr) bool { return x != nil && x.Type.Kind == def.KSet }
	switch a := a.(type) {
	case *typed.Let:
		return isSet(a.Value)
	case *typed.Set:
		return isSet(a.Value)
	case *typed.Return, *typed.Call, *typed.Grant, *typed.CallValue, *typed.RunHooks, *typed.Decide:
		return true
	}
	return false
}

// flow propagates sets that lost an order through the names that statements bind; it iterates to a fixed point.
type flow struct {
	*Procedures
	known   *formulas.Orders
	results map[int32]formulas.LossAt // by procedure
	grown   bool                      // this round found a new one
}

// follow propagates losses through an action of procedure proc.
func (o *flow) follow(proc int32, a typed.Action, at *typed.Place) {
	switch a := a.(type) {
	case *typed.Let:
		noteSet(o, o.known.Bindings, a.Name.ID, a.Value, at)
	case *typed.Set:
		switch {
		case a.To.Local != nil:
			noteSet(o, o.known.Bindings, a.To.Local.ID, a.Value, at)
		case a.To.Var != nil:
			noteSet(o, o.known.Cells, a.To.Var.Base, a.Value, at)
		}
	case *typed.Return:
		noteSet(o, o.results, proc, a.Value, at)
	case *typed.Call:
		o.enter(a.Proc, a.Args, at)
		o.leave(a.Proc, a.Result)
	case *typed.Grant:
		for _, g := range a.Own {
			noteSet(o, o.known.Bindings, g.Name.ID, g.Value, at)
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

// enter propagates losses to the parameters of a procedure.
func (o *flow) enter(proc int32, args typed.Args, at *typed.Place) {
	if p := o.Out.Procs[proc]; p != nil {
		for i, param := range p.Params[:min(len(p.Params), len(args.Xs))] { // a call with other parameters is already reported
			noteSet(o, o.known.Bindings, param.ID, args.Xs[i], at)
		}
	}
}

// leave propagates the loss of a procedure's result.
func (o *flow) leave(proc int32, result *typed.Binding) {
	if result != nil {
		noteFrom(o, o.known.Bindings, result.ID, o.results[proc])
	}
}

// noteSet records the loss of x for k, if there is one; at is its position unless x is a name, which has its own.
func noteSet[K comparable](o *flow, m map[K]formulas.LossAt, k K, x *def.Expr, at *typed.Place) {
	how := o.known.Lost(x)
	if how == formulas.NoLoss {
		return
	}
	from, known := o.known.Origin(x)
	if !known {
		from.At = at.Pos
	}
	noteFrom(o, m, k, formulas.LossAt{Loss: how, At: from.At})
}

func noteFrom[K comparable](o *flow, m map[K]formulas.LossAt, k K, from formulas.LossAt) {
	if from.Loss > m[k].Loss {
		m[k], o.grown = from, true
	}
}

package lower

// This file lowers statements: bindings, branches, loops, scopes and calls.

import (
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func (f *frame) block(body []*typed.Stmt) {
	rest := &later{body: body}
	f.later = append(f.later, rest)
	for i, s := range body {
		rest.at = i
		f.statement(s)
	}
	f.later = f.later[:len(f.later)-1]
}

func (f *frame) statement(s *typed.Stmt) {
	node := f.node(s.At)
	skip := -1
	if s.When != nil {
		skip = f.jumpUnless(f.condition(s.When), def.Guard, node)
	}
	f.action(s.Do, node)
	if skip >= 0 {
		f.patch(skip)
	}
}

// condition lowers a condition with its own node, so that coverage records both outcomes.
func (f *frame) condition(k *typed.Cond) *def.Expr {
	return f.placed(f.spots.expr(k.When), f.node(k.At))
}

// placed returns a copy of x with a node. It copies because a substituted expression is shared.
func (l *lowerer) placed(x *def.Expr, node int32) *def.Expr {
	y := *x
	y.Node = node
	return &y
}

func (f *frame) action(do typed.Action, node int32) {
	if f.effect(do, node) || f.nested(do, node) {
		return
	}
	switch s := do.(type) {
	case *typed.Set:
		f.assign(s, node)
	case *typed.Move:
		f.move(s, node)
	case *typed.Let:
		x := f.spots.expr(s.Value)
		f.set(f.bind(s.Name), x, def.Part, node)
	case *typed.Stop:
		f.stop(node)
	case *typed.Return:
		f.result(s, node)
	case *typed.Require:
		f.emit(def.Instr{Op: def.CRequire, Role: def.Effect, X: []*def.Expr{f.condition(s.Cond)}, Node: node})
	case *typed.RunHooks:
		f.runHooks(s, node)
	case *typed.Call:
		f.callTo(s, node)
	case *typed.CallValue:
		f.callValue(s, node)
	case *typed.Grant:
		f.grant(s, node)
	case *typed.Decide:
		f.again(s, func() { f.decide(s, node) })
	default:
		panic("lower: an action that nothing lowers")
	}
}

// nested lowers a statement that contains other statements. It returns false for other actions.
func (f *frame) nested(do typed.Action, node int32) bool {
	switch s := do.(type) {
	case *typed.Several:
		for _, a := range s.Acts {
			f.action(a, node)
		}
	case *typed.Block:
		f.block(s.Body)
	case *typed.If:
		f.branch(s, node)
	case *typed.Switch:
		f.choose(s, node)
	case *typed.For:
		f.again(s, func() { f.loop(s, node) })
	case *typed.Prepare:
		f.prepare(s, node)
	case *typed.Keep:
		f.keep(s, node)
	case *typed.Show:
		f.show(s, node)
	case *typed.Repeat:
		f.again(s, func() { f.repeat(s, node) })
	case *typed.Scope:
		f.scope(node, func() { f.block(s.Body) })
	case *typed.Hold:
		f.emit(def.Instr{Op: def.CHold, Role: def.Effect, A: s.Derived, Node: node})
		f.block(s.Body)
		f.emit(def.Instr{Op: def.CRelease, A: s.Derived, Node: node})
	case *typed.Ensure:
		f.ensure(s, node)
	default:
		return false
	}
	return true
}

// ensure lowers an obligation. The greatest value of a condition is 1, so it needs no formula.
func (f *frame) ensure(s *typed.Ensure, node int32) {
	slot := f.slot("")
	most := constant(def.TInt, 1)
	if s.Value.Type.Kind == def.KInt {
		most = f.spots.expr(s.Most)
	}
	begin := f.emit(def.Instr{Op: def.CEnsure, Role: def.Effect, A: slot, X: []*def.Expr{most}, Node: node})
	if s.Once {
		f.gd.Code[begin].B = 1
	}
	f.ensures++
	f.block(s.Body)
	f.ensures--
	end := f.emit(def.Instr{Op: def.CEnsured, Role: def.Part, A: slot, X: []*def.Expr{f.spots.expr(s.Value)}, Node: node})
	f.gd.Code[begin].C = int32(end)
}

func (f *frame) branch(s *typed.If, node int32) {
	skip := f.jumpUnless(f.condition(s.Cond), def.Part, node)
	f.block(s.Then)
	if s.Else != nil {
		end := f.emit(def.Instr{Op: def.CJump, Node: node})
		f.patch(skip)
		skip = end
		f.block(s.Else)
	}
	f.patch(skip)
}

func (f *frame) choose(s *typed.Switch, node int32) {
	x := f.spots.expr(s.Value)
	slot := f.slotFor("", x.Type)
	f.set(slot, x, def.Part, node)
	var ends []int
	for i := range s.Cases {
		k := &s.Cases[i]
		test := op(def.OpEq, def.TBool, local(x.Type, slot), f.spots.expr(k.Value))
		test.Node = f.node(k.At)
		skip := f.jumpUnless(test, def.Part, node)
		f.block(k.Body)
		ends = append(ends, f.emit(def.Instr{Op: def.CJump, Node: node}))
		f.patch(skip)
	}
	f.block(s.Else)
	f.patchAll(ends)
}

// loop lowers a loop over a set, an order, a pile or chosen pieces.
func (f *frame) loop(s *typed.For, node int32) {
	if s.Over.Op == def.OpBound && f.spots.at[s.Over.I].entries > 0 {
		f.eachPiece(s, node)
		return
	}
	if s.Over.Type.Kind == def.KPile {
		f.fromTheTop(s, node)
		return
	}
	if s.Over.Type.Kind == def.KOrder && s.Candidate != nil {
		f.someInOrder(s, node)
		return
	}
	over := f.members(s, f.spots.expr(s.Over))
	if f.filled(s, over, node) {
		return
	}
	rest := f.slotFor("", over.Type)
	item := f.bind(s.Member)
	next := def.Instr{Op: def.CForSet, A: rest, B: item, Node: node}
	if f.gd.Wide(over.Type) {
		next.X = []*def.Expr{local(over.Type, rest)}
	}
	f.set(rest, over, def.Part, node)
	if s.Over.Type.Kind == def.KOrder {
		next.Op = def.CForOrder
	}
	from := f.here()
	f.rounds(next, nil, s)
	f.record(s, over, item, from)
}

// someInOrder lowers a loop over those members of an order that satisfy the condition when the loop begins.
func (f *frame) someInOrder(s *typed.For, node int32) {
	order, rest := f.slot(""), f.slot("")
	f.set(order, f.spots.expr(s.Over), def.Part, node)
	over := f.members(s, local(s.Over.Type, order))
	set, item := f.slotFor("", over.Type), f.bind(s.Member)
	f.set(set, over, def.Part, node)
	f.set(rest, local(s.Over.Type, order), def.Made, node)
	from := f.here()
	chosen := op(def.OpHas, def.TBool, local(over.Type, set), local(s.Member.Type, item))
	f.rounds(def.Instr{Op: def.CForOrder, A: rest, B: item, Node: node}, chosen, s)
	f.record(s, over, item, from)
}

// record records a loop that is not marked as having a fixed order. Its code is from `from` to the next instruction; member is
// the slot of the loop variable, or of all members.
func (f *frame) record(s *typed.For, over *def.Expr, member, from int32) {
	if !s.Fixed {
		f.out.Loops = append(f.out.Loops, Loop{Pos: s.Member.Pos, Proc: f.proc, Over: over, Member: member, Rounds: Span{from, f.here()}, Limit: s.Limit != nil})
	}
}

// members returns the set that a loop visits: the members of a set, order or pile that satisfy its conditions.
func (f *frame) members(s *typed.For, over *def.Expr) *def.Expr {
	if s.Candidate == nil {
		return over
	}
	slot := f.spots.bound(s.Candidate)
	x := op(def.OpFilter, def.SetOf(over.Type.Members()), over, conjunction(f.conditions(s.Where)))
	x.I = int64(slot)
	return x
}

// fromTheTop lowers a loop over a pile. The cards are chosen when the loop begins; each round visits the topmost of them that is
// still in the pile and was not visited.
func (f *frame) fromTheTop(s *typed.For, node int32) {
	if f.emptied(s, node) {
		return
	}
	cards, card := def.SetOf(s.Member.Type), s.Member.Type
	pile := f.slot("")
	over := f.members(s, local(s.Over.Type, pile))
	if s.Candidate == nil {
		over = op(def.OpFilter, cards, over, constant(def.TBool, 1))
		over.I = int64(f.spots.fresh(""))
	}
	left, item := f.slotFor("", cards), f.bind(s.Member)
	f.set(pile, f.spots.expr(s.Over), def.Part, node)
	f.set(left, over, def.Part, node)
	next := f.spots.fresh("")
	top := op(def.OpFirst, card, local(s.Over.Type, pile), op(def.OpHas, def.TBool, local(cards, left), &def.Expr{Op: def.OpBound, Type: card, I: int64(next)}))
	top.I = int64(next)
	from := f.here()
	f.limited(s, node, func() int {
		f.set(item, top, def.Made, node)
		end := f.jumpUnless(op(def.OpNe, def.TBool, local(card, item), constant(card, def.None)), def.Made, node)
		f.set(left, op(def.OpDiff, cards, local(cards, left), op(def.OpSetOf, cards, local(card, item))), def.Made, node)
		return end
	})
	f.record(s, over, item, from)
}

// eachPiece lowers a loop over chosen pieces. The loop consumes its list, so it iterates over a copy.
func (f *frame) eachPiece(s *typed.For, node int32) {
	chosen := f.spots.at[s.Over.I]
	list := f.slots(chosen.entries + 1)
	for i := range chosen.entries + 1 {
		f.set(list+i, local(def.TInt, chosen.list+i), def.Made, node)
	}
	item := f.bind(s.Member)
	f.rounds(def.Instr{Op: def.CForTake, A: list, B: item, Node: node}, nil, s)
}

// rounds lowers a loop with the iteration instruction next. If chosen is not nil, members for which it is false are skipped.
func (f *frame) rounds(next def.Instr, chosen *def.Expr, s *typed.For) {
	f.limited(s, next.Node, func() int {
		at := f.emit(next)
		if chosen != nil {
			f.gd.Code[f.jumpUnless(chosen, def.Made, next.Node)].A = int32(at) // not chosen: continue with the next member
		}
		return at
	})
}

// limited lowers the body after next, which advances to the next member and returns the index of the jump that ends the loop. The
// loop ends early if its limit of rounds is reached.
func (f *frame) limited(s *typed.For, node int32, next func() int) {
	left, enough := int32(-1), -1
	if s.Limit != nil {
		x := f.spots.expr(s.Limit)
		left = f.slot("")
		f.set(left, x, def.Part, node)
	}
	top := f.here()
	if s.Limit != nil {
		enough = f.tick(left, node)
	}
	at, last := next(), len(f.stops)
	if s.Asks {
		f.stops, f.ends = append(f.stops, nil), append(f.ends, true)
	}
	f.block(s.Body)
	f.emit(def.Instr{Op: def.CJump, A: top, Node: node})
	f.patch(at)
	if s.Asks {
		f.patchAll(f.stops[last])
		f.stops, f.ends = f.stops[:last], f.ends[:last]
	}
	if enough >= 0 {
		f.patch(enough)
	}
}

// tick decrements the slot of rounds left and returns the index of the jump that is taken if it was 0.
func (f *frame) tick(left, node int32) int {
	out := f.jumpUnless(op(def.OpGt, def.TBool, local(def.TInt, left), constant(def.TInt, 0)), def.Made, node)
	f.emit(def.Instr{Op: def.CTick, A: left, Node: node})
	return out
}

func (f *frame) repeat(s *typed.Repeat, node int32) {
	left, counter := int32(0), f.here()
	if s.Times != nil {
		x := f.spots.expr(s.Times)
		left = f.slot("")
		counter = f.here()
		f.set(left, x, def.Part, node)
	}
	top := f.here()
	var out []int
	if !s.Ends {
		out = append(out, f.tick(left, node))
	}
	if s.While != nil {
		out = append(out, f.jumpUnless(f.condition(s.While), def.Part, node))
	}
	if s.Ends && s.Times != nil {
		f.emit(def.Instr{Op: def.CTick, A: left, Node: node})
	}
	last := len(f.stops)
	f.stops, f.ends = append(f.stops, nil), append(f.ends, s.While != nil)
	f.block(s.Body)
	f.emit(def.Instr{Op: def.CJump, A: top, Node: node})
	f.patchAll(out)
	f.patchAll(f.stops[last])
	if f.ends[last] && s.Times != nil {
		f.gd.Code[counter].Role = def.Bound
	}
	f.stops, f.ends = f.stops[:last], f.ends[:last]
}

// stop lowers a jump behind the innermost repeat.
func (f *frame) stop(node int32) {
	last := len(f.stops) - 1
	f.ends[last] = true
	f.stops[last] = append(f.stops[last], f.emit(def.Instr{Op: def.CJump, Role: def.Effect, Node: node}))
}

// result lowers a return, which also ends all enclosing repeats.
func (f *frame) result(s *typed.Return, node int32) {
	for i := range f.ends {
		f.ends[i] = true
	}
	in := def.Instr{Op: def.CReturn, Role: def.Effect, Node: node}
	if s.Value != nil {
		in.X = f.spots.exprs(s.Value)
		f.gd.Procs[f.proc].Result = s.Value.Type
	}
	f.emit(in)
}

// scope lowers a body with a new instance of the variables of action scope. Marks are removed at the end of the outermost action.
func (f *frame) scope(node int32, body func()) {
	at := f.open
	f.scopes = append(f.scopes, f.emit(def.Instr{Op: def.CEnter, A: at, Node: node}))
	f.emit(def.Instr{Op: def.CSet, A: 1, B: f.rb.InAction, X: []*def.Expr{constant(def.TInt, 1)}, Node: node})
	f.open++
	f.deepest = max(f.deepest, f.open)
	body()
	f.open--
	f.scopes = append(f.scopes, f.emit(def.Instr{Op: def.CLeave, A: at, Node: node}))
	if len(f.gd.Marks) == 0 {
		return
	}
	inner := &def.Expr{Op: def.OpCell, Type: def.TInt, I: int64(f.rb.InAction)}
	skip := f.jumpUnless(op(def.OpEq, def.TBool, inner, constant(def.TInt, 0)), def.Made, node)
	for i := range f.gd.Marks {
		f.emit(def.Instr{Op: def.CUntagAll, A: int32(i), Node: node})
	}
	f.patch(skip)
}

func (f *frame) runHooks(s *typed.RunHooks, node int32) {
	x := f.spots.exprs(s.Args.Xs...)
	at := f.slots(2)
	f.set(at, constant(def.TInt, 0), def.Made, node)
	f.emit(def.Instr{Op: def.CHooks, Role: def.Effect, A: s.Point, B: at, X: x, Node: node})
	f.spend(len(f.gd.Points[s.Point].Attach) / edgesOfStep)
	for _, a := range f.gd.Points[s.Point].Attach {
		if q := f.gd.Attachments[a].Proc; q >= 0 {
			f.edge(q)
		}
	}
}

func (f *frame) callTo(s *typed.Call, node int32) {
	x := f.spots.exprs(s.Args.Xs...)
	role := def.Effect
	if s.Result != nil {
		role = def.Part
	}
	f.call(s.Proc, s.Args.Left, x, f.bindResult(s.Result), role, node)
}

// call emits a call; result is the slot of the frame for its result, or -1.
func (f *frame) call(proc, left int32, x []*def.Expr, result int32, role def.Role, node int32) {
	f.edge(proc)
	f.emit(def.Instr{Op: def.CCall, Role: role, A: proc, B: result, C: left, X: x, Node: node})
}

func (f *frame) callValue(s *typed.CallValue, node int32) {
	x := f.spots.exprs(append([]*def.Expr{s.Proc}, s.Args.Xs...)...)
	role := def.Effect
	if s.Result != nil {
		role = def.Part
	}
	stored := f.rb.Stored[s.Proc.Type.Of-1]
	f.spend(len(stored) / edgesOfStep)
	for _, q := range stored {
		f.edge(q)
	}
	f.emit(def.Instr{Op: def.CCallDyn, Role: role, B: f.bindResult(s.Result), C: s.Args.Left, X: x, Node: node})
}

// grant evaluates the arguments once. If the procedure is possible with them, it is called in an action of its own, between the
// statements that every grant adds before and after.
func (f *frame) grant(s *typed.Grant, node int32) {
	result := f.bindResult(s.Result)
	if result >= 0 {
		f.set(result, f.spots.expr(s.None), def.Made, node)
	}
	for _, a := range s.Own {
		from, role := node, def.Part
		if a.At != nil {
			from, role = f.node(a.At), def.Default
		}
		x := f.spots.expr(a.Value)
		f.set(f.bind(a.Name), x, role, from)
	}
	skip := f.jumpUnless(f.granted(s), def.Made, node)
	f.scope(node, func() {
		f.block(s.Before)
		role := def.Effect
		if result >= 0 {
			role = def.Part
		}
		f.call(s.Proc, s.Args.Left, f.spots.exprs(s.Args.Xs...), result, role, node)
		f.block(s.After)
	})
	f.patch(skip)
}

// granted returns the condition that a granted procedure is possible.
func (f *frame) granted(s *typed.Grant) *def.Expr {
	return possibleWith(s.Proc, f.spots.exprs(s.Args.Xs...))
}

// possibleWith returns the condition that a procedure is possible with the given arguments.
func possibleWith(proc int32, args []*def.Expr) *def.Expr {
	x := op(def.OpPossible, def.TBool, args...)
	x.I = int64(proc)
	return x
}

package compiler

// decide.go lowers decisions: the statements by which a seat, or chance, chooses.

import (
	"math/bits"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// conditions reads a where: one condition or a list of {rule, if, when}. what is not to be had if one of them never holds.
func (c *compiler) conditions(n *source.Node, v *env, what string) []def.Cond {
	if n == nil {
		return nil
	}
	entries := []*source.Node{n}
	if n.Kind == source.List {
		entries = n.Items
	}
	var out []def.Cond
	for _, e := range entries {
		c.under(e, func() {
			k := def.Cond{}
			when := e
			var guard *source.Node
			if e.Kind == source.Map && (e.Get("when") != nil || e.Get("rule") != nil) {
				f := c.fields(e, "condition")
				if r := f.get("rule"); r != nil {
					if ids := c.ruleIDs(r); len(ids) > 0 {
						k.Rule = ids[0]
					}
				}
				when, guard = f.must("when"), f.get("if")
				f.done()
				if when == nil {
					return
				}
			}
			x := c.formula(when, v, tBool)
			if x == bad {
				return
			}
			if guard == nil {
				c.settled(when, x, what)
			} else {
				g := c.formula(guard, v, tBool)
				if g == bad {
					return
				}
				if _, no := c.evaluator(nil).outcome(x); !c.settled(guard, g, "") && !no { // never may be what the guard is for
					c.settled(when, x, what)
				}
				x = op(def.OpOr, tBool, op(def.OpNot, tBool, g), x)
			}
			y := *x
			k.Node = c.node(e, "where")
			y.Node = k.Node
			k.When = &y
			if k.Rule == "" {
				if r := c.def.Nodes[k.Node].Rules; len(r) > 0 {
					k.Rule = r[0]
				}
			}
			out = append(out, k)
		})
	}
	return out
}

// decision starts a DecisionDef with what all kinds share.
func (l *lowering) decision(s *stmt, kind def.DecisionKind, v *env) def.DecisionDef {
	d := def.DecisionDef{Kind: kind, Node: s.node, Decline: -1, Result: -1, Picked: -1, Count: -1, Total: -1}
	if s.arg != nil && s.arg.Kind == source.Scalar {
		d.Name = s.arg.Value
		if len(d.Name) > 1 && d.Name[0] == '$' {
			d.Name = d.Name[1:]
		}
	}
	if n := s.get("name"); n != nil {
		d.Name = n.Value
	}
	if r := l.c.def.Nodes[s.node].Rules; len(r) > 0 {
		d.Rule = r[0]
	}
	if kind != def.Roll && kind != def.Draw && kind != def.Shuffle {
		if by := l.need(s, "by"); by != nil {
			d.By = l.c.good(l.formula(by, v, tSeat))
		}
	}
	return d
}

// bindingName checks the $name that a decision binds.
func (l *lowering) bindingName(s *stmt) (string, diag.Pos) {
	if s.arg == nil || s.arg.Kind != source.Scalar || len(s.arg.Value) < 2 || s.arg.Value[0] != '$' {
		l.c.errorf(s.key.Pos, "bad-binding", "%s binds its answer: write %s: $name", s.word, s.word)
		return "$bad", s.key.Pos
	}
	return s.arg.Value, s.arg.Pos
}

// domain reads from:, where:, cost:, budget: with the candidate bound to name.
func (l *lowering) domain(s *stmt, d *def.DecisionDef, name string, v *env) bool {
	if !l.choices(s, d, v) {
		return false
	}
	l.candidates(s, d, name, v)
	return true
}

// choices reads from:.
func (l *lowering) choices(s *stmt, d *def.DecisionDef, v *env) bool {
	c := l.c
	from := l.need(s, "from")
	if from == nil {
		return false
	}
	x := l.formula(from, v, tAny)
	if x == bad {
		return false
	}
	if x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder && x.Type.Kind != def.KPile {
		if x = c.coerce(x, setOf(x.Type), from.Pos); x == bad {
			return false
		}
	}
	if x.Type.Elem == def.KClass {
		c.errorf(from.Pos, "wrong-type", "%s chooses members; pieces are chosen with take", s.word)
		return false
	}
	d.From, d.Elem = x, elemOf(x.Type)
	return true
}

// candidates reads where:, cost: and budget:.
func (l *lowering) candidates(s *stmt, d *def.DecisionDef, name string, v *env) {
	inner := v.child()
	d.Bind = l.c.bindScratch(inner, name, d.Elem, s.arg.Pos)
	d.Where = l.c.conditions(s.get("where"), inner, d.Name)
	l.c.unreachable(s.get("from"), s.get("where"), d)
	if d.Kind != def.Draw {
		l.costs(s, d, inner, v)
	}
}

func (l *lowering) costs(s *stmt, d *def.DecisionDef, inner, v *env) {
	if n := s.get("cost"); n != nil {
		d.Cost = l.c.good(l.formula(n, inner, tInt))
		d.CostRule = d.Rule
		if r := s.get("costRule"); r != nil {
			if ids := l.c.ruleIDs(r); len(ids) > 0 {
				d.CostRule = ids[0]
			}
		}
	}
	if n := s.get("budget"); n != nil {
		d.Budget = l.c.good(l.formula(n, v, tInt))
	}
	if (d.Cost == nil) != (d.Budget == nil) {
		l.c.errorf(s.n.Pos, "missing-key", "cost and budget go together")
	}
}

func (l *lowering) bounds(s *stmt, d *def.DecisionDef, v *env) {
	if n := s.get("min"); n != nil {
		d.Min = l.c.good(l.formula(n, v, tInt))
	}
	if n := s.get("max"); n != nil {
		d.Max = l.c.good(l.formula(n, v, tInt))
	}
	if d.Kind != def.Subset && d.Kind != def.Pick && d.Kind != def.Take {
		return
	}
	if n := s.get("count"); n != nil {
		if d.Min != nil || d.Max != nil {
			l.c.errorf(n.Pos, "bad-bounds", "count is the least and the most at once; leave out min and max")
		}
		d.Exact = true
		if n.Value != "all" {
			d.Max = l.c.good(l.formula(n, v, tInt))
		}
	}
}

func (l *lowering) decide(s *stmt, d def.DecisionDef) int {
	l.c.def.Decisions = append(l.c.def.Decisions, d)
	return l.emit(def.Instr{Op: def.CDecide, A: int32(len(l.c.def.Decisions) - 1), Node: s.node})
}

func lowerOne(l *lowering, s *stmt, v *env) {
	name, pos := l.bindingName(s)
	d := l.decision(s, def.One, v)
	if !l.domain(s, &d, name, v) {
		return
	}
	l.bounds(s, &d, v)
	d.Result = l.bind(v, name, d.Elem, pos)
	if d.From.Op == def.OpConst && !l.c.onData(s.get("from")) {
		v.names[name].among = append(membersOf(d.From.Type, d.From.I), def.None)
	}
	v.names[name].used = l.watch(s.arg)
	l.decide(s, d)
}

func lowerDraw(l *lowering, s *stmt, v *env) {
	name, pos := l.bindingName(s)
	d := l.decision(s, def.Draw, v)
	if !l.domain(s, &d, name, v) {
		return
	}
	d.Result = l.bind(v, name, d.Elem, pos)
	v.names[name].used = l.watch(s.arg)
	l.decide(s, d)
}

func eachName(s *stmt) (string, diag.Pos) {
	if e := s.get("each"); e != nil {
		return e.Value, e.Pos
	}
	return "$it", s.key.Pos
}

func lowerSubset(l *lowering, s *stmt, v *env) {
	name, pos := l.bindingName(s)
	each, _ := eachName(s)
	d := l.decision(s, def.Subset, v)
	if !l.domain(s, &d, each, v) {
		return
	}
	l.bounds(s, &d, v)
	d.Result = l.bind(v, name, setOf(d.Elem), pos)
	v.names[name].used = l.watch(s.arg)
	l.decide(s, d)
}

func lowerPick(l *lowering, s *stmt, v *env) {
	name, pos := l.bindingName(s)
	each, epos := eachName(s)
	d := l.decision(s, def.Pick, v)
	body := s.get("do")
	again := s.get("again")
	if again != nil {
		d.Again, _ = again.Bool()
	}
	if !l.choices(s, &d, v) {
		return
	}
	picked := l.bind(v, name, setOf(d.Elem), pos) // the set picked so far, which conditions and bounds see
	count := l.slot()
	d.Picked, d.Count = picked, count
	l.candidates(s, &d, each, v)
	l.bounds(s, &d, v)
	if d.Again && d.Max == nil {
		l.c.errorf(s.n.Pos, "unbounded", "a pick with again: true needs max:")
	}
	inner := v.child()
	item := l.bind(inner, each, d.Elem, epos)
	d.Result = item
	zero := konst(tInt, 0)
	l.emit(def.Instr{Op: def.CSet, B: picked, X: []*def.Expr{zero}, Node: s.node})
	l.emit(def.Instr{Op: def.CSet, B: count, X: []*def.Expr{zero}, Node: s.node})
	at := l.decide(s, d)
	index := l.c.def.Code[at].A
	local := func(slot int32, t def.Type) *def.Expr {
		return &def.Expr{Op: def.OpLocal, Type: t, I: int64(slot)}
	}
	out := l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{op(def.OpNe, tBool, local(item, d.Elem), konst(d.Elem, def.None))}, Node: s.node})
	set := setOf(d.Elem)
	if d.Elem.Kind != def.KCard || len(l.c.def.Cards) <= 64 {
		l.emit(def.Instr{Op: def.CSet, B: picked, X: []*def.Expr{op(def.OpUnion, set, local(picked, set), op(def.OpSetOf, set, local(item, d.Elem)))}, Node: s.node})
	}
	l.emit(def.Instr{Op: def.CSet, B: count, X: []*def.Expr{op(def.OpAdd, tInt, local(count, tInt), konst(tInt, 1))}, Node: s.node})
	l.emit(def.Instr{Op: def.CBody, A: 1, B: index, X: []*def.Expr{local(item, d.Elem)}, Node: s.node})
	l.block(body, inner)
	l.emit(def.Instr{Op: def.CBody, A: 0, B: index, X: []*def.Expr{local(item, d.Elem)}, Node: s.node})
	l.emit(def.Instr{Op: def.CJump, A: int32(at), Node: s.node})
	l.c.def.Decisions[index].Also = l.also(s, at, v)
	l.patch(out)
}

// also lowers the side options of a decision: each runs and comes back to the decision at pc.
func (l *lowering) also(s *stmt, pc int, v *env) []def.MenuOption {
	n := s.get("also")
	if n == nil {
		return nil
	}
	if n.Kind != source.Map {
		l.c.errorf(n.Pos, "wrong-type", "also is a mapping {name: {where, do}}")
		return nil
	}
	var out []def.MenuOption
	for _, p := range n.Pairs {
		o, body := l.option(p, v)
		o.Target = l.here()
		l.block(body, v)
		l.emit(def.Instr{Op: def.CJump, A: int32(pc), Node: s.node})
		out = append(out, o)
	}
	return out
}

// option reads {where, do} of a menu entry; a list stands for do.
func (l *lowering) option(p source.Pair, v *env) (def.MenuOption, *source.Node) {
	o := def.MenuOption{Name: p.Key.Value, Proc: -1}
	if p.Value.Kind != source.Map {
		o.Where = l.granted(p.Value, v)
		return o, p.Value
	}
	f := l.c.fields(p.Value, "option "+p.Key.Value)
	body := f.get("do")
	where := f.get("where")
	f.get("rule")
	f.done()
	l.c.under(p.Value, func() { o.Where = append(l.granted(body, v), l.c.conditions(where, v, o.Name)...) })
	return o, body
}

func lowerMenu(l *lowering, s *stmt, v *env) {
	d := l.decision(s, def.Menu, v)
	opts := l.need(s, "options")
	decline := s.get("decline")
	if opts == nil {
		return
	}
	if opts.Kind != source.Map {
		l.c.errorf(opts.Pos, "wrong-type", "options is a mapping {name: {where, do}}")
		return
	}
	at := l.decide(s, d)
	index := l.c.def.Code[at].A
	var out []def.MenuOption
	var ends []int
	for i, p := range opts.Pairs {
		o, body := l.option(p, v)
		o.Value = int64(i)
		o.Target = l.here()
		l.c.under(p.Value, func() { l.block(body, v) })
		ends = append(ends, l.emit(def.Instr{Op: def.CJump, Node: s.node}))
		out = append(out, o)
	}
	l.c.def.Decisions[index].Options = out
	l.c.def.Decisions[index].Also = l.also(s, at, v)
	if decline != nil {
		l.decline(index, decline)
	}
	for _, e := range ends {
		l.patch(e)
	}
}

func (l *lowering) decline(index int32, n *source.Node) {
	d := &l.c.def.Decisions[index]
	var names []string
	for i, o := range d.Options {
		names = append(names, o.Name)
		if o.Name == n.Value {
			d.Decline = int64(i)
			return
		}
	}
	l.c.errorf(n.Pos, "unknown-name", "decline names no option %s%s", n.Value, l.c.near(n.Value, names))
}

func lowerMay(l *lowering, s *stmt, v *env) {
	d := l.decision(s, def.Menu, v)
	body := s.get("do")
	where := append(l.granted(body, v), l.c.conditions(s.get("where"), v, d.Name)...)
	at := l.decide(s, d)
	index := l.c.def.Code[at].A
	yes := def.MenuOption{Name: "yes", Proc: -1, Where: where, Value: 1, Target: l.here()}
	l.block(body, v)
	end := l.here()
	dd := &l.c.def.Decisions[index]
	dd.Options = []def.MenuOption{yes, {Name: "no", Proc: -1, Target: end}}
	dd.Decline = 1
	l.emit(def.Instr{Op: def.CNop, Node: s.node})
}

func lowerAmount(l *lowering, s *stmt, v *env) {
	name, pos := l.bindingName(s)
	d := l.decision(s, def.Amount, v)
	l.bounds(s, &d, v)
	if d.Min == nil {
		d.Min = konst(tInt, 0)
	}
	if d.Max == nil {
		l.c.errorf(s.n.Pos, "missing-key", "amount needs max:")
	}
	d.Elem = tInt
	d.Result = l.bind(v, name, tInt, pos)
	v.names[name].used = l.watch(s.arg)
	l.decide(s, d)
}

func lowerRoll(l *lowering, s *stmt, v *env) {
	name, pos := l.bindingName(s)
	d := l.decision(s, def.Roll, v)
	d.Elem = tInt
	d.Min, d.Max = konst(tInt, 1), konst(tInt, 6)
	if n := s.get("sides"); n != nil {
		d.Max = l.c.good(l.formula(n, v, tInt))
	}
	d.Result = l.bind(v, name, tInt, pos)
	v.names[name].used = l.watch(s.arg)
	l.decide(s, d)
}

func lowerShuffle(l *lowering, s *stmt, v *env) {
	d := l.decision(s, def.Shuffle, v)
	x := l.formula(s.arg, v, tPile)
	if x == bad {
		return
	}
	d.From, d.Elem = x, tCard
	l.decide(s, d)
}

func lowerTake(l *lowering, s *stmt, v *env) {
	c := l.c
	name, pos := l.bindingName(s)
	d := l.decision(s, def.Take, v)
	of, from, body := l.need(s, "of"), l.need(s, "from"), s.get("do")
	if of == nil || from == nil {
		return
	}
	d.Filter = l.formula(of, v, tFilter)
	x := l.formula(from, v, tAny)
	if d.Filter == bad || x == bad {
		return
	}
	if x = c.coerce(x, tZones, from.Pos); x == bad {
		return
	}
	d.From, d.Elem = x, tPiece
	l.bounds(s, &d, v)
	inner := v.child()
	each, epos := eachName(s)
	d.Bind = c.bindScratch(inner, each, tPiece, epos)
	d.Where = c.conditions(s.get("where"), inner, d.Name)
	l.costs(s, &d, inner, v)
	for _, n := range scalars(s.get("caps")) {
		f := c.fields(n, "cap")
		k := def.Cap{Each: f.flag("each")}
		o, m := f.must("of"), f.must("max")
		if r := f.get("rule"); r != nil {
			if ids := c.ruleIDs(r); len(ids) > 0 {
				k.Rule = ids[0]
			}
		}
		f.done()
		if o != nil && m != nil {
			k.Filter, k.Max = c.good(l.formula(o, v, tFilter)), c.good(l.formula(m, v, tInt))
			d.Caps = append(d.Caps, k)
		}
	}
	for _, n := range scalars(s.get("tiers")) {
		d.Tiers = append(d.Tiers, c.good(l.formula(n, v, tFilter)))
	}
	d.Entries = c.entries(&d)
	d.Result = l.slots(d.Entries + 1)
	d.Total = l.bind(v, name, tInt, pos)
	l.decide(s, d)
	body2 := v.child()
	item := l.bind(body2, each, tPiece, epos)
	top := l.emit(def.Instr{Op: def.CForTake, A: d.Result, B: item, Node: s.node})
	l.block(body, body2)
	l.emit(def.Instr{Op: def.CJump, A: int32(top), Node: s.node})
	l.patch(top)
}

// entries bounds how many kinds of pieces a take can offer.
func (c *compiler) entries(d *def.DecisionDef) int32 {
	zones, classes, total := len(c.def.Zones), len(c.def.Classes), 0
	if k, ok := c.eval(d.From); ok {
		zones = bits.OnesCount64(uint64(k))
	} else if d.From.Op == def.OpSetOf {
		zones = len(d.From.Args)
	}
	mask := int64(-1)
	if k, ok := c.eval(d.Filter); ok {
		classes, mask = bits.OnesCount64(uint64(k)), k
	}
	for i := range c.def.Types {
		if c.def.Types[i].Classes&mask != 0 {
			total += int(c.def.Types[i].Count)
		}
	}
	return int32(max(1, min(zones*classes, total)))
}

// lowerCallOne lowers a menu over the procedures with a tag.
func lowerCallOne(l *lowering, s *stmt, v *env) {
	c := l.c
	name, pos := l.bindingName(s)
	d := l.decision(s, def.Menu, v)
	from, where, with, decline, before := l.need(s, "from"), s.get("where"), s.get("with"), s.get("decline"), s.get("before")
	if from == nil {
		return
	}
	set := l.formula(from, v, tProcs)
	if set == bad {
		return
	}
	members, ok := c.eval(set)
	if !ok {
		c.errorf(from.Pos, "not-constant", "callOne chooses from a fixed set such as procedures(tag); narrow it with where")
		return
	}
	result := l.bind(v, name, tProc, pos)
	at := l.decide(s, d)
	index := c.def.Code[at].A
	var out []def.MenuOption
	var ends []int
	for _, p := range c.procs {
		if p.index >= 64 || members>>uint(p.index)&1 == 0 {
			continue
		}
		inner := v.child()
		self := konst(tProc, int64(p.index))
		inner.names[name] = &binding{typ: tProc, konst: self}
		o := def.MenuOption{Name: p.id, Proc: p.index, Value: int64(p.index)}
		c.offered, c.copies = p.id, c.copies+1
		o.Where = c.conditions(where, inner, "")
		c.offered, c.copies = "", c.copies-1
		args, ok := l.arguments(with, p.id, p.params, inner)
		if !ok {
			return
		}
		can := op(def.OpPossible, tBool, args.xs...)
		can.I = int64(p.index)
		o.Where = append(o.Where, def.Cond{Rule: d.Rule, When: can})
		o.Target = l.here()
		l.emit(def.Instr{Op: def.CSet, B: result, X: []*def.Expr{self}, Node: s.node})
		c.copies++
		l.block(before, inner)
		c.copies--
		l.call(p, args, -1, s.node)
		ends = append(ends, l.emit(def.Instr{Op: def.CJump, Node: s.node}))
		out = append(out, o)
	}
	if decline != nil {
		o := def.MenuOption{Name: decline.Value, Proc: -1, Value: def.None, Target: l.here()}
		l.emit(def.Instr{Op: def.CSet, B: result, X: []*def.Expr{konst(tProc, def.None)}, Node: s.node})
		ends = append(ends, l.emit(def.Instr{Op: def.CJump, Node: s.node}))
		out = append(out, o)
	}
	c.def.Decisions[index].Options = out
	c.def.Decisions[index].Also = l.also(s, at, v)
	if decline != nil {
		c.def.Decisions[index].Decline = int64(len(out) - 1)
	}
	for _, e := range ends {
		l.patch(e)
	}
}

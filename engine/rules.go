package engine

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// This file compiles functions, derived values, lasting effects, hook points, and tests whether a procedure is possible.

// maxDynamic bounds the nesting of tests of procedures chosen in play; tests of named procedures are proved acyclic at load.
const maxDynamic = 16

// function is a compiled FuncDef.
type function struct {
	params []int32
	price  int64 // of the body, in steps
	body   num
	truth  cond // body as a truth value

	memoised bool // its value is memoised
}

// derived is a compiled DerivedDef.
type derived struct {
	value    num
	no       int64 // the value of None
	price    int64 // of the value, in steps
	slot     int   // -1: no index
	held     int   // -1: cannot be held
	base, n  int64
	words    int     // of a value
	over     []int64 // indices that can be held, nil: all
	watching []int64 // indices that are watched
}

// covers reports whether the value at index i can be held.
func (d *derived) covers(i int64) bool { return d.over == nil || value.HasBit(d.over, i) }

// point is a compiled PointDef.
type point struct {
	def    *def.PointDef
	params []int32
	atts   []attachment
}

// attachment is a compiled Attachment.
type attachment struct {
	index  int32
	node   int32
	stamp  int32 // cell
	price  int64 // of all its expressions, in steps
	when   cond
	value  num
	add    num
	remove num
	proc   int32
	quota  int64
	used   int32
}

// bind compiles arguments for bound slots. All are evaluated before the first is bound.
func (b *builder) bind(args []*def.Expr, params []int32) func(*State) {
	switch len(args) {
	case 0:
		return func(*State) {}
	case 1:
		x, p := b.num(args[0]), params[0]
		return func(s *State) { s.bound[p] = x(s) }
	}
	x, p, y, q := b.num(args[0]), params[0], b.num(args[1]), params[1]
	if len(args) == 2 {
		return func(s *State) { s.bound[p], s.bound[q] = x(s), y(s) }
	}
	others := b.bind(args[2:], params[2:])
	return func(s *State) {
		v, w := x(s), y(s)
		others(s)
		s.bound[p], s.bound[q] = v, w
	}
}

// function returns the compiled function i.
func (b *builder) function(i int64) *function {
	b.Index("function", i, len(b.Def.Functions))
	f, def := &b.g.funcs[i], &b.Def.Functions[i]
	if f.body == nil {
		f.params, f.price = def.Params, b.price(def.Body)
		b.compilePlain(false, func() { b.compileFunction(f, def, b.tests[i]) })
		f.body, f.truth = profiled(b, InFunction, int32(i), f.body), profiled(b, InFunction, int32(i), f.truth)
		if rec := b.g.cover; rec != nil && def.Node > 0 {
			truth := f.truth
			f.truth = func(s *State) bool { rec.ran(def.Node); return truth(s) }
		}
	}
	return f
}

// compileFunction compiles the body, without passes if calls are inlined, as it is then rarely evaluated. Exceptions are memoised bodies, and
// the truth of functions that test whether a procedure is possible.
func (b *builder) compileFunction(f *function, fd *def.FuncDef, test bool) {
	own := func() num { return b.counted(fd.Node, b.alone(fd.Node, fd.Body)) }
	if f.body, f.memoised = b.memoise(fd.Body, fd.Params, own); !f.memoised {
		b.compilePlain(b.runs(inlining), func() { f.body = own() })
	}
	if body := f.body; f.memoised || !test {
		f.truth = func(s *State) bool { return body(s) != 0 }
	} else {
		f.truth = b.aloneCond(fd.Node, fd.Body)
	}
}

// counted makes coverage, if recorded, count each call of f as a run of node.
func (b *builder) counted(node int32, f num) num {
	rec := b.g.cover
	if rec == nil || node <= 0 {
		return f
	}
	return func(s *State) int64 { rec.ran(node); return f(s) }
}

// outside calls compile for an expression outside of procedures, where no slots are bound.
func (b *builder) outside(node int32, compile func()) {
	frame, old, scopes := b.frame, spot{b.Node, b.Expr}, b.scopes
	b.frame, b.Node, b.scopes = 0, node, nil
	compile()
	b.frame, b.Node, b.Expr, b.scopes = frame, old.node, old.expr, scopes
}

// alone compiles an expression outside of procedures.
func (b *builder) alone(node int32, e *def.Expr) num {
	var f num
	b.outside(node, func() { f = b.num(e) })
	return f
}

func (b *builder) aloneCond(node int32, e *def.Expr) cond {
	var f cond
	b.outside(node, func() { f = b.cond(e) })
	return f
}

func (b *builder) ruleOp(e *def.Expr) num {
	switch e.Op {
	case def.OpCall:
		return b.called(e)
	case def.OpDerived:
		return b.derivedValue(e)
	case def.OpPoolLeft:
		b.Index("pool", e.I, len(b.Def.Pools))
		pool := int32(e.I)
		return func(s *State) int64 { return s.poolLeft(pool) }
	case def.OpStamp:
		if e.I >= 0 && len(e.Args) == 0 {
			b.Index("lasting effect", e.I, len(b.Def.Lasting))
			cell := b.Def.Lasting[e.I].Stamp
			return func(s *State) int64 { return s.cells[cell] }
		}
		if len(e.Args) != 1 {
			b.Fail("stamp of no lasting effect")
		}
		f, all := b.num(e.Args[0]), b.Def.Lasting
		return func(s *State) int64 {
			if l := f(s); uint64(l) < uint64(len(all)) {
				return s.cells[all[l].Stamp]
			}
			return 0
		}
	case def.OpHookNumber:
		return b.hookNumber(e)
	case def.OpHookPool:
		return b.hookPool(e)
	}
	if e.Op != def.OpRunning {
		b.unknown(e)
	}
	b.Index("procedure", e.I, len(b.Def.Procs))
	proc := int32(e.I)
	return func(s *State) int64 { return s.frames(proc) }
}

func (b *builder) call(e *def.Expr) (*function, func(*State)) {
	f := b.function(e.I)
	if len(e.Args) != len(f.params) {
		b.Fail("function %s has %d parameters, not %d", b.Def.Functions[e.I].ID, len(f.params), len(e.Args))
	}
	return f, b.bind(e.Args, f.params)
}

func (b *builder) derivedValue(e *def.Expr) num {
	b.Index("derived value", e.I, len(b.Def.Derived))
	d := &b.g.derived[e.I]
	b.agree(b.Def.Words(b.Def.Derived[e.I].Type), e)
	if b.Def.Derived[e.I].Per == def.KNone {
		return b.counted(b.Def.Derived[e.I].Node, func(s *State) int64 { return d.read(s, 0) })
	}
	if len(e.Args) != 1 {
		b.Fail("derived value %s needs an index", b.Def.Derived[e.I].ID)
	}
	f := b.num(e.Args[0])
	return b.counted(b.Def.Derived[e.I].Node, func(s *State) int64 { return d.read(s, f(s)) })
}

// read returns the value at an index, held or live.
func (d *derived) read(s *State, i int64) int64 {
	if uint64(i) >= uint64(d.n) {
		return d.no
	}
	if d.held >= 0 && s.cells[d.held] > 0 && d.covers(i) {
		if d.words > 1 {
			return s.held(s.cells[d.base+i*int64(d.words):][:d.words])
		}
		return s.cells[d.base+i]
	}
	return d.live(s, i)
}

// live evaluates the value at an index.
func (d *derived) live(s *State, i int64) int64 {
	if d.slot >= 0 {
		s.bound[d.slot] = i
	}
	s.spend(d.price)
	return d.value(s)
}

func (b *builder) compileDerived(i int) {
	gd, d := &b.Def.Derived[i], &b.g.derived[i]
	*d = derived{slot: -1, held: int(gd.Held), base: int64(gd.Base), n: 1, no: value.Zero(gd.Type), words: b.Def.Words(gd.Type)}
	if gd.Over != 0 {
		d.over = b.Def.Bits(gd.Over, def.Type{Kind: def.KSet, Elem: gd.Per})
	}
	switch gd.Per {
	case def.KSeat:
		d.slot, d.n = int(gd.Slot), int64(len(b.Def.Seats))
	case def.KZone:
		d.slot, d.n = int(gd.Slot), int64(len(b.Def.Zones))
	}
	d.watching = slices.Repeat([]int64{-1}, small(d.n+def.WordBits-1)/def.WordBits)
	value.Clip(d.watching, small(d.n))
	if d.over != nil {
		value.Intersect(d.watching, d.over)
	}
	own := func() num { return b.alone(gd.Node, gd.Value) }
	value, ok := b.memoise(gd.Value, gd.Params(), own)
	if !ok {
		value = own()
	}
	d.price, d.value = b.price(gd.Value), value
	d.value = profiled(b, InDerived, int32(i), d.value)
}

func (b *builder) compilePoint(i int) {
	gd, p := &b.Def.Points[i], &b.g.points[i]
	p.def, p.params = gd, gd.Params
	for _, at := range gd.Attach {
		a := b.Def.Attachments[at]
		b.Part = &b.Def.Attachments[at]
		c := attachment{index: at, node: a.Node, stamp: b.Def.Lasting[a.Lasting].Stamp, proc: a.Proc, quota: int64(a.Quota), used: a.Used,
			price: b.price(a.When, a.Value, a.Add, a.Remove)}
		if a.When != nil {
			c.when = profiled(b, InEffect, at, b.aloneCond(a.Node, a.When))
		}
		for _, x := range []struct {
			e  *def.Expr
			to *num
		}{{a.Value, &c.value}, {a.Add, &c.add}, {a.Remove, &c.remove}} {
			if x.e != nil {
				*x.to = profiled(b, InEffect, at, b.alone(a.Node, x.e))
			}
		}
		if c.value == nil && (gd.Kind == def.PointNumber || gd.Kind == def.PointLimit) {
			b.Fail("an attachment of point %s has no value", gd.ID)
		}
		p.atts = append(p.atts, c)
	}
}

// holds reports whether an attachment is in force and its condition is true; the payload must be bound.
func (a *attachment) holds(s *State) bool {
	if s.cells[a.stamp] <= 0 {
		return false
	}
	s.spend(a.price)
	if a.when != nil && !a.when(s) {
		return false
	}
	if s.g.cover != nil {
		s.g.cover.ran(a.node)
	}
	return true
}

// hooked reports an attachment that changed a value.
func (s *State) hooked(p int64, a *attachment, before, after int64) {
	if s.obs != nil && s.strict && before != after {
		s.emit(Hooked, a.node, HookEvent{p, int64(a.index), before, after}.numbers())
	}
}

// hook checks a use of a point and compiles its payload.
func (b *builder) hook(i int64, payload []*def.Expr, kinds ...def.PointKind) (*point, func(*State), int) {
	b.Index("point", i, len(b.Def.Points))
	def := &b.Def.Points[i]
	ok := false
	for _, k := range kinds {
		ok = ok || def.Kind == k
	}
	if !ok {
		b.Fail("point %s is of another kind", def.ID)
	}
	if len(payload) != len(def.Params) {
		b.Fail("point %s has %d parameters, not %d", def.ID, len(def.Params), len(payload))
	}
	return &b.g.points[i], b.bind(payload, def.Params), b.g.activeAt + small(i)
}

func (b *builder) hookNumber(e *def.Expr) num {
	p, bind, active := b.hook(e.I, e.Args[1:], def.PointNumber, def.PointLimit)
	base, id, node := b.num(e.Args[0]), e.I, b.Node
	combine := b.Def.Points[id].Combine
	if b.Def.Points[id].Kind == def.PointLimit {
		combine = def.CombineMin
	}
	return func(s *State) int64 {
		v := base(s)
		if s.words[active] == 0 {
			return v
		}
		bind(s)
		last, ok := int64(0), true
		for i := range p.atts {
			a := &p.atts[i]
			if !a.holds(s) || s.waives(a) {
				continue
			}
			before, x := v, a.value(s)
			switch combine {
			case def.CombineSum:
				if v, ok = value.Add(v, x); !ok {
					s.fail(node, "overflow")
				}
			case def.CombineMin:
				v = min(v, x)
			case def.CombineMax:
				v = max(v, x)
			case def.CombineLatest:
				if stamp := s.cells[a.stamp]; stamp > last {
					v, last = x, stamp
				}
			}
			s.hooked(id, a, before, v)
		}
		return v
	}
}

func (b *builder) hookAllow(e *def.Expr) cond {
	p, bind, active := b.hook(e.I, e.Args, def.PointAllow)
	id := e.I
	return func(s *State) bool {
		if s.words[active] == 0 {
			return true
		}
		bind(s)
		for i := range p.atts {
			if a := &p.atts[i]; a.holds(s) && !s.waives(a) {
				s.hooked(id, a, 1, 0)
				return false
			}
		}
		return true
	}
}

func (b *builder) hookPool(e *def.Expr) num {
	p, bind, active := b.hook(e.I, e.Args[1:], def.PointPool)
	words := b.words(e)
	b.agree(words, e.Args[0])
	base, id := b.num(e.Args[0]), e.I
	return func(s *State) int64 {
		set := base(s)
		if s.words[active] == 0 {
			return set
		}
		bind(s)
		for i := range p.atts {
			a := &p.atts[i]
			if !a.holds(s) || s.waives(a) {
				continue
			}
			before := set
			if a.add != nil {
				more := a.add(s)
				set = s.join(set, more, words, def.OpUnion)
			}
			if a.remove != nil {
				less := a.remove(s)
				set = s.join(set, less, words, def.OpDiff)
			}
			if words == 1 || !value.EqualSets(s.bitsOf(before, words), s.bitsOf(set, words)) {
				s.hooked(id, a, before, set)
			}
		}
		return set
	}
}

func (b *builder) possible(e *def.Expr) cond {
	b.Index("procedure", e.I, len(b.Def.Procs))
	p := b.Def.Procs[e.I]
	if p.Possible < 0 {
		return always
	}
	f := b.function(int64(p.Possible))
	if len(e.Args) > len(f.params) {
		b.Fail("possible(%s) has %d parameters, not %d", p.ID, len(f.params), len(e.Args))
	}
	bind, rest := b.bind(e.Args, f.params), f.params[len(e.Args):]
	return func(s *State) bool {
		bind(s)
		for _, r := range rest {
			s.bound[r] = 0
		}
		s.spend(f.price)
		return f.truth(s)
	}
}

func (b *builder) possibleDyn(e *def.Expr) cond {
	proc, args, g, node := b.num(e.Args[0]), b.nums(e.Args[1:]), b.g, b.Node
	return func(s *State) bool {
		i := proc(s)
		if uint64(i) >= uint64(len(g.procs)) {
			return false
		}
		f := g.procs[i].possible
		if f == nil {
			return true
		}
		if s.depth >= maxDynamic {
			s.fail(node, "possible of a procedure that is chosen at run time needs itself")
		}
		var v [def.MaxArgs + 1]int64
		for k, a := range args {
			v[k] = a(s)
		}
		for k, p := range f.params {
			s.bound[p] = v[k]
		}
		s.depth++
		s.spend(f.price)
		ok := f.truth(s)
		s.depth--
		return ok
	}
}

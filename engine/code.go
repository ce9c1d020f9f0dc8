package engine

// This file compiles instructions, procedures and decisions: operands become closures, and slots and targets are checked against the
// procedure that contains them.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
	"rulebound/engine/load"
)

// frameHead is the number of slots in a frame before its locals.
const frameHead = 2

// instr is a compiled instruction. The fields that most instructions need come first and fill one cache line.
type instr struct {
	op            def.Code
	do            def.Code // op, or the specialised form that the machine executes
	setsCondition bool     // it sets a variable that is the condition of an obligation
	free          bool     // it writes a variable without bounds and pool
	wide          bool     // it writes a wide set; CForSet: it iterates over one
	a, b, c       int32
	at            int32 // address
	node          int32
	next          *instr // the following instruction, with jumps resolved
	to            *instr // target of a jump, or of a loop when it ends
	price         int64  // in steps
	first         num    // the first operand, nil: none
	cond          cond
	place         place

	x     []num
	index num   // in place: nil: the cell base; else an index below n
	words int32 // of the written value; CForSet: of the set
	track bool  // index yields a cell number
	drawn num   // CCard: the pile of a card that is given by its depth, nil: none
}

// Specialised forms of CSet that cost less time.
const (
	setLocal = def.Codes + iota // a local slot of one word
	setFree                     // a variable of one word without bounds and pool, a single one or indexed by a local slot
	recorded                    // any instruction that coverage or a profile records before it runs
)

// form returns the form of an instruction that the machine executes.
func (in *instr) form() def.Code {
	switch {
	case in.op != def.CSet || in.wide || in.setsCondition:
		return in.op
	case in.place.local >= 0:
		return setLocal
	case in.free && (in.place.slot > 0 || in.index == nil):
		return setFree
	}
	return in.op
}

// place is the compiled target of a write.
type place struct {
	local int32 // position in the frame, -1: a cell
	slot  int32 // position of the index in the frame, 0: none
	base  int32 // first cell
	n     int32 // number of cells, or of values of several words, from base
}

// procedure is a compiled ProcDef.
type procedure struct {
	entry    int32
	end      int32 // end of its code
	frame    int32
	params   int32
	possible *function
	requires []condition
	wide     []int32 // words of each parameter, nil: one each
	result   int     // words of the result
}

// condition is a compiled Cond.
type condition struct {
	rule string
	node int32
	when cond
	is   *def.Expr // source of when, for explanations

	possible []requirement // tests of procedures in it, for explanations
	because  []condition   // finer reasons, for explanations
}

func (b *builder) compile() {
	g, gd := b.g, b.Def
	b.constants, b.tests = map[int64]bool{}, map[int64]bool{}
	for i := range gd.Procs {
		b.tests[int64(gd.Procs[i].Possible)] = true
	}
	b.folder = fold.New(gd).WithOptions(g.options).WithCalls()
	b.faults = fold.NewFaults(b.folder)
	b.probe = g.newState(0)
	b.wide, b.settled = anyWide(gd), map[*def.Expr]int64{}
	for kind := range b.setWords {
		if elem := def.Kind(kind); elem != def.KEnum && elem != def.KRow {
			b.setWords[kind] = gd.Words(def.Type{Kind: def.KSet, Elem: elem})
		}
	}
	b.weights, b.tried, b.notTogether, b.calls, b.ahead = map[*def.Expr]int64{}, map[*def.Expr]bool{}, map[loopCondition]bool{}, map[*def.Expr]inlined{}, maxStatic
	b.bound = facts.NewBindings(gd, b.chargeLoading)
	b.weighDecisions()
	g.funcs = make([]function, len(gd.Functions))
	g.derived = make([]derived, len(gd.Derived))
	g.points = make([]point, len(gd.Points))
	g.procs = make([]procedure, len(gd.Procs))
	g.decisions = make([]decision, len(gd.Decisions))
	for i := range gd.Functions {
		b.function(int64(i))
	}
	for i := range gd.Derived {
		b.compileDerived(i)
	}
	for i := range gd.Points {
		b.compilePoint(i)
	}
	b.compileInvariants()
	for i := range gd.Procs {
		b.compileProc(i)
	}
	b.Part = &gd.Main
	if len(gd.Procs) == 0 {
		b.Fail("no procedures")
	}
	b.Index("main procedure", int64(gd.Main), len(gd.Procs))
	if len(gd.Procs[gd.Main].Params) != 0 {
		b.Fail("the main procedure has parameters")
	}
	b.compileCode()
	b.obligations()
	b.link()
}

func (b *builder) compileProc(i int) {
	def, p := &b.Def.Procs[i], &b.g.procs[i]
	b.Part = def
	b.Node = b.NodeRef(def.Node)
	b.Index("entry of "+def.ID, int64(def.Entry), len(b.Def.Code))
	wide, need := b.parameters(def.Params)
	if def.Frame < need || def.Frame > load.MaxSlots {
		b.Fail("frame of %s has %d slots", def.ID, def.Frame)
	}
	*p = procedure{entry: def.Entry, frame: def.Frame, params: int32(len(def.Params)), wide: wide, result: b.Def.Words(def.Result)}
	if def.Possible >= 0 {
		p.possible = b.function(int64(def.Possible))
	}
	frame := b.frame
	b.frame = 0
	b.compilePlain(true, func() {
		for _, c := range def.Requires {
			p.requires = append(p.requires, b.condition(c))
		}
	})
	b.frame, b.Node = frame, 0
	b.coverPossible(p, def.Requires)
}

// coverPossible makes coverage record all requirements of a procedure as true when it is possible. The requirements of an impossible one are
// recorded only when an explanation evaluates them.
func (b *builder) coverPossible(p *procedure, requires []def.Cond) {
	rec := b.g.cover
	if rec == nil || p.possible == nil {
		return
	}
	truth := p.possible.truth
	p.possible.truth = func(s *State) bool {
		ok := truth(s)
		for i := range requires {
			if ok {
				rec.outcome(requires[i].Node, true)
			}
		}
		return ok
	}
}

// parameters returns the words of each parameter, nil if each has one, and their sum.
func (b *builder) parameters(list []def.Param) (wide []int32, all int32) {
	for _, p := range list {
		wide = append(wide, int32(b.Def.Words(p.Type)))
		all += wide[len(wide)-1]
	}
	if int(all) == len(list) {
		wide = nil
	}
	return wide, all
}

func (b *builder) condition(c def.Cond) condition {
	old := b.Node
	node := b.NodeRef(c.Node)
	if node != 0 {
		b.Node = node
	}
	f := b.cond(c.When)
	if rec := b.g.cover; rec != nil && node != 0 && !b.covered(c.When) {
		plain := f
		f = func(s *State) bool { return rec.outcome(node, plain(s)) }
	}
	b.Node = old
	out := condition{rule: c.Rule, node: node, when: profiled(b, InCondition, node, f), is: c.When}
	b.compilePlain(true, func() {
		b.requirements(c.When, &out)
		for _, k := range c.Because {
			out.because = append(out.because, condition{rule: k.Rule, node: b.NodeRef(k.Node), when: b.cond(k.When), is: k.When})
		}
	})
	return out
}

// requirements finds the tests of procedures that are part of a condition.
func (b *builder) requirements(e *def.Expr, c *condition) {
	g := b.g
	switch e.Op {
	case def.OpOr: // possible, or satisfied in another way
		if len(e.Args) > 0 && e.Args[0].Op == def.OpPossible {
			b.requirements(e.Args[0], c)
		}
	case def.OpAnd:
		for _, a := range e.Args {
			b.requirements(a, c)
		}
	case def.OpPossible:
		p := b.Def.Procs[e.I]
		if p.Possible < 0 {
			return
		}
		bind, proc := b.bind(e.Args, b.function(int64(p.Possible)).params), &g.procs[e.I]
		c.possible = append(c.possible, requirement{test: b.cond(e), bind: func(s *State) *procedure {
			bind(s)
			return proc
		}})
	case def.OpPossibleDyn:
		proc, args := b.num(e.Args[0]), b.nums(e.Args[1:])
		c.possible = append(c.possible, requirement{test: b.cond(e), bind: func(s *State) *procedure {
			i := proc(s)
			if uint64(i) >= uint64(len(g.procs)) || g.procs[i].possible == nil {
				return nil
			}
			var v [def.MaxArgs + 1]int64
			for k, a := range args {
				v[k] = a(s)
			}
			for k, slot := range g.procs[i].possible.params {
				s.bound[slot] = v[k]
			}
			return &g.procs[i]
		}})
	}
}

// codeRange is the code of a procedure.
type codeRange struct{ from, to, frame int32 }

// extents divides the code at the entries of procedures; code belongs to the preceding entry. Procedures that share an entry get the slots of
// the smallest of their frames.
func (b *builder) extents() []codeRange {
	frames := map[int32]int32{}
	for _, p := range b.Def.Procs {
		if least, shared := frames[p.Entry]; !shared || p.Frame < least {
			frames[p.Entry] = p.Frame
		}
	}
	entries := make([]int32, 0, len(frames))
	for e := range frames {
		entries = append(entries, e)
	}
	slices.Sort(entries)
	var out []codeRange
	if entries[0] > 0 {
		out = append(out, codeRange{from: 0})
	}
	for _, e := range entries {
		out = append(out, codeRange{from: e, frame: frames[e]})
	}
	for i := range out {
		out[i].to = int32(len(b.Def.Code))
		if i+1 < len(out) {
			out[i].to = out[i+1].from
		}
	}
	return out
}

func (b *builder) compileCode() {
	b.g.code = make([]instr, len(b.Def.Code), len(b.Def.Code)+2) // obligations adds two
	ends := make(map[int32]int32, len(b.g.procs))
	for _, x := range b.extents() {
		b.frame = x.frame
		for pc := x.from; pc < x.to; pc++ {
			b.g.code[pc] = b.instr(&b.Def.Code[pc], x)
		}
		b.last(x.to-1, &b.Def.Code[x.to-1])
		ends[x.from] = x.to
	}
	for i := range b.g.procs {
		b.g.procs[i].end = ends[b.g.procs[i].entry]
	}
}

// last checks that the last instruction of a procedure does not continue past its end.
func (b *builder) last(pc int32, in *def.Instr) {
	if in.Op.Row().Leaves {
		return
	}
	b.Node, b.Part = in.Node, in
	b.Fail("instruction %d runs past the end of its procedure", pc)
}

// target checks a jump.
func (b *builder) target(pc int32, x codeRange) {
	if pc < x.from || pc >= x.to {
		b.Fail("a jump to %d leaves its procedure %d..%d", pc, x.from, x.to-1)
	}
}

func (b *builder) instr(in *def.Instr, x codeRange) instr {
	b.Part = in
	b.Node = b.NodeRef(in.Node)
	out := instr{op: in.Op, a: in.A, b: in.B, c: in.C, node: in.Node, price: b.effort(in)}
	row := in.Op.Row()
	if len(in.X) < row.Needs() {
		b.Fail("instruction %s has %d operands, needs %d", row.Name, len(in.X), row.Needs())
	}
	b.AtMost("operands of an instruction", len(in.X), load.MaxOperands)
	if !row.Further && len(in.X) > len(row.X) {
		b.AtMost("operands of "+row.Name, len(in.X), len(row.X))
	}
	for i, e := range in.X {
		switch {
		case e == nil && row.Optional(i):
			out.x = append(out.x, nil)
		case row.Condition:
			out.cond = b.cond(e)
		default:
			out.x = append(out.x, b.num(e))
		}
	}
	for len(out.x) < len(row.X) {
		out.x = append(out.x, nil)
	}
	b.g.operands = max(b.g.operands, len(out.x))
	if len(out.x) > 0 {
		out.first = out.x[0]
	}
	for _, f := range in.Fields() {
		if !f.None || f.Value != int32(def.None) {
			b.field(f.Ref, f.Name, f.Value, x)
		}
	}
	if in.Op == def.CCard {
		if pile := b.drawnFrom(in.X[0]); pile != nil {
			out.drawn = b.num(pile)
		}
	}
	b.operand(in, &out, x)
	b.Node = 0
	return out
}

// drawnFrom returns the pile of a card that is given by its depth, also within a function or a derived value; nil if the card is given
// otherwise, or if the pile is only known inside of them.
func (b *builder) drawnFrom(card *def.Expr) *def.Expr {
	gd := b.Def
	switch {
	case card.Op == def.OpTop, card.Op == def.OpCardAt:
		return card.Args[0]
	case card.Op == def.OpDerived && uint64(card.I) < uint64(len(gd.Derived)):
		return given(b.drawnFrom(gd.Derived[card.I].Value), []int32{gd.Derived[card.I].Slot}, card.Args)
	case card.Op == def.OpCall && uint64(card.I) < uint64(len(gd.Functions)):
		return given(b.drawnFrom(gd.Functions[card.I].Body), gd.Functions[card.I].Params, card.Args)
	}
	return nil
}

// given substitutes arguments for parameters in e; it returns nil if e binds names of its own.
func given(e *def.Expr, params []int32, args []*def.Expr) *def.Expr {
	if e == nil {
		return nil
	}
	if e.Op == def.OpBound {
		if i := slices.Index(params, int32(e.I)); i >= 0 && i < len(args) {
			return args[i]
		}
		return nil
	}
	if len(e.Args) == 0 {
		return e
	}
	out := *e
	out.Args = make([]*def.Expr, len(e.Args))
	for i, a := range e.Args {
		if out.Args[i] = given(a, params, args); out.Args[i] == nil {
			return nil
		}
	}
	return &out
}

// field checks the reference of a number of an instruction.
func (b *builder) field(ref def.Ref, name string, v int32, x codeRange) {
	n, gd := 0, b.Def
	switch ref {
	case def.RefTarget:
		b.target(v, x)
		return
	case def.RefLocal:
		b.local(int64(v))
		return
	case def.RefVariable:
		b.group(int64(v))
		return
	case def.RefProc:
		n = len(gd.Procs)
	case def.RefDecision:
		n = len(gd.Decisions)
	case def.RefPoint:
		n = len(gd.Points)
	case def.RefDerived:
		n = len(gd.Derived)
	case def.RefNote:
		n = len(gd.Notes)
	case def.RefMark:
		n = len(gd.Marks)
	case def.RefDuration:
		n = len(gd.Durations)
	default: // a plain number, or one that depends on other fields
		return
	}
	b.Index(name, int64(v), n)
}

// operand checks and completes the operands of individual instructions.
func (b *builder) operand(in *def.Instr, out *instr, x codeRange) {
	gd := b.Def
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay:
		b.place(in, out)
	case def.CSetAll:
		b.agree(1, in.X...)
		b.sized(in.B, 1)
		out.place, out.free = place{local: -1, base: in.B, n: int32(b.group(int64(in.B)))}, b.free(in.B)
	case def.CRecord:
		b.agree(1, in.X...)
		b.sized(in.B, 1)
		out.place = place{local: -1, base: in.B, n: int32(b.group(int64(in.B)))}
	case def.CShift, def.CMark:
		out.place, out.index = place{local: -1, base: in.B, n: int32(b.group(int64(in.B)))}, out.x[1]
	case def.CMove:
		b.amount(in.X[1], out)
		if in.A != 1 && out.x[3] == nil {
			b.Fail("a move has no destination")
		}
	case def.CMoveAll:
		if in.A != 1 && out.x[2] == nil {
			b.Fail("a move has no destination")
		}
	case def.CFlip:
		b.amount(in.X[1], out)
		b.status(in.A)
	case def.CFlipAll:
		b.status(in.A)
	case def.CTag:
		b.amount(in.X[1], out)
	case def.CCall:
		p := gd.Procs[in.A]
		if len(in.X) != len(p.Params) {
			b.Fail("procedure %s has %d parameters, not %d", p.ID, len(p.Params), len(in.X))
		}
		for i, q := range p.Params {
			b.agree(gd.Words(q.Type), in.X[i])
		}
		if !b.g.takes(in.A, in.X) {
			b.Fail("procedure %s is given values of other kinds", p.ID)
		}
		if in.B >= 0 {
			b.local(int64(in.B) + int64(gd.Words(p.Result)) - 1)
		}
	case def.CForSet:
		if len(in.X) > 0 {
			out.words = int32(b.words(in.X[0]))
			out.wide = out.words > 1
		}
		b.local(int64(in.A) + int64(max(out.words, 1)) - 1)
	case def.CCallDyn:
		b.AtMost("arguments", len(in.X)-1, def.MaxArgs)
	case def.CDecide:
		b.decision(in.A, x)
	case def.CEnter, def.CLeave:
		if n := int64(len(gd.ActionCells)); n > 0 {
			b.local(int64(in.A))
			b.local(int64(in.A) + n - 1)
		}
	case def.CHooks:
		b.local(int64(in.B) + 1)
		b.runPoint(&gd.Points[in.A], len(in.X))
	case def.CHold, def.CRelease:
		if gd.Derived[in.A].Held < 0 {
			b.Fail("derived value %s cannot be held", gd.Derived[in.A].ID)
		}
	case def.COver:
		b.AtMost("results", len(in.X), len(gd.Seats))
	}
}

// status checks the number of a status; only the play can check whether a piece type has it.
func (b *builder) status(n int32) {
	if n < 0 {
		b.Fail("status %d is out of range", n)
	}
}

// runPoint checks the payload of a run point against its attachments.
func (b *builder) runPoint(p *def.PointDef, payload int) {
	if p.Kind != def.PointRun {
		b.Fail("point %s has nothing to run", p.ID)
	}
	b.AtMost("operands of a point", payload, def.MaxArgs)
	if len(p.Params) > 0 && len(p.Params) != payload {
		b.Fail("point %s has %d parameters, not %d", p.ID, len(p.Params), payload)
	}
	for _, a := range p.Attach {
		if proc := b.Def.Procs[b.Def.Attachments[a].Proc]; len(proc.Params) != payload {
			b.Fail("procedure %s of point %s has %d parameters, not %d", proc.ID, p.ID, len(proc.Params), payload)
		}
	}
}

// amount compiles a constant None of a number of pieces as "all".
func (b *builder) amount(e *def.Expr, out *instr) {
	if v, _ := b.constant(e); v == def.None {
		out.x[1] = nil
	}
}

// place sets the target of a write.
func (b *builder) place(in *def.Instr, out *instr) {
	if in.A >= def.ToVariable && out.x[1] == nil {
		b.Fail("a write has no index")
	}
	words := b.words(in.X[0])
	out.words, out.wide = int32(words), words > 1
	out.place = place{local: -1, base: in.B, n: 1}
	switch in.A {
	case def.ToLocal:
		b.local(int64(in.B) + int64(words) - 1)
		out.place.local = int32(b.local(int64(in.B)))
	case def.ToCell:
		b.sized(in.B, words)
	case def.ToVariable:
		out.place.n, out.index = int32(b.group(int64(in.B)))/out.words, out.x[1]
		b.sized(in.B, words)
		if i := in.X[1]; i.Op == def.OpLocal {
			out.place.slot = int32(b.local(i.I))
		}
	case def.ToTrack:
		b.agree(1, in.X[0])
		out.place.n, out.index, out.track = b.Def.Cells, out.x[1], true
	default:
		b.Fail("unknown destination %d", in.A)
	}
	if in.A == def.ToCell || in.A == def.ToVariable {
		out.free = b.free(in.B)
	}
}

// free reports whether the variable of a cell has neither bounds nor a pool, so that it takes any value.
func (b *builder) free(cell int32) bool { return !b.g.cell[cell].bounded && b.g.cell[cell].pool < 0 }

// sized proves that a value written to a cell is as wide as the variable of the cell.
func (b *builder) sized(cell int32, words int) {
	c, has := b.g.cell[cell], 1
	if c.v >= 0 {
		has = b.Def.Words(b.Def.Vars[c.v].Type)
	}
	if has != words || c.word != 0 {
		b.Fail("a value of %d words is written to cell %d, which has %d", words, cell, has)
	}
}

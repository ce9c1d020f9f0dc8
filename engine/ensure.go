package engine

// This file implements obligations: a condition or number that a block must end with restricts every answer in the block.
// docs/reference.md, section 5, defines them; foresight.go searches the plays.

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// obligation is a compiled block with an obligation: the code after begin, up to end, and the slot of the frame that stores the required
// value.
type obligation struct {
	begin, end int32
	at         int
	node       int32
	truth      bool  // a condition, not a number
	once       bool  // satisfied as soon as it holds at some moment in the block
	cell       int32 // variable that is the condition, -1: another formula
	outer      int32 // index of the enclosing block of the same procedure, -1: none
}

// Special required values.
const (
	unbound     = math.MinInt64 + iota // nothing is required
	unevaluated                        // a condition: whether it can be satisfied is evaluated at the next decision
)

// obliged describes the answers that obligations removed from a decision.
type obliged struct {
	lost     []int64 // One, Pick, Subset: members; Menu: options
	also     []int64 // side options
	stop     bool    // Pick: stopping was lost
	min, max int     // bounds without obligations
	answers  int     // Take: legal answers found; 1 means that there is exactly one
	least    []int32 // Take: a legal answer with Min pieces
	set      []int64 // Subset: a legal answer with Min members
}

// bounds returns Min and Max as they are without obligations.
func (d *Decision) bounds() (lo, hi int) {
	if d.Obliged {
		return d.obliged.min, d.obliged.max
	}
	return d.Min, d.Max
}

// LeastSet returns a legal answer to a Subset with Min members: without obligations, the cheapest ones.
func (d *Decision) LeastSet() []int64 {
	if d.Obliged {
		return d.obliged.set
	}
	order := make([]int, len(d.Members))
	for i := range order {
		order[i] = i
	}
	if len(d.Costs) > 0 {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.Costs[a], d.Costs[b]) })
	}
	var out []int64
	for _, i := range order[:d.Min] {
		out = append(out, d.Members[i])
	}
	return out
}

// obligations finds the blocks with obligations in the code, and checks that they are entered and left only at their ends.
func (b *builder) obligations() {
	ends := map[int32]bool{}
	for _, x := range b.extents() {
		for pc := x.from; pc < x.to; pc++ {
			in := &b.Def.Code[pc]
			b.Part = in
			switch in.Op {
			case def.CEnsure:
				b.obligation(pc, in, x)
				ends[in.C] = true
			case def.CEnsured:
				if !ends[pc] {
					b.Fail("the end of a block with an obligation has no beginning")
				}
			}
		}
	}
	b.g.nowhere = int32(len(b.g.code))
	b.g.code = append(b.g.code, instr{op: def.CNop, b: -1}, instr{op: def.CRequire, cond: func(*State) bool { return false }})
	b.fulfilments()
	b.g.blocks = make([]int32, len(b.g.code))
	for pc := range b.g.blocks {
		b.g.blocks[pc] = b.g.block(int32(pc))
	}
}

func (b *builder) obligation(pc int32, in *def.Instr, x codeRange) {
	b.Node = in.Node
	end := in.C
	if b.Def.Code[end].Op != def.CEnsured || b.Def.Code[end].A != in.A {
		b.Fail("a block with an obligation has no end")
	}
	within := func(i int32) bool { return i > pc && i <= end }
	for i := x.from; i < x.to; i++ {
		at := &b.Def.Code[i]
		if at.Op == def.CReturn && within(i) {
			b.Fail("a return leaves a block with an obligation")
		}
		for _, to := range b.targets(at) {
			if within(i) != within(to) {
				b.Fail("a jump from %d to %d passes the end of a block with an obligation", i, to)
			}
		}
		if at.Op == def.CEnsure && i != pc && within(i) != within(at.C) {
			b.Fail("blocks with obligations overlap")
		}
	}
	o := obligation{begin: pc, end: end, at: int(in.A) + frameHead, node: in.Node, once: in.B == 1, cell: -1, outer: b.g.block(pc)}
	if value := b.Def.Code[end].X[0]; value != nil {
		o.truth = value.Type.Kind == def.KBool
		if o.once && value.Op == def.OpCell {
			o.cell = int32(value.I)
		}
	}
	b.g.obliging = append(b.g.obliging, o)
}

// block returns the index of the innermost block with an obligation around pc, -1: none. Plays use the table blocks.
func (g *Game) block(pc int32) int32 {
	for i := len(g.obliging) - 1; i >= 0; i-- {
		if o := &g.obliging[i]; o.begin < pc && pc <= o.end {
			return int32(i)
		}
	}
	return -1
}

// fulfilments finds the writes to variables that are conditions of obligations, and the decisions that are followed by such a write for any
// member, without an instruction between them that could fail.
func (b *builder) fulfilments() {
	conditions := map[int32]bool{}
	for _, o := range b.g.obliging {
		if o.cell >= 0 {
			conditions[o.cell] = true
		}
	}
	for pc := range b.g.code {
		in := &b.g.code[pc]
		in.setsCondition = in.op == def.CSet && in.place.local < 0 && in.index == nil && conditions[in.place.base]
	}
	for pc := range b.Def.Code {
		if in := &b.Def.Code[pc]; in.Op == def.CDecide {
			d := &b.g.decisions[in.A]
			d.fulfils = b.fulfilled(d.def, int32(pc)+1)
		}
	}
}

// fulfilled returns the variable that the code from pc on certainly makes true after a decision was answered by a member, -1: none. Bookkeeping
// of a pick may precede the write.
func (b *builder) fulfilled(d *def.DecisionDef, pc int32) int32 {
	for ; int(pc) < len(b.Def.Code); pc++ {
		in := &b.Def.Code[pc]
		if b.g.code[pc].setsCondition {
			if v, ok := b.constant(in.X[0]); ok && v != 0 {
				return in.B
			}
			return -1
		}
		switch {
		case in.Op == def.CBody, in.Op == def.CJumpUnless && isAnswered(d, in.X[0]):
		case in.Op == def.CSet && in.A == 0 && in.Role == def.Made:
		default:
			return -1
		}
	}
	return -1
}

// isAnswered reports whether a condition tests that a decision was answered by a member.
func isAnswered(d *def.DecisionDef, e *def.Expr) bool {
	return e.Op == def.OpNe && e.Args[0].Op == def.OpLocal && e.Args[0].I == int64(d.Result) && isConst(e.Args[1], def.None)
}

// isConst reports whether an expression is the constant v.
func isConst(e *def.Expr, v int64) bool { return e != nil && e.Op == def.OpConst && e.I == v }

// targets returns the addresses that an instruction may jump to.
func (b *builder) targets(in *def.Instr) []int32 {
	var out []int32
	for _, f := range in.Fields() {
		if f.Ref == def.RefTarget && in.Op != def.CEnsure {
			out = append(out, f.Value)
		}
	}
	if in.Op == def.CDecide {
		d := &b.Def.Decisions[in.A]
		for _, o := range slices.Concat(d.Options, d.Also) {
			out = append(out, o.Target)
		}
	}
	return out
}

// openObligation is an obligation of a running block.
type openObligation struct {
	*obligation
	base int32 // of its frame
	slot int   // of the stack
}

// obligations lists the open obligations, the outermost first.
func (s *State) obligations() []openObligation { return s.openList[:s.open] }

// findObligations derives the open obligations from pc and the frames.
func (s *State) findObligations() {
	out := s.openList[:0]
	if len(s.g.obliging) > 0 && s.sp > 0 {
		for base, pc := s.base, s.pc; pc >= 0; {
			for i := s.g.blocks[pc]; i >= 0; i = s.g.obliging[i].outer {
				o := &s.g.obliging[i]
				out = append(out, openObligation{o, base, int(base) + o.at})
			}
			pc, _ = unpackCaller(s.stack[base])
			base = int32(s.stack[base+1])
		}
	}
	slices.Reverse(out)
	s.openList, s.open = out, int32(len(out))
}

// ensure executes CEnsure. In a copy of a search, new blocks require nothing: outer obligations have priority.
func (s *State) ensure(in *instr) {
	at := int(s.base) + frameHead + int(in.a)
	enough := int64(math.MaxInt64)
	if in.x[0] != nil {
		enough = in.x[0](s)
	}
	s.stack[at] = unbound
	o := openObligation{&s.g.obliging[s.g.blocks[s.pc+1]], s.base, at}
	s.openList = append(s.obligations(), o)
	s.open++
	s.pc++
	if l := s.within; l != nil {
		if s.open == l.floor+1 { // the block that is searched: the others were open before
			s.stack[at] = 1
		}
		return
	}
	open := s.obligations()
	if o.truth && enough > 0 {
		s.stack[at] = unevaluated
		return
	}
	s.resolve(open, s.assume(open), math.MaxInt64)
	s.stack[at] = s.reach(o, s.open, enough)
}

// reach returns the greatest satisfiable value of the depth-th open obligation, at most enough.
func (s *State) reach(o openObligation, depth int32, enough int64) int64 {
	l := s.beginForesight(o.node)
	if !o.truth {
		return l.most(s, depth, enough)
	}
	for v := min(enough, 1); v >= 0; v-- {
		if l.satisfiable(s, o.slot, v) {
			return v
		}
	}
	return unbound
}

// releaseOnce releases, at a decision or after a condition was set, the obligations with `once` that hold. It reports whether a copy of a
// search can end here.
func (s *State) releaseOnce() bool {
	l, unmet := s.within, false
	for i, o := range s.obligations() {
		asked := l != nil && l.block == int32(i)+1
		if l != nil && int32(i) < l.floor || s.stack[o.slot] == unbound && !asked {
			continue
		}
		if !o.once || !s.holds(o, int32(i)+1) {
			unmet = true
			continue
		}
		if asked {
			l.value, s.status = 1, halfway
			return true
		}
		s.stack[o.slot] = unbound
	}
	if l == nil || l.block > 0 || unmet {
		return false
	}
	s.status = satisfied
	return true
}

// soleCondition returns the variable that satisfies all open obligations once it is true, -1 if there is no such variable.
func (s *State) soleCondition() int32 {
	cell, l := int32(-1), s.within
	for i, o := range s.obligations() {
		switch {
		case l != nil && int32(i) < l.floor || s.stack[o.slot] == unbound:
		case o.cell < 0 || cell >= 0 && cell != o.cell:
			return -1
		default:
			cell = o.cell
		}
	}
	return cell
}

// holds evaluates the depth-th open obligation in its frame, as at its end.
func (s *State) holds(o openObligation, depth int32) bool {
	base, pc, open := s.base, s.pc, s.open
	s.base, s.pc, s.open, s.strict = o.base, o.end, depth, false
	v := s.g.code[o.end].first(s)
	s.base, s.pc, s.open, s.strict = base, pc, open, true
	return v > 0
}

// ensured executes CEnsured. It reports whether a copy of a search can end here. Evaluating the obligation publishes no hook event.
func (s *State) ensured(in *instr) bool {
	at := int(s.base) + frameHead + int(in.a)
	s.strict = false
	value := in.x[0](s)
	enough := value >= s.stack[at]
	s.open--
	s.stack[at] = 0
	l := s.within
	switch {
	case l == nil:
		return false
	case !enough:
		s.status = broken
	case l.block == s.open+1:
		l.value, s.status = value, halfway
		s.pc++
	case s.open == l.floor:
		s.status = satisfied
	default:
		return false
	}
	return true
}

// relax lowers required values that an outcome of chance has made unreachable; outer obligations have priority. pc is the next
// instruction.
func (s *State) relax() {
	open := s.obligations()
	s.assume(open)
	s.resolve(open, 0, math.MaxInt64)
}

// assume assumes that conditions not evaluated yet are satisfiable, and returns the index of the first. All later ones are not evaluated
// either, since each decision evaluates all.
func (s *position) assume(open []openObligation) int {
	from := len(open)
	for i := len(open) - 1; i >= 0; i-- {
		if s.stack[open[i].slot] == unevaluated {
			s.stack[open[i].slot], from = 1, i
		}
	}
	return from
}

// resolve determines the required values of assumed conditions from index from on, the outermost first. enough is 0 if the first is known to
// be unsatisfiable.
func (s *State) resolve(open []openObligation, from int, enough int64) {
	required := s.suspend(open[from:])
	for i, v := range required {
		if v != unbound {
			s.stack[open[from+i].slot] = s.reach(open[from+i], int32(from+i)+1, min(enough, v))
		}
		enough = math.MaxInt64
	}
}

// suspend makes open blocks require nothing, and returns their required values.
func (s *position) suspend(open []openObligation) []int64 {
	required := make([]int64, len(open))
	for i, o := range open {
		required[i], s.stack[o.slot] = s.stack[o.slot], unbound
	}
	return required
}

// checkObligations refuses an answer to a Subset or Take that is within the bounds but violates an obligation.
func (s *State) checkObligations(value int64) *Refusal {
	dec := &s.dec
	a := candidate{form: ByValue, value: value}
	switch {
	case dec.Kind.Row().Answer == def.AnswerCounts:
		a.counts = dec.take.best
	case dec.words > 1:
		for _, v := range s.chosen {
			a.value |= s.dec.mark(slices.Index(dec.Members, v))
		}
	}
	if !dec.Obliged || s.beginForesight(s.obligations()[0].node).satisfies(s, a) {
		return nil
	}
	name := ""
	if dec.Kind.Row().Answer == def.AnswerSet {
		name = "{" + strings.Join(s.names(dec.marked(a.value), dec.Elem), ", ") + "}"
	}
	return s.refuse(name, "", s.breachBy(a))
}

// breach returns the obligation that an answer violates.
func (s *State) breach(form AnswerForm, value int64) *Reason {
	return s.breachBy(candidate{form: form, value: value})
}

// breachOf returns the obligation that a member or option violates; for a Subset, the member alone.
func (s *State) breachOf(member int64) *Reason {
	switch s.dec.Kind.Row().Answer {
	case def.AnswerOption:
		o := &s.g.decisions[s.dec.Index].options[member]
		for i := range o.where { // the reason why the option is impossible is more specific
			if r := s.explainPossible(&o.where[i], 0); r != nil {
				return r
			}
		}
		return s.breach(ByOption, member)
	case def.AnswerSet:
		return s.breachAlone(member)
	}
	return s.breach(ByValue, member)
}

// breachAlone returns the obligation that a member of a Subset violates if it is chosen alone.
func (s *State) breachAlone(member int64) *Reason {
	if s.dec.words == 1 {
		return s.breach(ByValue, value.Singleton(member))
	}
	listed := s.dec.Members
	defer func() { s.dec.Members = listed }()
	s.dec.Members = []int64{member}
	return s.breach(ByValue, value.Singleton(0))
}

// breachBy returns the outermost obligation that cannot be satisfied together with the enclosing ones after an answer.
func (s *State) breachBy(a candidate) *Reason {
	open := s.obligations()
	required := s.suspend(open)
	defer func() {
		for i, o := range open {
			s.stack[o.slot] = required[i]
		}
	}()
	at := open[len(open)-1]
	for i, o := range open {
		s.stack[o.slot] = required[i]
		if !s.beginForesight(o.node).satisfies(s, a) {
			at = o
			break
		}
	}
	return s.unsatisfied(at)
}

// unsatisfied returns the reason of a refusal for an obligation.
func (s *position) unsatisfied(o openObligation) *Reason {
	r := &Reason{Node: o.node, Why: "an obligation of the enclosing block could no longer be satisfied"}
	if n := &s.t.def.Nodes[o.node]; o.node > 0 && len(n.Rules) > 0 {
		r.Rule = n.Rules[0]
	}
	return r
}

package engine

// This file keeps obligations: what a block is to end with binds every answer that is given in it. docs/language.md,
// section 5, says what that means; how the future is known stands in look.go.

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// obligation is a compiled block with an obligation: the code behind begin, up to end, and the place in the frame that keeps
// what must be reached.
type obligation struct {
	begin, end int32
	at         int
	node       int32
	truth      bool  // it is a condition
	once       bool  // what holds at a moment within the block need not hold at its end
	cell       int32 // variable that is the condition, -1: it is another formula
	outer      int32 // index of the block around it in the same procedure, -1: none
}

// What a block is to come to where that is no number: whoever owes nothing comes to nothing; of a condition it is asked at the next
// decision whether it can be kept.
const (
	nothing = math.MinInt64 + iota
	unasked
)

// obliged is what obligations took from a decision.
type obliged struct {
	lost     []int64 // One, Pick, Subset: members; Menu: options
	also     []int64 // side options
	stop     bool    // Pick: stopping was lost
	min, max int     // bounds before
	answers  int     // Take: legal answers that were found; one means that there are no more
	least    []int32 // Take: a legal answer with Min pieces
	set      []int64 // Subset: a legal answer with Min members
}

// bounds are Min and Max without what obligations demand.
func (d *Decision) bounds() (lo, hi int) {
	if d.Obliged {
		return d.obliged.min, d.obliged.max
	}
	return d.Min, d.Max
}

// LeastSet returns a legal answer to a Subset with Min members.
func (d *Decision) LeastSet() []int64 {
	if d.Obliged {
		return d.obliged.set
	}
	if d.words > 1 {
		return d.cheapestMembers()
	}
	var set []int64
	for s := range d.subsets {
		if set = d.marked(s); len(set) == d.Min {
			break
		}
	}
	return set
}

// cheapestMembers are the Min members that cost least.
func (d *Decision) cheapestMembers() []int64 {
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

// obligations finds the blocks with obligations in the code, and proves that they are entered and left at their ends alone.
func (b *builder) obligations() {
	ends := map[int32]bool{}
	for _, x := range b.extents() {
		for pc := x.from; pc < x.to; pc++ {
			switch in := &b.Def.Code[pc]; in.Op {
			case def.CEnsure:
				b.obligation(pc, in, x)
				ends[in.C] = true
			case def.CEnsured:
				if !ends[pc] {
					b.Fail("a block with an obligation ends that has not begun")
				}
			}
		}
	}
	b.fulfilments()
	b.g.nowhere = int32(len(b.g.code))
	b.g.code = append(b.g.code, instr{op: def.CNop, b: -1}, instr{op: def.CRequire, cond: func(*State) bool { return false }})
	b.g.blocks = make([]int32, len(b.g.code))
	for pc := range b.g.blocks {
		b.g.blocks[pc] = b.g.block(int32(pc))
	}
}

func (b *builder) obligation(pc int32, in *def.Instr, x extent) {
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

// block finds the index of the innermost block with an obligation that the code at pc is in, -1: none. In play it stands in blocks.
func (g *Game) block(pc int32) int32 {
	for i := len(g.obliging) - 1; i >= 0; i-- {
		if o := &g.obliging[i]; o.begin < pc && pc <= o.end {
			return int32(i)
		}
	}
	return -1
}

// fulfilments finds the writes to variables that are conditions, and the decisions any member of which leads to such a write
// without anything else between them that could fail.
func (b *builder) fulfilments() {
	conditions := map[int32]bool{}
	for _, o := range b.g.obliging {
		if o.cell >= 0 {
			conditions[o.cell] = true
		}
	}
	for pc := range b.g.code {
		in := &b.g.code[pc]
		in.telling = in.op == def.CSet && in.place.local < 0 && in.index == nil && conditions[in.place.base]
	}
	for pc := range b.Def.Code {
		if in := &b.Def.Code[pc]; in.Op == def.CDecide {
			d := &b.g.decisions[in.A]
			d.fulfils = b.fulfilled(d.def, int32(pc)+1)
		}
	}
}

// fulfilled returns the variable that the code behind a decision is sure to make true if it is entered at pc with a member, -1:
// none. In between may stand what a pick keeps its books with.
func (b *builder) fulfilled(d *def.DecisionDef, pc int32) int32 {
	for ; int(pc) < len(b.Def.Code); pc++ {
		in := &b.Def.Code[pc]
		if b.g.code[pc].telling {
			if v, ok := b.constant(in.X[0]); ok && v != 0 {
				return in.B
			}
			return -1
		}
		switch {
		case in.Op == def.CBody, in.Op == def.CJumpUnless && tellsMember(d, in.X[0]):
		case in.Op == def.CSet && in.A == 0 && in.Role == def.Made:
		default:
			return -1
		}
	}
	return -1
}

// tellsMember reports whether a condition is that a decision was answered by a member.
func tellsMember(d *def.DecisionDef, e *def.Expr) bool {
	return e.Op == def.OpNe && e.Args[0].Op == def.OpLocal && e.Args[0].I == int64(d.Result) && isConst(e.Args[1], def.None)
}

// isConst reports whether an expression is a constant, and this one.
func isConst(e *def.Expr, v int64) bool { return e != nil && e.Op == def.OpConst && e.I == v }

// targets are where an instruction can go on other than behind itself.
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

// owed is an obligation that is open.
type owed struct {
	*obligation
	base int32 // of its frame
	slot int   // of the stack
}

// obligations lists the open obligations, outer ones first. The list is valid until the next one is made.
func (s *State) obligations() []owed {
	if len(s.g.obliging) == 0 || s.sp == 0 {
		return nil
	}
	out, l := s.debts[:0], s.ahead
	for base, pc := s.base, s.pc; ; {
		for i := s.g.blocks[pc]; i >= 0; i = s.g.obliging[i].outer {
			o := &s.g.obliging[i]
			out = append(out, owed{o, base, int(base) + o.at})
		}
		caller, _ := unpackCaller(s.stack[base])
		if caller < 0 {
			break
		}
		if base, pc = int32(s.stack[base+1]), caller; pc == s.g.nowhere { // called on a copy by whoever asks whether it is possible
			pc, l = l.asker.pc, l.asker.ahead
		}
	}
	slices.Reverse(out)
	s.debts = out
	return out
}

// ensure carries out CEnsure and goes on behind it. In a copy that looks ahead, blocks that begin bind nobody: outer obligations come first.
func (s *State) ensure(in *instr) {
	at := int(s.base) + frameHead + int(in.a)
	enough := int64(math.MaxInt64)
	if in.x[0] != nil {
		enough = in.x[0](s)
	}
	s.stack[at] = nothing
	s.open++
	s.pc++
	if l := s.ahead; l != nil {
		if s.open == l.floor+1 { // the block asked about: else blocks are open that were before
			s.stack[at] = 1
		}
		return
	}
	open := s.obligations()
	o := open[len(open)-1]
	if o.truth && enough > 0 {
		s.stack[at] = unasked
		return
	}
	s.settle(open, s.presume(open), math.MaxInt64)
	s.stack[at] = s.reach(o, s.open, enough)
}

// reach finds how much of an obligation that is the depth-th open one can be reached, at most enough.
func (s *State) reach(o owed, depth int32, enough int64) int64 {
	l := s.foresee(o.node)
	if !o.truth {
		return l.most(s, depth, enough)
	}
	for v := min(enough, 1); v >= 0; v-- {
		if l.can(s, o.slot, v) {
			return v
		}
	}
	return nothing
}

// meet looks, at a decision or where a condition was set, which obligations hold that need to hold but once: they owe nothing
// from there. It reports true if a copy need not go on.
func (s *State) meet() bool {
	l, owing := s.ahead, false
	for i, o := range s.obligations() {
		asked := l != nil && l.depth == int32(i)+1
		if l != nil && int32(i) < l.floor || s.stack[o.slot] == nothing && !asked {
			continue
		}
		if !o.once || !s.holds(o, int32(i)+1) {
			owing = true
			continue
		}
		if asked {
			l.value, s.status = 1, halfway
			return true
		}
		s.stack[o.slot] = nothing
	}
	if l == nil || l.depth > 0 || owing {
		return false
	}
	s.status = kept
	return true
}

// debt returns the variable that has to become true for all that is owed, -1 if that is not all.
func (s *State) debt() int32 {
	cell, l := int32(-1), s.ahead
	for i, o := range s.obligations() {
		switch {
		case l != nil && int32(i) < l.floor || s.stack[o.slot] == nothing:
		case o.cell < 0 || cell >= 0 && cell != o.cell:
			return -1
		default:
			cell = o.cell
		}
	}
	return cell
}

// holds asks in the frame of the depth-th open obligation, and at its end, whether it holds.
func (s *State) holds(o owed, depth int32) bool {
	base, pc, open := s.base, s.pc, s.open
	s.base, s.pc, s.open, s.strict = o.base, o.end, depth, false
	v := s.g.code[o.end].first(s)
	s.base, s.pc, s.open, s.strict = base, pc, open, true
	return v > 0
}

// ensured carries out CEnsured. It reports true if a copy need not go on. Evaluating the obligation publishes no hook event.
func (s *State) ensured(in *instr) bool {
	at := int(s.base) + frameHead + int(in.a)
	s.strict = false
	value := in.x[0](s)
	enough := value >= s.stack[at]
	s.open--
	s.stack[at] = 0
	l := s.ahead
	switch {
	case l == nil:
		return false
	case !enough:
		s.status = broken
	case l.depth == s.open+1:
		l.value, s.status = value, halfway
		s.pc++
	case s.open == l.floor:
		s.status = kept
	default:
		return false
	}
	return true
}

// lower brings down what chance has put out of reach: outer obligations keep as much as they can first. pc is where the play
// goes on.
func (s *State) lower() {
	open := s.obligations()
	s.presume(open)
	s.settle(open, 0, math.MaxInt64)
}

// presume takes it that conditions can be kept of which that was not asked yet, and returns the index of the first. Only inner ones follow,
// since at each decision it is asked of all.
func (s *position) presume(open []owed) int {
	from := len(open)
	for i := len(open) - 1; i >= 0; i-- {
		if s.stack[open[i].slot] == unasked {
			s.stack[open[i].slot], from = 1, i
		}
	}
	return from
}

// settle asks of conditions that were presumed, from that index on, whether they can be kept, outer ones first. enough is 0 if it is known of
// the first that it cannot.
func (s *State) settle(open []owed, from int, enough int64) {
	owing := s.forget(open[from:])
	for i, v := range owing {
		if v != nothing {
			s.stack[open[from+i].slot] = s.reach(open[from+i], int32(from+i)+1, min(enough, v))
		}
		enough = math.MaxInt64
	}
}

// forget makes open blocks owe nothing, and returns what they did.
func (s *position) forget(open []owed) []int64 {
	owing := make([]int64, len(open))
	for i, o := range open {
		owing[i], s.stack[o.slot] = s.stack[o.slot], nothing
	}
	return owing
}

// checkObliged refuses the answer to a Subset or Take that is within the bounds but breaks an obligation.
func (s *State) checkObliged(value int64) *Refusal {
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
	if !dec.Obliged || s.foresee(s.obligations()[0].node).keeps(s, a) {
		return nil
	}
	name := ""
	if dec.Kind.Row().Answer == def.AnswerSet {
		name = "{" + strings.Join(s.names(dec.marked(a.value), dec.Elem), ", ") + "}"
	}
	return s.refuse(name, "", s.breachBy(a))
}

// breach tells which obligation an answer breaks.
func (s *State) breach(form AnswerForm, value int64) *Reason {
	return s.breachBy(candidate{form: form, value: value})
}

// breachOf tells which obligation a member or option breaks; that of a Subset by itself.
func (s *State) breachOf(member int64) *Reason {
	switch s.dec.Kind.Row().Answer {
	case def.AnswerOption:
		o := &s.g.decisions[s.dec.Index].options[member]
		for i := range o.where { // what is not possible as yet says more of why it cannot be made so
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

// breachAlone tells which obligation a member of a Subset breaks that is chosen alone.
func (s *State) breachAlone(member int64) *Reason {
	if s.dec.words == 1 {
		return s.breach(ByValue, value.Singleton(member))
	}
	listed := s.dec.Members
	defer func() { s.dec.Members = listed }()
	s.dec.Members = []int64{member}
	return s.breach(ByValue, value.Singleton(0))
}

// breachBy names the outermost obligation that cannot be kept together with those around it after an answer.
func (s *State) breachBy(a candidate) *Reason {
	open := s.obligations()
	owing := s.forget(open)
	defer func() {
		for i, o := range open {
			s.stack[o.slot] = owing[i]
		}
	}()
	at := open[len(open)-1]
	for i, o := range open {
		s.stack[o.slot] = owing[i]
		if !s.foresee(o.node).keeps(s, a) {
			at = o
			break
		}
	}
	return s.owing(at)
}

// owing is the reason that an obligation gives.
func (s *position) owing(o owed) *Reason {
	r := &Reason{Node: o.node, Why: "an obligation of the block around it could not be satisfied any more"}
	if n := &s.t.def.Nodes[o.node]; o.node > 0 && len(n.Rules) > 0 {
		r.Rule = n.Rules[0]
	}
	return r
}

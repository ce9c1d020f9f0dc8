package engine

// This file carries out instructions and decisions where only bounds of what they read are known.

import (
	"math"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// step carries out an instruction and reaches what may come next.
func (o *outlook) step(in *def.Instr) {
	switch in.Op {
	case def.CJump:
		o.reach(in.A)
		return
	case def.CJumpUnless:
		c := o.value(in.X[0])
		if c.canFail() {
			o.reach(in.A)
		}
		if !c.canHold() {
			return
		}
	case def.CRequire:
		if !o.value(in.X[0]).canHold() {
			return
		}
	case def.CCall, def.CCallDyn:
		o.calls(in)
		return
	case def.CReturn:
		result := exactly(0)
		if len(in.X) > 0 && in.X[0] != nil {
			result = o.value(in.X[0])
		}
		o.back(result)
		return
	case def.CForSet, def.CForOrder, def.CForTake:
		o.reach(in.C)
		if !o.rounds(in) {
			return
		}
	case def.CDecide:
		o.decide(&o.def.Decisions[in.A])
		return
	case def.COver:
		return
	case def.CMove:
		if o.pushes(in); o.tags(in) {
			o.reach(o.at + 2)
			return
		}
	case def.CEnsured:
		if o.at == o.end {
			return
		}
	default:
		o.effect(in)
	}
	o.reach(o.at + 1)
}

func (o *outlook) calls(in *def.Instr) {
	xs := in.X
	procs := exactly(int64(in.A))
	if in.Op == def.CCallDyn {
		procs, xs = o.value(xs[0]), xs[1:]
	}
	args := make([]vague, len(xs))
	for i, x := range xs {
		args[i] = o.value(x)
	}
	for p := range o.def.Procs {
		if len(o.def.Procs[p].Params) == len(args) && procs.canEqual(exactly(int64(p))) {
			o.call(int64(p), args)
		}
	}
}

// rounds binds what a loop goes through, and reports whether it may have a round.
func (o *outlook) rounds(in *def.Instr) bool {
	left := o.frame[in.A]
	switch in.Op {
	case def.CForSet:
		if len(in.X) > 0 && in.X[0] != nil { // a wide set
			o.local(in.B, anyValue)
			return true
		}
		o.local(in.A, someSet(0, left.may))
		o.local(in.B, someOf(left.may, false))
		return left.may != 0
	case def.CForOrder:
		o.local(in.B, someOf(value.Mask(len(o.def.Seats)), false))
		return true
	}
	zones, classes := uint64(0), uint64(0)
	for i := int(in.A) + 1; i < len(o.frame) && i <= int(in.A)+small(min(left.hi, 1<<10)); i++ {
		if e := o.frame[i]; !e.known() {
			zones, classes = zones|e.zones, classes|e.classes
		}
	}
	o.local(in.A, between(0, left.hi))
	o.local(in.B, somePiece(zones, classes, false))
	return zones != 0
}

// places calls f with the cells that a write may be to; a slot of the frame is written by itself.
func (o *outlook) places(in *def.Instr, f func(old vague) vague) {
	switch in.A {
	case def.ToLocal:
		o.local(in.B, f(o.frame[in.B].vague))
		return
	case def.ToCell:
		o.cell(int64(in.B), f(o.cells[in.B]))
		return
	}
	base, n, i := int64(0), int64(o.def.Cells), o.value(in.X[1])
	if in.A == def.ToVariable {
		base, n = int64(in.B), int64(o.def.Vars[o.g.cell[in.B].v].Len)
	}
	o.each(i, n, func(k int64) { o.cell(base+k, f(o.cells[base+k])) })
}

// each calls f with the numbers below n that an index may be.
func (o *outlook) each(i vague, n int64, f func(int64)) {
	for k := max(i.lo, 0); k < n && k <= i.hi; k++ {
		if k > 63 && i.beyond || value.Has(int64(i.ids), k) {
			f(k)
		}
	}
}

func (o *outlook) effect(in *def.Instr) {
	switch in.Op {
	case def.CSet:
		x := o.value(in.X[0])
		o.places(in, func(vague) vague { return x })
	case def.CGain, def.CLose, def.CPay:
		x := o.value(in.X[0])
		if in.Op != def.CGain {
			x = x.negated()
		}
		o.places(in, func(old vague) vague { return old.plus(x) })
	case def.CShift, def.CMark:
		x, n := o.value(in.X[0]), int64(o.def.Vars[o.g.cell[in.B].v].Len)
		o.each(o.value(in.X[1]), n, func(k int64) {
			if at := int64(in.B) + k; o.g.cell[at].allowed {
				o.cell(at, o.cells[at].plus(x).or(o.cells[at]))
			}
		})
	case def.CTransfer:
		n := between(0, max(0, o.value(in.X[2]).hi))
		from, to := o.value(in.X[0]), o.value(in.X[1])
		o.each(from, int64(len(o.cells)), func(k int64) { o.cell(k, o.cells[k].plus(n.negated())) })
		o.each(to, int64(len(o.cells)), func(k int64) { o.cell(k, o.cells[k].plus(n)) })
	case def.CMoveAll, def.CFlip, def.CFlipAll, def.CTag, def.CUntagAll:
		o.pushes(in)
	case def.CEnter: // what the cells held is in their bounds already, and comes back
		for _, c := range o.def.ActionCells {
			o.cell(int64(c), exactly(o.def.Initial[c]))
		}
	case def.CLeave:
		for i, c := range o.def.ActionCells {
			o.cell(int64(c), o.frame[in.A+int32(i)].vague)
		}
	case def.CHooks:
		o.hooks(in)
	case def.CActivate, def.CEnd, def.CExpire:
		o.lasting(in)
	case def.CHold, def.CRelease:
		d := &o.def.Derived[in.A]
		o.cell(int64(d.Held), between(0, math.MaxInt64))
		for i := range o.g.derived[in.A].n {
			o.cell(int64(d.Base)+i, anyValue)
		}
	case def.CTick:
		o.local(in.A, between(0, max(o.frame[in.A].hi-1, 0)))
	case def.CCard:
		o.deal()
	case def.CEnsure:
		o.local(in.A, anyValue)
	default:
		o.forget(in.Op.Row().Writes)
	}
}

// forget gives the bounds of every part of the state that is written: any value is possible there.
func (o *outlook) forget(w def.Writes) {
	if w&def.WritesSlots != 0 {
		for i := range o.frame {
			o.local(int32(i), anyValue)
		}
	}
	if w&(def.WritesCells|def.WritesBooks) != 0 {
		for i := range o.cells {
			o.cell(int64(i), anyValue)
		}
	}
	if w&def.WritesPieces != 0 {
		for z := range o.def.Zones {
			for c := range o.def.Classes {
				o.leaves(int64(z), int64(c))
				o.arrives(int64(z), int64(c))
			}
		}
	}
	if w&def.WritesCards != 0 {
		o.deal()
	}
}

// lasting lets lasting effects be in force or not.
func (o *outlook) lasting(in *def.Instr) {
	x := anyValue
	if in.Op != def.CExpire {
		x = o.value(in.X[0])
	}
	for i := range o.def.Lasting {
		l := &o.def.Lasting[i]
		if in.Op != def.CActivate && o.cells[l.Stamp].hi <= 0 || !x.canEqual(exactly(int64(i))) {
			continue
		}
		if o.cell(int64(l.Stamp), exactly(0)); in.Op == def.CActivate {
			o.cell(int64(l.Stamp), between(0, math.MaxInt64))
			o.cell(int64(o.def.StampCell), between(0, math.MaxInt64))
		}
	}
}

// hooks calls what lasting effects that may be in force attach.
func (o *outlook) hooks(in *def.Instr) {
	p := &o.def.Points[in.A]
	args := make([]vague, len(in.X))
	for i, x := range in.X {
		args[i] = o.value(x)
	}
	for _, at := range p.Attach {
		a := &o.def.Attachments[at]
		if o.cells[o.def.Lasting[a.Lasting].Stamp].hi <= 0 {
			continue
		}
		for i, slot := range p.Params {
			o.bound[slot] = args[i]
		}
		if a.When != nil && !o.value(a.When).canHold() {
			continue
		}
		if a.Quota > 0 {
			o.cell(int64(a.Used), between(0, math.MaxInt64))
		}
		o.call(int64(a.Proc), args)
	}
	o.local(in.B, anyValue)
	o.local(in.B+1, anyValue)
}

// tags reports whether a move of one piece is followed by a mark for it. As it leaves no equal piece without the mark where it goes, the two
// are carried out as one; pushes does, if the piece stays what it is.
func (o *outlook) tags(in *def.Instr) bool {
	tag := &o.def.Code[o.at+1]
	if in.A == 1 || tag.Op != def.CTag || tag.B != 1 || in.X[0].Op != def.OpPieceClass || in.X[0].Args[0].Op != def.OpLocal || tag.X[0].Op != def.OpPieceClass {
		return false
	}
	same := func(x, y *def.Expr) bool {
		return y != nil && x.Op == y.Op && x.I == y.I && len(x.Args)+len(y.Args) == 0
	}
	from, to := in.X[0].Args[0], in.X[len(in.X)-1]
	if !isConst(in.X[1], 1) || !same(from, tag.X[0].Args[0]) || !same(in.X[1], tag.X[1]) || !same(to, tag.X[2]) {
		return false
	}
	for t := range each(o.value(to).ids & o.g.graph.All) {
		if o.g.plain[t] {
			return false
		}
	}
	return true
}

// pushes lets pieces move or change their class.
func (o *outlook) pushes(in *def.Instr) {
	classes, from, to := o.g.allClasses, o.g.graph.All, anyValue
	switch in.Op {
	case def.CMove, def.CFlip, def.CTag:
		if n := in.X[1]; n != nil && !isConst(n, def.None) && o.value(n).hi <= 0 {
			return
		}
		classes, from = o.value(in.X[0]).may&classes, o.value(in.X[2]).ids&from
	case def.CMoveAll, def.CFlipAll:
		classes, from = o.value(in.X[0]).may&classes, o.value(in.X[1]).may&from
	}
	moves := in.Op == def.CMove || in.Op == def.CMoveAll
	marks := in.Op == def.CMove && o.tags(in)
	if last := len(in.X) - 1; moves && in.A != 1 {
		to = o.value(in.X[last])
	}
	for c := range each(classes) {
		for z := range each(from) {
			if o.counts[int(z)*o.g.nclass+int(c)].hi == 0 {
				continue
			}
			switch {
			case !moves:
				if d := o.becomes(in, c); d >= 0 && d != c && !o.g.plain[z] {
					o.leaves(z, c)
					o.arrives(z, d)
				}
			case in.A == 1:
				o.leaves(z, c)
				o.arrives(o.g.home[c], int64(o.g.arrives(small(c), o.g.home[c])))
			default:
				o.leaves(z, c)
				for t := range each(to.ids & o.g.graph.All) {
					if d := int64(o.g.arrives(small(c), t)); !marks {
						o.arrives(t, d)
					} else if d = o.becomes(&o.def.Code[o.at+1], c); d >= 0 {
						o.arrives(t, d)
					}
				}
			}
		}
	}
}

// becomes returns the class that pieces of a class get, -1: none.
func (o *outlook) becomes(in *def.Instr, c int64) int64 {
	switch {
	case in.Op == def.CUntagAll || in.Op == def.CTag && in.B != 1:
		if in.Op == def.CUntagAll && o.def.Classes[c].Marks>>uint(in.A)&1 == 0 {
			return c
		}
		return int64(o.g.unmarked[c][in.A])
	case in.Op == def.CTag:
		return int64(o.g.marked[c][in.A])
	case int(in.A) < len(o.g.status[c]):
		return int64(o.g.status[c][in.A])
	}
	return def.None
}

// decide gives a decision every answer that may be legal.
func (o *outlook) decide(d *def.DecisionDef) {
	for _, m := range d.Also {
		if o.allowed(m.Where) {
			o.reach(m.Target)
		}
	}
	switch d.Kind.Row().Answer {
	case def.AnswerOption:
		for i := range d.Options {
			if m := &d.Options[i]; o.allowed(m.Where) {
				o.local(d.Result, exactly(m.Value))
				o.reach(m.Target)
			}
		}
		return
	case def.AnswerNumber:
		lo, hi := int64(0), o.value(d.Max).hi
		if d.Min != nil {
			lo = o.value(d.Min).lo
		}
		if d.Exact {
			lo = o.value(d.Max).lo
		}
		o.local(d.Result, between(min(lo, hi), max(lo, hi)))
	case def.AnswerCounts:
		o.take(d)
	case def.AnswerSet:
		o.local(d.Result, someSet(0, o.domain(d).ids))
	case def.AnswerMember:
		o.member(d)
		return
	case def.AnswerOrder:
		o.deal()
	}
	o.reach(o.at + 1)
}

// deal lets any card lie anywhere, and be seen by anybody.
func (o *outlook) deal() {
	if !o.dealt {
		if o.g.sight >= 0 {
			for c := range o.g.def.Cards {
				o.cell(o.g.sight+int64(c), anyValue)
			}
		}
		o.dealt = true
		o.changed++
	}
}

func (o *outlook) allowed(conds []def.Cond) bool {
	for i := range conds {
		if !o.value(conds[i].When).canHold() {
			return false
		}
	}
	return true
}

// member gives a decision for a member any that may be legal. What a slot was before the answer came is in its bounds, too; so a
// pick goes on by what it may pick, not by what its slot may be.
func (o *outlook) member(d *def.DecisionDef) {
	if d.Kind.Row().Pairs {
		o.local(d.Result, anyValue)
		o.local(d.Second, anyValue)
		o.reach(o.at + 1)
		return
	}
	x := exactly(def.None)
	if d.Kind != def.Pick || d.Max == nil || o.frame[d.Count].lo < o.value(d.Max).hi {
		x = o.domain(d)
	}
	o.local(d.Result, x.or(exactly(def.None)))
	next := &o.def.Code[o.at+1]
	if d.Kind != def.Pick || next.Op != def.CJumpUnless || !tellsMember(d, next.X[0]) {
		o.reach(o.at + 1)
		return
	}
	if o.reach(next.A); !x.known() || x.lo != def.None {
		o.reach(o.at + 2)
	}
}

// domain bounds the members of a decision.
func (o *outlook) domain(d *def.DecisionDef) vague {
	members, _, ok := o.members(d.From)
	if !ok {
		return anyValue
	}
	budget := int64(math.MaxInt64)
	if d.Cost != nil {
		budget = o.value(d.Budget).hi
	}
	picked := uint64(0)
	if d.Kind == def.Pick && !d.Again {
		picked = o.frame[d.Picked].must
	}
	where := d.Where
	if len(where) > 0 && isAmong(where[len(where)-1].When, int64(d.Bind)) { // what does not hang on the member is asked once
		picked |= ^o.value(where[len(where)-1].When.Args[0]).may
		where = where[:len(where)-1]
	}
	ids := uint64(0)
	for _, v := range members {
		o.bound[d.Bind] = exactly(v)
		if picked>>uint(v)&1 == 1 || !o.allowed(where) {
			continue
		}
		o.bound[d.Bind] = exactly(v)
		if d.Cost == nil || o.value(d.Cost).lo <= budget {
			ids |= uint64(value.Singleton(v))
		}
	}
	return someOf(ids, ids == 0)
}

// isAmong reports whether a condition is that what is in a bound slot is in a set that does not hang on it.
func isAmong(e *def.Expr, slot int64) bool {
	return e.Op == def.OpHas && e.Args[0].Type.Kind == def.KSet && isBound(e.Args[1], slot) && !uses(e.Args[0], slot)
}

// take gives a Take any pieces that there may be. What may be in the list that it leaves stands in each of its entries.
func (o *outlook) take(d *def.DecisionDef) {
	most := int64(255 * 64)
	if d.Max != nil {
		most = max(o.value(d.Max).hi, 0)
	}
	filter, in := o.value(d.Filter).may&o.g.allClasses, o.value(d.From).may&o.g.graph.All
	zones, classes := uint64(0), uint64(0)
	for z := range each(in) {
		for c := range each(filter) {
			if o.counts[int(z)*o.g.nclass+int(c)].hi == 0 {
				continue
			}
			o.bound[d.Bind] = exactly(z<<8 | c)
			if o.allowed(d.Where) {
				zones, classes = zones|1<<uint(z), classes|1<<uint(c)
			}
		}
	}
	if zones == 0 {
		most = 0
	}
	o.local(d.Total, between(0, most))
	if d.Result < 0 {
		return
	}
	o.local(d.Result, between(0, min(most, int64(d.Entries))))
	for i := range d.Entries {
		if zones != 0 {
			o.local(d.Result+1+i, somePiece(zones, classes, false))
		}
	}
}

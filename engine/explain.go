package engine

// This file names the first condition that makes a candidate illegal, and turns panics of the machine into faults.

import (
	"cmp"
	"fmt"
	"slices"

	"rulebound/engine/def"
)

// maxExplain bounds the depth to which Explain follows tests of procedures.
const maxExplain = 8

// maxPath is the number of procedures that a fault lists from each end of the stack.
const maxPath = 8

// Explain explains why a candidate is not a legal answer to the pending decision: a member of One, Subset, Pick and Draw, a piece
// (zone<<8 | class) of a Take, an index in DecisionDef.Options of a Menu, a number of an Amount. It returns nil if the candidate is legal or no
// decision is pending.
func (s *State) Explain(member int64) *Reason {
	return s.explained(func() *Reason { return s.explain(member) })
}

// ExplainSide explains why the side option with an index in DecisionDef.Also is not legal; it returns nil if it is legal.
func (s *State) ExplainSide(option int32) *Reason {
	return s.explained(func() *Reason { return s.explainSide(int64(option)) })
}

// ExplainBehind explains why an option of a menu is not legal, where the body of a side option of the pending decision begins with that menu and
// cannot be executed because the menu has no legal option. It returns nil if the side option is not legal for another reason.
func (s *State) ExplainBehind(side int32, menu string, option int) *Reason {
	c := s.Copy()
	return c.explained(func() *Reason {
		also := c.g.decisions[c.dec.Index].also
		if slices.ContainsFunc(also[side].where, func(k condition) bool { return len(k.possible) == 0 && !k.when(c) }) {
			return nil
		}
		c.commit(Answered, BySide, int64(side))
		if !c.stuck() || c.dec.Name != menu {
			return nil
		}
		return c.explain(int64(option))
	})
}

// stuck runs the machine and reports whether it stops with a fault. Any other panic is an error of the program and continues.
func (s *State) stuck() (stuck bool) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Fault:
			stuck, s.depth = true, 0
		default:
			panic(p)
		}
	}()
	s.run()
	return false
}

func (s *State) explained(f func() *Reason) (r *Reason) {
	switch d := s.Decision(); {
	case d == nil:
		return nil
	case d.Fault != nil:
		return &Reason{Node: d.Fault.Node, Why: d.Fault.Why}
	}
	defer func() {
		if p := recover(); p != nil {
			fault := s.fault(p)
			s.depth = 0
			r = &Reason{Node: fault.Node, Why: fault.Why}
		}
	}()
	s.temp = s.temp[:0]
	defer s.beginQuery()()
	if r = f(); r != nil {
		s.g.addTitle(r)
	}
	return r
}

func (s *State) explain(member int64) *Reason {
	dec := &s.dec
	d := &s.g.decisions[dec.Index]
	node := d.def.Node
	if slices.Contains(dec.obliged.lost, member) {
		return s.breachOf(member)
	}
	row := dec.Kind.Row()
	switch row.Answer {
	case def.AnswerOption:
		return s.explainOption(d.options, member)
	case def.AnswerNumber:
		return s.explainNumber(member)
	case def.AnswerOrder:
		return nil
	case def.AnswerCounts:
		return s.explainPiece(d, member)
	}
	for _, v := range dec.Members {
		if v == member {
			return nil
		}
	}
	if row.Pairs {
		return s.explainPair(d, member)
	}
	if !s.among(d.domain, member) {
		r := s.reasonAgainst(dec.Rule, node, func(s *State) bool { return s.among(d.domain, member) }, func() string { return "it is not among the candidates" })
		s.attribute(r, d.def.From)
		return r
	}
	s.bound[d.def.Bind] = member
	if r := s.explainConds(d.where, 0); r != nil {
		return r
	}
	if row.Picked {
		count := s.stack[int(s.base)+d.count]
		if !d.def.Again && s.has(s.pickedSet(d), member, d.words) {
			return &Reason{Rule: dec.Rule, Node: node, Why: "it has been chosen before"}
		}
		if d.max != nil && count >= int64(dec.Max) {
			return s.above(count+1, fmt.Sprintf("no more than %d may be chosen", dec.Max))
		}
	}
	if d.cost != nil {
		d.domain.run(s)
		return &Reason{Rule: d.def.CostRule, Node: node, Why: fmt.Sprintf("the cost of %d is more than the budget of %d allows", s.costOf(d, member), dec.Budget)}
	}
	return s.above(int64(dec.Max)+1, fmt.Sprintf("no more than %d may be chosen", dec.Max))
}

func (s *State) explainNumber(n int64) *Reason {
	lo, hi := s.dec.bounds()
	if int64(lo) <= n && n <= int64(hi) {
		if s.dec.Obliged && s.dec.Kind == def.Amount && !slices.Contains(s.dec.Members, n) {
			return s.breach(ByValue, n)
		}
		return nil
	}
	why := fmt.Sprintf("it must be %d to %d", lo, hi)
	if n < int64(lo) {
		return s.bounded(s.g.decisions[s.dec.Index].def.Least(), why)
	}
	return s.above(n, why)
}

// among reports whether the source of a loop contains a member.
func (s *State) among(l *loop, member int64) bool {
	source := l.from(s)
	if l.list == nil || l.words > 1 {
		return s.has(source, member, l.words)
	}
	for i := int64(0); ; i++ {
		v, ok := l.list(s, source, i)
		if !ok {
			return false
		}
		if v == member {
			return true
		}
	}
}

func (s *State) explainPiece(d *decision, piece int64) *Reason {
	zone, class := piece>>8, piece&0xff
	for i := range s.dec.Entries {
		if e := &s.dec.Entries[i]; int64(e.Zone) == zone && int64(e.Class) == class {
			return nil
		}
	}
	node := d.def.Node
	switch {
	case !s.among(d.domain, zone):
		r := s.reasonAgainst(s.dec.Rule, node, func(s *State) bool { return s.among(d.domain, zone) }, func() string { return "the zone is not among those to take from" })
		s.attribute(r, d.def.From)
		return r
	case uint64(zone) >= uint64(len(s.g.def.Zones)) || !s.has(d.filter(s), class, s.g.classWords):
		taken := func(s *State) bool { return s.has(d.filter(s), class, s.g.classWords) }
		r := s.reasonAgainst(s.dec.Rule, node, taken, func() string { return "pieces of that kind are not to be taken" })
		s.attribute(r, d.def.Filter)
		return r
	case class >= int64(s.g.nclass) || s.counts[int(zone)*s.g.nclass+int(class)] == 0:
		return &Reason{Rule: s.dec.Rule, Node: node, Why: "there is no such piece"}
	}
	s.bound[d.def.Bind] = piece
	r := s.explainConds(d.where, 0)
	switch {
	case r != nil:
		return r
	case s.dec.Obliged:
		open := s.obligations()
		return s.unsatisfied(open[len(open)-1])
	}
	return &Reason{Rule: d.def.CostRule, Node: node, Why: fmt.Sprintf("a budget of %d buys nothing", s.dec.Budget)}
}

// explainSide explains why a side option is not legal.
func (s *State) explainSide(option int64) *Reason {
	if slices.Contains(s.dec.obliged.also, option) {
		return s.breach(BySide, option)
	}
	return s.explainOption(s.g.decisions[s.dec.Index].also, option)
}

func (s *State) explainOption(options []option, i int64) *Reason {
	if uint64(i) >= uint64(len(options)) {
		return &Reason{Rule: s.dec.Rule, Why: "there is no such option"}
	}
	return s.explainConds(options[i].where, 0)
}

// explainConds finds the first condition that is false. If it tests whether a procedure is possible, it explains the requirements of the
// procedure.
func (s *State) explainConds(conds []condition, depth int) *Reason {
	for i := range conds {
		c := &conds[i]
		if c.when(s) {
			continue
		}
		if finer := s.explainConds(c.because, depth); finer != nil {
			return finer
		}
		if inner := s.explainPossible(c, depth); inner != nil {
			if inner.Rule == "" {
				inner.Rule = c.rule
			}
			return inner
		}
		r := s.reasonAgainst(c.rule, c.node, c.when, func() string { return s.needs(c.is) })
		if c.is.Op == def.OpLocal {
			s.attribute(r, c.is)
		} else {
			s.attributeParts(r, c.is)
		}
		return r
	}
	return nil
}

// reasonAgainst returns the reason for a false condition: the effect without which it would hold, or else why.
func (s *State) reasonAgainst(rule string, node int32, holds cond, why func() string) *Reason {
	ban := s.ban(holds)
	if ban == nil {
		return &Reason{Rule: rule, Node: node, Why: why()}
	}
	return &Reason{Rule: cmp.Or(ban.Rule, rule), Node: node, Why: s.g.titleOf(ban) + " forbids it", Ban: ban.Node, Banned: rule}
}

// titleOf returns the title of the effect of an attachment, or its id.
func (g *Game) titleOf(a *def.Attachment) string {
	l := &g.def.Lasting[a.Lasting]
	return cmp.Or(l.Title, l.ID)
}

// waiver makes points ignore effects, and records the ignored ones.
type waiver struct {
	alone int32 // index of the only ignored attachment, -1: all are ignored
	met   []int32
}

// waives reports whether an effect in force is ignored.
func (s *State) waives(a *attachment) bool {
	w := s.waiver
	if w == nil || w.alone >= 0 && w.alone != a.index {
		return false
	}
	if !slices.Contains(w.met, a.index) {
		w.met = append(w.met, a.index)
	}
	return true
}

// ban returns the effect without which a false condition would hold, nil if there is none: the first single effect for which this is so, else
// the first of all effects if it is so without all of them. Memoised values include all effects, so the condition is evaluated as for an
// observer, who is notified of each use of an effect, and the locals of the running procedure are computed again. Without an effect a formula
// may be a fault; then ban returns nil.
func (s *State) ban(when cond) (ban *def.Attachment) {
	obs, depth, temp := s.obs, s.depth, len(s.temp)
	s.obs = nullObserver{}
	lets := s.lets()
	defer func() {
		if recover() != nil {
			ban, s.depth, s.temp = nil, depth, s.temp[:temp]
		}
		s.waiver, s.obs = nil, obs
		for _, l := range lets {
			s.stack[l.slot] = l.value
		}
	}()
	holds := func(w *waiver) bool {
		s.waiver = w
		for _, l := range lets {
			s.stack[l.slot] = l.set(s)
		}
		return when(s)
	}
	all := &waiver{alone: -1}
	if !holds(all) || len(all.met) == 0 {
		return nil
	}
	first := all.met[0]
	for _, i := range all.met {
		if holds(&waiver{alone: i}) {
			first = i
			break
		}
	}
	return &s.g.def.Attachments[first]
}

// let is a local of the running procedure that a single statement sets.
type let struct {
	slot  int32
	value int64
	set   num
}

// lets lists the locals of the running procedure whose values would be the same if they were computed now, in the order of the statements. Sets
// of several words are omitted.
func (s *State) lets() (lets []let) {
	_, proc := unpackCaller(s.stack[s.base])
	entry := s.g.def.Procs[proc].Entry
	code := s.g.code[entry:s.g.end(entry)]
	for i := range code {
		in := &code[i]
		if in.form() != setLocal || slices.ContainsFunc(code, func(o instr) bool {
			return o.form() == setLocal && o.place.local == in.place.local && o.node != in.node
		}) {
			continue
		}
		slot := s.base + in.place.local
		if l := (let{slot, s.stack[slot], in.first}); s.same(l) {
			lets = append(lets, l)
		}
	}
	return lets
}

// same reports whether a local has the value that its statement would give it now.
func (s *State) same(l let) (same bool) {
	depth, temp := s.depth, len(s.temp)
	defer func() {
		if recover() != nil {
			same, s.depth, s.temp = false, depth, s.temp[:temp]
		}
	}()
	return l.set(s) == l.value
}

// nullObserver is an observer that ignores all events.
type nullObserver struct{}

func (nullObserver) Event(*State, *Event) {}

// requirement is a test of a procedure within a condition: it binds the arguments and evaluates the requirements.
type requirement struct {
	bind func(*State) *procedure
	test cond
}

func (s *State) explainPossible(c *condition, depth int) *Reason {
	if depth >= maxExplain {
		return nil
	}
	for i := range c.possible {
		q := &c.possible[i]
		if q.test(s) {
			continue
		}
		p := q.bind(s)
		if p == nil {
			continue
		}
		if r := s.explainConds(p.requires, depth+1); r != nil {
			return r
		}
	}
	return nil
}

// addTitle prefixes a reason that names no effect with the title of the clause.
func (g *Game) addTitle(r *Reason) {
	if title := g.def.ClauseTitle(r.Rule); title != "" && r.Ban == 0 {
		r.Why = title + ": " + r.Why
	}
}

// fault converts the value of a panic to a *Fault, with place and path.
func (s *State) fault(r any) *Fault {
	f, ok := r.(*Fault)
	if !ok {
		f = &Fault{Why: fmt.Sprintf("internal: %v", r), Node: s.node}
	}
	if f.Node == 0 {
		f.Node = s.node
	}
	if f.Node > 0 {
		n := &s.g.def.Nodes[f.Node]
		f.File, f.Line, f.Rules = n.File, n.Line, n.Rules
	}
	for base := s.base; s.sp > 0; base = int32(s.stack[base+1]) {
		caller, p := unpackCaller(s.stack[base])
		f.Path = append(f.Path, s.g.def.Procs[p].ID)
		if caller < 0 {
			break
		}
	}
	slices.Reverse(f.Path)
	if n := len(f.Path); n > 2*maxPath {
		f.Path = append(append(f.Path[:maxPath:maxPath], "…"), f.Path[n-maxPath:]...)
	}
	if s.deciding >= 0 {
		f.Decision = s.g.def.Decisions[s.deciding].Name
	}
	return f
}

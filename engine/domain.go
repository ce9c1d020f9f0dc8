package engine

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// This file computes domains: the legal answers to a decision.

// decision is a compiled DecisionDef.
type decision struct {
	def           *def.DecisionDef
	by            num
	domain        *loop       // From and Where together; Take: the zones
	where         []condition // separately, for refusals
	from          num
	to            *loop // Pair: the second half
	secret        cond
	seen          num // the seats that learn the outcome of chance, nil: all
	options, also []option
	words         int   // of a set of members
	fulfils       int32 // variable that becomes true with any member, -1: none
	decisionBounds
	decisionSlots
	decisionHints
}

// decisionBounds is the size and the cost of an answer.
type decisionBounds struct {
	min, max     num
	cost, budget num
	openLimit    bool // Pick: max is a constant, so all seats know when it is reached
	filter       num  // Take: the pieces
	caps         []compiledCap
	tiers        []num
}

// decisionSlots are the positions in the frame where the answer is stored, 0 for none.
type decisionSlots struct {
	result, second, picked, count, total int
}

// decisionHints are the hints of the rulebook to the search of obligations.
type decisionHints struct {
	seek, needs cond
	sought      *loop // the members of the domain that satisfy seek, nil: only the whole domain can be evaluated
	hinted      bool  // the decision, or an option, has needs
}

// option is a compiled MenuOption.
type option struct {
	def   *def.MenuOption
	where []condition
	needs cond // search hint
}

type compiledCap struct {
	filter, max num
	each        bool
}

// decision compiles Decisions[i] for a procedure with code x.
func (b *builder) decision(i int32, x codeRange) {
	gd, node, part := &b.Def.Decisions[i], b.Node, b.Part
	b.Part = gd
	if b.NodeRef(gd.Node) != 0 {
		b.Node = gd.Node
	}
	d := &decision{def: gd, words: b.Def.Words(def.SetOf(gd.Elem))}
	form := gd.Kind.Row()
	if form == nil {
		b.Fail("decision %s is of unknown kind", gd.Name)
	}
	optional := func(e *def.Expr) num {
		if e == nil {
			return nil
		}
		return b.num(e)
	}
	if gd.By != nil {
		d.by = b.num(gd.By)
	} else if form.Seat {
		b.Fail("decision %s is of a kind that chance cannot answer", gd.Name)
	}
	d.min, d.max, d.budget = optional(gd.Min), optional(gd.Max), optional(gd.Budget)
	if gd.Seek != nil {
		d.seek = b.cond(gd.Seek)
	}
	if gd.Needs != nil {
		d.needs = b.cond(gd.Needs)
	}
	if gd.Secret != nil {
		d.secret = b.cond(gd.Secret)
	}
	d.seen = optional(gd.Seen)
	place := func(slot int32) int {
		if slot < 0 {
			return 0
		}
		return b.local(int64(slot))
	}
	d.result = place(gd.Result)
	if form.Answer == def.AnswerSet && d.result > 0 {
		b.local(int64(gd.Result) + int64(d.words) - 1)
	}
	if form.From {
		b.domainOf(d)
	}
	if d.domain != nil {
		b.inScope(d.domain, func() { d.cost = optional(gd.Cost) }, int64(gd.Bind))
	} else {
		d.cost = optional(gd.Cost)
	}
	if d.cost != nil && d.budget == nil {
		b.Fail("decision %s has a cost but no budget", gd.Name)
	}
	if form.Answer == def.AnswerNumber && d.max == nil {
		b.Fail("decision %s has no maximum", gd.Name)
	}
	if form.Picked {
		d.picked, d.count = b.local(int64(gd.Picked)), b.local(int64(gd.Count))
		d.openLimit = gd.Max != nil && gd.Max.Op == def.OpConst
		b.local(int64(gd.Picked) + int64(d.words) - 1)
	}
	if form.Pieces {
		b.take(d, place)
	}
	if form.Pairs {
		b.pairOf(d)
	}
	if d.needs != nil && form.Answer != def.AnswerMember {
		b.Fail("decision %s has needs but no members", gd.Name)
	}
	d.options, d.also = b.options(gd.Options, x), b.options(gd.Also, x)
	d.hinted = d.needs != nil || slices.ContainsFunc(d.options, func(o option) bool { return o.needs != nil })
	if form.Options && gd.Decline >= int64(len(gd.Options)) {
		b.Fail("decision %s declines with an option it does not have", gd.Name)
	}
	b.g.decisions[i] = *d
	b.Node, b.Part = node, part
}

// domainOf compiles From and Where.
func (b *builder) domainOf(d *decision) {
	gd := d.def
	if gd.From == nil {
		b.Fail("decision %s has no domain", gd.Name)
	}
	d.from = b.num(gd.From)
	if form := gd.Kind.Row(); !form.Pieces && !form.Pairs && form.Answer != def.AnswerOrder && gd.From.Type.Members().Kind != gd.Elem.Kind {
		b.Fail("decision %s is about things of another kind than its domain", gd.Name)
	}
	if !gd.Kind.Row().Where {
		return
	}
	d.domain = b.loopOver(gd.From, int64(gd.Bind), nil)
	for _, c := range gd.Where {
		d.domain.price += b.price(c.When)
	}
	d.domain.price += b.price(gd.Cost)
	where := func() {
		for _, c := range gd.Where {
			d.where = append(d.where, b.condition(c))
		}
	}
	if row := gd.Kind.Row(); row.Pieces || row.Pairs { // the conditions are on pieces in the zones, or on both halves of a pair
		where()
		return
	}
	if b.g.cover == nil {
		b.compilePlain(true, where)
		for _, c := range gd.Where {
			b.restrict(d.domain, int64(gd.Bind), c.When)
		}
		d.sought = b.sought(d)
		return
	}
	where()
	all := d.where
	d.domain.where = func(s *State) bool { return allOf(s, all) }
}

// sought compiles a second version of the domain that evaluates seek before the more expensive legality conditions. It returns nil if the
// decision has no seek, or if evaluating it could be a fault.
func (b *builder) sought(d *decision) *loop {
	gd := d.def
	if gd.Seek == nil || b.mayFault(gd.Seek) {
		return nil
	}
	slot := int64(gd.Bind)
	l := b.loopOver(gd.From, slot, nil)
	l.price = d.domain.price + b.price(gd.Seek)
	b.restrict(l, slot, gd.Seek)
	for _, c := range gd.Where {
		b.restrict(l, slot, c.When)
	}
	return l
}

// maxTiers bounds the tiers of a Take.
const maxTiers = def.MaxTiers

func (b *builder) take(d *decision, place func(int32) int) {
	def := d.def
	if def.Filter == nil {
		b.Fail("decision %s takes no pieces", def.Name)
	}
	d.filter = b.num(def.Filter)
	for _, c := range def.Caps {
		d.caps = append(d.caps, compiledCap{filter: b.num(c.Filter), max: b.num(c.Max), each: c.Each})
	}
	b.AtMost("tiers", len(def.Tiers), maxTiers)
	for _, t := range def.Tiers {
		d.tiers = append(d.tiers, b.num(t))
	}
	d.total = place(def.Total)
	if def.Result >= 0 {
		b.local(int64(def.Result) + int64(max(def.Entries, 0)))
	}
}

func (b *builder) options(list []def.MenuOption, x codeRange) []option {
	var out []option
	for i := range list {
		o := option{def: &list[i]}
		b.target(list[i].Target, x)
		b.OrNone("procedure of option "+list[i].Name, int64(list[i].Proc), len(b.Def.Procs))
		for _, c := range list[i].Where {
			o.where = append(o.where, b.condition(c))
		}
		if list[i].Needs != nil {
			o.needs = b.cond(list[i].Needs)
		}
		out = append(out, o)
	}
	return out
}

func allOf(s *State, conds []condition) bool {
	for i := range conds {
		if !conds[i].when(s) {
			return false
		}
	}
	return true
}

// compute computes the domain of the decision at pc into dec. first reports that the machine has just reached it: then hook events of its
// limits are emitted.
func (s *State) compute(first bool) {
	in := &s.g.code[s.pc]
	d, dec := &s.g.decisions[in.a], &s.dec
	gd := d.def
	s.deciding, s.node, s.temp = in.a, gd.Node, s.temp[:0]
	if s.node == 0 {
		s.node = in.node
	}
	dec.begin(in.a, d)
	s.strict = false
	if d.by != nil {
		seat := d.by(s)
		if uint64(seat) >= uint64(len(s.g.def.Seats)) {
			s.fail(s.node, "decision %s: no seat decides (%d)", gd.Name, seat)
		}
		dec.Seat = small(seat)
	}
	s.strict = first
	lo, hi := int64(0), int64(maxChoice)
	if d.min != nil {
		lo = d.min(s)
	}
	if d.max != nil {
		hi = d.max(s)
	}
	if gd.Exact {
		lo = hi
	}
	if d.budget != nil {
		dec.Budget = d.budget(s)
	}
	if d.caps != nil {
		s.caps(d)
	}
	if d.seen != nil {
		dec.seen = d.seen(s)
	}
	s.strict = false
	row := gd.Kind.Row()
	switch row.Answer {
	case def.AnswerMember:
		switch {
		case row.Picked:
			s.pick(d, lo, hi)
		case row.Pairs:
			s.pairs(d)
		default:
			s.gather(d, 0)
		}
	case def.AnswerSet:
		s.gather(d, 0)
		s.subset(d, lo, hi)
	case def.AnswerCounts:
		s.takeDomain(d, lo, hi)
	case def.AnswerNumber:
		s.span(d, lo, hi)
	case def.AnswerOption:
		dec.Options = s.choices(dec.Options, d.options)
		if gd.Decline >= 0 && allOf(s, d.options[gd.Decline].where) {
			dec.Decline = int32(gd.Decline)
		}
	case def.AnswerOrder:
		pile := s.pile(d.from(s))
		s.spend(orderSteps * int64(len(pile)))
		for _, c := range pile {
			dec.Members = append(dec.Members, int64(c))
		}
	}
	if d.also != nil {
		dec.Also = s.choices(dec.Also, d.also)
	}
	if s.within != nil && d.hinted {
		s.prune()
	}
	if row.Options && len(dec.Options)+len(dec.Also) == 0 {
		s.fail(s.node, "decision %s: no option is legal", gd.Name)
	}
	if s.open > 0 && s.within == nil && d.by != nil {
		s.oblige()
	}
	s.domain = true
}

// begin resets dec to a decision with an empty domain. It keeps the capacity of slices.
func (dec *Decision) begin(index int32, d *decision) {
	gd := d.def
	dec.Index, dec.Name, dec.Rule, dec.Kind, dec.Seat, dec.Elem, dec.words = index, gd.Name, gd.Rule, gd.Kind, Chance, gd.Elem, d.words
	dec.Members, dec.Costs, dec.Budget = dec.Members[:0], dec.Costs[:0], 0
	dec.Options, dec.Also, dec.Decline = dec.Options[:0], dec.Also[:0], -1
	dec.Stop, dec.Min, dec.Max, dec.Count = false, 0, 0, 0
	dec.Entries, dec.Fault, dec.seen = dec.Entries[:0], nil, 0
	if dec.Obliged {
		dec.Obliged, dec.obliged = false, obliged{}
	}
}

// choices appends the options whose conditions hold.
func (s *State) choices(to []Option, from []option) []Option {
	for i := range from {
		if o := &from[i]; allOf(s, o.where) {
			to = append(to, Option{Index: int32(i), Name: o.def.Name, Proc: o.def.Proc, Value: o.def.Value})
		}
	}
	return to
}

// gather lists the members of the domain and their costs, without the members of a set of the same width.
func (s *State) gather(d *decision, without int64) {
	dec := &s.dec
	c := d.domain.begin(s)
	if d.domain.filterSet != nil && d.cost == nil && without == 0 {
		dec.Members = d.domain.filterPile(s, &c, dec.Members)
		return
	}
	seen := 0
	if rec := s.g.cover; rec != nil {
		defer func() { rec.filter(d.def.Node, len(dec.Members), seen) }()
		seen = s.size(d, c.source)
	}
	for v, ok := d.domain.next(s, &c); ok; v, ok = d.domain.next(s, &c) {
		if without != 0 && s.has(without, v, d.words) {
			continue
		}
		if d.cost != nil {
			dec.Costs = append(dec.Costs, s.costOf(d, v))
		}
		dec.Members = append(dec.Members, v)
	}
}

// size returns the number of members of From.
func (s *State) size(d *decision, source int64) int {
	if n := d.domain.words; n > 1 {
		return small(value.CountBits(s.bitsOf(source, n)))
	}
	if d.domain.list == nil {
		return small(value.Size(source))
	}
	n := 0
	for {
		if _, ok := d.domain.list(s, source, int64(n)); !ok {
			return n
		}
		n++
	}
}

// costOf returns the cost of a candidate. A run of the domain's loop must have begun since the last write.
func (s *State) costOf(d *decision, v int64) int64 {
	s.bound[d.def.Bind] = v
	c := d.cost(s)
	if c < 0 || c > 1<<30 {
		s.fail(s.node, "decision %s: a cost of %d", d.def.Name, c)
	}
	return c
}

// cheapest sorts the costs of the members in ascending order. sums, in lists[0], are the totals of the cheapest 0, 1, 2... members; sorted, in
// lists[1], the single costs.
func (s *State) cheapest() (sums, sorted []int64) {
	sorted = append(s.lists[1][:0], s.dec.Costs...)
	for i := 1; i < len(sorted); i++ {
		for j := i; j > 0 && sorted[j] < sorted[j-1]; j-- {
			sorted[j], sorted[j-1] = sorted[j-1], sorted[j]
		}
	}
	sums = append(s.lists[0][:0], 0)
	for i, c := range sorted {
		sums = append(sums, sums[i]+c)
	}
	s.lists[0], s.lists[1] = sums, sorted
	return sums, sorted
}

// subset sets the bounds of a Subset and drops members that no legal answer contains.
func (s *State) subset(d *decision, lo, hi int64) {
	dec := &s.dec
	hi = max(0, min(hi, int64(len(dec.Members))))
	lo = max(0, min(lo, hi))
	if d.cost != nil {
		sums, sorted := s.cheapest()
		reach := int64(0)
		for reach < hi && sums[reach+1] <= dec.Budget {
			reach++
		}
		hi = min(hi, reach)
		lo = min(lo, hi)
		s.keepAffordable(sums, sorted, max(lo, 1)-1)
		hi = min(hi, int64(len(dec.Members)))
	} else if hi == 0 {
		dec.Members = dec.Members[:0]
	}
	dec.Min, dec.Max = small(min(lo, hi)), small(hi)
}

// keepAffordable removes the members that the budget does not cover together with the cheapest others, given by number. The budget must cover the
// others+1 cheapest.
func (s *State) keepAffordable(sums, sorted []int64, others int64) {
	dec := &s.dec
	n := 0
	for i, v := range dec.Members {
		c := dec.Costs[i]
		if others > 0 && c <= sorted[others-1] || c+sums[others] <= dec.Budget {
			dec.Members[n], dec.Costs[n] = v, c
			n++
		}
	}
	dec.Members, dec.Costs = dec.Members[:n], dec.Costs[:n]
}

// pick sets the members and bounds of a Pick.
func (s *State) pick(d *decision, lo, hi int64) {
	dec := &s.dec
	lo, hi = min(lo, maxChoice), min(hi, maxChoice)
	at := int(s.base)
	count, picked := s.stack[at+d.count], int64(0)
	if !d.def.Again {
		picked = s.pickedSet(d)
	}
	if count < hi {
		s.gather(d, picked)
		if d.cost != nil && len(dec.Members) > 0 {
			sums, sorted := s.cheapest()
			others := max(lo-count, 1) - 1
			if d.def.Again || others >= int64(len(sorted)) || sums[others+1] > dec.Budget {
				others = 0
			}
			s.keepAffordable(sums, sorted, others)
		}
	}
	if d.max == nil {
		hi = count + int64(len(dec.Members))
		lo = min(lo, hi)
	}
	dec.Count, dec.Min, dec.Max = small(count), small(min(max(lo, 0), maxChoice)), small(max(min(hi, maxChoice), -maxChoice))
	dec.Stop = count >= lo || len(dec.Members) == 0
}

// pickedSet returns the set of the members picked so far by a Pick.
func (s *State) pickedSet(d *decision) int64 {
	at := int(s.base) + d.picked
	if d.words > 1 {
		return s.held(s.stack[at : at+d.words])
	}
	return s.stack[at]
}

// maxChoice bounds the numbers of an Amount or a Roll, so that their count fits an int on every platform.
const maxChoice = 1 << 30

// span sets the range of an Amount or a Roll.
func (s *State) span(d *decision, lo, hi int64) {
	if hi < lo {
		if d.def.Kind.Row().Random {
			s.fail(s.node, "decision %s: nothing to roll between %d and %d", d.def.Name, lo, hi)
		}
		lo = hi
	}
	if lo < -maxChoice || hi > maxChoice {
		s.fail(s.node, "decision %s: %d to %d; a number to choose or roll lies between %d and %d", d.def.Name, lo, hi, -maxChoice, maxChoice)
	}
	s.dec.Min, s.dec.Max = small(lo), small(hi)
}

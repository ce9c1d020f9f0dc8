package engine

// This file answers decisions: forced answers, checks of answers, and their writes.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/value"
)

// decide computes the decision at pc. It reports whether the decision was forced; then pc has advanced.
func (s *State) decide(in *instr) bool {
	s.compute(true)
	if form, value, ok := s.forced(); ok {
		if s.obs != nil {
			s.status = asking // an observer may call Refuses to see why no other answer was legal
		}
		s.commit(Forced, form, value)
		s.status = running
		return true
	}
	if s.obs != nil {
		s.status = asking
		s.emit(Asked, in.node, DecisionEvent{Decision: int64(in.a), Seat: s.dec.Seat, Seen: s.dec.seen}.numbers())
	}
	return false
}

// forced returns the answer of a decision with a single legal one. For a Take it is in dec.take.best, for a Shuffle in dec.Members.
func (s *State) forced() (AnswerForm, int64, bool) {
	dec := &s.dec
	row := dec.Kind.Row()
	d := &s.g.decisions[dec.Index]
	if d.secret != nil && !(d.openLimit && dec.Count >= dec.Max) && s.answerable() && d.secret(s) {
		return 0, 0, false
	}
	switch row.Answer {
	case def.AnswerMember:
		return s.forcedMember(row.Picked)
	case def.AnswerSet:
		if dec.Max == 0 {
			return ByValue, s.choose(nil), true
		}
		if dec.Min == dec.Max && s.soleSubset() {
			return ByValue, s.choose(dec.Members), true
		}
	case def.AnswerCounts:
		if dec.Obliged {
			if dec.obliged.answers == 1 {
				copy(dec.take.best, dec.obliged.least)
				return ByValue, int64(dec.Min), true
			}
		} else if dec.Min == dec.Max {
			sole := dec.single(int64(dec.Min))
			if s.payTake(); sole {
				return ByValue, int64(dec.Min), true
			}
		}
	case def.AnswerNumber:
		if dec.Min == dec.Max {
			return ByValue, int64(dec.Min), true
		}
	case def.AnswerOption:
		if len(dec.Options) == 1 && len(dec.Also) == 0 {
			return ByOption, int64(dec.Options[0].Index), true
		}
	case def.AnswerOrder:
		if len(dec.Members) < 2 {
			s.order = append(s.order[:0], dec.Members...)
			return ByValue, 0, true
		}
	}
	return 0, 0, false
}

// answerable reports whether the pending decision has a legal answer; only one that is answered by a member may have none.
func (s *State) answerable() bool {
	dec := &s.dec
	return dec.Kind.Row().Answer != def.AnswerMember || dec.Stop || len(dec.Members)+len(dec.Also) > 0
}

// choose returns the answer to a Subset in the form that commit expects: a set, or for wide sets 0, with the members in s.chosen.
func (s *State) choose(members []int64) int64 {
	if s.dec.words > 1 {
		s.chosen = append(s.chosen[:0], members...)
		return 0
	}
	set := int64(0)
	for _, v := range members {
		set |= value.Singleton(v)
	}
	return set
}

// forcedMember implements forced for a decision that is answered by a member; a pick may be forced to stop.
func (s *State) forcedMember(picked bool) (AnswerForm, int64, bool) {
	dec := &s.dec
	switch {
	case len(dec.Also) > 0:
		return BySide, int64(dec.Also[0].Index), len(dec.Also) == 1 && len(dec.Members) == 0 && !dec.Stop
	case picked && dec.Stop:
		return ByStop, 0, len(dec.Members) == 0
	case len(dec.Members) == 1:
		return ByValue, dec.Members[0], true
	case len(dec.Members) == 0:
		return ByValue, def.None, true
	}
	return 0, 0, false
}

// soleSubset reports whether there is a single choice of Min == Max members. Only members of legal answers are listed, so this holds if all
// of them are needed.
func (s *State) soleSubset() bool { return len(s.dec.Members) == s.dec.Min }

// commit writes a legal answer and advances pc. The counts of a Take are in dec.take.best, the order of a Shuffle in s.order.
func (s *State) commit(kind EventKind, form AnswerForm, value int64) {
	in := &s.g.code[s.pc]
	d := &s.g.decisions[in.a]
	locals := s.stack[s.base:s.sp]
	var values []int64
	row := d.def.Kind.Row()
	switch row.Answer {
	case def.AnswerCounts:
		values = s.taken(d, locals)
	case def.AnswerOrder:
		values = s.order
	case def.AnswerSet:
		if d.words > 1 {
			values = s.chosen
			s.keepChosen(d, locals)
		}
	}
	if s.obs != nil {
		s.event.Values = values
		s.emit(kind, in.node, DecisionEvent{int64(in.a), s.dec.Seat, form, value, s.dec.seen}.numbers())
	}
	switch form {
	case BySide:
		s.pc = d.also[value].def.Target
		return
	case ByOption:
		if d.result > 0 {
			locals[d.result] = d.options[value].def.Value
		}
		s.pc = d.options[value].def.Target
		return
	case ByStop:
		value = def.None
	}
	s.pc++
	switch row.Answer {
	case def.AnswerCounts:
		if d.total > 0 {
			locals[d.total] = value
		}
		return
	case def.AnswerOrder:
		pile := s.pile(d.from(s))
		for i, c := range s.order {
			pile[i] = uint16(c)
			s.hideCard(d.def.Node, c)
		}
		s.recordWrite(facts.InPiles)
		return
	}
	if row.Answer == def.AnswerSet && d.words > 1 {
		return
	}
	if row.Pairs {
		value, locals[d.second] = def.Halves(value)
	}
	if d.result > 0 {
		locals[d.result] = value
	}
}

// keepChosen writes the answer to a Subset with wide sets into the frame.
func (s *State) keepChosen(d *decision, locals []int64) {
	if d.result == 0 {
		return
	}
	to := locals[d.result : d.result+d.words]
	clear(to)
	for _, v := range s.chosen {
		value.SetBit(to, v)
	}
}

// taken writes the list of taken pieces into the frame and returns its packed entries.
func (s *State) taken(d *decision, locals []int64) []int64 {
	list := s.lists[2][:0]
	for i, n := range s.dec.take.best {
		if n > 0 {
			e := &s.dec.Entries[i]
			list = append(list, int64(e.Zone)<<24|int64(e.Class)<<16|int64(n))
		}
	}
	s.lists[2] = list
	if d.result > 0 {
		room := locals[d.result : d.result+1+int(d.def.Entries)]
		clear(room)
		room[0] = int64(len(list))
		copy(room[1:], list)
	}
	return list
}

// Apply answers the pending decision and runs the machine to the next one. It returns a *Refusal for an illegal answer and a *Fault for a
// fault of the specification; both leave the state unchanged.
func (s *State) Apply(a Answer) error {
	if s.status != asking {
		return s.Advance(a)
	}
	if s.shadow == nil {
		s.shadow = s.g.newValue(len(s.stack))
	}
	s.CopyTo(s.shadow)
	err := s.Advance(a)
	if s.status == broken {
		s.shadow.CopyTo(s)
		if s.obs != nil {
			s.primeWatch()
		}
	}
	return err
}

// Advance is Apply without a backup copy, for a state that is discarded after a fault. A *Refusal leaves the state unchanged; after a *Fault
// the state is invalid until CopyTo overwrites it.
func (s *State) Advance(a Answer) (err error) {
	if s.status != asking {
		return &Refusal{Reason: Reason{Why: "no decision is pending"}}
	}
	fuel := s.allow(s.g.refuel())
	s.busy = true
	s.g.profile.begin()
	defer func() {
		s.busy = false
		s.g.profile.end()
		s.g.conclude(fuel, s.fuel)
		s.charge(fuel)
		if r := recover(); r != nil {
			err = s.fault(r)
			s.status, s.depth, s.domain = broken, 0, false
		}
	}()
	if !s.domain {
		s.compute(false)
	}
	form, value, r := s.check(&a)
	if r != nil {
		return r
	}
	if a.Kind == Stance {
		s.stand(&a)
		return nil
	}
	s.commit(Answered, form, value)
	if s.open > 0 && s.dec.Seat == Chance {
		s.relax()
	}
	s.run()
	return nil
}

// refuse returns a refusal of the pending decision with reason r or, if r is nil, with why.
func (s *State) refuse(candidate, why string, r *Reason) *Refusal {
	if r == nil {
		r = &Reason{Why: why, Node: s.g.def.Decisions[s.dec.Index].Node}
	}
	out := &Refusal{s.dec.Name, candidate, *r}
	if out.Rule == "" {
		out.Rule = s.dec.Rule
	}
	s.g.addTitle(&out.Reason)
	return out
}

// Refuses explains why an answer to the pending decision is not legal; it returns nil if the answer is legal or no decision is pending. It
// does not change the state. Observers may call it during a forced decision.
func (s *State) Refuses(a Answer) (r *Refusal) {
	fault := s.explained(func() *Reason {
		_, _, r = s.check(&a)
		return nil
	})
	if fault != nil {
		return s.refuse("", "", fault)
	}
	return r
}

// check compares an answer with the domain and returns it in the form that commit expects.
func (s *State) check(a *Answer) (AnswerForm, int64, *Refusal) {
	dec, gd := &s.dec, s.g.decisions[s.dec.Index].def
	switch a.Kind {
	case Reply:
	case Side:
		return s.checkSide(a)
	case Stance:
		return 0, 0, s.checkStance(a)
	default:
		return 0, 0, s.refuse("", fmt.Sprintf("there is no answer of kind %d", a.Kind), nil)
	}
	row := dec.Kind.Row()
	switch row.Answer {
	case def.AnswerMember:
		if row.Picked && a.Stop {
			if !dec.Stop && dec.obliged.stop {
				return 0, 0, s.refuse("stop", "", s.breach(ByStop, def.None))
			}
			if !dec.Stop {
				return 0, 0, s.refuse("stop", "", s.bounded(gd.Least(), fmt.Sprintf("%d of at least %d are chosen", dec.Count, dec.Min)))
			}
			return ByStop, 0, nil
		}
		for _, v := range dec.Members {
			if v == a.Member {
				return ByValue, v, nil
			}
		}
		return 0, 0, s.refuse(s.g.Format(a.Member, dec.Elem), "", s.explain(a.Member))
	case def.AnswerSet:
		return s.checkSubset(a)
	case def.AnswerCounts:
		if r := s.checkTake(a.Counts); r != nil {
			return 0, 0, r
		}
		total := int64(0)
		for i, n := range a.Counts {
			dec.take.best[i] = n
			total += int64(n)
		}
		if r := s.checkObligations(total); r != nil {
			return 0, 0, r
		}
		return ByValue, total, nil
	case def.AnswerNumber:
		if r := s.explainNumber(a.N); r != nil {
			return 0, 0, s.refuse(fmt.Sprint(a.N), "", r)
		}
		return ByValue, a.N, nil
	case def.AnswerOption:
		for i := range dec.Options {
			if dec.Options[i].Index == a.Option {
				return ByOption, int64(a.Option), nil
			}
		}
		name := fmt.Sprint(a.Option)
		if o := s.g.decisions[dec.Index].options; uint64(a.Option) < uint64(len(o)) {
			name = o[a.Option].def.Name
		}
		return 0, 0, s.refuse(name, "", s.explain(int64(a.Option)))
	}
	return s.checkOrder(a.Order)
}

func (s *State) checkSide(a *Answer) (AnswerForm, int64, *Refusal) {
	for i := range s.dec.Also {
		if s.dec.Also[i].Index == a.Option {
			return BySide, int64(a.Option), nil
		}
	}
	name := fmt.Sprint(a.Option)
	if o := s.g.decisions[s.dec.Index].also; uint64(a.Option) < uint64(len(o)) {
		name = o[a.Option].def.Name
	}
	return 0, 0, s.refuse(name, "", s.explainSide(int64(a.Option)))
}

// checkTake explains why counts are not a legal answer to a Take.
func (s *State) checkTake(counts []int32) *Refusal {
	dec, gd := &s.dec, s.g.decisions[s.dec.Index].def
	wrong := dec.violation(counts)
	name := ""
	if wrong.at >= 0 {
		name = s.g.Format(int64(dec.Entries[wrong.at].Zone)<<8|int64(dec.Entries[wrong.at].Class), def.TPiece)
	}
	reason := &Reason{Node: gd.Node, Why: wrong.why}
	switch wrong.kind {
	case noViolation:
		return nil
	case tooFew:
		reason = s.bounded(gd.Least(), wrong.why)
	case tooMany:
		n := int64(0)
		for _, c := range counts {
			n += int64(c)
		}
		reason = s.above(n, wrong.why)
	case tooDear:
		reason.Rule = gd.CostRule
	case overCap:
		reason.Rule = gd.Caps[wrong.cap].Rule
	}
	return s.refuse(name, "", reason)
}

func (s *State) checkSubset(a *Answer) (AnswerForm, int64, *Refusal) {
	dec, gd := &s.dec, s.g.decisions[s.dec.Index].def
	members := a.Chosen
	if dec.words == 1 {
		s.chosen = value.AppendMembers(s.chosen[:0], a.Set)
		members = s.chosen
	} else if members = slices.Sorted(slices.Values(members)); len(slices.Compact(members)) < len(a.Chosen) {
		return 0, 0, s.refuse("", "a member is chosen twice", nil)
	}
	n, cost := int64(len(members)), int64(0)
	for _, v := range members {
		i := slices.Index(dec.Members, v)
		if i < 0 {
			return 0, 0, s.refuse(s.g.Format(v, dec.Elem), "", s.explain(v))
		}
		if len(dec.Costs) > 0 {
			cost += dec.Costs[i]
		}
	}
	name := func() string { return "{" + strings.Join(s.names(members, dec.Elem), ", ") + "}" }
	lo, hi := dec.bounds()
	switch {
	case n < int64(lo) || n > int64(hi):
		why := fmt.Sprintf("%d are chosen, it must be %d to %d", n, lo, hi)
		if n > int64(hi) {
			return 0, 0, s.refuse(name(), "", s.above(n, why))
		}
		return 0, 0, s.refuse(name(), "", s.bounded(gd.Least(), why))
	case len(dec.Costs) > 0 && cost > dec.Budget:
		return 0, 0, s.refuse(name(), "", &Reason{Rule: gd.CostRule, Node: gd.Node,
			Why: fmt.Sprintf("the cost of %d is more than the budget of %d", cost, dec.Budget)})
	}
	set := s.choose(members)
	if r := s.checkObligations(set); r != nil {
		return 0, 0, r
	}
	return ByValue, set, nil
}

// names spells values of a type.
func (s *State) names(list []int64, t def.Type) []string {
	out := make([]string, len(list))
	for i, v := range list {
		out[i] = s.g.Format(v, t)
	}
	return out
}

func (s *State) checkOrder(order []int64) (AnswerForm, int64, *Refusal) {
	dec := &s.dec
	no := func() (AnswerForm, int64, *Refusal) {
		return 0, 0, s.refuse("", "the order must hold every card of the pile once", nil)
	}
	if len(order) != len(dec.Members) {
		return no()
	}
	var room [8]int64 // enough for most decks
	missing := append(room[:0], make([]int64, len(s.cards)/def.WordBits+1)...)
	for _, c := range dec.Members {
		value.SetBit(missing, c)
	}
	for _, c := range order {
		if !value.HasBit(missing, c) {
			return no()
		}
		value.ClearBit(missing, c)
	}
	s.order = append(s.order[:0], order...)
	return ByValue, 0, nil
}

// Draw returns the answer of the state's own generator to the pending chance decision, and advances the generator. The slices of the answer
// are valid until the next Draw or Apply. It is an error if no chance decision is pending, or if its domain cannot be computed.
func (s *State) Draw() (Answer, error) {
	dec := s.Decision()
	if dec == nil || dec.Seat != Chance {
		return Answer{}, &Refusal{Reason: Reason{Why: "no chance decision is pending"}}
	}
	if dec.Fault != nil {
		return Answer{}, dec.Fault
	}
	switch dec.Kind.Row().Answer {
	case def.AnswerOption:
		if len(dec.Options) == 0 {
			return Answer{Kind: Side, Option: dec.Also[s.gen.Below(uint32(len(dec.Also)))].Index}, nil
		}
		return Answer{Option: dec.Options[s.gen.Below(uint32(len(dec.Options)))].Index}, nil
	case def.AnswerNumber:
		return Answer{N: int64(dec.Min) + int64(s.gen.Below(uint32(dec.Max-dec.Min+1)))}, nil
	case def.AnswerOrder:
		s.order = append(s.order[:0], dec.Members...)
		for i := len(s.order) - 1; i > 0; i-- {
			j := s.gen.Below(uint32(i + 1))
			s.order[i], s.order[j] = s.order[j], s.order[i]
		}
		return Answer{Order: s.order}, nil
	}
	return Answer{Member: dec.Members[s.gen.Below(uint32(len(dec.Members)))]}, nil
}

// Decision returns the pending decision, nil when the game is over. If its domain cannot be computed, Decision.Fault gives the reason.
func (s *State) Decision() *Decision {
	if s.status != asking {
		return nil
	}
	if !s.domain {
		s.recompute()
	}
	return &s.dec
}

// recompute computes the domain of the pending decision again.
func (s *State) recompute() {
	defer func() {
		if r := recover(); r != nil {
			s.depth = 0
			dec := &s.dec
			*dec = Decision{Index: dec.Index, Name: dec.Name, Rule: dec.Rule, Kind: dec.Kind, Seat: dec.Seat, Elem: dec.Elem, Decline: -1, words: dec.words,
				Members: dec.Members[:0], Costs: dec.Costs[:0], Options: dec.Options[:0], Also: dec.Also[:0], Entries: dec.Entries[:0],
				Fault: s.fault(r), take: dec.take}
		}
	}()
	defer s.beginQuery()()
	s.compute(false)
}

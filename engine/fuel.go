package engine

// This file defines the cost of execution, which bounds the work between two decisions for every rulebook. Fuel is spent by each instruction,
// each member of a loop in a formula, and each rule that a formula evaluates, in proportion to the size of the formula.

import "rulebound/engine/def"

const (
	// maxFuel bounds the steps between two decisions.
	maxFuel = 1 << 24
	// maxWatch bounds the steps for watched values between two decisions, for an observer.
	maxWatch = 1 << 24
	// maxForesight bounds the steps of the search of obligations between two decisions.
	maxForesight = 1 << 26
	// maxStatic bounds the steps for evaluating state-independent expressions when a game is loaded.
	maxStatic = 1 << 23
	// maxWork bounds the operators visited when a game is loaded, including those in rules that are compiled several times.
	maxWork = 1 << 24
	// stepOps is the number of operators per step.
	stepOps = 16
	// askSteps is the fixed cost, charged to a Budget, of each query and each answer.
	askSteps = 256
	// orderSteps is the cost of publishing, drawing, checking and reporting a card of a new order.
	orderSteps = 4
)

// spend consumes fuel.
func (s *State) spend(n int64) {
	if s.fuel -= n; s.fuel < 0 {
		s.exhausted()
	}
}

func (s *State) exhausted() {
	if s.budget != nil && s.budget.Left() < maxFuel {
		s.fail(s.node, "step limit reached: the play takes more steps than it may")
	}
	s.fail(s.node, "step limit reached: %d steps without a decision; a loop never ends, or a formula visits too many members", maxFuel)
}

// price returns the steps of evaluating expressions, without the members that they visit and the rules that they evaluate.
func (b *builder) price(list ...*def.Expr) int64 {
	n := int64(0)
	for _, e := range list {
		n += b.weigh(e)
	}
	return 1 + n/stepOps
}

// weigh returns the weight of an expression: its operators, each with the weight given by own.
func (b *builder) weigh(e *def.Expr) (n int64) {
	if e == nil {
		return 0
	}
	b.chargeLoading(1)
	if len(e.Args) == 0 {
		return b.own(e)
	}
	if e.Op.Row().Binds { // a loop is also weighed as part of the enclosing loops
		if n, ok := b.weights[e]; ok {
			return n
		}
		defer func() { b.weights[e] = n }()
	}
	n = b.own(e)
	for _, a := range e.Args {
		n += b.weigh(a)
	}
	return n
}

// weighs reports whether the weight of an expression is at least least; it stops counting there.
func (b *builder) weighs(e *def.Expr, least int64) bool { return b.weighTo(e, least) >= least }

func (b *builder) weighTo(e *def.Expr, enough int64) int64 {
	if e == nil {
		return 0
	}
	b.chargeLoading(1)
	n := b.own(e)
	for _, a := range e.Args {
		if n >= enough {
			break
		}
		n += b.weighTo(a, enough-n)
	}
	return n
}

// own returns the weight of an operator without its operands. A wide set weighs as much as it has words.
func (b *builder) own(e *def.Expr) int64 {
	n := b.words(e)
	for _, a := range e.Args {
		n = max(n, b.words(a))
	}
	return int64(n-1) + b.ownOf(e)
}

// ownOf is own without the extra weight of wide sets.
func (b *builder) ownOf(e *def.Expr) int64 {
	switch e.Op {
	case def.OpDistance:
		return b.zones() * 4
	case def.OpReachable, def.OpPathCost:
		return b.zones() * 16
	case def.OpRay, def.OpBeyond:
		return stepOps
	case def.OpStep:
		if len(e.Args) > 2 {
			return stepOps
		}
	case def.OpPiecesIn:
		if filter := e.Args[1]; filter != nil && filter.Op == def.OpConst && b.g.classWords == 1 {
			return b.zones() * int64(1+len(b.classes(filter.I))/4)
		}
		return b.zones() * int64(1+b.g.nclass/4)
	case def.OpDigest:
		return b.zones() * int64(1+b.g.nclass/4)
	case def.OpFlood, def.OpWithin, def.OpAround:
		if b.g.zoneWords > 1 {
			return b.zones() * 4
		}
		return stepOps
	case def.OpRoom:
		return stepOps * (1 + b.limits*int64(b.g.classWords))
	case def.OpHolding:
		return stepOps + int64(b.g.nclass*b.g.zoneWords)/4
	case def.OpHomeIn:
		return 1 + int64(b.g.nclass)
	case def.OpHighest, def.OpLowest, def.OpConsecutive:
		return 8 * int64(b.Def.Words(e.Type))
	case def.OpPieces, def.OpTypeOf, def.OpRunning:
		return stepOps * int64(b.g.classWords)
	case def.OpPileOf:
		return 1 + int64(len(b.Def.Cards)+len(b.Def.Piles))/4
	case def.OpRecurred:
		if c := uint64(e.I); c < uint64(len(b.g.cell)) && b.g.cell[c].v >= 0 {
			return 1 + int64(b.Def.Vars[b.g.cell[c].v].Len)/4
		}
	case def.OpPoolLeft:
		return 1 + b.pool(e.I)
	}
	return 1
}

// pool returns the weight of counting the markers left in a pool.
func (b *builder) pool(i int64) (n int64) {
	if uint64(i) < uint64(len(b.g.poolVars)) {
		for _, v := range b.g.poolVars[i] {
			n += 1 + int64(v.Len)/4
		}
	}
	return n
}

// zones returns the number of zones that the words of a zone set can hold.
func (b *builder) zones() int64 { return int64(b.g.zoneWords * def.WordBits) }

// chargeLoading counts work done by loading, and fails if it exceeds maxWork.
func (b *builder) chargeLoading(n int) {
	if b.work += n; b.work > maxWork {
		b.Fail("the game is too intricate: its rules, with all functions and procedures they use, have more than %d operators", maxWork)
	}
}

// effort returns the price of an instruction, including the decision that it asks.
func (b *builder) effort(in *def.Instr) int64 {
	n := b.price(in.X...)
	switch in.Op {
	case def.CDecide:
		if uint64(in.A) < uint64(len(b.efforts)) {
			n += b.efforts[in.A]
		}
	case def.CRecord:
		n += def.MaxPositions / 64
	case def.CMark:
		for i := range b.g.poolVars {
			n += b.pool(int64(i)) / stepOps
		}
	case def.CNote: // an observer may spell its values
		for _, e := range in.X {
			if n += 4; e != nil && e.Type.Kind == def.KSet {
				n += def.WordBits * int64(b.Def.Words(e.Type))
			}
		}
	case def.CCard, def.CMoveCards:
		n += int64(len(b.Def.Cards)) / 64
	case def.CExpire:
		n += int64(len(b.Def.Lasting)) / stepOps
	case def.CEnter, def.CLeave:
		n += int64(len(b.Def.ActionCells)) / stepOps
	case def.CMoveAll, def.CFlipAll, def.CUntagAll:
		n += b.zones()
	}
	return n
}

// weighDecisions computes the cost of each decision in addition to its instruction.
func (b *builder) weighDecisions() {
	for _, limits := range b.g.limits {
		b.limits = max(b.limits, int64(len(limits)))
	}
	b.efforts = make([]int64, len(b.Def.Decisions))
	for r := range b.Def.Roots() {
		if r.In == def.InDecision {
			b.efforts[r.Index] += b.weigh(r.Expr)
		}
	}
	for i := range b.efforts {
		b.efforts[i] /= stepOps
		if d := &b.Def.Decisions[i]; d.Kind.Row() != nil && d.Kind.Row().Pieces {
			b.efforts[i] += b.zones()
		}
	}
}

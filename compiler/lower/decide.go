package lower

// This file lowers decisions: the statements by which a seat, or chance, chooses.

import (
	"slices"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// decision is the state of lowering one decision.
type decision struct {
	*frame
	s    *typed.Decide
	node int32
	copy *copies // shared by all its formulas
	d    def.DecisionDef
}

func (f *frame) decide(s *typed.Decide, node int32) {
	k := &decision{frame: f, s: s, node: node, copy: f.spots.copies()}
	k.d = def.DecisionDef{Kind: s.Kind, Name: s.Name, Rule: s.Rule, Node: node, Elem: s.Elem, By: k.copy.expr(s.By), Secrecy: def.Secrecy{Secret: k.copy.expr(s.Secret), Covert: s.Covert, Seen: k.copy.expr(s.Seen)}, Choices: def.Choices{Decline: -1}, Result: -1, Picks: def.Picks{Picked: -1, Count: -1}, Takes: def.Takes{Total: -1}}
	switch row := s.Kind.Row(); {
	case s.May:
		k.may()
	case isCallOne(s):
		k.callOne()
	case row.Options:
		k.menu()
	case row.Picked:
		k.pick()
	case row.Pieces:
		k.take()
	default:
		k.single()
	}
}

// isCallOne reports whether a menu is a callOne, whose answer is a procedure, rather than a choice of options.
func isCallOne(s *typed.Decide) bool { return s.Kind.Row().Options && s.Result != nil }

// made appends the decision to the game and emits its instruction.
func (k *decision) made() (at int, index int32) {
	index = int32(len(k.gd.Decisions))
	k.gd.Decisions = append(k.gd.Decisions, k.d)
	if k.s.Hint != nil {
		k.out.Hints = append(k.out.Hints, Hint{Key: k.s.Hint.Value, Pos: k.s.Hint.Pos, Proc: k.proc, Obliged: k.ensures > 0})
	}
	return k.emit(def.Instr{Op: def.CDecide, Role: def.Effect, A: index, Node: k.node}), index
}

// single lowers a decision without a body or options: one, subset, pair, amount, and those of chance.
func (k *decision) single() {
	k.d.From = k.copy.expr(k.s.Domain.From)
	k.candidates()
	k.bounds()
	if k.s.Result != nil {
		k.d.Result = k.bind(k.s.Result)
	}
	if k.s.Pairs != nil {
		k.d.Second = k.bind(k.s.Pairs.Result)
	}
	k.made()
}

// candidates lowers the conditions and costs of candidates.
func (k *decision) candidates() {
	if k.s.Domain.Candidate == nil {
		return
	}
	k.d.Bind = k.spots.bound(k.s.Domain.Candidate)
	if s := k.s.Pairs; s != nil {
		k.d.ToBind = k.spots.bound(s.Candidate)
		k.d.To = k.copy.expr(s.To)
	}
	k.d.Where = append(k.wheres(k.copy, k.s.Domain.Where), k.wheres(k.copy, k.s.Domain.Prefer)...)
	k.d.Cost, k.d.Budget = k.copy.expr(k.s.Domain.Cost), k.copy.expr(k.s.Domain.Budget)
	k.d.Seek, k.d.Needs = k.copy.expr(k.s.Domain.Seek), k.copy.expr(k.s.Domain.Needs)
	if k.d.Cost != nil {
		k.d.CostRule = k.s.Domain.CostRule
	}
}

func (k *decision) bounds() {
	k.d.Min, k.d.Max, k.d.Exact = k.copy.expr(k.s.Min), k.copy.expr(k.s.Max), k.s.Exact
}

// conditions lowers conditions, each with its own node.
func (l *lowerer) conditions(list []*typed.Cond) []def.Cond {
	return l.wheres(l.spots.copies(), list)
}

func (l *lowerer) wheres(c *copies, list []*typed.Cond) []def.Cond {
	var out []def.Cond
	for _, k := range list {
		node := l.node(k.At)
		out = append(out, def.Cond{Rule: k.Rule, When: l.placed(c.expr(k.When), node), Node: node})
	}
	return out
}

func conjunction(conds []def.Cond) *def.Expr {
	switch len(conds) {
	case 0:
		return constant(def.TBool, 1)
	case 1:
		return conds[0].When
	}
	x := op(def.OpAnd, def.TBool)
	for _, k := range conds {
		x.Args = append(x.Args, k.When)
	}
	return x
}

// pick lowers a decision that is repeated after each answer. Conditions and bounds can read the set of the members picked so far.
func (k *decision) pick() {
	k.d.Again = k.s.Again
	k.d.From = k.copy.expr(k.s.Domain.From)
	picked := k.bind(k.s.Picked)
	count := k.slot("")
	k.d.Picked, k.d.Count = picked, count
	k.candidates()
	k.bounds()
	item := k.bind(k.s.Item)
	k.d.Result = item
	zero, none := constant(def.TInt, 0), constant(def.TInt, 0)
	if k.gd.Wide(k.s.Picked.Type) {
		none.Type = k.s.Picked.Type
	} else {
		none = zero
	}
	k.set(picked, none, def.Made, k.node)
	k.set(count, zero, def.Made, k.node)
	at, index := k.made()
	out := k.jumpUnless(op(def.OpNe, def.TBool, local(k.s.Elem, item), constant(k.s.Elem, def.None)), def.Made, k.node)
	set := def.SetOf(k.s.Elem)
	k.set(picked, op(def.OpUnion, set, local(set, picked), op(def.OpSetOf, set, local(k.s.Elem, item))), def.Made, k.node)
	k.set(count, op(def.OpAdd, def.TInt, local(def.TInt, count), constant(def.TInt, 1)), def.Made, k.node)
	k.emit(def.Instr{Op: def.CBody, A: 1, B: index, X: []*def.Expr{local(k.s.Elem, item)}, Node: k.node})
	k.block(k.s.Body)
	k.emit(def.Instr{Op: def.CBody, A: 0, B: index, X: []*def.Expr{local(k.s.Elem, item)}, Node: k.node})
	k.emit(def.Instr{Op: def.CJump, A: int32(at), Node: k.node})
	k.also(at, index)
	k.patch(out)
}

// also lowers the side options: each runs and jumps back to the decision at pc.
func (k *decision) also(pc int, index int32) {
	var out []def.MenuOption
	for _, o := range k.s.Also {
		m := k.option(o)
		k.block(o.Body)
		k.emit(def.Instr{Op: def.CJump, A: int32(pc), Node: k.node})
		out = append(out, m)
	}
	k.gd.Decisions[index].Also = out
}

// option lowers the conditions of an option. Its target is the next instruction, so the caller must lower its body next.
func (k *decision) option(o *typed.Option) def.MenuOption {
	return def.MenuOption{Name: o.Name, Proc: -1, Where: k.optionWhere(o), Target: k.here()}
}

// optionWhere lowers the conditions of an option. They include that its body can start or, if the body begins with a grant, that
// the granted procedure is possible.
func (k *decision) optionWhere(o *typed.Option) []def.Cond {
	if o.Granted == nil {
		return append(k.conditions(o.Where), k.startOf(o.Body)...)
	}
	for _, a := range o.Granted.Own {
		k.spots.substitute(a.Name, k.spots.expr(a.Value))
	}
	node := k.frame.node(o.GrantAt)
	granted := def.Cond{Rule: o.GrantAt.Rule(), When: k.placed(k.granted(o.Granted), node), Node: node}
	return append([]def.Cond{granted}, k.conditions(o.Where)...)
}

func (k *decision) menu() {
	at, index := k.made()
	var out []def.MenuOption
	var ends []int
	for i, o := range k.s.Options {
		m := k.option(o)
		m.Value = int64(i)
		k.block(o.Body)
		ends = append(ends, k.emit(def.Instr{Op: def.CJump, Node: k.node}))
		out = append(out, m)
	}
	k.gd.Decisions[index].Options = out
	k.also(at, index)
	k.declines(index)
	k.patchAll(ends)
}

// declines stores the option that an unanswered decision takes.
func (k *decision) declines(index int32) {
	d := &k.gd.Decisions[index]
	for i, o := range d.Options {
		if k.s.Decline != "" && o.Name == k.s.Decline {
			d.Decline = int64(i)
			return
		}
	}
}

func (k *decision) may() {
	yes := k.s.Options[0]
	where := k.optionWhere(yes)
	_, index := k.made()
	target := k.here()
	k.block(yes.Body)
	d := &k.gd.Decisions[index]
	d.Options = []def.MenuOption{{Name: "yes", Proc: -1, Where: where, Value: 1, Target: target}, {Name: "no", Proc: -1, Target: k.here()}}
	d.Decline, d.Voluntary = 1, k.s.Voluntary
	k.emit(def.Instr{Op: def.CNop, Node: k.node})
}

// callOne lowers a menu of procedures. A call evaluates the same argument expressions as the test whether the procedure is
// possible.
func (k *decision) callOne() {
	result := k.bind(k.s.Result)
	at, index := k.made()
	var out []def.MenuOption
	var ends []int
	for _, o := range k.s.Offers {
		m := def.MenuOption{Name: o.Name, Proc: o.Proc, Value: int64(o.Proc)}
		c := k.spots.copies()
		m.Where = k.wheres(c, o.Where)
		args := c.exprs(o.Args.Xs)
		m.Where = append(m.Where, def.Cond{Rule: k.s.Rule, When: k.offered(o, c, args)})
		m.Needs, m.Target = c.expr(o.Needs), k.here()
		k.set(result, constant(k.s.Result.Type, int64(o.Proc)), def.Made, k.node)
		k.block(o.Before)
		k.call(o.Proc, o.Args.Left, args, -1, def.Part, k.node)
		ends = append(ends, k.emit(def.Instr{Op: def.CJump, Node: k.node}))
		out = append(out, m)
	}
	if k.s.Decline != "" {
		m := def.MenuOption{Name: k.s.Decline, Proc: -1, Value: def.None, Target: k.here()}
		k.set(result, constant(k.s.Result.Type, def.None), def.Made, k.node)
		ends = append(ends, k.emit(def.Instr{Op: def.CJump, Node: k.node}))
		out = append(out, m)
	}
	k.gd.Decisions[index].Options = out
	k.also(at, index)
	if k.s.Decline != "" {
		k.gd.Decisions[index].Decline = int64(len(out) - 1)
	}
	k.patchAll(ends)
}

// offered returns the condition under which a callOne offers a procedure: it is possible, or an obligation makes it mandatory.
func (l *lowerer) offered(o *typed.Offer, c *copies, args []*def.Expr) *def.Expr {
	can := possibleWith(o.Proc, args)
	if o.Owed == nil {
		return can
	}
	return op(def.OpOr, def.TBool, can, l.placed(c.expr(o.Owed), l.node(o.OwedAt)))
}

func (k *decision) take() {
	k.d.Filter, k.d.From = k.copy.expr(k.s.Pieces.Filter), k.copy.expr(k.s.Domain.From)
	k.bounds()
	k.candidates()
	for _, c := range k.s.Pieces.Caps {
		k.d.Caps = append(k.d.Caps, def.Cap{Filter: k.copy.expr(c.Filter), Max: k.copy.expr(c.Max), Each: c.Each, Rule: c.Rule})
	}
	k.d.Tiers = k.copy.exprs(k.s.Pieces.Tiers)
	k.d.Entries = k.entries()
	k.d.Result = k.slots(k.d.Entries + 1)
	switch {
	case k.s.Pieces.One:
		k.onePiece()
	case k.s.Pieces.Keep:
		k.d.Total = k.slot(k.s.Result.Name)
		k.spots.pieces(k.s.Result, k.d.Total, k.d.Result, k.d.Entries)
		k.made()
	default:
		k.d.Total = k.bind(k.s.Result)
		k.made()
		item := k.bind(k.s.Item)
		top := k.emit(def.Instr{Op: def.CForTake, A: k.d.Result, B: item, Node: k.node})
		k.block(k.s.Body)
		k.emit(def.Instr{Op: def.CJump, A: int32(top), Node: k.node})
		k.patch(top)
	}
}

// onePiece stores the chosen piece, `none` if there is none.
func (k *decision) onePiece() {
	k.d.Total = k.slot("")
	k.made()
	item := k.bind(k.s.Result)
	k.set(item, constant(def.TPiece, def.None), def.Made, k.node)
	k.patch(k.emit(def.Instr{Op: def.CForTake, A: k.d.Result, B: item, Node: k.node}))
}

// entries returns an upper bound of the number of (zone, class) pairs that a take can offer.
func (k *decision) entries() int32 {
	k.spend(len(k.gd.Types))
	zones, classes, total := len(k.gd.Zones), len(k.gd.Classes), 0
	if v, ok := k.fold.Fold(k.d.From, nil); ok {
		zones = len(k.gd.Each(v, k.d.From.Type))
	} else if k.d.From.Op == def.OpSetOf {
		zones = len(k.d.From.Args)
	}
	meant := func(*def.PieceType) bool { return true }
	if v, ok := k.fold.Fold(k.d.Filter, nil); ok {
		some := k.gd.Each(v, k.d.Filter.Type)
		classes = len(some)
		meant = func(t *def.PieceType) bool {
			return slices.ContainsFunc(some, func(c int64) bool { return k.gd.Has(t.Classes, k.d.Filter.Type, c) })
		}
	}
	for i := range k.gd.Types {
		if t := &k.gd.Types[i]; meant(t) {
			total += int(t.Count)
		}
	}
	return int32(max(1, min(zones*classes, total)))
}

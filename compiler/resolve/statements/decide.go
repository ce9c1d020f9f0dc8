package statements

// This file resolves decisions on members, pieces and numbers, by a seat or by chance. menu.go has decisions on options.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func init() {
	maps.Copy(verbs, map[string]verb{
		"one": (*procedure).oneMember, "draw": (*procedure).oneMember, "subset": (*procedure).severalMembers, "pair": (*procedure).pairs,
		"pick": (*procedure).pick, "take": (*procedure).take, "amount": (*procedure).amount, "roll": (*procedure).roll, "shuffle": (*procedure).shuffle,
	})
}

// decision starts a decision with the parts that all kinds share.
func (p *procedure) decision(s *statement, kind def.DecisionKind, v *formulas.Scope) *typed.Decide {
	d := &typed.Decide{Kind: kind, Rule: s.at.Rule()}
	n := s.Arg.Node
	if name := s.Get("name"); name != nil {
		n = name
	}
	d.Name = strings.TrimPrefix(n.Value, "$")
	p.decides(d, n.Pos)
	if !kind.Row().Random {
		d.By = p.by(s, v)
		d.Secret = p.optional(s.Get("secret"), v, def.TBool)
	} else if kind != def.Shuffle {
		d.Seen = p.optional(s.Get("to"), v, def.SeatSet)
	}
	return d
}

// by returns the deciding seat: `by`, or the procedure's decider.
func (p *procedure) by(s *statement, v *formulas.Scope) *def.Expr {
	switch n := s.Get("by"); {
	case n != nil && n.Kind == source.Scalar && n.Value == "none":
		p.Errorf(n.Pos, "wrong-type", "none decides nothing; by: names the seat whose decision it is")
	case n != nil:
		return p.Formula(n, v, def.TSeat)
	case p.decider != nil:
		return p.Read(p.decider)
	case !s.Unsure && !p.decl.Unsure:
		p.Errorf(s.Node.Pos, "missing-key", "%s needs by: whose decision it is%s", s.Word, p.noDecider())
	}
	return formulas.Bad
}

// noDecider returns a hint for the message that a decision has no seat.
func (p *procedure) noDecider() string {
	if names := p.Syms.Rules.Deciders; len(names) > 0 {
		return "; it may be left out in a procedure with a parameter " + strings.Join(names, " or ") + " (deciders)"
	}
	return ""
}

// candidateName returns the name of the candidate and its position.
func candidateName(s *statement) (string, diag.Pos) {
	if e := s.Get("each"); e != nil {
		return e.Value, e.Pos
	}
	return "$it", s.Arg.Key.Pos
}

// candidatePos returns the position of the candidate's name, which may be the name of the answer.
func candidatePos(s *statement, name string) diag.Pos {
	if name == s.Arg.Node.Value {
		return s.Arg.Node.Pos
	}
	_, at := candidateName(s)
	return at
}

func (p *procedure) bindAnswer(s *statement, v *formulas.Scope, t def.Type) *typed.Binding {
	return p.Bind(v, s.Arg.Node.Value, t, s.Arg.Node.Pos)
}

// bindToRead binds an answer. A warning is given if nothing reads it.
func (p *procedure) bindToRead(s *statement, v *formulas.Scope, t def.Type) *typed.Binding {
	return p.watch(p.bindAnswer(s, v, t))
}

// choices resolves `from`.
func (p *procedure) choices(s *statement, d *typed.Decide, v *formulas.Scope) {
	d.Domain.From, s.from = p.choosable(s, "from", v)
	d.Elem = d.Domain.From.Type.Members()
}

// choosable resolves a key that has a domain, and returns its syntax tree, too. The expression is Bad after an error.
func (p *procedure) choosable(s *statement, key string, v *formulas.Scope) (*def.Expr, *syntax.Expr) {
	n := s.Get(key)
	x, e := p.Parsed(n, v, formulas.Any)
	switch k := x.Type.Kind; {
	case formulas.IsBad(x), x == formulas.None, k == def.KSet, k == def.KOrder, k == def.KPile:
	case k == def.KBool, k == def.KInt, k == def.KTrack:
		p.Errorf(n.Pos, "wrong-type", "%s chooses members of a set, this is %s", s.Word, p.Describe(x.Type))
		x = formulas.Bad
	default:
		x = p.Coerce(x, def.SetOf(x.Type), n.Pos)
	}
	if !formulas.IsBad(x) && (x == formulas.None || x.Type.Elem == def.KClass) {
		way := ""
		if x != formulas.None {
			way = ", a piece type as the member of an enumeration that is its property"
		}
		p.Errorf(n.Pos, "wrong-type", "%s chooses members; pieces are chosen with take%s", s.Word, way)
		x = formulas.Bad
	}
	return x, e
}

// candidates resolves `where`, `cost` and `budget` with the candidate bound to name.
func (p *procedure) candidates(s *statement, d *typed.Decide, name string, v *formulas.Scope) {
	inner := p.inner(s, v)
	d.Domain.Candidate = p.Bind(inner, name, d.Elem, candidatePos(s, name))
	p.RunsOver(d.Domain.Candidate, d.Domain.From, p.LooksAtData(s.from))
	d.Domain.Where = p.Conditions(s.Conds("where"), inner, d.Name)
	if s.Value("where") != nil && d.Domain.From.Op == def.OpConst && p.Here.Copies == 0 {
		p.asWritten(&d.Domain, s, d.Elem, v)
	}
	if d.Kind.Row().Cost {
		p.costs(s, d, inner, v)
	}
	if !d.Kind.Row().Random {
		p.preferred(s, d, name, inner, v)
	}
	if d.Kind == def.One || d.Kind == def.Pick {
		h := p.hint(d, "first", "needs")
		d.Domain.Seek, d.Domain.Needs = p.optional(h.Get("first"), inner, def.TBool), p.optional(h.Get("needs"), inner, def.TBool)
	}
}

// asWritten records the text of a constant domain, so that members that can never be chosen are found.
func (p *procedure) asWritten(d *typed.Domain, s *statement, elem def.Type, v *formulas.Scope) {
	d.Written = s.Get("from")
	d.OnData = p.LooksAtData(s.from) || slices.ContainsFunc(d.Where, func(k *typed.Cond) bool {
		return k.Said.When == nil || k.Said.Only != nil && k.Said.If == nil
	})
	if s.from.Kind != syntax.List {
		return
	}
	for _, m := range s.from.Args {
		if x := p.Expr(m, v, elem); !formulas.IsBad(x) {
			d.Listed = append(d.Listed, typed.Listed{Value: x, Pos: m.Pos, Text: m.String()})
		}
	}
}

func (p *procedure) costs(s *statement, d *typed.Decide, inner, v *formulas.Scope) {
	if n := s.Get("cost"); n != nil {
		d.Domain.Cost = p.Formula(n, inner, def.TInt)
		d.Domain.CostRule = d.Rule
		if r := s.Get("costRule"); r != nil {
			if len(r.List()) > 1 {
				p.Errorf(r.Pos, "wrong-type", "costRule names one clause, not %d", len(r.List()))
			}
			d.Domain.CostRule = formulas.First(p.RuleIDs(r), d.Rule)
		}
	}
	d.Domain.Budget = p.optional(s.Get("budget"), v, def.TInt)
}

// bounds resolves `min`, `max` and `count`.
func (p *procedure) bounds(s *statement, d *typed.Decide, v *formulas.Scope) {
	d.Min = p.optional(s.Get("min"), v, def.TInt)
	d.Max = p.optional(s.Get("max"), v, def.TInt)
	n := s.Get("count")
	if n == nil {
		p.ordered(s, d)
		return
	}
	if d.Min != nil || d.Max != nil {
		p.Errorf(n.Pos, "bad-bounds", "count sets both min and max; remove min and max")
	}
	d.Exact = true
	if n.Value != "all" {
		d.Max = p.Formula(n, v, def.TInt)
	}
}

// ordered reports constant bounds of which the lower is greater than the upper.
func (p *procedure) ordered(s *statement, d *typed.Decide) {
	low, fixed := int64(0), d.Min == nil
	if d.Min != nil && d.Min.Op == def.OpConst && !formulas.IsBad(d.Min) {
		low, fixed = d.Min.I, true
	}
	if d.Max == nil || d.Max.Op != def.OpConst || formulas.IsBad(d.Max) || !fixed || low <= d.Max.I {
		return
	}
	if d.Min == nil {
		p.Errorf(s.Get("max").Pos, "bad-bounds", "max (%d) is below 0, so there is no legal answer", d.Max.I)
	} else {
		p.Errorf(s.Get("max").Pos, "bad-bounds", "min (%d) is greater than max (%d)", low, d.Max.I)
	}
}

// atMostOne resolves `min` of a decision on a single member or pair.
func (p *procedure) atMostOne(s *statement, d *typed.Decide, v *formulas.Scope) {
	d.Min = p.optional(s.Get("min"), v, def.TInt)
	if m := d.Min; m != nil && m.Op == def.OpConst && !formulas.IsBad(m) && (m.I < 0 || m.I > 1) {
		p.Errorf(s.Get("min").Pos, "bad-bounds", "%s chooses one; min is 1, as without it, or 0 where there need be none, not %d", s.Word, m.I)
	}
}

// oneMember resolves `one` and `draw`.
func (p *procedure) oneMember(s *statement, v *formulas.Scope) typed.Action {
	kind := def.One
	if s.Word == "draw" {
		kind = def.Draw
	}
	d := p.decision(s, kind, v)
	if p.choices(s, d, v); formulas.IsBad(d.Domain.From) {
		p.bindBad(v, s.Arg.Node.Value, s.Arg.Node.Pos)
		return nil
	}
	if to := s.Get("to"); to != nil && d.Elem.Kind == def.KCard {
		p.Errorf(to.Pos, "wrong-type", "the pile and reveal define who sees a card; remove to")
	}
	p.candidates(s, d, s.Arg.Node.Value, v)
	p.atMostOne(s, d, v)
	d.Result = p.bindToRead(s, v, d.Elem)
	if from := d.Domain.From; kind == def.One && from.Op == def.OpConst && from.Type.Kind != def.KPile && !p.LooksAtData(s.from) {
		d.Result.Among = from
	}
	if do := s.Value("do"); do != nil {
		return p.ifAny(s, d, do, v)
	}
	return d
}

// ifAny resolves the `do` of a `one`, which runs only if a member was chosen.
func (p *procedure) ifAny(s *statement, d *typed.Decide, do *tree.Value, v *formulas.Scope) typed.Action {
	if d.Min != nil {
		p.Errorf(s.Get("min").Pos, "bad-bounds", "a one with do: may have no candidate; remove min, or write the actions as a statement of their own")
	}
	d.Min = formulas.Const(def.TInt, 0)
	chosen := " != none"
	if d.Elem.Kind == def.KInt {
		chosen = " >= 0"
	}
	p.Here.Copies++ // no warning that the condition is constant
	there := p.Condition(do.Node.Placed(do.Key.Pos, d.Result.Name+chosen), v)
	p.Here.Copies--
	return several([]typed.Action{d, &typed.If{Cond: there, Then: p.block(do, v)}})
}

// severalMembers resolves `subset`.
func (p *procedure) severalMembers(s *statement, v *formulas.Scope) typed.Action {
	each, _ := candidateName(s)
	d := p.decision(s, def.Subset, v)
	if p.choices(s, d, v); formulas.IsBad(d.Domain.From) {
		p.bindBad(v, s.Arg.Node.Value, s.Arg.Node.Pos)
		return nil
	}
	p.candidates(s, d, each, v)
	p.bounds(s, d, v)
	d.Result = p.bindToRead(s, v, def.SetOf(d.Elem))
	return d
}

// pairs resolves `pair`. The second domain can read the first member; the conditions can read both.
func (p *procedure) pairs(s *statement, v *formulas.Scope) typed.Action {
	first, second := s.Arg.Node, s.Get("second")
	d := p.decision(s, def.Pair, v)
	inner := p.inner(s, v)
	to := formulas.Bad
	if p.choices(s, d, v); !formulas.IsBad(d.Domain.From) {
		d.Domain.Candidate = p.Bind(inner, first.Value, d.Elem, first.Pos)
		to, _ = p.choosable(s, "to", inner)
	}
	if formulas.IsBad(to) || second == nil {
		p.bindBad(v, first.Value, first.Pos)
		if second != nil {
			p.bindBad(v, second.Value, second.Pos)
		}
		return nil
	}
	if second.Value == first.Value {
		p.Errorf(second.Pos, "duplicate-key", "both members are named %s; give the second another name", second.Value)
	}
	d.Pairs = &typed.Pairs{To: to, Candidate: p.Bind(inner, second.Value, to.Type.Members(), second.Pos)}
	d.Domain.Where = p.Conditions(s.Conds("where"), inner, d.Name)
	p.atMostOne(s, d, v)
	d.Result = p.bindToRead(s, v, d.Elem)
	d.Pairs.Result = p.watch(p.Bind(v, second.Value, to.Type.Members(), second.Pos))
	if d.Domain.Candidate.Used {
		d.Result.Mate = d.Pairs.Result
	}
	if d.Pairs.Candidate.Used {
		d.Pairs.Result.Mate = d.Result
	}
	d.Elem = p.pairType(def.PairDef{First: d.Elem, Second: to.Type.Members()})
	return d
}

func (p *procedure) pairType(of def.PairDef) def.Type {
	i := slices.Index(p.Game.Pairs, of)
	if i < 0 {
		i = len(p.Game.Pairs)
		p.Game.Pairs = append(p.Game.Pairs, of)
	}
	return def.Type{Kind: def.KPair, Of: int32(i)}
}

// pick resolves `pick`. Its conditions and bounds can read the set picked so far by the name of the pick.
func (p *procedure) pick(s *statement, v *formulas.Scope) typed.Action {
	each, at := candidateName(s)
	d := p.decision(s, def.Pick, v)
	d.Again = s.Flag("again")
	if p.choices(s, d, v); formulas.IsBad(d.Domain.From) {
		p.bindBad(v, s.Arg.Node.Value, s.Arg.Node.Pos)
		p.reported(s, each, at, v)
		return nil
	}
	d.Picked = p.bindAnswer(s, v, def.SetOf(d.Elem))
	p.candidates(s, d, each, v)
	p.bounds(s, d, v)
	if d.Again && d.Max == nil && !s.Unsure {
		p.Errorf(s.Node.Pos, "unbounded", "a pick with again: true needs max:")
	}
	inner := p.inner(s, v)
	d.Item = p.Bind(inner, each, d.Elem, at)
	d.Item.Over = d.Domain.Candidate.Over
	d.Body = p.list(s.Value("do"), inner)
	d.Also = p.also(s, v)
	return d
}

// reported resolves the body of a decision with an error, to find further errors.
func (p *procedure) reported(s *statement, each string, at diag.Pos, v *formulas.Scope) {
	inner := p.inner(s, v)
	p.bindBad(inner, each, at)
	p.list(s.Value("do"), inner)
	p.also(s, v)
}

func (p *procedure) take(s *statement, v *formulas.Scope) typed.Action {
	each, at := candidateName(s)
	d := p.decision(s, def.Take, v)
	d.Elem, d.Pieces = def.TPiece, &typed.Pieces{Filter: p.Formula(s.Get("of"), v, def.FilterSet)}
	from := s.Get("from")
	d.Domain.From = p.Formula(from, v, formulas.Any)
	if !formulas.IsBad(d.Domain.From) {
		d.Domain.From = p.Coerce(d.Domain.From, def.ZoneSet, from.Pos)
	}
	p.bounds(s, d, v)
	inner := p.inner(s, v)
	d.Domain.Candidate = p.Bind(inner, each, def.TPiece, at)
	d.Domain.Where = p.Conditions(s.Conds("where"), inner, d.Name)
	d.Domain.Seek = p.optional(p.hint(d, "first").Get("first"), inner, def.TBool)
	p.costs(s, d, inner, v)
	for _, e := range s.Entries("caps") {
		d.Pieces.Caps = append(d.Pieces.Caps, p.cap(e, v))
	}
	for _, n := range s.Words("tiers") {
		if len(d.Pieces.Tiers) == def.MaxTiers {
			p.Errorf(n.Pos, "too-many", "a take has at most %d tiers", def.MaxTiers)
		}
		d.Pieces.Tiers = append(d.Pieces.Tiers, p.Formula(n, v, def.FilterSet))
	}
	switch keep := s.Text("keep"); {
	case keep != "":
		p.keep(s, d, keep, v)
		return d
	case s.Unsure: // keep, with any value, may be the key that was not understood
		p.bindBad(v, s.Arg.Node.Value, s.Arg.Node.Pos)
		p.reported(s, each, at, v)
		return nil
	}
	d.Result = p.bindAnswer(s, v, def.TInt)
	inner = p.inner(s, v)
	d.Item = p.Bind(inner, each, def.TPiece, at)
	d.Body = p.list(s.Value("do"), inner)
	if to := s.Get("to"); to != nil {
		d.Body = p.sent(s, d.Item, to, inner)
	}
	return d
}

// sent returns the body of a take with `to`, which moves each piece.
func (p *procedure) sent(s *statement, piece *typed.Binding, to *source.Node, v *formulas.Scope) []*typed.Stmt {
	if do := s.Value("do"); do != nil {
		p.Errorf(do.Key.Pos, "misplaced", "to: moves the pieces; put other actions into do: as a move, or remove do")
	}
	move := &typed.Move{Mark: -1, Pieces: single(p.Read(piece))}
	if to.Value != "home" {
		move.To = p.Formula(to, v, def.TZone)
	}
	return []*typed.Stmt{{At: p.Place(to, "move"), Do: move}}
}

func (p *procedure) cap(e *tree.Entry, v *formulas.Scope) typed.Cap {
	k := typed.Cap{Each: e.Flag("each"), Filter: p.Formula(e.Get("of"), v, def.FilterSet), Max: p.Formula(e.Get("max"), v, def.TInt)}
	k.Rule = formulas.First(p.RuleIDs(e.Get("rule")), "")
	return k
}

// keep binds the name of a take to the list of pieces taken, or to the one piece.
func (p *procedure) keep(s *statement, d *typed.Decide, keep string, v *formulas.Scope) {
	if do := s.Value("do"); do != nil {
		p.Errorf(do.Key.Pos, "misplaced", "the pieces are bound for the statements that follow; write the actions there")
	}
	if to := s.Value("to"); to != nil {
		p.Errorf(to.Key.Pos, "misplaced", "the pieces are bound for the statements that follow; move them there")
	}
	if keep == "list" {
		d.Pieces.Keep = true
		d.Result = p.bindAnswer(s, v, def.TInt)
		d.Result.Pieces = true
		return
	}
	for _, key := range []string{"max", "count"} {
		if n := s.Get(key); n != nil && n.Value != "1" {
			p.Errorf(n.Pos, "bad-bounds", "one piece is taken and bound; remove %s; where several may be taken, write keep: list", key)
		}
	}
	d.Pieces.One, d.Exact, d.Min, d.Max = true, false, formulas.Const(def.TInt, 1), formulas.Const(def.TInt, 1)
	if n := s.Get("min"); n != nil && n.Value == "0" {
		d.Min = formulas.Const(def.TInt, 0)
	} else if n != nil && n.Value != "1" {
		p.Errorf(n.Pos, "bad-bounds", "one piece is taken and bound; min is 1, as without it, or 0 where none may be taken")
	}
	d.Result = p.bindAnswer(s, v, def.TPiece)
}

func (p *procedure) amount(s *statement, v *formulas.Scope) typed.Action {
	d := p.decision(s, def.Amount, v)
	p.bounds(s, d, v)
	if d.Min == nil {
		d.Min = formulas.Const(def.TInt, 0)
	}
	d.Elem = def.TInt
	d.Result = p.bindToRead(s, v, def.TInt)
	return d
}

func (p *procedure) roll(s *statement, v *formulas.Scope) typed.Action {
	d := p.decision(s, def.Roll, v)
	d.Elem, d.Min, d.Max = def.TInt, formulas.Const(def.TInt, 1), formulas.Const(def.TInt, 6)
	if n := s.Get("sides"); n != nil {
		if d.Max = p.Formula(n, v, def.TInt); !formulas.IsBad(d.Max) && d.Max.Op == def.OpConst && d.Max.I < 1 {
			p.Errorf(n.Pos, "bad-bounds", "a die has one side or more, not %d", d.Max.I)
		}
	}
	d.Result = p.bindToRead(s, v, def.TInt)
	return d
}

func (p *procedure) shuffle(s *statement, v *formulas.Scope) typed.Action {
	d := p.decision(s, def.Shuffle, v)
	d.Domain.From, d.Elem = p.some(s.Arg.Node, v, def.TPile), def.TCard
	return d
}

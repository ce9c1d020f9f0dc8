package statements

// This file resolves bindings, branches, loops and scopes, and the statements for notes and for the end of the game.

import (
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func (p *procedure) lets(s *statement, v *formulas.Scope) typed.Action {
	out := perPair(s, func(q *tree.Value) typed.Action { return p.bound(q, v) })
	p.bindLost(s.Arg.Node, v)
	return out
}

func (p *procedure) bound(q *tree.Value, v *formulas.Scope) typed.Action {
	if q.Entry == nil {
		return p.let(q.Key, q.Node, formulas.Any, v)
	}
	switch q.Entry.Block.Name {
	case "grantValue":
		return p.letGrant(q.Key, q.Entry.Get("grant"), v)
	case "callValue":
		return p.letCall(q.Key, q.Entry, v)
	}
	want := declare.Unknown
	if t := q.Entry.Get("type"); t != nil {
		want = p.TypeOf(t)
	}
	if formulas.Unknown(want) {
		p.bindBad(v, q.Key.Value, q.Key.Pos)
		return nil
	}
	return p.let(q.Key, q.Entry.Get("value"), want, v)
}

// let binds a value. A name for a list of taken pieces denotes the same list. In a statement with an origin, whose arguments are
// bindings of the place of use, a name for a binding denotes that binding.
func (p *procedure) let(k, val *source.Node, want def.Type, v *formulas.Scope) typed.Action {
	written, _ := p.Syntax.Formula(val)
	if b := bindingNamed(written, v); b != nil && (b.Pieces || p.foreign > 0 && !formulas.Unknown(b.Type) && (want.Kind == def.KNone || formulas.Same(b.Type, want))) {
		b.Used = true
		p.UsesBinding(written.Pos, b)
		v.Name(k.Value, b)
		return nil
	}
	x := p.argument(val, v, want)
	if x == formulas.None {
		p.Errorf(val.Pos, "wrong-type", "none has no type here; write {value: none, type: seat}, with the intended type")
		x = formulas.Bad
	}
	if formulas.IsBad(x) {
		p.bindBad(v, k.Value, k.Pos)
		return nil
	}
	return &typed.Let{Name: p.watch(p.Bind(v, k.Value, x.Type, k.Pos)), Value: x}
}

// bindingNamed returns the binding that a formula names, nil for other formulas.
func bindingNamed(e *syntax.Expr, v *formulas.Scope) *typed.Binding {
	if e == nil || e.Kind != syntax.Binding {
		return nil
	}
	return v.Find(e.Name)
}

func (p *procedure) letCall(k *source.Node, e *tree.Entry, v *formulas.Scope) typed.Action {
	act, t := p.calling(e.Get("call"), e.Get("with"), e.Unsure, v)
	if formulas.Unknown(t) {
		p.bindBad(v, k.Value, k.Pos)
		return nil
	}
	result := p.watch(p.Bind(v, k.Value, t, k.Pos))
	switch act := act.(type) {
	case *typed.Call:
		act.Result = result
	case *typed.CallValue:
		act.Result = result
	}
	return act
}

func (p *procedure) letGrant(k, n *source.Node, v *formulas.Scope) typed.Action {
	g, t := p.grant(n, v)
	if formulas.Unknown(t) {
		p.bindBad(v, k.Value, k.Pos)
		return nil
	}
	g.None, g.Result = nothing(t), p.watch(p.Bind(v, k.Value, t, k.Pos))
	return g
}

// choose resolves a switch.
func (p *procedure) choose(s *statement, v *formulas.Scope) typed.Action {
	x, e := p.Parsed(s.Arg.Node, v, formulas.Any)
	out := &typed.Switch{Value: x}
	first := map[int64]diag.Pos{}
	for _, q := range pairs(s.Value("cases")) {
		k := typed.Case{Key: q.Key.Value, At: p.Place(q.Key, "case"), Value: formulas.Bad}
		if !formulas.IsBad(x) {
			k.Value = p.Value(q.Key, v, x.Type)
		}
		k.Body = p.block(q, v)
		p.newCase(first, q.Key, k.Value)
		out.Cases = append(out.Cases, k)
	}
	if els := s.Value("else"); els != nil {
		out.Else, out.ElsePos = p.block(els, v), els.Key.Pos
	}
	p.couldBe(out, s.Arg.Node, e, v)
	return out
}

// pairs returns the pairs of a value that may be nil.
func pairs(v *tree.Value) []*tree.Value {
	if v == nil {
		return nil
	}
	return v.Pairs
}

// newCase records the case of a value. It reports a duplicate.
func (p *procedure) newCase(first map[int64]diag.Pos, key *source.Node, x *def.Expr) {
	if formulas.IsBad(x) || x.Op != def.OpConst {
		return
	}
	if at, twice := first[x.I]; twice {
		p.Diags.Errorf(key.Pos, "duplicate-key", "%s has two cases", key.Value).
			Detailf("Only the first is reachable. Keep one of them.").
			Notef(at, "the first one")
	}
	first[x.I] = key.Pos
}

// couldBe records the possible values of a switch, so that unreachable cases are found. Values that depend on data are open, and
// so are those in a library.
func (p *procedure) couldBe(s *typed.Switch, n *source.Node, e *syntax.Expr, v *formulas.Scope) {
	if p.Here.Copies > 0 || n.Pos.InLibrary() || p.LooksAtData(e) {
		return
	}
	s.Written = n
	if b := bindingNamed(e, v); b != nil {
		s.Among = b.Among
	}
}

// loop resolves a for.
func (p *procedure) loop(s *statement, v *formulas.Scope) typed.Action {
	if len(s.Arg.Pairs) != 1 {
		return p.lost(s, v)
	}
	k, over := s.Arg.Pairs[0].Key, s.Arg.Pairs[0].Node
	out := &typed.For{Fixed: s.Get("order") != nil}
	var member def.Type
	e := p.Parse(over)
	if list := bindingNamed(e, v); list != nil && list.Pieces {
		out.Over, member = p.Read(list), def.TPiece
		p.UsesBinding(e.Pos, list)
		if where := s.Value("where"); where != nil {
			p.Errorf(where.Key.Pos, "misplaced", "where filters members; all pieces taken are visited, so put the condition into the body")
		}
	} else {
		out.Over, member = p.visited(over, e, v)
		if s.Value("where") != nil {
			inner := p.inner(s, v)
			out.Candidate = p.Bind(inner, k.Value, member, k.Pos)
			p.RunsOver(out.Candidate, out.Over, p.LooksAtData(e))
			out.Where = p.Conditions(s.Conds("where"), inner, "")
		}
		p.overSet = append(p.overSet, setLoop{out, over.Pos})
	}
	if limit := s.Get("limit"); limit != nil {
		out.Limit = p.Formula(limit, v, def.TInt)
	}
	inner := p.inner(s, v)
	out.Member = p.Bind(inner, k.Value, member, k.Pos)
	p.RunsOver(out.Member, out.Over, p.LooksAtData(e))
	out.Body = p.list(s.Value("do"), inner)
	return out
}

// visited resolves the domain of a loop and the type of its members.
func (p *procedure) visited(n *source.Node, e *syntax.Expr, v *formulas.Scope) (*def.Expr, def.Type) {
	if e == nil {
		return formulas.Bad, declare.Unknown
	}
	if countsPieces(e) {
		p.Errorf(n.Pos, "wrong-type", "for visits pieces that were taken; take them with keep: list, or move them with all: true")
		return formulas.Bad, declare.Unknown
	}
	x := p.InOrder(e, p.Expr(e, v, formulas.Any), v)
	switch {
	case formulas.IsBad(x):
	case x.Type.Kind == def.KPile:
		return x, def.TCard
	case x.Type.Kind == def.KBool:
		p.Errorf(n.Pos, "wrong-type", "for runs over the members of a set, this is a condition; write if:, or while: for as long as it holds")
		return formulas.Bad, declare.Unknown
	case x.Type.Kind == def.KInt || x.Type.Kind == def.KTrack:
		p.Errorf(n.Pos, "wrong-type", "for would run once, with this %s; write repeat: n, or loop over ints(1, n)", p.Noun(x.Type))
		return formulas.Bad, declare.Unknown
	}
	if x != formulas.None && !formulas.IsBad(x) && x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
		x = p.Coerce(x, def.SetOf(x.Type), n.Pos)
	}
	if formulas.IsBad(x) {
		return formulas.Bad, declare.Unknown
	}
	if x == formulas.None || x.Type.Elem == def.KClass {
		p.Errorf(n.Pos, "wrong-type", "for runs over zones, seats, cards, rows or numbers; take visits pieces")
		return formulas.Bad, declare.Unknown
	}
	return x, x.Type.Members()
}

// countsPieces reports whether e is a query of pieces on the board.
func countsPieces(e *syntax.Expr) bool {
	return e.Kind == syntax.Call && e.Name == "pieces" || e.Kind == syntax.Binary && e.Name == "|" && slices.ContainsFunc(e.Args, countsPieces)
}

func (p *procedure) repeat(s *statement, v *formulas.Scope) typed.Action {
	out := &typed.Repeat{Times: p.Formula(s.Arg.Node, v, def.TInt)}
	if while := s.Get("while"); while != nil {
		out.While = p.Condition(while, v)
	}
	p.repeats++
	out.Body = p.block(s.Value("do"), v)
	p.repeats--
	return out
}

// while resolves a loop that ends by its condition. Its bound is stated or follows from the condition; a loop with a decision
// needs none (loops.go).
func (p *procedure) while(s *statement, v *formulas.Scope) typed.Action {
	out := &typed.Repeat{While: p.Condition(s.Arg.Node, v), Ends: true}
	before := len(*p.Diags)
	p.repeats++
	out.Body = p.block(s.Value("do"), v)
	p.repeats--
	switch most := s.Get("most"); {
	case most != nil:
		out.Times = p.Formula(most, v, def.TInt)
	case out.While.Said.Test == nil: // already reported
	case len(*p.Diags) > before, s.Unsure, s.Value("do").Unsure: // the statement with an error may be a decision
	default:
		p.open = append(p.open, openLoop{out, s.Arg.Node.Pos})
	}
	return out
}

func (p *procedure) stop(s *statement, _ *formulas.Scope) typed.Action {
	switch {
	case p.repeats == 0 && p.ensures > 0:
		p.Errorf(s.Arg.Key.Pos, "misplaced", "stop would leave the ensure around it, which must run to its end; put the ensure around the loop, or end the block by a condition")
		return nil
	case p.repeats == 0:
		p.Errorf(s.Arg.Key.Pos, "misplaced", "stop is outside of a repeat or a while")
		return nil
	}
	return &typed.Stop{}
}

// leave resolves a return.
func (p *procedure) leave(s *statement, v *formulas.Scope) typed.Action {
	if p.ensures > 0 {
		p.Errorf(s.Arg.Key.Pos, "misplaced", "return would leave the ensure around it, which must run to its end; bind the result with a let before the ensure, and return after it")
		return nil
	}
	n := s.Arg.Node.Given()
	if n == nil {
		return &typed.Return{}
	}
	want := p.decl.Returns
	if want.Kind == def.KNone && !formulas.Unknown(want) {
		return p.number(n, v)
	}
	return &typed.Return{Value: p.Value(n, v, want)}
}

// number resolves a return of a procedure without `returns`, which must return a number.
func (p *procedure) number(n *source.Node, v *formulas.Scope) typed.Action {
	x := p.Value(n, v, formulas.Any)
	if k := x.Type.Kind; !formulas.IsBad(x) && k != def.KInt && k != def.KTrack && x != formulas.None {
		p.Errorf(n.Pos, "wrong-type", "a number is expected because the procedure has no returns:, and this is %s; write returns: and the type", p.Describe(x.Type))
		p.decl.Returns = declare.Unknown
		return nil
	}
	return &typed.Return{Value: p.Coerce(x, def.TInt, n.Pos)}
}

// returning reports a procedure that declares a result but never returns one.
func (p *procedure) returning(d *declare.Proc) {
	n := d.Entry.Get("returns")
	if n == nil || formulas.Unknown(d.Returns) {
		return
	}
	found := false
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		if r, ok := a.(*typed.Return); ok {
			found = found || r.Value != nil
		}
	}}
	if walk.Body(p.out.Body); !found {
		p.Errorf(n.Pos, "no-return", "%s returns %s, and has no return: with a value", d.ID, n.Value)
	}
}

func (p *procedure) require(s *statement, v *formulas.Scope) typed.Action {
	return &typed.Require{Cond: p.Condition(s.Arg.Node, v)}
}

func (p *procedure) scope(s *statement, v *formulas.Scope) typed.Action {
	return &typed.Scope{Body: p.block(s.Arg, v)}
}

// ensure resolves an obligation. Its condition can read the bindings of its block.
func (p *procedure) ensure(s *statement, v *formulas.Scope) typed.Action {
	inner := p.inner(s, v)
	repeats := p.repeats
	p.repeats = 0
	p.ensures++
	out := &typed.Ensure{Body: p.list(s.Value("do"), inner)}
	p.repeats = repeats
	p.ensures--
	n, most := s.Arg.Node, s.Get("most")
	out.Value, out.Once = p.Formula(n, inner, formulas.Any), s.Flag("once")
	if most != nil {
		out.Most = p.Formula(most, v, def.TInt)
	}
	switch kind := out.Value.Type.Kind; {
	case formulas.IsBad(out.Value):
	case kind != def.KBool && kind != def.KInt:
		p.Errorf(n.Pos, "wrong-type", "ensure takes a condition or a number")
	case out.Once && kind == def.KInt:
		p.Errorf(s.Value("once").Key.Pos, "misplaced", "once needs a condition; this ensure has a number")
	case most != nil && kind == def.KBool:
		p.Errorf(most.Pos, "misplaced", "most bounds a number; this ensure has a condition")
	}
	return out
}

func (p *procedure) hold(s *statement, v *formulas.Scope) typed.Action {
	n := s.Arg.Node
	body := p.block(s.Value("do"), v)
	sym := p.Named(n, declare.Derived)
	if sym == nil || p.Game.Derived[sym.Index].Held < 0 {
		p.Lacking(n, "unknown-name", "hold takes a derived value declared with hold: true, not %s", n.Value)
		return nil
	}
	return &typed.Hold{Derived: sym.Index, Body: body}
}

func (p *procedure) notes(s *statement, v *formulas.Scope) typed.Action {
	if s.Arg.Node.Kind == source.Scalar {
		return p.note(s, s.Arg.Node.Value, nil, nil)
	}
	return perPair(s, func(q *tree.Value) typed.Action {
		names, from := []string{""}, []*source.Node{q.Node}
		if q.Node.Given() == nil || q.Node.Kind == source.Map {
			names, from = nil, nil
			for _, f := range q.Pairs {
				names, from = append(names, f.Key.Value), append(from, f.Node)
			}
		}
		var xs []*def.Expr
		for _, n := range from {
			x := p.Value(n, v, formulas.Any)
			if x == formulas.None {
				p.Errorf(n.Pos, "wrong-type", "none has no type here")
			}
			xs = append(xs, x)
		}
		return p.note(s, q.Key.Value, names, xs)
	})
}

func (p *procedure) note(s *statement, name string, fields []string, xs []*def.Expr) *typed.Note {
	d := def.NoteDef{Name: name, Fields: fields, Indent: int32(s.Int("indent", 2))}
	for _, x := range xs {
		d.Types = append(d.Types, x.Type)
	}
	return &typed.Note{Def: d, Values: xs}
}

func (p *procedure) over(s *statement, v *formulas.Scope) typed.Action {
	result := s.Arg.Entry.Value("result")
	if result == nil {
		return &typed.Over{}
	}
	if p.strangers(result) {
		return nil
	}
	var xs []*def.Expr
	for i, seat := range p.Game.Seats {
		x := p.result(result, seat.ID, int64(i), v)
		if formulas.IsBad(x) {
			return nil
		}
		xs = append(xs, x)
	}
	return &typed.Over{Results: xs}
}

// strangers reports an error and returns true if a key of a result is no seat.
func (p *procedure) strangers(result *tree.Value) bool {
	seats, found := p.Game.IDs(def.TSeat), false
	for _, q := range result.Pairs {
		if !slices.Contains(seats, q.Key.Value) {
			p.Lacking(q.Key, "unknown-name", "there is no seat %s%s", q.Key.Value, p.Near(q.Key.Value, seats))
			found = true
		}
	}
	return found
}

// result resolves the result of one seat: its own, or the formula for all seats, with $it bound to the seat.
func (p *procedure) result(n *tree.Value, id string, seat int64, v *formulas.Scope) *def.Expr {
	if n.Node.Kind != source.Map {
		inner := v.Child()
		p.Bind(inner, "$it", def.TSeat, n.Node.Pos).Const = formulas.Const(def.TSeat, seat)
		return p.Value(n.Node, inner, def.TInt)
	}
	for _, q := range n.Pairs {
		if q.Key.Value == id {
			p.Uses(q.Key.Pos, names.Thing{Name: id})
			return p.Value(q.Node, v, def.TInt)
		}
	}
	p.Errorf(n.Node.Pos, "missing-key", "the result needs a value for %s", id)
	return formulas.Bad
}

package compiler

// statement.go lowers statements to instructions: the walk that docs/language.md section 5 describes.

import (
	"maps"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// lowering is the state of lowering one procedure.
type lowering struct {
	c     *compiler
	p     *procedure
	next  int32   // next free slot of the frame
	stops [][]int // jumps of stop statements, by enclosing repeat
	bound []watched
}

// watched is a let binding, or the answer of a decision, that something should use.
type watched struct {
	name *source.Node
	used *bool
}

func (c *compiler) lowerProcedure(p *procedure) {
	d := &c.def.Procs[p.index]
	if !p.declared && p.n.Get("to") == nil {
		f := c.fields(p.n, "text")
		for _, k := range grammar.Names("procedureText") {
			f.get(k)
		}
		f.done()
	}
	reported := len(c.diags)
	old := c.rules
	c.rules = nil
	if p.rules != nil && p.n.Get("to") != nil {
		c.rules = p.rules
	}
	c.under(p.n, func() {
		d.Node = c.node(p.n, "procedure")
		l := &lowering{c: c, p: p}
		v := (*env)(nil).child()
		for _, q := range p.params {
			v.names["$"+q.name] = &binding{typ: q.typ, local: true, slot: l.slot(), pos: q.pos}
		}
		c.def.Procs[p.index].Entry = int32(len(c.def.Code))
		l.block(p.body(), v)
		l.emit(def.Instr{Op: def.CReturn, Node: d.Node})
		c.def.Procs[p.index].Frame = l.next
		for _, w := range l.bound {
			if !*w.used {
				c.unused(w.name.Pos, w.name.Value)
			}
		}
	})
	c.rules = old
	if p.unsure {
		c.diags = append(c.diags[:reported:reported], slices.DeleteFunc(c.diags[reported:], func(d diag.Diagnostic) bool { return d.Code == "unknown-binding" })...)
	}
}

// unused warns of a name that is bound for nothing.
func (c *compiler) unused(pos diag.Pos, name string) {
	c.diags.Warnf(pos, "unused-binding", "nothing uses %s", name)
}

// checkProcedureKeys checks the keys of a procedure. After an error its parameters are not sure.
func (c *compiler) checkProcedureKeys(p *procedure) {
	reported := len(c.diags)
	f := c.fields(p.n, "procedure")
	for _, k := range grammar.Names("procedure") {
		f.get(k)
	}
	for _, k := range sortedProps(c.props[def.KProc]) {
		f.get(k)
	}
	f.done()
	if p.unsure = len(c.diags) > reported; p.unsure {
		c.unsure[p.id] = true
	}
}

// body is the statement list of a procedure.
func (p *procedure) body() *source.Node {
	if p.n.Kind == source.List {
		return p.n
	}
	if b := p.n.Get("do"); b != nil {
		return b
	}
	return p.n.Get("effects")
}

func (l *lowering) slot() int32 {
	l.next++
	return l.next - 1
}

func (l *lowering) slots(n int32) int32 {
	l.next += n
	return l.next - n
}

func (l *lowering) emit(i def.Instr) int {
	l.c.def.Code = append(l.c.def.Code, i)
	return len(l.c.def.Code) - 1
}

func (l *lowering) here() int32 { return int32(len(l.c.def.Code)) }

// patch makes the jump at i go to the next instruction.
func (l *lowering) patch(i int) {
	in := &l.c.def.Code[i]
	switch in.Op {
	case def.CForSet, def.CForOrder, def.CForTake:
		in.C = l.here()
	default:
		in.A = l.here()
	}
}

// bind gives name a slot of the frame.
func (l *lowering) bind(v *env, name string, t def.Type, pos diag.Pos) int32 {
	s := l.slot()
	v.names[name] = &binding{typ: t, local: true, slot: s, pos: pos}
	return s
}

// block lowers a list of statements in a scope of its own.
func (l *lowering) block(n *source.Node, v *env) {
	l.list(n, v.child())
}

func (l *lowering) list(n *source.Node, v *env) {
	if n == nil || n.Kind == source.Null {
		return
	}
	if n.Kind != source.List {
		l.statement(n, v)
		return
	}
	for _, s := range n.Items {
		l.statement(s, v)
	}
}

// lower is the lowering of one statement kind.
type lower func(l *lowering, s *stmt, v *env)

// stmt is a statement: its mapping, keyword and the keyword's value.
type stmt struct {
	n     *source.Node
	word  string
	key   *source.Node
	arg   *source.Node
	node  int32
	asked map[string]bool
}

// get reads a further key of the statement.
func (s *stmt) get(key string) *source.Node {
	s.asked[key] = true
	v := s.n.Get(key)
	if v != nil && v.Kind == source.Null {
		return nil
	}
	return v
}

var keyword map[string]lower

func init() {
	keyword = map[string]lower{
		"set": lowerSet, "gain": lowerTrack, "lose": lowerTrack, "pay": lowerTrack, "transfer": lowerTransfer, "shift": lowerShift,
		"mark": lowerMark, "move": lowerMove, "remove": lowerMove, "flip": lowerFlip, "tag": lowerTag, "untag": lowerUntag, "card": lowerCard,
		"let": lowerLet, "switch": lowerSwitch, "for": lowerFor, "repeat": lowerRepeat, "call": lowerCallStatement, "stop": lowerStop,
		"return": lowerReturn, "require": lowerRequire, "action": lowerAction, "grant": lowerGrant, "hook": lowerHook, "activate": lowerActivate, "end": lowerEnd,
		"expire": lowerExpire, "hold": lowerHold, "note": lowerNote, "over": lowerOver, "do": lowerDo,
		"one": lowerOne, "subset": lowerSubset, "pick": lowerPick, "take": lowerTake, "amount": lowerAmount, "menu": lowerMenu, "may": lowerMay,
		"callOne": lowerCallOne, "roll": lowerRoll, "draw": lowerDraw, "shuffle": lowerShuffle,
		"setVar": lowerSetVar, "addVar": lowerAddVar, "setMarker": lowerSetMarker, "moveToken": lowerMoveToken,
		"forEach": lowerForEach, "chooseOne": lowerChooseOne, "chooseN": lowerChooseN, "macro": lowerMacro,
	}
}

// statement lowers one statement: finds its keyword, guards it with if:, and checks that every key was read.
func (l *lowering) statement(n *source.Node, v *env) {
	c := l.c
	if n.Kind == source.Scalar {
		n = &source.Node{Kind: source.Map, Pos: n.Pos, Rules: n.Rules, Pairs: []source.Pair{{Key: n, Value: &source.Node{Kind: source.Null, Pos: n.Pos}}}}
	}
	if n.Kind != source.Map {
		c.errorf(n.Pos, "wrong-type", "a statement is a mapping such as {gain: {track: 1}} or the name of a procedure")
		return
	}
	c.under(n, func() { l.guarded(n, v) })
}

func (l *lowering) guarded(n *source.Node, v *env) {
	c := l.c
	cond := n.Get("if")
	if cond == nil {
		cond = n.Get("when")
	}
	s := l.find(n)
	if s == nil {
		if cond != nil {
			l.branch(n, cond, v)
			return
		}
		c.errorf(n.Pos, "unknown-statement", "no statement or procedure begins this mapping%s", c.near(firstKey(n), statementNames(c)))
		return
	}
	s.node = c.node(n, s.word)
	skip := -1
	if cond != nil {
		skip = l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{l.condition(cond, v)}, Node: s.node})
	}
	if f, ok := keyword[s.word]; ok {
		f(l, s, v)
	} else {
		lowerVerb(l, s, v)
	}
	if skip >= 0 {
		l.patch(skip)
	}
	if c.asked != nil {
		c.asked(c, "- "+s.word, slices.Sorted(maps.Keys(s.asked)))
	}
	for _, p := range n.Pairs {
		k := p.Key.Value
		if statementKeys[k] && c.diags.HasErrors() {
			continue // the statement may have been given up before it read this key
		}
		if k != s.word && k != "if" && k != "when" && k != "rule" && !s.asked[k] {
			c.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", s.word, k, c.near(k, askedKeys(s)))
		}
	}
}

// statementKeys are the further keys of statements.
var statementKeys = func() map[string]bool {
	keys := map[string]bool{}
	for _, s := range grammar.Statements {
		for _, k := range s.Keys {
			keys[k.Name] = true
		}
	}
	return keys
}()

func askedKeys(s *stmt) []string {
	return append(slices.Sorted(maps.Keys(s.asked)), "if", "rule")
}

func firstKey(n *source.Node) string {
	for _, p := range n.Pairs {
		if p.Key.Value != "if" && p.Key.Value != "rule" {
			return p.Key.Value
		}
	}
	return ""
}

func statementNames(c *compiler) []string {
	return append(c.procNames(), slices.Sorted(maps.Keys(keyword))...)
}

// find looks for the keyword of a statement, in the order its keys are written.
func (l *lowering) find(n *source.Node) *stmt {
	for _, p := range n.Pairs {
		k := p.Key.Value
		_, isKey := keyword[k]
		if k == "do" && len(n.Pairs) > 1 && !onlyModifiers(n) {
			continue
		}
		sym := l.c.syms[k]
		if isKey || sym != nil && sym.kind == symProc {
			return &stmt{n: n, word: k, key: p.Key, arg: p.Value, asked: map[string]bool{}}
		}
	}
	return nil
}

func onlyModifiers(n *source.Node) bool {
	for _, p := range n.Pairs {
		switch p.Key.Value {
		case "do", "if", "when", "rule":
		default:
			return false
		}
	}
	return true
}

// condition checks a condition and gives it a node, so that coverage sees both outcomes.
func (l *lowering) condition(n *source.Node, v *env) *def.Expr {
	x := l.c.formula(n, v, tBool)
	if x == bad {
		return l.c.good(x)
	}
	l.c.settled(n, x, "")
	y := *x
	y.Node = l.c.node(n, "if")
	return &y
}

func (l *lowering) branch(n, cond *source.Node, v *env) {
	c := l.c
	for _, p := range n.Pairs {
		switch p.Key.Value {
		case "if", "when", "condition", "then", "else", "rule":
		default:
			c.errorf(p.Key.Pos, "unknown-statement", "no statement or procedure is named %s%s", p.Key.Value, c.near(p.Key.Value, statementNames(c)))
			return
		}
	}
	if inner := branchCondition(cond); inner != nil && n.Get("then") == nil {
		l.branch(cond, inner, v)
		return
	}
	node := c.node(n, "if")
	skip := l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{l.condition(cond, v)}, Node: node})
	l.block(n.Get("then"), v)
	if els := n.Get("else"); els != nil && els.Kind != source.Null {
		end := l.emit(def.Instr{Op: def.CJump, Node: node})
		l.patch(skip)
		l.block(els, v)
		l.patch(end)
		return
	}
	l.patch(skip)
}

// value checks n as a value of type want.
func (l *lowering) value(n *source.Node, v *env, want def.Type) *def.Expr {
	if n == nil {
		return bad
	}
	return l.c.value(n, v, want)
}

// formula checks n in a formula position.
func (l *lowering) formula(n *source.Node, v *env, want def.Type) *def.Expr {
	if n == nil {
		return bad
	}
	return l.c.formula(n, v, want)
}

// need reports a missing key of a statement.
func (l *lowering) need(s *stmt, key string) *source.Node {
	n := s.get(key)
	if n == nil {
		l.c.errorf(s.n.Pos, "missing-key", "%s needs %s:", s.word, key)
	}
	return n
}

// parseKey reads a mapping key as a formula (an lvalue or a binding).
func (l *lowering) parseKey(k *source.Node) *syntax.Expr {
	e, list := syntax.Parse(k.Value, k.Pos)
	l.c.diags = append(l.c.diags, list...)
	if list.HasErrors() {
		return nil
	}
	return e
}

// place is where an assignment goes: the operands A, B and X1 of CSet, CGain, CLose, CPay.
type place struct {
	a, b  int32
	index *def.Expr
	owner *def.Expr // the seat, zone or card whose variable it is
	typ   def.Type
	v     *def.VarDef
}

// lvalue resolves what stands left of an assignment.
func (l *lowering) lvalue(k *source.Node, v *env) (place, bool) {
	e := l.parseKey(k)
	if e == nil {
		return place{}, false
	}
	return l.placeOf(e, k, v)
}

// placeOf is lvalue for an expression written as k.
func (l *lowering) placeOf(e *syntax.Expr, k *source.Node, v *env) (place, bool) {
	c := l.c
	switch e.Kind {
	case syntax.Binding:
		b := v.find(e.Name)
		if b != nil && b.local && b.konst == nil && b.typ.Kind != def.KTrack {
			return place{a: 0, b: b.slot, typ: b.typ}, true
		}
	case syntax.Name:
		if s, ok := c.syms[e.Name]; ok && s.kind == symVar && c.def.Vars[s.index].Per == def.KNone {
			vd := &c.def.Vars[s.index]
			return place{a: 1, b: vd.Base, typ: vd.Type, v: vd}, true
		}
	case syntax.Prop:
		if s, ok := c.syms[e.Name]; ok && s.kind == symVar && c.def.Vars[s.index].Per != def.KNone {
			vd := &c.def.Vars[s.index]
			x := c.expr(e.Args[0], v, def.Type{Kind: vd.Per})
			if x == bad {
				return place{}, false
			}
			if k, ok := c.eval(x); ok && k >= 0 && k < int64(vd.Len) {
				return place{a: 1, b: vd.Base + int32(k), owner: x, typ: vd.Type, v: vd}, true
			}
			return place{a: 2, b: vd.Base, index: x, owner: x, typ: vd.Type, v: vd}, true
		}
	}
	x := c.raw(e, v, tTrack)
	if x == bad {
		return place{}, false
	}
	if x.Type.Kind != def.KTrack {
		c.errorf(k.Pos, "wrong-type", "%s cannot be assigned: it is %s, not a variable", k.Value, c.describe(x.Type))
		return place{}, false
	}
	return place{a: 3, index: x, typ: tInt}, true
}

func (p place) operands(x *def.Expr) []*def.Expr {
	if p.index == nil {
		return []*def.Expr{x}
	}
	return []*def.Expr{x, p.index}
}

package resolve

// stmt.go resolves procedures: it walks through their statements, each in the scope of those before it. What each word
// means stands in the files stmt_*.go.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// procedure is a procedure whose statements are being resolved.
type procedure struct {
	*resolver
	decl    *declare.Proc
	out     *typed.Proc
	decider *typed.Binding // the parameter that decides where no `by` stands; nil: there is none
	repeats int            // how many repeats are around the statement, within the innermost ensure
	ensures int            // how many ensures are around it
	foreign int            // how many statements with an origin are around it
}

// statement is a statement with its place in the compiled game.
type statement struct {
	*tree.Stmt
	at *typed.Place
}

// verb gives the meaning of a statement; nil means that it was reported.
type verb func(p *procedure, s *statement, v *env) typed.Action

// verbs gives the meaning of each keyword. Those of decisions about members come from stmt_decide.go.
var verbs = map[string]verb{}

func init() { // what stands in a body leads back to the words
	maps.Copy(verbs, map[string]verb{
		"set": (*procedure).assign, "gain": (*procedure).change, "lose": (*procedure).change, "pay": (*procedure).change,
		"transfer": (*procedure).transfer, "shift": (*procedure).shift, "mark": (*procedure).mark,
		"move": (*procedure).move, "remove": (*procedure).move, "flip": (*procedure).flip, "tag": (*procedure).tag,
		"untag": (*procedure).untag, "card": (*procedure).card, "reveal": (*procedure).reveal, "hide": (*procedure).hide, "activate": (*procedure).activate, "end": (*procedure).end,
		"expire": (*procedure).expire,
		"let":    (*procedure).lets, "switch": (*procedure).choose, "for": (*procedure).loop, "repeat": (*procedure).repeat,
		"while": (*procedure).while, "ensure": (*procedure).ensure,
		"stop": (*procedure).stop, "return": (*procedure).leave, "require": (*procedure).require, "action": (*procedure).scope,
		"hold": (*procedure).hold, "do": (*procedure).nested, "note": (*procedure).notes, "over": (*procedure).over,
		"call": (*procedure).callStatement, "grant": (*procedure).grantStatement, "hook": (*procedure).hook,
		"menu": (*procedure).menu, "may": (*procedure).may, "callOne": (*procedure).callOne,
	})
}

// procedures resolves all procedures, in the order of their indices.
func (r *resolver) procedures() {
	for _, d := range r.syms.Rules.Procs {
		r.out.Procs = append(r.out.Procs, r.procedure(d))
	}
}

func (r *resolver) procedure(d *declare.Proc) *typed.Proc {
	n := d.Entry.Node
	p := &procedure{resolver: r, decl: d, out: &typed.Proc{Index: d.Index, ID: d.ID, Pos: d.Entry.IDPos(), Declared: d.Declared}}
	outside := r.here
	r.here = context{proc: p.out}
	if len(d.Rules) > 0 {
		r.here.rules = d.Rules
	}
	r.under(n, func() {
		p.out.At = r.place(n, "procedure")
		v := (*env)(nil).child()
		v.unsure = d.Unsure
		p.out.Params = r.bindings(v, d.Params)
		if i := r.syms.Rules.Decider(d.Params); i >= 0 {
			p.decider = p.out.Params[i]
		}
		body := d.Entry.Value("do")
		if body == nil {
			body = d.Entry.Value("effects")
		}
		p.out.Body = p.block(body, v)
		if p.out.Own = d.Entry.Value("possible") != nil; p.out.Own {
			r.here.copies++ // never is an answer, too
			p.out.Possible = r.conditions(d.Entry.Conds("possible"), v, "")
			r.here.copies--
		}
	})
	r.here = outside
	return p.out
}

// block resolves the statements of a value that may be missing, in a scope of their own.
func (p *procedure) block(body *tree.Value, v *env) []*typed.Stmt { return p.list(body, v.child()) }

// list resolves the statements of a value that may be missing.
func (p *procedure) list(body *tree.Value, v *env) []*typed.Stmt {
	if body == nil {
		return nil
	}
	v.unsure = v.unsure || body.Unsure
	var out []*typed.Stmt
	for _, s := range body.Body {
		if t := p.statement(s, v); t != nil {
			out = append(out, t)
		}
	}
	return out
}

// statement resolves one statement, nil if it was reported.
func (p *procedure) statement(s *tree.Stmt, v *env) *typed.Stmt {
	var out *typed.Stmt
	p.under(s.Node, func() {
		if s.Word == "" {
			out = p.branch(s, v)
			return
		}
		t := &typed.Stmt{At: p.place(s.Node, s.Word)}
		if s.If != nil {
			t.When = p.condition(s.If, v)
		}
		if t.Do = p.action(&statement{s, t.At}, v); t.Do != nil {
			out = t
		}
	})
	return out
}

func (p *procedure) action(s *statement, v *env) typed.Action {
	if f, ok := verbs[s.Word]; ok {
		if s.misshapen() {
			return p.lost(s, v)
		}
		if s.Node.Origin != nil {
			p.foreign++
			p.here.copies++
			defer func() { p.foreign, p.here.copies = p.foreign-1, p.here.copies-1 }()
		}
		return f(p, s, v)
	}
	if sym := p.named(s.Arg.Key, declare.Procedure); sym != nil {
		return p.verb(s, p.syms.Rules.Procs[sym.Index], v)
	}
	p.lacking(s.Arg.Key, "unknown-statement", "no statement or procedure is named %s%s", s.Word, p.near(s.Word, p.statementNames()))
	return nil
}

func (p *procedure) branch(s *tree.Stmt, v *env) *typed.Stmt {
	do := &typed.If{Cond: p.condition(s.If, v), Then: p.block(s.Value("then"), v), Else: p.block(s.Value("else"), v)}
	return &typed.Stmt{At: p.place(s.Node, "if"), Do: do}
}

// nested resolves a do. One that was put in does not see the clauses of the place that it is put into, and what it exports
// is seen by the statements that follow.
func (p *procedure) nested(s *statement, v *env) typed.Action {
	from := s.Node.Origin
	if from == nil {
		return &typed.Block{Body: p.block(s.Arg, v)}
	}
	outside := p.here.rules
	if s.Node.Get("rule") == nil {
		p.here.rules = nil
	}
	inner := v.child()
	out := &typed.Block{Body: p.list(s.Arg, inner)}
	p.here.rules = outside
	for _, e := range from.Exports {
		name := "$" + strings.TrimPrefix(e.Value, "$")
		if b, ok := inner.names[name]; ok {
			v.names[name] = b
		} else {
			p.bindBad(v, name, e.Pos)
		}
	}
	return out
}

// misshapen reports whether what stands behind the word has none of the shapes that it can have, which was reported.
func (s *statement) misshapen() bool {
	return s.Arg.Unsure && s.Arg.Entry == nil && s.Arg.Pairs == nil && s.Arg.Body == nil
}

// lost resolves what stands beside a word whose own part was reported, for what else is wrong there.
func (p *procedure) lost(s *statement, v *env) typed.Action {
	inner := p.inner(s, v)
	inner.unsure = true
	for _, q := range s.Vals {
		p.block(q, inner)
		for _, o := range q.Pairs {
			p.block(o, inner)
		}
	}
	p.bindLost(s.Arg.Node, v)
	v.unsure = true // it may have been meant to bind another name
	return nil
}

// bindLost makes the names known that n, a name or a mapping of names, was meant to bind, with or without their $.
func (p *procedure) bindLost(n *source.Node, v *env) {
	names := []*source.Node{n}
	if n.Kind == source.Map {
		names = nil
		for _, q := range n.Pairs {
			names = append(names, q.Key)
		}
	}
	for _, k := range names {
		if name := "$" + strings.TrimPrefix(k.Value, "$"); v.names[name] == nil {
			p.bindBad(v, name, k.Pos)
		}
	}
}

// inner is a scope within a statement. Names may be missing from it if a key of the statement was not understood.
func (p *procedure) inner(s *statement, v *env) *env {
	inner := v.child()
	inner.unsure = s.Unsure
	return inner
}

// bindBad makes a name known of which nothing else is: its cause was reported, so nothing is said about its uses.
func (p *procedure) bindBad(v *env, name string, pos diag.Pos) *typed.Binding {
	return p.bind(v, name, declare.Unknown, pos)
}

// watch notes a name that is bound to be read. In a statement with an origin that need not be so.
func (p *procedure) watch(b *typed.Binding) *typed.Binding {
	if p.foreign == 0 {
		p.out.Bound = append(p.out.Bound, b)
	}
	return b
}

// named gives the symbol of a kind that n names, nil if there is none.
func (r *resolver) named(n *source.Node, kind declare.SymbolKind) *declare.Symbol {
	if s := r.syms.Names[n.Value]; s != nil && s.Kind == kind && !r.syms.Clashed[n.Value] {
		return s
	}
	return nil
}

// lacking reports a name that means nothing in its place, unless nobody knows what it means.
func (r *resolver) lacking(n *source.Node, code, format string, args ...any) {
	if !r.syms.Clashed[n.Value] {
		r.errorf(n.Pos, code, format, args...)
	}
}

// statementNames lists what a statement can begin with, for near names.
func (p *procedure) statementNames() []string {
	names := p.procNames()
	for _, s := range grammar.Statements {
		names = append(names, s.Word)
	}
	return names
}

// optional is formula for a key that may be left out; nil if it is.
func (p *procedure) optional(n *source.Node, v *env, want def.Type) *def.Expr {
	if n == nil {
		return nil
	}
	return p.formula(n, v, want)
}

// known gives the index that names has for the word n; false if there is none, which is reported: none says what there is not.
func (p *procedure) known(names map[string]int32, n *source.Node, none string) (int32, bool) {
	i, ok := names[n.Value]
	if !ok {
		p.errorf(n.Pos, "unknown-name", "%s %s%s", none, n.Value, p.near(n.Value, slices.Sorted(maps.Keys(names))))
	}
	return i, ok
}

// several is one action of those that a statement makes, nil if there are none.
func several(acts []typed.Action) typed.Action {
	switch len(acts) {
	case 0:
		return nil
	case 1:
		return acts[0]
	}
	return &typed.Several{Acts: acts}
}

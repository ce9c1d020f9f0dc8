// Package formulas types formulas: it binds names, types expressions and checks calls. It also holds the state that all parts of
// resolving share: the symbols, the game as far as it is computed, the typed rulebook, and the diagnostics.
package formulas

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// New returns a resolver for a rulebook.
func New(book *tree.Rulebook, syms *declare.Symbols, memo *syntax.Memo) *Resolver {
	gd := gameOf(syms)
	r := &Resolver{Book: book, Syms: syms, Syntax: memo, Game: gd, Out: &typed.Rulebook{Game: gd, Budget: book.Budget}, Diags: &diag.List{}, Called: map[int32][]diag.Pos{}, Pending: map[int32]func(){},
		LostColumns: map[int32]LossAt{}, LostInitial: map[int32]LossAt{}}
	r.prepare()
	return r
}

// gameOf returns a copy of the declared game whose slices the resolver may change.
func gameOf(syms *declare.Symbols) *def.GameDef {
	gd := *syms.Game
	gd.Types, gd.Piles, gd.Vars, gd.Initial = slices.Clone(gd.Types), slices.Clone(gd.Piles), slices.Clone(gd.Vars), slices.Clone(gd.Initial)
	gd.Derived, gd.Attachments, gd.Lookups = slices.Clone(gd.Derived), slices.Clone(gd.Attachments), slices.Clone(gd.Lookups)
	for i := range gd.Lookups {
		gd.Lookups[i].Values = slices.Clone(gd.Lookups[i].Values)
	}
	return &gd
}

// Resolver holds the state that all parts of resolving share.
type Resolver struct {
	nearest diag.Speller // for spelling suggestions
	faults  diag.Faults

	Book   *tree.Rulebook
	Syms   *declare.Symbols
	Syntax *syntax.Memo
	Game   *def.GameDef    // the declared game with the data computed so far
	Out    *typed.Rulebook // the part that is resolved so far
	Diags  *diag.List
	Here   Context
	memo   memory

	Pending     map[int32]func()     // by lookup: computes its values; nil while it does
	Called      map[int32][]diag.Pos // by procedure: where it is called or granted by name
	Windows     []*source.Node       // durations of `activate`
	Takings     []Taking             // in the order in which they are written
	LostColumns map[int32]LossAt     // sets in the data that lost an order: by lookup
	LostInitial map[int32]LossAt     // sets in initial values that lost an order: by the first cell of a variable
}

// Context describes the place that is being resolved.
type Context struct {
	Rules   []string // clauses of the enclosing `rule` key, nil if there is none
	Offered string   // the procedure offered by the enclosing callOne
	Copies  int      // number of enclosing constructs that resolve the same text several times; there are no warnings in copies
	Proc    *typed.Proc
	First   int // index of the first binding of the procedure
}

// Scope is a scope of bindings.
type Scope struct {
	parent *Scope
	names  []named
	// Unsure is set if names may be missing because an error above hides them. Unknown names are not reported then.
	Unsure bool
}

// named is a binding and its name in a scope.
type named struct {
	name    string
	binding *typed.Binding
}

// Child returns a new scope within v.
func (v *Scope) Child() *Scope { return &Scope{parent: v} }

// Find returns the binding of a name in v or the nearest enclosing scope, or nil.
func (v *Scope) Find(name string) *typed.Binding {
	for ; v != nil; v = v.parent {
		if b := v.Own(name); b != nil {
			return b
		}
	}
	return nil
}

// Own returns the binding of a name in v alone, or nil.
func (v *Scope) Own(name string) *typed.Binding {
	for _, n := range slices.Backward(v.names) { // a name may be bound again
		if n.name == name {
			return n.binding
		}
	}
	return nil
}

// Name adds a binding to v under a name.
func (v *Scope) Name(name string, b *typed.Binding) { v.names = append(v.names, named{name, b}) }

// doubtful reports whether v or an enclosing scope is unsure.
func (v *Scope) doubtful() bool {
	for ; v != nil; v = v.parent {
		if v.Unsure {
			return true
		}
	}
	return false
}

// all returns the bound names, for spelling suggestions.
func (v *Scope) all() []string {
	var out []string
	for ; v != nil; v = v.parent {
		for _, n := range v.names {
			out = append(out, n.name)
		}
	}
	return out
}

// Bind creates a binding and adds it to v.
func (r *Resolver) Bind(v *Scope, name string, t def.Type, pos diag.Pos) *typed.Binding {
	b := &typed.Binding{ID: int64(len(r.Out.Bindings)), Name: name, Type: t, Pos: pos}
	r.Out.Bindings = append(r.Out.Bindings, b)
	v.Name(name, b)
	r.record(names.Use{At: pos, Thing: b.Thing(), Declares: true, Type: t})
	return b
}

// Uses records that the rulebook names a thing at a position.
func (r *Resolver) Uses(at diag.Pos, t names.Thing) {
	if at.Line > 0 {
		r.record(names.Use{At: at, Thing: t})
	}
}

// UsesBinding records that a formula names a binding at a position.
func (r *Resolver) UsesBinding(at diag.Pos, b *typed.Binding) {
	r.record(names.Use{At: at, Thing: b.Thing(), Type: b.Type})
}

// record keeps a use of a name if the compile is for an editor.
func (r *Resolver) record(u names.Use) {
	if r.Syms.Studied {
		r.Out.Uses = append(r.Out.Uses, u)
	}
}

// UsesParam records that an argument names its parameter at a position.
func (r *Resolver) UsesParam(at diag.Pos, p *declare.Param) {
	r.Uses(at, names.Thing{Sort: names.Bound, Name: "$" + p.Name, At: p.Pos})
}

// Read returns an expression for the value of a binding and marks the binding as used.
func (r *Resolver) Read(b *typed.Binding) *def.Expr {
	b.Used = true
	if b.Const != nil {
		return b.Const
	}
	return &def.Expr{Op: def.OpBound, Type: b.Type, I: b.ID}
}

// Place returns the place of n, which becomes a node of the compiled game.
func (r *Resolver) Place(n *source.Node, what string) *typed.Place {
	rules := r.Here.Rules
	if n.Kind == source.Map {
		if said := n.Get("rule"); said != nil {
			rules = r.RuleIDs(said)
		} else if g := r.grantRule(n); g != nil {
			rules = union(r.RuleIDs(g), r.around(n))
		}
	}
	if rules == nil {
		rules = r.around(n)
	}
	return &typed.Place{Pos: n.Pos, Rules: rules, What: what}
}

// around returns the clauses to which n belongs if it has no `rule`.
func (r *Resolver) around(n *source.Node) []string {
	if r.Here.Rules != nil {
		return r.Here.Rules
	}
	return r.Syms.Clauses.Attributed(n.Rules, r.Here.Offered)
}

// union returns the clauses of a, then those of b that are not in a.
func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, id := range b {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// grantRule returns the clauses of the granted procedure, to which a grant belongs beside those of its text. It returns nil if n
// is no grant or the procedure names none.
func (r *Resolver) grantRule(n *source.Node) *source.Node {
	name := n.Get("grant")
	if name == nil {
		return nil
	}
	if name.Kind == source.Map && len(name.Pairs) == 1 {
		name = name.Pairs[0].Key
	}
	if s := r.Syms.Names[name.Value]; s != nil && s.Kind == declare.Procedure {
		return r.Syms.Rules.Procs[s.Index].Entry.Get("grantRule")
	}
	return nil
}

// RuleIDs returns the clauses that a `rule` key names, after the attribution of library clauses. The reader of the key has
// checked that they exist.
func (r *Resolver) RuleIDs(n *source.Node) []string {
	var ids []string
	for _, k := range n.List() {
		ids = append(ids, k.Value)
	}
	return r.Syms.Clauses.Attributed(ids, r.Here.Offered)
}

// Under calls f with the clauses of n, if it has any, as those of the enclosed nodes.
func (r *Resolver) Under(n *source.Node, f func()) {
	old := r.Here.Rules
	if n != nil && n.Kind == source.Map {
		if said := n.Get("rule"); said != nil {
			r.Here.Rules = r.RuleIDs(said)
		} else if r.grantRule(n) != nil {
			r.Here.Rules = r.Place(n, "").Rules
		}
	}
	f()
	r.Here.Rules = old
}

// Errorf reports an error. It drops errors on unknown or missing things if a part of the rulebook could not be read, because they
// may be there.
func (r *Resolver) Errorf(pos diag.Pos, code, format string, args ...any) {
	r.faults.Add(*r.Diags)
	if r.Book.Incomplete && (strings.HasPrefix(code, "unknown-") || strings.HasPrefix(code, "missing-")) {
		return
	}
	r.Diags.Errorf(pos, code, format, args...)
}

// Near returns a suggestion of a similarly spelled candidate, or "".
func (r *Resolver) Near(name string, candidates []string) string {
	return r.nearest.DidYouMean(name, candidates)
}

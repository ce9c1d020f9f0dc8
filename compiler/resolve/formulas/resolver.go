// Package formulas types formulas: it finds what each name means, types every expression and checks every call. It keeps what
// the other parts of resolving share: the symbols, the game that is filled with data, the rulebook that is made, what was
// reported.
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

// New prepares for resolving a rulebook.
func New(book *tree.Rulebook, syms *declare.Symbols, memo *syntax.Memo) *Resolver {
	gd := gameOf(syms)
	r := &Resolver{Book: book, Syms: syms, Syntax: memo, Game: gd, Out: &typed.Rulebook{Game: gd, Budget: book.Budget}, Diags: &diag.List{}, Called: map[int32][]diag.Pos{},
		LostColumns: map[int32]LossAt{}, LostInitial: map[int32]LossAt{}}
	r.prepare()
	return r
}

// gameOf is a copy of what is declared, with room for the data.
func gameOf(syms *declare.Symbols) *def.GameDef {
	gd := *syms.Game
	gd.Types, gd.Piles, gd.Vars, gd.Initial = slices.Clone(gd.Types), slices.Clone(gd.Piles), slices.Clone(gd.Vars), slices.Clone(gd.Initial)
	gd.Derived, gd.Attachments, gd.Lookups = slices.Clone(gd.Derived), slices.Clone(gd.Attachments), slices.Clone(gd.Lookups)
	for i := range gd.Lookups {
		gd.Lookups[i].Values = slices.Clone(gd.Lookups[i].Values)
	}
	return &gd
}

// Resolver holds what all parts of resolving share.
type Resolver struct {
	nearest diag.Speller // of names
	faults  diag.Faults

	Book   *tree.Rulebook
	Syms   *declare.Symbols
	Syntax *syntax.Memo
	Game   *def.GameDef    // what is declared, with the data computed so far
	Out    *typed.Rulebook // what is resolved so far
	Diags  *diag.List
	Here   Context
	memo   memory

	Called      map[int32][]diag.Pos // by procedure: where it is called or granted by its name
	Windows     []*source.Node       // durations with which lasting effects come into force
	Takings     []Taking             // in the order in which they are written
	LostColumns map[int32]LossAt     // sets in the data that lost an order: by lookup
	LostInitial map[int32]LossAt     // and by the first cell of a variable
}

// Context is the place that is being resolved.
type Context struct {
	Rules   []string // clauses of the enclosing rule: key, nil: those of the node itself
	Offered string   // procedure that the callOne being resolved offers
	Copies  int      // what is being resolved is one of several copies of what the author wrote
	Proc    *typed.Proc
	First   int // of the bindings that the procedure makes
}

// Scope is a scope of bindings.
type Scope struct {
	parent *Scope
	names  []named
	// Unsure reports whether names may be missing because something above was not understood; nothing is said about those.
	Unsure bool
}

// named is a binding under the name that it has in a scope.
type named struct {
	name    string
	binding *typed.Binding
}

// Child is a scope within v.
func (v *Scope) Child() *Scope { return &Scope{parent: v} }

// Find gives the binding of a name in v and the scopes around it, nil if there is none.
func (v *Scope) Find(name string) *typed.Binding {
	for ; v != nil; v = v.parent {
		if b := v.Own(name); b != nil {
			return b
		}
	}
	return nil
}

// Own gives the binding of a name in v alone, nil if there is none.
func (v *Scope) Own(name string) *typed.Binding {
	for _, n := range slices.Backward(v.names) { // a name may be bound again
		if n.name == name {
			return n.binding
		}
	}
	return nil
}

// Name gives a binding a name in v.
func (v *Scope) Name(name string, b *typed.Binding) { v.names = append(v.names, named{name, b}) }

// doubtful reports whether a name that is not found may only have been lost.
func (v *Scope) doubtful() bool {
	for ; v != nil; v = v.parent {
		if v.Unsure {
			return true
		}
	}
	return false
}

// all lists what is bound, for near names.
func (v *Scope) all() []string {
	var out []string
	for ; v != nil; v = v.parent {
		for _, n := range v.names {
			out = append(out, n.name)
		}
	}
	return out
}

// Bind makes a binding in v.
func (r *Resolver) Bind(v *Scope, name string, t def.Type, pos diag.Pos) *typed.Binding {
	b := &typed.Binding{ID: int64(len(r.Out.Bindings)), Name: name, Type: t, Pos: pos}
	r.Out.Bindings = append(r.Out.Bindings, b)
	v.Name(name, b)
	r.record(names.Use{At: pos, Thing: b.Thing(), Declares: true, Type: t})
	return b
}

// Uses records that the rulebook names a thing at a place.
func (r *Resolver) Uses(at diag.Pos, t names.Thing) {
	if at.Line > 0 {
		r.record(names.Use{At: at, Thing: t})
	}
}

// UsesBinding records that a formula names a binding at a place.
func (r *Resolver) UsesBinding(at diag.Pos, b *typed.Binding) {
	r.record(names.Use{At: at, Thing: b.Thing(), Type: b.Type})
}

// record keeps a use of a name for programs that ask for them.
func (r *Resolver) record(u names.Use) {
	if r.Syms.Studied {
		r.Out.Uses = append(r.Out.Uses, u)
	}
}

// UsesParam records that an argument names its parameter at a place.
func (r *Resolver) UsesParam(at diag.Pos, p *declare.Param) {
	r.Uses(at, names.Thing{Sort: names.Bound, Name: "$" + p.Name, At: p.Pos})
}

// Read gives the value of a binding, and notes that something reads it.
func (r *Resolver) Read(b *typed.Binding) *def.Expr {
	b.Used = true
	if b.Const != nil {
		return b.Const
	}
	return &def.Expr{Op: def.OpBound, Type: b.Type, I: b.ID}
}

// Place is where n stands, as a node of the compiled game.
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

// around gives the clauses that n belongs to unless it says so itself.
func (r *Resolver) around(n *source.Node) []string {
	if r.Here.Rules != nil {
		return r.Here.Rules
	}
	return r.Syms.Clauses.Attributed(n.Rules, r.Here.Offered)
}

// union are the clauses of a, and those of b that are not among them.
func union(a, b []string) []string {
	out := slices.Clone(a)
	for _, id := range b {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// grantRule is what a grant belongs to beside the text that it stands in: what the procedure granted says; nil if n is no
// grant, or of a procedure that says nothing.
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

// RuleIDs gives the clauses that a rule: key names, through the attribution of library clauses. That they are there was
// checked when the key was read.
func (r *Resolver) RuleIDs(n *source.Node) []string {
	var ids []string
	for _, k := range n.List() {
		ids = append(ids, k.Value)
	}
	return r.Syms.Clauses.Attributed(ids, r.Here.Offered)
}

// Under runs f with the clauses that n states, if any, in force for what stands below it.
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

// Errorf reports an error. That something is unknown or missing is no error where a part of the rulebook could not be
// read: it may stand there.
func (r *Resolver) Errorf(pos diag.Pos, code, format string, args ...any) {
	r.faults.Add(*r.Diags)
	if r.Book.Incomplete && (strings.HasPrefix(code, "unknown-") || strings.HasPrefix(code, "missing-")) {
		return
	}
	r.Diags.Errorf(pos, code, format, args...)
}

// Near suggests the candidate that a name was probably meant to be, "" if none is near.
func (r *Resolver) Near(name string, candidates []string) string {
	return r.nearest.DidYouMean(name, candidates)
}

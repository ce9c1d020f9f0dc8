// Package resolve makes a typed rulebook of the tree: every name is bound, every expression typed, every call checked, and
// the data of the game (properties, sets, tables, set-ups) computed. Whatever a rulebook says wrongly
// that the shape of its keys does not show is found here; what is right but can never be seen is for package check.
package resolve

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// Resolve gives the typed rulebook. What it gives is of use only if nothing was reported.
func Resolve(book *tree.Rulebook, syms *declare.Symbols) (*typed.Rulebook, diag.List) {
	gd := gameOf(syms)
	r := &resolver{book: book, syms: syms, gd: gd, out: &typed.Rulebook{Game: gd}, diags: &diag.List{}, asides: map[*tree.Value]bool{}, decided: map[string]map[string]bool{}, called: map[int32][]diag.Pos{}}
	r.prepare()
	r.data()
	r.rules()
	r.procedures()
	r.unusedAsides()
	r.unusedHints()
	r.loops()
	r.setups()
	r.lostOrders()
	r.checks()
	r.invariants()
	r.moves()
	r.gaps()
	r.several()
	return r.out, *r.diags
}

// gameOf is a copy of what is declared, with room for the data that this package computes.
func gameOf(syms *declare.Symbols) *def.GameDef {
	gd := *syms.Game
	gd.Types, gd.Piles, gd.Vars, gd.Initial = slices.Clone(gd.Types), slices.Clone(gd.Piles), slices.Clone(gd.Vars), slices.Clone(gd.Initial)
	gd.Derived, gd.Attachments, gd.Lookups = slices.Clone(gd.Derived), slices.Clone(gd.Attachments), slices.Clone(gd.Lookups)
	for i := range gd.Lookups {
		gd.Lookups[i].Values = slices.Clone(gd.Lookups[i].Values)
	}
	return &gd
}

// resolver goes through the tree.
type resolver struct {
	nearest diag.Speller // of names

	book  *tree.Rulebook
	syms  *declare.Symbols
	gd    *def.GameDef
	out   *typed.Rulebook
	diags *diag.List
	here  context
	memo  memory

	called  map[int32][]diag.Pos       // by procedure: where it is called or granted by its name
	windows []*source.Node             // durations with which lasting effects come into force
	asides  map[*tree.Value]bool       // that a decision has
	decided map[string]map[string]bool // by procedure and name: its decisions; true: it has candidates
	open    []openLoop                 // loops that state no bound
	overSet []setLoop
	takings []taking
}

// context is where the resolver is.
type context struct {
	rules   []string // clauses of the enclosing rule: key, nil: those of the node itself
	offered string   // procedure that the callOne being resolved offers
	copies  int      // what is being resolved is one of several copies of what the author wrote
	proc    *typed.Proc
}

// env is a scope of bindings.
type env struct {
	parent *env
	names  map[string]*typed.Binding
	// unsure tells that names may be missing because something above was not understood; nothing is said about those.
	unsure bool
}

func (v *env) child() *env { return &env{parent: v, names: map[string]*typed.Binding{}} }

func (v *env) find(name string) *typed.Binding {
	for ; v != nil; v = v.parent {
		if b, ok := v.names[name]; ok {
			return b
		}
	}
	return nil
}

// doubtful reports whether a name that is not found may only have been lost.
func (v *env) doubtful() bool {
	for ; v != nil; v = v.parent {
		if v.unsure {
			return true
		}
	}
	return false
}

// all lists what is bound, for near names.
func (v *env) all() []string {
	var out []string
	for ; v != nil; v = v.parent {
		for name := range v.names {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// bind makes a binding in v.
func (r *resolver) bind(v *env, name string, t def.Type, pos diag.Pos) *typed.Binding {
	b := &typed.Binding{ID: int64(len(r.out.Bindings)), Name: name, Type: t, Pos: pos}
	r.out.Bindings = append(r.out.Bindings, b)
	v.names[name] = b
	return b
}

// read gives the value of a binding, and notes that something reads it.
func (r *resolver) read(b *typed.Binding) *def.Expr {
	b.Used = true
	if b.Const != nil {
		return b.Const
	}
	return &def.Expr{Op: def.OpBound, Type: b.Type, I: b.ID}
}

// place is where n stands, as a node of the compiled game.
func (r *resolver) place(n *source.Node, what string) *typed.Place {
	rules := r.here.rules
	if n.Kind == source.Map {
		if said := n.Get("rule"); said != nil {
			rules = r.ruleIDs(said)
		} else if g := r.grantRule(n); g != nil {
			rules = union(r.ruleIDs(g), r.around(n))
		}
	}
	if rules == nil {
		rules = r.around(n)
	}
	return &typed.Place{Pos: n.Pos, Rules: rules, What: what}
}

// around gives the clauses that n belongs to unless it says so itself.
func (r *resolver) around(n *source.Node) []string {
	if r.here.rules != nil {
		return r.here.rules
	}
	return r.syms.Clauses.Attributed(n.Rules, r.here.offered)
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
func (r *resolver) grantRule(n *source.Node) *source.Node {
	name := n.Get("grant")
	if name == nil {
		return nil
	}
	if name.Kind == source.Map && len(name.Pairs) == 1 {
		name = name.Pairs[0].Key
	}
	if s := r.syms.Names[name.Value]; s != nil && s.Kind == declare.Procedure {
		return r.syms.Rules.Procs[s.Index].Entry.Get("grantRule")
	}
	return nil
}

// ruleIDs gives the clauses that a rule: key names, through the attribution of library clauses. That they are there was
// checked when the key was read.
func (r *resolver) ruleIDs(n *source.Node) []string {
	var ids []string
	for _, k := range n.List() {
		ids = append(ids, k.Value)
	}
	return r.syms.Clauses.Attributed(ids, r.here.offered)
}

// under runs f with the clauses that n states, if any, in force for what stands below it.
func (r *resolver) under(n *source.Node, f func()) {
	old := r.here.rules
	if n != nil && n.Kind == source.Map {
		if said := n.Get("rule"); said != nil {
			r.here.rules = r.ruleIDs(said)
		} else if r.grantRule(n) != nil {
			r.here.rules = r.place(n, "").Rules
		}
	}
	f()
	r.here.rules = old
}

// errorf reports an error. That something is unknown or missing is no error where a part of the rulebook could not be
// read: it may stand there.
func (r *resolver) errorf(pos diag.Pos, code, format string, args ...any) {
	if r.book.Incomplete && (strings.HasPrefix(code, "unknown-") || strings.HasPrefix(code, "missing-")) {
		return
	}
	r.diags.Errorf(pos, code, format, args...)
}

func (r *resolver) near(name string, candidates []string) string {
	if n := r.nearest.Near(name, candidates); n != "" {
		return "; did you mean " + n + "?"
	}
	return ""
}

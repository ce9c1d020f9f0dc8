package formulas

// This file caches values that are read often: sets and values, the state of functions, and which formulas depend on data.

import (
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// memory is the cache of the resolver.
type memory struct {
	folder    *fold.Folder
	computed  map[*declare.Symbol]*computed
	functions []function         // by index
	points    [][]*typed.Binding // by index: the bindings of the parameters of a hook point
	onData    map[string]bool    // by name of a set: whether it depends on data
	names     []string           // of all symbols, sorted
	drafts    draftWords
	lists     map[string][]*tree.Entry
	lost      map[*def.Expr]LossAt // sets that lost an order where they are written or named
}

// computed is the value of a named set or value.
type computed struct {
	typ   def.Type
	value int64
	state progress
	lost  Loss // of the order in which its members are written
}

type function struct {
	typ   def.Type
	state progress
}

type progress uint8

const (
	untouched progress = iota
	underWay
	done
)

// prepare initialises the memory. It needs the symbols.
func (r *Resolver) prepare() {
	r.memo.folder = fold.New(r.Game).Keeping()
	r.readDrafts()
	r.memo.lists = map[string][]*tree.Entry{}
	r.memo.computed = map[*declare.Symbol]*computed{}
	r.memo.onData = map[string]bool{}
	r.memo.lost = map[*def.Expr]LossAt{}
	r.memo.functions = make([]function, len(r.Syms.Rules.Functions))
	r.Out.Stored = make([][]int32, len(r.Syms.Rules.Signatures))
	for _, f := range r.Syms.Rules.Functions {
		r.Out.Functions = append(r.Out.Functions, &typed.Function{Body: Const(def.TInt, 0), Pos: f.Entry.IDPos()})
	}
	for name := range r.Syms.Names {
		r.memo.names = append(r.memo.names, name)
	}
	slices.Sort(r.memo.names)
	for _, p := range r.Syms.Rules.Points {
		r.memo.points = append(r.memo.points, r.Bindings((*Scope)(nil).Child(), p.Params))
	}
}

// Bindings binds parameters in v.
func (r *Resolver) Bindings(v *Scope, params []*declare.Param) []*typed.Binding {
	var out []*typed.Binding
	for _, p := range params {
		out = append(out, r.Bind(v, "$"+p.Name, p.Type, p.Pos))
	}
	return out
}

// fresh makes a binding that no name refers to.
func (r *Resolver) fresh(name string, t def.Type) *typed.Binding {
	b := &typed.Binding{ID: int64(len(r.Out.Bindings)), Name: name, Type: t, Used: true}
	r.Out.Bindings = append(r.Out.Bindings, b)
	return b
}

// Eval evaluates x. It returns false if x needs a state or an option of the game, or if it would be a fault.
func (r *Resolver) Eval(x *def.Expr) (int64, bool) {
	if IsBad(x) {
		return 0, false
	}
	return r.memo.folder.Fold(x, nil)
}

// symbol evaluates a set or a value. A set that depends on itself is an error.
func (r *Resolver) symbol(s *declare.Symbol) (def.Type, int64) {
	if s.Kind != declare.Set && s.Kind != declare.Value {
		return s.Type, s.Value
	}
	k := r.memo.computed[s]
	if k == nil {
		k = &computed{typ: s.Type, value: s.Value}
		r.memo.computed[s] = k
	}
	switch k.state {
	case underWay:
		r.Errorf(s.Pos, "recursion", "set %s is defined through itself", s.Name)
		k.state = done
	case untouched:
		k.state = underWay
		if s.Kind == declare.Value {
			x, v, _ := r.ComputedAs(s.Said, s.Type)
			k.value, k.lost = v, r.Lost(x)
		} else {
			r.set(s, k)
		}
		k.state = done
	}
	return k.typ, k.value
}

// Compute computes the values of a lookup if they are pending.
func (r *Resolver) Compute(lookup int32) {
	if do := r.Pending[lookup]; do != nil {
		here := r.Here
		r.Here, r.Pending[lookup] = Context{}, nil
		do()
		r.Here = here
		delete(r.Pending, lookup)
	}
}

// require computes the values of a lookup before a formula reads them. It reports an error and returns false if they are being
// computed, because then this formula is needed for them.
func (r *Resolver) require(lookup int32, name string, at diag.Pos) bool {
	r.Compute(lookup)
	_, pending := r.Pending[lookup]
	if pending {
		r.Errorf(at, "recursion", "%s is computed from itself", name)
	}
	return !pending
}

// ComputeSets evaluates all named sets and values.
func (r *Resolver) ComputeSets() {
	for _, name := range r.memo.names {
		r.symbol(r.Syms.Names[name])
	}
}

func (r *Resolver) set(s *declare.Symbol, k *computed) {
	x := r.Formula(s.Said, nil, Any)
	if IsBad(x) {
		k.typ = declare.Unknown
		return
	}
	if x.Type.Kind != def.KSet {
		x = r.Coerce(x, def.SetOf(x.Type), s.Said.Pos)
	}
	v, ok := r.Eval(x)
	if !ok {
		r.Errorf(s.Said.Pos, "not-constant", "set %s must be computable from properties alone%s", s.Name, r.notConstant(x))
	}
	k.typ, k.value, k.lost = x.Type, v, r.Lost(x)
	if ok {
		if r.Out.Sets == nil {
			r.Out.Sets = map[string]*def.Expr{}
		}
		r.Out.Sets[s.Name] = Const(k.typ, v)
	}
}

// Entries returns the entries of a top-level list in the order of their indices.
func (r *Resolver) Entries(key string) []*tree.Entry {
	list, known := r.memo.lists[key]
	if !known {
		list = declare.Entries(r.Book, key)
		r.memo.lists[key] = list
	}
	return list
}

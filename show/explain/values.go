package explain

// This file evaluates formulas and their parts at a moment. Each part becomes a derived value of a copy of the game,
// on which the scenario is replayed, so that the engine evaluates it like any other.

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Value is a formula with its value and the values of its parts.
type Value struct {
	Formula string   `json:"formula"`
	Value   string   `json:"value,omitempty"` // "" if unknown
	Fault   string   `json:"fault,omitempty"` // why it has no value
	Parts   []*Value `json:"parts,omitempty"`
}

// Limits for one formula.
const (
	maxParts = 200 // parts
	maxDepth = 3   // nesting of functions and derived values
)

// sheet collects formulas and evaluates them together.
type sheet struct {
	gd     *def.GameDef // a copy to which derived values are added
	words  def.Formulas
	locals []local
	asked  []*Value // parallel to the added derived values
	first  int      // index of the first of these
}

// newSheet returns a sheet for the formulas of a procedure with its local values.
func newSheet(gd *def.GameDef, proc int32, in []local) *sheet {
	own := *gd
	own.Derived, own.Sets = slices.Clip(own.Derived), slices.Clip(own.Sets)
	return &sheet{gd: &own, words: def.Formulas{Def: &own, Proc: proc}, locals: in, first: len(own.Derived)}
}

// add adds a formula with its parts; bound holds the values of bound slots.
func (x *sheet) add(e *def.Expr, bound map[int64]*def.Expr) *Value {
	v := &Value{Formula: x.words.Say(e)}
	x.value(v, e, bound)
	v.Parts = x.parts(e, within{bound, map[string]bool{}}, maxDepth)
	return v
}

// within is the context of a formula's names, which differ inside a function.
type within struct {
	bound map[int64]*def.Expr
	added map[string]bool // parts already added
}

// value adds a formula to evaluate, unless it depends on something without a value here.
func (x *sheet) value(v *Value, e *def.Expr, bound map[int64]*def.Expr) bool {
	closed, ok := x.close(e, bound)
	if !ok || closed.Type.Kind == def.KNone || len(x.asked) >= maxParts {
		return false
	}
	x.asked = append(x.asked, v)
	x.gd.Derived = append(x.gd.Derived, def.DerivedDef{Named: def.Named{ID: "formula " + v.Formula}, Type: closed.Type, Value: closed, Held: -1})
	return true
}

// close replaces the names in an expression by their values. It returns false if one of them has none.
func (x *sheet) close(e *def.Expr, bound map[int64]*def.Expr) (*def.Expr, bool) {
	switch e.Op {
	case def.OpLocal:
		return x.local(e)
	case def.OpBound:
		v := bound[e.I]
		return v, v != nil
	}
	out := *e
	out.Args = make([]*def.Expr, len(e.Args))
	inner := bound
	if e.Op.Row().Binds {
		inner = map[int64]*def.Expr{}
		maps.Copy(inner, bound)
		inner[e.I] = &def.Expr{Op: def.OpBound, I: e.I, Type: x.member(e)}
	}
	for i, a := range e.Args {
		in := inner
		if i == 0 {
			in = bound
		}
		var ok bool
		if out.Args[i], ok = x.close(a, in); !ok {
			return nil, false
		}
	}
	return &out, true
}

// member returns the type of the variable that an expression binds.
func (x *sheet) member(e *def.Expr) def.Type {
	if e.Op == def.OpLet {
		return e.Args[0].Type
	}
	return e.Args[0].Type.Members()
}

// local returns the value of a local slot as a constant.
func (x *sheet) local(e *def.Expr) (*def.Expr, bool) {
	name := x.words.Local(e.I)
	for _, l := range x.locals {
		if "$"+l.Name != name {
			continue
		}
		if x.gd.Wide(l.Type) {
			return &def.Expr{Op: def.OpConst, Type: e.Type, I: x.gd.Keep(l.words)}, true
		}
		return &def.Expr{Op: def.OpConst, Type: e.Type, I: l.words[0]}, true
	}
	return nil, false
}

// parts adds the parts of a formula that read the position, without duplicates. It descends into functions and derived values.
func (x *sheet) parts(e *def.Expr, in within, depth int) []*Value {
	if depth == 0 {
		return nil
	}
	var out []*Value
	put := func(a *def.Expr, in within, depth int) {
		v := &Value{Formula: x.words.Say(a)}
		if a.Op == def.OpConst || a.Op == def.OpOption || in.added[v.Formula] {
			return
		}
		in.added[v.Formula] = true
		if x.value(v, a, in.bound) {
			v.Parts = x.parts(a, in, depth)
			out = append(out, v)
		}
	}
	body := func(slots []int32, body *def.Expr, depth int) {
		if bound, ok := x.bindings(slots, e.Args[:len(slots)], in.bound); ok {
			put(body, within{bound, map[string]bool{}}, depth)
		}
	}
	args := e.Args
	if e.Op.Row().Binds {
		args = args[:1]
	}
	for _, a := range args {
		put(a, in, depth)
	}
	switch e.Op {
	case def.OpCall:
		body(x.gd.Functions[e.I].Params, x.gd.Functions[e.I].Body, depth-1)
	case def.OpDerived:
		body([]int32{x.gd.Derived[e.I].Slot}[:len(e.Args)], x.gd.Derived[e.I].Value, depth-1)
	case def.OpLet:
		if bound, ok := x.bindings([]int32{int32(e.I)}, e.Args[:1], in.bound); ok {
			maps.Copy(bound, in.bound)
			put(e.Args[1], within{bound, in.added}, depth)
		}
	}
	return out
}

// bindings maps the slots of parameters to their arguments; false if an argument has no value.
func (x *sheet) bindings(slots []int32, args []*def.Expr, bound map[int64]*def.Expr) (map[int64]*def.Expr, bool) {
	in := map[int64]*def.Expr{}
	for i, slot := range slots {
		v, ok := x.close(args[i], bound)
		if !ok {
			return nil, false
		}
		in[int64(slot)] = v
	}
	return in, true
}

// compute plays the scenario on the game with the formulas and sets their values: those before the instruction of the line, or after it.
func (x *sheet) compute(m Moment, before bool) error {
	p, err := m.play(x.gd)
	if err != nil {
		return err
	}
	s := p.after
	if before {
		s = p.before
	}
	for i, v := range x.asked {
		t := x.gd.Derived[x.first+i].Type
		if n, err := s.Derived(int32(x.first+i), def.None); err != nil {
			v.Fault = reason(err)
		} else {
			v.Value = spell(s, n, t)
		}
	}
	return nil
}

// reason says why a formula has no value.
func reason(err error) string {
	if fault, ok := errors.AsType[*engine.Fault](err); ok {
		return fault.Why
	}
	return err.Error()
}

// spell writes a value as the rulebook does, with its title if it has one; a set is a list.
func spell(s *engine.State, v int64, t def.Type) string {
	gd := s.Game().Def()
	one := func(v int64, t def.Type) string {
		id, title := gd.Spell(v, t), gd.Entitled(v, t)
		if id == title {
			return id
		}
		return id + " (" + title + ")"
	}
	if t.Kind != def.KSet && t.Kind != def.KOrder {
		return one(v, t)
	}
	out := []string{}
	for _, m := range s.Each(v, t) {
		out = append(out, one(m, t.Members()))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

package formulas

// This file reports members of sets and lists that cannot be members: none, a duplicate, and a value that the operand of `in` can
// never have.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// noneIn returns the literal none that e, typed as x, can evaluate to: e itself or a branch of an if. It returns nil if there is
// no such literal, or if x is of an enumeration, which may have a member none.
func noneIn(e *syntax.Expr, x *def.Expr) *syntax.Expr {
	if IsBad(x) || x.Type.Kind == def.KEnum || x.Type.Kind == def.KSet && x.Type.Elem == def.KEnum {
		return nil
	}
	switch {
	case e.Kind == syntax.Name && e.Name == "none":
		return e
	case e.Kind == syntax.If:
		for _, branch := range e.Args[1:] {
			if n := noneIn(branch, x); n != nil {
				return n
			}
		}
	}
	return nil
}

// joinsNone reports an error and returns true if e, typed as x, adds the literal none to a set or removes it.
func (r *Resolver) joinsNone(e *syntax.Expr, x *def.Expr) bool {
	n := noneIn(e, x)
	if n != nil {
		r.noneInSet(n.Pos)
	}
	return n != nil
}

func (r *Resolver) noneInSet(pos diag.Pos) {
	r.Errorf(pos, "none-in-a-set", "none is not a member of a set; leave it out, or write x == none or x in […]; the empty set is []")
}

// NoneWritten reports an error and returns true if a member of a list is none.
func (r *Resolver) NoneWritten(n *source.Node) bool {
	if n.Kind != source.Scalar || n.Value != "none" {
		return false
	}
	r.Errorf(n.Pos, "none-in-a-set", "none cannot be a member of a list; remove it")
	return true
}

// listedTwice reports an error and returns true if an item of a list is repeated.
func (r *Resolver) listedTwice(items []*syntax.Expr) bool {
	first := make(map[string]diag.Pos, len(items))
	for _, e := range items {
		text := e.String()
		if at, twice := first[text]; twice {
			r.Diags.Errorf(e.Pos, "duplicate-id", "the list names %s twice; remove the second", text).Notef(at, "the first one")
			return true
		}
		first[text] = e.Pos
	}
	return false
}

// CanBear reports an error if a marker is named in a constant zone that cannot bear it.
func (r *Resolver) CanBear(d *def.VarDef, zone *def.Expr, pos diag.Pos) {
	if d.Owner() != def.KZone || d.On == 0 || r.Here.Copies > 0 {
		return
	}
	if i, ok := r.Eval(zone); ok && i >= 0 && !r.Game.Has(d.On, def.ZoneSet, i) {
		r.Errorf(pos, "misplaced", "%s cannot bear %s; on: of the marker lists the zones that can", r.Game.Zones[i].ID, d.ID)
	}
}

// OwnerOf types the owner of a variable.
func (r *Resolver) OwnerOf(d *def.VarDef, e *syntax.Expr, v *Scope) *def.Expr {
	want := d.Per[0]
	x := r.Raw(e, v, want)
	if !IsBad(x) && x.Type.Kind == def.KSet && Same(x.Type.Members(), want) {
		r.Errorf(e.Pos, "unknown-property", "%s has no property or variable %s%s", r.Describe(x.Type), d.ID, r.ofEach(d.ID))
		return Bad
	}
	if !IsBad(x) {
		x = r.Coerce(x, want, e.Pos)
	}
	if !IsBad(x) && x.Op == def.OpConst && x.I == def.None {
		r.Errorf(e.Pos, "unknown-property", "nothing has no property or variable %s", d.ID)
		return Bad
	}
	r.CanBear(d, x, e.Pos)
	return x
}

// RunsOver records the members over which a binding ranges, unless they depend on data or on the state of the game.
func (r *Resolver) RunsOver(b *typed.Binding, over *def.Expr, onData bool) {
	if IsBad(over) || r.Here.Copies > 0 || over.Type.Kind != def.KSet || over.Type.Elem == def.KClass || onData {
		return
	}
	if set, ok := r.Eval(over); ok {
		b.Over = Const(over.Type, set)
	}
}

// neverMember reports an error and returns true if the list right has a member that the binding left can never equal.
func (r *Resolver) neverMember(left, right *syntax.Expr, v *Scope) bool {
	if left.Kind != syntax.Binding || right.Kind != syntax.List || r.Here.Copies > 0 {
		return false
	}
	b := v.Find(left.Name)
	if b.Over == nil {
		return false
	}
	of := b.Over.Type.Members()
	for _, e := range right.Args {
		if e.Kind != syntax.Name {
			continue
		}
		x := r.Raw(e, v, of)
		if IsBad(x) || x.Op != def.OpConst || !Same(x.Type, of) || r.LooksAtData(e) {
			continue
		}
		if members := r.Game.Each(b.Over.I, b.Over.Type); !slices.Contains(members, x.I) {
			r.Diags.Errorf(e.Pos, "impossible-member", "%s is never %s: it is none of those that %s runs over; leave it out", left.Name, e.Name, left.Name).
				Notef(b.Pos, "%s is bound here", left.Name)
			return true
		}
	}
	return false
}

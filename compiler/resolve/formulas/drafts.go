package formulas

// This file types names and expressions of the notation of the first drafts (docs/reference.md, section 6).

import (
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// activePlayer is the name of the seat that decides.
const activePlayer = "activePlayer"

// draftWords are the definitions of `drafts` that formulas need.
type draftWords struct {
	active   []string // parameters that hold the deciding seat, with their $
	bindings map[string]draftBinding
	missed   bool // the absence of a deciding seat was reported
}

// draftBinding is a binding that abbreviates a formula over the parameters of a procedure.
type draftBinding struct {
	typ   *source.Node
	value *syntax.Expr // nil if it could not be read
}

func (r *Resolver) readDrafts() {
	w := draftWords{bindings: map[string]draftBinding{}}
	for _, e := range r.Book.List("drafts") {
		for _, n := range e.Words("active") {
			w.active = append(w.active, "$"+n.Value)
		}
		for _, p := range e.Pairs("bindings") {
			b := draftBinding{typ: p.Entry.Get("type")}
			if value := p.Entry.Get("value"); b.typ != nil && value != nil {
				b.value = r.Parse(value)
			}
			w.bindings["$"+strings.TrimPrefix(p.Key.Value, "$")] = b
		}
	}
	r.memo.drafts = w
}

// activePlayer returns the deciding seat: the first parameter of `drafts` that is bound.
func (r *Resolver) activePlayer(e *syntax.Expr, v *Scope) *def.Expr {
	w := &r.memo.drafts
	for _, role := range w.active {
		if b := v.Find(role); b != nil && b.Type.Kind == def.KSeat {
			return r.Read(b)
		}
	}
	switch {
	case len(w.active) > 0 && !v.doubtful():
		var names []string
		for _, role := range w.active {
			names = append(names, role[1:])
		}
		r.Errorf(e.Pos, "unknown-binding", "no seat decides here: %s is the parameter %s of the procedure", activePlayer, diag.Alternatives(names))
	case len(w.active) == 0 && !w.missed && !r.Book.Incomplete:
		w.missed = true
		r.Diags.Errorf(e.Pos, "missing-key", "the rulebook does not define which parameters name the deciding seat, so no seat is %s", activePlayer).
			Detailf("Define it once: drafts: {active: [seat]}. A library that the game uses may also define it.")
	}
	return Bad
}

// implied returns the value of a binding that `drafts` declares. It returns nil for other names, and if a parameter that its
// formula reads is not bound.
func (r *Resolver) implied(e *syntax.Expr, v *Scope) *def.Expr {
	b, ok := r.memo.drafts.bindings[e.Name]
	unbound := func(x *syntax.Expr) bool { return x.Kind == syntax.Binding && v.Find(x.Name) == nil }
	switch {
	case !ok:
		return nil
	case b.value == nil:
		return Bad
	case syntax.Any(b.value, unbound):
		return nil
	}
	return r.Expr(b.value, v, r.TypeOf(b.typ))
}

// chosen returns the number of pieces in a binding that holds chosen pieces, nil for other expressions.
func (r *Resolver) chosen(e *syntax.Expr, v *Scope) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Binding {
		if b := v.Find(e.Args[0].Name); b != nil && b.Pieces {
			return r.Read(b)
		}
	}
	return nil
}

// countedMarker returns the marker whose count in a zone e reads, or nil.
func (r *Resolver) countedMarker(e *syntax.Expr) *def.VarDef {
	if e.Kind != syntax.Prop {
		return nil
	}
	s, ok := r.Syms.Names[e.Name]
	if !ok || s.Kind != declare.Variable {
		return nil
	}
	if v := &r.Game.Vars[s.Index]; v.Owner() == def.KZone && v.Bounded && v.Scale < 0 {
		return v
	}
	return nil
}

// markerView types the comparison of a counted marker with none or with its own name as a test whether there is one. It returns
// nil for other expressions.
func (r *Resolver) markerView(e *syntax.Expr, v *Scope) *def.Expr {
	if e.Name != "==" && e.Name != "!=" {
		return nil
	}
	marker, state := e.Args[0], e.Args[1]
	if marker.Kind == syntax.Name {
		marker, state = state, marker
	}
	m := r.countedMarker(marker)
	if m == nil || state.Kind != syntax.Name || state.Name != "none" && state.Name != m.ID {
		return nil
	}
	x := r.Raw(marker, v, def.TInt)
	if IsBad(x) {
		return Bad
	}
	o := def.OpEq
	if (e.Name == "==") == (state.Name == m.ID) {
		o = def.OpGt
	}
	return Op(o, def.TBool, x, Const(def.TInt, 0))
}

// allPieces types the number of pieces of every kind in zones.
func (r *Resolver) allPieces(e *syntax.Expr, v *Scope) *def.Expr {
	z := r.Expr(e.Args[0], v, def.ZoneSet)
	if IsBad(z) {
		return Bad
	}
	return Op(def.OpPiecesIn, def.TInt, z, r.everyPiece())
}

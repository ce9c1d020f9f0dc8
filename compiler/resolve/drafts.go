package resolve

// drafts.go holds what formulas of the first drafts of the format mean beside our own: docs/language.md section 6.

import (
	"rulebound/compiler/declare"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// activePlayer and the names below are words of the first drafts that mean something without being declared.
const (
	activePlayer  = "activePlayer"
	freeOperation = "$__freeOperation"
	actionClass   = "$__actionClass"
)

// roles are the bindings that the deciding seat is looked for in, the first that is bound.
var roles = []string{"$decides", "$executor", "$as"}

// activePlayer is the seat that decides where the formula stands.
func (r *resolver) activePlayer(e *syntax.Expr, v *env) *def.Expr {
	for _, role := range roles {
		if b := v.find(role); b != nil && b.Type.Kind == def.KSeat {
			return r.read(b)
		}
	}
	r.errorf(e.Pos, "unknown-binding", "nobody decides here: activePlayer is the parameter decides, executor or as of the procedure")
	return bad
}

// implied gives the bindings that operations have without declaring them, nil for any other name: whether the operation
// is free, from the parameter free, and its class, from the parameter limited.
func (r *resolver) implied(e *syntax.Expr, v *env) *def.Expr {
	switch e.Name {
	case freeOperation:
		if b := v.find("$free"); b != nil && b.Type == tBool {
			return r.read(b)
		}
	case actionClass:
		b := v.find("$limited")
		if b == nil || b.Type != tBool {
			return nil
		}
		for i := range r.gd.Enums {
			limited, some := r.member(int32(i), "limitedOperation")
			full, all := r.member(int32(i), "operation")
			if some && all {
				t := def.Type{Kind: def.KEnum, Of: int32(i)}
				return op(def.OpIf, t, r.read(b), konst(t, limited), konst(t, full))
			}
		}
	}
	return nil
}

// chosen is the number of pieces in a binding that holds chosen pieces, nil for anything else.
func (r *resolver) chosen(e *syntax.Expr, v *env) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Binding {
		if b := v.find(e.Args[0].Name); b != nil && b.Pieces {
			return r.read(b)
		}
	}
	return nil
}

// countedMarker gives the marker of which an expression is the number in a zone, nil if it is none.
func (r *resolver) countedMarker(e *syntax.Expr) *def.VarDef {
	if e.Kind != syntax.Prop {
		return nil
	}
	s, ok := r.syms.Names[e.Name]
	if !ok || s.Kind != declare.Variable {
		return nil
	}
	if v := &r.gd.Vars[s.Index]; v.Per == def.KZone && v.Bounded && v.Scale < 0 {
		return v
	}
	return nil
}

// markerView compares a counted marker with none or with its own name: whether there is one. It is nil for any other
// expression.
func (r *resolver) markerView(e *syntax.Expr, v *env) *def.Expr {
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
	x := r.raw(marker, v, tInt)
	if isBad(x) {
		return bad
	}
	o := def.OpEq
	if (e.Name == "==") == (state.Name == m.ID) {
		o = def.OpGt
	}
	return op(o, tBool, x, konst(tInt, 0))
}

// allPieces counts the pieces of every kind in zones.
func (r *resolver) allPieces(e *syntax.Expr, v *env) *def.Expr {
	z := r.expr(e.Args[0], v, tZones)
	if isBad(z) {
		return bad
	}
	return op(def.OpPiecesIn, tInt, z, r.everyPiece())
}

package compiler

// treeform_coerce.go holds the coercions of the first drafts' notation: docs/language.md section 6 has the table.

import (
	"strconv"
	"strings"

	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// activePlayer is the name of the seat that decides where a formula stands.
const activePlayer = "activePlayer"

// activePlayer looks for the deciding seat among the parameters that the rulebook's drafts name: the first that is bound.
func (c *compiler) activePlayer(e *syntax.Expr, v *env) *def.Expr {
	for _, role := range c.drafts.active {
		if b := v.find(role); b != nil && b.typ.Kind == def.KSeat {
			return b.expr()
		}
	}
	if len(c.drafts.active) == 0 {
		c.undrafted(&source.Node{Pos: e.Pos}, "which parameters name the deciding seat, so nobody is "+activePlayer, "active: [seat]")
		return bad
	}
	c.errorf(e.Pos, "unknown-binding", "nobody decides here: %s is the parameter %s of the procedure", activePlayer, either(c.drafts.active))
	return bad
}

// either lists names without their $.
func either(names []string) string {
	text := strings.TrimPrefix(names[len(names)-1], "$")
	for i := len(names) - 2; i >= 0; i-- {
		between := ", "
		if i == len(names)-2 {
			between = " or "
		}
		text = strings.TrimPrefix(names[i], "$") + between + text
	}
	return text
}

// numeral reads a number written in quotes where a number is expected.
func (c *compiler) numeral(text string, want def.Type) (int64, bool) {
	if want.Kind != def.KInt {
		return 0, false
	}
	i, err := strconv.ParseInt(text, 10, 64)
	return i, err == nil
}

// chosen is the number of pieces in a binding made by chooseN, nil for anything else.
func chosen(e *syntax.Expr, v *env) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Binding {
		if b := v.find(e.Args[0].Name); b != nil && b.taken != nil {
			return b.expr()
		}
	}
	return nil
}

// counted gives the marker of which an expression is the number in a zone, nil if it is none.
func (c *compiler) countedMarker(e *syntax.Expr) *def.VarDef {
	if e.Kind != syntax.Prop {
		return nil
	}
	s, ok := c.syms[e.Name]
	if !ok || s.kind != symVar {
		return nil
	}
	if v := &c.def.Vars[s.index]; v.Per == def.KZone && v.Bounded && v.Scale < 0 {
		return v
	}
	return nil
}

// markerView compares a counted marker with none or with its own name: whether there is one. It is nil for any other
// expression.
func (c *compiler) markerView(e *syntax.Expr, v *env) *def.Expr {
	if e.Name != "==" && e.Name != "!=" {
		return nil
	}
	marker, state := e.Args[0], e.Args[1]
	if marker.Kind == syntax.Name {
		marker, state = state, marker
	}
	m := c.countedMarker(marker)
	if m == nil || state.Kind != syntax.Name || state.Name != "none" && state.Name != m.ID {
		return nil
	}
	x := c.raw(marker, v, tInt)
	if x == bad {
		return bad
	}
	o := def.OpEq
	if (e.Name == "==") == (state.Name == m.ID) {
		o = def.OpGt
	}
	return op(o, tBool, x, konst(tInt, 0))
}

// branchCondition is the condition of a branch written {when, then, else}, nil if n is none.
func branchCondition(n *source.Node) *source.Node {
	if n.Kind != source.Map {
		return nil
	}
	if when := n.Get("when"); when != nil {
		return when
	}
	return n.Get("condition")
}

// allPieces counts the pieces of every kind in zones.
func (c *compiler) allPieces(e *syntax.Expr, v *env) *def.Expr {
	z := c.expr(e.Args[0], v, tZones)
	if z == bad {
		return bad
	}
	return op(def.OpPiecesIn, tInt, z, c.everyPiece())
}

package lower_test

// This file prints lowered code in a compact form: a line for each instruction, with %n for slots of the frame and ?n for bound
// slots.

import (
	"cmp"
	"fmt"
	"strings"

	"rulebound/engine/def"
)

var codes = []string{"nop", "set", "gain", "lose", "pay", "transfer", "shift", "mark", "move", "moveAll", "flip", "flipAll", "tag", "untagAll", "card",
	"jump", "unless", "call", "callDyn", "return", "forSet", "forOrder", "forTake", "decide", "enter", "leave", "hooks", "activate", "end", "expire",
	"hold", "release", "note", "require", "over", "body", "tick", "ensure", "ensured", "moveCards", "setAll", "record"}

var ops = map[def.Op]string{def.OpCell: "cell", def.OpCellAt: "cellAt", def.OpAdd: "add", def.OpEq: "eq", def.OpNe: "ne", def.OpGt: "gt", def.OpGe: "ge",
	def.OpLe: "le", def.OpAnd: "and", def.OpOr: "or", def.OpNot: "not", def.OpLet: "let", def.OpSetOf: "setOf", def.OpUnion: "union", def.OpHas: "has",
	def.OpFilter: "filter", def.OpCount: "count", def.OpAny: "any", def.OpPiecesIn: "piecesIn", def.OpPieceZone: "pieceZone", def.OpPieceClass: "pieceClass",
	def.OpPossible: "possible", def.OpPileSize: "pileSize", def.OpFirst: "first", def.OpDiff: "diff", def.OpIf: "if", def.OpCall: "call",
	def.OpTypeOf: "typeOf", def.OpPieces: "pieces", def.OpPieceAt: "pieceAt", def.OpTable: "table", def.OpThe: "the"}

// roles are the symbols of the roles of instructions; def.Made has none.
var roles = []string{"", "!", "+", "?", "default ", "bound "}

func show(e *def.Expr) string {
	if e == nil {
		return "-"
	}
	text := ""
	switch e.Op {
	case def.OpConst:
		text = fmt.Sprint(e.I)
	case def.OpLocal:
		text = fmt.Sprint("%", e.I)
	case def.OpBound:
		text = fmt.Sprint("?", e.I)
	default:
		text = cmp.Or(ops[e.Op], e.Op.Row().Name)
		if e.I != 0 {
			text += fmt.Sprint("#", e.I)
		}
		text += "(" + showAll(e.Args) + ")"
	}
	if e.Node != 0 {
		text += "@"
	}
	return text
}

func showAll(list []*def.Expr) string {
	var out []string
	for _, e := range list {
		out = append(out, show(e))
	}
	return strings.Join(out, " ")
}

func showConds(list []def.Cond) string {
	var out []string
	for _, k := range list {
		text := show(k.When)
		if k.Rule != "" {
			text = k.Rule + ": " + text
		}
		if len(k.Because) > 0 {
			text += " because " + showConds(k.Because)
		}
		out = append(out, text)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func showCode(gd *def.GameDef) string {
	var out strings.Builder
	for pc, in := range gd.Code {
		fmt.Fprintf(&out, "%d %s%s", pc, roles[in.Role], codes[in.Op])
		for _, n := range []int32{in.A, in.B, in.C} {
			fmt.Fprintf(&out, " %d", n)
		}
		if len(in.X) > 0 {
			fmt.Fprintf(&out, " (%s)", showAll(in.X))
		}
		fmt.Fprintf(&out, " %s\n", gd.Nodes[in.Node].What)
	}
	return out.String()
}

func showDecision(d *def.DecisionDef) string {
	var out strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	add("kind %d %s %s by %s", d.Kind, d.Name, d.Rule, show(d.By))
	add("?%d from %s where %s", d.Bind, show(d.From), showConds(d.Where))
	add("min %s max %s exact %v again %v", show(d.Min), show(d.Max), d.Exact, d.Again)
	add("cost %s budget %s %s", show(d.Cost), show(d.Budget), d.CostRule)
	for _, o := range d.Options {
		add("option %s %s %d proc %d to %d", o.Name, showConds(o.Where), o.Value, o.Proc, o.Target)
	}
	for _, o := range d.Also {
		add("also %s %s to %d", o.Name, showConds(o.Where), o.Target)
	}
	for _, c := range d.Caps {
		add("cap %s %s %v %s", show(c.Filter), show(c.Max), c.Each, c.Rule)
	}
	add("filter %s tiers %s entries %d", show(d.Filter), showAll(d.Tiers), d.Entries)
	add("decline %d result %d picked %d count %d total %d", d.Decline, d.Result, d.Picked, d.Count, d.Total)
	return out.String()
}

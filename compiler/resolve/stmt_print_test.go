package resolve_test

// This file prints typed statements, one a line: $name is a binding, ?n the variable of a comprehension; a condition is followed
// by its clause.

import (
	"fmt"
	"strings"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

type printer struct {
	gd    *def.GameDef
	names map[int64]string // names of the bindings that were printed
	exact bool             // operators are printed with the names of what they read
	depth int
	out   strings.Builder
}

func printBody(gd *def.GameDef, p *typed.Proc) string {
	pr := &printer{gd: gd, names: map[int64]string{}}
	for _, b := range p.Params {
		pr.bind(b)
	}
	pr.body(p.Body)
	return pr.out.String()
}

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(&p.out, "%s%s\n", strings.Repeat("  ", p.depth), strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

func (p *printer) within(f func()) {
	p.depth++
	f()
	p.depth--
}

func (p *printer) body(body []*typed.Stmt) {
	for _, s := range body {
		if s.When != nil {
			p.line("when %s", p.cond(s.When))
			p.within(func() { p.action(s.Do) })
			continue
		}
		p.action(s.Do)
	}
}

func (p *printer) inner(body []*typed.Stmt) { p.within(func() { p.body(body) }) }

// among formats the possible values of a binding.
func (p *printer) among(x *def.Expr) string {
	if x == nil {
		return "[]"
	}
	return fmt.Sprint(append(p.gd.Each(x.I, x.Type), def.None))
}

// bind formats the name and type of a binding, with marks: = a constant, # a list of pieces, and its possible values.
func (p *printer) bind(b *typed.Binding) string {
	if b == nil {
		return "-"
	}
	p.names[b.ID] = b.Name
	text := b.Name + ":" + p.typ(b.Type)
	if b.Pieces {
		text += "#"
	}
	if b.Among != nil {
		text += p.among(b.Among)
	}
	return text
}

var kinds = map[def.Kind]string{def.KNone: "none", def.KInt: "int", def.KBool: "bool", def.KEnum: "enum", def.KSeat: "seat", def.KZone: "zone",
	def.KPile: "pile", def.KCard: "card", def.KPiece: "piece", def.KClass: "class", def.KProc: "proc", def.KTrack: "track", def.KRow: "row",
	def.KOrder: "order", def.KLasting: "lasting", def.KSet: "set"}

func (p *printer) typ(t def.Type) string {
	switch t.Kind {
	case def.KSet:
		return "{" + p.typ(def.Type{Kind: t.Elem, Of: t.Of}) + "}"
	case def.KEnum:
		return p.gd.Enums[t.Of].ID
	case def.KPair:
		return p.typ(p.gd.Pairs[t.Of].First) + " and " + p.typ(p.gd.Pairs[t.Of].Second)
	}
	return kinds[t.Kind]
}

func (p *printer) constant(x *def.Expr) string {
	if x.I == def.None && x.Type.Kind != def.KInt {
		return "none"
	}
	switch x.Type.Kind {
	case def.KBool:
		return fmt.Sprint(x.I != 0)
	case def.KEnum:
		return p.gd.Enums[x.Type.Of].Members[x.I]
	case def.KSeat:
		return p.gd.Seats[x.I].ID
	case def.KZone:
		return p.gd.Zones[x.I].ID
	case def.KPile:
		return p.gd.Piles[x.I].ID
	case def.KCard:
		return p.gd.Cards[x.I].ID
	case def.KLasting:
		return p.gd.Lasting[x.I].ID
	case def.KProc:
		return p.gd.Procs[x.I].ID
	case def.KTrack:
		return p.cell(int32(x.I))
	case def.KSet:
		return fmt.Sprintf("{%b}", x.I)
	}
	return fmt.Sprint(x.I)
}

// cell formats a cell by its variable.
func (p *printer) cell(at int32) string {
	for i := range p.gd.Vars {
		if v := &p.gd.Vars[i]; at >= v.Base && at < v.Base+v.Len {
			if v.Len > 1 {
				return fmt.Sprintf("%s[%d]", v.ID, at-v.Base)
			}
			return v.ID
		}
	}
	return fmt.Sprint("cell ", at)
}

var opNames = map[def.Op]string{def.OpAdd: "+", def.OpSub: "-", def.OpEq: "==", def.OpNe: "!=", def.OpLt: "<", def.OpLe: "<=", def.OpGt: ">", def.OpGe: ">=",
	def.OpAnd: "and", def.OpOr: "or", def.OpNot: "not", def.OpIf: "if", def.OpMin: "min", def.OpMax: "max", def.OpNeg: "neg", def.OpHas: "has",
	def.OpSetOf: "set-of", def.OpUnion: "union", def.OpPieces: "pieces", def.OpPiecesIn: "pieces-in", def.OpPieceClass: "class-of",
	def.OpPieceZone: "zone-of", def.OpCellOf: "value-of", def.OpTable: "lookup", def.OpHookNumber: "modified", def.OpAny: "any", def.OpTop: "top",
	def.OpSize: "size", def.OpPileSize: "pile-size", def.OpHolding: "holding"}

func (p *printer) expr(x *def.Expr) string {
	if x == nil {
		return "-"
	}
	if p.exact && x.Made {
		y := *x
		y.Made = false
		return "default " + p.expr(&y)
	}
	switch x.Op {
	case def.OpConst:
		return p.constant(x)
	case def.OpBound:
		if name, ok := p.names[x.I]; ok {
			return name
		}
		return fmt.Sprint("?", x.I)
	case def.OpCell:
		return p.cell(int32(x.I))
	case def.OpCellAt:
		return p.expr(x.Args[0]) + "." + strings.TrimSuffix(p.cell(int32(x.I)), "[0]")
	}
	name, ok := opNames[x.Op]
	if !ok {
		name = x.Op.Row().Name
	}
	if p.exact {
		name += p.reads(x)
	}
	return "(" + strings.TrimSpace(name+" "+p.exprs(x.Args)) + ")"
}

// reads formats the thing to which the number of an operator refers.
func (p *printer) reads(x *def.Expr) string {
	switch x.Op.Row().I {
	case def.RefLookup:
		return " " + p.gd.Lookups[x.I].ID
	case def.RefDerived:
		return " " + p.gd.Derived[x.I].ID
	case def.RefPool:
		return " " + p.gd.Pools[x.I].ID
	case def.RefOption:
		return " " + p.gd.Options[x.I].ID
	case def.RefFunction:
		return " " + p.gd.Functions[x.I].ID
	case def.RefPoint:
		return " " + p.gd.Points[x.I].ID
	case def.RefProc:
		return " " + p.gd.Procs[x.I].ID
	case def.RefNumber, def.RefLasting:
		return fmt.Sprint(" ", x.I)
	case def.RefBound:
		return fmt.Sprint(" ?", x.I)
	case def.RefVariable:
		return " " + p.cell(int32(x.I))
	}
	return ""
}

func (p *printer) exprs(xs []*def.Expr) string {
	var out []string
	for _, x := range xs {
		out = append(out, p.expr(x))
	}
	return strings.Join(out, " ")
}

func (p *printer) cond(k *typed.Cond) string {
	text := p.expr(k.When)
	if k.Rule != "" {
		text += " /" + k.Rule
	}
	return text
}

func (p *printer) conds(label string, conds []*typed.Cond) {
	for _, k := range conds {
		p.line("%s %s", label, p.cond(k))
	}
}

func (p *printer) target(t typed.Target) string {
	switch {
	case t.Local != nil:
		return "local " + t.Local.Name
	case t.Track != nil:
		return "track " + p.expr(t.Track)
	case t.Index != nil:
		return p.expr(t.Index) + "." + strings.TrimSuffix(p.cell(t.Cell), "[0]")
	}
	return p.cell(t.Cell)
}

func (p *printer) group(g typed.Group) string {
	if g.Set != nil {
		return fmt.Sprintf("all %s in %s", p.expr(g.Filter), p.expr(g.Set))
	}
	return fmt.Sprintf("%s %s in %s", p.expr(g.Count), p.expr(g.Filter), p.expr(g.Zone))
}

func (p *printer) args(a typed.Args) string {
	text := "(" + p.exprs(a.Xs) + ")"
	if a.Left != 0 {
		text += fmt.Sprintf(" left %b", a.Left)
	}
	return text
}

func optional(label, text string) string {
	if text == "" || text == "-" || text == "-1" {
		return ""
	}
	return " " + label + " " + text
}

func (p *printer) action(a typed.Action) {
	switch a := a.(type) {
	case *typed.Several:
		p.line("several")
		p.within(func() {
			for _, b := range a.Acts {
				p.action(b)
			}
		})
	case *typed.Set:
		p.line("set %s = %s%s", p.target(a.To), p.expr(a.Value), optional("only", p.expr(a.Only)))
	case *typed.Change:
		p.line("%s %s by %s", map[def.Code]string{def.CGain: "gain", def.CLose: "lose", def.CPay: "pay"}[a.Code], p.target(a.To), p.expr(a.By))
	case *typed.Transfer:
		p.line("transfer %s from %s to %s", p.expr(a.Amount), p.expr(a.From), p.expr(a.To))
	case *typed.Shift:
		p.line("shift %s of %s by %s", a.Marker.ID, p.expr(a.Zone), p.expr(a.By))
	case *typed.Mark:
		p.line("mark %s in %s by %s", a.Marker.ID, p.expr(a.Zone), p.expr(a.By))
	case *typed.Move:
		to := "home"
		if a.To != nil {
			to = p.expr(a.To)
		}
		p.line("move %s to %s%s", p.group(a.Pieces), to, optional("mark", fmt.Sprint(a.Mark)))
	case *typed.Flip:
		p.line("flip %s to %d", p.group(a.Pieces), a.Status)
	case *typed.Tag:
		p.line("tag %s mark %d off %t", p.group(a.Pieces), a.Mark, a.Off)
	case *typed.Untag:
		p.line("untag %d", a.Mark)
	case *typed.Card:
		p.line("card %s to %s at %d", p.expr(a.Card), p.expr(a.Pile), a.At)
	case *typed.Activate:
		p.line("activate %s%s", p.expr(a.Lasting), optional("for", fmt.Sprint(a.Duration)))
	case *typed.End:
		p.line("end %s", p.expr(a.Lasting))
	case *typed.Expire:
		p.line("expire %d%s", a.Duration, optional("to", fmt.Sprint(a.To)))
	case *typed.Note:
		p.line("note %s%v%v level %d: %s", a.Def.Name, a.Def.Fields, len(a.Def.Types), a.Def.Indent, p.exprs(a.Values))
	case *typed.Over:
		p.line("over %s", p.exprs(a.Results))
	default:
		p.flow(a)
	}
}

func (p *printer) flow(a typed.Action) {
	switch a := a.(type) {
	case *typed.Let:
		value := p.expr(a.Value)
		p.line("let %s = %s", p.bind(a.Name), value)
	case *typed.Block:
		p.line("do")
		p.inner(a.Body)
	case *typed.If:
		p.line("if %s", p.cond(a.Cond))
		p.inner(a.Then)
		if a.Else != nil {
			p.line("else")
			p.inner(a.Else)
		}
	case *typed.Switch:
		p.line("switch %s written %t among %v", p.expr(a.Value), a.Written != nil, p.among(a.Among))
		for _, k := range a.Cases {
			p.line("case %s", p.expr(k.Value))
			p.inner(k.Body)
		}
		if !a.ElsePos.IsZero() {
			p.line("else")
			p.inner(a.Else)
		}
	case *typed.For:
		over := p.expr(a.Over)
		p.line("for %s in %s%s fixed %t", p.bind(a.Member), over, optional("limit", p.expr(a.Limit)), a.Fixed)
		if a.Candidate != nil {
			p.line("candidate %s", p.bind(a.Candidate))
			p.conds("where", a.Where)
		}
		p.inner(a.Body)
	case *typed.Repeat:
		p.line("repeat %s", p.expr(a.Times))
		if a.While != nil {
			p.line("while %s", p.cond(a.While))
		}
		if a.Ends {
			p.line("which ends it")
		}
		p.inner(a.Body)
	case *typed.Stop:
		p.line("stop")
	case *typed.Return:
		p.line("return %s", p.expr(a.Value))
	case *typed.Require:
		p.line("require %s", p.cond(a.Cond))
	case *typed.Scope:
		p.line("action")
		p.inner(a.Body)
	case *typed.Hold:
		p.line("hold %s", p.gd.Derived[a.Derived].ID)
		p.inner(a.Body)
	case *typed.Ensure:
		p.line("ensure %s most %s once %t", p.expr(a.Value), p.expr(a.Most), a.Once)
		p.inner(a.Body)
	default:
		p.calls(a)
	}
}

func (p *printer) calls(a typed.Action) {
	switch a := a.(type) {
	case *typed.RunHooks:
		p.line("hook %s%s", p.gd.Points[a.Point].ID, p.args(a.Args))
	case *typed.Call:
		p.line("call %s%s%s", p.gd.Procs[a.Proc].ID, p.args(a.Args), optional("->", p.bind(a.Result)))
	case *typed.CallValue:
		p.line("call value %s%s%s", p.expr(a.Proc), p.args(a.Args), optional("->", p.bind(a.Result)))
	case *typed.Grant:
		p.grant(a)
	case *typed.Decide:
		p.decide(a)
	case *typed.Prepare:
		p.line("prepare %s", p.answered(a.Shows))
	case *typed.Keep:
		p.line("keep %s of %s", p.answered(a.Shows), p.expr(&def.Expr{Op: def.OpBound, I: a.Seat.ID}))
	case *typed.Show:
		p.line("show %s", p.answered(a.Shows))
	case *typed.Record:
		p.line("record %s in %s", p.expr(a.Digest), a.Past.ID)
	default:
		p.line("%T", a)
	}
}

// answered formats simultaneous answers: the target of each, and its value unless it is unchanged.
func (p *printer) answered(list []typed.Answered) string {
	var out []string
	for _, a := range list {
		text := p.gd.Vars[a.Var].ID
		if a.Place != nil {
			text += "[" + p.expr(a.Place) + "]"
		}
		if a.Value != nil {
			text += " = " + p.expr(a.Value)
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func (p *printer) grant(g *typed.Grant) {
	p.line("grant %s%s", p.gd.Procs[g.Proc].ID, optional("->", p.bind(g.Result)+optional("else", p.expr(g.None))))
	p.within(func() {
		for _, a := range g.Own {
			value := p.expr(a.Value)
			p.line("own %s = %s%s", p.bind(a.Name), value, optional("default", map[bool]string{true: "yes"}[a.At != nil]))
		}
		p.line("args %s", p.args(g.Args))
		p.body(g.Before)
		p.body(g.After)
	})
}

var decisions = map[def.DecisionKind]string{def.One: "one", def.Subset: "subset", def.Pick: "pick", def.Take: "take", def.Amount: "amount", def.Menu: "menu",
	def.Roll: "roll", def.Draw: "draw", def.Shuffle: "shuffle", def.Pair: "pair"}

func (p *printer) decide(d *typed.Decide) {
	p.line("%s %s by %s elem %s%s%s%s", decisions[d.Kind], d.Name, p.expr(d.By), p.typ(d.Elem), optional("rule", d.Rule),
		optional("decline", d.Decline), optional("may", map[bool]string{true: "yes"}[d.May]))
	p.within(func() {
		for _, k := range []struct {
			name string
			x    *def.Expr
		}{{"secret", d.Secret}, {"seen by", d.Seen}} {
			if k.x != nil {
				p.line("%s %s", k.name, p.expr(k.x))
			}
		}
		if d.Covert || d.Voluntary || d.Hint != nil {
			p.line("covert %t voluntary %t hint %t", d.Covert, d.Voluntary, d.Hint != nil)
		}
		if d.Picked != nil {
			p.line("picked %s again %t", p.bind(d.Picked), d.Again)
		}
		second := ""
		if d.Pairs != nil {
			second = p.bind(d.Pairs.Candidate)
		}
		p.domain(&d.Domain)
		if d.Pairs != nil {
			p.line("to %s candidate %s", p.expr(d.Pairs.To), second)
		}
		if d.Min != nil || d.Max != nil || d.Exact {
			p.line("min %s max %s exact %t", p.expr(d.Min), p.expr(d.Max), d.Exact)
		}
		if k := d.Pieces; k != nil {
			p.line("of %s tiers (%s) keep %t one %t", p.expr(k.Filter), p.exprs(k.Tiers), k.Keep, k.One)
			for _, c := range k.Caps {
				p.line("cap %s max %s each %t%s", p.expr(c.Filter), p.expr(c.Max), c.Each, optional("rule", c.Rule))
			}
		}
		if d.Item != nil {
			p.line("item %s", p.bind(d.Item))
			p.inner(d.Body)
		}
		p.options("option", d.Options)
		for _, o := range d.Offers {
			p.line("offer %s%s", o.Name, p.args(o.Args))
			p.conds("where", o.Where)
			if o.Owed != nil || o.Needs != nil {
				p.line("owed %s needs %s", p.expr(o.Owed), p.expr(o.Needs))
			}
			p.inner(o.Before)
		}
		p.options("also", d.Also)
		if d.Result != nil {
			p.line("result %s", p.bind(d.Result))
		}
		if d.Pairs != nil {
			p.line("and %s", p.bind(d.Pairs.Result))
		}
	})
}

func (p *printer) options(label string, options []*typed.Option) {
	for _, o := range options {
		p.line("%s %s%s", label, o.Name, optional("granted", map[bool]string{true: "yes"}[o.Granted != nil]))
		p.conds("where", o.Where)
		p.inner(o.Body)
	}
}

func (p *printer) domain(d *typed.Domain) {
	if d.From == nil {
		return
	}
	var listed []string
	for _, m := range d.Listed {
		listed = append(listed, m.Text)
	}
	from := p.expr(d.From)
	p.line("from %s candidate %s written %t listed %v data %t", from, p.bind(d.Candidate), d.Written != nil, listed, d.OnData)
	p.conds("where", d.Where)
	p.conds("prefer", d.Prefer)
	if d.Seek != nil || d.Needs != nil {
		p.line("first %s needs %s", p.expr(d.Seek), p.expr(d.Needs))
	}
	if d.Cost != nil {
		p.line("cost %s of %s%s", p.expr(d.Cost), p.expr(d.Budget), optional("rule", d.CostRule))
	}
}

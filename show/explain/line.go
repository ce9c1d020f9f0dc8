package explain

// This file explains a line of a trace: the statement that wrote it, with the values of its formulas before the statement ran.

import (
	"fmt"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Explain explains the line of a trace. For a line without a rule it only says so.
func (m Moment) Explain() (*Answer, error) {
	b := open(m.Case.Game)
	p, err := m.play(b.Def)
	if err != nil {
		return nil, err
	}
	line := p.lines[m.Line-1]
	a := &Answer{Game: b.ID, Kind: "line", Name: m.Name(), Title: line.Text}
	if line.At == nil {
		a.Facts = []Fact{{"caused by", "no rule: lines of this kind say what the scenario is, what was tried, or what the position is"}}
		return a, nil
	}
	node := int32(slices.IndexFunc(b.Def.Nodes, func(n def.NodeDef) bool {
		return n.File == line.At.File && n.Line == line.At.Line && n.Col == line.At.Col && slices.Equal(n.Rules, line.At.Rules)
	}))
	a.Statements = []Statement{b.statement(node)}
	a.Clauses = b.clausesOf(a.Statements)
	for i, f := range p.frames {
		how := "runs"
		at := b.Def.Procs[f.Proc].Node
		if i > 0 {
			how, at = "called by", b.Def.Code[f.At].Node
		}
		a.Running = append(a.Running, Use{how, b.proc(f.Proc), b.node(at)})
	}
	roots := b.carried(node)
	var exprs []*def.Expr
	for _, r := range roots {
		exprs = append(exprs, r.Expr)
	}
	a.Hooks = b.tookPart(p, exprs)
	a.Formulas, err = b.computed(m, p, roots)
	return a, err
}

// carried lists the formulas of the instructions of a statement; of a decision, those of its conditions and limits.
func (b *book) carried(node int32) []def.Root {
	var out []def.Root
	for r := range b.Def.Roots() {
		is := false
		switch r.In {
		case def.InCode:
			is = b.Def.Code[r.Index].Node == node && b.Def.Code[r.Index].Role != def.Made
		case def.InDecision:
			is = b.Def.Decisions[r.Index].Node == node && !r.Hint()
		case def.InAttachment:
			is = b.Def.Attachments[r.Index].Node == node
		case def.InDerived:
			is = b.Def.Derived[r.Index].Node == node
		}
		if is {
			out = append(out, r)
		}
	}
	return out
}

// computed evaluates formulas in the state before the line was written.
func (b *book) computed(m Moment, p *played, roots []def.Root) ([]Formula, error) {
	proc, in := int32(-1), []local(nil)
	if len(p.frames) > 0 {
		proc, in = p.frames[0].Proc, locals(b.Def, p.frames[0])
	}
	x := newSheet(b.Def, proc, in)
	var out []Formula
	for _, r := range roots {
		if r.Op == def.OpConst {
			continue
		}
		out = append(out, Formula{r.Name, x.add(r.Expr, b.answered(p, r))})
	}
	return out, x.compute(m, true)
}

// answered binds the candidate of a decision to the given answer.
func (b *book) answered(p *played, r def.Root) map[int64]*def.Expr {
	if r.In != def.InDecision || p.event.Kind != engine.Answered && p.event.Kind != engine.Forced {
		return nil
	}
	d, e := &b.Def.Decisions[r.Index], p.event.Answer()
	if d.Kind.Row().Answer != def.AnswerMember || e.Form != engine.ByValue || e.Value == def.None || d.Kind.Row().Pairs {
		return nil
	}
	return map[int64]*def.Expr{int64(d.Bind): {Op: def.OpConst, Type: d.Elem, I: e.Value}}
}

// tookPart lists the effects that changed something during the statement, then those in force at the points that its formulas consult.
func (b *book) tookPart(p *played, exprs []*def.Expr) []Hook {
	var out []Hook
	for _, e := range p.hooks {
		h := b.hook(int32(e.Attachment))
		if h.Changed = fmt.Sprintf("%d → %d", e.Before, e.After); b.Def.Points[e.Point].Kind == def.PointAllow {
			h.Changed = "forbids"
		} else if b.Def.Points[e.Point].Kind != def.PointNumber && b.Def.Points[e.Point].Kind != def.PointLimit {
			h.Changed = ""
		}
		out = append(out, h)
	}
	for _, point := range b.points(exprs) {
		for _, i := range b.Def.Points[point].Attach {
			h := b.hook(i)
			known := slices.ContainsFunc(out, func(o Hook) bool { return o.Point == h.Point && o.Effect == h.Effect })
			if !known && p.before.Cell(b.Def.Lasting[b.Def.Attachments[i].Lasting].Stamp) > 0 {
				out = append(out, h)
			}
		}
	}
	return out
}

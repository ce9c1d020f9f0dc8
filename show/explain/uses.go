package explain

// This file finds the uses of a thing.

import (
	"slices"

	"rulebound/engine/def"
)

// uses collects the uses of a thing.
type uses struct {
	*book
	list []Use
}

// found returns the uses in the order of the rulebook, without duplicates.
func (u *uses) found() []Use {
	slices.SortStableFunc(u.list, compareUses)
	return slices.CompactFunc(u.list, func(a, b Use) bool { return compareUses(a, b) == 0 && a.What == b.What })
}

func (u *uses) add(how, what string, node int32) {
	u.list = append(u.list, Use{how, what, u.node(node)})
}

// formulas adds the formulas with a part for which mentions is true.
func (u *uses) formulas(how string, mentions func(e *def.Expr) bool) {
	for r := range u.Def.Roots() {
		for e := range r.Expr.All() {
			if !mentions(e) {
				continue
			}
			what, node := u.owner(r)
			if r.Cond != nil && r.Cond.Node > 0 {
				node = r.Cond.Node
			}
			if r.Hint() {
				what += " (search hint)"
			}
			u.add(how, what, node)
			break
		}
	}
}

// owner names the owner of a formula.
func (u *uses) owner(r def.Root) (what string, node int32) {
	gd := u.Def
	switch r.In {
	case def.InCode:
		return u.proc(u.facts.ProcAt(int32(r.Index))), gd.Code[r.Index].Node
	case def.InDecision:
		return "decision " + u.decisionName(int32(r.Index)), gd.Decisions[r.Index].Node
	case def.InProc:
		return u.proc(int32(r.Index)), gd.Procs[r.Index].Node
	case def.InFunction:
		for i := range gd.Procs {
			if gd.Procs[i].Possible == int32(r.Index) {
				return u.proc(int32(i)), gd.Procs[i].Node
			}
		}
		return "function " + gd.Functions[r.Index].ID, gd.Functions[r.Index].Node
	case def.InDerived:
		return "derived value " + gd.Derived[r.Index].ID, gd.Derived[r.Index].Node
	case def.InAttachment:
		a := &gd.Attachments[r.Index]
		return "effect " + gd.Lasting[a.Lasting].ID, a.Node
	}
	return "invariant " + gd.Invariants[r.Index].ID, gd.Invariants[r.Index].Node
}

// decisionName returns the name of a decision with its procedure.
func (b *book) decisionName(i int32) string {
	if pc := b.asked(i); pc >= 0 {
		return b.Def.Procs[b.facts.ProcAt(pc)].ID + "." + b.Def.Decisions[i].Name
	}
	return b.Def.Decisions[i].Name
}

// asked returns the instruction of a decision, -1 if there is none.
func (b *book) asked(decision int32) int32 {
	return int32(slices.IndexFunc(b.Def.Code, func(in def.Instr) bool { return in.Op == def.CDecide && in.A == decision }))
}

// callers lists the callers of a procedure.
func (b *book) callers(proc int32) []Use {
	u := &uses{book: b}
	gd := b.Def
	if gd.Main == proc {
		u.add("begins with", "the game", gd.Procs[proc].Node)
	}
	for pc := range gd.Code {
		in := &gd.Code[pc]
		if procs, _ := b.facts.Callees(in); !slices.Contains(procs, proc) {
			continue
		}
		how := "calls"
		switch in.Op {
		case def.CCallDyn:
			how = "may call"
		case def.CHooks:
			how = "runs, at the point " + gd.Points[in.A].ID + ","
		}
		u.add(how, b.proc(b.facts.ProcAt(int32(pc))), in.Node)
	}
	for i := range gd.Attachments {
		if a := &gd.Attachments[i]; a.Proc == proc {
			u.add("attaches", "effect "+gd.Lasting[a.Lasting].ID, a.Node)
		}
	}
	return u.found()
}

// ofCells lists the reads and writes of the cells of a variable.
func (b *book) ofCells(v *def.VarDef) []Use {
	u := &uses{book: b}
	within := func(cell int64) bool { return cell >= int64(v.Base) && cell < int64(v.Base+v.Len) }
	u.formulas("reads", func(e *def.Expr) bool {
		return (e.Op == def.OpCell || e.Op == def.OpCellAt || e.Op == def.OpConst && e.Type.Kind == def.KTrack) && within(e.I)
	})
	for pc := range b.Def.Code {
		in, proc := &b.Def.Code[pc], b.facts.ProcAt(int32(pc))
		if in.Role == def.Made {
			continue
		}
		for _, a := range b.facts.Scope(proc).Written(in) {
			if a.Store == def.Cells && a.From < v.Base+v.Len && v.Base < a.From+a.N {
				u.add("writes", b.proc(proc), in.Node)
				break
			}
		}
	}
	return u.found()
}

// hooksOf lists the effects that join in at points that formulas consult, directly or through functions and derived values.
func (b *book) hooksOf(list ...*def.Expr) []Hook {
	var out []Hook
	for _, point := range b.points(list) {
		out = append(out, b.attached(point)...)
	}
	return out
}

// points lists the points that formulas consult.
func (b *book) points(list []*def.Expr) []int32 {
	var out []int32
	seen := map[*def.Expr]bool{}
	for len(list) > 0 {
		root := list[0]
		if list = list[1:]; root == nil || seen[root] {
			continue
		}
		seen[root] = true
		for e := range root.All() {
			switch e.Op {
			case def.OpHookAllow, def.OpHookNumber, def.OpHookPool:
				if !slices.Contains(out, int32(e.I)) {
					out = append(out, int32(e.I))
				}
			case def.OpCall:
				list = append(list, b.Def.Functions[e.I].Body)
			case def.OpDerived:
				list = append(list, b.Def.Derived[e.I].Value)
			}
		}
	}
	return out
}

// attached lists the effects that are attached to a point.
func (b *book) attached(point int32) []Hook {
	var out []Hook
	for _, i := range b.Def.Points[point].Attach {
		out = append(out, b.hook(i))
	}
	return out
}

func (b *book) hook(attachment int32) Hook {
	a := &b.Def.Attachments[attachment]
	of := &b.Def.Lasting[a.Lasting]
	return Hook{Point: b.Def.Points[a.Point].ID, Effect: of.ID, Title: of.Title, Place: b.node(a.Node)}
}

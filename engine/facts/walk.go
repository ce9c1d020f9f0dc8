package facts

// This file collects what expressions read and what code writes, including the rules that they call.

import (
	"slices"

	"rulebound/engine/def"
)

// Reads returns what x reads.
func (s *Scope) Reads(x *def.Expr) []Access {
	if x == nil {
		return nil
	}
	s.work(1)
	inner, first := s, 0
	if x.Op.Row().Binds {
		inner, first = s.Bind(x.I, s.Area(x.Args[0])), 1
	}
	var out []Access
	for i, a := range x.Args {
		if i < first {
			out = append(out, s.Reads(a)...)
		} else {
			out = append(out, inner.Reads(a)...)
		}
	}
	all := x.Reads()
	for i := range all {
		a := &all[i]
		n := named{x: x.Args}
		if a.By != 0 {
			n.ref, n.value = x.Op.Row().I, x.I
		}
		if a.Store == def.Rules {
			out = append(out, s.rule(a, n)...)
		} else {
			out = append(out, s.resolve(a, n)...)
		}
	}
	s.work(len(out)) // the accesses of its operands are copied once more
	return out
}

// rule returns what the rule named by an operator reads.
func (s *Scope) rule(a *def.Access, n named) []Access {
	switch n.ref {
	case def.RefFunction:
		return s.called(int32(n.value), n.x)
	case def.RefDerived:
		d := &s.Def.Derived[n.value]
		return s.within(d.Value, []int32{d.Slot}, n.x)
	case def.RefPoint:
		return s.point(n.value, n.x)
	case def.RefProc:
		return s.possible(int32(n.value), n.x)
	}
	var out []Access
	for _, p := range s.Procs(a.At(n.x)) {
		out = append(out, s.possible(p, n.x[1:])...)
	}
	return out
}

func (s *Scope) called(function int32, args []*def.Expr) []Access {
	f := &s.Def.Functions[function]
	return s.within(f.Body, f.Params, args)
}

// within returns what a formula reads with arguments in its slots, without duplicates.
func (s *Scope) within(x *def.Expr, slots []int32, args []*def.Expr) []Access {
	inner, k := s.inside(x, slots, args)
	out, ok := s.reads[k]
	if !ok {
		s.reads[k] = nil // formulas do not recurse, but a damaged game may
		out = Once(inner.Reads(x))
		s.reads[k] = out
	}
	return out
}

// Once returns accesses without duplicates, ignoring Node.
func Once(list []Access) []Access {
	var out []Access
	seen := map[Access]bool{}
	for _, a := range list {
		part := a
		part.Node = 0
		if !seen[part] {
			seen[part] = true
			out = append(out, a)
		}
	}
	return out
}

// possible returns what the possibility of a procedure depends on.
func (s *Scope) possible(proc int32, args []*def.Expr) []Access {
	if f := s.Def.Procs[proc].Possible; f >= 0 {
		return s.called(f, args)
	}
	return nil
}

// point returns the parts of the state that the attachments of a hook point read. The payload, if any, follows the base.
func (s *Scope) point(point int64, args []*def.Expr) []Access {
	p := &s.Def.Points[point]
	var out []Access
	for _, i := range p.Attach {
		a := &s.Def.Attachments[i]
		for _, x := range []*def.Expr{a.When, a.Value, a.Add, a.Remove} {
			out = append(out, s.within(x, p.Params, args[len(args)-len(p.Params):])...)
		}
	}
	return out
}

// Writes returns what a part of the scope's procedure writes, including what it calls.
func (s *Scope) Writes(code []def.Instr) []Access {
	s.work(len(code))
	var out []Access
	depth := 0
	for i := range code {
		in := &code[i]
		saves := in.Op.Row().A.Ref == def.RefSlots
		if in.Op == def.CEnter {
			depth++
		}
		for _, w := range s.WritesOf(in) {
			if (saves || depth > 0) && w.Store == def.Cells && s.ofAction(w.From) {
				continue // it is restored when the action ends
			}
			if w.Node == 0 {
				w.Node = in.Node
			}
			out = append(out, w)
		}
		if in.Op == def.CLeave {
			depth--
		}
	}
	return out
}

// ofAction reports whether a cell has the scope of an action.
func (f *Facts) ofAction(cell int32) bool {
	v := f.Variable(cell)
	return v != nil && v.Scope == def.ActionScope
}

// WritesOf returns what an instruction writes, including what it calls.
func (s *Scope) WritesOf(in *def.Instr) []Access {
	out := s.Written(in)
	procs, args := s.Callees(in)
	if len(procs) == 0 {
		return out
	}
	params := s.Args(args)
	for _, p := range procs {
		out = append(out, s.Call(p, params...)...)
	}
	s.work(len(out))
	return out
}

// Call returns what a procedure writes when it is called with arguments in the given areas, without its own slots.
func (f *Facts) Call(proc int32, params ...Area) []Access {
	inner := f.Scope(proc, params...)
	k := inner.Key()
	if w, ok := f.writes[k]; ok {
		return w
	}
	f.writes[k] = nil // procedures do not recurse, but a damaged game may
	out := slices.DeleteFunc(Once(inner.Writes(f.Body(proc))), func(w Access) bool { return w.Store == def.Slots })
	f.writes[k] = out
	return out
}

// Asking returns a function that reports whether code reaches a decision for which of holds, directly or through calls.
func (f *Facts) Asking(of func(d *def.DecisionDef) bool) func(code []def.Instr) bool {
	asks, callers := make([]bool, len(f.Def.Procs)), make([][]int32, len(f.Def.Procs))
	asked := func(in def.Instr) bool { return in.Op == def.CDecide && of(&f.Def.Decisions[in.A]) }
	var found []int32
	for p := range int32(len(asks)) {
		body := f.Body(p)
		for i := range body {
			procs, _ := f.Callees(&body[i])
			for _, q := range procs {
				callers[q] = append(callers[q], p)
			}
		}
		if slices.ContainsFunc(body, asked) {
			asks[p] = true
			found = append(found, p)
		}
	}
	for len(found) > 0 {
		last := len(found) - 1
		p := found[last]
		found = found[:last]
		for _, q := range callers[p] {
			if !asks[q] {
				asks[q] = true
				found = append(found, q)
			}
		}
	}
	return func(code []def.Instr) bool {
		f.work(len(code))
		return slices.ContainsFunc(code, func(in def.Instr) bool {
			procs, _ := f.Callees(&in)
			return asked(in) || slices.ContainsFunc(procs, func(p int32) bool { return asks[p] })
		})
	}
}

// This file loads changes of instructions many at a time, like those of formulas: a changed instruction is inserted before the
// original one, and a jump on the cell that selects the change decides which of the two is executed.

package mutation

import (
	"slices"

	"rulebound/engine/def"
)

// alternative is a changed instruction. It is executed where the cell has the value number.
type alternative struct {
	number int64
	in     def.Instr
}

// alternatives returns the instructions that the change replaces, and what they become.
func (m *Mutant) alternatives() (was []*def.Instr, is []def.Instr) {
	defer m.make()()
	for _, in := range m.replaced {
		is = append(is, *in)
	}
	return m.replaced, is
}

// insert adds the changed instructions of a batch to the code of the game; the number of a change is its index in the batch
// plus one. It returns the inverse.
func (w *worker) insert(batch []int, cell int64) (undo func()) {
	others := map[*def.Instr][]alternative{}
	for n, i := range batch {
		was, is := w.list[i].alternatives()
		for k, in := range was {
			others[in] = append(others[in], alternative{int64(n + 1), is[k]})
		}
	}
	gd, code, procs, decisions := w.def, w.def.Code, w.def.Procs, w.def.Decisions
	moved, length := make([]int32, len(code)), int32(0) // address -> address in the longer code
	for pc := range code {
		moved[pc] = length
		length += 3*int32(len(others[&code[pc]])) + 1
	}
	gd.Code = make([]def.Instr, 0, length)
	for pc := range code {
		next := moved[pc] + 3*int32(len(others[&code[pc]])) + 1
		for _, a := range others[&code[pc]] {
			skip := def.Instr{Op: def.CJumpUnless, A: int32(len(gd.Code)) + 3, X: []*def.Expr{selects(cell, a.number)}, Node: a.in.Node}
			gd.Code = append(gd.Code, skip, relocated(a.in, moved), def.Instr{Op: def.CJump, A: next, Node: a.in.Node})
		}
		gd.Code = append(gd.Code, relocated(code[pc], moved))
	}
	gd.Procs, gd.Decisions = slices.Clone(procs), slices.Clone(decisions)
	for i := range gd.Procs {
		gd.Procs[i].Entry = moved[procs[i].Entry]
	}
	for i := range gd.Decisions {
		for _, options := range []*[]def.MenuOption{&gd.Decisions[i].Options, &gd.Decisions[i].Also} {
			*options = slices.Clone(*options)
			for k := range *options {
				(*options)[k].Target = moved[(*options)[k].Target]
			}
		}
	}
	return func() { gd.Code, gd.Procs, gd.Decisions = code, procs, decisions }
}

// relocated returns the instruction with the new addresses of its targets.
func relocated(in def.Instr, moved []int32) def.Instr {
	row := in.Op.Row()
	for _, n := range []struct {
		field def.Field
		at    *int32
	}{{row.A, &in.A}, {row.B, &in.B}, {row.C, &in.C}} {
		if n.field.Ref == def.RefTarget {
			*n.at = moved[*n.at]
		}
	}
	return in
}

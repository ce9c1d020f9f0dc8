// Package facts derives from a compiled game what its expressions read and its code writes: which cells, pieces, cards and slots, in which
// direction, including functions, procedures and hook points. It interprets the columns Reads and Writes of the tables of package def.
// Results over-approximate every play: a part of the state that is not listed is neither read nor written.
package facts

import (
	"cmp"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// Facts answers questions about one game, which must not change. It caches its results and is not safe for concurrent use.
type Facts struct {
	Def    *def.GameDef
	folder *fold.Folder
	work   func(n int)
	folded map[*def.Expr]constant
	varOf  []int32 // cell -> its variable, -1: none
	order  []int32 // procedures, in the order of their code
	values map[def.Type][]int32
	puts   map[int32]*puts    // by procedure
	places map[string]*places // by procedure and arguments
	writes map[string][]Access

	procs  contexts[int32]
	bodies contexts[*def.Expr]
	reads  map[inside][]Access
	areas  map[inside]Area
}

// maxContexts bounds the number of argument areas for which a procedure or formula is analysed. If each procedure calls the next one twice
// with different arguments, the number doubles at each level. Beyond the bound the arguments are treated as unknown.
const maxContexts = 64

// contexts records the areas of arguments that each callee was called with.
type contexts[K comparable] map[K]map[string]bool

// admits reports whether a callee is analysed for these areas.
func (c contexts[K]) admits(callee K, areas string) bool {
	met := c[callee]
	if met == nil {
		met = map[string]bool{}
		c[callee] = met
	}
	if len(met) < maxContexts {
		met[areas] = true
	}
	return met[areas]
}

// constant is the value of an expression that needs no state, if known.
type constant struct {
	value int64
	known bool
}

// New returns facts about a game. The folder evaluates its constant expressions. work, if not nil, is called with the number of expressions,
// instructions and procedures visited, including repeated visits.
func New(gd *def.GameDef, folder *fold.Folder, work func(n int)) *Facts {
	if work == nil {
		work = func(int) {}
	}
	f := &Facts{Def: gd, folder: folder, work: work, folded: map[*def.Expr]constant{}, values: map[def.Type][]int32{}, puts: map[int32]*puts{}, places: map[string]*places{}, writes: map[string][]Access{},
		procs: contexts[int32]{}, bodies: contexts[*def.Expr]{}, reads: map[inside][]Access{}, areas: map[inside]Area{}}
	f.varOf = slices.Repeat([]int32{-1}, int(gd.Cells))
	for i, v := range gd.Vars {
		for cell := v.Base; cell < v.Base+v.Len; cell++ {
			f.varOf[cell] = int32(i)
		}
	}
	for p := range gd.Procs {
		f.order = append(f.order, int32(p))
	}
	slices.SortStableFunc(f.order, func(p, q int32) int { return cmp.Compare(gd.Procs[p].Entry, gd.Procs[q].Entry) })
	return f
}

// Fold evaluates an expression that needs no state; it returns false if the expression needs one.
func (f *Facts) Fold(x *def.Expr) (int64, bool) {
	if x.Op == def.OpConst {
		return x.I, true
	}
	k, seen := f.folded[x]
	if !seen {
		k.value, k.known = f.folder.Fold(x, nil)
		f.folded[x] = k
	}
	return k.value, k.known
}

// Variable returns the variable of a cell, nil if there is none.
func (f *Facts) Variable(cell int32) *def.VarDef {
	if cell < 0 || int(cell) >= len(f.varOf) || f.varOf[cell] < 0 {
		return nil
	}
	return &f.Def.Vars[f.varOf[cell]]
}

// at returns the index in order of the procedure of an instruction.
func (f *Facts) at(pc int32) int {
	i, _ := slices.BinarySearchFunc(f.order, pc+1, func(p, pc int32) int { return cmp.Compare(f.Def.Procs[p].Entry, pc) })
	return i - 1
}

// ProcAt returns the procedure of an instruction.
func (f *Facts) ProcAt(pc int32) int32 { return f.order[f.at(pc)] }

// Body returns the code of a procedure. Its first instruction is the procedure's Entry.
func (f *Facts) Body(proc int32) []def.Instr {
	from, to := f.Def.Procs[proc].Entry, len(f.Def.Code)
	if i := f.at(from) + 1; i < len(f.order) {
		to = int(f.Def.Procs[f.order[i]].Entry)
	}
	f.work(to - int(from))
	return f.Def.Code[from:to]
}

// Callees returns the procedures that an instruction may call, and their arguments.
func (f *Facts) Callees(in *def.Instr) (procs []int32, args []*def.Expr) {
	row := in.Op.Row()
	for i := range row.Writes {
		a := &row.Writes[i]
		if a.Store != def.Rules {
			continue
		}
		if x := a.At(in.X); x != nil {
			return f.Procs(x), in.X[1:]
		}
		if row.A.Ref == def.RefProc {
			return []int32{in.A}, in.X
		}
		for _, i := range f.Def.Points[in.A].Attach {
			if p := f.Def.Attachments[i].Proc; p >= 0 {
				procs = append(procs, p)
			}
		}
		f.work(len(f.Def.Points[in.A].Attach))
		return procs, in.X
	}
	return nil, nil
}

// Procs returns the procedures that an expression may yield, ascending.
func (f *Facts) Procs(x *def.Expr) []int32 {
	var out []int32
	add := func(p int64) {
		if p >= 0 && int(p) < len(f.Def.Procs) {
			out = append(out, int32(p))
		}
	}
	switch x.Op {
	case def.OpConst:
		add(x.I)
	case def.OpTable:
		f.work(len(f.Def.Lookups[x.I].Values))
		for _, p := range f.Def.Lookups[x.I].Values {
			add(p)
		}
	default:
		out = f.valuesOf(x.Type)
		f.work(len(out))
		return out
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// valuesOf returns the procedures that occur anywhere in the game as a value of a procedure type.
func (f *Facts) valuesOf(t def.Type) []int32 {
	if out, ok := f.values[t]; ok {
		return out
	}
	var out []int32
	add := func(u def.Type, v int64) {
		if u.Kind == def.KSet && u.Elem == def.KProc {
			for _, p := range f.Def.Each(v, u) {
				out = append(out, int32(p))
			}
		} else if u.Kind == def.KProc && (u.Of == t.Of || t.Of == 0) && v >= 0 && v < int64(len(f.Def.Procs)) {
			out = append(out, int32(v))
		}
	}
	for r := range f.Def.Roots() {
		for x := range r.Expr.All() {
			if x.Op == def.OpConst {
				add(x.Type, x.I)
			}
		}
	}
	for _, l := range f.Def.Lookups {
		for _, v := range l.Values {
			add(l.Type, v)
		}
	}
	cell := func(i int32, v int64) {
		if of := f.Variable(i); of != nil {
			add(of.Type, v)
		}
	}
	for i, v := range f.Def.Initial {
		cell(int32(i), v)
	}
	for _, s := range f.Def.Setups {
		for _, c := range s.Cells {
			cell(c.Cell, c.Value)
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	f.values[t] = out
	return out
}

// typesOf widens classes to all classes of their types.
func (f *Facts) typesOf(classes int64) int64 {
	if f.Def.Wide(def.FilterSet) {
		return Anything
	}
	var out int64
	for i := range f.Def.Types {
		if all := f.Def.Types[i].Classes; all&classes != 0 {
			out |= all
		}
	}
	return out
}

// homes returns the home zones of pieces of the classes.
func (f *Facts) homes(classes int64) int64 {
	if f.Def.Wide(def.FilterSet) || len(f.Def.Zones) > def.WordBits {
		return Anything
	}
	var out int64
	for i := range f.Def.Types {
		if t := &f.Def.Types[i]; t.Classes&classes != 0 && t.Home >= 0 {
			out |= 1 << uint(t.Home)
		}
	}
	return out
}

// Alike widens classes to all classes that their pieces can change to.
func (f *Facts) Alike(a Area) Area { return Area{Own: a.Own, Bits: f.typesOf(a.Bits)} }

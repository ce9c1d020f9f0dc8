package engine

// This file compares compiled formulas with an evaluation operator by operator on known values, and member by member in
// comprehensions.

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// apart evaluates an expression operator by operator; false for a fault. Bound slots are in env.
func (x *bench) apart(s *State, e *def.Expr, env map[int64]int64) (int64, bool) {
	switch e.Op {
	case def.OpConst:
		return e.I, true
	case def.OpBound:
		return env[e.I], true
	case def.OpAnd, def.OpOr:
		for _, a := range e.Args {
			if v, ok := x.apart(s, a, env); !ok || (v != 0) != (e.Op == def.OpAnd) {
				return value.Bool(v != 0), ok
			}
		}
		return value.Bool(e.Op == def.OpAnd), true
	case def.OpIf:
		v, ok := x.apart(s, e.Args[0], env)
		if !ok {
			return 0, false
		}
		return x.apart(s, e.Args[2-value.Bool(v != 0)], env)
	case def.OpLet:
		v, ok := x.apart(s, e.Args[0], env)
		if !ok {
			return 0, false
		}
		return x.apart(s, e.Args[1], with(env, e.I, v))
	}
	if e.Op.Row().Binds {
		return x.members(s, e, env)
	}
	// Operands of a point other than the base are evaluated only if an attachment is in force.
	idle := func(i int) bool {
		base := e.Op == def.OpHookNumber || e.Op == def.OpHookPool
		return (e.Op == def.OpHookAllow || base && i > 0) && s.words[x.b.g.activeAt+int(e.I)] == 0
	}
	var args []int64
	for i, a := range e.Args {
		v, ok := x.apart(s, a, env)
		if !ok && !idle(i) {
			return 0, false
		}
		args = append(args, v)
	}
	if e.Op == def.OpCall {
		f, given := x.b.Def.Functions[e.I], map[int64]int64{}
		for i, p := range f.Params {
			given[int64(p)] = args[i]
		}
		return x.apart(s, f.Body, given)
	}
	alone := &def.Expr{Op: e.Op, Type: e.Type, I: e.I}
	for i, a := range e.Args {
		alone.Args = append(alone.Args, kT(args[i], a.Type))
	}
	return x.machine(s, x.b.num(alone))
}

func with(env map[int64]int64, slot, v int64) map[int64]int64 {
	out := map[int64]int64{slot: v}
	for k, w := range env {
		if k != slot {
			out[k] = w
		}
	}
	return out
}

// members evaluates comprehensions over a set, an order or a pile.
func (x *bench) members(s *State, e *def.Expr, env map[int64]int64) (int64, bool) {
	from, ok := x.apart(s, e.Args[0], env)
	if !ok {
		return 0, false
	}
	var list []int64
	switch e.Args[0].Type.Kind {
	case def.KOrder:
		for i := range 8 {
			if seat := from >> (8 * i) & 0xff; seat != 0xff {
				list = append(list, seat)
			}
		}
	case def.KPile:
		for _, c := range s.cards[s.pileStart(from):][:s.pileSizes[from]] {
			list = append(list, int64(c))
		}
	default:
		list = value.AppendMembers(nil, from)
	}
	if e.Op == def.OpReachable || e.Op == def.OpPathCost {
		return x.paths(s, e, env, list)
	}
	result, none, counts, ranked := int64(0), true, map[int64]int64{}, []int64(nil)
	if e.Op == def.OpFirst || e.Op == def.OpLeast || e.Op == def.OpMost || e.Op == def.OpToll {
		result = def.None
	}
	for _, m := range list {
		inner := with(env, e.I, m)
		v, ok := x.apart(s, e.Args[1], inner)
		switch {
		case !ok:
			return 0, false
		case e.Op == def.OpEvery && v == 0:
			return 0, true
		case v == 0:
			continue
		}
		of := int64(0)
		if len(e.Args) > 2 {
			if of, ok = x.apart(s, e.Args[2], inner); !ok {
				return 0, false
			}
		}
		switch e.Op {
		case def.OpFilter:
			result |= value.Singleton(m)
		case def.OpCount:
			result++
		case def.OpAny:
			return 1, true
		case def.OpFirst:
			return m, true
		case def.OpSum:
			if result, ok = value.Add(result, of); !ok {
				return 0, false
			}
		case def.OpLeast, def.OpToll:
			if none || of < result {
				result = of
			}
		case def.OpMost:
			if none || of > result {
				result = of
			}
		case def.OpRepeated:
			counts[of]++
		case def.OpRankMost, def.OpRankLeast:
			ranked, counts[m] = append(ranked, m), of
		}
		none = false
	}
	switch {
	case e.Op == def.OpRankMost || e.Op == def.OpRankLeast:
		slices.SortStableFunc(ranked, func(a, b int64) int {
			if e.Op == def.OpRankMost {
				a, b = b, a
			}
			return cmp.Compare(counts[a], counts[b])
		})
		result = -1
		for _, seat := range slices.Backward(ranked) {
			result = result<<8 | seat
		}
		return result, true
	case e.Op == def.OpEvery:
		return 1, true
	case e.Op == def.OpRepeated:
		often, ok := x.apart(s, e.Args[3], env)
		for v, n := range counts {
			if v >= 0 && v < def.WordBits && n >= often {
				result |= 1 << v
			}
		}
		return result, ok
	case none && len(e.Args) > 3:
		return x.apart(s, e.Args[3], env)
	}
	return result, true
}

// paths evaluates searches for paths: it lowers the costs of zones until no step lowers one.
func (x *bench) paths(s *State, e *def.Expr, env map[int64]int64, zones []int64) (int64, bool) {
	around := x.b.Def.Adjacent
	type step struct{ from, to int64 }
	costs := map[step]int64{}
	entering := func(of *def.Expr, z int64, froms []int64, env map[int64]int64) bool {
		cost, ok := x.apart(s, of, env)
		for _, from := range froms {
			costs[step{from, z}] = cost
		}
		return ok && cost >= 0 && cost <= 1<<30
	}
	for _, z := range zones {
		inner := with(env, e.I, z)
		v, ok := x.apart(s, e.Args[1], inner)
		if !ok {
			return 0, false
		}
		if v == 0 {
			continue
		}
		toll := e.Args[2]
		if toll.Op != def.OpToll {
			var near []int64
			if z < int64(len(around)) {
				near = value.AppendMembers(nil, around[z])
			}
			if !entering(toll, z, near, inner) {
				return 0, false
			}
			continue
		}
		near, ok := x.apart(s, toll.Args[0], inner)
		if !ok {
			return 0, false
		}
		for _, y := range value.AppendMembers(nil, near) {
			both := with(inner, toll.I, y)
			v, ok := x.apart(s, toll.Args[1], both)
			if !ok || v != 0 && !entering(toll.Args[2], z, []int64{y}, both) {
				return 0, false
			}
		}
	}
	from, ok := x.apart(s, e.Args[3], env)
	last, lastOK := x.apart(s, e.Args[4], env)
	if !ok || !lastOK {
		return 0, false
	}
	least := map[int64]int64{}
	for _, z := range value.AppendMembers(nil, from) {
		if z < int64(len(around)) {
			least[z] = 0
		}
	}
	for lower := true; lower; {
		lower = false
		for at, cost := range costs {
			before, ok := least[at.from]
			if old, known := least[at.to]; ok && at.to < int64(len(around)) && at.from < int64(len(around)) {
				if !known || before+cost < old {
					least[at.to], lower = before+cost, true
				}
			}
		}
	}
	best, reached := def.None, int64(0)
	for z, cost := range least {
		if cost <= last {
			reached |= 1 << z
		}
		if last>>z&1 != 0 && (best == def.None || cost < best) {
			best = cost
		}
	}
	if e.Op == def.OpReachable {
		return reached, true
	}
	return best, true
}

// asked draws common conditions on a member, in the forms that are evaluated for all members at once.
func (d *drawer) asked(member *def.Expr, depth int) *def.Expr {
	compared := func(t def.Type, x, y *def.Expr) *def.Expr {
		if d.seldom(5) {
			x, y = y, x
		}
		return ex(pick(d, def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe), def.TBool, x, y)
	}
	small := func() *def.Expr { return k(d.Int64N(4) - 1) }
	switch d.IntN(9) {
	case 0:
		return ex(def.OpAnd, def.TBool, d.asked(member, depth), d.asked(member, depth))
	case 1:
		return ex(def.OpOr, def.TBool, d.asked(member, depth), d.asked(member, depth))
	case 2:
		return ex(def.OpNot, def.TBool, d.asked(member, depth))
	case 3:
		return ex(def.OpHas, def.TBool, d.expr(def.ZoneSet, depth), member)
	case 4:
		return compared(def.TInt, ex(def.OpPieces, def.TInt, member, d.expr(def.FilterSet, depth)), small())
	case 5:
		return compared(def.TInt, exI(def.OpTable, def.TInt, 0, member), d.expr(def.TInt, depth))
	case 6:
		return compared(def.TInt, ex(def.OpSize, def.TInt, d.over(def.OpFilter, def.ZoneSet, ex(def.OpAdjacent, def.ZoneSet, member), 1)), small())
	case 7:
		for i, f := range d.funcs {
			if f.Body.Type != def.TBool || len(f.Params) == 0 || d.seldom(3) {
				continue
			}
			e := exI(def.OpCall, def.TBool, int64(i))
			for _, p := range d.params[i] {
				if p == def.TZone && !d.seldom(3) {
					e.Args = append(e.Args, member)
				} else {
					e.Args = append(e.Args, d.expr(p, 1))
				}
			}
			return e
		}
	}
	return d.expr(def.TBool, depth)
}

// gathered draws comprehensions over zones with such conditions.
func (d *drawer) gathered() *def.Expr {
	from := d.expr(def.ZoneSet, 1)
	o := pick(d, def.OpFilter, def.OpFilter, def.OpCount, def.OpAny, def.OpEvery, def.OpFirst, def.OpSum, def.OpLeast, def.OpMost)
	t := map[def.Op]def.Type{def.OpFilter: def.ZoneSet, def.OpAny: def.TBool, def.OpEvery: def.TBool, def.OpFirst: def.TZone}[o]
	if t == (def.Type{}) {
		t = def.TInt
	}
	e := d.bound(def.TZone, func(slot int64) *def.Expr {
		member := &def.Expr{Op: def.OpBound, Type: def.TZone, I: slot}
		e := exI(o, t, slot, from, d.asked(member, 2))
		if o == def.OpSum || o == def.OpLeast || o == def.OpMost {
			e.Args = append(e.Args, d.expr(def.TInt, 1))
		}
		return e
	})
	if t == def.ZoneSet && d.seldom(2) {
		return ex(pick(d, def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe), def.TBool, ex(def.OpSize, def.TInt, e), k(d.Int64N(4)-1))
	}
	return e
}

func TestFormulaEvaluatesToTheCombinationOfItsParts(t *testing.T) {
	gd, d := benchGame()
	gd.Initial[cellGold] = 2 // a number that other formulas yield, too
	x := benchOf(t, gd, d)
	d.Rand = rand.New(rand.NewPCG(3, 5))
	outer, faults := d.slot, 0
	rounds := 60_000
	if testing.Short() {
		rounds = 6000
	}
	for round := range rounds {
		env := map[int64]int64{outer: d.constant(def.TInt), outer + 1: d.constant(def.TZone)}
		d.slot, d.state = outer+2, true
		d.scope = []def.Expr{{Op: def.OpBound, Type: def.TInt, I: outer}, {Op: def.OpBound, Type: def.TZone, I: outer + 1}}
		x.b.work, x.b.inlined = 0, 0
		e := d.gathered()
		if round%3 == 0 {
			e = d.expr(pick(d, append(values, def.ZoneSet, def.IntSet, def.FilterSet)...), 4)
		}
		f, c := x.b.num(e), x.b.cond(e)
		s := x.states[round%len(x.states)]
		want, fine := x.apart(s, e, env)
		for slot, v := range env {
			s.bound[slot] = v
		}
		got, ok := x.machine(s, f)
		if ok != fine || ok && got != want {
			t.Fatalf("%s is %d, %v; its parts yield %d, %v", text(e), got, ok, want, fine)
		}
		if !ok {
			faults++
			continue
		}
		if e.Type == def.TBool {
			if got, ok := x.machine(s, func(s *State) int64 { return value.Bool(c(s)) }); !ok || got != want {
				t.Fatalf("%s as a condition is %d, %v; its parts yield %d", text(e), got, ok, want)
			}
		}
	}
	if faults > rounds/3 {
		t.Errorf("%d of %d formulas are faults: they do not show much", faults, rounds)
	}
}

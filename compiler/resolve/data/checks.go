package data

// This file resolves `checks`, conditions on the data that a rulebook or a library requires, and `invariants`.

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func (r *filler) checks() {
	for _, e := range r.Entries("checks") {
		r.Under(e.Node, func() {
			if e.Get("distinct") != nil {
				r.distinct(e)
			} else if k := r.check(e); k != nil {
				r.Out.Checks = append(r.Out.Checks, k)
			}
		})
	}
}

// invariants resolves the conditions that must hold at every decision.
func (r *filler) invariants() {
	for _, e := range r.Entries("invariants") {
		require := e.Get("require")
		r.Under(e.Node, func() {
			v := (*formulas.Scope)(nil).Child()
			v.Unsure = e.Unsure
			x := r.Formula(require, v, def.TBool)
			if _, ok := r.Eval(x); ok {
				r.Errorf(require.Pos, "settled-invariant", "this has the same value in every position; conditions on the data belong under checks")
				return
			}
			r.Out.Invariants = append(r.Out.Invariants, &typed.Invariant{ID: e.ID(), Message: e.Text("message"), Require: x, At: r.Place(e.Node, "invariant")})
		})
	}
}

// check resolves one entry. It returns nil if an error was reported.
func (r *filler) check(e *tree.Entry) *typed.Check {
	require, message := e.Get("require"), e.Get("message")
	if require == nil && !e.Unsure {
		r.Errorf(e.Node.Pos, "missing-key", "check %s needs require: the condition that must hold, or distinct: the values that must differ", e.ID())
	}
	if require == nil || message == nil {
		return nil
	}
	k := &typed.Check{Pos: require.Pos, Message: message.Value, Rules: r.Place(e.Node, "check").Rules, Entry: e.Node.Pos}
	if e.Text("level") == "warning" {
		k.Level = diag.Warning
	}
	v := (*formulas.Scope)(nil).Child()
	v.Unsure = e.Unsure
	at, each, pairs := e.Get("at"), e.Pairs("each"), e.Pairs("pairs")
	if n := e.Get("pairs"); n != nil && (len(pairs) != 2 || len(each) > 0) {
		if e.Unsure {
			return nil
		}
		r.Errorf(n.Pos, "wrong-key", "pairs takes two bindings, {$x: set, $y: set}, and replaces each")
		return nil
	}
	ok := true
	switch n := e.Get("calls"); {
	case n != nil:
		r.eachCall(k, e, n)
	case len(each) == 1 && each[0].Node.Value == "setups":
		r.eachSetup(k, v, e, at)
	case len(each) == 1 && each[0].Node.Value == "durations" && r.Syms.Names["durations"] == nil:
		r.eachDuration(k, v, each[0])
	case len(each)+len(pairs) > 0:
		ok = r.eachEntry(k, v, e, append(each, pairs...))
	default:
		ok = e.Unsure || r.placed(at, formulas.Any) // each or pairs may be the key that was not understood
		k.Cases = cases(typed.CheckCase{Fault: r.pathPos(e, at), Other: r.beside(e)})
	}
	if !ok {
		return nil
	}
	if k.Require = r.Formula(require, v, def.TBool); formulas.IsBad(k.Require) {
		return nil
	}
	return k
}

// distinct adds checks that any two of some values of the rulebook differ, if both are given. The second is reported.
func (r *filler) distinct(e *tree.Entry) {
	message := e.Get("message")
	for _, key := range []string{"require", "each", "pairs", "calls", "at", "beside"} {
		if n := e.Get(key); n != nil {
			r.Errorf(n.Pos, "wrong-key", "a check of values that differ has its own places; remove %s", key)
			return
		}
	}
	var before []*def.Expr
	var places []diag.Pos
	for _, n := range e.Words("distinct") {
		var at *source.Node
		for _, d := range r.Entries("values") {
			if d.ID() == n.Value {
				at = d.Get("at")
			}
		}
		x := r.Formula(n, nil, formulas.Any)
		if at == nil && !formulas.IsBad(x) {
			r.Errorf(n.Pos, "unknown-name", "%s is not a value that values: declares", n.Value)
		}
		if at == nil || formulas.IsBad(x) || message == nil {
			return
		}
		pos := r.pathPos(e, at)
		for i, y := range before {
			if !formulas.Same(x.Type, y.Type) {
				r.Errorf(n.Pos, "wrong-type", "%s is %s, the values before it are %s", n.Value, r.Describe(x.Type), r.Describe(y.Type))
				return
			}
			none := formulas.Const(x.Type, def.None)
			r.Out.Checks = append(r.Out.Checks, &typed.Check{Pos: n.Pos, Message: message.Value, Rules: r.Place(e.Node, "check").Rules, Entry: e.Node.Pos,
				Require: formulas.Op(def.OpOr, def.TBool, formulas.Op(def.OpNe, def.TBool, y, x), formulas.Op(def.OpEq, def.TBool, x, none)),
				Cases:   cases(typed.CheckCase{Fault: pos, Other: places[i]})})
		}
		before, places = append(before, x), append(places, pos)
	}
}

// eachCall makes k a check of the calls of a procedure.
func (r *filler) eachCall(k *typed.Check, e *tree.Entry, n *source.Node) {
	if e.Get("at") != nil || e.Get("beside") != nil || e.Get("pairs") != nil || len(e.Pairs("each")) > 0 {
		r.Errorf(n.Pos, "wrong-key", "a check of calls has its own places; remove each and at")
	}
	sym := r.Named(n, declare.Procedure)
	if sym == nil {
		r.Lacking(n, "unknown-name", "there is no procedure %s%s", n.Value, r.Near(n.Value, r.ProcNames()))
		return
	}
	var called []typed.CheckCase
	for _, pos := range r.Called[r.Syms.Rules.Procs[sym.Index].Index] {
		called = append(called, typed.CheckCase{Fault: pos})
	}
	k.Cases = cases(called...)
}

// eachDuration makes k a check of the durations of lasting effects, both declared and of `activate`. Each is reported at its
// first occurrence.
func (r *filler) eachDuration(k *typed.Check, v *formulas.Scope, p *tree.Value) {
	var known []int32
	var used []typed.CheckCase
	use := func(duration int32, name string, pos diag.Pos) {
		if duration >= 0 && !slices.Contains(known, duration) {
			known = append(known, duration)
			used = append(used, typed.CheckCase{Values: []int64{int64(duration)}, Name: name, Fault: pos})
		}
	}
	for _, l := range r.Syms.Rules.Lasting {
		if n := l.Entry.Get("duration"); n != nil {
			use(r.Game.Lasting[l.Index].Duration, l.Entry.ID()+": "+n.Value, n.Pos)
		}
	}
	for _, n := range r.Windows {
		use(r.Syms.Durations[n.Value], n.Value, n.Pos)
	}
	k.Cases = cases(used...)
	t := formulas.Any
	if of, ok := r.Syms.Enums[declare.Duration]; ok {
		t = def.Type{Kind: def.KEnum, Of: of}
	}
	k.Bound = append(k.Bound, r.Bind(v, p.Key.Value, t, p.Key.Pos))
}

// eachSetup makes k a check of the set-ups that have the key that `at` names or one beside it. A violation is reported at that
// key, or at the mapping around it.
func (r *filler) eachSetup(k *typed.Check, v *formulas.Scope, check *tree.Entry, at *source.Node) {
	name := check.Pairs("each")[0].Key
	k.Setups = true
	k.Bound = append(k.Bound, r.Bind(v, name.Value, def.TInt, name.Pos))
	if at == nil {
		r.Errorf(k.Entry, "missing-key", "a check of set-ups needs at: the path of the data that is at fault")
		return
	}
	var paths []string
	for _, w := range r.Syms.Data.SetupWords {
		if w.Table != nil {
			paths = append(paths, w.Table.At)
		} else {
			paths = append(paths, w.At)
		}
	}
	if !slices.Contains(paths, at.Value) {
		r.Errorf(at.Pos, "unknown-name", "no data is read at %s%s", at.Value, r.Near(at.Value, paths))
		return
	}
	var setups []typed.CheckCase
	for i, e := range r.Entries("setups") {
		pos, n := e.IDPos(), e.Node
		keys := strings.Split(at.Value, ".")
		for _, key := range keys[:len(keys)-1] {
			pair := n.Pair(key)
			if n = nil; pair != nil {
				n, pos = pair.Value, pair.Key.Pos
			}
		}
		if n == nil {
			continue
		}
		if pair := n.Pair(keys[len(keys)-1]); pair != nil {
			pos = pair.Value.Pos
		}
		c := typed.CheckCase{Values: []int64{int64(i)}, Name: e.ID(), Fault: pos}
		if beside := check.Get("beside"); beside != nil {
			c.Other = pathPos(e.Node, e.IDPos(), beside.Value)
		}
		setups = append(setups, c)
	}
	k.Cases = cases(setups...)
}

func cases(list ...typed.CheckCase) iter.Seq[typed.CheckCase] { return slices.Values(list) }

// members are the entries to which a check applies. Pairs are made within a group only: the rows of different set-ups are
// different groups.
type members struct {
	of     def.Type
	values []int64
	group  func(member int64) int
}

// eachEntry makes k a check of each member of a set or of each pair: from two sets, or each unordered pair of one set.
func (r *filler) eachEntry(k *typed.Check, v *formulas.Scope, e *tree.Entry, each []*tree.Value) bool {
	var sets []members
	for _, p := range each {
		m, ok := r.everyEntry(p.Node)
		if !ok {
			return false
		}
		sets = append(sets, m)
		k.Bound = append(k.Bound, r.Bind(v, p.Key.Value, m.of, p.Key.Pos))
	}
	last := sets[len(sets)-1]
	at := e.Get("at")
	if !r.placed(at, last.of) {
		return false
	}
	seconds := r.casesOf(e, last, at)
	if len(sets) == 1 {
		k.Cases = cases(seconds...)
		return true
	}
	first := sets[0]
	firsts := r.casesOf(e, first, at)
	until := func(i int) int { return len(firsts) } // the number of members of the first set to pair with member i of the second
	if each[0].Node.Value == each[1].Node.Value {
		until = func(i int) int { return i }
	}
	for i := range seconds {
		r.Book.Budget.Spend(e.Node.Pos, until(i))
	}
	k.Cases = func(yield func(typed.CheckCase) bool) {
		both := make([]int64, 2)
		for i, c := range seconds {
			c.Values = both
			for j := range until(i) {
				if first.group(first.values[j]) != last.group(last.values[i]) {
					continue
				}
				both[0], both[1], c.Other = first.values[j], last.values[i], firsts[j].Fault
				if !yield(c) {
					return
				}
			}
		}
	}
	return true
}

func (r *filler) casesOf(e *tree.Entry, of members, at *source.Node) []typed.CheckCase {
	out := make([]typed.CheckCase, len(of.values))
	other := r.beside(e)
	for i := range out {
		r.Book.Budget.Spend(e.Node.Pos, 1)
		name, pos := r.fault(e, of.of, of.values[i], at)
		out[i] = typed.CheckCase{Values: of.values[i : i+1], Name: name, Fault: pos, Other: other}
	}
	return out
}

// everyEntry returns the members to which a check applies: all cards, all procedures, the rows of all set-ups, or the members of
// a constant set.
func (r *filler) everyEntry(n *source.Node) (members, bool) {
	together := func(int64) int { return 0 }
	if n.Value == "procedures" && r.Syms.Names["procedures"] == nil {
		return members{def.TProc, upTo(len(r.declaredProcs())), together}, true
	}
	for _, w := range r.Syms.Data.SetupWords {
		if w.Table != nil && w.ID == n.Value {
			setup := func(row int64) int {
				return sort.Search(len(w.First), func(i int) bool { return int64(w.First[i]) > row })
			}
			return members{w.Type.Members(), upTo(len(w.Table.Rows)), setup}, true
		}
	}
	x := r.Formula(n, nil, formulas.Any)
	if formulas.IsBad(x) {
		return members{}, false
	}
	v, ok := r.Eval(x)
	if !ok || x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
		r.Errorf(n.Pos, "not-constant", "a check ranges over cards, procedures, durations, or the members of a set that never changes")
		return members{}, false
	}
	return members{x.Type.Members(), r.Game.Each(v, x.Type), together}, true
}

// upTo returns the numbers below n.
func upTo(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// placed reports whether `at` is a key of the entries or a path that the rulebook reads.
func (r *filler) placed(at *source.Node, elem def.Type) bool {
	if at == nil {
		return true
	}
	var known []string
	switch elem.Kind {
	case def.KNone:
		known = r.Syms.Data.Claimed
	case def.KRow:
		known = r.Table(elem.Of).Columns
	default:
		known = declare.SortedProperties(r.Syms.Data.Properties[elem.Kind])
	}
	if slices.Contains(known, at.Value) {
		return true
	}
	r.Errorf(at.Pos, "unknown-name", "no data is read at %s%s", at.Value, r.Near(at.Value, known))
	return false
}

// fault returns the id of member m and the position at which a violation is reported.
func (r *filler) fault(check *tree.Entry, t def.Type, m int64, at *source.Node) (string, diag.Pos) {
	n := r.entryOf(t, m)
	if n == nil {
		return "", r.pathPos(check, at)
	}
	id := n.Get("id")
	if n.Kind == source.Scalar { // a row with a single column
		id = n
	}
	name, pos := formulas.Word(id), n.Pos
	if id != nil {
		pos = id.Pos
	}
	if at != nil && n.Get(at.Value) != nil {
		pos = n.Get(at.Value).Pos
	}
	return name, pos
}

// pathPos returns the position of the value at the path of a check, or of its nearest existing ancestor.
func (r *filler) pathPos(check *tree.Entry, at *source.Node) diag.Pos {
	pos := check.Node.Pos
	if g := r.Book.Root.Get("game"); g != nil {
		pos = g.Pos
	}
	if at == nil {
		return pos
	}
	return pathPos(r.Book.Root, pos, at.Value)
}

// beside returns the second position of a check, or the zero Pos.
func (r *filler) beside(check *tree.Entry) diag.Pos {
	if n := check.Get("beside"); n != nil {
		return r.pathPos(check, n)
	}
	return diag.Pos{}
}

// pathPos returns the position of the value at a path below n, or of its nearest existing ancestor; pos is the position of n.
func pathPos(n *source.Node, pos diag.Pos, path string) diag.Pos {
	for key := range strings.SplitSeq(path, ".") {
		p := n.Pair(key)
		if p == nil {
			break
		}
		n, pos = p.Value, p.Key.Pos
	}
	return pos
}

// entryOf returns the entry that declares member m, or nil.
func (r *filler) entryOf(t def.Type, m int64) *source.Node {
	var entries []*tree.Entry
	switch t.Kind {
	case def.KSeat:
		entries = r.Entries("seats")
	case def.KCard:
		entries = r.Entries("cards")
	case def.KPile:
		entries = r.Entries("piles")
	case def.KZone:
		entries = r.Entries("spaces")
		if spaces := int64(len(entries)); m >= spaces {
			entries, m = r.Entries("boxes"), m-spaces
		}
	case def.KProc:
		entries = r.declaredProcs()
	case def.KRow:
		if rows := r.Table(t.Of).Rows; m >= 0 && m < int64(len(rows)) {
			return rows[m]
		}
	}
	if m < 0 || m >= int64(len(entries)) {
		return nil
	}
	return entries[m].Node
}

package resolve

// checks.go resolves what a rulebook, or a library that it uses, demands of the data: the checks: list.

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func (r *resolver) checks() {
	for _, e := range r.entries("checks") {
		r.under(e.Node, func() {
			if k := r.check(e); k != nil {
				r.out.Checks = append(r.out.Checks, k)
			}
		})
	}
}

// invariants resolves what must hold whenever somebody is asked.
func (r *resolver) invariants() {
	for _, e := range r.entries("invariants") {
		require, message := e.Get("require"), e.Get("message")
		if require == nil || message == nil {
			continue
		}
		r.under(e.Node, func() {
			v := (*env)(nil).child()
			v.unsure = e.Unsure
			x := r.formula(require, v, tBool)
			if isBad(x) {
				return
			}
			if _, ok := r.eval(x); ok {
				r.errorf(require.Pos, "settled-invariant", "this comes out the same whatever is played; what must be true of the data stands under checks")
				return
			}
			r.out.Invariants = append(r.out.Invariants, &typed.Invariant{ID: e.ID(), Message: message.Value, Require: x, At: r.place(e.Node, "invariant")})
		})
	}
}

// check resolves one entry, nil if something about it was reported.
func (r *resolver) check(e *tree.Entry) *typed.Check {
	require, message := e.Get("require"), e.Get("message")
	if require == nil || message == nil {
		return nil
	}
	k := &typed.Check{Pos: require.Pos, Message: message.Value, Rules: r.place(e.Node, "check").Rules, Entry: e.Node.Pos}
	if e.Text("level") == "warning" {
		k.Level = diag.Warning
	}
	v, elem := (*env)(nil).child(), tAny
	v.unsure = e.Unsure
	at := e.Get("at")
	if n := e.Get("calls"); n != nil && !r.eachCall(k, e, n) {
		return nil
	}
	for _, p := range e.Pairs("each") {
		if p.Node.Value == "durations" && r.syms.Names["durations"] == nil {
			r.eachDuration(k, v, p)
			continue
		}
		if p.Node.Value == "setups" {
			r.eachSetup(k, v, p, at)
			continue
		}
		members, t, ok := r.everyEntry(p.Node)
		if !ok {
			return nil
		}
		k.Members, elem = members, t
		k.Member = r.bind(v, p.Key.Value, elem, p.Key.Pos)
	}
	if k.Require = r.formula(require, v, tBool); isBad(k.Require) || k.Names == nil && !r.placed(at, elem) {
		return nil
	}
	if k.Names != nil {
		return k
	}
	if k.Member == nil {
		k.Faults = []diag.Pos{r.pathPos(e, at)}
		return k
	}
	for _, m := range k.Members {
		name, pos := r.fault(e, elem, m, at)
		k.Names, k.Faults = append(k.Names, name), append(k.Faults, pos)
	}
	return k
}

// eachCall makes k a check of the places where a procedure is called; false if it cannot be one.
func (r *resolver) eachCall(k *typed.Check, e *tree.Entry, n *source.Node) bool {
	if e.Get("at") != nil || len(e.Pairs("each")) > 0 {
		r.errorf(n.Pos, "wrong-key", "a check of calls has its places; leave out each and at")
		return false
	}
	sym := r.named(n, declare.Procedure)
	if sym == nil {
		r.lacking(n, "unknown-name", "there is no procedure %s%s", n.Value, r.near(n.Value, r.procNames()))
		return false
	}
	k.Names, k.Faults = []string{}, r.called[r.syms.Rules.Procs[sym.Index].Index]
	return true
}

// eachDuration makes k a check of the durations that lasting effects have, where they are declared and where they come into
// force. Each is at fault where it is first stated.
func (r *resolver) eachDuration(k *typed.Check, v *env, p *tree.Value) {
	k.Names = []string{}
	use := func(duration int32, name string, pos diag.Pos) {
		if duration >= 0 && !slices.Contains(k.Members, int64(duration)) {
			k.Members, k.Names, k.Faults = append(k.Members, int64(duration)), append(k.Names, name), append(k.Faults, pos)
		}
	}
	for _, l := range r.syms.Rules.Lasting {
		if n := l.Entry.Get("duration"); n != nil {
			use(r.gd.Lasting[l.Index].Duration, l.Entry.ID()+": "+n.Value, n.Pos)
		}
	}
	for _, n := range r.windows {
		use(r.syms.Durations[n.Value], n.Value, n.Pos)
	}
	t := tAny
	if of, ok := r.syms.Enums[declare.Duration]; ok {
		t = def.Type{Kind: def.KEnum, Of: of}
	}
	k.Member = r.bind(v, p.Key.Value, t, p.Key.Pos)
}

// eachSetup makes k a check of the set-ups that say something beside the key that at names, or at it. Each is at fault at
// that key, or at the mapping around it.
func (r *resolver) eachSetup(k *typed.Check, v *env, p *tree.Value, at *source.Node) {
	k.Setups, k.Names = true, []string{}
	k.Member = r.bind(v, p.Key.Value, tInt, p.Key.Pos)
	if at == nil {
		r.errorf(k.Entry, "missing-key", "a check of set-ups needs at: the path of the data that is at fault")
		return
	}
	var paths []string
	for _, w := range r.syms.Data.SetupWords {
		if w.Table != nil {
			paths = append(paths, w.Table.At)
		} else {
			paths = append(paths, w.At)
		}
	}
	if !slices.Contains(paths, at.Value) {
		r.errorf(at.Pos, "unknown-name", "no data is read at %s%s", at.Value, r.near(at.Value, paths))
		return
	}
	for i, e := range r.entries("setups") {
		pos, n := e.IDPos(), e.Node
		keys := strings.Split(at.Value, ".")
		for _, key := range keys[:len(keys)-1] {
			if pair := n.Pair(key); pair != nil {
				n, pos = pair.Value, pair.Key.Pos
			} else {
				n = nil
				break
			}
		}
		if n == nil {
			continue
		}
		if pair := n.Pair(keys[len(keys)-1]); pair != nil {
			pos = pair.Value.Pos
		}
		k.Members, k.Names, k.Faults = append(k.Members, int64(i)), append(k.Names, e.ID()), append(k.Faults, pos)
	}
}

// everyEntry lists what a check is about: all cards, all procedures, the durations in use, set-ups, or the members of a constant set.
func (r *resolver) everyEntry(n *source.Node) ([]int64, def.Type, bool) {
	if n.Value == "procedures" && r.syms.Names["procedures"] == nil {
		return upTo(len(r.declaredProcs())), tProc, true
	}
	x := r.formula(n, nil, tAny)
	if isBad(x) {
		return nil, tAny, false
	}
	v, ok := r.eval(x)
	if !ok || x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
		r.errorf(n.Pos, "not-constant", "a check looks at cards, at procedures, at durations, or at the members of a set that never changes")
		return nil, tAny, false
	}
	return r.gd.Each(v, x.Type), x.Type.Members(), true
}

// upTo lists the numbers below n.
func upTo(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// placed tells whether at: names a key of the entries, or a path that the rulebook reads.
func (r *resolver) placed(at *source.Node, elem def.Type) bool {
	if at == nil {
		return true
	}
	var known []string
	switch elem.Kind {
	case def.KNone:
		known = r.syms.Data.Claimed
	case def.KRow:
		known = r.table(elem.Of).Columns
	default:
		known = declare.SortedProperties(r.syms.Data.Properties[elem.Kind])
	}
	if slices.Contains(known, at.Value) {
		return true
	}
	r.errorf(at.Pos, "unknown-name", "no data is read at %s%s", at.Value, r.near(at.Value, known))
	return false
}

// fault gives the id of member m and the place of the data that is at fault if the check fails for it.
func (r *resolver) fault(check *tree.Entry, t def.Type, m int64, at *source.Node) (string, diag.Pos) {
	n := r.entryOf(t, m)
	if n == nil {
		return "", r.pathPos(check, at)
	}
	id := n.Get("id")
	name, pos := word(id), n.Pos
	if id != nil {
		pos = id.Pos
	}
	if at != nil && n.Get(at.Value) != nil {
		pos = n.Get(at.Value).Pos
	}
	return name, pos
}

// pathPos is the place of what stands at the path, or of the nearest thing above it that is there.
func (r *resolver) pathPos(check *tree.Entry, at *source.Node) diag.Pos {
	pos := check.Node.Pos
	if g := r.book.Root.Get("game"); g != nil {
		pos = g.Pos
	}
	if at == nil {
		return pos
	}
	n := r.book.Root
	for key := range strings.SplitSeq(at.Value, ".") {
		p := n.Pair(key)
		if p == nil {
			break
		}
		n, pos = p.Value, p.Key.Pos
	}
	return pos
}

// entryOf is the entry that declares member m, nil where there is none.
func (r *resolver) entryOf(t def.Type, m int64) *source.Node {
	var entries []*tree.Entry
	switch t.Kind {
	case def.KSeat:
		entries = r.entries("seats")
	case def.KCard:
		entries = r.entries("cards")
	case def.KPile:
		entries = r.entries("piles")
	case def.KZone:
		entries = slices.Concat(r.entries("spaces"), r.entries("boxes"))
	case def.KProc:
		entries = r.declaredProcs()
	case def.KRow:
		if rows := r.table(t.Of).Rows; m >= 0 && m < int64(len(rows)) {
			return rows[m]
		}
	}
	if m < 0 || m >= int64(len(entries)) {
		return nil
	}
	return entries[m].Node
}

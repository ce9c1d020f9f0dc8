package check

// This file warns of decisions that reveal hidden information: to the other seats by whether a seat decides, or to the deciding
// seat by its options. A watched derived value is a deliberate disclosure, and so is an assignment to an open variable.

import (
	"slices"
	"sync"

	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// secrecy states which seats do not know a value. A higher value includes the lower ones.
type secrecy uint8

const (
	known   secrecy = iota // known to all
	private                // known to the deciding seat only
	hidden                 // known to no seat
)

// secret is the most hidden value that a formula reads.
type secret struct {
	secrecy
	name string
}

func (s *secret) add(o secret) {
	if o.secrecy > s.secrecy {
		*s = o
	}
}

// secretReads analyses the formulas of one decision, or of a guard, which has no deciding seat.
type secretReads struct {
	e     *effects
	proc  []def.Instr
	by    *def.Expr
	slots map[int64]bool // visited slots; nil outside of local
	piles map[int64]bool // slots visited by bound; nil outside of it
	found *secretReadCache
}

// secretReadCache caches results for all decisions of a game.
type secretReadCache struct {
	inside map[inside]secret
	slots  map[slotOf]secret
	writes map[*def.Instr]map[int64][]*def.Instr // by the first instruction of a procedure's code, then by slot
}

// slotOf is a slot of a procedure for a deciding seat.
type slotOf struct {
	code *def.Instr
	slot int64
	decider
}

// decider identifies a deciding seat.
type decider struct {
	decided bool // the seat is an expression with an operator and a number
	op      def.Op
	i       int64
}

// inside is the formula of a function, a derived value or a hook, in a call that passes the deciding seat for some parameters.
type inside struct {
	x     *def.Expr
	cards bool   // the cards of the pile that the formula yields
	mine  uint64 // a bit for each parameter that is the deciding seat
	decider
}

// secretReaders returns a function that creates secretReads, which share a cache.
func (e *effects) secretReaders() func(proc []def.Instr, by *def.Expr) *secretReads {
	all := &secretReadCache{map[inside]secret{}, map[slotOf]secret{}, map[*def.Instr]map[int64][]*def.Instr{}}
	return func(proc []def.Instr, by *def.Expr) *secretReads {
		return &secretReads{e: e, proc: proc, by: by, found: all}
	}
}

// openSecret checks each decision of a seat, and each condition on which a decision depends.
func openSecret(s *Subject) diag.List {
	gd := s.gd
	if !hasSecrets(gd) {
		return nil
	}
	var list diag.List
	e := s.effects()
	look := e.secretReaders()
	e.at = e.place(gd.Procs[gd.Main].Node)
	asking := e.Asking(func(d *def.DecisionDef) bool { return d.By != nil })
	said := map[int32]bool{}
	warn := func(node int32, found secret, who, way string) {
		if node > 0 && !said[node] {
			said[node] = true
			list.Warnf(e.place(node), "open-secret", "%s of %s", who, found.name).Detailf("%s", way)
		}
	}
	const asked = "A decision and its options must not reveal hidden values: write secret: true if the deciding seat knows them; otherwise show them first or do not use them."
	const unseen = "The deciding seat does not see this value, so secret: true does not help: show it to that seat first (reveal, or a pile or variable that the seat sees) and read it there, or do not use it. If the value is its own, read it from the deciding seat, as in $seat.x, not from a seat by its name."
	const compared = "A position may hold only what every seat sees, or its repetition reveals hidden values. Remove the hidden value, or compare an open one, such as the size of a pile."
	const shown = "Chance shows its outcome to all. Write to: and the seats that see it, such as to: $seat, or [] for no seat."
	const answered = "All seats see the answer, also with secret: true, which hides only whether the seat had a choice. Ask in together:, even if only one seat answers."
	for p := range gd.Procs {
		e.at = e.place(gd.Procs[p].Node)
		from, code := gd.Procs[p].Entry, e.Body(int32(p))
		readers := sync.OnceValue(func() map[int64][]*def.Instr { return readersOf(code) })
		for i, in := range code {
			switch {
			case in.Op == def.CDecide && gd.Decisions[in.A].By != nil:
				d := &gd.Decisions[in.A]
				switch found := look(code, d.By).decision(d); {
				case found.secrecy == hidden:
					warn(d.Node, found, "the deciding seat learns", unseen)
				case found.secrecy == private && d.Secret == nil:
					warn(d.Node, found, "others learn", asked)
				case !d.Covert:
					if name := e.concealed(int32(p), d, readers); name != "" {
						warn(d.Node, secret{hidden, name}, "everybody learns", answered)
					}
				}
			case in.Op == def.CDecide:
				if name := e.concealed(int32(p), &gd.Decisions[in.A], readers); name != "" {
					warn(in.Node, secret{hidden, name}, "everybody learns", shown)
				}
			case in.Op == def.CRecord:
				if found := look(code, nil).of(in.X[0], nil); found.secrecy > known {
					warn(in.Node, found, "others learn", compared)
				}
			case in.Op == def.CJumpUnless && (in.Role == def.Guard || in.Role == def.Part):
				if found := look(code, nil).of(in.X[0], nil); found.secrecy > known && asking(decided(code, from, i)) {
					warn(in.Node, found, "others learn", asked)
				}
			case in.Op == def.CForSet || in.Op == def.CForOrder:
				if found := look(code, nil).local(int64(in.A)); found.secrecy > known && asking(code[i+1:in.C-from]) {
					warn(in.Node, found, "others learn", asked)
				}
			case in.Op == def.CTick && i > 0 && code[i-1].Op == def.CJumpUnless:
				if found := look(code, nil).local(int64(in.A)); found.secrecy > known && asking(code[i+1:code[i-1].A-from]) {
					warn(in.Node, found, "others learn", asked)
				}
			}
		}
	}
	return list
}

// decided returns the instructions whose execution depends on the condition at i: those that it skips and, if these leave a loop
// or the procedure, those that are then skipped.
func decided(code []def.Instr, from int32, i int) []def.Instr {
	end := max(int32(i+1), code[i].A-from)
	for j := int32(i + 1); j < end; j++ {
		switch in := &code[j]; {
		case in.Op == def.CReturn:
			return code[i+1:]
		case in.Op == def.CJump && in.A-from > end:
			out := in.A - from
			if back := code[out-1]; back.Op == def.CJump && back.A-from <= int32(i) { // out of a loop: no further round
				return code[back.A-from : out]
			}
			return code[i+1 : out]
		}
	}
	return code[i+1 : end]
}

func hasSecrets(gd *def.GameDef) bool {
	for i := range gd.Vars {
		if gd.Vars[i].Visible != def.Open {
			return true
		}
	}
	for i := range gd.Piles {
		if gd.Piles[i].Visible != def.Open {
			return true
		}
	}
	return slices.ContainsFunc(gd.Decisions, func(d def.DecisionDef) bool { return d.Seen != nil })
}

// decision returns the most hidden value on which a decision depends.
func (u *secretReads) decision(d *def.DecisionDef) (out secret) {
	for x := range d.Expressions() {
		if x == d.From && x.Type.Kind == def.KPile {
			if len(d.Where) > 0 {
				out.add(u.cards(x, nil))
			}
			continue
		}
		out.add(u.of(x, nil))
	}
	return out
}

// of returns the most hidden value that a formula reads. mine are the bound slots that hold the deciding seat.
func (u *secretReads) of(x *def.Expr, mine map[int64]bool) (out secret) {
	if x == nil {
		return secret{}
	}
	gd := u.e.gd
	u.e.look(1)
	for _, a := range x.Args {
		out.add(u.of(a, mine))
	}
	if x.Op.Row().Binds && x.Args[0].Type.Kind == def.KPile {
		out.add(u.cards(x.Args[0], mine))
	}
	switch x.Op {
	case def.OpLocal:
		out.add(u.local(x.I))
	case def.OpCell, def.OpCellAt:
		if v := u.e.Variable(int32(x.I)); v != nil && !v.Reveals {
			out.add(hiddenAs(v.Visible, u.ownCell(x, v, mine), v.ID))
		}
	case def.OpDerived:
		d := &gd.Derived[x.I]
		own := len(x.Args) > 0 && u.own(x.Args[0], mine)
		switch {
		case d.Visible == def.Owner:
			out.add(hiddenAs(d.Visible, own, d.ID))
		case !d.Watch:
			out.add(u.in(d.Value, []int32{d.Slot}, x.Args, mine))
		}
	case def.OpCall:
		f := &gd.Functions[x.I]
		out.add(u.in(f.Body, f.Params, x.Args, mine))
		for i, a := range x.Args {
			if a.Type.Kind == def.KPile && i < len(f.Params) && u.readsCards(f.Body, f.Params[i]) {
				out.add(u.cards(a, mine))
			}
		}
	case def.OpPossible:
		if f := gd.Procs[x.I].Possible; f >= 0 {
			out.add(u.in(gd.Functions[f].Body, gd.Functions[f].Params, x.Args, mine))
		}
	case def.OpHookNumber, def.OpHookPool:
		out.add(u.point(x.I, x.Args[1:], mine))
	case def.OpHookAllow:
		out.add(u.point(x.I, x.Args, mine))
	case def.OpTop, def.OpCardAt:
		out.add(u.cards(x.Args[0], mine))
	case def.OpHas:
		for _, a := range x.Args {
			if a.Type.Kind == def.KPile {
				out.add(u.cards(a, mine))
			}
		}
	}
	return out
}

// readsCards reports whether a formula reads the cards of the pile that a parameter holds, or passes it on.
func (u *secretReads) readsCards(x *def.Expr, param int32) bool {
	for y := range x.All() {
		u.e.look(1)
		switch {
		case y.Op == def.OpTop, y.Op == def.OpCardAt, y.Op == def.OpHas, y.Op == def.OpCall, y.Op.Row().Binds:
			if slices.ContainsFunc(y.Args, func(a *def.Expr) bool { return a.Op == def.OpBound && a.I == int64(param) }) {
				return true
			}
		}
	}
	return false
}

// point returns the most hidden value that the attachments of a hook point read.
func (u *secretReads) point(point int64, args []*def.Expr, mine map[int64]bool) (out secret) {
	p := &u.e.gd.Points[point]
	u.e.look(len(p.Attach))
	for _, i := range p.Attach {
		a := &u.e.gd.Attachments[i]
		for _, x := range []*def.Expr{a.When, a.Value, a.Add, a.Remove} {
			out.add(u.in(x, p.Params, args, mine))
		}
	}
	return out
}

// in returns the most hidden value that a formula with parameters reads.
func (u *secretReads) in(x *def.Expr, params []int32, args []*def.Expr, mine map[int64]bool) secret {
	return u.within(inside{x: x, decider: u.decider()}, u.of, params, args, mine)
}

// within applies of or cards to the formula of a call.
func (u *secretReads) within(call inside, reads func(*def.Expr, map[int64]bool) secret, params []int32, args []*def.Expr, mine map[int64]bool) secret {
	own := map[int64]bool(nil)
	for i, p := range params {
		if i < len(args) && u.own(args[i], mine) {
			if own == nil {
				own = map[int64]bool{}
			}
			own[int64(p)] = true
			call.mine |= 1 << i
		}
	}
	out, ok := u.found.inside[call]
	if !ok {
		out = reads(call.x, own)
		u.found.inside[call] = out
	}
	return out
}

func (u *secretReads) decider() decider {
	if u.by == nil {
		return decider{}
	}
	return decider{true, u.by.Op, u.by.I}
}

// own reports whether a formula yields the deciding seat or the seat of its player.
func (u *secretReads) own(x *def.Expr, mine map[int64]bool) bool {
	switch {
	case u.by == nil:
		return false
	case x.Op == def.OpDerived && len(x.Args) == 1 && u.e.gd.Derived[x.I].Player:
		return u.own(x.Args[0], mine)
	case x.Op == def.OpBound:
		return mine[x.I]
	}
	return x.Op == u.by.Op && x.I == u.by.I && len(x.Args)+len(u.by.Args) == 0
}

// ownCell reports whether a formula reads the deciding seat's value of a variable.
func (u *secretReads) ownCell(x *def.Expr, v *def.VarDef, mine map[int64]bool) bool {
	switch {
	case x.Op == def.OpCellAt && x.Args[0].Op == def.OpPlace: // a seat and a second index
		return u.own(x.Args[0].Args[0], mine)
	case x.Op == def.OpCellAt:
		return u.own(x.Args[0], mine)
	}
	owner := u.e.gd.OwnerAt(v, (x.I-int64(v.Base))/int64(u.e.gd.Words(v.Type)))
	return u.by != nil && u.by.Op == def.OpConst && u.by.I == owner
}

// cards returns the secrecy of the cards of a pile. A pile that is a property of a seat counts as that seat's own. If the game
// reveals cards to seats, the deciding seat may have seen them; with `secret: true` the author asserts this.
func (u *secretReads) cards(pile *def.Expr, mine map[int64]bool) (out secret) {
	gd := u.e.gd
	u.e.look(len(gd.Vars) / stepLooks)
	defer func() {
		if out.secrecy == hidden && slices.ContainsFunc(gd.Vars, func(v def.VarDef) bool { return v.Reveals }) {
			out.secrecy = private
		}
	}()
	if v, ok := u.e.Fold(pile); ok {
		if v < 0 {
			return secret{}
		}
		p := &gd.Piles[v]
		return hiddenAs(p.Visible, u.by != nil && u.by.Op == def.OpConst && u.by.I == int64(p.Owner), "cards in "+p.ID)
	}
	switch pile.Op {
	case def.OpIf:
		out = u.cards(pile.Args[1], mine)
		out.add(u.cards(pile.Args[2], mine))
	case def.OpCall:
		f := &gd.Functions[pile.I]
		return u.within(inside{x: f.Body, cards: true, decider: u.decider()}, u.cards, f.Params, pile.Args, mine)
	case def.OpLocal:
		return u.bound(pile.I)
	case def.OpTable:
		u.e.look(len(gd.Lookups[pile.I].Values))
		for _, v := range gd.Lookups[pile.I].Values {
			if v >= 0 {
				out.add(hiddenAs(gd.Piles[v].Visible, u.own(pile.Args[0], mine), "cards in "+gd.Piles[v].ID))
			}
		}
	}
	return out
}

// bound is cards for the piles that the procedure assigns to a slot. It visits each slot once, so that chains of bindings take linear time.
func (u *secretReads) bound(slot int64) (out secret) {
	if u.piles == nil {
		u.piles = map[int64]bool{}
		defer func() { u.piles = nil }()
	}
	if u.piles[slot] {
		return secret{}
	}
	u.piles[slot] = true
	for _, in := range u.writes()[slot] {
		if in.Op == def.CSet {
			out.add(u.cards(in.X[0], nil))
		}
	}
	return out
}

// hiddenAs returns the secrecy of a value with a visibility.
func hiddenAs(v def.Visibility, own bool, name string) secret {
	switch {
	case v == def.Hidden, v == def.Owner && !own:
		return secret{hidden, name}
	case v == def.Owner:
		return secret{private, name}
	}
	return secret{}
}

// local returns the most hidden value that the procedure assigns to a slot.
func (u *secretReads) local(slot int64) secret {
	if u.slots != nil {
		return u.visit(slot)
	}
	k := slotOf{&u.proc[0], slot, u.decider()}
	out, ok := u.found.slots[k]
	if !ok {
		u.slots = map[int64]bool{}
		out = u.visit(slot)
		u.slots = nil
		u.found.slots[k] = out
	}
	return out
}

// visit is local for one slot that is not visited yet. It does not follow results of calls.
func (u *secretReads) visit(slot int64) (out secret) {
	if u.slots[slot] {
		return secret{}
	}
	u.slots[slot] = true
	for _, in := range u.writes()[slot] {
		if in.Op == def.CSet {
			out.add(u.of(in.X[0], nil))
		} else {
			out.add(u.outcome(&u.e.gd.Decisions[in.A]))
		}
	}
	return out
}

// writes returns the instructions of the procedure that assign a value or an answer to a slot, by slot.
func (u *secretReads) writes() map[int64][]*def.Instr {
	out := u.found.writes[&u.proc[0]]
	if out == nil {
		out = map[int64][]*def.Instr{}
		u.found.writes[&u.proc[0]] = out
		for i := range u.proc {
			in, slot := &u.proc[i], int64(-1)
			switch {
			case in.Op == def.CSet && in.A == def.ToLocal:
				slot = int64(in.B)
			case in.Op == def.CDecide:
				slot = int64(u.e.gd.Decisions[in.A].Result)
			}
			if slot >= 0 {
				out[slot] = append(out[slot], in)
			}
		}
	}
	return out
}

// outcome returns the secrecy of the answer to a decision or of an outcome of chance.
func (u *secretReads) outcome(d *def.DecisionDef) secret {
	if d.Covert {
		return secret{private, "the answer to " + d.Name}
	}
	if d.Seen == nil {
		return secret{}
	}
	own := d.Seen.Op == def.OpSetOf && slices.ContainsFunc(d.Seen.Args, func(x *def.Expr) bool { return u.own(x, nil) })
	return hiddenAs(def.Owner, own, d.Name)
}

// concealed returns the hidden variable to which a procedure assigns a visible outcome of chance or answer, "" if there is none or
// if it also assigns it to an open one. A member of an enumeration of which some hidden variable has values is not visible. An answer
// must be the value itself or a member of it: a hidden value may well depend on a public answer.
func (e *effects) concealed(proc int32, d *def.DecisionDef, readers func() map[int64][]*def.Instr) (name string) {
	e.look(len(e.gd.Vars) / stepLooks)
	if d.Seen != nil || d.Result < 0 || d.Elem.Kind == def.KCard || d.Elem.Kind == def.KEnum && slices.ContainsFunc(e.gd.Vars, func(v def.VarDef) bool {
		return v.Visible != def.Open && (v.Type == d.Elem || v.Type == def.SetOf(d.Elem))
	}) {
		return ""
	}
	s := e.Scope(proc)
	for _, in := range readers()[int64(d.Result)] {
		if d.By != nil && (in.Op != def.CSet || !contains(in.X[0], int64(d.Result))) {
			continue
		}
		for _, a := range s.Written(in) {
			v := e.Variable(a.From)
			switch {
			case a.Store != def.Cells || v == nil:
			case v.Visible == def.Open:
				return ""
			case name == "":
				name = v.ID
			}
		}
	}
	return name
}

// contains reports whether a formula is the value of a slot, or a set that has it as a member.
func contains(x *def.Expr, slot int64) bool {
	switch x.Op {
	case def.OpLocal:
		return x.I == slot
	case def.OpSetOf, def.OpUnion:
		return slices.ContainsFunc(x.Args, func(a *def.Expr) bool { return contains(a, slot) })
	}
	return false
}

// readersOf returns the instructions of code other than decisions, by the local slots that their formulas read.
func readersOf(code []def.Instr) map[int64][]*def.Instr {
	out := map[int64][]*def.Instr{}
	for i := range code {
		in := &code[i]
		for _, x := range in.X {
			for y := range x.All() {
				if y.Op == def.OpLocal && in.Op != def.CDecide {
					out[y.I] = append(out[y.I], in)
				}
			}
		}
	}
	return out
}

package engine

// This file memoises functions and derived values until a source that they read is written. A memoised value costs the same
// fuel as computing it again, so no play depends on what is memoised. What an operator reads is in its row in package def.

import (
	"slices"

	"rulebound/engine/def"
)

// Sources are what formulas read beside their operands, each with the time of its last write in State.wrote. The variables follow in
// their order, then the pieces in each zone.
const (
	everything   = iota // the last write of all
	piecesSource        // which pieces stand where
	cardsSource         // which cards lie where
	booksSource         // cells that are no variables: lasting effects, what is held, quotas
	variables           // the first variable
)

const (
	// maxSources bounds the times that are compared to find out whether a memoised value is valid.
	maxSources = 6
	// maxMemos bounds the values that a state memoises.
	maxMemos = 1 << 10
	// maxPerValue bounds the memoised values of a function, by its argument.
	maxPerValue = 130
	// minMemoised is the least weight of a formula without a loop that is memoised.
	minMemoised = 4 * stepOps
)

// memory is a memoised value, the time when it was computed, and the fuel that it cost.
type memory struct{ at, value, fuel int64 }

// reads is what a formula reads.
type reads struct {
	from   []int32 // sources, ascending
	param  int64   // slot of its one parameter, -1: it has none, or more
	within bool    // it reads the pieces in the zone that this is
	hooked bool    // it evaluates hook points, which notify an observer
	loops  bool    // it visits members
	never  bool    // it reads what is no source
}

// stir notes a write.
func (s *State) stir(source int32) {
	s.clock++
	s.wrote[everything], s.wrote[source] = s.clock, s.clock
}

// stirScoped notes that all variables of action scope were written.
func (s *State) stirScoped() {
	s.clock++
	s.wrote[everything] = s.clock
	for _, source := range s.g.scopedSources {
		s.wrote[source] = s.clock
	}
}

// touched reports whether something was written since the watched values were compared.
func (s *State) touched() bool { return s.wrote[everything] != s.told }

// outdate invalidates all memoised values.
func (s *State) outdate() {
	s.clock++
	s.born = s.clock
}

// written is when sources were last written.
func (s *State) written(first int, rest []int32) int64 {
	at := s.wrote[first]
	for _, c := range rest {
		at = max(at, s.wrote[c])
	}
	return at
}

// memoise memoises the value of a formula outside any procedure, for each value of its parameter if it has one. f computes it. The
// second result is false if that is impossible or saves nothing.
func (b *builder) memoise(body *def.Expr, params []int32, f num) (num, bool) {
	g := b.g
	if b.observed() || len(params) > 1 {
		return nil, false
	}
	slot, n := 0, 1
	if len(params) == 1 {
		slot, n = b.slot(int64(params[0])), b.values(body, int64(params[0]))
	}
	r, words := b.readsOf(body, params), b.words(body)
	within := r.within && n <= len(g.def.Zones)
	heavy := r.loops || words > 1 || within && b.weigh(body) >= minMemoised
	if r.never || !heavy || n == 0 || g.memories+n > maxMemos {
		return nil, false
	}
	if b.off[memoisation] { // what is inlined does not depend on the pass
		return f, true
	}
	from, at := r.from, g.memories
	if r.within && !within {
		from = append(slices.Clone(from), piecesSource)
	}
	if len(from) > maxSources || slices.Contains(from, everything) {
		from = []int32{everything}
	}
	g.memories += n
	wordsAt, wide := g.remembered, words > 1
	if wide {
		g.remembered += n * words
	}
	byArgument, hooked := len(params) == 1, r.hooked
	first, stride := everything, 0 // a source of all values, or the first of one for each
	switch {
	case within:
		first, stride = g.zoneSource, 1
	case len(from) > 0:
		first, from = int(from[0]), from[1:]
	}
	whole := func(s *State) int64 {
		i := 0
		if byArgument {
			arg := s.bound[slot]
			if uint64(arg) >= uint64(n) {
				return f(s)
			}
			i = small(arg)
		}
		if hooked && s.obs != nil {
			return f(s)
		}
		if len(s.memory) != g.memories {
			s.memory, s.sets = make([]memory, g.memories), make([]int64, g.remembered)
		}
		since := max(s.born, s.written(first+i*stride, from))
		m := &s.memory[at+i]
		if m.at < since {
			before := s.fuel
			v := f(s)
			if wide && v < def.All { // its words last as long as the formula
				s.put(s.sets[wordsAt+i*words:][:words], v)
			}
			*m = memory{s.clock, v, before - s.fuel}
			return v
		}
		s.spend(m.fuel)
		if wide && m.value < def.All {
			return s.held(s.sets[wordsAt+i*words:][:words])
		}
		return m.value
	}
	if byArgument || hooked || wide {
		return whole, true
	}
	return briefly(at, append([]int32{int32(first)}, from...), whole), true
}

// briefly returns the memoised value of a function without parameters in few steps if it is valid, and leaves all else to whole.
func briefly(at int, from []int32, whole num) num {
	x, y, z := from[0], from[0], from[0]
	switch len(from) {
	case 1:
	case 2:
		y = from[1]
	case 3:
		y, z = from[1], from[2]
	default:
		return whole
	}
	return func(s *State) int64 {
		if at < len(s.memory) {
			if m := &s.memory[at]; m.at >= max(s.born, s.wrote[x], s.wrote[y], s.wrote[z]) {
				s.spend(m.fuel)
				return m.value
			}
		}
		return whole(s)
	}
}

// values returns the number of values that the parameter in a slot may have, 0 if they are too many or unknown.
func (b *builder) values(body *def.Expr, slot int64) int {
	for x := range body.All() {
		if n := b.Def.Many(x.Type); isBound(x, slot) && n <= maxPerValue {
			return small(n)
		}
	}
	return 0
}

// paramsOf is the slot of what a derived value is of.
func paramsOf(d *def.DerivedDef) []int32 {
	if d.Per == def.KNone {
		return nil
	}
	return []int32{d.Slot}
}

// readsOf finds what a function or derived value reads that has these parameters.
func (b *builder) readsOf(body *def.Expr, params []int32) *reads {
	if r, ok := b.reading[body]; ok {
		return r
	}
	r := &reads{param: -1}
	if len(params) == 1 {
		r.param = int64(params[0])
	}
	b.reading[body] = r
	b.read(body, r)
	slices.Sort(r.from)
	r.from = slices.Compact(r.from)
	return r
}

// add adds what a rule reads that is given args.
func (r *reads) add(o *reads, args []*def.Expr) {
	r.from = append(r.from, o.from...)
	switch {
	case o.within && len(args) > 0 && isBound(args[0], r.param):
		r.within = true
	case o.within:
		r.from = append(r.from, piecesSource)
	}
	r.hooked, r.loops, r.never = r.hooked || o.hooked, r.loops || o.loops, r.never || o.never
}

// read adds what e reads.
func (b *builder) read(e *def.Expr, r *reads) {
	if e == nil {
		return
	}
	b.toil(1)
	for _, a := range e.Args {
		if a != nil && a.Type.Kind == def.KPile { // it may be taken for a set of cards
			r.from = append(r.from, cardsSource)
		}
		b.read(a, r)
	}
	b.readOwn(e, r)
	if e.Op.Row().Binds && e.Op != def.OpLet || e.Op == def.OpFlood {
		r.loops = true
	}
}

// readOwn adds what e reads beside its operands, as its row says.
func (b *builder) readOwn(e *def.Expr, r *reads) {
	all := e.Reads()
	for i := range all {
		switch a := &all[i]; a.Store {
		case def.Cells:
			r.from = append(r.from, b.sourcesOf(e, a)...)
		case def.Books:
			r.from = append(r.from, booksSource)
		case def.Pieces:
			if x := a.At(e.Args); x != nil && x.Type.Kind == def.KZone && isBound(x, r.param) {
				r.within = true
			} else {
				r.from = append(r.from, piecesSource)
			}
		case def.Cards:
			r.from = append(r.from, cardsSource)
		case def.Rules:
			b.readRule(e, r)
		default: // slots and frames are no sources
			r.never = true
		}
	}
}

// readRule adds what the rule reads that e names.
func (b *builder) readRule(e *def.Expr, r *reads) {
	switch e.Op.Row().I {
	case def.RefFunction:
		r.add(b.readsOf(b.Def.Functions[e.I].Body, b.Def.Functions[e.I].Params), e.Args)
	case def.RefProc:
		if p := b.Def.Procs[e.I].Possible; p >= 0 {
			r.add(b.readsOf(b.Def.Functions[p].Body, b.Def.Functions[p].Params), e.Args)
		}
	case def.RefDerived:
		r.add(b.readsOf(b.Def.Derived[e.I].Value, paramsOf(&b.Def.Derived[e.I])), e.Args)
	case def.RefPoint:
		r.hooked = true
		for _, i := range b.Def.Points[e.I].Attach {
			a := &b.Def.Attachments[i]
			for _, x := range []*def.Expr{a.When, a.Value, a.Add, a.Remove} {
				b.read(x, r)
			}
		}
	default: // a rule that only the play knows
		r.never = true
	}
}

// sourcesOf returns the sources of the cells that an access of e names.
func (b *builder) sourcesOf(e *def.Expr, a *def.Access) []int32 {
	x := a.At(e.Args)
	switch ref := e.Op.Row().I; {
	case a.By != 0 && (ref == def.RefCell || ref == def.RefVariable):
		return []int32{b.sourceOf(e.I)}
	case a.By != 0 || x == nil:
	case x.Op == def.OpConst:
		return []int32{b.sourceOf(x.I)}
	case x.Op == def.OpTable && uint64(x.I) < uint64(len(b.Def.Lookups)):
		var out []int32
		for _, v := range b.Def.Lookups[x.I].Values {
			out = append(out, b.sourceOf(v))
		}
		return out
	}
	return []int32{everything}
}

// sourceOf is the source that a cell belongs to; of none that nobody writes.
func (b *builder) sourceOf(cell int64) int32 {
	if uint64(cell) >= uint64(len(b.g.cell)) {
		return booksSource
	}
	return b.g.cell[cell].source
}

// shareSources gives each variable its source. Tracks that a formula may mean by one name, such as those of each seat, have one together.
func (b *builder) shareSources() {
	at := map[int32]int32{} // first cell of a track -> its variable
	b.sources = make([]int32, len(b.Def.Vars))
	for i := range b.Def.Vars {
		b.sources[i] = variables + int32(i)
		at[b.Def.Vars[i].Base] = int32(i)
	}
	for _, l := range b.Def.Lookups {
		first := int32(-1)
		for _, cell := range l.Values {
			i, ok := at[int32(cell)]
			switch {
			case l.Type.Kind != def.KTrack || !ok:
			case first < 0:
				first = b.sources[i]
			default:
				b.sources[i] = first
			}
		}
	}
	b.g.zoneSource = variables + len(b.Def.Vars)
	b.g.sources = b.g.zoneSource + len(b.Def.Zones)
}

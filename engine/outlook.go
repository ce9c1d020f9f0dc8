package engine

// This file proves that an obligation cannot be kept any more without going through the ways that are left: it carries out all
// of them at once on bounds. What is found is no less than what any play comes to, so that what it rules out is out of reach;
// what it does not rule out may be so yet. It forgets in which order things happen: bounds only widen.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// outlook is what the plays that go on from a state come to: for each cell, piece and slot of a frame all that it can be.
type outlook struct {
	g   *Game
	def *def.GameDef

	cells  []vague
	counts []fewMany
	frames [][]slot // by stretch of code: the slots of its frame, nil: it is not called
	frame  []slot   // of the instruction that is looked at
	bound  []vague
	owing  []due
	state  *State // for its piles
	dealt  bool   // cards may have moved
	at     int32  // instruction that is looked at
	end    int32  // end of the outermost block: nothing behind it counts

	callers [][]int32 // by stretch of code: where calls of it come from
	results []vague   // by stretch: what it has returned
	returns []bool    // by stretch: whether it has
	depths  []int     // by stretch: calls around it
	reached []bool
	pending []int32  // instructions that are still to be carried out
	widened []uint8  // by cell: how often
	changed int      // how often cells, pieces or cards became wider
	grown   []int    // by stretch: how often its slots and callers did
	seen    [][2]int // by instruction: both when it was last carried out
	effort  int      // expressions that may yet be looked at
	nested  int
}

// due is an obligation that is open and what it has to come to.
type due struct {
	owed
	needs int64
}

// slot is what is known of a slot of a frame, and how often that became less.
type slot struct {
	vague
	widened uint8
}

// fewMany are bounds of a number of pieces.
type fewMany struct{ lo, hi uint8 }

const (
	maxEffort   = 1 << 20 // expressions that an outlook may look at
	manyTimes   = 2       // a number that changes as often is unbounded from there
	patience    = 256     // states that are looked at in vain before an outlook is asked for
	stateEffort = 512     // expressions that count as much as a state that is looked at
)

// hopeless reports whether the copy, which stands at a decision, surely cannot come to an end with all obligations kept; where the
// question is how much of one can be reached, with more of it than was found.
func (l *look) hopeless(s *State) bool {
	if s.g.zoneWords > 1 || s.g.classWords > 1 {
		return false
	}
	o := l.outlook
	if o == nil {
		o = newOutlook(s.g)
		l.outlook = o
	}
	o.owing = o.owing[:0]
	for i, d := range s.obligations() {
		switch needs := s.stack[d.slot]; {
		case l.depth == int32(i)+1:
			o.owing = append(o.owing, due{d, l.better})
		case int32(i) >= l.floor && needs != nothing:
			o.owing = append(o.owing, due{d, needs})
		}
	}
	if len(o.owing) == 0 {
		return false
	}
	o.begin(s, o.owing[0].end)
	lost := o.spread() && !o.open()
	*l.left -= 1 + (maxEffort-o.effort)/stateEffort
	if s.g.left != nil { // what is looked at counts as steps of whoever asks
		l.asker.fuel -= int64(maxEffort-o.effort) / stepOps
	}
	return lost
}

// open reports whether, as far as the bounds say, all that is owed can be had.
func (o *outlook) open() bool {
	for _, d := range o.owing {
		o.frame = o.frames[o.g.stretch[d.end]]
		if o.value(o.def.Code[d.end].X[0]).hi < d.needs || !d.once && !o.reached[d.end] {
			return false
		}
	}
	return true
}

func newOutlook(g *Game) *outlook {
	n := int(g.def.Cells)
	return &outlook{g: g, def: g.def, cells: make([]vague, n), counts: make([]fewMany, len(g.def.Zones)*g.nclass), bound: make([]vague, g.def.Scratch),
		frames: make([][]slot, g.stretches), callers: make([][]int32, g.stretches), results: make([]vague, g.stretches),
		returns: make([]bool, g.stretches), depths: make([]int, g.stretches), reached: make([]bool, len(g.code)), widened: make([]uint8, n), grown: make([]int, g.stretches), seen: make([][2]int, len(g.code))}
}

// begin takes over what a state is.
func (o *outlook) begin(s *State, end int32) {
	for i, v := range s.cells {
		o.cells[i] = exactly(v)
	}
	for i, n := range s.counts {
		o.counts[i] = fewMany{n, n}
	}
	clear(o.frames)
	clear(o.reached)
	clear(o.widened)
	clear(o.grown)
	clear(o.returns)
	clear(o.depths)
	for i := range o.bound {
		o.bound[i] = anyValue
	}
	for i := range o.callers {
		o.callers[i] = o.callers[i][:0]
	}
	o.state, o.dealt = s, false
	o.pending, o.effort, o.nested, o.end, o.changed = o.pending[:0], maxEffort, 0, end, 0
	top := s.sp
	for base, inner := s.base, 1<<16; ; inner-- {
		caller, proc := unpackCaller(s.stack[base])
		at := o.g.stretch[o.g.procs[proc].entry]
		o.called(at, o.standing(at, s.stack[base+frameHead:top]))
		if o.depths[at] = inner; caller >= 0 {
			o.callers[at] = append(o.callers[at], caller)
		}
		if caller < 0 {
			break
		}
		top, base = base, int32(s.stack[base+1])
	}
	o.reach(s.pc)
}

// standing is what a frame holds. Lists of pieces say of each entry what it is.
func (o *outlook) standing(at int32, stack []int64) []vague {
	values := make([]vague, len(stack))
	for i, v := range stack {
		values[i] = exactly(v)
	}
	for _, list := range o.g.lists[at] {
		n := min(max(stack[list], 0), int64(len(stack))-int64(list)-1) // where the slot serves for something else, this says too much
		for i, e := range stack[list+1 : int64(list)+1+n] {
			x := &values[int(list)+1+i]
			*x = x.or(somePiece(uint64(value.Singleton(e>>24)), uint64(value.Singleton(e>>16&0xff)), false))
		}
	}
	return values
}

// called lets the slots of a stretch of code hold values, too.
func (o *outlook) called(at int32, values []vague) {
	if o.frames[at] == nil {
		o.frames[at] = make([]slot, len(values))
		for i, x := range values {
			o.frames[at][i].vague = x
		}
		o.grown[at]++
		return
	}
	for i, x := range values {
		o.widen(at, &o.frames[at][i], x)
	}
}

// reach lets the play come to an instruction.
func (o *outlook) reach(pc int32) {
	if !o.reached[pc] {
		o.reached[pc] = true
		o.seen[pc] = [2]int{-1}
	}
	if !slices.Contains(o.pending, pc) {
		o.pending = append(o.pending, pc)
	}
}

// spread carries out what is reached until nothing becomes wider. What became wider counts where the play comes to from there, and
// only there; so what is called, and what comes before, is done with first. It reports false if that takes too long.
func (o *outlook) spread() bool {
	for len(o.pending) > 0 {
		o.next()
		if o.at >= int32(len(o.def.Code)) { // behind a procedure that was called on a copy
			continue
		}
		at := o.g.stretch[o.at]
		now := [2]int{o.changed, o.grown[at]}
		if o.seen[o.at] == now {
			continue
		}
		o.seen[o.at], o.frame = now, o.frames[at]
		o.step(&o.def.Code[o.at])
		if o.effort < 0 || o.g.code[o.at].telling && o.open() {
			return false
		}
	}
	return true
}

// next takes the pending instruction with the most calls around it, of these the first.
func (o *outlook) next() {
	best := 0
	for i, pc := range o.pending {
		if d, b := o.depth(pc), o.depth(o.pending[best]); d > b || d == b && pc < o.pending[best] {
			best = i
		}
	}
	last := len(o.pending) - 1
	o.at, o.pending[best] = o.pending[best], o.pending[last]
	o.pending = o.pending[:last]
}

// depth is the number of calls around an instruction.
func (o *outlook) depth(pc int32) int {
	if pc >= int32(len(o.def.Code)) {
		return 0
	}
	return o.depths[o.g.stretch[pc]]
}

// widen lets a slot be what x is, too.
func (o *outlook) widen(at int32, to *slot, x vague) {
	y := to.or(x)
	if y == to.vague {
		return
	}
	if to.widened++; to.widened >= manyTimes {
		y.unbound(to.vague)
	}
	to.vague = y
	o.grown[at]++
}

// local lets a slot of the frame be what x is, too.
func (o *outlook) local(i int32, x vague) {
	if i >= 0 {
		o.widen(o.g.stretch[o.at], &o.frame[i], x)
	}
}

// cell lets a cell be what x is, too, within its bounds.
func (o *outlook) cell(i int64, x vague) {
	c, old := &o.g.cell[i], o.cells[i]
	if c.bounded && (x.lo < c.min || x.hi > c.max) {
		x = between(min(max(x.lo, c.min), c.max), min(max(x.hi, c.min), c.max))
	}
	y := old.or(x)
	if y == old {
		return
	}
	if o.widened[i]++; o.widened[i] >= manyTimes {
		y.unbound(old)
		if c.bounded {
			y.lo, y.hi = max(y.lo, c.min), min(y.hi, c.max)
		}
	}
	o.cells[i] = y
	o.changed++
}

// leaves lets any number of the pieces of a class leave a zone.
func (o *outlook) leaves(zone, class int64) {
	n := &o.counts[int(zone)*o.g.nclass+int(class)]
	if n.lo > 0 {
		n.lo = 0
		o.changed++
	}
}

// arrives lets all pieces of a class be in a zone.
func (o *outlook) arrives(zone, class int64) {
	n, all := &o.counts[int(zone)*o.g.nclass+int(class)], uint8(min(o.def.Types[o.def.Classes[class].Type].Count, 255))
	if n.hi < all {
		n.hi = all
		o.changed++
	}
}

// call calls a procedure with arguments.
func (o *outlook) call(proc int64, args []vague) {
	p := &o.g.procs[proc]
	at := o.g.stretch[p.entry]
	fresh := make([]vague, p.frame)
	for i := range fresh {
		if fresh[i] = exactly(0); i < len(args) {
			fresh[i] = args[i]
		}
	}
	o.called(at, fresh)
	if !slices.Contains(o.callers[at], o.at) {
		o.callers[at] = append(o.callers[at], o.at)
		o.grown[at]++
	}
	o.depths[at] = max(o.depths[at], o.depth(o.at)+1)
	o.reach(p.entry)
	if o.returns[at] { // which it does not again if it has seen all of this
		o.comeBack(o.at, o.results[at])
	}
}

// back returns from the procedure that is looked at to wherever it may have been called.
func (o *outlook) back(result vague) {
	at := o.g.stretch[o.at]
	if o.returns[at] {
		result = result.or(o.results[at])
	}
	o.results[at], o.returns[at] = result, true
	for _, caller := range o.callers[at] {
		o.comeBack(caller, result)
	}
}

// comeBack goes on behind a call.
func (o *outlook) comeBack(caller int32, result vague) {
	o.reach(caller + 1)
	if caller >= int32(len(o.def.Code)) {
		return
	}
	if in := &o.def.Code[caller]; in.Op != def.CHooks && in.B >= 0 {
		at := o.g.stretch[caller]
		o.widen(at, &o.frames[at][in.B], result)
	}
}

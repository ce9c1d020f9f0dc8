package engine

// This file records where plays spend their time, as a tree of rules. It costs nothing unless a game is loaded WithProfile.

import "rulebound/engine/def"

// Profile is the time that the plays of a game spent, by rule. It is not safe for concurrent use.
type Profile struct {
	clock func() int64
	root  Spot
	base  *Spot // parent of the frames of the running state
	now   *Spot // the running spot, nil: the machine is not running
	since int64 // when now was last resumed
}

// NewProfile returns an empty profile with a clock, which may use any unit.
func NewProfile(clock func() int64) *Profile { return &Profile{clock: clock} }

// WithProfile makes a game record in p where its states spend their time. All optimisation passes stay on. It cannot be combined with coverage
// or rivals.
func WithProfile(p *Profile) LoadOption { return func(b *builder) { b.g.profile = p } }

// Root returns the tree. Its own time is the overhead of answering outside of rules.
func (p *Profile) Root() *Spot { return &p.root }

// SpotKind is the kind of rule of a Spot.
type SpotKind uint8

const (
	InMachine     SpotKind = iota // the root: no rule
	InProcedure                   // Index: in GameDef.Procs
	InInstruction                 // Index: in GameDef.Nodes, as for InCondition and InSearch
	InFunction                    // Index: in GameDef.Functions
	InDerived                     // Index: in GameDef.Derived
	InCondition                   // of a candidate, an option or a procedure
	InEffect                      // Index: in GameDef.Attachments
	InSearch                      // the search for the obligation at a node
)

// Spot is a use of a rule: a child of the rule that used it.
type Spot struct {
	Kind  SpotKind
	Index int32
	Time  int64 // without the time of Parts, in units of the clock
	Count int64 // instructions executed, calls, evaluations; a condition applied to a whole set of candidates counts once
	Parts []*Spot
}

// part returns the child with a kind and index, which it creates if necessary.
func (x *Spot) part(kind SpotKind, index int32) *Spot {
	for _, p := range x.Parts {
		if p.Kind == kind && p.Index == index {
			return p
		}
	}
	p := &Spot{Kind: kind, Index: index}
	x.Parts = append(x.Parts, p)
	return p
}

// turn makes next the running spot (nil: none) and returns the previous one.
func (p *Profile) turn(next *Spot) (last *Spot) {
	if p.now != nil {
		p.now.Time += p.clock() - p.since
	}
	last, p.now = p.now, next
	if next != nil {
		p.since = p.clock()
	}
	return last
}

// begin starts the clock for the machine.
func (p *Profile) begin() {
	if p != nil {
		p.base = &p.root
		p.turn(&p.root)
	}
}

// end stops the clock.
func (p *Profile) end() {
	if p != nil {
		p.turn(nil)
	}
}

// search starts the clock for the search for the obligation at a node. The returned function ends it.
func (p *Profile) search(node int32) (end func()) {
	if p == nil || p.now == nil {
		return func() {}
	}
	base, now := p.base, p.now
	p.base = p.root.part(InSearch, node)
	p.base.Count++
	p.turn(p.base)
	return func() {
		p.turn(now)
		p.base = base
	}
}

// instruction starts the clock for an instruction of s.
func (p *Profile) instruction(s *State, in *instr) {
	if p.now == nil {
		return
	}
	p.turn(nil) // do not charge the search for the frame to the play
	if s.pc == s.g.procs[s.proc()].entry {
		p.frame(s, s.base).Count++
	}
	x := p.frame(s, s.base).part(InInstruction, in.node)
	x.Count++
	p.turn(x)
}

// frame returns the spot of the procedure with the frame at base.
func (p *Profile) frame(s *State, base int32) *Spot {
	caller, proc := unpackCaller(s.stack[base])
	up := p.base
	if base > 0 && caller >= 0 && caller != s.g.nowhere {
		up = p.frame(s, int32(s.stack[base+1])).part(InInstruction, s.g.code[caller].node)
	}
	return up.part(InProcedure, proc)
}

// profiled attributes the time of f to a rule if a profile is recorded.
func profiled[T int64 | bool](b *builder, kind SpotKind, index int32, f func(*State) T) func(*State) T {
	p := b.g.profile
	if p == nil || f == nil {
		return f
	}
	return func(s *State) T {
		if p.now == nil {
			return f(s)
		}
		x := p.now.part(kind, index)
		x.Count++
		last := p.turn(x)
		v := f(s)
		p.turn(last)
		return v
	}
}

// profiledSet is profiled for a condition that narrows a set.
func profiledSet(b *builder, kind SpotKind, index int32, f narrow) narrow {
	if b.g.profile == nil || kind == InCondition && index == 0 {
		return f
	}
	set := int64(0)
	one := profiled(b, kind, index, func(s *State) int64 { return f(s, set) })
	return func(s *State, of int64) int64 {
		set = of
		return one(s)
	}
}

// profiledCondition attributes the time of f to a condition that is written in the rulebook.
func profiledCondition(b *builder, e *def.Expr, f cond) cond {
	if e.Node == 0 {
		return f
	}
	return profiled(b, InCondition, e.Node, f)
}

package engine

// This file is the table of optimisation passes. Positions, answers and traces are the same with any of them off. So are the steps
// that are spent without "memoise" and "hoist": what these keep is no part of a position, so a state that was saved and
// restored must not run out of steps elsewhere. "inline" and "narrow" are settled when a game is loaded and may save steps.

import "slices"

// pass is the index of a row in the table of passes.
type pass uint8

const (
	inlining pass = iota
	hoisting
	memoisation
	narrowing
	numPasses
)

// passes is the table.
var passes = [numPasses]struct {
	name    string
	watched bool // also runs in games that record coverage or compare rivals, which must see each evaluation
}{
	inlining:    {name: "inline"},
	hoisting:    {name: "hoist"},
	memoisation: {name: "memoise"},
	narrowing:   {name: "narrow", watched: true},
}

// Passes lists the optimisation passes of Load by name: "inline" puts bodies of functions in the place of calls, "hoist" evaluates
// loop invariants once, "memoise" keeps values of functions and derived values until a source is
// written, "narrow" applies a condition to whole sets of candidates.
func Passes() []string {
	var names []string
	for _, p := range passes {
		names = append(names, p.name)
	}
	return names
}

// WithoutPass switches an optimisation pass off, so that plays with and without it can be compared. An unknown name is an error
// of Load.
func WithoutPass(name string) LoadOption {
	return func(b *builder) {
		i := slices.Index(Passes(), name)
		if i < 0 {
			b.Fail("no pass is named %q", name)
		}
		b.off[i] = true
	}
}

// runs reports whether a pass is on.
func (b *builder) runs(p pass) bool {
	return !b.off[p] && !b.plain && (passes[p].watched || !b.observed())
}

// plainly compiles, as plain says, without passes what is hardly ever evaluated, such as what only explanations do, or with them.
func (b *builder) plainly(plain bool, compile func()) {
	outer := b.plain
	b.plain = plain
	compile()
	b.plain = outer
}

// observed reports whether the game records coverage or compares rivals.
func (b *builder) observed() bool { return b.g.cover != nil || b.g.rivals != nil }

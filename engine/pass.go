package engine

// This file is the table of optimisation passes. Positions, answers and traces are the same with any pass off. The steps spent are the same
// without "memoise" and "hoist", too: their caches are not part of a position, and a restored state must not run out of steps at another
// place. "inline" and "narrow" are applied at load time and may save steps.

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

// Passes lists the names of the optimisation passes of Load: "inline" substitutes function bodies for calls, "hoist" evaluates loop invariants
// once, "memoise" caches functions and derived values until a source is written, "narrow" applies a condition to whole sets of candidates.
func Passes() []string {
	var names []string
	for _, p := range passes {
		names = append(names, p.name)
	}
	return names
}

// WithoutPass turns an optimisation pass off, so that plays with and without it can be compared. An unknown name is an error of Load.
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

// compilePlain calls compile with the optimisation passes off if plain, for code that is rarely executed, such as explanations.
func (b *builder) compilePlain(plain bool, compile func()) {
	outer := b.plain
	b.plain = plain
	compile()
	b.plain = outer
}

// observed reports whether the game records coverage or compares rivals.
func (b *builder) observed() bool { return b.g.cover != nil || b.g.rivals != nil }

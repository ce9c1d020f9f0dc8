package engine

// This file implements the generator of chance, so that other implementations can reproduce it bit by bit.
//
// PCG-XSH-RR 64/32 (O'Neill): state' = state*6364136223846793005 + 109, output = rotate right 32 of
// ((state>>18)^state)>>27 by state>>59. The increment 109 is stream 54. Seeding: state = 0, step, add the seed, step.
// A bounded draw rejects outputs below 2^32 mod n and takes the rest modulo n. With seed 42 the first outputs are
// a15c02b7 7b47f409 ba1d3330 83d2f293 bfa4784b cbed606e.

import "math/bits"

// Generator is a PCG-XSH-RR 64/32 generator on stream 54. The value is the complete state.
type Generator uint64

const (
	genMultiplier = 6364136223846793005
	genIncrement  = 54<<1 | 1
)

// NewGenerator returns a generator seeded with seed.
func NewGenerator(seed uint64) Generator {
	g := Generator(genIncrement)
	g += Generator(seed)
	return g*genMultiplier + genIncrement
}

// Next returns 32 uniformly distributed bits.
func (g *Generator) Next() uint32 {
	old := uint64(*g)
	*g = Generator(old*genMultiplier + genIncrement)
	return bits.RotateLeft32(uint32((old>>18^old)>>27), -small(old>>59))
}

// Below returns a uniformly distributed number in 0..n-1. n must be positive.
func (g *Generator) Below(n uint32) uint32 {
	threshold := -n % n
	for {
		if r := g.Next(); r >= threshold {
			return r % n
		}
	}
}

package players_test

// A hand-written loop that plays a board of the size of a real game without a rulebook, as a measure of the machine. Benchmark
// figures are multiples of its decision, so that figures of different machines can be compared. See
// docs/maintainers/performance.md.

import (
	"math/bits"
	"testing"
)

const (
	zones   = 48
	classes = 32
)

// board is the state that a program for one game would have: a count for each zone and class, and a few variables.
type board struct {
	counts   [zones][classes]uint8
	holding  [classes]uint64 // zones with a piece of the class
	adjacent [zones]uint64
	vars     [64]int32
	seed     uint64
}

func newBoard() *board {
	b := &board{seed: 1}
	for z := range zones {
		b.adjacent[z] = 1<<((z+1)%zones) | 1<<((z+zones-1)%zones) | 1<<((z+7)%zones) | 1<<((z+zones-7)%zones)
		for c := range classes {
			if (z+c)%3 == 0 {
				b.counts[z][c] = uint8(1 + (z*c)%4)
				b.holding[c] |= 1 << z
			}
		}
	}
	return b
}

// draw returns a number below n.
func (b *board) draw(n int) int {
	b.seed = b.seed*6364136223846793005 + 1442695040888963407
	return int((b.seed >> 33) * uint64(n) >> 31)
}

// decide is one decision: list the zones that can send a piece of a class to a neighbour without one, choose one, move the piece,
// set a variable.
func (b *board) decide() {
	class := b.draw(classes)
	var domain [zones]uint8
	n := 0
	for rest := b.holding[class]; rest != 0; rest &= rest - 1 {
		z := bits.TrailingZeros64(rest)
		if b.adjacent[z]&^b.holding[class] != 0 && b.vars[z] < 1<<20 {
			domain[n] = uint8(z)
			n++
		}
	}
	if n == 0 {
		return
	}
	from := int(domain[b.draw(n)])
	open := b.adjacent[from] &^ b.holding[class]
	for skip := b.draw(bits.OnesCount64(open)); skip > 0; skip-- {
		open &= open - 1
	}
	to := bits.TrailingZeros64(open)
	b.counts[to][class]++
	b.holding[class] |= 1 << to
	if b.counts[from][class]--; b.counts[from][class] == 0 {
		b.holding[class] &^= 1 << from
	}
	b.vars[to] = min(b.vars[to]+1, 1<<20-1)
}

func TestReferenceBoardKeepsItsNumberOfPieces(t *testing.T) {
	b := newBoard()
	total := b.total()
	for range 10_000 {
		b.decide()
	}
	if got := b.total(); got != total {
		t.Errorf("%d pieces, want %d", got, total)
	}
}

func (b *board) total() int {
	n := 0
	for _, zone := range b.counts {
		for _, count := range zone {
			n += int(count)
		}
	}
	return n
}

// BenchmarkReferenceDecision is the unit of docs/maintainers/performance.md.
func BenchmarkReferenceDecision(b *testing.B) {
	board := newBoard()
	for b.Loop() {
		board.decide()
	}
}

// BenchmarkReferenceCopy copies the hand-written state.
func BenchmarkReferenceCopy(b *testing.B) {
	from, to := newBoard(), newBoard()
	for b.Loop() {
		*to = *from
	}
}

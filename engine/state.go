package engine

// This file holds the State: its layout, copies, and the small readers that everything else uses.

import (
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// status of a state.
const (
	running   uint8 = iota // only while Apply or New is at work
	asking                 // pc is at a decision
	over                   // the game has ended
	satisfied              // only of a copy of a search: the obligations are satisfied
	broken                 // only of such a copy: they are violated, or the play ends before their end
	halfway                // only of such a copy: the block whose value is maximised has ended
)

// State is one play of a Game: a position, and what the machine that carries it on needs. It is made by Game.New or Game.Decode. A
// State must not be used by two goroutines at the same time; copies are independent of each other.
type State struct {
	g *Game
	position
	machine
	memos
	audience

	dec      Decision // pending
	domain   bool     // dec is computed for this state
	deciding int32    // decision being computed or answered last, -1
	chosen   []int64  // the answer to a Subset of a kind with more than 64 things

	openList  []openObligation // as many as are open, outer ones first
	foresight *foresight       // search for obligations, nil until one is needed
	within    *foresight       // the search that this is a copy of, nil for a play
}

// position is the value of a State: what is copied, encoded, hashed and viewed.
type position struct {
	t *tables

	words  []int64  // cells, then what follows from them and the counts (not encoded), then the stack
	counts []uint8  // zone*classes + class
	deck   []uint16 // all cards, pile after pile, top first; then the length of each pile
	pc     int32
	base   int32
	sp     int32
	status uint8
	gen    Generator
	result []int64
	open   int32 // obligations that are open; follows from pc and the frames

	// views into words and deck
	cells []int64
	in    []int64 // class -> zones that hold it
	here  []int64 // zone -> classes in it; of a game whose filters are wide nothing
	force []int64 // the lasting effects in force
	stack []int64
	cards []uint16
	lens  []uint16

	lies []uint16 // card -> the pile it lies in; follows from deck
}

// machine is the scratch memory of a State while it runs, and what it may spend.
type machine struct {
	bound  []int64
	spare  []int64 // to evaluate aside with, nil: none, or it is in use
	temp   []int64 // words of wide sets while formulas are evaluated
	args   []int64 // of a call
	lists  [3][]int64
	order  []int64
	rival  int64 // number of the rival that is being evaluated, 0: none
	fuel   int64
	sight  int64 // fuel for watched values
	far    int64 // fuel for the search
	budget *Budget
	shared *allowance // of what is asked of the state, nil: each question has its own
	busy   bool       // the machine is at work: Apply or New
	depth  int        // nested dynamic possible tests
	strict bool       // events of hooks are wanted now
	waiver *waiver    // effects that do not count, for explanations; nil: all count
	node   int32      // where the machine is, for faults
}

// memos is what a State memoises.
type memos struct {
	wrote  []int64  // by source: when it was last written, see memoise.go
	clock  int64    // writes and copies so far
	told   int64    // when anything had last been written when the watched values were compared
	born   int64    // when the state became another one
	memory []memory // nil until something is memoised
	sets   []int64  // words of the wide sets that are
	hoists []hoist  // nil until something is hoisted
	runs   []int64  // of each loop out of which something is
}

// audience is who is notified of what a State does.
type audience struct {
	obs    Observer
	ear    Observer // told of notes, bodies and the end alone
	event  Event
	watch  []int64
	shadow *State
}

// newState returns an empty state of g with stack room for n slots.
func (g *Game) newState(n int) *State {
	s := g.newValue(n)
	s.bound, s.args = cut(make([]int64, int(g.def.Scratch)+g.operands), int(g.def.Scratch))
	return s
}

// newValue returns a state that holds a value and cannot compute.
func (g *Game) newValue(n int) *State {
	s := &State{g: g, position: position{t: &g.tables}, memos: memos{clock: 1, born: 1}, deciding: -1}
	s.counts = make([]uint8, len(g.def.Zones)*g.nclass)
	cards, piles := len(g.def.Cards), len(g.def.Piles)
	s.deck, s.lies = cut(make([]uint16, 2*cards+piles), cards+piles)
	s.cards, s.lens = cut(s.deck, cards)
	s.result, s.wrote = cut(make([]int64, len(g.def.Seats)+g.sources), len(g.def.Seats))
	s.layout(make([]int64, g.stackAt+n))
	return s
}

// cut divides a slice in two. Neither grows into the other.
func cut[T any](s []T, n int) (first, rest []T) { return s[:n:n], s[n:] }

// layout makes words the storage of cells, index and stack.
func (s *State) layout(words []int64) {
	n := int(s.g.def.Cells)
	s.words = words
	s.cells = words[:n:n]
	s.in, s.here = words[n:s.g.hereAt:s.g.hereAt], words[s.g.hereAt:s.g.activeAt:s.g.activeAt]
	s.force, s.stack = words[s.g.forceAt:s.g.stackAt:s.g.stackAt], words[s.g.stackAt:]
}

// grow makes room for n stack slots, more than there are. It fails if the game may not have as many.
func (s *State) grow(n int) {
	if n > s.g.stackLimit {
		s.fail(s.node, "stack overflow: calls need more than %d slots", s.g.stackLimit)
	}
	size := min(max(2*len(s.stack), n), s.g.stackLimit)
	words := make([]int64, s.g.stackAt+size)
	copy(words, s.words)
	s.layout(words)
}

// Size returns how many bytes a copy of the state holds, but for what its memos and its observers keep.
func (s *State) Size() int {
	return len(s.counts) + 2*(len(s.deck)+len(s.lies)+len(s.cards)+len(s.lens)) + 8*(len(s.result)+len(s.wrote)+len(s.words)+len(s.bound)+len(s.args))
}

// Copy returns an independent copy without observer. It shares the budget of the play.
func (s *State) Copy() *State {
	dst := s.g.newState(max(len(s.stack), 1))
	dst.budget = s.budget
	s.CopyTo(dst)
	return dst
}

// CopyTo makes dst a copy of s. It allocates nothing if dst is a state of the same Game that has held a state as deep
// as s before. dst keeps its own observer and budget; what it had published is no longer valid.
func (s *State) CopyTo(dst *State) {
	if dst == s {
		return
	}
	if dst.g != s.g {
		obs, ear, budget := dst.obs, dst.ear, dst.budget
		*dst = *s.g.newState(len(s.stack))
		dst.obs, dst.ear, dst.budget = obs, ear, budget
	}
	s.copyValue(dst)
}

// copyValue is CopyTo for a state of a game with the same definition.
func (s *State) copyValue(dst *State) {
	if len(dst.stack) < int(s.sp) {
		dst.layout(make([]int64, len(s.words)))
	}
	used := s.g.stackAt + int(s.sp)
	copy(dst.words, s.words[:used])
	if dst.sp > s.sp {
		clear(dst.stack[s.sp:dst.sp])
	}
	copy(dst.counts, s.counts)
	copy(dst.deck, s.deck)
	copy(dst.lies, s.lies)
	copy(dst.result, s.result)
	dst.pc, dst.base, dst.sp, dst.status, dst.gen = s.pc, s.base, s.sp, s.status, s.gen
	dst.deciding, dst.open = s.deciding, s.open
	dst.openList = append(dst.openList[:0], s.obligations()...)
	dst.domain = false
	dst.outdate()
}

// Game returns the game the state belongs to.
func (s *State) Game() *Game { return s.g }

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.status == over }

// Result returns a result value for each seat, in the order of GameDef.Seats; all zero while the game is not over or
// if the rulebook gives none. The slice is a copy.
func (s *State) Result() []int64 { return append([]int64(nil), s.result...) }

// Observe attaches an observer, or with nil detaches it. A state has at most one; copies start without.
func (s *State) Observe(o Observer) {
	s.obs = o
	if o != nil {
		s.primeWatch()
	}
}

// pieces counts the pieces of a filter in a zone.
func (s *State) pieces(zone, filter int64) int64 {
	if uint64(zone) >= uint64(len(s.g.def.Zones)) {
		return 0
	}
	if s.g.classWords > 1 {
		return value.SumAt(s.counts[int(zone)*s.g.nclass:][:s.g.nclass], s.bitsOf(filter, s.g.classWords))
	}
	n := int64(0)
	for f := uint64(filter & s.here[zone]); f != 0; f &= f - 1 {
		n += int64(s.counts[int(zone)*s.g.nclass+bits.TrailingZeros64(f)])
	}
	return n
}

// holding returns the zones with a piece of a filter, where sets of zones are one word.
func (s *State) holding(filter int64) uint64 {
	z := uint64(0)
	if s.g.classWords > 1 {
		for c := s.nextClass(filter, 0); c >= 0; c = s.nextClass(filter, c+1) {
			z |= uint64(s.in[c])
		}
		return z
	}
	for f := uint64(filter) & s.g.allClasses; f != 0; f &= f - 1 {
		z |= uint64(s.in[bits.TrailingZeros64(f)])
	}
	return z
}

// pileStart returns where a pile begins in cards.
func (s *position) pileStart(pile int64) int {
	n := 0
	for _, l := range s.lens[:pile] {
		n += int(l)
	}
	return n
}

// pile returns the cards of a pile, top first; nothing for a pile that does not exist.
func (s *position) pile(pile int64) []uint16 {
	if uint64(pile) >= uint64(len(s.lens)) {
		return nil
	}
	start := s.pileStart(pile)
	return s.cards[start : start+int(s.lens[pile])]
}

// pileOf returns the pile a card lies in, None for a card that does not exist.
func (s *position) pileOf(card int64) int64 {
	if uint64(card) >= uint64(len(s.lies)) {
		return def.None
	}
	return int64(s.lies[card])
}

// poolLeft returns the markers left in a pool.
func (s *position) poolLeft(pool int32) int64 {
	n := int64(s.t.def.Pools[pool].Max)
	for _, v := range s.t.poolVars[pool] {
		for _, c := range s.cells[v.Base : v.Base+v.Len] {
			n -= c
		}
	}
	return n
}

// room returns how many more pieces of a filter stacking lets a zone take. 255 is "no limit".
func (s *State) room(zone, filter int64) int64 {
	if uint64(zone) >= uint64(len(s.g.limits)) {
		return 0
	}
	left := int64(255)
	for _, l := range s.g.limits[zone] {
		if s.overlap(l.Filter, filter) {
			left = min(left, max(0, int64(l.Max)-s.pieces(zone, l.Filter)))
		}
	}
	return left
}

// overlap reports whether two filters have a class in common.
func (s *State) overlap(a, b int64) bool {
	if n := s.g.classWords; n > 1 {
		return value.Overlap(s.bitsOf(a, n), s.bitsOf(b, n))
	}
	return a&b != 0
}

// Pile returns the cards of a pile, top first; nil for a pile that does not exist. The slice is a copy.
func (s *State) Pile(pile int32) []int64 {
	var out []int64
	for _, c := range s.pile(int64(pile)) {
		out = append(out, int64(c))
	}
	return out
}

// Pieces returns how many pieces of a filter stand in a zone.
func (s *State) Pieces(zone int32, filter int64) int64 { return s.pieces(int64(zone), filter) }

// Cell returns the value of a cell, 0 for one that does not exist.
func (s *State) Cell(cell int32) int64 {
	if uint64(cell) >= uint64(len(s.cells)) {
		return 0
	}
	return s.cells[cell]
}

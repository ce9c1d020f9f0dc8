package engine

// This file defines State: its layout, copies, and small accessors.

import (
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// Values of position.status.
const (
	running   uint8 = iota // only during Apply, New and the like
	asking                 // pc is at a decision
	over                   // the game has ended
	satisfied              // copies of a search only: the obligations are satisfied
	broken                 // copies of a search only: the obligations are violated, or the play ends before their end
	halfway                // copies of a search only: the block whose value is maximised has ended
)

// State is one play of a Game: a position, and the scratch data of the machine that continues it. Game.New and Game.Decode return states. A
// State is not safe for concurrent use; copies are independent of each other.
type State struct {
	g *Game
	position
	machine
	memos
	observers

	dec      Decision // pending
	domain   bool     // dec is computed for this state
	deciding int32    // decision being computed or last answered, -1: none
	chosen   []int64  // the answer to a Subset with wide sets

	openList  []openObligation // open obligations, the outermost first
	foresight *foresight       // search for obligations, allocated on first use
	within    *foresight       // the search that this is a copy of, nil for a play
}

// position is the value of a State: it is copied, encoded, hashed and viewed.
type position struct {
	t *tables

	words  []int64  // cells, then derived data that are not encoded, then the stack
	counts []uint8  // zone*classes + class
	deck   []uint16 // all cards, pile after pile, top first; then the length of each pile
	pc     int32
	base   int32
	sp     int32
	status uint8
	gen    Generator
	result []int64
	open   int32 // number of open obligations; derived from pc and the frames

	// views into words and deck
	cells     []int64
	in        []int64 // by class: zones that contain it
	here      []int64 // by zone: classes in it; empty if filters are wide
	force     []int64 // the lasting effects in force
	stack     []int64
	cards     []uint16
	pileSizes []uint16

	pileByCard []uint16 // by card: its pile; derived from deck
}

// machine is the scratch memory of a running State, and its remaining steps.
type machine struct {
	bound      []int64
	spare      []int64 // second array of bound slots for isolated, nil: none, or in use
	temp       []int64 // words of wide sets while formulas are evaluated
	args       []int64 // of a call
	lists      [3][]int64
	order      []int64
	rival      int64 // number of the rival that is being evaluated, 0: none
	fuel       int64
	watchFuel  int64 // fuel for watched values
	searchFuel int64 // fuel for the search
	budget     *Budget
	shared     *sharedFuel // shared by the queries of the state, nil: each query has its own
	busy       bool        // the machine is running: in Apply or New
	depth      int         // nested dynamic possible tests
	strict     bool        // hook events are emitted now
	waiver     *waiver     // effects to ignore, for explanations; nil: none
	node       int32       // current place, for faults
}

// memos are the caches of a State.
type memos struct {
	wrote    []int64     // by source: time of the last write, see memoise.go
	clock    int64       // number of writes and copies so far
	compared int64       // time of the last write before the watched values were compared
	replaced int64       // time at which the state was last replaced
	memory   []memoEntry // nil until something is memoised
	sets     []int64     // words of the memoised wide sets
	hoists   []hoist     // nil until something is hoisted
	runs     []int64     // run number of each loop out of which something is hoisted
}

// observers are the observers of a State.
type observers struct {
	obs      Observer
	listener Observer // notified of notes, bodies and the end of the game only
	event    Event
	watch    []int64
	shadow   *State
}

// newState returns an empty state of g with stack room for n slots.
func (g *Game) newState(n int) *State {
	s := g.newValue(n)
	s.bound, s.args = cut(make([]int64, int(g.def.Scratch)+g.operands), int(g.def.Scratch))
	return s
}

// newValue returns a state that stores a value but cannot run.
func (g *Game) newValue(n int) *State {
	s := &State{g: g, position: position{t: &g.tables}, memos: memos{clock: 1, replaced: 1}, deciding: -1}
	s.counts = make([]uint8, len(g.def.Zones)*g.nclass)
	cards, piles := len(g.def.Cards), len(g.def.Piles)
	s.deck, s.pileByCard = cut(make([]uint16, 2*cards+piles), cards+piles)
	s.cards, s.pileSizes = cut(s.deck, cards)
	s.result, s.wrote = cut(make([]int64, len(g.def.Seats)+g.sources), len(g.def.Seats))
	s.layout(make([]int64, g.stackAt+n))
	return s
}

// cut divides a slice in two. Appending to the first half does not overwrite the second.
func cut[T any](s []T, n int) (first, rest []T) { return s[:n:n], s[n:] }

// layout uses words as the storage of cells, index and stack.
func (s *State) layout(words []int64) {
	n := int(s.g.def.Cells)
	s.words = words
	s.cells = words[:n:n]
	s.in, s.here = words[n:s.g.hereAt:s.g.hereAt], words[s.g.hereAt:s.g.activeAt:s.g.activeAt]
	s.force, s.stack = words[s.g.forceAt:s.g.stackAt:s.g.stackAt], words[s.g.stackAt:]
}

// grow extends the stack to n slots or more. It is a fault if that exceeds the limit of the game.
func (s *State) grow(n int) {
	if n > s.g.stackLimit {
		s.fail(s.node, "stack overflow: calls need more than %d slots", s.g.stackLimit)
	}
	size := min(max(2*len(s.stack), n), s.g.stackLimit)
	words := make([]int64, s.g.stackAt+size)
	copy(words, s.words)
	s.layout(words)
}

// Size returns the number of bytes of a copy of the state, without memos and observers.
func (s *State) Size() int {
	return len(s.counts) + 2*(len(s.deck)+len(s.pileByCard)+len(s.cards)+len(s.pileSizes)) + 8*(len(s.result)+len(s.wrote)+len(s.words)+len(s.bound)+len(s.args))
}

// Copy returns an independent copy without observer. It shares the budget of the play.
func (s *State) Copy() *State {
	dst := s.g.newState(max(len(s.stack), 1))
	dst.budget = s.budget
	s.CopyTo(dst)
	return dst
}

// CopyTo makes dst a copy of s. It does not allocate if dst is a state of the same Game that has held an equally deep stack before. dst keeps its
// own observers and budget; its published decision becomes invalid.
func (s *State) CopyTo(dst *State) {
	if dst == s {
		return
	}
	if dst.g != s.g {
		obs, listener, budget := dst.obs, dst.listener, dst.budget
		*dst = *s.g.newState(len(s.stack))
		dst.obs, dst.listener, dst.budget = obs, listener, budget
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
	copy(dst.pileByCard, s.pileByCard)
	copy(dst.result, s.result)
	dst.pc, dst.base, dst.sp, dst.status, dst.gen = s.pc, s.base, s.sp, s.status, s.gen
	dst.deciding, dst.open = s.deciding, s.open
	dst.openList = append(dst.openList[:0], s.obligations()...)
	dst.domain = false
	dst.outdate()
}

// Game returns the game of the state.
func (s *State) Game() *Game { return s.g }

// Over reports whether the game has ended.
func (s *State) Over() bool { return s.status == over }

// Result returns a result value for each seat, in the order of GameDef.Seats; all zero if the game is not over or the rulebook gives none. The
// slice is a copy.
func (s *State) Result() []int64 { return append([]int64(nil), s.result...) }

// Observe attaches an observer; nil detaches it. A state has at most one; copies start without.
func (s *State) Observe(o Observer) {
	s.obs = o
	if o != nil {
		s.primeWatch()
	}
}

// pieces returns the number of pieces of a filter in a zone.
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

// holding returns the zones with a piece of a filter; sets of zones must be one word.
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

// pileStart returns the index in cards at which a pile begins.
func (s *position) pileStart(pile int64) int {
	n := 0
	for _, l := range s.pileSizes[:pile] {
		n += int(l)
	}
	return n
}

// pile returns the cards of a pile, top first; nil if the pile does not exist.
func (s *position) pile(pile int64) []uint16 {
	if uint64(pile) >= uint64(len(s.pileSizes)) {
		return nil
	}
	start := s.pileStart(pile)
	return s.cards[start : start+int(s.pileSizes[pile])]
}

// pileOf returns the pile of a card, None for a card that does not exist.
func (s *position) pileOf(card int64) int64 {
	if uint64(card) >= uint64(len(s.pileByCard)) {
		return def.None
	}
	return int64(s.pileByCard[card])
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

// room returns how many more pieces of a filter the stacking limits allow in a zone; 255 means no limit.
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

// Pile returns the cards of a pile, top first; nil if the pile does not exist. The slice is a copy.
func (s *State) Pile(pile int32) []int64 {
	var out []int64
	for _, c := range s.pile(int64(pile)) {
		out = append(out, int64(c))
	}
	return out
}

// Pieces returns the number of pieces of a filter in a zone.
func (s *State) Pieces(zone int32, filter int64) int64 { return s.pieces(int64(zone), filter) }

// Cell returns the value of a cell, 0 for one that does not exist.
func (s *State) Cell(cell int32) int64 {
	if uint64(cell) >= uint64(len(s.cells)) {
		return 0
	}
	return s.cells[cell]
}

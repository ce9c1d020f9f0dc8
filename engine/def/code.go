package def

// This file declares the executable part of a game: expressions, instructions and decisions.

// Op is the operator of an expression node.
type Op uint8

const (
	// leaves
	OpConst  Op = iota // I
	OpOption           // value of game option I (folded at load)
	OpLocal            // slot I of the running procedure's frame
	OpBound            // slot I of the evaluation scratch (comprehension variables, function parameters, decision candidates)
	OpCell             // Cells[I]
	OpCellAt           // Cells[I + A0], A0 a seat, zone or card index; out of range or None reads the zero value of its type
	OpCellOf           // the cell whose index is A0 (a KTrack value)
	OpTable            // Lookup[I][A0]; A0 None or out of range reads Lookup default -1
	// arithmetic and logic
	OpAdd
	OpSub
	OpMul
	OpFloorDiv // division by zero is a fault
	OpCeilDiv
	OpMod
	OpNeg
	OpMin // of two or more
	OpMax
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpAnd // short circuit, two or more
	OpOr
	OpNot
	OpIf  // A0 ? A1 : A2
	OpLet // bound slot I = A0, then A1
	// sets and orders
	OpSetOf    // set with the members A...; None is skipped
	OpSetRange // set of the whole numbers A0..A1, a fault if one of them is not in 0..63
	OpUnion    // A0 | A1
	OpInter    // A0 & A1
	OpDiff     // A0 &^ A1
	OpHas      // A0 (set or order) contains A1; None is in no set
	OpSize     // number of members of a set or order
	OpThe      // lowest member of a set, None if empty
	OpOnly     // the one member of a set, None if empty, a fault if there are several
	OpPosition // index of seat A1 in order A0, -1 if absent
	OpTotal    // order A0, a fault unless it lists every seat
	OpOrderAt  // seat at index A1 of order A0, None past the end
	OpSubsetOf // every member of A0 is in A1
	OpAdjacent // zones adjacent to zone A0
	OpAround   // zones adjacent to any zone of set A0
	OpFlood    // zones reached from zone A0 by steps into zones of set A1, at most A2 steps (0: any number), start excluded
	OpWithin   // zones at distance 0..A1 from zone A0
	OpDistance // number of steps from zone A0 to A1, -1 if not connected
	// comprehensions: bound slot I takes each member of A0 (set ascending, order as listed, pile from the top)
	OpFilter // set of members for which A1 holds
	OpCount  // number of members for which A1 holds
	OpAny
	OpEvery
	OpFirst // first member for which A1 holds, None otherwise
	OpSum   // sum of A2 over members for which A1 holds; of sets their union
	OpLeast // least A2 over those members; A3 if there is none
	OpMost  // greatest A2 over those members; A3 if there is none
	// pieces
	OpPieces     // number of pieces of filter A1 in zone A0
	OpPiecesIn   // number of pieces of filter A1 in the zones of set A0
	OpHolding    // zones of set A0 with at least one piece of filter A1
	OpRoom       // how many more pieces of filter A1 stacking lets zone A0 take
	OpPieceZone  // zone of piece A0
	OpPieceClass // filter that holds just the class of piece A0
	OpPieceAt    // piece value for zone A0 and the lowest class of filter A1 present there, None if none
	OpHome       // home zone of the lowest class of filter A0
	// cards
	OpPileSize // cards in pile A0
	OpTop      // top card of pile A0, None if empty
	OpCardAt   // card at depth A1 of pile A0 (0 is the top), None past the end
	OpPileOf   // pile of card A0
	// rules
	OpCall        // Functions[I](A...)
	OpDerived     // Derived[I] at index A0 (none for a scalar), held value if held
	OpPoolLeft    // markers left in Pools[I]
	OpStamp       // activation stamp of lasting effect I (A0 when I is -1), 0 when not in force
	OpHookNumber  // Points[I] of kind number or limit: base A0 combined with the values of attachments in force; A1... payload
	OpHookAllow   // Points[I] of kind allow: 1 unless an attachment in force forbids; A0... payload
	OpHookPool    // Points[I] of kind pool: set A0 with members added and removed; A1... payload
	OpPossible    // could Procs[I] be called with A... now
	OpPossibleDyn // could procedure A0 be called with A1...
	OpRunning     // number of frames of Procs[I] on the stack (0 or 1)
	OpTypeOf      // set of classes of the same piece type as the members of filter A0
	OpHomeIn      // pieces of filter A0 in their home zones
	OpAhead       // could the obligation that Procs[I] begins with be satisfied, at least in part, if it were called with A... now

	OpPower   // A0 to the power of A1, a fault if A1 is negative
	OpNext    // the member of set A0 after A1, the first one after the last; None if it is empty
	OpHighest // the A1 last members of set A0
	OpLowest  // the A1 first members of set A0
	// of members that are consecutive in the order of their kind
	OpConsecutive // the members of set A0 that end a run of at least A1 members

	OpRepeated // bound slot I takes each member of A0 for which A1 holds: the values of A2 that at least A3 of them have

	// grids: Lookups[I] holds, at zone * members of the enumeration of A1 + direction, the neighbour in that direction
	OpStep   // the zone A2 steps (default 1) from zone A0 in direction A1, None beyond the edge
	OpRay    // the successive zones from zone A0 in direction A1, up to the first that is not in set A2 if there is one
	OpBeyond // the first of these zones that is not in set A2, None at the edge

	OpElement // number A0 as a member of a set of numbers, a fault if that holds no such number; with A1 and A2 its position in A1 to A2, a fault outside

	OpPlace    // index of the pair A0, A1 in a variable indexed by both, of which the second kind has I members: A0 * I + A1; None if either is None
	OpTrackAt  // the track (a KTrack value) at index A0 of the variable that begins at cell I, None outside
	OpInTurn   // the seats of set A0 in cyclic order from the one after A1 to A1 itself; from the first if A1 is None
	OpReversed // order A0 backwards
	OpPath     // number of members of zone set A0 on the longest simple path, which may pass through zones of A1 if there is one

	OpDigest   // 64-bit digest of a position: the pieces and markers in the zones of set A0, and the values A1...; never 0
	OpStarting // the seats of set A0 in cyclic order from A1 or the next one after it; from the first if A1 is None
	OpRecurred // does the value of the first cell of the variable that begins at cell I, unless it is 0, occur A0 times among its cells

	// comprehensions that sort: bound slot I takes each member of order A0
	OpRankMost  // the seats for which A1 holds, that with the greatest A2 first; equal ones stay in the order of A0
	OpRankLeast // the same, that with the least A2 first

	// searches for paths: bound slot I takes each zone of set A0 for which A1 holds; entering it costs A2, a fault if that is negative. If A2
	// is an OpToll, the zone can be entered only from the members of that, from each at its number.
	OpReachable // zones that are reached from the zones of set A3 by paths that cost at most A4 in total, those of A3 included
	OpPathCost  // least cost of a path from a zone of set A3 to one of set A4, -1 if there is none
	OpToll      // bound slot I takes each zone of set A0 for which A1 holds: the least A2, None if there is none

	numOps // number of operators
)

// Expr is a node of an expression tree. Node is its source node (0: none of its own); a boolean expression with a Node is a condition
// whose outcomes coverage records. Made expressions were added by the compiler: the default of a parameter whose argument was omitted, or
// the condition of a candidate applied to another one.
type Expr struct {
	Op   Op      `json:"op"`
	Type Type    `json:"type"`
	I    int64   `json:"i,omitempty"`
	Args []*Expr `json:"args,omitempty"`
	Node int32   `json:"node,omitempty"`

	Made bool `json:"made,omitempty"`
}

// Code is the operation of an instruction. The comments give its operands: A, B, C and the expressions X.
type Code uint8

const (
	CNop        Code = iota
	CSet             // cell or slot <- X0. A: 0 local slot B, 1 cell B, 2 cell B + X1, 3 cell number X1 (a track)
	CGain            // track at (A, B, X1 as CSet) += X0, clamped; A as CSet; records asked and actual
	CLose            // track -= X0, clamped
	CPay             // track -= X0; a fault if the track leaves its bounds or X0 is negative
	CTransfer        // from track X0 to track X1 the amount X2, at most what X0 has; what exceeds the bound of X1 is lost
	CShift           // marker cell B + X1 moves by X0 steps along its scale, clamped; no effect where the marker is not allowed
	CMark            // marker count cell B + X1 += X0, limited by its pool and bound; negative X0 removes markers
	CMove            // X1 pieces (None: all) of filter X0 from zone X2 to zone X3, in class order; A: 1 = to home zones, X3 unused
	CMoveAll         // all pieces of filter X0 in the zones of set X1 to zone X2; A: 1 = to home zones
	CFlip            // X1 pieces (None: all) of filter X0 in zone X2 take status A (index within type)
	CFlipAll         // all pieces of filter X0 in the zones of set X1 take status A
	CTag             // X1 pieces (None: all) of filter X0 in zone X2 get mark A (B=1) or lose it (B=0)
	CUntagAll        // every piece loses mark A
	CCard            // card X0 to pile X1; A: 0 on top, 1 at the bottom, 2 beneath the top card
	CJump            // to A
	CJumpUnless      // to A unless X0
	CCall            // Procs[A] with arguments X; result to local slot B (-1: none); C: bits of arguments that are defaults of their parameters
	CCallDyn         // procedure X0 with arguments X1...; result to local slot B; C as CCall
	CReturn          // X0 (or nothing) to the caller
	CForSet          // slot A: remaining set, slot B: member. Move the lowest member of A to B; when empty jump to C. X0: type of a wide set in A
	CForOrder        // slot A: remaining order, slot B: seat; jump to C when empty
	CForTake         // slots from A: taken list (see DecisionDef.Result), slot B: piece; jump to C when empty
	CDecide          // Decisions[A]
	CEnter           // open an action scope: save the action cells in local slots from A, reset them
	CLeave           // close it: restore them from local slots from A
	CHooks           // run Points[A]'s attachments in force, in stamp order; X payload; slot B holds the last stamp run, B+1 the attachment
	CActivate        // lasting effect X0 comes into force (new stamp), duration X1 (index into Durations, None: as declared)
	CEnd             // lasting effect X0 ends
	CExpire          // every lasting effect with duration A ends, or, where B is not -1, goes on with duration B
	CHold            // freeze derived value A
	CRelease         // thaw derived value A
	CNote            // observer event Notes[A] with values X
	CRequire         // fault unless X0: a precondition that the domains should ensure
	COver            // the game is over; X0... result values per seat if given
	CBody            // A=1: the body of decision B for member X0 begins; A=0: it ends (observer only)
	CTick            // slot A -= 1; a fault when it falls below 0: the stated bound of a loop
	CEnsure          // begin an obligation that ends with the CEnsured at C. Slot A: the reachable amount, X0 at most (none: without bound); B: 1 = it must hold at one decision only
	CEnsured         // end an obligation: X0 is the amount reached
	CMoveCards       // each card of pile X0, from the top, to pile X1; A as CCard
	CSetAll          // cell B + i <- X0 for each i of set X1, ascending
	CRecord          // shift the values of the variable that begins at cell B by one and drop the last; the first <- X0

	numCodes // number of instructions
)

// Role is the part of an instruction in its statement. The machine reads only Made, to find what an answer makes true at once; the
// other roles are for reports.
type Role uint8

const (
	Made    Role = iota // not written in the rulebook: counters, jumps, copies, the begin and end of scopes
	Effect              // the effect of the statement, with the operands that the statement gives
	Part                // its operands are written in the rulebook and used by other instructions: a let, the members of a loop, a case
	Guard               // evaluates the condition of the statement
	Default             // its operand is the default of a parameter, written at the declaration
	Bound               // its operand is the greatest number of rounds of a loop
)

// Instr is one instruction.
type Instr struct {
	Op   Code    `json:"op"`
	Role Role    `json:"role,omitempty"`
	A    int32   `json:"a,omitempty"`
	B    int32   `json:"b,omitempty"`
	C    int32   `json:"c,omitempty"`
	X    []*Expr `json:"x,omitempty"`
	Node int32   `json:"node,omitempty"`
}

// Cond is one condition of a domain and the clause that requires it.
type Cond struct {
	Rule string `json:"rule,omitempty"`
	When *Expr  `json:"when"`
	Node int32  `json:"node,omitempty"`
	// Because refines refusals: if When is false, the first of these conditions that is false gives the reason.
	Because []Cond `json:"because,omitempty"`
}

// MenuOption is an entry of a menu, or a side option of another decision.
type MenuOption struct {
	Name   string `json:"name"`
	Where  []Cond `json:"where,omitempty"`
	Proc   int32  `json:"proc"` // procedure it calls, -1 if none; its requirements explain refusals
	Value  int64  `json:"value,omitempty"`
	Needs  *Expr  `json:"needs,omitempty"` // search hint: the option is pruned where it does not hold
	Target int32  `json:"target"`          // pc to continue at
}

// Cap limits how many pieces of a filter one take may contain.
type Cap struct {
	Filter *Expr  `json:"filter"`
	Max    *Expr  `json:"max"`
	Each   bool   `json:"each,omitempty"` // the limit applies to each zone separately
	Rule   string `json:"rule,omitempty"` // clause that sets it, else the decision's
}

// DecisionDef describes a decision. The candidate is in bound slot Bind while From, Where, Cost are evaluated.
type DecisionDef struct {
	Name  string       `json:"name"`
	Kind  DecisionKind `json:"kind"`
	By    *Expr        `json:"by,omitempty"` // nil: chance
	Rule  string       `json:"rule,omitempty"`
	Node  int32        `json:"node,omitempty"`
	Elem  Type         `json:"elem,omitempty"`
	Bind  int32        `json:"bind,omitempty"`
	From  *Expr        `json:"from,omitempty"` // a set, an order, or a pile (Elem card); Shuffle: the pile
	Where []Cond       `json:"where,omitempty"`
	Min   *Expr        `json:"min,omitempty"`
	Max   *Expr        `json:"max,omitempty"`
	Exact bool         `json:"exact,omitempty"` // Max (nil: all) is also the least; fewer only if there are no more
	Costs
	Hints
	Choices
	Result int32 `json:"result"` // local slot for the answer; Pick: None means stop; -1: not kept
	Picks
	// Voluntary: the search assumes that the Menu is declined, so that no obligation depends on another answer.
	Voluntary bool `json:"voluntary,omitempty"`
	Secrecy
	Pairing
	Takes
}

// Costs are what candidates of a decision cost.
type Costs struct {
	Cost     *Expr  `json:"cost,omitempty"`   // of a candidate; Take: of each piece taken
	Budget   *Expr  `json:"budget,omitempty"` // bound of the total cost (Pick: of the remaining cost)
	CostRule string `json:"costRule,omitempty"`
}

// Hints prune and order the search of obligations. Legality does not depend on them.
type Hints struct {
	Seek  *Expr `json:"seek,omitempty"`  // search hint: candidates for which it holds are tried first
	Needs *Expr `json:"needs,omitempty"` // search hint: candidates for which it does not hold are pruned
}

// Choices are the options of a Menu, and the options offered beside the members of a Pick.
type Choices struct {
	Options []MenuOption `json:"options,omitempty"` // Menu
	Also    []MenuOption `json:"also,omitempty"`    // side options of a Pick or Menu
	Decline int64        `json:"decline,omitempty"` // Menu: index of the option taken if the decision is not answered, -1: must be answered
}

// Picks are the slots and the kind of a Pick, which is asked repeatedly.
type Picks struct {
	Picked int32 `json:"picked,omitempty"` // Pick: local slot of the set already picked, which the domain excludes
	Count  int32 `json:"count,omitempty"`  // Pick: local slot of the number picked
	Again  bool  `json:"again,omitempty"`  // Pick: members may be picked again (Picked is not excluded)
}

// Secrecy limits who learns of a decision.
type Secrecy struct {
	// Secret: where it holds the decision is asked even if only one answer is legal, so that asking does not reveal the options.
	// A decision without a legal answer is not asked. nil: never secret.
	Secret *Expr `json:"secret,omitempty"`
	// Covert: only the player of the seat learns the answer, until the rulebook reveals the stored value.
	Covert bool `json:"covert,omitempty"`
	// Seen are the seats that learn the outcome of chance; nil: all.
	Seen *Expr `json:"seen,omitempty"`
}

// Pairing is the second half of a Pair. From and Result are those of the first.
type Pairing struct {
	To     *Expr `json:"to,omitempty"`     // Pair: the partners of a candidate of From, which it may read
	ToBind int32 `json:"toBind,omitempty"` // Pair: bound slot of the second while Where is evaluated
	Second int32 `json:"second,omitempty"` // Pair: local slot of the second
}

// Takes describe a Take from the pieces of Filter in the zones of From. Result is the number of entries, followed by Entries packed slots
// zone<<24|class<<16|count, which CForTake consumes.
type Takes struct {
	Filter  *Expr   `json:"filter,omitempty"` // Take: what may be taken
	Caps    []Cap   `json:"caps,omitempty"`
	Tiers   []*Expr `json:"tiers,omitempty"` // Take: filters; a piece of a later tier requires all pieces of the earlier tiers in its zone
	Entries int32   `json:"entries,omitempty"`
	Total   int32   `json:"total,omitempty"` // Take: slot of the number of pieces taken
}

// PairDef gives the types of a pair.
type PairDef struct {
	First  Type `json:"first"`
	Second Type `json:"second"`
}

// PairOf returns the value of a pair; neither half may be None.
func PairOf(first, second int64) int64 { return first<<32 | second }

// Halves returns the two values of a pair, None and None for None.
func Halves(pair int64) (first, second int64) {
	if pair == None {
		return None, None
	}
	return pair >> 32, pair & (1<<32 - 1)
}

// Least returns the formula of the least number of members that an answer needs.
func (d *DecisionDef) Least() *Expr {
	if d.Exact {
		return d.Max
	}
	return d.Min
}

package def

// This file is what runs: expressions and instructions, and what a decision says.

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
	OpTotal    // order A0, a fault unless every seat stands in it
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
	OpPileOf   // pile card A0 lies in
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
	OpAhead       // could the obligation that Procs[I] begins with be kept, at least in part, if it were called with A... now

	OpPower   // A0 to the power of A1, a fault if A1 is negative
	OpNext    // the member of set A0 after A1, the first one after the last; None if it is empty
	OpHighest // the A1 last members of set A0
	OpLowest  // the A1 first members of set A0
	// of members that lie one after another in the order of their kind
	OpConsecutive // the members of set A0 at which A1 of them in a row end

	OpRepeated // bound slot I takes each member of A0 for which A1 holds: the values of A2 that A3 of them have, or more

	// grids: Lookups[I] holds, at zone * members of the enumeration of A1 + direction, where a direction leads
	OpStep   // the zone that direction A1 leads to from zone A0, A2 times if it is there, None at the edge
	OpRay    // the zones that direction A1 reaches one after another from zone A0, as long as they are in set A2, if it is given
	OpBeyond // the first of them that is not in set A2, None at the edge

	OpElement // number A0 as a member of a set of numbers, a fault if that holds no such number

	OpPlace    // the place of A0 and A1 in a variable kept for both, of which the second kind has I members: A0 * I + A1; None if one of them is none
	OpTrackAt  // the track (a KTrack value) at place A0 of the variable that begins at cell I, None outside
	OpInTurn   // the seats of set A0 in turn, from the one after A1 round to A1 itself; from the first if A1 is None
	OpReversed // order A0, the last first
	OpPath     // how many members of zone set A0 the longest path has that visits none twice; through zones of A1 if there is one

	OpDigest   // 64 bits of what makes a position: the pieces and markers in the zones of set A0, and the values A1...; never 0
	OpStarting // the seats of set A0 in turn, from A1 on, or the first one after it; from the first if A1 is None
	OpRecurred // does the value of the first cell of the variable that begins at cell I, unless it is 0, occur A0 times among its cells

	numOps // how many there are
)

// Expr is a node of an expression tree. Node is the source node the expression comes from (0: none of its own); a
// boolean expression with a Node is a condition whose outcomes coverage records. One that is Made was added by the compiler:
// the default of a parameter whose argument was left out, or the condition of a candidate applied to another one.
type Expr struct {
	Op   Op      `json:"op"`
	Type Type    `json:"type"`
	I    int64   `json:"i,omitempty"`
	Args []*Expr `json:"args,omitempty"`
	Node int32   `json:"node,omitempty"`

	Made bool `json:"made,omitempty"`
}

// Code is what an instruction does. The comment gives its operands: A, B, C and the expressions X.
type Code uint8

const (
	CNop        Code = iota
	CSet             // cell or slot <- X0. A: 0 local slot B, 1 cell B, 2 cell B + X1, 3 cell number X1 (a track)
	CGain            // track at (A, B, X1 as CSet) += X0, clamped; A as CSet; records asked and actual
	CLose            // track -= X0, clamped
	CPay             // track -= X0; a fault if that leaves its bounds or X0 is negative
	CTransfer        // from track X0 to track X1 the amount X2, at most what X0 has; what X1 has no room for is lost
	CShift           // marker cell B + X1 moves by X0 steps along its scale, clamped; nothing where the marker is not allowed
	CMark            // marker count cell B + X1 += X0, at most what its pool and bound allow; negative X0 takes off
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
	CForSet          // slot A: remaining set, slot B: member. Take the lowest member out of A into B, or jump to C when empty. X0: the wide set that A holds, read for its type alone
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
	CRequire         // fault unless X0: a precondition that the domains should have made certain
	COver            // the game is over; X0... result values per seat if given
	CBody            // A=1: the body of decision B for member X0 begins; A=0: it ends (observer only)
	CTick            // slot A -= 1; a fault when it falls below 0: the stated bound of a loop
	CEnsure          // an obligation begins, whose end is CEnsured at C: slot A keeps how much of it can be reached, X0 at most (none: without bound); B: 1 = it need hold at one decision only
	CEnsured         // it ends: X0 is what was reached
	CMoveCards       // each card of pile X0, from the top, to pile X1; A as CCard
	CSetAll          // cell B + i <- X0 for each i of set X1, ascending
	CRecord          // the values of the variable that begins at cell B move on by one, the last is dropped; the first <- X0

	numCodes // how many there are
)

// Role is the part that an instruction plays in its statement. The machine reads Made alone, to find what an answer makes true at once;
// all others are for reports.
type Role uint8

const (
	Made    Role = iota // nothing of it is written: counters, jumps, copies, what a scope begins and ends with
	Effect              // it is what the statement does, with the operands that the statement gives
	Part                // its operands are written, and other instructions go by them: a let, the members of a loop, a case
	Guard               // its condition is the one that the statement is carried out under
	Default             // its operand is the default of a parameter, which is written where that is declared
	Bound               // its operand is the greatest number of rounds of a loop that ends otherwise
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

// Cond is one condition of a domain with the clause that demands it.
type Cond struct {
	Rule string `json:"rule,omitempty"`
	When *Expr  `json:"when"`
	Node int32  `json:"node,omitempty"`
	// Because are finer conditions for refusals: if When does not hold, the first of them that does not says why.
	Because []Cond `json:"because,omitempty"`
}

// MenuOption is an entry of a menu, or a side option of another decision.
type MenuOption struct {
	Name   string `json:"name"`
	Where  []Cond `json:"where,omitempty"`
	Proc   int32  `json:"proc"` // procedure it calls, -1 if none: refusals look into its requirements
	Value  int64  `json:"value,omitempty"`
	Needs  *Expr  `json:"needs,omitempty"` // search hint: the option is pruned where it does not hold
	Target int32  `json:"target"`          // pc to go on at
}

// Cap limits how many pieces of a filter one take may contain.
type Cap struct {
	Filter *Expr  `json:"filter"`
	Max    *Expr  `json:"max"`
	Each   bool   `json:"each,omitempty"` // the limit holds for each zone by itself
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
	// Menu: looking ahead takes it as declined, so that no obligation counts on another answer.
	Voluntary bool `json:"voluntary,omitempty"`
	Secrecy
	Pairing
	Takes
}

// Costs are what candidates of a decision cost.
type Costs struct {
	Cost     *Expr  `json:"cost,omitempty"`   // of a candidate; Take: of each piece taken
	Budget   *Expr  `json:"budget,omitempty"` // what all costs together may reach (Pick: what is left now)
	CostRule string `json:"costRule,omitempty"`
}

// Hints prune and order the search that looks ahead. What is legal does not depend on them.
type Hints struct {
	Seek  *Expr `json:"seek,omitempty"`  // search hint: candidates for which it holds are tried first
	Needs *Expr `json:"needs,omitempty"` // search hint: candidates for which it does not hold are pruned
}

// Choices are what a Menu offers, and what stands beside the members of a Pick.
type Choices struct {
	Options []MenuOption `json:"options,omitempty"` // Menu
	Also    []MenuOption `json:"also,omitempty"`    // side options of a Pick or Menu
	Decline int64        `json:"decline,omitempty"` // Menu: option index that an unanswered decision takes, -1: must be answered
}

// Picks are slots and kind of a Pick, which is asked again and again.
type Picks struct {
	Picked int32 `json:"picked,omitempty"` // Pick: local slot with the set already picked, which is excluded from the domain
	Count  int32 `json:"count,omitempty"`  // Pick: local slot with how many are picked
	Again  bool  `json:"again,omitempty"`  // Pick: members may be picked again (Picked is not excluded)
}

// Secrecy says who learns of a decision.
type Secrecy struct {
	// Secret: where it holds the decision is asked although one answer alone is legal, so that nobody learns from who is asked what
	// there is to choose. A decision without a legal answer is not asked. nil: never.
	Secret *Expr `json:"secret,omitempty"`
	// Covert: only the player of the seat learns the answer, until the rulebook shows what it kept of it.
	Covert bool `json:"covert,omitempty"`
	// Seen are the seats that learn the outcome of chance; nil: all do.
	Seen *Expr `json:"seen,omitempty"`
}

// Pairing is the second half of a Pair. From and Result are those of the first.
type Pairing struct {
	To     *Expr `json:"to,omitempty"`     // Pair: what may go with a candidate of From, which it may read
	ToBind int32 `json:"toBind,omitempty"` // Pair: bound slot of the second while Where is evaluated
	Second int32 `json:"second,omitempty"` // Pair: local slot of the second
}

// Takes are the pieces of a Take: those of Filter in the zones of From. Result is the number of entries, then Entries packed slots
// zone<<24|class<<16|count, which CForTake consumes.
type Takes struct {
	Filter  *Expr   `json:"filter,omitempty"` // Take: what may be taken
	Caps    []Cap   `json:"caps,omitempty"`
	Tiers   []*Expr `json:"tiers,omitempty"` // Take: filters; a piece of a later tier may be taken only if all of the earlier ones in the same zone are
	Entries int32   `json:"entries,omitempty"`
	Total   int32   `json:"total,omitempty"` // Take: slot with the number of pieces taken
}

// PairDef says what a pair is made of.
type PairDef struct {
	First  Type `json:"first"`
	Second Type `json:"second"`
}

// PairOf is the value of a pair; neither of the two is None.
func PairOf(first, second int64) int64 { return first<<32 | second }

// Halves gives the two values of a pair, None and None for None.
func Halves(pair int64) (first, second int64) {
	if pair == None {
		return None, None
	}
	return pair >> 32, pair & (1<<32 - 1)
}

// Least is the formula of the least number that a decision takes.
func (d *DecisionDef) Least() *Expr {
	if d.Exact {
		return d.Max
	}
	return d.Min
}

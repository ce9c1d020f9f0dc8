// Package def is the contract between compiler and machine: everything a compiled game consists of. A GameDef is plain
// data (no closures, no pointers into a state) and never changes after compilation.
package def

// Kind names the kind of a value. Every value, whatever its kind, is one int64.
type Kind uint8

const (
	KNone    Kind = iota // no value
	KInt                 // a whole number
	KBool                // 0 or 1
	KEnum                // index into Enums[Of].Members; members compare by declaration order
	KSeat                // index into Seats; -1 is nobody
	KZone                // index into Zones; -1 is nowhere
	KPile                // index into Piles; -1 is nowhere
	KCard                // index into Cards; -1 is none
	KClass               // index into Classes; only met inside sets ("piece filters")
	KPiece               // zone<<8 | class: one piece that stands in a zone
	KProc                // index into Procs; -1 is none
	KTrack               // index into Cells, of a cell that carries bounds
	KRow                 // index of a row of Tables[Of]; -1 is none
	KSet                 // bit set of Elem values 0..63
	KOrder               // up to eight seats in order: byte i holds the i-th seat, 0xff ends the list
	KLasting             // index into Lasting; -1 is none
)

// Type is the static type of a value. Elem and Of refine sets, enums and rows.
type Type struct {
	Kind Kind  `json:"kind"`
	Elem Kind  `json:"elem,omitempty"` // KSet: kind of the members
	Of   int32 `json:"of,omitempty"`   // KEnum, KRow and sets of them: which enum or table
}

// None is the value that stands for "no seat, zone, pile, card, procedure or row".
const None int64 = -1

// Op is the operator of an expression node.
type Op uint8

const (
	// leaves
	OpConst  Op = iota // I
	OpOption           // value of game option I (folded at load)
	OpLocal            // slot I of the running procedure's frame
	OpBound            // slot I of the evaluation scratch (comprehension variables, function parameters, decision candidates)
	OpCell             // Cells[I]
	OpCellAt           // Cells[I + A0], A0 a seat, zone or card index; out of range or None reads 0
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
	OpSetRange // set of the whole numbers A0..A1 clipped to 0..63
	OpUnion    // A0 | A1
	OpInter    // A0 & A1
	OpDiff     // A0 &^ A1
	OpHas      // A0 (set or order) contains A1; None is in no set
	OpSize     // number of members of a set or order
	OpThe      // lowest member of a set, None if empty
	OpPosition // index of seat A1 in order A0, -1 if absent
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
	OpSum   // sum of A2 over members for which A1 holds
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

	numOps // how many there are
)

// Expr is a node of an expression tree. Node is the source node the expression comes from (0: none of its own); a
// boolean expression with a Node is a condition whose outcomes coverage records.
type Expr struct {
	Op   Op      `json:"op"`
	Type Type    `json:"type"`
	I    int64   `json:"i,omitempty"`
	Args []*Expr `json:"args,omitempty"`
	Node int32   `json:"node,omitempty"`
}

// Code is the operation of an instruction. The comment gives its operands: A, B, C and the expressions X.
type Code uint8

const (
	CNop        Code = iota
	CSet             // cell or slot <- X0. A: 0 local slot B, 1 cell B, 2 cell B + X1, 3 cell number X1 (a track)
	CGain            // track at (A, B, X1 as CSet) += X0, clamped; A as CSet; records asked and actual
	CLose            // track -= X0, clamped
	CPay             // track -= X0; a fault if that leaves its bounds or X0 is negative
	CTransfer        // from track X0 to track X1 the amount X2, at most what the one has and the other takes
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
	CForSet          // slot A: remaining set, slot B: member. Take the lowest member out of A into B, or jump to C when empty
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

	numCodes // how many there are
)

// Instr is one instruction.
type Instr struct {
	Op   Code    `json:"op"`
	A    int32   `json:"a,omitempty"`
	B    int32   `json:"b,omitempty"`
	C    int32   `json:"c,omitempty"`
	X    []*Expr `json:"x,omitempty"`
	Node int32   `json:"node,omitempty"`
}

// DecisionKind tells the form of a decision's answer.
type DecisionKind uint8

const (
	One     DecisionKind = iota // one member
	Subset                      // Min..Max members at once
	Pick                        // one member or stop, asked again after each
	Take                        // a count for each class of pieces in each zone
	Amount                      // a whole number Min..Max
	Menu                        // one of the options
	Roll                        // chance: a whole number Min..Max, equally likely
	Draw                        // chance: one member, equally likely
	Shuffle                     // chance: the cards of a pile in a new order

	numKinds // how many there are
)

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
	Target int32  `json:"target"` // pc to go on at
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
	Name     string       `json:"name"`
	Kind     DecisionKind `json:"kind"`
	By       *Expr        `json:"by,omitempty"` // nil: chance
	Rule     string       `json:"rule,omitempty"`
	Node     int32        `json:"node,omitempty"`
	Elem     Type         `json:"elem,omitempty"`
	Bind     int32        `json:"bind,omitempty"`
	From     *Expr        `json:"from,omitempty"` // a set, an order, or a pile (Elem card); Shuffle: the pile
	Where    []Cond       `json:"where,omitempty"`
	Min      *Expr        `json:"min,omitempty"`
	Max      *Expr        `json:"max,omitempty"`
	Exact    bool         `json:"exact,omitempty"`  // Max (nil: all) is also the least; fewer only if there are no more
	Cost     *Expr        `json:"cost,omitempty"`   // of a candidate; Take: of each piece taken
	Budget   *Expr        `json:"budget,omitempty"` // what all costs together may reach (Pick: what is left now)
	CostRule string       `json:"costRule,omitempty"`
	Options  []MenuOption `json:"options,omitempty"` // Menu
	Also     []MenuOption `json:"also,omitempty"`    // side options of a Pick or Menu
	Decline  int64        `json:"decline,omitempty"` // Menu: option index that an unanswered decision takes, -1: must be answered
	Result   int32        `json:"result"`            // local slot for the answer; Pick: None means stop; -1: not kept
	// Pick: Picked is the local slot with the set already picked (excluded from the domain), Count the slot with how many.
	Picked int32 `json:"picked,omitempty"`
	Count  int32 `json:"count,omitempty"`
	Again  bool  `json:"again,omitempty"` // Pick: members may be picked again (Picked is not excluded)
	// Take: pieces of Filter in the zones of From. Result: number of entries, then Entries packed slots
	// zone<<24|class<<16|count; CForTake consumes them. Total: slot with the number of pieces taken.
	Filter  *Expr   `json:"filter,omitempty"`
	Caps    []Cap   `json:"caps,omitempty"`
	Tiers   []*Expr `json:"tiers,omitempty"` // filters; a piece of a later tier may be taken only if all of the earlier ones in the same zone are
	Entries int32   `json:"entries,omitempty"`
	Total   int32   `json:"total,omitempty"`
}

// Least is the formula of the least number that a decision takes.
func (d *DecisionDef) Least() *Expr {
	if d.Exact {
		return d.Max
	}
	return d.Min
}

// Visibility tells who sees the cards of a pile or the value of a variable.
type Visibility uint8

const (
	Open   Visibility = iota // everybody
	Hidden                   // nobody: only the number of cards is public
	Owner                    // the seat it belongs to
	TopUp                    // the top card is open, the rest hidden
)

// Named is a thing with an id and a title.
type Named struct {
	ID    string `json:"id"`
	Title string `json:"title,omitempty"`
}

// ZoneDef is a place for counted pieces. In a plain zone pieces have no status and no marks.
type ZoneDef struct {
	Named
	Plain bool `json:"plain,omitempty"`
}

// PileDef is an ordered place for cards.
type PileDef struct {
	Named
	Visible Visibility `json:"visible"`
	Owner   int32      `json:"owner"` // seat or -1
}

// ClassDef is piece type x status x marks.
type ClassDef struct {
	ID     string `json:"id"` // type.status or type.status.mark, e.g. scout.hidden.tired
	Type   int32  `json:"type"`
	Status int32  `json:"status"` // index into the type's Statuses, 0 if it has none
	Marks  uint32 `json:"marks,omitempty"`
}

// PieceType is a kind of counted piece.
type PieceType struct {
	Named
	Seat     int32    `json:"seat"` // owner or -1
	Count    int32    `json:"count"`
	Home     int32    `json:"home"` // zone
	Statuses []string `json:"statuses,omitempty"`
	First    int32    `json:"first"` // first class of the type: first status, no marks
	Classes  int64    `json:"classes"`
	// Grid maps status*2^marks + marks to the class, -1 where there is none.
	Marks []int32 `json:"marks,omitempty"` // indices into Marks this type can bear
}

// EnumDef lists the members of an enumeration.
type EnumDef struct {
	ID      string   `json:"id"`
	Members []string `json:"members"`
}

// Scope tells how long a variable lives.
type Scope uint8

const (
	GameScope   Scope = iota
	ActionScope       // from CEnter to CLeave
)

// VarDef is a named group of cells: one cell, or one for each seat, zone or card.
type VarDef struct {
	Named
	Type    Type       `json:"type"`
	Per     Kind       `json:"per,omitempty"` // KNone, KSeat, KZone, KCard
	Base    int32      `json:"base"`
	Len     int32      `json:"len"`
	Scope   Scope      `json:"scope,omitempty"`
	Bounded bool       `json:"bounded,omitempty"`
	Min     int64      `json:"min,omitempty"`
	Max     int64      `json:"max,omitempty"`
	Scale   int32      `json:"scale"`        // enum of a scale marker, -1 otherwise
	Pool    int32      `json:"pool"`         // marker pool, -1 otherwise
	On      int64      `json:"on,omitempty"` // markers: the set of zones that can bear it
	Visible Visibility `json:"visible,omitempty"`
	Quiet   bool       `json:"quiet,omitempty"` // bookkeeping of a library: changes are not traced
	Node    int32      `json:"node,omitempty"`
}

// PoolDef is a limited supply of markers shared by the variables that name it.
type PoolDef struct {
	ID  string `json:"id"`
	Max int32  `json:"max"`
}

// StackLimit bounds the pieces of Filter in every zone of Zones.
type StackLimit struct {
	Rule   string `json:"rule,omitempty"`
	Zones  int64  `json:"zones"`
	Filter int64  `json:"filter"`
	Max    int32  `json:"max"`
	Node   int32  `json:"node,omitempty"`
}

// Lookup is a property table: Values[index], None outside.
type Lookup struct {
	ID     string  `json:"id"`
	Type   Type    `json:"type"`
	Values []int64 `json:"values"`
}

// TableDef names the rows of a data table; columns are Lookups.
type TableDef struct {
	ID   string   `json:"id"`
	Rows []string `json:"rows"`
}

// FuncDef is a pure function; Params are bound slots.
type FuncDef struct {
	ID     string  `json:"id"`
	Params []int32 `json:"params,omitempty"`
	Body   *Expr   `json:"body"`
	Node   int32   `json:"node,omitempty"`
}

// DerivedDef is a value computed from the board. Slot is the bound slot of its index (Per != KNone). When it can be
// held, Cells Held (flag) and Base.. keep the frozen values.
type DerivedDef struct {
	Named
	Type  Type  `json:"type"`
	Per   Kind  `json:"per,omitempty"`
	Over  int64 `json:"over,omitempty"` // zones or seats it is watched for
	Slot  int32 `json:"slot,omitempty"`
	Value *Expr `json:"value"`
	Watch bool  `json:"watch,omitempty"`
	Held  int32 `json:"held"` // cell, -1 if it cannot be held
	Base  int32 `json:"base"`
	Len   int32 `json:"len"`
	Node  int32 `json:"node,omitempty"`
}

// ProcDef is a procedure. Frame counts its local slots, parameters first.
type ProcDef struct {
	Named
	Entry    int32    `json:"entry"`
	Params   []Param  `json:"params,omitempty"`
	Frame    int32    `json:"frame"`
	Result   Type     `json:"result,omitempty"`
	Possible int32    `json:"possible"`           // function with the same parameters, -1: always possible
	Requires []Cond   `json:"requires,omitempty"` // over the bound slots of the Possible function, in order: why it is not possible
	Tags     []string `json:"tags,omitempty"`
	Node     int32    `json:"node,omitempty"`
}

// Param is a parameter of a procedure.
type Param struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// PointKind tells how the attachments of a hook point combine.
type PointKind uint8

const (
	PointNumber PointKind = iota
	PointLimit
	PointAllow
	PointPool
	PointRun
)

// Combine tells how the values of a number point join.
type Combine uint8

const (
	CombineSum Combine = iota
	CombineMin
	CombineMax
	CombineLatest // the value with the latest stamp replaces the base
)

// PointDef is a place where lasting effects join in. Params are bound slots (pure kinds); run points pass their payload
// to the attachment's procedure.
type PointDef struct {
	Named
	Kind    PointKind `json:"kind"`
	Combine Combine   `json:"combine,omitempty"`
	Params  []int32   `json:"params,omitempty"`
	Attach  []int32   `json:"attach,omitempty"` // indices into Attachments in declaration order
	Node    int32     `json:"node,omitempty"`
}

// Attachment joins a lasting effect to a hook point.
type Attachment struct {
	Point   int32  `json:"point"`
	Lasting int32  `json:"lasting"`
	When    *Expr  `json:"when,omitempty"`
	Value   *Expr  `json:"value,omitempty"`  // number, limit: the value; allow: unused (in force means forbidden)
	Add     *Expr  `json:"add,omitempty"`    // pool
	Remove  *Expr  `json:"remove,omitempty"` // pool
	Proc    int32  `json:"proc"`             // run: procedure with the point's payload as parameters
	Quota   int32  `json:"quota,omitempty"`  // run: at most so often in one action scope; cell Used counts
	Used    int32  `json:"used,omitempty"`
	Rule    string `json:"rule,omitempty"`
	Node    int32  `json:"node,omitempty"`
}

// LastingDef is an effect that can be in force. Stamp is its cell.
type LastingDef struct {
	Named
	Stamp    int32 `json:"stamp"`
	Until    int32 `json:"until"`    // cell with the duration it was activated for
	Duration int32 `json:"duration"` // default index into Durations
	Node     int32 `json:"node,omitempty"`
}

// NoteDef is a trace line a rulebook emits: name and the names and types of its values.
type NoteDef struct {
	Name   string   `json:"name"`
	Fields []string `json:"fields,omitempty"`
	Types  []Type   `json:"types,omitempty"`
	Indent int32    `json:"indent,omitempty"` // 0 card, 1 turn, 2 effect: level the line opens or stands at
}

// SetupDef is a scenario of the game: initial cells, pieces and cards.
type SetupDef struct {
	Named
	Cells  []CellInit  `json:"cells,omitempty"`
	Pieces []PieceInit `json:"pieces,omitempty"`
	Cards  []CardInit  `json:"cards,omitempty"`
	Active []int32     `json:"active,omitempty"` // lasting effects in force from the start
	Node   int32       `json:"node,omitempty"`
}

// CellInit sets a cell.
type CellInit struct {
	Cell  int32 `json:"cell"`
	Value int64 `json:"value"`
}

// PieceInit puts N pieces of a class into a zone; pieces not mentioned start in their home zone.
type PieceInit struct {
	Zone  int32 `json:"zone"`
	Class int32 `json:"class"`
	N     int32 `json:"n"`
}

// CardInit puts a card at the bottom of a pile, in order; cards not mentioned start in pile 0.
type CardInit struct {
	Pile int32 `json:"pile"`
	Card int32 `json:"card"`
}

// NodeDef is a place in the rulebook.
type NodeDef struct {
	File  string   `json:"file"`
	Line  int32    `json:"line"`
	Col   int32    `json:"col"`
	Rules []string `json:"rules,omitempty"` // clauses it implements, or the section it stands in
	What  string   `json:"what,omitempty"`  // short label: the statement's keyword
}

// OptionDef is a game option with its values; options fold away when a game is loaded.
type OptionDef struct {
	Named
	Values  []string `json:"values"`
	Default int32    `json:"default"`
	Type    Type     `json:"type"`
}

// GameDef is a compiled game.
type GameDef struct {
	Version     int           `json:"version"`
	ID          string        `json:"id"`
	Title       string        `json:"title"`
	Seats       []Named       `json:"seats"`
	Zones       []ZoneDef     `json:"zones"`
	Adjacent    []int64       `json:"adjacent"` // set per zone
	Piles       []PileDef     `json:"piles"`
	Types       []PieceType   `json:"types"`
	Classes     []ClassDef    `json:"classes"`
	Marks       []string      `json:"marks,omitempty"`
	Cards       []Named       `json:"cards"`
	Enums       []EnumDef     `json:"enums"`
	Tables      []TableDef    `json:"tables,omitempty"`
	Lookups     []Lookup      `json:"lookups"`
	Options     []OptionDef   `json:"options,omitempty"`
	Vars        []VarDef      `json:"vars"`
	Cells       int32         `json:"cells"`   // number of cells
	Initial     []int64       `json:"initial"` // initial value of every cell
	ActionCells []int32       `json:"actionCells,omitempty"`
	Pools       []PoolDef     `json:"pools,omitempty"`
	Stacking    []StackLimit  `json:"stacking,omitempty"`
	Functions   []FuncDef     `json:"functions,omitempty"`
	Derived     []DerivedDef  `json:"derived,omitempty"`
	Procs       []ProcDef     `json:"procs"`
	Code        []Instr       `json:"code"`
	Decisions   []DecisionDef `json:"decisions"`
	Points      []PointDef    `json:"points,omitempty"`
	Attachments []Attachment  `json:"attachments,omitempty"`
	Lasting     []LastingDef  `json:"lasting,omitempty"`
	Durations   []string      `json:"durations,omitempty"`
	StampCell   int32         `json:"stampCell"` // cell that counts activations
	Notes       []NoteDef     `json:"notes,omitempty"`
	Setups      []SetupDef    `json:"setups,omitempty"`
	Main        int32         `json:"main"`    // procedure without parameters that plays the game
	Scratch     int32         `json:"scratch"` // number of bound slots
	Stack       int32         `json:"stack"`   // slots that the deepest chain of calls needs
	Nodes       []NodeDef     `json:"nodes"`   // Nodes[0] is "no place"
	LintWords   []string      `json:"lintWords,omitempty"`
}

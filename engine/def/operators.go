package def

// This file is the table of operators: their names, operands and results. Code that handles operators alike reads a row instead of
// listing them.

// Ref is the meaning of a number in an expression or instruction.
type Ref uint8

const (
	RefNothing  Ref = iota // not used
	RefNumber              // a plain number
	RefOption              // index into Options
	RefLocal               // local slot of the procedure
	RefSlots               // first of several local slots; their number depends on the game
	RefBound               // bound slot
	RefCell                // cell
	RefVariable            // first cell of a variable
	RefPlace               // slot or cell of a write, as selected by Instr.A
	RefHome                // 1: pieces go to their home zones, not to the zone of the operand
	RefLookup              // index into Lookups
	RefFunction            // index into Functions
	RefDerived             // index into Derived
	RefPool                // index into Pools
	RefLasting             // index into Lasting
	RefPoint               // index into Points
	RefProc                // index into Procs
	RefDecision            // index into Decisions
	RefNote                // index into Notes
	RefMark                // index into Marks
	RefStatus              // index into the Statuses of a piece type
	RefDuration            // index into Durations
	RefTarget              // instruction to continue at
)

// Spelling is how an operator is written in a formula.
type Spelling uint8

const (
	Special Spelling = iota // an individual spelling
	Infix                   // a + b
	Prefix                  // not a
	Applied                 // word(a, b)
	Loop                    // word(value for $x in set where condition)
)

// Operator is a row of the table of operators.
type Operator struct {
	Name        string // in messages; unique
	Word        string // in formulas, where Spelling is not Special
	Spelling    Spelling
	Strength    int      // of infix and prefix operators: greater binds closer; 0: never needs brackets
	I           Ref      // meaning of Expr.I
	Least, Most int      // number of operands; Most -1: any
	Args        []Type   // types of the operands, the last one repeated; KNone: several kinds
	Result      Type     // KNone: several kinds
	Reads       []Access // what it reads of the state in addition to its operands
	Truth       bool     // yields 0 or 1
	Binds       bool     // binds slot I for its operands after the first
	Faulty      bool     // can be a fault by itself: overflow, division by zero, step limit of the rules that it runs
}

// The predeclared types, and the sets of them that have a name.
var (
	TInt     = Type{Kind: KInt}
	TBool    = Type{Kind: KBool}
	TSeat    = Type{Kind: KSeat}
	TZone    = Type{Kind: KZone}
	TPile    = Type{Kind: KPile}
	TCard    = Type{Kind: KCard}
	TPiece   = Type{Kind: KPiece}
	TProc    = Type{Kind: KProc}
	TTrack   = Type{Kind: KTrack}
	TOrder   = Type{Kind: KOrder}
	TLasting = Type{Kind: KLasting}

	ZoneSet   = Type{Kind: KSet, Elem: KZone}
	SeatSet   = Type{Kind: KSet, Elem: KSeat}
	CardSet   = Type{Kind: KSet, Elem: KCard}
	ProcSet   = Type{Kind: KSet, Elem: KProc}
	IntSet    = Type{Kind: KSet, Elem: KInt}
	FilterSet = Type{Kind: KSet, Elem: KClass} // a filter: a set of piece classes
)

// Wildcards of the rows.
var (
	anything = Type{}
	someSet  = Type{Kind: KSet}
)

func types(t ...Type) []Type { return t }

// operators is the table.
var operators = [numOps]Operator{
	OpConst:  {Name: "constant", I: RefNumber, Reads: nothing},
	OpOption: {Name: "option", I: RefOption, Reads: nothing},
	OpLocal:  {Name: "local", I: RefLocal, Reads: list(Slots.by(NumberI))},
	OpBound:  {Name: "bound", I: RefBound, Reads: nothing},
	OpCell:   {Name: "cell", I: RefCell, Reads: list(Cells.by(NumberI))},
	OpCellAt: {Name: "cell-at", I: RefVariable, Least: 1, Most: 1, Args: types(anything), Reads: list(Cells.by(NumberI).at(0))},
	OpCellOf: {Name: "cell-of", Least: 1, Most: 1, Args: types(TTrack), Reads: list(Cells.at(0))},
	OpTable:  {Name: "property", I: RefLookup, Least: 1, Most: 1, Args: types(anything), Reads: nothing},

	OpAdd:      {Name: "add", Word: "+", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpSub:      {Name: "subtract", Word: "-", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpMul:      {Name: "multiply", Word: "*", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpFloorDiv: {Name: "floor-divide", Word: "div", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpCeilDiv:  {Name: "ceil-divide", Word: "cdiv", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpMod:      {Name: "modulo", Word: "mod", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpNeg:      {Name: "negate", Word: "-", Spelling: Prefix, Strength: 7, Least: 1, Most: 1, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpMin:      {Name: "min", Word: "min", Spelling: Applied, Least: 1, Most: -1, Args: types(TInt), Result: TInt, Reads: nothing},
	OpMax:      {Name: "max", Word: "max", Spelling: Applied, Least: 1, Most: -1, Args: types(TInt), Result: TInt, Reads: nothing},
	OpEq:       {Name: "equal", Word: "==", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: TBool, Truth: true, Reads: nothing},
	OpNe:       {Name: "not-equal", Word: "!=", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: TBool, Truth: true, Reads: nothing},
	OpLt:       {Name: "less", Word: "<", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: TBool, Truth: true, Reads: nothing},
	OpLe:       {Name: "at-most", Word: "<=", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: TBool, Truth: true, Reads: nothing},
	OpGt:       {Name: "greater", Word: ">", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: TBool, Truth: true, Reads: nothing},
	OpGe:       {Name: "at-least", Word: ">=", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: TBool, Truth: true, Reads: nothing},
	OpAnd:      {Name: "and", Word: "and", Spelling: Infix, Strength: 2, Most: -1, Args: types(TBool), Result: TBool, Truth: true, Reads: nothing},
	OpOr:       {Name: "or", Word: "or", Spelling: Infix, Strength: 1, Most: -1, Args: types(TBool), Result: TBool, Truth: true, Reads: nothing},
	OpNot:      {Name: "not", Word: "not", Spelling: Prefix, Strength: 3, Least: 1, Most: 1, Args: types(TBool), Result: TBool, Truth: true, Reads: nothing},
	OpIf:       {Name: "if", Word: "if", Spelling: Applied, Least: 3, Most: 3, Args: types(TBool, anything), Reads: nothing},
	OpLet:      {Name: "let", I: RefBound, Least: 2, Most: 2, Args: types(anything), Binds: true, Reads: nothing},

	OpSetOf:    {Name: "set-of", Most: -1, Args: types(anything), Result: someSet, Reads: nothing},
	OpSetRange: {Name: "range", Word: "ints", Spelling: Applied, Least: 2, Most: 2, Args: types(TInt), Result: IntSet, Faulty: true, Reads: nothing},
	OpUnion:    {Name: "union", Word: "|", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(someSet), Result: someSet, Reads: nothing},
	OpInter:    {Name: "intersection", Word: "&", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(someSet), Result: someSet, Reads: nothing},
	OpDiff:     {Name: "difference", Word: "\\", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(someSet), Result: someSet, Reads: nothing},
	OpHas:      {Name: "has", Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: TBool, Truth: true, Reads: members},
	OpSize:     {Name: "size", Word: "size", Spelling: Applied, Least: 1, Most: 1, Args: types(anything), Result: TInt, Reads: members},
	OpThe:      {Name: "the", Word: "the", Spelling: Applied, Least: 1, Most: 1, Args: types(someSet), Reads: nothing},
	OpOnly:     {Name: "only", Word: "only", Spelling: Applied, Least: 1, Most: 1, Args: types(someSet), Faulty: true, Reads: nothing},
	OpPosition: {Name: "position", Word: "position", Spelling: Applied, Least: 2, Most: 2, Args: types(TOrder, TSeat), Result: TInt, Reads: nothing},
	OpTotal:    {Name: "total", Word: "total", Spelling: Applied, Least: 1, Most: 1, Args: types(TOrder), Result: TOrder, Faulty: true, Reads: nothing},
	OpOrderAt:  {Name: "order-at", Word: "at", Spelling: Applied, Least: 2, Most: 2, Args: types(TOrder, TInt), Result: TSeat, Reads: nothing},
	OpSubsetOf: {Name: "subset-of", Word: "subset", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet), Result: TBool, Truth: true, Reads: nothing},
	OpAdjacent: {Name: "adjacent", Word: "adjacent", Spelling: Applied, Least: 1, Most: 1, Args: types(TZone), Result: ZoneSet, Reads: nothing},
	OpAround:   {Name: "around", Word: "around", Spelling: Applied, Least: 1, Most: 1, Args: types(ZoneSet), Result: ZoneSet, Reads: nothing},
	OpFlood:    {Name: "flood", Word: "flood", Spelling: Applied, Least: 3, Most: 3, Args: types(TZone, ZoneSet, TInt), Result: ZoneSet, Reads: nothing},
	OpWithin:   {Name: "within", Word: "within", Spelling: Applied, Least: 2, Most: 2, Args: types(TZone, TInt), Result: ZoneSet, Reads: nothing},
	OpDistance: {Name: "distance", Word: "distance", Spelling: Applied, Least: 2, Most: 2, Args: types(TZone), Result: TInt, Reads: nothing},

	OpFilter: {Name: "filter", Word: "set", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, TBool), Result: someSet, Binds: true, Reads: members},
	OpCount:  {Name: "count", Word: "count", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, TBool), Result: TInt, Binds: true, Reads: members},
	OpAny:    {Name: "any", Word: "any", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, TBool), Result: TBool, Truth: true, Binds: true, Reads: members},
	OpEvery:  {Name: "every", Word: "every", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, TBool), Result: TBool, Truth: true, Binds: true, Reads: members},
	OpFirst:  {Name: "first", Word: "first", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, TBool), Binds: true, Reads: members},
	OpSum:    {Name: "sum", Word: "sum", Spelling: Loop, I: RefBound, Least: 3, Most: 3, Args: types(anything, TBool, anything), Binds: true, Faulty: true, Reads: members},
	OpLeast:  {Name: "least", Word: "least", Spelling: Loop, I: RefBound, Least: 3, Most: 4, Args: types(anything, TBool, TInt), Result: TInt, Binds: true, Reads: members},
	OpMost:   {Name: "most", Word: "most", Spelling: Loop, I: RefBound, Least: 3, Most: 4, Args: types(anything, TBool, TInt), Result: TInt, Binds: true, Reads: members},

	OpPieces:     {Name: "pieces", Word: "pieces", Spelling: Applied, Least: 2, Most: 2, Args: types(TZone, FilterSet), Result: TInt, Reads: standing},
	OpPiecesIn:   {Name: "pieces-in", Word: "pieces", Spelling: Applied, Least: 2, Most: 2, Args: types(ZoneSet, FilterSet), Result: TInt, Reads: standing},
	OpHolding:    {Name: "holding", Word: "holding", Spelling: Applied, Least: 2, Most: 2, Args: types(ZoneSet, FilterSet), Result: ZoneSet, Reads: standing},
	OpRoom:       {Name: "room", Word: "room", Spelling: Applied, Least: 2, Most: 2, Args: types(TZone, FilterSet), Result: TInt, Reads: list(Pieces.at(0))},
	OpPieceZone:  {Name: "piece-zone", Word: "piece-zone", Spelling: Applied, Least: 1, Most: 1, Args: types(TPiece), Result: TZone, Reads: nothing},
	OpPieceClass: {Name: "piece-class", Word: "filter-of", Spelling: Applied, Least: 1, Most: 1, Args: types(TPiece), Result: FilterSet, Reads: nothing},
	OpPieceAt:    {Name: "piece-at", Word: "piece-at", Spelling: Applied, Least: 2, Most: 2, Args: types(TZone, FilterSet), Result: TPiece, Reads: standing},
	OpHome:       {Name: "home", Word: "home", Spelling: Applied, Least: 1, Most: 1, Args: types(FilterSet), Result: TZone, Reads: nothing},
	OpPileSize:   {Name: "pile-size", Word: "size", Spelling: Applied, Least: 1, Most: 1, Args: types(TPile), Result: TInt, Reads: list(Cards.at(0))},
	OpTop:        {Name: "top", Word: "top", Spelling: Applied, Least: 1, Most: 1, Args: types(TPile), Result: TCard, Reads: list(Cards.at(0))},
	OpCardAt:     {Name: "card-at-depth", Word: "card-at", Spelling: Applied, Least: 2, Most: 2, Args: types(TPile, TInt), Result: TCard, Reads: list(Cards.at(0))},
	OpPileOf:     {Name: "pile-of", Word: "pile-of", Spelling: Applied, Least: 1, Most: 1, Args: types(TCard), Result: TPile, Reads: list(Cards.any())},

	OpCall:        {Name: "call", I: RefFunction, Most: MaxArgs, Args: types(anything), Reads: list(Rules.by(NumberI))},
	OpDerived:     {Name: "derived", I: RefDerived, Most: 1, Args: types(anything), Reads: inForce},
	OpPoolLeft:    {Name: "pool-left", I: RefPool, Result: TInt, Reads: list(Cells.by(NumberI))},
	OpStamp:       {Name: "stamp", I: RefLasting, Most: 1, Args: types(TLasting), Result: TInt, Reads: list(Books.by(NumberI).at(0))},
	OpHookNumber:  {Name: "hook-number", I: RefPoint, Least: 1, Most: MaxArgs + 1, Args: types(anything), Faulty: true, Reads: inForce},
	OpHookAllow:   {Name: "hook-allow", I: RefPoint, Most: MaxArgs, Args: types(anything), Result: TBool, Truth: true, Reads: inForce},
	OpHookPool:    {Name: "hook-pool", I: RefPoint, Least: 1, Most: MaxArgs + 1, Args: types(someSet, anything), Result: someSet, Reads: inForce},
	OpPossible:    {Name: "possible", I: RefProc, Most: MaxArgs, Args: types(anything), Result: TBool, Truth: true, Reads: list(Rules.by(NumberI))},
	OpPossibleDyn: {Name: "possible-at", Least: 1, Most: MaxArgs + 1, Args: types(TProc, anything), Result: TBool, Truth: true, Faulty: true, Reads: list(Rules.at(0))},
	OpRunning:     {Name: "running", I: RefProc, Result: TInt, Reads: list(Frames.by(NumberI))},
	OpTypeOf:      {Name: "type-of", Word: "type-of", Spelling: Applied, Least: 1, Most: 1, Args: types(FilterSet), Result: FilterSet, Reads: nothing},
	OpAhead:       {Name: "ahead", I: RefProc, Most: MaxArgs, Args: types(anything), Result: TBool, Truth: true, Faulty: true, Reads: list(Cells.any(), Books.any(), Pieces.any(), Cards.any(), Sight.any(), Frames.any(), Rules.by(NumberI))},
	OpHomeIn:      {Name: "home-in", Word: "available", Spelling: Applied, Least: 1, Most: 1, Args: types(FilterSet), Result: TInt, Reads: list(Pieces.any().of(0).home())},

	OpPower:       {Name: "power", Word: "**", Spelling: Infix, Strength: 8, Least: 2, Most: 2, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
	OpNext:        {Name: "next", Word: "next", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, anything), Reads: nothing},
	OpHighest:     {Name: "highest", Word: "highest", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, TInt), Result: someSet, Reads: nothing},
	OpConsecutive: {Name: "consecutive", Word: "consecutive", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, TInt), Result: someSet, Reads: nothing},
	OpLowest:      {Name: "lowest", Word: "lowest", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, TInt), Result: someSet, Reads: nothing},
	OpRepeated:    {Name: "repeated", Word: "repeated", Spelling: Loop, I: RefBound, Least: 4, Most: 4, Args: types(anything, TBool, anything, TInt), Result: someSet, Binds: true, Reads: members},

	OpStep:   {Name: "step", Word: "step", Spelling: Applied, I: RefLookup, Least: 2, Most: 3, Args: types(TZone, anything, TInt), Result: TZone, Reads: nothing},
	OpRay:    {Name: "ray", Word: "ray", Spelling: Applied, I: RefLookup, Least: 2, Most: 3, Args: types(TZone, anything, ZoneSet), Result: ZoneSet, Reads: nothing},
	OpBeyond: {Name: "beyond", Word: "beyond", Spelling: Applied, I: RefLookup, Least: 3, Most: 3, Args: types(TZone, anything, ZoneSet), Result: TZone, Reads: nothing},

	OpPlace:    {Name: "place", I: RefNumber, Least: 2, Most: 2, Args: types(anything), Result: TInt, Reads: nothing},
	OpTrackAt:  {Name: "track-at", I: RefVariable, Least: 1, Most: 1, Args: types(anything), Result: TTrack, Reads: nothing},
	OpInTurn:   {Name: "in-turn", Word: "in-turn", Spelling: Applied, Least: 2, Most: 2, Args: types(SeatSet, TSeat), Result: TOrder, Reads: nothing},
	OpReversed: {Name: "reversed", Word: "reversed", Spelling: Applied, Least: 1, Most: 1, Args: types(TOrder), Result: TOrder, Reads: nothing},
	OpStarting: {Name: "starting", Word: "starting", Spelling: Applied, Least: 2, Most: 2, Args: types(SeatSet, TSeat), Result: TOrder, Reads: nothing},
	OpPath:     {Name: "longest-path", Word: "longest-path", Spelling: Applied, Least: 1, Most: 2, Args: types(ZoneSet), Result: TInt, Faulty: true, Reads: nothing},

	OpDigest:   {Name: "digest", Least: 1, Most: MaxArgs + 1, Args: types(ZoneSet, anything), Result: TInt, Reads: list(Pieces.at(0), Cells.any())},
	OpRecurred: {Name: "recurred", I: RefVariable, Least: 1, Most: 1, Args: types(TInt), Result: TBool, Truth: true, Reads: list(Cells.by(NumberI))},

	OpRankMost:  {Name: "rank-most", Word: "ranked", Spelling: Loop, I: RefBound, Least: 3, Most: 3, Args: types(TOrder, TBool, TInt), Result: TOrder, Binds: true, Reads: nothing},
	OpRankLeast: {Name: "rank-least", Word: "ranked", Spelling: Loop, I: RefBound, Least: 3, Most: 3, Args: types(TOrder, TBool, TInt), Result: TOrder, Binds: true, Reads: nothing},

	OpReachable: {Name: "reachable", Word: "reachable", Spelling: Loop, I: RefBound, Least: 5, Most: 5, Args: types(ZoneSet, TBool, TInt, ZoneSet, TInt), Result: ZoneSet, Binds: true, Faulty: true, Reads: nothing},
	OpPathCost:  {Name: "path-cost", Word: "path-cost", Spelling: Loop, I: RefBound, Least: 5, Most: 5, Args: types(ZoneSet, TBool, TInt, ZoneSet, ZoneSet), Result: TInt, Binds: true, Faulty: true, Reads: nothing},
	OpToll:      {Name: "toll", Word: "least", Spelling: Loop, I: RefBound, Least: 3, Most: 3, Args: types(ZoneSet, TBool, TInt), Result: TInt, Binds: true, Reads: nothing},

	OpElement: {Name: "element", Least: 1, Most: 3, Args: types(TInt), Result: TInt, Faulty: true, Reads: nothing},
}

// Ops is the number of operators; every Op below it has a row.
const Ops = numOps

// Row returns the operator's row, which must not be modified; nil if the operator is unknown.
func (o Op) Row() *Operator {
	if o >= numOps {
		return nil
	}
	return &operators[o]
}

// Arg returns the type of operand i.
func (o *Operator) Arg(i int) Type {
	if len(o.Args) == 0 {
		return Type{}
	}
	return o.Args[min(i, len(o.Args)-1)]
}

// Fits reports whether a value of type t is allowed where the table wants type want. KNone fits everything; a set without a member kind
// fits every set.
func (t Type) Fits(want Type) bool {
	switch {
	case want.Kind == KNone || t.Kind == KNone:
		return true
	case want.Kind == KSet && t.Kind == KSet:
		return want.Elem == KNone || t.Elem == KNone || want.Elem == t.Elem
	}
	return want.Kind == t.Kind
}

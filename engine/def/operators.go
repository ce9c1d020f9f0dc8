package def

// This file is the table of operators: what each is called, takes and gives. Whoever treats operators alike reads a row
// instead of listing them.

// Ref tells what a number in an expression or an instruction is.
type Ref uint8

const (
	RefNothing  Ref = iota // not used
	RefNumber              // a number that stands for itself
	RefOption              // index into Options
	RefLocal               // local slot of the procedure
	RefSlots               // first of several local slots; how many is up to the game
	RefBound               // bound slot
	RefCell                // cell
	RefVariable            // first cell of a variable
	RefPlace               // slot or cell of a write, as the field How of the instruction says
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
	RefTarget              // instruction to go on at
)

// Spelling tells how an operator is written in a formula.
type Spelling uint8

const (
	Special Spelling = iota // in a way of its own
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
	Strength    int    // of infix and prefix operators: the greater binds the closer; 0: never needs brackets
	I           Ref    // what Expr.I is
	Least, Most int    // operands; Most -1: any number
	Args        []Type // types of the operands, the last of all further ones; KNone: of several kinds
	Result      Type   // KNone: of several kinds
	Pure        bool   // reads nothing but its operands and the rulebook, as long as no operand is a pile
	Truth       bool   // yields 0 or 1
	Binds       bool   // binds slot I for its operands after the first
	Faulty      bool   // can be a fault by itself: an overflow, a division by zero, rules without end
}

// The types of sets that other packages ask about, too.
var (
	ZoneSet   = Type{Kind: KSet, Elem: KZone}
	FilterSet = Type{Kind: KSet, Elem: KClass} // a filter: a set of piece classes
)

// types of the rows.
var (
	anything = Type{}
	number   = Type{Kind: KInt}
	truth    = Type{Kind: KBool}
	seat     = Type{Kind: KSeat}
	zone     = Type{Kind: KZone}
	pile     = Type{Kind: KPile}
	card     = Type{Kind: KCard}
	piece    = Type{Kind: KPiece}
	proc     = Type{Kind: KProc}
	track    = Type{Kind: KTrack}
	order    = Type{Kind: KOrder}
	lasting  = Type{Kind: KLasting}
	someSet  = Type{Kind: KSet}
	numbers  = Type{Kind: KSet, Elem: KInt}
)

func types(t ...Type) []Type { return t }

// operators is the table.
var operators = [numOps]Operator{
	OpConst:  {Name: "constant", I: RefNumber, Pure: true},
	OpOption: {Name: "option", I: RefOption, Pure: true},
	OpLocal:  {Name: "local", I: RefLocal},
	OpBound:  {Name: "bound", I: RefBound, Pure: true},
	OpCell:   {Name: "cell", I: RefCell},
	OpCellAt: {Name: "cell-at", I: RefVariable, Least: 1, Most: 1, Args: types(anything)},
	OpCellOf: {Name: "cell-of", Least: 1, Most: 1, Args: types(track)},
	OpTable:  {Name: "property", I: RefLookup, Least: 1, Most: 1, Args: types(anything), Pure: true},

	OpAdd:      {Name: "add", Word: "+", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpSub:      {Name: "subtract", Word: "-", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpMul:      {Name: "multiply", Word: "*", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpFloorDiv: {Name: "floor-divide", Word: "div", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpCeilDiv:  {Name: "ceil-divide", Word: "cdiv", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpMod:      {Name: "modulo", Word: "mod", Spelling: Infix, Strength: 6, Least: 2, Most: 2, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpNeg:      {Name: "negate", Word: "-", Spelling: Prefix, Strength: 7, Least: 1, Most: 1, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpMin:      {Name: "min", Word: "min", Spelling: Applied, Least: 1, Most: -1, Args: types(number), Result: number, Pure: true},
	OpMax:      {Name: "max", Word: "max", Spelling: Applied, Least: 1, Most: -1, Args: types(number), Result: number, Pure: true},
	OpEq:       {Name: "equal", Word: "==", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: truth, Pure: true, Truth: true},
	OpNe:       {Name: "not-equal", Word: "!=", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: truth, Pure: true, Truth: true},
	OpLt:       {Name: "less", Word: "<", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: truth, Pure: true, Truth: true},
	OpLe:       {Name: "at-most", Word: "<=", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: truth, Pure: true, Truth: true},
	OpGt:       {Name: "greater", Word: ">", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: truth, Pure: true, Truth: true},
	OpGe:       {Name: "at-least", Word: ">=", Spelling: Infix, Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: truth, Pure: true, Truth: true},
	OpAnd:      {Name: "and", Word: "and", Spelling: Infix, Strength: 2, Most: -1, Args: types(truth), Result: truth, Pure: true, Truth: true},
	OpOr:       {Name: "or", Word: "or", Spelling: Infix, Strength: 1, Most: -1, Args: types(truth), Result: truth, Pure: true, Truth: true},
	OpNot:      {Name: "not", Word: "not", Spelling: Prefix, Strength: 3, Least: 1, Most: 1, Args: types(truth), Result: truth, Pure: true, Truth: true},
	OpIf:       {Name: "if", Word: "if", Spelling: Applied, Least: 3, Most: 3, Args: types(truth, anything), Pure: true},
	OpLet:      {Name: "let", I: RefBound, Least: 2, Most: 2, Args: types(anything), Pure: true, Binds: true},

	OpSetOf:    {Name: "set-of", Most: -1, Args: types(anything), Result: someSet, Pure: true},
	OpSetRange: {Name: "range", Word: "ints", Spelling: Applied, Least: 2, Most: 2, Args: types(number), Result: numbers, Pure: true, Faulty: true},
	OpUnion:    {Name: "union", Word: "|", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(someSet), Result: someSet, Pure: true},
	OpInter:    {Name: "intersection", Word: "&", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(someSet), Result: someSet, Pure: true},
	OpDiff:     {Name: "difference", Word: "\\", Spelling: Infix, Strength: 5, Least: 2, Most: 2, Args: types(someSet), Result: someSet, Pure: true},
	OpHas:      {Name: "has", Strength: 4, Least: 2, Most: 2, Args: types(anything), Result: truth, Pure: true, Truth: true},
	OpSize:     {Name: "size", Word: "size", Spelling: Applied, Least: 1, Most: 1, Args: types(anything), Result: number, Pure: true},
	OpThe:      {Name: "the", Word: "the", Spelling: Applied, Least: 1, Most: 1, Args: types(someSet), Pure: true},
	OpOnly:     {Name: "only", Word: "only", Spelling: Applied, Least: 1, Most: 1, Args: types(someSet), Pure: true, Faulty: true},
	OpPosition: {Name: "position", Word: "position", Spelling: Applied, Least: 2, Most: 2, Args: types(order, seat), Result: number, Pure: true},
	OpTotal:    {Name: "total", Word: "total", Spelling: Applied, Least: 1, Most: 1, Args: types(order), Result: order, Pure: true, Faulty: true},
	OpOrderAt:  {Name: "order-at", Word: "at", Spelling: Applied, Least: 2, Most: 2, Args: types(order, number), Result: seat, Pure: true},
	OpSubsetOf: {Name: "subset-of", Word: "subset", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet), Result: truth, Pure: true, Truth: true},
	OpAdjacent: {Name: "adjacent", Word: "adjacent", Spelling: Applied, Least: 1, Most: 1, Args: types(zone), Result: ZoneSet, Pure: true},
	OpAround:   {Name: "around", Word: "around", Spelling: Applied, Least: 1, Most: 1, Args: types(ZoneSet), Result: ZoneSet, Pure: true},
	OpFlood:    {Name: "flood", Word: "flood", Spelling: Applied, Least: 3, Most: 3, Args: types(zone, ZoneSet, number), Result: ZoneSet, Pure: true},
	OpWithin:   {Name: "within", Word: "within", Spelling: Applied, Least: 2, Most: 2, Args: types(zone, number), Result: ZoneSet, Pure: true},
	OpDistance: {Name: "distance", Word: "distance", Spelling: Applied, Least: 2, Most: 2, Args: types(zone), Result: number, Pure: true},

	OpFilter: {Name: "filter", Word: "set", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, truth), Result: someSet, Pure: true, Binds: true},
	OpCount:  {Name: "count", Word: "count", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, truth), Result: number, Pure: true, Binds: true},
	OpAny:    {Name: "any", Word: "any", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, truth), Result: truth, Pure: true, Truth: true, Binds: true},
	OpEvery:  {Name: "every", Word: "every", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, truth), Result: truth, Pure: true, Truth: true, Binds: true},
	OpFirst:  {Name: "first", Word: "first", Spelling: Loop, I: RefBound, Least: 2, Most: 2, Args: types(anything, truth), Pure: true, Binds: true},
	OpSum:    {Name: "sum", Word: "sum", Spelling: Loop, I: RefBound, Least: 3, Most: 3, Args: types(anything, truth, anything), Pure: true, Binds: true, Faulty: true},
	OpLeast:  {Name: "least", Word: "least", Spelling: Loop, I: RefBound, Least: 3, Most: 4, Args: types(anything, truth, number), Result: number, Pure: true, Binds: true},
	OpMost:   {Name: "most", Word: "most", Spelling: Loop, I: RefBound, Least: 3, Most: 4, Args: types(anything, truth, number), Result: number, Pure: true, Binds: true},

	OpPieces:     {Name: "pieces", Word: "pieces", Spelling: Applied, Least: 2, Most: 2, Args: types(zone, FilterSet), Result: number},
	OpPiecesIn:   {Name: "pieces-in", Word: "pieces", Spelling: Applied, Least: 2, Most: 2, Args: types(ZoneSet, FilterSet), Result: number},
	OpHolding:    {Name: "holding", Word: "holding", Spelling: Applied, Least: 2, Most: 2, Args: types(ZoneSet, FilterSet), Result: ZoneSet},
	OpRoom:       {Name: "room", Word: "room", Spelling: Applied, Least: 2, Most: 2, Args: types(zone, FilterSet), Result: number},
	OpPieceZone:  {Name: "piece-zone", Word: "piece-zone", Spelling: Applied, Least: 1, Most: 1, Args: types(piece), Result: zone, Pure: true},
	OpPieceClass: {Name: "piece-class", Word: "filter-of", Spelling: Applied, Least: 1, Most: 1, Args: types(piece), Result: FilterSet, Pure: true},
	OpPieceAt:    {Name: "piece-at", Word: "piece-at", Spelling: Applied, Least: 2, Most: 2, Args: types(zone, FilterSet), Result: piece},
	OpHome:       {Name: "home", Word: "home", Spelling: Applied, Least: 1, Most: 1, Args: types(FilterSet), Result: zone, Pure: true},
	OpPileSize:   {Name: "pile-size", Word: "size", Spelling: Applied, Least: 1, Most: 1, Args: types(pile), Result: number},
	OpTop:        {Name: "top", Word: "top", Spelling: Applied, Least: 1, Most: 1, Args: types(pile), Result: card},
	OpCardAt:     {Name: "card-at-depth", Word: "card-at", Spelling: Applied, Least: 2, Most: 2, Args: types(pile, number), Result: card},
	OpPileOf:     {Name: "pile-of", Word: "pile-of", Spelling: Applied, Least: 1, Most: 1, Args: types(card), Result: pile},

	OpCall:        {Name: "call", I: RefFunction, Most: MaxArgs, Args: types(anything), Pure: true},
	OpDerived:     {Name: "derived", I: RefDerived, Most: 1, Args: types(anything)},
	OpPoolLeft:    {Name: "pool-left", I: RefPool, Result: number},
	OpStamp:       {Name: "stamp", I: RefLasting, Most: 1, Args: types(lasting), Result: number},
	OpHookNumber:  {Name: "hook-number", I: RefPoint, Least: 1, Most: MaxArgs + 1, Args: types(anything), Faulty: true},
	OpHookAllow:   {Name: "hook-allow", I: RefPoint, Most: MaxArgs, Args: types(anything), Result: truth, Truth: true},
	OpHookPool:    {Name: "hook-pool", I: RefPoint, Least: 1, Most: MaxArgs + 1, Args: types(someSet, anything), Result: someSet},
	OpPossible:    {Name: "possible", I: RefProc, Most: MaxArgs, Args: types(anything), Result: truth, Truth: true},
	OpPossibleDyn: {Name: "possible-at", Least: 1, Most: MaxArgs + 1, Args: types(proc, anything), Result: truth, Truth: true, Faulty: true},
	OpRunning:     {Name: "running", I: RefProc, Result: number},
	OpTypeOf:      {Name: "type-of", Word: "type-of", Spelling: Applied, Least: 1, Most: 1, Args: types(FilterSet), Result: FilterSet, Pure: true},
	OpAhead:       {Name: "ahead", I: RefProc, Most: MaxArgs, Args: types(anything), Result: truth, Truth: true, Faulty: true},
	OpHomeIn:      {Name: "home-in", Word: "available", Spelling: Applied, Least: 1, Most: 1, Args: types(FilterSet), Result: number},

	OpPower:       {Name: "power", Word: "**", Spelling: Infix, Strength: 8, Least: 2, Most: 2, Args: types(number), Result: number, Pure: true, Faulty: true},
	OpNext:        {Name: "next", Word: "next", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, anything), Pure: true},
	OpHighest:     {Name: "highest", Word: "highest", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, number), Result: someSet, Pure: true},
	OpConsecutive: {Name: "consecutive", Word: "consecutive", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, number), Result: someSet, Pure: true},
	OpLowest:      {Name: "lowest", Word: "lowest", Spelling: Applied, Least: 2, Most: 2, Args: types(someSet, number), Result: someSet, Pure: true},
	OpRepeated:    {Name: "repeated", Word: "repeated", Spelling: Loop, I: RefBound, Least: 4, Most: 4, Args: types(anything, truth, anything, number), Result: someSet, Pure: true, Binds: true},

	OpStep:   {Name: "step", Word: "step", Spelling: Applied, I: RefLookup, Least: 2, Most: 2, Args: types(zone, anything), Result: zone, Pure: true},
	OpRay:    {Name: "ray", Word: "ray", Spelling: Applied, I: RefLookup, Least: 2, Most: 3, Args: types(zone, anything, ZoneSet), Result: ZoneSet, Pure: true},
	OpBeyond: {Name: "beyond", Word: "beyond", Spelling: Applied, I: RefLookup, Least: 3, Most: 3, Args: types(zone, anything, ZoneSet), Result: zone, Pure: true},

	OpElement: {Name: "element", Least: 1, Most: 1, Args: types(number), Result: number, Pure: true, Faulty: true},
}

// Ops is the number of operators: every Op below it has a row.
const Ops = numOps

// Row returns the operator's row, which must not be changed; nil if there is no such operator.
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

// Fits reports whether a value of type t can stand where the table says want. What is of several kinds fits everywhere;
// so does a set without a kind of members among sets.
func (t Type) Fits(want Type) bool {
	switch {
	case want.Kind == KNone || t.Kind == KNone:
		return true
	case want.Kind == KSet && t.Kind == KSet:
		return want.Elem == KNone || t.Elem == KNone || want.Elem == t.Elem
	}
	return want.Kind == t.Kind
}

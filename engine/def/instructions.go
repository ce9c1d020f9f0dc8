package def

// This file is the table of instructions: the meaning of their numbers and expressions.

// The target of a write (Instr.A of CSet, CGain, CLose and CPay).
const (
	ToLocal    int32 = iota // local slot B
	ToCell                  // cell B
	ToVariable              // cell B + X1
	ToTrack                 // cell number X1
)

// Field is one of the numbers of an instruction.
type Field struct {
	Name string // "" if unused
	Ref  Ref
	None bool // may be -1: none
}

// Operand is one of the expressions of an instruction.
type Operand struct {
	Name     string
	Type     Type // KNone: of several kinds
	Optional bool // may be missing
}

// Instruction is a row of the table of instructions.
type Instruction struct {
	Name      string // in messages; unique
	A, B, C   Field
	X         []Operand
	Further   bool     // any number of additional expressions
	Condition bool     // only the truth of X0 is used
	Leaves    bool     // never continues at the next instruction
	Reads     []Access // slots that it reads in addition to its expressions
	Writes    []Access // what it writes; Rules: also what the called procedures write
}

var (
	how     = Field{Name: "how", Ref: RefNumber}
	where   = Field{Name: "place", Ref: RefPlace}
	homes   = Field{Name: "home", Ref: RefHome}
	target  = Field{Name: "target", Ref: RefTarget}
	result  = Field{Name: "result", Ref: RefLocal, None: true}
	given   = Field{Name: "defaults", Ref: RefNumber}
	written = []Operand{{Name: "value"}, {Name: "index", Optional: true}}
	changed = []Operand{{Name: "amount", Type: TInt}, {Name: "index", Optional: true}}

	slotA   = list(Slots.by(NumberA))
	slotsAB = list(Slots.by(NumberA), Slots.by(NumberB))
)

// placed is access to the slot or cell of a write.
func placed(w Way) []Access { return list(Slots.by(NumberB).way(w), Cells.by(NumberB).at(1).way(w)) }

// instructions is the table.
var instructions = [numCodes]Instruction{
	CNop:      {Name: "nothing", Writes: nothing},
	CSet:      {Name: "set", A: how, B: where, X: written, Writes: placed(0)},
	CGain:     {Name: "gain", A: how, B: where, X: changed, Reads: placed(0), Writes: placed(Up)},
	CLose:     {Name: "lose", A: how, B: where, X: changed, Reads: placed(0), Writes: placed(Down)},
	CPay:      {Name: "pay", A: how, B: where, X: changed, Reads: placed(0), Writes: placed(Down)},
	CTransfer: {Name: "transfer", X: []Operand{{Name: "from", Type: TTrack}, {Name: "to", Type: TTrack}, {Name: "amount", Type: TInt}}, Writes: list(Cells.at(0).way(Down), Cells.at(1).way(Up))},
	CShift:    {Name: "shift", B: Field{Name: "marker", Ref: RefVariable}, X: []Operand{{Name: "steps", Type: TInt}, {Name: "zone", Type: TZone}}, Writes: list(Cells.by(NumberB).at(1).way(Signed))},
	CMark:     {Name: "mark", B: Field{Name: "marker", Ref: RefVariable}, X: []Operand{{Name: "number", Type: TInt}, {Name: "zone", Type: TZone}}, Writes: list(Cells.by(NumberB).at(1).way(Signed))},
	CMove: {Name: "move", A: homes, X: []Operand{{Name: "filter", Type: FilterSet}, {Name: "number", Type: TInt, Optional: true},
		{Name: "from", Type: TZone}, {Name: "to", Type: TZone, Optional: true}}, Writes: list(Pieces.at(2).of(0).way(Leave), Pieces.at(3).of(0).way(Enter))},
	CMoveAll: {Name: "move-all", A: homes, X: []Operand{{Name: "filter", Type: FilterSet}, {Name: "from", Type: ZoneSet}, {Name: "to", Type: TZone, Optional: true}}, Writes: list(Pieces.at(1).of(0).way(Leave), Pieces.at(2).of(0).way(Enter))},
	CFlip: {Name: "flip", A: Field{Name: "status", Ref: RefStatus}, X: []Operand{{Name: "filter", Type: FilterSet},
		{Name: "number", Type: TInt, Optional: true}, {Name: "zone", Type: TZone}}, Writes: list(Pieces.at(2).of(0).way(Turn))},
	CFlipAll: {Name: "flip-all", A: Field{Name: "status", Ref: RefStatus}, X: []Operand{{Name: "filter", Type: FilterSet}, {Name: "zones", Type: ZoneSet}}, Writes: list(Pieces.at(1).of(0).way(Turn))},
	CTag: {Name: "tag", A: Field{Name: "mark", Ref: RefMark}, B: Field{Name: "on", Ref: RefNumber}, X: []Operand{{Name: "filter", Type: FilterSet},
		{Name: "number", Type: TInt, Optional: true}, {Name: "zone", Type: TZone}}, Writes: list(Pieces.at(2).of(0).way(Turn))},
	CUntagAll:   {Name: "untag-all", A: Field{Name: "mark", Ref: RefMark}, Writes: list(Pieces.any().way(Turn))},
	CCard:       {Name: "card", A: Field{Name: "depth", Ref: RefNumber}, X: []Operand{{Name: "card", Type: TCard}, {Name: "pile", Type: TPile}}, Writes: list(Sight.at(0), Cards.at(0), Cards.at(1))},
	CJump:       {Name: "jump", A: target, Leaves: true, Writes: nothing},
	CJumpUnless: {Name: "jump-unless", A: target, X: []Operand{{Name: "condition", Type: TBool}}, Condition: true, Writes: nothing},
	CCall:       {Name: "call", A: Field{Name: "procedure", Ref: RefProc}, B: result, C: given, Further: true, Writes: list(Slots.by(NumberB), Rules.by(NumberA))},
	CCallDyn:    {Name: "call-at", B: result, C: given, X: []Operand{{Name: "procedure", Type: TProc}}, Further: true, Writes: list(Slots.by(NumberB), Rules.at(0))},
	CReturn:     {Name: "return", X: []Operand{{Name: "result", Optional: true}}, Leaves: true, Writes: nothing},
	CForSet: {Name: "for-set", A: Field{Name: "left", Ref: RefLocal}, B: Field{Name: "member", Ref: RefLocal}, C: target,
		X: []Operand{{Name: "set", Type: someSet, Optional: true}}, Reads: slotA, Writes: slotsAB},
	CForOrder: {Name: "for-order", A: Field{Name: "left", Ref: RefLocal}, B: Field{Name: "seat", Ref: RefLocal}, C: target, Reads: slotA, Writes: slotsAB},
	CForTake:  {Name: "for-take", A: Field{Name: "left", Ref: RefLocal}, B: Field{Name: "piece", Ref: RefLocal}, C: target, Reads: slotA, Writes: slotsAB},
	CDecide:   {Name: "decide", A: Field{Name: "decision", Ref: RefDecision}, Writes: list(Slots.by(NumberA), Sight.by(NumberA), Cards.by(NumberA))},
	CEnter:    {Name: "enter", A: Field{Name: "saved", Ref: RefSlots}, Reads: slotA, Writes: list(Slots.by(NumberA), Cells.by(NumberA))},
	CLeave:    {Name: "leave", A: Field{Name: "saved", Ref: RefSlots}, Reads: slotA, Writes: list(Cells.by(NumberA))},
	CHooks:    {Name: "hooks", A: Field{Name: "point", Ref: RefPoint}, B: Field{Name: "last", Ref: RefLocal}, Further: true, Reads: list(Slots.by(NumberB).more(1)), Writes: list(Slots.by(NumberB).more(1), Cells.by(NumberA), Rules.by(NumberA))},
	CActivate: {Name: "activate", X: []Operand{{Name: "effect", Type: TLasting}, {Name: "duration", Optional: true}}, Writes: list(Books.at(0))},
	CEnd:      {Name: "end", X: []Operand{{Name: "effect", Type: TLasting}}, Writes: list(Books.at(0))},
	CExpire:   {Name: "expire", A: Field{Name: "duration", Ref: RefDuration}, B: Field{Name: "on", Ref: RefDuration, None: true}, Writes: list(Books.any())},
	CHold:     {Name: "hold", A: Field{Name: "derived", Ref: RefDerived}, Writes: list(Books.by(NumberA))},
	CRelease:  {Name: "release", A: Field{Name: "derived", Ref: RefDerived}, Writes: list(Books.by(NumberA))},
	CNote:     {Name: "note", A: Field{Name: "note", Ref: RefNote}, Further: true, Writes: nothing},
	CRequire:  {Name: "require", X: []Operand{{Name: "condition", Type: TBool}}, Condition: true, Writes: nothing},
	COver:     {Name: "over", Further: true, Leaves: true, Writes: nothing},
	CBody:     {Name: "body", A: Field{Name: "begins", Ref: RefNumber}, B: Field{Name: "decision", Ref: RefDecision}, X: []Operand{{Name: "member", Optional: true}}, Writes: nothing},
	CTick:     {Name: "tick", A: Field{Name: "left", Ref: RefLocal}, Reads: slotA, Writes: slotA},
	CEnsure:   {Name: "ensure", A: Field{Name: "reach", Ref: RefLocal}, B: Field{Name: "once", Ref: RefNumber}, C: target, X: []Operand{{Name: "enough", Type: TInt, Optional: true}}, Reads: slotA, Writes: slotA},
	CEnsured:  {Name: "ensured", A: Field{Name: "reach", Ref: RefLocal}, X: []Operand{{Name: "reached"}}, Reads: slotA, Writes: slotA},
	CMoveCards: {Name: "move-cards", A: Field{Name: "depth", Ref: RefNumber}, X: []Operand{{Name: "from", Type: TPile}, {Name: "to", Type: TPile}},
		Writes: list(Sight.any(), Cards.at(0), Cards.at(1))},
	CRecord: {Name: "record", B: Field{Name: "variable", Ref: RefVariable}, X: []Operand{{Name: "value", Type: TInt}}, Writes: list(Cells.by(NumberB))},
	CSetAll: {Name: "set-all", B: Field{Name: "variable", Ref: RefVariable}, X: []Operand{{Name: "value"}, {Name: "members", Type: someSet}}, Writes: list(Cells.by(NumberB).at(1))},
}

// Codes is the number of instructions; every Code below it has a row.
const Codes = numCodes

// Row returns the instruction's row, which must not be modified; nil if the instruction is unknown.
func (c Code) Row() *Instruction {
	if c >= numCodes {
		return nil
	}
	return &instructions[c]
}

// Needs returns the least number of expressions of an instruction; some of them may be nil.
func (r *Instruction) Needs() int {
	n := len(r.X)
	for n > 0 && r.X[n-1].Optional {
		n--
	}
	return n
}

// Optional reports whether expression i may be missing.
func (r *Instruction) Optional(i int) bool { return i < len(r.X) && r.X[i].Optional }

// Fields returns the numbers of an instruction and their meaning.
func (in *Instr) Fields() [3]struct {
	Field
	Value int32
} {
	r := in.Op.Row()
	return [3]struct {
		Field
		Value int32
	}{{r.A, in.A}, {r.B, in.B}, {r.C, in.C}}
}

// Number returns one of the numbers of an instruction.
func (in *Instr) Number(n Number) int32 {
	if n == NumberA {
		return in.A
	}
	return in.B
}

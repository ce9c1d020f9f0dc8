package def

// This file is the table of instructions: what their numbers and expressions are.

// How a write names its place (Instr.A of CSet, CGain, CLose and CPay).
const (
	ToLocal    int32 = iota // local slot B
	ToCell                  // cell B
	ToVariable              // cell B + X1
	ToTrack                 // cell number X1
)

// Field is one of the numbers of an instruction.
type Field struct {
	Name string // "" where it is not used
	Ref  Ref
	None bool // may be -1: none
}

// Operand is one of the expressions of an instruction.
type Operand struct {
	Name     string
	Type     Type // KNone: of several kinds
	Optional bool // may be missing
}

// Writes is the set of the parts of a state that an instruction may change, apart from where the machine is. What the procedures
// that it calls and the answers that it waits for change is not part of it.
type Writes uint8

const (
	WritesNothing Writes = 1 << iota // declares that it changes none of them: a row without any is not finished
	WritesSlots                      // slots of the running frame
	WritesCells                      // cells of variables, tracks and markers
	WritesBooks                      // stamps of lasting effects, quotas, held values, saved cells of an action
	WritesPieces                     // which pieces are where
	WritesCards                      // which cards lie where, and who has seen them
)

// Instruction is a row of the table of instructions.
type Instruction struct {
	Name      string // in messages; unique
	A, B, C   Field
	X         []Operand
	Further   bool // any number of expressions more
	Condition bool // X0 is asked for its truth only
	Leaves    bool // never goes on at the next instruction
	Writes    Writes
}

var (
	how     = Field{Name: "how", Ref: RefNumber}
	where   = Field{Name: "place", Ref: RefPlace}
	homes   = Field{Name: "home", Ref: RefNumber}
	target  = Field{Name: "target", Ref: RefTarget}
	result  = Field{Name: "result", Ref: RefLocal, None: true}
	given   = Field{Name: "defaults", Ref: RefNumber}
	written = []Operand{{Name: "value"}, {Name: "index", Optional: true}}
	changed = []Operand{{Name: "amount", Type: number}, {Name: "index", Optional: true}}
)

// instructions is the table.
var instructions = [numCodes]Instruction{
	CNop:      {Name: "nothing", Writes: WritesNothing},
	CSet:      {Name: "set", A: how, B: where, X: written, Writes: WritesSlots | WritesCells},
	CGain:     {Name: "gain", A: how, B: where, X: changed, Writes: WritesSlots | WritesCells},
	CLose:     {Name: "lose", A: how, B: where, X: changed, Writes: WritesSlots | WritesCells},
	CPay:      {Name: "pay", A: how, B: where, X: changed, Writes: WritesSlots | WritesCells},
	CTransfer: {Name: "transfer", X: []Operand{{Name: "from", Type: track}, {Name: "to", Type: track}, {Name: "amount", Type: number}}, Writes: WritesCells},
	CShift:    {Name: "shift", B: Field{Name: "marker", Ref: RefVariable}, X: []Operand{{Name: "steps", Type: number}, {Name: "zone", Type: zone}}, Writes: WritesCells},
	CMark:     {Name: "mark", B: Field{Name: "marker", Ref: RefVariable}, X: []Operand{{Name: "number", Type: number}, {Name: "zone", Type: zone}}, Writes: WritesCells},
	CMove: {Name: "move", A: homes, X: []Operand{{Name: "filter", Type: FilterSet}, {Name: "number", Type: number, Optional: true},
		{Name: "from", Type: zone}, {Name: "to", Type: zone, Optional: true}}, Writes: WritesPieces},
	CMoveAll: {Name: "move-all", A: homes, X: []Operand{{Name: "filter", Type: FilterSet}, {Name: "from", Type: ZoneSet}, {Name: "to", Type: zone, Optional: true}}, Writes: WritesPieces},
	CFlip: {Name: "flip", A: Field{Name: "status", Ref: RefStatus}, X: []Operand{{Name: "filter", Type: FilterSet},
		{Name: "number", Type: number, Optional: true}, {Name: "zone", Type: zone}}, Writes: WritesPieces},
	CFlipAll: {Name: "flip-all", A: Field{Name: "status", Ref: RefStatus}, X: []Operand{{Name: "filter", Type: FilterSet}, {Name: "zones", Type: ZoneSet}}, Writes: WritesPieces},
	CTag: {Name: "tag", A: Field{Name: "mark", Ref: RefMark}, B: Field{Name: "on", Ref: RefNumber}, X: []Operand{{Name: "filter", Type: FilterSet},
		{Name: "number", Type: number, Optional: true}, {Name: "zone", Type: zone}}, Writes: WritesPieces},
	CUntagAll:   {Name: "untag-all", A: Field{Name: "mark", Ref: RefMark}, Writes: WritesPieces},
	CCard:       {Name: "card", A: Field{Name: "depth", Ref: RefNumber}, X: []Operand{{Name: "card", Type: card}, {Name: "pile", Type: pile}}, Writes: WritesCards | WritesCells},
	CJump:       {Name: "jump", A: target, Leaves: true, Writes: WritesNothing},
	CJumpUnless: {Name: "jump-unless", A: target, X: []Operand{{Name: "condition", Type: truth}}, Condition: true, Writes: WritesNothing},
	CCall:       {Name: "call", A: Field{Name: "procedure", Ref: RefProc}, B: result, C: given, Further: true, Writes: WritesSlots},
	CCallDyn:    {Name: "call-at", B: result, C: given, X: []Operand{{Name: "procedure", Type: proc}}, Further: true, Writes: WritesSlots},
	CReturn:     {Name: "return", X: []Operand{{Name: "result", Optional: true}}, Leaves: true, Writes: WritesNothing},
	CForSet: {Name: "for-set", A: Field{Name: "left", Ref: RefLocal}, B: Field{Name: "member", Ref: RefLocal}, C: target,
		X: []Operand{{Name: "set", Type: someSet, Optional: true}}, Writes: WritesSlots},
	CForOrder: {Name: "for-order", A: Field{Name: "left", Ref: RefLocal}, B: Field{Name: "seat", Ref: RefLocal}, C: target, Writes: WritesSlots},
	CForTake:  {Name: "for-take", A: Field{Name: "left", Ref: RefLocal}, B: Field{Name: "piece", Ref: RefLocal}, C: target, Writes: WritesSlots},
	CDecide:   {Name: "decide", A: Field{Name: "decision", Ref: RefDecision}, Writes: WritesSlots | WritesCards | WritesCells},
	CEnter:    {Name: "enter", A: Field{Name: "saved", Ref: RefSlots}, Writes: WritesSlots | WritesCells | WritesBooks},
	CLeave:    {Name: "leave", A: Field{Name: "saved", Ref: RefSlots}, Writes: WritesSlots | WritesCells | WritesBooks},
	CHooks:    {Name: "hooks", A: Field{Name: "point", Ref: RefPoint}, B: Field{Name: "last", Ref: RefLocal}, Further: true, Writes: WritesSlots | WritesBooks},
	CActivate: {Name: "activate", X: []Operand{{Name: "effect", Type: lasting}, {Name: "duration", Optional: true}}, Writes: WritesBooks},
	CEnd:      {Name: "end", X: []Operand{{Name: "effect", Type: lasting}}, Writes: WritesBooks},
	CExpire:   {Name: "expire", A: Field{Name: "duration", Ref: RefDuration}, B: Field{Name: "on", Ref: RefDuration, None: true}, Writes: WritesBooks},
	CHold:     {Name: "hold", A: Field{Name: "derived", Ref: RefDerived}, Writes: WritesBooks},
	CRelease:  {Name: "release", A: Field{Name: "derived", Ref: RefDerived}, Writes: WritesBooks},
	CNote:     {Name: "note", A: Field{Name: "note", Ref: RefNote}, Further: true, Writes: WritesNothing},
	CRequire:  {Name: "require", X: []Operand{{Name: "condition", Type: truth}}, Condition: true, Writes: WritesNothing},
	COver:     {Name: "over", Further: true, Leaves: true, Writes: WritesNothing},
	CBody:     {Name: "body", A: Field{Name: "begins", Ref: RefNumber}, B: Field{Name: "decision", Ref: RefDecision}, X: []Operand{{Name: "member", Optional: true}}, Writes: WritesNothing},
	CTick:     {Name: "tick", A: Field{Name: "left", Ref: RefLocal}, Writes: WritesSlots},
	CEnsure:   {Name: "ensure", A: Field{Name: "reach", Ref: RefLocal}, B: Field{Name: "once", Ref: RefNumber}, C: target, X: []Operand{{Name: "enough", Type: number, Optional: true}}, Writes: WritesSlots},
	CEnsured:  {Name: "ensured", A: Field{Name: "reach", Ref: RefLocal}, X: []Operand{{Name: "reached"}}, Writes: WritesSlots},
}

// Codes is the number of instructions: every Code below it has a row.
const Codes = numCodes

// Row returns the instruction's row, which must not be changed; nil if there is no such instruction.
func (c Code) Row() *Instruction {
	if c >= numCodes {
		return nil
	}
	return &instructions[c]
}

// Needs returns the number of expressions that an instruction must have; some of them may be nil.
func (r *Instruction) Needs() int {
	n := len(r.X)
	for n > 0 && r.X[n-1].Optional {
		n--
	}
	return n
}

// Optional reports whether expression i may be missing.
func (r *Instruction) Optional(i int) bool { return i < len(r.X) && r.X[i].Optional }

// Fields returns the numbers of an instruction with what they are.
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

package def

// This file holds the vocabulary of the columns Reads and Writes: the part of a state that an operator reads or an instruction writes,
// and its bounds. Package facts interprets the columns.

// Store is a part of a state.
type Store uint8

const (
	Cells  Store = 1 + iota // variables, tracks, markers, and how often attachments have run
	Books                   // lasting effects: stamps, held values
	Pieces                  // the pieces in each zone
	Cards                   // the cards in each pile
	Sight                   // who sees a card beyond those who see its pile
	Slots                   // slots of the running frame
	Frames                  // the stack of procedures
	Rules                   // everything that the named rule reads or, called by an instruction, writes
)

// Number is one of the numbers of an operator or instruction.
type Number uint8

const (
	NumberI Number = 1 + iota // Expr.I
	NumberA                   // Instr.A
	NumberB                   // Instr.B
)

// Way is the direction of a write: bits, as a write may have several.
type Way uint8

const (
	Up     Way = 1 << iota // the number increases
	Down                   // the number decreases
	Leave                  // pieces leave the zones
	Enter                  // pieces enter the zones
	Turn                   // pieces change their class within the zones
	Signed                 // Up or Down, by the sign of operand 0
)

// Access is a part of a state that an operator reads, or that an instruction reads or writes. Without bounds it is the whole store.
type Access struct {
	Store Store
	By    Number // the number that names the thing, interpreted by its Ref; 0: none
	Home  bool   // Pieces: in the home zones of the filter
	Way   Way    // direction of a write; 0: any

	More int32 // Slots: number of slots after the named one

	operand, filter int8 // number of the operand from 1; 0: none
}

// At returns the operand that bounds an access: the index of a variable, track, lasting effect, procedure, zone, pile or card (for the
// pile that it lies in); nil if there is none.
func (a *Access) At(x []*Expr) *Expr { return operand(x, a.operand) }

// Of returns the operand that filters the pieces, nil if there is none.
func (a *Access) Of(x []*Expr) *Expr { return operand(x, a.filter) }

func operand(x []*Expr, i int8) *Expr {
	if i == 0 || int(i) > len(x) {
		return nil
	}
	return x[i-1]
}

// applies reports whether an operator with these operands has the access: a loop over a pile reads cards, a loop over a set does not.
func (a *Access) applies(x []*Expr) bool {
	p := a.At(x)
	return a.Store != Cards || p == nil || p.Type.Kind == KPile || p.Type.Kind == KCard
}

// Reads returns what an expression reads of the state, without its operands.
func (e *Expr) Reads() []Access {
	all := e.Op.Row().Reads
	if len(all) == 1 && !all[0].applies(e.Args) {
		return nil
	}
	return all
}

// Pure reports whether an expression reads nothing of a state, apart from its operands and from the functions it calls.
func (e *Expr) Pure() bool { return len(e.Reads()) == 0 || e.Op == OpCall }

// The following helpers keep the columns readable: list(Pieces.at(0).of(1)) is the pieces of filter operand 1 in operand 0.

// nothing is the column of a row that reads or writes nothing. A nil column marks an unfinished row.
var nothing = []Access{}

// Columns that several rows share.
var (
	members  = list(Cards.at(0))                          // iterates over operand 0, which may be a pile
	standing = list(Pieces.at(0).of(1))                   // pieces of a filter in zones
	inForce  = list(Books.by(NumberI), Rules.by(NumberI)) // a rule, and whether it is in force
)

func list(a ...Access) []Access { return a }

func (r Store) any() Access        { return Access{Store: r} }
func (r Store) by(n Number) Access { return Access{Store: r, By: n} }
func (r Store) at(i int8) Access   { return r.any().at(i) }

func (a Access) at(i int8) Access    { a.operand = i + 1; return a }
func (a Access) of(i int8) Access    { a.filter = i + 1; return a }
func (a Access) way(w Way) Access    { a.Way = w; return a }
func (a Access) more(n int32) Access { a.More = n; return a }
func (a Access) home() Access        { a.Home = true; return a }

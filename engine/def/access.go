package def

// This file holds the vocabulary of the columns Reads and Writes: which part of a state an operator reads or an instruction writes,
// and what bounds it. Package facts interprets the columns.

// Store is a part of a state.
type Store uint8

const (
	Cells  Store = 1 + iota // variables, tracks, markers, and how often attachments have run
	Books                   // stamps of lasting effects, held values
	Pieces                  // which pieces stand where
	Cards                   // which cards lie where
	Sight                   // who sees cards beside those to whom their piles show them
	Slots                   // slots of the running frame
	Frames                  // which procedures run
	Rules                   // no part by itself: whatever the rule that is named reads or, called by an instruction, writes
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
	Up     Way = 1 << iota // the number grows
	Down                   // it becomes less
	Leave                  // pieces go from the zones
	Enter                  // pieces come into them
	Turn                   // pieces change their class where they are
	Signed                 // Up or Down, by the sign of operand 0
)

// Access is a part of a state that an operator reads, or that an instruction reads or writes. What is not bounded is the whole store.
type Access struct {
	Store Store
	By    Number // names the thing, of the kind that its Ref says; 0: none does
	Home  bool   // Pieces: in the zones where those of the filter are at home
	Way   Way    // of a write; 0: any

	More int32 // Slots: how many more follow the one that is named

	operand, filter int8 // the first is 1; 0: none
}

// At returns the operand that bounds an access: the index of a variable, a track, a lasting effect, a procedure, a zone, a pile or a
// card, which stands for its pile; nil if there is none.
func (a *Access) At(x []*Expr) *Expr { return operand(x, a.operand) }

// Of returns the operand that is the filter of the pieces, nil if there is none.
func (a *Access) Of(x []*Expr) *Expr { return operand(x, a.filter) }

func operand(x []*Expr, i int8) *Expr {
	if i == 0 || int(i) > len(x) {
		return nil
	}
	return x[i-1]
}

// applies reports whether an operator with these operands has an access: one that reads a set does not read cards, as one does that
// reads a pile.
func (a *Access) applies(x []*Expr) bool {
	p := a.At(x)
	return a.Store != Cards || p == nil || p.Type.Kind == KPile || p.Type.Kind == KCard
}

// Reads returns what an expression reads of the state by itself, its operands left out.
func (e *Expr) Reads() []Access {
	all := e.Op.Row().Reads
	if len(all) == 1 && !all[0].applies(e.Args) {
		return nil
	}
	return all
}

// Pure reports whether an expression reads nothing of a state by itself, beside its operands and what the functions read that it calls.
func (e *Expr) Pure() bool { return len(e.Reads()) == 0 || e.Op == OpCall }

// What follows makes the columns readable: list(Pieces.at(0).of(1)) are pieces of operand 1, a filter, in operand 0.

// nothing is the column of a row that reads or writes nothing: a row without any is not finished.
var nothing = []Access{}

// Columns of several rows.
var (
	members  = list(Cards.at(0))                          // goes through operand 0, which may be a pile
	standing = list(Pieces.at(0).of(1))                   // pieces of a filter in zones
	inForce  = list(Books.by(NumberI), Rules.by(NumberI)) // a rule, and whether it holds
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

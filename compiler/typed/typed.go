// Package typed is a rulebook in which every name is bound, every expression typed and every call checked: what package
// resolve gives and package lower and package check take. It says what happens, not yet how the machine does it: there
// are no slots, jumps or nodes.
//
// Expressions are those of the compiled game, with one difference: a name that is bound (a parameter, a let, the member
// of a loop, the answer of a decision, a candidate, the variable of a comprehension) is an OpBound whose I is the ID of
// its Binding, and an operator that binds (Binds in the table of operators) has the ID of its Binding in I. Lowering gives
// each binding its slot. No expression has a Node: what coverage records of a condition stands in its Cond.
package typed

import (
	"iter"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Place is where something stands in the rulebook and which clauses it belongs to: a node of the compiled game.
type Place struct {
	Pos   diag.Pos
	Rules []string
	What  string // the statement's keyword, or what it is: "if", "where", "case" ...
}

// Rule is the first clause, "" if there is none.
func (p *Place) Rule() string {
	if p == nil || len(p.Rules) == 0 {
		return ""
	}
	return p.Rules[0]
}

// Binding is a name that formulas read. ID is its index in Rulebook.Bindings.
type Binding struct {
	ID   int64
	Name string // with its $
	Type def.Type
	Pos  diag.Pos
	Used bool // some formula reads it
	// Const is what the name stands for where it is no value of its own: a constant, or another binding.
	Const *def.Expr
	// Among is the constant set of all values that it can have beside none, nil if that is open.
	Among *def.Expr
	// Over is the constant set that a candidate or the member of a loop is taken from, nil if that is open.
	Over *def.Expr
	// Pieces tells that the answer is a list of pieces, which a loop can visit; as a number it is how many they are.
	Pieces bool
}

// Thing is what the name of the binding stands for.
func (b *Binding) Thing() names.Thing {
	return names.Thing{Sort: names.Bound, Name: b.Name, At: b.Pos}
}

// Cond is a condition: of a domain, of a guard, of a hook.
type Cond struct {
	When *def.Expr // with its guard, if it has one: not guard or condition
	Rule string    // the clause that a refusal names
	At   *Place
	Said Said
}

// Said is what the author wrote of a condition, for the warnings about conditions that never change. Copies that the
// compiler makes of one text (an offered procedure's, a macro's) say nothing, nor does a formula that looks at data of the
// game that could be other data.
type Said struct {
	When, If   *source.Node // nil: nobody is to be told about it
	Test, Only *def.Expr    // When and If, typed; Only is nil for a condition without a guard, and else always there
	Option     string       // what cannot be had if the condition never holds; "" for no option
}

// Rulebook is all that can run or be computed, and the data of the game.
type Rulebook struct {
	Game       *def.GameDef // what is declared with its data (properties, sets, tables, set-ups), without what Lower makes of the rest
	Functions  []*Function  // in the order of GameDef.Functions
	Derived    []*Derived   // in the order of GameDef.Derived
	Points     []*Point     // in the order of GameDef.Points
	Hooks      []*Hook      // in the order of GameDef.Attachments
	Procs      []*Proc      // in the order of GameDef.Procs: those of procedures:, of cards, of hooks
	Checks     []*Check
	Claims     []Assertion
	Invariants []*Invariant
	Bindings   []*Binding           // by ID
	Sets       map[string]*def.Expr // named sets: their members
	Stored     [][]int32            // by signature of a procedure type (Type.Of - 1): the procedures that are values of it
	InAction   int32                // cell that is 1 inside an action
	Names      []DecisionName
	Budget     *diag.Budget // of the compile
	Gaps       []string     // properties of cards that list texts which are still to be written
	Uses       []names.Use  // where names are used, in the order in which they were resolved; some are there several times
}

// DecisionName is the name of a decision that must be there, or, where Of names a decision, of an answer to it.
type DecisionName struct {
	Name, Of string
	Pos      diag.Pos
}

// Function is a function of the rulebook.
type Function struct {
	Params []*Binding
	Lets   []*Binding // in the order in which the body binds them
	Body   *def.Expr
	At     *Place
	Pos    diag.Pos // of its id
}

// Derived is a derived value; Of is nil for one that has no index.
type Derived struct {
	Of    *Binding
	Value *def.Expr
	At    *Place
	Pos   diag.Pos
}

// Point is a hook point.
type Point struct {
	Params []*Binding
	At     *Place
	Pos    diag.Pos
}

// Hook joins a lasting effect to a point. Its formulas read the point's parameters.
type Hook struct {
	When               *Cond
	Value, Add, Remove *def.Expr
	At                 *Place
}

// Proc is a procedure.
type Proc struct {
	Index    int32
	ID       string
	Params   []*Binding
	Bound    []*Binding // the names of lets and decisions that are bound to be read, in the order in which they are written
	Body     []*Stmt
	Possible []*Cond // as the author says; nil if that is to be derived
	Own      bool    // the author says when it is possible
	At       *Place
	Pos      diag.Pos // of its id
	Declared bool     // stands in procedures:
}

// Check is what the rulebook demands of data.
type Check struct {
	Bound   []*Binding          // the names of each:, none if it is asked of the rulebook as a whole or of calls
	Cases   iter.Seq[CheckCase] // what it is asked of; there may be a case for each two of many entries
	Setups  bool                // the cases are set-ups: it is asked in their positions
	Require *def.Expr
	Pos     diag.Pos // of the condition
	Level   diag.Severity
	Message string
	Rules   []string
	Entry   diag.Pos // of the check
}

// CheckCase is one entry, or one pair of entries, that a check is asked of.
type CheckCase struct {
	Values []int64  // of the bindings, of a set-up its index; the next case may overwrite them
	Name   string   // the id of the entry at fault, "" if it has none
	Fault  diag.Pos // where its data stands
	Other  diag.Pos // where the data stands that does not go with it, the zero Pos if there is none
}

// Invariant is what must hold whenever somebody is asked.
type Invariant struct {
	ID, Message string
	Require     *def.Expr
	At          *Place
}

// Assertion is what a set-up says of a derived value.
type Assertion struct {
	Setup, ID string
	Pos       diag.Pos
	Written   string
	Want      int64
}

// Package typed is a rulebook in which every name is bound, every expression typed and every call checked: the result of package
// resolve and the input of packages lower and check. It is independent of the machine: it has no slots, jumps or nodes.
//
// Expressions are those of the compiled game, with one difference: a bound name (a parameter, a let, the member of a loop, the
// answer of a decision, a candidate, the variable of a comprehension) is an OpBound whose I is the ID of its Binding, and an
// operator that binds (Binds in the table of operators) has the ID of its Binding in I. Lowering assigns slots to bindings. No
// expression has a Node: the place of a condition, for coverage, is in its Cond.
package typed

import (
	"iter"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Place is a position in the rulebook with its clauses: a future node of the compiled game.
type Place struct {
	Pos   diag.Pos
	Rules []string
	What  string // the statement's keyword, or another description: "if", "where", "case" ...
}

// Rule returns the first clause, or "".
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
	// Mate is the other half of a pair. It is set for a half that the conditions of the pair read.
	Mate *Binding
	// Const is the expression that replaces the name, if it has no value of its own: a constant or another binding.
	Const *def.Expr
	// Among is the constant set of its possible values beside none, nil if they are unknown.
	Among *def.Expr
	// Over is the constant set over which a candidate or the member of a loop ranges, nil if it is unknown.
	Over *def.Expr
	// Pieces is set if the answer is a list of pieces, which a loop can visit; as a number it is their number.
	Pieces bool
}

// Thing returns the meaning of the binding's name.
func (b *Binding) Thing() names.Thing {
	return names.Thing{Sort: names.Bound, Name: b.Name, At: b.Pos}
}

// Cond is a condition: of a domain, of a guard, of a hook.
type Cond struct {
	When *def.Expr // including its guard, if it has one: not guard or condition
	Rule string    // the clause that a refusal names
	At   *Place
	Said Said
}

// Said is the source of a condition, for warnings about constant conditions. It is empty for copies that the compiler makes of
// one text (in offered procedures or macros), and for formulas that depend on the data of the game.
type Said struct {
	When, If   *source.Node // nil: no warning
	Test, Only *def.Expr    // When and If, typed; Only is nil for a condition without a guard
	Option     string       // the option that is unavailable if the condition is never true, or ""
}

// Rulebook has all executable parts of a rulebook, and the data of the game.
type Rulebook struct {
	Game       *def.GameDef // the declarations and data (properties, sets, tables, set-ups), without the results of lowering
	Functions  []*Function  // in the order of GameDef.Functions
	Derived    []*Derived   // in the order of GameDef.Derived
	Points     []*Point     // in the order of GameDef.Points
	Hooks      []*Hook      // in the order of GameDef.Attachments
	Procs      []*Proc      // in the order of GameDef.Procs: those of `procedures`, of cards, of hooks
	Checks     []*Check
	Claims     []Assertion
	Invariants []*Invariant
	Bindings   []*Binding           // by ID
	Sets       map[string]*def.Expr // named sets: their members
	Stored     [][]int32            // by signature of a procedure type (Type.Of - 1): the procedures that occur as its values
	InAction   int32                // the cell that is 1 inside an action
	Names      []DecisionName
	Budget     *diag.Budget // of the compile
	Gaps       []string     // properties of cards that list texts still to be written
	Uses       []names.Use  // uses of names, in the order in which they were resolved, possibly repeated
}

// DecisionName is the name of a decision that must exist or, if Of is a decision, of an answer to it.
type DecisionName struct {
	Name, Of string
	Pos      diag.Pos
}

type Function struct {
	Params []*Binding
	Lets   []*Binding // in the order in which the body binds them
	Body   *def.Expr
	At     *Place
	Pos    diag.Pos // of its id
}

// Derived is a derived value; Of is nil if it has no index.
type Derived struct {
	Of    *Binding
	Value *def.Expr
	At    *Place
	Pos   diag.Pos
}

type Point struct {
	Params []*Binding
	At     *Place
	Pos    diag.Pos
}

// Hook attaches a lasting effect to a point. Its formulas read the point's parameters.
type Hook struct {
	When               *Cond
	Value, Add, Remove *def.Expr
	At                 *Place
}

type Proc struct {
	Index    int32
	ID       string
	Params   []*Binding
	Bound    []*Binding // names of lets and decisions that should be read, in the order in which they are written
	Body     []*Stmt
	Possible []*Cond // the conditions given by the author
	Own      bool    // whether the author gave Possible; otherwise it is derived
	At       *Place
	Pos      diag.Pos // of its id
	Declared bool     // listed in `procedures`
}

// Check is a condition on the data of the rulebook.
type Check struct {
	Bound   []*Binding          // the names in `each`, none for checks of the whole rulebook or of calls
	Cases   iter.Seq[CheckCase] // the cases to evaluate, possibly one for each pair of many entries
	Setups  bool                // the cases are set-ups, and the check is evaluated in their positions
	Require *def.Expr
	Pos     diag.Pos // of the condition
	Level   diag.Severity
	Message string
	Rules   []string
	Entry   diag.Pos // of the check
}

// CheckCase is an entry, or a pair of entries, for which a check is evaluated.
type CheckCase struct {
	Values []int64  // of the bindings; of a set-up its index; the next case may overwrite them
	Name   string   // the id of the entry at fault, or ""
	Fault  diag.Pos // the position of its data
	Other  diag.Pos // the position of the conflicting data, or the zero Pos
}

// Invariant is a condition that must be true at every decision.
type Invariant struct {
	ID, Message string
	Require     *def.Expr
	At          *Place
}

// Assertion is the expected value of a derived value in a set-up.
type Assertion struct {
	Setup, ID string
	Pos       diag.Pos
	Written   string
	Want      int64
}

package typed

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Stmt is a statement.
type Stmt struct {
	At   *Place
	When *Cond // its guard; nil if there is none
	Do   Action
}

// Action is the action of a statement: one of the types below.
type Action interface{ action() }

// Target is the target of an assignment: a local binding, a cell, the cell of a seat, zone or card, or a track.
type Target struct {
	Local *Binding    // nil: not a binding
	Cell  int32       // the cell or, with Index, the first cell of its variable
	Index *def.Expr   // nil: Cell itself
	Track *def.Expr   // not nil: the target is this track
	Owner *def.Expr   // the seat, zone or card that owns the value; nil if there is none
	Var   *def.VarDef // nil: not a variable
	Type  def.Type
}

// Group is a group of pieces: in one zone (Zone, Count) or in all zones of a set (Set).
type Group struct{ Filter, Count, Zone, Set *def.Expr }

// Args are the arguments of a call in the order of the parameters. Left has a bit for each omitted argument, which is the
// parameter's default.
type Args struct {
	Xs   []*def.Expr
	Left int32
}

type (
	// Set assigns, if Only is true (nil: always).
	Set struct {
		To    Target
		Value *def.Expr
		Only  *def.Expr
	}
	// Change is gain, lose or pay.
	Change struct {
		Code def.Code
		To   Target
		By   *def.Expr
	}
	// Transfer moves an amount between tracks.
	Transfer struct{ From, To, Amount *def.Expr }
	// Shift moves a marker along its scale.
	Shift struct {
		Marker   *def.VarDef
		By, Zone *def.Expr
	}
	// Mark places markers in a zone.
	Mark struct {
		Marker   *def.VarDef
		By, Zone *def.Expr
	}
	// Move moves pieces to a zone, or to their home zones.
	Move struct {
		Pieces Group
		To     *def.Expr // nil: home
		Mark   int32     // a mark that the pieces get on arrival, -1: none
	}
	// Flip sets the status of pieces.
	Flip struct {
		Pieces Group
		Status int32
	}
	// Tag adds or removes a mark of pieces.
	Tag struct {
		Pieces Group
		Mark   int32
		Off    bool
	}
	// Untag removes a mark from all pieces.
	Untag struct{ Mark int32 }
	// Card moves a card: 0 to the top of the pile, 1 to the bottom, 2 beneath the top card.
	Card struct {
		Card, Pile *def.Expr
		At         int32
	}
	// Record records a position: Past holds digests of the latest ones.
	Record struct {
		Past   *def.VarDef
		Digest *def.Expr
	}
	// Let binds a value.
	Let struct {
		Name  *Binding
		Value *def.Expr
	}
	// Several is a sequence of actions that all have the place of one statement.
	Several struct{ Acts []Action }
	Block   struct{ Body []*Stmt }
	If      struct {
		Cond       *Cond
		Then, Else []*Stmt
	}
	Switch struct {
		Value   *def.Expr
		Cases   []Case
		Else    []*Stmt
		ElsePos diag.Pos     // zero: there is no else
		Written *source.Node // the value; nil in a copy, in a library, and if the value depends on data
		Among   *def.Expr    // the constant set of possible values beside none, if it is known of the name; nil: see Value
	}
	// For visits the members of a set or an order, or the pieces of a list (Over is a binding with Pieces). With Candidate, it
	// visits those members of Over that satisfy Where when the loop begins.
	For struct {
		Member    *Binding
		Over      *def.Expr
		Candidate *Binding // nil: there is no condition
		Where     []*Cond
		Limit     *def.Expr // the greatest number of rounds; nil: no limit
		Body      []*Stmt
		Fixed     bool // the author stated that the order is fixed
		Asks      bool // an askUntil: a Stop in it ends it
	}
	// Prepare copies the values of a seat to the variables for its secret answers, so that unanswered ones keep their values.
	Prepare struct {
		Seat  *Binding
		Shows []Answered
	}
	// Keep stores the secret answers of a seat and the fact that it has answered.
	Keep struct {
		Seat  *Binding
		Shows []Answered
	}
	// Show copies the secret answers of all seats to the variables.
	Show struct{ Shows []Answered }
	// Repeat loops at most Times times, while While is true (nil: always). If Ends is set, While must end the loop: more than
	// Times rounds are a fault, and nil Times is no limit.
	Repeat struct {
		Times *def.Expr
		While *Cond
		Body  []*Stmt
		Ends  bool
	}
	// Stop ends the innermost repeat.
	Stop struct{}
	// Return ends the procedure.
	Return  struct{ Value *def.Expr } // nil: without a result
	Require struct{ Cond *Cond }
	// Scope runs a body with a new instance of the variables of action scope.
	Scope struct{ Body []*Stmt }
	// Hold freezes a derived value during a body.
	Hold struct {
		Derived int32
		Body    []*Stmt
	}
	// Ensure runs a body under an obligation. Value is evaluated at the end of the body and is a truth value or a number to
	// maximise; Most is an upper bound of the number (nil: none).
	Ensure struct {
		Value, Most *def.Expr
		Once        bool // Value must be true at some decision in the body, not at its end
		Body        []*Stmt
	}
	// RunHooks runs the hooks of a run point.
	RunHooks struct {
		Point int32
		Args  Args
	}
	// Call calls a procedure and binds its result to Result (nil: not used).
	Call struct {
		Proc   int32
		Args   Args
		Result *Binding
	}
	// CallValue calls the procedure that an expression yields.
	CallValue struct {
		Proc   *def.Expr
		Args   Args
		Result *Binding
	}
	// Grant calls a procedure as an action of its own, if it is possible, between the statements of the grants block. Result is
	// None before anything else is evaluated.
	Grant struct {
		Proc   int32
		Own    []GrantArg // evaluated first, in this order
		Args   Args       // bindings of Own
		Result *Binding
		None   *def.Expr // the Result if the procedure is not possible
		Before []*Stmt   // reads Own, like After
		After  []*Stmt
	}
	// Activate puts a lasting effect in force.
	Activate struct {
		Lasting  *def.Expr
		Duration int32 // -1: as declared
	}
	End struct{ Lasting *def.Expr }
	// Expire ends the effects of a duration, or changes their duration to To (-1: ends them).
	Expire struct{ Duration, To int32 }
	// Note writes a line of the trace.
	Note struct {
		Def    def.NoteDef
		Values []*def.Expr
	}
	Over struct{ Results []*def.Expr }
)

// Answered is a variable for simultaneous answers: its value for a seat, and the variable that holds the secret answers, which is
// followed by the one with the seats that have answered.
type Answered struct {
	Var, Secret int32
	Place       *def.Expr // of a variable with a second index: the place of the seat's value; nil: the only one
	Value       *def.Expr // nil: unchanged
	At          *Place
}

type Case struct {
	Value *def.Expr
	At    *Place
	Key   string
	Body  []*Stmt
}

// GrantArg is an argument of a grant, evaluated once.
type GrantArg struct {
	Name  *Binding
	Value *def.Expr
	At    *Place // nil: it is written in the grant and has its place
}

// Decide is a decision: the fields of all kinds, and parts for the properties that the row of a kind has.
type Decide struct {
	Kind       def.DecisionKind
	Name, Rule string
	By         *def.Expr
	Secret     *def.Expr // if true, a decision with a single legal answer is not forced; nil: never
	Covert     bool      // only the seat learns the answer
	Seen       *def.Expr // of chance: the seats that learn the outcome; nil: all
	Elem       def.Type
	Domain     Domain       // From, Where, Cost
	Bounds                  // Range
	Result     *Binding     // the answer of one, draw, amount, roll, subset; the first of a pair; the number of a take; the procedure of a callOne, the only menu with a Result
	Picks                   // Picked
	Pairs      *Pairs       // Pairs
	Pieces     *Pieces      // Pieces
	Item       *Binding     // pick, take: the member or piece in the body
	Hint       *source.Node // key of its search hint, or nil
	Body       []*Stmt
	Menu                 // Options
	Also       []*Option // side options of a pick, a menu, a callOne
}

// Bounds are the bounds of a number of members or of an amount.
type Bounds struct {
	Min, Max *def.Expr
	Exact    bool
}

// Picks has the fields of a pick.
type Picks struct {
	Picked *Binding // the set so far, for statements that use the whole set; there is no Result
	Again  bool
}

// Menu has the options of a decision.
type Menu struct {
	Options []*Option
	Offers  []*Offer // callOne
	Decline string   // the option that an unanswered decision takes; of a callOne: one that calls nothing; "" if there is none
	May     bool     // a menu of yes, the only element of Options, and no, which does nothing

	Voluntary bool // an obligation must not rely on any answer but declining
}

// Pairs has the second domain of a pair. Conditions read both candidates, To reads the first.
type Pairs struct {
	To        *def.Expr
	Candidate *Binding
	Result    *Binding
}

// Domain is the domain of a decision. The conditions and the cost read Candidate.
type Domain struct {
	Candidate    *Binding
	From         *def.Expr
	Where        []*Cond
	Prefer       []*Cond // each excludes the candidates that violate it if some remaining candidate satisfies it, so it never empties the domain
	Cost, Budget *def.Expr
	CostRule     string
	Seek, Needs  *def.Expr    // search hints
	Written      *source.Node // `from` as written; nil in a copy
	Listed       []Listed     // the members of a literal `from`
	OnData       bool         // `from` or a condition depends on data
}

// Listed is a member of a literal list.
type Listed struct {
	Value *def.Expr
	Pos   diag.Pos
	Text  string
}

// Pieces has the fields of a take.
type Pieces struct {
	Filter *def.Expr
	Caps   []Cap
	Tiers  []*def.Expr
	Keep   bool // the list of pieces remains available to loops (Result has Pieces); there is no Item
	One    bool // a single piece is taken; Result is this piece or none; there is no Item
}

// Cap limits the number of some of the pieces.
type Cap struct {
	Filter, Max *def.Expr
	Each        bool
	Rule        string
}

// Option is an option of a menu or a side option. If its body begins with a grant, the grant must be possible.
type Option struct {
	Name    string
	Granted *Grant // nil: the body does not begin with a grant
	GrantAt *Place
	Where   []*Cond
	Body    []*Stmt
}

// Offer is a procedure that a callOne offers: its conditions, the statements before the call, and the call.
type Offer struct {
	Proc   int32
	Name   string
	Where  []*Cond
	Owed   *def.Expr // if true, the procedure need not be possible; nil: never
	Needs  *def.Expr // search hint
	OwedAt *Place
	Before []*Stmt
	Args   Args
}

func (*Set) action()       {}
func (*Change) action()    {}
func (*Transfer) action()  {}
func (*Shift) action()     {}
func (*Mark) action()      {}
func (*Move) action()      {}
func (*Flip) action()      {}
func (*Tag) action()       {}
func (*Untag) action()     {}
func (*Card) action()      {}
func (*Record) action()    {}
func (*Let) action()       {}
func (*Several) action()   {}
func (*Block) action()     {}
func (*If) action()        {}
func (*Switch) action()    {}
func (*For) action()       {}
func (*Prepare) action()   {}
func (*Keep) action()      {}
func (*Show) action()      {}
func (*Repeat) action()    {}
func (*Stop) action()      {}
func (*Return) action()    {}
func (*Require) action()   {}
func (*Scope) action()     {}
func (*Hold) action()      {}
func (*Ensure) action()    {}
func (*RunHooks) action()  {}
func (*Call) action()      {}
func (*CallValue) action() {}
func (*Grant) action()     {}
func (*Activate) action()  {}
func (*End) action()       {}
func (*Expire) action()    {}
func (*Note) action()      {}
func (*Over) action()      {}
func (*Decide) action()    {}

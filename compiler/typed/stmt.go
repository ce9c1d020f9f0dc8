package typed

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Stmt is a statement.
type Stmt struct {
	At   *Place
	When *Cond // its guard; nil: always
	Do   Action
}

// Action is what a statement does: one of the types below.
type Action interface{ action() }

// Target is where an assignment goes: a local binding, a cell, the cell of a seat, zone or card, or a track.
type Target struct {
	Local *Binding    // nil: a cell
	Cell  int32       // the cell, or with Index the first of its variable's
	Index *def.Expr   // nil: that cell
	Track *def.Expr   // not nil: the track, and nothing else
	Owner *def.Expr   // the seat, zone or card whose variable it is; nil if it has none
	Var   *def.VarDef // nil: none
	Type  def.Type
}

// Group is which pieces a statement means: in one zone (Zone, Count) or in all zones of a set (Set).
type Group struct{ Filter, Count, Zone, Set *def.Expr }

// Args are the arguments of a call in the order of the parameters; Left has the bits of those that it leaves to the
// parameters' defaults.
type Args struct {
	Xs   []*def.Expr
	Left int32
}

type (
	// Set assigns; nothing happens unless Only holds (nil: always).
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
	// Transfer moves an amount from track to track.
	Transfer struct{ From, To, Amount *def.Expr }
	// Shift moves a marker along its scale.
	Shift struct {
		Marker   *def.VarDef
		By, Zone *def.Expr
	}
	// Mark puts markers into a zone.
	Mark struct {
		Marker   *def.VarDef
		By, Zone *def.Expr
	}
	// Move moves pieces to a zone, or home.
	Move struct {
		Pieces Group
		To     *def.Expr // nil: home
		Mark   int32     // a mark that they get on arrival, -1: none
	}
	// Flip gives pieces a status.
	Flip struct {
		Pieces Group
		Status int32
	}
	// Tag gives pieces a mark, or takes it off.
	Tag struct {
		Pieces Group
		Mark   int32
		Off    bool
	}
	// Untag clears a mark everywhere.
	Untag struct{ Mark int32 }
	// Card moves a card: 0 on top of the pile, 1 at the bottom, 2 beneath the top card.
	Card struct {
		Card, Pile *def.Expr
		At         int32
	}
	// Record notes a position: Past keeps digests of the last ones.
	Record struct {
		Past   *def.VarDef
		Digest *def.Expr
	}
	// Let binds a value.
	Let struct {
		Name  *Binding
		Value *def.Expr
	}
	// Several is one statement that does several things, one after another, each at the place of the statement.
	Several struct{ Acts []Action }
	// Block runs statements.
	Block struct{ Body []*Stmt }
	// If branches.
	If struct {
		Cond       *Cond
		Then, Else []*Stmt
	}
	// Switch branches on a value.
	Switch struct {
		Value   *def.Expr
		Cases   []Case
		Else    []*Stmt
		ElsePos diag.Pos     // zero: there is no else
		Written *source.Node // the value; nil in a copy, in a library, and where it looks at data that could be other data
		Among   *def.Expr    // the constant set of what the value can be beside none, as far as its name says; nil: look at Value
	}
	// For visits the members of a set or an order, or the pieces of a list (Over reads a binding with Pieces). With Candidate
	// it visits the members of Over, each read from there, for which Where holds when the loop begins.
	For struct {
		Member    *Binding
		Over      *def.Expr
		Candidate *Binding // nil: there is no where
		Where     []*Cond
		Limit     *def.Expr // at most so many; nil: all
		Body      []*Stmt
		Fixed     bool // the order is meant
		Asks      bool // a Stop in it leaves it
	}
	// Prepare copies the values of a seat to the variables that keep its secret answers, so that what it does not answer stays as it is.
	Prepare struct {
		Seat  *Binding
		Shows []Answered
	}
	// Keep stores what a seat has answered in secret, and that it has.
	Keep struct {
		Seat  *Binding
		Shows []Answered
	}
	// Show gives variables what all seats have answered in secret.
	Show struct{ Shows []Answered }
	// Repeat loops at most Times times, while While holds (nil: always). With Ends it is While that must end the loop: one
	// round more than Times is a fault; Times nil is no bound.
	Repeat struct {
		Times *def.Expr
		While *Cond
		Body  []*Stmt
		Ends  bool
	}
	// Stop leaves the innermost repeat.
	Stop struct{}
	// Return leaves the procedure.
	Return struct{ Value *def.Expr } // nil: without a result
	// Require is a precondition.
	Require struct{ Cond *Cond }
	// Scope runs a body with a fresh set of the variables of action scope.
	Scope struct{ Body []*Stmt }
	// Hold freezes a derived value inside a body.
	Hold struct {
		Derived int32
		Body    []*Stmt
	}
	// Ensure runs a body that has to come to what can be reached. Value, which is asked at the end of the body, is a truth value
	// or a number; Most bounds the number (nil: nothing does).
	Ensure struct {
		Value, Most *def.Expr
		Once        bool // what holds at a decision within the body need not hold at its end
		Body        []*Stmt
	}
	// RunHooks runs what is attached to a run point.
	RunHooks struct {
		Point int32
		Args  Args
	}
	// Call calls a procedure; its result goes to Result (nil: dropped).
	Call struct {
		Proc   int32
		Args   Args
		Result *Binding
	}
	// CallValue calls the procedure that an expression gives.
	CallValue struct {
		Proc   *def.Expr
		Args   Args
		Result *Binding
	}
	// Grant calls a procedure as an action of its own, if it is possible, and then what the grants block adds. Result is None
	// before anything else is evaluated.
	Grant struct {
		Proc   int32
		Own    []GrantArg // what is evaluated before, in this order
		Args   Args       // read from Own
		Result *Binding
		None   *def.Expr // what Result is if it was not possible
		Before []*Stmt   // reads Own, like After
		After  []*Stmt
	}
	// Activate puts a lasting effect in force.
	Activate struct {
		Lasting  *def.Expr
		Duration int32 // -1: as declared
	}
	// End ends a lasting effect.
	End struct{ Lasting *def.Expr }
	// Expire ends the effects of a window, or lets them go on with another (To, -1: none).
	Expire struct{ Duration, To int32 }
	// Note is a line of the trace.
	Note struct {
		Def    def.NoteDef
		Values []*def.Expr
	}
	// Over ends the game.
	Over struct{ Results []*def.Expr }
)

// Answered is a variable that seats answer together: what it becomes for a seat, and the variable that keeps that until all have answered,
// which is followed by the one with the seats that have.
type Answered struct {
	Var, Secret int32
	Place       *def.Expr // of a variable with a second index: which value of the seat; nil: the only one
	Value       *def.Expr // nil: as it is
	At          *Place
}

// Case is a case of a switch.
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
	At    *Place // nil: written in the grant, so it stands where that does
}

// Decide is a decision: what all kinds have in common, and a part for each thing that the row of a kind may say it has.
type Decide struct {
	Kind       def.DecisionKind
	Name, Rule string
	By         *def.Expr
	Secret     *def.Expr // where it holds the decision is asked although one answer alone is legal; nil: never
	Covert     bool      // only the seat learns the answer
	Seen       *def.Expr // of chance: the seats that learn the outcome; nil: all
	Elem       def.Type
	Domain     Domain       // From, Where, Cost
	Bounds                  // Range
	Result     *Binding     // the answer: one, draw, amount, roll, subset; pair: the first; take: how many; callOne, which alone of menus has one: the procedure
	Picks                   // Picked
	Pairs      *Pairs       // Pairs
	Pieces     *Pieces      // Pieces
	Item       *Binding     // pick, take: the member or piece that the body is about
	Hint       *source.Node // key of its search hint, nil: none
	Body       []*Stmt
	Menu                 // Options
	Also       []*Option // side options of a pick, a menu, a callOne
}

// Bounds are how many, or how much.
type Bounds struct {
	Min, Max *def.Expr
	Exact    bool
}

// Picks is what a pick says of the members that it picks one after another.
type Picks struct {
	Picked *Binding // the set so far, for those who come after the whole set; there is no Result
	Again  bool
}

// Menu is what can be had.
type Menu struct {
	Options []*Option
	Offers  []*Offer // callOne
	Decline string   // the option that an unanswered decision takes; callOne: one that calls nothing; "" if none
	May     bool     // a menu of yes, the only entry of Options, and no, which does nothing

	Voluntary bool // no obligation counts on anything but declining
}

// Pairs is what a pair says of the second of the two. Conditions read both candidates, To reads that of the first.
type Pairs struct {
	To        *def.Expr
	Candidate *Binding
	Result    *Binding
}

// Domain is what can be chosen. The conditions and the cost read Candidate.
type Domain struct {
	Candidate    *Binding
	From         *def.Expr
	Where        []*Cond
	Prefer       []*Cond // each leaves out who does not meet it while another one that is left does; never empties the domain
	Cost, Budget *def.Expr
	CostRule     string
	Seek, Needs  *def.Expr    // search hints
	Written      *source.Node // from: as written; nil in a copy
	Listed       []Listed     // the members that from: lists
	OnData       bool         // from: or a condition looks at data that could be other data
}

// Listed is a member that a list names.
type Listed struct {
	Value *def.Expr
	Pos   diag.Pos
	Text  string
}

// Pieces is what a take says of pieces.
type Pieces struct {
	Filter *def.Expr
	Caps   []Cap
	Tiers  []*def.Expr
	Keep   bool // the list of what was taken stays, for loops over it (Result has Pieces); there is no Item
	One    bool // a single piece is taken, and Result is that piece, none if there is none; there is no Item
}

// Cap is a limit on some of the pieces.
type Cap struct {
	Filter, Max *def.Expr
	Each        bool
	Rule        string
}

// Option is an entry of a menu or a side option. If its body begins with a grant, that must be possible.
type Option struct {
	Name    string
	Granted *Grant // nil: it does not begin with a grant
	GrantAt *Place
	Where   []*Cond
	Body    []*Stmt
}

// Offer is a procedure that a callOne offers: its conditions, what happens before the call, and the call.
type Offer struct {
	Proc   int32
	Name   string
	Where  []*Cond
	Owed   *def.Expr // nil: it has to be possible
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

// Package syntax parses formulas. A formula is written as text (`pieces($space, elk) > 0`) or as a tree of YAML mappings; both
// become the same Expr, so that no later package depends on the notation.
//
// lexer.go splits text into tokens and reports typical mistakes; parser.go is a precedence-climbing parser, and call.go parses
// calls and comprehensions; node.go parses YAML nodes that are formulas or values; tree.go and query.go read the tree form;
// print.go formats an Expr as canonical text. Names are not resolved: a bare word is a Name.
//
// A formula has at most one error, the first, because later ones would be guesswork.
package syntax

import "rulebound/compiler/diag"

// Kind is the kind of an expression.
type Kind int

// The kinds, and the fields of Expr that they use.
const (
	Int     Kind = iota // Int
	Bool                // Int is 1 for true, 0 for false
	Name                // Name is a bare word, or other text in value position
	Binding             // Name includes the dollar sign: "$space"
	Prop                // Args[0].Name
	At                  // Args[0][Args[1]]; Args[0] is a Name, a Prop or, with two indices, the At of the first
	Call                // Name(Args…, Named…)
	Unary               // Name is "not" or "-"; Args[0]
	Binary              // Name is an operator word or sign; Args[0], Args[1]
	If                  // Args are the condition, the value if true, the value if false
	List                // Args are the members
	Comp                // Name is a comprehension: set, count, sum
)

// Expr is a node of the syntax tree. Pos is the position of its determining token: the operator of Binary and Unary, the property
// of Prop, the name of Call and Comp.
//
// Comprehension is nil for all kinds but Comp, which binds Bind (with its dollar sign) to the members of Over that satisfy Where
// (nil: all). Value is the value of a member for sum, least, most, repeated and a set of values. Else is the result of least and
// most without members (nil: none given), or the number of occurrences that repeated requires. For set, first and count, Pick is
// most or least if only the members with the greatest or least By count, otherwise "". Of a search for paths, Value is the cost of
// entering a zone, After binds the zone before it ("": not bound), From is where the paths begin, and Last is the greatest cost of
// reachable or the end of path-cost.
//
// Binary operators are: or and in not-in == != < <= > >= | & \ + - * div cdiv mod **.
type Expr struct {
	Kind  Kind
	Pos   diag.Pos
	Name  string
	Int   int64
	Args  []*Expr
	Named []Arg
	*Comprehension
}

// Comprehension has the fields of an Expr that binds a name to the members of a set.
type Comprehension struct {
	Bind string
	// BindPos is the position of Bind; the zero Pos in the tree form.
	BindPos diag.Pos
	Over    *Expr
	Where   *Expr
	Value   *Expr
	Else    *Expr
	Pick    string
	By      *Expr
	// After is empty except in a search for paths; AfterPos is its position.
	After    string
	AfterPos diag.Pos
	From     *Expr
	Last     *Expr
}

// Arg is a named argument of a call. Pos is the position of its name.
type Arg struct {
	Name  string
	Value *Expr
	Pos   diag.Pos
}

// Any reports whether f returns true for e or an expression in it.
func Any(e *Expr, f func(*Expr) bool) bool {
	if e == nil {
		return false
	}
	for _, a := range e.Args {
		if Any(a, f) {
			return true
		}
	}
	for _, a := range e.Named {
		if Any(a.Value, f) {
			return true
		}
	}
	if f(e) {
		return true
	}
	c := e.Comprehension
	return c != nil && (Any(c.Over, f) || Any(c.Where, f) || Any(c.Value, f) || Any(c.Else, f) || Any(c.By, f) || Any(c.From, f) || Any(c.Last, f))
}

const (
	maxLength = 2000 // characters
	maxDepth  = 64   // nested parentheses, calls and signs
)

// Package syntax reads formulas. A formula is written either as text
// (`pieces($space, elk) > 0`) or as a tree of YAML mappings; both become the same Expr,
// so that nothing after this package knows which notation the author chose.
//
// The parts: lexer.go cuts text into tokens and names the usual traps; parser.go is a
// precedence-climbing parser and call.go reads what ends in parentheses; node.go reads
// YAML nodes where a formula or a value is expected; tree.go and query.go read the tree
// form; print.go writes an Expr as canonical text. Names are not resolved here: a bare
// word is a Name whatever it means.
//
// A formula gives at most one error, the first, since what follows it is guesswork.
package syntax

import "rulebound/compiler/diag"

// Kind is the form of an expression.
type Kind int

// The forms, and what the fields of Expr hold for each.
const (
	Int     Kind = iota // Int
	Bool                // Int is 1 for true, 0 for false
	Name                // Name is a bare word, or other text in value position
	Binding             // Name holds it with its dollar sign: "$space"
	Prop                // Args[0].Name
	At                  // Args[0][Args[1]]
	Call                // Name(Args…, Named…)
	Unary               // Name is "not" or "-"; Args[0]
	Binary              // Name is an operator word or sign; Args[0], Args[1]
	If                  // Args are the condition, the value if true, the value if false
	List                // Args are the members
	Comp                // Name is set, count, any, every, first, sum, least, most or repeated
)

// Expr is a node of the syntax tree. Pos is the place of the token that tells what it is:
// the operator of Binary and Unary, the property of Prop, the name of Call and Comp.
//
// Comprehension is nil for all forms but Comp, which binds Bind (with its dollar sign) to the members of Over for which Where holds
// (nil: all). Value is what sum, least, most, repeated and a set of values look at, Else
// what least and most give for no members (nil: not given), and how often a value of
// repeated must be there. Of set, first and count, Pick is most or least where only those members count of which By is so, ""
// where all do.
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

// Comprehension is what an Expr has beside its Name that binds a name to the members of a set.
type Comprehension struct {
	Bind string
	// BindPos is the place of Bind, the zero Pos in a tree that has no place for it.
	BindPos diag.Pos
	Over    *Expr
	Where   *Expr
	Value   *Expr
	Else    *Expr
	Pick    string
	By      *Expr
}

// Arg is a named argument of a call. Pos is the place of its name.
type Arg struct {
	Name  string
	Value *Expr
	Pos   diag.Pos
}

// Any reports whether f holds for e or for an expression in it.
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
	return c != nil && (Any(c.Over, f) || Any(c.Where, f) || Any(c.Value, f) || Any(c.Else, f) || Any(c.By, f))
}

// The limits of a formula.
const (
	maxLength = 2000 // characters
	maxDepth  = 64   // nested parentheses, calls and signs
)

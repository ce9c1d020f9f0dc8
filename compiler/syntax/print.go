// This file formats an expression as canonical formula text: single spaces, parentheses only where precedence needs them (and
// between different set operators). Parsing the text yields the same expression, unless a Name is not a word (a title, for
// example).

package syntax

import (
	"strconv"
	"strings"
)

// String returns the canonical text of e.
func (e *Expr) String() string {
	var b strings.Builder
	e.write(&b, 0)
	return b.String()
}

// level returns the precedence of e as an operand.
func (e *Expr) level() int {
	switch {
	case e.Kind == Binary && e.Name == "**":
		return powerLevel
	case e.Kind == Binary:
		return levels[e.Name]
	case e.Kind == Unary && e.Name == "not":
		return notLevel
	case e.Kind == Unary, e.Kind == Int && e.Int < 0:
		return signLevel
	}
	return primaryLevel
}

// write writes e as an operand of at least the given level.
func (e *Expr) write(b *strings.Builder, level int) {
	if e == nil {
		return
	}
	if e.level() < level {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	switch e.Kind {
	case Int:
		b.WriteString(strconv.FormatInt(e.Int, 10))
	case Bool:
		b.WriteString(strconv.FormatBool(e.Int != 0))
	case Name, Binding:
		b.WriteString(e.Name)
	case Prop:
		e.Args[0].write(b, primaryLevel)
		b.WriteString("." + e.Name)
	case At:
		e.Args[0].write(b, primaryLevel)
		b.WriteByte('[')
		e.Args[1].write(b, 0)
		b.WriteByte(']')
	case Call:
		b.WriteString(e.Name)
		e.arguments(b)
	case If:
		b.WriteString("if")
		e.arguments(b)
	case List:
		b.WriteByte('[')
		e.members(b)
		b.WriteByte(']')
	case Unary:
		b.WriteString(e.Name)
		if e.Name == "not" {
			b.WriteByte(' ')
			e.Args[0].write(b, notLevel)
			return
		}
		if e.Args[0].Kind == Unary && e.Args[0].Name == "-" {
			e.Args[0].write(b, signLevel) // parentheses would nest deeper than the signs do
			return
		}
		e.Args[0].write(b, powerLevel)
	case Binary:
		e.binary(b)
	case Comp:
		e.comprehension(b)
	}
}

func (e *Expr) binary(b *strings.Builder) {
	level := e.level()
	left, right := level, level+1
	switch {
	case level == powerLevel:
		left, right = primaryLevel, signLevel
	case level == compareLevel:
		left = level + 1
	case level == setLevel && e.Args[0].level() == setLevel && e.Args[0].Name != e.Name:
		left = level + 1
	}
	e.Args[0].write(b, left)
	op := e.Name
	if op == "not-in" {
		op = "not in"
	}
	b.WriteString(" " + op + " ")
	e.Args[1].write(b, right)
}

func (e *Expr) arguments(b *strings.Builder) {
	b.WriteByte('(')
	e.members(b)
	for i, arg := range e.Named {
		if i > 0 || len(e.Args) > 0 {
			b.WriteString(", ")
		}
		b.WriteString(arg.Name + ": ")
		arg.Value.write(b, 0)
	}
	b.WriteByte(')')
}

func (e *Expr) members(b *strings.Builder) {
	for i, arg := range e.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		arg.write(b, 0)
	}
}

func (e *Expr) comprehension(b *strings.Builder) {
	b.WriteString(e.Name + "(")
	if e.Value != nil {
		e.Value.write(b, 0)
		b.WriteString(" for ")
	}
	b.WriteString(e.Bind + " in ")
	e.Over.write(b, 0)
	if e.After != "" {
		b.WriteString(" after " + e.After)
	}
	if e.Where != nil {
		b.WriteString(" where ")
		e.Where.write(b, 0)
	}
	if e.By != nil {
		b.WriteString(" with " + e.Pick + " ")
		e.By.write(b, 0)
	}
	if e.From != nil {
		b.WriteString(" from ")
		e.From.write(b, 0)
		b.WriteString(map[string]string{Reachable: " up to ", PathCost: " to "}[e.Name])
		e.Last.write(b, 0)
	}
	if e.Else != nil {
		word := " else "
		if e.Name == "repeated" {
			word = ", "
		}
		b.WriteString(word)
		e.Else.write(b, 0)
	}
	b.WriteByte(')')
}

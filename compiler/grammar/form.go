package grammar

// This file takes forms apart, for those that read a rulebook by the table and those that write a schema of it.

import "strings"

// Form tells what may stand behind a key. It is one of the words below, the Name of a Block, a list `[form]`, a mapping
// with free keys `{form}`, fixed words `(one two)`, or several of these joined by ` | `. A mapping with free keys may say
// which: `{bindings: form}` names that begin with $, `{binding: form}` just one of them, `{one: form}` just one name.
//
//	word        an identifier
//	text        a single value of any kind
//	int, bool   a number, true or false
//	empty       nothing
//	formula     a formula, a name, a list of them (a set), or a tree
//	value       a number, a name, a formula that begins with =, a list of them (a set), or a tree
//	constant    a value; where a set or a condition is expected, a formula
//	type        the name of a type, or {type, default}
//	rules       a clause or a list of clauses
//	statements  a list of statements, or one
//	conditions  a condition or a list of conditions, each a formula or {rule, when, if}
//	menuEntry   an option of a menu, {where, do}, or a list of statements
//	arguments   those of a call: by name, or the single one; what they must be is for the procedure to say
//	binding     a name that begins with $
//	any         anything
type Form string

// Shape is one of the things that a form allows: just one of its fields is set.
type Shape struct {
	Word  string   // a word, or the name of a block
	List  []Shape  // a list, each item of which has one of these
	Pairs []Shape  // a mapping with free keys, each value of which has one of these
	Keys  string   // which keys Pairs has: bindings, binding, one; "" for any
	Fixed []string // one of these words
}

// Shapes takes a form apart. It panics on one that it cannot read: forms are part of the program.
func (f Form) Shapes() []Shape {
	r := formReader{form: f, rest: string(f)}
	shapes := r.union()
	if r.rest != "" {
		r.fail()
	}
	return shapes
}

type formReader struct {
	form Form
	rest string
}

func (r *formReader) fail() {
	panic("grammar: " + string(r.form) + ": cannot read " + r.rest)
}

func (r *formReader) union() []Shape {
	var all []Shape
	for {
		all = append(all, r.one())
		rest, more := strings.CutPrefix(r.rest, " | ")
		if !more {
			return all
		}
		r.rest = rest
	}
}

func (r *formReader) one() Shape {
	switch {
	case strings.HasPrefix(r.rest, "["):
		r.rest = r.rest[1:]
		return Shape{List: r.until("]")}
	case strings.HasPrefix(r.rest, "{"):
		r.rest = r.rest[1:]
		s := Shape{}
		for _, keys := range []string{"bindings", "binding", "one"} {
			if rest, ok := strings.CutPrefix(r.rest, keys+": "); ok {
				s.Keys, r.rest = keys, rest
			}
		}
		s.Pairs = r.until("}")
		return s
	case strings.HasPrefix(r.rest, "("):
		words, rest, ok := strings.Cut(r.rest[1:], ")")
		if !ok {
			r.fail()
		}
		r.rest = rest
		return Shape{Fixed: strings.Fields(words)}
	}
	end := strings.IndexAny(r.rest+" ", " ]})")
	s := Shape{Word: r.rest[:end]}
	if s.Word == "" {
		r.fail()
	}
	r.rest = r.rest[end:]
	return s
}

func (r *formReader) until(end string) []Shape {
	shapes := r.union()
	rest, ok := strings.CutPrefix(r.rest, end)
	if !ok {
		r.fail()
	}
	r.rest = rest
	return shapes
}

// IsWord reports whether s has the form `word`: an ASCII letter, then ASCII letters, digits, - or _.
func IsWord(s string) bool {
	for i, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '_')) {
			return false
		}
	}
	return s != ""
}

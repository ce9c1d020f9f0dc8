package grammar

// This file parses forms, for readers of rulebooks and generators of schemas.

import "strings"

// Form is the form of a key's value. It is one of the words below, the Name of a Block, a list `[form]`, a mapping with free keys
// `{form}`, fixed words `(one two)`, or several of these joined by ` | `. A mapping with free keys may restrict the keys:
// `{bindings: form}` to names that begin with $, `{binding: form}` to exactly one of these, `{one: form}` to exactly one name.
//
//	word        an identifier
//	text        any scalar
//	int, bool   a number, true or false
//	empty       nothing
//	formula     a formula, a name, a list of these (a set), or a tree
//	value       a number, a name, a formula that begins with =, a list of these (a set), or a tree
//	constant    a value or, if a set or a condition is expected, a formula
//	type        the name of a type, or {type, default}
//	rules       a clause or a list of clauses
//	statements  a list of statements, or one
//	conditions  a condition or a list of conditions, each a formula or {rule, when, if}
//	menuEntry   an option of a menu, {where, do}, or a list of statements
//	arguments   the arguments of a call: by name, or a single one; their forms depend on the procedure
//	binding     a name that begins with $
//	any         anything
type Form string

// Shape is one alternative of a form. Exactly one of Word, List, Pairs and Fixed is set.
type Shape struct {
	Word  string   // a word, or the name of a block
	List  []Shape  // a list, each item of which has one of these shapes
	Pairs []Shape  // a mapping with free keys, each value of which has one of these shapes
	Keys  string   // the keys of Pairs: bindings, binding, one; "" for any
	Fixed []string // one of these words
}

// Shapes parses a form. It panics on an invalid form, because forms are part of the program.
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

// This file parses name(…): calls with positional and named arguments, if, and comprehensions, which look like calls but bind a
// name.

package syntax

import "strings"

// The words of searches for paths.
const (
	Reachable = "reachable"
	PathCost  = "path-cost"
)

// comprehensions states for each comprehension whether it has a value before the binding: sum(VALUE for $s in S), but count($s in
// S).
var comprehensions = map[string]bool{
	"set": false, "count": false, "any": false, "every": false, "first": false, "ranked": false,
	"sum": true, "least": true, "most": true, "repeated": true, Reachable: true, PathCost: true,
}

// instead has advice for comprehensions that are written like plain functions.
var instead = map[string]string{
	"set":      "A set of given members is written [a, b]; set($s in S where condition) chooses from one, set(value for $s in S) is that of their values.",
	"count":    "Write count($s in S where condition); the size of a set is size(S).",
	"any":      "Write any($s in S where condition); join conditions with or.",
	"every":    "Write every($s in S where condition); join conditions with and.",
	"first":    "Write first($s in S where condition).",
	"ranked":   "Write ranked($s in ORDER with most value): the seats of an order, those with the most first; or with least.",
	"sum":      "Write sum(value for $s in S where condition); add two numbers with +.",
	"least":    "Write least(value for $s in S else value); the smaller of two numbers is min(a, b).",
	"most":     "Write most(value for $s in S else value); the larger of two numbers is max(a, b).",
	Reachable:  "Write reachable(cost for $z in S where condition from zone up to number); with $z in S after $y, $y is the zone that it is entered from.",
	PathCost:   "Write path-cost(cost for $z in S where condition from zone to zone); with $z in S after $y, $y is the zone that it is entered from.",
	"repeated": "Write repeated(value for $s in S, n): the values that n members or more have; repeated(n) alone says that the position occurred n times.",
}

// call parses the rest of a call after its name; the current token is the opening parenthesis.
func (p *parser) call(name token) *Expr {
	valued, isComp := comprehensions[name.text]
	p.opened()
	var e *Expr
	switch {
	case isComp && valued, name.text == "set" && !(p.tok.kind == bindingToken && p.inFollows()) && p.valueFollows():
		e = p.valueFirst(name)
	case isComp:
		e = p.comprehension(&Expr{Kind: Comp, Pos: p.pos(name), Name: name.text, Comprehension: &Comprehension{}})
	default:
		e = &Expr{Kind: Call, Pos: p.pos(name), Name: name.text}
		p.arguments(e)
	}
	p.close(")")
	if name.text == "if" {
		return choice(e, name)
	}
	return e
}

// forEach returns advice for a function that is written like a comprehension.
func forEach(name string) string {
	switch name {
	case "max":
		return "max(a, b) is the larger of two numbers; the largest of many is most(value for $s in S where condition else value)."
	case "min":
		return "min(a, b) is the smaller of two numbers; the smallest of many is least(value for $s in S where condition else value)."
	}
	return "What goes over many members is any, count, every, first, least, most, path-cost, ranked, reachable, repeated, set, sum. The member with the most is first($s in ORDER with most value), the members with the most are set($s in S with most value)."
}

// choice converts a call of if, of pairs of conditions and values, and a value for the other cases.
func choice(e *Expr, name token) *Expr {
	n := len(e.Args)
	if n < 3 || n%2 == 0 || len(e.Named) > 0 {
		panic(fault{name.at, name.width, "if-arguments", "if takes a condition and its value, more of them if need be, and the value if none holds",
			"Write if(condition, value, other value) or if(condition, value, condition, value, other value)."})
	}
	out := e.Args[n-1]
	for i := n - 3; i >= 0; i -= 2 {
		pos := e.Pos
		if i > 0 {
			pos = e.Args[i].Pos
		}
		out = &Expr{Kind: If, Pos: pos, Args: []*Expr{e.Args[i], e.Args[i+1], out}}
	}
	return out
}

// arguments parses the arguments of a call.
func (p *parser) arguments(e *Expr) {
	names := map[string]bool{}
	for !p.is(")") {
		if len(e.Args)+len(e.Named) > 0 {
			if p.tok.text == "for" || p.tok.text == "where" {
				panic(fault{p.tok.at, p.tok.width, "unexpected-word", p.tok.text + " cannot be used in " + e.Name + "(…)", forEach(e.Name)})
			}
			p.comma(")")
			if p.is(")") {
				panic(fault{p.before.at, 1, "comma", "an argument is missing after the comma", "Take the comma out, or write the argument."})
			}
		}
		if (p.tok.kind == nameToken || p.tok.kind == bindingToken) && p.colonFollows() {
			arg := p.tok
			if arg.kind == bindingToken {
				panic(fault{arg.at, arg.width, "argument-name", "the name of an argument has no dollar sign", "Write " + strings.TrimPrefix(arg.text, "$") + ": value."})
			}
			if names[arg.text] {
				panic(fault{arg.at, arg.width, "duplicate-argument", arg.text + " is given twice", "Keep one of them."})
			}
			names[arg.text] = true
			p.advance()
			p.advance()
			e.Named = append(e.Named, Arg{Name: arg.text, Pos: p.pos(arg), Value: p.expression(orLevel)})
			continue
		}
		if len(e.Named) > 0 {
			panic(fault{p.tok.at, p.tok.width, "argument-order", "an argument without a name after named ones", "Put it before the named arguments, or name it."})
		}
		e.Args = append(e.Args, p.expression(orLevel))
	}
}

func (p *parser) colonFollows() bool {
	for i := p.lex.at; i < len(p.lex.text); i++ {
		if c := p.lex.text[i]; c != ' ' {
			return c == ':'
		}
	}
	return false
}

// valueFollows reports whether a value and `for` precede the closing parenthesis.
func (p *parser) valueFollows() bool {
	open := 0
	for l := (lexer{text: p.lex.text, at: p.tok.at}); l.at < len(l.text); {
		switch c := l.text[l.at]; {
		case isLetter(c):
			start := l.at
			if l.word(); open == 0 && string(l.text[start:l.at]) == "for" {
				return true
			}
			continue
		case c == '(' || c == '[':
			open++
		case c == ')' || c == ']':
			open--
		}
		if open < 0 {
			return false
		}
		l.at++
	}
	return false
}

// valueFirst parses VALUE for $s in S where C else D.
func (p *parser) valueFirst(name token) *Expr {
	e := &Expr{Kind: Comp, Pos: p.pos(name), Name: name.text, Comprehension: &Comprehension{}}
	if p.is(")") {
		p.notComprehension(name)
	}
	e.Value = p.expression(orLevel)
	if !p.is("for") {
		if name.text == "repeated" && p.is(")") { // the function on positions
			return &Expr{Kind: Call, Pos: e.Pos, Name: name.text, Args: []*Expr{e.Value}}
		}
		if p.is(",") || p.is(")") {
			p.notComprehension(name)
		}
		p.unexpected(")")
	}
	p.advance()
	return p.comprehension(e)
}

func (p *parser) notComprehension(name token) {
	panic(fault{name.at, name.width, "comprehension-form", name.text + " is not a plain function", instead[name.text]})
}

// comprehension parses $s in S where C else D.
func (p *parser) comprehension(e *Expr) *Expr {
	if p.tok.kind != bindingToken || !p.inFollows() {
		if p.tok.kind == nameToken && !reserved[p.tok.text] && p.inFollows() {
			panic(fault{p.tok.at, p.tok.width, "comprehension-binding", "the name that is bound needs a dollar sign", "Write $" + p.tok.text + " in …, and $" + p.tok.text + " where it is used."})
		}
		panic(fault{p.tok.at, max(p.tok.width, 1), "comprehension-form", e.Name + " needs a binding and a set", instead[e.Name]})
	}
	e.Bind, e.BindPos = p.tok.text, p.pos(p.tok)
	p.advance()
	p.advance() // in
	e.Over = p.expression(orLevel)
	if p.is("after") {
		p.after(e)
	}
	if p.is("where") {
		p.advance()
		e.Where = p.expression(orLevel)
	}
	switch {
	case e.Name == Reachable || e.Name == PathCost:
		p.path(e)
	case p.is("with"):
		p.utmost(e)
	case e.Name == "ranked":
		panic(fault{p.tok.at, max(p.tok.width, 1), "comprehension-form", "ranked needs a number to sort by", instead[e.Name]})
	}
	if p.is("else") {
		if e.Name != "least" && e.Name != "most" {
			panic(fault{p.tok.at, p.tok.width, "comprehension-else", e.Name + " has no else", "Only least and most need a value for no members."})
		}
		p.advance()
		e.Else = p.expression(orLevel)
	}
	if e.Name == "repeated" {
		if !p.is(",") {
			panic(fault{p.tok.at, max(p.tok.width, 1), "comprehension-form", "repeated needs the number of times that a value must occur", instead[e.Name]})
		}
		p.advance()
		e.Else = p.expression(orLevel)
	}
	if p.is(",") {
		at, advice := p.tok.at, instead[e.Name]
		if p.advance(); p.tok.kind == bindingToken && p.inFollows() {
			advice = "A comprehension binds one name; write one inside the other: any($a in S where any($b in T where condition)), sum(sum(value for $b in T) for $a in S)."
		}
		panic(fault{at, 1, "comprehension-form", "a comma inside " + e.Name, advice})
	}
	return e
}

// after parses after $y.
func (p *parser) after(e *Expr) {
	at := p.tok
	p.advance()
	switch {
	case e.Name != Reachable && e.Name != PathCost:
		panic(fault{at.at, at.width, "comprehension-form", e.Name + " has no zone before", "after $y belongs to reachable and path-cost, whose members are zones on a path."})
	case p.tok.kind != bindingToken:
		panic(fault{p.tok.at, max(p.tok.width, 1), "comprehension-form", "after binds the zone before; its name needs a dollar sign", instead[e.Name]})
	}
	e.After, e.AfterPos = p.tok.text, p.pos(p.tok)
	p.advance()
}

// path parses from A up to N, or from A to B.
func (p *parser) path(e *Expr) {
	words := [][]string{{"from"}, {"up", "to"}}
	if e.Name == PathCost {
		words[1] = []string{"to"}
	}
	for i, part := range []**Expr{&e.From, &e.Last} {
		for _, word := range words[i] {
			if !p.is(word) {
				panic(fault{p.tok.at, max(p.tok.width, 1), "comprehension-form", e.Name + " needs " + strings.Join(words[i], " "), instead[e.Name]})
			}
			p.advance()
		}
		*part = p.expression(orLevel)
	}
}

// utmost parses with most E, or with least E.
func (p *parser) utmost(e *Expr) {
	at := p.tok
	p.advance()
	const way = "Write set($s in S where condition with most value), or least; first takes one of an order, count says how many there are, ranked sorts an order."
	switch {
	case e.Value != nil || e.Name == "any" || e.Name == "every":
		panic(fault{at.at, at.width, "comprehension-form", e.Name + " does not choose members, so none with most or least of something", way})
	case !p.is("most") && !p.is("least"):
		panic(fault{p.tok.at, max(p.tok.width, 1), "comprehension-form", "with is followed by most or least", way})
	}
	e.Pick = p.tok.text
	p.advance()
	e.By = p.expression(orLevel)
}

// inFollows reports whether the word after the current token is in.
func (p *parser) inFollows() bool {
	save := p.lex.at
	next := p.lex.peek()
	p.lex.at = save
	return next == "in"
}

// This file parses formula text by precedence climbing. From loose to tight: or; and; not; in, not in and comparison, which are
// not associative; | & \; + -; * div cdiv mod; the sign; **, which is right-associative; properties and calls. The other
// operators are left-associative.

package syntax

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
)

const (
	orLevel = iota + 1
	andLevel
	notLevel
	compareLevel
	setLevel
	sumLevel
	productLevel
	signLevel
	powerLevel
	primaryLevel
)

var levels = map[string]int{
	"or": orLevel, "and": andLevel,
	"in": compareLevel, "not-in": compareLevel, "==": compareLevel, "!=": compareLevel,
	"<": compareLevel, "<=": compareLevel, ">": compareLevel, ">=": compareLevel,
	"|": setLevel, "&": setLevel, `\`: setLevel,
	"+": sumLevel, "-": sumLevel,
	"*": productLevel, "div": productLevel, "cdiv": productLevel, "mod": productLevel,
}

// reserved words cannot be names.
var reserved = map[string]bool{
	"or": true, "and": true, "not": true, "in": true, "div": true, "cdiv": true, "mod": true,
	"true": true, "false": true, "if": true, "for": true, "where": true, "else": true,
}

// Reserved returns the words that cannot be names, sorted.
func Reserved() []string { return slices.Sorted(maps.Keys(reserved)) }

// Parse parses a formula without its leading '='. pos is the position of its first character. After an error the expression is
// nil.
func Parse(text string, pos diag.Pos) (*Expr, diag.List) {
	return parseAt(text, func(at, width int) diag.Pos { return pos.Offset(at, width) })
}

// Alone reports whether the text alone is a formula that consists of a name.
func Alone(text string) bool {
	if isName(text) {
		return !reserved[text]
	}
	e, list := Parse(text, diag.Pos{})
	return !list.HasErrors() && e.Kind == Name
}

// parseAt is Parse with an arbitrary mapping from characters to positions.
func parseAt(text string, where place) (e *Expr, diags diag.List) {
	p := &parser{where: where, lex: lexer{text: []rune(text), source: text}}
	defer func() {
		switch f := recover().(type) {
		case nil:
			diags = p.warnings
		case fault:
			e = nil
			diags.Errorf(where(f.at, f.width), f.code, "%s", f.summary).Detailf("%s", f.detail)
		default:
			panic(f)
		}
	}()
	if len(p.lex.text) > maxLength {
		panic(fault{maxLength, 0, "too-long", "the formula is longer than 2000 characters", "Give parts of it names: a function, a derived value or let."})
	}
	p.advance()
	if p.tok.kind == endToken {
		panic(fault{0, 0, "empty-formula", "an empty formula", "Write a condition or a value."})
	}
	e = p.expression(orLevel)
	if p.tok.kind != endToken {
		p.unexpected("")
	}
	return e, nil
}

// parser is the state of parsing one formula; tok is the next token.
type parser struct {
	where    place
	lex      lexer
	tok      token
	before   token // the token before tok
	depth    int
	open     []token // the open brackets
	warnings diag.List
}

func (p *parser) advance() {
	p.before = p.tok
	p.tok = p.lex.next()
}

func (p *parser) pos(t token) diag.Pos { return p.where(t.at, t.width) }

// is reports whether the current token is the sign or the word text.
func (p *parser) is(text string) bool {
	return p.tok.text == text && (p.tok.kind == signToken || p.tok.kind == nameToken)
}

// enter counts a level of nesting; the caller must decrement p.depth.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		panic(fault{p.tok.at, p.tok.width, "too-deep", "the formula is nested more than 64 levels deep", "Give parts of it names: a function, a derived value or let."})
	}
}

// operator returns the binary operator at the current token, or "".
func (p *parser) operator() string {
	if p.tok.kind != signToken && p.tok.kind != nameToken {
		return ""
	}
	if p.tok.text == "not" {
		if p.inFollows() {
			return "not-in"
		}
		return ""
	}
	if levels[p.tok.text] > 0 && p.tok.text != "not-in" {
		return p.tok.text
	}
	return ""
}

// peek returns the next word, "" if no word follows.
func (l *lexer) peek() string {
	for l.at < len(l.text) && l.text[l.at] == ' ' {
		l.at++
	}
	start := l.at
	l.word()
	return l.slice(start)
}

// expression parses operators of at least the given level.
func (p *parser) expression(level int) *Expr {
	left := p.unary(level)
	setOperator := "" // the set operator with which left was built here
	for {
		op := p.operator()
		at := levels[op]
		if op == "" || at < level {
			return left
		}
		sign := p.tok
		p.advance()
		if op == "not-in" {
			sign.width = p.tok.at + p.tok.width - sign.at
			p.advance()
		}
		right := p.expression(at + 1)
		if at == compareLevel && levels[p.operator()] == compareLevel {
			panic(fault{p.tok.at, p.tok.width, "chained-comparison", "comparisons do not chain", "Compare two things at a time and join with and: 1 <= x and x <= 3."})
		}
		if at == setLevel {
			if setOperator != "" && setOperator != op {
				p.warnings.Warnf(p.pos(sign), "mixed-set-operators", "%s after %s without parentheses", op, setOperator).
					Detailf("Operators on sets have one precedence and group to the left. Put parentheses around the part that belongs together.")
			}
			setOperator = op
		}
		left = &Expr{Kind: Binary, Pos: p.pos(sign), Name: op, Args: []*Expr{left, right}}
	}
}

// unary parses not, a sign, or an operand with its properties.
func (p *parser) unary(level int) *Expr {
	sign := p.tok
	switch {
	case p.is("not"):
		if level > notLevel {
			panic(fault{sign.at, sign.width, "not-in-operand", "not needs parentheses here", "not is looser than comparison: write x == (not y), or not (x == y)."})
		}
		p.enter()
		p.advance()
		e := &Expr{Kind: Unary, Pos: p.pos(sign), Name: "not", Args: []*Expr{p.expression(notLevel)}}
		p.depth--
		return e
	case p.is("-"):
		p.enter()
		p.advance()
		e := negative(p.pos(sign), p.expression(signLevel))
		p.depth--
		return e
	case p.is("+"):
		panic(fault{sign.at, sign.width, "unexpected-token", "+ needs something on its left", "Write the number without a sign."})
	}
	e := p.operand()
	for p.is(".") || p.is("[") && p.indexes(e) {
		if p.is("[") {
			e = p.index(e)
			continue
		}
		e = p.property(e)
	}
	if p.is("(") && p.before.kind != intToken {
		panic(fault{p.tok.at, 1, "call-of-value", "only a name can be called", "Write name(arguments). A procedure in a binding is called with the statement call:."})
	}
	if p.is("**") {
		return p.power(e)
	}
	return e
}

// power parses the exponent of e.
func (p *parser) power(e *Expr) *Expr {
	sign := p.tok
	p.enter()
	p.advance()
	e = &Expr{Kind: Binary, Pos: p.pos(sign), Name: "**", Args: []*Expr{e, p.expression(signLevel)}}
	p.depth--
	return e
}

// negative returns -e. The sign of a literal number becomes part of the number.
func negative(pos diag.Pos, e *Expr) *Expr {
	if e.Kind == Int {
		if e.Pos.Col > pos.Col && e.Pos.EndCol > 0 {
			pos.EndCol = e.Pos.EndCol
		}
		return &Expr{Kind: Int, Pos: pos, Int: -e.Int}
	}
	return &Expr{Kind: Unary, Pos: pos, Name: "-", Args: []*Expr{e}}
}

// property parses .name after e.
func (p *parser) property(e *Expr) *Expr {
	dot := p.tok
	if e.Kind == Int || e.Kind == Bool {
		detail := "Properties belong to seats, zones, cards, rows and pieces."
		if strings.HasPrefix(string(p.lex.text[dot.at:]), "..") {
			detail = "In a formula the numbers from 1 to 3 are ints(1, 3); where a value is expected, =ints(1, 3)."
		}
		panic(fault{dot.at, 1, "property-of-number", "a number has no properties", detail})
	}
	p.advance()
	if p.tok.kind != nameToken {
		d := "Write the name of a property: $space.importance."
		if p.tok.kind == bindingToken {
			d = "A property is a fixed name without a dollar sign. To choose between properties use if(…)."
			if e.Kind == Name || e.Kind == Prop {
				d += " One of several values of a variable is named in brackets: " + e.Name + "[" + p.tok.text + "]."
			}
		}
		panic(fault{p.tok.at, p.tok.width, "property-name", "a property name is missing after the dot", d})
	}
	name := p.tok
	p.advance()
	return &Expr{Kind: Prop, Pos: p.pos(name), Name: name.text, Args: []*Expr{e}}
}

// indexes reports whether e can have an index: a name or a property directly before it, or a name with its first index.
func (p *parser) indexes(e *Expr) bool {
	switch e.Kind {
	case Name, Prop:
		return p.before.kind == nameToken
	case At:
		return e.Args[0].Kind == Name && p.before.text == "]"
	}
	return false
}

// index parses [index] after the name of a variable.
func (p *parser) index(e *Expr) *Expr {
	open := p.tok
	p.opened()
	if p.is("]") {
		panic(fault{open.at, p.tok.at + 1 - open.at, "empty-index", "the brackets are empty", "Write which value is meant: $seat.goods[$kind]. A list needs an operator before it."})
	}
	of := p.expression(orLevel)
	if p.is(",") {
		panic(fault{p.tok.at, 1, "list-index", "a comma inside the brackets of an index", "Each index has its own brackets, and a seat, zone or card is before the dot: $seat.goods[$kind], price[$kind][$level]. A list needs an operator before it: $s in [oak, elm]."})
	}
	p.close("]")
	return &Expr{Kind: At, Pos: p.pos(open), Args: []*Expr{e, of}}
}

// operand parses a number, name, binding, list, call or parenthesised formula.
func (p *parser) operand() *Expr {
	t := p.tok
	switch {
	case t.kind == intToken:
		p.advance()
		return &Expr{Kind: Int, Pos: p.pos(t), Int: t.value}
	case t.kind == bindingToken:
		p.advance()
		return &Expr{Kind: Binding, Pos: p.pos(t), Name: t.text}
	case p.is("("):
		p.opened()
		if p.is(")") {
			panic(fault{t.at, p.tok.at + 1 - t.at, "empty-parentheses", "the parentheses are empty", "Write a condition or a value, or take them out."})
		}
		e := p.expression(orLevel)
		if p.is(",") {
			panic(fault{p.tok.at, 1, "list-parentheses", "a comma inside plain parentheses", "A set is written in brackets: [a, b]."})
		}
		p.close(")")
		return e
	case p.is("["):
		return p.list()
	case t.kind == nameToken && (t.text == "true" || t.text == "false"):
		p.advance()
		e := &Expr{Kind: Bool, Pos: p.pos(t)}
		if t.text == "true" {
			e.Int = 1
		}
		return e
	case t.kind == nameToken && (!reserved[t.text] || t.text == "if"):
		p.advance()
		if p.is("(") {
			return p.call(t)
		}
		if t.text == "if" {
			panic(fault{t.at, t.width, "if-arguments", "if needs parentheses", "Write if(condition, value, other value)."})
		}
		return &Expr{Kind: Name, Pos: p.pos(t), Name: t.text}
	}
	p.unexpected("a value")
	return nil
}

// list parses [a, b].
func (p *parser) list() *Expr {
	e := &Expr{Kind: List, Pos: p.pos(p.tok)}
	p.opened()
	for !p.is("]") {
		if len(e.Args) > 0 {
			p.comma("]")
		}
		e.Args = append(e.Args, p.expression(orLevel))
	}
	p.close("]")
	return e
}

// opened advances past an opening bracket.
func (p *parser) opened() {
	p.enter()
	p.open = append(p.open, p.tok)
	p.advance()
}

// close advances past a closing bracket, which must be the current token.
func (p *parser) close(sign string) {
	if !p.is(sign) {
		p.unexpected(sign)
	}
	p.open = p.open[:len(p.open)-1]
	p.depth--
	p.advance()
}

// comma advances past the comma between arguments or members.
func (p *parser) comma(closer string) {
	if !p.is(",") {
		p.unexpected(closer)
	}
	p.advance()
}

// unexpected reports the current token as a syntax error; wanted is the expected token, "" for an operator or the end.
func (p *parser) unexpected(wanted string) {
	t := p.tok
	report := func(code, summary, detail string) { panic(fault{t.at, t.width, code, summary, detail}) }
	switch {
	case t.kind == endToken && wanted == "a value":
		t.at, t.width = p.before.at, p.before.width
		report("unexpected-end", "the formula ends after "+p.before.text, "Something must follow it. If a # after a space follows in the file, it began a comment; a comma inside { } ended the value: put the formula in quotes.")
	case t.kind == endToken && len(p.open) > 0:
		o := p.open[len(p.open)-1]
		t.at, t.width = o.at, o.width
		report("unbalanced-parenthesis", "this "+bracketWord(o.text)+" is not closed", "Close it. If it is closed in the file, a comma inside { }, or a # after a space, ended the value early: put the formula in quotes.")
	case (t.text == ")" || t.text == "]") && !p.expects(t.text):
		report("unbalanced-parenthesis", "this "+bracketWord(t.text)+" closes nothing", "Take it out, or open one before it.")
	case t.text == ":":
		report("colon", "a colon is not allowed here", "A colon gives a named argument inside a call: possible(x, decides: ox). There is no ? :, write if(condition, value, other value).")
	case t.text == "," && wanted != "a value":
		report("comma", "a comma is not allowed here", "Commas separate arguments of a call and members of a [list]. Join conditions with and.")
	case wanted == "a value" && t.kind == signToken:
		report("unexpected-token", t.text+" needs a value before it", "A name, number, $binding or parenthesis is missing.")
	case wanted == "a value":
		report("reserved-word", t.text+" cannot be a name", "It is a word of the language; a value is expected here.")
	case t.kind == nameToken && reserved[t.text]:
		report("unexpected-word", t.text+" cannot stand here", "where, for and else belong inside count(…), sum(…) and the like; if is written if(condition, value, other value); not comes before a condition or in not in.")
	}
	detail := "An operator is missing between two values. A name has no spaces."
	switch t.text {
	case "[":
		detail = "An index follows the name of a variable; a seat, zone or card is before the dot: $seat.goods[$kind], price[$kind][$level]. A list needs an operator before it: $s in [oak, elm]."
	case "most", "least":
		detail = "Members with the most or least of something are set($s in S where condition with most value)."
	case "from", "up", "to", "after":
		detail = "from, up to, to and after belong to reachable and path-cost: path-cost(cost for $z in S from zone to zone)."
	case "with":
		detail = "with belongs to set, count, first and ranked: set($s in S where condition with most value)."
	}
	if near := diag.Near(strings.ToLower(t.text), []string{"and", "or", "in", "div", "cdiv", "mod"}); t.kind == nameToken && (near != "" || levels[strings.ToLower(t.text)] > 0) {
		if near == "" {
			near = strings.ToLower(t.text)
		}
		detail = "Did you mean " + near + "? An operator is missing between two values."
	}
	report("missing-operator", "an operator is missing before "+t.text, detail)
}

// expects reports whether sign closes the innermost open bracket.
func (p *parser) expects(sign string) bool {
	if len(p.open) == 0 {
		return false
	}
	o := p.open[len(p.open)-1].text
	return o == "(" && sign == ")" || o == "[" && sign == "]"
}

func bracketWord(sign string) string {
	if sign == "[" || sign == "]" {
		return "bracket"
	}
	return "parenthesis"
}

// This file parses YAML nodes that are formulas or values. Text is a formula with or without its '=' in formula position, only
// with it in value position.

package syntax

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Formula parses a node in formula or condition position: text (with or without '=') is a formula, a list the set of its members,
// a mapping the tree form. After an error the expression is nil.
func Formula(n *source.Node) (*Expr, diag.List) {
	return read(n, func(r *reader) *Expr { return r.formula(n) })
}

// Value parses a node in value position: a number, true or false, text that begins with '=' (a formula) or '$' (a binding and its
// properties); a mapping is the tree form and a list the set of its members. Other text is a Name, or a Prop if it consists of
// words joined by dots. After an error the expression is nil.
func Value(n *source.Node) (*Expr, diag.List) {
	return read(n, func(r *reader) *Expr { return r.value(n) })
}

// read calls f and drops its expression if there was an error.
func read(n *source.Node, f func(*reader) *Expr) (*Expr, diag.List) {
	r := &reader{}
	if n == nil {
		r.diags.Errorf(diag.Pos{}, "empty-formula", "a condition or a value is missing")
		return nil, r.diags
	}
	e := f(r)
	if r.diags.HasErrors() {
		return nil, r.diags
	}
	return e, r.diags
}

// reader collects the diagnostics of one formula or value. Its methods always return an expression; after an error it is a
// placeholder.
type reader struct{ diags diag.List }

// broken returns the placeholder of an unreadable part.
func broken(pos diag.Pos) *Expr { return &Expr{Kind: Name, Pos: pos} }

func (r *reader) formula(n *source.Node) *Expr {
	if e := r.structured(n, r.formula); e != nil {
		return e
	}
	skip := 0
	if strings.HasPrefix(n.Value, "=") {
		skip = 1
	}
	return r.text(n, skip)
}

func (r *reader) value(n *source.Node) *Expr {
	if e := r.structured(n, r.value); e != nil {
		return e
	}
	switch {
	case strings.HasPrefix(n.Value, "="):
		return r.text(n, 1)
	case strings.HasPrefix(n.Value, "$"):
		return r.binding(n)
	}
	return r.word(n)
}

// structured reads nodes other than text: a tree, a list of members, a number or truth value; nil if n is text.
func (r *reader) structured(n *source.Node, member func(*source.Node) *Expr) *Expr {
	switch n.Kind {
	case source.Map:
		return r.tree(n)
	case source.List:
		return r.members(n, member)
	case source.Null:
		return r.empty(n)
	}
	return r.constant(n)
}

// constant reads a number or truth value; nil for other nodes.
func (r *reader) constant(n *source.Node) *Expr {
	if i, ok := n.Int(); ok {
		return &Expr{Kind: Int, Pos: n.Pos, Int: i}
	}
	if b, ok := n.Bool(); ok {
		e := &Expr{Kind: Bool, Pos: n.Pos}
		if b {
			e.Int = 1
		}
		return e
	}
	return nil
}

func (r *reader) empty(n *source.Node) *Expr {
	detail := "Write a condition or a value after the colon."
	if n.Value != "" {
		detail = "YAML takes " + n.Value + " for no value. Write none."
	}
	r.diags.Errorf(n.Pos, "empty-formula", "this value is empty").Detailf("%s", detail)
	return broken(n.Pos)
}

func (r *reader) members(n *source.Node, member func(*source.Node) *Expr) *Expr {
	e := &Expr{Kind: List, Pos: n.Pos}
	for _, item := range n.Items {
		e.Args = append(e.Args, member(item))
	}
	return e
}

// text parses the text of n from character skip.
func (r *reader) text(n *source.Node, skip int) *Expr {
	if n.Quoted && strings.ContainsFunc(n.Value, diag.Hidden) { // already reported
		return broken(n.Pos)
	}
	if n.Multiline {
		r.diags.Errorf(n.Pos, "multi-line", "the lines of a formula are not joined").
			Detailf("Join the lines: write >- behind the colon, and the formula below it, all its lines at one column and none empty; or give a part of it a name with a function or let.")
		return broken(n.Pos)
	}
	e, diags := parseAt(n.Value[skip:], func(at, width int) diag.Pos { return n.At(skip+at, width) })
	for i := range diags {
		explainYAML(&diags[i], n)
	}
	r.diags = append(r.diags, diags...)
	if e == nil {
		return broken(n.Pos)
	}
	return e
}

// explainYAML replaces the detail of an error where a YAML comment truncated the formula.
func explainYAML(d *diag.Diagnostic, n *source.Node) {
	if n.Comment() == "" || d.Code != "unexpected-end" && d.Code != "unbalanced-parenthesis" {
		return
	}
	d.Code = "comment-in-formula"
	d.Detailf("To YAML a # after a space begins a comment, so the formula ends before %q. Formulas have no #; to count write size(x) or count($s in x).", n.Comment())
}

// indexForm matches one word in brackets.
const indexForm = `(\[\$?[A-Za-z_][A-Za-z0-9_-]*\])`

var (
	bindingForm = regexp.MustCompile(`^\$[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*` + indexForm + `?$`)
	wordsForm   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*((\.[A-Za-z_][A-Za-z0-9_-]*)+` + indexForm + `?|` + indexForm + `{1,2})$`)
	floatForm   = regexp.MustCompile(`^[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(\.[0-9]+)?[eE][-+]?[0-9]+)$`)
)

// binding parses text that begins with a dollar sign in value position.
func (r *reader) binding(n *source.Node) *Expr {
	if bindingForm.MatchString(n.Value) {
		return r.text(n, 0)
	}
	if _, diags := Parse(n.Value, n.Pos); !diags.HasErrors() {
		return r.missingEquals(n)
	}
	return r.text(n, 0)
}

// word parses other text in value position.
func (r *reader) word(n *source.Node) *Expr {
	switch {
	case !n.Quoted && wordsForm.MatchString(n.Value):
		return r.text(n, 0)
	case isName(n.Value):
	case !n.Quoted && floatForm.MatchString(n.Value):
		r.diags.Errorf(n.Pos, "float", "%s is not a whole number", n.Value).
			Detailf("There are only whole numbers; multiply first and divide with div or cdiv.")
		return broken(n.Pos)
	case !n.Quoted && !n.Multiline:
		// Prose is not a valid formula; a formula without its = is.
		if e, diags := Parse(n.Value, n.Pos); !diags.HasErrors() && e.Kind != Name {
			return r.missingEquals(n)
		}
	}
	return &Expr{Kind: Name, Pos: n.Pos, Name: n.Value}
}

func (r *reader) missingEquals(n *source.Node) *Expr {
	r.diags.Errorf(n.Pos, "missing-equals", "a formula without its =").
		Detailf("In this position a formula begins with =; write =%s.", shorten(n.Value))
	return broken(n.Pos)
}

// shorten truncates a text for a message.
func shorten(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}

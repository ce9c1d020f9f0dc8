// This file splits formula text into tokens. Operators of other languages are errors with their own codes and advice.

package syntax

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"rulebound/compiler/diag"
)

type tokenKind int

const (
	endToken     tokenKind = iota // after the last character
	intToken                      // decimal digits
	nameToken                     // a word, also operator words
	bindingToken                  // $word
	signToken                     // an operator or punctuation sign, in text
)

// token is a token of a formula. at counts characters from 0.
type token struct {
	kind  tokenKind
	text  string
	value int64
	at    int
	width int
}

// fault is a syntax error; the parser panics with it, and parseAt recovers it.
type fault struct {
	at, width             int
	code, summary, detail string
}

// lexer is the state of tokenising one formula.
type lexer struct {
	text   []rune
	source string // the text; "" if no tokens are created
	at     int
}

// foreign lists signs that are not part of formulas, longer ones first.
var foreign = []struct{ sign, code, summary, detail string }{
	{"===", "foreign-operator", "=== is not an operator", "Write ==."},
	{"!==", "foreign-operator", "!== is not an operator", "Write !=."},
	{"&&", "double-ampersand", "&& is not an operator", "Write and."},
	{"||", "double-bar", "|| is not an operator", "Write or; a single | joins sets."},
	{"=<", "foreign-operator", "=< is not an operator", "Write <=."},
	{"=>", "foreign-operator", "=> is not an operator", "Write >=."},
	{"<>", "foreign-operator", "<> is not an operator", "Write !=."},
	{":=", "foreign-operator", ":= is not an operator", "A formula has no assignments; use a let or set statement, and == to compare."},
	{"//", "slash", "// is not an operator", "Write div to round down or cdiv to round up."},
	{"/", "slash", "/ is not an operator", "Write div to round down or cdiv to round up."},
	{"%", "percent", "% is not an operator", "Write mod for the remainder."},
	{"?", "ternary", "? : is not part of the language", "Write if(condition, value, other value)."},
	{"^", "caret", "^ is not an operator", "For a power write a ** b, for what two sets have in common a & b."},
	{"#", "hash", "# is not part of formulas", "To count write size(x) or count($s in x)."},
	{"!", "bang", "! is not an operator", "Write not; to compare write !=."},
	{"=", "single-equals", "= does not compare", "Write == to compare. A formula begins with one = only as a value, and has none inside."},
	{"{", "brace", "a brace is not part of formulas", "Write a set as [a, b], and nested parts with parentheses."},
	{"}", "brace", "a brace is not part of formulas", "Write a set as [a, b], and nested parts with parentheses."},
	{"'", "quote", "quotes are not part of formulas", "Names have no quotes: category == town. If the quote belongs to YAML, it must begin and end the whole value."},
	{"\"", "quote", "quotes are not part of formulas", "Names have no quotes: category == town. If the quote belongs to YAML, it must begin and end the whole value."},
	{"\u2212", "unicode-minus", "this is not the minus of the keyboard", "Replace it with -."},
	{"\u2013", "unicode-minus", "a dash is not a minus", "Replace it with -."},
	{"\u2014", "unicode-minus", "a dash is not a minus", "Replace it with -."},
	{"\u2010", "unicode-minus", "this hyphen is not that of the keyboard", "Replace it with -."},
	{"\u2011", "unicode-minus", "this hyphen is not that of the keyboard", "Replace it with -."},
	{"\u2018", "unicode-quote", "a typographic quote", "Remove it; names have no quotes."},
	{"\u2019", "unicode-quote", "a typographic quote", "Remove it; names have no quotes."},
	{"\u201c", "unicode-quote", "a typographic quote", "Remove it; names have no quotes."},
	{"\u201d", "unicode-quote", "a typographic quote", "Remove it; names have no quotes."},
	{"\u2264", "unicode-operator", "\u2264 is not an operator", "Write <=."},
	{"\u2265", "unicode-operator", "\u2265 is not an operator", "Write >=."},
	{"\u2260", "unicode-operator", "\u2260 is not an operator", "Write !=."},
	{"\u00d7", "unicode-operator", "\u00d7 is not an operator", "Write *."},
	{"\u00b7", "unicode-operator", "\u00b7 is not an operator", "Write *."},
	{"\u00f7", "unicode-operator", "\u00f7 is not an operator", "Write div to round down or cdiv to round up."},
	{"\u2208", "unicode-operator", "\u2208 is not an operator", "Write in."},
	{"\u222a", "unicode-operator", "\u222a is not an operator", "Write |."},
	{"\u2229", "unicode-operator", "\u2229 is not an operator", "Write &."},
	{"\u00ac", "unicode-operator", "\u00ac is not an operator", "Write not."},
	{"\u2026", "odd-character", "\u2026 stands for something left out", "Write the whole formula."},
}

// signs lists the signs of the language, longer ones first.
var signs = []string{"==", "!=", "<=", ">=", "**", "<", ">", "|", "&", `\`, "+", "-", "*", "(", ")", "[", "]", ",", ":", "."}

// alone lists the single-character signs that are not prefixes of others. Most signs in formulas are among them.
const alone = `()[],+-.\`

// Patterns of text that begins like a number but is none.
var (
	ruleLike  = regexp.MustCompile(`^[0-9]+(\.[0-9]+){2,}(-[a-z0-9]+)?|^[0-9]+(\.[0-9]+)+-[a-z]\b`)
	floatLike = regexp.MustCompile(`^[0-9]*\.[0-9]+([eE][-+]?[0-9]+)?|^[0-9]+\.([^A-Za-z0-9_.$]|$)|^[0-9]+[eE][-+]?[0-9]+\b`)
	wordLike  = regexp.MustCompile(`^[0-9][A-Za-z0-9_-]*`)
)

// next returns the next token.
func (l *lexer) next() token {
	for l.at < len(l.text) && (l.text[l.at] == ' ' || l.text[l.at] == '\t') {
		l.at++
	}
	start := l.at
	if start == len(l.text) {
		return token{kind: endToken, at: start}
	}
	switch c := l.text[start]; {
	case isDigit(c) || c == '.' && start+1 < len(l.text) && isDigit(l.text[start+1]) && !l.afterOperand():
		return l.number()
	case isLetter(c):
		l.word()
		return l.token(nameToken, start)
	case c == '$':
		l.at++
		if l.at == len(l.text) || !isLetter(l.text[l.at]) {
			panic(fault{start, 1, "binding-name", "a dollar sign without a name", "A binding is $ and a word: $space."})
		}
		l.word()
		return l.token(bindingToken, start)
	case c == '\n' || c == '\r':
		panic(fault{start, 1, "multi-line", "a line ends inside a formula", "Join the lines: write >- behind the colon, and the formula below it, all its lines at one column and none empty; or give a part of it a name with a function or let."})
	case unicode.IsSpace(c):
		panic(fault{start, 1, "odd-space", "an unusual space in a formula", "Replace it with an ordinary space."})
	}
	if strings.ContainsRune(alone, l.text[start]) {
		l.at++
		return l.token(signToken, start)
	}
	for _, f := range foreign {
		// = is foreign only if it is not part of a longer sign of the language.
		if l.startsWith(f.sign) && !(len(f.sign) == 1 && (l.startsWith("==") || l.startsWith("!="))) {
			panic(fault{start, len([]rune(f.sign)), f.code, f.summary, f.detail})
		}
	}
	for _, s := range signs {
		if l.startsWith(s) {
			l.at += len(s)
			return l.token(signToken, start)
		}
	}
	panic(fault{start, 1, "odd-character", strconv.QuoteRune(l.text[start]) + " is not part of formulas", "Formulas are made of names, $bindings, whole numbers and the operators of the language reference."})
}

func (l *lexer) token(kind tokenKind, start int) token {
	return token{kind: kind, text: l.slice(start), at: start, width: l.at - start}
}

// slice returns the text from start to the current position.
func (l *lexer) slice(start int) string {
	if len(l.source) == len(l.text) { // only ASCII
		return l.source[start:l.at]
	}
	return string(l.text[start:l.at])
}

func (l *lexer) startsWith(s string) bool {
	at := l.at
	for _, r := range s {
		if at >= len(l.text) || l.text[at] != r {
			return false
		}
		at++
	}
	return true
}

// afterOperand reports whether a dot at the current position directly follows a name or a closing bracket, which makes it the dot
// of a property.
func (l *lexer) afterOperand() bool {
	if l.at == 0 {
		return false
	}
	c := l.text[l.at-1]
	return isLetter(c) || isDigit(c) || c == ')' || c == ']'
}

// word advances over letters, digits and underscores, and hyphens between two of them.
func (l *lexer) word() {
	for l.at < len(l.text) {
		c := l.text[l.at]
		inner := c == '-' && l.at+1 < len(l.text) && (isLetter(l.text[l.at+1]) || isDigit(l.text[l.at+1]))
		if !isLetter(c) && !isDigit(c) && !inner {
			return
		}
		l.at++
	}
}

// number scans a whole number.
func (l *lexer) number() token {
	start := l.at
	for l.at < len(l.text) && isDigit(l.text[l.at]) {
		l.at++
	}
	if l.at < len(l.text) && (l.text[l.at] == '.' || isLetter(l.text[l.at])) {
		refuseNumber(start, string(l.text[start:min(len(l.text), start+100)]))
	}
	t := l.token(intToken, start)
	value, err := strconv.ParseInt(t.text, 10, 64)
	if err != nil {
		panic(fault{start, t.width, "number-too-large", "the number is too large", "Whole numbers go up to 9223372036854775807."})
	}
	t.value = value
	return t
}

// refuseNumber reports text that begins like a number but is none.
func refuseNumber(start int, text string) {
	if m := ruleLike.FindString(text); m != "" {
		panic(fault{start, len(m), "rule-literal", m + " is a rule number, not a value", "Rule numbers belong to the rule: key; formulas hold names and whole numbers."})
	}
	if m := floatLike.FindString(text); m != "" {
		m = strings.TrimRightFunc(m, func(r rune) bool { return !isDigit(r) && r != '.' })
		panic(fault{start, len(m), "float", m + " is not a whole number", "There are only whole numbers; multiply first and divide with div or cdiv."})
	}
	if m := wordLike.FindString(text); m != "" && strings.TrimLeft(m, "0123456789") != "" {
		panic(fault{start, len(m), "number-form", m + " is neither a number nor a name", "A name begins with a letter, and numbers are decimal digits only."})
	}
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' }

// isName reports whether text is a single word.
func isName(text string) bool {
	runes := []rune(text)
	if len(runes) == 0 || len(runes) > maxLength || !isLetter(runes[0]) {
		return false
	}
	l := lexer{text: runes}
	l.word()
	return l.at == len(runes)
}

// place maps a range of characters of a formula to its position.
type place func(at, width int) diag.Pos

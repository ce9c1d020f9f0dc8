package syntax

import (
	"strings"
	"testing"
)

// Invalid formulas, each with the code and column of its only error and a part of the advice. Columns count from 1 in the
// formula.
var bad = []struct {
	text   string
	code   string
	col    int
	detail string
}{
	{"", "empty-formula", 1, "Write a condition"},
	{"   ", "empty-formula", 1, ""},
	{"a ? b : c", "ternary", 3, "if(condition"},
	{"#carts > 1", "hash", 1, "size(x)"},
	{"2 ^ 3", "caret", 3, "a ** b"},
	{"!a", "bang", 1, "not"},
	{"a && b", "double-ampersand", 3, "and"},
	{"a || b", "double-bar", 3, "or"},
	{"a / 2", "slash", 3, "div"},
	{"a // 2", "slash", 3, "div"},
	{"a % 2", "percent", 3, "mod"},
	{"a = 2", "single-equals", 3, "=="},
	{"=a", "single-equals", 1, "=="},
	{"a === 2", "foreign-operator", 3, "=="},
	{"a !== 2", "foreign-operator", 3, "!="},
	{"a => 2", "foreign-operator", 3, ">="},
	{"a =< 2", "foreign-operator", 3, "<="},
	{"a <> 2", "foreign-operator", 3, "!="},
	{"a := 2", "foreign-operator", 3, "assignment"},
	{"2 **", "unexpected-end", 3, "must follow"},
	{"if(a, b, c, d)", "if-arguments", 1, "condition, value, other value"},
	{"if(a, b)", "if-arguments", 1, "condition, value, other value"},
	{"set($s.kind, $t for $s in S)", "comprehension-form", 1, "set(value for $s in S)"},
	{"repeated($s in S, 2)", "comprehension-form", 1, "repeated(value for $s in S, n)"},
	{"repeated($s.kind for $s in S)", "comprehension-form", 29, "repeated(value for $s in S, n)"},
	{"a < b < c", "chained-comparison", 7, "and"},
	{"a == b == c", "chained-comparison", 8, "and"},
	{"a == b in c", "chained-comparison", 8, "and"},
	{"1.5 * a", "float", 1, "whole"},
	{"a * .5", "float", 5, "whole"},
	{"a * 2.", "float", 5, "whole"},
	{"1e3", "float", 1, "whole"},
	{"3.2.2", "rule-literal", 1, "rule:"},
	{"a == 3.2.2-c", "rule-literal", 6, "rule:"},
	{"a == 3.2-c", "rule-literal", 6, "rule:"},
	{"3rd", "number-form", 1, "begins with a letter"},
	{"0x1F", "number-form", 1, "decimal"},
	{"99999999999999999999", "number-too-large", 1, "up to"},
	{"(a + b", "unbalanced-parenthesis", 1, "Close it"},
	{"a + (b - (c)", "unbalanced-parenthesis", 5, "Close it"},
	{"f(a, [b, c)", "unbalanced-parenthesis", 11, "Take it out"},
	{"a + b)", "unbalanced-parenthesis", 6, "Take it out"},
	{"a ]", "unbalanced-parenthesis", 3, "Take it out"},
	{"min(a", "unbalanced-parenthesis", 4, "quotes"},
	{"()", "empty-parentheses", 1, "take them out"},
	{"(a, b)", "list-parentheses", 3, "[a, b]"},
	{"a, b", "comma", 2, "and"},
	{"f(a,)", "comma", 4, "argument"},
	{"f(,a)", "unexpected-token", 3, "missing"},
	{"a +", "unexpected-end", 3, "follow"},
	{"a and", "unexpected-end", 3, "follow"},
	{"f(a,", "unexpected-end", 4, "follow"},
	{"and a", "reserved-word", 1, "word of the language"},
	{"a == where", "reserved-word", 6, "word of the language"},
	{"a where b", "unexpected-word", 3, "count("},
	{"a not b", "unexpected-word", 3, "not in"},
	{"max($s.x for $s in S)", "unexpected-word", 10, "most(value for $s"},
	{"1 + min($s.x where $s.y)", "unexpected-word", 14, "least(value for $s"},
	{"argmax($s.x for $s in S)", "unexpected-word", 13, "with most value"},
	{"a == not b", "not-in-operand", 6, "looser"},
	{"* a", "unexpected-token", 1, "missing"},
	{"+1", "unexpected-token", 1, "without a sign"},
	{"a b", "missing-operator", 3, "no spaces"},
	{"a AND b", "missing-operator", 3, "Did you mean and"},
	{"a adn b", "missing-operator", 3, "Did you mean and"},
	{"2 $x", "missing-operator", 3, "operator"},
	{"a: b", "colon", 2, "if("},
	{"f(a.b: c)", "colon", 6, "named argument"},
	{"f($a: c)", "argument-name", 3, "Write a: value"},
	{"f(a: 1, a: 2)", "duplicate-argument", 9, "one of them"},
	{"f(a: 1, b)", "argument-order", 9, "before"},
	{"$f(a)", "call-of-value", 3, "call:"},
	{"$c.unshaded(ox)", "call-of-value", 12, "call:"},
	{"(a)(b)", "call-of-value", 4, "name(arguments)"},
	{"$ space", "binding-name", 1, "$space"},
	{"a + $1", "binding-name", 5, "$space"},
	{"a.", "property-name", 3, "importance"},
	{"a.$b", "property-name", 3, "fixed name"},
	{"$s.goods.$kind", "property-name", 10, "in brackets: goods[$kind]"},
	{"$a..b", "property-name", 4, ""},
	{"5.a", "property-of-number", 2, "seats"},
	{"true.a", "property-of-number", 5, "seats"},
	{"if a then b", "if-arguments", 1, "if(condition"},
	{"sum(a, b)", "comprehension-form", 1, "+"},
	{"any($a in s, $b in t where $a == $b)", "comprehension-form", 12, "one inside the other"},
	{"any($a in s, $b)", "comprehension-form", 12, "join conditions with or"},
	{"sum()", "comprehension-form", 1, "+"},
	{"least(a, b)", "comprehension-form", 1, "min(a, b)"},
	{"most(a)", "comprehension-form", 1, "max(a, b)"},
	{"count(spaces)", "comprehension-form", 7, "size(S)"},
	{"set(a, b)", "comprehension-form", 5, "[a, b]"},
	{"any($a.b)", "comprehension-form", 5, "or"},
	{"count()", "comprehension-form", 7, "size"},
	{"count(s in spaces)", "comprehension-binding", 7, "$s"},
	{"count($s in spaces, a)", "comprehension-form", 19, "where"},
	{"count($s in a else 1)", "comprehension-else", 15, "least"},
	{"set($s", "comprehension-form", 5, "set($s in S"},
	{"set($s ", "comprehension-form", 5, "set($s in S"},
	{"any($s in S with most $s.n)", "comprehension-form", 13, "first"},
	{"every($s in S with most $s.n)", "comprehension-form", 15, "first"},
	{"sum($s.n for $s in S with most $s.n)", "comprehension-form", 22, "first"},
	{"set($s in S with all $s.n)", "comprehension-form", 18, "least"},
	{"a1.2", "property-name", 4, "importance"},
	{"sum(a for $s of b)", "comprehension-form", 11, "for $s in"},
	{"{a: 1}", "brace", 1, "[a, b]"},
	{"a == 'b'", "quote", 6, "no quotes"},
	{`a == "b"`, "quote", 6, "no quotes"},
	{"a \u2212 b", "unicode-minus", 3, "-"},
	{"a \u2013 b", "unicode-minus", 3, "-"},
	{"a == \u201cb\u201d", "unicode-quote", 6, "no quotes"},
	{"a \u2264 b", "unicode-operator", 3, "<="},
	{"a\u00a0+ b", "odd-space", 2, "ordinary"},
	{"a; b", "odd-character", 2, "operators"},
	{"a @ b", "odd-character", 3, "operators"},
	{"\u00e9tat", "odd-character", 1, "names"},
	{"a\nb", "multi-line", 2, "Join"},
	{strings.Repeat("a + ", 501) + "a", "too-long", 2001, "names"},
	{strings.Repeat("(", 70) + "a" + strings.Repeat(")", 70), "too-deep", 65, "names"},
	{strings.Repeat("not ", 100) + "a", "too-deep", 257, "names"},
	{strings.Repeat("-", 100) + "a", "too-deep", 65, "names"},
	{strings.Repeat("f(", 100), "too-deep", 130, "names"},
}

func TestBadFormulasGiveOneErrorAtTheCause(t *testing.T) {
	for _, test := range bad {
		name := test.text
		if len(name) > 40 {
			name = name[:40] + "…"
		}
		e, diags := Parse(test.text, start)
		if e != nil || len(diags) != 1 {
			t.Errorf("%s: %v and %d diagnostics, want one error: %v", name, e, len(diags), diags)
			continue
		}
		d := diags[0]
		if d.Code != test.code || d.Subject.Line != start.Line || d.Subject.Col != start.Col+test.col-1 {
			t.Errorf("%s: %v at column %d, want [%s] at %d", name, d.Error(), d.Subject.Col-start.Col+1, test.code, test.col)
		}
		if !strings.Contains(d.Detail, test.detail) {
			t.Errorf("%s: the advice %q does not mention %q", name, d.Detail, test.detail)
		}
	}
}

// Adjacent different set operators are valid but easily misread.
func TestMixedSetOperatorsAreAWarning(t *testing.T) {
	for text, col := range map[string]int{"a | b & c": 7, `ox & guards | scouts`: 13, `a \ f(x) | c`: 10, "a | (b & c)": 0, "(a & b) | c": 0, "a | b | c": 0, "a | b == c & d": 0} {
		e, diags := Parse(text, start)
		switch {
		case e == nil || diags.HasErrors():
			t.Errorf("%s: %v", text, diags)
		case col == 0 && len(diags) > 0:
			t.Errorf("%s: %v, want no warning", text, diags)
		case col > 0 && (len(diags) != 1 || diags[0].Code != "mixed-set-operators" || diags[0].Subject.Col != start.Col+col-1):
			t.Errorf("%s: %v, want a warning at column %d", text, diags, col)
		}
	}
}

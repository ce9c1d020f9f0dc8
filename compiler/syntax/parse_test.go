package syntax

import (
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

// start is the position of the formulas.
var start = diag.Pos{File: "rules.md", Line: 7, Col: 10}

// Valid formulas with their canonical text; "" means the text itself.
var good = []struct{ text, canonical string }{
	{"1", ""},
	{"-1", ""},
	{"- 1", "-1"},
	{"--1", "1"},
	{"-$x.y", ""},
	{"-(a + b)", ""},
	{"true", ""},
	{"false or true", ""},
	{"tax", ""},
	{"ox-guards", ""},
	{"__freeOperation", ""},
	{"card-54", ""},
	{"mk8-1", ""},
	{"x-1", ""},
	{"x - 1", ""},
	{"x -1", "x - 1"},
	{"x- 1", "x - 1"},
	{"5-3", "5 - 3"},
	{"5-x", "5 - x"},
	{"$space", ""},
	{"$space.importance", ""},
	{"$row.seat.pools", ""},
	{"$x.in", ""},
	{"(a)", "a"},
	{"((a))", "a"},
	{"a+b*c", "a + b * c"},
	{"(a+b)*c", "(a + b) * c"},
	{"a - b - c", ""},
	{"a - (b - c)", ""},
	{"a div 3 cdiv 2 mod 5", ""},
	{"a div (3 cdiv 2)", ""},
	{"15 - unrest - breakage", ""},
	{"a or b and c", ""},
	{"(a or b) and c", ""},
	{"not a and b", ""},
	{"not (a and b)", ""},
	{"not a == b", ""},
	{"not not a", ""},
	{"a == (not b)", ""},
	{"$space.kind == way and pieces($space, elk|ax) == 0", "$space.kind == way and pieces($space, elk | ax) == 0"},
	{"$s in hill|mountain", "$s in hill | mountain"},
	{"$s not in hill", ""},
	{"$s not  in hill", "$s not in hill"},
	{"not $s in hill", ""},
	{"a \\ b", ""},
	{"(a & b) | c", ""},
	{"a & (b | c)", ""},
	{"a | b | c", ""},
	{"a & b & c", ""},
	{"carts.moved & ox", ""},
	{"(a | b).active", ""},
	{"1 + -2", ""},
	{"-x * y", ""},
	{"if($base, 6, 3)", ""},
	{"if(a == 1, min(2, b div 3), max(a, b, c))", ""},
	{"f()", ""},
	{"f(a).b", ""},
	{"possible(build, decides: ox)", ""},
	{"possible(build, decides: $seat, free: $a and b)", ""},
	{"[a, b]", ""},
	{"$s in [harbor, inn, 3]", ""},
	{"[]", ""},
	{"procedures(operation)", ""},
	{"set($s in spaces where $s.kind == town)", ""},
	{"count($s in spaces)", ""},
	{"any($c in left-deck where $c.kind == event)", ""},
	{"every($s in a | b where not $s.done)", ""},
	{"first($seat in $order where $seat.eligible)", ""},
	{"sum($s.importance for $s in spaces where $s.support == active)", ""},
	{"sum(1 for $s in spaces)", ""},
	{"least($s.n for $s in S else 0)", ""},
	{"most($s.n + 1 for $s in S where $s.n > 2 else -1)", ""},
	{"count($s in set($t in spaces where a) where b)", ""},
	{"flood($z, set($s in spaces where $s.kind == way), 30)", ""},
	{"count + set", ""},
	{"2**3", "2 ** 3"},
	{"2 ** 3 ** a.b", ""},
	{"(2 ** 3) ** a", ""},
	{"-2 ** 2", ""},
	{"(-2) ** 2", ""},
	{"2 ** -a", ""},
	{"a * 2 ** b + 1", ""},
	{"(a * 2) ** (b + 1)", ""},
	{"if(a, b, c, d, e)", "if(a, b, if(c, d, e))"},
	{"set($c.rank for $c in $cards where $c.suit == hearts)", ""},
	{"set(f($c, [a, b]) for $c in S)", ""},
	{"repeated($c.rank for $c in $cards, 2)", ""},
	{"repeated($c.rank for $c in $cards where a, n + 1)", ""},
	{"highest(set($s.high for $s in runs), 1)", ""},
	{"9223372036854775807", ""},
	{"a\t+\tb", "a + b"},
	{"set(x in y for $s in S)", ""},
	{"set($s in S with most $s.n)", ""},
	{"count($s in S where a with least $s.n)", ""},
	{"ranked($s in f(S, $a) where a with least $s.n + 1)", ""},
	{"reachable($z.toll for $z in S where a from A | B up to n + 1)", ""},
	{"path-cost(if($y in $z.banks, 2, 1) for $z in S after $y where $z != from from to to up)", ""},
	{strings.Repeat("-a + ", 100) + "b", ""}, // a sequence of signs does not count as depth
	{strings.Repeat("not a and ", 100) + "b", ""},
}

func TestAnyFindsEveryPartOfAFormula(t *testing.T) {
	for _, text := range []string{"thing", "f(thing)", "f(a: thing)", "-thing", "a + thing", "thing.n", "[a, thing]", "count($s in thing)", "count($s in S where thing)",
		"sum(thing for $s in S)", "least(1 for $s in S else thing)", "set($s in S with most thing)", "reachable(1 for $z in S from thing up to 2)", "path-cost(1 for $z in S from a to thing)", "f(1, count($s in S where not (thing + 1 == 2)))"} {
		for want, formula := range map[bool]string{true: text, false: strings.ReplaceAll(text, "thing", "other")} {
			e, diags := Parse(formula, start)
			if got := Any(e, func(e *Expr) bool { return e.Kind == Name && e.Name == "thing" }); got != want || len(diags) > 0 {
				t.Errorf("%s: %t, %v", formula, got, diags)
			}
		}
	}
}

func TestGoodFormulasHaveCanonicalText(t *testing.T) {
	for _, test := range good {
		want := test.canonical
		if want == "" {
			want = test.text
		}
		e, diags := Parse(test.text, start)
		if len(diags) > 0 {
			t.Errorf("%s: %v", test.text, diags)
			continue
		}
		if got := e.String(); got != want {
			t.Errorf("%s: canonical text is %s, want %s", test.text, got, want)
			continue
		}
		again, diags := Parse(want, start)
		if len(diags) > 0 || !same(e, again) {
			t.Errorf("%s: its canonical text %s reads differently: %v %v", test.text, want, again, diags)
		}
	}
}

// same compares two expressions without their positions.
func same(a, b *Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Name != b.Name || a.Int != b.Int || (a.Comprehension == nil) != (b.Comprehension == nil) || len(a.Args) != len(b.Args) || len(a.Named) != len(b.Named) {
		return false
	}
	for i := range a.Args {
		if !same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	for i := range a.Named {
		if a.Named[i].Name != b.Named[i].Name || !same(a.Named[i].Value, b.Named[i].Value) {
			return false
		}
	}
	if a.Comprehension == nil {
		return true
	}
	return a.Bind == b.Bind && same(a.Over, b.Over) && same(a.Where, b.Where) && same(a.Value, b.Value) && same(a.Else, b.Else)
}

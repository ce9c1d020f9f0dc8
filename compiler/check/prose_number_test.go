package check

import (
	"slices"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// clauseAndData returns a book with clause 1.1-a and a formula that belongs to it.
func clauseAndData(prose, formula string) *source.Book {
	pos := func(line int) diag.Pos { return diag.Pos{File: "game/1.md", Line: line, Col: 1} }
	text := func(value string) *source.Node { return &source.Node{Kind: source.Scalar, Value: value, Pos: pos(3)} }
	block := &source.Node{Kind: source.Map, Pos: pos(2), Rules: []string{"1.1-a"}, Pairs: []source.Pair{{Key: text("value"), Value: text(formula)}}}
	return &source.Book{Clauses: []source.Clause{{ID: "1.1-a", Section: "1.1", Text: prose, Kind: source.KindRule, Pos: pos(1)}}, Blocks: []*source.Node{block}}
}

func TestContradictingNumbersOfClauseAndDataAreReported(t *testing.T) {
	for _, c := range []struct {
		prose, formula string
		warned         bool
	}{
		{"falls by 3", "=2 * honey", true},
		{"falls by three", "=2 * honey", true},
		{"falls by two", "=2 * honey", false},
		{"from 3 to 5", "3..6", true},
		{"from 3 to 6", "3..6", false},
		{"fewer than three", "honey < 3", false},
		{"at most two", "honey < 3", false},
		{"at most four", "honey < 3", true},
		{"nothing of the kind", "=2 * honey", false}, // the data have more numbers than the prose
		{"falls by 3", "=honey", false},              // the number may be elsewhere
		{"falls by 3", "=row-2 + card-17", false},
		{"the third of rule 3.4, card 7, page 9, F-5 and 1968", "=2 * honey", false},
		{"falls. For example, of nine seven are left.", "=2 * honey", false},
		{"falls once, by one", "=2 * honey", false},
	} {
		s := &Subject{prose: clauseAndData(c.prose, c.formula)}
		if got := proseNumber(s); (len(got) == 1) != c.warned {
			t.Errorf("%q beside %q: %v", c.prose, c.formula, got)
		}
	}
}

func TestFormulaWithSeveralContradictingNumbersIsReportedOnce(t *testing.T) {
	got := proseNumber(&Subject{prose: clauseAndData("falls by 3", "=2 * honey + 4")})
	if len(got) != 1 || len(got[0].Context) != 1 {
		t.Errorf("%+v", got)
	}
}

// A number that belongs to two clauses contradicts neither if the prose of one states it; a number of many clauses contradicts
// none.
func TestNumberOfSeveralClausesNeedsOneThatStatesIt(t *testing.T) {
	for _, c := range []struct {
		others []string // the prose of the other clauses
		warned bool
	}{
		{nil, true}, {[]string{"two of them"}, false}, {[]string{"some of them"}, true}, {[]string{"some of them", "the others"}, false},
	} {
		book := clauseAndData("falls by 3", "=2 * honey")
		for i, text := range c.others {
			id := []string{"1.1-b", "1.1-c"}[i]
			book.Clauses = append(book.Clauses, source.Clause{ID: id, Section: "1.1", Text: text, Kind: source.KindRule})
			book.Blocks[0].Rules = append(slices.Clone(book.Blocks[0].Rules), id)
		}
		if got := proseNumber(&Subject{prose: book}); (len(got) == 1) != c.warned {
			t.Errorf("beside %q: %v", c.others, got)
		}
	}
}

// Data belong to the clauses of their `rule` key, an entry to the clause of its id, and a value to the clause of that id and its
// key; otherwise to those of the enclosing node.
func TestNumbersOfDataAreComparedWithTheirOwnClauses(t *testing.T) {
	scalar := func(text string) *source.Node {
		return &source.Node{Kind: source.Scalar, Value: text, Pos: diag.Pos{Line: 3}}
	}
	pair := func(key string, value *source.Node) source.Pair { return source.Pair{Key: scalar(key), Value: value} }
	for name, c := range map[string]struct {
		with   []source.Pair
		warned bool
	}{
		"what it is in":           {nil, true},
		"its clause":              {[]source.Pair{pair("rule", scalar("1.1-a"))}, true},
		"another clause":          {[]source.Pair{pair("rule", scalar("1.1-b"))}, false},
		"both":                    {[]source.Pair{pair("rule", &source.Node{Kind: source.List, Items: []*source.Node{scalar("1.1-b"), scalar("1.1-a")}})}, true},
		"a clause of its id":      {[]source.Pair{pair("id", scalar("1.1-b"))}, false},
		"a clause of its value":   {[]source.Pair{pair("id", scalar("rain"))}, false},
		"an id that is no clause": {[]source.Pair{pair("id", scalar("wind"))}, true},
		"a place":                 {[]source.Pair{pair("at", scalar("x"))}, true},
	} {
		book := clauseAndData("falls by 3", "")
		for _, id := range []string{"1.1-b", "rain-value"} {
			book.Clauses = append(book.Clauses, source.Clause{ID: id, Section: "1.1", Text: "of some", Kind: source.KindRule})
		}
		book.Blocks[0].Pairs = []source.Pair{pair("rows", &source.Node{Kind: source.Map, Pairs: append(c.with, pair("value", scalar("=2 * honey")), pair("at", scalar("7")))})}
		if got := proseNumber(&Subject{prose: book}); (len(got) == 1) != c.warned {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestNumbersOfProseAreReadFromWordsAndDigits(t *testing.T) {
	for text, want := range map[string][]int64{
		"Two of 12, twenty and a third.": {2, 12, 20}, "See 3.2.1-a and cards 4 and 7.": nil, "In 1965 (example: 9).": nil, "card-55 and F-4": nil,
		"pages 3 and 4, 5 or 6 to 7 and 8 men": nil, "3abc-5 and 6": {3, 6}, "rule 3 and seven": {7},
		"Two hundred and fifty, a hundred, one hundred and twenty-five.": {250, 100, 125}, "two hundred thousand": {200000}, "ninety nine thousand": {99000},
		"five and six, twenty, five": {5, 6, 20, 5}, "two three and twenty ten": {2, 3, 20, 10}, "a hundred and more, two hundred 7": {100, 200, 7}, "one hundred one": {101},
	} {
		if got := stated(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestNumbersOfDataAreWholeTokens(t *testing.T) {
	for text, want := range map[string][]int64{
		"3": {3}, "=$a + 12 * 7": {12, 7}, "2..5": {2, 5}, "max(3,4)": {3, 4}, "123456789": {123456789}, "1234567890": nil, "": nil,
		"3z": nil, "z3": nil, "3a": nil, "a3": nil, "3Z": nil, "A3": nil, "{3}": {3}, "`3`": {3}, "[3]": {3}, "@3": {3}, "3_": nil, "_3": nil, "3-a": nil, "-3": nil, "1.5": nil, "$3": nil, "3/9": {3, 9}, "3:4": {3, 4},
	} {
		if got := inData(&source.Node{Value: text}); !slices.Equal(got, want) {
			t.Errorf("%q has %v, want %v", text, got, want)
		}
	}
}

package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/judge/drive"
	"rulebound/show/steps"
)

// A library has the headings of its text, which the book of a game omits.
func TestHeadingsOfALibrary(t *testing.T) {
	g := &Game{Game: &corpus.Game{Book: &compiler.Book{Book: &source.Book{}}}}
	var got []string
	for _, h := range g.headings(&source.File{Name: "a.md", Data: []byte("# One\n#tag\ntext\n##  Two \n####### seven\n#\n###### Six\n")}) {
		got = append(got, fmt.Sprint(h.Pos.Line, " ", h.Level, " ", h.Title))
	}
	if !slices.Equal(got, []string{"1 1 One", "4 2 Two", "7 6 Six"}) {
		t.Errorf("%q", got)
	}
}

// A claim links to the lines about its subject.
func TestLinesOfTheSubjectOfAClaim(t *testing.T) {
	for _, c := range []struct {
		kind, name string
		line       steps.Line
		want       bool
	}{
		{"state", "gold", steps.Line{Kind: "change", Text: "gold: 0 → 1"}, true}, {"state", "gold", steps.Line{Kind: "change", Text: "goldsmith: 0 → 1"}, false},
		{"watched", "red.rich", steps.Line{Kind: "watch", Text: "= red.rich: false → true"}, true}, {"state", "gold", steps.Line{Kind: "decision", Text: "gold: 0 → 1"}, false},
		{"state", "hill.cart", steps.Line{Kind: "pieces", Text: "hill: cart 2 → 1"}, true}, {"state", "hill.mule", steps.Line{Kind: "pieces", Text: "hill: cart 2 → 1"}, false}, {"state", "hill", steps.Line{Kind: "pieces", Text: "hill: cart 2 → 1"}, false},
		{"state", "hand", steps.Line{Kind: "card", Text: "ace: heap → hand"}, true}, {"state", "heap", steps.Line{Kind: "card", Text: "ace: heap → hand"}, true}, {"state", "rest", steps.Line{Kind: "card", Text: "ace: heap → hand"}, false},
		{"refused", "1.1-a", steps.Line{Kind: "refused", Text: "red: dig (1.1-a)"}, true}, {"refused", "1.1-b", steps.Line{Kind: "refused", Text: "red: dig (1.1-a)"}, false}, {"refused", "1.1-a", steps.Line{Kind: "note", Text: "red: dig (1.1-a)"}, false},
		{"noted", "won", steps.Line{Kind: "note", Text: "won red"}, true}, {"noted", "won", steps.Line{Kind: "note", Text: "won"}, true}, {"noted", "won", steps.Line{Kind: "note", Text: "wonder red"}, false},
		{"offered", "act", steps.Line{Kind: "options", Text: "red act: rest, dig"}, true}, {"decided", "act dig", steps.Line{Kind: "decision", Text: "red act: dig"}, true}, {"decided", "act dig", steps.Line{Kind: "note", Text: "red act: dig"}, false}, {"decided", "act", steps.Line{Kind: "decision", Text: "red acts: dig"}, false},
		{"result", "", steps.Line{Kind: "over"}, true}, {"result", "", steps.Line{Kind: "note"}, false}, {"asked", "act", steps.Line{Kind: "decision"}, false},
	} {
		if got := (&claim{kind: c.kind, name: c.name}).speaks(&c.line); got != c.want {
			t.Errorf("%s %s: %q of kind %s: %v", c.kind, c.name, c.line.Text, c.line.Kind, got)
		}
	}
}

// Words are in lower case, and include the numbers of rules.
func TestSearchIndexKeepsEachWordOnce(t *testing.T) {
	x := newVocabulary()
	x.add("The rule 3.2.1-a. The Rule, (card_7) a x9 -- $seat's 42!")
	if got := x.text.String(); got != "the rule 3.2.1-a card_7 x9 $seat 42" {
		t.Errorf("%q", got)
	}
	x = newVocabulary()
	for i := range 2 * maxWords {
		x.add(fmt.Sprint(i))
	}
	if n := x.text.Len(); n > maxWords || n < maxWords-10 {
		t.Errorf("%d bytes are kept", n)
	}
}

func TestKeysOfTheLanguage(t *testing.T) {
	keys := keysOf(&grammar.Own)
	for word, want := range map[string]bool{"gain": true, "then": true, "else": true, "rule": true, "spaces": true, "from": true, "gold": false} {
		if keys[word] != want {
			t.Errorf("%s: %v", word, keys[word])
		}
	}
}

// A column shows its worst node; a line shows each remark once.
func TestCoverageMarksOfALine(t *testing.T) {
	seen, missed := coverage.Node{Col: 3, Executed: true}, coverage.Node{Col: 3}
	half, said := coverage.Node{Col: 3, Executed: true, Condition: true, Yes: true}, coverage.Node{Col: 3, Why: "it cannot be"}
	saidHalf := half
	saidHalf.Why = "it is always so"
	for _, c := range []struct {
		nodes   []coverage.Node
		mark    string
		remarks string
	}{
		{[]coverage.Node{seen}, "", ""},
		{[]coverage.Node{missed}, "miss", "miss: not executed"}, {[]coverage.Node{missed, half}, "miss", "miss: not executed; half: seen true only"}, {[]coverage.Node{half, missed}, "miss", "miss: not executed; half: seen true only"},
		{[]coverage.Node{half, half}, "half", "half: seen true only"}, {[]coverage.Node{said, half}, "half", "half: seen true only; said: not seen: it cannot be"}, {[]coverage.Node{half, said}, "half", "half: seen true only; said: not seen: it cannot be"},
		{[]coverage.Node{said}, "said", "said: not seen: it cannot be"}, {[]coverage.Node{saidHalf}, "said", "said: not seen: it is always so"},
	} {
		var got []string
		for _, r := range remarks(c.nodes) {
			got = append(got, r.class+": "+r.text)
		}
		if mark := marksOf(c.nodes)[3]; mark != c.mark || strings.Join(got, "; ") != c.remarks {
			t.Errorf("%+v: %q, %q", c.nodes, mark, got)
		}
	}
}

// A text with mentioned clauses has links to them, and is otherwise escaped.
func TestMentionedClausesAreLinked(t *testing.T) {
	g := &Game{names: &names{clauses: map[string]string{"1.1-a": "book/g/1.html#1.1-a"}}}
	for text, want := range map[string]string{
		"see 1.1-a & 1.1-b.": `see <a href="#1.1-a">1.1-a</a> &amp; 1.1-b.`,
		"<i> 1.1-a, 1.1-a":   `&lt;i&gt; <a href="#1.1-a">1.1-a</a>, <a href="#1.1-a">1.1-a</a>`,
		"nothing":            "nothing",
	} {
		if got := string(g.linked(&Page{Path: "book/g/1.html"}, text)); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// The first failures are shown and the others counted.
func TestFailuresOfAnotherEngineAreTruncatedWithACount(t *testing.T) {
	r := &drive.Report{}
	for i := range maxFailing + 3 {
		r.Scenarios = append(r.Scenarios, drive.Outcome{Scenario: fmt.Sprint("1/", i), Verdict: []drive.Verdict{drive.Failed, drive.Broken}[i%2]}, drive.Outcome{Verdict: drive.Passed})
	}
	g := &Game{}
	if list, more := g.engineFailures(&Page{}, r); len(list) != maxFailing || more != 3 {
		t.Errorf("%d are shown, %d more", len(list), more)
	}
}

func TestEmptyListsAreNotNullInJSON(t *testing.T) {
	if got := orEmpty(nil); got == nil || len(got) > 0 {
		t.Errorf("no list is %v", got)
	}
	if got := orEmpty([]string{"a"}); !slices.Equal(got, []string{"a"}) {
		t.Errorf("a list is %v", got)
	}
}

func TestComparedLinesOfAStatementAreBounded(t *testing.T) {
	text := "- do:\n" + strings.Repeat("  - over: {}\n", 2*maxStatement)
	g := &Game{Game: &corpus.Game{Book: &compiler.Book{Book: &source.Book{Files: []source.File{{Name: "a.md", Data: []byte(text)}}}}}}
	if n := len(g.statement("a.md", 1)); n != maxStatement {
		t.Errorf("%d lines of it are compared", n)
	}
}

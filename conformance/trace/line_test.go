package trace_test

import (
	"testing"

	"rulebound/conformance/trace"
	"rulebound/engine/def"
)

func TestEncodings(t *testing.T) {
	lines := []trace.Line{
		{Depth: 0, Kind: "note", Text: "card played a", Fields: []trace.Field{{"note", "card"}, {"played", "a"}}},
		{Depth: 2, Kind: "change", Text: "aid: 1 → 2", Fields: []trace.Field{{"value", "aid"}, {"before", "1"}, {"after", "2"}}},
	}
	if got, want := string(trace.Text(lines)), "card played a\n    aid: 1 → 2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	lines[1].At = &def.NodeDef{File: "data/games/toy/10.md", Line: 7, Col: 3, Rules: []string{"1-a", "1-b"}}
	want := `{"depth":0,"kind":"note","note":"card","played":"a"}` + "\n" +
		`{"depth":2,"kind":"change","value":"aid","before":"1","after":"2","at":{"clauses":["1-a","1-b"],"file":"data/games/toy/10.md","line":7,"col":3}}` + "\n"
	if got := string(trace.JSON(lines)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := lines[0].Place() + lines[1].Place(); got != "1-a, 1-b (10.md:7)" {
		t.Errorf("the places are %q", got)
	}
	if got, want := string(trace.Margin(lines)), "         card played a\n1-a 1-b      aid: 1 → 2\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

package suggest

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
)

// A marked piece still counts as a piece of its type, so a claim uses the count that its name stands for.
func TestClaimOfPiecesUsesTheCountOfItsName(t *testing.T) {
	page := "```yaml\n" + `game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill}]
boxes: [{id: store}]
pieces: [{id: scout, seat: red, count: 2, home: store, marks: [moved]}]
setups: [{id: two, spaces: {hill: {pieces: {scout: 2}}}}]
procedures:
- id: play
  do:
  - {amount: $n, by: red, max: 2}
  - {tag: {of: scout, in: hill, count: $n, mark: moved}}
  - {amount: $m, by: red, max: 2}
  - {over: {result: $m}}
` + "```\n"
	g := onepage.Load(t, page)
	s, err := g.New(engine.Setup{ID: "two"})
	if err != nil {
		t.Fatal(err)
	}
	first := s.Copy()
	if err := s.Apply(engine.Answer{N: 1}); err != nil {
		t.Fatal(err)
	}
	if text := Claims(first, s, nil); !strings.Contains(text, "state: {hill.scout.moved: 1}") {
		t.Error(text)
	}
}

// No more than sixteen values are claimed, and the claim says that there are more.
func TestClaimsAreLimitedToSixteenValues(t *testing.T) {
	for n, want := range map[int]bool{16: false, 17: true} {
		var tracks, gains string
		for i := range n {
			tracks += fmt.Sprintf("- {id: t%d, title: T, min: 0, max: 9, initial: 0}\n", i)
			gains += fmt.Sprintf("  - {gain: {t%d: 1}}\n", i)
		}
		g := onepage.Load(t, "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks:\n"+tracks+
			"procedures:\n- id: play\n  do:\n  - {amount: $n, by: red, max: 2}\n"+gains+"  - {amount: $m, by: red, max: 2}\n  - {over: {}}\n```\n")
		s, err := g.New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		first := s.Copy()
		if err := s.Apply(engine.Answer{}); err != nil {
			t.Fatal(err)
		}
		text := Claims(first, s, nil)
		if got := strings.Contains(text, "the first of 17 values"); got != want || strings.Count(text, ": 1,")+1 != 16 {
			t.Errorf("%d values:\n%s", n, text)
		}
	}
}

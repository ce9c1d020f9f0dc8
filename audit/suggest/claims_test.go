package suggest

import (
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
)

// A marked piece still counts as a piece of its type, so a claim uses the count that its name stands for.
func TestAClaimOfPiecesIsWhatItsNameMeans(t *testing.T) {
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

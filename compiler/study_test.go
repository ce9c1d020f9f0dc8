package compiler_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	known "rulebound/compiler/names"
)

const studied = "# 1 Toy\n\n- **1.1-a** *A clause.* Text.\n\n```yaml\n" + `game: {id: toy, title: Toy, main: begin}
enums: {colour: [red, blue]}
properties: {seat: {likes: colour}}
seats: [{id: ann, likes: red}]
spaces: [{id: left, adjacent: right}, {id: right, adjacent: left}]
boxes: [{id: bag}]
pieces: [{id: cube, seat: ann, count: 3, home: bag, statuses: [up, down], marks: moved}]
pools: {gold: 3}
markers: [{id: coin, pool: gold, count: 2}]
variables: [{id: pace, type: colour, initial: blue}]
durations: [round]
lasting: [{id: fog, duration: round}]
functions: [{id: near, params: {zone: zone}, value: 'adjacent($zone) | set($z in spaces where $z.coin > 0)'}]
points: [{id: starts, kind: run, params: {seat: seat}}]
deciders: [seat]
procedures:
- id: begin
  rule: 1.1-a
  do: [step: {seat: ann}, {expire: round}]
- id: step
  params: {seat: seat}
  tags: turn
  do:
  - one: $space
    from: near(left)
    where: pieces($space, cube.up.unmoved) == 0 and $seat.likes == red
    do: [{mark: {$space.coin: 1}}, {set: {pace: red}}, {hook: {starts: $seat}}]
setups:
- {id: start, title: Start, variables: {pace: red}, spaces: {left: {pieces: {cube.down: 1}}}}
` + "```\n"

// usesOf returns the positions of the uses of a thing, as line:column.
func usesOf(s *compiler.Study, of known.Thing) []string {
	var out []string
	for _, u := range s.Uses() {
		thing := u.Thing
		if thing.Sort == known.Bound {
			thing.At = of.At
		}
		if at := fmt.Sprintf("%d:%d", u.At.Line, u.At.Col); thing == of && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	slices.Sort(out)
	return out
}

func TestUsesOfEachSortOfNames(t *testing.T) {
	s, err := compiler.Examine(t.Context(), fstest.MapFS{"toy/10.md": {Data: []byte(studied)}}, "toy")
	if err != nil || s.Game == nil {
		t.Fatal(err, s.List)
	}
	lines := strings.Split(studied, "\n")
	for _, test := range []struct {
		of   known.Thing
		want []string // the text before each use, on its line
	}{
		{known.Thing{Name: "ann"}, []string{"seats: [{id: ", "{id: cube, seat: ", "step: {seat: "}},
		{known.Thing{Name: "left"}, []string{"spaces: [{id: ", "right, adjacent: ", "near(", "spaces: {"}},
		{known.Thing{Name: "begin"}, []string{"main: ", "- id: "}},
		{known.Thing{Name: "step"}, []string{"do: [", "- id: "}},
		{known.Thing{Name: "coin"}, []string{"markers: [{id: ", "$z.", "$space."}},
		{known.Thing{Name: "gold"}, []string{"pools: {", "pool: "}},
		{known.Thing{Name: "pace"}, []string{"variables: [{id: ", "{set: {", "variables: {"}},
		{known.Thing{Name: "near"}, []string{"functions: [{id: ", "from: "}},
		{known.Thing{Name: "cube"}, []string{"pieces: [{id: ", "pieces($space, ", "{pieces: {"}},
		{known.Thing{Sort: known.Type, Name: "colour"}, []string{"enums: {", "likes: ", "type: "}},
		{known.Thing{Sort: known.Member, Of: "colour", Name: "red"}, []string{"colour: [", "ann, likes: ", "$seat.likes == ", "pace: "}},
		{known.Thing{Sort: known.Property, Of: "seat", Name: "likes"}, []string{"{seat: {", "ann, ", "$seat."}},
		{known.Thing{Sort: known.Status, Name: "up"}, []string{"statuses: [", "cube."}},
		{known.Thing{Sort: known.Status, Name: "down"}, []string{"[up, ", "{cube."}},
		{known.Thing{Sort: known.Mark, Name: "moved"}, []string{"marks: ", "up.un"}},
		{known.Thing{Sort: known.Tag, Name: "turn"}, []string{"tags: "}},
		{known.Thing{Sort: known.Duration, Name: "round"}, []string{"durations: [", "fog, duration: ", "{expire: "}},
		{known.Thing{Sort: known.Point, Name: "starts"}, []string{"points: [{id: ", "{hook: {"}},
		{known.Thing{Sort: known.Clause, Name: "1.1-a"}, []string{"- **", "rule: "}},
		{known.Thing{Sort: known.Clause, Name: "1"}, []string{"# "}},
		{known.Thing{Sort: known.Decision, Name: "space"}, []string{"one: "}},
		{known.Thing{Sort: known.Bound, Name: "$space"}, []string{"one: ", "pieces(", "{mark: {"}},
		{known.Thing{Sort: known.Bound, Name: "$z"}, []string{"set(", "where "}},
	} {
		var want []string
		for _, before := range test.want {
			name := strings.TrimPrefix(test.of.Name, "$")
			for i, line := range lines {
				if at := strings.Index(strings.ReplaceAll(line, "$"+name, name), before+name); at >= 0 && test.of.Sort != known.Bound {
					want = append(want, fmt.Sprintf("%d:%d", i+1, len([]rune(line[:at+len(before)]))+1))
				} else if at := strings.Index(line, before+"$"+name); at >= 0 && test.of.Sort == known.Bound {
					want = append(want, fmt.Sprintf("%d:%d", i+1, len([]rune(line[:at+len(before)]))+1))
				}
			}
		}
		slices.Sort(want)
		if got := usesOf(s, test.of); !slices.Equal(got, want) {
			t.Errorf("%s is used at %v, want %v", test.of.Name, got, want)
		}
	}
}

// In the large rulebook, the name of each declaration is at its position, except for patterns and $it.
func TestDeclarationsHaveThePlaceOfTheirNames(t *testing.T) {
	s, err := compiler.Examine(t.Context(), os.DirFS(".."), "data/games/fire-in-the-lake")
	if err != nil || s.Game == nil {
		t.Fatal(err, s.List)
	}
	for _, u := range s.Uses() {
		if !u.Written && u.Thing.Name != "$it" && u.Thing.Sort != known.Clause {
			t.Errorf("%v: %v is declared, but not written", u.At, u.Thing)
		}
	}
}

// The binding $it has no position of its own: it is declared at its derived value, whose id may begin with the same letters.
func TestPlaceOfANameIsNotThatOfALongerName(t *testing.T) {
	page := strings.Replace(studied, "procedures:", "derived: ["+inRow(4, "{id: it!, per: seat, type: colour, value: =$it.likes}")+"]\nprocedures:", 1)
	for _, end := range []string{"ems", "-a", "_b", "1"} {
		page = strings.Replace(page, "!", end, 1)
	}
	s, err := compiler.Examine(t.Context(), fstest.MapFS{"toy/10.md": {Data: []byte(page)}}, "toy")
	if err != nil || s.Game == nil {
		t.Fatal(err, s.List)
	}
	n := 0
	for _, u := range s.Uses() {
		if u.Thing.Name == "$it" && u.Declares {
			n++
			if u.Written {
				t.Errorf("%v: $it is written", u.At)
			}
		}
	}
	if n != 4 {
		t.Errorf("%d declarations of $it", n)
	}
}

func TestACancelledCompileEndsWithTheErrorOfItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	pages := fstest.MapFS{"toy/10.md": {Data: []byte(studied)}}
	if s, err := compiler.Examine(ctx, pages, "toy"); err != context.Canceled || s.Game != nil {
		t.Errorf("%v, a game: %v", err, s.Game != nil)
	}
	// a running compile stops at its next step
	if s, err := compiler.Examine(&cancelledLater{Context: t.Context()}, pages, "toy"); err != context.Canceled || s.Game != nil {
		t.Errorf("%v, a game: %v", err, s.Game != nil)
	}
}

// cancelledLater is cancelled once a compile has begun.
type cancelledLater struct {
	context.Context
	asked bool
}

func (c *cancelledLater) Err() error {
	if !c.asked {
		c.asked = true
		return nil
	}
	return context.Canceled
}

func (c *cancelledLater) Done() <-chan struct{} {
	done := make(chan struct{})
	close(done)
	return done
}

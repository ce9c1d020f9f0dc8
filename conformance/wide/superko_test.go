package wide

// This file tests positional superko, expressed as an obligation, against a model that records all boards.

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
)

// superko is the turn of the game of stones with positional superko instead of the simple ko rule.
const superko = `- id: turn
  params: {seat: seat}
  do:
  - ensure: not repeated(2)
    do:
    - may: place
      by: $seat
      do:
      - one: $point
        by: $seat
        from: empty-points()
        where: {rule: breath, when: "breathes($point, $seat) or captures($point, $seat)"}
      - settle: {seat: $seat, point: $point}
      - note: {placed: {point: $point, by: $seat}}
      - position: spaces
        last: 400
      - set: {placed: true}
    - if: not placed
      then: [{gain: {passes: 1}}]
    - set: {placed: false}
`

// placements plays the placements of the game in the model, and checks whether the board is new.
type placements struct {
	t     *testing.T
	m     *model
	seen  map[string]bool
	again int // stones that the rule forbade although the game offered a choice
}

func (p *placements) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Noted || s.Game().Def().Notes[e.Note()].Name != "placed" {
		return
	}
	p.m.last = nil
	p.m.place(int(e.Values[0]), int(e.Values[1]))
	if board := fmt.Sprint(p.m.at); p.seen[board] {
		p.t.Fatalf("the board %s came about twice", board)
	} else {
		p.seen[board] = true
	}
}

// legal lists the points that a seat may choose.
func (p *placements) legal(seat int) (out []int64) {
	for at := range p.m.at {
		p.m.last = nil
		if !p.m.legal(at, seat) {
			continue
		}
		after := newModel(p.m.side)
		copy(after.at, p.m.at)
		after.place(at, seat)
		if p.seen[fmt.Sprint(after.at)] {
			p.again++
			continue
		}
		out = append(out, int64(at))
	}
	return out
}

func TestSuperkoObligationPreventsRepeatedBoards(t *testing.T) {
	page, err := os.ReadFile("testdata/stones.md")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(page), "- id: turn\n")
	_, tail, ends := strings.Cut(rest, "- id: settle\n")
	if !found || !ends {
		t.Fatal("stones.md has no turn before settle")
	}
	head = strings.Replace(head, "variables:\n", "variables:\n- {id: placed, type: bool}\n", 1)
	again := 0
	for side, games := range map[int]int{2: 12, 3: 6, 9: 1} { // 9: a board of two words
		text := head + superko + "- id: settle\n" + tail + grid(side)
		g := load(t, compiled(t, text))
		for seed := range uint64(games) {
			s, err := g.New(engine.Setup{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			p := &placements{t: t, m: newModel(side), seen: map[string]bool{}}
			gen := engine.NewGenerator(seed)
			s.Listen(p)
			for d := s.Decision(); d != nil; d = s.Decision() {
				if d.Name == "place" && len(p.legal(d.Seat)) == 0 {
					t.Fatalf("seat %d is asked for a stone that it cannot place", d.Seat)
				}
				a := engine.Answer{Option: 0}
				if d.Name == "point" {
					if want := p.legal(d.Seat); !slices.Equal(d.Members, want) {
						t.Fatalf("seat %d may choose %v, want %v", d.Seat, d.Members, want)
					}
					a = engine.Answer{Member: d.Members[gen.Below(uint32(len(d.Members)))]}
				}
				if s, err = g.Decode(s.Encode(nil)); err != nil {
					t.Fatal(err)
				}
				s.Listen(p)
				if err := s.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			again += p.again
		}
	}
	if again < 100 {
		t.Errorf("the rule forbade %d stones, too few to show it", again)
	}
}

package engine_test

// This file lets plays of whole games stay within what the outlook of their states foresees.

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// Whatever a play comes to before the game is over is within what was foreseen of it; and of what it cannot change the outlook
// knows as much as it did.
func TestAPlayStaysWithinItsOutlook(t *testing.T) {
	for _, x := range []struct {
		name         string
		gd           *def.GameDef
		games, every int
		known        int // bounds that the outlooks knew when this was written
	}{
		{"fixture", compiled(t, "fixture"), 6, 5, 864},
		{"texas-holdem", compiled(t, "texas-holdem"), 2, 9, 726},
		{"kalah", compiled(t, "kalah"), 3, 7, 240},
		{"nine-mens-morris", compiled(t, "nine-mens-morris"), 3, 9, 490},
		{"bounds", toy(t, bounds), 30, 1, 1690},
		{"lenders", toy(t, lenders), 30, 2, 3633},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := loaded(t, x.gd)
			known, finished := 0, 0
			for i := range x.games {
				setups := g.Def().Setups
				setup := engine.Setup{Seed: uint64(i)}
				if len(setups) > 0 {
					setup.ID = setups[i%len(setups)].ID
				}
				s, err := g.New(setup)
				if err != nil {
					t.Fatal(err)
				}
				player := players.NewUniform(uint64(i))
				for n := 0; !s.Over() && n < 300; n++ {
					if n%x.every == 0 {
						if o := engine.OutlookOf(s); o.Done {
							finished++
							known += o.Known()
							within(t, o, s.Copy(), uint64(n))
						}
					}
					if err := s.Apply(next(t, s, player)); err != nil {
						t.Fatal(err)
					}
				}
			}
			t.Logf("%d outlooks that came to an end knew %d bounds", finished, known)
			if known < x.known {
				t.Errorf("the outlooks know %d bounds, %d they did", known, x.known)
			}
		})
	}
}

// within plays on at random and holds each state to an outlook.
func within(t *testing.T, o *engine.Outlook, s *engine.State, seed uint64) {
	t.Helper()
	player := players.NewUniform(seed)
	for range 40 {
		if s.Over() {
			return
		}
		if err := s.Apply(next(t, s, player)); err != nil {
			t.Fatal(err)
		}
		if what := o.Misses(s); what != "" {
			t.Fatalf("seed %d: %s", seed, what)
		}
	}
}

// The obligations of random pages are left out, and what chance and seats do with the rest is foreseen.
func TestAPlayOfARandomPageStaysWithinItsOutlook(t *testing.T) {
	finished, known := 0, 0
	for seed := range uint64(60) {
		d := &duty{gen: engine.NewGenerator(seed), chance: seed%3 == 0, nested: seed%2 == 0}
		page := fmt.Sprintf(ensureHead, d.owe(d.block(3, 1, "    "), "  "))
		page = eachLine(strings.ReplaceAll(page, "- ensure: =", "- ensure: =0 * ("), func(l string) string {
			if strings.Contains(l, "0 * (") {
				return l + ")"
			}
			return l
		})
		s, err := loaded(t, toy(t, page)).New(engine.Setup{ID: "start", Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		player := players.NewUniform(seed)
		for range 12 {
			if s.Over() {
				break
			}
			if o := engine.OutlookOf(s); o.Done {
				finished, known = finished+1, known+o.Known()
				for other := range uint64(3) {
					within(t, o, s.Copy(), other)
				}
			}
			if err := s.Apply(next(t, s, player)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d outlooks that came to an end knew %d bounds", finished, known)
	if finished < leastFinished || known < leastKnown {
		t.Errorf("%d outlooks came to an end and knew %d bounds; %d did, and knew %d", finished, known, leastFinished, leastKnown)
	}
}

const leastFinished, leastKnown = 267, 40393

// A play may begin with a call; what the procedure returns to is foreseen all the same.
func TestAnOutlookReturnsToTheVeryFirstInstruction(t *testing.T) {
	s, err := loaded(t, toy(t, `# Toy

~~~yaml
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
variables: [{id: n, type: int}]
procedures:
- id: play
  do: [begin, {set: {n: 1}}, {amount: $l, by: red, max: 1}, {set: {n: 2}}]
- id: begin
  do: [{amount: $k, by: red, max: 1}]
~~~
`)).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if o := engine.OutlookOf(s); !o.Done || o.Of("n") != "0.." {
		t.Errorf("n is %s, and may be 1 and 2", o.Of("n"))
	}
}

package engine_test

// These tests reveal cards to seats and check their views.

import (
	"slices"
	"testing"

	"rulebound/engine"
)

const revealing = "# Cards\n\n~~~yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}, {id: green}]
piles: [{id: deck, visible: hidden}, {id: hand, owner: red, visible: owner}, {id: heap, visible: hidden}]
cards: [{id: ace}, {id: king}, {id: queen}]
variables: [{id: seen-by, type: seats, per: card, reveals: true}]
procedures:
- id: play
  do:
  - repeat: 99
    do:
    - menu: act
      by: red
      options:
        all: [{reveal: hand}]
        one: [{reveal: top(hand), to: blue}]
        some: [{reveal: "=set($c in hand where $c != top(hand))", to: "=set($s in seats where $s != red)"}]
        again: [{hide: hand, from: blue}]
        away: [{hide: hand}]
        drop: [{card: =top(hand), to: heap}]
        turn: [{card: =top(hand), to: hand, at: bottom}]
        mix: [{shuffle: hand}]
  - over: {}
` + "~~~\n"

func TestWhoSeesARevealedCard(t *testing.T) {
	g := loaded(t, toy(t, revealing))
	for name, c := range map[string]struct {
		acts []string
		seen [4]string // of the hand and the heap, by red, blue, green and a spectator; . for a hidden card
	}{
		"its owner alone":                       {nil, [4]string{"akq", "...", "...", "..."}},
		"everybody":                             {[]string{"all"}, [4]string{"akq", "akq", "akq", "akq"}},
		"one seat":                              {[]string{"one"}, [4]string{"akq", "a..", "...", "..."}},
		"some seats, some cards":                {[]string{"some"}, [4]string{"akq", ".kq", ".kq", "..."}},
		"all but one from whom it is hidden":    {[]string{"all", "again"}, [4]string{"akq", "...", "akq", "..."}},
		"nobody, when all are hidden":           {[]string{"all", "away"}, [4]string{"akq", "...", "...", "..."}},
		"nobody, when it has left its pile":     {[]string{"all", "drop"}, [4]string{"kq.", "kq.", "kq.", "kq."}},
		"whoever saw it, in its pile elsewhere": {[]string{"one", "turn"}, [4]string{"kqa", "..a", "...", "..."}},
		"nobody, when its pile is shuffled":     {[]string{"all", "mix"}, [4]string{"kqa", "...", "...", "..."}},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := g.New(engine.Setup{Piles: map[string][]string{"hand": {"ace", "king", "queen"}}})
			if err != nil {
				t.Fatal(err)
			}
			for _, act := range c.acts {
				options := g.Def().Decisions[s.Decision().Index].Options
				for i := range options {
					if options[i].Name == act {
						answer(t, s, engine.Answer{Option: int32(i)})
						break
					}
				}
				if s.Decision().Seat == engine.Chance {
					answer(t, s, engine.Answer{Order: []int64{1, 2, 0}})
				}
			}
			for seat, want := range c.seen {
				got := ""
				for _, p := range s.View(seat).Piles[1:] {
					for _, card := range p.Cards {
						got += string(append([]byte("."), "akq"...)[card+1])
					}
				}
				if got != want {
					t.Errorf("seat %d sees %s, want %s", seat, got, want)
				}
				if slices.ContainsFunc(s.View(seat).Values, func(v engine.ViewValue) bool { return v.Name == "ace.seen-by" }) {
					t.Errorf("the view of seat %d contains who sees a card", seat)
				}
			}
		})
	}
}

func answer(t *testing.T, s *engine.State, a engine.Answer) {
	t.Helper()
	if err := s.Apply(a); err != nil {
		t.Fatal(err)
	}
}

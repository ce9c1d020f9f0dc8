package scenario_test

// This file plays a game with fewer seats than declared: the absent ones do not occur in claims, views or traces.

import (
	"slices"
	"strings"
	"testing"

	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/def"
)

const circle = "# 9 Toy\n\n## 9.1 Seats\n\n- **9.1-a** Three to five play.\n\n```yaml\n" + `game: {id: toy, main: play}
options: [{id: players, values: 3..5, default: 4, seats: true}]
enums: {kind: [wool, ore]}
properties: {seat: {order: {type: int, default: 0}}}
seats: [{id: a, order: 1}, {id: b, order: 2}, {id: c, order: 3}, {id: d, order: 4}, {id: e, order: 5}]
spaces: [{id: hill}]
boxes: [{id: yard}]
pieces: [{each: {s: seats}, id: "{s}-man", seat: "{s}", count: 3, home: yard, statuses: [up, down]}]
cards: [{id: ace}, {id: two}, {id: three}]
piles: [{id: deck}, {id: hand, per: seat, visible: owner}]
tracks: [{id: goods, per: [seat, kind], max: 9, initial: 1}]
variables:
- {id: owes, type: int, per: [seat, seat]}
- {id: favours, type: int, per: [card, seat]}
- {id: present, type: seats, initial: seats}
- {id: bid, type: int, per: seat}
- {id: last, type: int}
values: [{id: round, at: round, type: order}]
round: [e, d, c, b, a]
derived: [{id: rich, per: seat, type: bool, watch: true, hold: true, value: "$it.goods[wool] > 2"}]
sets: {late: [c, d, e]}
setups: [{id: s, piles: {a-hand: [ace], e-hand: [two]}, variables: {e: {goods: 5}, a: {owes.b: 3, owes.e: 4}}, spaces: {hill: {pieces: {a-man: 1, e-man.down: 2}}}}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - flip: {of: a | e, in: hill, all: true, to: down}
  - for: {$s: seats}
    do: [{gain: {"$s.owes[next(seats, $s)]": 1, "$s.goods[wool]": 2}}, {set: {"two.favours[$s]": =$s.order}}]
  - set: {"e.owes[a]": 7, "a.owes[c]": 2}
  - set: {last: "=size(late) + 10 * size(seats) + 100 * players"}
  - for: {$s: round}
    do: [{gain: {last: =1000 * $s.order}}]
  - hold: rich
    do:
    - together: {$s: seats}
      do: [{amount: $bid, max: 9}]
      set: {$s.bid: $bid}
  - over: {result: "=$it.bid + $it.owes[c]"}
` + "```\n"

func seated(t *testing.T, players string) *engine.State {
	t.Helper()
	gd := onepage.Compile(t, circle)
	options := map[string]string{}
	if players != "" {
		options["players"] = players
	}
	g, err := engine.Load(gd, options)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.New(engine.Setup{ID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAbsentSeatsAppearNowhere(t *testing.T) {
	for _, c := range []struct {
		players string
		n       int
		values  map[string]int64
	}{
		{"3", 3, map[string]int64{"a.owes.b": 4, "b.owes.c": 1, "c.owes.a": 1, "a.owes.c": 2, "two.favours.c": 3, "c.goods.wool": 3, "c.goods.ore": 1, "last": 6*1000 + 300 + 30 + 1}},
		{"", 4, map[string]int64{"c.owes.d": 1, "d.owes.a": 1, "two.favours.d": 4, "last": 10*1000 + 400 + 40 + 2}},
		{"5", 5, map[string]int64{"d.owes.e": 1, "e.owes.a": 7, "a.owes.e": 4, "e.goods.wool": 7, "last": 15*1000 + 500 + 50 + 3}},
	} {
		s := seated(t, c.players)
		gd := s.Game().Def()
		for name, want := range c.values {
			if v, _, err := s.Value(name); err != nil || v != want {
				t.Errorf("%d play: %s is %d, not %d: %v", c.n, name, v, want, err)
			}
		}
		if v, typ, _ := s.Value("present"); len(s.Each(v, typ)) != c.n || len(gd.Seats) != c.n || len(gd.Piles) != c.n+1 || len(s.Result()) != c.n {
			t.Errorf("%d play: present %s, %d seats, %d piles", c.n, s.Spell(v, typ), len(gd.Seats), len(gd.Piles))
		}
		men, down := 0, 0
		for _, p := range s.View(0).Pieces {
			men += p.N
			if class := gd.Classes[p.Class]; int(p.Zone) == 0 && class.Status == 1 {
				down += p.N
			}
		}
		if want := 1 + 2*(c.n/5); men != 3*c.n || down != want {
			t.Errorf("%d play with %d men, %d of them down on the hill, want %d", c.n, men, down, want)
		}
		absent := []string{"a", "b", "c", "d", "e"}[c.n:]
		for _, name := range s.Game().Names() {
			for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '.' || r == '-' }) {
				if slices.Contains(absent, part) {
					t.Errorf("%d play, and there is a value %s", c.n, name)
				}
			}
		}
		for i := range c.n {
			if d := s.Decision(); d.Seat != i {
				t.Fatalf("%d play: seat %d is asked, not %d", c.n, d.Seat, i)
			}
			back, err := s.Game().Decode(s.Encode(nil))
			if err != nil || back.Hash() != s.Hash() {
				t.Fatal(err)
			}
			if err := s.Apply(engine.Answer{N: int64(i)}); err != nil {
				t.Fatal(err)
			}
		}
		if want := []int64{2, 2, 2, 4, 4}; !s.Over() || !slices.Equal(s.Result()[:2], want[:2]) {
			t.Errorf("%d play: the result is %v", c.n, s.Result())
		}
		if hand := s.Pile(1); len(hand) != 1 || gd.IDOf(hand[0], def.TCard) != "ace" {
			t.Errorf("%d play: the hand of a is %v", c.n, hand)
		}
	}
}

// Loading a game for fewer seats leaves the compiled game unchanged.
func TestSeatedDoesNotChangeTheCompiledGame(t *testing.T) {
	gd, _, _ := compiler.Compile(fstest.MapFS{"toy/10.md": {Data: []byte(circle)}}, "toy")
	three := gd.Seated(3)
	if len(gd.Seats) != 5 || len(gd.Piles) != 6 || len(three.Seats) != 3 || len(three.Piles) != 4 || gd.Seated(5) != gd {
		t.Errorf("%d seats and %d piles, of three %d and %d", len(gd.Seats), len(gd.Piles), len(three.Seats), len(three.Piles))
	}
}

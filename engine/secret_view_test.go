package engine_test

import (
	"slices"
	"testing"

	"rulebound/engine"
)

// A secret answer is visible in the view of its seat until all have answered, and in no other.
func TestSecretAnswerIsOnlyInTheViewOfItsSeat(t *testing.T) {
	const book = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}, {id: blue}]\nvariables: [{id: bid, type: int, per: seat, min: 0, max: 9}]\nprocedures:\n" +
		"- id: play\n  do:\n  - together: {$seat: seats}\n    do: [{amount: $n, max: 3}]\n    set: {$seat.bid: $n}\n  - {one: $z, by: red, from: 'ints(0, 3)'}\n```\n"
	s, err := loaded(t, toy(t, book)).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	seen := func(seat int, want ...int64) {
		t.Helper()
		var got []int64
		for _, v := range s.View(seat).Values {
			if v.Name == "red.bid.secret" || v.Name == "blue.bid.secret" {
				got = append(got, v.Value)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("seat %d sees the secret answers %v, want %v", seat, got, want)
		}
	}
	red, blue := 0, 1
	seen(red)
	seen(blue)
	if err := s.Apply(engine.Answer{N: 2}); err != nil {
		t.Fatal(err)
	}
	seen(red, 2)
	seen(blue)
	seen(engine.Chance)
	if err := s.Apply(engine.Answer{N: 3}); err != nil {
		t.Fatal(err)
	}
	seen(red)
	seen(blue)
}

package scenario_test

import (
	"strings"
	"testing"
)

// Only the owner sees the cards of a hand. The order of other piles counts.
func TestClaimsIgnoreTheOrderOfAHand(t *testing.T) {
	for _, c := range []struct{ claim, want string }{
		{"state: {red-hand: [ace, two]}", ""},
		{"state: {red-hand: [two, ace]}", ""},
		{"state: {red-hand: [two, two]}", "red-hand is [ace, two], expected [two, two]"},
		{"state: {red-hand: [ace]}", "red-hand is [ace, two], expected ace"},
		{"sees: {red: {red-hand: [two, ace]}, blue: {red-hand: [hidden, hidden]}}", ""},
		{"sees: {blue: {red-hand: [two, ace]}}", "red-hand is [hidden, hidden] to blue"},
	} {
		got := judge(t, "expect: {"+c.claim+", asked: {seat: red}}\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q", c.claim, got)
		}
	}
}

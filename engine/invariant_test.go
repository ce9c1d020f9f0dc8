package engine_test

import (
	"strings"
	"testing"

	"rulebound/engine"
)

// An invariant is asked for in any position; it changes nothing there.
func TestAnInvariantIsBrokenOrNot(t *testing.T) {
	page := strings.Replace(revealing, "procedures:", `invariants:
- {id: open-hand, require: "size(hand) >= 2", message: the hand is too small}
- {id: no-pair, require: "12 div (size(hand) - 2) > 3", message: the hand is too large}
procedures:`, 1)
	g := loaded(t, toy(t, page))
	for name, c := range map[string]struct {
		hand   []string
		broken string
		fault  bool
	}{
		"all hold":                         {[]string{"ace", "king", "queen"}, "", false},
		"the first that does not":          {nil, "open-hand", false},
		"a fault, if the others hold":      {[]string{"ace", "king"}, "no-pair", true},
		"the first, where the next faults": {[]string{"ace"}, "open-hand", false},
	} {
		s, err := g.New(engine.Setup{Piles: map[string][]string{"hand": c.hand}})
		if err != nil {
			t.Fatal(err)
		}
		before := s.Hash()
		k, err := s.Broken()
		if (k == nil) != (c.broken == "") || k != nil && k.ID != c.broken || (err != nil) != c.fault || s.Hash() != before {
			t.Errorf("%s: %v, %v", name, k, err)
		}
	}
}

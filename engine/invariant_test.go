package engine_test

import (
	"strings"
	"testing"

	"rulebound/engine"
)

// Invariants can be evaluated in any position, and do not change it.
func TestBrokenReportsTheViolatedInvariant(t *testing.T) {
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

func TestLongInvariantsSpendMoreSteps(t *testing.T) {
	took := func(formula string) int64 {
		page := strings.Replace(revealing, "procedures:", "invariants: [{id: i, require: '"+formula+" >= 0', message: no}]\nprocedures:", 1)
		budget := engine.NewBudget(1 << 20)
		s, err := loaded(t, toy(t, page)).New(engine.Setup{Budget: budget})
		if err != nil {
			t.Fatal(err)
		}
		before := budget.Left()
		if k, err := s.Broken(); k != nil || err != nil {
			t.Fatal(k, err)
		}
		return before - budget.Left()
	}
	short, long := took("size(hand)"), took(strings.Repeat("size(hand) + ", 60)+"size(hand)")
	if short < 1 || long < short+60/16 {
		t.Errorf("a short one takes %d steps, a long one %d", short, long)
	}
}

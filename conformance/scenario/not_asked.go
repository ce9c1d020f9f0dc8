// This file holds what an expectation says of decisions that must not be asked, and of whose they are: a rule that is over,
// used up or somebody else's shows itself in that way alone.

package scenario

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/source"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// notAsked reads the decisions that must not be asked: a name, or "name n" for the n-th asking.
func (l *loader) notAsked(n *source.Node) []Asking {
	var out []Asking
	for _, item := range one(n) {
		name, nth, counted := strings.Cut(l.text(item, "an entry of notAsked"), " ")
		a := Asking{Decision: name, Nth: 1, Pos: item.Pos}
		if counted {
			v, err := strconv.Atoi(nth)
			if err != nil || v < 1 {
				l.fail(item.Pos, "notAsked names a decision, and behind it the number of the asking, 1 or more, not "+item.Value, `notAsked: [target, "spaces 3"]`)
				continue
			}
			a.Nth = v
		}
		out = append(out, a)
	}
	return out
}

// count notes that a decision was answered, or resolved itself.
func (s *Session) count(d *def.DecisionDef, e *engine.Event) {
	if s.asked == nil {
		return
	}
	s.asked[d.Name]++
	if seat := s.game.Def().SeatName(int64(e.Answer().Seat)); !slices.Contains(s.deciders[d.Name], seat) {
		s.deciders[d.Name] = append(s.deciders[d.Name], seat)
	}
	if e.Kind == engine.Forced && trace.Idle(d, e) {
		s.idle[d.Name]++
	}
}

// notAsked holds a claim against the last move. A decision that the move has left pending is asked, too; one that resolved
// itself because there was nothing to decide is not.
func (c *checker) notAsked(a Asking) {
	names := c.decisions()
	asked := c.s.asked[a.Decision] - c.s.idle[a.Decision]
	if d := c.s.state.Decision(); d != nil && d.Name == a.Decision {
		asked++
	}
	switch {
	case !slices.Contains(names, a.Decision):
		c.fail(a.Pos, "there is no decision %s%s", a.Decision, didYouMean(a.Decision, names))
	case c.s.asked == nil:
		c.fail(a.Pos, "notAsked speaks of the last move, and there was none")
	case asked >= a.Nth:
		c.fail(a.Pos, "%s is asked %s in this move; expected that it is not asked%s", a.Decision, times(asked), again(a.Nth))
	}
}

// decided holds a claim about whose a decision was in the last move, each time that the move came to it.
func (c *checker) decided(p source.Pair) {
	names := c.decisions()
	name, seat := p.Key.Value, p.Value.Value
	switch seats := c.s.deciders[name]; {
	case !slices.Contains(names, name):
		c.fail(p.Key.Pos, "there is no decision %s%s", name, didYouMean(name, names))
	case c.s.asked == nil:
		c.fail(p.Key.Pos, "decided speaks of the last move, and there was none")
	case len(seats) == 0:
		c.fail(p.Key.Pos, "the move did not come to %s", name)
	case len(seats) > 1 || seats[0] != seat:
		c.fail(p.Key.Pos, "%s is decided by %s, expected %s", name, strings.Join(seats, " and "), seat)
	}
}

// decisions lists the names of the decisions of the game.
func (c *checker) decisions() []string {
	var names []string
	for i := range c.s.game.Def().Decisions {
		names = append(names, c.s.game.Def().Decisions[i].Name)
	}
	return names
}

// times spells how often something happens.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// again ends a sentence on what does not happen an n-th time.
func again(n int) string {
	if n == 1 {
		return ""
	}
	return " more than " + times(n-1)
}

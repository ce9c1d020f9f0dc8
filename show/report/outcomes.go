// This file says what became of a scenario: lists group scenarios by it.

package report

import (
	"strings"

	"rulebound/conformance/corpus"
)

// outcome is what became of a scenario; its names are those of report.json.
type outcome string

// The outcomes, what needs a look first. A scenario has the first that applies.
const (
	failing    outcome = "fails"      // it contradicts its expectation, cannot be played, or shows no clause that it names
	differing  outcome = "differs"    // its trace is not its golden
	goldenless outcome = "new"        // it has no golden
	suspicious outcome = "suspicious" // its trace changed since the revision, but it came to no rule that did
	altered    outcome = "changed"    // its trace changed since the revision
	another    outcome = "added"      // the revision did not have it
	inOrder    outcome = "in order"
	waiting    outcome = "waiting" // nobody has played it yet
)

var outcomes = []outcome{failing, differing, goldenless, suspicious, altered, another, inOrder, waiting}

// title is what a heading calls the scenarios of an outcome.
func (o outcome) title(against string) string {
	switch o {
	case failing:
		return "Contradict the rules"
	case differing:
		return "Differ from their golden"
	case goldenless:
		return "Have no golden"
	case suspicious:
		return "Changed since " + against + ", but executed no rule that changed"
	case altered:
		return "Changed since " + against
	case another:
		return "New since " + against
	case waiting:
		return "Not played yet"
	}
	return "In order"
}

// short is what the head of a column calls them.
func (o outcome) short() string {
	switch o {
	case failing:
		return "Contradict"
	case differing:
		return "Differ"
	case goldenless:
		return "No golden"
	case suspicious:
		return "Suspicious"
	case altered:
		return "Changed"
	case another:
		return "New"
	}
	return ""
}

// id is the anchor of the scenarios of an outcome.
func (o outcome) id() string { return strings.ReplaceAll(string(o), " ", "-") }

// wrong reports whether scenarios of an outcome are not in order.
func (o outcome) wrong() bool { return o == failing || o == differing || o == goldenless }

// outcomes returns what became of each scenario of a game.
func (g *Game) outcomes() map[*corpus.Case]outcome {
	out := map[*corpus.Case]outcome{}
	for _, p := range g.Plays {
		out[p.Case] = inOrder
		if !g.measured {
			out[p.Case] = waiting
		}
	}
	if g.Difference != nil {
		for _, t := range g.Difference.Traces {
			switch {
			case t.Play == nil:
			case t.What == added:
				out[t.Play.Case] = another
			case t.Suspicious:
				out[t.Play.Case] = suspicious
			default:
				out[t.Play.Case] = altered
			}
		}
	}
	for _, p := range g.Plays {
		_, differs := g.goldens[p.Case]
		switch {
		case p.Result == nil || g.problems[p.Case] == "":
		case p.Problem() != nil:
			out[p.Case] = failing
		case differs:
			out[p.Case] = differing
		default:
			out[p.Case] = goldenless
		}
	}
	return out
}

// group is the scenarios of an outcome.
type group struct {
	ID, Title, Short string
	Wrong            bool
	List             []listed
	More             int // that the list leaves out
}

// Total counts the scenarios of the group.
func (x group) Total() int { return len(x.List) + x.More }

// groups puts plays into groups by their outcomes, of which empty ones are left out; list makes a scenario one of a list.
func (m *Model) groups(plays []*corpus.Play, of map[*corpus.Case]outcome, list func(*corpus.Play) listed) []group {
	var out []group
	for _, o := range outcomes {
		x := group{ID: o.id(), Title: o.title(m.Against), Short: o.short(), Wrong: o.wrong()}
		for _, p := range plays {
			if of[p.Case] == o {
				x.List = append(x.List, list(p))
			}
		}
		if len(x.List) > 0 {
			out = append(out, x)
		}
	}
	return out
}

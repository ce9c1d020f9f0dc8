// This file determines the outcome of a scenario, by which lists group scenarios.

package report

import (
	"strings"

	"rulebound/conformance/corpus"
)

// outcome is the outcome of a scenario, spelled as in report.json.
type outcome string

const (
	failing    outcome = "fails"      // it contradicts its expectation, cannot be played, or shows no clause that it names
	differing  outcome = "differs"    // its trace differs from its golden
	goldenless outcome = "new"        // it has no golden
	suspicious outcome = "suspicious" // its trace changed since the revision, but it reached no rule that changed
	altered    outcome = "changed"    // its trace changed since the revision
	another    outcome = "added"      // the revision did not have it
	inOrder    outcome = "in order"
	waiting    outcome = "waiting" // not played yet
)

// outcomeRows lists the outcomes in the order of priority: a scenario has the first that applies.
var outcomeRows = []struct {
	outcome
	title string // heading; %s is the revision to compare with
	short string // column head
	wrong bool   // the scenario fails
}{
	{failing, "Contradict the rules", "Contradict", true},
	{differing, "Differ from their golden", "Differ", true},
	{goldenless, "Have no golden", "No golden", true},
	{suspicious, "Changed since %s, but executed no rule that changed", "Suspicious", false},
	{altered, "Changed since %s", "Changed", false},
	{another, "New since %s", "New", false},
	{inOrder, "In order", "", false},
	{waiting, "Not played yet", "", false},
}

// id returns the anchor of an outcome.
func (o outcome) id() string { return strings.ReplaceAll(string(o), " ", "-") }

// outcomes returns the outcome of each scenario of a game.
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

// group holds the scenarios of an outcome.
type group struct {
	ID, Title, Short string
	Wrong            bool
	List             []listed
	More             int // number of omitted scenarios
}

// Total returns the number of scenarios of the group.
func (x group) Total() int { return len(x.List) + x.More }

// groups groups plays by outcome, without empty groups; list converts a play to a list entry.
func (m *Model) groups(plays []*corpus.Play, of map[*corpus.Case]outcome, list func(*corpus.Play) listed) []group {
	var out []group
	for _, o := range outcomeRows {
		x := group{ID: o.id(), Title: strings.ReplaceAll(o.title, "%s", m.Against), Short: o.short, Wrong: o.wrong}
		for _, p := range plays {
			if of[p.Case] == o.outcome {
				x.List = append(x.List, list(p))
			}
		}
		if len(x.List) > 0 {
			out = append(out, x)
		}
	}
	return out
}

// This file searches for plays that a change of a rule affects: it plays both games in lockstep until a named part of them differs.

package suggest

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/audit/mutation"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// changed is a game with one change, which can be switched on and off.
type changed struct {
	change     *mutation.Change
	def        *def.GameDef
	undo       func()
	games      map[string]*engine.Game
	difference string // the last difference found
}

// maxChanged limits the steps of a changed game while the change is on, since it may loop forever.
const maxChanged = 1 << 32

// on makes the change, off undoes it.
func (c *changed) on() {
	c.def, c.undo = c.change.Make()
	c.games = map[string]*engine.Game{}
}

func (c *changed) off() {
	c.undo()
	c.games = nil
}

// load returns the changed game with options; nil if it is invalid.
func (c *changed) load(options map[string]string) *engine.Game {
	key := fmt.Sprint(options)
	g, ok := c.games[key]
	if !ok {
		g, _ = engine.Load(c.def, options, engine.WithLimit(maxChanged))
		c.games[key] = g
	}
	return g
}

func (c *changed) goal() goal { return &inStep{changed: c} }

// inStep is the goal of reaching a difference.
type inStep struct {
	changed *changed
	twin    *engine.State
}

func (x *inStep) before(*engine.Game) {}

func (x *inStep) begun(p *position, budget *engine.Budget) {
	x.twin = nil
	if g := x.changed.load(p.options); g != nil {
		setup := p.engine()
		setup.Budget = budget
		x.twin, _ = g.New(setup)
	}
}

func (x *inStep) after(s *engine.State, a *engine.Answer) bool {
	if x.twin == nil || x.twin.Over() {
		return false
	}
	switch err := x.twin.Apply(*a); {
	case refused(err):
		x.changed.difference = "there an answer is refused that is legal here"
		return true
	case err != nil:
		x.changed.difference = "there the game cannot go on"
		return true
	}
	return x.reached(s)
}

func (x *inStep) reached(s *engine.State) bool {
	if x.twin == nil {
		return false
	}
	if x.twin.Hash() == s.Hash() && s.Over() == x.twin.Over() && sameDecision(s.Decision(), x.twin.Decision()) {
		return false
	}
	if d := difference(s, x.twin); d != "" {
		x.changed.difference = d
		return true
	}
	return false
}

// sameDecision reports whether two decisions have the same seat, name and offers.
func sameDecision(a, b *engine.Decision) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Index == b.Index && a.Seat == b.Seat && a.Stop == b.Stop && a.Min == b.Min && a.Max == b.Max && a.Budget == b.Budget &&
		slices.Equal(a.Members, b.Members) && slices.Equal(a.Costs, b.Costs) && slices.Equal(a.Options, b.Options) && slices.Equal(a.Also, b.Also) && slices.Equal(a.Entries, b.Entries)
}

// difference describes a named difference of two states, "" if there is none.
func difference(here, there *engine.State) string {
	g := here.Game()
	gd := g.Def()
	a, b := here.Decision(), there.Decision()
	switch {
	case here.Over() != there.Over():
		return fmt.Sprintf("the game is over: %t here, %t there", here.Over(), there.Over())
	case a == nil: // both games are over
	case a.Index != b.Index || a.Seat != b.Seat:
		return fmt.Sprintf("asked is %s %s here, %s %s there", gd.SeatName(int64(a.Seat)), a.Name, gd.SeatName(int64(b.Seat)), b.Name)
	case a.Fault == nil && b.Fault != nil:
		return "there the game cannot go on"
	case !slices.Equal(g.Offers(a), there.Game().Offers(b)):
		return fmt.Sprintf("%s offers %s here, %s there", a.Name, short(g.Offers(a)), short(there.Game().Offers(b)))
	}
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for j := range single(gd, v) {
			if x, y := here.Cell(v.Base+j), there.Cell(v.Base+j); x != y && !v.Quiet {
				return fmt.Sprintf("%s is %s here, %s there", gd.VarName(v, int64(j)), gd.Spell(x, v.Type), gd.Spell(y, v.Type))
			}
		}
	}
	for z := range gd.Zones {
		for c := range gd.Classes {
			if x, y := here.Count(int32(z), int32(c)), there.Count(int32(z), int32(c)); x != y {
				return fmt.Sprintf("%s is %d here, %d there", gd.PieceName(int32(z), int32(c)), x, y)
			}
		}
	}
	for p := range gd.Piles {
		if !slices.Equal(here.Pile(int32(p)), there.Pile(int32(p))) {
			return "the cards of " + gd.Piles[p].ID + " differ"
		}
	}
	if !slices.Equal(here.Result(), there.Result()) {
		return fmt.Sprintf("the result is %v here, %v there", here.Result(), there.Result())
	}
	return ""
}

// short joins a list, truncated if it is long.
func short(list []string) string {
	if len(list) > maxOptions {
		return "[" + strings.Join(list[:maxOptions], ", ") + fmt.Sprintf(" and %d more]", len(list)-maxOptions)
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// noticed reports whether a scenario fails in the changed game, as in a mutation run.
func (c *changed) noticed(s *scenario.Script, here *engine.Game) bool {
	there := c.load(scenario.OptionsOf(s))
	if there == nil {
		return false
	}
	lines := func(g *engine.Game) (out []string, failed bool) {
		defer func() {
			if recover() != nil { // over a name that the changed game does not have
				failed = true
			}
		}()
		r := trace.New(g, trace.Header{})
		p := scenario.Play(g, s, r)
		if p.Session != nil {
			r.Finish(p.Session.State())
		}
		for _, l := range r.Lines() {
			out = append(out, l.Text)
		}
		return out, p.Problem() != nil
	}
	a, _ := lines(here)
	b, failed := lines(there)
	return failed || !slices.Equal(a, b)
}

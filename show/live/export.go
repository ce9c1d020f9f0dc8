package live

// This file writes a play as a scenario.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/conformance/scribe"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
	"rulebound/show/steps"
)

// ErrStance is the error of a stance that was set within a move. A script sets stances only between moves.
var ErrStance = errors.New("a seat took a stance within a move; it cannot be written as a scenario from here, play on from a step before that")

// Export writes the play as a scenario of a game's folder. It expects only the pending decision at the end, since a
// person must add what the rules demand. It names the clause of the last decision, or given if there was none.
func (d *Desk) Export(folder, title string, given []string) (string, error) {
	if d.play == nil {
		return "", errNothing
	}
	p, err := d.ended()
	if err != nil {
		return "", err
	}
	moves, rules, err := d.script(p)
	if err != nil {
		return "", err
	}
	if len(rules) == 0 {
		rules = given
	}
	var b strings.Builder
	b.WriteString("# Played in the report. Say in the title what the rule is, and write `expect` from the clause.\n")
	fmt.Fprintf(&b, "version: 1\ntitle: %s\ngame: %s\nrules: %s\n", strconv.Quote(title), scribe.Word(folder), scribe.List(rules))
	b.WriteString(p.setup.YAML())
	b.WriteString(moves)
	b.WriteString("expect:\n")
	if len(rules) > 0 {
		b.WriteString("  rules: " + scribe.List(rules) + "\n")
	}
	x := p.state.Decision()
	if x == nil {
		b.WriteString("  asked: {over: true}\n")
	} else {
		fmt.Fprintf(&b, "  asked: {seat: %s, decision: %s}\n", scribe.Word(d.play.gd.SeatName(int64(x.Seat))), scribe.Word(x.Name))
	}
	return b.String(), nil
}

// maxEnding limits the answers that are added so that a script can end.
const maxEnding = 64

// ended returns the play, continued to a point where a script can end. If that is within a move, at a decision whose
// name occurred before in the move, the script would be ambiguous; then it ends at the last earlier decision without
// this problem.
func (d *Desk) ended() (*play, error) {
	p, err := d.settled()
	for n := len(d.play.given); err == nil && n > 0 && d.again(p); {
		n--
		p, _, err = d.replay(p.setup, d.play.given[:n])
	}
	return p, err
}

// again reports whether the name of the pending decision occurred before in the move.
func (d *Desk) again(p *play) bool {
	x := p.state.Decision()
	if x == nil || x.Seat == engine.Chance || d.turns[x.Index] { // outcomes are listed one by one
		return false
	}
	if d.unsettled(p) {
		return true
	}
	for i := len(p.asked) - 1; i >= 0; i-- {
		switch index := p.asked[i]; {
		case index == noDecision:
			return false
		case d.play.gd.Decisions[index].Name == x.Name:
			return true
		case d.turns[index]:
			return false
		}
	}
	return false
}

// unsettled reports whether a play is within a list of members, or waits for chance.
func (d *Desk) unsettled(p *play) bool {
	x := p.state.Decision()
	return x != nil && x.Fault == nil && (x.Seat == engine.Chance || x.Kind.Row().Picked && (x.Count > 0 || p.aside(x.Index)))
}

// aside reports whether a pick was last answered by a side option, so that its list continues although nothing was picked.
func (p *play) aside(pick int32) bool {
	for i, index := range slices.Backward(p.asked) {
		if index == pick {
			return p.given[i].Kind == engine.Side
		}
	}
	return false
}

// settled returns the play, continued until it is neither within a list of members nor waits for chance. Picks stop as soon as possible.
func (d *Desk) settled() (*play, error) {
	end := &Desk{gd: d.gd, table: d.table, play: d.play}
	for range maxEnding {
		p := end.play
		x := p.state.Decision()
		if !d.unsettled(p) {
			return p, nil
		}
		if p == d.play {
			var err error
			if end.play, _, err = d.replay(p.setup, p.given); err != nil {
				return nil, err
			}
			x = end.play.state.Decision()
		}
		var err error
		switch {
		case x.Seat == engine.Chance:
			err = end.chance(0)
		case x.Stop:
			err = end.give(engine.Answer{Stop: true})
		default:
			err = end.give(players.NewMinimal(1).Answer(end.play.state, x))
		}
		if err != nil {
			return nil, err
		}
	}
	return end.play, nil
}

// script returns the moves of a play, and the clauses of its last decision.
func (d *Desk) script(p *play) (text string, rules []string, err error) {
	var details []scribe.Detail
	begin, err := p.setup.Engine()
	if err != nil {
		return "", nil, err
	}
	// the first pass collects what the scribe needs in advance, the second lets it observe
	for range 2 {
		begin.Budget = engine.NewBudget(steps.MaxSteps)
		hand := scribe.New(d.play.gd, details, false)
		begin.Observer = hand
		s, err := p.game.New(begin)
		if err != nil {
			return "", nil, err
		}
		s.Observe(hand)
		details, rules = nil, nil
		var declined []int // since the last answer of a seat that the script must state
		say := func() {    // the script ends here, so no later move would decline them
			for _, i := range declined {
				details[i].Spoken = true
			}
		}
		var moves strings.Builder
		for _, a := range p.given {
			x := s.Decision()
			if a.Kind == engine.Stance {
				if !d.turns[x.Index] {
					return "", nil, ErrStance
				}
				v := &d.play.gd.Vars[a.Option]
				say()
				details = append(details, scribe.Detail{Spoken: true})
				hand.Stance(d.play.gd.Of(def.KSeat, int64(a.Seat), v.ID), p.game.Format(a.Member, v.Type))
				if err := s.Apply(a); err != nil {
					return "", nil, err
				}
				continue
			}
			details = append(details, scribe.DetailOf(x, &a))
			switch {
			case !details[len(details)-1].Spoken:
				declined = append(declined, len(details)-1)
			case x.Seat != engine.Chance:
				declined = nil
			}
			if rule := d.ruleOf(x); rule != "" {
				rules = []string{rule}
			}
			if err := s.Apply(a); err != nil {
				return "", nil, err
			}
		}
		say()
		if c := hand.Before(); c != "" {
			moves.WriteString("chance: " + c + "\n")
		}
		if m := hand.Moves(); m != "" {
			moves.WriteString("moves:\n" + m)
		}
		text = moves.String()
	}
	return text, rules, nil
}

// ruleOf returns the clause of a decision.
func (d *Desk) ruleOf(x *engine.Decision) string {
	if x.Rule != "" {
		return x.Rule
	}
	_, rule := d.place(d.play.gd.Decisions[x.Index].Node)
	return rule
}

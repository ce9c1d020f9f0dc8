// This file writes a play from another search as a scenario.

package suggest

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scribe"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

// Witness is a play: its initial state, and the answers.
type Witness struct {
	Root    *engine.State // read-only
	Setup   string        // the set-up relative to which the position is written
	Options map[string]string
	Answers []engine.Answer
	Title   string
	Notes   []string // comments at the top
}

// Script writes a witness as a scenario that expects what the play changed. It fails if no scenario of it plays to
// the same end: a position leaves out quiet variables, so it may not be possible to write a play that begins within a
// turn.
func Script(game *corpus.Game, w Witness) (string, error) {
	s := newSearch(game, &Config{})
	p := &play{pos: ofState(w.Root, w.Setup, w.Options, nil)}
	end := w.Root.Copy()
	var rules []string
	for i, a := range w.Answers {
		d := end.Decision()
		if d == nil {
			return "", fmt.Errorf("the game is over after %d of %d answers", i, len(w.Answers))
		}
		rules = append(rules, rulesOf(end, d)...)
		p.steps = append(p.steps, stepOf(d, &a))
		if err := end.Apply(a); err != nil {
			return "", err
		}
	}
	slices.Sort(rules)
	rules = slices.Compact(rules)
	why := errors.New("the play cannot be repeated from its position")
	for _, full := range []bool{false, true} {
		d := s.draft(nil, p, 0, full)
		if d == nil {
			continue
		}
		text := w.text(d, rules, end)
		if why = w.plays(game, text, end); why == nil {
			return text, nil
		}
	}
	return "", fmt.Errorf("the play cannot be written as a scenario: %w", why)
}

// rulesOf returns the clauses of a decision.
func rulesOf(s *engine.State, d *engine.Decision) []string {
	gd := s.Game().Def()
	out := slices.Clone(gd.Nodes[gd.Decisions[d.Index].Node].Rules)
	if d.Rule != "" {
		out = append(out, d.Rule)
	}
	return out
}

// text writes the scenario.
func (w *Witness) text(d *draft, rules []string, end *engine.State) string {
	var b strings.Builder
	for _, n := range w.Notes {
		b.WriteString("# " + n + "\n")
	}
	fmt.Fprintf(&b, "version: 1\ntitle: %s\ngame: %s\nrules: %s\n", strconv.Quote(w.Title), d.search.game.ID, scribe.List(rules))
	b.WriteString(d.setup())
	if c := d.scribe.Before(); c != "" {
		b.WriteString("chance: " + c + "\n")
	}
	if moves := d.scribe.Moves(); moves != "" {
		b.WriteString("moves:\n" + moves)
	}
	b.WriteString("expect:\n  asked: " + asked(d.last) + "\n")
	if state := changes(w.Root, end); len(state) > 0 {
		b.WriteString("  state: {" + strings.Join(state, ", ") + "}\n")
	}
	return b.String()
}

// changes lists the named values that differ between two states, as they are in the second.
func changes(from, to *engine.State) []string {
	g := to.Game()
	before := trace.Canonical(g, from)
	var out []string
	for _, line := range trace.Canonical(g, to) {
		name, value, ok := strings.Cut(line, " ")
		if ok && name != "in" && !slices.Contains(before, line) {
			out = append(out, scribe.Word(name)+": "+value)
		}
	}
	for _, line := range before { // pieces that are gone
		name, value, _ := strings.Cut(line, " ")
		if _, err := strconv.Atoi(value); err != nil || !strings.Contains(name, ".") {
			continue
		}
		if v, _, err := to.Value(name); err == nil && v == 0 {
			out = append(out, scribe.Word(name)+": 0")
		}
	}
	return out
}

// plays returns why a text does not play to a position, nil if it does.
func (w *Witness) plays(game *corpus.Game, text string, end *engine.State) error {
	script, list := scenario.Parse(game.ID+"/witness.yaml", []byte(text))
	if err := list.Err(); err != nil {
		return err
	}
	g, err := game.Load(scenario.OptionsOf(script))
	if err != nil {
		return err
	}
	r := scenario.Play(g, script)
	if err := r.Problem(); err != nil {
		return err
	}
	if there, here := trace.Canonical(g, r.Session.State()), trace.Canonical(end.Game(), end); !slices.Equal(there, here) {
		return errors.New("it ends in another position")
	}
	return nil
}

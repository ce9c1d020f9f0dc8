// This file plays a whole script and makes the result that suite, goldens and coverage look at.

package scenario

import (
	"errors"
	"fmt"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Result is what came of a play.
type Result struct {
	Script   *Script
	Err      error     // why the script could not be played to its end
	Failures []Failure // expectations that did not hold
	Proved   []string  // clauses that expectations which held are tagged with, each once
	Session  *Session  // where the play ended; nil if it could not begin
}

// OK tells whether the script was played to its end and all expectations held.
func (r *Result) OK() bool { return r.Err == nil && len(r.Failures) == 0 }

// Problem gives everything that went wrong as one error, nil if nothing did.
func (r *Result) Problem() error {
	errs := []error{r.Err}
	for _, f := range r.Failures {
		errs = append(errs, f)
	}
	return errors.Join(errs...)
}

// OptionsOf gives the game options a script asks for, to load its game with.
func OptionsOf(s *Script) map[string]string {
	out := map[string]string{}
	for _, p := range s.Setup.Options {
		out[p.Key.Value] = p.Value.Value
	}
	return out
}

// Play plays a script on a game that is loaded with the options it asks for. Observers see every event, from the set-up
// on; a Teller among them is told more.
func Play(g *engine.Game, script *Script, observers ...engine.Observer) *Result {
	r := &Result{Script: script}
	s, err := Start(g, script, observers...)
	if err != nil {
		r.Err = err
		return r
	}
	r.Session = s
	if err := s.settle(script.Items, script.Setup.Pos); err != nil {
		r.Err = err
		return r
	}
	for i, item := range script.Items {
		if item.Expect != nil {
			r.judge(item.Expect, append(s.Check(item.Expect), s.checkPending(item.Expect)...), observers)
			continue
		}
		failures, err := s.playItem(item.Line, script.Items[i+1:])
		if err != nil {
			r.Failures = append(r.Failures, failures...)
			r.Err = err
			return r
		}
		if e := item.Line.Expect; e != nil {
			r.judge(e, append(failures, s.Check(e)...), observers)
		}
	}
	r.Err = s.end(script)
	return r
}

// playItem plays a line and gives the failed claims about what its decisions offered.
func (s *Session) playItem(line *Line, next []Item) ([]Failure, error) {
	var failures []Failure
	err := s.playThen(line, next, func(r *run) { failures = r.failures })
	return failures, err
}

// judge records how an expectation went, and tells who wants to know.
func (r *Result) judge(e *Expect, failures []Failure, observers []engine.Observer) {
	for _, o := range observers {
		if j, ok := o.(Judge); ok {
			j.Judged(e, failures)
		}
	}
	r.Failures = append(r.Failures, failures...)
	if len(failures) > 0 {
		return
	}
	rules := slices.Clone(e.Rules)
	for _, x := range e.Refused {
		rules = append(rules, x.Because)
	}
	for _, list := range e.NotOffered {
		for _, item := range one(list.Value) {
			for _, p := range item.Pairs {
				rules = append(rules, p.Value.Value)
			}
		}
	}
	for _, rule := range rules {
		if !slices.Contains(r.Proved, rule) {
			r.Proved = append(r.Proved, rule)
		}
	}
}

// end checks that nothing is pending in the middle of an action, and that all chance of the scenario was used.
func (s *Session) end(script *Script) error {
	var errs []error
	for _, x := range s.chance.unused() {
		errs = append(errs, &Misfit{Pos: x.pos, Answer: x.name, Why: x.name + " " + x.why})
	}
	return errors.Join(errs...)
}

// maxSteps is how many steps the play of a scenario may take, with all that its expectations try.
const maxSteps = 1 << 27

// Start makes a session at the set-up of a script, before its first line.
func Start(g *engine.Game, script *Script, observers ...engine.Observer) (*Session, error) {
	setup, err := script.Setup.Engine(g)
	if err != nil {
		return nil, err
	}
	s := &Session{game: g, also: observers, show: script.Options, seeded: script.Seed != nil, chance: newChance(script.Chance), watch: map[string][]string{}}
	s.learn()
	if script.Seed != nil {
		setup.Seed = *script.Seed
	}
	setup.Observer, setup.Budget = s, engine.NewBudget(maxSteps)
	s.state, err = g.New(setup)
	if err != nil {
		return nil, fmt.Errorf("%s: the set-up fails: %w", script.Setup.Pos, err)
	}
	s.state.Observe(s)
	return s, nil
}

// Engine turns the set-up of a script into the engine's, checking every name; its seed is the script's matter.
func (s *Setup) Engine(g *engine.Game) (engine.Setup, error) {
	gd := g.Def()
	out := engine.Setup{ID: s.Scenario, Piles: map[string][]string{}, Values: map[string]string{}, Pieces: map[string]map[string]int{}, Lasting: s.Lasting}
	var errs []error
	check := func(pos diag.Pos, t def.Kind, what, name string) {
		if _, ok := gd.Value(name, def.Type{Kind: t}); !ok || name == "none" {
			errs = append(errs, &Misfit{Pos: pos, Why: "there is no " + what + " " + name + didYouMean(name, gd.IDs(def.Type{Kind: t}))})
		}
	}
	if s.Scenario != "" && !slices.ContainsFunc(gd.Setups, func(d def.SetupDef) bool { return d.ID == s.Scenario }) {
		var ids []string
		for _, d := range gd.Setups {
			ids = append(ids, d.ID)
		}
		errs = append(errs, &Misfit{Pos: s.Pos, Why: "there is no set-up " + s.Scenario + didYouMean(s.Scenario, ids)})
	}
	for _, p := range s.Piles {
		check(p.Pos, def.KPile, "pile", p.Pile)
		for _, card := range p.Cards {
			check(p.Pos, def.KCard, "card", card)
		}
		out.Piles[p.Pile] = p.Cards
	}
	for _, p := range s.Values {
		out.Values[p.Key.Value] = p.Value.Value
	}
	for _, zone := range s.Pieces {
		check(zone.Key.Pos, def.KZone, "zone", zone.Key.Value)
		counts := map[string]int{}
		for _, p := range zone.Value.Pairs {
			v, _ := p.Value.Int()
			check(p.Key.Pos, def.KClass, "piece class", p.Key.Value)
			counts[p.Key.Value] = int(clampCount(v))
		}
		out.Pieces[zone.Key.Value] = counts
	}
	for _, name := range s.Lasting {
		check(s.Pos, def.KLasting, "lasting effect", name)
	}
	return out, errors.Join(errs...)
}

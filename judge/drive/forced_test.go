package drive_test

// This file plays scenarios on programs that stop at forced decisions: some announce it in their greeting, others do
// not.

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/judge/drive"
)

// stopping is a correct program: our engine, except that it stops at each forced decision until the answer is given.
type stopping struct {
	greeting string
	load     func(map[string]string) (*engine.Game, error)
	offers   func(drive.Reply) drive.Reply // changes its offers at such a decision, if not nil

	game  *engine.Game
	state *engine.State
	stops []stop // forced decisions not answered yet
}

// stop is a forced decision.
type stop struct {
	state  *engine.State
	asks   drive.Reply
	answer any
}

func (p *stopping) Close() {}

func (p *stopping) Ask(line []byte) ([]byte, error) {
	var q drive.Request
	if err := json.Unmarshal(line, &q); err != nil {
		return nil, err
	}
	if q.Type == "hello" {
		return []byte(p.greeting), nil
	}
	reply, err := p.answer(&q)
	if err != nil {
		reply = drive.Reply{Refused: err.Error()}
	}
	return json.Marshal(reply)
}

func (p *stopping) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Forced {
		return
	}
	forced, some := names.ForcedReply(s, e)
	if !some {
		return
	}
	asks := asksOf(s)
	if p.offers != nil {
		asks = p.offers(asks)
	}
	p.stops = append(p.stops, stop{s.Copy(), asks, forced.Value})
}

func asksOf(s *engine.State) drive.Reply {
	w := drive.PendingOf(s.Game(), s)
	return drive.Reply{Seat: w.Seat, Decision: w.Decision, Options: w.Options, Pieces: w.Pieces, Min: w.Min, Max: w.Max, Over: w.Over, Result: w.Result}
}

func (p *stopping) answer(q *drive.Request) (drive.Reply, error) {
	ok := drive.Reply{OK: true}
	var err error
	switch q.Type {
	case "end":
		return ok, nil
	case "position":
		if p.game, err = p.load(q.Options); err != nil {
			return ok, err
		}
		p.stops = nil
		setup := engine.Setup{ID: q.Setup, Observer: p}
		setup.Values, setup.Pieces, setup.Piles, setup.Lasting = q.Changes.Values, q.Changes.Pieces, q.Changes.Piles, q.Changes.Lasting
		if p.state, err = p.game.New(setup); err == nil {
			p.state.Observe(p)
			err = p.holds(q)
		}
		return ok, err
	case "stance":
		a, err := drive.StanceAnswer(p.game, q.Name, q.Value)
		if err == nil {
			err = p.state.Apply(a)
		}
		return ok, err
	case "values":
		at, values := p.at(), map[string]any{}
		for _, name := range q.Wanted {
			values[name], _ = drive.ValueOf(at, name)
		}
		return drive.Reply{Values: values}, nil
	case "asks":
		if len(p.stops) > 0 {
			return p.stops[0].asks, nil
		}
		return asksOf(p.state), nil
	case "legal":
		legal := p.legal(q) == nil
		return drive.Reply{Legal: &legal}, nil
	}
	if err := p.legal(q); err != nil {
		return ok, err
	}
	if len(p.stops) > 0 {
		p.stops = p.stops[1:]
		return ok, nil
	}
	a, err := p.fit(q)
	if err == nil {
		err = p.state.Apply(a)
	}
	return ok, err
}

// holds reports how the position of a request differs from that in which this program stopped first.
func (p *stopping) holds(q *drive.Request) error {
	if p.greeting != asksForced { // it is compared with a later one
		return nil
	}
	asks := asksOf(p.state)
	if len(p.stops) > 0 {
		asks = p.stops[0].asks
	}
	if q.Asks != nil && (q.Asks.Seat != asks.Seat || q.Asks.Decision != asks.Decision) {
		return fmt.Errorf("it begins with %s %s, not %s %s", asks.Seat, asks.Decision, q.Asks.Seat, q.Asks.Decision)
	}
	for name, want := range q.Values {
		if got, _ := drive.ValueOf(p.at(), name); fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("%s is %v at first, not %v", name, got, want)
		}
	}
	return nil
}

// at returns the state in which the program waits.
func (p *stopping) at() *engine.State {
	if len(p.stops) > 0 {
		return p.stops[0].state
	}
	return p.state
}

func (p *stopping) fit(q *drive.Request) (engine.Answer, error) {
	v := q.Answer
	if q.Type == "chance" {
		v = q.Outcome
	}
	if n, ok := v.(float64); ok {
		v = int64(n)
	}
	return names.Fit(p.game, p.state.Decision(), v)
}

// legal returns an error if the pending decision has another answer, or is another one.
func (p *stopping) legal(q *drive.Request) error {
	if a, err := drive.StanceAnswer(p.game, q.Decision, q.Answer); err == nil {
		if why := p.state.Refuses(a); why != nil {
			return why
		}
		return nil
	}
	asks, given := asksOf(p.at()), q.Answer
	if len(p.stops) > 0 {
		asks = p.stops[0].asks
	}
	if q.Type == "chance" {
		given, q.Seat = q.Outcome, "chance"
	}
	if asks.Seat != q.Seat || asks.Decision != q.Decision {
		return fmt.Errorf("%s is asked %s", asks.Seat, asks.Decision)
	}
	if len(p.stops) > 0 {
		if want := p.stops[0].answer; fmt.Sprint(given) != fmt.Sprint(want) {
			return fmt.Errorf("the only answer is %v", want)
		}
		return nil
	}
	a, err := p.fit(q)
	if err != nil {
		return err
	}
	if why := p.state.Refuses(a); why != nil {
		return why
	}
	return nil
}

const (
	asksForced   = `{"protocol": 1, "name": "n", "version": "v", "levels": ["states", "legality"], "asksForced": true}`
	asksNoForced = `{"protocol": 1, "name": "n", "version": "v", "levels": ["states", "legality"]}`
)

func TestProgramThatAsksForcedDecisionsPassesEveryScenario(t *testing.T) {
	for _, id := range []string{"kalah", "tidelands", "nine-mens-morris", "hasami-shogi", "backgammon"} {
		g := gameOf(t, id)
		r := run(t, g, driver(t, g, func() (drive.Program, error) { return &stopping{greeting: asksForced, load: g.Load}, nil }), g.Cases)
		if r.Total.Passed != len(g.Cases) {
			var text strings.Builder
			r.Write(&text, 2)
			t.Errorf("%s: %d of %d passed\n%s", id, r.Total.Passed, len(g.Cases), text.String())
		}
	}
}

// Such a program violates the protocol; which rule it has wrong is unknown.
func TestProgramThatWaitsAtAForcedDecisionIsBroken(t *testing.T) {
	g := gameOf(t, "kalah")
	for name, greeting := range map[string]string{
		"at all levels":  asksNoForced,
		"at states only": `{"protocol": 1, "name": "n", "version": "v", "levels": ["states"]}`,
		"at legality":    `{"protocol": 1, "name": "n", "version": "v", "levels": ["legality"]}`,
	} {
		r := run(t, g, driver(t, g, func() (drive.Program, error) { return &stopping{greeting: greeting, load: g.Load}, nil }), g.Cases)
		if r.Total.Failed > 0 || r.Total.Broken == 0 || len(r.Convicted()) > 0 {
			var text strings.Builder
			r.Write(&text, 2)
			t.Errorf("%s: %s", name, text.String())
		}
		for _, o := range r.Scenarios {
			if o.Verdict == drive.Broken && (!strings.Contains(o.Why, "waits at") || !strings.Contains(o.Why, "asksForced")) {
				t.Errorf("%s: %s: %s", name, o.Scenario, o.Why)
			}
		}
	}
}

func TestSurplusOfferAtAForcedDecisionIsAFinding(t *testing.T) {
	g := gameOf(t, "kalah")
	more := func(r drive.Reply) drive.Reply {
		r.Options = append(slices.Clone(r.Options), "more")
		return r
	}
	r := run(t, g, driver(t, g, func() (drive.Program, error) {
		return &stopping{greeting: asksNoForced, load: g.Load, offers: more}, nil
	}), g.Cases)
	if r.Total.Failed == 0 || r.Total.Broken > 0 {
		var text strings.Builder
		r.Write(&text, 2)
		t.Error(text.String())
	}
	for _, o := range r.Scenarios {
		for _, f := range o.Findings {
			if !strings.Contains(fmt.Sprint(f.Got), "more") {
				t.Errorf("%s: %+v", o.Scenario, f)
			}
		}
	}
}

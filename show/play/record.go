package play

// This file writes a play as a scenario.

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/audit/suggest"
	"rulebound/conformance/scenario"
	"rulebound/conformance/scribe"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/live"
	"rulebound/show/steps"
)

// Recording is a play as a scenario.
type Recording struct {
	Text string
	From int // number of answers before the scenario begins
	Ends End
}

// End is where a scenario ends.
type End uint8

// The ends of a scenario, which cannot end within a list or before an outcome of chance.
const (
	AtTheEnd End = iota // at the end of the play
	Earlier
	Later // after some additional answers
)

// Limits of where a scenario may begin.
const (
	maxTries = 12 // places before the requested one
	maxBack  = 4  // cards that are moved back
)

// Record writes the play from an answer on, counted from 0, as a scenario of the game's folder. Its position is the
// difference to the set-up. If a scenario cannot begin there, because a move is in progress, it begins earlier. It
// expects the seat of the pending decision at its end; other facts are comments. Record reads each scenario back and
// checks that it plays to the same trace. fallback names the clauses of the scenario if none of its decisions has
// one.
func (p *Play) Record(from int, title string, fallback []string) (*Recording, error) {
	if from < 0 || from > len(p.steps) || from == len(p.steps) && from > 0 {
		return nil, fmt.Errorf("the play has %d answers: a scenario begins behind 0 to %d of them", len(p.steps), max(len(p.steps)-1, 0))
	}
	var why error
	r := recorder{Play: p, desk: live.NewWith(p.game.Def(), p.table), title: title, fallback: fallback}
	tried := 0
	for n := from; n >= 0 && !r.exhausted(); n-- {
		if n > 0 && (tried == maxTries || !p.mayBegin(n)) {
			continue
		}
		tried++
		out, err := r.from(n)
		if err == nil {
			return out, nil
		}
		if why = err; errors.Is(err, live.ErrStance) {
			return nil, err
		}
	}
	return nil, fmt.Errorf("no scenario of it plays to the same trace: %w", why)
}

// mayBegin reports whether a move, or the first of several outcomes of chance, follows the first n answers.
func (p *Play) mayBegin(n int) bool {
	r := &p.steps[n].Reply
	if r.Chance {
		return !p.steps[n-1].Reply.Chance
	}
	gd := p.game.Def()
	for i, turn := range scribe.Turns(gd) {
		if turn && gd.Decisions[i].Name == r.Decision {
			return true
		}
	}
	return false
}

// recorder searches for a scenario with the same trace as a play.
type recorder struct {
	*Play
	desk     *live.Desk
	title    string
	fallback []string
	tried    int64
}

// exhausted reports whether the attempts have used about the step limit of a play.
func (r *recorder) exhausted() bool {
	return r.tried*(steps.MaxSteps-r.budget.Left()) > steps.MaxSteps
}

// from returns a scenario that begins after n answers.
func (r *recorder) from(n int) (*Recording, error) {
	setups, err := r.begins(n)
	if err != nil {
		return nil, err
	}
	var why error
	for i := range setups {
		if r.exhausted() {
			break
		}
		out, err := r.at(&setups[i], n)
		if err == nil || errors.Is(err, live.ErrStance) {
			return out, err
		}
		why = err
	}
	return nil, why
}

// begins lists set-ups for a beginning after n answers: the set-up of the play, or changes of it in which more and
// more of the last moved cards are moved back.
func (p *Play) begins(n int) ([]steps.Setup, error) {
	whole := p.setup
	whole.Seed = "" // the scenario lists the outcomes of chance
	if n == 0 {
		return []steps.Setup{whole}, nil
	}
	setup, err := p.setup.Engine()
	if err != nil {
		return nil, err
	}
	cards := &cardMoves{}
	setup.Observer, setup.Budget = cards, engine.NewBudget(steps.MaxSteps)
	s, err := p.game.New(setup)
	if err != nil {
		return nil, err
	}
	s.Observe(cards)
	for _, x := range p.steps[:n] {
		if err := s.Apply(x.Answer); err != nil {
			return nil, err
		}
	}
	s.Observe(nil)
	var out []steps.Setup
	for back := 0; back <= min(maxBack, len(cards.moved)); back++ {
		begin := suggest.SetupOf(s, p.setup.ID, cards.moved[len(cards.moved)-back:])
		begin.Values = map[string]string{}
		for _, name := range slices.Sorted(maps.Keys(begin.Cells)) {
			if _, t, ok := p.game.Cell(name); ok {
				begin.Values[name] = p.game.Format(begin.Cells[name], t)
			}
		}
		out = append(out, steps.SetupOf(begin, p.setup.Options))
	}
	return out, nil
}

// cardMoves records the moves of cards.
type cardMoves struct{ moved []engine.CardEvent }

// Event implements engine.Observer.
func (c *cardMoves) Event(_ *engine.State, e *engine.Event) {
	if e.Kind == engine.CardMoved {
		c.moved = append(c.moved, e.Card())
	}
}

// at returns a scenario that begins at a set-up after n answers.
func (r *recorder) at(setup *steps.Setup, n int) (*Recording, error) {
	r.tried++
	begin, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	var answers []string
	for _, s := range r.steps[n:] {
		answers = append(answers, steps.Text(s.Answer))
	}
	if _, err := r.desk.Begin(string(begin), nil); err != nil {
		return nil, err
	}
	early := r.desk.Lines() // lines before the first answer
	if _, err := r.desk.Begin(string(begin), answers); err != nil {
		return nil, err
	}
	text, err := r.desk.Export(r.id, r.title, r.fallback)
	if err != nil {
		return nil, err
	}
	text = strings.Replace(text, "# Played in the report. ", "# Played. ", 1)
	return r.proven(text, n, early)
}

// proven plays a scenario and adds facts as comments. The error says why its trace differs from the play. early is
// the number of lines of its trace before the first answer.
func (p *Play) proven(text string, n, early int) (*Recording, error) {
	script, problems := scenario.Parse("scenarios/"+p.id+"/played/play.yaml", []byte(text))
	if script == nil {
		return nil, problems
	}
	problems = scenario.CheckNames(script, p.game.Def())
	if problems.HasErrors() {
		return nil, problems
	}
	played := &lastLine{trace: trace.New(p.game, trace.Header{})}
	result := scenario.Play(p.game, script, played)
	if err := result.Problem(); err != nil {
		return nil, err
	}
	first := p.Lines()
	if n < len(p.steps) {
		first = p.steps[n].Lines
	}
	was, is := happened(p.Trace()[first:]), happened(played.trace.Lines()[min(early, len(played.trace.Lines())):])
	if same := min(len(was), len(is)); !slices.Equal(was[:same], is[:same]) || same == 0 && len(was) > 0 {
		return nil, errors.New("it plays another course")
	}
	last := result.Session.State()
	if played.first == nil {
		played.first = last
	}
	last.Observe(nil)
	text += suggest.Claims(played.first, last, nil)
	out := &Recording{text, n, AtTheEnd}
	switch {
	case len(is) < len(was):
		out.Ends = Earlier
	case len(is) > len(was):
		out.Ends = Later
	}
	return out, nil
}

// happened lists the lines of a trace except for digests, which depend on the whole position.
func happened(lines []trace.Line) []string {
	var out []string
	for _, l := range lines {
		if l.Kind != "digest" && l.Kind != "note" {
			out = append(out, l.Text)
		}
	}
	return out
}

// lastLine observes the play of a scenario: it records the trace, and the position before the last line.
type lastLine struct {
	trace  *trace.Recorder
	begins bool
	first  *engine.State
}

func (l *lastLine) Event(s *engine.State, e *engine.Event) { l.trace.Event(s, e) }
func (l *lastLine) Line(*scenario.Line)                    { l.begins = true }

func (l *lastLine) Answering(s *engine.State, _ engine.Answer) {
	if d := s.Decision(); l.begins && d != nil && d.Seat != engine.Chance {
		l.first, l.begins = s.Copy(), false
	}
}

// RulesOf lists clauses that the play may be about: those of the pending decision, else of the last one, else of the game's main procedure.
func (p *Play) RulesOf() []string {
	gd := p.game.Def()
	if d := p.state.Decision(); d != nil && d.Rule != "" {
		return []string{d.Rule}
	}
	for i := len(p.steps) - 1; i >= 0; i-- {
		for j := range gd.Decisions {
			if d := &gd.Decisions[j]; d.Name == p.steps[i].Reply.Decision && len(clausesOf(gd, d)) > 0 {
				return clausesOf(gd, d)
			}
		}
	}
	return gd.Nodes[gd.Procs[gd.Main].Node].Rules
}

// clausesOf lists the clauses of a decision.
func clausesOf(gd *def.GameDef, d *def.DecisionDef) []string {
	if d.Rule != "" {
		return []string{d.Rule}
	}
	return gd.Nodes[d.Node].Rules
}

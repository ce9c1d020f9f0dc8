// This file plays a scenario on our own engine and records the requests for another one, in order.

package drive

import (
	"maps"
	"slices"

	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Plan is a scenario as requests with their expected replies.
type Plan struct {
	ID       string
	Title    string
	Rules    []string // the clauses that the scenario names
	Setup    string
	Options  map[string]string
	Position Request  // at the first decision that is not forced
	Early    *Request // before the initial forced decisions, for programs that answer them; nil if there are none
	Resumed  bool     // it continues another scenario, whose moves come first and are not in its trace
	Steps    []Step
	Met      []string // decisions that it reaches
	Touched  []string // clauses that a finding could name

	lines [][]string // by line of the trace, including the continued scenario: the clauses of its event
}

// Step is one request: exactly one of Say, Pending, Values, Trial and Trace is set.
type Step struct {
	Move  int    // from 1; 0 before the first
	Line  string // as in the script
	Rules []string

	Say     *Request
	Pending *Pending
	Values  []Want
	View    string // "" or the seat whose view the values are from
	Trial   *scenario.Trial
	Trace   bool
}

// Pending is the expected pending decision.
type Pending struct {
	Asked
	Over    bool
	Result  map[string]int64
	Options []string
	Pieces  map[string]map[string]int64
	Order   []string
	Min     *int64
	Max     *int64
	state   *engine.State // at the decision, to explain why something is not offered
}

// Want is an expected value.
type Want struct {
	Name  string
	Value any
	Set   bool     // the list is unordered
	Rules []string // of the last change, or of the claim
}

// Make makes the plan of a scenario, which must be satisfied on our own engine.
func Make(g *engine.Game, words *Words, script *scenario.Script) (*Plan, error) {
	p := &planner{g: g, words: words, script: script, changed: map[string][]string{}, recorder: trace.New(g, trace.Header{})}
	p.cite(nil)
	r := scenario.Play(g, script, p)
	if err := r.Problem(); err != nil {
		return nil, err
	}
	s := r.Session.State()
	if !p.begun { // the game was over before the first decision
		p.position = p.begin(s, nil)
	}
	p.flush(s)
	if s.Over() {
		p.add(Step{Pending: &Pending{Over: true, Result: result(g.Def(), s)}})
	}
	p.add(Step{Values: p.all(s), Rules: script.Rules})
	for _, seat := range names.Viewers(g.Def()) {
		p.view(s, seat, words.veiled, script.Rules)
	}
	p.add(Step{Trace: true, Rules: script.Rules})
	p.recorder.Finish(s)
	p.cite(nil)
	plan := &Plan{ID: script.ID(), Title: script.Title, Rules: script.Rules, Setup: script.Setup.Scenario, Options: scenario.OptionsOf(script), Resumed: script.Base != nil,
		Position: p.position, Early: p.early, Steps: p.steps, Met: p.met, lines: p.lines}
	plan.Touched = slices.Clone(script.Rules)
	for _, s := range p.steps {
		plan.Touched = union(plan.Touched, s.Rules...)
		for _, w := range s.Values {
			plan.Touched = union(plan.Touched, w.Rules...)
		}
	}
	return plan, nil
}

// planner records a play as steps.
type planner struct {
	g        *engine.Game
	words    *Words
	script   *scenario.Script
	position Request
	early    *Request
	begun    bool
	steps    []Step
	met      []string
	move     int
	line     string
	state    *engine.State       // of the last event
	changed  map[string][]string // values that the move changed, with the clauses of the change
	since    []string            // clauses of the events since the last answer
	recorder *trace.Recorder
	recorded int // number of recorder lines that were cited
	lines    [][]string
}

// cite records the clauses of the lines that the recorder has added.
func (p *planner) cite(rules []string) {
	lines := p.recorder.Lines()
	for _, l := range lines[p.recorded:] {
		if ofPlay(l) {
			p.lines = append(p.lines, rules)
		}
	}
	p.recorded = len(lines)
}

func (p *planner) add(s Step) {
	s.Move, s.Line = p.move, p.line
	p.steps = append(p.steps, s)
}

// union appends the clauses that a list does not contain.
func union(list []string, more ...string) []string {
	for _, rule := range more {
		if !slices.Contains(list, rule) {
			list = append(list, rule)
		}
	}
	return list
}

// Event implements engine.Observer.
func (p *planner) Event(s *engine.State, e *engine.Event) {
	p.state = s
	gd := p.g.Def()
	p.recorder.Event(s, e)
	p.cite(gd.Nodes[e.Node].Rules)
	change := func(name string) {
		if p.words.value[name] {
			p.changed[name] = union(p.changed[name], gd.Nodes[e.Node].Rules...)
		}
	}
	p.since = union(p.since, gd.Nodes[e.Node].Rules...)
	switch e.Kind {
	case engine.Asked:
		p.asked(s)
	case engine.Forced:
		p.forced(s, e)
	case engine.Hooked:
		p.since = union(p.since, gd.Nodes[gd.Lasting[gd.Attachments[e.Hook().Attachment].Lasting].Node].Rules...)
	case engine.CellChanged:
		if name, _, ok := p.g.CellName(e.Cell().Cell); ok {
			change(name)
		}
	case engine.PiecesMoved:
		m := e.Pieces()
		change(gd.PieceName(int32(m.From), int32(m.Class)))
		change(gd.PieceName(int32(m.To), int32(m.NewClass)))
	case engine.CardMoved:
		change(gd.Piles[e.Card().From].ID)
		change(gd.Piles[e.Card().To].ID)
	case engine.LastingOn, engine.LastingOff:
		change(gd.Lasting[e.Lasting().Lasting].ID)
	case engine.WatchChanged:
		w := e.Watched()
		d := &gd.Derived[w.Derived]
		change(gd.Of(d.Per, w.Index, d.ID))
	}
}

// asked records the pending decision, and at the first one the position.
func (p *planner) asked(s *engine.State) {
	d := s.Decision()
	if d == nil {
		return
	}
	if !p.begun {
		p.begun = true
		p.position = p.begin(s, d)
		clear(p.changed)
	}
	p.meet(d.Name)
	p.add(Step{Pending: pendingOf(p.g, s), Rules: union(rulesOf(p.g.Def(), d), p.since...)})
}

func (p *planner) meet(decision string) {
	if !slices.Contains(p.met, decision) {
		p.met = append(p.met, decision)
	}
}

// begin makes the position request of the scenario.
func (p *planner) begin(s *engine.State, d *engine.Decision) Request {
	set := p.script.Setup
	r := Request{Type: "position", Scenario: p.script.ID(), Setup: set.Scenario, Options: scenario.OptionsOf(p.script), Values: map[string]any{}, Changes: &Changes{Lasting: set.Lasting}}
	if d != nil {
		r.Asks = &Asked{Seat: p.g.Def().SeatName(int64(d.Seat)), Decision: d.Name}
	}
	for _, x := range set.Piles {
		if r.Changes.Piles == nil {
			r.Changes.Piles = map[string][]string{}
		}
		r.Changes.Piles[x.Pile] = append([]string{}, x.Cards...)
	}
	for _, x := range set.Values {
		if r.Changes.Values == nil {
			r.Changes.Values = map[string]string{}
		}
		r.Changes.Values[x.Key.Value] = x.Value.Value
	}
	for _, zone := range set.Pieces {
		if r.Changes.Pieces == nil {
			r.Changes.Pieces = map[string]map[string]int{}
		}
		counts := map[string]int{}
		for _, c := range zone.Value.Pairs {
			n, _ := c.Value.Int()
			counts[c.Key.Value] = int(n)
		}
		r.Changes.Pieces[zone.Key.Value] = counts
	}
	for _, w := range p.all(s) {
		if !same(w.Value, p.words.declared[w.Name], w.Set) {
			r.Values[w.Name] = w.Value
		}
	}
	return r
}

// forced records a decision that resolved itself, for programs that want the answers to those.
func (p *planner) forced(s *engine.State, e *engine.Event) {
	d := s.Decision()
	if d == nil {
		return
	}
	p.meet(d.Name)
	reply, some := names.ForcedReply(s, e)
	if !some {
		return
	}
	if !p.begun && p.early == nil {
		position := p.begin(s, d)
		p.early = &position
	}
	p.add(Step{Say: requestOf(reply), Rules: union(rulesOf(p.g.Def(), d), p.since...)})
}

func (p *planner) Line(l *scenario.Line) {
	p.flush(p.state)
	p.move++
	p.line = l.Text
	if p.line == "" {
		p.line = l.Pos.String()
	}
}

func (p *planner) Answering(s *engine.State, a engine.Answer) {
	p.state, p.since = s, nil
	p.add(Step{Say: requestOf(names.ReplyOf(s, a)), Rules: rulesOf(p.g.Def(), s.Decision())})
}

// requestOf makes the request for an answer.
func requestOf(r names.Reply) *Request {
	switch {
	case r.Chance:
		return &Request{Type: "chance", Decision: r.Decision, Outcome: r.Value, Forced: r.Forced}
	case r.Stance:
		return &Request{Type: "stance", Name: r.Decision, Value: r.Value}
	}
	return &Request{Type: "answer", Seat: r.Seat, Decision: r.Decision, Answer: r.Value, Forced: r.Forced}
}

func (p *planner) Claimed(e *scenario.Expect) {
	p.flush(p.state)
	rules := e.Rules
	if len(rules) == 0 {
		rules = p.script.Rules
	}
	var wants []Want
	for _, x := range e.State {
		if p.words.value[x.Key.Value] {
			wants = append(wants, p.want(p.state, x.Key.Value, rules))
		}
	}
	if len(wants) > 0 {
		p.add(Step{Values: wants, Rules: rules})
	}
	for _, x := range e.Sees {
		var known []string
		for _, v := range x.Values {
			if name := names.Referent(p.g.Def(), v.Key.Value); p.words.value[name] {
				known = append(known, name)
			}
		}
		p.view(p.state, x.Seat, known, rules)
	}
}

// view records values as a seat may know them.
func (p *planner) view(s *engine.State, seat string, known, rules []string) {
	at, ok := names.Viewer(p.g.Def(), seat)
	if !ok || len(known) == 0 {
		return
	}
	seen := seenBy(s.View(at))
	var wants []Want
	for _, name := range known {
		if v, set := seen(s, name); v != nil {
			wants = append(wants, Want{Name: name, Value: v, Set: set, Rules: rules})
		}
	}
	p.add(Step{Values: wants, View: seat, Rules: rules})
}

func (p *planner) Tried(t scenario.Trial) {
	p.flush(p.state)
	p.add(Step{Trial: &t, Rules: []string{t.Because}})
}

// flush records the values that the move changed.
func (p *planner) flush(s *engine.State) {
	if s == nil || len(p.changed) == 0 {
		return
	}
	var wants []Want
	for _, name := range slices.Sorted(maps.Keys(p.changed)) {
		wants = append(wants, p.want(s, name, p.changed[name]))
	}
	clear(p.changed)
	p.add(Step{Values: wants, Rules: p.script.Rules})
}

func (p *planner) want(s *engine.State, name string, rules []string) Want {
	v, set := valueOf(s, name)
	return Want{Name: name, Value: v, Set: set, Rules: rules}
}

// all returns all values.
func (p *planner) all(s *engine.State) []Want {
	out := make([]Want, len(p.words.Names.Values))
	for i, name := range p.words.Names.Values {
		out[i] = p.want(s, name, nil)
	}
	return out
}

// rulesOf returns the clauses of a decision.
func rulesOf(gd *def.GameDef, d *engine.Decision) []string {
	var out []string
	if d.Rule != "" {
		out = append(out, d.Rule)
	}
	for _, r := range gd.Nodes[gd.Decisions[d.Index].Node].Rules {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// pendingOf describes the pending decision of a state with all of its offers.
func pendingOf(g *engine.Game, s *engine.State) *Pending {
	d := s.Decision()
	if d == nil {
		return &Pending{Over: true, Result: result(g.Def(), s)}
	}
	p := &Pending{Asked: Asked{g.Def().SeatName(int64(d.Seat)), d.Name}, state: s.Copy()}
	shape := d.Kind.Row().Answer
	if shape == def.AnswerNumber || shape == def.AnswerSet || shape == def.AnswerCounts {
		least, most := int64(d.Min), int64(d.Max)
		p.Min, p.Max = &least, &most
	}
	if shape == def.AnswerCounts {
		p.Pieces = map[string]map[string]int64{}
		for _, e := range d.Entries {
			zone := g.Def().Zones[e.Zone].ID
			if p.Pieces[zone] == nil {
				p.Pieces[zone] = map[string]int64{}
			}
			p.Pieces[zone][g.Def().Classes[e.Class].ID] = int64(e.Available)
		}
	}
	switch shape {
	case def.AnswerOrder:
		p.Order = g.Candidates(d)
	case def.AnswerCounts:
	default:
		p.Options = g.Candidates(d)
	}
	if d.Stop {
		p.Options = append(p.Options, "stop")
	}
	return p
}

func result(gd *def.GameDef, s *engine.State) map[string]int64 {
	out := map[string]int64{}
	for i, v := range s.Result() {
		out[gd.SeatName(int64(i))] = v
	}
	return out
}

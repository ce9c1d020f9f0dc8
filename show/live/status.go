package live

// This file describes the state of a play: the pending decision, its legal answers, and why others are illegal.

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/steps"
)

// Status is the state of a play.
type Status struct {
	Answers int      `json:"answers"` // number of answers so far
	Own     int      `json:"own"`     // those not given by chance
	Undone  int      `json:"undone"`  // number of answers for Forward
	Hash    string   `json:"hash"`    // of the state
	From    int      `json:"from"`    // index of the first of Lines in the trace
	Lines   []Line   `json:"lines"`
	Over    bool     `json:"over,omitempty"`
	Result  []string `json:"result,omitempty"` // "seat number", once the game is over
	Asked   *Asked   `json:"asked,omitempty"`
	Stances []Stance `json:"stances,omitempty"` // that can be set now
	// Position is what the viewer sees, nil if that is everything: then it follows from the changes.
	Position *steps.Position `json:"position,omitempty"`
}

// Line is a line of the trace, with the page of its statement in the rulebook.
type Line struct {
	Text    string         `json:"text"`
	Kind    string         `json:"kind"`
	Depth   int            `json:"depth"`
	Page    string         `json:"page,omitempty"` // path of the file without extension, then its line: data/games/go/10-board#L45
	Rule    string         `json:"rule,omitempty"`
	Changes []steps.Change `json:"changes,omitempty"`
	Hidden  bool           `json:"hidden,omitempty"` // the viewer may see nothing of it
}

// Asked is the pending decision.
type Asked struct {
	Seat    string   `json:"seat"`
	By      int      `json:"by"` // index of the seat, -1: chance
	Name    string   `json:"name"`
	Who     string   `json:"who"`  // title of the seat
	What    string   `json:"what"` // the name in words
	Rule    string   `json:"rule,omitempty"`
	Form    string   `json:"form"` // choice, subset, pieces, number, order
	Min     int      `json:"min"`
	Max     int      `json:"max"`
	Options []Option `json:"options"` // choice: the answers; subset: the members; pieces: the pieces to take
	Fault   string   `json:"fault,omitempty"`
	Hidden  bool     `json:"hidden,omitempty"` // the viewer may not see the decision
}

// Option is a legal answer, or a part of one.
type Option struct {
	Text   string       `json:"text"` // with titles
	Answer string       `json:"answer,omitempty"`
	Most   int32        `json:"most,omitempty"` // pieces: their number
	At     []steps.Spot `json:"at,omitempty"`   // the things on the board that it names, in order
}

// Refused is an illegal answer.
type Refused struct {
	Text string `json:"text"`
	Why  string `json:"why"`
	Rule string `json:"rule,omitempty"`
	Page string `json:"page,omitempty"`
}

// Status returns the state of the play, with the lines of the trace from that index on.
func (d *Desk) Status(from int) (*Status, error) {
	if d.play == nil {
		return nil, errNothing
	}
	p := d.play
	record := p.recorder.Record(p.state)
	s := &Status{Answers: len(p.given), Undone: len(d.undone), Hash: steps.Hash(p.state), From: min(max(from, 0), len(record.Lines)), Lines: []Line{}}
	for _, drawn := range p.drawn {
		if !drawn {
			s.Own++
		}
	}
	for i, l := range record.Lines[s.From:] {
		page, rule := d.place(l.Node)
		s.Lines = append(s.Lines, d.seen(s.From+i, Line{Text: l.Text, Kind: l.Kind, Depth: l.Depth, Page: page, Rule: rule, Changes: l.Changes}))
	}
	if d.viewer != everything {
		s.Position = p.table.Seen(p.state, d.viewer)
	}
	x := p.state.Decision()
	if x == nil {
		s.Over = true
		for i, n := range p.state.Result() {
			s.Result = append(s.Result, fmt.Sprintf("%s %d", d.play.gd.SeatName(int64(i)), n))
		}
		return s, nil
	}
	s.Asked = d.asked(x)
	if !d.own() {
		s.Asked = &Asked{Seat: s.Asked.Seat, By: s.Asked.By, Who: s.Asked.Who, Form: s.Asked.Form, Fault: s.Asked.Fault, Options: []Option{}, Hidden: true}
	} else if x.Fault == nil {
		s.Stances = d.stances(p)
	}
	return s, nil
}

// Start returns the position before the first line of the trace.
func (d *Desk) Start() (*steps.Position, error) {
	if d.play == nil {
		return nil, errNothing
	}
	if start := d.play.recorder.Record(d.play.state).Start; start != nil {
		return start, nil
	}
	return d.play.table.Read(d.play.state), nil
}

// Lines returns the number of lines of the trace.
func (d *Desk) Lines() int {
	if d.play == nil {
		return 0
	}
	return d.play.recorder.Lines()
}

// place returns the page and the first clause of a node.
func (d *Desk) place(node int32) (page, rule string) {
	if node <= 0 || int(node) >= len(d.play.gd.Nodes) {
		return "", ""
	}
	n := &d.play.gd.Nodes[node]
	if len(n.Rules) > 0 {
		rule = n.Rules[0]
	}
	return fmt.Sprintf("%s#L%d", strings.TrimSuffix(n.File, path.Ext(n.File)), n.Line), rule
}

// maxNumbers is the most numbers that are offered one by one.
const maxNumbers = 24

func (d *Desk) asked(x *engine.Decision) *Asked {
	out := &Asked{Seat: d.play.gd.SeatName(int64(x.Seat)), By: x.Seat, Name: x.Name, Rule: x.Rule, Min: x.Min, Max: x.Max, Options: []Option{}, Form: "choice"}
	out.Who, out.What = out.Seat, steps.Words(x.Name)
	if x.Seat >= 0 {
		out.Who = steps.Title(d.play.gd, int64(x.Seat), def.Type{Kind: def.KSeat})
	}
	if x.Fault != nil {
		out.Fault = x.Fault.Error()
		return out
	}
	add := func(a engine.Answer, text string, at []steps.Spot) {
		out.Options = append(out.Options, Option{Text: text, Answer: steps.Text(a), At: at})
	}
	decision := &d.play.gd.Decisions[x.Index]
	switch x.Kind.Row().Answer {
	case def.AnswerOption:
		for _, o := range x.Options {
			option := &decision.Options[o.Index]
			add(engine.Answer{Option: o.Index}, steps.OptionTitle(d.play.gd, option), steps.OptionSpots(d.play.gd, option))
		}
	case def.AnswerMember:
		for _, m := range x.Members {
			add(engine.Answer{Member: m}, steps.Title(d.play.gd, m, x.Elem), steps.Spots(d.play.gd, m, x.Elem))
		}
	case def.AnswerSet:
		out.Form = "subset"
		for _, m := range x.Members {
			out.Options = append(out.Options, Option{Text: steps.Title(d.play.gd, m, x.Elem), At: steps.Spots(d.play.gd, m, x.Elem)})
		}
	case def.AnswerCounts:
		out.Form = "pieces"
		for _, e := range x.Entries {
			out.Options = append(out.Options, Option{Text: steps.PieceTitle(d.play.gd, e.Zone, e.Class), Most: e.Available,
				At: []steps.Spot{{steps.AtPiece, int64(e.Zone), int64(e.Class)}}})
		}
	case def.AnswerOrder:
		out.Form = "order"
		add(engine.Answer{Order: x.Members}, "as they lie", nil)
	case def.AnswerNumber:
		d.numbers(x, out, add)
	}
	if x.Stop {
		add(engine.Answer{Stop: true}, "stop", nil)
	}
	for _, o := range x.Also {
		option := &decision.Also[o.Index]
		add(engine.Answer{Kind: engine.Side, Option: o.Index}, steps.OptionTitle(d.play.gd, option), steps.OptionSpots(d.play.gd, option))
	}
	return out
}

// numbers offers each number, or asks for one to be typed if they are many.
func (d *Desk) numbers(x *engine.Decision, out *Asked, add func(engine.Answer, string, []steps.Spot)) {
	number := func(n int64) { add(engine.Answer{N: n}, fmt.Sprint(n), nil) }
	switch {
	case len(x.Members) > 0: // the numbers that an obligation leaves
		for _, n := range x.Members {
			number(n)
		}
	case x.Max-x.Min > maxNumbers:
		out.Form = "number"
	default:
		for n := x.Min; n <= x.Max; n++ {
			number(int64(n))
		}
	}
}

// maxRefused limits the candidates that Why explains.
const maxRefused = 200

// Why explains for other answers why they are illegal: other options, members of the same kind, pieces elsewhere.
func (d *Desk) Why() []Refused {
	out := []Refused{}
	if d.play == nil {
		return out
	}
	s := d.play.state
	x := s.Decision()
	if x == nil || x.Fault != nil || x.Seat == engine.Chance || !d.own() {
		return out
	}
	add := func(text string, r *engine.Reason) {
		if r == nil || len(out) >= maxRefused {
			return
		}
		page, rule := d.place(cmp.Or(r.Ban, r.Node))
		if r.Rule != "" {
			rule = r.Rule
		}
		out = append(out, Refused{text, r.Why, rule, page})
	}
	decision := &d.play.gd.Decisions[x.Index]
	switch row := x.Kind.Row(); {
	case row.Options:
		for i := range decision.Options {
			add(steps.OptionTitle(d.play.gd, &decision.Options[i]), s.Explain(int64(i)))
		}
	case row.Answer == def.AnswerCounts:
		for z := range d.play.gd.Zones {
			for c := range d.play.gd.Classes {
				if s.Count(int32(z), int32(c)) > 0 {
					add(steps.PieceTitle(d.play.gd, int32(z), int32(c)), s.Explain(int64(z)<<8|int64(c)))
				}
			}
		}
	case row.Answer == def.AnswerMember || row.Answer == def.AnswerSet:
		for v := range int64(d.play.gd.Many(x.Elem)) {
			add(steps.Title(d.play.gd, v, x.Elem), s.Explain(v))
		}
	}
	for i := range decision.Also {
		add(steps.OptionTitle(d.play.gd, &decision.Also[i]), s.ExplainSide(int32(i)))
	}
	return out
}

// Failure formats an error for people: the reason of a refusal with its clause.
func Failure(err error) string {
	out, _ := json.Marshal(map[string]string{"error": err.Error()})
	return string(out)
}

// This file makes our own engine a program of the protocol, as a reference for others, byte for byte.

package drive

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"rulebound/conformance/scenario/names"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Reference answers the requests of the protocol with our own engine.
type Reference struct {
	// Load loads the game that hello named, with options.
	Load func(game string, options map[string]string) (*engine.Game, error)

	name     string
	game     *engine.Game
	state    *engine.State
	recorder *trace.Recorder
	kept     *engine.State
	noted    *trace.Recorder // the recorder of the stored state
}

// Serve answers requests until the input ends or the last request was answered.
func (r *Reference) Serve(in io.Reader, out io.Writer) error {
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, 64<<10), MaxLine)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for scan.Scan() {
		var q Request
		var reply any
		err := decode(scan.Bytes(), &q)
		if err == nil {
			reply, err = r.answer(&q)
		}
		if err != nil {
			reply = Reply{Error: err.Error()}
		}
		if err := enc.Encode(reply); err != nil {
			return err
		}
		if q.Type == "end" {
			return nil
		}
	}
	return scan.Err()
}

var ok = Reply{OK: true}

// answer answers one request.
func (r *Reference) answer(q *Request) (any, error) {
	switch q.Type {
	case "hello":
		r.name = q.Game
		return Hello{Protocol: Version, Name: "rulebound", Version: "reference", Levels: Levels, Saves: true, Views: true}, nil
	case "end":
		return ok, nil
	case "position":
		return ok, r.begin(q)
	}
	if r.state == nil {
		return nil, errors.New("there is no position yet")
	}
	switch q.Type {
	case "answer", "chance":
		return r.apply(q)
	case "stance":
		return r.stance(q)
	case "asks":
		return r.pending(), nil
	case "values":
		return r.values(q.Wanted, valueOf), nil
	case "view":
		return r.view(q)
	case "legal":
		return r.legal(q)
	case "save":
		r.kept, r.noted = r.state.Copy(), r.recorder.Copy()
		return ok, nil
	case "restore":
		if r.kept == nil {
			return nil, errors.New("nothing is saved")
		}
		r.kept.CopyTo(r.state)
		r.recorder = r.noted.Copy()
		r.state.Observe(r.recorder)
		return ok, nil
	case "trace":
		return r.trace(), nil
	}
	return nil, fmt.Errorf("there is no request %q", q.Type)
}

// begin sets up a position: a set-up with its changes.
func (r *Reference) begin(q *Request) error {
	g, err := r.Load(r.name, q.Options)
	if err != nil {
		return err
	}
	setup := engine.Setup{ID: q.Setup}
	if c := q.Changes; c != nil {
		setup.Values, setup.Pieces, setup.Piles, setup.Lasting = c.Values, c.Pieces, c.Piles, c.Lasting
	}
	r.game, r.kept = g, nil
	r.recorder = trace.New(g, trace.Header{})
	setup.Observer = r.recorder
	r.state, err = g.New(setup)
	if err == nil {
		r.state.Observe(r.recorder)
	}
	return err
}

// fit converts the answer in a request.
func (r *Reference) fit(q *Request) (engine.Answer, error) {
	d := r.state.Decision()
	v, field := q.Answer, "answer"
	if q.Type == "chance" {
		v, field = q.Outcome, "outcome"
	}
	switch {
	case v == nil:
		return engine.Answer{}, fmt.Errorf("the request has no %s", field)
	case d == nil:
		return engine.Answer{}, errors.New("the game is over")
	case d.Fault != nil:
		return engine.Answer{}, d.Fault
	case d.Name != q.Decision, q.Type != "chance" && r.game.Def().SeatName(int64(d.Seat)) != q.Seat:
		return engine.Answer{}, fmt.Errorf("%s is asked %s", r.game.Def().SeatName(int64(d.Seat)), d.Name)
	}
	return names.Fit(r.game, d, whole(v))
}

func (r *Reference) apply(q *Request) (any, error) {
	a, err := r.fit(q)
	if err != nil {
		return Reply{Refused: err.Error()}, nil
	}
	return r.give(a)
}

// give applies an answer; a refusal is a reply.
func (r *Reference) give(a engine.Answer) (any, error) {
	err := r.state.Apply(a)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		return Reply{Refused: refusal.Why, Clause: refusal.Rule}, nil
	}
	return ok, err
}

func (r *Reference) stance(q *Request) (any, error) {
	a, err := r.stanceAnswer(q.Name, q.Value)
	if err != nil {
		return Reply{Refused: err.Error()}, nil
	}
	return r.give(a)
}

// stanceAnswer returns the answer that sets `seat.variable` to a value.
func (r *Reference) stanceAnswer(name string, value any) (engine.Answer, error) {
	gd := r.game.Def()
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for seat := range gd.Seats {
			if v.Stance == 0 || gd.Of(def.KSeat, int64(seat), v.ID) != name {
				continue
			}
			to, err := r.game.Parse(fmt.Sprint(whole(value)), v.Type)
			return engine.Answer{Kind: engine.Stance, Seat: seat, Option: int32(i), Member: to}, err
		}
	}
	return engine.Answer{}, fmt.Errorf("there is no stance %s", name)
}

// legal reports whether an answer would be legal.
func (r *Reference) legal(q *Request) (any, error) {
	a, err := r.fit(q)
	if q.Decision != "" && err != nil {
		if s, odd := r.stanceAnswer(q.Decision, q.Answer); odd == nil {
			a, err = s, nil
		}
	}
	legal := false
	if err != nil {
		return Reply{Legal: &legal}, nil
	}
	refusal := r.state.Refuses(a)
	legal = refusal == nil
	if refusal != nil {
		return Reply{Legal: &legal, Clause: refusal.Rule}, nil
	}
	return Reply{Legal: &legal}, nil
}

// pending describes the pending decision.
func (r *Reference) pending() Reply {
	p := pendingOf(r.game, r.state)
	return Reply{Seat: p.Seat, Decision: p.Decision, Options: p.Options, Pieces: p.Pieces, Order: p.Order, Min: p.Min, Max: p.Max, Over: p.Over, Result: p.Result}
}

func (r *Reference) values(wanted []string, value func(s *engine.State, name string) (v any, set bool)) Reply {
	out := map[string]any{}
	for _, name := range wanted {
		if v, _ := value(r.state, names.Referent(r.game.Def(), name)); v != nil {
			out[name] = v
		}
	}
	return Reply{Values: out}
}

// view returns values as a seat may know them.
func (r *Reference) view(q *Request) (any, error) {
	seat, ok := names.Viewer(r.game.Def(), q.Seat)
	if !ok {
		return nil, fmt.Errorf("there is no seat %s", q.Seat)
	}
	return r.values(q.Wanted, seenBy(r.state.View(seat))), nil
}

// trace returns the lines since the position. A finished recorder cannot continue, so it finishes a copy.
func (r *Reference) trace() Reply {
	whole := r.recorder.Copy()
	whole.Finish(r.state)
	return Reply{Lines: Body(whole.Lines())}
}

// Body returns the lines of a trace without header, refused moves and options, which belong to the script rather than the play.
func Body(lines []trace.Line) []string {
	out := []string{}
	for _, l := range lines {
		if ofPlay(l) {
			out = append(out, trace.Indented(l))
		}
	}
	return out
}

// ofPlay reports whether a line of a trace belongs to the play, not to its header or script.
func ofPlay(l trace.Line) bool {
	return !slices.Contains([]string{"trace", "scenario", "game", "rules", "after", "refused", "options"}, l.Kind)
}

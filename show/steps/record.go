// Package steps converts a play to the data of a drawing: the initial position, and the changes of each line of the
// trace, so that any moment can be drawn. It also encodes answers and set-ups as text, so that the play can be
// continued from any decision. It must not import the compiler, since it also runs in a browser.
package steps

import (
	"encoding/json"
	"slices"

	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Line is a line of a trace with what it changed.
type Line struct {
	Depth   int
	Kind    string
	Text    string
	Node    int32 // node of the rulebook, 0: none
	Answer  int   // number of answers before the line, without its own
	Asked   int   // for a decision that a player answered: index in Record.Asked, else -1
	Changes []Change
}

// MarshalJSON writes a line as a list without trailing empty elements.
func (l Line) MarshalJSON() ([]byte, error) {
	list := []any{l.Depth, l.Kind, l.Text, l.Answer, l.Node}
	switch {
	case l.Asked >= 0:
		list = append(list, l.Changes, l.Asked)
	case len(l.Changes) > 0:
		list = append(list, l.Changes)
	}
	return json.Marshal(list)
}

// Change is a change of the drawing: its kind, and its parts.
type Change []any

// Kinds of a Change, and the parts that follow.
const (
	OfValue   = iota // index in Table.Values, the new value as text
	OfPieces         // zone, class, new number
	OfCard           // card, source pile, destination pile, place as in engine.CardEvent
	OfPile           // pile, its cards
	OfLasting        // lasting effect, 1 if it begins, 0 if it ends
)

// Asked is a decision of a player or of chance, with its legal answers.
type Asked struct {
	Seat   string   `json:"seat"`
	Name   string   `json:"name"`
	Rule   string   `json:"rule,omitempty"`
	Offers []string `json:"offers"`
}

// Position is the drawn part of a state.
type Position struct {
	Values  map[int]string `json:"values"` // those that differ from the table's
	Pieces  [][3]int64     `json:"pieces"` // zone, class, number
	Piles   [][]int64      `json:"piles"`  // cards of each pile, top first
	Lasting []int32        `json:"lasting,omitempty"`
	Unknown []int          `json:"unknown,omitempty"` // values hidden from the viewer
	Own     [][2]string    `json:"own,omitempty"`     // title and text of what only the viewer sees
}

// Record is a play, ready to be drawn.
type Record struct {
	Start   *Position `json:"start"`
	Lines   []Line    `json:"lines"`
	Asked   []Asked   `json:"asked"`
	Answers []string  `json:"answers"`           // as text, see Answer
	Hashes  []string  `json:"hashes"`            // of the state before each answer, and at the end
	Pending *Asked    `json:"pending,omitempty"` // the pending decision at the end
}

// Recorder observes a play and makes its Record.
type Recorder struct {
	g       *engine.Game
	table   *Table
	trace   *trace.Recorder
	taken   int // number of lines of the trace in the record
	pending []Change
	asked   int // index of the decision being answered, -1: it resolves itself
	out     Record
	sights  []trace.Sight // by line, if seats may know different things
	hides   bool
	size    int // number of recorded changes and offers
	most    int // limit of size, 0: none
}

// New returns a recorder of a play of g, which must observe it from the set-up on. table is that of the game.
func New(g *engine.Game, table *Table, h trace.Header) *Recorder {
	r := &Recorder{g: g, table: table, trace: trace.New(g, h), asked: -1, hides: trace.Hides(g.Def()), out: Record{Lines: []Line{}, Asked: []Asked{}, Answers: []string{}, Hashes: []string{}}}
	r.take(0)
	return r
}

// MaxSteps limits the engine steps of a displayed play, including all evaluations for it.
const MaxSteps = 1 << 26

// Bound limits the changes and offers. Beyond that the recorder stores none.
func (r *Recorder) Bound(most int) { r.most = most }

// Overfull reports whether the limit was exceeded.
func (r *Recorder) Overfull() bool { return r.most > 0 && r.size > r.most }

// add counts changes or offers and reports whether they fit.
func (r *Recorder) add(n int) bool {
	if r.size += n; r.Overfull() {
		r.out, r.pending = Record{}, nil
	}
	return !r.Overfull()
}

// Event implements engine.Observer.
func (r *Recorder) Event(s *engine.State, e *engine.Event) {
	if !r.add(0) {
		return
	}
	if r.out.Start == nil {
		r.out.Start = r.table.Read(s) // the first event is the call of the main procedure
	}
	if e.Kind == engine.PiecesMoved && r.add(2) {
		m := e.Pieces()
		r.pending = append(r.pending, pieces(s, m.From, m.Class), pieces(s, m.To, m.NewClass))
	} else if c := r.table.change(s, e); c != nil && r.add(1+len(e.Values)) {
		r.pending = append(r.pending, c)
	}
	before := len(r.out.Lines)
	r.trace.Event(s, e)
	r.take(e.Node)
	if r.hides && len(r.out.Lines) > before {
		r.sighted(before, trace.Everybody)
		r.sighted(len(r.out.Lines), trace.SightOf(s, e))
	}
	if e.Kind == engine.Answered {
		r.asked = -1
	}
}

// After reports that everything recorded so far belongs to the scenario that this one continues. The lines are kept,
// to show how the play came here.
func (r *Recorder) After(scenario string) {
	r.out.Lines = append(r.out.Lines, Line{Kind: "after", Text: "after " + scenario, Answer: len(r.out.Answers), Asked: -1})
}

// Answering records an answer before it is applied.
func (r *Recorder) Answering(s *engine.State, a engine.Answer) {
	d := s.Decision()
	if !r.add(1) {
		return
	}
	r.out.Answers = append(r.out.Answers, Text(a))
	r.out.Hashes = append(r.out.Hashes, Hash(s))
	if a.Kind == engine.Stance {
		return
	}
	if asked := r.askedOf(d); r.add(len(asked.Offers)) {
		r.asked = len(r.out.Asked)
		r.out.Asked = append(r.out.Asked, asked)
	}
}

func (r *Recorder) askedOf(d *engine.Decision) Asked {
	return Asked{Seat: r.g.Def().SeatName(int64(d.Seat)), Name: d.Name, Rule: d.Rule, Offers: slices.Clone(r.g.Offers(d))}
}

// Refused records a move that a script tries.
func (r *Recorder) Refused(seat, line, rule string) {
	r.trace.Refused(seat, line, rule)
	r.take(0)
}

// Offered records the offers of a decision, if the script shows them.
func (r *Recorder) Offered(seat, decision string, options []string) {
	r.trace.Offered(seat, decision, options)
	r.take(0)
}

// take adds the new lines of the trace to the record, with their changes.
func (r *Recorder) take(node int32) {
	for _, l := range r.trace.Lines()[r.taken:] {
		line := Line{Depth: l.Depth, Kind: l.Kind, Text: l.Text, Node: node, Answer: len(r.out.Answers), Asked: -1}
		if l.Kind == "decision" && r.asked >= 0 {
			line.Asked = r.asked
			line.Answer--
		}
		line.Changes, r.pending = r.pending, nil
		r.taken++
		r.out.Lines = append(r.out.Lines, line)
	}
}

// sighted sets who may read the lines up to one, unless that is already set.
func (r *Recorder) sighted(n int, x trace.Sight) {
	for len(r.sights) < n {
		r.sights = append(r.sights, x)
	}
}

// Sight returns who may read a line.
func (r *Recorder) Sight(line int) trace.Sight {
	if line < len(r.sights) {
		return r.sights[line]
	}
	return trace.Everybody
}

// Trace returns the lines of the trace so far, which the caller must not change.
func (r *Recorder) Trace() []trace.Line { return r.trace.Lines() }

// Lines returns the number of lines so far.
func (r *Recorder) Lines() int { return len(r.out.Lines) }

// Finish ends the play in state s.
func (r *Recorder) Finish(s *engine.State) *Record {
	r.trace.Finish(s)
	r.take(0)
	return r.Record(s)
}

// Record returns the record so far; s is the present state.
func (r *Recorder) Record(s *engine.State) *Record {
	if n := len(r.out.Lines); n > 0 {
		r.out.Lines[n-1].Changes = append(r.out.Lines[n-1].Changes, r.pending...)
		r.pending = nil
	}
	out := r.out
	out.Hashes = append(slices.Clone(out.Hashes), Hash(s))
	if d := s.Decision(); d != nil && d.Fault == nil {
		asked := r.askedOf(d)
		out.Pending = &asked
	}
	return &out
}

// change returns how an event changes the drawing, nil if it does not.
func (t *Table) change(s *engine.State, e *engine.Event) Change {
	switch e.Kind {
	case engine.CellChanged:
		c := e.Cell()
		if i := t.ofCell(c.Cell); i >= 0 && c.Old != c.New {
			return Change{OfValue, i, trace.Format(s, c.New, t.types[i])}
		}
	case engine.WatchChanged:
		w := e.Watched()
		index := w.Index
		if t.gd.Derived[w.Derived].Per == def.KNone {
			index = 0
		}
		if i, ok := t.derived[[2]int64{w.Derived, index}]; ok {
			return Change{OfValue, i, trace.Format(s, w.New, t.types[i])}
		}
	case engine.CardMoved:
		m := e.Card()
		return Change{OfCard, m.Card, m.From, m.To, m.Place}
	case engine.Answered, engine.Forced:
		if d := &t.gd.Decisions[e.Answer().Decision]; d.Kind.Row().Answer == def.AnswerOrder && len(e.Values) > 0 {
			return Change{OfPile, t.pileOf(s, e.Values[0]), slices.Clone(e.Values)}
		}
	case engine.LastingOn:
		return Change{OfLasting, e.Lasting().Lasting, 1}
	case engine.LastingOff:
		return Change{OfLasting, e.Lasting().Lasting, 0}
	}
	return nil
}

// pieces returns the number of pieces of a class in a zone as a change.
func pieces(s *engine.State, zone, class int64) Change {
	return Change{OfPieces, zone, class, s.Count(int32(zone), int32(class))}
}

// pileOf returns the pile of a card.
func (t *Table) pileOf(s *engine.State, card int64) int32 {
	for p := range t.gd.Piles {
		if slices.Contains(s.Cards(int32(p)), card) {
			return int32(p)
		}
	}
	return 0
}

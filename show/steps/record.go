// Package steps turns a play into what a drawing of it needs: the position it begins in, and for each line of its trace what
// changed, so that whoever draws can stand at any line. It also says how answers and set-ups are kept as text, so that the
// play can be taken up again at any decision. It imports no compiler: it runs in a browser, too.
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
	Node    int32 // place of the rulebook, 0: none
	Answer  int   // answers that had been given before the line, its own not among them
	Asked   int   // of a decision that a player answered: index in Record.Asked, else -1
	Changes []Change
}

// MarshalJSON writes a line as a list, and leaves out what is empty at its end.
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

// Change is a change of what is drawn: what it is of, and its parts.
type Change []any

// What a Change is of, its first part, and the parts that follow.
const (
	OfValue   = iota // index in Table.Values, the new value as text
	OfPieces         // zone, class, how many there are now
	OfCard           // card, pile that it leaves, pile that it comes to, place as in engine.CardEvent
	OfPile           // pile, its cards
	OfLasting        // lasting effect, 1 if it begins, 0 if it ends
)

// Asked is a decision that was put to a player or to chance, with all that could have been answered.
type Asked struct {
	Seat   string   `json:"seat"`
	Name   string   `json:"name"`
	Rule   string   `json:"rule,omitempty"`
	Offers []string `json:"offers"`
}

// Position is what is drawn of a state.
type Position struct {
	Values  map[int]string `json:"values"` // those that differ from the table's
	Pieces  [][3]int64     `json:"pieces"` // zone, class, number
	Piles   [][]int64      `json:"piles"`  // cards of each pile, top first
	Lasting []int32        `json:"lasting,omitempty"`
	Unknown []int          `json:"unknown,omitempty"` // values that the viewer does not see
	Own     [][2]string    `json:"own,omitempty"`     // title and text of what the viewer alone sees
}

// Record is a play, ready to be drawn.
type Record struct {
	Start   *Position `json:"start"`
	Lines   []Line    `json:"lines"`
	Asked   []Asked   `json:"asked"`
	Answers []string  `json:"answers"`           // as text, see Answer
	Hashes  []string  `json:"hashes"`            // of the state before each answer, and at the end
	Pending *Asked    `json:"pending,omitempty"` // what is asked at the end
}

// Recorder observes a play and keeps its Record.
type Recorder struct {
	g       *engine.Game
	table   *Table
	trace   *trace.Recorder
	taken   int // lines of the trace that are in the record
	pending []Change
	asked   int // index of the decision that is being answered, -1: it resolves itself
	out     Record
	sights  []trace.Sight // of each line, if seats may know different things
	hides   bool
	size    int // changes and offers that are kept
	most    int // of these, 0: any number
}

// New makes a recorder of a play of g, which it observes from the set-up on. table is that of its game.
func New(g *engine.Game, table *Table, h trace.Header) *Recorder {
	r := &Recorder{g: g, table: table, trace: trace.New(g, h), asked: -1, hides: trace.Hides(g.Def()), out: Record{Lines: []Line{}, Asked: []Asked{}, Answers: []string{}, Hashes: []string{}}}
	r.take(0)
	return r
}

// MaxSteps is how many steps of the engine a play that is shown may take, with all that is looked at on the way.
const MaxSteps = 1 << 26

// Bound lets a recorder keep at most so many changes and offers. With one more it keeps nothing.
func (r *Recorder) Bound(most int) { r.most = most }

// Overfull reports whether there were more changes and offers than the recorder may keep.
func (r *Recorder) Overfull() bool { return r.most > 0 && r.size > r.most }

// add counts changes or offers. It reports whether they may be kept.
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

// After reports that everything recorded so far belongs to the scenario that this one continues. It stays, so that one sees
// how the play came here.
func (r *Recorder) After(scenario string) {
	r.out.Lines = append(r.out.Lines, Line{Kind: "after", Text: "after " + scenario, Answer: len(r.out.Answers), Asked: -1})
}

// Answering is told of each answer before it is given.
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

// Refused and Offered are told what a script tries and shows.
func (r *Recorder) Refused(seat, line, rule string) {
	r.trace.Refused(seat, line, rule)
	r.take(0)
}

// Offered is told what a decision offers where a script shows it.
func (r *Recorder) Offered(seat, decision string, options []string) {
	r.trace.Offered(seat, decision, options)
	r.take(0)
}

// take moves the lines that the trace has gained to the record, with what changed.
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

// sighted notes who may read the lines up to one, as far as nothing is noted yet.
func (r *Recorder) sighted(n int, x trace.Sight) {
	for len(r.sights) < n {
		r.sights = append(r.sights, x)
	}
}

// Sight says who may read a line.
func (r *Recorder) Sight(line int) trace.Sight {
	if line < len(r.sights) {
		return r.sights[line]
	}
	return trace.Everybody
}

// Trace returns the lines of the trace so far. They belong to the recorder.
func (r *Recorder) Trace() []trace.Line { return r.trace.Lines() }

// Lines counts the lines so far.
func (r *Recorder) Lines() int { return len(r.out.Lines) }

// Finish ends the play: s is where it stopped.
func (r *Recorder) Finish(s *engine.State) *Record {
	r.trace.Finish(s)
	r.take(0)
	return r.Record(s)
}

// Record gives what is kept so far; s is where the play stands.
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

// change gives what an event changes of what is drawn, nil if nothing.
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

// pieces says how many pieces of a class stand in a zone.
func pieces(s *engine.State, zone, class int64) Change {
	return Change{OfPieces, zone, class, s.Count(int32(zone), int32(class))}
}

// pileOf finds the pile that a card lies in.
func (t *Table) pileOf(s *engine.State, card int64) int32 {
	for p := range t.gd.Piles {
		if slices.Contains(s.Cards(int32(p)), card) {
			return int32(p)
		}
	}
	return 0
}

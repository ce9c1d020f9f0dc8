// This file has the observer that converts events to lines.

package trace

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Header is the content of the first lines of a trace.
type Header struct {
	Title   string
	Game    string
	Setup   string
	Options []string // "edition=second", in the game's order
	Rules   []string
}

// Recorder is an engine.Observer that stores the lines of a play. The caller may also report what a decision offered
// (Offered) and which moves were tried and refused (Refused). Finish ends the trace. A Recorder stores nothing beyond
// MaxBytes, or once its digests have read maxDigested values; see Size.
type Recorder struct {
	g        *engine.Game
	def      *def.GameDef
	cells    []cellName
	lines    []Line
	size     int          // length of the lines as text, in bytes
	digested int          // values read for digests
	head     int          // lines of the header
	at       *def.NodeDef // the place of the current event

	base   int   // level of decisions: 0 outside of a card, 1 in it, 2 in a turn
	nest   int   // open bodies and tagged calls
	effect int   // level of effects
	opened []int // nest before each tagged call or body that is open
	card   bool  // a card is open, so a digest must follow
}

// New returns a recorder for a play of g.
func New(g *engine.Game, h Header) *Recorder {
	r := &Recorder{g: g, def: g.Def(), cells: cellNames(g.Def())}
	r.add(0, "trace", fmt.Sprintf("trace %d", Version), Field{"version", strconv.Itoa(Version)})
	r.add(0, "scenario", "scenario "+clean(h.Title), Field{"title", clean(h.Title)})
	game := "game " + h.Game
	if h.Setup != "" {
		game += " set-up " + h.Setup
	}
	for _, o := range h.Options {
		game += " " + o
	}
	r.add(0, "game", game, Field{"game", h.Game}, Field{"setup", h.Setup}, Field{"options", strings.Join(h.Options, " ")})
	if len(h.Rules) > 0 {
		r.add(0, "rules", "rules "+strings.Join(h.Rules, " "), Field{"rules", strings.Join(h.Rules, " ")})
	}
	r.head = len(r.lines)
	return r
}

// Copy returns an independent copy of the recorder.
func (r *Recorder) Copy() *Recorder {
	out := *r
	out.lines, out.opened = slices.Clip(slices.Clone(r.lines)), slices.Clone(r.opened)
	return &out
}

// MaxBytes is the longest trace that is stored, as text; maxDigested limits the values that its digests read in total.
const (
	MaxBytes    = 4 << 20
	maxDigested = 1 << 20
)

// Lines returns the lines so far, which the caller must not change.
func (r *Recorder) Lines() []Line { return r.lines }

// Size returns the length of the trace as text, in bytes. Beyond MaxBytes the end of the trace is missing.
func (r *Recorder) Size() int { return r.size }

// Shorten drops the lines after the first bytes of the trace; Size stays the same.
func (r *Recorder) Shorten(bytes int) {
	for i, l := range r.lines {
		if bytes -= 2*l.Depth + len(l.Text) + 1; bytes < 0 {
			r.lines = slices.Clone(r.lines[:i])
			return
		}
	}
}

// full reports whether the trace exceeds MaxBytes.
func (r *Recorder) full() bool { return r.size > MaxBytes }

func (r *Recorder) add(depth int, kind, text string, fields ...Field) {
	if r.full() {
		return
	}
	if r.size += 2*depth + len(text) + 1; r.full() {
		return
	}
	r.lines = append(r.lines, Line{Depth: depth, Kind: kind, Text: text, Fields: fields, At: r.at})
}

// effectLine adds a line at the level of effects.
func (r *Recorder) effectLine(kind, text string, fields ...Field) {
	r.add(r.effect, kind, text, fields...)
}

// Offered records what a decision offers, before it is answered.
func (r *Recorder) Offered(seat, decision string, options []string) {
	text := strings.Join(options, ", ")
	r.add(r.base+r.nest, "options", "options "+seat+" "+decision+": "+text, Field{"seat", seat}, Field{"decision", decision}, Field{"options", text})
}

// After drops the lines since the header: they belong to the scenario that this one continues.
func (r *Recorder) After(scenario string) {
	r.lines, r.size, r.digested = r.lines[:r.head], 0, 0
	for _, l := range r.lines {
		r.size += 2*l.Depth + len(l.Text) + 1
	}
	r.add(0, "after", "after "+clean(scenario), Field{"scenario", clean(scenario)})
}

// Refused records a move that was tried and refused, with its answers and the clause. It leaves out the reason in
// words, which may name a place in the rulebook.
func (r *Recorder) Refused(seat, line, rule string) {
	line = clean(line)
	text := strings.TrimSpace("refused "+seat+" "+line) + " (" + rule + ")"
	r.add(r.base+r.nest, "refused", text, Field{"seat", seat}, Field{"line", line}, Field{"rule", rule})
}

// Finish ends the trace with the digest of the last card.
func (r *Recorder) Finish(s *engine.State) {
	r.digest(s)
}

// Event implements engine.Observer.
func (r *Recorder) Event(s *engine.State, e *engine.Event) {
	if r.full() {
		return
	}
	if r.at = nil; e.Node > 0 {
		r.at = &r.def.Nodes[e.Node]
	}
	defer func() { r.at = nil }()
	switch e.Kind {
	case engine.Noted:
		r.note(s, e)
	case engine.Answered:
		r.decision(e, false)
	case engine.Forced:
		if !Idle(&r.def.Decisions[e.Answer().Decision], e) {
			r.decision(e, true)
		}
	case engine.BodyBegan:
		r.open()
	case engine.BodyEnded, engine.Returned:
		if e.Kind == engine.BodyEnded || len(r.def.Procs[e.Call().Proc].Tags) > 0 {
			r.close()
		}
	case engine.Called:
		r.called(e)
	case engine.CellChanged:
		r.cell(s, e)
	case engine.PiecesMoved:
		r.pieces(s, e)
	case engine.CardMoved:
		m := e.Card()
		card, from, to := r.def.Cards[m.Card].ID, r.def.Piles[m.From].ID, r.def.Piles[m.To].ID
		place := [...]string{"", " (bottom)", " (beneath the top)"}[m.Place]
		r.effectLine("card", card+": "+from+" → "+to+place, Field{"card", card}, Field{"from", from}, Field{"to", to}, Field{"place", strings.Trim(place, " ()")})
	case engine.WatchChanged:
		r.watch(s, e)
	case engine.Hooked:
		r.hooked(e)
	case engine.LastingOn, engine.LastingOff:
		r.lasting(e)
	case engine.Held, engine.Released:
		kind := map[engine.EventKind]string{engine.Held: "hold", engine.Released: "release"}[e.Kind]
		r.effectLine(kind, kind+" "+r.def.Derived[e.Derived()].ID, Field{"value", r.def.Derived[e.Derived()].ID})
	case engine.PoolShort:
		r.short(e)
	case engine.GameOver:
		r.over(e)
	}
}

func (r *Recorder) open() {
	r.opened = append(r.opened, r.nest)
	r.nest++
	r.effect = r.base + r.nest
}

func (r *Recorder) close() {
	if len(r.opened) == 0 {
		return
	}
	r.nest = r.opened[len(r.opened)-1]
	r.opened = r.opened[:len(r.opened)-1]
	r.effect = r.base + r.nest + 1
}

// called opens a level for a tagged procedure. It writes a line unless the decision that chose the procedure has named it.
func (r *Recorder) called(e *engine.Event) {
	p := &r.def.Procs[e.Call().Proc]
	if len(p.Tags) == 0 {
		return
	}
	if last := r.lines[len(r.lines)-1]; last.Kind != "decision" || last.Field("answer") != p.ID {
		r.effectLine("call", "run "+p.ID, Field{"procedure", p.ID})
	}
	r.open()
}

// note writes a note of the rulebook. Its indent opens the level of a card (0) or a turn (1), or keeps the level (2).
func (r *Recorder) note(s *engine.State, e *engine.Event) {
	n := &r.def.Notes[e.Note()]
	if n.Indent == 0 {
		r.digest(s)
		r.card = true
	}
	parts := []string{}
	fields := []Field{{"note", n.Name}}
	for i, v := range e.Values {
		if i >= len(n.Types) {
			break
		}
		text := Format(s, v, n.Types[i])
		name := ""
		if i < len(n.Fields) {
			name = n.Fields[i]
		}
		parts = append(parts, strings.TrimSpace(name+" "+text))
		fields = append(fields, Field{name, text})
	}
	depth := r.effect
	if n.Indent < 2 {
		depth = int(n.Indent)
		r.base, r.nest, r.opened = depth+1, 0, r.opened[:0]
		r.effect = r.base
	}
	r.add(depth, "note", strings.TrimSpace(n.Name+" "+strings.Join(parts, ", ")), fields...)
}

// Idle reports whether a decision that resolved itself had nothing to pick, take or do. Traces leave it out.
func Idle(d *def.DecisionDef, e *engine.Event) bool {
	a := e.Answer()
	switch a.Form {
	case engine.ByStop:
		return true
	case engine.ByOption:
		return a.Value < 0 || a.Value == d.Decline
	case engine.BySide:
		return false
	}
	if d.Kind.Row().Answer == def.AnswerMember {
		return a.Value == def.None
	}
	return a.Value == 0 && (d.Kind.Row().Answer != def.AnswerSet || len(e.Values) == 0)
}

// decision writes a decision's seat and answer.
func (r *Recorder) decision(e *engine.Event, forced bool) {
	a := e.Answer()
	d := &r.def.Decisions[a.Decision]
	seat := r.def.SeatName(int64(a.Seat))
	answer := clean(r.g.SpellAnswer(d, a.Form, a.Value, e.Values))
	text := seat + " " + d.Name + ": " + answer
	if forced {
		text += " (forced)"
	}
	r.add(r.base+r.nest, "decision", text, Field{"seat", seat}, Field{"decision", d.Name}, Field{"answer", answer}, Field{"forced", strconv.FormatBool(forced)})
	r.effect = r.base + r.nest + 1
}

func (r *Recorder) cell(s *engine.State, e *engine.Event) {
	w := e.Cell()
	c := r.cells[w.Cell]
	if c.quiet || w.Old == w.New && w.Asked == 0 {
		return
	}
	before, after := Format(s, w.Old, c.typ), Format(s, w.New, c.typ)
	text := c.name + ": " + before + " → " + after
	asked := ""
	if w.Asked != w.New-w.Old {
		asked = fmt.Sprintf("%+d", w.Asked)
		text += " (asked " + asked + ")"
	}
	r.effectLine("change", text, Field{"value", c.name}, Field{"before", before}, Field{"after", after}, Field{"asked", asked})
}

func (r *Recorder) pieces(s *engine.State, e *engine.Event) {
	m := e.Pieces()
	class, newClass := r.def.Classes[m.Class].ID, r.def.Classes[m.NewClass].ID
	from, to := r.def.Zones[m.From].ID, r.def.Zones[m.To].ID
	left, there := s.Count(int32(m.From), int32(m.Class)), s.Count(int32(m.To), int32(m.NewClass))
	n := strconv.FormatInt(m.N, 10)
	text := fmt.Sprintf("%s: %s %d → %d; ", from, class, left+m.N, left)
	if m.From != m.To {
		text += to + ": "
	}
	text += fmt.Sprintf("%s %d → %d", newClass, there-m.N, there)
	r.effectLine("pieces", text, Field{"n", n}, Field{"class", class}, Field{"from", from}, Field{"left", strconv.FormatInt(left, 10)},
		Field{"newClass", newClass}, Field{"to", to}, Field{"there", strconv.FormatInt(there, 10)})
}

func (r *Recorder) watch(s *engine.State, e *engine.Event) {
	w := e.Watched()
	d := &r.def.Derived[w.Derived]
	name := r.def.Of(d.Per, w.Index, d.ID)
	before, after := Format(s, w.Old, d.Type), Format(s, w.New, d.Type)
	r.effectLine("watch", "= "+name+": "+before+" → "+after, Field{"value", name}, Field{"before", before}, Field{"after", after})
}

func (r *Recorder) hooked(e *engine.Event) {
	h := e.Hook()
	p, a := &r.def.Points[h.Point], &r.def.Attachments[h.Attachment]
	by := r.def.Lasting[a.Lasting].ID
	text := "hook " + p.ID + ": " + by
	fields := []Field{{"point", p.ID}, {"by", by}}
	switch p.Kind {
	case def.PointAllow:
		text += " forbids"
	case def.PointNumber, def.PointLimit:
		text += fmt.Sprintf(" %d → %d", h.Before, h.After)
		fields = append(fields, Field{"before", strconv.FormatInt(h.Before, 10)}, Field{"after", strconv.FormatInt(h.After, 10)})
	}
	r.effectLine("hook", text, fields...)
}

func (r *Recorder) lasting(e *engine.Event) {
	l := e.Lasting()
	name, duration := r.def.Lasting[l.Lasting].ID, ""
	if l.Duration >= 0 && int(l.Duration) < len(r.def.Durations) {
		duration = r.def.Durations[l.Duration]
	}
	kind := "begins"
	if e.Kind == engine.LastingOff {
		kind = "ends"
	}
	r.effectLine("lasting", strings.TrimSpace("lasting "+name+" "+kind+" "+duration), Field{"lasting", name}, Field{"what", kind}, Field{"duration", duration})
}

func (r *Recorder) short(e *engine.Event) {
	v := e.Short()
	class := "pieces"
	if v.Class >= 0 {
		class = r.def.Types[r.def.Classes[v.Class].Type].ID
	}
	zone := "nowhere"
	if v.Zone >= 0 {
		zone = r.def.Zones[v.Zone].ID
	}
	r.effectLine("short", fmt.Sprintf("short of %s in %s: %d of %d", class, zone, v.Moved, v.Asked), Field{"class", class}, Field{"zone", zone},
		Field{"asked", strconv.FormatInt(v.Asked, 10)}, Field{"moved", strconv.FormatInt(v.Moved, 10)})
}

func (r *Recorder) over(e *engine.Event) {
	var parts []string
	fields := []Field{}
	for i, v := range e.Values {
		if i < len(r.def.Seats) {
			parts = append(parts, fmt.Sprintf("%s %d", r.def.Seats[i].ID, v))
			fields = append(fields, Field{r.def.Seats[i].ID, strconv.FormatInt(v, 10)})
		}
	}
	r.add(0, "over", strings.TrimSpace("over "+strings.Join(parts, ", ")), fields...)
}

// Format spells a value; a set or order as its members in brackets.
func Format(s *engine.State, v int64, t def.Type) string { return clean(s.SpellList(v, t)) }

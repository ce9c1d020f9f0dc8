// Package record records a move: which decisions were answered or resolved themselves and by which seats, the notes
// of the rulebook, and the successive values of cells and watched values.
package record

import (
	"slices"
	"strings"

	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

const (
	// MaxChanges limits the changes of cells and watched values, and the notes, that a Move records.
	MaxChanges = 1 << 16
	// noteBytes is the length of a note's text that counts as one change.
	noteBytes = 64
)

// Move is an observer that records one move.
type Move struct {
	notes    []Note
	asked    map[string]int      // how often decisions were answered or resolved themselves, by name
	idle     map[string]int      // how often they resolved themselves with nothing to decide
	deciders map[string][]string // the seats that decided, by decision
	watched  map[string][]string // the values of watched values, by name
	cells    map[int64][]int64   // the values of cells
	sets     map[int64][]string  // the values of sets of several cells, by the first cell
	changes  int                 // the number of values in cells, sets and watched, and of notes
}

// Note is a note of the rulebook, spelled as in traces.
type Note struct {
	Name, Text string
	Values     []string
}

// New returns an empty record.
func New() *Move {
	return &Move{asked: map[string]int{}, idle: map[string]int{}, deciders: map[string][]string{}, watched: map[string][]string{}, cells: map[int64][]int64{}, sets: map[int64][]string{}}
}

// Event implements engine.Observer.
func (m *Move) Event(s *engine.State, e *engine.Event) {
	gd := s.Game().Def()
	switch e.Kind {
	case engine.CellChanged:
		m.cell(s, e.Cell())
	case engine.Answered, engine.Forced:
		m.decision(gd, e)
	case engine.Noted:
		if m.Full() {
			return
		}
		n := NoteOf(s, e)
		m.changes += 1 + len(n.Text)/noteBytes
		m.notes = append(m.notes, n)
	case engine.WatchChanged:
		if m.Full() {
			return
		}
		m.changes++
		d, w := &gd.Derived[e.Watched().Derived], e.Watched()
		name := gd.Of(d.Per, w.Index, d.ID)
		if m.watched[name] == nil {
			m.watched[name] = []string{s.Spell(w.Old, d.Type)}
		}
		m.watched[name] = append(m.watched[name], s.Spell(w.New, d.Type))
	}
}

func (m *Move) cell(s *engine.State, w engine.CellEvent) {
	if w.Old == w.New || m.Full() {
		return
	}
	m.changes++
	gd := s.Game().Def()
	if v, _, ok := s.Game().Var(w.Cell); ok && gd.Wide(gd.Vars[v].Type) { // its cells hold only the present value
		if m.sets[w.Cell] == nil {
			m.sets[w.Cell] = []string{s.Spell(w.Old, gd.Vars[v].Type)}
		}
		m.sets[w.Cell] = append(m.sets[w.Cell], s.Spell(w.New, gd.Vars[v].Type))
		return
	}
	if m.cells[w.Cell] == nil {
		m.cells[w.Cell] = []int64{w.Old}
	}
	m.cells[w.Cell] = append(m.cells[w.Cell], w.New)
}

func (m *Move) decision(gd *def.GameDef, e *engine.Event) {
	d := &gd.Decisions[e.Answer().Decision]
	m.asked[d.Name]++
	if seat := gd.SeatName(int64(e.Answer().Seat)); !slices.Contains(m.deciders[d.Name], seat) {
		m.deciders[d.Name] = append(m.deciders[d.Name], seat)
	}
	if e.Kind == engine.Forced && trace.Idle(d, e) {
		m.idle[d.Name]++
	}
}

// NoteOf spells the note of an event engine.Noted.
func NoteOf(s *engine.State, e *engine.Event) Note {
	n := &s.Game().Def().Notes[e.Note()]
	var parts, values []string
	for i, v := range e.Values[:min(len(e.Values), len(n.Types))] {
		name := ""
		if i < len(n.Fields) {
			name = n.Fields[i]
		}
		value := trace.Format(s, v, n.Types[i])
		parts, values = append(parts, strings.TrimSpace(name+" "+value)), append(values, value)
	}
	return Note{n.Name, strings.Join(parts, ", "), values}
}

// Reached returns how often a decision was answered or resolved itself.
func (m *Move) Reached(decision string) int { return m.asked[decision] }

// Asked returns how often a decision was answered, or resolved itself to more than nothing.
func (m *Move) Asked(decision string) int { return m.asked[decision] - m.idle[decision] }

// Deciders lists the seats whose decisions of that name were answered or resolved themselves.
func (m *Move) Deciders(decision string) []string { return m.deciders[decision] }

// Noted lists the texts of the notes of a name.
func (m *Move) Noted(name string) []string {
	var out []string
	for i := range m.notes {
		if m.notes[i].Name == name {
			out = append(out, m.notes[i].Text)
		}
	}
	return out
}

// Full reports whether the move exceeded what a record stores.
func (m *Move) Full() bool { return m.changes >= MaxChanges }

// Course lists the successive values of a track, variable, marker or watched value, none if it did not change.
func (m *Move) Course(s *engine.State, name string) []string {
	cell, t, ok := s.Game().Cell(name)
	if !ok {
		return m.watched[name]
	}
	out := m.sets[cell]
	for _, v := range m.cells[cell] {
		out = append(out, s.Spell(v, t))
	}
	return out
}

// Package scribe writes a play as the moves of a scenario: moves by the words of the game, answers by the names of
// their decisions, and answers inside a body under its member. It follows the scopes and rounds of package scenario,
// which reads the result. It must not import the compiler, since it also runs in a browser.
package scribe

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Scribe is an engine.Observer that records a play for writing it as a script.
type Scribe struct {
	def      *def.GameDef
	details  []Detail
	listed   int // number of cards to list of the order that is being written
	answered int
	turns    []bool
	full     bool  // also write answers that are forced or declined
	before   scope // chance before the first line
	lines    []*line
	frames   []frame
	passed   []move // moves that resolved themselves since the last answer
}

// move is a decision that can begin a line, with its answer.
type move struct {
	seat     int
	decision int64
	text     string
}

// Detail is what the events do not contain about an answer.
type Detail struct {
	Spoken bool // a script must state it: without it the decision would be answered otherwise
	Picked int  // members that were picked before
	Listed int  // of the order of a pile: how many cards must be listed from the top; the others follow in their present order
}

// New returns a scribe for a play; details has an entry for each of its answers. If full, it also writes answers that are forced or declined.
func New(gd *def.GameDef, details []Detail, full bool) *Scribe {
	return &Scribe{def: gd, details: details, turns: Turns(gd), full: full}
}

// DetailOf returns the Detail of an answer to a published decision.
func DetailOf(d *engine.Decision, a *engine.Answer) Detail {
	declines := a.Kind == engine.Reply && !a.Stop && d.Kind.Row().Answer == def.AnswerOption && d.Decline >= 0 && a.Option == d.Decline
	return Detail{!declines, d.Count, Listed(a.Order, d.Members)}
}

// Turns reports for each decision whether a move can begin with it: by a word of the game or, in a game without
// words, if it belongs to a seat.
func Turns(gd *def.GameDef) []bool {
	out := make([]bool, len(gd.Decisions))
	for i := range gd.Decisions {
		if wordless(gd) {
			out[i] = gd.Decisions[i].By != nil
			continue
		}
		out[i] = slices.ContainsFunc(gd.Moves.Words, func(w def.MoveWord) bool { return w.Decision == gd.Decisions[i].Name })
	}
	return out
}

// wordless reports whether a game has no words for moves.
func wordless(gd *def.GameDef) bool { return gd.Moves == nil || len(gd.Moves.Words) == 0 }

// line is a move.
type line struct {
	seat   string
	words  []string
	then   string // decision that the next word answers
	root   scope
	chance scope
	stance string // of a line that sets a stance: seat.variable: value
}

// frame is the open body of a decision.
type frame struct {
	decision int64
	scope    *scope // nil: no answer in it was recorded
}

// scope is a mapping of decisions to answers.
type scope struct{ list []*namedAnswers }

// namedAnswers holds the answers to the decisions of one name.
type namedAnswers struct {
	name   string
	spoken bool // part of it is neither forced nor declined
	values []value
	rounds []*round // of a decision that repeats after each member; values is then empty
}

type value struct {
	text   string
	spoken bool
}

// round is one list of members.
type round struct {
	members []*member
	closed  bool
	taken   int
}

type member struct {
	name string
	body scope
}

func (s *scope) find(name string) *namedAnswers {
	for _, x := range s.list {
		if x.name == name {
			return x
		}
	}
	return nil
}

func (s *scope) of(name string) *namedAnswers {
	if x := s.find(name); x != nil {
		return x
	}
	x := &namedAnswers{name: name}
	s.list = append(s.list, x)
	return x
}

// Listed returns how many cards of an order must be listed if the others follow in the order of the members.
func Listed(order, members []int64) int {
	n := len(order)
	for n > 0 && (n == len(order) || slices.Index(members, order[n-1]) < slices.Index(members, order[n])) {
		n--
	}
	return n
}

// Stance records a stance that a seat sets; call it before the events of it. The next answer begins a new line.
func (b *Scribe) Stance(name, value string) {
	b.answered++
	b.lines = append(b.lines, &line{stance: Word(name) + ": " + Word(value)})
}

// Event implements engine.Observer.
func (b *Scribe) Event(_ *engine.State, e *engine.Event) {
	switch e.Kind {
	case engine.BodyBegan:
		v := e.Body()
		d := &b.def.Decisions[v.Decision]
		b.frames = append(b.frames, frame{v.Decision, b.body(d.Name, b.def.Spell(v.Member, d.Elem))})
	case engine.BodyEnded:
		for i := len(b.frames) - 1; i >= 0; i-- {
			if b.frames[i].decision == e.Body().Decision {
				b.frames = b.frames[:i]
				break
			}
		}
	case engine.Answered:
		t := Detail{Spoken: true}
		b.listed = len(e.Values)
		if b.answered < len(b.details) {
			t = b.details[b.answered]
			b.listed = t.Listed
		}
		b.answered++
		b.answer(e, true, t.Spoken, t.Picked)
	case engine.Forced:
		b.listed = len(e.Values)
		b.answer(e, false, false, -1)
	}
}

// body returns the scope under the member of a decision that was answered last.
func (b *Scribe) body(name, of string) *scope {
	for _, s := range b.scopes() {
		x := s.find(name)
		if x == nil {
			continue
		}
		for i := len(x.rounds) - 1; i >= 0; i-- {
			for j := len(x.rounds[i].members) - 1; j >= 0; j-- {
				if m := x.rounds[i].members[j]; m.name == of {
					return &m.body
				}
			}
		}
	}
	return nil
}

// scopes lists the scopes of answers, innermost first.
func (b *Scribe) scopes() []*scope {
	var out []*scope
	for i := len(b.frames) - 1; i >= 0; i-- {
		if b.frames[i].scope != nil {
			out = append(out, b.frames[i].scope)
		}
	}
	if n := len(b.lines); n > 0 {
		out = append(out, &b.lines[n-1].root)
	}
	return out
}

// answer records an answer or a forced resolution. picked is how many members were picked before, -1 if unknown.
func (b *Scribe) answer(e *engine.Event, asked, spoken bool, picked int) {
	v := e.Answer()
	d := &b.def.Decisions[v.Decision]
	text := b.spell(d, e)
	if v.Seat == engine.Chance {
		at := &b.before
		if n := len(b.lines); n > 0 {
			at = &b.lines[n-1].chance
		} else if !asked {
			return
		}
		x := at.of(d.Name)
		x.spoken = x.spoken || asked
		x.values = append(x.values, value{text, asked})
		return
	}
	mine := move{v.Seat, v.Decision, text}
	if !asked && b.turns[v.Decision] {
		b.passed = append(b.passed, mine)
	}
	again := asked && slices.Contains(b.passed, mine)
	if asked {
		b.passed = nil
	}
	within := wordless(b.def) && (len(b.frames) > 0 || picked > 0 || b.aside(d.Name)) // it belongs to a move that began before
	if stated := spoken || asked && b.full; stated && (b.turns[v.Decision] && !within || asked && b.between()) {
		if again { // the reader would match a line with these words to the move that resolved itself
			b.begin(d, b.def.SeatName(int64(v.Seat)), text)
		}
		if b.begin(d, b.def.SeatName(int64(v.Seat)), text) {
			return
		}
	}
	if len(b.lines) == 0 || !asked && b.turns[v.Decision] { // a move that resolved itself is no answer within another
		return
	}
	l := b.lines[len(b.lines)-1]
	scope := b.scopes()[0]
	if spoken && scope == &l.root && l.then == d.Name && v.Form == engine.ByOption {
		l.words, l.then = append(l.words, text), ""
		return
	}
	x := scope.of(d.Name)
	x.spoken = x.spoken || spoken
	if !d.Kind.Row().Picked {
		x.values = append(x.values, value{text, spoken})
		return
	}
	x.pick(v.Form, text, picked)
}

// aside reports whether only side options of the running pick of that name were taken so far.
func (b *Scribe) aside(name string) bool {
	if len(b.lines) == 0 {
		return false
	}
	x := b.lines[len(b.lines)-1].root.find(name)
	return x != nil && len(x.rounds) > 0 && !x.rounds[len(x.rounds)-1].closed && x.rounds[len(x.rounds)-1].taken == 0
}

// between reports that no move is open: the next answer begins one.
func (b *Scribe) between() bool { return len(b.lines) == 0 || b.lines[len(b.lines)-1].stance != "" }

// pick adds a member, or ends the list.
func (x *namedAnswers) pick(form engine.AnswerForm, text string, picked int) {
	var r *round
	if n := len(x.rounds); n > 0 && !x.rounds[n-1].closed {
		r = x.rounds[n-1]
	}
	if r != nil && picked == 0 && r.taken > 0 { // a new round
		r.closed, r = true, nil
	}
	if r == nil {
		r = &round{}
		x.rounds = append(x.rounds, r)
	}
	if form == engine.ByStop {
		r.closed = true
		return
	}
	if form != engine.BySide && picked >= 0 {
		r.taken++
	}
	r.members = append(r.members, &member{name: text})
}

// begin begins a line with an answer and reports whether the words of the line state the answer.
func (b *Scribe) begin(d *def.DecisionDef, seat, text string) bool {
	l := &line{seat: seat}
	b.lines = append(b.lines, l)
	for i := range b.frames { // bodies from an earlier line
		b.frames[i].scope = nil
	}
	if wordless(b.def) {
		row := d.Kind.Row()
		oneWord := !strings.ContainsAny(text, " \"") || row.Pairs && strings.HasPrefix(text, "{")
		if stated := oneWord && !row.Picked && row.Answer != def.AnswerSet && row.Answer != def.AnswerCounts; stated {
			l.words = []string{text}
			return true
		}
		return false
	}
	for _, w := range b.def.Moves.Words {
		if w.Decision == d.Name && w.Answer == text {
			l.words, l.then = []string{w.Word}, w.Then
			return true
		}
	}
	return false
}

// spell writes an answer as in a scenario.
func (b *Scribe) spell(d *def.DecisionDef, e *engine.Event) string {
	v := e.Answer()
	option := func(list []def.MenuOption) string {
		if v.Value < 0 || v.Value >= int64(len(list)) {
			return "none"
		}
		return list[v.Value].Name
	}
	switch v.Form {
	case engine.ByOption:
		return option(d.Options)
	case engine.BySide:
		return option(d.Also)
	case engine.ByStop:
		return ""
	}
	switch d.Kind.Row().Answer {
	case def.AnswerSet:
		t := def.SetOf(d.Elem)
		members := e.Values
		if !b.def.Wide(t) {
			members = def.MembersOf([]int64{v.Value})
		}
		var names []string
		for _, m := range members {
			names = append(names, b.def.Spell(m, d.Elem))
		}
		return List(names)
	case def.AnswerCounts:
		return b.pieces(e.Values)
	case def.AnswerOrder:
		var names []string
		for _, c := range e.Values[:min(b.listed, len(e.Values))] {
			names = append(names, b.def.Spell(c, def.TCard))
		}
		return List(names)
	case def.AnswerNumber:
		return strconv.FormatInt(v.Value, 10)
	}
	if d.Elem.Kind == def.KPair && v.Value >= 0 {
		first, second := def.Halves(v.Value)
		p := b.def.Pairs[d.Elem.Of]
		return "{" + Word(b.def.Spell(first, p.First)) + ": " + Word(b.def.Spell(second, p.Second)) + "}"
	}
	if d.Kind.Row().Picked { // the list quotes its words itself
		return b.def.Spell(v.Value, d.Elem)
	}
	return Word(b.def.Spell(v.Value, d.Elem))
}

// pieces writes taken pieces by zone and class.
func (b *Scribe) pieces(values []int64) string {
	var zones []string
	at := map[string][]string{}
	for _, v := range values {
		zone := b.def.Zones[v>>24].ID
		if at[zone] == nil {
			zones = append(zones, zone)
		}
		at[zone] = append(at[zone], Word(b.def.Classes[v>>16&0xff].ID)+": "+strconv.FormatInt(v&0xffff, 10))
	}
	if len(zones) == 0 {
		return "none"
	}
	for i, zone := range zones {
		zones[i] = Word(zone) + ": {" + strings.Join(at[zone], ", ") + "}"
	}
	return "{" + strings.Join(zones, ", ") + "}"
}

// pairs writes the mapping of a scope. It leaves out answers that a player gives without a script, unless full is set
// or a scope around this one (outer holds the names) answers a decision of the same name: the reader would use that
// answer instead.
func (s *scope) pairs(full bool, outer []string) []string {
	var out []string
	inner := slices.Clone(outer)
	for _, x := range s.list {
		if x.spoken {
			inner = append(inner, x.name)
		}
	}
	for _, x := range s.list {
		if text := x.text(full, outer, inner); text != "" {
			out = append(out, Word(x.name)+": "+text)
		}
	}
	return out
}

// text writes the answers to the decisions of one name, "" if a script needs none. outer and inner are the names in
// the scopes around this one, and around those inside its members.
func (x *namedAnswers) text(full bool, outer, inner []string) string {
	all := full || slices.Contains(outer, x.name)
	if len(x.rounds) > 0 {
		return x.lists(full, all, inner)
	}
	full = all
	if !x.spoken && !full {
		return ""
	}
	values := x.values
	for !full && len(values) > 0 && !values[len(values)-1].spoken {
		values = values[:len(values)-1]
	}
	if len(values) == 1 {
		return values[0].text
	}
	return "[" + (&namedAnswers{values: values}).joined() + "]"
}

// lists writes the rounds of a decision that repeats after each member.
func (x *namedAnswers) lists(full, all bool, outer []string) string {
	needed := x.spoken || all
	var rounds []string
	for _, r := range x.rounds {
		var items []string
		for _, m := range r.members {
			body := m.body.pairs(full, outer)
			if len(body) == 0 {
				items = append(items, Word(m.name))
				continue
			}
			needed = true
			items = append(items, "{"+Word(m.name)+": {"+strings.Join(body, ", ")+"}}")
		}
		rounds = append(rounds, "["+strings.Join(items, ", ")+"]")
	}
	switch {
	case !needed:
		return ""
	case len(rounds) == 1:
		return rounds[0]
	}
	return "[" + strings.Join(rounds, ", ") + "]"
}

// outcomes writes scripted chance: a list for each name.
func (s *scope) outcomes(full bool) string {
	var out []string
	for _, x := range s.list {
		if !x.spoken && !full {
			continue
		}
		out = append(out, Word(x.name)+": ["+x.joined()+"]")
	}
	if len(out) == 0 {
		return ""
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// List writes names as a list.
func List(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = Word(n)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// Word writes a text as a YAML scalar, quoted only if necessary.
func Word(text string) string {
	plain := text != "" && text[0] != '-' && text[0] != '.'
	for _, r := range text {
		plain = plain && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' || r == '_')
	}
	if plain {
		return text
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return text
	}
	return strconv.Quote(text)
}

// Before returns the chance before the first move, for `chance:` of the scenario; "" if there is none.
func (b *Scribe) Before() string { return b.before.outcomes(b.full) }

// Moves returns the lines, for `moves:` of the scenario.
func (b *Scribe) Moves() string {
	var t strings.Builder
	for _, l := range b.lines {
		if l.stance != "" {
			t.WriteString("- stance: {" + l.stance + "}\n")
			if c := l.chance.outcomes(b.full); c != "" {
				t.WriteString("- chance: " + c + "\n")
			}
			continue
		}
		t.WriteString("- " + strings.TrimSpace(Word(l.seat)+": "+strings.Join(l.words, " ")) + "\n")
		for _, p := range l.root.pairs(b.full, nil) {
			t.WriteString("  " + p + "\n")
		}
		if c := l.chance.outcomes(b.full); c != "" {
			t.WriteString("  chance: " + c + "\n")
		}
	}
	return t.String()
}

// joined concatenates the answers to decisions of one name.
func (x *namedAnswers) joined() string {
	var texts []string
	for _, v := range x.values {
		texts = append(texts, v.text)
	}
	return strings.Join(texts, ", ")
}

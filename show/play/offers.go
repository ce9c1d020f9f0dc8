package play

// This file lists what the pending decision offers, and parses typed answers.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/saved"
	"rulebound/show/steps"
)

// Form is the form of an answer.
type Form uint8

// The forms of an answer.
const (
	Choice  Form = iota // one of the offers
	Several             // a set of the offers
	Pieces              // a number of each of the offers
	Number              // a number from Min to Max
	Order               // an order of the offers
)

// Question is the pending decision.
type Question struct {
	Seat     int
	Name     string
	Rule     string
	Title    string // of the clause
	Form     Form
	Min, Max int
	Offers   []Offer
	Numbered bool // offers have numbers, from 1; not if their ids are numbers
	Fault    error

	play *Play
}

// Offer is an offer of a decision.
type Offer struct {
	ID, Title string
	Most      int           // of pieces: their number
	answer    engine.Answer // of a Choice
	member    int64         // of Several and Order
}

// Question returns the pending decision, nil if the game is over.
func (p *Play) Question() *Question {
	d, gd := p.state.Decision(), p.game.Def()
	if d == nil {
		return nil
	}
	q := &Question{Seat: d.Seat, Name: d.Name, Rule: d.Rule, Title: gd.ClauseTitle(d.Rule), Min: d.Min, Max: d.Max, play: p}
	if d.Fault != nil {
		q.Fault = d.Fault
		return q
	}
	decision, shape := &gd.Decisions[d.Index], d.Kind.Row().Answer
	option := func(o *def.MenuOption, a engine.Answer) {
		q.Offers = append(q.Offers, Offer{ID: o.Name, Title: steps.OptionTitle(gd, o), answer: a})
	}
	for _, o := range d.Options {
		option(&decision.Options[o.Index], engine.Answer{Option: o.Index})
	}
	switch shape {
	case def.AnswerSet:
		q.Form = Several
	case def.AnswerOrder:
		q.Form = Order
	case def.AnswerCounts:
		q.Form = Pieces
	case def.AnswerNumber:
		q.Form = Number
	}
	if q.Form != Number || d.Obliged { // an obligation leaves only some numbers
		for _, m := range d.Members {
			q.Offers = append(q.Offers, Offer{ID: gd.Spell(m, d.Elem), Title: steps.Title(gd, m, d.Elem), answer: engine.Answer{Member: m, N: m}, member: m})
		}
	}
	for _, e := range d.Entries {
		q.Offers = append(q.Offers, Offer{ID: gd.PieceName(e.Zone, e.Class), Title: steps.Title(gd, int64(e.Zone)<<8|int64(e.Class), def.Type{Kind: def.KPiece}), Most: int(e.Available)})
	}
	if d.Stop {
		q.Offers = append(q.Offers, Offer{ID: "stop", Title: "stop", answer: engine.Answer{Stop: true}})
	}
	for _, o := range d.Also {
		option(&decision.Also[o.Index], engine.Answer{Kind: engine.Side, Option: o.Index})
	}
	q.Numbered = q.Form != Number && !slices.ContainsFunc(q.Offers, func(o Offer) bool { _, is := number(o.ID); return is })
	return q
}

// Hint explains how to answer the question; "" if the offers suffice.
func (q *Question) Hint() string {
	switch q.Form {
	case Several:
		return "several at once, " + span(q.Min, q.Max) + ", with commas; or none"
	case Pieces:
		return span(q.Min, q.Max) + " in all: NUMBER=COUNT, with commas"
	case Number:
		return "a number, " + span(q.Min, q.Max)
	case Order:
		return "an order, first to last, with commas; the others follow as listed"
	}
	return ""
}

func span(least, most int) string {
	if least == most {
		return strconv.Itoa(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// Label returns the title of an offer, with its id if that differs and short is false, and the number of pieces.
func (o *Offer) Label(short bool) string {
	switch {
	case o.Most > 0: // the id of pieces, zone.class, equals their title
		return fmt.Sprintf("%s (%d)", o.Title, o.Most)
	case short:
		return o.Title
	}
	return thing{o.ID, o.Title}.label()
}

func (q *Question) things() []thing {
	var out []thing
	for i := range q.Offers {
		out = append(out, thing{q.Offers[i].ID, q.Offers[i].Title})
	}
	return out
}

// Read parses a typed answer: numbers of offers, their titles or ids or unambiguous beginnings of these, or the
// notation of scenarios. It also accepts answers that are not offered, so that the engine explains the refusal.
func (q *Question) Read(text string) (engine.Answer, error) {
	text = strings.TrimSpace(text)
	switch {
	case q.Fault != nil:
		return engine.Answer{}, q.Fault
	case strings.HasPrefix(text, "{") || strings.HasPrefix(text, "["):
		return q.notation(text)
	}
	switch q.Form {
	case Number:
		n, ok := number(text)
		if !ok {
			return engine.Answer{}, fmt.Errorf("%s is a number, %s, not %q", q.Name, span(q.Min, q.Max), text)
		}
		return engine.Answer{N: int64(n)}, nil
	case Several:
		members, err := q.members(text)
		return q.play.state.Decision().Choose(members...), err
	case Pieces:
		return q.pieces(text)
	case Order:
		order, err := q.members(text)
		for _, o := range q.Offers {
			if !slices.Contains(order, o.member) {
				order = append(order, o.member)
			}
		}
		return engine.Answer{Order: order}, err
	}
	if i, err := q.offer(text); err != nil || i >= 0 {
		if err != nil {
			return engine.Answer{}, err
		}
		return q.Offers[i].answer, nil
	}
	c, err := q.candidate(text)
	return c.answer, err
}

// offer returns the index of the offer with that name, -1 if there is none.
func (q *Question) offer(text string) (int, error) {
	if n, ok := number(text); ok && q.Numbered {
		if n < 1 || n > len(q.Offers) {
			return -1, fmt.Errorf("there is no %d: the answers are 1 to %d", n, len(q.Offers))
		}
		return n - 1, nil
	}
	return find(q.things(), text)
}

// notation parses an answer in the notation of scenarios.
func (q *Question) notation(text string) (engine.Answer, error) {
	n, errs := source.Document("answer", []byte(text), source.Bounds{What: "answer", Bytes: maxTyped, Depth: 4, Values: 1000})
	if n == nil {
		return engine.Answer{}, errors.New(errs[0].Summary)
	}
	return saved.Fit(q.play.state, n)
}

// maxTyped limits a typed answer, in bytes.
const maxTyped = 64 << 10

// listed splits a list at commas or, if it is all numbers, at spaces.
func listed(text string) []string {
	fields := strings.Fields(text)
	if !slices.ContainsFunc(fields, func(f string) bool { _, is := number(f); return !is }) {
		return fields
	}
	return slices.DeleteFunc(strings.Split(text, ","), func(t string) bool { return strings.TrimSpace(t) == "" })
}

// members parses a list of members.
func (q *Question) members(text string) ([]int64, error) {
	var out []int64
	if strings.TrimSpace(text) == "none" {
		return nil, nil
	}
	for _, item := range listed(text) {
		i, err := q.offer(item)
		if err != nil {
			return nil, err
		}
		var m int64
		if i >= 0 {
			m = q.Offers[i].member
		} else {
			c, err := q.candidate(item)
			if err != nil {
				return nil, err
			}
			m = c.value
		}
		if slices.Contains(out, m) {
			return nil, fmt.Errorf("%q is named twice", strings.TrimSpace(item))
		}
		out = append(out, m)
	}
	return out, nil
}

// pieces parses how many of each piece are taken: NUMBER=COUNT or TITLE=COUNT, or without the count for one piece; if
// there is only one kind of piece, the count alone.
func (q *Question) pieces(text string) (engine.Answer, error) {
	counts := make([]int32, len(q.Offers))
	if n, ok := number(text); ok && len(q.Offers) == 1 {
		counts[0] = int32(n)
		return engine.Answer{Counts: counts}, nil
	}
	if strings.TrimSpace(text) == "none" {
		return engine.Answer{Counts: counts}, nil
	}
	for _, item := range listed(text) {
		name, count, with := strings.Cut(item, "=")
		n := 1
		if with {
			var ok bool
			if n, ok = number(count); !ok || n < 0 {
				return engine.Answer{}, fmt.Errorf("%q is not a count; write NUMBER=COUNT, such as 1=2", strings.TrimSpace(count))
			}
		}
		i, err := q.offer(name)
		if err != nil {
			return engine.Answer{}, err
		}
		if i < 0 {
			c, err := q.candidate(name)
			if err != nil {
				return engine.Answer{}, err
			}
			return engine.Answer{}, errors.New(q.reason(c))
		}
		counts[i] += int32(n)
	}
	return engine.Answer{Counts: counts}, nil
}

package referee

// This file plays a game and writes its log without the answers, to test the referee and to show other implementations the format.

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// Recording describes the game to record.
type Recording struct {
	Name   string
	Setup  string
	Seed   uint64
	Steps  int  // maximum number of steps
	Bare   bool // no hints but the kind of step
	Player players.Player
}

// Record plays a random game from a set-up and writes its log.
func (r *Referee) Record(w io.Writer, c Recording) error {
	rec := &recorder{reader: r.reader, game: r.game, c: c}
	head := map[string]any{"game": c.Name, "rules": r.game.Def().ID}
	if c.Setup != "" {
		head["scenario"] = c.Setup
	}
	for _, o := range r.game.Def().Options {
		head[o.ID], _ = r.game.Option(o.ID)
	}
	s, err := r.game.New(engine.Setup{ID: c.Setup, Seed: c.Seed, Observer: rec})
	if err != nil {
		return err
	}
	for s.Decision() != nil && len(rec.lines) <= c.Steps {
		if len(r.reader.waits(s)) > 0 {
			rec.close(s)
		}
		d := s.Decision()
		a, err := engine.Answer{}, error(nil)
		if d.Seat == engine.Chance {
			a, err = s.Draw()
		} else {
			a = c.Player.Answer(s, d)
		}
		if err == nil {
			err = s.Apply(a)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", len(rec.lines), err)
		}
	}
	if k := r.reader.layout.Deck; k.Count != "" {
		head[k.Count] = rec.dealt
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head); err != nil {
		return err
	}
	for _, l := range rec.lines {
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	return nil
}

// recorder observes a play and records its steps.
type recorder struct {
	*reader
	game  *engine.Game
	c     Recording
	lines []map[string]any
	step  map[string]any
	open  bool // there were events since the last position
	dealt int
}

// Event implements engine.Observer.
func (r *recorder) Event(s *engine.State, e *engine.Event) {
	switch e.Kind {
	case engine.Noted:
		r.note(s, e)
	case engine.GameOver:
		r.close(s)
	case engine.Answered, engine.Forced:
		r.answer(e)
	}
}

func (r *recorder) note(s *engine.State, e *engine.Event) {
	n := &r.def.Notes[e.Note()]
	if slices.Contains(r.layout.Ends, n.Name) {
		r.close(s)
	}
	for _, kind := range sortedKeys(r.layout.Kinds) {
		if r.step == nil || r.layout.Kinds[kind].Note != n.Name {
			continue
		}
		r.open = true
		if r.step["kind"] == nil {
			r.step["kind"] = kind
		}
		for i, t := range n.Types {
			if t.Kind == def.KSeat && r.step["seat"] == nil && !r.c.Bare {
				r.step["seat"] = r.def.SeatName(e.Values[i])
			}
		}
	}
}

// answer records the hints in an answer.
func (r *recorder) answer(e *engine.Event) {
	a := e.Answer()
	if r.step != nil && len(r.layout.Asks) > 0 {
		r.began(a)
	}
	if r.step == nil || r.c.Bare || a.Form == engine.ByStop || a.Form == engine.BySide {
		return
	}
	d := &r.def.Decisions[a.Decision]
	for _, hint := range sortedKeys(r.layout.Hints) {
		if r.layout.Hints[hint] == d.Name && r.step[hint] == nil {
			r.step[hint] = r.game.SpellAnswer(d, a.Form, a.Value, e.Values)
		}
	}
	if a.Seat == engine.Chance && d.Kind == def.Roll {
		dice, _ := r.step["dice"].([]int64)
		r.step["dice"] = append(dice, a.Value)
	}
	spaces, _ := r.step["spaces"].([]string)
	for z, zone := range r.def.Zones {
		if !zone.Plain && names(r.def, d, a, e.Values, int64(z)) && !slices.Contains(spaces, zone.ID) {
			spaces = append(spaces, zone.ID)
		}
	}
	if len(spaces) > 0 {
		r.step["spaces"] = spaces
	}
}

// began records the seat of a step that begins at a decision.
func (r *recorder) began(a engine.DecisionEvent) {
	r.open = true
	for _, kind := range sortedKeys(r.layout.Kinds) {
		if r.step["kind"] == nil {
			r.step["kind"] = kind
		}
	}
	if r.step["seat"] == nil && !r.c.Bare && a.Seat != engine.Chance {
		r.step["seat"] = r.def.SeatName(int64(a.Seat))
	}
}

// names reports whether an answer names a zone.
func names(gd *def.GameDef, d *def.DecisionDef, a engine.DecisionEvent, values []int64, zone int64) bool {
	switch {
	case d.Kind == def.Take:
		return slices.ContainsFunc(values, func(v int64) bool { return v>>24 == zone })
	case d.Elem.Kind != def.KZone:
		return false
	case d.Kind == def.Subset && gd.Wide(zoneSet):
		return slices.Contains(values, zone)
	case d.Kind == def.Subset:
		return gd.Has(a.Value, zoneSet, zone)
	}
	return a.Value == zone
}

// close writes the position at the end of a step, and begins the next one.
func (r *recorder) close(s *engine.State) {
	if r.step == nil {
		r.deal(s)
		r.step, r.open = map[string]any{"kind": "start"}, true
	}
	if !r.open {
		return
	}
	r.step["n"], r.step["after"] = len(r.lines), r.write(s)
	r.lines = append(r.lines, r.step)
	r.step, r.open = map[string]any{}, false
}

// deal counts the cards at the bottom of decks that have not come yet.
func (r *recorder) deal(s *engine.State) {
	for p, pile := range r.def.Piles {
		for _, c := range s.Cards(int32(p)) {
			coming := pile.ID == r.layout.Deck.Pile
			for _, key := range sortedKeys(r.layout.Position) {
				coming = coming || r.layout.Position[key].Pile == pile.ID && r.layout.Position[key].Top
			}
			if next := r.layout.Position[r.layout.Deck.Next]; (coming || next.Pile == pile.ID) && slices.Contains(r.layout.Deck.Of, r.def.Cards[c].ID) {
				r.dealt++
			}
		}
	}
}

// write returns the position of s in the format of a log.
func (r *reader) write(s *engine.State) map[string]any {
	pieces, values := map[string]map[string]int64{}, map[string]int64{}
	for z, zone := range r.def.Zones {
		here := map[string]int64{}
		for c := range r.def.Classes {
			if n := s.Count(int32(z), int32(c)); n > 0 {
				here[r.def.Classes[r.plain[c]].ID] += n
			}
		}
		if len(here) > 0 {
			pieces[zone.ID] = here
		}
	}
	for k := range r.def.Vars {
		v := &r.def.Vars[k]
		for i := range v.Len {
			if n := s.Cell(v.Base + i); v.Bounded && v.Scope == def.GameScope && (v.Single() || n != r.def.Initial[v.Base+i]) {
				values[r.def.VarName(v, int64(i))] = n
			}
		}
	}
	for k := range r.def.Vars {
		v := &r.def.Vars[k]
		for i := range v.Len {
			if slices.Contains(r.layout.Values, v.ID) {
				values[r.def.VarName(v, int64(i))] = s.Cell(v.Base + i)
			}
		}
	}
	out := map[string]any{"pieces": pieces, "values": values, "over": s.Over()}
	for _, key := range sortedKeys(r.layout.Position) {
		out[key] = r.writeItem(s, r.layout.Position[key])
	}
	return out
}

// writeItem returns the value of a key of a position.
func (r *reader) writeItem(s *engine.State, item Item) any {
	switch {
	case item.Pile != "":
		list := r.pile(s, item)
		if item.Top && len(list) == 0 {
			return ""
		} else if item.Top {
			return list[0]
		}
		return list
	case item.Effects:
		out := []any{}
		for _, id := range r.inForce(s, item) {
			if until, own := r.until(s, id); item.Field != "" && !own {
				out = append(out, map[string]string{item.named(): id, item.Field: until})
				continue
			}
			out = append(out, id)
		}
		return out
	case item.Asked:
		out := []any{}
		if x := r.waits(s); len(x) > 0 {
			out = append(out, map[string]string{"seat": x[0], "decision": x[1]})
		}
		return out
	}
	out := []any{}
	first := r.first(s, item)
	if first != nil {
		out = append(out, first)
	}
	for i, seat := range r.def.Seats {
		if r.listed(s, item, int64(i)) && (first == nil || first["seat"] != seat.ID) {
			switch value := r.valueOf(s, item, int64(i)); {
			case item.Field != "" && value != item.In:
				out = append(out, map[string]string{"seat": seat.ID, item.Field: value})
			case item.First != nil:
				out = append(out, map[string]string{"seat": seat.ID})
			default:
				out = append(out, seat.ID)
			}
		}
	}
	return out
}

// first returns the first entry of a set with fields, nil if there is none.
func (r *reader) first(s *engine.State, item Item) map[string]string {
	if item.First == nil {
		return nil
	}
	if set, _, _ := s.Value(item.Set); set == 0 {
		return nil
	}
	out := map[string]string{}
	for _, field := range sortedKeys(item.First) {
		v, t, _ := s.Value(item.First[field])
		out[field] = r.def.Spell(v, t)
	}
	return out
}

// listed reports whether a seat is in a list of a position.
func (r *reader) listed(s *engine.State, item Item, seat int64) bool {
	if item.Set != "" {
		set, _, _ := s.Value(item.Set)
		return set>>uint(seat)&1 == 1
	}
	for _, key := range item.Also {
		if r.listed(s, r.layout.Position[key], seat) {
			return false
		}
	}
	value := r.valueOf(s, item, seat)
	return value != item.Out && !slices.Contains(item.Same, value)
}

// valueOf spells the variable of a seat that a list represents.
func (r *reader) valueOf(s *engine.State, item Item, seat int64) string {
	if item.Seats == "" {
		return ""
	}
	v, t, _ := s.Value(r.def.SeatName(seat) + "." + item.Seats)
	return r.def.Spell(v, t)
}

// This file tells whoever follows a play what its script did: lines, answers, claims and refusals, which no event of the
// engine says; and it writes answers as a script would.

package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Follower is an observer that is also told how the script goes.
type Follower interface {
	engine.Observer
	// Line tells that a line of the script begins.
	Line(l *Line)
	// Answering tells that an answer is about to be applied to the decision that is pending. If it is refused, the play ends.
	Answering(s *engine.State, a engine.Answer)
	// Claimed tells that all claims of an expectation held, which stands where the play is now: not of one within a run.
	Claimed(e *Expect)
	// Tried tells of a line that is refused, as the script says.
	Tried(t Trial)
}

// Trial is a line that was tried on a copy, and refused.
type Trial struct {
	Line    *Line
	Because string  // the clause that the script names
	Legal   []Reply // what was answered before, by the line or because nothing else was legal
	Refused Reply   // what was refused; its seat or decision need not be the one that is pending
	Forced  bool    // the refused answer is to a decision that had resolved itself otherwise
	State   *engine.State
}

// Reply is an answer by names. Value is a string, bool, int64, []any or map[string]any: see Plain.
type Reply struct {
	Seat, Decision string
	Chance, Stance bool // of a stance Decision is its name
	Forced         bool `json:",omitempty"` // the decision had one legal answer
	Value          any
}

// follow tells those who follow the play something.
func (s *Session) follow(f func(Follower)) { each(s.also, f) }

// ReplyOf writes an answer to what a state asks.
func ReplyOf(s *engine.State, a engine.Answer) Reply {
	d := s.Decision()
	gd := s.Game().Def()
	if a.Kind == engine.Stance {
		v := gd.Vars[a.Option]
		return Reply{Seat: gd.SeatName(int64(a.Seat)), Decision: gd.Of(def.KSeat, int64(a.Seat), v.ID), Stance: true, Value: PlainValue(s, a.Member, v.Type)}
	}
	return Reply{Seat: gd.SeatName(int64(d.Seat)), Decision: d.Name, Chance: d.Seat == engine.Chance, Value: Plain(s.Game(), d, a)}
}

// ForcedReply writes the answer of an event engine.Forced, while the decision is current. The result is false if the decision
// had no answer at all.
func ForcedReply(s *engine.State, e *engine.Event) (Reply, bool) {
	a, d, gd := e.Answer(), s.Decision(), s.Game().Def()
	r := Reply{Seat: gd.SeatName(int64(a.Seat)), Decision: d.Name, Chance: a.Seat == engine.Chance, Forced: true}
	row := d.Kind.Row()
	switch {
	case a.Form == engine.ByOption && a.Value < 0:
		return r, false
	case a.Form != engine.ByValue:
		r.Value = s.Game().SpellAnswer(&gd.Decisions[d.Index], a.Form, a.Value, e.Values)
	case row.Answer == def.AnswerCounts:
		r.Value = takenPlain(gd, e.Values)
	case row.Answer == def.AnswerSet:
		r.Value = Plain(s.Game(), d, engine.Answer{Set: a.Value, Chosen: slices.Clone(e.Values)})
	case row.Answer == def.AnswerOrder:
		r.Value = Plain(s.Game(), d, engine.Answer{Order: e.Values})
	default:
		r.Value = Plain(s.Game(), d, engine.Answer{Member: a.Value, N: a.Value})
	}
	return r, true
}

// takenPlain writes packed entries, zone<<24|class<<16|count, as Plain does.
func takenPlain(gd *def.GameDef, values []int64) map[string]any {
	out := map[string]any{}
	for _, v := range values {
		if n := v & 0xffff; n > 0 {
			zone := gd.Zones[v>>24].ID
			if out[zone] == nil {
				out[zone] = map[string]any{}
			}
			out[zone].(map[string]any)[gd.Classes[v>>16&0xff].ID] = n
		}
	}
	return out
}

// trial makes what is told of a line that was tried on a fork and refused with err.
func (s *Session) trial(fork *Session, r *Refused, err error) Trial {
	t := Trial{Line: r.Line, Because: r.Because, Legal: *fork.trail, State: fork.state}
	var engines *refused
	var m *Misfit
	switch {
	case errors.As(err, &engines):
		last := len(t.Legal) - 1
		t.Legal, t.Refused = t.Legal[:last], t.Legal[last]
	case errors.As(err, &m):
		t.Refused = Reply{Seat: cmp.Or(r.Line.Seat, m.Seat), Decision: cmp.Or(m.aim, m.Decision), Value: m.Answer}
		if m.node != nil {
			t.Refused.Value = plainNode(m.node)
		}
		t.Forced = m.forced
	}
	return t
}

// Plain writes an answer as a script would: the name of an option or member, "none", "stop", a number, a list of
// names, {first: second} for a pair, {zone: {class: number}} for pieces.
func Plain(g *engine.Game, d *engine.Decision, a engine.Answer) any {
	gd := g.Def()
	row := d.Kind.Row()
	switch {
	case a.Kind == engine.Side, a.Stop, row.Answer == def.AnswerOption:
		return g.SpellReply(d, a)
	case row.Answer == def.AnswerNumber:
		return a.N
	case row.Answer == def.AnswerOrder:
		return names(gd, a.Order, def.Type{Kind: def.KCard})
	case row.Answer == def.AnswerCounts:
		out := map[string]any{}
		for i, n := range a.Counts {
			if n == 0 || i >= len(d.Entries) {
				continue
			}
			zone := gd.Zones[d.Entries[i].Zone].ID
			if out[zone] == nil {
				out[zone] = map[string]any{}
			}
			out[zone].(map[string]any)[gd.Classes[d.Entries[i].Class].ID] = int64(n)
		}
		return out
	case row.Answer == def.AnswerSet && a.Chosen != nil:
		return names(gd, a.Chosen, d.Elem)
	case row.Answer == def.AnswerSet:
		return names(gd, gd.Each(a.Set, def.SetOf(d.Elem)), d.Elem)
	case row.Pairs && a.Member >= 0:
		first, second := def.Halves(a.Member)
		of := gd.Pairs[d.Elem.Of]
		return map[string]any{gd.Spell(first, of.First): gd.Spell(second, of.Second)}
	}
	return gd.Spell(a.Member, d.Elem)
}

func names(gd *def.GameDef, list []int64, t def.Type) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = gd.Spell(v, t)
	}
	return out
}

// PlainValue writes a value of a game: an int64, a bool, a list of names for a set or an order, else a name.
func PlainValue(s *engine.State, v int64, t def.Type) any {
	switch t.Kind {
	case def.KNone, def.KInt:
		return v
	case def.KBool:
		return v != 0
	case def.KSet, def.KOrder:
		out := []any{}
		for _, name := range s.SpellEach(v, t) {
			out = append(out, name)
		}
		return out
	}
	return s.Spell(v, t)
}

// plainNode makes of a node of a script what Plain would.
func plainNode(n *source.Node) any {
	switch n.Kind {
	case source.List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = plainNode(item)
		}
		return out
	case source.Map:
		out := map[string]any{}
		for _, p := range n.Pairs {
			out[p.Key.Value] = plainNode(p.Value)
		}
		return out
	}
	if v, ok := n.Int(); ok {
		return v
	}
	return n.Value
}

// Against gives the clauses that keep the decision which is pending in a state from offering a name, as far as they are known.
func Against(state *engine.State, name string) []string {
	s := &Session{game: state.Game(), state: state}
	return s.keeping(state, name)
}

// Fit makes the answer to a decision of what Plain writes. It may be illegal; a name that the game does not know is an error.
func Fit(g *engine.Game, d *engine.Decision, v any) (engine.Answer, error) {
	n := nodeOf(v)
	if !d.Kind.Row().Picked {
		return fit(g, d, n)
	}
	if n.Value == "stop" {
		return engine.Answer{Stop: true}, nil
	}
	if i := optionIndex(g.Def().Decisions[d.Index].Also, n.Value); i >= 0 {
		return engine.Answer{Kind: engine.Side, Option: int32(i)}, nil
	}
	m, err := fitMember(g, d, n)
	return engine.Answer{Member: m}, err
}

// nodeOf makes a node of what Plain writes.
func nodeOf(v any) *source.Node {
	switch v := v.(type) {
	case []any:
		n := &source.Node{Kind: source.List}
		for _, item := range v {
			n.Items = append(n.Items, nodeOf(item))
		}
		return n
	case map[string]any:
		n := &source.Node{Kind: source.Map}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			n.Pairs = append(n.Pairs, source.Pair{Key: word(key, diag.Pos{}), Value: nodeOf(v[key])})
		}
		return n
	}
	return word(fmt.Sprint(v), diag.Pos{})
}

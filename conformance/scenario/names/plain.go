// This file converts answers to plain values (strings, numbers, lists, maps) and back.

package names

import (
	"fmt"
	"maps"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Reply is an answer by names. Value is a string, bool, int64, []any or map[string]any; see Plain.
type Reply struct {
	Seat, Decision string
	Chance, Stance bool // Decision is the name of the stance
	Forced         bool `json:",omitempty"` // the decision had one legal answer
	Value          any
}

// ReplyOf spells an answer to the pending decision of a state.
func ReplyOf(s *engine.State, a engine.Answer) Reply {
	d := s.Decision()
	gd := s.Game().Def()
	if a.Kind == engine.Stance {
		v := gd.Vars[a.Option]
		return Reply{Seat: gd.SeatName(int64(a.Seat)), Decision: gd.Of(def.KSeat, int64(a.Seat), v.ID), Stance: true, Value: PlainValue(s, a.Member, v.Type)}
	}
	return Reply{Seat: gd.SeatName(int64(d.Seat)), Decision: d.Name, Chance: d.Seat == engine.Chance, Value: Plain(s.Game(), d, a)}
}

// ForcedReply spells the answer of an event engine.Forced while the decision is current. It returns false if the
// decision had no answer at all.
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
		taken := pieces{}
		for _, v := range e.Values { // packed as zone<<24|class<<16|count
			taken.add(gd, v>>24, v>>16&0xff, v&0xffff)
		}
		r.Value = map[string]any(taken)
	case row.Answer == def.AnswerSet:
		r.Value = Plain(s.Game(), d, engine.Answer{Set: a.Value, Chosen: slices.Clone(e.Values)})
	case row.Answer == def.AnswerOrder:
		r.Value = Plain(s.Game(), d, engine.Answer{Order: e.Values})
	default:
		r.Value = Plain(s.Game(), d, engine.Answer{Member: a.Value, N: a.Value})
	}
	return r, true
}

// pieces are numbers of pieces by zone and class.
type pieces map[string]any

func (p pieces) add(gd *def.GameDef, zone, class, n int64) {
	if n == 0 {
		return
	}
	id := gd.Zones[zone].ID
	if p[id] == nil {
		p[id] = map[string]any{}
	}
	p[id].(map[string]any)[gd.Classes[class].ID] = n
}

// Plain converts an answer to the value that a script would have: the name of an option or member, "none", "stop", a
// number, a list of names, {first: second} for a pair, {zone: {class: number}} for pieces.
func Plain(g *engine.Game, d *engine.Decision, a engine.Answer) any {
	gd := g.Def()
	row := d.Kind.Row()
	switch {
	case a.Kind == engine.Side, a.Stop, row.Answer == def.AnswerOption:
		return g.SpellReply(d, a)
	case row.Answer == def.AnswerNumber:
		return a.N
	case row.Answer == def.AnswerOrder:
		return names(gd, a.Order, def.TCard)
	case row.Answer == def.AnswerCounts:
		taken := pieces{}
		for i, n := range a.Counts[:min(len(a.Counts), len(d.Entries))] {
			taken.add(gd, int64(d.Entries[i].Zone), int64(d.Entries[i].Class), int64(n))
		}
		return map[string]any(taken)
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

// PlainValue converts a value of a game: to an int64, a bool, a list of names for a set or an order, else a name.
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

// PlainNode converts a node to a plain value.
func PlainNode(n *source.Node) any {
	switch n.Kind {
	case source.List:
		out := make([]any, len(n.Items))
		for i, item := range n.Items {
			out[i] = PlainNode(item)
		}
		return out
	case source.Map:
		out := map[string]any{}
		for _, p := range n.Pairs {
			out[p.Key.Value] = PlainNode(p.Value)
		}
		return out
	}
	if v, ok := n.Int(); ok {
		return v
	}
	return n.Value
}

// Fit is the inverse of Plain. The answer may be illegal; a name that the game does not have is an error.
func Fit(g *engine.Game, d *engine.Decision, v any) (engine.Answer, error) {
	return FitNode(g, d, nodeOf(v))
}

// nodeOf is the inverse of PlainNode.
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
			n.Pairs = append(n.Pairs, source.Pair{Key: Word(key, diag.Pos{}), Value: nodeOf(v[key])})
		}
		return n
	}
	return Word(fmt.Sprint(v), diag.Pos{})
}

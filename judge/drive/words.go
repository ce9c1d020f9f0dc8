// This file has the names of a game's things and their values in a position.

package drive

import (
	"fmt"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Words holds the names of a game's things and the declared values.
type Words struct {
	Names    Names
	Rules    string          // fingerprint of the rulebook
	value    map[string]bool // names of values
	declared map[string]any
	veiled   []string // values that are hidden from some seats
}

// NewWords returns the words of a game.
func NewWords(g *engine.Game) (*Words, error) {
	gd := g.Def()
	w := &Words{Rules: fmt.Sprintf("%016x", g.Fingerprint()), value: map[string]bool{}, declared: map[string]any{}}
	w.Names = Names{Seats: gd.IDs(def.TSeat), Spaces: gd.IDs(def.TZone), Classes: gd.IDs(def.Type{Kind: def.KClass}),
		Cards: gd.IDs(def.TCard), Piles: gd.IDs(def.TPile), Decisions: []string{}, Values: valueNames(gd)}
	for i := range gd.Decisions {
		if name := gd.Decisions[i].Name; !slices.Contains(w.Names.Decisions, name) {
			w.Names.Decisions = append(w.Names.Decisions, name)
		}
	}
	s, err := g.New(engine.Setup{})
	if err != nil {
		return nil, err
	}
	for i := range gd.Vars {
		v := &gd.Vars[i]
		words := gd.Words(v.Type)
		for j := range int(v.Len) / words {
			if words == 1 {
				w.declared[gd.VarName(v, int64(j))] = names.PlainValue(s, gd.Initial[int(v.Base)+j], v.Type)
			}
		}
	}
	for z := range gd.Zones {
		for c := range gd.Classes {
			w.declared[gd.PieceName(int32(z), int32(c))] = int64(0)
		}
	}
	for _, l := range gd.Lasting {
		w.declared[l.ID] = int64(0)
	}
	for _, pile := range w.Names.Piles {
		w.declared[pile] = []any{}
	}
	for _, name := range w.Names.Values {
		w.value[name] = true
		if names.Veiled(gd, name) {
			w.veiled = append(w.veiled, name)
		}
	}
	return w, nil
}

// Known lists all names that may be translated.
func (w *Words) Known(gd *def.GameDef) []string {
	var out []string
	for _, list := range [][]string{w.Names.Seats, w.Names.Spaces, w.Names.Classes, w.Names.Cards, w.Names.Piles, w.Names.Decisions, w.Names.Values} {
		out = append(out, list...)
	}
	for i := range gd.Decisions {
		for _, o := range slices.Concat(gd.Decisions[i].Options, gd.Decisions[i].Also) {
			out = append(out, o.Name)
		}
	}
	for _, e := range gd.Enums {
		out = append(out, e.Members...)
	}
	for _, s := range gd.Setups {
		out = append(out, s.ID)
	}
	for _, o := range gd.Options {
		out = append(append(out, o.ID), o.Values...)
	}
	return out
}

// valueNames lists the values of a game: variables that traces show, pieces away from home, piles, effects, watched values.
func valueNames(gd *def.GameDef) []string {
	var out []string
	for i := range gd.Vars {
		v := &gd.Vars[i]
		if v.Quiet || v.Scope == def.ActionScope {
			continue
		}
		for j := range int(v.Len) / gd.Words(v.Type) {
			out = append(out, gd.VarName(v, int64(j)))
		}
	}
	for z := range gd.Zones {
		for c, class := range gd.Classes {
			if int(gd.Types[class.Type].Home) != z {
				out = append(out, gd.PieceName(int32(z), int32(c)))
			}
		}
	}
	out = append(out, gd.IDs(def.TPile)...)
	for _, l := range gd.Lasting {
		out = append(out, l.ID)
	}
	for i := range gd.Derived {
		d := &gd.Derived[i]
		switch {
		case !d.Watch && d.Visible != def.Owner:
		case d.Per == def.KNone:
			out = append(out, d.ID)
		default:
			for _, m := range gd.Each(d.Over, def.Type{Kind: def.KSet, Elem: d.Per}) {
				out = append(out, gd.Of(d.Per, m, d.ID))
			}
		}
	}
	return out
}

// valueOf returns a value by its name, and whether it is an unordered list.
func valueOf(s *engine.State, name string) (v any, set bool) {
	gd := s.Game().Def()
	if i := slices.IndexFunc(gd.Piles, func(p def.PileDef) bool { return p.ID == name }); i >= 0 {
		out := []any{}
		for _, c := range s.Cards(int32(i)) {
			out = append(out, gd.Cards[c].ID)
		}
		return out, false
	}
	value, t, err := s.Value(name)
	if err != nil {
		return nil, false
	}
	if slices.ContainsFunc(gd.Lasting, func(l def.LastingDef) bool { return l.ID == name }) {
		return min(value, 1), false
	}
	return names.PlainValue(s, value, t), t.Kind == def.KSet
}

// seenBy returns a valueOf for a view, with names.Hidden for hidden values.
func seenBy(view *engine.View) func(s *engine.State, name string) (v any, set bool) {
	var spell diag.Speller
	return func(s *engine.State, name string) (v any, set bool) {
		seen, err := names.Seen(s, view, &spell, name)
		switch {
		case err != nil:
			return nil, false
		case names.IsPile(s.Game().Def(), name):
			out := []any{}
			for _, c := range seen {
				out = append(out, c)
			}
			return out, false
		case slices.Equal(seen, []string{names.Hidden}):
			return names.Hidden, false
		}
		return valueOf(s, name)
	}
}

// same reports whether two values of a reply are equal; of sets the order does not count.
func same(a, b any, set bool) bool {
	one, ok := a.([]any)
	other, both := b.([]any)
	if !ok || !both {
		return !ok && !both && a == b
	}
	if !set {
		return slices.EqualFunc(one, other, func(x, y any) bool { return same(x, y, false) })
	}
	return len(one) == len(other) && !slices.ContainsFunc(one, func(x any) bool { return !slices.Contains(other, x) })
}

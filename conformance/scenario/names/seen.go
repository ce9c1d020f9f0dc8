package names

// This file looks up names as a seat may know them.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Hidden replaces a value, or a card of a pile, that a view does not show.
const Hidden = "hidden"

// Everybody is the viewer who sees only what all seats see.
const Everybody = "everybody"

// Viewer returns the number of a seat, or for Everybody a number that is no seat; ok is false for any other name.
func Viewer(gd *def.GameDef, name string) (seat int, ok bool) {
	for i := range gd.Seats {
		if gd.Seats[i].ID == name {
			return i, true
		}
	}
	return engine.Chance, name == Everybody
}

// Viewers lists the valid arguments of Viewer.
func Viewers(gd *def.GameDef) []string {
	return append(Of(gd.Seats, func(n *def.Named) string { return n.ID }), Everybody)
}

// Seen returns what a view of the state shows of a name, spelled as Value does, or Hidden. A value that is in no view is an error.
func Seen(s *engine.State, v *engine.View, spell *diag.Speller, name string) ([]string, error) {
	gd := s.Game().Def()
	if p := pile(gd, name); p >= 0 {
		cards := []string{}
		for _, c := range v.Piles[p].Cards {
			id := Hidden
			if c != def.None {
				id = gd.Cards[c].ID
			}
			cards = append(cards, id)
		}
		return cards, nil
	}
	if i := slices.IndexFunc(v.Values, func(x engine.ViewValue) bool { return x.Name == name }); i >= 0 {
		x := &v.Values[i]
		if gd.Wide(x.Type) {
			return Of(x.Members, func(m *int64) string { return gd.Spell(*m, x.Type.Members()) }), nil
		}
		return gd.SpellEach(x.Value, x.Type), nil
	}
	if cell, _, ok := s.Game().Cell(name); ok {
		if at, _, _ := s.Game().Var(cell); gd.Vars[at].Quiet && !gd.Vars[at].Answers {
			return nil, fmt.Errorf("no view has %s, which is quiet: bookkeeping of the rules", name)
		}
		return []string{Hidden}, nil
	}
	if d := derived(gd, name); d != nil {
		if d.Visible != def.Owner {
			return nil, fmt.Errorf("no view has %s, which is neither watched nor visible to its owner", name)
		}
		return []string{Hidden}, nil
	}
	return Value(s, spell, name)
}

// Veiled reports whether a variable, derived value or pile is hidden from some seats.
func Veiled(gd *def.GameDef, name string) bool {
	if p := pile(gd, name); p >= 0 {
		return gd.Piles[p].Visible != def.Open
	}
	if d := derived(gd, name); d != nil {
		return d.Visible != def.Open
	}
	cell, ok := gd.Value(name, def.TTrack)
	return ok && slices.ContainsFunc(gd.Vars, func(v def.VarDef) bool {
		return v.Visible != def.Open && int64(v.Base) <= cell && cell < int64(v.Base+v.Len)
	})
}

// derived returns a derived value by its name, nil if there is none.
func derived(gd *def.GameDef, name string) *def.DerivedDef {
	owner, last := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		owner, last = name[:i], name[i+1:]
	}
	for i := range gd.Derived {
		d := &gd.Derived[i]
		if d.ID != last || (d.Per == def.KNone) != (owner == "") {
			continue
		}
		if v, ok := gd.Value(owner, def.Type{Kind: d.Per}); owner == "" || ok && v >= 0 {
			return d
		}
	}
	return nil
}

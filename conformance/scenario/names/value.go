// This file looks up names in a position.

package names

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Value returns the value of a name as the rulebook spells it: one word, the members of a set or order, or the cards of a pile (top first).
func Value(s *engine.State, spell *diag.Speller, name string) ([]string, error) {
	gd := s.Game().Def()
	if i := pile(gd, name); i >= 0 {
		cards := []string{}
		for _, c := range s.Cards(int32(i)) {
			cards = append(cards, gd.Cards[c].ID)
		}
		return cards, nil
	}
	v, t, err := s.Value(name)
	if i := slices.IndexFunc(gd.Lasting, func(l def.LastingDef) bool { return l.ID == name }); i >= 0 && err == nil {
		return []string{inForce(v)}, nil
	}
	if err != nil {
		if !s.Game().Named(name) {
			err = fmt.Errorf("there is no value %s%s", name, cmp.Or(ofPlace(gd, name), spell.Among(name, s.Game().Names)))
		}
		return nil, err
	}
	return s.SpellEach(v, t), nil
}

// ofPlace explains how to name the pieces in a zone if the name is that of a zone alone.
func ofPlace(gd *def.GameDef, name string) string {
	if len(gd.Types) == 0 || !slices.ContainsFunc(gd.Zones, func(z def.ZoneDef) bool { return z.ID == name }) {
		return ""
	}
	return fmt.Sprintf("; the pieces there are %s.%s and the like, those of a seat %s.SEAT", name, gd.Types[0].ID, name)
}

// inForce spells the stamp of a lasting effect.
func inForce(stamp int64) string {
	if stamp == 0 {
		return def.NoWords[0]
	}
	return def.YesWords[0]
}

// pile returns the index of a pile, -1 for an unknown name.
func pile(gd *def.GameDef, name string) int {
	return slices.IndexFunc(gd.Piles, func(p def.PileDef) bool { return p.ID == name })
}

// IsPile reports whether a pile has that name.
func IsPile(gd *def.GameDef, name string) bool { return pile(gd, name) >= 0 }

// IsHand reports whether a pile has that name and only its owner sees its cards, so that their order is irrelevant.
func IsHand(gd *def.GameDef, name string) bool {
	i := pile(gd, name)
	return i >= 0 && gd.Piles[i].Visible == def.Owner
}

// Referent returns the name of the pile or track that a property of a seat, zone or card refers to; it returns any other name unchanged.
func Referent(gd *def.GameDef, name string) string {
	dot := strings.LastIndex(name, ".")
	if dot < 0 {
		return name
	}
	for _, owner := range []struct {
		what string
		kind def.Kind
	}{{"seat.", def.KSeat}, {"zone.", def.KZone}, {"card.", def.KCard}} {
		of, ok := gd.Value(name[:dot], def.Type{Kind: owner.kind})
		i := slices.IndexFunc(gd.Lookups, func(l def.Lookup) bool { return l.ID == owner.what+name[dot+1:] })
		if !ok || i < 0 || uint64(of) >= uint64(len(gd.Lookups[i].Values)) {
			continue
		}
		if t := gd.Lookups[i].Type; (t.Kind == def.KPile || t.Kind == def.KTrack) && gd.Lookups[i].Values[of] >= 0 {
			return gd.Spell(gd.Lookups[i].Values[of], t)
		}
	}
	return name
}

// Watched lists the names of the derived values that are watched.
func Watched(gd *def.GameDef) []string {
	var names []string
	for i := range gd.Derived {
		d := &gd.Derived[i]
		switch {
		case !d.Watch:
		case d.Per == def.KNone:
			names = append(names, d.ID)
		default:
			for _, m := range gd.Each(d.Over, def.Type{Kind: def.KSet, Elem: d.Per}) {
				names = append(names, gd.Of(d.Per, m, d.ID))
			}
		}
	}
	return names
}

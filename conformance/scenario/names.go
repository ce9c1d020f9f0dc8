// This file goes between the names of a script and the values of the engine.

package scenario

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// yesWords and noWords are what a script may write for a truth.
var (
	yesWords = []string{"yes", "true", "on"}
	noWords  = []string{"no", "false", "off"}
)

// valueOf finds the value of type t that text names. It is false when no value of the type has that name.
func valueOf(gd *def.GameDef, t def.Type, text string) (int64, bool) {
	if text == "none" && t.Kind != def.KEnum && t.Kind != def.KInt {
		return def.None, true
	}
	at := func(i int) (int64, bool) { return int64(i), i >= 0 }
	named := func(list []def.Named) (int64, bool) {
		return at(slices.IndexFunc(list, func(n def.Named) bool { return n.ID == text }))
	}
	switch t.Kind {
	case def.KInt:
		v, err := strconv.ParseInt(text, 10, 64)
		return v, err == nil
	case def.KBool:
		if slices.Contains(yesWords, text) {
			return 1, true
		}
		return 0, slices.Contains(noWords, text)
	case def.KEnum:
		if int(t.Of) >= len(gd.Enums) {
			return 0, false
		}
		return at(slices.Index(gd.Enums[t.Of].Members, text))
	case def.KSeat:
		return named(gd.Seats)
	case def.KZone:
		return at(slices.IndexFunc(gd.Zones, func(z def.ZoneDef) bool { return z.ID == text }))
	case def.KPile:
		return at(slices.IndexFunc(gd.Piles, func(p def.PileDef) bool { return p.ID == text }))
	case def.KCard:
		return named(gd.Cards)
	case def.KClass:
		return at(slices.IndexFunc(gd.Classes, func(c def.ClassDef) bool { return c.ID == text }))
	case def.KProc:
		return at(slices.IndexFunc(gd.Procs, func(p def.ProcDef) bool { return p.ID == text }))
	case def.KLasting:
		return at(slices.IndexFunc(gd.Lasting, func(l def.LastingDef) bool { return l.ID == text }))
	case def.KRow:
		if int(t.Of) >= len(gd.Tables) {
			return 0, false
		}
		return at(slices.Index(gd.Tables[t.Of].Rows, text))
	case def.KPiece:
		class, zone, ok := strings.Cut(text, " in ")
		if !ok { // as offers are named
			zone, class, _ = strings.Cut(text, ".")
		}
		z, okZone := valueOf(gd, def.Type{Kind: def.KZone}, zone)
		c, okClass := valueOf(gd, def.Type{Kind: def.KClass}, class)
		return z<<8 | c, okZone && okClass
	case def.KTrack:
		for _, v := range gd.Vars {
			if v.Per == def.KNone && v.ID == text {
				return int64(v.Base), true
			}
		}
	}
	return 0, false
}

// elem gives the type of the members of a set or order type.
func elem(t def.Type) def.Type {
	if t.Kind == def.KOrder {
		return def.Type{Kind: def.KSeat}
	}
	return def.Type{Kind: t.Elem, Of: t.Of}
}

// spell writes a value as the list of names of a set or order, or as one name.
func spell(g *engine.Game, v int64, t def.Type) []string {
	out := []string{}
	switch t.Kind {
	case def.KSet:
		for i := int64(0); i < 64; i++ {
			if v>>i&1 == 1 {
				out = append(out, g.Format(i, elem(t)))
			}
		}
	case def.KOrder:
		for i := range 8 {
			seat := v >> (8 * i) & 0xff
			if seat == 0xff {
				break
			}
			out = append(out, g.Format(seat, elem(t)))
		}
	default:
		out = append(out, g.Format(v, t))
	}
	return out
}

// seatName gives the name of a seat, "chance" for chance.
func seatName(gd *def.GameDef, seat int) string {
	if seat < 0 || seat >= len(gd.Seats) {
		return "chance"
	}
	return gd.Seats[seat].ID
}

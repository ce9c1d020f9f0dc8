// This file goes between the names of a script and the values of the engine.

package scenario

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/engine"
)

// yesWords and noWords are what a script may write for a truth.
var (
	yesWords = []string{"yes", "true", "on"}
	noWords  = []string{"no", "false", "off"}
)

// valueOf finds the value of type t that text names. It is false when no value of the type has that name.
func valueOf(def *engine.GameDef, t engine.Type, text string) (int64, bool) {
	if text == "none" && t.Kind != engine.KEnum && t.Kind != engine.KInt {
		return engine.None, true
	}
	at := func(i int) (int64, bool) { return int64(i), i >= 0 }
	named := func(list []engine.Named) (int64, bool) {
		return at(slices.IndexFunc(list, func(n engine.Named) bool { return n.ID == text }))
	}
	switch t.Kind {
	case engine.KInt:
		v, err := strconv.ParseInt(text, 10, 64)
		return v, err == nil
	case engine.KBool:
		if slices.Contains(yesWords, text) {
			return 1, true
		}
		return 0, slices.Contains(noWords, text)
	case engine.KEnum:
		if int(t.Of) >= len(def.Enums) {
			return 0, false
		}
		return at(slices.Index(def.Enums[t.Of].Members, text))
	case engine.KSeat:
		return named(def.Seats)
	case engine.KZone:
		return at(slices.IndexFunc(def.Zones, func(z engine.ZoneDef) bool { return z.ID == text }))
	case engine.KPile:
		return at(slices.IndexFunc(def.Piles, func(p engine.PileDef) bool { return p.ID == text }))
	case engine.KCard:
		return named(def.Cards)
	case engine.KClass:
		return at(slices.IndexFunc(def.Classes, func(c engine.ClassDef) bool { return c.ID == text }))
	case engine.KProc:
		return at(slices.IndexFunc(def.Procs, func(p engine.ProcDef) bool { return p.ID == text }))
	case engine.KLasting:
		return at(slices.IndexFunc(def.Lasting, func(l engine.LastingDef) bool { return l.ID == text }))
	case engine.KRow:
		if int(t.Of) >= len(def.Tables) {
			return 0, false
		}
		return at(slices.Index(def.Tables[t.Of].Rows, text))
	case engine.KPiece:
		class, zone, ok := strings.Cut(text, " in ")
		if !ok { // as offers are named
			zone, class, _ = strings.Cut(text, ".")
		}
		z, okZone := valueOf(def, engine.Type{Kind: engine.KZone}, zone)
		c, okClass := valueOf(def, engine.Type{Kind: engine.KClass}, class)
		return z<<8 | c, okZone && okClass
	case engine.KTrack:
		for _, v := range def.Vars {
			if v.Per == engine.KNone && v.ID == text {
				return int64(v.Base), true
			}
		}
	}
	return 0, false
}

// elem gives the type of the members of a set or order type.
func elem(t engine.Type) engine.Type {
	if t.Kind == engine.KOrder {
		return engine.Type{Kind: engine.KSeat}
	}
	return engine.Type{Kind: t.Elem, Of: t.Of}
}

// spell writes a value as the list of names of a set or order, or as one name.
func spell(g *engine.Game, v int64, t engine.Type) []string {
	out := []string{}
	switch t.Kind {
	case engine.KSet:
		for i := int64(0); i < 64; i++ {
			if v>>i&1 == 1 {
				out = append(out, g.Format(i, elem(t)))
			}
		}
	case engine.KOrder:
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
func seatName(def *engine.GameDef, seat int) string {
	if seat < 0 || seat >= len(def.Seats) {
		return "chance"
	}
	return def.Seats[seat].ID
}

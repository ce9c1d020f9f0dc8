package steps

// This file returns titles of values, pieces and options for people.

import (
	"cmp"
	"strings"
	"unicode"

	"rulebound/engine/def"
)

// Title returns the title of a value, or the words of its id.
func Title(gd *def.GameDef, v int64, t def.Type) string {
	within := uint64(v) < uint64(gd.Many(t))
	switch {
	case t.Kind == def.KPair && v >= 0 && uint32(t.Of) < uint32(len(gd.Pairs)):
		first, second := def.Halves(v)
		of := gd.Pairs[t.Of]
		return def.SpellPair(Title(gd, first, of.First), Title(gd, second, of.Second))
	case t.Kind == def.KPiece && v >= 0:
		return PieceTitle(gd, int32(v>>8), int32(v&0xff))
	case !within:
	case t.Kind == def.KSeat || t.Kind == def.KZone || t.Kind == def.KCard:
		return Words(gd.Entitled(v, t))
	case t.Kind == def.KPile:
		return cmp.Or(gd.Piles[v].Title, Words(gd.Piles[v].ID))
	case t.Kind == def.KProc:
		return cmp.Or(gd.Procs[v].Title, Words(gd.Procs[v].ID))
	case t.Kind == def.KLasting:
		return cmp.Or(gd.Lasting[v].Title, Words(gd.Lasting[v].ID))
	case t.Kind == def.KClass:
		return ClassTitle(gd, int32(v))
	}
	return Words(gd.Spell(v, t))
}

// ClassTitle names a class of pieces by the title of its type, its status and its marks.
func ClassTitle(gd *def.GameDef, class int32) string {
	c := &gd.Classes[class]
	t := &gd.Types[c.Type]
	_, rest, _ := strings.Cut(c.ID, ".")
	return strings.TrimSpace(cmp.Or(t.Title, Words(t.ID)) + " " + strings.ReplaceAll(rest, ".", " "))
}

// PieceTitle names pieces of a class in a zone.
func PieceTitle(gd *def.GameDef, zone, class int32) string {
	return ClassTitle(gd, class) + " in " + Title(gd, int64(zone), def.TZone)
}

// OptionTitle returns the title of an option: that of the procedure that it calls, or of the thing with the same id.
func OptionTitle(gd *def.GameDef, o *def.MenuOption) string {
	if o.Proc >= 0 && int(o.Proc) < len(gd.Procs) && gd.Procs[o.Proc].Title != "" {
		return gd.Procs[o.Proc].Title
	}
	if v, t, ok := thingNamed(gd, o.Name); ok {
		return Title(gd, v, t)
	}
	return Words(o.Name)
}

// thingNamed finds the seat, zone or card with an id.
func thingNamed(gd *def.GameDef, id string) (int64, def.Type, bool) {
	for _, kind := range []def.Kind{def.KSeat, def.KZone, def.KCard} {
		if v, ok := gd.Value(id, def.Type{Kind: kind}); ok && v >= 0 {
			return v, def.Type{Kind: kind}, true
		}
	}
	return 0, def.Type{}, false
}

// Words splits an id into words: oneLongName and one-long-name into one long name, anNVAUnit into an NVA unit. It
// leaves a text with a space or an initial capital unchanged, since that is a title.
func Words(id string) string {
	letters := []rune(id)
	if strings.ContainsRune(id, ' ') || id == "" || unicode.IsUpper(letters[0]) {
		return id
	}
	at := func(i int) rune { // 0 beyond the ends
		if i < 0 || i >= len(letters) {
			return 0
		}
		return letters[i]
	}
	var b strings.Builder
	word := false // the text before is a word, such as b1, and not a number
	for i, r := range letters {
		before, after := at(i-1), at(i+1)
		begins := unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsUpper(before) && unicode.IsLower(after))
		switch {
		case r == '-' && word && unicode.IsLetter(after):
			b.WriteByte(' ')
		case begins && unicode.IsUpper(after): // adjacent capitals stay together
			b.WriteString(" " + string(r))
		case begins:
			b.WriteString(" " + string(unicode.ToLower(r)))
		default:
			b.WriteRune(r)
		}
		word = unicode.IsLetter(r) || word && unicode.IsDigit(r)
	}
	return b.String()
}

// Kinds of things: the first part of a Spot.
const (
	AtZone  = iota // zone
	AtPiece        // zone, class
	AtCard         // card
	AtPile         // pile
	AtSeat         // seat
)

// Spot is a thing on the board that an answer names: its kind, and its indices.
type Spot []int64

// Spots returns the things on the board that a value names; for a pair those of both halves in order.
func Spots(gd *def.GameDef, v int64, t def.Type) []Spot {
	if v < 0 {
		return nil
	}
	switch t.Kind {
	case def.KPair:
		if uint32(t.Of) >= uint32(len(gd.Pairs)) {
			return nil
		}
		first, second := def.Halves(v)
		of := gd.Pairs[t.Of]
		return append(Spots(gd, first, of.First), Spots(gd, second, of.Second)...)
	case def.KZone:
		return []Spot{{AtZone, v}}
	case def.KPiece:
		return []Spot{{AtPiece, v >> 8, v & 0xff}}
	case def.KCard:
		return []Spot{{AtCard, v}}
	case def.KPile:
		return []Spot{{AtPile, v}}
	case def.KSeat:
		return []Spot{{AtSeat, v}}
	}
	return nil
}

// OptionSpots returns the things on the board that an option names.
func OptionSpots(gd *def.GameDef, o *def.MenuOption) []Spot {
	v, t, ok := thingNamed(gd, o.Name)
	if !ok {
		return nil
	}
	return Spots(gd, v, t)
}

package def

// This file is the one place that spells values and reads them back; trace, refusals, scenarios and diagnostics use it.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// EmptyOrder is the order without seats.
const EmptyOrder int64 = -1

// pairSign separates the halves of a pair.
const pairSign = " → "

// YesWords and NoWords are the accepted spellings of a boolean; the first of each names the options of a yes-or-no decision.
var (
	YesWords = []string{"yes", "true", "on"}
	NoWords  = []string{"no", "false", "off"}
)

// Members returns the type of the members of a set, an order or a pile, and the zero Type for anything else.
func (t Type) Members() Type {
	switch t.Kind {
	case KSet:
		return Type{Kind: t.Elem, Of: t.Of}
	case KOrder:
		return TSeat
	case KPile:
		return TCard
	}
	return Type{}
}

// SetOf returns the type of sets of values of a type.
func SetOf(t Type) Type { return Type{Kind: KSet, Elem: t.Kind, Of: t.Of} }

// Many returns the number of values of a kind whose values have ids, or that of the values of an index; 0 for any other kind.
func (gd *GameDef) Many(t Type) int64 {
	switch t.Kind {
	case KInt:
		return int64(t.Of)
	case KEnum:
		if t.Of >= 0 && int(t.Of) < len(gd.Enums) {
			return int64(len(gd.Enums[t.Of].Members))
		}
	case KSeat:
		return int64(len(gd.Seats))
	case KZone:
		return int64(len(gd.Zones))
	case KPile:
		return int64(len(gd.Piles))
	case KCard:
		return int64(len(gd.Cards))
	case KClass:
		return int64(len(gd.Classes))
	case KProc:
		return int64(len(gd.Procs))
	case KRow:
		if t.Of >= 0 && int(t.Of) < len(gd.Tables) {
			return int64(len(gd.Tables[t.Of].Rows))
		}
	case KLasting:
		return int64(len(gd.Lasting))
	case KTrack:
		return int64(gd.Cells)
	}
	return 0
}

// IDOf returns the id of a value, "" if it has none.
func (gd *GameDef) IDOf(v int64, t Type) string {
	if uint64(v) >= uint64(gd.Many(t)) {
		return ""
	}
	switch t.Kind {
	case KEnum:
		return gd.Enums[t.Of].Members[v]
	case KSeat:
		return gd.Seats[v].ID
	case KZone:
		return gd.Zones[v].ID
	case KPile:
		return gd.Piles[v].ID
	case KCard:
		return gd.Cards[v].ID
	case KClass:
		return gd.Classes[v].ID
	case KProc:
		return gd.Procs[v].ID
	case KRow:
		return gd.Tables[t.Of].Rows[v]
	case KLasting:
		return gd.Lasting[v].ID
	case KTrack:
		return gd.CellName(v)
	}
	return ""
}

// IDs lists the ids of the values of a kind.
func (gd *GameDef) IDs(t Type) []string {
	out := make([]string, gd.Many(t))
	for i := range out {
		out[i] = gd.IDOf(int64(i), t)
	}
	return out
}

// Of names a marker, variable or derived value of a zone, seat or card, index first. Without an owner (another per, or an index of None) it
// returns the id alone.
func (gd *GameDef) Of(per Kind, index int64, id string) string {
	if per != KSeat && per != KZone && per != KCard || index == None {
		return id
	}
	return gd.Spell(index, Type{Kind: per}) + "." + id
}

// Single reports whether a variable holds a single value.
func (v *VarDef) Single() bool { return len(v.Per) == 0 }

// Owner returns the kind of the owners of the values of a variable, KNone if they have none.
func (v *VarDef) Owner() Kind { return ownerOf(v.Per) }

func ownerOf(per []Type) Kind {
	if len(per) > 0 {
		if k := per[0].Kind; k == KSeat || k == KZone || k == KCard {
			return k
		}
	}
	return KNone
}

// Brackets returns the indices of a variable that are written in brackets: all but the owner.
func (v *VarDef) Brackets() []Type {
	if v.Owner() != KNone {
		return v.Per[1:]
	}
	return v.Per
}

// Indices splits the place of a value among those of all indices per into the values of these indices.
func (gd *GameDef) Indices(per []Type, place int64) []int64 {
	out := make([]int64, len(per))
	for i := len(out) - 1; i > 0; i-- {
		n := max(gd.Many(per[i]), 1)
		out[i], place = place%n, place/n
	}
	if len(out) > 0 {
		out[0] = place
	}
	return out
}

// OwnerAt returns the owner of the value at a place of a variable, None if it has none.
func (gd *GameDef) OwnerAt(v *VarDef, place int64) int64 {
	if v.Owner() == KNone {
		return None
	}
	return place / max(gd.PerOwner(v), 1)
}

// PerOwner returns the number of values of a variable that each owner has, all of them if there are no owners.
func (gd *GameDef) PerOwner(v *VarDef) int64 {
	n := int64(1)
	for _, t := range v.Brackets() {
		n *= gd.Many(t)
	}
	return n
}

// VarName names a value of a variable by its place: luck, ant.purse, ant.goods.wool, store.wool, price.wool.high.
func (gd *GameDef) VarName(v *VarDef, place int64) string {
	name := v.ID
	for i, at := range gd.Indices(v.Per, place) {
		if i == 0 && v.Owner() != KNone {
			name = gd.Of(v.Owner(), at, name)
		} else if v.Per[i].Kind <= KCard { // a damaged game may have any kind
			name += "." + gd.Spell(at, v.Per[i])
		}
	}
	return name
}

// EntryName names a value of a lookup with indices by its place: price[wool][high].
func (gd *GameDef) EntryName(l *Lookup, place int64) string {
	name := l.ID
	for i, at := range gd.Indices(l.Per, place) {
		name += "[" + gd.Spell(at, l.Per[i]) + "]"
	}
	return name
}

// CellName names a cell by its variable; a cell without a variable is named by its number.
func (gd *GameDef) CellName(cell int64) string {
	for i := range gd.Vars {
		if v := &gd.Vars[i]; cell >= int64(v.Base) && cell < int64(v.Base)+int64(v.Len) {
			return gd.VarName(v, (cell-int64(v.Base))/int64(gd.Words(v.Type)))
		}
	}
	return fmt.Sprintf("cell %d", cell)
}

// cutMember cuts the member of a type off the end of a name, after a dot.
func (gd *GameDef) cutMember(name string, t Type) (rest string, member int64, ok bool) {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return "", 0, false
	}
	member, ok = gd.Value(name[dot+1:], t)
	return name[:dot], member, ok && member >= 0
}

// cell is the inverse of CellName.
func (gd *GameDef) cell(name string) (int64, bool) {
	for i := range gd.Vars {
		v := &gd.Vars[i]
		if place, ok := gd.place(v, name); ok {
			if words := int64(gd.Words(v.Type)); place < int64(v.Len)/words {
				return int64(v.Base) + place*words, true
			}
		}
	}
	return 0, false
}

// place is the inverse of VarName.
func (gd *GameDef) place(v *VarDef, name string) (place int64, ok bool) {
	each := int64(1)
	for _, t := range slices.Backward(v.Brackets()) {
		var member int64
		if name, member, ok = gd.cutMember(name, t); !ok {
			return 0, false
		}
		place += member * each
		each *= gd.Many(t)
	}
	if v.Owner() == KNone {
		return place, name == v.ID
	}
	if name, ok = strings.CutSuffix(name, "."+v.ID); !ok {
		return 0, false
	}
	owner, ok := gd.Value(name, v.Per[0])
	return place + owner*each, ok && owner >= 0
}

// PieceName names the pieces of a class in a zone, in offers and values.
func (gd *GameDef) PieceName(zone, class int32) string {
	return gd.Of(KZone, int64(zone), gd.IDOf(int64(class), Type{Kind: KClass}))
}

// SeatName names a seat; any value that is not a seat is chance.
func (gd *GameDef) SeatName(seat int64) string {
	if id := gd.IDOf(seat, TSeat); id != "" {
		return id
	}
	return "chance"
}

// Spell writes a value in the notation of the rulebook: ids, true and false, numbers, {a, b} for sets, [a, b] for orders, "class in zone" for
// pieces, "first → second" for pairs, none. A value without a name is written as a number.
func (gd *GameDef) Spell(v int64, t Type) string {
	switch t.Kind {
	case KNone, KInt:
		return strconv.FormatInt(v, 10)
	case KBool:
		return strconv.FormatBool(v != 0)
	case KSet:
		return "{" + strings.Join(gd.SpellEach(v, t), ", ") + "}"
	case KOrder:
		return "[" + strings.Join(gd.SpellEach(v, t), ", ") + "]"
	case KPiece:
		if v >= 0 {
			return gd.Spell(v&0xff, Type{Kind: KClass}) + " in " + gd.Spell(v>>8, TZone)
		}
	case KPair:
		if first, second := Halves(v); v >= 0 && uint32(t.Of) < uint32(len(gd.Pairs)) {
			of := gd.halves(t)
			return SpellPair(gd.Spell(first, of.First), gd.Spell(second, of.Second))
		}
	}
	if v == None {
		return "none"
	}
	if id := gd.IDOf(v, t); id != "" {
		return id
	}
	return strconv.FormatInt(v, 10)
}

// Entitled is Spell with the titles of seats, zones and cards instead of their ids.
func (gd *GameDef) Entitled(v int64, t Type) string {
	title := ""
	if uint64(v) < uint64(gd.Many(t)) {
		switch t.Kind {
		case KSeat:
			title = gd.Seats[v].Title
		case KZone:
			title = gd.Zones[v].Title
		case KCard:
			title = gd.Cards[v].Title
		}
	}
	return cmp.Or(title, gd.Spell(v, t))
}

// ClauseTitle returns the title of a clause, "" if it has none.
func (gd *GameDef) ClauseTitle(rule string) string {
	for i := range gd.Clauses {
		if gd.Clauses[i].ID == rule {
			return gd.Clauses[i].Title
		}
	}
	return ""
}

// SpellList is Spell with the brackets of a list for sets, too, as scripts and traces write them.
func (gd *GameDef) SpellList(v int64, t Type) string {
	if t.Kind == KSet {
		return gd.SpellMembers(gd.Each(v, t), t)
	}
	return gd.Spell(v, t)
}

// SpellMembers writes members of a set or an order in the brackets of a list.
func (gd *GameDef) SpellMembers(members []int64, t Type) string {
	return "[" + strings.Join(gd.spellAll(members, t), ", ") + "]"
}

// SpellEach writes the members of a set or an order, or any other value as the only entry.
func (gd *GameDef) SpellEach(v int64, t Type) []string {
	if t.Kind != KSet && t.Kind != KOrder {
		return []string{gd.Spell(v, t)}
	}
	return gd.spellAll(gd.Each(v, t), t)
}

func (gd *GameDef) spellAll(members []int64, t Type) []string {
	out := make([]string, len(members))
	for i, m := range members {
		out[i] = gd.Spell(m, t.Members())
	}
	return out
}

// Value parses a value of a type: the notation of Spell, any spelling of a boolean, a piece also as PieceName writes it, a set or an order
// with or without brackets. It returns false if the type has no such value.
func (gd *GameDef) Value(text string, t Type) (int64, bool) { return gd.value(text, t, false) }

// Parse is like Value, but accepts a number for every type, and the id of a piece type for its first class.
func (gd *GameDef) Parse(text string, t Type) (int64, error) {
	if v, ok := gd.value(text, t, true); ok {
		return v, nil
	}
	return 0, fmt.Errorf("%q is not a value here", strings.TrimSpace(text))
}

// value is Value or, if lenient, Parse.
func (gd *GameDef) value(text string, t Type, lenient bool) (int64, bool) {
	text = strings.TrimSpace(text)
	switch t.Kind {
	case KNone, KInt:
		lenient = true
	case KBool:
		switch {
		case slices.Contains(YesWords, text):
			return 1, true
		case slices.Contains(NoWords, text):
			return 0, true
		}
	case KSet, KOrder:
		return gd.list(text, t, lenient)
	case KPiece:
		if v, ok := gd.piece(text, lenient); ok {
			return v, true
		}
	case KTrack:
		if cell, ok := gd.cell(text); ok {
			return cell, true
		}
	case KPair:
		if v, ok := gd.pair(text, t); ok {
			return v, true
		}
	default:
		for i := range gd.Many(t) {
			if gd.IDOf(i, t) == text {
				return i, true
			}
		}
	}
	if text == "none" && t.Kind != KInt && t.Kind != KBool && t.Kind != KEnum {
		return None, true
	}
	if n, err := strconv.ParseInt(text, 10, 64); lenient && err == nil {
		return n, true
	}
	return 0, false
}

// piece reads "class in zone" or "zone.class".
func (gd *GameDef) piece(text string, lenient bool) (int64, bool) {
	class, zone, ok := strings.Cut(text, " in ")
	if !ok {
		zone, class, _ = strings.Cut(text, ".")
	}
	z, ok := gd.Value(zone, TZone)
	c, known := gd.Value(class, Type{Kind: KClass})
	if lenient && !known {
		c, known = gd.Class(strings.TrimSpace(class))
	}
	return z<<8 | c, ok && known && z >= 0 && c >= 0
}

// halves returns the types of a pair. A nested pair, which no loadable game has, is treated as a number.
func (gd *GameDef) halves(t Type) PairDef {
	of := gd.Pairs[t.Of]
	for _, half := range []*Type{&of.First, &of.Second} {
		if half.Kind == KPair {
			*half = TInt
		}
	}
	return of
}

// SpellPair joins the spellings of the halves of a pair.
func SpellPair(first, second string) string { return first + pairSign + second }

// pair is the inverse of SpellPair.
func (gd *GameDef) pair(text string, t Type) (int64, bool) {
	one, other, ok := strings.Cut(text, pairSign)
	if !ok || uint32(t.Of) >= uint32(len(gd.Pairs)) {
		return 0, false
	}
	of := gd.halves(t)
	first, known := gd.Value(one, of.First)
	second, ok := gd.Value(other, of.Second)
	return PairOf(first, second), known && ok && first >= 0 && second >= 0
}

// Class finds a class by its id, or the first class of a type by the id of the type.
func (gd *GameDef) Class(id string) (int64, bool) {
	if c, ok := gd.Value(id, Type{Kind: KClass}); ok && c != None {
		return c, true
	}
	for i := range gd.Types {
		if gd.Types[i].ID == id {
			return int64(gd.Types[i].First), true
		}
	}
	return 0, false
}

// ListedIn parses the members of a set or an order, with or without brackets. It returns false if one of them is invalid.
func (gd *GameDef) ListedIn(text string, t Type) ([]int64, bool) { return gd.listed(text, t, true) }

func (gd *GameDef) listed(text string, t Type, lenient bool) ([]int64, bool) {
	text = strings.Trim(text, "{}[] ")
	if text == "none" {
		text = ""
	}
	var out []int64
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		v, ok := gd.value(part, t.Members(), lenient)
		if !ok || v < 0 || v >= int64(WordBits*gd.Words(t)) {
			return nil, false
		}
		out = append(out, v)
	}
	return out, t.Kind != KOrder || len(out)*int(gd.SeatBits()) <= WordBits
}

// list parses a set or an order. A wide set must be among those of the game.
func (gd *GameDef) list(text string, t Type, lenient bool) (int64, bool) {
	members, ok := gd.listed(text, t, lenient)
	switch {
	case !ok:
		return 0, false
	case t.Kind == KOrder:
		return gd.OrderOf(members...), true
	case !gd.Wide(t):
		return gd.MakeSet(t, members...), true
	}
	slices.Sort(members)
	members = slices.Compact(members)
	if len(members) == 0 {
		return NoSet, true
	}
	for i := range gd.Sets {
		if slices.Equal(gd.Each(int64(i), t), members) {
			return int64(i), true
		}
	}
	return 0, false
}

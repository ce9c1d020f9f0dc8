package play

// This file gives things their titles, and finds things by what people type.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// titleOf returns the title of a value, or the words of its id.
func titleOf(gd *def.GameDef, v int64, t def.Type) string {
	within := uint64(v) < uint64(gd.Many(t))
	switch {
	case t.Kind == def.KPair && v >= 0:
		first, second := def.Halves(v)
		of := gd.Pairs[t.Of]
		return def.SpellPair(titleOf(gd, first, of.First), titleOf(gd, second, of.Second))
	case t.Kind == def.KPiece && v >= 0:
		return className(gd, int32(v&0xff)) + " in " + titleOf(gd, v>>8, def.Type{Kind: def.KZone})
	case t.Kind == def.KSet || t.Kind == def.KOrder || t.Kind == def.KBool || t.Kind == def.KInt || !within:
	case t.Kind == def.KSeat || t.Kind == def.KZone || t.Kind == def.KCard:
		return Words(gd.Entitled(v, t))
	case t.Kind == def.KPile:
		return cmp.Or(gd.Piles[v].Title, Words(gd.Piles[v].ID))
	case t.Kind == def.KProc:
		return cmp.Or(gd.Procs[v].Title, Words(gd.Procs[v].ID))
	case t.Kind == def.KLasting:
		return cmp.Or(gd.Lasting[v].Title, Words(gd.Lasting[v].ID))
	case t.Kind == def.KClass:
		return className(gd, int32(v))
	}
	return Words(gd.Spell(v, t))
}

// className names a class by the title of its type, its status and its marks.
func className(gd *def.GameDef, class int32) string {
	c := &gd.Classes[class]
	t := &gd.Types[c.Type]
	_, rest, _ := strings.Cut(c.ID, ".")
	return strings.TrimSpace(cmp.Or(t.Title, Words(t.ID)) + " " + strings.ReplaceAll(rest, ".", " "))
}

// optionTitle returns the title of an option: that of the procedure that it calls, or of the thing that it is named after.
func optionTitle(gd *def.GameDef, o *def.MenuOption) string {
	if o.Proc >= 0 && gd.Procs[o.Proc].Title != "" {
		return gd.Procs[o.Proc].Title
	}
	for _, kind := range []def.Kind{def.KSeat, def.KZone, def.KCard} {
		if v, ok := gd.Value(o.Name, def.Type{Kind: kind}); ok && v >= 0 {
			return titleOf(gd, v, def.Type{Kind: kind})
		}
	}
	return Words(o.Name)
}

// Words writes an id as words: oneLongName and one-long-name as one long name. Whatever has a space or a capital at its
// beginning is a title already.
func Words(id string) string {
	if strings.ContainsRune(id, ' ') || id == "" || unicode.IsUpper([]rune(id)[0]) {
		return id
	}
	var b strings.Builder
	letters := []rune(id)
	for i, r := range letters {
		switch {
		case r == '-' && i > 0 && i+1 < len(letters) && unicode.IsLetter(letters[i-1]) && unicode.IsLetter(letters[i+1]):
			b.WriteByte(' ')
		case i > 0 && unicode.IsUpper(r) && unicode.IsLower(letters[i-1]):
			b.WriteString(" " + string(unicode.ToLower(r)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// key is what a typed name is compared by: its letters and digits, in lower case.
func key(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// thing is something that can be named.
type thing struct{ id, title string }

// find returns the index of the thing that a text names: by id, by title, or by the unambiguous beginning of one of them. It returns -1
// and no error if nothing begins so.
func find(things []thing, text string) (int, error) {
	want := key(text)
	if i := slices.IndexFunc(things, func(t thing) bool { return t.id == strings.TrimSpace(text) }); i >= 0 {
		return i, nil
	}
	if want == "" {
		return -1, nil
	}
	for _, fits := range []func(k string) bool{func(k string) bool { return k == want }, func(k string) bool { return strings.HasPrefix(k, want) }} {
		var found []int
		for i, t := range things {
			if fits(key(t.id)) || fits(key(t.title)) {
				found = append(found, i)
			}
		}
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			var titles []string
			for _, i := range found[:min(len(found), maxNear)] {
				titles = append(titles, things[i].label())
			}
			if more := len(found) - maxNear; more > 0 {
				titles = append(titles, fmt.Sprintf("%d more", more))
			}
			return -1, fmt.Errorf("%q may be %s; type more of it", strings.TrimSpace(text), strings.Join(titles, ", "))
		}
	}
	return -1, nil
}

// maxNear limits the names in a message.
const maxNear = 8

// label is the title of a thing, with its id if that cannot be guessed from it.
func (t thing) label() string {
	if key(t.id) == key(t.title) {
		return t.title
	}
	return t.title + " (" + t.id + ")"
}

// unknown is the error of a name that nothing bears.
func unknown(what, text string, things []thing) error {
	var known []string
	for _, t := range things {
		known = append(known, t.id, t.title)
	}
	if near := diag.Near(strings.TrimSpace(text), known); near != "" {
		return fmt.Errorf("there is no %s %q; did you mean %s?", what, strings.TrimSpace(text), near)
	}
	return fmt.Errorf("there is no %s %q", what, strings.TrimSpace(text))
}

// values lists the values of a type as things.
func values(gd *def.GameDef, t def.Type) []thing {
	var out []thing
	for v, id := range gd.IDs(t) {
		out = append(out, thing{id, titleOf(gd, int64(v), t)})
	}
	return out
}

// SeatTitle returns the title of a seat, or "chance".
func (p *Play) SeatTitle(seat int) string {
	if seat == engine.Chance {
		return "chance"
	}
	return titleOf(p.game.Def(), int64(seat), def.Type{Kind: def.KSeat})
}

// sentence joins the clause of a reason and its words.
func sentence(rule, why string) string {
	if rule == "" || strings.HasPrefix(why, rule) {
		return why
	}
	return rule + " " + why
}

// number reads a whole number of a few digits.
func number(text string) (int, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	return int(n), err == nil
}

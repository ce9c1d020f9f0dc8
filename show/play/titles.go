package play

// This file looks up titles of things, and things by typed names.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/saved"
	"rulebound/show/steps"
)

// thing is something that can be named.
type thing struct{ id, title string }

// find returns the index of the thing that a text names: by id, by title, or by an unambiguous beginning of one of
// them. It returns -1 and no error if nothing matches.
func find(things []thing, text string) (int, error) {
	want := saved.Key(text)
	if i := slices.IndexFunc(things, func(t thing) bool { return t.id == strings.TrimSpace(text) }); i >= 0 {
		return i, nil
	}
	if want == "" {
		return -1, nil
	}
	for _, fits := range []func(k string) bool{func(k string) bool { return k == want }, func(k string) bool { return strings.HasPrefix(k, want) }} {
		var found []int
		for i, t := range things {
			if fits(saved.Key(t.id)) || fits(saved.Key(t.title)) {
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

// label returns the title of a thing, with its id if that is not obvious from it.
func (t thing) label() string {
	if saved.Key(t.id) == saved.Key(t.title) {
		return t.title
	}
	return t.title + " (" + t.id + ")"
}

// unknown returns the error of an unknown name.
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
		out = append(out, thing{id, steps.Title(gd, int64(v), t)})
	}
	return out
}

// SeatTitle returns the title of a seat, or "chance".
func (p *Play) SeatTitle(seat int) string {
	if seat == engine.Chance {
		return "chance"
	}
	return steps.Title(p.game.Def(), int64(seat), def.Type{Kind: def.KSeat})
}

// sentence joins the clause and the words of a reason.
func sentence(rule, why string) string {
	if rule == "" || strings.HasPrefix(why, rule) {
		return why
	}
	return rule + " " + why
}

// number parses a whole number of a few digits.
func number(text string) (int, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	return int(n), err == nil
}

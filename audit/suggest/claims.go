// This file writes what the engine says of a play, as comments: something to hold against the clause, not an expectation.

package suggest

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/conformance/scribe"
	"rulebound/engine/def"
)

// Bounds of what is claimed.
const (
	maxClaims  = 16 // values
	maxOptions = 12 // answers of the pending decision
)

// claims writes the expectation that the engine meets, commented out.
func (d *draft) claims() string {
	var b strings.Builder
	b.WriteString("# Unverified, what the engine says; hold it against the clause first:\n# expect:\n")
	if len(d.proves) > 0 {
		b.WriteString("#   rules: " + scribe.List(d.proves) + "\n")
	}
	b.WriteString("#   asked: " + d.asked() + "\n")
	if x := d.last.Decision(); x != nil && x.Seat >= 0 && (x.Kind == def.Menu || x.Kind == def.One) {
		if names := d.last.Game().Candidates(x); len(names) <= maxOptions {
			b.WriteString("#   legal: {seat: " + d.search.game.Def.SeatName(int64(x.Seat)) + ", decision: " + scribe.Word(x.Name) + ", options: " + scribe.List(names) + "}\n")
		}
	}
	changes := d.changes()
	if len(changes) > maxClaims {
		b.WriteString("#   # the first of " + strconv.Itoa(len(changes)) + " values that the last move changed\n")
		changes = changes[:maxClaims]
	}
	if result := d.last.Result(); slices.ContainsFunc(result, func(n int64) bool { return n != 0 }) {
		var seats []string
		for i, n := range result {
			seats = append(seats, scribe.Word(d.search.game.Def.SeatName(int64(i)))+": "+strconv.FormatInt(n, 10))
		}
		b.WriteString("#   result: {" + strings.Join(seats, ", ") + "}\n")
	}
	if len(changes) > 0 {
		b.WriteString("#   state: {" + strings.Join(changes, ", ") + "}\n")
	}
	return b.String()
}

// changes lists the values that differ between the beginning of the last line and the end.
func (d *draft) changes() []string {
	gd := d.search.game.Def
	var out []string
	add := func(name, text string) { out = append(out, scribe.Word(name)+": "+text) }
	for i := range gd.Vars {
		v := &gd.Vars[i]
		if v.Quiet || v.Scope != def.GameScope {
			continue
		}
		for j := range single(gd, v) {
			name := gd.Of(v.Per, int64(j), v.ID)
			if n := d.last.Cell(v.Base + j); n != d.first.Cell(v.Base+j) && !slices.Contains([]def.Kind{def.KSet, def.KOrder}, v.Type.Kind) {
				add(name, d.value(name, n))
			}
		}
	}
	for z := range gd.Zones {
		for c := range gd.Classes {
			if n := d.last.Count(int32(z), int32(c)); n != d.first.Count(int32(z), int32(c)) {
				add(gd.PieceName(int32(z), int32(c)), strconv.FormatInt(n, 10))
			}
		}
	}
	for i := range gd.Derived {
		x := &gd.Derived[i]
		if !x.Watch || x.Per == def.KNone {
			continue
		}
		for _, j := range gd.Each(x.Over, def.Type{Kind: def.KSet, Elem: x.Per}) {
			before, err := d.first.Derived(int32(i), j)
			after, err2 := d.last.Derived(int32(i), j)
			if err == nil && err2 == nil && before != after {
				add(gd.Of(x.Per, j, x.ID), scribe.Word(gd.Spell(after, x.Type)))
			}
		}
	}
	return out
}

// This file writes the engine's results of a play as comments, to compare with the clause. They are not expectations.

package suggest

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/conformance/scribe"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Limits of the claims.
const (
	maxClaims  = 16 // values
	maxOptions = 12 // answers of the pending decision
)

// Claims writes, commented out, an expectation that the engine satisfies: of the end of a play, and of the changes
// since the beginning of its last move. proves lists the clauses that only an expectation can show.
func Claims(first, last *engine.State, proves []string) string {
	gd := last.Game().Def()
	var b strings.Builder
	b.WriteString("# Unverified, what the engine says; hold it against the clause first:\n# expect:\n")
	if len(proves) > 0 {
		b.WriteString("#   rules: " + scribe.List(proves) + "\n")
	}
	b.WriteString("#   asked: " + asked(last) + "\n")
	if x := last.Decision(); x != nil && x.Seat >= 0 && (x.Kind == def.Menu || x.Kind == def.One) {
		if names := last.Game().Candidates(x); len(names) <= maxOptions {
			b.WriteString("#   legal: {seat: " + gd.SeatName(int64(x.Seat)) + ", decision: " + scribe.Word(x.Name) + ", options: " + scribe.List(names) + "}\n")
		}
	}
	changes := moved(first, last)
	if len(changes) > maxClaims {
		b.WriteString("#   # the first of " + strconv.Itoa(len(changes)) + " values that the last move changed\n")
		changes = changes[:maxClaims]
	}
	if result := last.Result(); slices.ContainsFunc(result, func(n int64) bool { return n != 0 }) {
		var seats []string
		for i, n := range result {
			seats = append(seats, scribe.Word(gd.SeatName(int64(i)))+": "+strconv.FormatInt(n, 10))
		}
		b.WriteString("#   result: {" + strings.Join(seats, ", ") + "}\n")
	}
	if len(changes) > 0 {
		b.WriteString("#   state: {" + strings.Join(changes, ", ") + "}\n")
	}
	return b.String()
}

// moved lists the values that changed between the beginning of the last line and the end.
func moved(first, last *engine.State) []string {
	gd := last.Game().Def()
	var out []string
	add := func(name, text string) { out = append(out, scribe.Word(name)+": "+text) }
	for i := range gd.Vars {
		v := &gd.Vars[i]
		if v.Quiet || v.Scope != def.GameScope {
			continue
		}
		for j := range single(gd, v) {
			name := gd.VarName(v, int64(j))
			if n := last.Cell(v.Base + j); n != first.Cell(v.Base+j) && !slices.Contains([]def.Kind{def.KSet, def.KOrder}, v.Type.Kind) {
				add(name, valueText(gd, n, v.Type))
			}
		}
	}
	for z := range gd.Zones {
		for c := range gd.Classes {
			if last.Count(int32(z), int32(c)) == first.Count(int32(z), int32(c)) {
				continue
			}
			name := gd.PieceName(int32(z), int32(c)) // the count of a class without marks includes marked pieces
			is, _, _ := last.Value(name)
			if was, _, _ := first.Value(name); is != was {
				add(name, strconv.FormatInt(is, 10))
			}
		}
	}
	for i := range gd.Derived {
		x := &gd.Derived[i]
		if !x.Watch || x.Per == def.KNone {
			continue
		}
		for _, j := range gd.Each(x.Over, def.Type{Kind: def.KSet, Elem: x.Per}) {
			before, err := first.Derived(int32(i), j)
			after, err2 := last.Derived(int32(i), j)
			if err == nil && err2 == nil && before != after {
				add(gd.Of(x.Per, j, x.ID), scribe.Word(gd.Spell(after, x.Type)))
			}
		}
	}
	return out
}

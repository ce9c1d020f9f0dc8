// This file lists what a decision offers now, or can offer in any position.

package names

import (
	"fmt"
	"slices"
	"strconv"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Offered lists the answers that a pending decision offers: its candidates, or the legal numbers. More than
// MaxOffered numbers are abridged by Span.
func Offered(g *engine.Game, d *engine.Decision) []string {
	switch {
	case !IsNumber(d):
		return g.Candidates(d)
	case d.Max-d.Min >= MaxOffered:
		return []string{Span(d)}
	}
	var out []string
	for n := d.Min; n <= d.Max; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

// IsNumber reports whether a decision is answered by a number.
func IsNumber(d *engine.Decision) bool { return d.Kind.Row().Answer == def.AnswerNumber }

// Span spells the limits of a number.
func Span(d *engine.Decision) string { return fmt.Sprintf("%d to %d", d.Min, d.Max) }

// Offerable reports whether a decision has an option, a member or pieces of that name in some position.
func Offerable(gd *def.GameDef, d *def.DecisionDef, name string) bool {
	row := d.Kind.Row()
	if slices.Contains(OptionNames(d.Options), name) || slices.Contains(OptionNames(d.Also), name) || row.Picked && name == "stop" {
		return true
	}
	switch row.Answer {
	case def.AnswerNumber:
		_, err := strconv.Atoi(name)
		return err == nil
	case def.AnswerCounts:
		return slices.Contains(PieceNames(gd), name)
	case def.AnswerMember, def.AnswerSet, def.AnswerOrder:
		v, ok := gd.Value(name, d.Elem)
		return ok && gd.Spell(v, d.Elem) == name
	}
	return false
}

// OptionNames lists the names of options.
func OptionNames(options []def.MenuOption) []string {
	return Of(options, func(o *def.MenuOption) string { return o.Name })
}

// Decisions lists the names of the decisions of a game.
func Decisions(gd *def.GameDef) []string {
	return Of(gd.Decisions, func(d *def.DecisionDef) string { return d.Name })
}

// Notes lists the names of the notes of a game.
func Notes(gd *def.GameDef) []string {
	return Of(gd.Notes, func(n *def.NoteDef) string { return n.Name })
}

// PieceNames lists the names of all classes in all zones, as decisions spell them.
func PieceNames(gd *def.GameDef) []string {
	var names []string
	for z := range gd.Zones {
		for c := range gd.Classes {
			names = append(names, gd.PieceName(int32(z), int32(c)))
		}
	}
	return names
}

package engine

// This file spells decisions and answers; GameDef.Spell spells values.

import (
	"fmt"
	"strconv"
	"strings"

	"rulebound/engine/def"
)

// SpellAnswer spells an answer as reported by an Answered or Forced event: the name of an option or a member, a list of members in brackets, a
// number, the pieces of a take ("2 scouts from hill, 1 hut from dale"), the cards of a shuffle; "stop" for a pick that stopped, "none" if no
// option was legal.
func (g *Game) SpellAnswer(d *def.DecisionDef, form AnswerForm, value int64, values []int64) string {
	switch form {
	case ByStop:
		return "stop"
	case ByOption:
		return optionName(d.Options, value)
	case BySide:
		return optionName(d.Also, value)
	}
	switch d.Kind.Row().Answer {
	case def.AnswerMember:
		return g.def.Spell(value, d.Elem)
	case def.AnswerSet:
		if t := def.SetOf(d.Elem); g.def.Wide(t) {
			return g.def.SpellMembers(values, t)
		}
		return g.def.SpellList(value, def.SetOf(d.Elem))
	case def.AnswerCounts:
		return g.spellTaken(values)
	case def.AnswerOrder:
		names := make([]string, len(values))
		for i, c := range values {
			names[i] = g.def.Spell(c, def.TCard)
		}
		return strings.Join(names, ", ")
	}
	return strconv.FormatInt(value, 10)
}

// optionName returns the name of an option, "none" if there is no such option.
func optionName(options []def.MenuOption, i int64) string {
	if uint64(i) >= uint64(len(options)) {
		return "none"
	}
	return options[i].Name
}

// spellTaken spells packed entries: zone<<24|class<<16|count.
func (g *tables) spellTaken(values []int64) string {
	var parts []string
	for _, v := range values {
		if n := v & 0xffff; n > 0 {
			parts = append(parts, g.spellEntry(n, v>>16&0xff, v>>24))
		}
	}
	return orNothing(parts)
}

func (g *tables) spellEntry(count, class, zone int64) string {
	return fmt.Sprintf("%d %s from %s", count, g.def.Spell(class, def.Type{Kind: def.KClass}), g.def.Spell(zone, def.TZone))
}

func orNothing(parts []string) string {
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// SpellReply spells an answer to a published decision like SpellAnswer, legal or not. An answer that names no option of the decision is spelled
// as the name of the decision.
func (g *Game) SpellReply(d *Decision, a Answer) string {
	gd := &g.def.Decisions[d.Index]
	shape := d.Kind.Row().Answer
	switch {
	case a.Kind == Stance:
		return g.spellStance(a)
	case a.Kind == Side && uint32(a.Option) < uint32(len(gd.Also)):
		return g.SpellAnswer(gd, BySide, int64(a.Option), nil)
	case a.Kind == Side, shape == def.AnswerOption && uint32(a.Option) >= uint32(len(gd.Options)):
		return d.Name
	case a.Stop:
		return g.SpellAnswer(gd, ByStop, 0, nil)
	case shape == def.AnswerOption:
		return g.SpellAnswer(gd, ByOption, int64(a.Option), nil)
	case shape == def.AnswerSet:
		return g.SpellAnswer(gd, ByValue, a.Set, a.Chosen)
	case shape == def.AnswerNumber:
		return g.SpellAnswer(gd, ByValue, a.N, nil)
	case shape == def.AnswerOrder:
		return g.SpellAnswer(gd, ByValue, 0, a.Order)
	case shape == def.AnswerMember:
		return g.SpellAnswer(gd, ByValue, a.Member, nil)
	}
	var parts []string
	for i, n := range a.Counts {
		if e := d.Entries; i < len(e) && n > 0 {
			parts = append(parts, g.spellEntry(int64(n), int64(e[i].Class), int64(e[i].Zone)))
		}
	}
	return orNothing(parts)
}

// Candidates lists the names of what a decision offers: its options, members or pieces ("zone.class"), then its side options.
func (g *Game) Candidates(d *Decision) []string {
	var out []string
	for _, o := range d.Options {
		out = append(out, o.Name)
	}
	for _, m := range d.Members {
		out = append(out, g.def.Spell(m, d.Elem))
	}
	for _, e := range d.Entries {
		out = append(out, g.def.PieceName(e.Zone, e.Class))
	}
	for _, o := range d.Also {
		out = append(out, o.Name)
	}
	return out
}

// Offers describes all answers to a decision for people: its candidates with their numbers and bounds.
func (g *Game) Offers(d *Decision) []string {
	var out []string
	for _, o := range d.Options {
		out = append(out, o.Name)
	}
	shape := d.Kind.Row().Answer
	if shape != def.AnswerOrder {
		for _, m := range d.Members {
			out = append(out, g.def.Spell(m, d.Elem))
		}
	}
	for _, e := range d.Entries {
		out = append(out, fmt.Sprintf("%s (%d)", g.def.PieceName(e.Zone, e.Class), e.Available))
	}
	switch shape {
	case def.AnswerNumber:
		out = append(out, fmt.Sprintf("%d to %d", d.Min, d.Max))
	case def.AnswerCounts, def.AnswerSet:
		out = append(out, fmt.Sprintf("%d to %d in all", d.Min, d.Max))
	case def.AnswerOrder:
		out = append(out, fmt.Sprintf("an order of %d cards", len(d.Members)))
	}
	for _, o := range d.Also {
		out = append(out, "also "+o.Name)
	}
	if d.Stop {
		out = append(out, "stop")
	}
	return out
}

package play

// This file shows one thing of the position, as a viewer may know it.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/conformance/scenario/names"
	"rulebound/engine/def"
	"rulebound/show/steps"
)

// Show returns what a viewer may know of a space, card, seat or pile, in lines.
func (p *Play) Show(text string, viewer, width int) ([]string, error) {
	b := p.boardOf(viewer, width)
	things, kindOf, at := p.shown()
	i, err := find(things, text)
	if err != nil {
		return nil, err
	}
	if i < 0 {
		return nil, unknown("space, card, seat or pile", text, things)
	}
	b.lines = append(b.lines, things[i].label())
	switch kindOf[i] {
	case def.KSeat:
		b.line("  has", b.ofSeat(at[i]))
	case def.KZone:
		b.zone(at[i])
	case def.KCard:
		b.card(at[i])
	case def.KPile:
		b.lines = append(b.lines, Wrap("  "+b.cards(at[i]), width, "    ")...)
	}
	return b.lines, nil
}

// shown lists the things that Show can show, with their kinds and indices.
func (p *Play) shown() (things []thing, kinds []def.Kind, at []int) {
	for _, kind := range []def.Kind{def.KSeat, def.KZone, def.KCard, def.KPile} {
		for i, t := range values(p.game.Def(), def.Type{Kind: kind}) {
			things, kinds, at = append(things, t), append(kinds, kind), append(at, i)
		}
	}
	return things, kinds, at
}

// Names lists the ids of the things that Show can show.
func (p *Play) Names() []string {
	things, _, _ := p.shown()
	return names.Of(things, func(t *thing) string { return t.id })
}

func (b *board) zone(z int) {
	gd := b.play.game.Def()
	pieces := b.pieces(z)
	if len(pieces) == 0 {
		pieces = []string{"none"}
	}
	b.line("  pieces", pieces)
	var all []string
	for _, v := range b.play.table.Values {
		if text, seen := b.seen.values[v.Name]; seen && v.Zone == z {
			all = append(all, titled(v.Title, text))
		}
	}
	b.line("  values", all)
	b.line("  properties", b.properties("zone.", z))
	var near []string
	for _, other := range b.play.table.Links[z] {
		near = append(near, steps.Title(gd, int64(other), def.Type{Kind: def.KZone}))
	}
	b.line("  next to", near)
}

func (b *board) card(c int) {
	gd := b.play.game.Def()
	where := "out of sight"
	for i := range gd.Piles {
		if slices.Contains(b.seen.piles[i], int64(c)) {
			where = "in " + steps.Title(gd, int64(i), def.Type{Kind: def.KPile})
		}
	}
	b.line("  lies", []string{where})
	b.line("  properties", b.properties("card.", c))
}

// properties lists the properties of a thing that are useful to a reader: no procedures, no empty ones.
func (b *board) properties(owner string, of int) []string {
	gd := b.play.game.Def()
	var out []string
	for i := range gd.Lookups {
		l := &gd.Lookups[i]
		name, mine := strings.CutPrefix(l.ID, owner)
		if !mine || of >= len(l.Values) || l.Type.Kind == def.KProc || strings.Contains(name, ".") {
			continue
		}
		text := gd.SpellList(l.Values[of], l.Type)
		if text == "0" || slices.Contains(silent, text) {
			continue
		}
		if l.Type.Kind == def.KSeat || l.Type.Kind == def.KZone {
			text = steps.Title(gd, l.Values[of], l.Type)
		}
		out = append(out, titled(name, text))
	}
	return out
}

// Result lists the seats with their results once the game is over.
func (p *Play) Result() []string {
	var out []string
	for seat, n := range p.state.Result() {
		out = append(out, fmt.Sprintf("%s %d", p.SeatTitle(seat), n))
	}
	return out
}

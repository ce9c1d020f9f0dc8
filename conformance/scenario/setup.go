// This file converts the set-up of a script for the engine. It checks every name and reports errors at the places of the entries.

package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Engine converts the set-up. The error holds a Misfit for each name that the game does not know; Game.New checks the
// rest. The seed is not set, since it belongs to the script.
func (s *Setup) Engine(g *engine.Game) (engine.Setup, error) {
	out := engine.Setup{ID: s.Scenario, Piles: map[string][]string{}, Values: map[string]string{}, Pieces: map[string]map[string]int{}, Lasting: s.Lasting}
	c := setupCheck{gd: g.Def(), setup: s}
	c.id()
	for _, p := range s.Piles {
		c.name(p.Pos, def.KPile, "pile", p.Pile)
		for _, card := range p.Cards {
			c.name(s.at(engine.SetupEntry{Field: "Piles", Name: p.Pile, Within: card}), def.KCard, "card", card)
		}
		out.Piles[p.Pile] = p.Cards
	}
	settable := func(name string) bool { _, _, ok := g.Cell(name); return ok }
	for _, p := range s.Values {
		if !settable(p.Key.Value) {
			c.unknown(p.Key.Pos, "variable", p.Key.Value, func() []string {
				return slices.DeleteFunc(slices.Clone(g.Names()), func(name string) bool { return !settable(name) })
			})
		}
		out.Values[p.Key.Value] = p.Value.Value
		if p.Value.Kind == source.List { // a set or an order
			out.Values[p.Key.Value] = "[" + strings.Join(p.Value.Texts(), ", ") + "]"
		}
	}
	for _, zone := range s.Pieces {
		c.name(zone.Key.Pos, def.KZone, "zone", zone.Key.Value)
		counts := map[string]int{}
		for _, p := range zone.Value.Pairs {
			v, _ := p.Value.Int()
			c.class(p.Key)
			counts[p.Key.Value] = int(v)
		}
		out.Pieces[zone.Key.Value] = counts
	}
	for _, id := range s.Lasting {
		c.lasting(s.at(engine.SetupEntry{Field: "Lasting", Name: id}), id)
	}
	if c.beyond > 0 {
		c.errs = append(c.errs, &names.Misfit{Pos: s.Pos, Why: fmt.Sprintf("%d more in this set-up", c.beyond)})
	}
	return out, errors.Join(c.errs...)
}

// Engine converts the set-up and the seed of the script.
func (s *Script) Engine(g *engine.Game) (engine.Setup, error) {
	out, err := s.Setup.Engine(g)
	if s.Seed != nil {
		out.Seed = *s.Seed
	}
	return out, err
}

// setupCheck collects the unknown names of a set-up.
type setupCheck struct {
	gd     *def.GameDef
	setup  *Setup
	spell  diag.Speller
	errs   []error
	beyond int // errors that are only counted
}

// fail adds an error. Those beyond diag.MaxPerFile are counted.
func (c *setupCheck) fail(at diag.Pos, why string) {
	if len(c.errs) == diag.MaxPerFile {
		c.beyond++
		return
	}
	c.errs = append(c.errs, &names.Misfit{Pos: at, Why: why})
}

// unknown reports an unknown name, with a suggestion.
func (c *setupCheck) unknown(at diag.Pos, what, name string, known func() []string) {
	c.fail(at, "there is no "+what+" "+name+c.spell.Among(name, known))
}

// name checks that the game has a thing of a kind.
func (c *setupCheck) name(at diag.Pos, kind def.Kind, what, id string) {
	if _, ok := c.gd.Value(id, def.Type{Kind: kind}); !ok || id == "none" {
		c.unknown(at, what, id, func() []string { return c.gd.IDs(def.Type{Kind: kind}) })
	}
}

// lasting checks that the game has a lasting effect. If the id is that of a clause, the error names the effects of that clause.
func (c *setupCheck) lasting(at diag.Pos, id string) {
	var of []string
	for i := range c.gd.Attachments {
		if a := &c.gd.Attachments[i]; a.Rule == id {
			of = append(of, c.gd.Lasting[a.Lasting].ID)
		}
	}
	if len(of) > 0 {
		c.fail(at, "there is no lasting effect "+id+"; those of this clause: "+strings.Join(slices.Compact(of), ", "))
		return
	}
	c.name(at, def.KLasting, "lasting effect", id)
}

// class checks that the game has a class of pieces. The error for a bare type names its statuses without marks.
func (c *setupCheck) class(n *source.Node) {
	classes := c.gd.IDs(def.Type{Kind: def.KClass})
	if slices.Contains(classes, n.Value) {
		return
	}
	var types, statuses []string
	for i := range c.gd.Classes {
		class := &c.gd.Classes[i]
		t := c.gd.Types[class.Type].ID
		types = append(types, t)
		if t == n.Value && class.Marks == 0 {
			statuses = append(statuses, class.ID)
		}
	}
	hint := "; write " + strings.Join(statuses, " or ")
	if len(statuses) == 0 {
		hint = c.spell.DidYouMean(n.Value, slices.Concat(classes, slices.Compact(types)))
	}
	c.fail(n.Pos, "there is no piece class "+n.Value+hint)
}

// id checks the name of the rulebook's set-up.
func (c *setupCheck) id() {
	ids := names.Of(c.gd.Setups, func(d *def.SetupDef) string { return d.ID })
	if id := c.setup.Scenario; id != "" && !slices.Contains(ids, id) {
		c.fail(c.setup.at(engine.SetupEntry{Field: "ID", Name: id}), "there is no set-up "+id+cmp.Or(names.DidYouMean(id, ids), "; the set-ups are "+strings.Join(ids, ", ")))
	}
}

// at returns the place of an entry: that of the whole set-up if unknown.
func (s *Setup) at(e engine.SetupEntry) diag.Pos {
	if pos, known := s.places[e]; known {
		return pos
	}
	return s.Pos
}

// placeOf returns the place of the entry that an error of the engine is about.
func (s *Setup) placeOf(err error) diag.Pos {
	var about *engine.SetupError
	if errors.As(err, &about) {
		return s.at(about.Entry)
	}
	return s.Pos
}

package compiler

// treeform_setup.go reads what the set-ups of the first drafts say: values of tracks by id, of which those of derived
// values are assertions, and capabilities in force from the start.

import (
	"slices"

	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// assertion is what a set-up says of a derived value.
type assertion struct {
	setup string
	id    *source.Node
	value *source.Node
	want  int64
}

// initialTrackValues reads [{trackId, value}]. A derived value cannot be set; it must come out as stated.
func (c *compiler) initialTrackValues(s *def.SetupDef, list []*source.Node) {
	for _, n := range list {
		f := c.fields(n, "initial track value")
		id, value := f.must("trackId"), f.must("value")
		f.done()
		if id == nil || value == nil {
			continue
		}
		sym := c.syms[id.Value]
		if sym == nil || sym.kind != symDerived || c.derived[sym.index].per != def.KNone {
			c.setupCell(s, source.Pair{Key: id, Value: value}, def.KNone, 0)
			continue
		}
		if want, ok := c.tryConstant(value, c.derived[sym.index].typ); ok {
			c.assertions = append(c.assertions, assertion{setup: s.ID, id: id, value: value, want: want})
		}
	}
}

// checkAssertions sets each position up and looks whether its derived values are what the set-up says.
func (c *compiler) checkAssertions() {
	if c.diags.HasErrors() || len(c.assertions) == 0 {
		return
	}
	still := *c.def // a game that is over as soon as it is set up
	still.Main = int32(len(still.Procs))
	entry := int32(len(still.Code))
	still.Code = append(slices.Clone(still.Code), def.Instr{Op: def.COver}, def.Instr{Op: def.CReturn})
	still.Procs = append(slices.Clone(still.Procs), def.ProcDef{Named: def.Named{ID: "still"}, Entry: entry, Possible: -1})
	game, err := engine.Load(&still, nil)
	if err != nil {
		return // the game itself cannot be loaded either, which is told elsewhere
	}
	for _, a := range c.assertions {
		state, err := game.New(engine.Setup{ID: a.setup})
		if err != nil {
			c.errorf(a.value.Pos, "setup", "set-up %s cannot be set up: %v", a.setup, err)
			continue
		}
		got, typ, err := state.Value(a.id.Value)
		if err == nil && got != a.want {
			c.errorf(a.value.Pos, "wrong-value", "%s is %s in set-up %s, not %s: it follows from the position and cannot be set",
				a.id.Value, game.Format(got, typ), a.setup, a.value.Value)
		}
	}
}

// startingCapabilities reads [{capabilityId, side, onlyWithPeriodEvents}]: lasting effects named capability-side, or just
// capability, that are in force from the start.
func (c *compiler) startingCapabilities(s *def.SetupDef, setup *source.Node, list []*source.Node) {
	periods := false
	if on := c.atPath(setup, c.drafts.periods); c.drafts.periods != "" && on != nil {
		periods, _ = on.Bool()
	}
	for _, n := range list {
		f := c.fields(n, "starting capability")
		id, side, only := f.must("capabilityId"), f.get("side"), f.flag("onlyWithPeriodEvents")
		f.done()
		if id == nil {
			continue
		}
		if only && c.drafts.periods == "" {
			c.undrafted(n.Get("onlyWithPeriodEvents"), "what onlyWithPeriodEvents goes by", "periods: path.of.a.truth.in.a.set-up")
		}
		name := id
		if side != nil {
			if sym := c.syms[id.Value+"-"+side.Value]; sym != nil && sym.typ == tLast {
				name = word(id, id.Value+"-"+side.Value)
			}
		}
		if x := c.value(name, nil, tLast); x != bad && (!only || periods) {
			s.Active = append(s.Active, int32(x.I))
		}
	}
}

package compiler

// cells.go lays out the state: tracks, markers, variables and derived values that can be held, each a run of cells.

import (
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// declareVariables lays out the cells: tracks, markers, variables, lasting stamps, quotas, held values.
func (c *compiler) declareVariables() {
	d := c.def
	for _, n := range c.items("tracks") {
		c.declareTrack(n)
	}
	for _, p := range c.pairs("pools") {
		v, ok := p.Value.Int()
		if !ok {
			c.errorf(p.Value.Pos, "wrong-type", "pool %s must be a whole number", p.Key.Value)
		}
		c.add(&symbol{name: p.Key.Value, kind: symPool, index: int32(len(d.Pools)), pos: p.Key.Pos})
		d.Pools = append(d.Pools, def.PoolDef{ID: p.Key.Value, Max: int32(v)})
	}
	for _, n := range c.items("markers") {
		c.declareMarker(n)
	}
	for _, n := range c.items("variables") {
		c.declareVariable(n)
	}
	for i, n := range c.items("derived") {
		c.declareDerived(n, int32(i))
	}
	inAction := c.cells("in action", def.KNone, true)
	inAction.Scope = def.ActionScope
	c.inAction = inAction.Base
	d.ActionCells = append(d.ActionCells, inAction.Base)
	d.StampCell = c.cells("stamps", def.KNone, true).Base
	for i := range d.Lasting {
		d.Lasting[i].Stamp = c.cells(d.Lasting[i].ID+" stamp", def.KNone, true).Base
		d.Lasting[i].Until = c.cells(d.Lasting[i].ID+" until", def.KNone, true).Base
	}
}

// cells appends a variable with its cells and returns it.
func (c *compiler) cells(id string, per def.Kind, quiet bool) *def.VarDef {
	d := c.def
	n := 1
	switch per {
	case def.KSeat:
		n = len(d.Seats)
	case def.KZone:
		n = len(d.Zones)
	case def.KCard:
		n = len(d.Cards)
	}
	v := def.VarDef{Named: def.Named{ID: id}, Type: tInt, Per: per, Base: d.Cells, Len: int32(n), Scale: -1, Pool: -1, Quiet: quiet}
	d.Vars = append(d.Vars, v)
	d.Cells += int32(n)
	for range n {
		d.Initial = append(d.Initial, 0)
	}
	return &d.Vars[len(d.Vars)-1]
}

func (c *compiler) declareTrack(n *source.Node) {
	f := c.fields(n, "track")
	id := f.word("id")
	min, max, init := f.integer("min", 0), f.integer("max", 1<<31-1), f.integer("initial", 0)
	ttl := f.text("title")
	f.get("rule")
	f.get("note")
	f.done()
	if min > max || init < min || init > max {
		c.errorf(n.Pos, "bad-bounds", "track %s: min %d, initial %d and max %d must be in this order", id, min, init, max)
	}
	v := c.cells(id, def.KNone, false)
	v.Title, v.Bounded, v.Min, v.Max = ttl, true, min, max
	v.Node = c.node(n, "track")
	c.def.Initial[v.Base] = init
	c.add(&symbol{name: id, kind: symVar, index: int32(len(c.def.Vars) - 1), typ: tInt, pos: idPos(n)})
}

func (c *compiler) declareMarker(n *source.Node) {
	f := c.fields(n, "marker")
	id := f.word("id")
	f.text("title")
	on := f.get("on")
	scale := f.get("scale")
	pool := f.get("pool")
	count := f.integer("count", 0)
	initial := f.get("initial")
	f.get("rule")
	f.done()
	v := c.cells(id, def.KZone, false)
	v.Title = title(n)
	v.Bounded = true
	v.Node = c.node(n, "marker")
	at := len(c.def.Vars) - 1
	switch {
	case scale != nil:
		of := c.addEnum(id, idPos(n), scalars(scale))
		v.Type = def.Type{Kind: def.KEnum, Of: of}
		v.Scale = of
		v.Max = int64(len(c.def.Enums[of].Members) - 1)
	case count > 0:
		v.Max = count
	default:
		c.errorf(n.Pos, "missing-key", "marker %s needs a scale: [low … high] or a count: maximum", id)
	}
	sym := &symbol{name: id, kind: symVar, index: int32(at), typ: v.Type, pos: idPos(n)}
	c.add(sym)
	c.later(func() {
		v := &c.def.Vars[at]
		v.On = c.spaces
		if on != nil {
			if set, ok := c.tryConstant(on, tZones); ok {
				v.On = set
			}
		}
		if pool != nil {
			p, ok := c.syms[pool.Value]
			if !ok || p.kind != symPool {
				c.errorf(pool.Pos, "unknown-name", "there is no pool %s%s", pool.Value, c.near(pool.Value, c.poolNames()))
			} else {
				v.Pool = p.index
			}
		}
		if initial != nil {
			x := c.constant(initial, v.Type)
			for i := int32(0); i < v.Len; i++ {
				c.def.Initial[v.Base+i] = x
			}
		}
	})
}

func (c *compiler) declareVariable(n *source.Node) {
	f := c.fields(n, "variable")
	id := f.word("id")
	f.text("title")
	typ := c.typeOf(f.must("type"), nil)
	per := def.KNone
	if p := f.get("per"); p != nil {
		switch p.Value {
		case "seat":
			per = def.KSeat
		case "zone", "space":
			per = def.KZone
		case "card":
			per = def.KCard
		default:
			c.errorf(p.Pos, "unknown-name", "per is seat, zone or card, not %s", p.Value)
		}
	}
	initial := f.get("initial")
	scope := f.get("scope")
	vis := f.get("visible")
	v := c.cells(id, per, f.flag("quiet"))
	v.Title = title(n)
	v.Type = typ
	v.Node = c.node(n, "variable")
	if lo, hi := f.get("min"), f.get("max"); lo != nil || hi != nil {
		v.Bounded, v.Min, v.Max = true, f.integer("min", 0), f.integer("max", 1<<31-1)
	}
	f.get("rule")
	f.done()
	at := len(c.def.Vars) - 1
	if scope != nil && scope.Value == "action" {
		v.Scope = def.ActionScope
		for i := int32(0); i < v.Len; i++ {
			c.def.ActionCells = append(c.def.ActionCells, v.Base+i)
		}
	} else if scope != nil && scope.Value != "game" {
		c.errorf(scope.Pos, "unknown-name", "scope is game or action, not %s", scope.Value)
	}
	if vis != nil {
		v.Visible = c.visibility(vis)
	}
	gd := int64(0)
	switch typ.Kind {
	case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KRow, def.KLasting, def.KPiece, def.KTrack:
		gd = def.None
	case def.KOrder:
		gd = -1
	}
	for i := int32(0); i < v.Len; i++ {
		c.def.Initial[v.Base+i] = gd
	}
	c.add(&symbol{name: id, kind: symVar, index: int32(at), typ: typ, pos: idPos(n)})
	if v.Bounded && v.Min > v.Max {
		c.errorf(n.Pos, "bad-bounds", "variable %s: min %d is above max %d", id, v.Min, v.Max)
	} else if v.Bounded && initial == nil && (v.Min > gd || v.Max < gd) {
		c.errorf(n.Pos, "bad-bounds", "variable %s needs an initial value from %d to %d", id, v.Min, v.Max)
	}
	if initial != nil {
		c.later(func() {
			v := &c.def.Vars[at]
			x, ok := c.tryConstant(initial, typ)
			if ok && v.Bounded && v.Min <= v.Max && (x < v.Min || x > v.Max) {
				c.errorf(initial.Pos, "bad-bounds", "%s runs from %d to %d", id, v.Min, v.Max)
			}
			for i := int32(0); i < v.Len; i++ {
				c.def.Initial[v.Base+i] = x
			}
		})
	}
}

func (c *compiler) visibility(n *source.Node) def.Visibility {
	switch n.Value {
	case "open":
		return def.Open
	case "hidden":
		return def.Hidden
	case "owner":
		return def.Owner
	case "top":
		return def.TopUp
	}
	c.errorf(n.Pos, "unknown-name", "visible is open, hidden, owner or top, not %s", n.Value)
	return def.Open
}

func (c *compiler) declareDerived(n *source.Node, i int32) {
	d := c.def
	id, pos := n.Get("id").Value, idPos(n)
	dv := &derived{c: c, n: n, id: id, index: i, per: def.KNone}
	if p := n.Get("per"); p != nil {
		switch p.Value {
		case "space", "zone":
			dv.per = def.KZone
		case "seat":
			dv.per = def.KSeat
		default:
			c.errorf(p.Pos, "unknown-name", "per of a derived value is space or seat, not %s", p.Value)
		}
	}
	dv.typ = tInt
	if t := n.Get("type"); t != nil {
		dv.typ = c.typeOf(t, nil)
	}
	gd := def.DerivedDef{Named: def.Named{ID: id, Title: title(n)}, Type: dv.typ, Per: dv.per, Held: -1, Len: 1}
	if h := n.Get("hold"); h != nil {
		if b, ok := h.Bool(); ok && b {
			gd.Held = c.cells(id+" held", def.KNone, true).Base
			v := c.cells(id+" frozen", dv.per, true)
			gd.Base, gd.Len = v.Base, v.Len
		}
	}
	dv.slot = c.scratch()
	gd.Slot = dv.slot
	d.Derived = append(d.Derived, gd)
	c.derived = append(c.derived, dv)
	c.add(&symbol{name: id, kind: symDerived, index: i, typ: dv.typ, pos: pos})
}

func (c *compiler) scratch() int32 {
	c.def.Scratch++
	return c.def.Scratch - 1
}

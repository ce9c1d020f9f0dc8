package compiler

// data.go fills what the declarations announced: adjacency, properties, tables, constants, stacking, piles.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// later puts work off to the data stage, when every name is known.
func (c *compiler) later(f func()) { c.todo = append(c.todo, f) }

func (c *compiler) data() {
	c.ownership()
	c.adjacency()
	for i, n := range c.items("seats") {
		c.fill(def.KSeat, n, i, len(c.def.Seats), "seat", grammar.Names("seat")...)
	}
	spaces := c.items("spaces")
	for i, n := range spaces {
		c.fill(def.KZone, n, i, len(c.def.Zones), "space", grammar.Names("space")...)
	}
	for i, n := range c.items("boxes") {
		c.fill(def.KZone, n, len(spaces)+i, len(c.def.Zones), "box", grammar.Names("box")...)
	}
	for i, n := range c.items("pieces") {
		c.fillPiece(i, n)
	}
	for _, p := range c.procs {
		if p.n != nil && p.declared {
			c.fill(def.KProc, p.n, int(p.index), len(c.procs), "procedure", grammar.Names("procedure")...)
		}
	}
	c.fillTables()
	for i, n := range c.items("cards") {
		c.fill(def.KCard, n, i, len(c.def.Cards), "card", grammar.Names("card")...)
	}
	if cards := c.items("cards"); len(cards) > 0 && len(c.def.Piles) == 0 {
		c.errorf(cards[0].Pos, "missing-key", "cards need a pile to lie in: declare one under piles:")
	}
	for i, n := range c.items("piles") {
		f := c.fields(n, "pile")
		f.get("id")
		f.get("title")
		f.get("rule")
		if v := f.get("visible"); v != nil {
			c.def.Piles[i].Visible = c.visibility(v)
		}
		if o := f.get("owner"); o != nil {
			c.def.Piles[i].Owner = int32(c.constant(o, tSeat))
		}
		f.done()
	}
	for _, f := range c.todo {
		f()
	}
	c.todo = nil
	c.stacking()
	for _, n := range c.names() {
		c.resolve(c.syms[n])
	}
}

// ownership reads the seats and homes of pieces first: filters named by a seat need them.
func (c *compiler) ownership() {
	d := c.def
	c.seatF = int32(len(d.Lookups))
	d.Lookups = append(d.Lookups, def.Lookup{ID: "pieces of seat", Type: tFilter, Values: make([]int64, len(d.Seats))})
	for i, n := range c.items("pieces") {
		t := &d.Types[i]
		t.Home = -1
		if s := n.Get("seat"); s != nil {
			t.Seat = int32(c.constant(s, tSeat))
			if int(t.Seat) < len(d.Seats) && t.Seat >= 0 {
				d.Lookups[c.seatF].Values[t.Seat] |= t.Classes
			}
		}
		h := n.Get("home")
		if h == nil {
			c.errorf(n.Pos, "missing-key", "piece type %s needs a home: the box its pieces come from and go back to", t.ID)
			continue
		}
		home, ok := c.tryConstant(h, tZone)
		t.Home = int32(home)
		if ok && (t.Home < 0 || int(t.Home) < len(d.Zones) && !d.Zones[t.Home].Plain) {
			c.errorf(h.Pos, "wrong-type", "the home of %s must be a box", t.ID)
		}
	}
}

func (c *compiler) fillPiece(i int, n *source.Node) {
	t := &c.def.Types[i]
	f := c.fields(n, "piece type")
	for _, k := range []string{"id", "title", "seat", "home", "statuses", "marks", "rule"} {
		f.get(k)
	}
	if count := f.must("count"); count != nil {
		t.Count = int32(f.integer("count", 1))
		if k, ok := count.Int(); ok && (k < 1 || k > 255) {
			c.errorf(count.Pos, "bad-bounds", "piece type %s needs a count from 1 to 255", t.ID)
		}
	}
	for _, name := range sortedProps(c.props[def.KClass]) {
		f.get(name)
	}
	f.done()
}

func (c *compiler) adjacency() {
	d := c.def
	d.Adjacent = make([]int64, len(d.Zones))
	for i, n := range c.items("spaces") {
		for _, a := range scalars(n.Get("adjacent")) {
			s, ok := c.syms[a.Value]
			if !ok || s.typ != tZone {
				c.errorf(a.Pos, "unknown-name", "there is no space %s%s", a.Value, c.near(a.Value, zoneNames(d)))
				continue
			}
			if s.value == int64(i) {
				c.errorf(a.Pos, "bad-adjacency", "%s is not adjacent to itself", a.Value)
				continue
			}
			d.Adjacent[i] |= 1 << uint(s.value)
		}
	}
	for i, n := range c.items("spaces") {
		for _, a := range scalars(n.Get("adjacent")) {
			if s, ok := c.syms[a.Value]; ok && s.typ == tZone && s.value != int64(i) && s.value < int64(len(d.Adjacent)) && d.Adjacent[s.value]>>uint(i)&1 == 0 {
				c.errorf(a.Pos, "bad-adjacency", "%s lists %s as adjacent, but not the other way round", d.Zones[i].ID, a.Value)
			}
		}
	}
}

func zoneNames(d *def.GameDef) []string {
	var out []string
	for _, z := range d.Zones {
		out = append(out, z.ID)
	}
	return out
}

// fill reads the properties of one entry; every key must be a property or one of own.
func (c *compiler) fill(k def.Kind, n *source.Node, i, total int, what string, own ...string) {
	f := c.fields(n, what)
	for _, key := range own {
		f.get(key)
	}
	for _, name := range sortedProps(c.props[k]) {
		c.fillProperty(c.props[k][name], name, f, i, total, what)
	}
	f.done()
}

func (c *compiler) fillProperty(p *property, name string, f *fields, i, total int, what string) {
	l := &c.def.Lookups[p.lookup]
	if l.Values == nil {
		l.Values = make([]int64, total)
		for j := range l.Values {
			l.Values[j] = c.absent(p)
		}
	}
	v := f.get(name)
	switch {
	case unknown(p.typ):
	case p.sig >= 0:
		if v != nil && v.Kind == source.Map {
			l.Values[i] = c.cardProcedure(p, name, f, v)
		} else if v != nil && v.Kind == source.Scalar {
			l.Values[i] = c.constant(v, tProc)
			c.sigUse[p.sig] = append(c.sigUse[p.sig], int32(l.Values[i]))
		}
	case v != nil:
		l.Values[i] = c.constant(v, p.typ)
	case !p.has && what != "box":
		c.errorf(f.n.Pos, "missing-key", "%s needs %s: (a property without a default)", what, name)
	}
}

// absent is the value of a property that is not given.
func (c *compiler) absent(p *property) int64 {
	if p.def != nil && !unknown(p.typ) {
		return c.constant(p.def, p.typ)
	}
	switch p.typ.Kind {
	case def.KInt, def.KBool, def.KEnum, def.KSet:
		return 0
	}
	return def.None
}

func sortedProps(m map[string]*property) []string {
	return slices.Sorted(maps.Keys(m))
}

// atPath finds the node at a dotted path of the rulebook and marks its top-level key as known.
func (c *compiler) atPath(root *source.Node, path string) *source.Node {
	n := root
	for i, key := range strings.Split(path, ".") {
		if i == 0 && root == c.root {
			c.known[key] = true
		}
		if n == nil || n.Kind != source.Map {
			return nil
		}
		n = n.Get(key)
	}
	if n != nil && n.Kind == source.Null {
		return nil
	}
	return n
}

// declareTables registers the tables' types and rows; columns are read in the data stage.
func (c *compiler) declareTables() {
	for _, key := range []string{"tables", "setupTables"} {
		for _, n := range c.items(key) {
			id, pos := n.Get("id").Value, idPos(n)
			t := &table{index: int32(len(c.def.Tables)), cols: map[string]*property{}, decl: n}
			at := n.Get("at")
			if at == nil {
				c.errorf(n.Pos, "missing-key", "table %s needs at: the path of its rows", id)
				continue
			}
			t.at = at.Value
			c.tables[id] = t
			gd := def.TableDef{ID: id}
			if key == "tables" {
				t.rows = scalars(c.atPath(c.root, t.at))
				c.claim(t.at)
			} else {
				c.declareSetupTable(id, t)
			}
			for _, r := range t.rows {
				name := ""
				if r.Kind == source.Map {
					if rid := r.Get("id"); rid != nil {
						name = rid.Value
					}
				} else {
					name = r.Value
				}
				gd.Rows = append(gd.Rows, name)
			}
			c.def.Tables = append(c.def.Tables, gd)
			if key == "tables" {
				all := int64(-1)
				if len(t.rows) < 64 {
					all = 1<<uint(len(t.rows)) - 1
				}
				c.add(&symbol{name: id, typ: def.Type{Kind: def.KSet, Elem: def.KRow, Of: t.index}, value: all, pos: pos, given: true})
			}
		}
	}
	for _, n := range c.items("values") {
		c.declareValue(n)
	}
	c.declareSetupValues()
}

// claim remembers that a path is declared, for the check of unknown keys.
func (c *compiler) claim(path string) {
	c.claimed = append(c.claimed, path)
}

func (c *compiler) declareValue(n *source.Node) {
	f := c.fields(n, "value")
	id := f.word("id")
	at := f.must("at")
	typ := f.must("type")
	def := f.get("default")
	f.get("rule")
	f.get("title")
	f.done()
	if at == nil || typ == nil {
		return
	}
	c.claim(at.Value)
	given := c.atPath(c.root, at.Value)
	s := &symbol{name: id, typ: c.typeOf(typ, nil), pos: idPos(n), given: true}
	s.lazy = func() {
		switch {
		case given != nil:
			s.value = c.constant(given, s.typ)
		case def != nil:
			s.value = c.constant(def, s.typ)
		default:
			c.errorf(n.Pos, "missing-key", "the rulebook needs %s: (a value without a default)", at.Value)
		}
	}
	c.add(s)
}

func (c *compiler) rowIndex(of int32, name string) int {
	for i, r := range c.def.Tables[of].Rows {
		if r == name && r != "" {
			return i
		}
	}
	return -1
}

func (c *compiler) fillTables() {
	for _, key := range []string{"tables", "setupTables"} {
		for _, n := range c.items(key) {
			if n.Get("id") == nil || c.tables[n.Get("id").Value] == nil {
				continue
			}
			id := n.Get("id").Value
			t := c.tables[id]
			f := c.fields(n, "table")
			for _, k := range []string{"id", "at", "columns", "title", "rule"} {
				f.get(k)
			}
			f.done()
			for i, r := range t.rows {
				if r.Kind != source.Map { // a list of plain values fills the only column
					if len(t.columns) != 1 {
						c.errorf(r.Pos, "wrong-type", "a row of %s must be a mapping", id)
						continue
					}
					r = &source.Node{Kind: source.Map, Pos: r.Pos, Rules: r.Rules, Pairs: []source.Pair{{Key: &source.Node{Kind: source.Scalar, Value: t.columns[0], Pos: r.Pos}, Value: r}}}
				}
				f := c.fields(r, "row of "+id)
				f.get("id")
				f.get("rule")
				for _, col := range t.columns {
					c.fillProperty(t.cols[col], col, f, i, len(t.rows), "row of "+id)
				}
				f.done()
			}
			if len(t.rows) >= 64 {
				c.errorf(t.rows[63].Pos, "too-many", "table %s has %d rows; at most 63 are possible", id, len(t.rows))
			}
		}
	}
}

// checkClaims reports keys under a claimed path that no table or value reads, such as a misspelt one.
func (c *compiler) checkClaims() {
	roots := map[string]bool{}
	for _, p := range c.claimed {
		head, _, _ := strings.Cut(p, ".")
		roots[head] = true
	}
	for _, head := range slices.Sorted(maps.Keys(roots)) {
		c.checkClaim(c.root.Get(head), head)
	}
}

func (c *compiler) checkClaim(n *source.Node, path string) {
	if n == nil || n.Kind != source.Map {
		return
	}
	var keys []string
	for _, p := range c.claimed {
		if p == path {
			return
		}
		if rest, ok := strings.CutPrefix(p, path+"."); ok {
			key, _, _ := strings.Cut(rest, ".")
			keys = append(keys, key)
		}
	}
	for _, p := range n.Pairs {
		known := false
		for _, k := range keys {
			known = known || k == p.Key.Value
		}
		if !known {
			c.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", path, p.Key.Value, c.near(p.Key.Value, keys))
			continue
		}
		c.checkClaim(p.Value, path+"."+p.Key.Value)
	}
}

func (c *compiler) stacking() {
	for _, n := range c.items("stacking") {
		f := c.fields(n, "stacking rule")
		in, of := f.must("in"), f.must("of")
		l := def.StackLimit{Max: int32(f.integer("max", 0))}
		if r := f.get("rule"); r != nil {
			if ids := c.ruleIDs(r); len(ids) > 0 {
				l.Rule = ids[0]
			}
		}
		f.get("id")
		f.done()
		if in == nil || of == nil {
			continue
		}
		l.Zones, l.Filter = c.constant(in, tZones), c.constant(of, tFilter)
		l.Node = c.node(n, "stacking")
		c.def.Stacking = append(c.def.Stacking, l)
	}
}

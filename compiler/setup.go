package compiler

// setup.go compiles set-ups: initial tracks, variables, markers, pieces, piles and what libraries read from a set-up.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// setupWord is a value or table that a library reads from the running set-up.
type setupWord struct {
	id    string
	at    string
	sym   *symbol
	def   *source.Node
	table *table
	first []int // tables: first row of each set-up
}

// declareSetupTable gathers the rows of all set-ups; a variable holds the rows of the running one.
func (c *compiler) declareSetupTable(id string, t *table) {
	w := &setupWord{id: id, at: t.at, table: t}
	for _, s := range c.items("setups") {
		w.first = append(w.first, len(t.rows))
		t.rows = append(t.rows, scalars(c.atPath(s, t.at))...)
	}
	w.first = append(w.first, len(t.rows))
	typ := def.Type{Kind: def.KSet, Elem: def.KRow, Of: t.index}
	c.setupVariable(w, typ, t.decl)
}

func (c *compiler) setupVariable(w *setupWord, typ def.Type, n *source.Node) {
	v := c.cells(w.id, def.KNone, true)
	v.Type = typ
	at := int32(len(c.def.Vars) - 1)
	w.sym = &symbol{name: w.id, kind: symVar, index: at, typ: typ, pos: n.Pos}
	c.add(w.sym)
	c.setupOf[w.id] = w
	c.setupIDs = append(c.setupIDs, w.id)
}

func (c *compiler) declareSetupValues() {
	for _, n := range c.items("setupValues") {
		f := c.fields(n, "set-up value")
		w := &setupWord{id: f.word("id"), at: f.text("at"), def: f.get("default")}
		typ := c.typeOf(f.must("type"), nil)
		f.get("title")
		f.get("rule")
		f.done()
		if w.id == "" || w.at == "" {
			continue
		}
		c.setupVariable(w, typ, n)
		if w.def != nil {
			c.later(func() {
				c.def.Initial[c.def.Vars[w.sym.index].Base] = c.constant(w.def, typ)
			})
		}
	}
}

func (c *compiler) setups() {
	for i, n := range c.items("setups") {
		c.setup(i, n)
	}
}

func (c *compiler) setup(index int, n *source.Node) {
	f := c.fields(n, "set-up")
	c.dealt, c.piecePos, c.cellPos = map[int64]diag.Pos{}, nil, map[int32]diag.Pos{}
	s := def.SetupDef{Named: def.Named{ID: f.word("id"), Title: f.text("title")}, Node: c.node(n, "setup")}
	f.get("rule")
	for _, p := range pairsOf(f.get("tracks")) {
		c.setupCell(&s, p, def.KNone, 0)
	}
	for _, p := range pairsOf(f.get("variables")) {
		if p.Value.Kind == source.Map {
			for _, q := range p.Value.Pairs {
				c.setupOwned(&s, p.Key, q)
			}
			continue
		}
		c.setupCell(&s, p, def.KNone, 0)
	}
	for _, key := range []string{"spaces", "boxes"} {
		for _, p := range pairsOf(f.get(key)) {
			c.setupZone(&s, key, p)
		}
	}
	for _, p := range pairsOf(f.get("piles")) {
		pile := c.value(p.Key, nil, tPile)
		for _, k := range scalars(p.Value) {
			card := c.value(k, nil, tCard)
			if pile != bad && card != bad {
				if at, twice := c.dealt[card.I]; twice {
					c.diags.Errorf(k.Pos, "duplicate-id", "%s lies in two places", k.Value).Notef(at, "first put here")
				}
				c.dealt[card.I] = k.Pos
				s.Cards = append(s.Cards, def.CardInit{Pile: int32(pile.I), Card: int32(card.I)})
			}
		}
	}
	for _, k := range scalars(f.get("lasting")) {
		if x := c.value(k, nil, tLast); x != bad {
			s.Active = append(s.Active, int32(x.I))
		}
	}
	c.initialTrackValues(&s, f.list("initialTrackValues"))
	c.startingCapabilities(&s, n, f.list("startingCapabilities"))
	for _, id := range c.setupIDs {
		w := c.setupOf[id]
		head, _, _ := strings.Cut(w.at, ".")
		f.get(head)
		base := c.def.Vars[w.sym.index].Base
		if w.table != nil {
			var mask int64
			for r := w.first[index]; r < w.first[index+1]; r++ {
				mask |= 1 << uint(r)
			}
			s.Cells = append(s.Cells, def.CellInit{Cell: base, Value: mask})
		} else if given := c.atPath(n, w.at); given != nil {
			s.Cells = append(s.Cells, def.CellInit{Cell: base, Value: c.constant(given, w.sym.typ)})
		}
	}
	for _, id := range c.setupIDs {
		c.checkSetupClaim(n, c.setupOf[id].at)
	}
	f.done()
	c.conserve(&s)
	c.def.Setups = append(c.def.Setups, s)
}

// checkSetupClaim reports unknown keys beside those that libraries read from a set-up.
func (c *compiler) checkSetupClaim(n *source.Node, path string) {
	keys := strings.Split(path, ".")
	at := n
	for depth := 1; depth < len(keys); depth++ {
		at = at.Get(keys[depth-1])
		if at == nil || at.Kind != source.Map {
			return
		}
		prefix := strings.Join(keys[:depth], ".") + "."
		var known []string
		for _, id := range c.setupIDs {
			if rest, ok := strings.CutPrefix(c.setupOf[id].at, prefix); ok {
				k, _, _ := strings.Cut(rest, ".")
				known = append(known, k)
			}
		}
		for _, p := range at.Pairs {
			found := false
			for _, k := range known {
				found = found || k == p.Key.Value
			}
			if !found && !c.reported[p.Key.Pos] {
				c.reported[p.Key.Pos] = true
				c.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", strings.TrimSuffix(prefix, "."), p.Key.Value, c.near(p.Key.Value, known))
			}
		}
	}
}

// setupCell sets one variable, track or marker.
func (c *compiler) setupCell(s *def.SetupDef, p source.Pair, per def.Kind, index int64) bool {
	sym, ok := c.syms[p.Key.Value]
	if !ok || sym.kind != symVar || c.def.Vars[sym.index].Per != per {
		var names []string
		for i := range c.def.Vars {
			if c.def.Vars[i].Per == per && !c.def.Vars[i].Quiet {
				names = append(names, c.def.Vars[i].ID)
			}
		}
		c.errorf(p.Key.Pos, "unknown-name", "there is no variable %s here%s", p.Key.Value, c.near(p.Key.Value, names))
		return false
	}
	v := &c.def.Vars[sym.index]
	x := c.constant(p.Value, v.Type)
	if v.Bounded && (x < v.Min || x > v.Max) {
		c.errorf(p.Value.Pos, "bad-bounds", "%s runs from %d to %d", v.ID, v.Min, v.Max)
	}
	if per == def.KZone && v.Bounded && v.On>>uint(index)&1 == 0 && x != c.def.Initial[v.Base+int32(index)] {
		c.errorf(p.Key.Pos, "misplaced", "%s cannot bear %s", c.def.Zones[index].ID, v.ID)
	}
	c.cellPos[v.Base+int32(index)] = p.Key.Pos
	s.Cells = append(s.Cells, def.CellInit{Cell: v.Base + int32(index), Value: x})
	return true
}

// setupOwned sets a variable kept per seat or card.
func (c *compiler) setupOwned(s *def.SetupDef, owner *source.Node, p source.Pair) {
	x := c.value(owner, nil, tAny)
	if x == bad {
		return
	}
	c.setupCell(s, p, x.Type.Kind, x.I)
}

func (c *compiler) setupZone(s *def.SetupDef, key string, p source.Pair) {
	zone := c.value(p.Key, nil, tZone)
	if zone == bad || zone.I < 0 {
		return
	}
	if p.Value.Kind != source.Map {
		c.errorf(p.Value.Pos, "wrong-type", "%s must be a mapping", p.Key.Value)
		return
	}
	for _, q := range p.Value.Pairs {
		switch {
		case q.Key.Value == "pieces" && q.Value.Kind == source.Map:
			for _, r := range q.Value.Pairs {
				c.setupPiece(s, zone.I, r)
			}
		case key == "boxes":
			c.setupPiece(s, zone.I, q)
		default:
			c.setupCell(s, q, def.KZone, zone.I)
		}
	}
}

func (c *compiler) setupPiece(s *def.SetupDef, zone int64, p source.Pair) {
	name, status, _ := strings.Cut(p.Key.Value, ".")
	sym, ok := c.syms[name]
	if !ok || sym.kind != symTypeOf {
		var names []string
		for _, t := range c.def.Types {
			names = append(names, t.ID)
		}
		c.errorf(p.Key.Pos, "unknown-name", "there is no piece type %s%s", name, c.near(name, names))
		return
	}
	t := &c.def.Types[sym.index]
	class := t.First
	if status != "" && c.boxes>>uint(zone)&1 == 1 {
		c.errorf(p.Key.Pos, "misplaced", "pieces in a box have no status; write %s", name)
		return
	}
	if status != "" {
		at := int32(-1)
		for i, st := range t.Statuses {
			if st == status {
				at = int32(i)
			}
		}
		if at < 0 {
			c.errorf(p.Key.Pos, "unknown-name", "%s has no status %s%s", name, status, c.near(status, t.Statuses))
			return
		}
		class = c.classOf[classKey{sym.index, at, 0}]
	}
	n, ok := p.Value.Int()
	if !ok || n < 0 || n > 255 {
		c.errorf(p.Value.Pos, "wrong-type", "a number of pieces is a whole number from 0 to 255")
		return
	}
	c.piecePos = append(c.piecePos, p.Key.Pos)
	s.Pieces = append(s.Pieces, def.PieceInit{Zone: int32(zone), Class: class, N: int32(n)})
}

// conserve checks that a set-up places no more pieces and markers than there are and keeps stacking. Each is reported
// once, at the place that goes too far.
func (c *compiler) conserve(s *def.SetupDef) {
	used, at := make([]int32, len(c.def.Types)), make([]diag.Pos, len(c.def.Types))
	for i, p := range s.Pieces {
		t := c.def.Classes[p.Class].Type
		if used[t] += p.N; used[t] > c.def.Types[t].Count && at[t].IsZero() {
			at[t] = c.piecePos[i]
		}
	}
	for i, u := range used {
		if t := &c.def.Types[i]; u > t.Count {
			c.errorf(at[i], "too-many", "set-up %s places %d %s, there are %d", s.ID, u, t.ID, t.Count)
		}
	}
	c.conservePools(s)
	for _, l := range c.def.Stacking {
		held, at := make([]int32, len(c.def.Zones)), make([]diag.Pos, len(c.def.Zones))
		for i, p := range s.Pieces {
			if l.Zones>>uint(p.Zone)&1 == 1 && l.Filter>>uint(p.Class)&1 == 1 {
				if held[p.Zone] += p.N; held[p.Zone] > l.Max && at[p.Zone].IsZero() {
					at[p.Zone] = c.piecePos[i]
				}
			}
		}
		for z, n := range held {
			if n > l.Max {
				c.errorf(at[z], "stacking", "set-up %s breaks stacking: %s holds %d of at most %d (%s)", s.ID, c.def.Zones[z].ID, n, l.Max, l.Rule)
			}
		}
	}
}

// conservePools checks that the markers of a set-up are in their pools.
func (c *compiler) conservePools(s *def.SetupDef) {
	used, at := make([]int64, len(c.def.Pools)), make([]diag.Pos, len(c.def.Pools))
	given := map[int32]int64{}
	for _, k := range s.Cells {
		given[k.Cell] = k.Value
	}
	for i := range c.def.Vars {
		v := &c.def.Vars[i]
		if v.Pool < 0 {
			continue
		}
		for cell := v.Base; cell < v.Base+v.Len; cell++ {
			n, ok := given[cell]
			if !ok {
				n = c.def.Initial[cell]
			}
			if used[v.Pool] += n; ok && used[v.Pool] > int64(c.def.Pools[v.Pool].Max) {
				at[v.Pool] = c.cellPos[cell]
			}
		}
	}
	for i, n := range used {
		if p := &c.def.Pools[i]; n > int64(p.Max) {
			c.errorf(at[i], "too-many", "set-up %s takes %d from %s, there are %d", s.ID, n, p.ID, p.Max)
		}
	}
}

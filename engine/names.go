package engine

// This file connects names and values: what a value is called, what a text means, and what stands under a name.

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"rulebound/engine/def"
)

// nameKind tells what stands under a name.
type nameKind uint8

const (
	nameCell    nameKind = iota // i: cell
	nameDerived                 // i: derived value, index: its index or None
	namePieces                  // i: zone, index: filter
	nameTop                     // i: pile
	namePool                    // i: pool
	nameStamp                   // i: lasting effect
	nameSize                    // i: pile
)

type nameRef struct {
	kind  nameKind
	i     int64
	index int64
	typ   def.Type
}

// indexNames builds the index that Value and Setup use. Where two things would share a name, the first counts: cells,
// derived values, pieces, piles, pools, lasting effects.
func (g *Game) indexNames() {
	g.names = map[string]nameRef{}
	add := func(name string, r nameRef) {
		if _, ok := g.names[name]; !ok {
			g.names[name] = r
		}
	}
	for i := range g.def.Vars {
		v := &g.def.Vars[i]
		for j := int32(0); j < v.Len; j++ {
			add(g.cellName(v.Base+j), nameRef{kind: nameCell, i: int64(v.Base + j), typ: v.Type})
		}
	}
	for i := range g.def.Derived {
		d := &g.def.Derived[i]
		if d.Per == def.KNone {
			add(d.ID, nameRef{kind: nameDerived, i: int64(i), index: def.None, typ: d.Type})
			continue
		}
		for j := int64(0); j < g.derived[i].n; j++ {
			add(g.Format(j, def.Type{Kind: d.Per})+"."+d.ID, nameRef{kind: nameDerived, i: int64(i), index: j, typ: d.Type})
		}
	}
	integer := def.Type{Kind: def.KInt}
	for z := range g.def.Zones {
		zone := g.def.Zones[z].ID + "."
		for c := range g.def.Classes {
			add(zone+g.def.Classes[c].ID, nameRef{kind: namePieces, i: int64(z), index: single(int64(c)), typ: integer})
		}
		for t := range g.def.Types {
			p := &g.def.Types[t]
			for c := range g.def.Classes {
				if g.def.Classes[c].Type == int32(t) && int(g.def.Classes[c].Status) < len(p.Statuses) {
					add(zone+p.ID+"."+p.Statuses[g.def.Classes[c].Status], nameRef{kind: namePieces, i: int64(z), index: single(int64(c)), typ: integer})
				}
			}
		}
	}
	for z := range g.def.Zones { // a type's name is all of its classes, even if one class has the same name
		for _, t := range g.def.Types {
			g.names[g.def.Zones[z].ID+"."+t.ID] = nameRef{kind: namePieces, i: int64(z), index: t.Classes, typ: integer}
		}
		for i, seat := range g.def.Seats {
			var all int64
			for _, t := range g.def.Types {
				if t.Seat == int32(i) {
					all |= t.Classes
				}
			}
			add(g.def.Zones[z].ID+"."+seat.ID, nameRef{kind: namePieces, i: int64(z), index: all, typ: integer})
		}
	}
	for p := range g.def.Piles {
		add(g.def.Piles[p].ID, nameRef{kind: nameTop, i: int64(p), typ: def.Type{Kind: def.KCard}})
		add("size."+g.def.Piles[p].ID, nameRef{kind: nameSize, i: int64(p), typ: integer})
	}
	for p := range g.def.Pools {
		add("left."+g.def.Pools[p].ID, nameRef{kind: namePool, i: int64(p), typ: integer})
	}
	for l := range g.def.Lasting {
		add(g.def.Lasting[l].ID, nameRef{kind: nameStamp, i: int64(l), typ: integer})
	}
}

// Value returns what stands under a name, with its type: a variable ("gold", "hill.mood"), a derived value
// ("hill.control"), a number of pieces by seat, type, type and status, or class ("hill.scout.active"), the top card of
// a pile ("played"), its size ("size.deck"), the markers left in a pool ("left.smoke"), or the stamp of a lasting effect.
func (s *State) Value(name string) (v int64, t def.Type, err error) {
	r, ok := s.g.names[name]
	if !ok {
		return 0, def.Type{}, fmt.Errorf("there is no value %q", name)
	}
	switch r.kind {
	case nameCell:
		v = s.cells[r.i]
	case nameDerived:
		v, err = s.Derived(int32(r.i), r.index)
	case namePieces:
		v = s.pieces(r.i, r.index)
	case nameTop:
		v, _ = listPile(s, r.i, 0)
	case nameSize:
		v = int64(s.lens[r.i])
	case namePool:
		v = s.poolLeft(int32(r.i))
	case nameStamp:
		v = s.cells[s.g.def.Lasting[r.i].Stamp]
	}
	return v, r.typ, err
}

// Derived returns Derived[i] at an index (ignored where it has none). A fault of its formula is an error.
func (s *State) Derived(i int32, index int64) (v int64, err error) {
	if uint64(i) >= uint64(len(s.g.derived)) {
		return 0, fmt.Errorf("there is no derived value %d", i)
	}
	d := &s.g.derived[i]
	if d.slot < 0 {
		index = 0
	}
	err = s.aside(func() { v = d.read(s, index) })
	return v, err
}

// aside evaluates something while the machine may be at work: scratch is left as it was.
func (s *State) aside(f func()) (err error) {
	bound := append([]int64(nil), s.bound...)
	fuel, depth, strict, node := s.fuel, s.depth, s.strict, s.node
	defer func() {
		if r := recover(); r != nil {
			err = s.fault(r)
		}
		copy(s.bound, bound)
		s.fuel, s.depth, s.strict, s.node = fuel, depth, strict, node
	}()
	s.fuel, s.strict = maxFuel, false
	f()
	return nil
}

// cellName names a cell: its variable, with the seat, zone or card before it.
func (g *Game) cellName(cell int32) string {
	c := g.cell[cell]
	if c.v < 0 {
		return fmt.Sprintf("cell %d", cell)
	}
	v := &g.def.Vars[c.v]
	if v.Per == def.KNone {
		return v.ID
	}
	return g.Format(int64(c.index), def.Type{Kind: v.Per}) + "." + v.ID
}

// CellName names a cell as Value does, with the type of its value. Cells that belong to no variable have no name.
func (g *Game) CellName(cell int64) (name string, t def.Type, ok bool) {
	if uint64(cell) >= uint64(len(g.cell)) || g.cell[cell].v < 0 {
		return "", def.Type{}, false
	}
	return g.cellName(int32(cell)), g.def.Vars[g.cell[cell].v].Type, true
}

// Var returns the index in GameDef.Vars of the variable that a cell belongs to, and the cell's place in it.
func (g *Game) Var(cell int64) (v, index int32, ok bool) {
	if uint64(cell) >= uint64(len(g.cell)) || g.cell[cell].v < 0 {
		return 0, 0, false
	}
	return g.cell[cell].v, g.cell[cell].index, true
}

// id returns the id of a value of a kind with ids, "" if there is no such thing.
func (g *Game) id(v int64, t def.Type) string {
	gd := g.def
	at := func(n int) bool { return uint64(v) < uint64(n) }
	switch t.Kind {
	case def.KEnum:
		if t.Of >= 0 && int(t.Of) < len(gd.Enums) && at(len(gd.Enums[t.Of].Members)) {
			return gd.Enums[t.Of].Members[v]
		}
	case def.KSeat:
		if at(len(gd.Seats)) {
			return gd.Seats[v].ID
		}
	case def.KZone:
		if at(len(gd.Zones)) {
			return gd.Zones[v].ID
		}
	case def.KPile:
		if at(len(gd.Piles)) {
			return gd.Piles[v].ID
		}
	case def.KCard:
		if at(len(gd.Cards)) {
			return gd.Cards[v].ID
		}
	case def.KClass:
		if at(len(gd.Classes)) {
			return gd.Classes[v].ID
		}
	case def.KProc:
		if at(len(gd.Procs)) {
			return gd.Procs[v].ID
		}
	case def.KRow:
		if t.Of >= 0 && int(t.Of) < len(gd.Tables) && at(len(gd.Tables[t.Of].Rows)) {
			return gd.Tables[t.Of].Rows[v]
		}
	case def.KLasting:
		if at(len(gd.Lasting)) {
			return gd.Lasting[v].ID
		}
	case def.KTrack:
		if at(len(g.cell)) {
			return g.cellName(int32(v))
		}
	}
	return ""
}

// Format returns a value as the rulebook names it: ids, true and false, numbers, {a, b} for sets, [a, b] for orders,
// "class in zone" for pieces, none. A value that names nothing is written as a number.
func (g *Game) Format(v int64, t def.Type) string {
	switch t.Kind {
	case def.KNone, def.KInt:
		return strconv.FormatInt(v, 10)
	case def.KBool:
		return strconv.FormatBool(v != 0)
	case def.KSet:
		var b strings.Builder
		b.WriteByte('{')
		for m := uint64(v); m != 0; m &= m - 1 {
			if b.Len() > 1 {
				b.WriteString(", ")
			}
			b.WriteString(g.Format(int64(bits.TrailingZeros64(m)), def.Type{Kind: t.Elem, Of: t.Of}))
		}
		b.WriteByte('}')
		return b.String()
	case def.KOrder:
		var b strings.Builder
		b.WriteByte('[')
		for i := int64(0); orderAt(v, i) != def.None; i++ {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(g.Format(orderAt(v, i), def.Type{Kind: def.KSeat}))
		}
		b.WriteByte(']')
		return b.String()
	case def.KPiece:
		if v >= 0 {
			return g.Format(v&0xff, def.Type{Kind: def.KClass}) + " in " + g.Format(v>>8, def.Type{Kind: def.KZone})
		}
	}
	if v == def.None {
		return "none"
	}
	if id := g.id(v, t); id != "" {
		return id
	}
	return strconv.FormatInt(v, 10)
}

// Parse reads a value as Format writes it. Numbers are read for every type.
func (g *Game) Parse(text string, t def.Type) (int64, error) {
	text = strings.TrimSpace(text)
	switch t.Kind {
	case def.KBool:
		switch text {
		case "true":
			return 1, nil
		case "false":
			return 0, nil
		}
	case def.KSet, def.KOrder:
		return g.parseList(text, t)
	case def.KPiece:
		if class, zone, ok := strings.Cut(text, " in "); ok {
			c, found := g.class(strings.TrimSpace(class))
			z, known := g.find(def.KZone, strings.TrimSpace(zone))
			if found && known {
				return z<<8 | int64(c), nil
			}
		}
	case def.KNone, def.KInt:
	default:
		for i := int64(0); i < g.many(t); i++ {
			if g.id(i, t) == text {
				return i, nil
			}
		}
	}
	if text == "none" && t.Kind != def.KInt && t.Kind != def.KBool && t.Kind != def.KEnum {
		return def.None, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	return 0, fmt.Errorf("%q is no value here", text)
}

func (g *Game) parseList(text string, t def.Type) (int64, error) {
	set, order := int64(0), emptyOrder
	elem := def.Type{Kind: t.Elem, Of: t.Of}
	if t.Kind == def.KOrder {
		elem = def.Type{Kind: def.KSeat}
	}
	text = strings.Trim(text, "{}[] ")
	if text == "none" {
		text = ""
	}
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		v, err := g.Parse(part, elem)
		if err != nil {
			return 0, err
		}
		if i > 7 && t.Kind == def.KOrder || v < 0 || v > 63 {
			return 0, fmt.Errorf("%q does not fit", part)
		}
		set |= 1 << uint(v)
		if t.Kind == def.KOrder {
			order = order&^(0xff<<uint(8*i)) | v<<uint(8*i)
		}
	}
	if t.Kind == def.KOrder {
		return order, nil
	}
	return set, nil
}

// many is the number of values of a kind with ids.
func (g *Game) many(t def.Type) int64 {
	switch t.Kind {
	case def.KEnum:
		return int64(len(g.def.Enums[t.Of].Members))
	case def.KSeat:
		return int64(len(g.def.Seats))
	case def.KZone:
		return int64(len(g.def.Zones))
	case def.KPile:
		return int64(len(g.def.Piles))
	case def.KCard:
		return int64(len(g.def.Cards))
	case def.KClass:
		return int64(len(g.def.Classes))
	case def.KProc:
		return int64(len(g.def.Procs))
	case def.KRow:
		return int64(len(g.def.Tables[t.Of].Rows))
	case def.KLasting:
		return int64(len(g.def.Lasting))
	case def.KTrack:
		return int64(len(g.cell))
	}
	return 0
}

// find looks up a thing by id.
func (g *Game) find(kind def.Kind, id string) (int64, bool) {
	t := def.Type{Kind: kind}
	for i := int64(0); i < g.many(t); i++ {
		if g.id(i, t) == id {
			return i, true
		}
	}
	return def.None, false
}

// class looks up a class by its id, or by the id of its type: then it is the type's first class.
func (g *Game) class(id string) (int, bool) {
	if c, ok := g.find(def.KClass, id); ok {
		return int(c), true
	}
	for _, t := range g.def.Types {
		if t.ID == id {
			return int(t.First), true
		}
	}
	return 0, false
}

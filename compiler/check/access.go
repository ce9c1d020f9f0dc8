package check

// access.go tells what code reads and what it changes: cells, pieces, cards, and local values. It is never less than the
// truth, and where the board is concerned it knows zone from zone and piece from piece.

import "rulebound/engine/def"

type accessKind uint8

const (
	ofCells accessKind = iota
	ofPieces
	ofCards
	ofLocal
)

// access is a part of the state that is read or changed.
type access struct {
	kind    accessKind
	own     owner
	from    int32 // cells: the first; local: the slot
	n       int32 // cells
	zones   int64 // pieces; cards: the piles
	classes int64 // pieces
	node    int32 // where
}

// meets reports whether what one member of a loop changes can be what another reads.
func (r access) meets(w access) bool {
	switch {
	case r.kind != w.kind || r.own != nobodys && r.own == w.own:
		return false
	case r.kind == ofCells:
		return r.from < w.from+w.n && w.from < r.from+r.n
	case r.kind == ofPieces:
		return r.zones&w.zones != 0 && r.classes&w.classes != 0
	case r.kind == ofCards:
		return r.zones&w.zones != 0
	}
	return r.from == w.from
}

// name says what an access is about.
func (e *effects) name(a access) string {
	switch a.kind {
	case ofPieces:
		return "pieces"
	case ofCards:
		return "where cards lie"
	case ofLocal:
		return "a binding from outside the loop"
	}
	v := e.variable(a.from)
	if v == nil {
		return "the state"
	}
	for _, l := range e.gd.Lasting {
		if v.Base == l.Stamp || v.Base == l.Until {
			return "whether " + l.ID + " is in force"
		}
	}
	return v.ID
}

// cellsAt are the cells of a variable kept for each of something, for those in a.
func (e *effects) cellsAt(base int64, a area) []access {
	n := int32(1)
	if v := e.variable(int32(base)); v != nil && int64(v.Base) == base {
		n = v.Len
	}
	if v := e.variable(int32(base)); a.bits == anything || n > def.WordBits || v != nil && e.gd.Wide(v.Type) {
		return []access{{own: a.own, from: int32(base), n: n}}
	}
	var out []access
	for i := range n {
		if a.bits>>uint(i)&1 == 1 {
			out = append(out, access{own: a.own, from: int32(base) + i, n: 1})
		}
	}
	return out
}

// cellsOf are the cells that a track can be.
func (s *scope) cellsOf(x *def.Expr) []access {
	if v, ok := s.e.fold(x); ok {
		return []access{{from: int32(v), n: 1}}
	}
	if x.Op == def.OpTable {
		return s.cellsIn(x)
	}
	var out []access
	for i := range s.e.gd.Vars {
		if v := &s.e.gd.Vars[i]; v.Bounded {
			out = append(out, access{from: v.Base, n: v.Len})
		}
	}
	return out
}

// cellsIn are the cells that a property can be. If each member has another, that of the member is its own.
func (s *scope) cellsIn(x *def.Expr) []access {
	of, own, seen := s.area(x.Args[0]), nobodys, map[int64]bool{}
	if of.own == itself {
		own = inTable + owner(x.I)
	}
	var out []access
	for i, v := range s.e.gd.Lookups[x.I].Values {
		if v >= 0 && (i >= def.WordBits || of.bits>>uint(i)&1 == 1) {
			if seen[v] {
				own = nobodys
			}
			seen[v] = true
			out = append(out, access{from: int32(v), n: 1})
		}
	}
	for i := range out {
		out[i].own = own
	}
	return out
}

// stamps are the cells that report whether lasting effects are in force: the one that x gives, or all.
func (s *scope) stamps(x *def.Expr) []access {
	if x != nil {
		if v, ok := s.e.fold(x); ok && v >= 0 {
			return s.e.stamp(int32(v))
		}
	}
	var out []access
	for i := range s.e.gd.Lasting {
		out = append(out, s.e.stamp(int32(i))...)
	}
	return out
}

func (e *effects) stamp(lasting int32) []access {
	l := &e.gd.Lasting[lasting]
	return []access{{from: l.Stamp, n: 1}, {from: l.Until, n: 1}}
}

// held are the cells that keep a derived value while it is held, none if it cannot be.
func (e *effects) held(derived int32) []access {
	d := &e.gd.Derived[derived]
	if d.Held < 0 {
		return nil
	}
	return []access{{from: d.Held, n: 1}, {from: d.Base, n: d.Len}}
}

// standing are pieces of the classes in the zones.
func standing(zones, classes area) access {
	own := zones.own
	if own == nobodys {
		own = classes.own
	}
	return access{kind: ofPieces, own: own, zones: zones.bits, classes: classes.bits}
}

// lying are the cards in piles.
func lying(piles area) access { return access{kind: ofCards, own: piles.own, zones: piles.bits} }

// sight are the cells that say who sees cards, none if the game has no such: a card that leaves its pile is out of sight.
func (e *effects) sight(cards area) []access {
	for i := range e.gd.Vars {
		if v := &e.gd.Vars[i]; v.Reveals {
			return e.cellsAt(int64(v.Base), cards)
		}
	}
	return nil
}

// bearers are the cells of all markers of a pool.
func (e *effects) bearers(pool int64) []access {
	var out []access
	for i := range e.gd.Vars {
		if v := &e.gd.Vars[i]; int64(v.Pool) == pool {
			out = append(out, access{from: v.Base, n: v.Len})
		}
	}
	return out
}

package referee

// This file lists what procedures of a game can change, by their code and by what they are called with.

import (
	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
)

// changes is what some code can write.
type changes struct {
	up, down     []bool   // by cell
	enter, leave []uint64 // by type: zones that its pieces can come to, and go from
	statuses     uint64   // classes of the types whose status it can change
	asks         bool     // somebody decides something
}

func (c *changes) join(d *changes) {
	for i := range d.up {
		c.up[i], c.down[i] = c.up[i] || d.up[i], c.down[i] || d.down[i]
	}
	for i := range d.enter {
		c.enter[i] |= d.enter[i]
		c.leave[i] |= d.leave[i]
	}
	c.statuses |= d.statuses
}

// moves reports whether more pieces of a type can come to a zone, where some are lacking, or leave it.
func (c *changes) moves(zone, typ int, lacking int16) bool {
	if lacking > 0 {
		return holds(c.enter[typ], zone)
	}
	return holds(c.leave[typ], zone)
}

// turns reports whether a class of a type can become another in a zone, or the pieces of the type there others.
func (c *changes) turns(zone, typ, class int) bool {
	return holds(c.statuses, class) || c.moves(zone, typ, 1) || c.moves(zone, typ, -1)
}

// holds reports whether a thing may be among those of a word; beyond its end all may be.
func holds(word uint64, at int) bool { return at >= def.WordBits || word>>uint(at)&1 == 1 }

// analysis finds what procedures can change.
type analysis struct {
	*facts.Facts
	asks func(code []def.Instr) bool // whether somebody decides something in some code
	done map[int32]*changes
}

func newAnalysis(gd *def.GameDef) *analysis {
	f := facts.New(gd, fold.New(gd), nil)
	return &analysis{f, f.Asking(func(*def.DecisionDef) bool { return true }), map[int32]*changes{}}
}

func (a *analysis) none() *changes {
	return &changes{up: make([]bool, a.Def.Cells), down: make([]bool, a.Def.Cells),
		enter: make([]uint64, len(a.Def.Types)), leave: make([]uint64, len(a.Def.Types))}
}

// any returns what a procedure can change, with those that it calls, whatever it is called with.
func (a *analysis) any(proc int32) *changes {
	c := a.done[proc]
	if c == nil {
		c = a.none()
		c.asks = a.asks(a.Body(proc))
		a.add(c, a.Call(proc))
		a.done[proc] = c
	}
	return c
}

// add adds the accesses that a write makes.
func (a *analysis) add(c *changes, written []facts.Access) {
	for _, w := range written {
		switch w.Store {
		case def.Cells:
			for i := w.From; i < w.From+w.N; i++ {
				c.up[i], c.down[i] = c.up[i] || w.Way != def.Down, c.down[i] || w.Way != def.Up
			}
		case def.Pieces:
			a.pieces(c, &w)
		}
	}
}

// pieces adds a write of pieces.
func (a *analysis) pieces(c *changes, w *facts.Access) {
	if w.Way == def.Turn {
		c.statuses |= uint64(w.Classes)
		return
	}
	for t := range a.Def.Types {
		switch {
		case a.Def.Types[t].Classes&w.Classes == 0:
		case w.Way == def.Leave:
			c.leave[t] |= uint64(w.Zones)
		default:
			c.enter[t] |= uint64(w.Zones)
		}
	}
}

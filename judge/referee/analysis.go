package referee

// This file computes what procedures of a game can change, from their code and the arguments of their calls.

import (
	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
)

// changes is what some code can write.
type changes struct {
	up, down     []bool   // by cell
	enter, leave []uint64 // by type: zones that its pieces can enter and leave
	statuses     uint64   // classes of the types whose status can change
	asks         bool     // it contains a decision of a seat
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

// moves reports whether pieces of a type can enter a zone that lacks some, or else leave it.
func (c *changes) moves(zone, typ int, lacking int16) bool {
	if lacking > 0 {
		return holds(c.enter[typ], zone)
	}
	return holds(c.leave[typ], zone)
}

// turns reports whether the status of a class can change in a zone, or that of other pieces of the type there.
func (c *changes) turns(zone, typ, class int) bool {
	return holds(c.statuses, class) || c.moves(zone, typ, 1) || c.moves(zone, typ, -1)
}

// holds reports whether a bit set contains a thing; it cannot exclude things beyond its end.
func holds(word uint64, at int) bool { return at >= def.WordBits || word>>uint(at)&1 == 1 }

// analysis computes and caches what procedures can change.
type analysis struct {
	*facts.Facts
	asks func(code []def.Instr) bool // whether some code contains a decision of a seat
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

// any returns what a procedure, with all it calls, can change for any arguments.
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

// add adds the accesses of a write.
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

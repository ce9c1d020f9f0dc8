// Package hints holds what a rulebook says to save the engine work against what comes of a game without it. A hint may never
// change what is legal; one that is too tight takes an answer away, and nobody would see it. So a game is played in step with games
// that lack its hints, and at every decision all of them have to publish the same.
package hints

import (
	"slices"

	"rulebound/engine/def"
)

// Words are the ids of the properties of procedures that hint. The zero value names none.
type Words struct {
	Needs string // the procedure whose conditions are what one needs of another before it
	Opens string // the procedures that one could make possible
}

// Kind is a kind of hint.
type Kind int

const (
	Needs Kind = iota // what has to be so for one procedure to make another possible: now anything
	Opens             // which procedures one could make possible: now all
	Ways              // conditions of the clause that Opens is read under, in decisions and options: now none
	Seeks             // what looking ahead tries first: now nothing
)

// All are the kinds of hints.
func All() []Kind { return []Kind{Needs, Opens, Ways, Seeks} }

// Without returns a copy of a game that lacks hints of some kinds, and how many there were. The copy is played like the game: it has the
// same code, cells and decisions.
func Without(gd *def.GameDef, words Words, kinds ...Kind) (*def.GameDef, int) {
	out := *gd
	r := remover{def: &out, words: words}
	out.Decisions = slices.Clone(gd.Decisions)
	out.Lookups = slices.Clone(gd.Lookups)
	out.Procs = slices.Clone(gd.Procs)
	out.Functions = slices.Clone(gd.Functions)
	for _, k := range kinds {
		switch k {
		case Needs:
			r.needs()
		case Opens:
			r.opens()
		case Ways:
			r.ways()
		case Seeks:
			r.seeks()
		}
	}
	return &out, r.n
}

type remover struct {
	def   *def.GameDef
	words Words
	n     int // hints that were taken out
}

// lookup returns a property, nil if the game has none of that name.
func (r *remover) lookup(id string) *def.Lookup {
	if i := r.lookupAt(id); i >= 0 {
		return &r.def.Lookups[i]
	}
	return nil
}

func (r *remover) lookupAt(id string) int {
	return slices.IndexFunc(r.def.Lookups, func(l def.Lookup) bool { return l.ID == id })
}

// needs lets every procedure need nothing: one of those that say what is needed serves for all, and is always possible.
func (r *remover) needs() {
	l := r.lookup(r.words.Needs)
	if l == nil {
		return
	}
	anything := slices.IndexFunc(l.Values, func(v int64) bool { return v != def.None })
	if anything < 0 {
		return
	}
	serves := l.Values[anything]
	p := &r.def.Procs[serves]
	p.Possible, p.Requires = -1, nil
	values := slices.Clone(l.Values)
	for i, v := range values {
		if v != def.None {
			r.n++
		}
		values[i] = serves
	}
	l.Values = values
}

// opens lets every procedure open all.
func (r *remover) opens() {
	l, needs := r.lookup(r.words.Opens), r.lookup(r.words.Needs)
	if l == nil || needs == nil || !slices.ContainsFunc(needs.Values, func(v int64) bool { return v != def.None }) {
		return // where nothing needs another nothing is opened
	}
	tagged := 0 // they come first, and no others are in sets
	for tagged < len(r.def.Procs) && len(r.def.Procs[tagged].Tags) > 0 {
		tagged++
	}
	every := r.def.UpTo(l.Type, tagged)
	values := slices.Clone(l.Values)
	for i := range values {
		values[i] = every
	}
	l.Values = values
	r.n += tagged
}

// ways takes out the conditions that have a clause in common with the one that reads what is opened, short of that one. What asks
// whether a procedure is possible loses its copies of them, too.
func (r *remover) ways() {
	opens, clause := int64(r.lookupAt(r.words.Opens)), ""
	reads := func(c def.Cond) bool {
		for e := range c.When.All() {
			if e.Op == def.OpTable && e.I == opens {
				return true
			}
		}
		return false
	}
	r.conditions(func(c def.Cond) bool {
		if reads(c) {
			clause = c.Rule
		}
		return true
	})
	if opens < 0 || clause == "" {
		return
	}
	gone := map[place]bool{}
	r.conditions(func(c def.Cond) bool {
		if c.Rule != clause || c.Node == 0 || reads(c) {
			return true
		}
		r.n++
		gone[r.place(c.Node)] = true
		return false
	})
	for i := range r.def.Functions {
		r.def.Functions[i].Body = r.without(r.def.Functions[i].Body, gone)
	}
}

// place is where a condition stands in the rulebook. Copies of it are nodes of their own there.
type place struct {
	file      string
	line, col int32
}

func (r *remover) place(node int32) place {
	n := &r.def.Nodes[node]
	return place{n.File, n.Line, n.Col}
}

// conditions keeps those conditions of decisions and options for which keep holds.
func (r *remover) conditions(keep func(def.Cond) bool) {
	kept := func(list []def.Cond) []def.Cond {
		return slices.DeleteFunc(slices.Clone(list), func(c def.Cond) bool { return !keep(c) })
	}
	options := func(list []def.MenuOption) []def.MenuOption {
		list = slices.Clone(list)
		for i := range list {
			list[i].Where = kept(list[i].Where)
		}
		return list
	}
	for i := range r.def.Decisions {
		d := &r.def.Decisions[i]
		d.Where, d.Options, d.Also = kept(d.Where), options(d.Options), options(d.Also)
	}
}

// without returns a formula in which the conditions at some places hold.
func (r *remover) without(e *def.Expr, gone map[place]bool) *def.Expr {
	if e == nil {
		return nil
	}
	if e.Node != 0 && e.Type.Kind == def.KBool && gone[r.place(e.Node)] {
		return &def.Expr{Op: def.OpConst, Type: e.Type, I: 1}
	}
	out := e
	for i, a := range e.Args {
		if b := r.without(a, gone); b != a {
			if out == e {
				out = &def.Expr{Op: e.Op, Type: e.Type, I: e.I, Args: slices.Clone(e.Args), Node: e.Node}
			}
			out.Args[i] = b
		}
	}
	return out
}

func (r *remover) seeks() {
	for i := range r.def.Decisions {
		if d := &r.def.Decisions[i]; d.Seek != nil {
			d.Seek = nil
			r.n++
		}
	}
}

// This file finds the plays in which a change of a formula can be noticed. In most plays that reach a formula, the changed
// one always yields the same value, so the play stays the same. All scenarios are played once more with the changed formulas
// evaluated beside those of the rulebook (engine.Rivals), and a change is tried only in plays in which the values differed.

package mutation

import (
	"slices"
	"sync"

	"rulebound/engine"
	"rulebound/engine/def"
)

// rivals holds changes of formulas as rivals of these formulas in one game.
type rivals struct {
	base *baseline
	def  *def.GameDef
	cell int32
	list []int // rival, from 1 -> change
}

// compete returns for each change of a game the plays in which it may matter; if the change cannot be a rival, all plays that
// reach its place. It modifies copied, a copy of the game whose list of changes is spare.
func (b *baseline) compete(gd *def.GameDef, list []*Mutant, copied *def.GameDef, spare []*Mutant, workers int) []set {
	r := &rivals{base: b, def: copied, cell: copied.Cells, list: []int{0}}
	copied.Cells++
	copied.Initial = append(copied.Initial, 0)
	quiet, matters := purity{gd, map[*def.Expr]bool{}}, make([]set, len(list))
	for i, m := range list {
		if m.reach.empty() || !m.choosable() || m.nested() || !quiet.change(m) {
			matters[i] = m.reach
			continue
		}
		for k := range m.swaps {
			s := swap{at: spare[i].swaps[k].at, by: m.swaps[k].by}
			s.offer(int64(r.cell), int64(len(r.list)))
		}
		r.list = append(r.list, i)
	}
	for play, changes := range r.play(workers) {
		for _, i := range changes {
			if list[i].reach.has(play) {
				matters[i].add(play)
			}
		}
	}
	return matters
}

// play returns for each play the changes whose formulas yield another value in it.
func (r *rivals) play(workers int) [][]int {
	out := make([][]int, len(r.base.plays))
	if len(r.list) == 1 {
		return out
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range workers {
		wg.Go(func() {
			games := map[string]*rivalGame{}
			for i := range next {
				out[i] = r.differ(r.base.plays[i], games)
			}
		})
	}
	for i := range out {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// rivalGame is a game with rivals.
type rivalGame struct {
	engine.Rivals
	game *engine.Game // nil if it does not load
}

func (r *rivals) contest(options map[string]string) *rivalGame {
	c := &rivalGame{Rivals: engine.Rivals{Cell: r.cell, Differ: make([]bool, len(r.list))}}
	c.game, _ = engine.Load(r.def, options, engine.WithLimit(unlimited), engine.WithRivals(&c.Rivals))
	return c
}

// differ returns the result of play for one play; all changes if the game with rivals does not load or plays differently.
func (r *rivals) differ(p *played, games map[string]*rivalGame) []int {
	c := games[p.key]
	if c == nil {
		c = r.contest(p.options)
		games[p.key] = c
	}
	if c.game == nil {
		return r.list[1:]
	}
	clear(c.Differ)
	if failed, same := p.fails(c.game, true); failed || !same {
		return r.list[1:]
	}
	var out []int
	for n, i := range r.list {
		if c.Differ[n] {
			out = append(out, i)
		}
	}
	return out
}

// nested reports whether the change replaces a formula and a subformula of it.
func (m *Mutant) nested() bool {
	if len(m.swaps) == 1 {
		return false
	}
	return slices.ContainsFunc(m.swaps, func(outer swap) bool {
		for e := range outer.at.All() {
			if e != outer.at && slices.ContainsFunc(m.swaps, func(s swap) bool { return s.at == e }) {
				return true
			}
		}
		return false
	})
}

// purity finds the formulas without side effects that observers could notice: those that evaluate no hook, which is reported
// as an event, and start no search ahead.
type purity struct {
	def   *def.GameDef
	rules map[*def.Expr]bool // bodies of functions and derived values
}

// change reports whether a change replaces nothing but such formulas.
func (q *purity) change(m *Mutant) bool {
	return len(m.replaced) == 0 && !slices.ContainsFunc(m.swaps, func(s swap) bool { return !q.formula(s.at) || !q.formula(&s.by) })
}

func (q *purity) formula(root *def.Expr) bool {
	for e := range root.All() {
		switch e.Op {
		case def.OpHookNumber, def.OpHookAllow, def.OpHookPool, def.OpPossibleDyn, def.OpAhead:
			return false
		case def.OpPossible:
			if f := q.def.Procs[e.I].Possible; f >= 0 && !q.rule(q.def.Functions[f].Body) {
				return false
			}
		case def.OpCall:
			if !q.rule(q.def.Functions[e.I].Body) {
				return false
			}
		case def.OpDerived:
			if !q.rule(q.def.Derived[e.I].Value) {
				return false
			}
		}
	}
	return true
}

func (q *purity) rule(body *def.Expr) bool {
	known, met := q.rules[body]
	if !met {
		known = q.formula(body)
		q.rules[body] = known
	}
	return known
}

// This file finds out in which plays a change of a formula can be noticed at all. A change that never makes its formula come
// to something else leaves a play as it is, and of all that come to its place most are such plays. So all scenarios are
// played once more, with the changed formulas beside those of the rulebook (engine.Rivals), and a change is tried only
// where the two differed.

package mutation

import (
	"slices"
	"sync"

	"rulebound/engine"
	"rulebound/engine/def"
)

// rivals are changes of formulas, each as a rival of its formula in one game.
type rivals struct {
	base *baseline
	def  *def.GameDef
	cell int32
	list []int // rival, from 1 -> change
}

// compete finds for each change of a game the plays in which it may matter: of one that cannot be judged so all that come to
// its place. The copy of the game with an equal list is spent.
func (b *baseline) compete(gd *def.GameDef, list []*Mutant, copied *def.GameDef, spare []*Mutant, workers int) []set {
	r := &rivals{base: b, def: copied, cell: copied.Cells, list: []int{0}}
	copied.Cells++
	copied.Initial = append(copied.Initial, 0)
	quiet, matters := quiet{gd, map[*def.Expr]bool{}}, make([]set, len(list))
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

// play gives for each play the changes that make some formula come to something else.
func (r *rivals) play(workers int) [][]int {
	out := make([][]int, len(r.base.plays))
	if len(r.list) == 1 {
		return out
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range workers {
		wg.Go(func() {
			games := map[string]*contest{}
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

// contest is a game with rivals.
type contest struct {
	engine.Rivals
	game *engine.Game // nil if there is no such game
}

func (r *rivals) contest(options map[string]string) *contest {
	c := &contest{Rivals: engine.Rivals{Cell: r.cell, Differ: make([]bool, len(r.list))}}
	c.game, _ = engine.Load(r.def, options, engine.WithLimit(unlimited), engine.WithRivals(&c.Rivals))
	return c
}

// differ is play for one play; all changes if they cannot be judged there.
func (r *rivals) differ(p *played, games map[string]*contest) []int {
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

// nested reports whether the change is made in a formula and in a part of it.
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

// quiet finds the formulas that nobody notices but by what they come to: those that ask no hook, of which observers are
// told, nor what lies ahead.
type quiet struct {
	def   *def.GameDef
	rules map[*def.Expr]bool // bodies of functions and derived values
}

func (q *quiet) change(m *Mutant) bool {
	return !slices.ContainsFunc(m.swaps, func(s swap) bool { return !q.formula(s.at) || !q.formula(&s.by) })
}

func (q *quiet) formula(root *def.Expr) bool {
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

func (q *quiet) rule(body *def.Expr) bool {
	known, met := q.rules[body]
	if !met {
		known = q.formula(body)
		q.rules[body] = known
	}
	return known
}

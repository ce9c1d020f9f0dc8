package referee

// This file is the search: from a state where a step begins, the likeliest answers first, for one that ends at the position.

import (
	"container/heap"
	"time"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Limits bound the search. Nodes come first, so that results are the same on every machine.
type Limits struct {
	Nodes int           // answers tried for a step
	Left  *int          // answers that may still be tried for the log, nil: any number
	Time  time.Duration // for a step, 0: no bound
}

// node is a state on the way.
type node struct {
	at       *held
	parent   *node
	answer   engine.Answer
	spent, h int
	f        int
	order    int
	queue    int // of the front
	focus    focus
	stage    int
	list     []proposal
	next     int
	opened   bool
}

// outcome is what a search came to.
type outcome struct {
	found     bool
	answers   []engine.Answer
	nodes     int
	exhausted bool
	nearest   []engine.Answer
	near      near
	stuck     []string        // what the nearest way was given up for
	low       []engine.Answer // the way of the least distance, whether it ends the step or not
	depth     int             // its distance
}

// near is how near a way came: one that ends the step before one that does not, then one in a later stage.
type near struct {
	ended    bool
	stage    int
	distance int
}

var nowhere = near{distance: 1 << 30}

func (a near) before(b near) bool {
	if a.ended != b.ended {
		return a.ended
	}
	if a.stage != b.stage && !a.ended {
		return a.stage > b.stage
	}
	return a.distance < b.distance
}

// focus is the zones that the running bodies are about, the innermost last; of more than it holds the outermost are forgotten.
type focus struct {
	zones [4]int32
	n     int
}

func (f *focus) push(zone int32) {
	if f.n == len(f.zones) {
		copy(f.zones[:], f.zones[1:])
		f.n--
	}
	f.zones[f.n] = zone
	f.n++
}

func (f *focus) pop() {
	f.n = max(0, f.n-1)
	f.zones[f.n] = 0
}

// but is the innermost zone that is not the one given, -1 if there is none.
func (f *focus) but(zone int32) int32 {
	for i := f.n - 1; i >= 0; i-- {
		if f.zones[i] != zone {
			return f.zones[i]
		}
	}
	return -1
}

// ear listens to a state that runs: where the step ends, and what it is about.
type ear struct {
	t     *target
	ends  []bool // by note
	armed bool
	ended bool
	dist  int
	focus focus
	stage int      // 0 before the first part, then that of the part by its number
	lost  bool     // what is settled when a part begins is not as it must be
	stuck []string // what of it
}

func (e *ear) Event(s *engine.State, ev *engine.Event) {
	switch ev.Kind {
	case engine.Noted:
		if e.armed && !e.ended && e.ends[ev.Note()] {
			e.judge(s)
		}
		if e.armed && e.t.def.Notes[ev.Note()].Name == e.t.layout.Part {
			e.enter(s, int(ev.Values[0])+1)
		}
	case engine.GameOver:
		if e.armed && !e.ended {
			e.judge(s)
		}
	case engine.BodyBegan:
		if b := ev.Body(); e.t.def.Decisions[b.Decision].Elem.Kind == def.KZone {
			e.focus.push(int32(b.Member))
		}
	case engine.BodyEnded:
		if b := ev.Body(); e.t.def.Decisions[b.Decision].Elem.Kind == def.KZone {
			e.focus.pop()
		}
	}
}

// enter is where a part begins.
func (e *ear) enter(s *engine.State, stage int) {
	e.stage = stage
	if e.t.stages == nil || e.lost {
		return
	}
	e.t.enter(stage)
	e.dist = e.t.measure(s)
	if e.lost = e.t.breaks(s, e.t.stage.open); e.lost {
		e.stuck = e.t.stuck(s, e.t.stage.open)
	}
}

func (e *ear) judge(s *engine.State) {
	e.ended = true
	e.t.enter(none)
	e.dist = e.t.measure(s) + weighFlow*len(e.t.flow(s))
}

// rest ends the step if it ends where the state waits.
func (e *ear) rest(s *engine.State) {
	if e.armed && !e.ended && len(e.t.waits(s)) > 0 {
		e.judge(s)
	}
}

func (t *target) listen() *ear {
	e := &ear{t: t, ends: make([]bool, len(t.def.Notes))}
	for i, n := range t.def.Notes {
		for _, id := range t.layout.Ends {
			e.ends[i] = e.ends[i] || n.Name == id
		}
	}
	return e
}

// pass is a round of the search: its share of the nodes in percent, how much the distance weighs, and how many proposals there are
// for a decision.
type pass struct {
	share, weight, most int
	least               int // nodes that it has at least
	bias
	level  bool // answers are tried level by level, and not where it looks best
	repair int  // share of the nodes with which the ways that came nearest are repaired first
}

// bias is how a pass sees things otherwise than the others; steps with parts are searched without.
type bias struct {
	late  int  // what an answer costs more that puts the decision off for something aside
	loose bool // pieces that stand where others of their seat are lacking may be about to be replaced
}

var passes = []pass{
	{share: 4, least: 1200, weight: 6, most: 24},
	{share: 2, least: 400, weight: 6, most: 24, bias: bias{late: odd}, repair: 12},
	{share: 2, least: 400, weight: 4, most: 40, bias: bias{loose: true}, repair: 12},
	{share: 8, weight: 4, most: 80, level: true, repair: 14},
	{share: 4, weight: 4, most: 80, bias: bias{late: odd, loose: true}, level: true, repair: 14},
	{share: 100, weight: 2, most: 400, level: true, repair: 100},
}

var partPasses = []pass{
	{share: 6, weight: 6, most: 24},
	{share: 45, weight: 5, most: 40, level: true},
	{share: 75, weight: 3, most: 80, level: true},
	{share: 100, weight: 2, most: 400, level: true},
}

// searcher searches for one step.
type searcher struct {
	store
	until time.Time
}

// search looks for a witness from root to t.
func (x *searcher) search(root *engine.State, t *target, step *Step, lim Limits) outcome {
	x.until = time.Time{}
	x.open(root)
	defer x.close()
	if lim.Time > 0 {
		x.until = time.Now().Add(lim.Time)
	}
	best := outcome{near: nowhere}
	list := passes
	if t.stages != nil {
		list = partPasses
	}
	bench := x.newBench(root, t, step)
	for _, p := range list {
		if p.repair > 0 {
			out := bench.repair(best.low, min(lim.Nodes*p.repair/100, lim.Nodes-best.nodes))
			if best.nodes += out.nodes; out.found {
				out.nodes = best.nodes
				return out
			}
		}
		t.bias = p.bias
		r := &round{searcher: x, pass: p, t: t, p: t.proposer(step, p.most), e: t.listen(), left: min(max(lim.Nodes*p.share/100, p.least), lim.Nodes-best.nodes)}
		out := r.run(root)
		out.nodes += best.nodes
		if out.found || out.exhausted {
			return out
		}
		if !out.near.before(best.near) {
			out.nearest, out.near, out.stuck = best.nearest, best.near, best.stuck
		}
		if best.low != nil && best.depth <= out.depth {
			out.low, out.depth = best.low, best.depth
		}
		best = out
		if best.nodes >= lim.Nodes || x.late() {
			break
		}
	}
	if w := bench.best; w != nil && (near{true, 0, w.dist}).before(best.near) {
		best.near, best.nearest, best.stuck = near{true, 0, w.dist}, w.answers(), nil
	}
	return best
}

// late reports whether the search has taken as long, or has kept as many states, as it may.
func (x *searcher) late() bool {
	return x.full || !x.until.IsZero() && time.Now().After(x.until)
}

// round is one pass over the search.
type round struct {
	*searcher
	pass
	t       *target
	p       *proposer
	e       *ear
	left    int // nodes that it may still try
	out     outcome
	nearest *node
	lowest  *node
	order   int
	seen    map[uint64]bool
	cut     bool
}

// run searches from root.
func (r *round) run(root *engine.State) outcome {
	r.out.near = nowhere
	r.seen = map[uint64]bool{root.Likeness(): true}
	first := &node{at: r.hold(root), stage: r.t.opens}
	r.t.enter(first.stage)
	first.h = r.t.begin(root)
	front := &front{level: r.level, tires: r.weight}
	front.push(first)
	witness := r.search(front)
	front.each(func(n *node) { r.release(n.at) })
	if witness != nil {
		r.out.found, r.out.answers = true, path(witness)
		return r.out
	}
	r.out.exhausted = !r.cut && !r.p.cut
	r.out.nearest, r.out.low = path(r.nearest), path(r.lowest)
	return r.out
}

// search goes on from the states of a front until one of them leads to the end of a witness.
func (r *round) search(front *front) *node {
	for queue, n := front.next(); n != nil; queue, n = front.next() {
		a := r.step(queue, n)
		if a == nil {
			continue
		}
		if r.left <= 0 || r.out.nodes&63 == 63 && r.late() {
			r.cut = true
			return nil
		}
		r.left--
		r.out.nodes++
		child := r.try(n, a)
		if child == nil {
			continue
		}
		if r.e.ended {
			return child
		}
		front.push(child)
	}
	return nil
}

// step gives the next proposal of the first node of the queue, nil if it has none left.
func (r *round) step(queue *nodes, n *node) *proposal {
	if !n.opened {
		n.opened = true
		s := r.begin(r.state(n.at))
		r.t.enter(n.stage)
		if rest := r.t.rest(s, n.stage); rest != nil {
			r.t.here = rest.here
		}
		r.t.measure(s)
		r.t.here = nil
		n.list = r.p.propose(s, n.focus)
		r.end(s)
	}
	if n.next == len(n.list) {
		heap.Pop(queue)
		r.release(n.at)
		n.at, n.list = nil, nil
		return nil
	}
	a := &n.list[n.next]
	n.next++
	if n.next < len(n.list) {
		n.f = n.spent + n.list[n.next].price + r.weight*n.h
	}
	heap.Fix(queue, 0)
	return a
}

// try gives the state that an answer leads to: the witness if the step ends there as it must, one to go on from, or nil.
func (r *round) try(n *node, a *proposal) *node {
	c := r.begin(r.state(n.at))
	defer r.end(c)
	e := r.e
	e.armed, e.ended, e.lost, e.focus = true, false, false, n.focus
	e.stage = n.stage
	r.t.enter(n.stage)
	c.Attend(e)
	child := &node{parent: n, answer: a.answer, spent: n.spent + a.price + 1, focus: e.focus}
	err := c.Advance(a.answer)
	if err == nil {
		e.rest(c)
	}
	child.focus, child.stage = e.focus, e.stage
	switch {
	case err != nil:
		e.ended = false
	case e.ended:
		r.note(child, near{true, 0, e.dist}, nil)
		if e.dist == 0 {
			return child
		}
	case e.lost:
		r.note(child, near{false, n.stage, e.dist}, e.stuck)
	default:
		if like := c.Likeness(); !r.seen[like] {
			r.seen[like] = true
			return r.keep(child, c)
		}
	}
	e.ended = false
	return nil
}

// note keeps a node, and what it is given up for, if no other came as near.
func (r *round) note(n *node, at near, stuck []string) {
	if r.lowest == nil || at.distance < r.out.depth {
		r.lowest, r.out.depth = n, at.distance
	}
	if at.before(r.out.near) {
		r.out.near, r.out.stuck, r.nearest = at, stuck, n
	}
}

// keep makes a node of a state; none if what differs there cannot be mended any more.
func (r *round) keep(child *node, c *engine.State) *node {
	child.h = r.t.measure(c)
	at := near{false, child.stage, child.h}
	if rest := r.t.rest(c, child.stage); rest != nil && r.t.breaks(c, rest.open) {
		if at.before(r.out.near) {
			r.note(child, at, r.t.stuck(c, rest.open))
		}
		return nil
	}
	child.at = r.hold(c)
	r.note(child, at, nil)
	r.order++
	child.order = r.order
	child.f = child.spent + r.weight*child.h
	return child
}

// path gives the answers that lead to a node.
func path(n *node) []engine.Answer {
	var out []engine.Answer
	for ; n != nil && n.parent != nil; n = n.parent {
		out = append(out, n.answer)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

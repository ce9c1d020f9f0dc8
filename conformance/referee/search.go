package referee

// This file is the search: from a state where a step begins, the likeliest answers first, for one that ends at the position.

import (
	"cmp"
	"container/heap"
	"slices"
	"time"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Limits bound the search for one step. Nodes come first, so that results are the same on every machine.
type Limits struct {
	Nodes int           // answers tried
	Time  time.Duration // 0: no bound
}

// node is a state on the way.
type node struct {
	state    *engine.State
	parent   *node
	answer   engine.Answer
	spent, h int
	f        int
	order    int
	depth    int
	focus    focus
	list     []proposal
	next     int
	opened   bool
}

type nodes []*node

func (q nodes) Len() int { return len(q) }
func (q nodes) Less(i, j int) bool {
	if q[i].f != q[j].f {
		return q[i].f < q[j].f
	}
	return q[i].order > q[j].order
}
func (q nodes) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *nodes) Push(x any)   { *q = append(*q, x.(*node)) }
func (q *nodes) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// outcome is what a search came to.
type outcome struct {
	found     bool
	answers   []engine.Answer
	nodes     int
	exhausted bool
	nearest   []engine.Answer
	ended     bool // the nearest ends the step
	distance  int
	low       []engine.Answer // the way of the least distance, ended or not
	depth     int             // its distance
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

func (f *focus) pop() { f.n = max(0, f.n-1) }

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
	parts []settled // what is settled when one begins
	lost  bool      // it is not as it must be

	crossed int // distance where the first of them began, -1: none did
}

func (e *ear) Event(s *engine.State, ev *engine.Event) {
	switch ev.Kind {
	case engine.Noted:
		if e.armed && !e.ended && e.ends[ev.Note()] {
			e.judge(s)
		}
		if e.armed && e.parts != nil && e.t.def.Notes[ev.Note()].Name == e.t.layout.Part && !e.lost {
			if h := e.t.measure(s); e.crossed < 0 {
				e.crossed = h
			}
			e.lost = e.t.breaks(s, &e.parts[ev.Values[0]])
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

func (e *ear) judge(s *engine.State) {
	e.ended = true
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

// pass is a round of the search: its share of the nodes in percent, how much the distance weighs, how many proposals there are for a
// decision, and how many ways go on from one part of a long step to the next.
type pass struct {
	share, weight, most, ways int
	bias
	level  bool // answers are tried level by level, and not where it looks best
	repair int  // share of the nodes with which the way that came nearest is repaired first
}

// bias is how a pass sees things otherwise than the others.
type bias struct {
	late  int  // what an answer costs more that puts the decision off for something aside
	loose bool // pieces that stand where others of their seat are lacking may be about to be replaced
}

var passes = []pass{
	{share: 12, weight: 6, most: 24, ways: 4},
	{share: 6, weight: 6, most: 24, bias: bias{late: odd}, repair: 8},
	{share: 6, weight: 4, most: 40, bias: bias{loose: true}},
	{share: 40, weight: 4, most: 80, ways: 16, level: true, repair: 20},
	{share: 15, weight: 4, most: 80, bias: bias{late: odd, loose: true}, level: true},
	{share: 50, weight: 2, most: 80, ways: 16, repair: 20},
	{share: 100, weight: 2, most: 400, ways: 64, level: true},
}

// keptStates is how many states a searcher keeps from one step to the next.
const keptStates = 2048

// searcher searches for one step; its states are used again.
type searcher struct {
	free  []*engine.State
	until time.Time
}

// search looks for a witness from root to t.
func (x *searcher) search(root *engine.State, t *target, step *Step, lim Limits) outcome {
	x.until = time.Time{}
	clear(x.free[min(len(x.free), keptStates):])
	x.free = x.free[:min(len(x.free), keptStates)]
	if lim.Time > 0 {
		x.until = time.Now().Add(lim.Time)
	}
	best := outcome{distance: 1 << 30}
	for _, p := range passes {
		parts := t.layout.Kinds[step.Kind].Parts
		if parts && p.bias != (bias{}) {
			continue
		}
		if p.repair > 0 && !parts {
			out := x.repair(root, t, step, best.low, min(lim.Nodes*p.repair/100, lim.Nodes-best.nodes))
			if best.nodes += out.nodes; out.found {
				out.nodes = best.nodes
				return out
			}
		}
		t.bias = p.bias
		r := &round{searcher: x, pass: p, t: t, p: t.proposer(step, p.most), e: t.listen(), left: min(lim.Nodes*p.share/100, lim.Nodes-best.nodes)}
		if t.layout.Kinds[step.Kind].Parts {
			r.e.parts = t.parts()
		}
		out := r.run(root)
		out.nodes += best.nodes
		if out.found || out.exhausted {
			return out
		}
		if best.ended && !out.ended || best.ended == out.ended && best.distance <= out.distance {
			out.nearest, out.distance, out.ended = best.nearest, best.distance, best.ended
		}
		if best.low != nil && best.depth <= out.depth {
			out.low, out.depth = best.low, best.depth
		}
		best = out
		if best.nodes >= lim.Nodes || x.late() {
			break
		}
	}
	return best
}

func (x *searcher) late() bool { return !x.until.IsZero() && time.Now().After(x.until) }

func (x *searcher) copy(s *engine.State) *engine.State {
	if n := len(x.free); n > 0 {
		c := x.free[n-1]
		x.free = x.free[:n-1]
		s.CopyTo(c)
		return c
	}
	return s.Copy()
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
	exits   []*node // ways into the next part
	cut     bool
}

// run searches from root, part by part.
func (r *round) run(root *engine.State) outcome {
	r.out.distance = 1 << 30
	r.seen = map[uint64]bool{root.Likeness(): true}
	starts := []*node{{state: r.copy(root), h: r.t.begin(root, r.e.parts == nil)}}
	for len(starts) > 0 {
		budget := r.left
		if r.e.parts != nil {
			budget = r.left / 2
		}
		r.exits = nil
		witness := r.part(starts, budget)
		if witness != nil {
			r.out.found, r.out.answers = true, path(witness)
			return r.out
		}
		slices.SortStableFunc(r.exits, func(a, b *node) int { return cmp.Compare(a.f, b.f) })
		for i, n := range r.exits {
			if i >= r.ways {
				r.cut = true
				r.free = append(r.free, n.state)
				continue
			}
			n.spent = n.f - r.exits[0].f
			n.f = n.spent + r.weight*n.h
		}
		if starts = r.exits[:min(len(r.exits), r.ways)]; len(starts) > 0 {
			r.out.distance = 1 << 30 // nearest is where most parts are over
		}
	}
	r.out.exhausted = !r.cut && !r.p.cut
	r.out.nearest, r.out.low = path(r.nearest), path(r.lowest)
	return r.out
}

// part searches from some states until a witness is found, or until it knows how to go on into the next part. With one queue the
// likeliest state of all comes next; with one for each number of answers the likeliest of each in turn, so that what looked well and
// led nowhere does not hold up the rest.
func (r *round) part(starts []*node, budget int) *node {
	queues := []*nodes{{}}
	for _, n := range starts {
		n.depth = 0
		heap.Push(queues[0], n)
	}
	defer func() {
		for _, q := range queues {
			for _, n := range *q {
				r.free = append(r.free, n.state)
			}
		}
	}()
	best := 1 << 30
	for at := 0; ; at++ {
		queue, n := r.turn(queues, &at)
		if n == nil {
			return nil
		}
		if len(r.exits) > 0 && n.f > best && (len(r.exits) >= r.ways || n.f > best+2*weighMarker*r.weight) {
			r.cut = true
			return nil
		}
		a := r.step(queue, n)
		if a == nil {
			continue
		}
		if budget <= 0 || r.left <= 0 || r.out.nodes&63 == 63 && r.late() {
			r.cut = true
			return nil
		}
		budget--
		r.left--
		r.out.nodes++
		exits := len(r.exits)
		child := r.try(n, a)
		if len(r.exits) > exits {
			best = min(best, r.exits[exits].f)
		}
		if child == nil {
			continue
		}
		if r.e.ended {
			return child
		}
		if r.level {
			child.depth = n.depth + 1
		}
		if child.depth == len(queues) {
			queues = append(queues, &nodes{})
		}
		heap.Push(queues[child.depth], child)
	}
}

// turn gives the next queue that is not empty, and its first node.
func (r *round) turn(queues []*nodes, at *int) (*nodes, *node) {
	for range queues {
		if *at >= len(queues) {
			*at = 0
		}
		if q := queues[*at]; q.Len() > 0 {
			return q, (*q)[0]
		}
		*at++
	}
	return nil, nil
}

// step gives the next proposal of the first node of the queue, nil if it has none left.
func (r *round) step(queue *nodes, n *node) *proposal {
	if !n.opened {
		n.opened = true
		r.t.measure(n.state)
		n.list = r.p.propose(n.state, n.focus)
	}
	if n.next == len(n.list) {
		heap.Pop(queue)
		r.free = append(r.free, n.state)
		n.state, n.list = nil, nil
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
	c := r.copy(n.state)
	e := r.e
	e.armed, e.ended, e.lost, e.crossed, e.focus = true, false, false, -1, n.focus
	c.Attend(e)
	child := &node{parent: n, answer: a.answer, spent: n.spent + a.price + 1, focus: e.focus}
	err := c.Advance(a.answer)
	if err == nil {
		e.rest(c)
	}
	child.focus = e.focus
	switch {
	case err != nil:
		e.ended = false
	case e.ended:
		r.lower(child, e.dist)
		if !r.out.ended || e.dist < r.out.distance {
			r.out.distance, r.out.ended, r.nearest = e.dist, true, child
		}
		if e.dist == 0 {
			r.free = append(r.free, c)
			return child
		}
	case e.lost:
		if !r.out.ended && e.crossed < r.out.distance {
			r.out.distance, r.out.ended, r.nearest = e.crossed, false, child
		}
	default:
		if like := c.Likeness(); !r.seen[like] {
			r.seen[like] = true
			return r.keep(child, c)
		}
	}
	e.ended = false
	r.free = append(r.free, c)
	return nil
}

// keep makes a node of a state, or keeps it for the next part if that has begun.
func (r *round) keep(child *node, c *engine.State) *node {
	child.state = c
	child.h = r.t.measure(c)
	r.lower(child, child.h)
	if !r.out.ended && child.h < r.out.distance {
		r.out.distance, r.out.ended, r.nearest = child.h, false, child
	}
	r.order++
	child.order = r.order
	if r.e.crossed >= 0 {
		child.f = child.spent + r.weight*r.e.crossed
		r.exits = append(r.exits, child)
		return nil
	}
	child.f = child.spent + r.weight*child.h
	return child
}

// lower keeps a node if none came nearer, whether a step ends there or not.
func (r *round) lower(n *node, h int) {
	if r.lowest == nil || h < r.out.depth {
		r.lowest, r.out.depth = n, h
	}
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

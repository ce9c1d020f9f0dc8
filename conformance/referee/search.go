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
	stage    int
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
	stage int  // 0 before the first part, then that of the part by its number
	lost  bool // what is settled when a part begins is not as it must be

	crossed int // distance where the first of them began, -1: none did
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
	e.crossed = e.t.measure(s)
	e.lost = e.t.breaks(s, e.t.stage.open)
}

func (e *ear) judge(s *engine.State) {
	e.ended = true
	e.t.enter(none)
	e.dist = e.t.measure(s) + weighFlow*len(e.t.flow(s))
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
	level                     bool // answers are tried level by level, and not where it looks best
}

var passes = []pass{{12, 6, 24, 4, false}, {50, 4, 80, 16, true}, {70, 2, 80, 16, false}, {100, 2, 400, 64, true}}

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
		r := &round{searcher: x, pass: p, t: t, p: t.proposer(step, p.most), e: t.listen(), left: min(lim.Nodes*p.share/100, lim.Nodes-best.nodes)}
		out := r.run(root)
		out.nodes += best.nodes
		if out.found || out.exhausted {
			return out
		}
		if best.ended && !out.ended || best.ended == out.ended && best.distance <= out.distance {
			out.nearest, out.distance, out.ended = best.nearest, best.distance, best.ended
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
	order   int
	seen    map[uint64]bool
	exits   []*node // ways into the next part
	cut     bool
}

// run searches from root, part by part.
func (r *round) run(root *engine.State) outcome {
	r.out.distance = 1 << 30
	r.seen = map[uint64]bool{root.Likeness(): true}
	waiting := make([][]*node, len(r.t.stages)+1)
	first := &node{state: r.copy(root), stage: r.t.opens}
	r.t.enter(first.stage)
	first.h = r.t.begin(root, r.t.stages == nil)
	waiting[first.stage] = []*node{first}
	for stage := range waiting {
		starts := r.starts(waiting[stage])
		if len(starts) == 0 {
			continue
		}
		budget := r.left
		if r.t.stages != nil {
			budget = r.left / 2
		}
		r.exits = nil
		if witness := r.part(starts, budget); witness != nil {
			r.out.found, r.out.answers = true, path(witness)
			return r.out
		}
		for _, n := range r.exits {
			waiting[n.stage] = append(waiting[n.stage], n)
		}
		if len(r.exits) > 0 {
			r.out.distance = 1 << 30 // nearest is where most parts are over
		}
	}
	r.out.exhausted = !r.cut && !r.p.cut
	r.out.nearest = path(r.nearest)
	return r.out
}

// starts gives the likeliest ways into a part, as many as go on.
func (r *round) starts(ways []*node) []*node {
	slices.SortStableFunc(ways, func(a, b *node) int { return cmp.Compare(a.f, b.f) })
	for i, n := range ways {
		if i >= r.ways {
			r.cut = true
			r.free = append(r.free, n.state)
			continue
		}
		n.spent = n.f - ways[0].f
		n.f = n.spent + r.weight*n.h
	}
	return ways[:min(len(ways), r.ways)]
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
		r.t.enter(n.stage)
		if rest := r.t.rest(n.state, n.stage); rest != nil {
			r.t.here = rest.here
		}
		r.t.measure(n.state)
		r.t.here = nil
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
	e.stage = n.stage
	r.t.enter(n.stage)
	c.Attend(e)
	child := &node{parent: n, answer: a.answer, spent: n.spent + a.price + 1, focus: e.focus}
	err := c.Advance(a.answer)
	child.focus, child.stage = e.focus, e.stage
	switch {
	case err != nil:
		e.ended = false
	case e.ended:
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
	if rest := r.t.rest(c, child.stage); rest != nil && r.t.breaks(c, rest.open) {
		r.free = append(r.free, c)
		return nil
	}
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

package referee

// This file is the search for a witness: from the beginning of a step, the most promising answers first.

import (
	"container/heap"
	"slices"
	"time"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Limits bounds the search. Nodes are the primary limit, so that results are the same on every machine.
type Limits struct {
	Nodes int           // answers to try for a step
	Left  *int          // answers left for the log, nil: unlimited
	Time  time.Duration // for a step, 0: unlimited
}

// node is a reached state.
type node struct {
	at       *held
	parent   *node
	answer   engine.Answer
	spent, h int
	f        int
	order    int
	queue    int // index in the lane
	focus    focus
	stage    int
	list     []proposal
	next     int
	opened   bool
}

// outcome is the result of a search.
type outcome struct {
	found     bool
	answers   []engine.Answer
	nodes     int
	exhausted bool
	nearest   []engine.Answer
	near      nearness
	stuck     []string        // why the nearest branch was pruned
	low       []engine.Answer // the path with the least distance, whether or not it ends the step
	depth     int             // its distance
}

// nearness measures how near a path came: paths that end the step are nearer, then those in a later stage.
type nearness struct {
	ended    bool
	stage    int
	distance int
}

var nowhere = nearness{distance: 1 << 30}

func (a nearness) before(b nearness) bool {
	if a.ended != b.ended {
		return a.ended
	}
	if a.stage != b.stage && !a.ended {
		return a.stage > b.stage
	}
	return a.distance < b.distance
}

// focus is a stack of the zones of the running bodies, innermost last. When it is full, it drops the outermost.
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

// but returns the innermost zone other than the given one, -1 if there is none.
func (f *focus) but(zone int32) int32 {
	for i := f.n - 1; i >= 0; i-- {
		if f.zones[i] != zone {
			return f.zones[i]
		}
	}
	return -1
}

// stepObserver observes a running state: where the step ends, and the zones of its bodies.
type stepObserver struct {
	t     *target
	ends  []bool // by note
	armed bool
	ended bool
	dist  int
	focus focus
	stage int      // 0 before the first part, then the number of the part
	lost  bool     // a difference that no later part can remove exists when a part begins
	stuck []string // these differences
}

func (e *stepObserver) Event(s *engine.State, ev *engine.Event) {
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

// enter handles the beginning of a part.
func (e *stepObserver) enter(s *engine.State, stage int) {
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

func (e *stepObserver) judge(s *engine.State) {
	e.ended = true
	e.t.enter(none)
	e.dist = e.t.measure(s) + weighFlow*len(e.t.flow(s))
}

// rest ends the step if it ends at the pending decision.
func (e *stepObserver) rest(s *engine.State) {
	if e.armed && !e.ended && len(e.t.waits(s)) > 0 {
		e.judge(s)
	}
}

func (t *target) listen() *stepObserver {
	e := &stepObserver{t: t, ends: make([]bool, len(t.def.Notes))}
	for i, n := range t.def.Notes {
		for _, id := range t.layout.Ends {
			e.ends[i] = e.ends[i] || n.Name == id
		}
	}
	return e
}

// pass is one pass of the search: its percentage of the nodes, the weight of the distance, and the number of proposals for a decision.
type pass struct {
	share, weight, most int
	least               int // minimum number of nodes
	bias
	level  bool // answers are tried level by level instead of best first
	repair int  // share of the nodes with which the nearest ways are repaired first
}

// bias is how a pass weighs things differently; steps with parts are searched without it.
type bias struct {
	late  int  // extra cost of a side option
	loose bool // pieces in zones that lack others of their seat are assumed to be replaced later
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

// searcher runs the search for one step.
type searcher struct {
	store
	until time.Time
}

// search searches for a witness from root to t.
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
	bench := x.newRepairer(root, t, step)
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
	if w := bench.best; w != nil && (nearness{true, 0, w.dist}).before(best.near) {
		best.near, best.nearest, best.stuck = nearness{true, 0, w.dist}, w.answers(), nil
	}
	return best
}

// late reports whether the search has reached its limit of time or memory.
func (x *searcher) late() bool {
	return x.full || !x.until.IsZero() && time.Now().After(x.until)
}

// round is one pass in progress.
type round struct {
	*searcher
	pass
	t       *target
	p       *proposer
	e       *stepObserver
	left    int // nodes left
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
	front := &frontier{level: r.level, tires: r.weight}
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

// search expands a front until one of its nodes ends in a witness.
func (r *round) search(front *frontier) *node {
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

// step returns the next proposal of the first node of the queue, nil if it has none left.
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

// try applies an answer. It returns the witness if the step ends there as it must, an open node, or nil.
func (r *round) try(n *node, a *proposal) *node {
	c := r.begin(r.state(n.at))
	defer r.end(c)
	e := r.e
	e.armed, e.ended, e.lost, e.focus = true, false, false, n.focus
	e.stage = n.stage
	r.t.enter(n.stage)
	c.Listen(e)
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
		r.note(child, nearness{true, 0, e.dist}, nil)
		if e.dist == 0 {
			return child
		}
	case e.lost:
		r.note(child, nearness{false, n.stage, e.dist}, e.stuck)
	default:
		if like := c.Likeness(); !r.seen[like] {
			r.seen[like] = true
			return r.keep(child, c)
		}
	}
	e.ended = false
	return nil
}

// note records a node, and why it is pruned, if it is the nearest so far.
func (r *round) note(n *node, at nearness, stuck []string) {
	if r.lowest == nil || at.distance < r.out.depth {
		r.lowest, r.out.depth = n, at.distance
	}
	if at.before(r.out.near) {
		r.out.near, r.out.stuck, r.nearest = at, stuck, n
	}
}

// keep makes a node of a state, or nil if a difference there cannot be removed any more.
func (r *round) keep(child *node, c *engine.State) *node {
	child.h = r.t.measure(c)
	at := nearness{false, child.stage, child.h}
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

// path returns the answers that lead to a node.
func path(n *node) []engine.Answer {
	var out []engine.Answer
	for ; n != nil && n.parent != nil; n = n.parent {
		out = append(out, n.answer)
	}
	slices.Reverse(out)
	return out
}

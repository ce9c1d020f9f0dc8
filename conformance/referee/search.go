package referee

// This file is the search: from a state where a step begins, the likeliest answers first, for one that ends at the position.

import (
	"container/heap"
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
	focus    int32
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

// ear listens to a state that runs: where the step ends, and what it is about.
type ear struct {
	t      *target
	ends   []bool // by note
	armed  bool
	ended  bool
	dist   int
	focus  int32
	asNote bool
}

func (e *ear) Event(s *engine.State, ev *engine.Event) {
	switch ev.Kind {
	case engine.Noted:
		if e.armed && !e.ended && e.ends[ev.Note()] {
			e.judge(s)
		}
	case engine.GameOver:
		if e.armed && !e.ended {
			e.judge(s)
		}
	case engine.BodyBegan:
		if b := ev.Body(); e.t.def.Decisions[b.Decision].Elem.Kind == def.KZone {
			e.focus = int32(b.Member)
		}
	}
}

func (e *ear) judge(s *engine.State) {
	e.ended = true
	e.dist = e.t.measure(s)
	if e.dist == 0 {
		e.dist = weighFlow * len(e.t.flow(s))
	} else {
		e.dist += weighFlow * len(e.t.flow(s))
	}
}

func (t *target) listen() *ear {
	e := &ear{t: t, ends: make([]bool, len(t.def.Notes)), focus: -1}
	for i, n := range t.def.Notes {
		for _, id := range t.layout.Ends {
			e.ends[i] = e.ends[i] || n.Name == id
		}
	}
	return e
}

// pass is a round of the search, with how much the distance weighs and how many proposals there are for a decision.
type pass struct {
	share, weight, most int // share of the nodes in percent
}

var passes = []pass{{15, 6, 24}, {35, 2, 80}, {100, 1, 400}}

// searcher searches for one step; its states are used again.
type searcher struct {
	free  []*engine.State
	until time.Time
}

// search looks for a witness from root to t.
func (x *searcher) search(root *engine.State, t *target, step *Step, lim Limits) outcome {
	x.until = time.Time{}
	if lim.Time > 0 {
		x.until = time.Now().Add(lim.Time)
	}
	best := outcome{distance: 1 << 30}
	for _, p := range passes {
		out := x.round(root, t, t.proposer(step, p.most), p.weight, min(lim.Nodes*p.share/100, lim.Nodes-best.nodes))
		out.nodes += best.nodes
		if out.found || out.exhausted {
			return out
		}
		if out.distance > best.distance || out.distance == best.distance && best.ended {
			out.nearest, out.distance, out.ended = best.nearest, best.distance, best.ended
		}
		best = out
		if best.nodes >= lim.Nodes || !x.until.IsZero() && time.Now().After(x.until) {
			break
		}
	}
	return best
}

func (x *searcher) copy(s *engine.State) *engine.State {
	if n := len(x.free); n > 0 {
		c := x.free[n-1]
		x.free = x.free[:n-1]
		s.CopyTo(c)
		return c
	}
	return s.Copy()
}

func (x *searcher) round(root *engine.State, t *target, p *proposer, weight, most int) outcome {
	e := t.listen()
	seen := map[uint64]bool{root.Hash(): true}
	first := &node{state: x.copy(root), focus: -1, h: t.measure(root)}
	queue := &nodes{first}
	out := outcome{distance: 1 << 30}
	var nearest *node
	order := 0
	defer func() {
		for _, n := range *queue {
			x.free = append(x.free, n.state)
		}
	}()
	for queue.Len() > 0 {
		n := (*queue)[0]
		if !n.opened {
			n.opened = true
			t.measure(n.state)
			n.list = p.propose(n.state, n.focus)
		}
		if n.next == len(n.list) {
			heap.Pop(queue)
			x.free = append(x.free, n.state)
			n.state = nil
			continue
		}
		a := n.list[n.next]
		n.next++
		if n.next < len(n.list) {
			n.f = n.spent + n.list[n.next].price + weight*n.h
		}
		heap.Fix(queue, 0)
		if out.nodes == most || out.nodes&63 == 63 && !x.until.IsZero() && time.Now().After(x.until) {
			out.nearest, p.cut = path(nearest), true
			return out
		}
		out.nodes++
		c := x.copy(n.state)
		e.armed, e.ended, e.focus = true, false, n.focus
		c.Attend(e)
		err := c.Apply(a.answer)
		if err != nil {
			x.free = append(x.free, c)
			continue
		}
		child := &node{state: c, parent: n, answer: a.answer, spent: n.spent + a.price + 1, focus: e.focus}
		if e.ended {
			x.free = append(x.free, c)
			child.state = nil
			if e.dist == 0 {
				out.found, out.answers = true, path(child)
				return out
			}
			if e.dist < out.distance || e.dist == out.distance && !out.ended {
				out.distance, out.ended, nearest = e.dist, true, child
			}
			continue
		}
		if h := c.Hash(); seen[h] {
			x.free = append(x.free, c)
			continue
		} else {
			seen[h] = true
		}
		child.h = t.measure(c)
		if child.h < out.distance {
			out.distance, out.ended, nearest = child.h, false, child
		}
		order++
		child.order = order
		child.f = child.spent + weight*child.h
		heap.Push(queue, child)
	}
	out.exhausted = !p.cut
	out.nearest = path(nearest)
	return out
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

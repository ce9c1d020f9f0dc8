package referee

// This file keeps the states that a search goes on from.

import "container/heap"

// front is the states to go on from, with lanes for the stages of a step and in each queues for numbers of answers. Each lane is gone
// on from in turn, and each queue of it, so that what looked well and led nowhere does not hold up the rest.
type front struct {
	lanes []*lane
	at    int
}

type lane struct {
	queues []*nodes
	at     int
}

// push adds a node to the queue of its depth in the lane of its stage.
func (f *front) push(n *node) {
	for n.stage >= len(f.lanes) {
		f.lanes = append(f.lanes, &lane{})
	}
	g := f.lanes[n.stage]
	for n.depth >= len(g.queues) {
		g.queues = append(g.queues, &nodes{})
	}
	heap.Push(g.queues[n.depth], n)
}

// next gives the queue whose turn it is and its likeliest node; nil if there are none.
func (f *front) next() (*nodes, *node) {
	for range f.lanes {
		f.at = (f.at + 1) % len(f.lanes)
		g := f.lanes[f.at]
		for range g.queues {
			g.at = (g.at + 1) % len(g.queues)
			if q := g.queues[g.at]; q.Len() > 0 {
				return q, (*q)[0]
			}
		}
	}
	return nil, nil
}

// each goes through all nodes.
func (f *front) each(do func(*node)) {
	for _, g := range f.lanes {
		for _, q := range g.queues {
			for _, n := range *q {
				do(n)
			}
		}
	}
}

// nodes is a queue, the likeliest node first.
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

package referee

// This file keeps the states that a search goes on from.

import "container/heap"

// front is the states to go on from, a lane for each stage of the step. Each lane is gone on from in turn. In it there is a queue for
// each way into the stage, or for each number of answers.
type front struct {
	lanes []*lane
	at    int
	level bool // the queues of a lane are gone on from in turn
	tires int  // else the likeliest node of all comes next, but so much later for each node that was tried in its queue before
}

type lane struct {
	queues []*nodes
	tried  []int // by queue
	at     int
}

// maxWays is how many ways into a stage have a queue of their own; later ones share the last.
const maxWays = 64

// push adds a node that an answer led to, from one of the same stage or of one before.
func (f *front) push(n *node) {
	for n.stage >= len(f.lanes) {
		f.lanes = append(f.lanes, &lane{})
	}
	l := f.lanes[n.stage]
	switch same := n.parent != nil && n.parent.stage == n.stage; {
	case !same && !f.level:
		n.queue = min(len(l.queues), maxWays-1)
	case same && f.level:
		n.queue = n.parent.queue + 1
	case same:
		n.queue = n.parent.queue
	}
	for n.queue >= len(l.queues) {
		l.queues, l.tried = append(l.queues, &nodes{}), append(l.tried, 0)
	}
	heap.Push(l.queues[n.queue], n)
}

// next gives the queue whose turn it is and its likeliest node; nil if there are none.
func (f *front) next() (*nodes, *node) {
	for range f.lanes {
		f.at = (f.at + 1) % len(f.lanes)
		l := f.lanes[f.at]
		if q := l.next(f); q >= 0 {
			l.tried[q]++
			return l.queues[q], (*l.queues[q])[0]
		}
	}
	return nil, nil
}

// next gives the queue that is gone on from, -1 if there is nothing left.
func (l *lane) next(f *front) int {
	best, least := -1, 0
	for range l.queues {
		l.at = (l.at + 1) % len(l.queues)
		q := l.queues[l.at]
		if q.Len() == 0 {
			continue
		}
		if f.level {
			return l.at
		}
		if price := (*q)[0].f + f.tires*l.tried[l.at]/2; best < 0 || price < least {
			best, least = l.at, price
		}
	}
	return best
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

package referee

// This file holds the open nodes of a search.

import "container/heap"

// frontier is the open nodes, with a lane for each stage of the step. The search alternates between lanes. A lane has a queue for each
// way into its stage, or for each number of answers.
type frontier struct {
	lanes []*lane
	at    int
	level bool // the search alternates between the queues of a lane
	tires int  // else the best node comes next, with this penalty for each earlier node of its queue
}

type lane struct {
	queues []*nodes
	tried  []int // by queue
	at     int
}

// maxWays limits the ways into a stage with their own queue; later ones share the last.
const maxWays = 64

// push adds a node that was reached from one of the same stage or an earlier one.
func (f *frontier) push(n *node) {
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

// next returns the next queue and its best node; nil if there are none.
func (f *frontier) next() (*nodes, *node) {
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

// next returns the index of the next queue, -1 if all are empty.
func (l *lane) next(f *frontier) int {
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

// each calls do for all nodes.
func (f *frontier) each(do func(*node)) {
	for _, g := range f.lanes {
		for _, q := range g.queues {
			for _, n := range *q {
				do(n)
			}
		}
	}
}

// nodes is a priority queue, the best node first.
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

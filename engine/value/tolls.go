package value

// This file finds the cheapest paths between zones.

import (
	"container/heap"

	"rulebound/engine/def"
)

// MaxToll is the greatest cost of entering a zone.
const MaxToll = 1 << 30

// Tolls are the costs of entering zones, and the least costs of paths that Search finds with them.
type Tolls struct {
	least []int64 // zone -> least cost of a path found so far, None if there is none
	enter []int64 // zone -> cost of entering it from any neighbour, None if it cannot be entered so
	first []int32 // zone -> 1 + index of the first entry of more that leads out of it; nil without such entries
	more  []toll
	queue arrivals
}

// toll is the cost of entering a zone from one neighbour.
type toll struct {
	to, next int32 // next: 1 + index of the next entry out of the same zone
	cost     int64
}

// arrival is a path to a zone, not necessarily the cheapest.
type arrival struct {
	cost int64
	zone int64
}

// NewTolls returns tolls of a map, with which no zone can be entered.
func NewTolls(zones int) *Tolls {
	t := &Tolls{least: make([]int64, 2*zones)}
	for i := range t.least {
		t.least[i] = def.None
	}
	t.least, t.enter = t.least[:zones], t.least[zones:]
	return t
}

func (t *Tolls) has(zone int64) bool { return uint64(zone) < uint64(len(t.least)) }

// Enter sets the cost, 0 to MaxToll, of entering a zone from any neighbour.
func (t *Tolls) Enter(zone, cost int64) {
	if t.has(zone) {
		t.enter[zone] = cost
	}
}

// EnterFrom sets the cost, 0 to MaxToll, of entering a zone from one other zone.
func (t *Tolls) EnterFrom(from, zone, cost int64) {
	if !t.has(zone) || !t.has(from) {
		return
	}
	if t.first == nil {
		t.first = make([]int32, len(t.least))
	}
	t.more = append(t.more, toll{int32(zone), t.first[from], cost})
	t.first[from] = int32(len(t.more))
}

// Search finds the least costs of the paths from the zones of starts, up to limit. It stops at the first zone of goal and returns its cost,
// None if it reaches none. around returns the neighbours of a zone.
func (t *Tolls) Search(starts, goal []int64, around func(zone int64) []int64, limit int64) int64 {
	for z := NextBit(starts, 0); t.has(z) && limit >= 0; z = NextBit(starts, z+1) {
		t.arrive(z, 0)
	}
	for len(t.queue) > 0 {
		at := heap.Pop(&t.queue).(arrival)
		if at.cost > t.least[at.zone] {
			continue
		}
		if HasBit(goal, at.zone) {
			return at.cost
		}
		if t.first == nil {
			near := around(at.zone)
			for z := NextBit(near, 0); t.has(z); z = NextBit(near, z+1) {
				if c := t.enter[z]; c != def.None {
					t.extend(at.cost+c, z, limit)
				}
			}
			continue
		}
		for i := t.first[at.zone]; i > 0; i = t.more[i-1].next {
			e := &t.more[i-1]
			t.extend(at.cost+e.cost, int64(e.to), limit)
		}
	}
	return def.None
}

// Within adds the zones that Search reached to a set.
func (t *Tolls) Within(set []int64) {
	for z, c := range t.least {
		if c != def.None {
			SetBit(set, int64(z))
		}
	}
}

// extend adds a path to a zone if it is cheaper than those so far.
func (t *Tolls) extend(cost, zone, limit int64) {
	if cost <= limit && (t.least[zone] == def.None || cost < t.least[zone]) {
		t.arrive(zone, cost)
	}
}

// arrive adds the cheapest path to a zone so far.
func (t *Tolls) arrive(zone, cost int64) {
	t.least[zone] = cost
	heap.Push(&t.queue, arrival{cost, zone})
}

// arrivals implements heap.Interface, the cheapest path first.
type arrivals []arrival

func (q arrivals) Len() int           { return len(q) }
func (q arrivals) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q arrivals) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *arrivals) Push(x any)        { *q = append(*q, x.(arrival)) }

func (q *arrivals) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

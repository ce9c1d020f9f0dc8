package engine

// This file records which parts of a rulebook run. It costs nothing unless a game is loaded WithCoverage.

import "sync/atomic"

// recorder has counters for each node, shared by all states of a game.
type recorder struct {
	nodes []struct {
		ran, yes, no         atomic.Uint64
		empty, full, between atomic.Uint64
	}
}

// NodeCoverage is the coverage of a node of the rulebook.
type NodeCoverage struct {
	Ran                  uint64 // instructions, calls and attachments carried out
	True, False          uint64 // outcomes of a condition
	Empty, Full, Between uint64 // decisions: domains without, with all, and with some of the members of From
}

func newRecorder(n int) *recorder {
	r := &recorder{}
	r.nodes = make([]struct {
		ran, yes, no         atomic.Uint64
		empty, full, between atomic.Uint64
	}, max(n, 1))
	return r
}

func (r *recorder) ran(node int32) { r.nodes[node].ran.Add(1) }

func (r *recorder) outcome(node int32, v bool) bool {
	if v {
		r.nodes[node].yes.Add(1)
	} else {
		r.nodes[node].no.Add(1)
	}
	return v
}

func (r *recorder) filter(node int32, legal, all int) {
	n := &r.nodes[node]
	switch {
	case legal == 0:
		n.empty.Add(1)
	case legal >= all:
		n.full.Add(1)
	default:
		n.between.Add(1)
	}
}

// Coverage returns the coverage recorded so far by all states of the game, one entry for each of GameDef.Nodes; nil if the game was not loaded
// WithCoverage. It may be called while states run.
func (g *Game) Coverage() []NodeCoverage {
	if g.cover == nil {
		return nil
	}
	out := make([]NodeCoverage, len(g.def.Nodes))
	for i := range out {
		out[i] = g.Seen(int32(i))
	}
	return out
}

// Seen returns the entry of Coverage for one node; the zero value if the game was not loaded WithCoverage.
func (g *Game) Seen(node int32) NodeCoverage {
	if g.cover == nil || uint64(node) >= uint64(len(g.cover.nodes)) {
		return NodeCoverage{}
	}
	n := &g.cover.nodes[node]
	return NodeCoverage{Ran: n.ran.Load(), True: n.yes.Load(), False: n.no.Load(), Empty: n.empty.Load(), Full: n.full.Load(), Between: n.between.Load()}
}

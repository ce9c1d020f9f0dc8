package referee

// This file stores the open positions of a search. A working state has several times its size in caches and
// copies for searching ahead, so only a few states work; positions are copied from them, and those not used for long are
// encoded.

import (
	"container/list"
	"slices"

	"rulebound/engine"
)

// maxStates limits the stored positions, in bytes, each counted as not encoded; beyond it the search ends.
const maxStates = 256 << 20

// maxPlain limits the positions that are not encoded, in bytes. In the largest game encoding reduces one to a thirteenth.
const maxPlain = 64 << 20

// store holds the positions of a search. The next search reuses its states.
type store struct {
	free  []*engine.State // hold a position and have no caches
	work  []*engine.State // working states
	game  *engine.Game
	size  int       // bytes of a state
	plain list.List // *held that are not encoded, most recently used first
	made  int       // states in plain and in free
	kept  int       // number of stored positions
	full  bool      // the limit was exceeded
	buf   []byte
}

// held is a stored position.
type held struct {
	state *engine.State // nil if encoded
	code  []byte
	place *list.Element // in plain
}

// open begins a search that starts at root.
func (x *store) open(root *engine.State) {
	x.game, x.size, x.made, x.kept, x.full = root.Game(), root.Size(), len(x.free), 0, false
}

// close keeps some states for the next search and frees the rest, since the step may next be searched with a deviation, in another store.
func (x *store) close() {
	for e := x.plain.Front(); e != nil; e = e.Next() {
		x.free = append(x.free, e.Value.(*held).state)
	}
	x.plain.Init()
	most := min(len(x.free), max(1, maxPlain/4/x.size))
	clear(x.free[most:])
	x.free = x.free[:most]
}

// begin returns a working copy of a state.
func (x *store) begin(s *engine.State) *engine.State {
	if c := last(&x.work); c != nil {
		s.CopyTo(c)
		return c
	}
	return s.Copy()
}

// end returns working states to the store.
func (x *store) end(list ...*engine.State) { x.work = append(x.work, list...) }

// hold stores the position of a state.
func (x *store) hold(s *engine.State) *held {
	x.kept++
	x.full = x.full || x.kept*x.size > maxStates
	h := &held{}
	x.put(h, s)
	return h
}

// put stores the position of a state in h without encoding it. If there are too many such, it encodes the least recently used one.
func (x *store) put(h *held, s *engine.State) {
	if len(x.free) == 0 && (x.made+1)*x.size > maxPlain && x.plain.Len() > 0 {
		old := x.plain.Back().Value.(*held)
		x.buf = old.state.Encode(x.buf[:0])
		old.code = slices.Clone(x.buf)
		x.drop(old)
	}
	if h.state = last(&x.free); h.state != nil {
		s.CopyTo(h.state)
	} else {
		h.state = s.Copy()
		x.made++
	}
	h.place = x.plain.PushFront(h)
}

// drop frees the state of h.
func (x *store) drop(h *held) {
	x.plain.Remove(h.place)
	x.free = append(x.free, h.state)
	h.state, h.place = nil, nil
}

// state returns the state of a position, for copying.
func (x *store) state(h *held) *engine.State {
	if h.state != nil {
		x.plain.MoveToFront(h.place)
		return h.state
	}
	s, err := x.game.Decode(h.code)
	if err != nil {
		panic(err) // put encoded it
	}
	h.code = nil
	x.put(h, s)
	return h.state
}

// release removes a position.
func (x *store) release(h *held) {
	x.kept--
	if h.state != nil {
		x.drop(h)
	}
	h.code = nil
}

// last removes and returns the last of some states, nil if there are none.
func last(from *[]*engine.State) *engine.State {
	n := len(*from) - 1
	if n < 0 {
		return nil
	}
	out := (*from)[n]
	(*from)[n] = nil
	*from = (*from)[:n]
	return out
}

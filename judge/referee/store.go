package referee

// This file keeps the positions that a search goes on from. A state that computes has several times its size in what it memoises and in
// the copies that it searches ahead with, so positions are copied out of few such states, and those that wait for long are encoded.

import (
	"container/list"
	"slices"

	"rulebound/engine"
)

// maxStates bounds the bytes of the positions that a search keeps, each as large as one that is not encoded; beyond, it goes no further.
const maxStates = 256 << 20

// maxPlain bounds the bytes of those that are not encoded. In the largest game an encoded one takes a thirteenth.
const maxPlain = 64 << 20

// store keeps the positions of a search. Its states are used again by the next one.
type store struct {
	free  []*engine.State // that hold a position, and compute nothing
	work  []*engine.State // that compute
	game  *engine.Game
	size  int       // bytes of a state
	plain list.List // of *held that are not encoded, the one asked for last first
	made  int       // states in plain and in free
	kept  int       // positions
	full  bool      // there were too many
	buf   []byte
}

// held is a position.
type held struct {
	state *engine.State // nil if it is encoded
	code  []byte
	place *list.Element // in plain
}

// open begins a search that starts at root.
func (x *store) open(root *engine.State) {
	x.game, x.size, x.made, x.kept, x.full = root.Game(), root.Size(), len(x.free), 0, false
}

// close keeps some states for the next search, and nothing else: meanwhile a step may be searched with a deviation, in another store.
func (x *store) close() {
	for e := x.plain.Front(); e != nil; e = e.Next() {
		x.free = append(x.free, e.Value.(*held).state)
	}
	x.plain.Init()
	most := min(len(x.free), max(1, maxPlain/4/x.size))
	clear(x.free[most:])
	x.free = x.free[:most]
}

// begin gives a state to compute with that begins where another one is.
func (x *store) begin(s *engine.State) *engine.State {
	if c := last(&x.work); c != nil {
		s.CopyTo(c)
		return c
	}
	return s.Copy()
}

// end gives back states that have computed.
func (x *store) end(list ...*engine.State) { x.work = append(x.work, list...) }

// hold keeps the position of a state.
func (x *store) hold(s *engine.State) *held {
	x.kept++
	x.full = x.full || x.kept*x.size > maxStates
	h := &held{}
	x.put(h, s)
	return h
}

// put makes h hold the position of a state without encoding it, and encodes the one that was not asked for for longest if there are too
// many.
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

// drop gives the state of h back.
func (x *store) drop(h *held) {
	x.plain.Remove(h.place)
	x.free = append(x.free, h.state)
	h.state, h.place = nil, nil
}

// state gives the state of a position, to copy.
func (x *store) state(h *held) *engine.State {
	if h.state != nil {
		x.plain.MoveToFront(h.place)
		return h.state
	}
	s, err := x.game.Decode(h.code)
	if err != nil {
		panic(err) // it was encoded by put
	}
	h.code = nil
	x.put(h, s)
	return h.state
}

// release forgets a position.
func (x *store) release(h *held) {
	x.kept--
	if h.state != nil {
		x.drop(h)
	}
	h.code = nil
}

// last takes the last of some states; it returns nil if there are none.
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

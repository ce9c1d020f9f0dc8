package engine

// This file is for observers with full information: referees, traces, tests. View shows only what a seat may know.

import "slices"

// Cards returns the cards of a pile, top first, including hidden ones; empty if the pile does not exist.
func (s *State) Cards(pile int32) []int64 {
	cards := s.pile(int64(pile))
	out := make([]int64, len(cards))
	for i, c := range cards {
		out[i] = int64(c)
	}
	return out
}

// Count returns the number of pieces of a class in a zone, 0 if the zone or the class does not exist.
func (s *State) Count(zone, class int32) int64 {
	if uint32(zone) >= uint32(len(s.g.def.Zones)) || uint32(class) >= uint32(s.g.nclass) {
		return 0
	}
	return int64(s.counts[int(zone)*s.g.nclass+int(class)])
}

// Running appends to dst the current addresses of the running procedures, the outermost first: a call, or an instruction that runs the
// attachments of a point, and for the innermost the pending decision. It appends nothing if no decision is pending.
func (s *State) Running(dst []int32) []int32 {
	if s.status != asking {
		return dst
	}
	first := len(dst)
	dst = append(dst, s.pc)
	for base := s.base; ; base = int32(s.stack[base+1]) {
		if base == 0 {
			slices.Reverse(dst[first:])
			return dst
		}
		caller, _ := unpackCaller(s.stack[base])
		dst = append(dst, caller)
	}
}

// Frame is a running procedure.
type Frame struct {
	Proc  int32
	At    int32   // its current instruction: of the innermost frame the one being executed, of the others a call
	Slots []int64 // copies of its local slots
}

// Frames lists the running procedures, the innermost first; none if the game is over. An observer may call it within an event.
func (s *State) Frames() []Frame {
	var out []Frame
	for at, base, top := s.pc, s.base, s.sp; top > 0; {
		caller, proc := unpackCaller(s.stack[base])
		out = append(out, Frame{proc, at, slices.Clone(s.stack[base+frameHead : top])})
		if caller < 0 {
			break
		}
		at, base, top = caller, int32(s.stack[base+1]), base
	}
	return out
}

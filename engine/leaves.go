package engine

// leaves are the closures of slots and small constants. Expressions that read the same slot share one.
type leaves struct {
	locals, bound, small []num // by position in the frame, bound slot, and constant
}

// leafAt returns the closure at an index of a list, creating it on first use.
func leafAt(list *[]num, at int, create func(at int) num) num {
	for len(*list) <= at {
		*list = append(*list, nil)
	}
	f := &(*list)[at]
	if *f == nil {
		*f = create(at)
	}
	return *f
}

// maxShared bounds the constants whose closures are shared.
const maxShared = 1 << 8

func (l *leaves) constant(v int64) num {
	if v >= 0 && v < maxShared {
		return leafAt(&l.small, small(v), func(int) num { return returns(v) })
	}
	return returns(v)
}

func readLocal(at int) num { return func(s *State) int64 { return s.stack[int(s.base)+at] } }

func readBound(at int) num { return func(s *State) int64 { return s.bound[at] } }

func returns(v int64) num { return func(*State) int64 { return v } }

func always(*State) bool { return true }

func never(*State) bool { return false }

// This file keeps what was made of nodes from one compile to the next.

package source

// Memo keeps what a compile makes of nodes, and begins with what the compile before it made of the same nodes: pages that have
// not changed have the same nodes. Nobody changes what it keeps. Its zero value keeps nothing. It belongs to one compile; afterwards several
// others may begin with it.
type Memo[T any] struct{ earlier, now map[*Node]T }

// Next returns the memo of another compile. It begins with what m was asked for.
func (m Memo[T]) Next() Memo[T] {
	return Memo[T]{earlier: m.now, now: make(map[*Node]T, len(m.now))}
}

// Ended lets go of the compile before. Nothing may be kept afterwards but by memos that begin with this one.
func (m *Memo[T]) Ended() {
	if m.earlier != nil { // otherwise other compiles may have begun with it
		m.earlier = nil
	}
}

// Get returns what is kept of a node, if anything is.
func (m Memo[T]) Get(n *Node) (T, bool) {
	t, ok := m.earlier[n]
	if ok {
		m.now[n] = t
	} else {
		t, ok = m.now[n]
	}
	return t, ok
}

// Put keeps what was made of a node.
func (m Memo[T]) Put(n *Node, t T) {
	if m.now != nil {
		m.now[n] = t
	}
}

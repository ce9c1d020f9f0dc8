// This file keeps what was made of nodes from one compile to the next.

package source

import (
	"maps"
	"sync"
)

// Memo keeps what compiles make of nodes: pages that have not changed have the same nodes. Nobody changes what it keeps. Its zero value keeps
// nothing. Compiles that begin with one another's memos share what these keep, also at the same time, so that nothing is copied.
type Memo[T any] struct{ *kept[T] }

// kept is what memos share.
type kept[T any] struct {
	mu      sync.Mutex
	of      map[*Node]*lasting[T]
	compile int // numbers them
	used    int // how many nodes this compile was asked for
}

// lasting is what was made of a node, with the last compile that was asked for it.
type lasting[T any] struct {
	made    T
	compile int
}

// NewMemo returns a memo that keeps what is put in it.
func NewMemo[T any]() Memo[T] { return Memo[T]{&kept[T]{of: map[*Node]*lasting[T]{}}} }

// Next returns the memo of another compile, which begins with what m keeps.
func (m Memo[T]) Next() Memo[T] {
	if m.kept == nil {
		return NewMemo[T]()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.compile++
	m.used = 0
	return m
}

// Ended lets go of what the compile was not asked for, once that is the larger part.
func (m Memo[T]) Ended() {
	if m.kept == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.of) > 2*m.used {
		maps.DeleteFunc(m.of, func(_ *Node, l *lasting[T]) bool { return l.compile != m.compile })
	}
}

// Get returns what is kept of a node, if anything is.
func (m Memo[T]) Get(n *Node) (made T, ok bool) {
	if m.kept == nil {
		return made, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	l, ok := m.of[n]
	if !ok {
		return made, false
	}
	if l.compile != m.compile {
		l.compile = m.compile
		m.used++
	}
	return l.made, true
}

// Put keeps what was made of a node.
func (m Memo[T]) Put(n *Node, made T) {
	if m.kept == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of[n] = &lasting[T]{made, m.compile}
	m.used++
}

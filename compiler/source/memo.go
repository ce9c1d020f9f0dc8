// This file caches results by node across compiles.

package source

import (
	"maps"
	"sync"
)

// Memo caches results by node: unchanged pages have the same nodes. Cached values must not be changed. The zero value caches
// nothing. A memo and its successors share one cache, also concurrently, so nothing is copied.
type Memo[T any] struct{ *kept[T] }

// kept is the shared cache.
type kept[T any] struct {
	mu      sync.Mutex
	of      map[*Node]*lasting[T]
	compile int // number of the present compile
	used    int // number of nodes that this compile has queried
}

// lasting is a cached value and the last compile that queried it.
type lasting[T any] struct {
	made    T
	compile int
}

// NewMemo returns an empty memo.
func NewMemo[T any]() Memo[T] { return Memo[T]{&kept[T]{of: map[*Node]*lasting[T]{}}} }

// Next returns the memo for the next compile, which starts with the entries of m.
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

// Ended drops the entries that the compile did not query, once they are more than half.
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

// Get returns the cached value of a node, if there is one.
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

// Put caches the value of a node.
func (m Memo[T]) Put(n *Node, made T) {
	if m.kept == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of[n] = &lasting[T]{made, m.compile}
	m.used++
}

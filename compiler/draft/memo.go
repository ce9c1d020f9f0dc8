package draft

// This file caches, across compiles, which entries need no rewriting.

import (
	"maps"

	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// Memo caches the entries of lists without words of the first drafts, as long as the rulebook declares the same procedures and
// texts. A nil Memo caches nothing.
type Memo struct {
	same         source.Memo[struct{}] // unchanged entries
	procs, texts map[string]bool
}

// Next returns the memo for the next compile, which starts with the entries of m.
func (m *Memo) Next() *Memo { return &Memo{m.same.Next(), m.procs, m.texts} }

// Ended drops the entries of the previous compile.
func (m *Memo) Ended() { m.same.Ended() }

// begin attaches m to r, and invalidates it if the declarations have changed.
func (m *Memo) begin(r *rewriter) {
	r.memo = m
	if k := r.known; m != nil && !(maps.Equal(m.procs, k.procs) && maps.Equal(m.texts, k.texts)) {
		m.procs, m.texts = k.procs, k.texts
		m.same = source.NewMemo[struct{}]()
	}
}

// item rewrites an item of a list that is the value of a key with one of these shapes.
func (r *rewriter) item(shapes []grammar.Shape, n *source.Node) *source.Node {
	if r.memo == nil {
		return r.behind(shapes, n)
	}
	if _, same := r.memo.same.Get(n); same {
		return n
	}
	out := r.behind(shapes, n)
	if out == n {
		r.memo.same.Put(n, struct{}{})
	}
	return out
}

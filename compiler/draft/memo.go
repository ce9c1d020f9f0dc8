package draft

// This file keeps which entries need no rewriting from one compile to the next.

import (
	"maps"

	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// Memo looks for words of the first drafts once in each entry of a list, as long as the rulebook declares the same procedures and texts. A nil
// Memo keeps nothing.
type Memo struct {
	same         source.Memo[struct{}] // entries that stay as they are
	procs, texts map[string]bool
}

// Next returns the memo of another compile, which begins with what m kept.
func (m *Memo) Next() *Memo { return &Memo{m.same.Next(), m.procs, m.texts} }

// Ended lets go of the compile before.
func (m *Memo) Ended() { m.same.Ended() }

// begin lets r use m, which forgets what it kept where others were declared.
func (m *Memo) begin(r *rewriter) {
	r.memo = m
	if k := r.known; m != nil && !(maps.Equal(m.procs, k.procs) && maps.Equal(m.texts, k.texts)) {
		m.procs, m.texts = k.procs, k.texts
		m.same = source.NewMemo[struct{}]()
	}
}

// item rewrites an item of a list behind a key of one of these shapes.
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

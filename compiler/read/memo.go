// This file caches entries across compiles.

package read

import (
	"reflect"

	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// Memo caches the entries of top-level lists by node, as long as the rulebook declares the same keys. Entries are immutable. A
// nil Memo caches nothing.
type Memo struct {
	entries source.Memo[*cachedEntry]
	known   dependencies
}

// dependencies are the declarations, beside the node, on which reading an entry depends.
type dependencies struct {
	procs    map[string]bool
	carried  map[string][]property
	inSetups []string
}

// cachedEntry is an entry without errors, with its contribution to tree.Found.
type cachedEntry struct {
	row   *blockRow
	entry *tree.Entry
	found tree.Found
}

// Next returns the memo for the next compile, which starts with the entries of m.
func (m *Memo) Next() *Memo { return &Memo{m.entries.Next(), m.known} }

// Ended drops the entries of the previous compile.
func (m *Memo) Ended() { m.entries.Ended() }

// begin attaches m to r, and invalidates it if the declarations have changed.
func (m *Memo) begin(r *reader) {
	r.memo = m
	if k := (dependencies{r.procs, r.carried, r.inSetups}); m != nil && !reflect.DeepEqual(m.known, k) {
		m.known = k
		m.entries = source.NewMemo[*cachedEntry]()
	}
}

// once is entry with the cache.
func (r *reader) once(row *blockRow, label string, n *source.Node) *tree.Entry {
	if r.memo == nil {
		return r.entry(row, label, n)
	}
	o, ok := r.memo.entries.Get(n)
	if !ok || o.row != row {
		before, faults := r.found, r.faults
		o = &cachedEntry{row: row, found: tree.NewFound()}
		r.found = &o.found
		o.entry = r.entry(row, label, n)
		if r.found = before; r.faults == faults && !r.book.Incomplete { // an incomplete rulebook suppresses errors
			r.memo.entries.Put(n, o)
		}
	}
	r.found.Add(&o.found)
	return o.entry
}

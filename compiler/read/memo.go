// This file keeps entries that were read from one compile to the next.

package read

import (
	"reflect"

	"rulebound/compiler/source"
	"rulebound/compiler/tree"
)

// Memo reads the entries of top-level lists once for each node, as long as the rulebook declares the same keys. An Entry never changes. A nil
// Memo keeps nothing.
type Memo struct {
	entries source.Memo[*once]
	known   known
}

// known is what reading an entry depends on beside its node.
type known struct {
	procs    map[string]bool
	carried  map[string][]property
	inSetups []string
}

// once is an entry without faults, with what it adds to the rulebook.
type once struct {
	row   *blockRow
	entry *tree.Entry
	found tree.Found
}

// Next returns the memo of another compile, which begins with what m kept.
func (m *Memo) Next() *Memo { return &Memo{m.entries.Next(), m.known} }

// Ended lets go of the compile before.
func (m *Memo) Ended() { m.entries.Ended() }

// begin lets r use m, which forgets what was read where other keys were declared.
func (m *Memo) begin(r *reader) {
	r.memo = m
	if k := (known{r.procs, r.carried, r.inSetups}); m != nil && !reflect.DeepEqual(m.known, k) {
		m.known = k
		m.entries = source.NewMemo[*once]()
	}
}

// once is entry, but for an entry that the memo has.
func (r *reader) once(row *blockRow, label string, n *source.Node) *tree.Entry {
	if r.memo == nil {
		return r.entry(row, label, n)
	}
	o, ok := r.memo.entries.Get(n)
	if !ok || o.row != row {
		before, faults := r.found, r.faults
		o = &once{row: row, found: tree.NewFound()}
		r.found = &o.found
		o.entry = r.entry(row, label, n)
		if r.found = before; r.faults == faults && !r.book.Incomplete { // then faults are passed over
			r.memo.entries.Put(n, o)
		}
	}
	r.found.Add(&o.found)
	return o.entry
}

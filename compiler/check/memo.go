package check

// memo.go keeps the numbers in the data from one compile to the next.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Memo looks for the numbers in each block once, as long as the rulebook has the same clauses. A nil Memo keeps nothing.
type Memo struct {
	numbers source.Memo[[]number]
	clauses []string
}

// Next returns the memo of another compile, which begins with what m kept.
func (m *Memo) Next() *Memo { return &Memo{m.numbers.Next(), m.clauses} }

// Ended lets go of the compile before.
func (m *Memo) Ended() { m.numbers.Ended() }

// begin forgets what was found beside other clauses.
func (m *Memo) begin(clauses []string) {
	if m != nil && !slices.Equal(m.clauses, clauses) {
		m.clauses = clauses
		m.numbers = source.NewMemo[[]number]()
	}
}

// Prose looks at the pages of a rulebook without errors.
func (m *Memo) Prose(prose *source.Book, budget *diag.Budget) diag.List {
	return proseNumber(&Subject{prose: prose, memo: m, spender: spender{budget: budget}})
}

// numbersOf returns the numbers of a block.
func (m *Memo) numbersOf(b *source.Node, d *dataNumbers) []number {
	if m == nil {
		m = &Memo{}
	}
	found, ok := m.numbers.Get(b)
	if !ok {
		d.found = nil
		d.visit(b, b.Rules)
		found = d.found
		m.numbers.Put(b, found)
	}
	return found
}

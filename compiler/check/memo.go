package check

// This file caches the numbers in the data across compiles.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Memo caches the numbers in each block, as long as the rulebook has the same clauses. A nil Memo caches nothing.
type Memo struct {
	numbers source.Memo[[]number]
	clauses []string
}

// Next returns the memo for the next compile, which starts with the entries of m.
func (m *Memo) Next() *Memo { return &Memo{m.numbers.Next(), m.clauses} }

// Ended drops the entries of the previous compile.
func (m *Memo) Ended() { m.numbers.Ended() }

// begin invalidates the memo if the clauses have changed.
func (m *Memo) begin(clauses []string) {
	if m != nil && !slices.Equal(m.clauses, clauses) {
		m.clauses = clauses
		m.numbers = source.NewMemo[[]number]()
	}
}

// Prose compares the prose of a rulebook without errors with its data.
func (m *Memo) Prose(prose *source.Book, budget *diag.Budget) diag.List {
	return proseNumber(&Subject{prose: prose, memo: m, spender: spender{budget: budget}})
}

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

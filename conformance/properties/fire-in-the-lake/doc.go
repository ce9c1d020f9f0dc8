// Package fireinthelake checks what no scenario can show of Fire in the Lake, and of the engine under any game:
// independent models of rules on random boards, invariants of random games, the printed facts of board and cards,
// statistics of decks, and determinism. Importing the package registers its specs with Ginkgo. Files named rule_… are
// about one rule section, whose scenarios need no Go (package rules).
package fireinthelake

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// inOrder iterates over a map in the order of its keys, so that a property fails at the same place in every run.
func inOrder[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}

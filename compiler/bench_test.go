package compiler_test

import (
	"os"
	"testing"

	"rulebound/compiler"
)

// BenchmarkCompile reads, checks and lowers the whole rulebook of the largest game.
func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, list := compiler.Compile(os.DirFS(".."), "data/games/fire-in-the-lake"); list.HasErrors() {
			b.Fatal(list)
		}
	}
}

package compiler_test

// This file compiles pages that nobody would write.

import (
	"io/fs"
	"os"
	"testing"

	"rulebound/compiler/bounded"
	"rulebound/engine"
)

// FuzzCompile: whatever a rulebook says, it is refused with an error, or it is a game that the engine takes and begins.
func FuzzCompile(f *testing.F) {
	names, err := fs.Glob(os.DirFS(brokenDir), "*.md")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(brokenDir + "/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	try := func(t *testing.T, text string) {
		gd, _, list := compileText(text)
		if gd == nil {
			if !list.HasErrors() {
				t.Fatal("neither a game nor an error")
			}
			return
		}
		g, err := engine.Load(gd, nil, engine.WithLimit(1<<20))
		if err != nil {
			t.Fatal(err)
		}
		if s, err := g.New(engine.Setup{}); err == nil {
			_ = s.Decision()
		}
	}
	f.Fuzz(func(t *testing.T, text string) { bounded.Run(t, func() { try(t, text) }) })
}

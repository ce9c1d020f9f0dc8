package compiler_test

// This file compiles random pages.

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/bounded"
	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// FuzzCompile checks that any rulebook is rejected with an error, or is a game that the engine loads and starts.
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
	f.Fuzz(func(t *testing.T, text string) { bounded.Run(t, func() { begins(t, text, compileText) }) })
}

// begins checks a compile function, possibly a wrong one, like FuzzCompile.
func begins(t testing.TB, text string, compile func(string) (*def.GameDef, *compiler.Book, diag.List)) {
	gd, _, list := compile(text)
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

func TestFuzzTargetFindsWrongCompilers(t *testing.T) {
	const page = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: [{over: {}}]}]\n```\n"
	for what, c := range map[string]struct {
		text    string
		compile func(string) (*def.GameDef, *compiler.Book, diag.List)
		want    string
	}{
		"none":      {page, compileText, ""},
		"a refusal": {"```yaml\n", compileText, ""},
		"neither game nor error": {page, func(string) (*def.GameDef, *compiler.Book, diag.List) {
			return nil, nil, nil
		}, "neither a game nor an error"},
		"a game that the engine refuses": {page, func(text string) (*def.GameDef, *compiler.Book, diag.List) {
			gd, book, list := compileText(text)
			gd.Main = 1000
			return gd, book, list
		}, "load "},
	} {
		found := bounded.Findings(t, func(t testing.TB) { begins(t, c.text, c.compile) })
		if len(found) != min(1, len(c.want)) || c.want != "" && !strings.Contains(found[0], c.want) {
			t.Errorf("%s: found %q, want %q", what, found, c.want)
		}
	}
}

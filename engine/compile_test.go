package engine_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
)

// compiled returns the definition of a game of the repository.
func compiled(t testing.TB, id string) *def.GameDef {
	t.Helper()
	return compile(t, os.DirFS(".."), "data/games/"+id)
}

// toy returns the definition of a game of one page, in which ~~~ denotes a fence.
func toy(t testing.TB, page string) *def.GameDef {
	t.Helper()
	return compile(t, fstest.MapFS{"toy/10.md": {Data: []byte(strings.ReplaceAll(hinted(page), "~~~", "```"))}}, "toy")
}

func compile(t testing.TB, fsys fs.FS, dir string) *def.GameDef {
	t.Helper()
	def, _, list := compiler.Compile(fsys, dir)
	if def == nil {
		t.Fatal(list.Error())
	}
	return def
}

func loaded(t testing.TB, gd *def.GameDef, options ...engine.LoadOption) *engine.Game {
	t.Helper()
	g, err := engine.Load(gd, nil, options...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Package onepage compiles and loads rulebooks of one page, for tests.
package onepage

import (
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/engine"
	"rulebound/engine/def"
)

var gameID = regexp.MustCompile(`(?m)^game: \{id: ([\w-]+)`)

// Compile compiles a rulebook in which pairs of texts are replaced: old, new, old, new. Errors, or a missing id, end the test.
func Compile(t testing.TB, text string, replace ...string) *def.GameDef {
	t.Helper()
	text = strings.NewReplacer(replace...).Replace(text)
	id := gameID.FindStringSubmatch(text)
	if id == nil {
		t.Fatal("the page has no game: {id: …}")
	}
	gd, _, list := compiler.Compile(fstest.MapFS{id[1] + "/10.md": {Data: []byte(text)}}, id[1])
	if list.HasErrors() {
		t.Fatal(list)
	}
	return gd
}

// Load compiles a rulebook and loads the game with its default options.
func Load(t testing.TB, text string, replace ...string) *engine.Game {
	t.Helper()
	g, err := engine.Load(Compile(t, text, replace...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

package compiler_test

// The table of package grammar and the compiler agree: what the one lists the other asks for, and nothing else. The keys
// are those that the compiler asks for while it compiles every rulebook that the repository has.

import (
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/grammar"
)

// rulebooks gives every rulebook of the repository: games, papers, seeds, examples, broken pages with what they break.
func rulebooks(t *testing.T) []fs.FS {
	t.Helper()
	var books []fs.FS
	var base *fstest.MapFile
	folder := func(dir string) {
		sub, err := fs.Sub(os.DirFS(".."), dir)
		if err != nil {
			t.Fatal(err)
		}
		files := fstest.MapFS{}
		pages, err := fs.Glob(sub, "*.md")
		if err != nil || len(pages) == 0 {
			t.Fatalf("%s has no pages: %v", dir, err)
		}
		for _, page := range pages {
			text, err := fs.ReadFile(sub, page)
			if err != nil {
				t.Fatal(err)
			}
			files["game/"+page] = &fstest.MapFile{Data: text}
		}
		books = append(books, files)
	}
	folder("data/games/fixture")
	folder("data/games/fire-in-the-lake")
	folder("compiler/testdata/paper/holdem")
	for _, dir := range []string{"compiler/testdata/seeds", "compiler/testdata/broken", "compiler/testdata/grammar"} {
		folder(dir)
		together := books[len(books)-1].(fstest.MapFS)
		books = books[:len(books)-1]
		if together["game/"+basePage] != nil {
			base = together["game/"+basePage]
		}
		for _, name := range slices.Sorted(maps.Keys(together)) {
			files := fstest.MapFS{name: together[name]}
			if !strings.Contains("\n"+string(together[name].Data), "\ngame:") {
				files["game/10-base.md"] = base
			}
			books = append(books, files)
		}
	}
	data, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, _ := examplesOf(string(data))
	for _, e := range examples {
		books = append(books, fstest.MapFS{"game/10.md": {Data: []byte(examples[0].page())}, "game/20.md": {Data: []byte(e.page())}})
	}
	return books
}

// asked gathers the keys that the compiler asks for, by mapping or statement.
func asked(t *testing.T) map[string][]string {
	keys := map[string][]string{}
	for _, book := range rulebooks(t) {
		compiler.Asked(book, "game", func(what string, asked []string) {
			if strings.HasPrefix(what, "option ") {
				what = "option "
			}
			keys[what] = append(keys[what], asked...)
		})
	}
	for what, list := range keys {
		slices.Sort(list)
		keys[what] = slices.Compact(list)
	}
	return keys
}

// listed gathers the keys of the table the same way. Blocks that messages name alike are one.
func listed() map[string][]string {
	keys := map[string][]string{}
	add := func(what string, list []grammar.Key) {
		for _, k := range list {
			keys[what] = append(keys[what], k.Name)
		}
		slices.Sort(keys[what])
		keys[what] = slices.Compact(keys[what])
	}
	for _, b := range grammar.Blocks {
		if b.What != "" {
			add(b.What, b.Keys)
		}
	}
	for _, s := range grammar.Statements {
		keys["- "+s.Word] = nil
		add("- "+s.Word, s.Keys)
	}
	return keys
}

func TestTheCompilerAsksForTheKeysOfTheTable(t *testing.T) {
	asked, listed := asked(t), listed()
	for what := range asked {
		if _, ok := listed[what]; !ok && (!strings.HasPrefix(what, "- ") || slices.Contains(compiler.Keywords(), what[2:])) {
			t.Errorf("the table does not know %q", what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(listed)) {
		keys, ok := asked[what]
		if !ok {
			t.Errorf("no rulebook has a sound %q; add one to testdata/grammar", what)
			continue
		}
		for _, k := range listed[what] {
			if !slices.Contains(keys, k) {
				t.Errorf("%q: the table has the key %s, which the compiler does not ask for", what, k)
			}
		}
		for _, k := range keys {
			if !slices.Contains(listed[what], k) {
				t.Errorf("%q: the compiler asks for %s, which the table does not have", what, k)
			}
		}
	}
}

func TestTheTableHasTheKeywordsOfTheCompiler(t *testing.T) {
	var words []string
	for _, s := range grammar.Statements {
		words = append(words, s.Word)
	}
	slices.Sort(words)
	if !slices.Equal(words, compiler.Keywords()) {
		t.Errorf("the table has %q, the compiler %q", words, compiler.Keywords())
	}
}

func TestRareKeysCompile(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{brokenDir + "/" + basePage, "testdata/grammar/rare-keys.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files["game/"+strings.ReplaceAll(name, "/", "-")] = &fstest.MapFile{Data: text}
	}
	_, _, list := compiler.Compile(files, "game")
	report(t, list)
}

package compiler_test

// paper_test.go compiles the paper pages: rules of every kind, written in the language before there was a compiler for
// it. They decide the language's words, so they have to stay compilable, also where the game itself states the rule later.

import (
	"bytes"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// overlay puts the Markdown files of several folders into one.
func overlay(t *testing.T, dirs ...string) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	for _, dir := range dirs {
		files, err := fs.Glob(os.DirFS(dir), "*.md")
		if err != nil || len(files) == 0 {
			t.Fatalf("no page in %s: %v", dir, err)
		}
		for _, name := range files {
			data, err := fs.ReadFile(os.DirFS(dir), name)
			if err != nil {
				t.Fatal(err)
			}
			if out[name] != nil {
				t.Fatalf("%s stands in two of %v", name, dirs)
			}
			out[name] = &fstest.MapFile{Data: data}
		}
	}
	return out
}

// compilePages compiles the pages and fails the test on any diagnostic, warnings included.
func compilePages(t *testing.T, dirs ...string) *def.GameDef {
	t.Helper()
	def, book, list := compiler.Compile(overlay(t, dirs...), ".")
	if len(list) > 0 || def == nil {
		var text bytes.Buffer
		diag.Write(&text, list, func(file string) []byte {
			if book == nil {
				return nil
			}
			return book.Source(file)
		})
		t.Fatalf("%d diagnostics:\n%s", len(list), text.String())
	}
	if _, err := engine.Load(def, nil); err != nil {
		t.Fatalf("the engine refuses the pages: %v", err)
	}
	return def
}

// missing lists the ids that no procedure of def has.
func missing(gd *def.GameDef, ids []string) []string {
	have := map[string]bool{}
	for i := range gd.Procs {
		have[gd.Procs[i].ID] = true
	}
	var out []string
	for _, id := range ids {
		if !have[id] {
			out = append(out, id)
		}
	}
	return out
}

func TestPaperPagesOfTheCardTable(t *testing.T) {
	def := compilePages(t, "testdata/paper/holdem")
	if gone := missing(def, []string{"hand", "post", "betting", "bet", "showdown", "share"}); len(gone) > 0 {
		t.Errorf("no procedures %v", gone)
	}
	if len(def.Cards) != 52 {
		t.Errorf("%d cards, want 52", len(def.Cards))
	}
}

package compiler_test

import (
	"bytes"
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
)

const largest = "data/games/fire-in-the-lake"

// BenchmarkCompile compiles the rulebook of the largest game.
func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, list := compiler.Compile(os.DirFS(".."), largest); list.HasErrors() {
			b.Fatal(list)
		}
	}
}

// BenchmarkCompileEdited compiles it after an edit of one page, as an editor does: of the prose, and of a statement.
func BenchmarkCompileEdited(b *testing.B) {
	const name = largest + "/62-resources.md"
	for _, c := range []struct{ name, from, to string }{
		{"prose", "# 6.2 Resources phase", "# 6.2 The resources phase"},
		{"statement", "aid + totalEcon", "totalEcon + aid"},
	} {
		b.Run(c.name, func(b *testing.B) {
			files := inMemory(b, largest)
			page := files[name]
			texts := [2][]byte{page.Data, bytes.Replace(page.Data, []byte(c.from), []byte(c.to), 1)}
			if bytes.Equal(texts[0], texts[1]) {
				b.Fatalf("%s has no %q", name, c.from)
			}
			var cache compiler.Cache
			compile := func(i int) {
				page.Data = texts[i%2]
				if _, _, list := cache.Compile(files, largest); list.HasErrors() {
					b.Fatal(list)
				}
			}
			compile(0)
			b.ReportAllocs()
			for i := 1; b.Loop(); i++ {
				compile(i)
			}
		})
	}
}

// inMemory returns the pages of a rulebook of the repository as files that a test can change.
func inMemory(t testing.TB, dir string) fstest.MapFS {
	files := fstest.MapFS{}
	entries, err := fs.ReadDir(os.DirFS(".."), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := fs.ReadFile(os.DirFS(".."), dir+"/"+e.Name())
		if err != nil {
			t.Fatal(err)
		}
		files[dir+"/"+e.Name()] = &fstest.MapFile{Data: text}
	}
	return files
}

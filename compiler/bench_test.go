package compiler_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
)

const largest = "data/games/fire-in-the-lake"

// BenchmarkCompile reads, checks and lowers the whole rulebook of the largest game.
func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, list := compiler.Compile(os.DirFS(".."), largest); list.HasErrors() {
			b.Fatal(list)
		}
	}
}

// BenchmarkCompileEdited compiles it after an edit of one page, as a program does that follows what its author writes.
func BenchmarkCompileEdited(b *testing.B) {
	files := inMemory(b, largest)
	var cache compiler.Cache
	compile := func() {
		if _, _, list := cache.Compile(files, largest); list.HasErrors() {
			b.Fatal(list)
		}
	}
	compile()
	page := files[largest+"/62-resources.md"]
	b.ReportAllocs()
	for b.Loop() {
		if strings.HasSuffix(string(page.Data), "\n\n") {
			page.Data = page.Data[:len(page.Data)-1]
		} else {
			page.Data = append(page.Data[:len(page.Data):len(page.Data)], '\n')
		}
		compile()
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

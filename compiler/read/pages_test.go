package read_test

import (
	"io/fs"
	"os"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/read"
	"rulebound/compiler/source"
)

// merged reads a folder of pages, library rulebooks first.
func merged(t *testing.T, files fs.FS, dir string) (*source.Node, bool) {
	t.Helper()
	book, list := source.Read(files, dir)
	if book == nil {
		t.Fatal(list)
	}
	for _, b := range book.Blocks {
		if uses := b.Get("game").Get("uses"); uses != nil {
			for _, u := range uses.Items {
				library, _ := source.Read(os.DirFS(".."), "library/"+u.Value)
				book.Merge(library)
			}
			break
		}
	}
	root, also := source.Merge(book.Blocks)
	return root, append(list, also...).HasErrors()
}

func TestX(t *testing.T) {
	root, inc := merged(t, os.DirFS("../.."), "data/games/fixture")
	_, list := read.Read(root, inc)
	for _, d := range list {
		t.Error(d)
	}
	dir := "../testdata/broken"
	base, _ := os.ReadFile(dir + "/base.md")
	pages, _ := fs.Glob(os.DirFS(dir), "*.md")
	for _, p := range pages {
		if p[:4] == "tree" || p == "base.md" {
			continue
		}
		data, _ := os.ReadFile(dir + "/" + p)
		files := fstest.MapFS{"game/20-" + p: {Data: data}, "game/10-base.md": {Data: base}}
		if contains(string(data), "\ngame:") {
			delete(files, "game/10-base.md")
		}
		root, inc := merged(t, files, "game")
		_, list := read.Read(root, inc)
		for _, d := range list {
			t.Log(p, d)
		}
	}
	_ = diag.List{}
}

func contains(a, b string) bool {
	for i := range a {
		if len(a)-i >= len(b) && a[i:i+len(b)] == b {
			return true
		}
	}
	return false
}

package lsp

import (
	"context"
	"os"
	"testing"

	"rulebound/compiler/source"
	"rulebound/conformance/overlay"
)

// The server reads again no page but the one that was edited: the blocks of the others are the nodes that an earlier compile has read.
func TestEditReadsOnlyTheEditedPage(t *testing.T) {
	const id, page = "fire-in-the-lake", "data/games/fire-in-the-lake/62-resources.md"
	s := &Server{files: overlay.Over(os.DirFS("../..")), games: map[string]*game{}}
	text, err := source.ReadFile(s.files, page, source.MaxBytes)
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[*source.Node]bool{} // of all compiles before
	read := func(files *overlay.FS) map[string]bool {
		t.Helper()
		x := s.game(id).examine(context.Background(), files)
		if x == nil || x.Book == nil {
			t.Fatal("it was not compiled")
		}
		pages := map[string]bool{}
		for _, b := range x.Book.Blocks {
			if !nodes[b] {
				pages[b.Pos.File] = true
			}
			nodes[b] = true
		}
		return pages
	}
	if pages := read(s.files); len(pages) < 40 {
		t.Fatalf("the first compile reads %d pages", len(pages))
	}
	if pages := read(s.files.With(page, append([]byte("\n"), text...))); len(pages) != 1 || !pages[page] {
		t.Errorf("the second compile reads %v", pages)
	}
	if pages := read(s.files.With(page, append([]byte("\n"), text...))); len(pages) != 0 {
		t.Errorf("a compile of the same text reads %v", pages)
	}
}

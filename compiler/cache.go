package compiler

// cache.go keeps what is read of a rulebook's pages from one compile to the next.

import (
	"io/fs"
	"sync"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// libraryPages are the pages of the embedded libraries, which never change.
var libraryPages source.Cache

// Cache compiles rulebooks that are edited: a page whose text has not changed since the last compile, be it of a rulebook or
// a library, is not read again, nor are its formulas. What it compiles is the same as without it. Its zero value is empty; it may
// be used by several goroutines. It holds what the last compile of a folder has read, so each program that follows changes holds
// one Cache for each state of the files: as they were saved, say, and as they are edited.
type Cache struct {
	pages source.Cache

	mu    sync.Mutex
	memos map[string]*syntax.Memo // by folder
}

// Compile is the function Compile.
func (c *Cache) Compile(fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	return c.compile(fsys, dir, nil)
}

// compile compiles a rulebook, and keeps the values of the stages in s unless that is nil. A compile that is cancelled leaves the formulas of
// the one before.
func (c *Cache) compile(fsys fs.FS, dir string, s *Study) (*def.GameDef, *Book, diag.List) {
	if c == nil {
		prose, list := source.Read(fsys, dir)
		return (&compilation{libraries: library, pages: &libraryPages, study: s}).book(prose, list)
	}
	c.mu.Lock()
	memo := syntax.NewMemo(c.memos[dir])
	c.mu.Unlock()
	prose, list := c.pages.Read(fsys, dir)
	gd, book, list := (&compilation{libraries: library, pages: &libraryPages, memo: memo, study: s}).book(prose, list)
	memo.Ended()
	if s.cancelled() {
		return gd, book, list
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.memos == nil {
		c.memos = map[string]*syntax.Memo{}
	}
	c.memos[dir] = memo
	return gd, book, list
}

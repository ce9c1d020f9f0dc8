package compiler

// cache.go keeps what is read of a rulebook's pages from one compile to the next.

import (
	"io/fs"
	"sync"

	"rulebound/compiler/check"
	"rulebound/compiler/diag"
	"rulebound/compiler/draft"
	"rulebound/compiler/read"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// libraryPages are the pages of the embedded libraries, which never change.
var libraryPages source.Cache

// Cache compiles rulebooks that are edited: a page whose text has not changed since the last compile, be it of a rulebook or
// a library, is not read again, nor are its entries and formulas. If no block has changed, the stages are not run again. What it compiles is the same as without it. Its zero value is empty; it may
// be used by several goroutines. It holds what the last compile of a folder has read, so each program that follows changes holds
// one Cache for each state of the files: as they were saved, say, and as they are edited.
type Cache struct {
	pages source.Cache

	mu    sync.Mutex
	memos map[string]memos // by folder
}

// memos are what the stages keep of nodes; the zero value keeps nothing.
type memos struct {
	draft  *draft.Memo
	read   *read.Memo
	syntax *syntax.Memo
	check  *check.Memo

	outcome *outcome // of the stages; nil if there were errors
}

// next returns the memos of another compile.
func (m memos) next() memos {
	if m.draft == nil {
		m = memos{draft: &draft.Memo{}, read: &read.Memo{}, syntax: &syntax.Memo{}, check: &check.Memo{}}
	}
	return memos{draft: m.draft.Next(), read: m.read.Next(), syntax: m.syntax.Next(), check: m.check.Next()}
}

// ended lets go of what no compile needs any more.
func (m memos) ended() {
	if m.draft == nil { // nothing was compiled
		return
	}
	m.draft.Ended()
	m.read.Ended()
	m.syntax.Ended()
	m.check.Ended()
}

// Compile is the function Compile.
func (c *Cache) Compile(fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	return c.compile(fsys, dir, nil)
}

// compile compiles a rulebook, and keeps the values of the stages in s unless that is nil. A compile that is cancelled leaves the memos of
// the one before.
func (c *Cache) compile(fsys fs.FS, dir string, s *Study) (*def.GameDef, *Book, diag.List) {
	if c == nil {
		prose, list := source.Read(fsys, dir)
		return (&compilation{libraries: library, pages: &libraryPages, study: s}).book(prose, list)
	}
	c.mu.Lock()
	was := c.memos[dir]
	c.mu.Unlock()
	prose, list := c.pages.Read(fsys, dir)
	this := &compilation{libraries: library, pages: &libraryPages, was: &was, study: s}
	gd, book, list := this.book(prose, list)
	if s.cancelled() {
		return gd, book, list
	}
	this.memo.ended()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.memos == nil {
		c.memos = map[string]memos{}
	}
	c.memos[dir] = this.memo
	return gd, book, list
}

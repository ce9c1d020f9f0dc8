package compiler

// This file caches the results of reading a rulebook across compiles.

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

// libraryPages caches the pages of the embedded libraries.
var libraryPages source.Cache

// Cache compiles rulebooks that are edited: unchanged pages of a rulebook or a library are not read again, nor are unchanged
// entries and formulas. If no block has changed, the stages are not run. The result is the same as without a cache. The zero
// value is empty; a Cache is safe for concurrent use. It holds the data of the latest compile of each folder, so a program should
// use one Cache for each state of the files: as they are saved and as they are edited, for example.
type Cache struct {
	pages source.Cache

	mu    sync.Mutex
	memos map[string]memos // by folder
}

// memos are the caches of the stages; the zero value caches nothing.
type memos struct {
	draft  *draft.Memo
	read   *read.Memo
	syntax *syntax.Memo
	check  *check.Memo

	outcome *outcome // nil if there were errors
}

// next returns the memos for the next compile.
func (m memos) next() memos {
	if m.draft == nil {
		m = memos{draft: &draft.Memo{}, read: &read.Memo{}, syntax: &syntax.Memo{}, check: &check.Memo{}}
	}
	return memos{draft: m.draft.Next(), read: m.read.Next(), syntax: m.syntax.Next(), check: m.check.Next()}
}

// ended drops entries that are no longer needed.
func (m memos) ended() {
	if m.draft == nil { // nothing was compiled
		return
	}
	m.draft.Ended()
	m.read.Ended()
	m.syntax.Ended()
	m.check.Ended()
}

// Compile is like the function Compile, with the cache.
func (c *Cache) Compile(fsys fs.FS, dir string) (*def.GameDef, *Book, diag.List) {
	return c.compile(fsys, dir, nil)
}

// compile compiles a rulebook and stores the results of the stages in s, unless that is nil. A cancelled compile does not change
// the cached memos.
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

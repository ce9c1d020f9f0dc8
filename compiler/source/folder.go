// This file reads the pages of a rulebook's folder, several at a time and only those that have changed, and joins them.

package source

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"rulebound/compiler/diag"
)

// Cache caches pages by name: pages with the same text are not read again, and neither are unchanged blocks of a changed page.
// The zero value is empty; a nil Cache caches nothing. It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	pages map[string]*page
}

// Read is Cache.Read without a cache.
func Read(fsys fs.FS, dir string) (*Book, diag.List) { return (*Cache)(nil).Read(fsys, dir) }

// Read reads the *.md files of dir in the order of their names. It returns what can be read even if there are errors. A file that
// is too large, not UTF-8 or too deeply nested is omitted.
func (c *Cache) Read(fsys fs.FS, dir string) (*Book, diag.List) {
	r := &reader{book: &Book{}}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		r.diags.Errorf(diag.Pos{File: dir}, "unreadable", "cannot read the rulebook folder: %s", cause(err))
		return r.book, r.diags
	}
	var texts []*page
	left, strays := MaxBytes, 0
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if entry.IsDir() || path.Ext(name) != ".md" || strings.HasPrefix(entry.Name(), ".") {
			if strays++; strays <= maxErrs {
				r.diags.Errorf(diag.Pos{File: name}, "stray-file", "nothing reads this: it is not a page of the rulebook").
					Detailf("Pages are files in the folder itself whose names end in .md and do not begin with a dot. Remove other files.")
			}
			continue
		}
		if why := OddName(entry.Name()); why != "" {
			r.diags.Errorf(diag.Pos{File: name}, "unreadable", "%s", why)
			continue
		}
		data, err := ReadFile(fsys, name, left)
		if errors.Is(err, ErrTooLong) {
			r.diags.Errorf(diag.Pos{File: name}, "file-too-large", "the pages of the rulebook are larger than %d MiB together", MaxBytes>>20).
				Detailf("A rulebook holds rules, no pictures and no data of other programs: remove them.")
			break
		}
		if err != nil {
			r.diags.Errorf(diag.Pos{File: name}, "unreadable", "cannot read the file: %s", cause(err))
			continue
		}
		left -= len(data)
		texts = append(texts, &page{name: name, data: data})
	}
	pages := c.read(dir, texts)
	r.expect(pages)
	for _, p := range pages {
		r.join(p)
	}
	if len(r.book.Files) == 0 && !r.diags.HasErrors() {
		r.diags.Errorf(diag.Pos{File: dir}, "no-files", "the rulebook folder holds no Markdown files").
			Detailf("A rulebook is a folder of files whose names end in .md.")
	}
	return r.book, r.diags
}

// cause removes the path that file errors repeat.
func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

// read reads texts of a folder as pages, each independently. If their values exceed the limit, it leaves the rest as texts
// (page.lines is 0), which limits memory. Afterwards the cache holds these pages of the folder.
func (c *Cache) read(dir string, texts []*page) []*page {
	pages := make([]*page, len(texts))
	was := make([]*page, len(texts))
	var unread []int
	for i, text := range texts {
		pages[i] = text
		if was[i] = c.cached(text.name); was[i] != nil && bytes.Equal(was[i].data, text.data) {
			pages[i] = was[i]
		} else {
			unread = append(unread, i)
		}
	}
	var next, values atomic.Int64
	work := func() {
		for values.Load() <= MaxValues {
			k := int(next.Add(1)) - 1
			if k >= len(unread) {
				return
			}
			i := unread[k]
			p := readPage(texts[i].name, texts[i].data, held{}, was[i])
			pages[i] = p
			values.Add(int64(p.values))
		}
	}
	var others sync.WaitGroup
	for range min(len(unread), runtime.GOMAXPROCS(0)) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	c.store(dir, pages)
	return pages
}

// cached returns the cached page of a name, or nil.
func (c *Cache) cached(name string) *page {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pages[name]
}

// store replaces the cached pages of a folder.
func (c *Cache) store(dir string, pages []*page) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil {
		c.pages = map[string]*page{}
	}
	maps.DeleteFunc(c.pages, func(name string, _ *page) bool { return path.Dir(name) == dir })
	for _, p := range pages {
		if p.lines > 0 {
			c.pages[p.name] = p
		}
	}
}

// reader joins pages into a Book.
type reader struct {
	book    *Book
	diags   diag.List
	clauses map[string]diag.Pos // first position of each clause id
	held    held                // total of the pages so far
}

// expect allocates space for pages.
func (r *reader) expect(pages []*page) {
	blocks, clauses, headings := 0, 0, 0
	for _, p := range pages {
		blocks, clauses, headings = blocks+len(p.blocks), clauses+len(p.clauses), headings+len(p.headings)
	}
	r.clauses = make(map[string]diag.Pos, clauses)
	r.book.Blocks, r.book.Clauses, r.book.Headings = make([]*Node, 0, blocks), make([]Clause, 0, clauses), make([]Heading, 0, headings)
}

// join adds a page. If the total exceeds a limit, the page is read again up to the limit.
func (r *reader) join(p *page) {
	if p.lines == 0 || p.beyond(r.held) {
		p = readPage(p.name, p.data, r.held, nil)
	}
	r.diags = append(r.diags, p.diags...)
	if !p.readable {
		return
	}
	r.held = held{r.held.lines + p.lines, r.held.values + p.values, r.held.prose + p.prose}
	r.book.Files = append(r.book.Files, File{Name: p.name, Data: p.data})
	r.book.Blocks = append(r.book.Blocks, p.blocks...)
	r.book.Headings = append(r.book.Headings, p.headings...)
	for _, k := range p.clauses {
		if before, ok := r.clauses[k.ID]; ok {
			r.diags.Errorf(k.Pos, "duplicate-clause", "clause %s is defined twice", k.ID).
				Detailf("Each clause has one place; write the rest of it there, or give this one its own letter.").
				Notef(before, "first defined here")
			continue
		}
		r.clauses[k.ID] = k.Pos
		r.book.Clauses = append(r.book.Clauses, k)
	}
}

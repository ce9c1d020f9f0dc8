package referee

// This file compiles a rulebook with some of its text replaced, to match another implementation's reading of a rule.

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	paths "path"
	"strings"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Reread compiles the rulebook in folder dir of fsys with the replacements of the allowances that have a page; nil if
// none has one. The replaced text must occur once in its page, and the result must be a valid rulebook.
func Reread(fsys fs.FS, dir string, list []Allowance) (*def.GameDef, error) {
	read := &rereading{FS: fsys, pages: map[string][]byte{}}
	for _, a := range list {
		if a.Page == "" {
			continue
		}
		if err := read.replace(dir, &a); err != nil {
			return nil, fmt.Errorf("allow: %s: %w", a.name(), err)
		}
	}
	if len(read.pages) == 0 {
		return nil, nil
	}
	gd, _, said := compiler.Compile(read, dir)
	if gd == nil {
		return nil, fmt.Errorf("allow: what the pages are to say is not a rulebook: %w", said)
	}
	return gd, nil
}

// rereading is a file system with changed pages.
type rereading struct {
	fs.FS
	pages map[string][]byte
}

func (r *rereading) replace(dir string, a *Allowance) error {
	name := paths.Join(dir, a.Page)
	if paths.Dir(name) != paths.Clean(dir) || paths.Ext(name) != ".md" {
		return errors.New("it is not a page of the rulebook; name one by its file, without a folder")
	}
	text, changed := r.pages[name]
	if !changed {
		var err error
		if text, err = source.ReadFile(r.FS, name, source.MaxBytes); err != nil {
			return err
		}
	}
	if n := bytes.Count(text, []byte(a.Says)); a.Says == "" || n != 1 {
		return fmt.Errorf("%q occurs %d times there; write a text that occurs once", strings.TrimSpace(a.Says), n)
	}
	r.pages[name] = bytes.Replace(text, []byte(a.Says), []byte(a.Reads), 1)
	return nil
}

// Open implements fs.FS.
func (r *rereading) Open(name string) (fs.File, error) {
	file, err := r.FS.Open(name)
	text, changed := r.pages[name]
	if err != nil || !changed {
		return file, err
	}
	return &rereadPage{file, bytes.NewReader(text)}, nil
}

// rereadPage is a changed page.
type rereadPage struct {
	fs.File
	text *bytes.Reader
}

// Read implements fs.File.
func (p *rereadPage) Read(to []byte) (int, error) { return p.text.Read(to) }

// Stat implements fs.File.
func (p *rereadPage) Stat() (fs.FileInfo, error) {
	info, err := p.File.Stat()
	return rereadInfo{info, p.text.Size()}, err
}

// rereadInfo is a page's file info, with the length of the changed text.
type rereadInfo struct {
	fs.FileInfo
	size int64
}

// Size implements fs.FileInfo.
func (i rereadInfo) Size() int64 { return i.size }

// Package overlay is a file system with other texts on top, such as those that an author has not saved.
package overlay

import (
	"bytes"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// FS is an immutable file system in which some files have other texts; With and Without return a changed copy.
type FS struct {
	disk  fs.FS
	texts map[string][]byte
}

// Over returns disk without any other texts.
func Over(disk fs.FS) *FS { return &FS{disk: disk} }

// With returns a file system in which a file has a text, whether or not it exists on the disk. The text is not copied.
func (o *FS) With(name string, text []byte) *FS {
	texts := maps.Clone(o.texts)
	if texts == nil {
		texts = map[string][]byte{}
	}
	texts[name] = text
	return &FS{o.disk, texts}
}

// Without returns a file system in which a file is as on the disk.
func (o *FS) Without(name string) *FS {
	texts := maps.Clone(o.texts)
	delete(texts, name)
	return &FS{o.disk, texts}
}

// Text returns the unsaved text of a file, false if it has none.
func (o *FS) Text(name string) ([]byte, bool) {
	text, ok := o.texts[name]
	return text, ok
}

// Open implements fs.FS.
func (o *FS) Open(name string) (fs.File, error) {
	if text, ok := o.texts[name]; ok {
		return &file{info: info{path.Base(name), int64(len(text))}, Reader: bytes.NewReader(text)}, nil
	}
	return o.disk.Open(name)
}

// Stat implements fs.StatFS.
func (o *FS) Stat(name string) (fs.FileInfo, error) {
	if text, ok := o.texts[name]; ok {
		return info{path.Base(name), int64(len(text))}, nil
	}
	return fs.Stat(o.disk, name)
}

// Lstat and ReadLink implement fs.ReadLinkFS.
func (o *FS) Lstat(name string) (fs.FileInfo, error) {
	if _, ok := o.texts[name]; ok {
		return o.Stat(name)
	}
	return fs.Lstat(o.disk, name)
}

// ReadLink implements fs.ReadLinkFS.
func (o *FS) ReadLink(name string) (string, error) { return fs.ReadLink(o.disk, name) }

// ReadDir implements fs.ReadDirFS. It lists unsaved files only in folders that exist on the disk.
func (o *FS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.disk, name)
	if err != nil {
		return entries, err
	}
	for _, file := range slices.Sorted(maps.Keys(o.texts)) {
		if path.Dir(file) != name {
			continue
		}
		entry := fs.FileInfoToDirEntry(info{path.Base(file), int64(len(o.texts[file]))})
		if i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.Name() == entry.Name() }); i >= 0 {
			entries[i] = entry
		} else {
			entries = append(entries, entry)
		}
	}
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// file is an open unsaved text.
type file struct {
	info
	*bytes.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Size() int64                { return f.info.size }
func (f *file) Close() error               { return nil }

// info describes an unsaved text.
type info struct {
	name string
	size int64
}

func (i info) Name() string     { return i.name }
func (i info) Size() int64      { return i.size }
func (info) Mode() fs.FileMode  { return 0o644 }
func (info) ModTime() time.Time { return time.Time{} }
func (info) IsDir() bool        { return false }
func (info) Sys() any           { return nil }

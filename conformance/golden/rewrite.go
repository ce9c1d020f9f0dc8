// This file rewrites the goldens: it stages changed files in a folder beside them, then renames each into place.

package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/source"
)

// Change is a golden that a rewrite changes.
type Change struct {
	Name string // <game>/<section>/<scenario>
	What string // new, changed or removed
}

const (
	added   = "new"
	changed = "changed"
	removed = "removed"
)

// disk is the file operations of a rewrite. Tests inject failures and interruptions.
type disk interface {
	MkdirTemp(dir, pattern string) (string, error)
	MkdirAll(name string) error
	WriteFile(name string, data []byte) error
	Rename(old, new string) error
	Remove(name string) error
	RemoveAll(name string) error
}

// storage is the real file system.
type storage struct{}

func (storage) MkdirTemp(dir, pattern string) (string, error) { return os.MkdirTemp(dir, pattern) }
func (storage) MkdirAll(name string) error                    { return os.MkdirAll(name, 0o755) }
func (storage) WriteFile(name string, data []byte) error      { return os.WriteFile(name, data, 0o644) }
func (storage) Rename(old, new string) error                  { return os.Rename(old, new) }
func (storage) Remove(name string) error                      { return os.Remove(name) }
func (storage) RemoveAll(name string) error                   { return os.RemoveAll(name) }

// beside is the prefix of the staging folder. The folder is a sibling of the goldens, so that a rename is enough to put a file in place.
const beside = ".goldens-"

// RewriteSome makes dir hold exactly the given traces, as far as the names of goldens are chosen. It writes new and
// changed goldens to a folder beside dir, renames each into place, then removes goldens without a trace. So every golden
// is complete at any moment, the old one or the new one. A rewrite that fails or is killed during staging changes none;
// the next rewrite finishes one that is killed later. It returns the changes in the order of names, and fails with
// ErrBusy, without changing anything, while another rewrite of the folder is running.
func RewriteSome(dir string, traces map[string][]byte, chosen func(name string) bool) (changes []Change, err error) {
	defer func() {
		if err != nil {
			changes, err = nil, fmt.Errorf("rewriting goldens: %w", err)
		}
	}()
	dir = filepath.Clean(dir)
	release, err := lock(filepath.Dir(dir))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, release()) }()
	return rewrite(storage{}, dir, traces, chosen)
}

// ErrBusy is the error of a rewrite while another one is running.
var ErrBusy = errors.New("another rewrite of the goldens is under way")

func rewrite(d disk, dir string, traces map[string][]byte, chosen func(name string) bool) (changes []Change, err error) {
	changes, err = compareAll(dir, traces)
	changes = slices.DeleteFunc(changes, func(c Change) bool { return !chosen(c.Name) })
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, tidy(d, dir)) }()
	if len(changes) == 0 {
		return nil, nil
	}
	stage, err := d.MkdirTemp(filepath.Dir(dir), beside)
	if err != nil {
		return nil, err
	}
	for i, c := range changes {
		if c.What != removed {
			if err := d.WriteFile(filepath.Join(stage, strconv.Itoa(i)), traces[c.Name]); err != nil {
				return nil, err
			}
		}
	}
	for i, c := range changes {
		if err := put(d, dir, filepath.Join(stage, strconv.Itoa(i)), c); err != nil {
			return nil, fmt.Errorf("%d of %d changes are made, the next rewrite makes the others: %w", i, len(changes), err)
		}
	}
	return changes, nil
}

// put applies one change: it renames the staged file into place, or removes a golden and the folders that are then empty.
func put(d disk, dir, staged string, c Change) error {
	file := filepath.Join(dir, filepath.FromSlash(c.Name)+Suffix)
	folder := filepath.Dir(file)
	if c.What != removed {
		if err := d.MkdirAll(folder); err != nil {
			return err
		}
		return d.Rename(staged, file)
	}
	if err := d.Remove(file); err != nil {
		return err
	}
	for folder != dir && d.Remove(folder) == nil {
		folder = filepath.Dir(folder)
	}
	return nil
}

// tidy removes the staging folders beside dir, including those of killed rewrites.
func tidy(d disk, dir string) error {
	entries, err := os.ReadDir(filepath.Dir(dir))
	errs := []error{err}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), beside) {
			errs = append(errs, d.RemoveAll(filepath.Join(filepath.Dir(dir), e.Name())))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("what was staged is left behind: %w", err)
	}
	return nil
}

// compareAll lists what a rewrite would change.
func compareAll(dir string, traces map[string][]byte) ([]Change, error) {
	var names []string
	for name := range traces {
		names = append(names, name)
	}
	slices.Sort(names)
	var changes []Change
	for _, name := range names {
		was, err := Read(os.DirFS(dir), name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			changes = append(changes, Change{name, added})
		case errors.Is(err, source.ErrTooLong):
			changes = append(changes, Change{name, changed})
		case err != nil:
			return nil, err
		case !bytes.Equal(was, traces[name]):
			changes = append(changes, Change{name, changed})
		}
	}
	orphans, err := Orphans(dir, names)
	if err != nil {
		return nil, err
	}
	for _, o := range orphans {
		if path.Ext(o) != Suffix {
			return nil, fmt.Errorf("%s is not a golden and would be lost", filepath.Join(dir, filepath.FromSlash(o)))
		}
		changes = append(changes, Change{o[:len(o)-len(Suffix)], removed})
	}
	return changes, nil
}

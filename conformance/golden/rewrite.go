// This file rewrites the goldens: all of them into a temporary folder, which then takes the place of the old one.

package golden

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Change is a golden that a rewrite changes.
type Change struct {
	Name string // <game>/<section>/<scenario>
	What string // new, changed or removed
}

// Section gives <game>/<section> of the changed golden.
func (c Change) Section() string { return path.Dir(c.Name) }

// disk is what a rewrite does to files. Tests let it fail and let it be killed.
type disk interface {
	Mkdir(name string) error
	WriteFile(name string, data []byte) error
	Rename(old, new string) error
	RemoveAll(name string) error
}

// storage is the file system of the machine.
type storage struct{}

func (storage) Mkdir(name string) error                  { return os.MkdirAll(name, 0o755) }
func (storage) WriteFile(name string, data []byte) error { return os.WriteFile(name, data, 0o644) }
func (storage) Rename(old, new string) error             { return os.Rename(old, new) }
func (storage) RemoveAll(name string) error              { return os.RemoveAll(name) }

// Rewrite makes dir hold exactly the traces given by name. It writes a folder beside dir and renames it, so that an error
// leaves the old goldens as they were, and a rewrite that is killed leaves all old ones or all new ones. Between the two
// renames of a rewrite the goldens lie in the folder beside; one that is killed there is undone by the next (see Recover).
// It returns what changed, in the order of names.
func Rewrite(dir string, traces map[string][]byte) (changes []Change, err error) {
	return rewrite(storage{}, dir, traces)
}

// Recover puts goldens back that a killed rewrite has left beside dir, and removes what else it has left. No other rewrite
// of dir may be at work.
func Recover(dir string) error { return recoverFrom(storage{}, dir) }

// beside begins the name of the folder that a rewrite works in.
const beside = ".goldens-"

func rewrite(d disk, dir string, traces map[string][]byte) (changes []Change, err error) {
	dir = filepath.Clean(dir)
	if err := recoverFrom(d, dir); err != nil {
		return nil, err
	}
	changes, err = compareAll(dir, traces)
	if err != nil || len(changes) == 0 {
		return changes, err
	}
	work := filepath.Join(filepath.Dir(dir), beside+filepath.Base(dir))
	defer func() {
		if e := d.RemoveAll(work); e != nil {
			err = errors.Join(err, fmt.Errorf("rewriting goldens: %s is left behind: %w", work, e))
		}
		if err != nil {
			changes = nil
		}
	}()
	next := filepath.Join(work, "new")
	made := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(traces)) {
		file := filepath.Join(next, filepath.FromSlash(name)+Suffix)
		if folder := filepath.Dir(file); !made[folder] {
			if err := d.Mkdir(folder); err != nil {
				return nil, fmt.Errorf("rewriting goldens: %w", err)
			}
			made[folder] = true
		}
		if err := d.WriteFile(file, traces[name]); err != nil {
			return nil, fmt.Errorf("rewriting goldens: %w", err)
		}
	}
	if len(traces) == 0 {
		if err := d.Mkdir(next); err != nil {
			return nil, fmt.Errorf("rewriting goldens: %w", err)
		}
	}
	old := filepath.Join(work, "old")
	if err := d.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("rewriting goldens: %w", err)
	}
	if err := d.Rename(next, dir); err != nil {
		return nil, errors.Join(fmt.Errorf("rewriting goldens: %w", err), undo(d, old, dir))
	}
	return changes, nil
}

// undo puts the old goldens back, if there were any.
func undo(d disk, old, dir string) error {
	if err := d.Rename(old, dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the goldens lie in %s: %w", old, err)
	}
	return nil
}

func recoverFrom(d disk, dir string) error {
	dir = filepath.Clean(dir)
	work := filepath.Join(filepath.Dir(dir), beside+filepath.Base(dir))
	if _, err := os.Stat(work); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := undo(d, filepath.Join(work, "old"), dir); err != nil {
			return fmt.Errorf("what a killed rewrite has left: %w", err)
		}
	}
	if err := d.RemoveAll(work); err != nil {
		return fmt.Errorf("what a killed rewrite has left: %w", err)
	}
	return nil
}

// compareAll finds what a rewrite would change.
func compareAll(dir string, traces map[string][]byte) ([]Change, error) {
	var names []string
	for name := range traces {
		names = append(names, name)
	}
	slices.Sort(names)
	var changes []Change
	for _, name := range names {
		was, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)+Suffix))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			changes = append(changes, Change{name, "new"})
		case err != nil:
			return nil, fmt.Errorf("rewriting goldens: %w", err)
		case !bytes.Equal(was, traces[name]):
			changes = append(changes, Change{name, "changed"})
		}
	}
	orphans, err := Orphans(dir, names)
	if err != nil {
		return nil, fmt.Errorf("rewriting goldens: %w", err)
	}
	for _, o := range orphans {
		if path.Ext(o) != Suffix {
			return nil, fmt.Errorf("rewriting goldens: %s is no golden and would be lost", filepath.Join(dir, filepath.FromSlash(o)))
		}
		changes = append(changes, Change{o[:len(o)-len(Suffix)], "removed"})
	}
	return changes, nil
}

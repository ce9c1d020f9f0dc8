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

// Rewrite makes dir hold exactly the traces given by name. It writes a folder beside dir and renames it, so that an error
// leaves the old goldens as they were. It returns what changed, in the order of names.
func Rewrite(dir string, traces map[string][]byte) (changes []Change, err error) {
	changes, err = compareAll(dir, traces)
	if err != nil || len(changes) == 0 {
		return changes, err
	}
	dir = filepath.Clean(dir)
	fresh, err := os.MkdirTemp(filepath.Dir(dir), ".goldens-")
	if err != nil {
		return nil, fmt.Errorf("rewriting goldens: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(fresh)) }()
	next := filepath.Join(fresh, "new")
	if err := os.Mkdir(next, 0o755); err != nil {
		return nil, fmt.Errorf("rewriting goldens: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(traces)) {
		file := filepath.Join(next, filepath.FromSlash(name)+Suffix)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return nil, fmt.Errorf("rewriting goldens: %w", err)
		}
		if err := os.WriteFile(file, traces[name], 0o644); err != nil {
			return nil, fmt.Errorf("rewriting goldens: %w", err)
		}
	}
	old := filepath.Join(fresh, "old")
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("rewriting goldens: %w", err)
	}
	if err := os.Rename(next, dir); err != nil {
		return nil, errors.Join(fmt.Errorf("rewriting goldens: %w", err), os.Rename(old, dir))
	}
	return changes, nil
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

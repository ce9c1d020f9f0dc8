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
	"strings"
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
	MkdirTemp(dir, pattern string) (string, error)
	MkdirAll(name string) error
	WriteFile(name string, data []byte) error
	Rename(old, new string) error
	RemoveAll(name string) error
}

// storage is the file system of the machine.
type storage struct{}

func (storage) MkdirTemp(dir, pattern string) (string, error) { return os.MkdirTemp(dir, pattern) }
func (storage) MkdirAll(name string) error                    { return os.MkdirAll(name, 0o755) }
func (storage) WriteFile(name string, data []byte) error      { return os.WriteFile(name, data, 0o644) }
func (storage) Rename(old, new string) error                  { return os.Rename(old, new) }
func (storage) RemoveAll(name string) error                   { return os.RemoveAll(name) }

// beside begins the name of the folder that a rewrite works in. It stands beside the goldens, so that a rename is enough.
const beside = ".goldens-"

// Rewrite makes dir hold exactly the traces given by name. It writes a folder beside dir and renames it, so that an error
// leaves the old goldens as they were, and a rewrite that is killed leaves all old ones or all new ones. Between the two
// renames they lie in the folder beside; one that is killed there is undone by the next, see Recover. It returns what
// changed, in the order of names.
func Rewrite(dir string, traces map[string][]byte) ([]Change, error) {
	changes, err := rewrite(storage{}, filepath.Clean(dir), traces)
	if err != nil {
		return nil, fmt.Errorf("rewriting goldens: %w", err)
	}
	return changes, nil
}

// Recover puts goldens back that a killed rewrite has left beside dir, and removes what else it has left. No other rewrite
// of dir should be at work: it would fail.
func Recover(dir string) error {
	if err := recoverFrom(storage{}, filepath.Clean(dir)); err != nil {
		return fmt.Errorf("rewriting goldens: %w", err)
	}
	return nil
}

func rewrite(d disk, dir string, traces map[string][]byte) (changes []Change, err error) {
	if err := recoverFrom(d, dir); err != nil {
		return nil, err
	}
	changes, err = compareAll(dir, traces)
	if err != nil || len(changes) == 0 {
		return changes, err
	}
	work, err := d.MkdirTemp(filepath.Dir(dir), beside)
	if err != nil {
		return nil, err
	}
	next, old := filepath.Join(work, "new"), filepath.Join(work, "old")
	if err := fill(d, next, traces); err != nil {
		return nil, errors.Join(err, d.RemoveAll(work))
	}
	if err := d.Rename(dir, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, d.RemoveAll(work))
	}
	if err := d.Rename(next, dir); err != nil {
		if e := d.Rename(old, dir); e != nil && !errors.Is(e, fs.ErrNotExist) {
			return nil, errors.Join(err, fmt.Errorf("the goldens lie in %s: %w", old, e)) // which the next rewrite finds
		}
		return nil, errors.Join(err, d.RemoveAll(work))
	}
	if err := d.RemoveAll(work); err != nil {
		return nil, fmt.Errorf("the goldens are rewritten, but the old ones are left behind: %w", err)
	}
	return changes, nil
}

// fill writes a new folder of goldens.
func fill(d disk, dir string, traces map[string][]byte) error {
	if err := d.MkdirAll(dir); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(traces)) {
		file := filepath.Join(dir, filepath.FromSlash(name)+Suffix)
		if err := d.MkdirAll(filepath.Dir(file)); err != nil {
			return err
		}
		if err := d.WriteFile(file, traces[name]); err != nil {
			return err
		}
	}
	return nil
}

// recoverFrom undoes or tidies up a rewrite that was killed. Each rewrite begins with it, so there is one at most that
// was killed between its renames.
func recoverFrom(d disk, dir string) error {
	for _, work := range killed(dir) {
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			if err := d.Rename(filepath.Join(work, "old"), dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("a killed rewrite has left the goldens in %s: %w", work, err)
			}
		}
		if err := d.RemoveAll(work); err != nil {
			return fmt.Errorf("a killed rewrite has left something behind: %w", err)
		}
	}
	return nil
}

// killed lists the folders that rewrites have left beside dir, those with the old goldens first.
func killed(dir string) []string {
	entries, _ := os.ReadDir(filepath.Dir(dir))
	var out []string
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), beside) {
			continue
		}
		work := filepath.Join(filepath.Dir(dir), e.Name())
		if _, err := os.Lstat(filepath.Join(work, "old")); err == nil {
			out = slices.Insert(out, 0, work)
		} else {
			out = append(out, work)
		}
	}
	return out
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
			return nil, err
		case !bytes.Equal(was, traces[name]):
			changes = append(changes, Change{name, "changed"})
		}
	}
	orphans, err := Orphans(dir, names)
	if err != nil {
		return nil, err
	}
	for _, o := range orphans {
		if path.Ext(o) != Suffix {
			return nil, fmt.Errorf("%s is no golden and would be lost", filepath.Join(dir, filepath.FromSlash(o)))
		}
		changes = append(changes, Change{o[:len(o)-len(Suffix)], "removed"})
	}
	return changes, nil
}

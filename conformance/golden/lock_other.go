//go:build !unix || solaris || aix

// This file serialises rewrites of the goldens on systems where a folder cannot be locked.

package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// lock creates a lock file in the folder of the goldens and returns a function that removes it. If there is one
// already, the error names it, since a killed process leaves it behind.
func lock(parent string) (release func() error, err error) {
	name := filepath.Join(parent, beside+"lock")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w; if there is none, remove %s", ErrBusy, name)
	}
	if err != nil {
		return nil, err
	}
	return func() error { return errors.Join(f.Close(), os.Remove(name)) }, nil
}

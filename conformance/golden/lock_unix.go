//go:build unix && !solaris && !aix

// This file serialises rewrites of the goldens.

package golden

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock locks the folder of the goldens and returns a function that unlocks it. The system also unlocks it when the
// process ends, so a lock is never stale.
func lock(parent string) (release func() error, err error) {
	f, err := os.Open(parent)
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrBusy
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", parent, err), f.Close())
	}
	return f.Close, nil
}

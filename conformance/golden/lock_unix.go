//go:build unix && !solaris && !aix

// This file lets one rewrite at a time at the goldens.

package golden

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock holds the folder in which the goldens stand for the one rewrite that may be under way there, and gives what lets go of
// it. The system lets go, too, when the process ends, however it ends: nothing is left behind that could be stale.
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

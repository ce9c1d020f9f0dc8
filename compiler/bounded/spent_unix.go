//go:build unix

// This file measures processor time, which does not grow while other processes run.

package bounded

import (
	"syscall"
	"time"
)

// spent returns the processor time of the process.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

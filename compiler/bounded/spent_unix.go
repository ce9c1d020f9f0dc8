//go:build unix

// This file measures the time of the processor, which does not grow while other processes have it.

package bounded

import (
	"syscall"
	"time"
)

// spent gives how long the process has had a processor.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

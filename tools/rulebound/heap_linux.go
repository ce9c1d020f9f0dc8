//go:build amd64 || arm64

package main

import (
	"runtime"
	"syscall"
)

// huge is how many bytes of the heap get huge pages. A compile of a large rulebook writes to 40 MB for the first time, and on a virtual machine the
// page faults of 4 KB pages take as long as the compile itself.
const huge = 128 << 20

// hugePages gives the next allocations huge pages. It is a hint: nothing else changes where the system ignores it.
func hugePages() {
	_ = syscall.Madvise(make([]byte, huge), syscall.MADV_HUGEPAGE)
	runtime.GC() // frees the slice; its addresses are allocated again
}

//go:build amd64 || arm64

package main

import (
	"runtime"
	"syscall"
)

// huge is the number of bytes of the heap with huge pages. Compiling a large rulebook touches 40 MB for the first time;
// on a virtual machine the page faults of 4 KB pages take as long as the compilation itself.
const huge = 128 << 20

// hugePages makes the next allocations use huge pages. It is a hint, which a system may ignore.
func hugePages() {
	_ = syscall.Madvise(make([]byte, huge), syscall.MADV_HUGEPAGE)
	runtime.GC() // frees the slice; its addresses are reused
}

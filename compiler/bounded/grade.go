package bounded

// This file guides the fuzzer toward expensive inputs.

// grade counts the thresholds, two for each doubling from 64 KiB on, that a number of bytes exceeds. Each threshold is a branch
// of its own: the fuzzer keeps inputs that reach a new branch, so it keeps and mutates those that cost more than all before.
func grade(bytes uint64) (steps int) {
	if bytes > 1<<16 {
		steps++
	}
	if bytes > 3<<15 {
		steps++
	}
	if bytes > 1<<17 {
		steps++
	}
	if bytes > 3<<16 {
		steps++
	}
	if bytes > 1<<18 {
		steps++
	}
	if bytes > 3<<17 {
		steps++
	}
	if bytes > 1<<19 {
		steps++
	}
	if bytes > 3<<18 {
		steps++
	}
	if bytes > 1<<20 {
		steps++
	}
	if bytes > 3<<19 {
		steps++
	}
	if bytes > 1<<21 {
		steps++
	}
	if bytes > 3<<20 {
		steps++
	}
	if bytes > 1<<22 {
		steps++
	}
	if bytes > 3<<21 {
		steps++
	}
	if bytes > 1<<23 {
		steps++
	}
	if bytes > 3<<22 {
		steps++
	}
	if bytes > 1<<24 {
		steps++
	}
	if bytes > 3<<23 {
		steps++
	}
	if bytes > 1<<25 {
		steps++
	}
	if bytes > 3<<24 {
		steps++
	}
	if bytes > 1<<26 {
		steps++
	}
	if bytes > 3<<25 {
		steps++
	}
	if bytes > 1<<27 {
		steps++
	}
	if bytes > 3<<26 {
		steps++
	}
	if bytes > 1<<28 {
		steps++
	}
	if bytes > 3<<27 {
		steps++
	}
	if bytes > 1<<29 {
		steps++
	}
	if bytes > 3<<28 {
		steps++
	}
	return steps
}

// Package bounded is the oracle of fuzz targets for time and memory: an input that takes more than a second of processor time, or
// allocates more than half a gigabyte, is a finding like a panic.
package bounded

import (
	"flag"
	"runtime/metrics"
	"testing"
	"time"
)

// The limits of a fuzzed input. Bytes are all that are allocated, whether or not they are in use at the same time. A whole
// command of the program may take more: instrumented for fuzzing, it runs several times slower than docs/maintainers/limits.md
// promises.
const (
	MaxTime       = time.Second
	MaxBytes      = 512 << 20
	maxWholeTime  = 20 * time.Second
	maxWholeBytes = 4 << 30
)

// Run runs a fuzz target on an input. While fuzzing, it fails the target if a limit is exceeded; otherwise it measures nothing,
// because tests must not depend on times. A slow do is run a second time.
func Run(t testing.TB, do func()) {
	t.Helper()
	run(t, do, MaxTime, MaxBytes)
}

// RunWhole is like Run, for targets that run a whole command of the program.
func RunWhole(t testing.TB, do func()) {
	t.Helper()
	run(t, do, maxWholeTime, maxWholeBytes)
}

func run(t testing.TB, do func(), time time.Duration, bytes uint64) {
	t.Helper()
	if f := flag.Lookup("test.fuzz"); f == nil || f.Value.String() == "" {
		do()
		return
	}
	hold(t, do, spent, allocated, time, bytes)
}

// hold is run with a given clock and a counter of allocated bytes.
func hold(t testing.TB, do func(), clock func() time.Duration, bytes func() uint64, maxTime time.Duration, maxBytes uint64) {
	t.Helper()
	took := func() time.Duration {
		began := clock()
		do()
		return clock() - began
	}
	before := bytes()
	first := took()
	n := bytes() - before
	t.Logf("it reaches %d of the branches for cost", grade(n))
	if n > maxBytes {
		t.Error(n>>20, "MB were allocated")
	}
	if first <= maxTime {
		return
	}
	if again := took(); again > maxTime { // otherwise the machine was busy
		t.Error("it takes", min(first, again))
	}
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

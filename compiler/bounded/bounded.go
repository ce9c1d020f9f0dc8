// Package bounded is the oracle of the fuzz targets for time and memory: an input that takes over a second of the processor, or
// for which more than half a gigabyte is allocated, is a finding like one that panics.
package bounded

import (
	"flag"
	"runtime/metrics"
	"testing"
	"time"
)

// What a fuzzed input may take. Bytes are all that are allocated, whether or not they are in use at the same time. A whole command of the
// program may take more; instrumented for fuzzing it runs several times slower than docs/maintainers/limits.md promises.
const (
	MaxTime       = time.Second
	MaxBytes      = 512 << 20
	maxWholeTime  = 20 * time.Second
	maxWholeBytes = 4 << 30
)

// Run does what a fuzz target does with an input. While fuzzing, it fails the target if that takes too much; in a run of the
// seeds it measures nothing, for tests assert no times. What seems slow is done once more, so do must bear being done twice.
func Run(t testing.TB, do func()) {
	t.Helper()
	run(t, do, MaxTime, MaxBytes)
}

// RunWhole is Run for a target that calls a whole command of the program.
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

// hold is run with a clock and a count of the bytes that were allocated.
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
	if again := took(); again > maxTime { // else the machine had other work
		t.Error("it takes", min(first, again))
	}
}

// allocated counts the bytes that the process has allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

package bounded

import (
	"flag"
	"strings"
	"testing"
	"time"
)

// An input that exceeds a limit of time twice, or of memory, is a finding; one that was slow once is not.
func TestInputsThatTakeTooMuchTimeOrMemoryAreFindings(t *testing.T) {
	for _, c := range []struct {
		name  string
		times []time.Duration
		bytes uint64
		want  string
	}{
		{"a quick one", []time.Duration{time.Millisecond}, 1 << 20, ""},
		{"one that just fits", []time.Duration{MaxTime}, MaxBytes, ""},
		{"a slow one", []time.Duration{3 * time.Second, 2 * time.Second}, 0, "it takes 2s"},
		{"one that was slow once", []time.Duration{3 * time.Second, time.Millisecond}, 0, ""},
		{"a large one", []time.Duration{0}, MaxBytes + 1, "512 MB were allocated"},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock, total, done := time.Duration(5), uint64(7), 0
			said := strings.Join(Findings(t, func(t testing.TB) {
				hold(t, func() {
					clock, total = clock+c.times[done], total+c.bytes
					done++
				}, func() time.Duration { return clock }, func() uint64 { return total }, MaxTime, MaxBytes)
			}), "; ")
			if said != c.want || done != len(c.times) {
				t.Errorf("said %q after %d runs, want %q", said, done, c.want)
			}
		})
	}
}

// In a run of the seeds, nothing is measured and the target runs once.
func TestCostsAreMeasuredOnlyWhileFuzzing(t *testing.T) {
	fuzz := flag.Lookup("test.fuzz").Value
	t.Cleanup(func() { fuzz.Set("") })
	for target, want := range map[string]string{"": "", "FuzzIt": "1 MB were allocated"} {
		fuzz.Set(target)
		done := 0
		said := strings.Join(Findings(t, func(t testing.TB) {
			run(t, func() { _, done = strings.Repeat("x", 1<<20+1<<10), done+1 }, time.Hour, 1<<20)
			Run(t, func() { done++ })
			RunWhole(t, func() { done++ })
		}), "; ")
		if said != want || done != 3 {
			t.Errorf("-fuzz=%s: said %q after %d runs, want %q", target, said, done, want)
		}
	}
}

func TestAllocatedBytesAreCounted(t *testing.T) {
	before := allocated()
	text := strings.Repeat("x", 32<<20)
	if n := allocated() - before; n < uint64(len(text)) {
		t.Errorf("%d bytes, %d were allocated", n, len(text))
	}
}

func TestProcessorTimeGrowsWithWork(t *testing.T) {
	before, n := spent(), 0
	for n == 0 || spent() == before {
		for i := range 1 << 16 {
			n += i
		}
	}
	if spent() < before {
		t.Errorf("from %v to %v", before, spent())
	}
}

// Each threshold is a branch that one byte more reaches.
func TestEachCostThresholdIsItsOwnBranch(t *testing.T) {
	steps := 0
	for power := uint64(1 << 16); power <= 1<<29; power *= 2 {
		for _, bound := range []uint64{power, power + power/2} {
			if at, beyond := grade(bound), grade(bound+1); at != steps || beyond != steps+1 {
				t.Errorf("%d bytes: %d steps, one more: %d; want %d and %d", bound, at, beyond, steps, steps+1)
			}
			steps++
		}
	}
}

// An input that costs half as much again reaches one more branch.
func TestHigherCostsReachMoreBranches(t *testing.T) {
	last := grade(0)
	for n := uint64(80 << 10); n < MaxBytes; n += n / 2 {
		if g := grade(n); g <= last {
			t.Errorf("%d bytes: %d steps, less cost %d", n, g, last)
		} else {
			last = g
		}
	}
}

// Findings returns the failures of a check up to a fatal one; a panic of the subject is not a finding.
func TestFindingsOfACheck(t *testing.T) {
	for want, check := range map[string]func(testing.TB){
		"":          func(testing.TB) {},
		"a 1, b 2":  func(t testing.TB) { t.Error("a", 1); t.Errorf("b %d", 2) },
		"a, fatal":  func(t testing.TB) { t.Error("a"); t.Fatal("fatal"); t.Error("never") },
		"fatal too": func(t testing.TB) { t.Fatalf("fatal %s", "too"); t.Error("never") },
	} {
		if got := strings.Join(Findings(t, check), ", "); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
	}
	defer func() {
		if p := recover(); p != "of the subject" {
			t.Errorf("the panic became %v", p)
		}
	}()
	Findings(t, func(testing.TB) { panic("of the subject") })
}

package diag

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// A stage with too many errors stops; its diagnostics and the fact that it stopped are reported.
func TestAStageStopsAfterManyErrors(t *testing.T) {
	var (
		l     List
		f     Faults
		found TooMany
	)
	func() {
		defer func() { found, _ = recover().(TooMany) }()
		for i := range 2 * MaxErrors {
			f.Add(l)
			if i%2 == 0 { // the others are suppressed
				l.Errorf(Pos{File: "a.md", Line: i + 1}, "x", "error %d", i)
			}
		}
	}()
	if len(found.List) != MaxErrors/2 {
		t.Fatalf("it stopped after %d", len(found.List))
	}
	all := found.Diagnostics()
	if last := all[len(all)-1]; len(all) != MaxErrors/2+1 || !strings.Contains(last.Summary, fmt.Sprint(MaxErrors)) || last.Subject.File != "a.md" || last.Severity != Error {
		t.Errorf("%v", last)
	}
	if all := (TooMany{}).Diagnostics(); len(all) != 1 {
		t.Errorf("%v", all)
	}
}

// A distance that exceeds the limit may be wrong, but still exceeds it; others are exact.
func TestEditDistanceIsExactUpToTheLimit(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	name := func() []rune {
		out := make([]rune, 1+random.Intn(9))
		for i := range out {
			out[i] = []rune("abAB-_")[random.Intn(6)]
		}
		return out
	}
	for range 20_000 {
		a, b := name(), name()
		all := distance(a, b, 1000)
		for limit := range 20 {
			if got := distance(a, b, limit); got != all && (all <= limit || got <= limit) {
				t.Fatalf("%s, %s: %d, within %d it is %d", string(a), string(b), all, limit, got)
			}
		}
	}
}

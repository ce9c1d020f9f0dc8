package bounded

import (
	"fmt"
	"strings"
	"testing"
)

// Findings runs a check of a fuzz target and returns its failures instead of failing the test. Tests use it to plant faults in
// the subject of a target, so that a target which finds none of them is noticed.
func Findings(t testing.TB, check func(t testing.TB)) (found []string) {
	t.Helper()
	n := &notes{TB: t}
	defer func() {
		found = n.found
		if p := recover(); p != nil && p != any(n) { // n: the check ended at a fatal failure
			panic(p)
		}
	}()
	check(n)
	return n.found
}

// notes is a testing.TB that records failures and goes on.
type notes struct {
	testing.TB
	found []string
}

func (n *notes) Helper() {}

func (n *notes) Error(args ...any) {
	n.found = append(n.found, strings.TrimSuffix(fmt.Sprintln(args...), "\n"))
}

func (n *notes) Errorf(format string, args ...any) {
	n.found = append(n.found, fmt.Sprintf(format, args...))
}

func (n *notes) Fatal(args ...any) {
	n.Error(args...)
	panic(n)
}

func (n *notes) Fatalf(format string, args ...any) {
	n.Error(fmt.Sprintf(format, args...))
	panic(n)
}

// This file follows a play without writing its trace: what a trace says follows from what its observer is told, so that
// plays of one course have one trace.

package mutation

import (
	"rulebound/engine"
)

// course sums up what a play tells its observers. Sums of different plays are as good as never equal.
type course struct {
	plain   uint64 // without the changes of watched values
	watched uint64 // these alone
}

// sum gives all that a game of the kind tells.
func (c *course) sum(watching bool) uint64 {
	if watching {
		return c.plain ^ c.watched
	}
	return c.plain
}

// Event implements engine.Observer.
func (c *course) Event(_ *engine.State, e *engine.Event) {
	to := &c.plain
	if e.Kind == engine.WatchChanged {
		to = &c.watched
	}
	v := e.Pieces() // whatever it is called, these are all numbers of the event
	for _, n := range [...]int64{int64(e.Kind), v.Class, v.NewClass, v.From, v.To, v.N, int64(len(e.Values))} {
		mix(to, uint64(n))
	}
	for _, n := range e.Values {
		mix(to, uint64(n))
	}
}

// After implements scenario.Reporter.
func (c *course) After(scenario string) { c.texts(scenario) }

// Refused implements scenario.Reporter.
func (c *course) Refused(seat, line, rule string) { c.texts(seat, line, rule) }

// Offered implements scenario.Reporter.
func (c *course) Offered(seat, decision string, options []string) {
	c.texts(seat, decision)
	c.texts(options...)
}

func (c *course) texts(list ...string) {
	for _, text := range list {
		for i := range len(text) {
			mix(&c.plain, uint64(text[i]))
		}
		mix(&c.plain, uint64(len(text)))
	}
}

// mix adds a number to a sum, by the step of FNV-1a and a shift, which lets high bits reach low ones.
func mix(sum *uint64, n uint64) {
	const prime = 1099511628211
	s := (*sum ^ n) * prime
	*sum = s ^ s>>29
}

// This file hashes the events of a play instead of writing its trace. A trace is a function of the events that its observer
// receives, so plays with equal hashes have equal traces.

package mutation

import (
	"rulebound/engine"
)

// eventHash hashes the events of a play. Hashes of different plays practically never collide.
type eventHash struct {
	plain   uint64 // without the changes of watched values
	watched uint64 // only these
}

// sum returns the hash of the events that a game of the kind reports.
func (c *eventHash) sum(watching bool) uint64 {
	if watching {
		return c.plain ^ c.watched
	}
	return c.plain
}

// Event implements engine.Observer.
func (c *eventHash) Event(_ *engine.State, e *engine.Event) {
	to := &c.plain
	if e.Kind == engine.WatchChanged {
		to = &c.watched
	}
	v := e.Pieces() // this view covers all numbers of any event
	for _, n := range [...]int64{int64(e.Kind), v.Class, v.NewClass, v.From, v.To, v.N, int64(len(e.Values))} {
		mix(to, uint64(n))
	}
	for _, n := range e.Values {
		mix(to, uint64(n))
	}
}

// After implements scenario.Reporter.
func (c *eventHash) After(scenario string) { c.texts(scenario) }

// Refused implements scenario.Reporter.
func (c *eventHash) Refused(seat, line, rule string) { c.texts(seat, line, rule) }

// Offered implements scenario.Reporter.
func (c *eventHash) Offered(seat, decision string, options []string) {
	c.texts(seat, decision)
	c.texts(options...)
}

func (c *eventHash) texts(list ...string) {
	for _, text := range list {
		for i := range len(text) {
			mix(&c.plain, uint64(text[i]))
		}
		mix(&c.plain, uint64(len(text)))
	}
}

// mix adds a number to a hash: a step of FNV-1a, then a shift that mixes high bits into low ones.
func mix(sum *uint64, n uint64) {
	const prime = 1099511628211
	s := (*sum ^ n) * prime
	*sum = s ^ s>>29
}

package drive

import "rulebound/engine"

// What the programs of the tests are made of.
var (
	PendingOf = pendingOf
	ValueOf   = valueOf
)

// StanceAnswer returns the answer that sets `seat.variable` to a value.
func StanceAnswer(g *engine.Game, name string, value any) (engine.Answer, error) {
	return (&Reference{game: g}).stanceAnswer(name, value)
}

// EndOf returns what is kept of texts that a program writes to standard error.
func EndOf(texts ...string) string {
	t := &tail{}
	for _, text := range texts {
		_, _ = t.Write([]byte(text))
	}
	return t.String()
}

// Members returns what looks for the processes of a program of a group and a mark, and gives their numbers.
func Members(group int, mark string) func() []int {
	f := &family{group: group, mark: []byte(mark)}
	return func() (pids []int) {
		for _, m := range f.look() {
			pids = append(pids, m.pid)
		}
		return pids
	}
}

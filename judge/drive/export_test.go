package drive

import "rulebound/engine"

// Parts of test programs.
var (
	PendingOf = pendingOf
	ValueOf   = valueOf
)

// StanceAnswer returns the answer that sets `seat.variable` to a value.
func StanceAnswer(g *engine.Game, name string, value any) (engine.Answer, error) {
	return (&Reference{game: g}).stanceAnswer(name, value)
}

// EndOf returns the kept end of texts written to standard error.
func EndOf(texts ...string) string {
	t := &tail{}
	for _, text := range texts {
		_, _ = t.Write([]byte(text))
	}
	return t.String()
}

// Members returns a function that finds the numbers of a program's processes by their group and a mark.
func Members(group int, mark string) func() []int {
	f := &processTree{group: group, mark: []byte(mark)}
	return func() (pids []int) {
		for _, m := range f.look() {
			pids = append(pids, m.pid)
		}
		return pids
	}
}

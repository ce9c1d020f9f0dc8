package wide

// This file is a model of the game of stones that is independent of the engine: boards of bytes, and groups found by
// flood fill.

import "slices"

const empty = -1

// model is a position of the game.
type model struct {
	side  int
	at    []int // point -> seat, or empty
	last  []int // the group captured last, if the last stone captured one
	taken [2]int
}

func newModel(side int) *model {
	return &model{side: side, at: slices.Repeat([]int{empty}, side*side)}
}

func (m *model) around(p int) []int {
	var out []int
	if p >= m.side {
		out = append(out, p-m.side)
	}
	if p%m.side > 0 {
		out = append(out, p-1)
	}
	if p%m.side < m.side-1 {
		out = append(out, p+1)
	}
	if p+m.side < len(m.at) {
		out = append(out, p+m.side)
	}
	return out
}

// group returns the group of a stone, and its number of liberties.
func (m *model) group(p int) (stones []int, breath int) {
	seen, air := map[int]bool{p: true}, map[int]bool{}
	for queue := []int{p}; len(queue) > 0; queue = queue[1:] {
		stones = append(stones, queue[0])
		for _, n := range m.around(queue[0]) {
			switch {
			case m.at[n] == empty:
				air[n] = true
			case m.at[n] == m.at[p] && !seen[n]:
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	slices.Sort(stones)
	return stones, len(air)
}

// legal reports whether a seat may place a stone on a point.
func (m *model) legal(p, seat int) bool {
	if m.at[p] != empty || len(m.last) == 1 && m.last[0] == p {
		return false
	}
	for _, n := range m.around(p) {
		if m.at[n] == empty {
			return true
		}
		if _, breath := m.group(n); (m.at[n] == seat) == (breath > 1) {
			return true
		}
	}
	return false
}

// place puts a stone on a point and captures groups without liberties.
func (m *model) place(p, seat int) {
	m.at[p], m.last = seat, nil
	for _, n := range m.around(p) {
		if m.at[n] != 1-seat {
			continue
		}
		if stones, breath := m.group(n); breath == 0 {
			for _, s := range stones {
				m.at[s] = empty
			}
			m.last = stones
			m.taken[seat] += len(stones)
		}
	}
}

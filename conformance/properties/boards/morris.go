package boards

// This file is the model of Nine Men's Morris: three rings of eight points.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/conformance/board"
	"rulebound/engine"
)

// morris is a position. Point r*8+i is point i of ring r, clockwise from the top left corner; odd i are midpoints of
// sides.
type morris struct {
	at      [24]byte // 0: free, else seat + 1
	hand    [2]int
	seat    int
	closing bool // a mill was completed, and a man has to be removed
	quiet   int
	flying  bool
	ended   bool
	results []int64
}

func morrisPoint(p int) string {
	d := 3 - p/8
	dx := [8]int{-d, 0, d, d, d, 0, -d, -d}[p%8]
	dy := [8]int{d, d, d, 0, -d, -d, -d, 0}[p%8]
	return fmt.Sprintf("%c%d", 'd'+dx, 4+dy)
}

func morrisAt(name string) int {
	for p := range 24 {
		if morrisPoint(p) == name {
			return p
		}
	}
	panic("no point " + name)
}

// beside lists the neighbours of a point.
func beside(p int) []int {
	r, i := p/8, p%8
	out := []int{r*8 + (i+1)%8, r*8 + (i+7)%8}
	if i%2 == 1 && r > 0 {
		out = append(out, p-8)
	}
	if i%2 == 1 && r < 2 {
		out = append(out, p+8)
	}
	return out
}

// inMill reports whether the man at a point is part of a mill.
func (m *morris) inMill(p int) bool {
	who := m.at[p]
	same := func(a, b int) bool { return m.at[a] == who && m.at[b] == who }
	r, i := p/8*8, p%8
	if i%2 == 1 { // a midpoint: between two corners, or across the rings
		return same(r+i-1, r+(i+1)%8) || same((p+8)%24, (p+16)%24)
	}
	return same(r+i+1, r+(i+2)%8) || same(r+(i+7)%8, r+(i+6)%8)
}

func (m *morris) men(seat int) int {
	n := 0
	for _, c := range m.at {
		if int(c) == seat+1 {
			n++
		}
	}
	return n
}

func (m *morris) answers() []string {
	var out []string
	if m.ended {
		return nil
	}
	if m.closing {
		for _, only := range []bool{true, false} { // men outside of mills, if there are any
			for p, c := range m.at {
				if int(c) == 2-m.seat && (!only || !m.inMill(p)) {
					out = append(out, morrisPoint(p))
				}
			}
			if len(out) > 0 {
				return out
			}
		}
		return out
	}
	if m.hand[m.seat] > 0 {
		for p, c := range m.at {
			if c == 0 {
				out = append(out, morrisPoint(p))
			}
		}
		return out
	}
	for p, c := range m.at {
		if int(c) != m.seat+1 {
			continue
		}
		for q := range m.at {
			if m.at[q] == 0 && (m.flying && m.men(m.seat) == 3 || slices.Contains(beside(p), q)) {
				out = append(out, morrisPoint(p)+" "+morrisPoint(q))
			}
		}
	}
	return out
}

func (m *morris) answer(a string) {
	words := strings.Fields(a)
	to := morrisAt(words[len(words)-1])
	switch {
	case m.closing:
		m.at[to], m.closing = 0, false
		m.pass()
		return
	case len(words) == 2:
		m.at[morrisAt(words[0])] = 0
		m.quiet++
	default:
		m.hand[m.seat]--
	}
	if m.at[to] = byte(m.seat + 1); m.inMill(to) {
		m.quiet = 0
		if m.closing = m.men(1-m.seat) > 0; m.closing {
			return
		}
	}
	m.pass()
}

// pass gives the turn to the other player, or ends the game.
func (m *morris) pass() {
	m.seat = 1 - m.seat
	lost := m.hand[m.seat]+m.men(m.seat) < 3 || len(m.answers()) == 0
	if !lost && m.quiet < 50 {
		return
	}
	if m.ended, m.results = true, []int64{0, 0}; lost {
		m.results[m.seat], m.results[1-m.seat] = -1, 1
	}
}

func (m *morris) copied() model {
	c := *m
	return &c
}

func (m *morris) result() []int64 { return m.results }

func (m *morris) position() string {
	var b strings.Builder
	for p, c := range m.at {
		if c > 0 {
			fmt.Fprintf(&b, "%s %d, ", morrisPoint(p), c)
		}
	}
	return fmt.Sprintf("%shand %v, quiet %d", b.String(), m.hand, m.quiet)
}

// readMorris builds the model from a state.
func readMorris(s *engine.State, flying bool) *morris {
	m := &morris{flying: flying, quiet: int(number(s, "quiet")), hand: [2]int{count(s, "white-hand", 0), count(s, "black-hand", 1)}}
	for p := range m.at {
		for seat := range 2 {
			if count(s, morrisPoint(p), seat) > 0 {
				m.at[p] = byte(seat + 1)
			}
		}
	}
	if d := s.Decision(); d != nil {
		m.seat, m.closing = d.Seat, d.Name == "taken"
	}
	return m
}

func morrisGame(flying bool, counts ...int) *game {
	return &game{
		id: "nine-mens-morris", setup: "standard", options: map[string]string{"flying": fmt.Sprint(flying)},
		start:    func() model { return &morris{hand: [2]int{9, 9}, flying: flying} },
		restore:  func(s *engine.State) model { return readMorris(s, flying) },
		position: func(s *engine.State) string { return readMorris(s, flying).position() },
		counts:   counts,
		boards: []board.Wish{{Values: map[string][]string{"quiet": {"0", "12", "47", "48", "49"}}},
			{Out: map[string]int{"white-man": 3, "black-man": 4}, Values: map[string][]string{"quiet": {"0", "48"}}},
			{Boxes: map[string][]string{"white-hand": {"white-man"}, "black-hand": {"black-man"}}}},
	}
}

var (
	_ = holds(morrisGame(true, 24, 24*23, 24*23*22, 24*23*22*21), "1.1", "2.1", "2.2", "2.3")
	_ = holds(morrisGame(false, 24, 24*23), "2.1-c", "2.1-d")
)

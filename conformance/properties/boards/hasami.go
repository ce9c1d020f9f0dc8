package boards

// This file is the model of Hasami Shogi: a board of 81 bytes, walked square by square.

import (
	"fmt"
	"strings"

	"rulebound/conformance/board"
	"rulebound/engine"
)

const side = 9

// hasami is a position; square row*9+column.
type hasami struct {
	at      [side * side]byte // 0: free, else seat + 1
	seat    int
	quiet   int
	ended   bool
	results []int64
}

func hasamiSquare(p int) string { return fmt.Sprintf("%c%d", 'a'+p%side, p/side+1) }

func hasamiAt(name string) int { return int(name[0]-'a') + int(name[1]-'1')*side }

// on returns the square at an offset, -1 beyond the edge.
func on(p, dx, dy int) int {
	x, y := p%side+dx, p/side+dy
	if x < 0 || y < 0 || x >= side || y >= side {
		return -1
	}
	return y*side + x
}

var ways = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

func (h *hasami) answers() []string {
	if h.ended {
		return nil
	}
	var out []string
	for p, c := range h.at {
		if int(c) != h.seat+1 {
			continue
		}
		for _, w := range ways {
			for q := on(p, w[0], w[1]); q >= 0 && h.at[q] == 0; q = on(q, w[0], w[1]) {
				out = append(out, hasamiSquare(p)+" "+hasamiSquare(q))
			}
		}
	}
	return out
}

func (h *hasami) answer(a string) {
	from, to, _ := strings.Cut(a, " ")
	p, own, other := hasamiAt(to), byte(h.seat+1), byte(2-h.seat)
	h.at[hasamiAt(from)], h.at[p] = 0, own
	h.quiet++
	var taken []int
	for _, w := range ways {
		var row []int
		q := on(p, w[0], w[1])
		for ; q >= 0 && h.at[q] == other; q = on(q, w[0], w[1]) {
			row = append(row, q)
		}
		if q >= 0 && h.at[q] == own {
			taken = append(taken, row...)
		}
	}
	for _, corner := range []int{0, side - 1, side * (side - 1), side*side - 1} {
		closed, beside := h.at[corner] == other, false
		for _, w := range ways {
			if q := on(corner, w[0], w[1]); q >= 0 {
				closed, beside = closed && h.at[q] == own, beside || q == p
			}
		}
		if closed && beside {
			taken = append(taken, corner)
		}
	}
	for _, q := range taken {
		h.at[q], h.quiet = 0, 0
	}
	h.seat = 1 - h.seat
	lost := h.men(h.seat) < 2 || len(h.answers()) == 0
	if lost || h.quiet >= 100 {
		h.ended, h.results = true, []int64{0, 0}
	}
	if lost {
		h.results[h.seat], h.results[1-h.seat] = -1, 1
	}
}

func (h *hasami) men(seat int) int {
	n := 0
	for _, c := range h.at {
		if int(c) == seat+1 {
			n++
		}
	}
	return n
}

func (h *hasami) copied() model {
	c := *h
	return &c
}

func (h *hasami) result() []int64 { return h.results }

func (h *hasami) position() string {
	var b strings.Builder
	for y := side - 1; y >= 0; y-- {
		for x := range side {
			b.WriteByte(".bw"[h.at[y*side+x]])
		}
		b.WriteByte('\n')
	}
	return fmt.Sprintf("%squiet %d", b.String(), h.quiet)
}

func readHasami(s *engine.State) *hasami {
	h := &hasami{quiet: int(number(s, "quiet"))}
	for p := range h.at {
		for seat := range 2 {
			if count(s, hasamiSquare(p), seat) > 0 {
				h.at[p] = byte(seat + 1)
			}
		}
	}
	if d := s.Decision(); d != nil {
		h.seat = d.Seat
	}
	return h
}

var _ = holds(&game{
	id: "hasami-shogi", setup: "standard",
	start: func() model {
		h := &hasami{}
		for x := range side {
			h.at[x], h.at[side*(side-1)+x] = 1, 2
		}
		return h
	},
	restore:  func(s *engine.State) model { return readHasami(s) },
	position: func(s *engine.State) string { return readHasami(s).position() },
	counts:   []int{63, 3717, 254219},
	boards: []board.Wish{{Values: map[string][]string{"quiet": {"0", "50", "98", "99"}}},
		{Within: []string{"a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "c1", "c2", "c3", "c4", "d1", "d2", "d3", "d4"}}},
}, "1.1", "2.1", "2.2", "2.3")

package boards

// This file is the model of Kalah: fourteen numbers in a ring.

import (
	"fmt"
	"strings"

	"rulebound/conformance/board"
	"rulebound/engine"
)

// kalah is a position: 0 to 5 are South's pits, 6 his store, 7 to 12 North's pits, 13 his store.
type kalah struct {
	seeds [14]int
	seat  int
}

func kalahPit(i int) string {
	who := [2]string{"south", "north"}[i/7]
	if i%7 == 6 {
		return who + "-store"
	}
	return fmt.Sprintf("%s-%d", who, i%7+1)
}

func (k *kalah) side(seat int) int {
	n := 0
	for _, s := range k.seeds[seat*7 : seat*7+6] {
		n += s
	}
	return n
}

func (k *kalah) answers() []string {
	if k.side(0) == 0 || k.side(1) == 0 {
		return nil
	}
	var out []string
	for i := k.seat * 7; i < k.seat*7+6; i++ {
		if k.seeds[i] > 0 {
			out = append(out, kalahPit(i))
		}
	}
	return out
}

func (k *kalah) answer(a string) {
	at := 0
	for kalahPit(at) != a {
		at++
	}
	own, other := k.seat*7+6, (1-k.seat)*7+6
	for hand := k.lift(at); hand > 0; {
		if at = (at + 1) % 14; at != other {
			k.seeds[at]++
			hand--
		}
	}
	if at != own {
		if at/7 == k.seat && k.seeds[at] == 1 && k.seeds[12-at] > 0 {
			k.seeds[own] += k.lift(at) + k.lift(12-at)
		}
		k.seat = 1 - k.seat
	}
	if k.side(0) == 0 || k.side(1) == 0 {
		for i := range k.seeds {
			if i%7 != 6 {
				k.seeds[i/7*7+6] += k.lift(i)
			}
		}
	}
}

// lift empties a pit.
func (k *kalah) lift(i int) int {
	n := k.seeds[i]
	k.seeds[i] = 0
	return n
}

func (k *kalah) copied() model {
	c := *k
	return &c
}

func (k *kalah) result() []int64 { return []int64{int64(k.seeds[6]), int64(k.seeds[13])} }

func (k *kalah) position() string { return strings.Trim(fmt.Sprint(k.seeds), "[]") }

func readKalah(s *engine.State) *kalah {
	k := &kalah{}
	for i := range k.seeds {
		k.seeds[i] = count(s, kalahPit(i), 0)
	}
	if d := s.Decision(); d != nil {
		k.seat = d.Seat
	}
	return k
}

func kalahGame(setup string, seeds int, counts ...int) *game {
	return &game{
		id: "kalah", setup: setup,
		start: func() model {
			k := &kalah{}
			for i := range k.seeds {
				if i%7 != 6 {
					k.seeds[i] = seeds
				}
			}
			return k
		},
		restore:  func(s *engine.State) model { return readKalah(s) },
		position: func(s *engine.State) string { return readKalah(s).position() },
		counts:   counts,
		boards:   []board.Wish{{}},
	}
}

var (
	_ = holds(kalahGame("four", 4, 6, 35, 185, 942, 4690, 23233), "1.1", "2.1", "2.2", "2.3")
	_ = holds(kalahGame("three", 3, 6, 35, 182, 904, 4243), "1.2-a")
	_ = holds(kalahGame("six", 6, 6, 35, 190, 1056, 5882), "1.2-a")
)

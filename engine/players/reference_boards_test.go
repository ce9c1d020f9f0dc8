package players_test

// Hand-written loops for three board games. They make the decisions of the uniform player in the same order, with the same
// results as the rulebooks. Benchmarks divide the time of the engine by theirs.

import (
	"math/bits"
	"testing"

	"rulebound/engine"
	"rulebound/engine/players"
)

// loop plays a game and returns the number of decisions with two answers or more, and the results.
type loop func(gen engine.Generator) (decisions int, result [2]int64)

// loops are the hand-written games with their set-ups.
var loops = []struct {
	game, setup string
	play        loop
}{
	{"kalah", "four", sow},
	{"hasami-shogi", "standard", enclose},
	{"nine-mens-morris", "standard", mill},
}

// choose draws one of n answers; a single answer is no decision.
func choose(gen *engine.Generator, n int, decisions *int) int {
	if n < 2 {
		return 0
	}
	*decisions++
	return int(gen.Below(uint32(n)))
}

// lost returns the result of a game that a seat has lost, or of a draw.
func lost(seat int, draw bool) (result [2]int64) {
	if !draw {
		result[seat], result[1-seat] = -1, 1
	}
	return result
}

// sow plays Kalah. 0 to 5 are South's pits, 6 his store, 7 to 12 North's pits, 13 his store.
func sow(gen engine.Generator) (decisions int, result [2]int64) {
	pits := [14]uint8{4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0}
	side := func(at int) (n int) {
		for _, seeds := range pits[at : at+6] {
			n += int(seeds)
		}
		return n
	}
	for seat := 0; side(0) > 0 && side(7) > 0; {
		own, other := seat*7, (1-seat)*7
		var filled [6]int
		n := 0
		for at := own; at < own+6; at++ {
			if pits[at] > 0 {
				filled[n] = at
				n++
			}
		}
		at := filled[choose(&gen, n, &decisions)]
		hand := pits[at]
		for pits[at] = 0; hand > 0; {
			if at++; at == 14 {
				at = 0
			}
			if at != other+6 {
				pits[at]++
				hand--
			}
		}
		if at == own+6 {
			continue
		}
		if at >= own && at < own+6 && pits[at] == 1 && pits[12-at] > 0 {
			pits[own+6] += 1 + pits[12-at]
			pits[at], pits[12-at] = 0, 0
		}
		seat = 1 - seat
	}
	return decisions, [2]int64{int64(pits[6]) + int64(side(0)), int64(pits[13]) + int64(side(7))}
}

// rays are the squares from each square in each direction, up to the edge of the 9 × 9 board.
var rays = func() (out [81][4][]int8) {
	for p := range out {
		for w, step := range [4][2]int{{0, -1}, {-1, 0}, {1, 0}, {0, 1}} {
			for x, y := p%9+step[0], p/9+step[1]; x >= 0 && x < 9 && y >= 0 && y < 9; x, y = x+step[0], y+step[1] {
				out[p][w] = append(out[p][w], int8(y*9+x))
			}
		}
	}
	return out
}()

// enclose plays Hasami Shogi. A square is row*9+column; its value is 0 if it is free, otherwise seat + 1.
func enclose(gen engine.Generator) (decisions int, result [2]int64) {
	var at [81]uint8
	for x := range 9 {
		at[x], at[72+x] = 1, 2
	}
	free := func(p, way int) (n int) {
		for _, q := range rays[p][way] {
			if at[q] != 0 {
				break
			}
			n++
		}
		return n
	}
	var from [9]int
	var reach [9]int
	for seat, quiet := 0, 0; ; seat = 1 - seat {
		own, other := uint8(seat+1), uint8(2-seat)
		n, all := 0, 0
		for p, c := range at {
			if c == own {
				from[n], reach[n] = p, free(p, 0)+free(p, 1)+free(p, 2)+free(p, 3)
				all += reach[n]
				n++
			}
		}
		if n < 2 || all == 0 {
			return decisions, lost(seat, false)
		}
		if quiet == 100 {
			return decisions, lost(seat, true)
		}
		k, i := choose(&gen, all, &decisions), 0
		for ; k >= reach[i]; i++ {
			k -= reach[i]
		}
		p := from[i]
		to := p
		for way := range 4 { // destinations in the order of the board
			m := free(p, way)
			if k < m {
				if way < 2 {
					k = m - 1 - k
				}
				to = int(rays[p][way][k])
				break
			}
			k -= m
		}
		at[p], at[to] = 0, own
		taken := 0
		for way := range 4 {
			m := 0
			for _, q := range rays[to][way] {
				if at[q] != other {
					if at[q] == own {
						for _, q := range rays[to][way][:m] {
							at[q] = 3 // captured with the others
						}
						taken += m
					}
					break
				}
				m++
			}
		}
		for _, c := range [4][3]int{{0, 1, 9}, {8, 7, 17}, {72, 63, 73}, {80, 71, 79}} {
			if at[c[0]] == other && at[c[1]] == own && at[c[2]] == own && (to == c[1] || to == c[2]) {
				at[c[0]] = 3
				taken++
			}
		}
		if quiet++; taken > 0 {
			quiet = 0
			for q, c := range at {
				if c == 3 {
					at[q] = 0
				}
			}
		}
	}
}

// points are the lines of the board of three squares; its points are numbered from the top left, row by row.
var points = [16][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}, {12, 13, 14}, {15, 16, 17}, {18, 19, 20}, {21, 22, 23},
	{21, 9, 0}, {18, 10, 3}, {15, 11, 6}, {22, 19, 16}, {7, 4, 1}, {17, 12, 8}, {20, 13, 5}, {23, 14, 2}}

// mills are the lines as sets, beside the points adjacent to each.
var mills, beside = func() (lines [16]uint32, next [24]uint32) {
	for i, l := range points {
		lines[i] = 1<<l[0] | 1<<l[1] | 1<<l[2]
		next[l[0]] |= 1 << l[1]
		next[l[1]] |= 1<<l[0] | 1<<l[2]
		next[l[2]] |= 1 << l[1]
	}
	return lines, next
}()

// member returns the k-th member of a set.
func member(set uint32, k int) int {
	for ; k > 0; k-- {
		set &= set - 1
	}
	return bits.TrailingZeros32(set)
}

// mill plays Nine Men's Morris, with flying.
func mill(gen engine.Generator) (decisions int, result [2]int64) {
	var men [2]uint32
	hand := [2]int{9, 9}
	inMills := func(set uint32) (out uint32) {
		for _, line := range mills {
			if set&line == line {
				out |= line
			}
		}
		return out
	}
	for seat, quiet := 0, 0; ; seat = 1 - seat {
		own, other := men[seat], men[1-seat]
		free := ^(own | other) & (1<<24 - 1)
		goals := func(p int) uint32 {
			if bits.OnesCount32(own) == 3 {
				return free
			}
			return free & beside[p]
		}
		moves := 0
		for rest := own; hand[seat] == 0 && rest != 0; rest &= rest - 1 {
			moves += bits.OnesCount32(goals(bits.TrailingZeros32(rest)))
		}
		if hand[seat]+bits.OnesCount32(own) < 3 || hand[seat] == 0 && moves == 0 {
			return decisions, lost(seat, false)
		}
		if quiet == 50 {
			return decisions, lost(seat, true)
		}
		to := 0
		if hand[seat] > 0 {
			to = member(free, choose(&gen, bits.OnesCount32(free), &decisions))
			hand[seat]--
		} else {
			k := choose(&gen, moves, &decisions)
			for rest := own; ; rest &= rest - 1 {
				from := bits.TrailingZeros32(rest)
				if n := bits.OnesCount32(goals(from)); k >= n {
					k -= n
					continue
				}
				to = member(goals(from), k)
				men[seat] &^= 1 << from
				break
			}
			quiet++
		}
		men[seat] |= 1 << to
		if inMills(men[seat])>>to&1 == 0 {
			continue
		}
		quiet = 0
		open := other &^ inMills(other)
		if open == 0 {
			open = other
		}
		if open != 0 {
			men[1-seat] &^= 1 << member(open, choose(&gen, bits.OnesCount32(open), &decisions))
		}
	}
}

// A hand-written loop is a valid reference only if it makes the same decisions with the same results.
func TestHandWrittenLoopsPlayTheSameGamesAsTheEngine(t *testing.T) {
	for _, l := range loops {
		g, games := loaded(t, l.game), uint64(300)
		if testing.Short() {
			games = 50
		}
		for seed := range games {
			s := begin(t, g, l.setup, seed)
			n := finish(t, s, players.NewUniform(seed))
			if m, own := l.play(engine.NewGenerator(seed)); m != n || own != [2]int64(s.Result()) {
				t.Errorf("%s, seed %d: %d decisions and %v, by hand %d and %v", l.game, seed, n, s.Result(), m, own)
			}
		}
	}
}

// Package backgammon plays Backgammon in lockstep with a model, which is written from the clauses and without the
// rulebook.
package backgammon

import "slices"

// Positions of a player's course: the bar, the points from 24 down to 1, and the checkers borne off. Point n is the
// opponent's point 25-n.
const (
	bar = 25
	off = 0
)

// table is a position. Players are 0 and 1; -1 is no player.
type table struct {
	checkers [2][26]int
	score    [2]int
	cube     int
	owner    int
}

// step moves one checker by one die.
type step struct{ from, to, die int }

// players make the choices of the model and roll its dice.
type players interface {
	yes(name string, player int) bool
	step(player int, choices []step) step
	roll(name string) int
}

// arrange sets up the starting position.
func (t *table) arrange() {
	for player := range t.checkers {
		t.checkers[player] = [26]int{24: 2, 13: 5, 8: 3, 6: 5}
	}
}

// play plays a match to a number of points from the position; 0 is a single game.
func (t *table) play(p players, length int) {
	crawford, played := false, false
	for t.score[0] < max(length, 1) && t.score[1] < max(length, 1) {
		crawford = !played && (t.score[0] == length-1 || t.score[1] == length-1)
		played = played || crawford
		if t.bare() {
			t.arrange()
		}
		t.game(p, !crawford)
		t.checkers = [2][26]int{}
	}
}

// bare reports whether no checker is on the board.
func (t *table) bare() bool {
	for player := range t.checkers {
		if slices.Max(t.checkers[player][1:]) > 0 {
			return false
		}
	}
	return true
}

// game plays and scores one game.
func (t *table) game(p players, cube bool) {
	t.cube, t.owner = 1, -1
	a, b := p.roll("white-die"), p.roll("black-die")
	for a == b {
		a, b = p.roll("white-die"), p.roll("black-die")
	}
	player := 0
	if b > a {
		player = 1
	}
	t.move(p, player, []int{a, b})
	for t.men(player, 1, bar) > 0 {
		player = 1 - player
		if cube && t.owner != 1-player && t.cube < 64 && p.yes("double", player) {
			if !p.yes("cube", 1-player) {
				t.score[player] += t.cube
				return
			}
			t.cube, t.owner = 2*t.cube, 1-player
		}
		a, b := p.roll("first-die"), p.roll("second-die")
		dice := []int{a, b}
		if a == b {
			dice = []int{a, a, a, a}
		}
		t.move(p, player, dice)
	}
	t.score[player] += t.cube * t.kind(1-player)
}

// kind returns the factor of a win: 1, 2 for a gammon, 3 for a backgammon.
func (t *table) kind(loser int) int {
	switch {
	case t.men(loser, 1, bar) < 15:
		return 1
	case t.men(loser, 19, bar) > 0:
		return 3
	}
	return 2
}

// men counts the checkers of a player between two positions of the course.
func (t *table) men(player, from, to int) int {
	n := 0
	for _, c := range t.checkers[player][from : to+1] {
		n += c
	}
	return n
}

// steps lists the legal steps with one die, as if it were the only one.
func (t *table) steps(player, die int) []step {
	var out []step
	for from := bar; from > off; from-- {
		to := max(from-die, off)
		switch {
		case t.checkers[player][from] == 0:
		case from != bar && t.checkers[player][bar] > 0:
		case to > off && t.checkers[1-player][25-to] > 1:
		case to == off && t.men(player, 7, bar) > 0:
		case from < die && t.men(player, from+1, bar) > 0:
		default:
			out = append(out, step{from, to, die})
		}
	}
	return out
}

// after returns the position after a step.
func (t table) after(player int, s step) *table {
	t.checkers[player][s.from]--
	t.checkers[player][s.to]++
	if other := &t.checkers[1-player]; s.to > off && other[25-s.to] == 1 {
		other[25-s.to] = 0
		other[bar]++
	}
	return &t
}

// without returns the dice except one of a number.
func without(dice []int, die int) []int {
	i := slices.Index(dice, die)
	return slices.Delete(slices.Clone(dice), i, i+1)
}

// most returns how many of the dice can be used.
func (t *table) most(player int, dice []int) int {
	n := 0
	for i, die := range dice {
		if slices.Index(dice, die) != i {
			continue
		}
		for _, s := range t.steps(player, die) {
			if n = max(n, 1+t.after(player, s).most(player, without(dice, die))); n == len(dice) {
				return n
			}
		}
	}
	return n
}

// move makes a player use as many dice as possible; if only one of two can be used, the higher one that can.
func (t *table) move(p players, player int, dice []int) {
	for n := t.most(player, dice); n > 0; n-- {
		var choices []step
		for i, die := range dice {
			if slices.Index(dice, die) != i {
				continue
			}
			for _, s := range t.steps(player, die) {
				if 1+t.after(player, s).most(player, without(dice, die)) == n {
					choices = append(choices, s)
				}
			}
		}
		if n == 1 && len(dice) == 2 && dice[0] != dice[1] {
			high := slices.Max(dice)
			if slices.ContainsFunc(choices, func(s step) bool { return s.die == high }) {
				choices = slices.DeleteFunc(choices, func(s step) bool { return s.die != high })
			}
		}
		s := p.step(player, choices)
		*t, dice = *t.after(player, s), without(dice, s.die)
	}
}

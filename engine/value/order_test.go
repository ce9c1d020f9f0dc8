package value

import (
	"cmp"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// orderOf packs a list of seats into an order.
func orderOf(seats []int64, width uint) int64 {
	out := ^int64(0)
	for i := len(seats) - 1; i >= 0; i-- {
		out = out<<width | seats[i]
	}
	return out
}

// Orders of every length, with 4 and with 8 bits for a seat, are compared with lists.
func TestOrdersEqualListsOfSeats(t *testing.T) {
	for _, width := range []uint{4, 8} {
		all := []int64{2, 0, 5, 1, 7, 3, 6, 4}
		for n := range len(all) + 1 {
			seats := all[:n]
			order := orderOf(seats, width)
			var got []int64
			for i := range int64(64) {
				if v := OrderAt(order, i, width); v != def.None {
					got = append(got, v)
				}
			}
			if !slices.Equal(got, seats) || OrderLen(order, width) != int64(n) || OrderAt(order, -1, width) != def.None {
				t.Errorf("%v is read as %v, with %d seats", seats, got, OrderLen(order, width))
			}
			for seat := range int64(9) {
				if at := OrderIndex(order, seat, width); at != int64(slices.Index(seats, seat)) {
					t.Errorf("%d is at %d of %v", seat, at, seats)
				}
			}
			for k := range 10 {
				total := true
				for seat := range k {
					total = total && slices.Contains(seats, int64(seat))
				}
				if IsTotal(order, k, width) != total {
					t.Errorf("%v names the first %d seats: %t", seats, k, !total)
				}
			}
			back := slices.Clone(seats)
			slices.Reverse(back)
			if Reversed(order, width) != orderOf(back, width) {
				t.Errorf("%v reversed is %x", seats, Reversed(order, width))
			}
			if n > 0 && OrderTail(order, width) != orderOf(seats[1:], width) {
				t.Errorf("%v without the first is %x", seats, OrderTail(order, width))
			}
		}
	}
}

func TestRankingSortsSeatsByNumbersAndLeavesEqualOnesInOrder(t *testing.T) {
	numbers := [8]int64{5, 5, 7, -1, 7, 5, 0, 7}
	for n := range len(numbers) + 1 {
		for _, most := range []bool{true, false} {
			r := Ranking{Most: most}
			var want []int64
			for seat := range int64(n) {
				r.Add(seat, numbers[seat])
				want = append(want, seat)
			}
			slices.SortStableFunc(want, func(a, b int64) int {
				if most {
					a, b = b, a
				}
				return cmp.Compare(numbers[a], numbers[b])
			})
			if got := r.Order(8); got != orderOf(want, 8) {
				t.Errorf("most %t: %v is %x", most, want, got)
			}
		}
	}
}

func TestTurnOrderOfASetStartsAfterASeat(t *testing.T) {
	const set = 1<<1 | 1<<3 | 1<<4
	for _, c := range []struct {
		seat               int64
		inTurn, startingAt []int64
	}{
		{def.None, []int64{1, 3, 4}, []int64{1, 3, 4}}, {0, []int64{1, 3, 4}, []int64{1, 3, 4}}, {1, []int64{3, 4, 1}, []int64{1, 3, 4}},
		{2, []int64{3, 4, 1}, []int64{3, 4, 1}}, {3, []int64{4, 1, 3}, []int64{3, 4, 1}}, {4, []int64{1, 3, 4}, []int64{4, 1, 3}}, {5, []int64{1, 3, 4}, []int64{1, 3, 4}},
	} {
		if got := InTurn(set, c.seat, 8); got != orderOf(c.inTurn, 8) {
			t.Errorf("in turn after %d: %x", c.seat, got)
		}
		if got := Starting(set, c.seat, 8); got != orderOf(c.startingAt, 8) {
			t.Errorf("starting at %d: %x", c.seat, got)
		}
	}
	if InTurn(0, 2, 8) != -1 {
		t.Error("an empty set has an order with seats")
	}
}

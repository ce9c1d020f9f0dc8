package value

// This file reads orders of seats: width bits for each seat, the first one lowest; a field of ones is empty.

import "rulebound/engine/def"

// OrderAt returns the seat at index i of an order, None if there is none.
func OrderAt(order, i int64, width uint) int64 {
	if uint64(i) >= uint64(64/width) {
		return def.None
	}
	last := int64(1)<<width - 1
	if v := order >> (width * uint(i)) & last; v != last {
		return v
	}
	return def.None
}

// OrderIndex returns the index of a seat in an order, -1 if the seat is missing.
func OrderIndex(order, seat int64, width uint) int64 {
	for i := int64(0); ; i++ {
		switch v := OrderAt(order, i, width); {
		case v == def.None:
			return -1
		case v == seat:
			return i
		}
	}
}

// OrderLen returns the number of seats in an order.
func OrderLen(order int64, width uint) int64 {
	n := int64(0)
	for OrderAt(order, n, width) != def.None {
		n++
	}
	return n
}

// IsTotal reports whether each of the first n seats is in an order.
func IsTotal(order int64, n int, width uint) bool {
	missing := Mask(n)
	for i := int64(0); ; i++ {
		v := OrderAt(order, i, width)
		if v == def.None {
			return missing == 0
		}
		missing &^= 1 << uint(v)
	}
}

// InTurn returns the seats of a set in cyclic order from the one after seat to seat itself; from the first if seat is None.
func InTurn(set, seat int64, width uint) int64 {
	order, last := ^int64(0), int64(1)<<width-1
	for i := range Size(set) {
		seat = Next(set, seat)
		at := int64(width) * i
		order = order&^(last<<at) | seat<<at
	}
	return order
}

// Starting returns the seats of a set in cyclic order from seat, or the next one if seat is not in the set; from the first if seat is None.
func Starting(set, seat int64, width uint) int64 { return InTurn(set, max(seat-1, def.None), width) }

// Reversed returns an order backwards.
func Reversed(order int64, width uint) int64 {
	out, last := ^int64(0), int64(1)<<width-1
	n := OrderLen(order, width)
	for i := range n {
		at := int64(width) * i
		out = out&^(last<<at) | OrderAt(order, n-1-i, width)<<at
	}
	return out
}

// OrderTail returns an order without its first seat.
func OrderTail(order int64, width uint) int64 {
	return int64(uint64(order)>>width | ^uint64(0)<<(64-width))
}

// Ranking sorts seats by numbers, the greatest or the least first. Equal ones stay in the order in which they are added.
type Ranking struct {
	Most bool
	n    int
	seat [64]int64
	by   [64]int64
}

// Add adds a seat with its number.
func (r *Ranking) Add(seat, by int64) {
	i := r.n
	for ; i > 0 && (r.Most && r.by[i-1] < by || !r.Most && r.by[i-1] > by); i-- {
		r.seat[i], r.by[i] = r.seat[i-1], r.by[i-1]
	}
	r.seat[i], r.by[i] = seat, by
	r.n++
}

// Order returns the seats as an order.
func (r *Ranking) Order(width uint) int64 {
	out, last := ^int64(0), int64(1)<<width-1
	for i, seat := range r.seat[:r.n] {
		at := width * uint(i)
		out = out&^(last<<at) | seat<<at
	}
	return out
}

package engine

// This file makes numbers of 64 bits those of the machine it runs on, which may have 32: the one place that does.

import "math"

// small gives a number as an int. Where it does not fit into 32 bits that is a fault, on every machine alike.
func small[T int64 | uint64](v T) int {
	if v > math.MaxInt32 || int64(v) < math.MinInt32 {
		overflow()
	}
	return int(v)
}

func overflow() { panic(&Fault{Why: "overflow"}) }

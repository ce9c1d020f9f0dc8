package engine

// This file is the one place that converts 64-bit numbers to int, which may have 32 bits.

import "math"

// small converts a number to an int. A number of more than 32 bits is a fault, on all platforms alike.
func small[T int64 | uint64](v T) int {
	if v > math.MaxInt32 || int64(v) < math.MinInt32 {
		overflow()
	}
	return int(v)
}

func overflow() { panic(&Fault{Why: "overflow"}) }

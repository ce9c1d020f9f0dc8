package value

// This file computes with numbers. The second result of an operation that can be a fault is false for a fault.

import (
	"math"

	"rulebound/engine/def"
)

// Bool returns 1 for true and 0 for false.
func Bool(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// Add returns p + q; false if it overflows.
func Add(p, q int64) (int64, bool) {
	r := p + q
	return r, (r > p) == (q > 0)
}

// Sub returns p - q; false if it overflows.
func Sub(p, q int64) (int64, bool) {
	r := p - q
	return r, (r < p) == (q > 0)
}

// Mul returns p * q; false if it overflows.
func Mul(p, q int64) (int64, bool) {
	r := p * q
	return r, p == 0 || r/p == q && (p != -1 || q != math.MinInt64)
}

// Neg returns -p; false if it overflows.
func Neg(p int64) (int64, bool) { return -p, p != math.MinInt64 }

// maxPlace bounds the indices of Place; it exceeds the size of any variable.
const maxPlace = 1 << 30

// Place returns the index of a pair in a variable whose second kind has n members, None if one of the two is out of range.
func Place(owner, second, n int64) int64 {
	if uint64(owner) > maxPlace || uint64(second) >= uint64(n) || n > maxPlace {
		return def.None
	}
	return owner*n + second
}

// FloorDiv returns p / q rounded down; false if q is 0 or the quotient overflows.
func FloorDiv(p, q int64) (int64, bool) {
	if q == 0 || p == math.MinInt64 && q == -1 {
		return 0, false
	}
	d := p / q
	if p%q != 0 && (p < 0) != (q < 0) {
		d--
	}
	return d, true
}

// CeilDiv returns p / q rounded up; false if q is 0 or the quotient overflows.
func CeilDiv(p, q int64) (int64, bool) {
	d, ok := FloorDiv(p, q)
	if ok && d*q != p {
		d++
	}
	return d, ok
}

// Mod returns the remainder of FloorDiv, which has the sign of q; false where FloorDiv is.
func Mod(p, q int64) (int64, bool) {
	d, ok := FloorDiv(p, q)
	return p - d*q, ok
}

// DivFault returns the reason why a division by q, or its remainder, is a fault.
func DivFault(q int64) string {
	if q == 0 {
		return "division by zero"
	}
	return "overflow"
}

// Pow returns p to the power of q; false if q is negative or the power overflows.
func Pow(p, q int64) (r int64, ok bool) {
	if q < 0 {
		return 0, false
	}
	if p == 2 && q < 63 {
		return 1 << uint(q), true
	}
	r = 1
	for ; q > 0; q >>= 1 {
		if q&1 == 1 {
			if r, ok = Mul(r, p); !ok {
				return 0, false
			}
		}
		if q > 1 {
			if p, ok = Mul(p, p); !ok {
				return 0, false
			}
		}
	}
	return r, true
}

// PowFault returns the reason why a power with the exponent q is a fault.
func PowFault(q int64) string {
	if q < 0 {
		return "a power with a negative exponent is not a whole number"
	}
	return "overflow"
}

// Compare evaluates a comparison operator.
func Compare(op def.Op, x, y int64) bool {
	switch op {
	case def.OpEq:
		return x == y
	case def.OpNe:
		return x != y
	case def.OpLt:
		return x < y
	case def.OpLe:
		return x <= y
	case def.OpGt:
		return x > y
	}
	return x >= y
}

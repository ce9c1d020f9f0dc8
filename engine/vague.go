package engine

// This file holds values of which only bounds are known, for those who look at many plays at once.

import (
	"math"
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// vague is what is known of a value. Each pair of fields bounds it by itself, whatever kind of value it is.
type vague struct {
	lo, hi         int64  // as a number
	must, may      uint64 // as a set: what is in it, and what may be
	ids            uint64 // as an index: which of 0 to 63 it may be
	none, beyond   bool   // as an index: it may be None, or any other
	zones, classes uint64 // as a piece: where it may stand, and what it may be
}

// anyValue is a value of which nothing is known.
var anyValue = vague{lo: math.MinInt64, hi: math.MaxInt64, may: math.MaxUint64, ids: math.MaxUint64, none: true, beyond: true,
	zones: math.MaxUint64, classes: math.MaxUint64}

// exactly is a value that is known.
func exactly(v int64) vague {
	x := vague{lo: v, hi: v, must: uint64(v), may: uint64(v), ids: uint64(value.Singleton(v)), none: v == def.None, beyond: v < -1 || v > 63}
	if v >= 0 && v>>8 < 64 && v&0xff < 64 {
		x.zones, x.classes = 1<<uint(v>>8), 1<<uint(v&0xff)
	}
	return x
}

// between is a number from lo to hi.
func between(lo, hi int64) vague {
	if lo >= hi {
		return exactly(lo)
	}
	x := anyValue
	x.lo, x.hi, x.ids, x.none, x.beyond = lo, hi, uint64(value.Interval(lo, hi)), lo <= -1 && hi >= -1, lo < -1 || hi > 63
	return x
}

// truthOf is a truth value that may be false, true or either.
func truthOf(canFail, canHold bool) vague { return between(value.Bool(!canFail), value.Bool(canHold)) }

// someSet is a set with all of must and nothing but may in it.
func someSet(must, may uint64) vague {
	if must == may {
		return exactly(int64(may))
	}
	x := anyValue
	x.must, x.may = must, may
	return x
}

// someOf is one of some indices, or, if none may be, nothing.
func someOf(ids uint64, none bool) vague {
	switch {
	case ids == 0:
		return exactly(def.None)
	case !none && ids&(ids-1) == 0:
		return exactly(int64(bits.TrailingZeros64(ids)))
	}
	x := anyValue
	x.lo, x.hi, x.ids, x.none, x.beyond = int64(bits.TrailingZeros64(ids)), int64(63-bits.LeadingZeros64(ids)), ids, none, false
	if none {
		x.lo = def.None
	}
	return x
}

// somePiece is a piece of some classes in some zones, or, if none may be, nothing.
func somePiece(zones, classes uint64, none bool) vague {
	if zones == 0 || classes == 0 {
		return exactly(def.None)
	}
	x := between(0, math.MaxInt64)
	if none {
		x = between(def.None, math.MaxInt64)
	}
	x.zones, x.classes = zones, classes
	return x
}

// or is a value that is one or the other.
func (x vague) or(y vague) vague {
	return vague{lo: min(x.lo, y.lo), hi: max(x.hi, y.hi), must: x.must & y.must, may: x.may | y.may, ids: x.ids | y.ids, none: x.none || y.none,
		beyond: x.beyond || y.beyond, zones: x.zones | y.zones, classes: x.classes | y.classes}
}

// unbound takes from a number the bounds that are wider than they were.
func (x *vague) unbound(was vague) {
	if x.lo < was.lo {
		x.lo = math.MinInt64
	}
	if x.hi > was.hi {
		x.hi = math.MaxInt64
	}
}

func (x vague) known() bool   { return x.lo == x.hi }
func (x vague) canHold() bool { return x.lo != 0 || x.hi != 0 }
func (x vague) canFail() bool { return x.lo <= 0 && x.hi >= 0 }

// canEqual reports whether two values may be the same, and canDiffer whether they may not.
func (x vague) canEqual(y vague) bool {
	return x.lo <= y.hi && y.lo <= x.hi && x.must&^y.may == 0 && y.must&^x.may == 0 && (x.ids&y.ids != 0 || x.none && y.none || x.beyond && y.beyond)
}

func (x vague) canDiffer(y vague) bool { return !x.known() || !y.known() || x.lo != y.lo }

// plus adds numbers; what has no bound keeps none.
func (x vague) plus(y vague) vague {
	return between(sumOf(x.lo, y.lo, math.MinInt64), sumOf(x.hi, y.hi, math.MaxInt64))
}

func sumOf(p, q, without int64) int64 {
	v, ok := value.Add(p, q)
	if p == without || q == without || !ok {
		return without
	}
	return v
}

// negated is a number with the other sign.
func (x vague) negated() vague {
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	if x.hi != math.MaxInt64 {
		lo = -x.hi
	}
	if x.lo != math.MinInt64 {
		hi = -x.lo
	}
	return between(lo, hi)
}

// compared carries out a comparison operator.
func compared(op def.Op, x, y vague) vague {
	switch op {
	case def.OpEq:
		return truthOf(x.canDiffer(y), x.canEqual(y))
	case def.OpNe:
		return truthOf(x.canEqual(y), x.canDiffer(y))
	case def.OpLt:
		return truthOf(x.hi >= y.lo, x.lo < y.hi)
	case def.OpLe:
		return truthOf(x.hi > y.lo, x.lo <= y.hi)
	case def.OpGt:
		return truthOf(x.lo <= y.hi, x.hi > y.lo)
	}
	return truthOf(x.lo < y.hi, x.hi >= y.lo)
}

// extremum is the greatest or the least of two numbers.
func extremum(greatest bool, x, y vague) vague {
	if greatest {
		return between(max(x.lo, y.lo), max(x.hi, y.hi))
	}
	return between(min(x.lo, y.lo), min(x.hi, y.hi))
}

// each goes through the members of a set of indices.
func each(set uint64) func(yield func(int64) bool) {
	return func(yield func(int64) bool) {
		for ; set != 0; set &= set - 1 {
			if !yield(int64(bits.TrailingZeros64(set))) {
				return
			}
		}
	}
}

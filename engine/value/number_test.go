package value

import (
	"math"
	"math/big"
	"testing"

	"rulebound/engine/def"
)

func TestPowerIsExactOrAFault(t *testing.T) {
	for _, c := range []struct {
		p, q, want int64
		ok         bool
	}{
		{2, 0, 1, true}, {0, 0, 1, true}, {0, 5, 0, true}, {1, math.MaxInt64, 1, true}, {-1, math.MaxInt64, -1, true}, {2, 62, 1 << 62, true},
		{-2, 63, math.MinInt64, true}, {3, 39, 4052555153018976267, true}, {10, 18, 1e18, true}, {0, math.MaxInt64, 0, true},
		{2, 63, 0, false}, {3, 40, 0, false}, {2, -1, 0, false}, {1, -1, 0, false}, {10, 19, 0, false}, {math.MinInt64, 2, 0, false},
		{2, math.MaxInt64, 0, false},
	} {
		if r, ok := Pow(c.p, c.q); ok != c.ok || ok && r != c.want {
			t.Errorf("%d ** %d: %d %t", c.p, c.q, r, ok)
		}
	}
}

// Operations that can be a fault are compared with unbounded numbers, at the bounds and around 0.
func TestNumbersAreExactOrAFault(t *testing.T) {
	const low, high = math.MinInt64, math.MaxInt64
	numbers := []int64{low, low + 1, low / 2, low/2 - 1, -7, -3, -2, -1, 0, 1, 2, 3, 7, high/2 + 1, high / 2, high - 1, high}
	exact := map[string]struct {
		of   func(p, q int64) (int64, bool)
		want func(z, p, q *big.Int) *big.Int // nil: a fault
	}{
		"+":       {Add, (*big.Int).Add},
		"-":       {Sub, (*big.Int).Sub},
		"*":       {Mul, (*big.Int).Mul},
		"negated": {func(p, _ int64) (int64, bool) { return Neg(p) }, func(z, p, _ *big.Int) *big.Int { return z.Neg(p) }},
		"div": {FloorDiv, func(z, p, q *big.Int) *big.Int {
			if q.Sign() == 0 {
				return nil
			}
			rest := new(big.Int)
			if z.QuoRem(p, q, rest); rest.Sign() != 0 && rest.Sign() != q.Sign() {
				z.Sub(z, big.NewInt(1))
			}
			return z
		}},
		"div up": {CeilDiv, func(z, p, q *big.Int) *big.Int {
			if q.Sign() == 0 {
				return nil
			}
			rest := new(big.Int)
			if z.QuoRem(p, q, rest); rest.Sign() != 0 && rest.Sign() == q.Sign() {
				z.Add(z, big.NewInt(1))
			}
			return z
		}},
	}
	for op, c := range exact {
		for _, p := range numbers {
			for _, q := range numbers {
				got, ok := c.of(p, q)
				want := c.want(new(big.Int), big.NewInt(p), big.NewInt(q))
				if fits := want != nil && want.IsInt64(); ok != fits || ok && got != want.Int64() {
					t.Errorf("%d %s %d: %d %t, want %v", p, op, q, got, ok, want)
				}
				if rest, ok := Mod(p, q); op == "div" && ok && rest != p-got*q {
					t.Errorf("%d mod %d: %d", p, q, rest)
				}
			}
		}
	}
}

func TestPlaceOfTwoIndices(t *testing.T) {
	for _, c := range []struct{ owner, second, n, want int64 }{
		{0, 0, 3, 0}, {0, 2, 3, 2}, {2, 1, 3, 7}, {1 << 30, 0, 1, 1 << 30}, {1, 1 << 29, 1 << 30, 1<<30 + 1<<29},
		{0, 3, 3, -1}, {0, 0, 0, -1}, {-1, 0, 3, -1}, {0, -1, 3, -1}, {1<<30 + 1, 0, 1, -1}, {0, 0, 1<<30 + 1, -1},
	} {
		if got := Place(c.owner, c.second, c.n); got != c.want {
			t.Errorf("%d, %d of %d: %d, want %d", c.owner, c.second, c.n, got, c.want)
		}
	}
}

func TestArithmeticFaultMessages(t *testing.T) {
	for got, want := range map[string]string{
		DivFault(0): "division by zero", DivFault(-1): "overflow", PowFault(-1): "a power with a negative exponent is not a whole number", PowFault(0): "overflow",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestComparisons(t *testing.T) {
	for op, want := range map[def.Op][3]bool{ // 1 compared with 2, 1 and 0
		def.OpEq: {false, true, false}, def.OpNe: {true, false, true}, def.OpLt: {true, false, false},
		def.OpLe: {true, true, false}, def.OpGt: {false, false, true}, def.OpGe: {false, true, true},
	} {
		if got := [3]bool{Compare(op, 1, 2), Compare(op, 1, 1), Compare(op, 1, 0)}; got != want {
			t.Errorf("%s: %v, want %v", op.Row().Name, got, want)
		}
	}
}

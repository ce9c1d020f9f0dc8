package value

import (
	"math"
	"testing"
)

func TestAPowerIsExactOrAFault(t *testing.T) {
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

package picture

import "testing"

func TestIntegerSquareRoot(t *testing.T) {
	for n := int64(0); n < 1<<62; n += 1 + n/3 {
		for _, n := range []int64{n, n * n & (1<<62 - 1), n*n&(1<<62-1) + 1} {
			if r := root(n); r*r > n || (r+1)*(r+1) <= n {
				t.Errorf("the root of %d is not %d", n, r)
			}
		}
	}
}

package engine

import (
	"math/rand/v2"
	"testing"
)

// The windows of a list have its classes and no others, and none reaches beyond the row.
func TestWindowsHaveTheClassesOfAList(t *testing.T) {
	gen := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		nc, set, had := 8+gen.IntN(57), gen.Uint64()&gen.Uint64(), uint64(0)
		var list []int
		for c := range nc {
			if set>>c&1 != 0 {
				list = append(list, c)
			}
		}
		for _, w := range windowsOf(list, nc) {
			if w.at < 0 || w.at+8 > nc {
				t.Fatalf("%d classes: a window at %d", nc, w.at)
			}
			for i := range 8 {
				switch w.bytes >> (8 * i) & 0xff {
				case 0xff:
					had |= 1 << (w.at + i)
				case 0:
				default:
					t.Fatalf("%d classes: bytes %x", nc, w.bytes)
				}
			}
		}
		if want := set & (1<<nc - 1); had != want {
			t.Fatalf("%d classes: %x, not %x", nc, had, want)
		}
	}
}

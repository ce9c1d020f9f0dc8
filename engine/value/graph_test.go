package value

import (
	"math/rand/v2"
	"testing"

	"rulebound/engine/def"
)

// The functions on one-word sets equal those on wide sets, which words_test.go compares with a search zone by zone.
func TestNarrowMapEqualsWideMap(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 40 {
		n := 1 + r.IntN(64)
		gd := &def.GameDef{Things: def.Things{Zones: make([]def.ZoneDef, n)}}
		for range n {
			set := int64(r.Uint64() & r.Uint64() & r.Uint64() & r.Uint64() & r.Uint64() & Mask(n))
			gd.Adjacent = append(gd.Adjacent, set)
		}
		one, wide := GraphOf(gd), WideGraphOf(gd)
		through, dst := []int64{int64((r.Uint64() | r.Uint64()) & Mask(n))}, make([]int64, 1)
		for zone := int64(-2); zone < int64(n)+2; zone++ {
			check := func(what string, got int64) {
				if got != dst[0] {
					t.Fatalf("%s %d of %d zones: %x, in wide sets %x", what, zone, n, got, dst[0])
				}
			}
			for steps := range int64(5) {
				wide.Within(dst, zone, steps)
				check("within", one.Within(zone, steps))
				if zone >= 0 && zone < int64(n) {
					wide.Flood(dst, zone, through, steps)
					check("flood", one.Flood(zone, through[0], steps))
				}
			}
			dst[0] = Word(wide.Adjacent(zone), 0)
			check("adjacent to", one.Adjacent(zone))
			for other := int64(-2); other < int64(n)+2; other++ {
				dst[0] = wide.Distance(zone, other)
				check("the distance from", one.Distance(zone, other))
			}
		}
		set := []int64{r.Int64()}
		wide.Neighbours(dst, set)
		if got := one.Neighbours(set[0]); got != dst[0] {
			t.Fatalf("around %x of %d zones: %x, in wide sets %x", set[0], n, got, dst[0])
		}
	}
}

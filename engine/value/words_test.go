package value

// These tests compare wide sets, and the map on wide sets, with lists of numbers.

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// inWords returns a set of n words.
func inWords(n int, members ...int64) []int64 {
	out := make([]int64, n)
	for _, m := range members {
		out[m/64] |= 1 << (m % 64)
	}
	return out
}

func membersOf(set []int64) []int64 {
	var out []int64
	for i, w := range set {
		for b := range int64(64) {
			if w>>b&1 == 1 {
				out = append(out, int64(i)*64+b)
			}
		}
	}
	return out
}

func TestWideSetsEqualMapsOfNumbers(t *testing.T) {
	draw := rand.New(rand.NewPCG(2, 9))
	few := func(words int) []int64 {
		var out []int64
		for range draw.IntN(9) * words {
			switch m := draw.Int64N(int64(words) * 64); draw.IntN(3) {
			case 0:
				out = append(out, m)
			case 1:
				out = append(out, m/64*64) // at the edges of words
			case 2:
				out = append(out, m|63)
			}
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	only := func(list []int64, keep func(int64) bool) []int64 {
		return slices.DeleteFunc(slices.Clone(list), func(m int64) bool { return !keep(m) })
	}
	for round := range 3000 {
		n, m := 1+draw.IntN(3), 1+draw.IntN(3)
		a, b := few(n), few(m)
		x, y := inWords(n, a...), inWords(m, b...)
		in := func(list []int64) func(int64) bool { return func(v int64) bool { return slices.Contains(list, v) } }
		out := func(list []int64) func(int64) bool { return func(v int64) bool { return !slices.Contains(list, v) } }
		check := func(what string, got, want []int64) {
			if !slices.Equal(got, want) {
				t.Fatalf("round %d: %s of %v and %v in %d and %d words: %v, want %v", round, what, a, b, n, m, got, want)
			}
		}
		done := func(f func(dst, a []int64)) []int64 {
			dst := slices.Clone(x)
			f(dst, y)
			return membersOf(dst)
		}
		both := only(append(slices.Clone(a), only(b, out(a))...), func(v int64) bool { return v < int64(n)*64 })
		slices.Sort(both)
		check("union", done(Unite), both)
		check("what both have", done(Intersect), only(a, in(b)))
		check("difference", done(Subtract), only(a, out(b)))
		for what, c := range map[string][2]bool{
			"equal":  {EqualSets(x, y), slices.Equal(a, b)},
			"subset": {IsSubset(x, y), len(only(a, out(b))) == 0},
			"meets":  {Overlap(x, y), len(only(a, in(b))) > 0},
		} {
			if c[0] != c[1] {
				t.Fatalf("round %d: %s of %v and %v: %v", round, what, a, b, c[0])
			}
		}
		if CountBits(x) != int64(len(a)) {
			t.Fatalf("round %d: %v are counted as %d", round, a, CountBits(x))
		}
		top := draw.IntN(64*n + 2)
		kept := slices.Clone(x)
		Clip(kept, top)
		check("members below", membersOf(kept), only(a, func(v int64) bool { return v < int64(top) }))
		for _, v := range []int64{-65, -64, -1, 0, 1, 62, 63, 64, 65, int64(top), int64(n)*64 - 1, int64(n) * 64, int64(n)*64 + 1, 1 << 40} {
			if HasBit(x, v) != slices.Contains(a, v) {
				t.Fatalf("round %d: %v has %d: %v", round, a, v, HasBit(x, v))
			}
			next := int64(def.None)
			if later := only(a, func(m int64) bool { return m >= v }); len(later) > 0 {
				next = later[0]
			}
			if got := NextBit(x, v); got != next {
				t.Fatalf("round %d: from %d on the first of %v is %d", round, v, a, got)
			}
			more, fewer := slices.Clone(x), slices.Clone(x)
			SetBit(more, v)
			ClearBit(fewer, v)
			added := slices.Clone(a)
			if v >= 0 && v < int64(n)*64 && !slices.Contains(a, v) {
				added = append(added, v)
				slices.Sort(added)
			}
			check("one more", membersOf(more), added)
			check("one less", membersOf(fewer), only(a, func(m int64) bool { return m != v }))
		}
	}
	if Word([]int64{5}, 0) != 5 || Word([]int64{5}, 1) != 0 {
		t.Error("a word that is not there has members")
	}
}

// steps returns the distance of each zone from one through zones that satisfy a condition; -1: unreachable.
func steps(near [][]int64, from int64, through func(int64) bool) []int64 {
	far := slices.Repeat([]int64{-1}, len(near))
	far[from] = 0
	for queue := []int64{from}; len(queue) > 0; queue = queue[1:] {
		for _, z := range near[queue[0]] {
			if far[z] < 0 && through(z) {
				far[z] = far[queue[0]] + 1
				queue = append(queue, z)
			}
		}
	}
	return far
}

func TestWideMapEqualsBruteForce(t *testing.T) {
	draw := rand.New(rand.NewPCG(4, 9))
	for round := range 300 {
		n := 60 + draw.IntN(80)
		words := (n + 63) / 64
		near := make([][]int64, n)
		for range draw.IntN(3 * n / 2) {
			if a, b := draw.IntN(n), draw.IntN(n); a != b && !slices.Contains(near[a], int64(b)) {
				near[a], near[b] = append(near[a], int64(b)), append(near[b], int64(a))
			}
		}
		m := &WideGraph{zones: n}
		for _, list := range near {
			m.around = append(m.around, inWords(words, list...))
		}
		for range 8 {
			from, to, most := draw.Int64N(int64(n)), draw.Int64N(int64(n)), draw.Int64N(6)
			var through []int64
			for z := range int64(n) {
				if draw.IntN(3) > 0 {
					through = append(through, z)
				}
			}
			anywhere := steps(near, from, func(int64) bool { return true })
			inside := steps(near, from, func(z int64) bool { return slices.Contains(through, z) })
			if got := m.Distance(from, to); got != anywhere[to] {
				t.Fatalf("round %d: %d to %d: %d steps, want %d", round, from, to, got, anywhere[to])
			}
			var within, flood []int64
			for z := range int64(n) {
				if anywhere[z] >= 0 && anywhere[z] <= most {
					within = append(within, z)
				}
				if z != from && inside[z] > 0 && (most == 0 || inside[z] <= most) {
					flood = append(flood, z)
				}
			}
			dst := inWords(words, to) // previous members are cleared
			if m.Within(dst, from, most); !slices.Equal(membersOf(dst), within) {
				t.Fatalf("round %d: within %d of %d lie %v, want %v", round, most, from, membersOf(dst), within)
			}
			dst = inWords(words, to)
			if m.Flood(dst, from, inWords(words, through...), most); !slices.Equal(membersOf(dst), flood) {
				t.Fatalf("round %d: from %d by %d steps: %v, want %v", round, from, most, membersOf(dst), flood)
			}
			dst = inWords(words, to)
			both := slices.Concat(near[from], near[to])
			slices.Sort(both)
			if m.Neighbours(dst, inWords(words, from, to)); !slices.Equal(membersOf(dst), slices.Compact(both)) {
				t.Fatalf("round %d: around %d and %d lie %v", round, from, to, membersOf(dst))
			}
			if !slices.Equal(membersOf(m.Adjacent(from)), membersOf(inWords(words, near[from]...))) {
				t.Fatalf("round %d: beside %d lie %v", round, from, membersOf(m.Adjacent(from)))
			}
		}
		for _, odd := range []int64{-1, int64(n), int64(n) + 70} {
			dst := inWords(words, 1)
			m.Within(dst, odd, 3)
			if m.Adjacent(odd) != nil || m.Distance(odd, 0) != -1 || m.Distance(0, odd) != -1 || CountBits(dst) > 0 {
				t.Fatalf("round %d: zone %d of %d is somewhere", round, odd, n)
			}
		}
	}
}

// The sum ignores members beyond the end of the row.
func TestSumAtSumsTheMembersOfTheSet(t *testing.T) {
	gen := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		n := []int{1, 63, 64, 65, 127, 128, 130}[gen.IntN(7)]
		row, set := make([]uint8, n), make([]int64, 1+gen.IntN(3))
		for i := range row {
			row[i] = uint8(gen.IntN(256))
		}
		for i := range set {
			set[i] = int64(gen.Uint64()) | int64(gen.IntN(2))*-1
		}
		want := int64(0)
		for i, k := range row {
			if HasBit(set, int64(i)) {
				want += int64(k)
			}
		}
		if got := SumAt(row, set); got != want {
			t.Fatalf("%d places, set %x: %d, not %d", n, set, got, want)
		}
	}
}

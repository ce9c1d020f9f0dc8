package engine

// This file holds what is reckoned with bounds to what is reckoned with each of the numbers between them: no number that can
// come about is left out, and none that cannot is let in.

import (
	"math"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// hullOf bounds what an operator comes to on all numbers between the bounds of its operands.
func hullOf(f func(p, q int64) int64, x, y vague) vague {
	first := f(x.lo, y.lo)
	lo, hi := first, first
	for p := x.lo; p <= x.hi; p++ {
		for q := y.lo; q <= y.hi; q++ {
			lo, hi = min(lo, f(p, q)), max(hi, f(p, q))
		}
	}
	return between(lo, hi)
}

func TestBoundsOfNumbersAreThoseOfAllNumbersBetween(t *testing.T) {
	var ranges []vague
	for lo := int64(-3); lo <= 3; lo++ {
		for hi := lo; hi <= 3; hi++ {
			ranges = append(ranges, between(lo, hi))
		}
	}
	truths := func(f func(p, q int64) bool) func(p, q int64) int64 {
		return func(p, q int64) int64 { return value.Bool(f(p, q)) }
	}
	for name, c := range map[string]struct {
		bounds func(x, y vague) vague
		exact  func(p, q int64) int64
	}{
		"plus":     {vague.plus, func(p, q int64) int64 { return p + q }},
		"negated":  {func(x, _ vague) vague { return x.negated() }, func(p, _ int64) int64 { return -p }},
		"greatest": {func(x, y vague) vague { return extremum(true, x, y) }, func(p, q int64) int64 { return max(p, q) }},
		"least":    {func(x, y vague) vague { return extremum(false, x, y) }, func(p, q int64) int64 { return min(p, q) }},
		"==":       {func(x, y vague) vague { return compared(def.OpEq, x, y) }, truths(func(p, q int64) bool { return p == q })},
		"!=":       {func(x, y vague) vague { return compared(def.OpNe, x, y) }, truths(func(p, q int64) bool { return p != q })},
		"<":        {func(x, y vague) vague { return compared(def.OpLt, x, y) }, truths(func(p, q int64) bool { return p < q })},
		"<=":       {func(x, y vague) vague { return compared(def.OpLe, x, y) }, truths(func(p, q int64) bool { return p <= q })},
		">":        {func(x, y vague) vague { return compared(def.OpGt, x, y) }, truths(func(p, q int64) bool { return p > q })},
		">=":       {func(x, y vague) vague { return compared(def.OpGe, x, y) }, truths(func(p, q int64) bool { return p >= q })},
	} {
		for _, x := range ranges {
			for _, y := range ranges {
				if got, want := c.bounds(x, y), hullOf(c.exact, x, y); got != want {
					t.Errorf("%s of %d..%d and %d..%d is %d..%d, not %d..%d", name, x.lo, x.hi, y.lo, y.hi, got.lo, got.hi, want.lo, want.hi)
				}
			}
		}
	}
}

func TestANumberWithoutABoundKeepsNone(t *testing.T) {
	const least, greatest = math.MinInt64, math.MaxInt64
	for name, c := range map[string]struct{ got, want vague }{
		"sum with what has no greatest":                     {between(1, greatest).plus(exactly(2)), between(3, greatest)},
		"sum with what has no least":                        {between(least, 1).plus(exactly(2)), between(least, 3)},
		"sum of less than nothing and what has no greatest": {exactly(-2).plus(between(1, greatest)), between(-1, greatest)},
		"sum of more than nothing and what has no least":    {exactly(2).plus(between(least, 1)), between(least, 3)},
		"sum beyond all numbers":                            {exactly(greatest).plus(between(0, 1)), between(greatest, greatest)},
		"a sum that is no number":                           {between(1, greatest-1).plus(exactly(7)), between(8, greatest)},
		"other sign of what has no greatest":                {between(1, greatest).negated(), between(least, -1)},
		"other sign of what has no least":                   {between(least, 1).negated(), between(-1, greatest)},
		"other sign of what has neither":                    {anyValue.negated(), between(least, greatest)},
		"numbers of which the second is less":               {between(5, 4), exactly(5)},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, not %+v", name, c.got, c.want)
		}
	}
	for _, c := range []struct{ was, is, want vague }{
		{between(3, 5), between(3, 6), vague{lo: 3, hi: greatest}},
		{between(3, 5), between(2, 5), vague{lo: least, hi: 5}},
		{between(3, 5), between(3, 5), vague{lo: 3, hi: 5}},
	} {
		x := c.is
		if x.unbound(c.was); x.lo != c.want.lo || x.hi != c.want.hi {
			t.Errorf("%d..%d that was %d..%d goes on as %d..%d", c.is.lo, c.is.hi, c.was.lo, c.was.hi, x.lo, x.hi)
		}
	}
}

// What a value may be as an index, from none over 0 to 63 to what lies beyond.
func TestBoundsOfANumberSayWhichIndicesItMayBe(t *testing.T) {
	for lo := int64(-3); lo <= 67; lo++ {
		for hi := lo; hi <= 67; hi++ {
			x := between(lo, hi)
			none, beyond, ids := false, false, uint64(0)
			for v := lo; v <= hi; v++ {
				switch {
				case v == def.None:
					none = true
				case v < 0 || v > 63:
					beyond = true
				default:
					ids |= 1 << uint(v)
				}
			}
			if x.none != none || x.beyond != beyond || x.ids != ids {
				t.Fatalf("%d..%d: none %v, beyond %v, %x", lo, hi, x.none, x.beyond, x.ids)
			}
			if x.known() != (lo == hi) || x.canFail() != (lo <= 0 && hi >= 0) || x.canHold() != (lo != 0 || hi != 0) {
				t.Fatalf("%d..%d: known %v, may be false %v, may be true %v", lo, hi, x.known(), x.canFail(), x.canHold())
			}
		}
	}
}

func TestBoundsOfSetsIndicesAndPieces(t *testing.T) {
	for name, c := range map[string]struct{ got, want vague }{
		"a set of which all is known":        {someSet(5, 5), exactly(5)},
		"one of several":                     {someOf(0b1010, false), vague{lo: 1, hi: 3, may: math.MaxUint64, ids: 0b1010, zones: math.MaxUint64, classes: math.MaxUint64}},
		"one of several or none":             {someOf(0b1010, true), vague{lo: -1, hi: 3, may: math.MaxUint64, ids: 0b1010, none: true, zones: math.MaxUint64, classes: math.MaxUint64}},
		"the only one":                       {someOf(0b1000, false), exactly(3)},
		"the only one or none":               {someOf(0b1000, true), vague{lo: -1, hi: 3, may: math.MaxUint64, ids: 0b1000, none: true, zones: math.MaxUint64, classes: math.MaxUint64}},
		"one of none":                        {someOf(0, false), exactly(def.None)},
		"a piece of no zone":                 {somePiece(0, 1, false), exactly(def.None)},
		"a piece of no class":                {somePiece(1, 0, false), exactly(def.None)},
		"the least class in the first zone":  {exactly(0), vague{ids: 1, zones: 1, classes: 1}},
		"the last class in the last zone":    {exactly(63<<8 | 63), vague{lo: 16191, hi: 16191, must: 16191, may: 16191, beyond: true, zones: 1 << 63, classes: 1 << 63}},
		"a class that is none":               {exactly(64), vague{lo: 64, hi: 64, must: 64, may: 64, beyond: true}},
		"a zone that is none":                {exactly(64 << 8), vague{lo: 1 << 14, hi: 1 << 14, must: 1 << 14, may: 1 << 14, beyond: true}},
		"no thing":                           {exactly(def.None), vague{lo: -1, hi: -1, must: math.MaxUint64, may: math.MaxUint64, none: true}},
		"far below no thing":                 {exactly(-256), vague{lo: -256, hi: -256, must: math.MaxUint64 - 255, may: math.MaxUint64 - 255, beyond: true}},
		"below no thing":                     {exactly(-2), vague{lo: -2, hi: -2, must: math.MaxUint64 - 1, may: math.MaxUint64 - 1, beyond: true}},
		"the last thing that a word can say": {exactly(63), vague{lo: 63, hi: 63, must: 63, may: 63, ids: 1 << 63, zones: 1, classes: 1 << 63}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, not %+v", name, c.got, c.want)
		}
	}
	if x := somePiece(2, 4, true); x.lo != def.None || !x.none || x.zones != 2 || x.classes != 4 {
		t.Errorf("a piece or none: %+v", x)
	}
	if x := somePiece(2, 4, false); x.lo != 0 || x.none {
		t.Errorf("a piece: %+v", x)
	}
}

func TestValuesCanBeTheSameOnlyIfEachOfTheirBoundsLetsThem(t *testing.T) {
	far := someOf(0b100, false)
	far.hi, far.beyond = 80, true // 2, or what lies beyond
	for _, c := range []struct {
		name string
		x, y vague
		can  bool
	}{
		{"an index and another or what lies beyond", someOf(0b1010, false), far, false},
		{"another index or what lies beyond and one", far, someOf(0b1010, false), false},
		{"what lies beyond on both sides", far, between(70, 80), true},
		{"numbers that meet at an end", between(1, 3), between(3, 5), true},
		{"numbers that do not meet", between(1, 3), between(4, 5), false},
		{"numbers that do not meet, the other way round", between(4, 5), between(1, 3), false},
		{"sets that may be the same", someSet(1, 3), someSet(2, 6), false},
		{"a set that must hold what the other may not", someSet(4, 7), someSet(0, 3), false},
		{"a set that may not hold what the other must", someSet(0, 3), someSet(4, 7), false},
		{"sets that share what they must", someSet(1, 3), someSet(1, 5), true},
		{"indices with one in common", someOf(0b101, false), someOf(0b110, false), true},
		{"indices with none in common", someOf(0b101, false), someOf(0b1010, false), false},
		{"indices that may both be none", someOf(0b101, true), someOf(0b1010, true), true},
		{"indices of which one may be none", someOf(0b101, true), someOf(0b1010, false), false},
		{"numbers beyond all indices", between(70, 80), between(75, 90), true},
		{"an index and what lies beyond", someOf(0b101, false), between(70, 80), false},
	} {
		if got := c.x.canEqual(c.y); got != c.can {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if !between(1, 2).canDiffer(exactly(1)) || !exactly(1).canDiffer(between(1, 2)) || exactly(1).canDiffer(exactly(1)) || !exactly(1).canDiffer(exactly(2)) {
		t.Error("what is not known may differ, what is known differs if it does")
	}
}

// A product or quotient is bounded where one of the two is known.
func TestProductsAndQuotientsByWhatIsKnownAreBounded(t *testing.T) {
	o := &outlook{}
	for _, c := range []struct {
		op   def.Op
		x, y vague
		want vague
	}{
		{def.OpMul, between(2, 3), exactly(4), between(8, 12)},
		{def.OpMul, exactly(4), between(2, 3), between(8, 12)},
		{def.OpMul, between(-2, 3), exactly(4), between(-8, 12)},
		{def.OpMul, anyValue, exactly(0), exactly(0)},
		{def.OpMul, between(2, 3), exactly(-4), anyValue},
		{def.OpMul, exactly(2), exactly(-4), exactly(-8)},
		{def.OpMul, between(2, 3), between(2, 3), anyValue},
		{def.OpMul, between(2, math.MaxInt64), exactly(2), anyValue},
		{def.OpMul, between(math.MinInt64, 2), exactly(2), anyValue},
		{def.OpFloorDiv, between(-3, 7), exactly(2), between(-2, 3)},
		{def.OpCeilDiv, between(-3, 7), exactly(2), between(-1, 4)},
		{def.OpFloorDiv, exactly(7), exactly(-2), exactly(-4)},
		{def.OpFloorDiv, between(1, 7), exactly(0), anyValue},
		{def.OpFloorDiv, exactly(7), exactly(0), anyValue},
		{def.OpFloorDiv, exactly(7), between(1, 2), anyValue},
		{def.OpMod, between(-3, 70), exactly(5), between(0, 4)},
		{def.OpMod, exactly(-3), exactly(5), exactly(2)},
		{def.OpMod, between(1, 7), exactly(-5), anyValue},
	} {
		if got := o.divided(c.op, c.x, c.y); got != c.want {
			t.Errorf("%v of %d..%d and %d..%d is %d..%d, not %d..%d", c.op.Row().Name, c.x.lo, c.x.hi, c.y.lo, c.y.hi, got.lo, got.hi, c.want.lo, c.want.hi)
		}
	}
}

// What may be written to a place that is not known is written to each that it may be.
func TestAnIndexComesToThePlacesThatItMayBe(t *testing.T) {
	o := &outlook{}
	odd := between(3, 5)
	odd.hi = 80 // a bound that was given up, of a number that is none beyond 5
	for _, c := range []struct {
		name string
		i    vague
		n    int64
		want []int64
	}{
		{"a number between bounds", between(2, 4), 9, []int64{2, 3, 4}},
		{"a number beyond the last place", between(2, 4), 4, []int64{2, 3}},
		{"a number below the first place", between(-2, 1), 9, []int64{0, 1}},
		{"places beyond a word", between(62, 66), 66, []int64{62, 63, 64, 65}},
		{"an index", someOf(0b101, true), 9, []int64{0, 2}},
		{"a number without a bound that is no index beyond a word", odd, 90, []int64{3, 4, 5}},
	} {
		var got []int64
		o.each(c.i, c.n, func(k int64) { got = append(got, k) })
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, not %v", c.name, got, c.want)
			}
		}
	}
}

// An outlook that has looked at as much as it may knows nothing more, and that is what it says.
func TestAnOutlookThatHasSpentItsEffortKnowsNothing(t *testing.T) {
	x := newBench(t)
	o := newOutlook(x.b.g)
	o.begin(x.states[0], 0)
	o.effort = 2
	for i, want := range []vague{exactly(10), exactly(10), anyValue} {
		if got := o.value(cell(cellGold)); got != want {
			t.Errorf("question %d: %+v, not %+v", i, got, want)
		}
	}
}

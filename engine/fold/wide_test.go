package fold

import (
	"math"
	"slices"
	"testing"

	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// line returns a game with n zones in a row and n classes of pieces, two of each type.
func line(n int) *def.GameDef {
	gd := &def.GameDef{Things: def.Things{Zones: make([]def.ZoneDef, n), Adjacent: make([]int64, n), Types: make([]def.PieceType, n/2), Classes: make([]def.ClassDef, n)}}
	gd.Numbers = int32(n)
	for i := range n {
		gd.Classes[i].Type = int32(i / 2)
		gd.Adjacent[i] = gd.MakeSet(def.ZoneSet, int64(i-1), int64(i+1)) // indices outside of the zones are in no set
	}
	gd.Adjacent[n-1] = gd.MakeSet(def.ZoneSet, int64(n-2))
	for i := range gd.Types {
		gd.Types[i] = def.PieceType{Home: int32(n - 1 - i), First: int32(2 * i), Classes: gd.MakeSet(def.FilterSet, int64(2*i), int64(2*i+1))}
	}
	gd.Vars = []def.VarDef{{Base: 3, Len: 0}, {Base: 3, Len: int32(n)}}
	return gd
}

// A formula has the same value with sets of one word and of several.
func TestFoldOfSetsOfAnyWidth(t *testing.T) {
	for _, n := range []int64{60, 130} {
		gd := line(int(n))
		zones := func(z ...int64) *def.Expr { return Const(gd.MakeSet(def.ZoneSet, z...), def.ZoneSet) }
		kinds := func(c ...int64) *def.Expr { return Const(gd.MakeSet(def.FilterSet, c...), def.FilterSet) }
		ints := def.IntSet
		set := func(op def.Op, x ...*def.Expr) *def.Expr { return Ex(op, def.ZoneSet, x...) }
		truth := func(op def.Op, x ...*def.Expr) *def.Expr { return Ex(op, def.TBool, x...) }
		number := func(op def.Op, x ...*def.Expr) *def.Expr { return Ex(op, def.TInt, x...) }
		last, all := n-1, Const(def.All, def.ZoneSet)
		some := zones(1, 4, 5, 6, last)
		over := func(op def.Op, of def.Type, x ...*def.Expr) *def.Expr { return ExI(op, of, 10, x...) }
		member, high := bnd(10), Ex(def.OpGt, def.TBool, bnd(10), Num(4))
		for name, c := range map[string]struct {
			x    *def.Expr
			want []int64 // members, or one number
		}{
			"a union":                     {set(def.OpUnion, zones(1, last), zones(2)), []int64{1, 2, last}},
			"what two have":               {set(def.OpInter, zones(1, last), zones(2, last)), []int64{last}},
			"what one has":                {set(def.OpDiff, zones(1, 2, last), zones(2)), []int64{1, last}},
			"listed":                      {set(def.OpSetOf, Num(last), Num(3), Num(3), Num(-1)), []int64{3, last}},
			"a range":                     {Ex(def.OpSetRange, ints, Num(2), Num(4)), []int64{2, 3, 4}},
			"a range of nothing":          {Ex(def.OpSetRange, ints, Num(4), Num(2)), nil},
			"the first":                   {set(def.OpLowest, some, Num(2)), []int64{1, 4}},
			"the last":                    {set(def.OpHighest, some, Num(2)), []int64{6, last}},
			"where three end in a row":    {set(def.OpConsecutive, some, Num(3)), []int64{6}},
			"those that meet it":          {over(def.OpFilter, def.ZoneSet, some, high), []int64{5, 6, last}},
			"sets summed up":              {over(def.OpSum, def.ZoneSet, zones(0, last), Num(1), set(def.OpSetOf, member, Num(7))), []int64{0, 7, last}},
			"values of several":           {over(def.OpRepeated, ints, some, Num(1), Ex(def.OpMod, def.TInt, member, Num(2)), Num(2)), []int64{0, 1}},
			"values that one has":         {over(def.OpRepeated, ints, zones(4, last), Num(1), member, Num(1)), []int64{4, last}},
			"neighbours":                  {set(def.OpAdjacent, Const(last-1, def.TZone)), []int64{last - 2, last}},
			"neighbours of none":          {set(def.OpAdjacent, Const(def.None, def.TZone)), nil},
			"what lies around":            {set(def.OpAround, zones(0, last)), []int64{1, last - 1}},
			"what is near":                {set(def.OpWithin, Const(last, def.TZone), Num(2)), []int64{last - 2, last - 1, last}},
			"what is reached":             {set(def.OpFlood, Const(4, def.TZone), zones(1, 2, 3, 4, 6), Num(0)), []int64{1, 2, 3}},
			"what is reached in one step": {set(def.OpFlood, Const(4, def.TZone), all, Num(1)), []int64{3, 5}},
			"the class of a piece":        {Ex(def.OpPieceClass, def.FilterSet, Num(5<<8|59)), []int64{59}},
			"the class of none":           {Ex(def.OpPieceClass, def.FilterSet, Num(def.None)), nil},
			"the classes of types":        {Ex(def.OpTypeOf, def.FilterSet, kinds(3, last)), []int64{2, 3, last - 1, last}},
			"the home of pieces":          {Ex(def.OpHome, def.TZone, kinds(4, last)), []int64{last - 2}},
			"the one of two that is full": {Ex(def.OpIf, def.ZoneSet, truth(def.OpEq, number(def.OpSize, some), Num(5)), some, zones()), []int64{1, 4, 5, 6, last}},

			"how far":                  {number(def.OpDistance, Num(2), Num(last)), []int64{n - 3}},
			"how many":                 {number(def.OpSize, some), []int64{5}},
			"how many meet it":         {over(def.OpCount, def.TInt, some, high), []int64{3}},
			"the least that meets it":  {over(def.OpFirst, def.TZone, some, high), []int64{5}},
			"the first of them":        {Ex(def.OpThe, def.TZone, zones(4, last)), []int64{4}},
			"the first of none":        {Ex(def.OpThe, def.TZone, zones()), []int64{def.None}},
			"the only one":             {Ex(def.OpOnly, def.TZone, zones(last)), []int64{last}},
			"the next":                 {Ex(def.OpNext, def.TZone, some, Num(4)), []int64{5}},
			"the next in the ring":     {Ex(def.OpNext, def.TZone, some, Num(last)), []int64{1}},
			"the same":                 {truth(def.OpEq, some, zones(1, 4, 5, 6, last)), []int64{1}},
			"not the same":             {truth(def.OpEq, some, zones(1, 4, 5, 6)), []int64{0}},
			"another":                  {truth(def.OpNe, some, zones(1, 4, 5, 6)), []int64{1}},
			"no other":                 {truth(def.OpNe, some, zones(1, 4, 5, 6, last)), []int64{0}},
			"a part":                   {truth(def.OpSubsetOf, zones(1, last), some), []int64{1}},
			"no part":                  {truth(def.OpSubsetOf, zones(1, 2), some), []int64{0}},
			"a part of everything":     {truth(def.OpSubsetOf, some, all), []int64{1}},
			"a member":                 {truth(def.OpHas, some, Num(last)), []int64{1}},
			"no member":                {truth(def.OpHas, some, Num(2)), []int64{0}},
			"nothing has what is open": {truth(def.OpHas, zones(), ExI(def.OpCell, def.TZone, 0)), []int64{0}},
			"any of them":              {over(def.OpAny, def.TBool, some, Ex(def.OpEq, def.TBool, member, Num(last))), []int64{1}},
			"none of them":             {over(def.OpAny, def.TBool, some, Ex(def.OpEq, def.TBool, member, Num(2))), []int64{0}},
			"every one of them":        {over(def.OpEvery, def.TBool, some, Ex(def.OpGt, def.TBool, member, Num(0))), []int64{1}},
			"not every one":            {over(def.OpEvery, def.TBool, some, high), []int64{0}},
			"a power":                  {number(def.OpPower, Num(3), Num(4)), []int64{81}},
			"a track":                  {ExI(def.OpTrackAt, def.TTrack, 3, Num(last)), []int64{3 + last}},
			"a track beyond the last":  {ExI(def.OpTrackAt, def.TTrack, 3, Num(n)), []int64{def.None}},
			"equal branches":           {Ex(def.OpIf, def.ZoneSet, Open(), some, zones(1, 4, 5, 6, last)), []int64{1, 4, 5, 6, last}},
			"the longest way":          {number(def.OpPath, zones(1, 2, 3)), []int64{3}},
		} {
			if n > def.WordBits && name == "the longest way" {
				continue // only the machine searches that far
			}
			v, ok := New(gd).Keeping().Fold(c.x, nil)
			got := []int64{v}
			if c.x.Type.Kind == def.KSet {
				got = gd.Each(v, c.x.Type)
			}
			if !ok || !slices.Equal(got, c.want) {
				t.Errorf("%s of %d: %v %t, want %v", name, n, got, ok, c.want)
			}
			if _, kept := New(gd).Fold(c.x, nil); kept == (gd.Wide(c.x.Type) && c.x.Op != def.OpIf) {
				t.Errorf("%s of %d: known without a place to keep it: %t", name, n, kept)
			}
		}
		for name, x := range map[string]*def.Expr{
			"the only one of two":              Ex(def.OpOnly, def.TZone, zones(1, last)),
			"a number beyond those of a set":   Ex(def.OpSetRange, ints, Num(2), Num(max(n, 63)+1)),
			"a number below those of a set":    Ex(def.OpSetRange, ints, Num(-1), Num(3)),
			"a list with what is open":         set(def.OpSetOf, Num(1), ExI(def.OpCell, def.TZone, 0)),
			"branches that differ":             Ex(def.OpIf, def.ZoneSet, Open(), some, zones(1, 4, 5, 6)),
			"a set with what a state says":     truth(def.OpHas, zones(2), ExI(def.OpCell, def.TZone, 0)),
			"a sum that is too large":          over(def.OpSum, def.TInt, some, Num(1), Num(math.MaxInt64)),
			"a power that is too large":        number(def.OpPower, Num(3), Num(90)),
			"a track of no variable":           ExI(def.OpTrackAt, def.TTrack, 4, Num(0)),
			"more arguments than there may be": ExI(def.OpCall, def.TInt, 0, slices.Repeat([]*def.Expr{Num(1)}, def.MaxArgs+1)...),
			"repeated an open number of times": over(def.OpRepeated, ints, some, Num(1), member, Cell(0)),
		} {
			gd.Functions = []def.FuncDef{{Params: make([]int32, def.MaxArgs+1), Body: Num(1)}}
			if v, ok := New(gd).Keeping().WithCalls().Fold(x, nil); ok {
				t.Errorf("%s of %d: %d", name, n, v)
			}
		}
	}
}

package value

import (
	"testing"

	"rulebound/engine/def"
)

// An index out of range has no property, or the zero value of its type.
func TestLookupsAndPropertiesOutOfRangeGiveZeroValues(t *testing.T) {
	table := []int64{7, 8}
	zone := def.Lookup{Type: def.TZone, Values: table}
	for i, want := range map[int64][3]int64{def.None: {def.None, def.None, 0}, 0: {7, 7, 7}, 1: {8, 8, 8}, 2: {def.None, def.None, 0}} {
		number := zone
		number.Type = def.TInt
		if got := [3]int64{LookUp(table, i), Property(&zone, i), Property(&number, i)}; got != want {
			t.Errorf("entry %d: %v, want %v", i, got, want)
		}
	}
	for _, c := range []struct {
		of   def.Type
		want int64
	}{{def.TInt, 0}, {def.TBool, 0}, {def.ZoneSet, 0}, {def.TZone, def.None}, {def.TSeat, def.None}, {def.TOrder, def.None}} {
		if got := Zero(c.of); got != c.want {
			t.Errorf("zero of kind %v: %d", c.of, got)
		}
	}
}

func TestValueOfAnOption(t *testing.T) {
	for _, c := range []struct {
		of     def.Type
		values []string
		v      int64
		want   int64
	}{
		{def.TBool, []string{"true", "false"}, 0, 1}, {def.TBool, []string{"true", "false"}, 1, 0},
		{def.TInt, []string{"30", "-5"}, 0, 30}, {def.TInt, []string{"30", "-5"}, 1, -5}, {def.TInt, []string{"many"}, 0, 0},
		{def.Type{Kind: def.KEnum}, []string{"7", "8"}, 1, 1},
	} {
		if got := Option(&def.OptionDef{Type: c.of, Values: c.values}, c.v); got != c.want {
			t.Errorf("%v of %v: %d, want %d", c.v, c.values, got, c.want)
		}
	}
}

func TestZoneAndClassOfAPiece(t *testing.T) {
	for piece, want := range map[int64][2]int64{def.None: {def.None, 0}, 0: {0, 1}, 3<<8 | 2: {3, 1 << 2}, 200<<8 | 255: {200, 0}} {
		if got := [2]int64{PieceZone(piece), PieceClass(piece)}; got != want {
			t.Errorf("piece %d: %v, want %v", piece, got, want)
		}
	}
}

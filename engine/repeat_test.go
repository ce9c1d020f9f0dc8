package engine

import (
	"strings"
	"testing"

	"rulebound/engine/def"
)

// repeating is a game that records the position of x and y, with red's res, before each of the steps and after the last one. Each
// digit of out is the number of occurrences of the latest position among the last four.
func repeating(steps ...def.Instr) *def.GameDef {
	d := testGame()
	base := d.Cells
	d.Vars = append(d.Vars, def.VarDef{Named: def.Named{ID: "past"}, Type: def.TInt, Per: []def.Type{{Kind: def.KInt, Of: 4}}, Base: base, Len: 4, Scale: -1, Pool: -1, Quiet: true, Past: true})
	d.Cells, d.Initial = d.Cells+4, append(d.Initial, 0, 0, 0, 0)
	times := k(0)
	for n := range int64(4) {
		times = ex(def.OpAdd, def.TInt, times, exI(def.OpRecurred, def.TBool, int64(base), k(n+1)))
	}
	note := do(def.CRecord, 0, base, 0, ex(def.OpDigest, def.TInt, zones(zoneX, zoneY), cell(cellRes)))
	count := out(ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), times))
	code := []def.Instr{count, note, count}
	for _, step := range steps {
		code = append(code, step, note, count)
	}
	addMain(d, code...)
	return d
}

func TestRepeatedPositionsCompareZonesAndValues(t *testing.T) {
	move := func(filter int64, from, to int64) def.Instr {
		return do(def.CMove, 0, 0, 0, kT(filter, def.FilterSet), k(1), kT(from, def.TZone), kT(to, def.TZone))
	}
	tag := func(on int32) def.Instr {
		return do(def.CTag, 0, on, 0, filter(setSheep), k(1), kT(zoneX, def.TZone))
	}
	mark := func(zone, n int64) def.Instr { return do(def.CMark, 0, cellSmoke, 0, k(n), kT(zone, def.TZone)) }
	cases := map[string]struct {
		steps []def.Instr
		want  int64
	}{
		"nothing happens":                   {[]def.Instr{do(def.CNop, 0, 0, 0), do(def.CNop, 0, 0, 0)}, 123},
		"a piece leaves and is back":        {[]def.Instr{move(setSheep, zoneX, zoneBox), move(setSheep, zoneBox, zoneX)}, 112},
		"it goes to another zone":           {[]def.Instr{move(setSheep, zoneX, zoneY), move(setSheep, zoneY, zoneX)}, 112},
		"it is marked":                      {[]def.Instr{tag(1), tag(0)}, 112},
		"a marker comes":                    {[]def.Instr{mark(zoneX, 1), mark(zoneX, -1)}, 112},
		"a marker is elsewhere":             {[]def.Instr{mark(zoneY, 1), mark(zoneY, -1)}, 112},
		"the value changes":                 {[]def.Instr{do(def.CGain, 1, cellRes, 0, k(1)), do(def.CLose, 1, cellRes, 0, k(1))}, 112},
		"what is not a part of it changes":  {[]def.Instr{move(setSheep, zoneBox, zoneZ), do(def.CGain, 1, cellGold, 0, k(1)), mark(zoneZ, 1)}, 1234},
		"five times, of which four counted": {[]def.Instr{do(def.CNop, 0, 0, 0), do(def.CNop, 0, 0, 0), do(def.CNop, 0, 0, 0), do(def.CNop, 0, 0, 0)}, 12344},
	}
	for name, c := range cases {
		s := start(t, repeating(c.steps...))
		if got := s.Cell(cellOut); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
		back, err := s.g.Decode(s.Encode(nil))
		if err != nil || back.Hash() != s.Hash() {
			t.Errorf("%s: it is not restored: %v", name, err)
		}
	}
}

func TestPastPositionsWithAGapAreNotDecoded(t *testing.T) {
	s := start(t, repeating(do(def.CNop, 0, 0, 0)))
	s.cells[len(s.cells)-4] = 0
	if _, err := s.g.Decode(s.Encode(nil)); err == nil || !strings.Contains(err.Error(), "gap") {
		t.Errorf("%v", err)
	}
}

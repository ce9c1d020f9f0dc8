package engine

// This file damages a position in ways that its definition excludes, although each number has the right kind.

import (
	"strings"
	"testing"

	"rulebound/engine/def"
)

// limited is a state with stacking limits, one of them exceeded at home before the play begins, an attachment with a quota, and a
// held value that is a zone.
func limited(t *testing.T) *State {
	d := testGame()
	d.Stacking = []def.StackLimit{{Rule: "1.4", Zones: bitsOf(zoneX, zoneY), Filter: setWolf, Max: 2}, {Zones: bitsOf(zoneBox), Filter: setSheep, Max: 1}}
	runs := addProc(d, "runs", 0, 1, do(def.CReturn, 0, 0, 0))
	d.Points = []def.PointDef{{Named: def.Named{ID: "after"}, Kind: def.PointRun, Attach: []int32{0, 1}}}
	d.Attachments = []def.Attachment{{Lasting: 0, Proc: runs, Quota: 3, Used: cellUsed}, {Lasting: 1, Proc: runs, Quota: 2, Used: cellUsed}}
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "richest"}, Type: def.TZone, Value: kT(2, def.TZone), Held: cellHeld, Base: cellFrozen, Len: 1}}
	addMain(d, on(0), do(def.CHold, 0, 0, 0))
	return start(t, d)
}

func TestDecodeRefusesPositionsBeyondTheirLimits(t *testing.T) {
	move := func(s *State, class, from, to int) {
		s.counts[from*s.g.nclass+class]--
		s.counts[to*s.g.nclass+class]++
	}
	for name, c := range map[string]struct {
		change func(s *State)
		want   string // "": the state is valid
	}{
		"as many as may stand there":           {func(s *State) { move(s, wolfActive, zoneY, zoneZ) }, ""},
		"one piece more than may stand there":  {func(s *State) { move(s, wolfActive, zoneY, zoneX) }, "3 pieces in x, at most 2 are allowed (rule 1.4)"},
		"all that were at home before":         {func(s *State) { move(s, sheep, zoneX, zoneBox) }, ""},
		"a quota that is used up":              {func(s *State) { s.cells[cellUsed] = 3 }, ""},
		"more runs than the greatest quota":    {func(s *State) { s.cells[cellUsed] = 4 }, "have run 4 times"},
		"fewer runs than none":                 {func(s *State) { s.cells[cellUsed] = -1 }, "have run -1 times"},
		"a stamp before the first":             {func(s *State) { s.cells[s.g.def.Lasting[1].Stamp] = -1 }, "cannot be in force so"},
		"a held value of its kind":             {func(s *State) { s.cells[cellFrozen] = def.None }, ""},
		"a held value that is no zone":         {func(s *State) { s.cells[cellFrozen] = 4 }, "richest is held as 4"},
		"a held value that is far from a zone": {func(s *State) { s.cells[cellFrozen] = -2 }, "richest is held as -2"},
	} {
		t.Run(name, func(t *testing.T) {
			s := limited(t)
			c.change(s)
			back, err := s.g.Decode(s.Encode(nil))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if active := s.g.activeAt; err == nil && (back.words[active] != 1 || back.words[active] != s.words[active]) {
				t.Errorf("attachments of %d and %d effects are in force", s.words[active], back.words[active])
			}
		})
	}
}

// A valid state is at a reachable place of its code: its frames have the lengths of their procedures, each called by a matching
// instruction, and its decision can be computed and has more than one answer.
func TestDecodeRefusesStatesAtUnreachableCode(t *testing.T) {
	forks := func(t *testing.T) *State { // red chooses among the zones with sheep: two of them
		d := testGame()
		dec := red("where", def.One)
		dec.By, dec.From = loc(1), ex(def.OpHolding, def.ZoneSet, zones(zoneX, zoneY, zoneZ), filter(setWolf))
		d.Decisions = []def.DecisionDef{dec}
		inner := addProc(d, "inner", 1, 8, do(def.CSet, def.ToLocal, 1, 0, kT(0, def.TSeat)), do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
		other := addProc(d, "other", 1, 4, do(def.CReturn, 0, 0, 0))
		addMain(d, do(def.CCall, inner, -1, 0, k(7)), do(def.CCall, other, -1, 0, k(7)), do(def.CCallDyn, 0, -1, 0, k(int64(other)), k(7)), do(def.CCallDyn, 0, -1, 0, k(int64(other))),
			do(def.CCallDyn, 0, -1, 0, k(int64(other)), kT(zoneX, def.TZone)))
		return start(t, d)
	}
	wolf := func(s *State, class, from, to int) {
		s.counts[from*s.g.nclass+class]--
		s.counts[to*s.g.nclass+class]++
	}
	for name, c := range map[string]struct {
		change func(s *State)
		want   string // "": the state is valid
	}{
		"nothing":                                   {func(*State) {}, ""},
		"a wolf that is active in a box":            {func(s *State) { wolf(s, wolfActive, zoneY, zoneBox) }, "wolf.active in box"},
		"one zone with wolves":                      {func(s *State) { wolf(s, wolfActive, zoneY, zoneX) }, "has but one answer"},
		"no zone with wolves":                       {func(s *State) { s.moveSome(0, setWolf, zoneX, -1, 9); s.moveSome(0, setWolf, zoneY, -1, 9) }, "has but one answer"},
		"nobody decides":                            {func(s *State) { s.stack[int(s.base)+frameHead+1] = def.None }, "no seat decides"},
		"a slot more":                               {func(s *State) { s.grow(int(s.sp) + 1); s.sp++ }, "the stack is damaged"},
		"a slot fewer":                              {func(s *State) { s.sp-- }, "the stack is damaged"},
		"a caller that is not a call":               {func(s *State) { s.stack[s.base] = packCaller(s.g.procs[s.g.def.Main].end-1, 0) }, "the stack is damaged"},
		"a caller beyond the code":                  {func(s *State) { s.stack[s.base] = packCaller(1<<20, 0) }, "the stack is damaged"},
		"a call of another procedure":               {func(s *State) { s.stack[s.base] = packCaller(s.g.procs[s.g.def.Main].entry+1, 0) }, "the stack is damaged"},
		"a call of any procedure":                   {func(s *State) { s.stack[s.base] = packCaller(s.g.procs[s.g.def.Main].entry+2, 0) }, ""},
		"one of any with another kind of parameter": {func(s *State) { s.stack[s.base] = packCaller(s.g.procs[s.g.def.Main].entry+4, 0) }, "the stack is damaged"},
		"one of any with other parameters":          {func(s *State) { s.stack[s.base] = packCaller(s.g.procs[s.g.def.Main].entry+3, 0) }, "the stack is damaged"},
		"a procedure that is not called":            {func(s *State) { s.stack[s.base] = packCaller(s.g.procs[s.g.def.Main].entry, 1) }, "the stack is damaged"},
		"no caller of an inner frame":               {func(s *State) { s.stack[s.base] = packCaller(-1, 0) }, "the stack is damaged"},
		"the first frame called from nobody":        {func(s *State) { s.stack[0] = packCaller(-2, s.g.def.Main) }, "the stack is damaged"},
		"a frame before the first":                  {func(s *State) { s.stack[1] = 1 }, "the stack is damaged"},
		"frames that overlap":                       {func(s *State) { s.stack[s.base+1] = int64(s.base) - 1 }, "the stack is damaged"},
		"another main procedure":                    {func(s *State) { s.stack[0] = packCaller(-1, 1) }, "the stack is damaged"},
		"no frame but that of a procedure": {func(s *State) {
			copy(s.stack, s.stack[s.base:s.sp])
			s.sp, s.base = s.sp-s.base, 0
			s.stack[0] = packCaller(-1, 0)
		}, "the stack is damaged"},
		"words below the first frame": {func(s *State) {
			s.grow(int(s.sp) + 2)
			copy(s.stack[2:], s.stack[:s.sp])
			s.stack[0], s.stack[1] = 0, 0
			s.sp, s.base = s.sp+2, s.base+2
			s.stack[s.base+1] = 2
		}, "the stack is damaged"},
		"a frame behind the end": {func(s *State) {
			s.grow(64)
			s.sp, s.base = 64, 64
		}, "the stack is damaged"},
		"a stack when the game is over": {func(s *State) { s.status, s.pc, s.base = over, 0, 0 }, "the stack is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			s := forks(t)
			c.change(s)
			_, err := s.g.Decode(s.Encode(nil))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

package engine

// This file damages a position in ways that its definition rules out, although each number is one of its kind.

import (
	"strings"
	"testing"

	"rulebound/engine/def"
)

// limited is a state with stacking limits, one of them exceeded at home before the play begins, an attachment with a quota and a held
// value that is a zone.
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

func TestAPositionBeyondItsLimitsIsRefused(t *testing.T) {
	move := func(s *State, class, from, to int) {
		s.counts[from*s.g.nclass+class]--
		s.counts[to*s.g.nclass+class]++
	}
	for name, c := range map[string]struct {
		change func(s *State)
		want   string // "": it is a state
	}{
		"as many as may stand there":           {func(s *State) { move(s, wolfActive, zoneY, zoneZ) }, ""},
		"one piece more than may stand there":  {func(s *State) { move(s, wolfActive, zoneY, zoneX) }, "3 pieces in x, at most 2 may stand there (rule 1.4)"},
		"all that were at home before":         {func(s *State) { move(s, sheep, zoneX, zoneBox) }, ""},
		"a quota that is used up":              {func(s *State) { s.cells[cellUsed] = 3 }, ""},
		"more runs than the greatest quota":    {func(s *State) { s.cells[cellUsed] = 4 }, "have run 4 times"},
		"fewer runs than none":                 {func(s *State) { s.cells[cellUsed] = -1 }, "have run -1 times"},
		"a held value of its kind":             {func(s *State) { s.cells[cellFrozen] = def.None }, ""},
		"a held value that is no zone":         {func(s *State) { s.cells[cellFrozen] = 4 }, "richest is held as 4"},
		"a held value that is far from a zone": {func(s *State) { s.cells[cellFrozen] = -2 }, "richest is held as -2"},
	} {
		t.Run(name, func(t *testing.T) {
			s := limited(t)
			c.change(s)
			_, err := s.g.Decode(s.Encode(nil))
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

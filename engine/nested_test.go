package engine

// These tests look at frames: what a fault says of its callers, and that a call at the first instruction is one like others.

import (
	"errors"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// calling is a game whose main procedure begins with a call.
func calling(inner ...def.Instr) *def.GameDef {
	d := testGame()
	addMain(d, do(def.CCall, 1, -1, 0), out(k(2)))
	addProc(d, "herd", 0, 0, append(inner, do(def.CReturn, 0, 0, 0))...)
	return d
}

func TestAFaultNamesEachProcedureOnTheWayToItOnce(t *testing.T) {
	g, err := Load(calling(out(ex(def.OpFloorDiv, tI, k(1), cell(cellOut)))), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.New(Setup{ID: "start"})
	var f *Fault
	if !errors.As(err, &f) || !slices.Equal(f.Path, []string{"main", "herd"}) {
		t.Errorf("%v: %+v", err, f)
	}
}

func TestAStateInsideACallAtTheFirstInstructionIsReadBack(t *testing.T) {
	d := calling()
	dec := red("where", def.One)
	dec.From = zones(zoneX, zoneY)
	d.Decisions = append(d.Decisions, dec)
	at := d.Procs[1].Entry
	d.Code[at] = do(def.CDecide, 0, 0, 0)
	d.Code = append(d.Code, do(def.CReturn, 0, 0, 0))
	g, err := Load(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.New(Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	text := s.Encode(nil)
	if caller, _ := unpackCaller(s.stack[s.base]); caller != 0 {
		t.Fatalf("the call is at %d: this shows nothing", caller)
	}
	back, err := g.Decode(text)
	if err != nil || !slices.Equal(back.Encode(nil), text) {
		t.Error(err)
	}
}

// Where a procedure is called by a value, others could have been called: what a frame says runs has to be what runs.
func TestAFrameIsThatOfTheProcedureWhoseCodeRuns(t *testing.T) {
	d := testGame()
	dec := red("where", def.One)
	dec.From = zones(zoneX, zoneY)
	d.Decisions = []def.DecisionDef{dec}
	var procs []int32
	for _, id := range []string{"before", "asks", "behind"} {
		procs = append(procs, addProc(d, id, 0, 8, do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0)))
	}
	addMain(d, out(k(int64(procs[1]))), do(def.CCallDyn, 0, -1, 0, cell(cellOut)))
	s := start(t, d)
	caller, proc := unpackCaller(s.stack[s.base])
	if proc != procs[1] {
		t.Fatalf("procedure %d runs", proc)
	}
	for _, p := range procs {
		x := s.Copy()
		x.stack[x.base] = packCaller(caller, p)
		if _, err := s.g.Decode(x.Encode(nil)); (err == nil) != (p == proc) {
			t.Errorf("procedure %d in the frame of %d: %v", p, proc, err)
		}
	}
}

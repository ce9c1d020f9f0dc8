package engine

// These tests check frames: the callers that a fault names, and calls at the first instruction.

import (
	"encoding/binary"
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

func TestFaultPathListsEachProcedureOnce(t *testing.T) {
	g, err := Load(calling(out(ex(def.OpFloorDiv, def.TInt, k(1), cell(cellOut)))), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = g.New(Setup{ID: "start"})
	var f *Fault
	if !errors.As(err, &f) || !slices.Equal(f.Path, []string{"main", "herd"}) {
		t.Errorf("%v: %+v", err, f)
	}
}

func TestStateInsideACallAtTheFirstInstructionIsDecoded(t *testing.T) {
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

// After a call by value, other procedures would be possible, so the procedure in a frame must be the running one.
func TestDecodeRefusesFramesOfAnotherProcedure(t *testing.T) {
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
	for at := range s.g.code {
		x := s.Copy()
		x.stack[x.base] = packCaller(int32(at), proc)
		if _, err := s.g.Decode(x.Encode(nil)); (err == nil) != (int32(at) == caller) {
			t.Errorf("a call by instruction %d, where %d calls: %v", at, caller, err)
		}
	}
	for _, p := range procs {
		x := s.Copy()
		x.stack[x.base] = packCaller(caller, p)
		if _, err := s.g.Decode(x.Encode(nil)); (err == nil) != (p == proc) {
			t.Errorf("procedure %d in the frame of %d: %v", p, proc, err)
		}
	}
}

// A stack longer than the input is rejected before memory is allocated.
func TestDecodeRefusesStacksLongerThanTheInput(t *testing.T) {
	s := deep(t)
	data := s.Encode(nil)
	const registers = 1 + 8 + 8 + 1
	rest := data[registers:]
	var read [3]uint64
	for i := range read {
		v, n := binary.Uvarint(rest)
		read[i], rest = v, rest[n:]
	}
	for _, sp := range []uint64{uint64(len(data)) + 64, 1 << 20, 1 << 40, 1 << 63} {
		damaged := slices.Clone(data[:registers])
		for _, v := range []uint64{read[0], read[1], sp} {
			damaged = binary.AppendUvarint(damaged, v)
		}
		if _, err := s.g.Decode(append(damaged, rest...)); err == nil || err.Error() != "decode: the registers are out of range" {
			t.Errorf("a stack of %d slots: %v", sp, err)
		}
	}
}

// A decoded state recomputes its derived data as they were.
func TestDecodedStateRebuildsTheIndexOfCards(t *testing.T) {
	s := deep(t)
	back, err := s.g.Decode(s.Encode(nil))
	if err != nil {
		t.Fatal(err)
	}
	for c := range s.cards {
		if at := back.pileOf(int64(c)); at != s.pileOf(int64(c)) {
			t.Errorf("card %d lies in pile %d, and did in %d", c, at, s.pileOf(int64(c)))
		}
	}
	checkIndex(t, back)
}

// Hashes are the same on every machine: those of a known state are compared.
func TestHashesMatchReferenceValues(t *testing.T) {
	s := deep(t)
	words := []int64{1, -2, 3, 1 << 40, 5, 6, 7}
	got := []uint64{s.digest(0), s.Likeness(), hashWords(0, nil), hashWords(1, words[:3]), hashWords(1, words[:4]), hashWords(1, words)}
	for i, want := range []uint64{0x3d6eadaf44b938f, 0xfb8d86b6b42917e4, 0x9a415cdbdcdf3e3e, 0xb1e11645d2d7b966, 0x4d78762b668234cd, 0xd06dce67f0b0d10} {
		if got[i] != want {
			t.Errorf("hash %d is %#x, and was %#x", i, got[i], want)
		}
	}
}

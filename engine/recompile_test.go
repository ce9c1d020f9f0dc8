package engine

import (
	"bytes"
	"testing"

	"rulebound/engine/def"
)

// An instruction that is compiled again does what it does in a game that is loaded with it, and what it did once that is undone.
func TestAnInstructionCompiledAgainIsThatOfALoadedGame(t *testing.T) {
	addTo := func(d *def.GameDef) int32 {
		return addProc(d, "bonus", 0, 40, do(def.CGain, 1, cellGold, 0, k(3)), do(def.CReturn, 0, 0, 0))
	}
	nothing := func(*def.GameDef) def.Instr { return def.Instr{Op: def.CNop} }
	just := func(in def.Instr) func(*def.GameDef) def.Instr { return func(*def.GameDef) def.Instr { return in } }
	for name, c := range map[string]struct{ was, is func(*def.GameDef) def.Instr }{
		"an effect left out":     {just(do(def.CGain, 1, cellGold, 0, k(4))), nothing},
		"a variable left out":    {just(out(k(4))), nothing},
		"a call left out":        {func(d *def.GameDef) def.Instr { return do(def.CCall, addTo(d), -1, 0) }, nothing},
		"another track":          {just(do(def.CGain, 1, cellGold, 0, k(4))), just(do(def.CLose, 1, cellOut, 0, k(4)))},
		"pieces go elsewhere":    {just(do(def.CMove, 0, 0, 0, filter(setSheep), k(2), k(zoneX), k(zoneY))), just(do(def.CMove, 1, 0, 0, filter(setSheep), k(2), k(zoneX), nil))},
		"pieces take the status": {just(do(def.CFlip, 1, 0, 0, filter(setWolf), k(1), k(zoneX))), just(do(def.CFlip, 0, 0, 0, filter(setWolf), k(1), k(zoneY)))},
	} {
		d := testGame()
		was := c.was(d)
		addMain(d, was, do(def.CGain, 2, cellRes, 0, cell(cellGold), k(1)))
		pc := d.Procs[d.Main].Entry
		plays := func(g *Game) []byte {
			s, err := g.New(Setup{ID: "start"})
			if err != nil {
				t.Fatal(err)
			}
			return s.Encode(nil)[1+8:] // without the fingerprint
		}
		g := mustLoad(t, d, WithRecompile())
		before := plays(g)
		d.Code[pc] = c.is(d)
		undo := g.Recompile([]int32{pc})
		if undo == nil {
			t.Errorf("%s: refused", name)
			continue
		}
		if got := plays(g); !bytes.Equal(got, plays(mustLoad(t, d))) || bytes.Equal(got, before) {
			t.Errorf("%s: another play than that of a loaded game", name)
		}
		d.Code[pc] = was
		if undo(); !bytes.Equal(plays(g), before) {
			t.Errorf("%s: another play than before", name)
		}
	}
}

// What other places were compiled for is not compiled again, nor what no game can have.
func TestWhatOtherPlacesDependOnIsNotCompiledAgain(t *testing.T) {
	nop := def.Instr{Op: def.CNop}
	gain := do(def.CGain, 1, cellGold, 0, k(1))
	for name, c := range map[string]struct{ was, is def.Instr }{
		"a local variable":      {do(def.CSet, 0, 3, 0, k(9)), nop},
		"a result":              {do(def.CCall, 0, 3, 0), nop},
		"a jump":                {do(def.CJump, 1, 0, 0), nop},
		"into a local variable": {gain, do(def.CSet, 0, 3, 0, k(9))},
		"into a jump":           {gain, do(def.CJump, 1, 0, 0)},
		"into no variable":      {gain, do(def.CGain, 1, testCells, 0, k(1))},
		"the end of a play":     {do(def.COver, 0, 0, 0), nop},
	} {
		d := testGame()
		addProc(d, "give", 0, 40, do(def.CReturn, 0, 0, 0, k(1)))
		d.Procs[0].Result = def.TInt
		addMain(d, c.was, gain)
		pc := d.Procs[d.Main].Entry
		g := mustLoad(t, d, WithRecompile())
		if c.is.Op == def.CJump {
			c.is.A += pc
		}
		if d.Code[pc] = c.is; g.Recompile([]int32{pc + 1, pc}) != nil {
			t.Errorf("%s: compiled again", name)
		}
	}
	if d := testGame(); true {
		addMain(d, gain)
		if mustLoad(t, d).Recompile([]int32{d.Procs[d.Main].Entry}) != nil {
			t.Error("a game that was not loaded for it compiles an instruction again")
		}
	}
}

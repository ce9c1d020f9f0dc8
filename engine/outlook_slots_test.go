package engine

// This file says of games that no page is compiled to what an outlook of their plays knows.

import (
	"testing"

	"rulebound/engine/def"
)

// foretold plays a procedure that waits after its first instruction, and tells what an outlook from there knows of what it leaves in "out".
// What comes of the play must be within that.
func foretold(t *testing.T, d *def.GameDef, first def.Instr, code ...def.Instr) string {
	t.Helper()
	n := int32(len(d.Decisions))
	d.Decisions = append(d.Decisions, wait())
	addMain(d, append([]def.Instr{first, do(def.CDecide, n, 0, 0)}, code...)...)
	s := start(t, d)
	x := OutlookOf(s)
	if !x.Done {
		t.Fatal("it does not come to an end")
	}
	apply(t, s, Answer{N: 1})
	if misses := x.Misses(s); misses != "" {
		t.Error(misses)
	}
	return x.Of("out")
}

func TestAnOutlookKnowsOfWhatNoPageIsCompiledTo(t *testing.T) {
	keep := func(slot int32, v int64) def.Instr { return do(def.CSet, def.ToLocal, slot, 0, k(v)) }
	hooked := func() *def.GameDef {
		d := testGame()
		p := addProc(d, "other", 0, 1, do(def.CReturn, 0, 0, 0))
		d.Points = []def.PointDef{{Named: def.Named{ID: "dusk"}, Kind: def.PointRun, Attach: []int32{0}}}
		d.Attachments = []def.Attachment{{Lasting: 0, Proc: p}}
		d.Setups[0].Active = []int32{0}
		return d
	}
	returns := func(x ...*def.Expr) *def.GameDef {
		d := testGame()
		addProc(d, "other", 0, 1, do(def.CReturn, 0, 0, 0, x...))
		return d
	}
	limited := func() *def.GameDef {
		d := hookGame(def.PointLimit, def.CombineSum, def.Attachment{Value: k(2)}, def.Attachment{Value: k(5)})
		d.Setups[0].Active = []int32{0, 1}
		return d
	}
	crowd := func(possible int64) *def.GameDef { // of the procedures that no set holds
		d := testGame()
		for range 70 {
			addProc(d, "other", 0, 1, do(def.CReturn, 0, 0, 0))
		}
		d.Functions = []def.FuncDef{{ID: "f", Body: k(possible)}}
		d.Procs[69].Possible = 0
		return d
	}
	picking, dd := testGame(), kinds[def.Pick]
	dd.Name, dd.Kind, dd.By, dd.Bind, dd.Result, dd.Total, dd.Decline = "picked", def.Pick, kT(0, tS), firstUserPar, 5, -1, -1
	picking.Decisions = []def.DecisionDef{dd}
	chain := func(n int) *def.GameDef { // each procedure is possible if the next is, and the last is not
		d := testGame()
		for i := range n {
			p := addProc(d, "other", 0, 1, do(def.CReturn, 0, 0, 0))
			d.Procs[p].Possible = int32(i)
			d.Functions = append(d.Functions, def.FuncDef{ID: "f", Body: exI(def.OpPossible, tB, int64(i)+1)})
		}
		d.Functions[n-1].Body = ex(def.OpGt, tB, cell(cellOut), k(0))
		return d
	}
	move := func(tagIn *def.Expr) []def.Instr {
		piece := loc(5)
		return []def.Instr{
			do(def.CMove, 0, 0, 0, ex(def.OpPieceClass, tF, piece), k(1), kT(zoneX, tZ), loc(1)),
			do(def.CTag, 0, 1, 0, ex(def.OpPieceClass, tF, piece), k(1), tagIn),
			out(ex(def.OpPieces, tI, kT(zoneZ, tZ), filter(1<<sheep))),
		}
	}
	for _, c := range []struct {
		name  string
		d     *def.GameDef
		first def.Instr
		code  []def.Instr
		want  string
	}{
		{"where hooks were", hooked(), keep(8, 77), []def.Instr{do(def.CHooks, 0, 8, 0), out(loc(8))}, "?"},
		{"what hooks came to", hooked(), keep(9, 77), []def.Instr{do(def.CHooks, 0, 8, 0), out(loc(9))}, "?"},
		{"what stands before the slots of hooks", hooked(), keep(7, 77), []def.Instr{do(def.CHooks, 0, 8, 0), out(loc(7))}, "0..77"},
		{"what stands behind the slots of hooks", hooked(), keep(10, 77), []def.Instr{do(def.CHooks, 0, 8, 0), out(loc(10))}, "0..77"},
		{"a procedure that returns nothing", returns(), keep(9, -3), []def.Instr{do(def.CCall, 0, 9, 0), out(loc(9))}, "-3..0"},
		{"a procedure that returns what is missing", returns(nil), keep(9, -3), []def.Instr{do(def.CCall, 0, 9, 0), out(loc(9))}, "-3..0"},
		{"a procedure that returns a number", returns(k(4)), keep(9, -3), []def.Instr{do(def.CCall, 0, 9, 0), out(loc(9))}, "-3..4"},
		{"a limit is the least, however its point combines", limited(), do(def.CNop, 0, 0, 0), []def.Instr{out(exI(def.OpHookNumber, tI, 0, k(9), k(0)))}, "0..2"},
		{"a procedure that is known, and possible", crowd(1), do(def.CNop, 0, 0, 0), []def.Instr{out(ex(def.OpPossibleDyn, tB, k(69)))}, "0..1"},
		{"a procedure that is known, and not possible", crowd(0), do(def.CNop, 0, 0, 0), []def.Instr{out(ex(def.OpPossibleDyn, tB, k(69)))}, "0"},
		{"a piece that is marked where it goes", testGame(), keep(1, zoneZ), move(loc(1)), "0"},
		{"a piece that goes, and one that is marked where the slot of the zone counts to", testGame(), keep(1, zoneZ), move(kT(1, tZ)), "0..6"},
		{"procedures that are possible if the next is", chain(17), do(def.CNop, 0, 0, 0), []def.Instr{out(exI(def.OpPossible, tB, 0))}, "0"},
		{"procedures that are possible if the next is, and too many of them", chain(18), do(def.CNop, 0, 0, 0), []def.Instr{out(exI(def.OpPossible, tB, 0))}, "0..1"},
		{"a pick behind which nothing tells whether it goes on", picking, do(def.CNop, 0, 0, 0), []def.Instr{do(def.CDecide, 0, 0, 0), do(def.CNop, 0, 0, 0), out(k(4))}, "0..4"},
		{"a procedure that is none", crowd(0), do(def.CNop, 0, 0, 0), []def.Instr{out(ex(def.OpPossibleDyn, tB, k(71)))}, "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := foretold(t, c.d, c.first, c.code...); got != c.want {
				t.Errorf("it knows %s, and should know %s", got, c.want)
			}
		})
	}
}

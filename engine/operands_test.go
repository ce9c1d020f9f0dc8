package engine

// These tests give each instruction and each operator of the tables invalid numbers and operands.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/load"
)

// instructed is the whole game with one instruction, in a procedure with 20 slots.
func instructed(in def.Instr) *def.GameDef {
	d := whole()
	d.Decisions = []def.DecisionDef{wait()}
	d.Code = []def.Instr{in, do(def.CReturn, 0, 0, 0), do(def.CReturn, 0, 0, 0)}
	others := int32(2)
	if in.Op == def.CEnsure { // it needs its end
		d.Code = []def.Instr{in, asked(def.CEnsured), d.Code[1], d.Code[2]}
		others++
	}
	d.Procs = []def.ProcDef{{Named: def.Named{ID: "main"}, Frame: 20, Possible: -1}, {Named: def.Named{ID: "other"}, Entry: others, Possible: -1}}
	return d
}

// refusedFor requires that a game is rejected, and returns the reason.
func refusedFor(t *testing.T, what string, d *def.GameDef) string {
	t.Helper()
	_, err := Load(d, nil)
	if err == nil {
		t.Errorf("%s is taken", what)
		return ""
	}
	if strings.Contains(err.Error(), "internal") || strings.Contains(err.Error(), "runtime error") {
		t.Errorf("%s: %v", what, err)
	}
	return err.Error()
}

func TestLoadRefusesInstructionsWithDanglingReferences(t *testing.T) {
	beyond := map[def.Ref][]int32{ // -1 may mean none
		def.RefLocal: {20}, def.RefVariable: {cellMood + 1, testCells}, def.RefProc: {2}, def.RefDecision: {1}, def.RefPoint: {4},
		def.RefDerived: {1}, def.RefNote: {1}, def.RefMark: {1}, def.RefDuration: {2}, def.RefTarget: {2}, def.RefStatus: {}, def.RefSlots: {19, 20},
	}
	last := map[def.Ref]int32{def.RefLocal: 19, def.RefDerived: 0, def.RefMark: 0, def.RefDuration: 1, def.RefTarget: 1, def.RefSlots: 18}
	for c := range def.Codes {
		if c == def.CEnsured {
			continue
		}
		row := c.Row()
		for i, f := range []def.Field{row.A, row.B, row.C} {
			wrong, refers := beyond[f.Ref]
			if !refers || c == def.CEnsure {
				continue
			}
			with := func(v int32) *def.GameDef {
				in := asked(c)
				*[]*int32{&in.A, &in.B, &in.C}[i] = v
				return instructed(in)
			}
			for _, v := range append(slices.Clone(wrong), -2, 1<<20) {
				if f.Ref != def.RefStatus || v < 0 {
					refusedFor(t, fmt.Sprintf("%s: %s %d", row.Name, f.Name, v), with(v))
				}
			}
			if _, err := Load(with(-1), nil); (err == nil) != f.None {
				t.Errorf("%s without %s: %v", row.Name, f.Name, err)
			}
			if v, ok := last[f.Ref]; ok {
				if c == def.CHooks {
					v-- // of two slots
				}
				if _, err := Load(with(v), nil); err != nil {
					t.Errorf("%s: %s %d: %v", row.Name, f.Name, v, err)
				}
			}
		}
	}
}

func TestLoadRefusesInstructionsWithWrongOperandCount(t *testing.T) {
	for c := range def.Codes {
		if c == def.CEnsured || c == def.CEnsure {
			continue
		}
		row := c.Row()
		in := asked(c)
		if n := row.Needs(); n > 0 {
			in.X = in.X[:n-1]
			if why := refusedFor(t, row.Name+" with too few operands", instructed(in)); !strings.Contains(why, fmt.Sprintf("instruction %s has %d operands, needs %d", row.Name, n-1, n)) {
				t.Errorf("%s with too few operands: %s", row.Name, why)
			}
		}
		in = asked(c)
		in.X = append(in.X, k(1))
		if _, err := Load(instructed(in), nil); !row.Further && (err == nil || !strings.Contains(err.Error(), "operands of "+row.Name)) {
			t.Errorf("%s with an operand more: %v", row.Name, err)
		}
		for i := range row.X {
			in = asked(c)
			in.X[i] = nil
			why := ""
			if _, err := Load(instructed(in), nil); err != nil {
				why = err.Error()
			}
			if (why == "") != row.Optional(i) && !strings.Contains(why, "no destination") {
				t.Errorf("%s without operand %d (%s): %q", row.Name, i, row.X[i].Name, why)
			}
		}
		in = asked(c)
		in.Node = 4
		if why := refusedFor(t, row.Name+" at no node", instructed(in)); !strings.Contains(why, "node 4 is out of range") {
			t.Errorf("%s at no node: %s", row.Name, why)
		}
		for len(in.X) <= load.MaxOperands {
			in.X = append(in.X, k(1))
		}
		in.Node = 1
		refusedFor(t, row.Name+" with 257 operands", instructed(in))
	}
	refusedFor(t, "an instruction that there is not", instructed(def.Instr{Op: def.Codes}))
}

func TestLoadRefusesOperatorsWithDanglingReferences(t *testing.T) {
	beyond := map[def.Ref][]int64{
		def.RefOption: {1}, def.RefLocal: {40}, def.RefBound: {testScratch}, def.RefCell: {testCells}, def.RefVariable: {cellMood + 1, testCells}, def.RefLookup: {2},
		def.RefFunction: {1}, def.RefDerived: {1}, def.RefPool: {1}, def.RefPoint: {4}, def.RefProc: {1, 2},
	}
	for o := range def.Ops {
		row := o.Row()
		for _, v := range append(slices.Clone(beyond[row.I]), -1, -2, 1<<40) {
			if beyond[row.I] == nil {
				continue
			}
			d := whole()
			e := made(o)
			e.I = v
			addMain(d, out(e))
			refusedFor(t, fmt.Sprintf("%s of %d", row.Name, v), d)
		}
		for n := range row.Least {
			d := whole()
			e := made(o)
			e.Args = e.Args[:n]
			addMain(d, out(e))
			refusedFor(t, fmt.Sprintf("%s of %d operands", row.Name, n), d)
		}
		for i := range row.Least {
			d := whole()
			e := made(o)
			e.Args[i] = nil
			addMain(d, out(e))
			if what := fmt.Sprintf("%s without operand %d", row.Name, i); !row.Binds || i != 1 || o == def.OpLet {
				refusedFor(t, what, d)
			} else if _, err := Load(d, nil); err != nil && o != def.OpEvery {
				t.Errorf("%s, a condition: %v", what, err)
			}
		}
		if row.Most >= 0 {
			d := whole()
			e := made(o)
			for len(e.Args) <= row.Most {
				e.Args = append(e.Args, k(1))
			}
			addMain(d, out(e))
			refusedFor(t, fmt.Sprintf("%s of %d operands", row.Name, row.Most+1), d)
		}
	}
	d := whole()
	addMain(d, out(&def.Expr{Op: def.Ops, Type: def.TInt}))
	refusedFor(t, "an operator that there is not", d)
}

func TestLoadRefusesSetsOfWrongWidthAndMissingIndices(t *testing.T) {
	all := func() *def.Expr { return filter(0) }
	for name, c := range map[string]struct {
		of   *def.Expr
		want string
	}{
		"a variable of one word":       {ex(def.OpSize, def.TInt, exI(def.OpCell, def.FilterSet, cellGold)), "variable gold is no set of 2 words"},
		"a narrow set beside":          {ex(def.OpSize, def.TInt, ex(def.OpUnion, def.FilterSet, all(), zones(0))), "a set of 1 words is given where one of 2 is needed"},
		"a derived value of all zones": {exI(def.OpDerived, def.TInt, 0), "needs an index"},
		"the stamp of no effect":       {exI(def.OpStamp, def.TInt, -1), "stamp of no lasting effect"},
	} {
		d, _ := benchGame()
		d = crowded(t, d)
		addMain(d, out(c.of))
		if _, err := Load(d, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestLoadRefusesDecisionsOfUnknownKindByName(t *testing.T) {
	d := whole()
	dec := wait()
	dec.Name, dec.Kind = "odd", def.DecisionKinds
	d.Decisions = []def.DecisionDef{dec}
	addMain(d, do(def.CDecide, 0, 0, 0))
	if why := refusedFor(t, "a decision of no kind", d); !strings.Contains(why, "decision odd is of unknown kind") {
		t.Error(why)
	}
}

package engine

// This file damages formulas, instructions and decisions in one place each. A game that loads nevertheless can be played: its
// faults are those of a rulebook, not internal ones.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// innocent loads and plays a game and returns the internal error, or ""; taken reports whether the game loads.
func innocent(t *testing.T, d *def.GameDef) (wrong string, taken bool) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			wrong = fmt.Sprint("panic: ", p)
		}
	}()
	g, err := Load(d, nil)
	if err != nil {
		return "", false
	}
	s, err := g.New(Setup{ID: "start", Seed: 3, Observer: &tape{}})
	for range 6 {
		var f *Fault
		if errors.As(err, &f) && (strings.Contains(f.Why, "internal") || strings.Contains(f.Why, "the machine cannot")) {
			return err.Error(), true
		}
		if err != nil || s.Over() {
			return "", true
		}
		p := s.Decision()
		if p.Fault != nil {
			err = p.Fault
			continue
		}
		s.Hash()
		if _, err := g.Decode(s.Encode(nil)); err != nil {
			return "the encoded state does not decode: " + err.Error(), true
		}
		for _, a := range []Answer{{Option: -1, Member: -1, N: -1, Set: -1}, {Option: 70, Member: 70, N: 1 << 40, Counts: []int32{9, 9, 9, 9, 9}}} {
			s.Refuses(a)
			s.Explain(a.Member)
		}
		err = s.Apply(legal(s, p.Kind.Row().Answer))
		var r *Refusal
		if errors.As(err, &r) {
			err = nil
			break
		}
	}
	return "", true
}

// atEdges are the values for damaged numbers: around the bounds of the valid ones.
var atEdges = []int64{-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 20, testCells - 1, testCells, testCells + 1, testScratch - 1, testScratch, 39, 40, 41, 63, 64, 65, 255, 256, 1 << 16, 1 << 31, 1 << 40}

func TestDamagedInstructionsAreRefusedOrExecuted(t *testing.T) {
	taken, refused := 0, 0
	try := func(c def.Code, what string, change func(in *def.Instr)) {
		d := whole()
		d.Decisions = []def.DecisionDef{wait()}
		in := asked(c)
		change(&in)
		d.Code = []def.Instr{in, do(def.CReturn, 0, 0, 0), do(def.CReturn, 0, 0, 0)}
		others := int32(2)
		if c == def.CEnsure {
			d.Code = []def.Instr{in, asked(def.CEnsured), d.Code[1], d.Code[2]}
			others++
		}
		d.Procs = []def.ProcDef{{Named: def.Named{ID: "main"}, Frame: 20, Possible: -1}, {Named: def.Named{ID: "other"}, Entry: others, Possible: -1}}
		wrong, loaded := innocent(t, d)
		if wrong != "" {
			t.Errorf("%s, %s: %s", c.Row().Name, what, wrong)
		}
		if loaded {
			taken++
		} else {
			refused++
		}
	}
	for c := range def.Codes {
		if c == def.CEnsured {
			continue
		}
		for _, v := range atEdges {
			if int64(int32(v)) == v {
				try(c, fmt.Sprint("A ", v), func(in *def.Instr) { in.A = int32(v) })
				try(c, fmt.Sprint("B ", v), func(in *def.Instr) { in.B = int32(v) })
				try(c, fmt.Sprint("C ", v), func(in *def.Instr) { in.C = int32(v) })
			}
			for i := range asked(c).X {
				try(c, fmt.Sprintf("operand %d is %d", i, v), func(in *def.Instr) { in.X[i] = kT(v, in.X[i].Type) })
			}
		}
		for i := range asked(c).X {
			try(c, fmt.Sprintf("no operand %d", i), func(in *def.Instr) { in.X[i] = nil })
			try(c, fmt.Sprintf("operands up to %d", i), func(in *def.Instr) { in.X = in.X[:i] })
		}
		try(c, "an operand more", func(in *def.Instr) { in.X = append(in.X, k(1)) })
		try(c, "an operand more that is nothing", func(in *def.Instr) { in.X = append(in.X, nil) })
	}
	t.Logf("%d damaged instructions were taken, %d refused", taken, refused)
	if taken < 1000 || refused < 1000 {
		t.Errorf("%d damaged instructions were taken, %d refused", taken, refused)
	}
}

func TestDamagedDecisionsAreRefusedOrPublished(t *testing.T) {
	taken, refused := 0, 0
	for kind := range def.DecisionKinds {
		row := kind.Row()
		try := func(what string, change func(d *def.DecisionDef)) {
			dd := kinds[kind]
			dd.Name, dd.Kind, dd.Bind, dd.Result, dd.Decline = row.Name, kind, firstUserPar, 2, -1
			if dd.By = kT(0, def.TSeat); row.Random {
				dd.By = nil
			}
			dd.Options = append([]def.MenuOption(nil), dd.Options...)
			change(&dd)
			d := testGame()
			d.Decisions = []def.DecisionDef{dd}
			addMain(d, do(def.CDecide, 0, 0, 0))
			wrong, loaded := innocent(t, d)
			if wrong != "" {
				t.Errorf("%s, %s: %s", row.Name, what, wrong)
			}
			if loaded {
				taken++
			} else {
				refused++
			}
		}
		for _, v := range atEdges {
			x := k(v)
			for name, change := range map[string]func(d *def.DecisionDef){
				"by": func(d *def.DecisionDef) { d.By = kT(v, def.TSeat) }, "from": func(d *def.DecisionDef) { d.From = kT(v, def.ZoneSet) }, "to": func(d *def.DecisionDef) { d.To = kT(v, def.ZoneSet) },
				"filter": func(d *def.DecisionDef) { d.Filter = filter(v) }, "min": func(d *def.DecisionDef) { d.Min = x }, "max": func(d *def.DecisionDef) { d.Max = x },
				"exact": func(d *def.DecisionDef) { d.Exact, d.Max = true, x }, "budget": func(d *def.DecisionDef) { d.Cost, d.Budget = k(1), x },
				"cost": func(d *def.DecisionDef) { d.Cost, d.Budget = x, k(3) },
				"bind": func(d *def.DecisionDef) { d.Bind = int32(v) }, "result": func(d *def.DecisionDef) { d.Result = int32(v) },
				"picked": func(d *def.DecisionDef) { d.Picked = int32(v) }, "count": func(d *def.DecisionDef) { d.Count = int32(v) },
				"entries": func(d *def.DecisionDef) { d.Entries = int32(v) }, "total": func(d *def.DecisionDef) { d.Total = int32(v) },
				"toBind": func(d *def.DecisionDef) { d.ToBind = int32(v) }, "second": func(d *def.DecisionDef) { d.Second = int32(v) },
				"decline": func(d *def.DecisionDef) { d.Decline = v }, "node": func(d *def.DecisionDef) { d.Node = int32(v) },
				"target": func(d *def.DecisionDef) {
					if len(d.Options) > 0 {
						d.Options[1].Target = int32(v)
					}
				},
				"proc": func(d *def.DecisionDef) {
					if len(d.Options) > 0 {
						d.Options[1].Proc = int32(v)
					}
				},
				"kind": func(d *def.DecisionDef) { d.Kind = def.DecisionKind(v) },
				"elem": func(d *def.DecisionDef) { d.Elem.Kind = def.Kind(v) }, "of": func(d *def.DecisionDef) { d.Elem.Of = int32(v) },
			} {
				try(fmt.Sprint(name, " ", v), change)
			}
		}
		for name, change := range map[string]func(d *def.DecisionDef){
			"by": func(d *def.DecisionDef) { d.By = nil }, "from": func(d *def.DecisionDef) { d.From = nil }, "to": func(d *def.DecisionDef) { d.To = nil },
			"filter": func(d *def.DecisionDef) { d.Filter = nil }, "min": func(d *def.DecisionDef) { d.Min = nil }, "max": func(d *def.DecisionDef) { d.Max = nil },
			"options": func(d *def.DecisionDef) { d.Options = nil },
		} {
			try("no "+name, change)
		}
	}
	t.Logf("%d damaged decisions were taken, %d refused", taken, refused)
	if taken < 1000 || refused < 500 {
		t.Errorf("%d damaged decisions were taken, %d refused", taken, refused)
	}
}

// nodesOf appends an expression and its subexpressions.
func nodesOf(e *def.Expr, out []*def.Expr) []*def.Expr {
	out = append(out, e)
	for _, a := range e.Args {
		out = nodesOf(a, out)
	}
	return out
}

func TestDamagedFormulasAreRefusedOrEvaluated(t *testing.T) {
	gd, d := benchGame()
	taken, refused, outer, formulas := 0, 0, d.slot, 5_000
	if testing.Short() {
		formulas = 500
	}
	for range formulas {
		d.slot, d.scope, d.state = outer, nil, !d.seldom(3)
		e := d.expr(pick(d, append(values, def.ZoneSet, def.IntSet, def.FilterSet, def.TOrder)...), 3)
		bad := pick(d, nodesOf(e, nil)...)
		before := text(e)
		switch d.IntN(6) {
		case 0, 1:
			bad.I = pick(d, atEdges...)
		case 2:
			if len(bad.Args) > 0 {
				bad.Args = bad.Args[:len(bad.Args)-1]
			}
		case 3:
			if len(bad.Args) > 0 {
				bad.Args[d.IntN(len(bad.Args))] = nil
			}
		case 4:
			bad.Args = append(bad.Args, d.leaf(pick(d, values...)))
		case 5:
			bad.Op = def.Op(d.IntN(int(def.Ops) + 2))
		}
		x := *gd
		x.Code, x.Procs, x.Decisions = nil, nil, nil
		for range len(gd.Procs) - 1 {
			x.Procs = append(x.Procs, gd.Procs[len(x.Procs)])
		}
		x.Code = []def.Instr{do(def.CReturn, 0, 0, 0)}
		x.Notes = []def.NoteDef{{Name: "note"}}
		addMain(&x, do(def.CNote, 0, 0, 0, e))
		wrong, loaded := innocent(t, &x)
		if wrong != "" {
			t.Fatalf("%s\nwas %s: %s", text(e), before, wrong)
		}
		if loaded {
			taken++
		} else {
			refused++
		}
	}
	t.Logf("%d damaged formulas were taken, %d refused", taken, refused)
	if taken < formulas/5 || refused < formulas*2/5 {
		t.Errorf("%d damaged formulas were taken, %d refused", taken, refused)
	}
}

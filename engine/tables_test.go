package engine

// These tests visit the rows of the tables in def: a new operator, instruction or kind of decision that the machine does not
// handle fails here.

import (
	"errors"
	"strings"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/fold"
	"rulebound/engine/value"
)

// whole is the test game with one of everything to which a row can refer.
func whole() *def.GameDef {
	d := testGame()
	d.Functions = []def.FuncDef{{ID: "f", Body: k(1)}}
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "d"}, Type: def.TInt, Value: k(1), Held: cellHeld, Base: cellFrozen, Len: 1}}
	d.Points = []def.PointDef{{Named: def.Named{ID: "number"}}, {Named: def.Named{ID: "allow"}, Kind: def.PointAllow}, {Named: def.Named{ID: "pool"}, Kind: def.PointPool}, {Named: def.Named{ID: "run"}, Kind: def.PointRun}}
	d.Notes = []def.NoteDef{{Name: "note"}}
	return d
}

func sample(t def.Type) *def.Expr {
	switch t.Kind {
	case def.KOrder:
		return kT(orderOf(1, 0), t)
	case def.KSet, def.KNone, def.KInt:
		return kT(1, t)
	}
	return kT(0, t)
}

// made returns an expression of an operator with the least number of sample operands.
func made(o def.Op) *def.Expr {
	row := o.Row()
	e := ex(o, row.Result)
	switch row.I {
	case def.RefBound:
		e.I = firstUserPar
	case def.RefPoint:
		e.I = map[def.Op]int64{def.OpHookAllow: 1, def.OpHookPool: 2}[o]
	}
	for i := range row.Least {
		t := row.Arg(i)
		if t.Kind == def.KNone && (row.Spelling == def.Loop && i == 0 || o == def.OpHas && i == 0 || o == def.OpSize) {
			t = def.ZoneSet
		}
		if row.I == def.RefLookup && i == 1 {
			e.I, t = 1, def.Type{Kind: def.KEnum} // a grid
		}
		e.Args = append(e.Args, sample(t))
	}
	return e
}

func TestTheMachineComputesEveryOperator(t *testing.T) {
	for o := range def.Ops {
		d := whole()
		if e := made(o); o == def.OpBound {
			d.Functions = append(d.Functions, def.FuncDef{ID: "g", Params: []int32{firstUserPar}, Body: e})
			addMain(d, out(exI(def.OpCall, def.TInt, 1, k(1))))
		} else {
			addMain(d, out(e))
		}
		if g, err := Load(d, nil); err != nil {
			t.Errorf("%s: %v", o.Row().Name, err)
		} else if _, err := g.New(Setup{ID: "start"}); err != nil {
			t.Errorf("%s: %v", o.Row().Name, err)
		}
	}
}

func TestPureOperatorsFold(t *testing.T) {
	d := whole()
	addMain(d)
	f := fold.New(d).WithOptions([]int64{0}).WithCalls()
	for o := range def.Ops {
		if _, ok := f.Fold(made(o), map[int64]int64{firstUserPar: 1}); ok != made(o).Pure() {
			t.Errorf("%s: folded %v, pure %v", o.Row().Name, ok, made(o).Pure())
		}
	}
}

// asked returns an instruction with sample operands.
func asked(c def.Code) def.Instr {
	row := c.Row()
	in := def.Instr{Op: c, Node: 1}
	for i, f := range []def.Field{row.A, row.B, row.C} {
		v := int32(0)
		switch f.Ref {
		case def.RefTarget:
			v = 1
		case def.RefVariable:
			v = cellSmoke
		case def.RefPoint:
			v = 3
		case def.RefProc:
			v = 1 // main is 0
		}
		*[]*int32{&in.A, &in.B, &in.C}[i] = v
	}
	for _, x := range row.X {
		if x.Type.Kind == def.KTrack {
			in.X = append(in.X, kT(cellRes, x.Type))
		} else {
			in.X = append(in.X, sample(x.Type))
		}
	}
	return in
}

func TestTheMachineCarriesOutEveryInstruction(t *testing.T) {
	for c := range def.Codes {
		if c == def.CEnsured { // part of CEnsure
			continue
		}
		d := whole()
		d.Decisions = []def.DecisionDef{wait()}
		in := asked(c)
		d.Code = []def.Instr{in, do(def.CReturn, 0, 0, 0), do(def.CReturn, 0, 0, 0)}
		others := int32(2)
		if c == def.CEnsure { // it needs its end
			d.Code = []def.Instr{in, asked(def.CEnsured), d.Code[1], d.Code[2]}
			others++
		}
		d.Procs = []def.ProcDef{{Named: def.Named{ID: "main"}, Frame: 20, Possible: -1}, {Named: def.Named{ID: "other"}, Entry: others, Possible: -1}}
		g, err := Load(d, nil)
		if err != nil {
			t.Errorf("%s: %v", c.Row().Name, err)
			continue
		}
		_, err = g.New(Setup{ID: "start"})
		var fault *Fault
		if errors.As(err, &fault) && (strings.Contains(fault.Why, "the machine cannot") || strings.Contains(fault.Why, "internal")) {
			t.Errorf("%s: %v", c.Row().Name, err)
		}
	}
}

// kinds has a decision of each kind, with at least two legal answers.
var kinds = map[def.DecisionKind]def.DecisionDef{
	def.One:     {From: zones(0, 1, 2), Elem: def.TZone},
	def.Subset:  {From: zones(0, 1, 2), Elem: def.TZone, Min: k(1), Max: k(2)},
	def.Pick:    {From: zones(0, 1, 2), Elem: def.TZone, Max: k(2), Picks: def.Picks{Picked: 1, Count: 2}},
	def.Take:    {From: zones(0, 1), Max: k(2), Takes: def.Takes{Filter: filter(setSheep | setWolf), Entries: 4, Total: 7}},
	def.Amount:  {Min: k(1), Max: k(5)},
	def.Menu:    {Choices: def.Choices{Options: []def.MenuOption{{Name: "a", Proc: -1, Target: 1}, {Name: "b", Proc: -1, Target: 1}}}},
	def.Roll:    {Min: k(1), Max: k(6)},
	def.Draw:    {From: zones(0, 1, 2), Elem: def.TZone},
	def.Shuffle: {From: kT(pileDeck, def.TPile)},
	def.Pair:    {From: zones(0, 1), Pairing: def.Pairing{To: zones(1, 2), ToBind: firstUserPar + 1, Second: 3}, Elem: def.Type{Kind: def.KPair}},
}

func TestTheMachineAsksEveryKindOfDecision(t *testing.T) {
	for kind := range def.DecisionKinds {
		row := kind.Row()
		dd, ok := kinds[kind]
		if !ok {
			t.Errorf("no decision of kind %s is asked here", row.Name)
			continue
		}
		dd.Name, dd.Kind, dd.Bind, dd.Result, dd.Decline = row.Name, kind, firstUserPar, 2, -1
		if dd.By = kT(0, def.TSeat); row.Random {
			dd.By = nil
		}
		t.Run(row.Name, func(t *testing.T) { askKind(t, row, dd) })
	}
}

// askKind publishes a decision, checks that invalid answers are refused, and answers it.
func askKind(t *testing.T, row *def.DecisionForm, dd def.DecisionDef) {
	t.Helper()
	d := testGame()
	d.Decisions = []def.DecisionDef{dd}
	s := play(t, d, do(def.CDecide, 0, 0, 0))
	pending := s.Decision()
	if pending.Name != dd.Name || (pending.Seat == Chance) != row.Random {
		t.Fatalf("asked is %s of seat %d", pending.Name, pending.Seat)
	}
	nonsense := Answer{Option: -7, Member: 1 << 50, Set: -1, N: -1 << 50, Counts: []int32{-1}, Order: []int64{-1}}
	refused(t, s, nonsense)
	if s.Refuses(nonsense) == nil {
		t.Error("Refuses has nothing against it")
	}
	if row.Answer != def.AnswerOrder && s.Explain(1<<50) == nil {
		t.Error("Explain has nothing against a candidate that there is not")
	}
	a := legal(s, row.Answer)
	if r := s.Refuses(a); r != nil {
		t.Errorf("%+v: %v", a, r)
	}
	apply(t, s, a)
	if got := s.Decision(); got == nil || got.Name != "wait" {
		t.Error("the answer did not lead on")
	}
}

// legal returns a legal answer of a shape.
func legal(s *State, shape def.AnswerShape) Answer {
	d := s.Decision()
	if d.Seat == Chance {
		a, _ := s.Draw()
		return a
	}
	switch shape {
	case def.AnswerMember:
		return Answer{Member: d.Members[0]}
	case def.AnswerSet:
		return Answer{Set: value.Singleton(d.Members[0])}
	case def.AnswerNumber:
		return Answer{N: int64(d.Min)}
	case def.AnswerOption:
		return Answer{Option: d.Options[0].Index}
	}
	return Answer{Counts: make([]int32, len(d.Entries))}
}

package engine

import (
	"errors"
	"testing"

	"rulebound/engine/def"
)

// damaged is a state whose pending decision cannot be computed: its maximum is divided by a cell that has become 0.
func damaged(t *testing.T) *State {
	t.Helper()
	d := testGame()
	d.Initial[cellOut] = 2
	d.Decisions = []def.DecisionDef{{Name: "share", Kind: def.Amount, By: kT(0, def.TSeat), Min: k(0), Max: node(2, ex(def.OpFloorDiv, def.TInt, k(8), cell(cellOut))), Result: -1, Choices: def.Choices{Decline: -1}}}
	addMain(d, do(def.CDecide, 0, 0, 0))
	s := start(t, d)
	s.cells[cellOut] = 0
	s.domain = false
	return s
}

func TestDecisionWithFaultStaysPending(t *testing.T) {
	s := damaged(t)
	d := s.Decision()
	if d == nil || s.Over() || d.Name != "share" || d.Seat != 0 {
		t.Fatalf("Decision() = %+v, as if the game were over", d)
	}
	if d.Fault == nil || d.Fault.Why != "division by zero" || d.Fault.Line != 7 {
		t.Errorf("the fault is %v", d.Fault)
	}
	var fault *Fault
	if err := s.Apply(Answer{N: 1}); !errors.As(err, &fault) || fault.Why != "division by zero" {
		t.Errorf("Apply = %v, not the fault", err)
	}
	if _, err := s.Draw(); err == nil {
		t.Error("chance drew an answer")
	}
	if r := s.Explain(1); r == nil || r.Why != "division by zero" {
		t.Errorf("Explain = %+v", r)
	}
	if r := s.Refuses(Answer{N: 1}); r == nil || r.Why != "division by zero" {
		t.Errorf("Refuses = %+v", r)
	}
	s.cells[cellOut] = 2
	if d := s.Decision(); d == nil || d.Fault != nil || d.Max != 4 {
		t.Errorf("once it can be computed it is %+v", d)
	}
}

func TestDrawOfDecisionWithFaultIsAFault(t *testing.T) {
	d := testGame()
	d.Initial[cellOut] = 2
	d.Decisions = []def.DecisionDef{{Name: "die", Kind: def.Roll, Min: k(1), Max: ex(def.OpFloorDiv, def.TInt, k(8), cell(cellOut)), Result: -1, Choices: def.Choices{Decline: -1}}}
	addMain(d, do(def.CDecide, 0, 0, 0))
	s := start(t, d)
	s.cells[cellOut], s.domain = 0, false
	var fault *Fault
	if _, err := s.Draw(); !errors.As(err, &fault) {
		t.Errorf("Draw = %v, not a fault", err)
	}
}

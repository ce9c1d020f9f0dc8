package check

// This file queries package facts for the effects of loops: what their rounds read and write.

import (
	"rulebound/compiler/lower"
	"rulebound/engine/def"
	"rulebound/engine/facts"
)

// effects are the facts of a game. Queries are spent from the budget of the compile.
type effects struct {
	*facts.Facts
	*spender
	gd    *def.GameDef
	loops []lower.Loop
}

func newEffects(s *Subject) *effects {
	return &effects{facts.New(s.gd, s.judge.folder, s.look), &s.spender, s.gd, s.program.Loops}
}

func (e *effects) code(s lower.Span) []def.Instr {
	e.look(int(s.To - s.From))
	return e.gd.Code[s.From:s.To]
}

// before returns the code of a loop's procedure up to its rounds.
func (e *effects) before(l *lower.Loop) []def.Instr {
	return e.code(lower.Span{From: e.gd.Procs[l.Proc].Entry, To: l.Rounds.From})
}

// name describes an access for messages.
func (e *effects) name(a facts.Access) string {
	switch a.Store {
	case def.Pieces:
		return "pieces"
	case def.Cards:
		return "where cards lie"
	case def.Slots:
		return "a binding from outside the loop"
	}
	v := e.Variable(a.From)
	if v == nil {
		return "the state"
	}
	for _, l := range e.gd.Lasting {
		if v.Base == l.Stamp || v.Base == l.Until {
			return "whether " + l.ID + " is in force"
		}
	}
	return v.ID
}

// scope is the context of an expression in a loop.
type scope struct {
	*facts.Scope
	e *effects
}

func (e *effects) scope(proc int32) *scope { return &scope{e.Scope(proc), e} }

// reads returns the accesses of x, including those of the values that a round assigns to its own slots.
func (s *scope) reads(x *def.Expr) []facts.Access { return s.readsBut(x, map[int32]bool{}) }

// readsBut is reads without the given slots, which are already visited.
func (s *scope) readsBut(x *def.Expr, slots map[int32]bool) []facts.Access {
	var out []facts.Access
	for _, a := range s.Reads(x) {
		if out = append(out, a); a.Store != def.Slots || s.Member < 0 || a.From <= s.Member || slots[a.From] {
			continue
		}
		slots[a.From] = true
		for _, in := range s.Body(s.Proc) {
			if in.Op == def.CSet && in.A == def.ToLocal && in.B == a.From {
				out = append(out, s.readsBut(in.X[0], slots)...)
			}
		}
	}
	return out
}

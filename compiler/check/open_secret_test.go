package check

import (
	"testing"

	"rulebound/compiler/lower"
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// asked adds a procedure with a decision by ant to a game in which purses are known to their seats alone.
func asked(gd *def.GameDef, p *lower.Program, d def.DecisionDef, before ...def.Instr) {
	gd.Vars[1].Visible = def.Owner
	d.Kind, d.By, d.Node = def.Menu, Const(Ant, def.TSeat), 2
	gd.Decisions = append(gd.Decisions, d)
	proc(gd, p, "asks", nil, append(before, def.Instr{Op: def.CDecide, A: int32(len(gd.Decisions) - 1), Node: 2}, def.Instr{Op: def.CReturn})...)
}

// richer is the condition that the purse of a seat holds something.
func richer(seat int64) *def.Expr {
	return More(ExI(def.OpCellAt, def.TInt, CellPurse, Const(seat, def.TSeat)), 0)
}

func TestADecisionThatGoesByASecretIsTold(t *testing.T) {
	where := func(x *def.Expr) []def.MenuOption { return []def.MenuOption{{Where: []def.Cond{{When: x}}}} }
	for name, c := range map[string]struct {
		d      def.DecisionDef
		before []def.Instr
		want   string
	}{
		"its own purse":            {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Ant))}}, want: "102 open-secret: others learn of purse"},
		"its own purse, in secret": {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Ant))}, Secrecy: def.Secrecy{Secret: Const(1, def.TBool)}}},
		"another purse":            {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Bee))}}, want: "102 open-secret: the deciding seat learns of purse"},
		"another purse, in secret": {d: def.DecisionDef{Choices: def.Choices{Options: where(richer(Bee))}, Secrecy: def.Secrecy{Secret: Const(1, def.TBool)}}, want: "102 open-secret: the deciding seat learns of purse"},
		"a side option":            {d: def.DecisionDef{Choices: def.Choices{Also: where(richer(Ant))}}, want: "102 open-secret: others learn of purse"},
		"what is open":             {d: def.DecisionDef{Choices: def.Choices{Options: where(More(Cell(CellHoney), 1))}}},
		"a guard":                  {before: []def.Instr{{Op: def.CJumpUnless, Role: def.Part, A: 9, X: []*def.Expr{richer(Ant)}, Node: 3}}, want: "103 open-secret: others learn of purse"},
		"a counter of a loop":      {before: []def.Instr{{Op: def.CJumpUnless, Role: def.Made, A: 9, X: []*def.Expr{richer(Ant)}, Node: 3}}},
	} {
		gd, p := Board(), &lower.Program{}
		asked(gd, p, c.d, c.before...)
		for i := range gd.Code {
			if gd.Code[i].Op == def.CJumpUnless {
				gd.Code[i].A = int32(len(gd.Code) - 1)
			}
		}
		expect(t, name, found("open-secret", gd, doing(), p), c.want)
	}
}

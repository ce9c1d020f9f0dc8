package check

// settled_condition.go warns of conditions that always or never hold: such a rule is written, but nothing is ever seen of
// it. Options of a game are tried with all their values. Package resolve leaves out what nobody is to be told about: copies
// of one text, and what looks at data that could be other data.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// whySettled begins what is to be done about a settled condition.
const whySettled = "The rulebook alone decides it, whatever is played and whichever options are chosen. "

// settled is a condition that comes out the same always.
type settled struct {
	pos    diag.Pos
	always bool
	option string // what cannot be had without it; "" for no option
}

// settledConditions lists the settled conditions of which the author can be told.
func (s *Subject) settledConditions() []settled {
	var out []settled
	tell := func(n *source.Node, x *def.Expr, option string) bool {
		if n == nil {
			return false
		}
		o := s.judge.outcome(x, nil)
		if o.settled() {
			out = append(out, settled{n.Pos, o.yes, option})
		}
		return o.settled()
	}
	walk := typed.Walk{Cond: func(k *typed.Cond) {
		said := k.Said
		if said.Only != nil && (tell(said.If, said.Only, "") || s.judge.outcome(said.Test, nil).no) {
			return // never may be what the guard is for
		}
		tell(said.When, said.Test, said.Option)
	}}
	walk.Rulebook(s.rb)
	return out
}

func settledCondition(s *Subject) diag.List {
	var list diag.List
	for _, k := range s.settled {
		switch {
		case k.always:
			list.Warnf(k.pos, "settled-condition", "this always holds").Detailf(whySettled + "Leave the condition out, or write when the while goes on.")
		case k.option == "":
			list.Warnf(k.pos, "settled-condition", "this never holds").Detailf(whySettled + "Correct the condition or remove the statement it guards.")
		}
	}
	return list
}

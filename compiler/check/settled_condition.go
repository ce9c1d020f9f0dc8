package check

// This file warns of conditions that are always or never true, because such a rule has no effect. It evaluates them for all
// values of the game's options. Package resolve excludes copies of one text, and conditions on data that could be other data.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// whySettled is the beginning of the explanation of a settled condition.
const whySettled = "The rulebook alone decides it, whatever is played and whichever options are chosen. "

// settled is a condition that always has the same result.
type settled struct {
	pos    diag.Pos
	always bool
	option string // the option that is unavailable without it, or ""
}

// settledConditions returns the settled conditions about which a warning is possible.
func (s *Subject) settledConditions() []settled {
	var out []settled
	add := func(n *source.Node, x *def.Expr, option string) bool {
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
		if said.Only != nil && (add(said.If, said.Only, "") || s.judge.outcome(said.Test, nil).no) {
			return // the guard may exist for the very case that the condition is never true
		}
		add(said.When, said.Test, said.Option)
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

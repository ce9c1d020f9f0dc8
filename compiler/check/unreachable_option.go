package check

// This file warns of unreachable choices: options whose condition is never true, listed members that are always excluded, and
// unreachable cases.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func unreachableOption(s *Subject) diag.List {
	var list diag.List
	for _, k := range s.settled {
		if !k.always && k.option != "" {
			list.Warnf(k.pos, "unreachable-option", "%s can never be chosen: this never holds", k.option).
				Detailf(whySettled + "Correct the condition or remove the statement it guards.")
		}
	}
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		switch a := a.(type) {
		case *typed.Decide:
			s.unreachableMembers(&list, a)
		case *typed.Switch:
			s.unreachableCases(&list, a)
		}
	}}
	walk.Rulebook(s.rb)
	return list
}

// unreachableMembers warns of members in a literal `from` that the conditions always exclude, or of a `from` of which they
// exclude all members.
func (s *Subject) unreachableMembers(list *diag.List, a *typed.Decide) {
	d := &a.Domain
	if d.Written == nil || d.OnData || len(d.Where) == 0 || a.Kind.Row().Pieces || d.Candidate == nil {
		return
	}
	from, ok := s.judge.folder.Fold(d.From, nil)
	if !ok {
		return
	}
	all := &def.Expr{Op: def.OpAnd, Type: def.TBool}
	for _, k := range d.Where {
		all.Args = append(all.Args, k.When)
	}
	var never []int64
	bound := map[int64]int64{}
	members := s.gd.Each(from, d.From.Type)
	s.at = d.Written.Pos
	for _, m := range members {
		s.look(stepLooks / 4 * len(d.Where))
		bound[d.Candidate.ID] = m
		if o := s.judge.outcome(all, bound); o.no && !o.yes {
			never = append(never, m)
		}
	}
	for _, e := range d.Listed {
		if v, ok := s.judge.folder.Fold(e.Value, nil); ok && slices.Contains(never, v) {
			list.Warnf(e.Pos, "unreachable-option", "%s can never be chosen: the conditions always exclude it", e.Text)
		}
	}
	if len(d.Listed) == 0 && len(never) > 0 && len(never) == len(members) {
		list.Warnf(d.Written.Pos, "unreachable-option", "none of these can ever be chosen: the conditions always exclude them")
	}
}

// unreachableCases warns of the unreachable cases of a switch, including its else.
func (s *Subject) unreachableCases(list *diag.List, a *typed.Switch) {
	could := s.couldBe(a)
	if could == nil {
		return
	}
	left := slices.Clone(could)
	s.at = a.Written.Pos
	for _, k := range a.Cases {
		s.look(len(could))
		v, ok := s.judge.folder.Fold(k.Value, nil)
		if !ok {
			continue
		}
		if !slices.Contains(could, v) {
			list.Warnf(k.At.Pos, "unreachable-option", "this case is unreachable: the value is never %s", k.Key)
		}
		left = slices.DeleteFunc(left, func(x int64) bool { return x == v })
	}
	if len(left) == 0 && !a.ElsePos.IsZero() {
		list.Warnf(a.ElsePos, "unreachable-option", "else is unreachable: every value has its case")
	}
}

// couldBe returns the possible values of a switch. It returns nil if they are unknown, or if no warning is wanted.
func (s *Subject) couldBe(a *typed.Switch) []int64 {
	x := a.Value
	switch {
	case a.Written == nil || s.gd.Wide(x.Type):
		return nil
	case a.Among != nil:
		return append(s.gd.Each(a.Among.I, a.Among.Type), def.None)
	case x.Op == def.OpConst:
		return []int64{x.I}
	case x.Op == def.OpTable && (x.Args[0].Type.Kind == def.KRow || s.gd.Lookups[x.I].Per != nil):
		return nil
	case x.Op == def.OpTable && len(s.gd.Lookups[x.I].Values) > 0:
		return append(slices.Clone(s.gd.Lookups[x.I].Values), def.None)
	case x.Type.Kind == def.KBool:
		return []int64{0, 1}
	case x.Type.Kind == def.KEnum && (x.Op == def.OpCell || x.Op == def.OpCellAt || x.Op == def.OpOption):
		all := make([]int64, len(s.gd.Enums[x.Type.Of].Members))
		for i := range all {
			all[i] = int64(i)
		}
		return all
	}
	return nil
}

// This file explains answers that no decision used: by the decisions that were declined because the line does not
// answer them, and by the place in the code where the answer's decision would follow.

package scenario

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// declines holds the decisions of a move that were declined because the line does not answer them.
type declines []declined

// declined is a declined decision.
type declined struct {
	seat  string
	index int32 // of the decision
}

// maxDeclined limits the number of declines that are kept.
const maxDeclined = 1 << 10

// decline declines the pending decision.
func (s *Session) decline(d *engine.Decision, pos diag.Pos) error {
	if len(s.declined) < maxDeclined {
		s.declined = append(s.declined, declined{s.game.Def().SeatName(int64(d.Seat)), d.Index})
	}
	before := s.forced // no line answers here, so decisions that resolved themselves still wait for their line
	err := s.apply(d, engine.Answer{Option: d.Decline}, pos)
	if err == nil {
		s.forced = slices.Concat(before, s.forced)
	}
	return err
}

// text lists the declines for a message, "" if there are none.
func (list declines) text(gd *def.GameDef) string {
	var out []string
	for _, x := range list {
		name := x.seat + " " + gd.Decisions[x.index].Name
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	if out == nil {
		return ""
	}
	return "declined: " + names.Abridge(out)
}

// maxPlaced limits the number of unused answers that are explained.
const maxPlaced = 16

// belongs explains where the decision of an unused answer would follow: behind a declined decision or behind the
// pending one; "" if that is not known.
func (s *Session) belongs(name string, pending *engine.Decision) string {
	gd := s.game.Def()
	if known := names.Decisions(gd); !slices.Contains(known, name) {
		return "the game has no decision " + name + s.spell.DidYouMean(name, known)
	}
	for _, x := range s.declined {
		if gd.Decisions[x.index].Name == name { // answers further out would have been used
			return name + " was asked outside of the answers among which it is written, and declined: write it further out"
		}
		if options := leading(gd, x.index, name); options != nil {
			around := gd.Decisions[x.index].Name
			return name + " is an answer within " + around + ", which was declined: write " + around + ": " + strings.Join(options, " or ")
		}
	}
	if pending == nil || pending.Seat == engine.Chance {
		return ""
	}
	if pending.Name == name { // answers further out would have been used
		return name + " is asked outside of the answers among which it is written: write it further out"
	}
	if options := leading(gd, pending.Index, name); options != nil {
		return name + " is an answer within " + pending.Name + ": write " + pending.Name + ": " + strings.Join(options, " or ")
	}
	if code := decided(gd, pending.Index); code >= 0 && reachable(gd, code+1)[name] {
		return name + " comes later: answer " + pending.Name + " first"
	}
	return ""
}

// leading lists the options of a decision that lead to a decision of that name, nil if all or none do.
func leading(gd *def.GameDef, index int32, name string) []string {
	var lead []string
	options := gd.Decisions[index].Options
	for _, o := range options {
		if reachable(gd, o.Target)[name] {
			lead = append(lead, o.Name)
		}
	}
	if len(lead) == len(options) {
		return nil
	}
	return lead
}

// decided returns the instruction of a decision, -1 if there is none.
func decided(gd *def.GameDef, index int32) int32 {
	return int32(slices.IndexFunc(gd.Code, func(in def.Instr) bool { return in.Op == def.CDecide && in.A == index }))
}

// reachable returns the names of the decisions that are reachable from an instruction until its procedure ends, without
// another iteration of a loop around it. It does not follow calls by value.
func reachable(gd *def.GameDef, from int32) map[string]bool {
	return reachableBeside(gd, from, nil)
}

// reachableBeside is reachable without the procedures that have been called.
func reachableBeside(gd *def.GameDef, from int32, called map[int64]bool) map[string]bool {
	names, seen := map[string]bool{}, make([]bool, len(gd.Code))
	for todo := []int32{from}; len(todo) > 0; {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if pc < 0 || int(pc) >= len(gd.Code) || seen[pc] {
			continue
		}
		seen[pc] = true
		in := &gd.Code[pc]
		switch in.Op {
		case def.CJump, def.CJumpUnless:
			if in.A > pc {
				todo = append(todo, in.A)
			}
		case def.CForSet, def.CForOrder, def.CForTake:
			todo = append(todo, in.C)
		case def.CCall:
			if !called[int64(in.A)] {
				todo = append(todo, gd.Procs[in.A].Entry)
			}
		case def.CDecide:
			d := &gd.Decisions[in.A]
			names[d.Name] = true
			for _, o := range slices.Concat(d.Options, d.Also) {
				todo = append(todo, o.Target)
			}
		}
		if !in.Op.Row().Leaves {
			todo = append(todo, pc+1)
		}
	}
	return names
}

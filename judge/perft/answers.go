package perft

// This file enumerates the answers to a decision.

import (
	"errors"

	"rulebound/engine"
	"rulebound/engine/def"
)

// answers calls use with each answer that a published decision may allow: of the right form, and within its limits
// and members. The engine may still refuse some. A shuffle has one answer, which the generator of the state draws. It
// stops if use returns false.
func answers(s *engine.State, use func(engine.Answer) bool) error {
	d := s.Decision()
	if d.Fault != nil {
		return d.Fault
	}
	going := true
	give := func(a engine.Answer) bool { going = going && use(a); return going }
	switch d.Kind.Row().Answer {
	case def.AnswerMember:
		for _, m := range d.Members {
			if !give(engine.Answer{Member: m}) {
				return nil
			}
		}
		if d.Stop {
			give(engine.Answer{Stop: true})
		}
	case def.AnswerSet:
		sets(d.Members, d.Min, d.Max, func(chosen []int64) bool { return give(d.Choose(chosen...)) })
	case def.AnswerCounts:
		counts(d.Entries, d.Min, d.Max, func(n []int32) bool { return give(engine.Answer{Counts: n}) })
	case def.AnswerNumber:
		numbers(d, func(n int64) bool { return give(engine.Answer{N: n}) })
	case def.AnswerOption:
		for _, o := range d.Options {
			if !give(engine.Answer{Option: o.Index}) {
				return nil
			}
		}
	case def.AnswerOrder:
		drawn, err := s.Draw()
		if err != nil {
			return err
		}
		give(drawn)
	default:
		return errors.New("perft: a decision of an unknown form")
	}
	for _, o := range d.Also {
		if !give(engine.Answer{Kind: engine.Side, Option: o.Index}) {
			return nil
		}
	}
	return nil
}

// numbers calls use with each possible amount or roll.
func numbers(d *engine.Decision, use func(int64) bool) {
	if len(d.Members) > 0 {
		for _, n := range d.Members {
			if !use(n) {
				return
			}
		}
		return
	}
	for n := d.Min; n <= d.Max; n++ {
		if !use(int64(n)) {
			return
		}
	}
}

// sets calls use with each choice of least to most members, in the order of the members.
func sets(members []int64, least, most int, use func([]int64) bool) {
	var chosen []int64
	var from func(i int) bool
	from = func(i int) bool {
		if len(chosen) >= least && !use(chosen) {
			return false
		}
		if len(chosen) == most {
			return true
		}
		for ; i < len(members) && len(chosen)+len(members)-i >= least; i++ {
			chosen = append(chosen, members[i])
			ok := from(i + 1)
			if chosen = chosen[:len(chosen)-1]; !ok {
				return false
			}
		}
		return true
	}
	from(0)
}

// counts calls use with each way to take least to most pieces of the entries.
func counts(entries []engine.Entry, least, most int, use func([]int32) bool) {
	rest := make([]int, len(entries)+1) // suffix sums: the pieces of the entries from each index on, except for the first entry
	for i := len(entries) - 1; i > 0; i-- {
		rest[i] = rest[i+1] + int(entries[i].Available)
	}
	taken := make([]int32, len(entries))
	var from func(i, sum int) bool
	from = func(i, sum int) bool {
		if i == len(entries) {
			return sum < least || use(taken)
		}
		for n := range min(int(entries[i].Available), most-sum) + 1 {
			if sum+n+rest[i+1] < least {
				continue
			}
			taken[i] = int32(n)
			if !from(i+1, sum+n) {
				return false
			}
		}
		return true
	}
	from(0, 0)
}

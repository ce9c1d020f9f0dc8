// This file reads and plays `after`: the moves of another scenario are played first, without its expectations.

package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
)

// maxBases is the longest chain of `after`.
const maxBases = 8

// after reads the scenario that a script continues. Such a script has no set-up and no seed of its own.
func (l *loader) after(root *source.Node, s *Script) {
	n := root.Get("after")
	if n == nil {
		return
	}
	s.After, s.AfterPos = l.text(n, "after"), n.Pos
	if section, name, ok := strings.Cut(s.After, "/"); n.Kind == source.Scalar && (!ok || section == "" || name == "") {
		l.fail(n.Pos, "after names a scenario by its folder and its name, not "+n.Value, "after: 2.3.4/event-first")
	}
	for _, key := range []string{"setup", "seed"} {
		if k := root.Get(key); k != nil {
			l.fail(k.Pos, "a scenario with after: has no "+key+" of its own", "leave it out; "+s.After+" has it")
		}
	}
}

// Link resolves `after` among all scripts of a game. It returns the errors by the script that cannot be played because of them.
func Link(scripts []*Script) map[*Script]diag.List {
	byID := map[string]*Script{}
	var ids []string
	for _, s := range scripts {
		byID[s.ID()] = s
		ids = append(ids, s.ID())
	}
	bad := map[*Script]diag.List{}
	var spell diag.Speller
	fail := func(s *Script, summary, detail string) {
		bad[s] = diag.List{{Summary: summary, Detail: detail, Subject: s.AfterPos, Code: "scenario"}}
	}
	for _, s := range scripts {
		if s.Base = byID[s.After]; s.After != "" && s.Base == nil {
			detail := "name a scenario of the same game that is in order"
			if near := spell.Near(s.After, ids); near != "" {
				detail = "did you mean " + near + "?"
			}
			fail(s, "there is no scenario "+s.After, detail)
		}
	}
	for _, s := range scripts {
		chain := []*Script{s}
		for b := s.Base; b != nil; b = b.Base {
			if slices.Contains(chain, b) {
				fail(s, "scenarios go on from each other in a circle: "+circle(chain), "one of them needs a set-up of its own")
				break
			}
			if chain = append(chain, b); len(chain) > maxBases {
				fail(s, fmt.Sprintf("more than %d scenarios go on from each other", maxBases), "give one of them a set-up of its own")
				break
			}
		}
	}
	for _, s := range scripts {
		chain := s.chain()
		if i := slices.IndexFunc(chain, func(b *Script) bool { return bad[b] != nil }); i >= 0 && bad[s] == nil {
			fail(s, "after: "+chain[i].ID()+" cannot be used", "see there")
		} else if i < 0 {
			s.Setup, s.Seed = chain[0].Setup, chain[0].Seed
		}
	}
	return bad
}

// circle names the scenarios of a cycle.
func circle(chain []*Script) string {
	var ids []string
	for _, s := range chain {
		ids = append(ids, s.ID())
	}
	return names.Abridge(ids)
}

// chain returns the scripts that s continues, the one with the set-up first, s itself last.
func (s *Script) chain() []*Script {
	var out []*Script
	for x := s; x != nil && len(out) <= maxBases; x = x.Base {
		out = append(out, x)
	}
	slices.Reverse(out)
	return out
}

// replay plays the moves of a script for one that continues it.
func (s *Session) replay(script *Script) error {
	s.chance = newChance(script.Chance)
	s.waiting.arm(nil, script.Items)
	if err := s.settle(script.Items, script.Setup.Pos); err != nil {
		return err
	}
	for i, item := range script.Items {
		if item.Line == nil {
			continue
		}
		s.waiting.arm(item.Line.Expect, script.Items[i+1:])
		if err := s.playThen(item.Line, script.Items[i+1:], nil); err != nil {
			return err
		}
	}
	return s.end()
}

// goOn plays the scenarios that script continues. Expectations about the last move do not see their moves.
func (s *Session) goOn(script *Script) error {
	if script.Base == nil {
		return &names.Misfit{Pos: script.AfterPos, Why: "after: " + script.After + " is not among the scenarios that were read"}
	}
	show := s.show
	s.show = false
	for _, base := range script.chain()[:len(script.chain())-1] {
		if err := s.replay(base); err != nil {
			return errors.Join(&names.Misfit{Pos: script.AfterPos, Why: "after: " + script.After + " cannot be played"}, err)
		}
	}
	s.waiting.arm(nil, script.Items)
	s.move, s.declined, s.show = nil, nil, show
	s.chance = newChance(script.Chance)
	each(s.also, func(o seesBase) { o.After(script.After) })
	return nil
}

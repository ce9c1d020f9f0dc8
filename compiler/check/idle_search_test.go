package check

import (
	"testing"

	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func TestSearchHintOutsideObligationsIsReported(t *testing.T) {
	// procedure 0 has an ensure that calls 1, which calls 2; 3 calls 2, too
	p := &lower.Program{Calls: [][]int32{{1}, {2}, nil, {2}}, Obliged: map[int32]bool{1: true}}
	for name, c := range map[string]struct {
		hints []lower.Hint
		want  string
	}{
		"in a procedure that an ensure calls": {[]lower.Hint{{Key: "b.x", Pos: at(1), Proc: 1}}, ""},
		"in one that this calls":              {[]lower.Hint{{Key: "c.x", Pos: at(1), Proc: 2}}, ""},
		"in an ensure itself":                 {[]lower.Hint{{Key: "a.x", Pos: at(1), Proc: 0, Obliged: true}}, ""},
		"beside the ensure":                   {[]lower.Hint{{Key: "a.x", Pos: at(1), Proc: 0}}, "1 idle-search: a.x is never within an ensure, so nothing searches it; leave the hint out"},
		"beside it and in it":                 {[]lower.Hint{{Key: "a.x", Pos: at(1), Proc: 0}, {Key: "a.x", Pos: at(1), Proc: 0, Obliged: true}}, ""},
		"in it and beside it":                 {[]lower.Hint{{Key: "a.x", Pos: at(1), Proc: 0, Obliged: true}, {Key: "a.x", Pos: at(1), Proc: 0}}, ""},
		"twice beside it":                     {[]lower.Hint{{Key: "d.x", Pos: at(2), Proc: 3}, {Key: "d.x", Pos: at(2), Proc: 3}}, "2 idle-search: d.x is never within an ensure, so nothing searches it; leave the hint out"},
	} {
		p.Hints = c.hints
		expect(t, name, printed(idleSearch(&Subject{gd: &def.GameDef{}, rb: &typed.Rulebook{}, program: p})), c.want)
	}
}

package resolve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/typed"
)

// Warnings are possible for the conditions that an author wrote, not for copies of them or for generated conditions.
func TestConditionsThatWarningsCanName(t *testing.T) {
	var got []string
	try := func(name, text, beside string) {
		gd, p, _ := resolveTest(t, text, errands, beside)
		pr := &printer{gd: gd, names: map[int64]string{}}
		for _, b := range p.Params {
			pr.bind(b)
		}
		pr.body(p.Body)
		got = append(got, name)
		walk := typed.Walk{Cond: func(k *typed.Cond) {
			told := ""
			if k.Said.When != nil {
				told += " " + k.Said.When.Value
			}
			if k.Said.If != nil {
				told += " if " + k.Said.If.Value
			}
			if k.Said.Option != "" {
				told += " of " + k.Said.Option
			}
			at := "-"
			if k.At != nil {
				at = fmt.Sprintf("%s %d:%d", k.At.What, k.At.Pos.Line-firstLine+1, k.At.Pos.Col-2)
			}
			got = append(got, strings.TrimRight(fmt.Sprintf("  %s %s:%s", at, pr.expr(k.When), told), " "))
		}}
		walk.Body(p.Body)
	}
	for _, c := range slices.Concat(soundStatements, soundDecisions) {
		try(c.name, c.text, "")
	}
	for _, c := range rareStatements {
		try(c.name, c.text, c.beside)
	}
	listedIn(t, "testdata/conditions.txt", got)
}
